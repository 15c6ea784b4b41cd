"""What a role adds, on either side of its card: when it applies, and how much it is worth.

Only the Italian summary states the bonuses; the English book leaves them to the cards.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.kernel import Json, Procedure, Ruling, Silence, Trace
from adjudicator.vwars.conflicts import LUCIUS_DRAW, ROLE_BONUSES
from adjudicator.vwars.state import STRICT, Count, Role, Side, vampire_faults
from adjudicator.vwars.tables import DRAWN_TO_KEEP_ONE, LUCIUS_DISCARD, LUCIUS_HAND, RATI_CARDS, RONALD_TROOPS
from adjudicator.vwars.turn import lucius_actions

Moment: TypeAlias = Literal[
    "before-election",
    "after-election",
    "before-riot",
    "after-riot",
    "sympathy-grows",
    "vampires-arise",
    "assassinate",
    "placing-a-card",
    "others-place-cards",
    "taking-actions",
    "drawing-the-riot-card",
    "drawing-the-event-card",
    "end-of-turn",
]

_IN_REGION: dict[tuple[Role, Side], tuple[Moment, ...]] = {
    ("brad", "human"): ("before-election",),
    ("brad", "vampire"): ("sympathy-grows",),
    ("miku", "human"): ("after-riot", "after-election"),
    ("miku", "vampire"): ("after-riot", "after-election"),
    ("grace", "vampire"): ("assassinate",),
    ("ronald", "human"): ("before-riot",),
    ("ronald", "vampire"): ("before-riot",),
    ("emily", "vampire"): ("vampires-arise",),
    ("joao", "human"): ("taking-actions",),
    ("joao", "vampire"): ("taking-actions",),
}
"""When a bonus asks for the region its player is in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleBonus:
    """A player who wants to use the bonus of their role."""

    __pydantic_config__ = STRICT
    role: Role
    """Their role."""
    side: Side
    """The side of the Role card they use: vampire once they are public."""
    moment: Moment
    """What is happening."""
    in_region: bool | None = None
    """Whether it happens in the region they are in, where it matters."""
    hand: Count | None = None
    """Player cards in their hand, where it matters."""
    other_public_vampires: Count | None = None
    """How many other players are Public Vampires, where it matters."""
    deck: Count | None = None
    """Cards in the deck drawn from, where it matters."""


def role_bonus(state: RoleBonus, trace: Trace) -> Ruling:
    """Whether the bonus applies now, and what it gives."""
    public = state.side == "vampire"
    vampire_faults("public-vampire" if public else "human", state.other_public_vampires or 0, trace)
    trace.require_possible()
    if trace.reading(ROLE_BONUSES) == "en-rulebook":
        trace.cite("VW-3.1", "on-the-card", role=state.role)
        raise Silence("role-card")
    if state.in_region is None and state.moment in _IN_REGION.get((state.role, state.side), ()):
        trace.cite("VW-3.1", "asks-region", role=state.role)
        return trace.ruling("undecided", missing=["in_region"])
    gives = _vampire(state, trace) if public else _human(state, trace)
    if gives is None:
        return trace.ruling("illegal", applies=False)
    if "missing" in gives:
        return trace.ruling("undecided", **gives)
    return trace.ruling("legal", applies=True, **gives)


def _human(state: RoleBonus, trace: Trace) -> dict[str, Json] | None:
    moment, here = state.moment, state.in_region
    match state.role:
        case "brad":
            if moment == "before-election" and here:
                trace.cite("VW-12.1", "draws-one")
                return {"drawn": 1, "options": ["play", "discard"]}
            trace.cite("VW-12.1", "does-not-apply")
        case "miku":
            if moment in ("after-riot", "after-election") and here:
                return _miku_human(state.hand, trace)
            trace.cite("VW-12.3", "does-not-apply")
        case "lucius":
            if moment == "end-of-turn":
                return _lucius_draw(state.hand, trace)
            trace.cite("VW-12.5", "does-not-apply")
        case "rati":
            if moment == "placing-a-card":
                return _rati_human(state.hand, trace)
            trace.cite("VW-12.7", "does-not-apply")
        case "grace":
            if moment == "drawing-the-riot-card":
                return _grace_human(state.deck, trace)
            trace.cite("VW-12.9", "does-not-apply")
        case "ronald":
            if moment == "before-riot" and here:
                trace.cite("VW-12.11", "draws-one")
                return {"drawn": 1, "options": ["face-up", "facedown"]}
            trace.cite("VW-12.11", "does-not-apply")
        case "emily":
            if moment == "drawing-the-event-card":
                return _emily_human(state.deck, trace)
            trace.cite("VW-12.13", "does-not-apply")
        case "joao":
            if moment == "taking-actions" and here:
                trace.cite("VW-12.15", "looks-at-one")
                return {"looked_at": 1, "actions": 1}
            if moment == "taking-actions":
                trace.cite("VW-12.15", "another-region")
            else:
                trace.cite("VW-12.15", "does-not-apply")
    return None


def _vampire(state: RoleBonus, trace: Trace) -> dict[str, Json] | None:
    moment, here = state.moment, state.in_region
    match state.role:
        case "brad":
            if moment == "sympathy-grows" and here:
                trace.cite("VW-12.2", "one-token-more-here")
                return {"sympathy_tokens": 1}
            trace.cite("VW-12.2", "does-not-apply")
        case "miku":
            if moment in ("after-riot", "after-election") and here:
                return _miku_vampire(state.hand, trace)
            trace.cite("VW-12.4", "does-not-apply")
        case "lucius":
            if moment == "taking-actions":
                allowed = lucius_actions(state.other_public_vampires, trace)
                return {"missing": ["other_public_vampires"]} if allowed is None else {"actions": allowed}
            trace.cite("VW-12.6", "does-not-apply")
        case "rati":
            if moment == "others-place-cards":
                return _rati_vampire(state.hand, trace)
            trace.cite("VW-12.8", "does-not-apply")
        case "grace":
            if moment == "assassinate" and here:
                trace.cite("VW-12.10", "troops-protected")
                return {"protected": True}
            trace.cite("VW-12.10", "does-not-apply")
        case "ronald":
            if moment == "before-riot" and here:
                trace.cite("VW-12.12", "places-two", troops=RONALD_TROOPS)
                return {"vampire_troops": RONALD_TROOPS}
            trace.cite("VW-12.12", "does-not-apply")
        case "emily":
            if moment == "vampires-arise" and here:
                trace.cite("VW-12.14", "one-more-each")
                return {"vampire_troops_each_city": 1}
            trace.cite("VW-12.14", "does-not-apply")
        case "joao":
            if moment == "taking-actions" and here:
                trace.cite("VW-12.16", "looks-at-deck")
                return {"looked_at": "whole-deck", "actions": 1}
            if moment == "taking-actions":
                trace.cite("VW-12.16", "another-region")
            else:
                trace.cite("VW-12.16", "does-not-apply")
    return None


def _miku_human(hand: int | None, trace: Trace) -> dict[str, Json] | None:
    if hand is None:
        trace.cite("VW-12.3", "asks-hand")
        return {"missing": ["hand"]}
    if hand == 0:
        trace.cite("VW-12.3", "no-card-to-put")
        return None
    trace.cite("VW-12.3", "swaps-one")
    return {"swapped": 1}


def _miku_vampire(hand: int | None, trace: Trace) -> dict[str, Json] | None:
    if hand is None:
        trace.cite("VW-12.4", "asks-hand")
        return {"missing": ["hand"]}
    if hand == 0:
        trace.cite("VW-12.4", "no-card-to-put")
        return None
    trace.cite("VW-12.4", "swaps-one")
    return {"swapped": 1}


def _lucius_draw(hand: int | None, trace: Trace) -> dict[str, Json]:
    if hand is None:
        trace.cite("VW-12.5", "asks-hand")
        return {"missing": ["hand"]}
    drawn = max(0, LUCIUS_HAND - hand)
    if trace.reading(LUCIUS_DRAW) == "draw-8":
        drawn = LUCIUS_HAND
    trace.cite("VW-12.5", "draws-then-discards", drawn=drawn, discarded=LUCIUS_DISCARD)
    return {"drawn": drawn, "discarded": LUCIUS_DISCARD, "hand": hand + drawn - LUCIUS_DISCARD}


def _grace_human(deck: int | None, trace: Trace) -> dict[str, Json]:
    if deck is None:
        trace.cite("VW-12.9", "asks-deck")
        return {"missing": ["deck"]}
    if deck < DRAWN_TO_KEEP_ONE:
        trace.cite("VW-12.9", "too-few-to-draw", cards=deck)
        raise Silence("too-few-to-draw")
    trace.cite("VW-12.9", "draws-two-keeps-one")
    return {"drawn": DRAWN_TO_KEEP_ONE, "discarded": DRAWN_TO_KEEP_ONE - 1}


def _emily_human(deck: int | None, trace: Trace) -> dict[str, Json]:
    if deck is None:
        trace.cite("VW-12.13", "asks-deck")
        return {"missing": ["deck"]}
    if deck < DRAWN_TO_KEEP_ONE:
        trace.cite("VW-12.13", "too-few-to-draw", cards=deck)
        raise Silence("too-few-to-draw")
    trace.cite("VW-12.13", "draws-two-keeps-one")
    return {"drawn": DRAWN_TO_KEEP_ONE, "discarded": DRAWN_TO_KEEP_ONE - 1}


def _rati_human(hand: int | None, trace: Trace) -> dict[str, Json] | None:
    if hand is None:
        trace.cite("VW-12.7", "asks-hand")
        return {"missing": ["hand"]}
    if hand < RATI_CARDS:
        trace.cite("VW-12.7", "needs-two-cards", hand=hand)
        return None
    trace.cite("VW-12.7", "two-without-partner")
    return {"placed": RATI_CARDS, "partner": False}


def _rati_vampire(hand: int | None, trace: Trace) -> dict[str, Json] | None:
    if hand is None:
        trace.cite("VW-12.8", "asks-hand")
        return {"missing": ["hand"]}
    if hand == 0:
        trace.cite("VW-12.8", "no-card-to-add")
        return None
    trace.cite("VW-12.8", "joins-in")
    return {"placed": 1}


PROCEDURES = (
    Procedure(
        name="role-bonus",
        state=RoleBonus,
        decide=role_bonus,
        example=RoleBonus(role="ronald", side="vampire", moment="before-riot", in_region=True),
        summary={
            "it": "Se il bonus di un personaggio vale adesso e che cosa dà",
            "en": "Whether the bonus of a role applies now, and what it gives",
        },
    ),
)
