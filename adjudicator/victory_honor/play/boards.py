"""Which of the twelve places have a card: a number with a bit each, or boards that are looked at one by one.

A round that is played on has the number. A turn that players tell of has the boards, since they tell of those
that matter: each is looked at only where a rule looks at it, and only as closely as the rule does.
"""

from dataclasses import dataclass
from typing import TypeAlias

from adjudicator.victory_honor.cards import POSITIONS, Position

PLACES = 12
ALL_PLACES = (1 << PLACES) - 1
LEFT_FLANKS = 0b001001001001
IN_POSITION = tuple(LEFT_FLANKS << position for position in range(3))
"""The four places of one position."""


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of the four seats, each told by its empty positions."""

    empty: tuple[tuple[Position, ...], ...]
    laid: int = 0
    """Places where a card lies besides."""
    taken: int = 0
    """Places from which one was taken again."""

    def lies(self, place: int) -> bool:
        """Whether a card lies in this place."""
        if (self.laid | self.taken) >> place & 1:
            return bool(self.laid >> place & 1)
        return POSITIONS[place % 3] not in self.empty[place // 3]

    def is_full(self, seat: int) -> bool:
        """Whether all positions of this seat have a card."""
        if (self.laid | self.taken) >> 3 * seat & 7:
            return all(self.lies(3 * seat + position) for position in range(3))
        return not self.empty[seat]


Covered: TypeAlias = int | Boards


def lies(covered: Covered, place: int) -> bool:
    """Whether a card lies in this place."""
    return bool(covered >> place & 1) if isinstance(covered, int) else covered.lies(place)


def is_bare(covered: Covered, first: int) -> bool:
    """Whether no card lies on any board; that of the first seat is looked at first."""
    if isinstance(covered, int):
        return not covered
    return not any(covered.lies((3 * first + place) % PLACES) for place in range(PLACES))


def are_full(covered: Covered, first: int) -> bool:
    """Whether every place has a card; the board of the first seat is looked at first."""
    if isinstance(covered, int):
        return covered == ALL_PLACES
    return all(covered.is_full((first + step) % 4) for step in range(4))


def lies_in(covered: Covered, position: int) -> bool:
    """Whether a card lies in this position of any board."""
    if isinstance(covered, int):
        return bool(covered & IN_POSITION[position])
    return any(covered.lies(3 * seat + position) for seat in range(4))


def empty_positions(covered: Covered, seat: int) -> int:
    """The positions of this seat that no card of theirs covers."""
    if isinstance(covered, int):
        return ~(covered >> 3 * seat) & 7
    return sum((not covered.lies(3 * seat + position)) << position for position in range(3))


def is_full(covered: Covered, seat: int) -> bool:
    """Whether this seat has no empty position."""
    return covered >> 3 * seat & 7 == 7 if isinstance(covered, int) else covered.is_full(seat)


def with_card(covered: Covered, place: int) -> Covered:
    """The same with a card in this place."""
    if isinstance(covered, int):
        return covered | 1 << place
    return Boards(covered.empty, covered.laid | 1 << place, covered.taken & ~(1 << place))


def without_card(covered: Covered, place: int) -> Covered:
    """The same with no card in this place."""
    if isinstance(covered, int):
        return covered & ~(1 << place)
    return Boards(covered.empty, covered.laid & ~(1 << place), covered.taken | 1 << place)
