"""The four actions everyone has besides Investigate: Move, Deploy Troop, Place a Card, Assassinate.

An action that is not allowed is answered with every reason against it, not the first one found.
"""

from dataclasses import dataclass
from typing import Literal

from adjudicator.kernel import Json, Procedure, Ruling, Silence, Trace
from adjudicator.vwars.conflicts import (
    HIDDEN_FACTION,
    MARTIAL_LAW_EFFECTS,
    MARTIAL_LAW_KEEPS_OUT,
    RATI_TWO_CARDS,
    ROLE_BONUSES,
    TROOP_CAP,
)
from adjudicator.vwars.state import (
    STRICT,
    Count,
    Region,
    Role,
    Side,
    Standing,
    enemy,
    shown_side,
    troop_faults,
    true_side,
    vampire_faults,
)
from adjudicator.vwars.tables import RATI_CARDS
from adjudicator.vwars.tables import TROOP_CAP as CAP


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A player about to move."""

    __pydantic_config__ = STRICT
    standing: Standing
    """Who the player is."""
    destination: Region
    """The region of the city they want to enter."""
    same_city: bool = False
    """Whether that city is the one they are in."""
    martial_law: bool | None = None
    """Whether that city is under Martial Law; needed where that keeps the player out."""


def move(state: Move, trace: Trace) -> Ruling:
    """Whether the player may enter that city."""
    if state.same_city and state.destination != "own":
        trace.fault("VW-6.2", "own-city-in-another-region", region=state.destination)
        trace.require_possible()
    legal = True
    if state.same_city:
        trace.cite("VW-6.2", "not-a-different-city")
        legal = False
    elif state.destination == "other":
        trace.cite("VW-6.2", "too-far")
        legal = False
    else:
        trace.cite("VW-6.2", "within-reach", region=state.destination)
    if state.martial_law is None:
        if legal and _kept_out_of_martial_law(state.standing, trace):
            trace.cite("VW-6.4", "asks-martial-law")
            return trace.ruling("undecided", missing=["martial_law"])
    elif state.martial_law:
        if state.standing == "public-vampire":
            trace.cite("VW-6.4", "kept-out")
            legal = False
        elif state.standing == "hidden-vampire":
            if _kept_out_of_martial_law(state.standing, trace):
                trace.cite("VW-6.4", "hidden-kept-out")
                legal = False
            elif legal:
                trace.cite("VW-6.4", "hidden-may-enter")
        elif legal:
            trace.cite("VW-6.4", "not-a-vampire")
    return trace.ruling("legal" if legal else "illegal")


def _kept_out_of_martial_law(standing: Standing, trace: Trace) -> bool:
    if standing == "hidden-vampire":
        return trace.reading(MARTIAL_LAW_KEEPS_OUT) == "every-vampire"
    return standing == "public-vampire"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployTroop:
    """A player about to put a troop on the board."""

    __pydantic_config__ = STRICT
    standing: Standing
    """Who the player is."""
    hand: Count
    """Player cards in their hand."""
    region: Region
    """The region of the city the troop goes to."""
    human_troops: Count | None = None
    """Human troops already in that city; needed when a Human troop is put there."""
    vampire_troops: Count | None = None
    """Vampire troops already in that city; needed when a Vampire troop is put there."""
    martial_law: bool = False
    """Whether that city is under Martial Law."""


def deploy_troop(state: DeployTroop, trace: Trace) -> Ruling:
    """Whether the troop may go there, whose it is, and the troops after."""
    troop_faults(state.human_troops or 0, state.vampire_troops or 0, trace)
    trace.require_possible()
    legal = True
    side = shown_side(state.standing)
    trace.cite("VW-6.6", "whose-troop", standing=state.standing, side=side)
    if state.region == "own":
        trace.cite("VW-6.5", "in-own-region")
    else:
        trace.cite("VW-6.5", "outside-own-region")
        legal = False
    if state.hand == 0:
        trace.cite("VW-6.5", "no-card-to-discard")
        legal = False
    present = state.human_troops if side == "human" else state.vampire_troops
    if present is not None and present >= CAP:
        if trace.reading(TROOP_CAP) == "it-summary":
            trace.cite("VW-6.7", "city-full", side=side, troops=present)
            legal = False
        elif legal:
            trace.cite("VW-6.7", "no-cap-stated", side=side, troops=present)
    if state.martial_law and side == "vampire":
        if trace.reading(MARTIAL_LAW_EFFECTS) == "it-summary":
            trace.cite("VW-9.18", "no-vampire-troops")
            legal = False
        elif legal:
            trace.cite("VW-9.18", "no-ban-stated")
    if not legal:
        return trace.ruling("illegal")
    if present is None:
        trace.cite("VW-6.7", "asks-troops", side=side)
        return trace.ruling("undecided", missing=[f"{side}_troops"])
    trace.cite("VW-6.5", "troop-deployed", side=side, troops=present + 1)
    told = {"human_troops": state.human_troops, "vampire_troops": state.vampire_troops}
    troops: dict[str, Json] = {whose: count for whose, count in told.items() if count is not None}
    troops[f"{side}_troops"] = present + 1
    return trace.ruling("legal", side=side, **troops, hand=state.hand - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCard:
    """A player about to place a card in a deck."""

    __pydantic_config__ = STRICT
    standing: Standing
    """Who the player is."""
    hand: Count
    """Player cards in their hand."""
    deck: Literal["own-region", "another-region", "riot"]
    """The deck the card goes to."""
    partner: Standing | None
    """The player named to place a card along with them, if one is named."""
    other_public_vampires: Count | None = None
    """How many other players are Public Vampires; needed when a Public Vampire names nobody."""
    partner_hand: Count | None = None
    """Player cards in the partner's hand; needed when a partner is named."""
    role: Role | None = None
    """The player's role; needed when a player who is not public names nobody."""


def place_card(state: PlaceCard, trace: Trace) -> Ruling:
    """Whether the card may be placed so, and how many cards the deck gains."""
    if state.partner == "public-vampire" and state.other_public_vampires == 0:
        trace.fault("VW-6.9", "partner-not-counted")
    others = state.other_public_vampires
    public_partner = int(state.partner == "public-vampire")
    vampire_faults(state.standing, public_partner if others is None else others, trace, state.partner)
    trace.require_possible()
    legal = True
    if state.deck == "another-region":
        trace.cite("VW-6.8", "outside-own-region")
        legal = False
    else:
        trace.cite("VW-6.8", "deck-allowed", deck=state.deck)
    if state.hand == 0:
        trace.cite("VW-6.8", "no-card-to-place")
        legal = False
    if state.partner is None and shown_side(state.standing) == "human":
        if state.role is None:
            return _role_unknown(legal, trace)
        if state.role == "rati":
            return _rati_alone(state, legal, trace)
    if state.partner is None:
        if legal and state.standing == "public-vampire" and others is None:
            trace.cite("VW-6.11", "asks-other-vampires")
            return trace.ruling("undecided", missing=["other_public_vampires"])
        legal = _alone_in_faction(state.standing, others, legal, trace)
    else:
        legal = _same_faction(state.standing, state.partner, legal, trace)
    if not legal:
        return trace.ruling("illegal")
    cards = 1 if state.partner is None else 2
    after: dict[str, Json] = {"cards_placed": cards, "hand": state.hand - 1}
    if state.partner is not None:
        if state.partner_hand is None:
            trace.cite("VW-6.9", "asks-partner-hand")
            return trace.ruling("undecided", missing=["partner_hand"])
        if state.partner_hand == 0:
            trace.cite("VW-6.9", "partner-has-no-card")
            raise Silence("partner-without-cards")
        after["partner_hand"] = state.partner_hand - 1
    trace.cite("VW-6.8", "cards-placed", cards=cards)
    return trace.ruling("legal", **after)


def _alone_in_faction(standing: Standing, others: int | None, legal: bool, trace: Trace) -> bool:
    """Whether the card may be placed alone, where it was `legal` so far."""
    if standing != "public-vampire":
        trace.cite("VW-6.9", "nobody-named")
        return False
    if others:
        trace.cite("VW-6.9", "vampires-to-name", others=others)
        return False
    if legal and others == 0:
        trace.cite("VW-6.11", "alone-in-faction")
    return legal


def _same_faction(standing: Standing, partner: Standing, legal: bool, trace: Trace) -> bool:
    """Whether this partner may be named, where placing the card was `legal` so far."""
    hidden = {standing, partner} & {"infected", "hidden-vampire"}
    if hidden and trace.reading(HIDDEN_FACTION) == "true-side":
        if true_side(standing) == true_side(partner):
            if legal:
                trace.cite("VW-6.9", "partner-of-true-faction", partner=partner)
            return legal
        trace.cite("VW-6.9", "partner-of-other-true-faction", partner=partner)
        return False
    if shown_side(standing) == shown_side(partner):
        if legal:
            trace.cite("VW-6.9", "partner-of-faction", side=shown_side(standing))
        return legal
    trace.cite("VW-6.9", "partner-of-other-faction", side=shown_side(partner))
    return False


def _role_unknown(legal: bool, trace: Trace) -> Ruling:
    """Whether one role may do without a partner matters only where nothing else stands in the way."""
    if not legal:
        return trace.ruling("illegal")
    trace.cite("VW-12.7", "asks-role")
    return trace.ruling("undecided", missing=["role"])


def _rati_alone(state: PlaceCard, legal: bool, trace: Trace) -> Ruling:
    if trace.reading(ROLE_BONUSES) == "en-rulebook":
        if legal:
            trace.cite("VW-12.7", "on-the-card")
            raise Silence("role-card")
    elif state.hand < RATI_CARDS:
        trace.cite("VW-12.7", "needs-two-cards", hand=state.hand)
        legal = False
    if not legal:
        return trace.ruling("illegal")
    actions = 1 if trace.reading(RATI_TWO_CARDS) == "one-action" else 2
    trace.cite("VW-12.7", "two-cards-alone", actions=actions)
    return trace.ruling("legal", cards_placed=RATI_CARDS, hand=state.hand - RATI_CARDS, actions=actions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assassinate:
    """A player about to remove a troop."""

    __pydantic_config__ = STRICT
    standing: Standing
    """Who the player is."""
    own_city: bool
    """Whether the troop is in the city they are in."""
    target: Side
    """Whose troop it is."""
    troops: Count
    """How many troops of that side the city has."""
    grace_in_region: bool = False
    """Whether the Public Vampire with the role of Grace is in that region."""


def assassinate(state: Assassinate, trace: Trace) -> Ruling:
    """Whether the troop may be removed, and the troops after."""
    if state.grace_in_region and state.standing == "hidden-vampire":
        trace.fault("VW-6.20", "nobody-could-awaken")
    human, vampire = (state.troops, 0) if state.target == "human" else (0, state.troops)
    troop_faults(human, vampire, trace)
    trace.require_possible()
    legal = True
    side = shown_side(state.standing)
    if state.own_city:
        trace.cite("VW-6.12", "in-own-city")
    else:
        trace.cite("VW-6.12", "not-in-own-city")
        legal = False
    if state.target == enemy(side):
        if legal:
            trace.cite("VW-6.13", "enemy-troop", standing=state.standing, side=state.target)
    else:
        trace.cite("VW-6.13", "own-troop", standing=state.standing, side=state.target)
        legal = False
    if state.troops == 0:
        trace.cite("VW-6.12", "no-troop-there", side=state.target)
        legal = False
    if state.grace_in_region and state.target == "vampire":
        if trace.reading(ROLE_BONUSES) == "it-summary":
            trace.cite("VW-12.10", "troops-protected")
            legal = False
        elif legal:
            trace.cite("VW-12.10", "on-the-card")
            raise Silence("role-card")
    if not legal:
        return trace.ruling("illegal")
    after: dict[str, Json] = {"side": state.target, "troops": state.troops - 1}
    trace.cite("VW-6.12", "troop-removed", side=state.target, left=state.troops - 1)
    return trace.ruling("legal", **after)


PROCEDURES = (
    Procedure(
        name="move",
        state=Move,
        decide=move,
        example=Move(standing="public-vampire", destination="adjacent", martial_law=True),
        summary={"it": "Se ci si può muovere in una città", "en": "Whether a player may move into a city"},
    ),
    Procedure(
        name="deploy-troop",
        state=DeployTroop,
        decide=deploy_troop,
        example=DeployTroop(standing="human", hand=3, region="own", human_troops=5, vampire_troops=2),
        summary={
            "it": "Se una truppa può essere schierata, e di chi è",
            "en": "Whether a troop may be deployed, and whose it is",
        },
    ),
    Procedure(
        name="place-card",
        state=PlaceCard,
        decide=place_card,
        example=PlaceCard(
            standing="human",
            hand=4,
            deck="own-region",
            partner="hidden-vampire",
            other_public_vampires=0,
            partner_hand=3,
        ),
        summary={
            "it": "Se una carta può essere posizionata in un mazzo, e con chi",
            "en": "Whether a card may be placed in a deck, and with whom",
        },
    ),
    Procedure(
        name="assassinate",
        state=Assassinate,
        decide=assassinate,
        example=Assassinate(standing="human", own_city=True, target="vampire", troops=2),
        summary={"it": "Se una truppa può essere uccisa", "en": "Whether a troop may be removed"},
    ),
)
