"""What a position that cannot be is read to tell too much: a card that there is once twice, as other words tell of its
colour or of what it does as well, "the 7 rides"; or whose it is or how it lies, where no word says that.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from corpus import Language, load_facts
from service.positions.numbered import renumbered
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
    left_out = {(listed, number) for listed, cards in entries.items() for number in _repeated(cards)}
    stay = [fact for fact in facts if (entry_of(fact.place) or ())[:2] not in left_out]
    numbers = {listed: {number: at for at, number in enumerate(_numbers_in(listed, stay))} for listed, _ in left_out}
    return tuple(renumbered(fact, numbers) for fact in stay)


def told_less(facts: Iterable[Fact], game: str, language: Language) -> Iterator[tuple[Fact, ...]]:
    """The facts without what is told too much, as little left out as may be first."""
    facts = tuple(facts)
    once, unsaid = without_repeats(facts), load_facts(game).told_by
    yield once
    for name in unsaid:
        yield without_unsaid(facts, game, language, name)
    for some in (facts, once):
        yield without_unsaid(some, game, language, *unsaid)


def without_unsaid(facts: Iterable[Fact], game: str, language: Language, *names: str) -> tuple[Fact, ...]:
    """The facts, but for those of entries that only some words tell and theirs are none of them, of these names."""
    told_by = {name: words[language] for name, words in load_facts(game).told_by.items() if name in names}
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


def _numbers_in(listed: str, facts: Iterable[Fact]) -> list[int]:
    """Those that entries of a list have, in their order."""
    return sorted({entry.number for fact in facts if (entry := entry_of(fact.place)) and entry.listed == listed})
