"""What players write down about a table, and the checks that it can be a table at all."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from adjudicator.kernel import Trace, fault_check, state_type
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
)
from adjudicator.victory_honor.play.boards import Boards
from adjudicator.written import EachOnce

Face: TypeAlias = Literal["up", "down"]
Positions: TypeAlias = Annotated[tuple[Position, ...], EachOnce()]
Value = TypeVar("Value")


@state_type
class Hands:
    """Cards of each seat."""

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


@state_type
class Empty:
    """The positions of each seat on which no card of theirs lies."""

    north: Positions
    """What north still has to fill."""
    east: Positions
    """What east has, on north's left."""
    south: Positions
    """What south has, opposite north."""
    west: Positions
    """What west has, on north's right."""

    def __iter__(self) -> Iterator[tuple[Position, ...]]:
        return iter((self.north, self.east, self.south, self.west))


@state_type
class Opened:
    """The colour opened in each position; nothing where it is still unopened on all boards."""

    left: Colour | None
    """The colour of the left flanks."""
    centre: Colour | None
    """The colour of the centres."""
    right: Colour | None
    """The colour of the right flanks."""

    def __iter__(self) -> Iterator[Colour | None]:
        return iter((self.left, self.centre, self.right))


@state_type
class PlayedCard:
    """A card played from a hand into a position of its player's board."""

    seat: Seat
    """Who played it."""
    position: Position
    """Where on their own board."""
    card: Card
    """The card."""
    names: Position | None = None
    """For a scout: the position it orders or suggests to the next player."""


@state_type
class LaidCard:
    """A card that lies in a position of somebody's board."""

    seat: Seat
    """Who played it."""
    card: Card
    """The card."""
    face: Face
    """How it lies."""


def colour_of(card: Card) -> str:
    """The colour of a card."""
    return card.split()[0]


def whole_colour(colour: Colour | None) -> int:
    """All the cards of a colour; none for no colour."""
    return SUITS[NUMBER[f"{colour} 1"] // 10] if colour else 0


def all_of(colour: Colour, cards: Iterable[Card]) -> bool:
    """Whether these are all the cards of a colour, so that none is left to open with."""
    return not whole_colour(colour) & ~mask_of(cards)


class Suits(Sequence[int]):
    """The whole colour of each position; which it is, is looked at where a rule does."""

    def __init__(self, opened: Opened) -> None:
        self._opened = tuple(opened)

    def __len__(self) -> int:
        return len(self._opened)

    def __getitem__(self, position: Any) -> Any:
        return whole_colour(self._opened[position])


def boards_of(empty: Empty) -> Boards:
    """The boards of which that is empty."""
    return Boards(tuple(empty))


def hand_masks(hands: Hands) -> tuple[int, int, int, int]:
    """The hands as sets."""
    return mask_of(hands.north), mask_of(hands.east), mask_of(hands.south), mask_of(hands.west)


@fault_check
def twice_faults(cards: Sequence[Card], trace: Trace) -> None:
    """Record every card that is written down more than once."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            trace.fault("VH-2.1", "card-twice", card=card)
        seen.add(card)


@fault_check
def opened_faults(opened: Opened, trace: Trace) -> None:
    """Record every colour that is opened in two positions."""
    pairs = ((opened.left, opened.centre), (opened.left, opened.right), (opened.centre, opened.right))
    for one, other in pairs:
        if one and other and one == other:
            trace.fault("VH-6.4", "opened-twice", colour=one)


def by_seat(masks: Iterable[int]) -> dict[Seat, list[Card]]:
    """The cards of each seat."""
    return {seat: cards_in(mask) for seat, mask in zip(SEATS, masks, strict=True)}


def by_position(values: Iterable[Value]) -> dict[Position, Value]:
    """One value for each position."""
    return dict(zip(POSITIONS, values, strict=True))


def seats(numbers: Iterable[int]) -> list[Seat]:
    """The names of these seats."""
    return [SEATS[number] for number in numbers]
