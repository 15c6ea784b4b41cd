"""What a position that cannot be is read to tell too much: a card that there is once twice, as other words tell of its
colour or of what it does as well, "the 7 rides"; or how a card lies, where no word says that.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from corpus import Language, load_facts
from service.positions.places import NUMBERED, Fact, entry_of

_CARD = ("", ".card")
"""Where in an entry of a list its card stands: it is one, or it has one."""


def without_repeats(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts, with each card once in a list: the one whose words have a number, or else the first. The entries after
    one that is left out move up.
    """
    facts = tuple(facts)
    entries: dict[str, dict[int, Fact]] = defaultdict(dict)
    for fact in facts:
        entry = entry_of(fact.place)
        if entry and entry.rest in _CARD and isinstance(fact.value, str) and NUMBERED.fullmatch(fact.value):
            entries[entry.listed][entry.number] = fact
    left_out = {listed: _repeated(cards) for listed, cards in entries.items()}
    return tuple(_moved_up(fact, left_out) for fact in facts if not _is_in(fact, left_out))


def without_unsaid(facts: Iterable[Fact], game: str, language: Language) -> tuple[Fact, ...]:
    """The facts, but for those of entries that only some words tell and theirs are none of them."""
    told_by = {name: words[language] for name, words in load_facts(game).told_by.items()}
    return tuple(
        fact
        for fact in facts
        if not ((entry := entry_of(fact.place)) and (words := told_by.get(entry.rest.removeprefix("."))))
        or re.search(words, fact.words, re.IGNORECASE)
    )


def _repeated(cards: dict[int, Fact]) -> set[int]:
    """The entries that have a card which another has too, but for one of each."""
    by_card: dict[str, list[int]] = defaultdict(list)
    for number in sorted(cards, key=lambda number: (not any(map(str.isdigit, cards[number].words)), number)):
        by_card[cards[number].value].append(number)
    return {number for numbers in by_card.values() for number in numbers[1:]}


def _is_in(fact: Fact, entries: dict[str, set[int]]) -> bool:
    entry = entry_of(fact.place)
    return entry is not None and entry.number in entries.get(entry.listed, ())


def _moved_up(fact: Fact, left_out: dict[str, set[int]]) -> Fact:
    entry = entry_of(fact.place)
    if entry is None or not left_out.get(entry.listed):
        return fact
    number = entry.number - sum(other < entry.number for other in left_out[entry.listed])
    return replace(fact, place=f"{entry.listed}[{number}]{entry.rest}")
