"""Elections: which side passes its law in a region, and which cards change place."""

from dataclasses import dataclass

from adjudicator.kernel import Procedure, Ruling, Silence, Trace
from adjudicator.vwars.conflicts import ELECTION_STRENGTH, ELECTION_WINNER
from adjudicator.vwars.state import STRICT, Card, Count, Side, player_card_faults, read_card
from adjudicator.vwars.tables import LAW_CARDS_EACH


@dataclass(frozen=True, slots=True, kw_only=True)
class Election:
    """A region that votes."""

    __pydantic_config__ = STRICT
    cards: tuple[Card, ...]
    """Every card of the Region deck, revealed."""


def election(state: Election, trace: Trace) -> Ruling:
    """The side whose law passes, or neither."""
    player_card_faults(len(state.cards), trace)
    trace.require_possible()
    if trace.reading(ELECTION_WINNER) == "en-rulebook":
        trace.cite("VW-7.9", "not-stated")
        raise Silence("how-an-election-is-won")
    values: dict[Side, list[int]] = {"human": [], "vampire": []}
    for card in state.cards:
        side, value = read_card(card)
        values[side].append(value)
    human, vampire = sum(values["human"]), sum(values["vampire"])
    highest = max(values["human"], default=0), max(values["vampire"], default=0)
    if _ahead(human, vampire) != _ahead(*highest) and trace.reading(ELECTION_STRENGTH) == "highest-card":
        human, vampire = highest
        trace.cite("VW-7.9", "highest-card", human=human, vampire=vampire)
    else:
        trace.cite("VW-7.9", "summed", human=human, vampire=vampire)
    winner = _ahead(human, vampire)
    if winner is None:
        trace.cite("VW-7.10", "no-law", strength=human)
    else:
        trace.cite("VW-7.9", "side-wins", side=winner)
    return trace.ruling("resolved", winner=winner, human=human, vampire=vampire)


def _ahead(human: int, vampire: int) -> Side | None:
    if human == vampire:
        return None
    return "human" if human > vampire else "vampire"


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """An election that has just been decided."""

    __pydantic_config__ = STRICT
    winner: Side | None
    """The side that won it, if one did."""
    law: str | None = None
    """The face-up law on top of that side's Law deck; needed where a side won."""
    active_law: str | None
    """The law in force in the region, if there is one."""
    facedown: Count | None = None
    """Cards left facedown in that side's Law deck; tells whether the next law can be turned up."""


def law(state: Law, trace: Trace) -> Ruling:
    """The law in force after the election, and the next one turned up."""
    if state.facedown is not None and state.facedown >= LAW_CARDS_EACH:
        trace.fault("VW-2.6", "too-many-laws", facedown=state.facedown)
        trace.require_possible()
    if state.winner is None:
        trace.cite("VW-7.10", "law-unchanged")
        if state.active_law is not None:
            trace.cite("VW-7.8", "stays-in-force", law=state.active_law)
        return trace.ruling("resolved", active_law=state.active_law, replaced=None, turned_up=False)
    if state.law is None:
        trace.cite("VW-7.6", "asks-law", side=state.winner)
        return trace.ruling("undecided", missing=["law"])
    trace.cite("VW-7.6", "law-placed", side=state.winner, law=state.law)
    if state.active_law is not None:
        trace.cite("VW-7.8", "replaced", old=state.active_law, law=state.law)
    if state.facedown is None:
        trace.cite("VW-7.7", "next-if-any", side=state.winner)
        return trace.ruling("resolved", active_law=state.law, replaced=state.active_law)
    if state.facedown == 0:
        trace.cite("VW-7.7", "deck-used-up", side=state.winner)
        return trace.ruling("undecided", active_law=state.law, replaced=state.active_law, not_stated="law-deck-used-up")
    trace.cite("VW-7.7", "next-turned-up", side=state.winner, left=state.facedown - 1)
    return trace.ruling("resolved", active_law=state.law, replaced=state.active_law, turned_up=True)


PROCEDURES = (
    Procedure(
        name="election",
        state=Election,
        decide=election,
        example=Election(cards=("red 3", "white 2", "white 2")),
        summary={"it": "Quale fazione fa passare la legge", "en": "Which side passes its law"},
    ),
    Procedure(
        name="law",
        state=Law,
        decide=law,
        example=Law(winner="human", law="Curfew", active_law=None, facedown=11),
        summary={"it": "Quale legge resta in vigore nella regione", "en": "Which law is in force in the region"},
    ),
)
