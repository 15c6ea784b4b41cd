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
from adjudicator.victory_honor.conflicts import BAN_ON_LEADER, SCOUT_WHILE_FILLING
from adjudicator.victory_honor.play.order import Bar, filling_order, leading_on
from adjudicator.victory_honor.play.plays import IN_POSITION, Plays
from adjudicator.victory_honor.play.round import Round, empty_positions
from adjudicator.victory_honor.play.scouts import allied, nameable
from adjudicator.victory_honor.state import (
    NOTHING_OPENED,
    STRICT,
    Empty,
    Openers,
    all_of,
    covered_by,
    opener_faults,
    suits,
    twice_faults,
)

PHASE_HANDS = (10, 7, 4)
"""The cards a player holds when each of the three phases begins."""

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
        if colour and (not covered & IN_POSITION[position] or all_of(colour, state.hand)):
            trace.fault("VH-6.1", "opened-by-no-card", position=POSITIONS[position])
    if not empty_positions(covered, seat):
        trace.fault("VH-5.1", "own-board-is-full", seat=state.seat)
    if _phase_hand(state) > PHASE_HANDS[0]:
        trace.fault("VH-3.4", "not-the-cards-of-a-turn", seat=state.seat, cards=len(state.hand))
    if state.scout and not empty_positions(covered, seat) >> position_number(state.scout.position) & 1:
        trace.fault("VH-9.15", "named-position-covered", position=state.scout.position)
    if state.filling_up:
        _filling_faults(state, covered, trace)
    elif covered:
        _previous_faults(state, covered, trace)
    elif state.scout:
        trace.fault("VH-9.15", "scout-before-the-phase", seat=state.scout.by)


def _filling_faults(state: Turn, covered: int, trace: Trace) -> None:
    if all(empty_positions(covered, seat) for seat in range(4)):
        trace.fault("VH-5.6", "no-other-board-is-full")
    if state.scout and state.scout.by == state.seat:
        trace.fault("VH-9.15", "own-scout", seat=state.scout.by)


def _phase_hand(state: Turn) -> int:
    """The cards told of the hand, with those the player has laid in this phase."""
    return len(state.hand) + 3 - empty_positions(covered_by(state.empty), seat_number(state.seat)).bit_count()


def field_before(state: Turn) -> Position | None:
    """Where the player before played, as told or as their scout shows; none where neither does."""
    if state.previous or state.filling_up or not state.scout:
        return state.previous
    pointed_at = FACING[seat_number(state.scout.by)]
    return next((p for p, other in zip(POSITIONS, pointed_at, strict=True) if other == seat_number(state.seat)), None)


def _previous_faults(state: Turn, covered: int, trace: Trace) -> None:
    previous = field_before(state)
    if previous is None:
        if state.scout:
            trace.fault("VH-9.15", "own-scout", seat=state.scout.by)
        return
    field, seat = position_number(previous), seat_number(state.seat)
    before = next(other for other in range(4) if FACING[other][field] == seat)
    if not covered >> 3 * before + field & 1:
        trace.fault("VH-5.2", "card-before-is-missing", seat=SEATS[before], position=previous)
    if state.scout and seat_number(state.scout.by) != before:
        trace.fault("VH-9.15", "scout-from-elsewhere", seat=state.scout.by)
    colour = tuple(state.openers)[field]
    if state.scout and (scout := f"{colour} 1") in state.hand:
        trace.fault("VH-2.1", "card-twice", card=scout)


def hand_is_whole(state: Turn) -> bool:
    """Whether the hand that is told can be all that the player holds."""
    return bool(state.hand) and _phase_hand(state) in PHASE_HANDS


def missing_before(state: Turn, trace: Trace) -> list[str]:
    """What is not told of the play before and decides where this player may play."""
    covered = covered_by(state.empty)
    missing = []
    if _asks_previous(state, covered, trace):
        missing.append("previous")
    if state.scout and not state.filling_up and covered.bit_count() > 1 and missing_openers(state, trace):
        missing.append("openers")
    return missing


def missing_openers(state: Turn, trace: Trace) -> bool:
    """Whether cards lie on the boards and no opened colour is told."""
    if any(state.openers) or not covered_by(state.empty):
        return False
    trace.cite("VH-6.1", "asks-openers")
    return True


def missing_hand(state: Turn, trace: Trace) -> bool:
    """Whether it is not told, or not in full, what the player holds."""
    if not state.hand:
        trace.cite("VH-5.1", "asks-hand", seat=state.seat)
        return True
    if not hand_is_whole(state):
        trace.cite("VH-5.1", "asks-rest-of-hand", seat=state.seat)
        return True
    return False


def _asks_previous(state: Turn, covered: int, trace: Trace) -> bool:
    if state.filling_up or field_before(state):
        return False
    if not covered:
        later_phase = bool(state.hand) and len(state.hand) != PHASE_HANDS[0]
        return later_phase and leader_asks_previous(state.seat, trace)
    if empty_positions(covered, seat_number(state.seat)).bit_count() == 1:
        return False
    trace.cite("VH-5.2", "asks-field-before", seat=state.seat)
    return True


def leader_asks_previous(seat: Seat, trace: Trace) -> bool:
    """Whether the ban reaches over from the phase before, whose last card is not told."""
    if trace.reading(BAN_ON_LEADER) == "no-ban":
        return False
    trace.cite("VH-5.2", "asks-previous", seat=seat)
    return True


def round_of(state: Turn, trace: Trace) -> Round:
    """The turn as the rules run on it; the other hands are not known and left empty."""
    seat, covered = seat_number(state.seat), covered_by(state.empty)
    hand = mask_of(state.hand)
    north, east, south, west = (hand if other == seat else 0 for other in range(4))
    partners = seats_in_pairs(state.mode)
    order, suggestion = NOWHERE, NOWHERE
    if state.scout and _at_work(state, state.scout, trace):
        if allied(partners, seat, seat_number(state.scout.by)):
            suggestion = position_number(state.scout.position)
        elif _obeyed(state, state.scout, covered, trace):
            order = position_number(state.scout.position)
    ended = state.filling_up
    if order != NOWHERE and not ended and not empty_positions(covered, seat) & leading_on(covered, seat):
        trace.cite("VH-5.6", "regular-order-ends", seat=state.seat)
        ended = True
    return Round(
        partners=partners,
        phase=1,
        turn=seat,
        hands=(north, east, south, west),
        openers=suits(state.openers),
        covered=covered,
        previous=NOWHERE if state.filling_up else position_number(field_before(state)),
        order=order,
        suggestion=suggestion,
        filling=filling_order(covered, seat, trace) if ended else (),
    )


def _at_work(state: Turn, scout: ScoutOrder, trace: Trace) -> bool:
    """Whether this scout lies face up, as it does where the position it was played in is opened."""
    first = covered_by(state.empty).bit_count() == 1
    if first or state.filling_up or tuple(state.openers)[position_number(field_before(state))]:
        return True
    trace.cite("VH-7.3", "sacrificed-scout", seat=scout.by)
    return False


def _obeyed(state: Turn, scout: ScoutOrder, covered: int, trace: Trace) -> bool:
    """Whether this opponent's scout gives an order that has to be followed."""
    if state.filling_up:
        if trace.reading(SCOUT_WHILE_FILLING) == "orders-next-filler":
            return True
        trace.cite("VH-9.15", "not-while-filling", target=state.seat)
        return False
    by, played_at = seat_number(scout.by), position_number(field_before(state))
    before = Round(
        partners=seats_in_pairs(state.mode),
        phase=1,
        turn=by,
        hands=(0, 0, 0, 0),
        covered=covered & ~(1 << 3 * by + played_at),
    )
    quiet = trace.silent()
    if nameable(before, played_at, quiet) >> position_number(scout.position) & 1:
        return True
    nameable(before, played_at, trace)
    trace.cite("VH-9.15", "may-not-name", position=scout.position)
    return False


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


def way_of(state: Round, plays: Plays, position: int, card: int) -> str:
    """How this card would be played there, in the words of a player."""
    way = plays.choices[position][1]
    if way != "face-down":
        return way
    return "trump" if state.trump >> card & 1 else "sacrifice"
