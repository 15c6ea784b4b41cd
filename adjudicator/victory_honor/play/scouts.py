"""What a scout may order: to whom, and into which positions of theirs.

A scout played face up may name a position of the next player's board. An opponent has to play there,
an ally hears a suggestion. Nobody whose board is full can be named, and an order may not bring the
regular order to an end while the next player could have played elsewhere.
"""

from adjudicator.kernel import Trace
from adjudicator.victory_honor.cards import FACING, NOBODY, POSITIONS, SEATS, positions_in
from adjudicator.victory_honor.conflicts import ORDER_THAT_ENDS_THE_ORDER, SCOUT_WHILE_FILLING
from adjudicator.victory_honor.play.boards import empty_positions, is_full, lies, with_card
from adjudicator.victory_honor.play.order import leading_on
from adjudicator.victory_honor.play.round import Round


def allied(partners: bool, seat: int, other: int) -> bool:
    """Whether two seats play together."""
    return partners and (seat + other) % 2 == 0


def nameable(state: Round, position: int, trace: Trace) -> int:
    """The positions that a scout played face up here may name to the next player, as bits."""
    seat = state.turn
    covered = with_card(state.covered, 3 * seat + position)
    following = _next_player(state, position)
    if following in (NOBODY, seat):
        trace.cite("VH-9.15", "nobody-to-order")
        return 0
    empty = empty_positions(covered, following)
    if not empty:
        trace.cite("VH-9.16", "board-is-full", following=SEATS[following])
        return 0
    onward = leading_on(covered, following, empty)
    if state.filling or not onward:
        return _while_filling(following, empty, trace)
    if allied(state.partners, seat, following):
        if trace.is_read:
            trace.cite("VH-3.2", "ally-opposite", seat=SEATS[seat], ally=SEATS[following])
            trace.cite("VH-9.17", "may-suggest", following=SEATS[following], positions=[*positions_in(empty)])
        return empty
    ending = empty & ~onward
    if ending:
        onward |= _ending(following, ending, trace)
    if trace.is_read:
        trace.cite("VH-9.15", "may-order", following=SEATS[following], positions=[*positions_in(onward)])
    return onward


def is_nameable(state: Round, position: int, named: int, trace: Trace) -> bool:
    """Whether it may name this one; nothing else is looked at where that is enough."""
    covered = with_card(state.covered, 3 * state.turn + position)
    following = _next_player(state, position)
    if following in (NOBODY, state.turn) or lies(covered, 3 * following + named):
        return False
    if not state.filling and leading_on(covered, following, 1 << named):
        return True
    return bool(nameable(state, position, trace) >> named & 1)


def bar_naming(state: Round, position: int, named: int, trace: Trace) -> None:
    """Bar that a scout played face up here names a position that is none of the `nameable` ones."""
    covered = with_card(state.covered, 3 * state.turn + position)
    following = _next_player(state, position)
    if following in (NOBODY, state.turn):
        trace.bar("VH-9.15", "may-not-name", position=POSITIONS[named])
    elif is_full(covered, following):
        trace.bar("VH-9.16", "nobody-with-a-full-board")
    elif lies(covered, 3 * following + named):
        trace.bar("VH-9.15", "only-an-empty-position")
    elif state.filling:
        trace.bar("VH-9.15", "no-order-while-filling")
    elif not leading_on(covered, following):
        trace.bar("VH-9.15", "no-order-to-who-begins-filling")
    else:
        trace.bar("VH-9.16", "not-to-end-the-order")


def _next_player(state: Round, position: int) -> int:
    if not state.filling:
        return FACING[state.turn][position]
    return state.filling[1] if len(state.filling) > 1 else NOBODY


def _while_filling(following: int, empty: int, trace: Trace) -> int:
    if trace.reading(SCOUT_WHILE_FILLING) == "no-order":
        trace.cite("VH-9.15", "not-while-filling", following=SEATS[following])
        return 0
    trace.cite("VH-9.15", "orders-next-filler", following=SEATS[following])
    return empty


def _ending(following: int, ending: int, trace: Trace) -> int:
    positions = positions_in(ending)
    if trace.reading(ORDER_THAT_ENDS_THE_ORDER) == "allowed":
        trace.cite("VH-9.16", "may-end-the-order", following=SEATS[following], positions=[*positions])
        return ending
    trace.cite("VH-9.16", "would-end-the-order", following=SEATS[following], positions=[*positions])
    return 0
