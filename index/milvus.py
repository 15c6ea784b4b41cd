"""The same index on Milvus, for many rulebooks and more than one machine: `ARBITRO_INDEX=milvus:URI`.

The vectors of the passages and the words of the targets lie in two collections that all tenants share, each tenant in
a partition of its own. They are compared there, by the numbers that FAISS and BM25 compare here, and weighed here as
always: the same questions find the same rules. A build adds what is new beside what is there and takes the old away
last, so that a question is answered from one or the other whole. A file as URI is Milvus Lite's, which runs in this
process.
"""

import hashlib
import json
import logging
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from corpus import Corpus
from index import dense, lexical, store
from index.embedder import Vectors

if TYPE_CHECKING:
    from pymilvus import MilvusClient

Collection: TypeAlias = Literal["passages", "words"]
_FIELD: Mapping[Collection, str] = {"passages": "vector", "words": "words"}
"""What is compared of an entry."""
_INDEX: Mapping[Collection, Mapping[str, str]] = {
    "passages": {"index_type": "FLAT", "metric_type": "IP"},
    "words": {"index_type": "SPARSE_INVERTED_INDEX", "metric_type": "IP"},
}
"""Exact within a tenant: a shelf of rulebooks has few enough passages, and a partition keeps the others out of it."""

NEAREST = 1000
"""So many passages are compared to the end; none beyond is of a rule that is found."""
AT_ONCE = 500
"""Entries that are added by one request."""


class Unreachable(ValueError):  # noqa: N818  # it says what is the matter
    """The index elsewhere cannot be used: which one, why, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """Where an index is that is not in this process."""

    uri: str
    """A server's address, or a file for Milvus Lite."""
    tenant: str
    """Whose entries these are."""
    token: str = ""


@cache
def _connected(uri: str, token: str) -> "MilvusClient":
    """One connection for all tenants."""
    try:
        from pymilvus import MilvusClient
    except ImportError as error:
        raise Unreachable("ARBITRO_INDEX needs pymilvus: pip install -e '.[milvus]', or unset it") from error
    for library in ("pymilvus", "grpc._server"):  # what they log of an error is said once, by `Shelf`
        logging.getLogger(library).setLevel(logging.CRITICAL)
    return MilvusClient(uri=uri, token=token)


class Shelf:
    """One tenant's entries."""

    def __init__(self, where: Elsewhere) -> None:
        self._where = where

    @property
    def _client(self) -> "MilvusClient":
        with self._reporting():
            return _connected(self._where.uri, self._where.token)

    def prepare(self, width: int) -> None:
        """Makes the collections where there are none; `width` is that of a vector."""
        from pymilvus import DataType

        with self._reporting():
            for collection, field in _FIELD.items():
                if self._client.has_collection(self._name(collection)):
                    continue
                schema = self._client.create_schema(auto_id=False, enable_dynamic_field=False)
                schema.add_field("id", DataType.VARCHAR, is_primary=True, max_length=120)
                schema.add_field("tenant", DataType.VARCHAR, is_partition_key=True, max_length=60)
                schema.add_field("built", DataType.VARCHAR, max_length=40)
                schema.add_field("row", DataType.INT64)
                if collection == "passages":
                    schema.add_field(field, DataType.FLOAT_VECTOR, dim=width)
                else:
                    schema.add_field(field, DataType.SPARSE_FLOAT_VECTOR)
                compared = self._client.prepare_index_params()
                compared.add_index(field, **_INDEX[collection])
                self._client.create_collection(self._name(collection), schema=schema, index_params=compared)

    def add(self, collection: Collection, built: str, entries: Sequence[Any]) -> int:
        """Adds these vectors or words as one build, unless it is there whole; how many were added."""
        if self.count(collection, built) == len(entries):
            return 0
        tenant = self._where.tenant
        rows = [
            {"id": f"{tenant}/{built}/{row}", "tenant": tenant, "built": built, "row": row, _FIELD[collection]: entry}
            for row, entry in enumerate(entries)
        ]
        with self._reporting():
            for start in range(0, len(rows), AT_ONCE):
                self._client.upsert(self._name(collection), rows[start : start + AT_ONCE])
        return len(rows)

    def keep_only(self, collection: Collection, builds: Iterable[str]) -> None:
        """Takes away what the tenant has of other builds."""
        with self._reporting():
            self._client.delete(
                self._name(collection), filter=f"{self._own()} and built not in {json.dumps([*builds])}"
            )

    def count(self, collection: Collection, built: str) -> int:
        """How many entries a build has."""
        with self._reporting():
            found = self._client.query(
                self._name(collection), filter=self._of([built]), output_fields=["count(*)"], consistency_level="Strong"
            )
        return int(found[0]["count(*)"])

    def nearest(
        self, collection: Collection, query: Any, builds: Sequence[str], limit: int
    ) -> Iterator[tuple[str, int, float]]:
        """The build and row of each of the best entries with its inner product with the query, best first."""
        with self._reporting():
            found = self._client.search(
                self._name(collection),
                data=[query],
                anns_field=_FIELD[collection],
                filter=self._of(builds),
                limit=limit,
                output_fields=["built", "row"],
            )
        for hit in found[0]:
            yield hit["entity"]["built"], hit["entity"]["row"], hit["distance"]

    @staticmethod
    def _name(collection: Collection) -> str:
        return f"arbitro_{collection}"

    def _own(self) -> str:
        return f"tenant == {json.dumps(self._where.tenant)}"

    def _of(self, builds: Sequence[str]) -> str:
        return f"{self._own()} and built in {json.dumps([*builds])}"

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        """Whatever keeps Milvus from answering, as one error that says what to do."""
        try:
            yield
        except Unreachable:
            raise
        except Exception as error:  # the client raises its own, gRPC's and the system's
            why = f"{getattr(error, 'message', None) or error}".splitlines()[0]
            raise Unreachable(
                f"the index on Milvus at {self._where.uri} cannot be used: {why}; start it, set ARBITRO_INDEX to where "
                "it is, or unset it for the index on this machine"
            ) from error


class DenseElsewhere:
    """The vectors of the passages, compared by Milvus."""

    def __init__(self, shelf: Shelf, rows: Mapping[str, range], builds: Mapping[str, str], width: int) -> None:
        """`rows` and `builds` are of each game."""
        self._shelf = shelf
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
        found = [*self._shelf.nearest("passages", vector.tolist(), builds, min(NEAREST, len(rows)))]
        cosines: Vectors = np.full(len(rows), found[-1][2] if found else 0, np.float32)
        for built, row, cosine in found:
            cosines[self._starts[built] + row - rows.start] = cosine
        return cosines


class TableElsewhere:
    """What BM25 gives each target for each word, added up by Milvus."""

    def __init__(self, shelf: Shelf, built: str, size: int) -> None:
        self._shelf = shelf
        self._built = built
        self.size = size

    def scores(self, sought: Iterable[str]) -> NDArray[np.float32]:
        """Of each target, for all these words."""
        total = np.zeros(self.size, np.float32)
        asked = {word: float(times) for word, times in Counter(map(word_number, sought)).items()}
        if asked:
            for _, target, score in self._shelf.nearest("words", asked, [self._built], self.size):
                total[target] = score
        return total


def publish(home: Path, corpus: Corpus, where: Elsewhere) -> int:
    """Puts the index under `home` onto Milvus, and takes away what the tenant had of another; how many entries were
    new.

    What did not change is not sent again.
    """
    folder, games = store.folder(home), corpus.with_rules
    shelf, local = Shelf(where), dense.Dense.load(folder)
    shelf.prepare(local.width)
    passages = {game: _dense_build(local, game) for game in games}
    tables = {key: _table_build(folder, key) for key in lexical.keys_of(games)}
    added = sum(shelf.add("passages", built, local.vectors(game).tolist()) for game, built in passages.items())
    for key, built in tables.items():
        entries = [{word_number(word): score for word, score in words.items()} for words in _words(folder, key)]
        added += shelf.add("words", built, entries)
    shelf.keep_only("passages", passages.values())
    shelf.keep_only("words", tables.values())
    return added


def opened(folder: Path, games: Sequence[str], where: Elsewhere) -> "tuple[DenseElsewhere, lexical.Lexical]":
    """What `publish` put there from this folder; StaleIndex where it is not there whole."""
    shelf, local = Shelf(where), dense.Dense.load(folder)
    shelf.prepare(local.width)
    passages = {game: _dense_build(local, game) for game in games}
    rows = {game: local.rows(game) for game in games}
    tables = {key: _table_build(folder, key) for key in lexical.keys_of(games)}
    sizes = {key: lexical.Table.load(folder, key).size for key in tables}
    whole = all(shelf.count("passages", built) == len(rows[game]) for game, built in passages.items())
    if not whole or any(shelf.count("words", built) != sizes[key] for key, built in tables.items()):
        raise store.StaleIndex(
            f"the index of this corpus is not on Milvus at {where.uri} for {where.tenant}: build it again with "
            "`arbitro index build`"
        )
    return (
        DenseElsewhere(shelf, rows, passages, local.width),
        lexical.Lexical({key: TableElsewhere(shelf, built, sizes[key]) for key, built in tables.items()}),
    )


def _words(folder: Path, key: lexical.TableKey) -> list[dict[str, float]]:
    """The words of each target with their scores."""
    table = lexical.Table.load(folder, key)
    return [words or {"": 0.0} for words in table.words_of_targets()]


def word_number(word: str) -> int:
    """The same on every machine; two words that share one are rarer than a typing error."""
    return zlib.crc32(word.encode()) & 0x7FFFFFFF


def _dense_build(local: dense.Dense, game: str) -> str:
    return _digest(game, local.vectors(game).tobytes())


def _table_build(folder: Path, key: lexical.TableKey) -> str:
    game, language = key
    return _digest(f"{game or ''} {language}", b"".join(path.read_bytes() for path in lexical.files_of(folder, key)))


def _digest(name: str, content: bytes) -> str:
    return hashlib.sha256(name.encode() + b"\n" + content).hexdigest()[:32]
