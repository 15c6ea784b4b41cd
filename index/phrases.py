"""The phrasebook as it is searched: its sentences by their vectors, what a question asks for, and what its words tell.

Of each game and language on its own: a player's question is compared with questions in its own language. The tuned
model reads what it was tuned on; of anything else, or without it, the nearest phrases tell.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import TypeAlias, TypeVar

import numpy as np

from corpus import Language
from corpus.phrasebook import Mark, Phrase
from index.embedder import Vectors
from index.reader import Reader
from index.tagging import Mention, Tagger, Token, tags_of, tokens

Key: TypeAlias = tuple[str, Language]
"""A game in one language."""
Embed: TypeAlias = Callable[[Sequence[str], Language], Vectors]
"""Sentences of one language to vectors, a row each."""

NEIGHBOURS = 10
"""So many phrases vote, the nearer the more."""
SHARPNESS = 8

Kind = TypeVar("Kind")

_PHRASES = "phrases.json"
_VECTORS = "phrases.npy"


class Chapter:
    """A game's phrases in one language."""

    def __init__(self, key: Key, phrases: Sequence[Phrase], vectors: Vectors) -> None:
        """`vectors` has a row a phrase."""
        self._language = key[1]
        self.phrases = tuple(phrases)
        self.vectors = vectors
        self.kinds = tuple(dict.fromkeys(kind_of(phrase) for phrase in phrases))

    @cached_property
    def tagger(self) -> Tagger:
        """Made when it is first asked: the tuned model leaves it little to do."""
        return Tagger.fit(self.phrases, self._language)

    @cached_property
    def asides(self) -> Mapping[str, frozenset[str]]:
        """procedure -> the stems that its questions have beside what tells a fact."""
        found: dict[str, set[str]] = defaultdict(set)
        for phrase in self.phrases:
            if phrase.procedure:
                read = tokens(phrase.text, self._language)
                tags = tags_of(phrase, read)
                found[phrase.procedure].update(word.stem for word, tag in zip(read, tags, strict=True) if not tag)
        return {procedure: frozenset(stems) for procedure, stems in found.items()}

    def nearest(self, vector: Vectors, procedure: str | None, limit: int) -> list[tuple[Phrase, float]]:
        """The phrases most like a question, with the cosine of each; of this procedure alone, if one is named."""
        cosines = self.vectors @ vector
        found: list[tuple[Phrase, float]] = []
        for at in np.argsort(-cosines):
            if procedure is None or self.phrases[at].procedure == procedure:
                found.append((self.phrases[at], float(cosines[at])))
            if len(found) == limit:
                break
        return found


def kind_of(phrase: Phrase) -> str:
    """What decides it: its procedure or, where no engine does, its rule."""
    return phrase.procedure or phrase.rule


class Phrases:
    """What can be learnt from a phrasebook."""

    def __init__(self, chapters: Mapping[Key, Chapter], reader: Reader | None = None) -> None:
        """`reader` is the tuned model."""
        self._chapters = chapters
        self._reader = reader

    def kinds(self, question: str, vector: Vectors, game: str, language: Language) -> list[tuple[str, float]]:
        """The procedures that may decide a question and, where no engine does, the rules: each with its share, best
        first.
        """
        chapter = self._chapters.get((game, language))
        if chapter is None:
            return []
        read = self._reader.kinds(question, chapter.kinds, language) if self._reader else []
        return read or _votes(
            (kind_of(phrase), likeness) for phrase, likeness in chapter.nearest(vector, None, NEIGHBOURS)
        )

    def rules(self, question: str, rules: Sequence[str], language: Language) -> dict[str, float]:
        """How likely each of these rules decides the question, by the tuned model; nothing without one."""
        return dict(self._reader.rules(question, rules, language)) if self._reader else {}

    def wants(
        self, question: str, vector: Vectors, game: str, language: Language, procedure: str
    ) -> list[tuple[str | None, float]]:
        """What a question may want of the procedure, each with its share, best first."""
        if self._reader and self._reader.knows(procedure):
            return self._reader.wants(question, procedure, language)
        near = self.nearest(vector, game, language, procedure=procedure, limit=NEIGHBOURS)
        return _votes((phrase.wants, likeness) for phrase, likeness in near)

    def nearest(
        self, vector: Vectors, game: str, language: Language, *, procedure: str | None, limit: int
    ) -> list[tuple[Phrase, float]]:
        """The phrases most like a question, with the cosine of each; of this procedure alone, if one is named."""
        chapter = self._chapters.get((game, language))
        return chapter.nearest(vector, procedure, limit) if chapter else []

    def mentions(self, question: str, game: str, language: Language, procedure: str) -> tuple[Mention, ...]:
        """The facts that a question tells a procedure."""
        if self._reader and self._reader.knows(procedure):
            return self._reader.mentions(question, procedure, language)
        chapter = self._chapters.get((game, language))
        return chapter.tagger.mentions(question, procedure) if chapter else ()

    def unheard(self, question: str, game: str, language: Language, procedure: str) -> tuple[Token, ...]:
        """The words of a question that no question to this procedure has beside what tells it a fact: they may tell one
        that nobody has heard of.
        """
        chapter = self._chapters.get((game, language))
        known = chapter.asides.get(procedure, frozenset()) if chapter else frozenset()
        return tuple(word for word in tokens(question, language) if not word.is_little and word.stem not in known)

    @classmethod
    def load(cls, folder: Path, reader: Reader | None = None) -> "Phrases":
        """What `save` wrote."""
        stored = [_phrase(entry) for entry in json.loads((folder / _PHRASES).read_text(encoding="utf-8"))]
        vectors = np.load(folder / _VECTORS) if stored else np.empty((0, 0), np.float32)
        chapters, start = {}, 0
        for key, group in groupby(stored, _key):
            own = tuple(group)
            chapters[key] = Chapter(key, own, vectors[start : start + len(own)])
            start += len(own)
        return cls(chapters, reader)


def save(phrases: Sequence[Phrase], embed: Embed, folder: Path) -> None:
    """The phrases with their vectors, into a folder that is being written."""
    ordered = sorted(phrases, key=_key)
    (folder / _PHRASES).write_text(
        json.dumps([asdict(phrase) for phrase in ordered], ensure_ascii=False), encoding="utf-8"
    )
    if ordered:
        groups = [(key, [phrase.text for phrase in group]) for key, group in groupby(ordered, _key)]
        np.save(folder / _VECTORS, np.concatenate([embed(texts, language) for (_, language), texts in groups]))


def _votes(near: Iterable[tuple[Kind, float]]) -> list[tuple[Kind, float]]:
    """Each kind with its share of the votes, best first."""
    votes: dict[Kind, float] = defaultdict(float)
    for kind, likeness in near:
        votes[kind] += max(likeness, 0.01) ** SHARPNESS
    total = sum(votes.values())
    return sorted(((kind, vote / total) for kind, vote in votes.items()), key=lambda one: -one[1])


def _key(phrase: Phrase) -> Key:
    return phrase.game, phrase.language


def _phrase(entry: dict[str, object]) -> Phrase:
    marks = tuple(Mark(**mark) for mark in entry.pop("marks"))  # type: ignore[attr-defined]  # as `save` wrote it
    return Phrase(**entry, marks=marks)  # type: ignore[arg-type]
