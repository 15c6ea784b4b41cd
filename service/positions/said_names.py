"""Names that the question has for what the model learnt under another: a "cucina" that it takes for a hall."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from corpus import Language
from index.tokens import Token, tokens
from service.positions.places import Fact, is_name
from service.positions.possible import with_name_unsaid

Json: TypeAlias = Any

MOST_WORDS = 2
"""Words that are more than these are no name."""
LEAST_LETTERS = 3
"""So many a name has: "in" and "di" have fewer."""
_STAND_INS = ("Z", "Y", "X", "W", "V")
"""For what has no name in the question."""


def as_said(facts: Iterable[Fact], procedure: str, question: str, language: Language) -> tuple[Fact, ...]:
    """The facts, with the names that nobody says exchanged: for the words that tell them, where these tell nothing
    else; for another name that the same words tell; else, "a hunter in my zone", for a letter that stands for all that
    have the name. What the question does not tell has the same names then.
    """
    facts = tuple(facts)
    texts = (fact for fact in facts if isinstance(fact.value, str))
    unsaid = list(with_name_unsaid(texts, procedure, question, language))
    if not unsaid:
        return facts
    by_words: dict[int, list[Fact]] = defaultdict(list)
    for fact in facts:
        by_words[fact.start].append(fact)
    said = {fact.place: name for fact in unsaid if (name := _name(fact, by_words[fact.start], language))}
    names: dict[str, set[str]] = defaultdict(set)
    for fact in unsaid:
        if fact.place in said:
            names[fact.value].add(said[fact.place])
    unnamed = {fact.value for fact in unsaid if len(by_words[fact.start]) > 1} - names.keys()
    for_all = {learnt: name for learnt, (name, *others) in names.items() if not others}
    for_all |= dict(zip(sorted(unnamed), _STAND_INS, strict=False))
    return tuple(_named(fact, said, for_all) for fact in facts)


def _named(fact: Fact, said: Mapping[str, str], for_all: Mapping[str, str]) -> Fact:
    if fact.place in said:
        return replace(fact, value=said[fact.place])
    value = _exchanged(fact.value, for_all)
    return replace(fact, value=value, words="" if value in _STAND_INS else fact.words) if value != fact.value else fact


def _name(fact: Fact, by_its_words: Sequence[Fact], language: Language) -> str | None:
    """What the words that tell a fact call it, if they do."""
    if len(by_its_words) > 1:
        names = (other.value for other in by_its_words if is_name(other.place) and other.value == other.words)
        return next(names, None)
    matter = [token for token in tokens(fact.words, language) if _may_name(token)]
    return fact.words[matter[0].start : matter[-1].end] if 0 < len(matter) <= MOST_WORDS else None


def _may_name(token: Token) -> bool:
    return not token.is_little and token.number is None and token.end - token.start >= LEAST_LETTERS


def _exchanged(value: Json, names: Mapping[str, str]) -> Json:
    if isinstance(value, str):
        return names.get(value, value)
    return [_exchanged(inner, names) for inner in value] if isinstance(value, list) else value
