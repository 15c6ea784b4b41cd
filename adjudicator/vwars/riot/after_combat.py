"""After the fight: one of the cards left face-up is discarded, the rest returns, and a deck run low draws."""

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.vwars.conflicts import DECK_REFILL, SPUTTERED_DISCARD, STRENGTH_AFTER_REMOVAL
from adjudicator.vwars.state import Count, player_card_faults
from adjudicator.vwars.tables import DECK_MINIMUM


@state_type
class AfterCombat:
    """The cards of a Region deck when the riot in its region is over."""

    face_up: Count
    """Cards left face-up by the riot."""
    face_down: Count
    """Cards turned facedown after they removed troops."""
    unrevealed: Count
    """Cards never turned over."""
    sputtered: bool
    """Whether the riot sputtered out."""


@result_type
class CardsLeft:
    """The Region deck after combat."""

    discarded: int
    deck: int
    """Cards it has after all, those drawn among them."""
    drawn: int
    """Cards it has drawn because it had run low."""


def after_combat(state: AfterCombat, trace: Trace) -> Ruling:
    """How many cards are discarded and how many the Region deck keeps."""
    if state.sputtered and state.unrevealed:
        trace.fault("VW-8.15", "cards-left-to-play", cards=state.unrevealed)
    if not (state.face_up or state.face_down):
        trace.fault("VW-8.8", "no-card-revealed")
    elif (  # with every card turned over, a side can be at six and nobody have won
        not (state.face_up or state.sputtered)
        and state.unrevealed
        and trace.reading(STRENGTH_AFTER_REMOVAL) == "draw-on"
    ):
        trace.fault("VW-8.11", "wins-nothing")
    player_card_faults(state.face_up + state.face_down + state.unrevealed, trace)
    trace.require_possible()
    return trace.resolved(
        discard_after_combat(state.face_up, state.face_down, state.unrevealed, state.sputtered, trace)
    )


def discard_after_combat(face_up: int, face_down: int, unrevealed: int, sputtered: bool, trace: Trace) -> CardsLeft:
    """The one card discarded after a riot, the deck that is left, what it draws; stops with no card face-up."""
    if sputtered:
        if trace.reading(SPUTTERED_DISCARD) == "skipped":
            trace.cite("VW-8.15", "no-discard")
            return _cards_left(0, face_up + face_down + unrevealed, trace)
        trace.cite("VW-9.20", "even-if-sputtered")
    if face_up == 0:
        trace.cite("VW-9.20", "nothing-face-up")
        trace.silence("no-face-up-card")
    trace.cite("VW-9.20", "one-discarded", face_up=face_up)
    returning = face_up - 1 + face_down
    trace.cite("VW-9.21", "rest-returns", cards=returning, deck=returning + unrevealed)
    return _cards_left(1, returning + unrevealed, trace)


def _cards_left(discarded: int, deck: int, trace: Trace) -> CardsLeft:
    drawn = draw_to_three(deck, trace)
    return CardsLeft(discarded=discarded, deck=deck + drawn, drawn=drawn)


def draw_to_three(deck: int, trace: Trace) -> int:
    """The cards that a Region or Riot deck of so many draws at once when it has run low.

    Whether there are Player cards enough to draw is a question of its own.
    """
    drawn = short_of_three(deck, trace)
    if drawn:
        trace.cite("VW-11.7", "back-to-three", deck=deck, drawn=drawn)
    return drawn


def short_of_three(deck: int, trace: Trace) -> int:
    """How many cards the deck has to draw, by the edition in force."""
    if deck >= DECK_MINIMUM:
        return 0
    if trace.reading(DECK_REFILL) == "en-rulebook":
        trace.cite("VW-11.7", "no-refill-stated", deck=deck)
        return 0
    return DECK_MINIMUM - deck


PROCEDURES = (
    Procedure(
        name="after-combat",
        state=AfterCombat,
        decide=after_combat,
        results=(CardsLeft,),
        example=AfterCombat(face_up=2, face_down=1, unrevealed=1, sputtered=False),
        summary={
            "it": "Quante carte si scartano dopo una rivolta e quante tornano nel mazzo",
            "en": "How many cards are discarded after a riot and how many return to the deck",
        },
    ),
)
