"""The questions about points: the reserve, a player's score, a team's."""

from collections.abc import Mapping
from typing import Annotated, Literal

from adjudicator.kernel import Procedure, Ruling, Trace, fault_check, result_type, state_type
from adjudicator.victory_honor.cards import FIRST_GENERAL, Card, Colour, cards_in, mask_of
from adjudicator.victory_honor.play.boards import PLACES
from adjudicator.victory_honor.play.round import PHASES
from adjudicator.victory_honor.play.scoring import colour_points, subtotals
from adjudicator.victory_honor.state import twice_faults
from adjudicator.written import Written

PLAYED = PHASES * PLACES
"""Cards played in a round: nobody can capture more."""


@state_type
class Reserve:
    """A player whose three phases are over."""

    hand: tuple[Card, ...]
    """What is left in hand."""
    captured: tuple[Card, ...]
    """What the player has captured in the three phases."""


@result_type
class SpoilsWithReserve:
    """What the player has at the end of the round."""

    spoils: list[Card]


def reserve(state: Reserve, trace: Trace) -> Ruling:
    """The spoils with the reserve added."""
    twice_faults((*state.hand, *state.captured), trace)
    if len(state.hand) != 1:
        trace.fault("VH-11.2", "not-one-reserve", cards=len(state.hand))
    _capture_faults(len(state.captured), PLAYED, trace)
    trace.require_possible()
    trace.cite("VH-11.3", "counts-as-captured", card=state.hand[0])
    return trace.resolved(SpoilsWithReserve(spoils=cards_in(mask_of((*state.captured, *state.hand)))))


@fault_check
def _capture_faults(captured: int, most: int, trace: Trace) -> None:
    """Record more captured cards than there can be: the reserves of the others are never among them."""
    if captured > most:
        trace.fault("VH-11.2", "too-many-captured", cards=captured, most=most)


@state_type
class Spoils:
    """What a player has at the end of a round."""

    captured: tuple[Card, ...]
    """The captured cards."""
    reserve: Card | None = None
    """The card left in hand, if it is not among the captured ones yet."""


@result_type
class Score:
    """A player's victory points."""

    points: int
    by_colour: Mapping[Colour, int]


def score_player(state: Spoils, trace: Trace) -> Ruling:
    """The victory points of one player."""
    cards = (*state.captured, state.reserve) if state.reserve else state.captured
    twice_faults(cards, trace)
    _capture_faults(len(cards), PLAYED + 1, trace)
    trace.require_possible()
    scored = _scored(state, trace)
    return trace.resolved(Score(points=sum(scored.values()), by_colour=scored))


def _scored(state: Spoils, trace: Trace) -> dict[Colour, int]:
    """The points of one player in each colour."""
    spoils = mask_of(state.captured)
    if state.reserve:
        trace.cite("VH-11.3", "counts-as-captured", card=state.reserve)
        spoils |= mask_of((state.reserve,))
    if not spoils:
        trace.cite("VH-11.4", "nothing-captured")
    return subtotals(spoils, trace)


@state_type
class ColourSpoils:
    """What a player has of one colour at the end of a round."""

    generals: tuple[Literal[1, 2, 3], ...]
    """The generals, each by its stars."""
    cards: Annotated[int, Written(ge=0)]
    """How many other cards of that colour."""
    colour: Colour
    """The colour; every one scores alike."""


@result_type
class ColourScore:
    """The victory points that one colour brings."""

    points: int


def score_colour(state: ColourSpoils, trace: Trace) -> Ruling:
    """The victory points that the cards of one colour bring."""
    if len(set(state.generals)) != len(state.generals):
        trace.fault("VH-2.1", "general-twice", colour=state.colour)
    if state.cards > FIRST_GENERAL:
        trace.fault("VH-2.1", "more-than-the-colour-has", cards=state.cards, most=FIRST_GENERAL)
    trace.require_possible()
    if not state.generals and not state.cards:
        trace.cite("VH-11.4", "nothing-captured")
    generals = sum(1 << stars - 1 for stars in state.generals)
    spoils = generals << FIRST_GENERAL | (1 << state.cards) - 1
    return trace.resolved(ColourScore(points=colour_points(spoils, state.colour, trace)))


@state_type
class TeamSpoils:
    """What two allies have at the end of a round."""

    one: Spoils
    """What one of them has."""
    other: Spoils
    """What the other one has."""


@result_type
class TeamScore:
    """The victory points of two allies and of their team."""

    one: int
    other: int
    team: int
    one_by_colour: Mapping[Colour, int]
    other_by_colour: Mapping[Colour, int]


def score_team(state: TeamSpoils, trace: Trace) -> Ruling:
    """The victory points of two allies and of their team."""
    reserves = [spoils.reserve for spoils in (state.one, state.other) if spoils.reserve]
    cards = (*state.one.captured, *state.other.captured, *reserves)
    twice_faults(cards, trace)
    _capture_faults(len(cards), PLAYED + 2, trace)
    trace.require_possible()
    trace.cite("VH-11.4", "each-alone")
    trace.cite("VH-11.4", "first-ally")
    first = _scored(state.one, trace)
    trace.cite("VH-11.4", "second-ally")
    second = _scored(state.other, trace)
    one, other = sum(first.values()), sum(second.values())
    trace.cite("VH-11.5", "added", one=one, other=other, team=one + other)
    return trace.resolved(
        TeamScore(one=one, other=other, team=one + other, one_by_colour=first, other_by_colour=second)
    )


_MINE = Spoils(captured=("red G3", "red 7", "red 5", "blue 6", "black G1", "black G2", "black 3"), reserve="blue G1")
_THEIRS = Spoils(captured=("yellow G1", "yellow 2", "blue 2"))

PROCEDURES: tuple[Procedure[Reserve] | Procedure[Spoils] | Procedure[ColourSpoils] | Procedure[TeamSpoils], ...] = (
    Procedure(
        name="reserve",
        state=Reserve,
        decide=reserve,
        results=(SpoilsWithReserve,),
        example=Reserve(hand=("blue G1",), captured=("red G3", "blue 6")),
        summary={"it": "Che ne è della carta rimasta in mano", "en": "What becomes of the card left in hand"},
    ),
    Procedure(
        name="score-player",
        state=Spoils,
        decide=score_player,
        results=(Score,),
        example=_MINE,
        summary={"it": "I punti vittoria di un giocatore", "en": "The victory points of a player"},
    ),
    Procedure(
        name="score-colour",
        state=ColourSpoils,
        decide=score_colour,
        results=(ColourScore,),
        example=ColourSpoils(generals=(2,), cards=4, colour="red"),
        summary={"it": "I punti che dà un colore", "en": "The points that one colour brings"},
    ),
    Procedure(
        name="score-team",
        state=TeamSpoils,
        decide=score_team,
        results=(TeamScore,),
        example=TeamSpoils(one=_MINE, other=_THEIRS),
        summary={"it": "I punti vittoria di una squadra", "en": "The victory points of a team"},
    ),
)
