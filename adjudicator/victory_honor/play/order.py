"""Whose turn it is and where they may play.

A card leads to the neighbour it points to. The player to move keeps out of the field the player before
them used, unless a scout or a lack of room forces them there; plays towards somebody who still has an
empty position; and when that cannot be done the regular order is over and the boards are filled up.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.kernel import Trace
from adjudicator.victory_honor.cards import FACING, NOWHERE, POSITIONS, SEATS, positions_in
from adjudicator.victory_honor.conflicts import (
    BAN_AGAINST_PASSING,
    BAN_ON_LEADER,
    FILLING_UP,
    PASSING_THE_TURN,
    SUGGESTION_AGAINST_BAN,
)
from adjudicator.victory_honor.play.boards import LEFT_FLANKS, Covered, empty_positions, is_bare, is_full
from adjudicator.victory_honor.play.round import Round

BarringRule: TypeAlias = Literal[
    "VH-5.1", "VH-5.2", "VH-5.5", "VH-6.2", "VH-6.4", "VH-7.5", "VH-7.10", "VH-8.3", "VH-9.15", "VH-9.16"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """Cards that may not be played in a position, and the rule that bars them."""

    position: int
    cards: int
    rule: BarringRule


def rules_against(bars: tuple[Bar, ...], position: int, card: int) -> list[BarringRule]:
    """The rules that bar this card from this position."""
    return sorted({bar.rule for bar in bars if bar.position == position and bar.cards >> card & 1})


def where_to_play(state: Round, trace: Trace, bars: list[Bar]) -> int:
    """The positions the player to move may play in, as bits; 0 when the regular order ends with them."""
    seat = state.turn
    empty = empty_positions(state.covered, seat)
    if trace.is_read:
        _bar_covered(state, empty, trace, bars)
    if state.order != NOWHERE:
        return _compelled(state, empty, trace, bars)
    if trace.is_read and state.suggestion not in (NOWHERE, state.previous):
        trace.cite("VH-9.17", "suggestion-forces-nobody", position=POSITIONS[state.suggestion])
    if state.filling:
        if trace.is_read:
            trace.cite("VH-5.7", "fills-own-board", seat=SEATS[seat], positions=[*positions_in(empty)])
            trace.cite("VH-5.8", "card-rules-hold")
        return empty
    banned = _same_field(state, empty, trace, bars) if state.previous != NOWHERE else 0
    allowed = empty & ~banned
    onward = leading_on(state.covered, seat, allowed)
    if onward == allowed:
        return allowed
    if onward:
        return _passing_on(state, allowed, onward, trace, bars)
    return _nobody_to_pass_to(state, allowed, banned, trace, bars)


def leading_on(covered: Covered, seat: int, among: int | None = None) -> int:
    """Those among these positions of this seat, or its empty ones, that point to somebody with one, as bits."""
    among = empty_positions(covered, seat) if among is None else among
    if isinstance(covered, int) and not covered & covered >> 1 & covered >> 2 & LEFT_FLANKS:
        return among  # no board is full
    left, opposite, right = FACING[seat]
    return (
        (among & 1 and not is_full(covered, left))
        | (among >> 1 & 1 and not is_full(covered, opposite)) << 1
        | (among >> 2 & 1 and not is_full(covered, right)) << 2
    )


def _bar_covered(state: Round, empty: int, trace: Trace, bars: list[Bar]) -> None:
    if not state.filling:
        trace.cite("VH-5.1", "own-empty-positions", seat=SEATS[state.turn], positions=[*positions_in(empty)])
    _bar(state, ~empty & 7, "VH-5.1", bars)


def _compelled(state: Round, empty: int, trace: Trace, bars: list[Bar]) -> int:
    forced = 1 << state.order
    if trace.is_read:
        trace.cite("VH-9.15", "compelled", seat=SEATS[state.turn], position=POSITIONS[state.order])
        _bar(state, empty & ~forced, "VH-9.15", bars)
        if state.order == state.previous:
            trace.cite("VH-5.3", "into-the-same-field", position=POSITIONS[state.order])
    return forced


def _same_field(state: Round, empty: int, trace: Trace, bars: list[Bar]) -> int:
    banned = 1 << state.previous
    if not empty & banned:
        return 0
    field = POSITIONS[state.previous]
    if is_bare(state.covered, state.turn) and trace.reading(BAN_ON_LEADER) == "no-ban":
        trace.cite("VH-5.2", "leader-is-free")
        return 0
    if empty == banned:
        trace.cite("VH-5.4", "only-empty-position", position=field)
        return 0
    if state.suggestion == state.previous:
        if trace.reading(SUGGESTION_AGAINST_BAN) == "ban-lifted":
            trace.cite("VH-9.17", "suggestion-lifts-the-ban", position=field)
            return 0
        trace.cite("VH-9.17", "ban-outlasts-the-suggestion", position=field)
    if trace.is_read:
        trace.cite("VH-5.2", "same-field", position=field)
        _bar(state, banned, "VH-5.2", bars)
    return banned


def _passing_on(state: Round, allowed: int, onward: int, trace: Trace, bars: list[Bar]) -> int:
    full = positions_in(allowed & ~onward)
    if trace.reading(PASSING_THE_TURN) == "advice":
        trace.cite("VH-5.5", "only-advised", positions=[*full])
        return allowed
    if trace.is_read:
        trace.cite("VH-5.5", "towards-a-full-board", positions=[*full])
        _bar(state, allowed & ~onward, "VH-5.5", bars)
    return onward


def _nobody_to_pass_to(state: Round, allowed: int, banned: int, trace: Trace, bars: list[Bar]) -> int:
    behind_the_ban = leading_on(state.covered, state.turn, banned)
    if behind_the_ban and trace.reading(BAN_AGAINST_PASSING) == "pass-first":
        trace.cite("VH-5.5", "before-the-ban", positions=[*positions_in(behind_the_ban)])
        bars[:] = [bar for bar in bars if bar.rule != "VH-5.2"]
        _bar(state, allowed, "VH-5.5", bars)
        return behind_the_ban
    if filling_matters(state.covered, state.turn) and trace.reading(FILLING_UP) == "turn-then-fill":
        trace.cite("VH-5.6", "last-regular-card", seat=SEATS[state.turn])
        return allowed
    if behind_the_ban:
        trace.cite("VH-5.6", "ban-leaves-full-boards", seat=SEATS[state.turn], position=POSITIONS[state.previous])
    else:
        trace.cite("VH-5.6", "regular-order-ends", seat=SEATS[state.turn])
    if banned:
        trace.cite("VH-5.7", "ban-is-over", position=POSITIONS[state.previous])
    return 0


def _bar(state: Round, positions: int, rule: BarringRule, bars: list[Bar]) -> None:
    hand = state.hands[state.turn]
    bars.extend(Bar(position=position, cards=hand, rule=rule) for position in range(3) if positions >> position & 1)


def filling_matters(covered: Covered, seat: int) -> bool:
    """Whether who fills first, and how, can change which card comes when."""
    if empty_positions(covered, seat).bit_count() > 1:
        return True
    return sum(not is_full(covered, other) for other in range(4) if other != seat) > 1


def filling_order(covered: Covered, starter: int, trace: Trace) -> tuple[int, ...]:
    """Who plays each of the remaining cards once the regular order has ended."""
    clockwise = [(starter + step) % 4 for step in range(4)]
    empty = [empty_positions(covered, seat).bit_count() for seat in clockwise]
    order = tuple(seat for seat, left in zip(clockwise, empty, strict=True) for _ in range(left))
    if len(order) > len(set(order)) > 1:
        laps = tuple(seat for lap in range(3) for seat, left in zip(clockwise, empty, strict=True) if lap < left)
        if laps != order and trace.reading(FILLING_UP) == "one-card-a-lap":
            order = laps
    if trace.is_read:
        trace.cite("VH-5.7", "filling-order", seats=[SEATS[seat] for seat in order])
    return order


def points_to(seat: int, position: int, trace: Trace) -> int:
    """Who a card in this position hands the turn to."""
    following = FACING[seat][position]
    if trace.is_read:
        match POSITIONS[position]:
            case "centre":
                trace.cite("VH-5.9", "centre-to-opposite", seat=SEATS[seat], following=SEATS[following])
            case "left":
                trace.cite("VH-5.10", "left-flank-to-left", seat=SEATS[seat], following=SEATS[following])
            case "right":
                trace.cite("VH-5.11", "right-flank-to-right", seat=SEATS[seat], following=SEATS[following])
    return following
