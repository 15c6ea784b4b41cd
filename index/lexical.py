"""BM25 over stemmed words, a table per language: in it a rule is all its passages in that language, read as one.

Passages are too short to be told apart by words alone; read as one they do better, in both languages.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from corpus import LANGUAGES, Language
from index.glossary import Glossary
from index.passages import Passage
from index.words import words

if TYPE_CHECKING:
    from bm25s import BM25  # type: ignore[import-untyped]


class Lexical:
    """Scores targets by the words they share with a question."""

    def __init__(self, tables: Mapping[Language, "BM25"]) -> None:
        self._tables = tables

    @classmethod
    def build(cls, passages: Sequence[Passage], glossaries: Mapping[str, Glossary]) -> "Lexical":
        """Over the passages' targets, in the order in which they come; `glossaries` by game."""
        from bm25s import BM25

        targets = [list(group) for _, group in groupby(passages, lambda passage: passage.target)]
        tables: dict[Language, BM25] = {}
        for language in LANGUAGES:
            tables[language] = BM25()
            tables[language].index(
                [
                    [word for p in target if p.language == language for word in _written(p, glossaries[p.game])]
                    for target in targets
                ],
                show_progress=False,
            )
        return cls(tables)

    def save(self, folder: Path) -> None:
        """One folder per language in `folder`."""
        for language, table in self._tables.items():
            table.save(str(folder / f"lexical-{language}"), show_progress=False)

    @classmethod
    def load(cls, folder: Path) -> "Lexical":
        """What `save` wrote."""
        from bm25s import BM25

        return cls(
            {language: BM25.load(str(folder / f"lexical-{language}"), show_progress=False) for language in LANGUAGES}
        )

    def scores(self, question: str, language: Language, glossary: Glossary) -> NDArray[np.float32]:
        """One score per target, in whichever language is better; 0 for no word in common.

        The other language is reached by the terms that the question names.
        """
        asked = words(question, language)
        best: NDArray[np.float32] = np.max([self._in(to, asked, language, glossary) for to in self._tables], axis=0)
        return best

    def _in(self, to: Language, asked: list[str], language: Language, glossary: Glossary) -> NDArray[np.float32]:
        table = self._tables[to]
        named = glossary.names(asked, language, to)
        sought = [*asked, *(word for word in named if word not in asked)] if to == language else named
        known = [word for word in sought if word in table.vocab_dict]
        scores: NDArray[np.float32] = (
            table.get_scores(known) if known else np.zeros(table.scores["num_docs"], np.float32)
        )
        return scores


def _written(passage: Passage, glossary: Glossary) -> list[str]:
    written = words(passage.text, passage.language)
    return [*written, *(w for w in glossary.names(written, passage.language, passage.language) if w not in written)]
