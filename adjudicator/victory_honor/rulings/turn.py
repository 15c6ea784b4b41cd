"""A player's turn, as that player sees it, and the turn as the rules run on it.

Only the player's own hand is known; what counts of the others is which positions they have left.
"""

from collections.abc import Iterable
from dataclasses import replace

from adjudicator.kernel import Trace, fault_check, state_type
from adjudicator.victory_honor.cards import (
    FACING,
    NOWHERE,
    POSITIONS,
    SCOUTS,
    SEATS,
    SUITS,
    Card,
    Mode,
    Position,
    Seat,
    mask_of,
    position_number,
    seat_number,
    seats_in_pairs,
)
from adjudicator.victory_honor.conflicts import SCOUT_WHILE_FILLING
from adjudicator.victory_honor.play.boards import (
    Boards,
    empty_positions,
    is_bare,
    is_full,
    lies,
    lies_in,
    without_card,
)
from adjudicator.victory_honor.play.order import filling_order, leading_on
from adjudicator.victory_honor.play.round import Round
from adjudicator.victory_honor.play.scouts import allied, is_nameable, nameable
from adjudicator.victory_honor.state import (
    Empty,
    Opened,
    Suits,
    all_of,
    boards_of,
    opened_faults,
    twice_faults,
)

PHASE_HANDS = (10, 7, 4)
"""The cards a player holds when each of the three phases begins."""


@state_type
class ScoutOrder:
    """What the scout just played names."""

    by: Seat
    """Who played the scout."""
    position: Position
    """The position it names."""


@state_type
class Turn:
    """A player about to play a card."""

    mode: Mode
    """Whether opposite seats are allies."""
    seat: Seat = "north"
    """Whose turn it is; north where it is whoever tells of it."""
    empty: Empty
    """What is still empty on the four boards."""
    opened: Opened
    """Which colours are opened, and where."""
    hand: tuple[Card, ...] = ()
    """The cards the player holds, or those of them that are named."""
    rest_of_hand: tuple[Card, ...]
    """The other cards the player holds, where those named are not the whole hand."""
    previous: Position | None
    """Where the last card went, on its player's board, be it in the phase before; none if this is the first one."""
    scout: ScoutOrder | None = None
    """The order or suggestion of a scout that was just played."""
    filling_up: bool = False
    """Whether the regular order has ended and this player is filling up."""


def require_turn(state: Turn, trace: Trace) -> None:
    """Stop at everything that keeps this from being somebody's turn."""
    boards, seat = boards_of(state.empty), seat_number(state.seat)
    if is_full(boards, seat):
        trace.fault("VH-5.1", "own-board-is-full", seat=state.seat)
    if state.scout and lies(boards, 3 * seat + position_number(state.scout.position)):
        trace.fault("VH-9.15", "named-position-covered", position=state.scout.position)
    if state.filling_up:
        _filling_faults(state, boards, trace)
    elif not is_bare(boards, seat):
        _previous_faults(state, boards, trace)
    elif state.scout:
        trace.fault("VH-9.15", "scout-before-the-phase", seat=state.scout.by)
    elif hand_is_whole(state, trace) and len(state.hand) < PHASE_HANDS[0] and state.previous is None:
        trace.fault("VH-5.2", "cards-but-no-last-one")
    _opened_faults(state, boards, trace)
    whole = trace.besides(lambda: whole_hand(state))
    if whole is None:
        _hand_faults(state, state.hand, trace)
    else:
        _hand_faults(state, whole, trace)
        _count_faults(state, whole, trace)
    trace.require_possible()


@fault_check
def _opened_faults(state: Turn, boards: Boards, trace: Trace) -> None:
    opened_faults(state.opened, trace)
    for position, colour in enumerate(state.opened):
        if colour and not lies_in(boards, position):
            trace.fault("VH-6.1", "opened-by-no-card", position=POSITIONS[position])
    if not any(state.opened) and not is_bare(boards, seat_number(state.seat)):
        trace.fault("VH-6.1", "first-card-opens")


@fault_check
def _filling_faults(state: Turn, boards: Boards, trace: Trace) -> None:
    if not any(is_full(boards, seat) for seat in range(4)):
        trace.fault("VH-5.6", "no-other-board-is-full")
    if state.scout and state.scout.by == state.seat:
        trace.fault("VH-9.15", "own-scout", seat=state.scout.by)


@fault_check
def _previous_faults(state: Turn, boards: Boards, trace: Trace) -> None:
    if state.scout and state.scout.by == state.seat:
        trace.fault("VH-9.15", "own-scout", seat=state.scout.by)
        return
    field, seat = field_before(state), seat_number(state.seat)
    if field == NOWHERE:
        trace.fault("VH-5.2", "cards-but-no-last-one")
        return
    if state.scout and state.previous != POSITIONS[field]:
        trace.fault("VH-9.15", "scout-from-elsewhere", seat=state.scout.by)
        return
    before = next(other for other in range(4) if FACING[other][field] == seat)
    if not lies(boards, 3 * before + field):
        trace.fault("VH-5.2", "card-before-is-missing", seat=SEATS[before], position=POSITIONS[field])


@fault_check
def _hand_faults(state: Turn, hand: tuple[Card, ...], trace: Trace) -> None:
    """Record everything that keeps these from being cards of the player to move."""
    twice_faults(hand, trace)
    if _phase_hand(state, hand) > PHASE_HANDS[0]:
        trace.fault("VH-3.4", "not-the-cards-of-a-turn", seat=state.seat, cards=len(hand))
    mine = mask_of(hand)
    if any(not suit & ~mine for suit in SUITS):
        for position, colour in zip(POSITIONS, state.opened, strict=True):
            if colour and all_of(colour, hand):
                trace.fault("VH-6.1", "opened-by-no-card", position=position)
    if state.scout and state.scout.by != state.seat and not state.filling_up and mine & SCOUTS:
        colour = tuple(state.opened)[field_before(state)]
        if (scout := f"{colour} 1") in hand:
            trace.fault("VH-2.1", "card-twice", card=scout)


@fault_check
def _count_faults(state: Turn, whole: tuple[Card, ...], trace: Trace) -> None:
    """Record a whole hand that is of no phase."""
    if _phase_hand(state, whole) < PHASE_HANDS[0] and _phase_hand(state, whole) not in PHASE_HANDS:
        trace.fault("VH-3.4", "not-the-cards-of-a-turn", seat=state.seat, cards=len(whole))


def _phase_hand(state: Turn, hand: tuple[Card, ...]) -> int:
    """How many cards these make with those the player has laid in this phase."""
    return len(hand) + 3 - empty_positions(boards_of(state.empty), seat_number(state.seat)).bit_count()


def hand_is_whole(state: Turn, trace: Trace) -> bool:
    """Whether the cards named can be all that the player holds: they are as many, and no others are told."""
    if not state.hand or _phase_hand(state, state.hand) not in PHASE_HANDS:
        return False
    return not trace.besides(lambda: bool(state.rest_of_hand))


def whole_hand(state: Turn) -> tuple[Card, ...]:
    """The cards named and the rest of the hand."""
    return (*state.hand, *state.rest_of_hand)


def field_before(state: Turn) -> int:
    """Where the last card went; that of a scout shows in whose turn it is."""
    if state.scout:
        return FACING[seat_number(state.scout.by)].index(seat_number(state.seat))
    return position_number(state.previous)


def round_of(state: Turn, trace: Trace, *, names: Position | None = None) -> Round:
    """The turn as the rules run on it, as far as it decides where a card may go: without colours and hands.

    Who is whose ally counts only where a scout speaks to somebody, the one before or the one that names a position.
    Once boards are filled up, who comes after this player is looked at only where that is asked: `fillers`.
    """
    seat, boards = seat_number(state.seat), boards_of(state.empty)
    partners = bool(state.scout or names) and seats_in_pairs(state.mode)
    order, suggestion = NOWHERE, NOWHERE
    if state.scout and _at_work(state, state.scout, trace):
        if allied(partners, seat, seat_number(state.scout.by)):
            suggestion = position_number(state.scout.position)
        elif _obeyed(state, state.scout, boards, trace):
            order = position_number(state.scout.position)
    ended = state.filling_up
    if order != NOWHERE and not ended and not leading_on(boards, seat):
        trace.cite("VH-5.6", "regular-order-ends", seat=state.seat)
        ended = True
    return Round(
        partners=partners,
        phase=1,
        turn=seat,
        hands=(0, 0, 0, 0),
        covered=boards,
        previous=NOWHERE if state.filling_up else field_before(state),
        order=order,
        suggestion=suggestion,
        filling=(seat,) if ended else (),
    )


def fillers(table: Round, trace: Trace) -> tuple[int, ...]:
    """Who plays each of the remaining cards, this player first."""
    return filling_order(table.covered, table.turn, trace)


def _at_work(state: Turn, scout: ScoutOrder, trace: Trace) -> bool:
    """Whether this scout lies face up, as it does where the position it was played in is opened."""
    if state.filling_up or tuple(state.opened)[field_before(state)]:
        return True
    boards = boards_of(state.empty)
    if is_bare(without_card(boards, 3 * seat_number(scout.by) + field_before(state)), seat_number(state.seat)):
        return True  # the first card of the phase opens
    trace.cite("VH-7.3", "sacrificed-scout", seat=scout.by)
    return False


def _obeyed(state: Turn, scout: ScoutOrder, boards: Boards, trace: Trace) -> bool:
    """Whether this opponent's scout gives an order that has to be followed."""
    if state.filling_up:
        if trace.reading(SCOUT_WHILE_FILLING) == "orders-next-filler":
            return True
        trace.cite("VH-9.15", "not-while-filling", following=state.seat)
        return False
    by, played_at = seat_number(scout.by), field_before(state)
    before = Round(
        partners=seats_in_pairs(state.mode),
        phase=1,
        turn=by,
        hands=(0, 0, 0, 0),
        covered=without_card(boards, 3 * by + played_at),
    )
    if is_nameable(before, played_at, position_number(scout.position), trace.silent()):
        return True
    nameable(before, played_at, trace)
    trace.cite("VH-9.15", "may-not-name", position=scout.position)
    return False


def with_cards(table: Round, opened: Opened, hand: Iterable[Card]) -> Round:
    """The same turn with the colours that are opened, and these cards in the hand of the player to move."""
    mine = mask_of(hand)
    north, east, south, west = (mine if seat == table.turn else 0 for seat in range(4))
    return replace(table, opened=Suits(opened), hands=(north, east, south, west))
