"""What a role adds, on either side of its card: when it applies, and how much it is worth.

Only the Italian summary states the bonuses; the English book leaves them to the cards.
"""

from typing import Literal, TypeAlias

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.vwars.conflicts import LUCIUS_DRAW, ROLE_BONUSES
from adjudicator.vwars.state import Count, Role, Side, vampire_faults
from adjudicator.vwars.tables import (
    CARDS_PER_DECK,
    DRAWN_TO_KEEP_ONE,
    LUCIUS_DISCARD,
    LUCIUS_HAND,
    RATI_CARDS,
    RONALD_TROOPS,
)
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


@state_type
class RoleBonus:
    """A player who wants to use the bonus of their role."""

    role: Role
    """Their role."""
    side: Side
    """The side of the Role card they use: vampire once they are public."""
    moment: Moment
    """What is happening."""
    in_region: bool
    """Whether it happens in the region they are in."""
    hand: Count
    """Player cards in their hand."""
    other_public_vampires: Count
    """How many other players are Public Vampires."""
    deck: Count = CARDS_PER_DECK
    """Cards in the Region, Riot or Event deck drawn or taken from; enough where nobody has counted them."""


@result_type
class NoBonus:
    """A bonus that does not apply now."""

    applies: bool = False


@result_type
class Bonus:
    """What a bonus that applies now gives; only what it gives is there."""

    applies: bool = True
    drawn: int | None = None
    discarded: int | None = None
    """Of the cards drawn, or of the hand after drawing."""
    hand: int | None = None
    """Player cards in the hand after all."""
    options: tuple[str, ...] | None = None
    """What may be done with the card drawn."""
    swapped: int | None = None
    """Cards of the Region deck that one from the hand may take the place of."""
    placed: int | None = None
    """Cards the player may place in a deck."""
    partner: bool | None = None
    """Whether a partner has to place a card too."""
    looked_at: int | Literal["whole-deck"] | None = None
    """Cards of the Region deck the player may look at."""
    actions: int | None = None
    """Actions it costs, or those of the turn."""
    protected: bool | None = None
    """Whether the Vampire troops of the region cannot be removed."""
    sympathy_tokens: int | None = None
    """Tokens put on the track besides."""
    vampire_troops: int | None = None
    """Vampire troops placed before the riot."""
    vampire_troops_each_city: int | None = None
    """Vampire troops that every city gets besides."""


def role_bonus(state: RoleBonus, trace: Trace) -> Ruling:
    """Whether the bonus applies now, and what it gives."""
    public = state.side == "vampire"
    vampire_faults("public-vampire" if public else "human", state.other_public_vampires, trace)
    trace.require_possible()
    if trace.reading(ROLE_BONUSES) == "en-rulebook":
        trace.cite("VW-3.1", "on-the-card", role=state.role)
        trace.silence("role-card")
    gives = _find_vampire_bonus(state, trace) if public else _find_human_bonus(state, trace)
    trace.require_legal(NoBonus())
    return trace.judged(gives)


def _find_human_bonus(state: RoleBonus, trace: Trace) -> Bonus | None:
    """What the human side of the card gives; None where something bars it."""
    match state.role:
        case "brad":
            if state.moment != "before-election" or not state.in_region:
                trace.bar("VW-12.1", "does-not-apply")
            elif state.deck == 0:
                trace.bar("VW-12.1", "no-card-to-draw")
            else:
                trace.cite("VW-12.1", "draws-one")
                return Bonus(drawn=1, options=("play", "discard"))
        case "miku":
            if state.moment not in ("after-riot", "after-election") or not state.in_region:
                trace.bar("VW-12.3", "does-not-apply")
            elif state.hand == 0:
                trace.bar("VW-12.3", "no-card-to-put")
            elif state.deck == 0:
                trace.bar("VW-12.3", "no-card-to-take")
            else:
                trace.cite("VW-12.3", "swaps-one")
                return Bonus(swapped=1)
        case "lucius":
            if state.moment == "end-of-turn":
                return _draw_as_lucius(state.hand, trace)
            trace.bar("VW-12.5", "does-not-apply")
        case "rati":
            if state.moment != "placing-a-card":
                trace.bar("VW-12.7", "does-not-apply")
            elif state.hand < RATI_CARDS:
                trace.bar("VW-12.7", "needs-two-cards", hand=state.hand)
            else:
                trace.cite("VW-12.7", "two-without-partner")
                return Bonus(placed=RATI_CARDS, partner=False)
        case "grace":
            if state.moment == "drawing-the-riot-card":
                return _draw_as_grace(state.deck, trace)
            trace.bar("VW-12.9", "does-not-apply")
        case "ronald":
            if state.moment != "before-riot" or not state.in_region:
                trace.bar("VW-12.11", "does-not-apply")
            elif state.deck == 0:
                trace.bar("VW-12.11", "no-card-to-draw")
            else:
                trace.cite("VW-12.11", "draws-one")
                return Bonus(drawn=1, options=("face-up", "facedown"))
        case "emily":
            if state.moment == "drawing-the-event-card":
                return _draw_as_emily(state.deck, trace)
            trace.bar("VW-12.13", "does-not-apply")
        case "joao":
            if state.moment != "taking-actions":
                trace.bar("VW-12.15", "does-not-apply")
            elif not state.in_region:
                trace.bar("VW-12.15", "another-region")
            elif state.deck == 0:
                trace.bar("VW-12.15", "no-card-to-look-at")
            else:
                trace.cite("VW-12.15", "looks-at-one")
                return Bonus(looked_at=1, actions=1)
    return None


def _find_vampire_bonus(state: RoleBonus, trace: Trace) -> Bonus | None:
    """What the vampire side of the card gives; None where something bars it."""
    match state.role:
        case "brad":
            if state.moment == "sympathy-grows" and state.in_region:
                trace.cite("VW-12.2", "one-token-more-here")
                return Bonus(sympathy_tokens=1)
            trace.bar("VW-12.2", "does-not-apply")
        case "miku":
            if state.moment not in ("after-riot", "after-election") or not state.in_region:
                trace.bar("VW-12.4", "does-not-apply")
            elif state.hand == 0:
                trace.bar("VW-12.4", "no-card-to-put")
            elif state.deck == 0:
                trace.bar("VW-12.4", "no-card-to-take")
            else:
                trace.cite("VW-12.4", "swaps-one")
                return Bonus(swapped=1)
        case "lucius":
            if state.moment == "taking-actions":
                return Bonus(actions=lucius_actions(state.other_public_vampires, trace))
            trace.bar("VW-12.6", "does-not-apply")
        case "rati":
            if state.moment != "others-place-cards":
                trace.bar("VW-12.8", "does-not-apply")
            elif state.hand == 0:
                trace.bar("VW-12.8", "no-card-to-add")
            else:
                trace.cite("VW-12.8", "joins-in")
                return Bonus(placed=1)
        case "grace":
            if state.moment == "assassinate" and state.in_region:
                trace.cite("VW-12.10", "troops-protected")
                return Bonus(protected=True)
            trace.bar("VW-12.10", "does-not-apply")
        case "ronald":
            if state.moment == "before-riot" and state.in_region:
                trace.cite("VW-12.12", "places-two", troops=RONALD_TROOPS)
                return Bonus(vampire_troops=RONALD_TROOPS)
            trace.bar("VW-12.12", "does-not-apply")
        case "emily":
            if state.moment == "vampires-arise" and state.in_region:
                trace.cite("VW-12.14", "one-more-each")
                return Bonus(vampire_troops_each_city=1)
            trace.bar("VW-12.14", "does-not-apply")
        case "joao":
            if state.moment != "taking-actions":
                trace.bar("VW-12.16", "does-not-apply")
            elif not state.in_region:
                trace.bar("VW-12.16", "another-region")
            elif state.deck == 0:
                trace.bar("VW-12.16", "no-card-to-look-at")
            else:
                trace.cite("VW-12.16", "looks-at-deck")
                return Bonus(looked_at="whole-deck", actions=1)
    return None


def _draw_as_lucius(hand: int, trace: Trace) -> Bonus:
    drawn = max(0, LUCIUS_HAND - hand)
    if trace.reading(LUCIUS_DRAW) == "draw-8":
        drawn = LUCIUS_HAND
    trace.cite("VW-12.5", "draws-then-discards", drawn=drawn, discarded=LUCIUS_DISCARD)
    return Bonus(drawn=drawn, discarded=LUCIUS_DISCARD, hand=hand + drawn - LUCIUS_DISCARD)


def _draw_as_grace(deck: int, trace: Trace) -> Bonus:
    if deck < DRAWN_TO_KEEP_ONE:
        trace.cite("VW-12.9", "too-few-to-draw", cards=deck)
        trace.silence("too-few-to-draw")
    trace.cite("VW-12.9", "draws-two-keeps-one")
    return Bonus(drawn=DRAWN_TO_KEEP_ONE, discarded=DRAWN_TO_KEEP_ONE - 1)


def _draw_as_emily(deck: int, trace: Trace) -> Bonus:
    if deck < DRAWN_TO_KEEP_ONE:
        trace.cite("VW-12.13", "too-few-to-draw", cards=deck)
        trace.silence("too-few-to-draw")
    trace.cite("VW-12.13", "draws-two-keeps-one")
    return Bonus(drawn=DRAWN_TO_KEEP_ONE, discarded=DRAWN_TO_KEEP_ONE - 1)


PROCEDURES = (
    Procedure(
        name="role-bonus",
        state=RoleBonus,
        decide=role_bonus,
        results=(Bonus, NoBonus),
        example=RoleBonus(
            role="ronald", side="vampire", moment="before-riot", in_region=True, hand=6, other_public_vampires=0
        ),
        summary={
            "it": "Se il bonus di un personaggio vale adesso e che cosa dà",
            "en": "Whether the bonus of a role applies now, and what it gives",
        },
    ),
)
