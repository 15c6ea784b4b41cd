"""The questions about what was played: one phase, and a whole round from the deal to the points."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, NoReturn

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.victory_honor.cards import (
    NOBODY,
    NOWHERE,
    SEATS,
    Card,
    Colour,
    Mode,
    Position,
    Seat,
    cards_in,
    colour_or_none,
    position_number,
    seat_number,
    seat_or_none,
    seats_in_pairs,
)
from adjudicator.victory_honor.play.battles import WonBy
from adjudicator.victory_honor.play.boards import PLACES
from adjudicator.victory_honor.play.phases import PhaseEnd
from adjudicator.victory_honor.play.plays import legal_plays
from adjudicator.victory_honor.play.round import PHASES, Round
from adjudicator.victory_honor.records.record import (
    PassedCards,
    Passes,
    RoundRecord,
    Stop,
    dealt,
    played_through,
    scores_of,
)
from adjudicator.victory_honor.results import BarredCards, Instead, Ways, barred, barring_rules, ways
from adjudicator.victory_honor.rulings.game import Side, sides_of
from adjudicator.victory_honor.state import Hands, PlayedCard, by_position, by_seat, hand_masks, twice_faults

CARDS_A_PHASE = 3


@state_type
class PhaseRecord:
    """One phase as it was played, or as far as it has gone."""

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
    previous: Position | None
    """Where the last card of the phase before was played; none before the first phase."""


@result_type
class PhaseWon:
    """What the battles of a phase come to."""

    trump: Colour | None
    """The trump colour; none if a position was never opened."""
    winners: Mapping[Position, Seat | None]
    by: Mapping[Position, WonBy]
    """How each position was won."""
    winning_cards: Mapping[Position, Card | None]
    captured: Mapping[Seat, list[Card]]
    """What each seat takes, bombarded cards included."""
    lost: list[Card]
    """What nobody takes."""
    next: Literal["phase", "round"] | None = None
    """What begins after it, where one phase is asked about."""
    leads: Seat | None = None
    """Who leads the next phase, where a rule names somebody."""


@result_type
class GoesOn:
    """What may be played next."""

    turn: Seat
    """Whose turn it is."""
    left: Ways
    centre: Ways
    right: Ways
    barred: list[BarredCards]
    """All that may not be played."""


def resolve_phase(state: PhaseRecord, trace: Trace) -> Ruling:
    """Whether the phase was played by the rules, and what its battles come to."""
    twice_faults([card for hand in state.hands for card in hand], trace)
    expected = 10 - CARDS_A_PHASE * (state.phase - 1)
    for seat, hand in zip(SEATS, state.hands, strict=True):
        if len(hand) != expected:
            trace.fault("VH-3.4", "not-the-cards-of-the-phase", seat=seat, cards=len(hand), expected=expected)
    trace.require_possible()
    if state.phase > 1 and state.previous is None:
        trace.fault("VH-5.2", "cards-but-no-last-one")
        trace.require_possible()
    table = Round(
        partners=seats_in_pairs(state.mode),
        phase=state.phase,
        turn=seat_number(state.leader),
        hands=hand_masks(state.hands),
        previous=NOWHERE if state.phase == 1 else position_number(state.previous),
    )
    played = played_through(table, state.plays[:PLACES], trace)
    if played.stop:
        return trace.judged(played.stop)
    if not played.ends:
        _go_on(played.state, trace)
    if len(state.plays) > PLACES:
        trace.bar("VH-2.4", "phase-is-over", card=state.plays[PLACES].card)
        return trace.judged(Stop(play=PLACES, barred_by=("VH-2.4",), instead=Instead()))
    won = _phase_won(played.ends[0])
    if played.state.phase > PHASES:
        trace.cite("VH-1.1", "three-phases")
        return trace.resolved(replace(won, next="round"))
    return trace.resolved(replace(won, next="phase", leads=seat_or_none(played.state.turn)))


def _phase_won(end: PhaseEnd) -> PhaseWon:
    won = (end.left, end.centre, end.right)
    return PhaseWon(
        trump=colour_or_none(end.trump),
        winners=by_position(seat_or_none(battle.winner) for battle in won),
        by=by_position(battle.by for battle in won),
        winning_cards=by_position(cards_in(battle.card)[0] if battle.card else None for battle in won),
        captured=by_seat(end.captured),
        lost=cards_in(end.lost),
    )


def _go_on(state: Round, trace: Trace) -> NoReturn:
    """Stop with what may be played next."""
    if state.turn == NOBODY:
        trace.silence("leader")
    trace.cite("VH-6.8", "phase-goes-on", played=len(state.plays), turn=SEATS[state.turn])
    plays = legal_plays(state, trace)
    left, centre, right = ways(state, plays)
    trace.choice(GoesOn(turn=SEATS[state.turn], left=left, centre=centre, right=right, barred=barred(plays.bars)))


@result_type
class PassRefused:
    """A pass that is not legal, so that nothing could be played after it."""

    play: None
    barred_by: list[str]
    """The rules against it."""
    instead: Instead


@result_type
class RoundScored:
    """The points of a round."""

    points: Mapping[Seat, int]
    by_colour: Mapping[Seat, Mapping[Colour, int]]
    teams: Mapping[Side, int] | None
    """The points of each pair, where there are pairs."""
    phases: list[PhaseWon]


def whole_round(state: RoundRecord, trace: Trace) -> Ruling:
    """Whether the round was played by the rules, and its points; or what may be played next."""
    table = dealt(state, trace)
    if table is None:
        return trace.judged(PassRefused(play=None, barred_by=barring_rules(trace), instead=Instead()))
    played = played_through(table, state.plays, trace)
    if played.stop:
        return trace.judged(played.stop)
    if played.state.phase <= PHASES:
        _go_on(played.state, trace)
    by_colour = scores_of(played.state, trace)
    points = {seat: sum(scored.values()) for seat, scored in by_colour.items()}
    teams = sides_of(state.mode, [*points.values()], trace) if state.mode == "partners" else None
    phases = [_phase_won(end) for end in played.ends]
    return trace.resolved(RoundScored(points=points, by_colour=by_colour, teams=teams, phases=phases))


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
        results=(PhaseWon, GoesOn, Stop),
        example=PhaseRecord(mode="partners", leader="north", hands=_DEAL, plays=_OPENING, previous=None),
        summary={
            "it": "Se una fase è stata giocata secondo le regole e come finisce",
            "en": "Whether a phase was played by the rules, and how it ends",
        },
    ),
    Procedure(
        name="round",
        state=RoundRecord,
        decide=whole_round,
        results=(RoundScored, GoesOn, Stop, PassRefused),
        example=RoundRecord(mode="partners", opener="north", deal=_DEAL, passes=_PASSES, plays=_OPENING),
        summary={
            "it": "Un round intero: dalla distribuzione ai punti, o che cosa si può giocare adesso",
            "en": "A whole round: from the deal to the points, or what may be played now",
        },
    ),
)
