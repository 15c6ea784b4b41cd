"""What holds of every round that was reached by legal plays: the engine's own promises, not rules of the book."""

from collections.abc import Iterator

from adjudicator.victory_honor.cards import CARDS, DECK, NOBODY, NOWHERE, POSITIONS, SEATS
from adjudicator.victory_honor.play.boards import empty_positions
from adjudicator.victory_honor.play.round import FACE_DOWN, Round, card_of, place_of


def broken(state: Round) -> Iterator[str]:
    """Every promise that this round does not keep."""
    piles = (*state.hands, *state.captured, state.lost, state.on_boards)
    union = total = 0
    for pile in piles:
        union |= pile
        total += pile.bit_count()
    if union != DECK or total != len(CARDS):
        yield f"{total} cards, {union.bit_count()} of them different: there are forty"
    done = 3 * (state.phase - 1)
    for seat, hand in enumerate(state.hands):
        laid = 3 - empty_positions(state.covered, seat).bit_count()
        if hand.bit_count() != 10 - done - laid:
            yield f"{SEATS[seat]} holds {hand.bit_count()} cards after {done + laid}"
    yield from _broken_on_boards(state)
    yield from _broken_turn(state)


def _broken_on_boards(state: Round) -> Iterator[str]:
    covered = 0
    for play in state.plays:
        place = place_of(play)
        if covered >> place & 1:
            yield f"{SEATS[place // 3]} has two cards {POSITIONS[place % 3]}"
        covered |= 1 << place
        of_opened = state.opened[place % 3] >> card_of(play) & 1
        if bool(of_opened) == bool(play & FACE_DOWN):
            yield f"{CARDS[card_of(play)]} lies with the wrong face"
    if covered != state.covered:
        yield "the covered places are not those of the plays"
    left, centre, right = state.opened
    if left & centre or left & right or centre & right:
        yield "a colour is opened in two positions"


def _broken_turn(state: Round) -> Iterator[str]:
    left = len(POSITIONS) * len(SEATS) - len(state.plays)
    if state.turn == NOBODY:
        if state.plays and left:
            yield "nobody is to move in the middle of a phase"
        return
    empty = empty_positions(state.covered, state.turn)
    if not empty:
        yield f"{SEATS[state.turn]} is to move and has no empty position"
    if state.order != NOWHERE and not empty >> state.order & 1:
        yield f"a scout orders {SEATS[state.turn]} to a covered position"
    if state.filling and (len(state.filling) != left or state.filling[0] != state.turn):
        yield "the filling order is not that of the empty positions"
