"""A player's turn, as that player sees it: where they may play, which cards, and what a play does.

Only the player's own hand is known; what counts of the others is which positions they have left.
"""

from dataclasses import dataclass, replace
from typing import TypeAlias

from adjudicator.kernel import Json, Trace
from adjudicator.victory_honor.cards import (
    FACING,
    NOWHERE,
    POSITIONS,
    SEATS,
    Card,
    Mode,
    Position,
    Seat,
    cards_in,
    mask_of,
    position_number,
    seat_number,
    seats_in_pairs,
)
from adjudicator.victory_honor.conflicts import SCOUT_WHILE_FILLING
from adjudicator.victory_honor.order import Bar, filling_order
from adjudicator.victory_honor.plays import IN_POSITION, Plays
from adjudicator.victory_honor.round import Round, empty_positions
from adjudicator.victory_honor.scouts import allied
from adjudicator.victory_honor.written import (
    NOTHING_OPENED,
    STRICT,
    Empty,
    Openers,
    covered_by,
    opener_faults,
    suits,
    twice_faults,
)

Ways: TypeAlias = dict[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoutOrder:
    """What the scout just played names."""

    __pydantic_config__ = STRICT
    by: Seat
    """Who played the scout."""
    position: Position
    """The position it names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A player about to play a card."""

    __pydantic_config__ = STRICT
    mode: Mode
    """Whether opposite seats are allies."""
    seat: Seat
    """Whose turn it is."""
    empty: Empty
    """What is still empty on the four boards."""
    openers: Openers = NOTHING_OPENED
    """Which colours are opened, and where."""
    hand: tuple[Card, ...] = ()
    """The cards the player holds."""
    previous: Position | None = None
    """Where the player before played, on their own board; to start a phase, the last card of the phase before."""
    scout: ScoutOrder | None = None
    """The order or suggestion of a scout that was just played."""
    filling_up: bool = False
    """Whether the regular order has ended and this player is filling up."""


def turn_faults(state: Turn, trace: Trace) -> None:
    """Record everything that keeps this from being somebody's turn."""
    twice_faults(state.hand, trace)
    opener_faults(state.openers, trace)
    covered, seat = covered_by(state.empty), seat_number(state.seat)
    for position, colour in enumerate(state.openers):
        if colour and not covered & IN_POSITION[position]:
            trace.fault("VH-6.1", "opened-by-no-card", position=POSITIONS[position])
    if not empty_positions(covered, seat):
        trace.fault("VH-5.1", "own-board-is-full", seat=state.seat)
    if state.scout and not empty_positions(covered, seat) >> position_number(state.scout.position) & 1:
        trace.fault("VH-9.15", "named-position-covered", position=state.scout.position)
    if covered and not state.filling_up:
        _previous_faults(state, covered, trace)


def _previous_faults(state: Turn, covered: int, trace: Trace) -> None:
    if state.previous is None:
        trace.fault("VH-5.2", "no-player-before")
        return
    field, seat = position_number(state.previous), seat_number(state.seat)
    before = next(other for other in range(4) if FACING[other][field] == seat)
    if not covered >> 3 * before + field & 1:
        trace.fault("VH-5.2", "card-before-is-missing", seat=SEATS[before], position=state.previous)
    if state.scout and seat_number(state.scout.by) != before:
        trace.fault("VH-9.15", "scout-from-elsewhere", seat=state.scout.by)


def round_of(state: Turn, trace: Trace) -> Round:
    """The turn as the rules run on it; the other hands are not known and left empty."""
    seat, covered = seat_number(state.seat), covered_by(state.empty)
    hand = mask_of(state.hand)
    north, east, south, west = (hand if other == seat else 0 for other in range(4))
    partners = seats_in_pairs(state.mode)
    named, order, suggestion = NOWHERE, NOWHERE, NOWHERE
    if state.scout:
        named = position_number(state.scout.position)
        if state.filling_up and trace.reading(SCOUT_WHILE_FILLING) == "no-order":
            trace.cite("VH-9.15", "not-while-filling", target=state.seat)
        elif allied(partners, seat, seat_number(state.scout.by)):
            suggestion = named
        else:
            order = named
    return Round(
        partners=partners,
        phase=1,
        turn=seat,
        hands=(north, east, south, west),
        openers=suits(state.openers),
        covered=covered,
        previous=NOWHERE if state.filling_up else position_number(state.previous),
        order=order,
        suggestion=suggestion,
        filling=filling_order(covered, seat, trace) if state.filling_up else (),
    )


def filled_up(state: Round, trace: Trace) -> Round:
    """The same turn once the regular order has ended with this player."""
    return replace(state, filling=filling_order(state.covered, state.turn, trace))


def ways(state: Round, plays: Plays) -> Ways:
    """For each position what may be played, by the way in which it would be played."""
    found: Ways = {}
    for position, (cards, way) in enumerate(plays.choices):
        trumps = cards & state.trump
        if not cards:
            found[POSITIONS[position]] = {}
        elif way != "face-down":
            found[POSITIONS[position]] = {way: [*cards_in(cards)]}
        else:
            split = {"trump": trumps, "sacrifice": cards & ~trumps}
            found[POSITIONS[position]] = {name: [*cards_in(some)] for name, some in split.items() if some}
    return found


def barred(bars: tuple[Bar, ...]) -> list[Json]:
    """Every card and position that is not allowed, with the rule that bars it."""
    return [
        {"position": POSITIONS[bar.position], "rule": bar.rule, "cards": [*cards_in(bar.cards)]}
        for bar in sorted(bars, key=lambda bar: (bar.position, bar.rule))
        if bar.cards
    ]


def barred_by(bars: tuple[Bar, ...], position: int, card: int) -> list[Json]:
    """The rules that bar this card from this position."""
    return [*sorted({bar.rule for bar in bars if bar.position == position and bar.cards >> card & 1})]


def way_of(state: Round, plays: Plays, position: int, card: int) -> str:
    """How this card would be played there, in the words of a player."""
    way = plays.choices[position][1]
    if way != "face-down":
        return way
    return "trump" if state.trump >> card & 1 else "sacrifice"
