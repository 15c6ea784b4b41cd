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
from service.positions.places import Fact, is_name
from service.positions.rulings import find

Json: TypeAlias = Any

_ENTRY = re.compile(r"(?P<list>.*?)\[(?P<number>\d+)\]")


def with_given(facts: Mapping[str, Fact], near: Sequence[tuple[Phrase, float]], wants: str | None) -> tuple[Fact, ...]:
    """The facts with those that most of the questions like it that want the same tell as a whole; `near` has how much
    each of them counts. Where such a fact names what has another name here, "the payer is me", it has that name.
    """
    alike = [(phrase, weight) for phrase, weight in near if phrase.wants == wants]
    values = _given_by_most(alike)
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
    return (*facts.values(), *(fact for fact in given if not _is_elsewhere(fact, facts, named_here)))


def _given_by_most(alike: Sequence[tuple[Phrase, float]]) -> dict[str, Json]:
    """What most of these questions tell as a whole, by its place. A name, and what refers to it, is told by most of
    those of which no words tell it: where somebody is named, nobody stands in for him.
    """
    counted: dict[tuple[str, str], float] = defaultdict(float)
    known: dict[tuple[str, str], Json] = {}
    for phrase, weight in alike:
        for place, value in phrase.given.items():
            counted[place, repr(value)] += weight
            known[place, repr(value)] = value
    names = {written for place, written in known if is_name(place)}
    every = sum(weight for _, weight in alike)

    def half(place: str, written: str) -> float:
        if written not in names:
            return every / 2
        return sum(weight for phrase, weight in alike if not _is_marked(place, phrase)) / 2

    return {
        place: known[place, written] for (place, written), weight in counted.items() if weight > half(place, written)
    }


def _is_marked(place: str, phrase: Phrase) -> bool:
    """Whether words of a question tell the fact in this place, or a part of it."""
    return any(told.startswith(place) for mark in phrase.marks for told in mark.facts)


def implied(procedure: str, question: str, language: Language) -> Iterator[Fact]:
    """What a word of the question takes for granted."""
    for fact in load_facts(procedure.partition(".")[0]).implied:
        state = find(procedure).procedure.state
        place = next((place for place in fact.places if place_in(state, place)), None)
        said = ((question[token.start : token.end], token.start) for token in tokens(question, language))
        word, start = next(((word, start) for word, start in said if word.lower() in fact.words[language]), ("", 0))
        if place and word:
            yield Fact(place, fact.value, word, start)


def _is_elsewhere(given: Fact, facts: Collection[str], named_here: Iterable[str]) -> bool:
    """Whether a fact that nobody told belongs to a map that is not this one: where the question names the places of a
    list itself, it tells no more of them than it names, and not what lies beside which.
    """
    entry = _ENTRY.match(given.place)
    if entry is None:
        return False
    named = [
        int(here["number"]) for place in named_here if (here := _ENTRY.match(place)) and here["list"] == entry["list"]
    ]
    if not named or int(entry["number"]) < min(named):
        return False
    return isinstance(given.value, list) or not any(place.startswith(entry[0]) for place in facts)
