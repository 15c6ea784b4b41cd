"""The phrasebook as it is searched: what a question asks for, and what its words tell.

Of each game and language on its own: a player's question is compared with questions in its own language. The tuned
model reads what it was tuned on; of anything else, or without it, the nearest phrases tell. Of what the model was
taught one phrase of those that ask for the same has a vector: it is an example, and the model knows the others.
"""

import json
import mmap
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from itertools import accumulate, groupby, product
from pathlib import Path
from typing import TypeAlias, TypeVar, overload

import numpy as np

from corpus import LANGUAGES, Language
from corpus.phrasebook import Mark, Phrase
from index.embedder import Vectors
from index.marks import name_of
from index.order import NONE, Order
from index.reader import Reader
from index.tagging import Tagger, Word

Key: TypeAlias = tuple[str, Language]
"""A game in one language."""
Embed: TypeAlias = Callable[[Sequence[str]], Vectors]
"""Sentences to vectors, a row each."""

NEIGHBOURS = 10
"""So many phrases vote, the nearer the more."""
SHARPNESS = 8
LEAST = 1e-6
"""How likely any rule decides, at the least: the model does not know one that was added since."""

Kind = TypeVar("Kind")


class Chapter:
    """A game's phrases in one language."""

    def __init__(self, key: Key, phrases: Sequence[Phrase], examples: Sequence[int], vectors: Vectors) -> None:
        """`examples` are the numbers of the phrases of which `vectors` has a row."""
        self._key = key
        self.phrases = phrases
        self.examples = examples
        self.vectors = vectors

    @cached_property
    def _procedures(self) -> Sequence[str | None]:
        phrases = self.phrases
        return phrases.procedures if isinstance(phrases, _Stored) else [phrase.procedure for phrase in phrases]

    @cached_property
    def tagger(self) -> Tagger:
        """Made when it is first asked: the tuned model leaves it little to do."""
        return Tagger.fit(self.phrases, self._key[1])

    @cached_property
    def said(self) -> Mapping[tuple[str, str | None], tuple[str, ...]]:
        """The words that tell a fact, by its name and its value as JSON; that tell any number, under none."""
        found: dict[tuple[str, str | None], dict[str, None]] = {}
        for phrase in self.phrases:
            for mark in phrase.marks:
                for place, value in mark.facts.items():
                    written = None if type(value) is int else json.dumps(value, ensure_ascii=False)
                    found.setdefault((place.rpartition(".")[2], written), {})[mark.words] = None
        return {key: tuple(words) for key, words in found.items()}

    @cached_property
    def names(self) -> Mapping[str, frozenset[str]]:
        """The name of a fact -> the names that its words say, in small letters."""
        found: dict[str, set[str]] = defaultdict(set)
        for phrase in self.phrases:
            for mark in phrase.marks:
                said = mark.words.casefold()
                for place, value in mark.facts.items():
                    values = value if isinstance(value, list) else [value]
                    names = {one.casefold() for one in values if isinstance(one, str) and one.casefold() in said}
                    found[name_of(place)].update(names)
        return {name: frozenset(names) for name, names in found.items()}

    def without(self, texts: Container[str]) -> "Chapter":
        """All but the phrases with these texts."""
        left = [at for at, phrase in enumerate(self.phrases) if phrase.text not in texts]
        number = {at: now for now, at in enumerate(left)}
        rows = [row for row, at in enumerate(self.examples) if at in number]
        examples = [number[self.examples[row]] for row in rows]
        return Chapter(self._key, [self.phrases[at] for at in left], examples, self.vectors[rows])

    def nearest(self, vector: Vectors, procedure: str | None, limit: int) -> list[tuple[Phrase, float]]:
        """The examples most like a question, with the cosine of each; of this procedure alone, if one is named."""
        cosines = self.vectors @ vector
        found: list[tuple[Phrase, float]] = []
        for row in np.argsort(-cosines):
            at = self.examples[row]
            if procedure is None or self._procedures[at] == procedure:
                found.append((self.phrases[at], float(cosines[row])))
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
        """The procedures that may decide a question and, where no engine does, the rules and conflicts: each with its
        share, best first. Those that the tuned model was taught are told by it; procedures that were added since, by
        the nearest phrases, of which those of an added rule would outnumber the few that stand for what was taught.
        """
        chapter = self._chapters.get((game, language))
        if chapter is None:
            return []
        near = chapter.nearest(vector, None, NEIGHBOURS)
        votes = _votes((kind_of(phrase), likeness) for phrase, likeness in near)
        read = self._reader.kinds(question, game, language) if self._reader else []
        taught = {kind for kind, _ in read}
        added = [
            (kind, share) for kind, share in votes if kind not in taught and (kind.startswith(f"{game}.") or not taught)
        ]
        left = 1 - sum(share for _, share in added)
        return sorted((*added, *((kind, left * share) for kind, share in read)), key=lambda one: -one[1])

    def rules(self, question: str, game: str | None, language: Language) -> Mapping[str, float]:
        """How likely each rule and conflict of a game, or of all, decides the question, by the tuned model; nothing
        without one.
        """
        return self._reader.rules(question, game, language) if self._reader else {}

    def asks(self, question: str, game: str, language: Language) -> Sequence[tuple[str, int, float]]:
        """Each rule and conflict with each of its questions, counted from 0, and how likely it is the one asked, by the
        tuned model, best first; nothing without one.
        """
        return self._reader.asks(question, game, language) if self._reader else []

    def answers(self, question: str, language: Language) -> dict[str, float]:
        """How likely each kind of answer is, by the tuned model; nothing without one."""
        return dict(self._reader.answers(question, language)) if self._reader else {}

    def foreign(self, question: str, language: Language) -> float | None:
        """How likely a question is about something else over that it is not, as a logarithm; None without a tuned
        model.
        """
        return self._reader.foreign(question, language) if self._reader else None

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
        """The examples most like a question, with the cosine of each; of this procedure alone, if one is named."""
        chapter = self._chapters.get((game, language))
        return chapter.nearest(vector, procedure, limit) if chapter else []

    def alike(
        self, question: str, vector: Vectors, game: str, language: Language, procedure: str
    ) -> list[tuple[Phrase, float]]:
        """The examples of a procedure, each with how much it counts for a question, the most first: it does the more it
        is like it, and the likelier its rule decides it by the tuned model.
        """
        chapter = self._chapters.get((game, language))
        if chapter is None:
            return []
        rules = self.rules(question, game, language)
        near = chapter.nearest(vector, procedure, len(chapter.examples))
        weighed = [(phrase, _vote(likeness) * max(rules.get(phrase.rule, 0.0), LEAST)) for phrase, likeness in near]
        return sorted(weighed, key=lambda one: -one[1])

    def words(self, question: str, game: str, language: Language, procedure: str) -> tuple[Word, ...]:
        """What each word of a question may tell a procedure."""
        if self._reader and self._reader.knows(procedure):
            return self._reader.words(question, procedure, language)
        chapter = self._chapters.get((game, language))
        return chapter.tagger.words(question, procedure) if chapter else ()

    def order(self, procedure: str) -> Order:
        """In which order questions tell the facts of a procedure, by the tuned model; none without one."""
        return self._reader.order(procedure) if self._reader and self._reader.knows(procedure) else NONE

    def said(self, game: str, language: Language) -> Mapping[tuple[str, str | None], tuple[str, ...]]:
        """The words that tell a fact in the phrasebook, by its name and its value as JSON; any number, under none."""
        chapter = self._chapters.get((game, language))
        return chapter.said if chapter else {}

    def names(self, game: str, language: Language) -> Mapping[str, frozenset[str]]:
        """The name of a fact -> the names that the phrasebook has for it, in small letters."""
        chapter = self._chapters.get((game, language))
        return chapter.names if chapter else {}

    def without(self, measured: Iterable[Phrase]) -> "Phrases":
        """What is measured cannot be measured with itself at hand."""
        texts: dict[Key, set[str]] = defaultdict(set)
        for phrase in measured:
            texts[phrase.game, phrase.language].add(phrase.text)
        chapters = {key: chapter.without(texts[key]) for key, chapter in self._chapters.items()}
        return Phrases(chapters, self._reader)

    @classmethod
    def load(cls, folder: Path, games: Iterable[str], reader: Reader | None = None) -> "Phrases":
        """What `save` wrote."""
        chapters = {}
        for key in product(games, LANGUAGES):
            lines, vectors = (folder / f"{_name(key)}.{ending}" for ending in ("jsonl", "npy"))
            if lines.exists():
                stored = _Stored(lines)
                chapters[key] = Chapter(key, stored, stored.examples, np.load(vectors, mmap_mode="r"))
        return cls(chapters, reader)


class _Stored(Sequence[Phrase]):
    """Phrases in a file, each made when it is asked for: of thousands a question needs the few that are nearest."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._file = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    @cached_property
    def _columns(self) -> tuple[list[str | None], list[int], list[int]]:
        self._file.seek(0)
        procedures, examples, starts = json.loads(self._file.readline())
        return procedures, examples, [self._file.tell() + start for start in starts]

    @property
    def procedures(self) -> list[str | None]:
        """Of each phrase."""
        return self._columns[0]

    @property
    def examples(self) -> list[int]:
        """The numbers of those that have a vector."""
        return self._columns[1]

    @overload
    def __getitem__(self, at: int) -> Phrase: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Phrase]: ...
    def __getitem__(self, at: int | slice) -> Phrase | Sequence[Phrase]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        *_, starts = self._columns
        entry = json.loads(self._file[starts[at] : starts[at + 1]])
        return Phrase(**entry | {"marks": tuple(Mark(**mark) for mark in entry["marks"])})

    def __len__(self) -> int:
        return len(self.procedures)


def examples(phrases: Sequence[Phrase], taught: Container[tuple[str, str]]) -> list[int]:
    """The numbers of those that have a vector. Where the model was taught the kind of a game, it is one of all that ask
    for the same, and none that is held out where there are others: what is measured stays apart.
    """
    found = []
    alike: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for at, phrase in enumerate(phrases):
        if (phrase.game, kind_of(phrase)) in taught:
            given = tuple((place, repr(value)) for place, value in phrase.given.items())
            alike[phrase.game, phrase.language, kind_of(phrase), phrase.rule, phrase.wants, given].append(at)
        else:
            found.append(at)
    return sorted([*found, *(min(several, key=lambda at: phrases[at].held_out) for several in alike.values())])


def save(phrases: Iterable[Phrase], taught: Container[tuple[str, str]], embed: Embed, folder: Path) -> None:
    """The phrases of each game and language, after a line with the procedure of each, the numbers of the examples and
    where each phrase begins behind that line, and the vectors; into a folder that is being written. `taught` has the
    games and kinds that the model knows.
    """
    for key, group in groupby(sorted(phrases, key=_key), _key):
        name, own = _name(key), list(group)
        compared = examples(own, taught)
        lines = [_line(asdict(phrase)) for phrase in own]
        starts = [0, *accumulate(map(len, lines))]
        columns = _line([[phrase.procedure for phrase in own], compared, starts])
        (folder / f"{name}.jsonl").write_bytes(b"".join([columns, *lines]))
        np.save(folder / f"{name}.npy", embed([own[at].text for at in compared]))


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


def _name(key: Key) -> str:
    return "phrases-{}-{}".format(*key)


def _votes(near: Iterable[tuple[Kind, float]]) -> list[tuple[Kind, float]]:
    """Each kind with its share of the votes, best first."""
    votes: dict[Kind, float] = defaultdict(float)
    for kind, likeness in near:
        votes[kind] += _vote(likeness)
    total = sum(votes.values())
    return sorted(((kind, vote / total) for kind, vote in votes.items()), key=lambda one: -one[1])


def _vote(likeness: float) -> float:
    return max(likeness, 0.01) ** SHARPNESS


def _key(phrase: Phrase) -> Key:
    return phrase.game, phrase.language
