"""BM25 over stemmed words, a table per language: in it a rule is all its passages in that language, read as one.

Passages are too short to be distinguished by words alone; read as one they do better, in both languages.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from corpus import LANGUAGES, Language
from index.glossary import Glossary
from index.passages import Passage
from index.words import words

TableKey: TypeAlias = tuple[str | None, Language]
"""A game, or all of them, in one language."""


class Table:
    """What BM25 gives each target for each word: the library that computes it is slow to load, and is not needed."""

    def __init__(
        self,
        words: Mapping[str, int],
        starts: NDArray[np.int64],
        targets: NDArray[np.int32],
        scores: NDArray[np.float32],
        size: int,
    ) -> None:
        """`words` has the number of each word, `starts` where its targets and their scores begin; `size` is the number
        of all targets.
        """
        self._words = words
        self._starts = starts
        self._targets = targets
        self._scores = scores
        self.size = size

    def scores(self, sought: Iterable[str]) -> NDArray[np.float32]:
        """Of each target, for all these words."""
        total = np.zeros(self.size, np.float32)
        for number in [self._words[word] for word in sought if word in self._words]:
            of_word = slice(self._starts[number], self._starts[number + 1])
            total[self._targets[of_word]] += self._scores[of_word]
        return total

    def words_of_targets(self) -> list[dict[str, float]]:
        """Of each target its words, each with what it gives."""
        found: list[dict[str, float]] = [{} for _ in range(self.size)]
        for word, number in self._words.items():
            if not word:  # the library has no word for what it does not know
                continue
            of_word = slice(self._starts[number], self._starts[number + 1])
            for target, score in zip(self._targets[of_word], self._scores[of_word], strict=True):
                found[int(target)][word] = float(score)
        return found

    @classmethod
    def load(cls, folder: Path, key: TableKey) -> "Table":
        """What `save` wrote."""
        words, scores = files_of(folder, key)
        vocabulary = json.loads(words.read_text(encoding="utf-8"))
        with np.load(scores) as stored:
            return cls(vocabulary, stored["starts"], stored["targets"], stored["scores"], int(stored["size"]))


class Scoring(Protocol):
    """A table, wherever it is."""

    def scores(self, sought: Iterable[str]) -> NDArray[np.float32]:
        """Of each target, for all these words."""


class Lexical:
    """Scores targets by the words they share with a question.

    Each game has tables of its own, in which a word is as rare as it is in that game; over all games a
    word that only one of them uses distinguishes it.
    """

    def __init__(self, tables: Mapping[TableKey, Scoring]) -> None:
        self._tables = tables

    @classmethod
    def load(cls, folder: Path, games: Iterable[str]) -> "Lexical":
        """What `save` wrote; `games` are those that have targets."""
        return cls({key: Table.load(folder, key) for key in keys_of(games)})

    def scores(
        self, question: str, language: Language, glossary: Glossary, game: str | None = None
    ) -> NDArray[np.float32]:
        """One score per target of the game, or of all, in whichever language is better; 0 for no word in common.

        The other language is reached by the terms that the question names.
        """
        asked = words(question, language)
        best: NDArray[np.float32] = np.max([self._in(game, to, asked, language, glossary) for to in LANGUAGES], axis=0)
        return best

    def _in(
        self, game: str | None, to: Language, asked: list[str], language: Language, glossary: Glossary
    ) -> NDArray[np.float32]:
        named = glossary.names(asked, language, to)
        sought = [*asked, *(word for word in named if word not in asked)] if to == language else named
        return self._tables[game, to].scores(sought)


def keys_of(games: Iterable[str]) -> Iterator[TableKey]:
    """The tables over these games, which have targets, and over all of them."""
    yield from product((None, *games), LANGUAGES)


def files_of(folder: Path, key: TableKey) -> tuple[Path, Path]:
    """Where `save` puts a table: its words, and what they give."""
    return folder / f"{_name(key)}.json", folder / f"{_name(key)}.npz"


def save(passages: Sequence[Passage], glossaries: Mapping[str, Glossary], folder: Path) -> None:
    """The tables over the passages' targets, in the order in which they come; `glossaries` by game."""
    from bm25s import BM25  # type: ignore[import-untyped]

    targets = [list(group) for _, group in groupby(passages, lambda passage: passage.target)]
    for language, game in product(LANGUAGES, (None, *glossaries)):
        own = [target for target in targets if game in (None, target[0].game)]
        if not own:
            continue
        table = BM25()
        table.index(
            [list(_words_of(target, language, glossaries[target[0].game])) for target in own], show_progress=False
        )
        vocabulary, given = files_of(folder, (game, language))
        scores = table.scores
        vocabulary.write_text(json.dumps(table.vocab_dict, ensure_ascii=False), encoding="utf-8")
        np.savez(
            given,
            starts=scores["indptr"],
            targets=scores["indices"],
            scores=scores["data"],
            size=scores["num_docs"],
        )


def _name(key: TableKey) -> str:
    game, language = key
    return f"lexical-{game or 'all'}-{language}"


def _words_of(target: Iterable[Passage], language: Language, glossary: Glossary) -> Iterator[str]:
    """The words of a target, each question with its answer. The terms it names are added by their own names."""
    for passage in target:
        if passage.language == language:
            written = words(passage.whole, language)
            yield from written
            yield from (word for word in glossary.names(written, language, language) if word not in written)
