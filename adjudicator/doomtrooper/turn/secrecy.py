"""Who may look at facedown cards: discards and eliminated cards nobody, covered warriors their owner."""

from dataclasses import dataclass
from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, lifted
from adjudicator.doomtrooper.state import STRICT
from adjudicator.kernel import Procedure, Ruling, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAtCards:
    """A player who wants to look at facedown cards."""

    __pydantic_config__ = STRICT
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
        return trace.ruling("legal")
    if state.at == "discards":
        trace.cite("DT-2.11", "nobody-looks", own=state.own)
    elif state.at == "eliminated-cards":
        trace.cite("DT-2.13", "nobody-looks", own=state.own)
    else:
        trace.cite("DT-6.25", "not-the-opponents")
    return trace.ruling("legal" if lifted("looking", state.cards, trace) else "illegal")


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
