"""What becomes of cards: by their postplay icon, when they are countered, and which cannot be removed."""

from dataclasses import dataclass
from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, lifted
from adjudicator.doomtrooper.state import STRICT, Count
from adjudicator.kernel import Procedure, Ruling, Silence, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Postplay:
    """An Art or Special card that has been played."""

    __pydantic_config__ = STRICT
    icon: Literal["+", "-", "x"]
    """Its postplay icon: assignment, discard, elimination."""
    countered: Literal["no", "by-a-card", "by-a-card-on-cards-in-play"] = "no"
    """Whether another card stopped it, and whether that one only touches cards in play."""
    cost: Count = 0
    """Its cost in Destiny Points."""
    destiny: Count
    """The Destiny Points of who played it, before that cost."""


def postplay(state: Postplay, trace: Trace) -> Ruling:
    """Where the card goes, whether it has its effect, and the Destiny Points left."""
    if state.cost > state.destiny:
        trace.fault("DT-4.92", "cost-not-payable", cost=state.cost, destiny=state.destiny)
    trace.require_possible()
    countered = state.countered != "no"
    if state.icon == "-" and state.countered == "by-a-card-on-cards-in-play":
        trace.cite("DT-4.89", "not-in-play")
        countered = False
    left = state.destiny - state.cost
    if countered and state.icon == "x":
        trace.cite("DT-4.92", "eliminated-all-the-same", cost=state.cost)
        return trace.ruling("resolved", goes="eliminated", effect=False, destiny=left)
    if countered:
        trace.cite("DT-4.92", "only-said-of-eliminated-ones", icon=state.icon)
        raise Silence("countered-card")
    if state.icon == "+":
        trace.cite("DT-4.86", "stays-assigned")
        return trace.ruling("resolved", goes="assigned", effect=True, destiny=left)
    if state.icon == "-":
        trace.cite("DT-4.88", "to-the-discards")
        return trace.ruling("resolved", goes="discarded", effect=True, destiny=left)
    trace.cite("DT-4.90", "to-the-eliminated")
    return trace.ruling("resolved", goes="eliminated", effect=True, destiny=left)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRemoval:
    """A card in play that something is about to discard or eliminate."""

    __pydantic_config__ = STRICT
    kind: Literal["alliance", "corporate-war", "battle", "other"]
    """What it is."""
    how: Literal["discard", "eliminate"]
    """What is done to it."""
    names_its_kind: bool = False
    """Whether the card that does it says that it removes cards of this kind."""
    everything_goes: bool = False
    """Whether all cards in play go with it."""
    cannot_be: Literal["discarded", "eliminated"] | None = None
    """What its own text, or another card's, says that it can never be."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow it."""


def card_removal(state: CardRemoval, trace: Trace) -> Ruling:
    """Whether it leaves play."""
    if not _removable(state, trace):
        return trace.ruling("illegal")
    if state.cannot_be is not None:
        if state.cannot_be == ("discarded" if state.how == "discard" else "eliminated"):
            trace.cite("DT-4.91", "its-text-forbids-it", how=state.how)
            bar: Literal["discard", "elimination"] = "discard" if state.how == "discard" else "elimination"
            if not lifted(bar, state.cards, trace):
                return trace.ruling("illegal")
        else:
            trace.cite("DT-4.91", "not-the-same", how=state.how)
    if state.how == "discard":
        trace.cite("DT-2.12", "may-be-drawn-again")
    else:
        trace.cite("DT-2.12", "never-comes-back")
    return trace.ruling("legal", goes="discards" if state.how == "discard" else "eliminated")


def _removable(state: CardRemoval, trace: Trace) -> bool:
    if state.kind == "alliance" and not state.names_its_kind:
        trace.cite("DT-4.61", "alliance-stays")
        return False
    if state.kind == "alliance":
        trace.cite("DT-4.61", "card-names-alliances")
    elif state.kind == "corporate-war":
        trace.cite("DT-18.5", "war-stays")
        return False
    elif state.kind == "battle" and state.how == "discard":
        if state.everything_goes:
            trace.cite("DT-19.15", "goes-with-everything")
        elif state.names_its_kind:
            trace.cite("DT-19.15", "card-names-battles")
        else:
            trace.cite("DT-19.15", "battle-stays")
            return False
    elif state.kind == "battle":
        trace.cite("DT-4.91", "not-the-same", how=state.how)
    return True


PROCEDURES = (
    Procedure(
        name="postplay",
        state=Postplay,
        decide=postplay,
        example=Postplay(icon="x", countered="by-a-card", cost=3, destiny=5),
        summary={
            "it": "Dove va una carta giocata, anche se contrastata",
            "en": "Where a played card goes, countered or not",
        },
    ),
    Procedure(
        name="card-removal",
        state=CardRemoval,
        decide=card_removal,
        example=CardRemoval(kind="other", how="eliminate", cannot_be="discarded"),
        summary={
            "it": "Se una carta in gioco può essere scartata o eliminata",
            "en": "Whether a card in play may be discarded or eliminated",
        },
    ),
)
