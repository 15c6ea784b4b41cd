"""What becomes of cards: by their postplay icon, when they are countered, and which cannot be removed.

A played card stays assigned, is discarded or is eliminated, as its icon says; one to be eliminated is so
even if it is countered. Alliances stay unless a card names them, Battles are not discarded unless one does,
and a War never leaves.
"""

from typing import Literal

from adjudicator.doomtrooper.cards.texts import Bar, CardText, card_lifts
from adjudicator.doomtrooper.state import Count
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class Postplay:
    """An Art or Special card that has been played."""

    icon: Literal["+", "-", "x"]
    """Its postplay icon: assignment, discard, elimination."""
    countered: Literal["no", "by-a-card", "by-a-card-on-cards-in-play"] = "no"
    """Whether another card stopped it, and whether that one only touches cards in play."""
    cost: Count = 0
    """Its cost in Destiny Points."""
    destiny: Count
    """The Destiny Points of who played it, before that cost."""


@result_type
class Played:
    """A card that was played."""

    goes: Literal["assigned", "discarded", "eliminated"]
    """Where the card goes."""
    effect: bool
    """Whether it has its effect."""
    destiny: int
    """Destiny Points left."""


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
        return trace.resolved(Played(goes="eliminated", effect=False, destiny=left))
    if countered:
        trace.cite("DT-4.92", "only-said-of-eliminated-ones", icon=state.icon)
        trace.silence("countered-card")
    if state.icon == "+":
        trace.cite("DT-4.86", "stays-assigned")
        return trace.resolved(Played(goes="assigned", effect=True, destiny=left))
    if state.icon == "-":
        trace.cite("DT-4.88", "to-the-discards")
        return trace.resolved(Played(goes="discarded", effect=True, destiny=left))
    trace.cite("DT-4.90", "to-the-eliminated")
    return trace.resolved(Played(goes="eliminated", effect=True, destiny=left))


@state_type
class CardRemoval:
    """A card in play that something is about to discard or eliminate."""

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


@result_type
class Removed:
    """A card that leaves play."""

    goes: Literal["discards", "eliminated"]
    """Where it goes."""


def card_removal(state: CardRemoval, trace: Trace) -> Ruling:
    """Whether it leaves play, with everything against it."""
    _bar_by_kind(state, trace)
    if state.cannot_be == ("discarded" if state.how == "discard" else "eliminated"):
        bar: Bar = "discard" if state.how == "discard" else "elimination"
        trace.bar("DT-4.91", "its-text-forbids-it", lifted=card_lifts(bar, state.cards, trace), how=state.how)
    elif state.cannot_be is not None and not trace.barred:
        trace.cite("DT-4.91", "not-the-same", how=state.how)
    trace.require_legal()
    if state.how == "discard":
        trace.cite("DT-2.12", "may-be-drawn-again")
    else:
        trace.cite("DT-2.12", "never-comes-back")
    return trace.judged(Removed(goes="discards" if state.how == "discard" else "eliminated"))


def _bar_by_kind(state: CardRemoval, trace: Trace) -> None:
    if state.kind == "alliance":
        if state.names_its_kind:
            trace.cite("DT-4.61", "card-names-alliances")
        else:
            trace.bar("DT-4.61", "alliance-stays")
    elif state.kind == "corporate-war":
        trace.bar("DT-18.5", "war-stays")
    elif state.kind == "battle" and state.how == "eliminate":
        trace.cite("DT-4.91", "not-the-same", how=state.how)
    elif state.kind == "battle":
        if state.everything_goes:
            trace.cite("DT-19.15", "goes-with-everything")
        elif state.names_its_kind:
            trace.cite("DT-19.15", "card-names-battles")
        else:
            trace.bar("DT-19.15", "battle-stays")


PROCEDURES = (
    Procedure(
        name="postplay",
        state=Postplay,
        decide=postplay,
        results=(Played,),
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
        results=(Removed,),
        example=CardRemoval(kind="other", how="eliminate", cannot_be="discarded"),
        summary={
            "it": "Se una carta in gioco può essere scartata o eliminata",
            "en": "Whether a card in play may be discarded or eliminated",
        },
    ),
)
