"""Which entries of a list words tell of, where questions like this one tell others of it as a whole."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, TypeAlias

from corpus.phrasebook import Phrase
from index.marks import kind_of
from service.positions.places import Fact, entry_of, is_name

Json: TypeAlias = Any


def numbered_alike(
    facts: Mapping[str, Fact], given: Mapping[str, Json], alike: Sequence[tuple[Phrase, float]]
) -> dict[str, Fact]:
    """The facts by their places, those of a list of which part is `given` in the entries of which the questions like
    this one tell such facts, each with how much it counts: of a map that begins with the Heart, what words tell of
    another zone is not told of the Heart. An entry that has the name of one that is given is that one.
    """
    told = {place: fact.value for place, fact in facts.items()}
    numbers: dict[str, dict[int, int]] = {}
    for listed in {entry.listed for place in given if (entry := entry_of(place))}:
        by_name = {repr(value): number for number, place, value in _of_list(listed, given) if is_name(place)}
        named = {
            number: by_name[repr(value)]
            for number, place, value in _of_list(listed, told)
            if is_name(place) and repr(value) in by_name
        }
        first = _first_told(listed, told, alike)
        if first is None:
            continue
        others = count(first)
        entries = sorted({number for number, *_ in _of_list(listed, told)})
        now = {number: named[number] if number in named else next(others) for number in entries}
        if len({*now.values()}) == len(now):
            numbers[listed] = now
    return {fact.place: fact for fact in (renumbered(fact, numbers) for fact in facts.values())}


def _first_told(listed: str, told: Collection[str], alike: Sequence[tuple[Phrase, float]]) -> int | None:
    """The first entry of a list of which most of the questions tell in words what is told here, if any does."""
    kinds = {kind_of(place) for place in told}
    firsts: dict[int, float] = defaultdict(float)
    for phrase, weight in alike:
        marked = {
            place: value for mark in phrase.marks for place, value in mark.facts.items() if kind_of(place) in kinds
        }
        first = min((number for number, *_ in _of_list(listed, marked)), default=None)
        if first is not None:
            firsts[first] += weight
    return max(firsts, key=lambda first: firsts[first], default=None)


def _of_list(listed: str, facts: Mapping[str, Json]) -> Iterator[tuple[int, str, Json]]:
    """Each fact that is told of an entry of a list, with the number of the entry."""
    for place, value in facts.items():
        entry = entry_of(place)
        if entry and entry.listed == listed:
            yield entry.number, place, value


def renumbered(fact: Fact, numbers: Mapping[str, Mapping[int, int]]) -> Fact:
    """The fact in the entry that has another number now, by its list."""
    entry = entry_of(fact.place)
    if entry is None or entry.listed not in numbers:
        return fact
    return replace(fact, place=f"{entry.listed}[{numbers[entry.listed][entry.number]}]{entry.rest}")
