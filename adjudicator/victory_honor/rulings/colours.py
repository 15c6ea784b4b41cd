"""One card that a player wants to play in one position, by its colour: as much as players tell at the table.

In an opened position its colour is followed face up by whoever holds it; anybody else lays a card face down. An
unopened position is opened with a colour that lies opened nowhere else, and nobody sacrifices there by choice.
"""

from adjudicator.kernel import Procedure, Ruling, Trace, fault_check, result_type, state_type
from adjudicator.victory_honor.cards import COLOURS, LEFT, POSITIONS, Colour
from adjudicator.victory_honor.play.plays import Choice, choice_in
from adjudicator.victory_honor.play.round import Round
from adjudicator.victory_honor.results import PlayedAs
from adjudicator.victory_honor.state import Face, whole_colour


@state_type
class HeldColours:
    """The colours of the cards in a hand, the one to be played among them."""

    red: bool
    """Whether they hold a red card."""
    blue: bool
    """Whether they hold a blue one."""
    black: bool
    """Whether they hold a black one."""
    yellow: bool
    """Whether they hold a yellow one."""


@state_type
class OpenedColours:
    """The colours that are opened in other positions."""

    red: bool = False
    """Whether red is opened elsewhere."""
    blue: bool = False
    """Whether blue is."""
    black: bool = False
    """Whether black is."""
    yellow: bool = False
    """Whether yellow is."""


@state_type
class CardForOpened:
    """A card that a player wants to play in an opened position."""

    led: Colour
    """The colour opened in that position."""
    colour: Colour
    """The colour of the card they want to play."""
    holds: HeldColours
    """The colours they hold."""
    trump: Colour | None = None
    """The trump colour; none while it is not set."""
    face: Face | None = None
    """How they mean to lay it; none where they lay it as the rules have it."""


@state_type
class CardForUnopened:
    """A card that a player wants to play in a position that nobody has opened."""

    colour: Colour
    """The colour of the card."""
    opened: OpenedColours
    """The colours opened in other positions."""
    sacrifice_lies_there: bool = False
    """Whether somebody has sacrificed a card there already."""
    other_play: bool = True
    """Whether the player could play anything else: open with another card, or play in another position."""
    face: Face | None = None
    """How they mean to lay it; none where they lay it as the rules have it."""


@result_type
class ColourPlayed:
    """How the card is played."""

    way: PlayedAs
    face: Face


def follow_colour(state: CardForOpened, trace: Trace) -> Ruling:
    """Whether a card of this colour may be played in the opened position, and how."""
    if state.led == state.trump:
        trace.fault("VH-8.1", "trump-was-opened", colour=state.led)
    can_follow = _has(state.holds, state.led)
    if not _has(state.holds, state.colour):
        trace.fault("VH-6.2", "colour-not-held", colour=state.colour)
    trace.require_possible()
    held = whole_colour(state.led) if can_follow else 0
    cards, way = _choice(whole_colour(state.colour) | held, whole_colour(state.led), 0, False, trace)
    if not cards & whole_colour(state.colour):
        trace.bar("VH-6.2", "colour-is-held", colour=state.led)
        if state.colour == state.trump:
            trace.bar("VH-8.3", "colour-is-held-for-trump", trump=state.colour, colour=state.led)
        trace.require_legal()
    if way == "follow":
        trace.cite("VH-6.2", "colour-follows", colour=state.led)
        if state.face == "down":
            trace.bar("VH-6.2", "face-up-where-it-follows", colour=state.led)
        return _judged("follow", "up", trace)
    if state.colour == state.trump:
        trace.cite("VH-7.4", "trump-where-unable", trump=state.trump, colour=state.led)
        trace.cite("VH-8.3", "unable-to-follow", colour=state.led)
        if state.face == "up":
            trace.bar("VH-8.4", "trump-goes-face-down")
        else:
            trace.cite("VH-8.4", "face-down-trump")
        return _judged("trump", "down", trace)
    trace.cite("VH-7.1", "sacrifice-where-unable", colour=state.led)
    if state.face == "up":
        trace.bar("VH-7.2", "sacrifice-goes-face-down")
    else:
        trace.cite("VH-7.2", "face-down-sacrifice")
    return _judged("sacrifice", "down", trace)


def open_colour(state: CardForUnopened, trace: Trace) -> Ruling:
    """Whether a card of this colour may be played in the unopened position, and how."""
    _opened_elsewhere_faults(state.opened, trace)
    trace.require_possible()
    is_opened = _has(state.opened, state.colour)
    elsewhere = whole_colour(state.colour) if is_opened else 0
    cards, way = _choice(whole_colour(state.colour), 0, elsewhere, state.sacrifice_lies_there, trace)
    if way == "open":
        trace.cite("VH-6.3", "opens-with", colour=state.colour)
        if state.face == "down":
            trace.bar("VH-7.5", "opens-instead", colour=state.colour)
        return _judged("open", "up", trace)
    if cards:
        trace.cite("VH-6.1", "closed-by-one-sacrifice")
        return _judged("sacrifice", "down", trace)
    if state.other_play:
        trace.bar("VH-6.4", "opened-elsewhere", colour=state.colour)
        trace.bar("VH-7.5", "not-while-another-play")
        trace.require_legal()
    trace.cite("VH-7.6", "nothing-else-to-play", colour=state.colour)
    if state.face == "up":
        trace.bar("VH-6.4", "cannot-open-face-up", colour=state.colour)
    return _judged("opening-sacrifice", "down", trace)


@fault_check
def _opened_elsewhere_faults(opened: OpenedColours, trace: Trace) -> None:
    """Record more colours than the other positions can have opened."""
    colours = sum(_has(opened, colour) for colour in COLOURS)
    if colours >= len(POSITIONS):
        trace.fault("VH-6.5", "more-than-the-others-hold", colours=colours)


def _has(colours: HeldColours | OpenedColours, colour: Colour) -> bool:
    match colour:
        case "red":
            return colours.red
        case "blue":
            return colours.blue
        case "black":
            return colours.black
        case _:
            return colours.yellow


def _choice(hand: int, opened: int, elsewhere: int, sacrificed: bool, trace: Trace) -> Choice:
    """What may be played of these colours, each with all its cards, in a position of which this much is known."""
    table = Round(
        partners=False,
        phase=1,
        turn=0,
        hands=(hand, 0, 0, 0),
        opened=(opened, elsewhere, 0),
        covered=0b001_000 if sacrificed else 0,
    )
    return choice_in(table, LEFT, trace.silent(), [])


def _judged(way: PlayedAs, face: Face, trace: Trace) -> Ruling:
    trace.require_legal()
    return trace.judged(ColourPlayed(way=way, face=face))


PROCEDURES: tuple[Procedure[CardForOpened] | Procedure[CardForUnopened], ...] = (
    Procedure(
        name="follow-colour",
        state=CardForOpened,
        decide=follow_colour,
        results=(ColourPlayed,),
        example=CardForOpened(
            led="red", colour="black", holds=HeldColours(red=True, blue=False, black=True, yellow=False)
        ),
        summary={
            "it": "Se una carta di un certo colore si può giocare dove un colore è già aperto",
            "en": "Whether a card of some colour may be played where a colour is opened",
        },
    ),
    Procedure(
        name="open-colour",
        state=CardForUnopened,
        decide=open_colour,
        results=(ColourPlayed,),
        example=CardForUnopened(colour="black", opened=OpenedColours(red=True)),
        summary={
            "it": "Se con una carta di un certo colore si può aprire una posizione",
            "en": "Whether a card of some colour may open a position",
        },
    ),
)
