"""Which readings of a question cannot be right, by the question's own words."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from corpus import Language, load_facts
from corpus.function_words import NUMERALS
from service.positions.places import Fact, entry_of, is_whole, state_told, whole_of
from service.positions.rulings import is_part_of_a_state

Json: TypeAlias = Any

_NOUN = re.compile(r" (?=[^\W\d])")
"""What may be counted, behind a number."""
_SHORT_CARD = re.compile(r"\b[a-z]G?\d\b", re.IGNORECASE)
"""A card by the first letter of its colour: "n7"."""
_ALL_BEFORE = re.compile(r"\b(?:all|tutt[ie] e) $", re.IGNORECASE)
_NEARBY = 20
"""So many letters before and behind a card stand what tells its rank."""
_ALIKE = 5
"""A name that is said in the other language has so many letters of it at the beginning."""


def is_possible(facts: Iterable[Fact], procedure: str, question: str, language: Language) -> bool:
    """Whether the question may tell the procedure these facts: they fit together in a state, and it says so."""
    facts = list(facts)
    return (
        is_whole(facts)
        and is_said(facts, procedure, question, language)
        and is_part_of_a_state(procedure, state_told(facts))
    )


def is_said(facts: Iterable[Fact], procedure: str, question: str, language: Language) -> bool:
    """Whether the question has the names, the numbers and the ranks that it is read to tell."""
    facts = list(facts)
    return not (
        has_name_unsaid(facts, procedure, question, language)
        or miscounts(facts, question, language)
        or guesses_rank(facts, procedure, question, language)
    )


def has_name_unsaid(facts: Iterable[Fact], procedure: str, question: str, language: Language) -> bool:
    """Whether words of the question are taken for a name that is not in it."""
    return any(True for _ in with_name_unsaid(facts, procedure, question, language))


def with_name_unsaid(facts: Iterable[Fact], procedure: str, question: str, language: Language) -> Iterator[Fact]:
    """Those whose words are taken for a name that is not in the question: one from a position the model learnt.

    Figures that are only counted, "four monsters", have names that nobody says; and a "vampiro" is a Vampire.
    """
    known = load_facts(procedure.partition(".")[0]).words
    said = _letters(question)
    for fact in facts:
        if fact.words and not _counts(fact.words, language):
            parts = (part for name in _texts(fact.value) if name not in known for part in name.split())
            if any(
                not (part in known or any(map(str.isdigit, part)) or _letters(part)[:_ALIKE] in said) for part in parts
            ):
                yield fact


def miscounts(facts: Iterable[Fact], question: str, language: Language) -> bool:
    """Whether words that count several entries of a list, "four monsters", are read as more or fewer, "all three stars"
    as one, or a mere number as several. A number that is told of each, "10 every round", counts none, and of a number
    what it counts may stand behind it.
    """
    entries: dict[tuple[int, str, str], set[int]] = defaultdict(set)
    told: dict[tuple[int, str, str], list[Json]] = defaultdict(list)
    for fact in facts:
        if fact.words and (entry := entry_of(fact.place)):
            of_list = fact.start, fact.words, entry.listed
            entries[of_list].add(entry.number)
            told[of_list].append(fact.value)
    for (start, words, name), counted in entries.items():
        numbers = [one for one in _numbers(words, language) if one not in told[start, words, name]]
        if len(counted) > 1 and len(numbers) == 1:
            counts = " " in words or _NOUN.match(question, start + len(words))
            if numbers != [len(counted)] or not counts:
                return True
        number, _, noun = words.partition(" ")
        is_one_of_all = len(counted) == 1 and noun and _ALL_BEFORE.search(question[:start])
        if is_one_of_all and any(several > 1 for several in _numbers(number, language)):
            return True
    return False


def guesses_rank(facts: Iterable[Fact], procedure: str, question: str, language: Language) -> bool:
    """Whether cards that are called by a name that several have, "two red generals", are taken for certain ones, or are
    not among those that are counted.
    """
    ranked = load_facts(procedure.partition(".")[0]).ranked
    if ranked is None or not re.search(ranked.words[language], question, re.IGNORECASE):
        return False
    facts = list(facts)
    counted = [fact for fact in facts if whole_of(fact.place).endswith(ranked.counted_in)]
    if counted and not any(re.search(ranked.cards, str(fact.value)) for fact in facts):
        return not re.search(ranked.none[language], question, re.IGNORECASE)
    cards = (fact for fact in counted if re.search(ranked.cards, str(fact.value)))
    around = (question[max(0, card.start - _NEARBY) : card.start + len(card.words) + _NEARBY] for card in cards)
    return any(
        re.search(ranked.words[language], words, re.IGNORECASE)
        and not re.search(ranked.told_by[language], words, re.IGNORECASE)
        for words in around
    )


def unspoken(question: str, language: Language, game: str) -> frozenset[str]:
    """Of the values that are told by their own words alone those that the question does not say, where it says any: who
    names black cards only has no yellow one.
    """
    spoken = load_facts(game).spoken
    said = {value for value, begins in spoken.items() if re.search(rf"\b{begins[language]}", question, re.IGNORECASE)}
    return frozenset(spoken.keys() - said) if said and not _SHORT_CARD.search(question) else frozenset()


def _numbers(words: str, language: Language) -> Iterator[int]:
    for word in re.findall(r"\w+", words.lower()):
        number = int(word) if word.isdecimal() else NUMERALS[language].get(word)
        if number is not None:
            yield number


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _counts(words: str, language: Language) -> bool:
    return any(True for _ in _numbers(words, language))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))
