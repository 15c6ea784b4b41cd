"""What spoils are worth: colour by colour, the stars of the generals, and the cards they bring to count."""

from adjudicator.kernel import Trace
from adjudicator.victory_honor.cards import COLOURS, FIRST_GENERAL, SEATS, Colour
from adjudicator.victory_honor.conflicts import REGIMENT_CARD
from adjudicator.victory_honor.play.round import Round

REGIMENT = (1 << FIRST_GENERAL) - 1
STARS = (0, 1, 2, 3, 3, 4, 5, 6)
"""Stars of a set of generals: the lowest bit has one star, the highest three."""


def points(spoils: int, trace: Trace) -> int:
    """The victory points of one player's spoils."""
    return sum(subtotals(spoils, trace).values())


def subtotals(spoils: int, trace: Trace) -> dict[Colour, int]:
    """The victory points that each colour of these spoils brings."""
    held = ((colour, spoils >> 10 * colour & 0x3FF) for colour in range(len(COLOURS)))
    return {COLOURS[colour]: colour_points(cards, COLOURS[colour], trace) for colour, cards in held if cards}


def colour_points(cards: int, colour: Colour, trace: Trace) -> int:
    """The victory points of the cards of one colour."""
    stars = STARS[cards >> FIRST_GENERAL]
    generals = (cards >> FIRST_GENERAL).bit_count()
    regiment = (cards & REGIMENT).bit_count()
    if trace.is_read:
        _cite_counting(colour, generals, stars, regiment, trace)
    if generals and trace.reading(REGIMENT_CARD) == "with-generals":
        trace.cite("VH-11.7", "generals-count-too", colour=colour, cards=generals)
        regiment += generals
    return stars + regiment * generals


def _cite_counting(colour: Colour, generals: int, stars: int, regiment: int, trace: Trace) -> None:
    if generals:
        trace.cite("VH-11.9", "stars", colour=colour, stars=stars)
        if not regiment:
            trace.cite("VH-11.10", "generals-alone", colour=colour)
    if not regiment:
        return
    match generals:
        case 0:
            trace.cite("VH-11.8", "no-general", colour=colour, cards=regiment)
        case 1:
            trace.cite("VH-11.7", "one-each", colour=colour, cards=regiment)
        case _:
            trace.cite("VH-11.11", "more-generals", colour=colour, cards=regiment, each=generals)


def score(state: Round, trace: Trace) -> tuple[int, int, int, int]:
    """The victory points of each seat in a round whose three phases are over, with the reserves."""
    north, east, south, west = (sum(subtotals_of(state, seat, trace).values()) for seat in range(4))
    return north, east, south, west


def subtotals_of(state: Round, seat: int, trace: Trace) -> dict[Colour, int]:
    """The victory points of one seat in each colour, the reserve included."""
    if trace.is_read:
        trace.cite("VH-11.4", "spoils-of", seat=SEATS[seat])
    return subtotals(state.captured[seat] | state.hands[seat], trace)
