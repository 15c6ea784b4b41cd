"""The forty cards and the four seats: what players call them, and the numbers the rules run on.

A card is ten times its colour plus its value, so that within a colour the higher number is the higher
card; a set of cards is an integer with one bit a card. A seat counts clockwise, a position from the
left; a place is a seat's position.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, TypeAlias, get_args

from adjudicator.written import Written

Colour: TypeAlias = Literal["red", "blue", "black", "yellow"]
Card: TypeAlias = Annotated[
    str,
    Written(
        pattern="^(red|blue|black|yellow) (G[123]|[1-7])$",
        words="red, blue, black or yellow, and G1 to G3 or 1 to 7",
    ),
]
"""A card by its colour and value: "blue 7" is the blue cavalry, "red G3" the red general of three stars."""
Seat: TypeAlias = Literal["north", "east", "south", "west"]
Position: TypeAlias = Literal["left", "centre", "right"]
Mode: TypeAlias = Literal["partners", "solo"]

COLOURS: tuple[Colour, ...] = get_args(Colour)
VALUES = ("1", "2", "3", "4", "5", "6", "7", "G1", "G2", "G3")
CARDS: tuple[Card, ...] = tuple(f"{colour} {value}" for colour in COLOURS for value in VALUES)
NUMBER = {card: number for number, card in enumerate(CARDS)}

SUITS = tuple(0x3FF << 10 * colour for colour in range(4))
"""All the cards of each colour."""
DECK = (1 << 40) - 1
SCOUT, ARTILLERY, CAVALRY, FIRST_GENERAL = 0, 3, 6, 7
"""Values with a name, as their place in `VALUES`; the generals are the three highest."""
SCOUTS = sum(1 << 10 * colour + SCOUT for colour in range(4))
GENERALS = sum(0b111 << 10 * colour + FIRST_GENERAL for colour in range(4))

SEATS: tuple[Seat, ...] = get_args(Seat)
"""Clockwise, so that the next one sits on the left."""
POSITIONS: tuple[Position, ...] = get_args(Position)
LEFT, CENTRE, RIGHT = 0, 1, 2
FACING = tuple(tuple((seat + position + 1) % 4 for position in range(3)) for seat in range(4))
"""The seat that each position of each seat points to: left neighbour, opposite, right neighbour."""
NOBODY = NOWHERE = -1


def mask_of(cards: Iterable[Card]) -> int:
    """The set of these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << NUMBER[card]
    return mask


def numbers_in(mask: int) -> Iterator[int]:
    """The bits of a set, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def cards_in(mask: int) -> list[Card]:
    """The cards of a set, by colour and from the highest down, as a player sorts a hand."""
    return sorted((CARDS[card] for card in numbers_in(mask)), key=_sorted_hand)


def _sorted_hand(card: Card) -> tuple[int, int]:
    return NUMBER[card] // 10, -NUMBER[card]


def seat_number(seat: Seat) -> int:
    """Where a seat stands in the clockwise order."""
    return SEATS.index(seat)


def position_number(position: Position | None) -> int:
    """A position counted from the left; NOWHERE for none."""
    return NOWHERE if position is None else POSITIONS.index(position)


def positions_in(mask: int) -> list[Position]:
    """The positions of a three-bit set."""
    return [name for position, name in enumerate(POSITIONS) if mask >> position & 1]


def seats_in_pairs(mode: Mode) -> bool:
    """Whether opposite seats are allies."""
    return mode == "partners"


def seat_or_none(seat: int) -> Seat | None:
    """The name of a seat; nothing for NOBODY."""
    return None if seat == NOBODY else SEATS[seat]


def colour_or_none(suit: int) -> Colour | None:
    """The name of a whole colour; nothing for none."""
    return COLOURS[SUITS.index(suit)] if suit else None
