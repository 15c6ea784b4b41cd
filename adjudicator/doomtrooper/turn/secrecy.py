"""Who may look at facedown cards: discards and eliminated cards nobody, covered warriors their owner."""

from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, card_lifts
from adjudicator.kernel import Procedure, Ruling, Trace, state_type


@state_type
class LookAtCards:
    """A player who wants to look at facedown cards."""

    at: Literal["discards", "eliminated-cards", "covered-warrior"]
    """The cards."""
    own: bool
    """Whether they are the player's own."""
    cards: tuple[CardText, ...] = ()
    """Cards that let the player look."""


def look_at_cards(state: LookAtCards, trace: Trace) -> Ruling:
    """Whether the player may look."""
    if state.at == "covered-warrior" and state.own:
        trace.cite("DT-6.25", "own-covered")
        return trace.judged()
    lifted = card_lifts("looking", state.cards, trace)
    if state.at == "discards":
        trace.bar("DT-2.11", "nobody-looks", lifted=lifted, own=state.own)
    elif state.at == "eliminated-cards":
        trace.bar("DT-2.13", "nobody-looks", lifted=lifted, own=state.own)
    else:
        trace.bar("DT-6.25", "not-the-opponents", lifted=lifted)
    return trace.judged()


PROCEDURES = (
    Procedure(
        name="look-at-cards",
        state=LookAtCards,
        decide=look_at_cards,
        example=LookAtCards(at="discards", own=True),
        summary={
            "it": "Se si possono guardare carte a faccia in giù",
            "en": "Whether facedown cards may be looked at",
        },
    ),
)
