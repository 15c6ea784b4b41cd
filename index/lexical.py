"""BM25 over stemmed words, a table per language: in it a rule is all its passages in that language, read as one.

Passages are too short to be distinguished by words alone; read as one they do better, in both languages.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from corpus import LANGUAGES, Language
from index.glossary import Glossary
from index.passages import Passage
from index.words import words

if TYPE_CHECKING:
    from bm25s import BM25  # type: ignore[import-untyped]


TableKey: TypeAlias = tuple[str | None, Language]
"""A game, or all of them, in one language."""


class Lexical:
    """Scores targets by the words they share with a question.

    Each game has tables of its own, in which a word is as rare as it is in that game; over all games a
    word that only one of them uses distinguishes it.
    """

    def __init__(self, tables: Mapping[TableKey, "BM25"]) -> None:
        self._tables = tables

    @classmethod
    def build(cls, passages: Sequence[Passage], glossaries: Mapping[str, Glossary]) -> "Lexical":
        """Over the passages' targets, in the order in which they come; `glossaries` by game."""
        from bm25s import BM25

        targets = [list(group) for _, group in groupby(passages, lambda passage: passage.target)]
        tables: dict[TableKey, BM25] = {}
        for language, game in product(LANGUAGES, (None, *glossaries)):
            own = [target for target in targets if game in (None, target[0].game)]
            if not own:
                continue
            tables[game, language] = BM25()
            tables[game, language].index(
                [list(_words_of(target, language, glossaries[target[0].game])) for target in own], show_progress=False
            )
        return cls(tables)

    def save(self, folder: Path) -> None:
        """One folder per game and language in `folder`."""
        for key, table in self._tables.items():
            table.save(str(folder / _name(key)), show_progress=False)

    @classmethod
    def load(cls, folder: Path, games: Iterable[str]) -> "Lexical":
        """What `save` wrote; `games` are those that have targets."""
        from bm25s import BM25

        keys = product((None, *games), LANGUAGES)
        return cls({key: BM25.load(str(folder / _name(key)), show_progress=False) for key in keys})

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
        table = self._tables[game, to]
        named = glossary.names(asked, language, to)
        sought = [*asked, *(word for word in named if word not in asked)] if to == language else named
        known = [word for word in sought if word in table.vocab_dict]
        scores: NDArray[np.float32] = (
            table.get_scores(known) if known else np.zeros(table.scores["num_docs"], np.float32)
        )
        return scores


def _name(key: TableKey) -> str:
    game, language = key
    return f"lexical-{game or 'all'}-{language}"


def _words_of(target: Iterable[Passage], language: Language, glossary: Glossary) -> Iterator[str]:
    """The words of a target, each question once: with its answer. The terms it names are added by their own names."""
    for passage in target:
        if passage.language == language and passage.kind != "ask":
            written = words(passage.text, language)
            yield from written
            yield from (word for word in glossary.names(written, language, language) if word not in written)
