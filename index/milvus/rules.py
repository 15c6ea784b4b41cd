"""The index of the rules on Milvus.

The vectors of the passages and the words of the targets are compared there, by the numbers that FAISS and BM25 compare
here, and weighed here as always: the same questions find the same rules. A build adds what is new beside what is there
and takes the old away last, so that a question is answered from one or the other whole.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corpus import Corpus
from index import dense, lexical, store
from index.embedder import Vectors
from index.milvus.entries import NEAREST, Collection, Elsewhere, Entries, word_number

PASSAGES = Collection(name="passages", is_sparse=False)
WORDS = Collection(name="words", is_sparse=True)
"""Of the targets, each word with what BM25 gives it."""


class DenseElsewhere:
    """The vectors of the passages, compared by Milvus."""

    def __init__(self, entries: Entries, rows: Mapping[str, range], builds: Mapping[str, str], width: int) -> None:
        """`rows` and `builds` are of each game."""
        self._entries = entries
        self._rows = rows
        self._builds = builds
        self._starts = {built: rows[game].start for game, built in builds.items()}
        self.width = width

    def rows(self, game: str | None) -> range:
        """Where the vectors of a game are, or those of all games."""
        if game is None:
            return range(max((rows.stop for rows in self._rows.values()), default=0))
        return self._rows.get(game, range(0))

    def cosines(self, vector: Vectors, game: str | None) -> Vectors:
        """With each vector of a game, or of all; beyond the nearest, that of the last of them."""
        rows = self.rows(game)
        builds = [self._builds[game]] if game else [*self._builds.values()]
        found = self._entries.nearest(PASSAGES, vector.tolist(), builds, min(NEAREST, len(rows)))
        cosines: Vectors = np.full(len(rows), found[-1].product if found else 0, np.float32)
        for near in found:
            cosines[self._starts[near.built] + near.row - rows.start] = near.product
        return cosines


class TableElsewhere:
    """What BM25 gives each target for each word, added up by Milvus."""

    def __init__(self, entries: Entries, built: str, size: int) -> None:
        self._entries = entries
        self._built = built
        self.size = size

    def scores(self, sought: Iterable[str]) -> NDArray[np.float32]:
        """Of each target, for all these words."""
        total = np.zeros(self.size, np.float32)
        asked = {word: float(times) for word, times in Counter(map(word_number, sought)).items()}
        if asked:
            for near in self._entries.nearest(WORDS, asked, [self._built], self.size):
                total[near.row] = near.product
        return total


def publish(home: Path, corpus: Corpus, where: Elsewhere) -> int:
    """Puts the index under `home` onto Milvus, and takes away what the tenant had of another; how many entries were
    new.

    What did not change is not sent again.
    """
    folder, games = store.folder(home), corpus.with_rules
    entries, local = Entries(where), dense.Dense.load(folder)
    entries.prepare((PASSAGES, WORDS), local.width)
    passages = {game: _dense_build(local, game) for game in games}
    tables = {key: _table_build(folder, key) for key in lexical.keys_of(games)}
    added = sum(entries.add(PASSAGES, built, local.vectors(game).tolist()) for game, built in passages.items())
    for key, built in tables.items():
        weighed = [{word_number(word): score for word, score in words.items()} for words in _words(folder, key)]
        added += entries.add(WORDS, built, weighed)
    entries.keep_only(PASSAGES, passages.values())
    entries.keep_only(WORDS, tables.values())
    return added


def opened(folder: Path, games: Sequence[str], where: Elsewhere) -> "tuple[DenseElsewhere, lexical.Lexical]":
    """What `publish` put there from this folder; StaleIndex where it is not there whole."""
    entries, local = Entries(where), dense.Dense.load(folder)
    entries.prepare((PASSAGES, WORDS), local.width)
    passages = {game: _dense_build(local, game) for game in games}
    rows = {game: local.rows(game) for game in games}
    tables = {key: _table_build(folder, key) for key in lexical.keys_of(games)}
    sizes = {key: lexical.Table.load(folder, key).size for key in tables}
    whole = all(entries.count(PASSAGES, built) == len(rows[game]) for game, built in passages.items())
    if not whole or any(entries.count(WORDS, built) != sizes[key] for key, built in tables.items()):
        raise store.StaleIndex(
            f"the index of this corpus is not on Milvus at {where.uri} for {where.tenant}: build it again with "
            "`arbitro index build`"
        )
    return (
        DenseElsewhere(entries, rows, passages, local.width),
        lexical.Lexical({key: TableElsewhere(entries, built, sizes[key]) for key, built in tables.items()}),
    )


def _words(folder: Path, key: lexical.TableKey) -> list[dict[str, float]]:
    """The words of each target with their scores."""
    table = lexical.Table.load(folder, key)
    return [words or {"": 0.0} for words in table.words_of_targets()]


def _dense_build(local: dense.Dense, game: str) -> str:
    return _digest(game, local.vectors(game).tobytes())


def _table_build(folder: Path, key: lexical.TableKey) -> str:
    game, language = key
    return _digest(f"{game or ''} {language}", b"".join(path.read_bytes() for path in lexical.files_of(folder, key)))


def _digest(name: str, content: bytes) -> str:
    return hashlib.sha256(name.encode() + b"\n" + content).hexdigest()[:32]
