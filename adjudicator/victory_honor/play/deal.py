"""Before the first card of a round: who gets the cards of the pass, and who opens the round."""

from adjudicator.kernel import Trace
from adjudicator.victory_honor.cards import FACING, NOBODY, SEATS
from adjudicator.victory_honor.conflicts import LEADER_OF_NEXT_ROUND, OPENER_OF_A_FIFTH_ROUND


def receivers(seat: int, trace: Trace) -> tuple[int, ...]:
    """Who gets the left, the centre and the right card of this seat."""
    to_left, across, to_right = FACING[seat]
    if trace.is_read:
        trace.cite("VH-4.5", "left-card", to=SEATS[to_left])
        trace.cite("VH-4.7", "centre-card", to=SEATS[across])
        trace.cite("VH-4.6", "right-card", to=SEATS[to_right])
    return FACING[seat]


def exchange(hands: tuple[int, ...], laid: tuple[tuple[int, int, int], ...]) -> tuple[int, int, int, int]:
    """The hands after the pass; `laid` are each seat's cards for left, centre and right."""
    after = list(hands)
    for seat, cards in enumerate(laid):
        for receiver, card in zip(FACING[seat], cards, strict=True):
            after[seat] ^= 1 << card
            after[receiver] |= 1 << card
    north, east, south, west = after
    return north, east, south, west


def opener_of_round(first: int, number: int, centre_winner: int, trace: Trace) -> int:
    """Who opens this round, where `first` opened the first one; NOBODY where no rule says."""
    if number == 1:
        trace.cite("VH-3.5", "first-round", opens=SEATS[first])
        return first
    opens = (first + number - 1) % 4
    if _last_centre_opens(centre_winner, opens, trace):
        return centre_winner
    if number > len(SEATS) and trace.reading(OPENER_OF_A_FIFTH_ROUND) == "drawn-anew":
        trace.cite("VH-3.5", "drawn-anew", number=number)
        return NOBODY
    trace.cite("VH-3.7", "clockwise", opens=SEATS[opens], number=number)
    if number > len(SEATS):
        trace.cite("VH-3.5", "more-than-four-rounds", number=number)
    return opens


def _last_centre_opens(centre_winner: int, in_turn: int, trace: Trace) -> bool:
    """Whether the round goes to whoever won the last centre instead of the one whose turn it is to open."""
    if centre_winner in (NOBODY, in_turn) or trace.reading(LEADER_OF_NEXT_ROUND) == "rotation":
        return False
    trace.cite("VH-6.11", "leads-the-next-round", leader=SEATS[centre_winner])
    return True
