"""Which seats words tell of. Most questions tell them from the player's own, which is one and the same then; who says
"I'm south" is south, and there lies what is told of "my left flank". All seats in their order say how the players sit,
and nothing of the position.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from corpus import Language, load_facts
from corpus.schema import Seats
from service.positions.partial_states import place_in
from service.positions.places import Fact, whole_of
from service.positions.rulings import find

OWN = "seat"
"""Where a state has the seat of the player whose position it is."""


def seated(facts: Iterable[Fact], procedure: str, question: str, language: Language) -> tuple[Fact, ...]:
    """The facts, told of the seats where the players sit."""
    facts = tuple(facts)
    seats = load_facts(procedure.partition(".")[0]).seats
    if seats is None:
        return facts
    rows = _rows(question, seats, language)
    facts = tuple(fact for fact in facts if fact.start not in rows and not _is_of_another(fact, seats, language))
    own = _own(question, seats, language)
    if own is None or own.value == seats.own:
        return facts
    mine = [fact for fact in facts if seats.own in _told_of(fact, seats) and not _named(fact.words, seats, language)]
    stay = [fact for fact in facts if fact not in mine]
    taken = {whole_of(fact.place) for fact in stay}
    moved = [_moved(fact, seats.own, own.value) for fact in mine]
    facts = (*stay, *(fact for fact in moved if whole_of(fact.place) not in taken))
    if OWN not in {fact.place for fact in facts} and place_in(find(procedure).procedure.state, OWN):
        return (*facts, own)
    return facts


def _rows(question: str, seats: Seats, language: Language) -> set[int]:
    """Where the question has all seats one after the other."""
    seat = _any(seats, language)
    rows = re.finditer(rf"{seat}(?:\W+(?:\w{{1,3}}\W+)?{seat}){{{len(seats.order) - 1}}}", question, re.IGNORECASE)
    return {place for row in rows for place in range(*row.span())}


def _own(question: str, seats: Seats, language: Language) -> Fact | None:
    """The seat that the player says is theirs."""
    before = rf"\b(?:{seats.i_am[language]})\W+(?:\w{{1,2}}\W+)?"
    said = re.search(f"{before}({_any(seats, language)})", question, re.IGNORECASE)
    return Fact(OWN, _named(said[1], seats, language)[0], said[1], said.start(1)) if said else None


def _any(seats: Seats, language: Language) -> str:
    """What matches the word for a seat."""
    return rf"\b(?:{'|'.join(seats.words[language])})\b"


def _named(words: str, seats: Seats, language: Language) -> list[str]:
    """The seats that words name."""
    names = zip(seats.order, seats.words[language], strict=True)
    return [seat for seat, name in names if re.search(rf"\b{name}\b", words, re.IGNORECASE)]


def _told_of(fact: Fact, seats: Seats) -> list[str]:
    """The seats that a fact is told of."""
    return [seat for seat in seats.order if re.search(rf"\b{seat}\b", f"{fact.place} {fact.value}")]


def _is_of_another(fact: Fact, seats: Seats, language: Language) -> bool:
    """Whether its words name a seat, and it is told of another."""
    named, told_of = _named(fact.words, seats, language), _told_of(fact, seats)
    return bool(named and told_of) and set(named).isdisjoint(told_of)


def _moved(fact: Fact, seat: str, to: str) -> Fact:
    """The fact, told of another seat."""
    return replace(fact, place=re.sub(rf"\b{seat}\b", to, fact.place), value=to if fact.value == seat else fact.value)
