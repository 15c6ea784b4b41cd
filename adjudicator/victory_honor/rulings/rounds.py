"""The questions about what was played: one phase, and a whole round from the deal to the points."""

from dataclasses import dataclass
from typing import Literal

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.victory_honor.cards import (
    NOBODY,
    SEATS,
    Mode,
    Position,
    Seat,
    position_number,
    seat_number,
    seats_in_pairs,
)
from adjudicator.victory_honor.play.plays import legal_plays
from adjudicator.victory_honor.records.record import (
    PassedCards,
    Passes,
    Played,
    RoundRecord,
    dealt,
    goes_on,
    phase_outcome,
    played_through,
    scores_of,
)
from adjudicator.victory_honor.play.round import PHASES, Round
from adjudicator.victory_honor.rulings.turn import barred, leader_asks_previous, ways
from adjudicator.victory_honor.state import STRICT, Hands, PlayedCard, counts, hand_masks, twice_faults

CARDS_A_PHASE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseRecord:
    """One phase as it was played, or as far as it has gone."""

    __pydantic_config__ = STRICT
    mode: Mode
    """Whether opposite seats are allies."""
    leader: Seat
    """Who plays the first card."""
    hands: Hands
    """What each player holds when the phase begins."""
    plays: tuple[PlayedCard, ...]
    """The cards played, in order."""
    phase: Literal[1, 2, 3] = 1
    """Which phase of the round it is."""
    previous: Position | None = None
    """Where the last card of the phase before was played."""


def resolve_phase(state: PhaseRecord, trace: Trace) -> Ruling:
    """Whether the phase was played by the rules, and what its battles come to."""
    twice_faults((card for hand in state.hands for card in hand), trace)
    expected = 10 - CARDS_A_PHASE * (state.phase - 1)
    for seat, hand in zip(SEATS, state.hands, strict=True):
        if len(hand) != expected:
            trace.fault("VH-3.4", "not-the-cards-of-the-phase", seat=seat, cards=len(hand), expected=expected)
    trace.require_possible()
    if state.phase > 1 and state.previous is None and leader_asks_previous(state.leader, trace):
        return trace.ruling("undecided", missing=["previous"])
    table = Round(
        partners=seats_in_pairs(state.mode),
        phase=state.phase,
        turn=seat_number(state.leader),
        hands=hand_masks(state.hands),
        previous=position_number(state.previous),
    )
    played = played_through(table, state.plays, trace)
    if played.stop:
        return _stopped(played, trace)
    if not played.ends:
        return _unfinished(played, trace)
    return trace.ruling("resolved", **phase_outcome(played.ends[0]), **_what_begins(played.state, trace))


def _what_begins(state: Round, trace: Trace) -> dict[str, Json]:
    """What comes after the phase and, where a rule names somebody, who leads it."""
    if state.phase > PHASES:
        trace.cite("VH-1.1", "three-phases")
        return {"next": "round"}
    return {"next": "phase"} if state.turn == NOBODY else {"next": "phase", "leads": SEATS[state.turn]}


def _stopped(played: Played, trace: Trace) -> Ruling:
    assert played.stop
    stop = played.stop
    return trace.ruling("illegal", play=stop.play, barred_by=[*stop.barred_by], instead=stop.instead)


def _unfinished(played: Played, trace: Trace) -> Ruling:
    state = played.state
    if state.turn == NOBODY:
        return trace.ruling("undecided", not_stated="leader")
    goes_on(state, trace)
    plays = legal_plays(state, trace)
    return trace.ruling("choice", turn=SEATS[state.turn], **ways(state, plays), barred=barred(plays.bars))


def whole_round(state: RoundRecord, trace: Trace) -> Ruling:
    """Whether the round was played by the rules, and its points; or what may be played next."""
    table = dealt(state, trace)
    if table is None:
        return trace.ruling("illegal", play=None, barred_by=["VH-4.2"], instead={})
    played = played_through(table, state.plays, trace)
    if played.stop:
        return _stopped(played, trace)
    if played.state.phase <= PHASES:
        return _unfinished(played, trace)
    points = scores_of(played.state, trace)
    phases: list[Json] = [phase_outcome(end) for end in played.ends]
    by_colour: dict[str, Json] = {str(seat): counts(spoils.items()) for seat, spoils in points.items()}
    totals = {seat: sum(spoils.values()) for seat, spoils in points.items()}
    teams: Json = None
    if state.mode == "partners":
        one, other = totals["north"] + totals["south"], totals["east"] + totals["west"]
        trace.cite("VH-11.5", "teams", one=one, other=other)
        teams = {"north and south": one, "east and west": other}
    return trace.ruling("resolved", points=counts(totals.items()), by_colour=by_colour, teams=teams, phases=phases)


_DEAL = Hands(
    north=("red G3", "red 7", "red 4", "red 1", "blue 6", "blue 3", "black 5", "black 2", "yellow G1", "yellow 5"),
    east=("red G2", "red 6", "red 3", "blue G1", "blue 5", "black G3", "black 6", "black 1", "yellow 7", "yellow 4"),
    south=("red G1", "red 5", "blue G3", "blue 7", "blue 2", "black G2", "black 7", "black 3", "yellow 6", "yellow 2"),
    west=(
        "red 2",
        "blue G2",
        "blue 4",
        "blue 1",
        "black G1",
        "black 4",
        "yellow G3",
        "yellow G2",
        "yellow 3",
        "yellow 1",
    ),
)
_PASSES = Passes(
    north=PassedCards(left="black 2", centre="blue 3", right="yellow 5"),
    east=PassedCards(left="red 3", centre="black 1", right="yellow 4"),
    south=PassedCards(left="blue 2", centre="yellow 2", right="red 5"),
    west=PassedCards(left="red 2", centre="yellow 1", right="blue 1"),
)
_OPENING = (
    PlayedCard(seat="north", position="left", card="red 7"),
    PlayedCard(seat="east", position="right", card="blue 5"),
)

PROCEDURES: tuple[Procedure[PhaseRecord] | Procedure[RoundRecord], ...] = (
    Procedure(
        name="resolve-phase",
        state=PhaseRecord,
        decide=resolve_phase,
        example=PhaseRecord(mode="partners", leader="north", hands=_DEAL, plays=_OPENING),
        summary={
            "it": "Se una fase è stata giocata secondo le regole e come finisce",
            "en": "Whether a phase was played by the rules, and how it ends",
        },
    ),
    Procedure(
        name="round",
        state=RoundRecord,
        decide=whole_round,
        example=RoundRecord(mode="partners", opener="north", deal=_DEAL, passes=_PASSES, plays=_OPENING),
        summary={
            "it": "Un round intero: dalla distribuzione ai punti, o che cosa si può giocare adesso",
            "en": "A whole round: from the deal to the points, or what may be played now",
        },
    ),
)
