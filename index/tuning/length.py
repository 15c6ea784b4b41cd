"""Tells lessons at greater length, as players do: beside other facts, and with talk that tells nothing.

Most sentences of a phrasebook are short. So a clause of another sentence that tells other facts of the same procedure
is put before one or after it, and between its clauses stands one of another procedure that tells none.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from corpus import Language
from corpus.phrasebook import Mark, Phrase

BESIDE_ANOTHER = 0.35
"""How often a clause with other facts of its procedure stands beside a sentence."""
WITH_TALK = 0.28
"""How often a clause that tells nothing stands in it."""
LONGEST = 40
"""So many words a sentence has at most to be made longer."""
TRIED = 4
"""So many clauses are tried for one whose facts fit."""
LEAST_TALK = 3
"""Words of a clause that tells nothing: shorter ones belong to what stands beside them."""
_CLAUSE = re.compile(r"[^,.;:!?]+[,.;:!?]*")
_STOPS = ",.;:!?"


class Clause(NamedTuple):
    """A part of a sentence between marks of speech, without them."""

    procedure: str
    words: str
    marks: tuple[Mark, ...]
    """With where they begin in the clause."""


@dataclass(frozen=True, slots=True)
class Lengthener:
    """Makes sentences longer with the clauses of others."""

    random: Random
    telling: Mapping[tuple[Language, str], Sequence[Clause]]
    """Language and procedure -> the clauses that tell facts and ask nothing."""
    talk: Mapping[Language, Sequence[Clause]]
    """Those that tell nothing, from the middle of a sentence: there they ask nothing."""

    @classmethod
    def of(cls, phrases: Iterable[Phrase], random: Random) -> "Lengthener":
        """With the clauses of these sentences."""
        telling: dict[tuple[Language, str], list[Clause]] = defaultdict(list)
        talk: dict[Language, list[Clause]] = defaultdict(list)
        for phrase in phrases:
            if phrase.procedure is None:
                continue
            clauses = list(_clauses(phrase, phrase.procedure))
            telling[phrase.language, phrase.procedure] += (clause for clause in clauses if clause and clause.marks)
            talk[phrase.language] += (
                clause
                for clause in clauses[1:-1]
                if clause and not clause.marks and len(clause.words.split()) >= LEAST_TALK
            )
        return cls(random, telling, talk)

    def longer(self, phrase: Phrase) -> Phrase:
        """The sentence with more facts, or with talk, or as it is."""
        if phrase.procedure is None or len(phrase.text.split()) > LONGEST:
            return phrase
        if self.random.random() < BESIDE_ANOTHER:
            phrase = self._beside_another(phrase, phrase.procedure)
        if self.random.random() < WITH_TALK:
            phrase = self._with_talk(phrase)
        return phrase

    def _beside_another(self, phrase: Phrase, procedure: str) -> Phrase:
        """With a clause whose facts are all others, before it or after it."""
        told = {_root(place) for place in (*phrase.given, *_places(phrase.marks))}
        some = self.telling.get((phrase.language, procedure))
        for clause in self.random.choices(some, k=TRIED) if some else ():
            if told.isdisjoint(map(_root, _places(clause.marks))):
                return self._with(phrase, clause, self.random.choice((0, len(phrase.text))))
        return phrase

    def _with_talk(self, phrase: Phrase) -> Phrase:
        """With a clause that tells nothing before it, between two of its clauses, or after it."""
        some = self.talk.get(phrase.language)
        clause = self.random.choice(some) if some else None
        if clause is None or clause.procedure == phrase.procedure:  # there it may tell what nobody marked
            return phrase
        ends = (0, *(match.end() for match in _CLAUSE.finditer(phrase.text)))
        between = [end for end in ends if not any(mark.start < end < _end(mark) for mark in phrase.marks)]
        return self._with(phrase, clause, self.random.choice(between))

    def _with(self, phrase: Phrase, clause: Clause, at: int) -> Phrase:
        """The sentence with the clause in it."""
        before, after = phrase.text[:at].rstrip(), phrase.text[at:].lstrip()
        lead = "" if not before else " " if before[-1] in _STOPS else self._stop()
        trail = self._stop() if after else ""
        put = len(before) + len(lead)
        moved = put + len(clause.words) + len(trail) - (len(phrase.text) - len(after))
        marks = (
            *(mark for mark in phrase.marks if mark.start < at),
            *(replace(mark, start=put + mark.start) for mark in clause.marks),
            *(replace(mark, start=mark.start + moved) for mark in phrase.marks if mark.start >= at),
        )
        return replace(phrase, text=f"{before}{lead}{clause.words}{trail}{after}", marks=marks)

    def _stop(self) -> str:
        """What stands between two clauses; on a phone often nothing."""
        return self.random.choice((", ", ", ", ". ", " "))


def _clauses(phrase: Phrase, procedure: str) -> Iterator[Clause | None]:
    """In their order; None for one that asks, or that a mark goes beyond."""
    for match in _CLAUSE.finditer(phrase.text):
        words = match[0].rstrip(_STOPS + " ")
        start = match.start() + len(words) - len(words.lstrip())
        end = match.start() + len(words)
        marks = [mark for mark in phrase.marks if mark.start < end and start < _end(mark)]
        if "?" in match[0] or any(mark.start < start or end < _end(mark) for mark in marks):
            yield None
        else:
            yield Clause(procedure, words.lstrip(), tuple(replace(mark, start=mark.start - start) for mark in marks))


def _places(marks: Iterable[Mark]) -> Iterator[str]:
    yield from (place for mark in marks for place in mark.facts)


def _root(place: str) -> str:
    """The part of a state that a fact belongs to: facts of one list belong together."""
    return place.partition("[")[0]


def _end(mark: Mark) -> int:
    return mark.start + len(mark.words)
