"""Elections: which side passes its law in a region, and which cards change place."""

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.vwars.conflicts import ELECTION_STRENGTH, ELECTION_WINNER
from adjudicator.vwars.state import Card, Count, Side, player_card_faults, read_card
from adjudicator.vwars.tables import LAW_CARDS_EACH


@state_type
class Election:
    """A region that votes."""

    cards: tuple[Card, ...]
    """Every card of the Region deck, revealed."""


@result_type
class Elected:
    """The side whose law passes, and the strength of both."""

    winner: Side | None
    human: int
    vampire: int


def election(state: Election, trace: Trace) -> Ruling:
    """The side whose law passes, or neither."""
    player_card_faults(len(state.cards), trace)
    trace.require_possible()
    if trace.reading(ELECTION_WINNER) == "en-rulebook":
        trace.cite("VW-7.9", "not-stated")
        trace.silence("how-an-election-is-won")
    values: dict[Side, list[int]] = {"human": [], "vampire": []}
    for card in state.cards:
        side, value = read_card(card)
        values[side].append(value)
    human, vampire = sum(values["human"]), sum(values["vampire"])
    highest = max(values["human"], default=0), max(values["vampire"], default=0)
    if highest != (human, vampire) and trace.reading(ELECTION_STRENGTH) == "highest-card":
        human, vampire = highest
        trace.cite("VW-7.9", "highest-card", human=human, vampire=vampire)
    else:
        trace.cite("VW-7.9", "summed", human=human, vampire=vampire)
    winner = _ahead(human, vampire)
    if winner is None:
        trace.cite("VW-7.10", "no-law", strength=human)
    else:
        trace.cite("VW-7.9", "side-wins", side=winner)
    return trace.resolved(Elected(winner=winner, human=human, vampire=vampire))


def _ahead(human: int, vampire: int) -> Side | None:
    if human == vampire:
        return None
    return "human" if human > vampire else "vampire"


@state_type
class Law:
    """An election that has just been decided."""

    winner: Side | None
    """The side that won it, if one did."""
    law: str
    """The face-up law on top of that side's Law deck."""
    active_law: str | None
    """The law in force in the region, if there is one."""
    facedown: Count
    """Cards left facedown in that side's Law deck."""


@result_type
class LawInForce:
    """The law of the region after the election."""

    active_law: str | None
    """The law in force, if there is one."""
    replaced: str | None
    """The law that it has replaced, if there was one."""
    turned_up: bool | None = None
    """Whether the next law of the winner's deck has been turned up, where the text says what is."""
    not_stated: str | None = None
    """What no text says, where the deck is used up."""


def law(state: Law, trace: Trace) -> Ruling:
    """The law in force after the election, and the next one turned up."""
    if state.facedown >= LAW_CARDS_EACH:
        trace.fault("VW-2.6", "too-many-laws", facedown=state.facedown)
        trace.require_possible()
    if state.winner is None:
        trace.cite("VW-7.10", "law-unchanged")
        if state.active_law is not None:
            trace.cite("VW-7.8", "stays-in-force", law=state.active_law)
        return trace.resolved(LawInForce(active_law=state.active_law, replaced=None, turned_up=False))
    trace.cite("VW-7.6", "law-placed", side=state.winner, law=state.law)
    if state.active_law is not None:
        trace.cite("VW-7.8", "replaced", old=state.active_law, law=state.law)
    if state.facedown == 0:
        trace.cite("VW-7.7", "deck-used-up", side=state.winner)
        open_ = LawInForce(active_law=state.law, replaced=state.active_law, not_stated="law-deck-used-up")
        return trace.closed("undecided", open_)
    trace.cite("VW-7.7", "next-turned-up", side=state.winner, left=state.facedown - 1)
    return trace.resolved(LawInForce(active_law=state.law, replaced=state.active_law, turned_up=True))


PROCEDURES = (
    Procedure(
        name="election",
        state=Election,
        decide=election,
        results=(Elected,),
        example=Election(cards=("red 3", "white 2", "white 2")),
        summary={"it": "Quale fazione fa passare la legge", "en": "Which side passes its law"},
    ),
    Procedure(
        name="law",
        state=Law,
        decide=law,
        results=(LawInForce,),
        example=Law(winner="human", law="Curfew", active_law=None, facedown=11),
        summary={"it": "Quale legge resta in vigore nella regione", "en": "Which law is in force in the region"},
    ),
)
