"""The phrasebook as it is searched: its sentences by their vectors, what a sentence asks for, and what its words tell.

Of each game and language on its own: a player's question is compared with questions in its own language.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import TypeAlias

import numpy as np

from corpus import Language
from corpus.phrasebook import Mark, Phrase
from index.embedder import Vectors
from index.reader import Reader
from index.routing import Router
from index.tagging import Mention, Tagger

Key: TypeAlias = tuple[str, Language]
"""A game in one language."""
Embed: TypeAlias = Callable[[Sequence[str], Language], Vectors]
"""Sentences of one language to vectors, a row each."""

NEIGHBOURS = 7
"""So many questions of a procedure say what is wanted of it, the nearer the more."""
SHARPNESS = 8

_PHRASES = "phrases.json"
_VECTORS = "phrases.npy"


@dataclass(frozen=True, slots=True)
class _Chapter:
    """A game's phrases in one language."""

    phrases: tuple[Phrase, ...]
    vectors: Vectors
    procedures: Router
    """To the procedure of a question, or to its rule where no engine decides."""
    rules: Router
    """To the rule that it stands under."""
    tagger: Tagger


class Phrases:
    """What can be learnt from a phrasebook."""

    def __init__(self, chapters: Mapping[Key, _Chapter], reader: Reader | None = None) -> None:
        """`reader` is the tuned model; without one, or of what it was not tuned on, the phrases themselves tell."""
        self._chapters = chapters
        self._reader = reader

    @classmethod
    def fit(cls, phrases: Sequence[Phrase], embed: Embed) -> "Phrases":
        """`embed` makes vectors of sentences."""
        chapters = {}
        for key, group in groupby(sorted(phrases, key=_key), _key):
            own = tuple(group)
            _, language = key
            vectors = embed([phrase.text for phrase in own], language)
            chapters[key] = _Chapter(
                phrases=own,
                vectors=vectors,
                procedures=Router.fit(vectors, [phrase.procedure or phrase.rule for phrase in own]),
                rules=Router.fit(vectors, [phrase.rule for phrase in own]),
                tagger=Tagger.fit(own, language),
            )
        return cls(chapters)

    def __bool__(self) -> bool:
        return bool(self._chapters)

    def kinds(self, question: str, vector: Vectors, game: str, language: Language) -> list[tuple[str, float]]:
        """The procedures that may decide a question and, where no engine does, the rules: each with its share, best
        first.
        """
        chapter = self._chapters.get((game, language))
        if chapter is None:
            return []
        read = self._reader.kinds(question, chapter.procedures.kinds, language) if self._reader else []
        return read or chapter.procedures.ranked(vector)

    def rules(self, question: str, vector: Vectors, game: str, language: Language) -> Mapping[str, float]:
        """The rules that a question may stand under, each with its share."""
        chapter = self._chapters.get((game, language))
        if chapter is None:
            return {}
        read = self._reader.rules(question, chapter.rules.kinds, language) if self._reader else []
        return dict(read or chapter.rules.ranked(vector))

    def wants(
        self, question: str, vector: Vectors, game: str, language: Language, procedure: str
    ) -> list[tuple[str | None, float]]:
        """What a question may want of the procedure, each with its share, best first."""
        if self._reader and self._reader.knows(procedure):
            return self._reader.wants(question, procedure, language)
        votes: dict[str | None, float] = defaultdict(float)
        for phrase, likeness in self.nearest(vector, game, language, procedure=procedure, limit=NEIGHBOURS):
            votes[phrase.wants] += max(likeness, 0.01) ** SHARPNESS
        total = sum(votes.values())
        return sorted(((wants, vote / total) for wants, vote in votes.items()), key=lambda one: -one[1])

    def nearest(
        self, vector: Vectors, game: str, language: Language, *, procedure: str | None, limit: int
    ) -> list[tuple[Phrase, float]]:
        """The phrases most like a question, with the cosine of each; of this procedure alone, if one is named."""
        chapter = self._chapters.get((game, language))
        if chapter is None:
            return []
        cosines = chapter.vectors @ vector
        found: list[tuple[Phrase, float]] = []
        for at in np.argsort(-cosines):
            if procedure is None or chapter.phrases[at].procedure == procedure:
                found.append((chapter.phrases[at], float(cosines[at])))
            if len(found) == limit:
                break
        return found

    def mentions(self, question: str, game: str, language: Language, procedure: str) -> tuple[Mention, ...]:
        """The facts that a question tells a procedure."""
        if self._reader and self._reader.knows(procedure):
            return self._reader.mentions(question, procedure, language)
        chapter = self._chapters.get((game, language))
        return chapter.tagger.mentions(question, procedure) if chapter else ()

    def save(self, folder: Path) -> None:
        """Into a folder that is being written."""
        phrases = [asdict(phrase) for chapter in self._chapters.values() for phrase in chapter.phrases]
        (folder / _PHRASES).write_text(json.dumps(phrases, ensure_ascii=False), encoding="utf-8")
        if self._chapters:
            np.save(folder / _VECTORS, np.concatenate([chapter.vectors for chapter in self._chapters.values()]))
        for key, chapter in self._chapters.items():
            chapter.procedures.save(folder / _file("procedures", key))
            chapter.rules.save(folder / _file("rules", key))
            chapter.tagger.save(folder / _file("tags", key))

    @classmethod
    def load(cls, folder: Path, reader: Reader | None = None) -> "Phrases":
        """What `save` wrote."""
        stored = [_phrase(entry) for entry in json.loads((folder / _PHRASES).read_text(encoding="utf-8"))]
        vectors = np.load(folder / _VECTORS) if stored else np.empty((0, 0), np.float32)
        chapters, start = {}, 0
        for key, group in groupby(stored, _key):
            own = tuple(group)
            chapters[key] = _Chapter(
                phrases=own,
                vectors=vectors[start : start + len(own)],
                procedures=Router.load(folder / _file("procedures", key)),
                rules=Router.load(folder / _file("rules", key)),
                tagger=Tagger.load(folder / _file("tags", key), key[1]),
            )
            start += len(own)
        return cls(chapters, reader)


def _key(phrase: Phrase) -> Key:
    return phrase.game, phrase.language


def _file(what: str, key: Key) -> str:
    return f"{what}-{key[0]}-{key[1]}.npz"


def _phrase(entry: dict[str, object]) -> Phrase:
    marks = tuple(Mark(**mark) for mark in entry.pop("marks"))  # type: ignore[attr-defined]  # as `save` wrote it
    return Phrase(**entry, marks=marks)  # type: ignore[arg-type]
