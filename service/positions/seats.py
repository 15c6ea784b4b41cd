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
from service.positions.places import Fact
from service.positions.rulings import find

OWN = "seat"
"""Where a state has the seat of the player whose position it is."""


def seated(facts: Iterable[Fact], procedure: str, question: str, language: Language) -> tuple[Fact, ...]:
    """The facts, told of the seats where the players sit."""
    facts = tuple(facts)
    seats = load_facts(procedure.partition(".")[0]).seats
    if seats is None:
        return facts
    seat = "|".join(seats.words[language])
    rows = re.finditer(rf"\b(?:{seat})\b(?:\W+(?:\w{{1,3}}\W+)?(?:{seat})\b){{{len(seats.order) - 1}}}", question, re.I)
    within = [row.span() for row in rows]
    facts = tuple(
        fact
        for fact in facts
        if not any(start <= fact.start < end for start, end in within) and not _is_of_another(fact, seats, language)
    )
    said = re.search(rf"\b(?:{seats.i_am[language]})\W+(?:\w{{1,2}}\W+)?({seat})\b", question, re.I)
    own = seats.order[seats.words[language].index(said[1].lower())] if said else seats.own
    if said is None or own == seats.own:
        return facts
    told_of_own = re.compile(rf"\b{seats.own}\b")
    misplaced = [
        fact
        for fact in facts
        if told_of_own.search(f"{fact.place} {fact.value}") and not re.search(rf"\b(?:{seat})\b", fact.words, re.I)
    ]
    stay = [fact for fact in facts if fact not in misplaced]
    taken = {_list_of(fact.place) for fact in stay}
    moved = (
        replace(
            fact,
            place=told_of_own.sub(own, fact.place),
            value=own if fact.value == seats.own else fact.value,
        )
        for fact in misplaced
    )
    facts = (*stay, *(fact for fact in moved if _list_of(fact.place) not in taken))
    if OWN not in {fact.place for fact in facts} and place_in(find(procedure).procedure.state, OWN):
        return (*facts, Fact(OWN, own, said[1], said.start(1)))
    return facts


def _is_of_another(fact: Fact, seats: Seats, language: Language) -> bool:
    """Whether its words name a seat, and it is told of another."""
    named = {
        seat
        for seat, word in zip(seats.order, seats.words[language], strict=True)
        if re.search(rf"\b{word}\b", fact.words, re.IGNORECASE)
    }
    told_of = {seat for seat in seats.order if re.search(rf"\b{seat}\b", f"{fact.place} {fact.value}")}
    return bool(named and told_of) and named.isdisjoint(told_of)


def _list_of(place: str) -> str:
    """The list of which an entry is told, or the place itself."""
    return place.partition("[")[0] if place.endswith("]") else place
