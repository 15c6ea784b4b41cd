"""What a question tells without saying it: as a whole, as the questions most like it do, and by words that imply it."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from corpus import Language, load_facts
from corpus.phrasebook import Phrase
from index.tokens import tokens
from service.positions.numbered import numbered_alike
from service.positions.partial_states import place_in
from service.positions.places import Fact, entry_of, is_name
from service.positions.rulings import find

Json: TypeAlias = Any


def with_given(
    facts: Mapping[str, Fact],
    near: Sequence[tuple[Phrase, float]],
    wants: str | None,
    drawn: Collection[str] = (),
) -> tuple[Fact, ...]:
    """The facts with those that most of the questions like it that want the same tell as a whole; `near` has how much
    each of them counts. Where such a fact names what has another name here, "the payer is me", it has that name. Of the
    lists that are `drawn` here nothing is told as it usually is.
    """
    alike = [(phrase, weight) for phrase, weight in near if phrase.wants == wants]
    told = _lists_of(facts)
    values = {place: value for place, value in _given_by_most(alike, told).items() if _list_of(place) not in drawn}
    facts = numbered_alike(facts, values, alike)
    here = {
        repr(name): facts[place].value
        for phrase, _ in reversed(alike)
        for place, name in phrase.given.items()
        if place in facts and is_name(place)
    }
    given = [Fact(place, here.get(repr(value), value), "") for place, value in values.items() if place not in facts]
    named_here = {
        place for place in values if is_name(place) and place in facts and facts[place].value != values[place]
    }
    given = [fact for fact in given if not _is_of_nobody(fact, facts, values)]
    return (*facts.values(), *(fact for fact in given if not _is_elsewhere(fact, facts, named_here)))


def _given_by_most(alike: Sequence[tuple[Phrase, float]], told: Collection[str]) -> dict[str, Json]:
    """What most of these questions tell as a whole, by its place. A name, and what refers to it, is told by most of
    those of which no words tell it: where somebody is named, nobody stands in for him. And a list by most of those of
    which words tell something of it, or of which none do, as here: the lists `told` are.
    """
    counted: dict[tuple[str, str], float] = defaultdict(float)
    known: dict[tuple[str, str], Json] = {}
    counting: dict[str | None, Sequence[tuple[Phrase, float]]] = {None: alike}
    for listed in {listed for phrase, _ in alike for listed in _lists_of(phrase.given)}:
        as_here = [one for one in alike if _is_marked(f"{listed}[", one[0]) == (listed in told)]
        counting[listed] = as_here or alike
    for own_list, some in counting.items():
        for phrase, weight in some:
            for place, value in phrase.given.items():
                if _list_of(place) == own_list:
                    counted[place, repr(value)] += weight
                    known[place, repr(value)] = value
    names = {written for place, written in known if is_name(place)}

    def half(place: str, written: str) -> float:
        some = counting[_list_of(place)]
        if written not in names:
            return sum(weight for _, weight in some) / 2
        return sum(weight for phrase, weight in some if not _is_marked(place, phrase)) / 2

    return {
        place: known[place, written] for (place, written), weight in counted.items() if weight > half(place, written)
    }


def _lists_of(places: Iterable[str]) -> frozenset[str]:
    """The lists that facts in these places are told of."""
    return frozenset(listed for place in places if (listed := _list_of(place)))


def _is_marked(place: str, phrase: Phrase) -> bool:
    """Whether words of a question tell the fact in this place, or a part of it."""
    return any(told.startswith(place) for mark in phrase.marks for told in mark.facts)


def lists_drawn(question: str, game: str, language: Language) -> frozenset[str]:
    """The lists that a question tells itself, as one that says which zones its map has: they are not the usual ones."""
    words = load_facts(game).drawn.items()
    return frozenset(name for name, said in words if re.search(rf"\b{said[language]}", question, re.IGNORECASE))


def implied(procedure: str, question: str, language: Language) -> Iterator[Fact]:
    """What a word of the question takes for granted."""
    for fact in load_facts(procedure.partition(".")[0]).implied:
        state = find(procedure).procedure.state
        place = next((place for place in fact.places if place_in(state, place)), None)
        said = ((question[token.start : token.end], token.start) for token in tokens(question, language))
        word, start = next(((word, start) for word, start in said if word.lower() in fact.words[language]), ("", 0))
        if place and word:
            yield Fact(place, fact.value, word, start)


def _is_of_nobody(given: Fact, facts: Collection[str], values: Collection[str]) -> bool:
    """Whether a fact is told of an entry of a list of which words tell others, and nothing else of this one: where two
    figures stand in the zone a third does not.
    """
    entry = entry_of(given.place)
    if entry is None or not any(place.startswith(f"{entry.listed}[") for place in facts):
        return False
    here = f"{entry.listed}[{entry.number}]"
    return not any(place.startswith(here) and (place in facts or is_name(place)) for place in (*facts, *values))


def _is_elsewhere(given: Fact, facts: Collection[str], named_here: Iterable[str]) -> bool:
    """Whether a fact that nobody told belongs to a map that is not this one: where the question names the places of a
    list itself, it tells no more of them than it names, and not what lies beside which.
    """
    entry = entry_of(given.place)
    if entry is None:
        return False
    named = [here.number for place in named_here if (here := entry_of(place)) and here.listed == entry.listed]
    if not named or entry.number < min(named):
        return False
    told = f"{entry.listed}[{entry.number}]"
    return isinstance(given.value, list) or not any(place.startswith(told) for place in facts)


def _list_of(place: str) -> str | None:
    entry = entry_of(place)
    return entry.listed if entry else None
