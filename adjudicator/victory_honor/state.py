"""What players write down about a table, and the checks that it can be a table at all."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.kernel import Json, Trace
from adjudicator.victory_honor.cards import (
    NUMBER,
    POSITIONS,
    SEATS,
    SUITS,
    Card,
    Colour,
    Position,
    Seat,
    cards_in,
    mask_of,
    position_number,
)

STRICT = {"extra": "forbid", "strict": True, "use_attribute_docstrings": True}

Face: TypeAlias = Literal["up", "down"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """Cards of each seat."""

    __pydantic_config__ = STRICT
    north: tuple[Card, ...]
    """North's cards."""
    east: tuple[Card, ...]
    """East's, on north's left."""
    south: tuple[Card, ...]
    """South's, opposite north."""
    west: tuple[Card, ...]
    """West's, on north's right."""

    def __iter__(self) -> Iterator[tuple[Card, ...]]:
        return iter((self.north, self.east, self.south, self.west))


@dataclass(frozen=True, slots=True, kw_only=True)
class Empty:
    """The positions of each seat on which no card of theirs lies."""

    __pydantic_config__ = STRICT
    north: tuple[Position, ...]
    """What north still has to fill."""
    east: tuple[Position, ...]
    """What east has, on north's left."""
    south: tuple[Position, ...]
    """What south has, opposite north."""
    west: tuple[Position, ...]
    """What west has, on north's right."""

    def __iter__(self) -> Iterator[tuple[Position, ...]]:
        return iter((self.north, self.east, self.south, self.west))


@dataclass(frozen=True, slots=True, kw_only=True)
class Openers:
    """The colour opened in each position; nothing where it is still unopened on all boards."""

    __pydantic_config__ = STRICT
    left: Colour | None = None
    """The colour of the left flanks."""
    centre: Colour | None = None
    """The colour of the centres."""
    right: Colour | None = None
    """The colour of the right flanks."""

    def __iter__(self) -> Iterator[Colour | None]:
        return iter((self.left, self.centre, self.right))


NOTHING_OPENED = Openers()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedCard:
    """A card played from a hand into a position of its player's board."""

    __pydantic_config__ = STRICT
    seat: Seat
    """Who played it."""
    position: Position
    """Where on their own board."""
    card: Card
    """The card."""
    names: Position | None = None
    """For a scout: the position it orders or suggests to the next player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidCard:
    """A card that lies in a position of somebody's board."""

    __pydantic_config__ = STRICT
    seat: Seat
    """Who played it."""
    card: Card
    """The card."""
    face: Face
    """How it lies."""


def whole_colour(colour: Colour | None) -> int:
    """All the cards of a colour; none for no colour."""
    return SUITS[colour_number(colour)] if colour else 0


def colour_number(colour: Colour) -> int:
    """Where a colour stands in the deck."""
    return NUMBER[f"{colour} 1"] // 10


def all_of(colour: Colour, cards: Iterable[Card]) -> bool:
    """Whether these are all the cards of a colour, so that none is left to open with."""
    return not whole_colour(colour) & ~mask_of(cards)


def suits(openers: Openers) -> tuple[int, int, int]:
    """The whole colour of each position."""
    return whole_colour(openers.left), whole_colour(openers.centre), whole_colour(openers.right)


def covered_by(empty: Empty) -> int:
    """The places with a card, a bit each."""
    covered = 0xFFF
    for seat, positions in enumerate(empty):
        for position in positions:
            covered &= ~(1 << 3 * seat + position_number(position))
    return covered


def hand_masks(hands: Hands) -> tuple[int, int, int, int]:
    """The hands as sets."""
    return mask_of(hands.north), mask_of(hands.east), mask_of(hands.south), mask_of(hands.west)


def twice_faults(cards: Iterable[Card], trace: Trace) -> None:
    """Record every card that is written down more than once."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            trace.fault("VH-2.1", "card-twice", card=card)
        seen.add(card)


def opener_faults(openers: Openers, trace: Trace) -> None:
    """Record every colour that is opened in two positions."""
    opened = [colour for colour in openers if colour]
    for colour in sorted({colour for colour in opened if opened.count(colour) > 1}):
        trace.fault("VH-6.4", "opened-twice", colour=colour)


def by_seat(masks: Iterable[int]) -> Json:
    """The cards of each seat, as an outcome states them."""
    return {seat: [*cards_in(mask)] for seat, mask in zip(SEATS, masks, strict=True)}


def by_position(values: Iterable[Json]) -> dict[str, Json]:
    """One value for each position."""
    return dict(zip(POSITIONS, values, strict=True))


def counts(values: Iterable[tuple[str, int]]) -> dict[str, Json]:
    """Numbers by what they are of, as an outcome states them."""
    return {str(name): value for name, value in values}


def seats(numbers: Iterable[int]) -> list[Json]:
    """The names of these seats."""
    return [SEATS[number] for number in numbers]
