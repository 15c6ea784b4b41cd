"""The four actions everyone has besides Investigate: Move, Deploy Troop, Place a Card, Assassinate.

An action that is not allowed is answered with every reason against it, not the first one found.
"""

from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.vwars.conflicts import (
    HIDDEN_FACTION,
    MARTIAL_LAW_EFFECTS,
    MARTIAL_LAW_KEEPS_OUT,
    RATI_TWO_CARDS,
    ROLE_BONUSES,
    TROOP_CAP,
)
from adjudicator.vwars.state import (
    Count,
    Region,
    Role,
    Side,
    Standing,
    enemy,
    martial_law_faults,
    shown_side,
    troop_faults,
    true_side,
    vampire_faults,
)
from adjudicator.vwars.tables import RATI_CARDS
from adjudicator.vwars.tables import TROOP_CAP as CAP


@state_type
class Move:
    """A player about to move."""

    standing: Standing
    """Who the player is."""
    destination: Region
    """The region of the city they want to enter."""
    same_city: bool = False
    """Whether that city is the one they are in."""
    martial_law: bool
    """Whether that city is under Martial Law."""


def move(state: Move, trace: Trace) -> Ruling:
    """Whether the player may enter that city."""
    if state.same_city and state.destination != "own":
        trace.fault("VW-6.2", "own-city-in-another-region", region=state.destination)
        trace.require_possible()
    if state.same_city:
        trace.bar("VW-6.2", "not-a-different-city")
    elif state.destination == "other":
        trace.bar("VW-6.2", "too-far")
    else:
        trace.cite("VW-6.2", "within-reach", region=state.destination)
    if state.martial_law:
        _enter_under_martial_law(state.standing, trace)
    return trace.judged()


def _enter_under_martial_law(standing: Standing, trace: Trace) -> None:
    if standing == "public-vampire":
        trace.bar("VW-6.4", "kept-out")
    elif standing == "hidden-vampire":
        if trace.reading(MARTIAL_LAW_KEEPS_OUT) == "every-vampire":
            trace.bar("VW-6.4", "hidden-kept-out")
        elif not trace.barred:
            trace.cite("VW-6.4", "hidden-may-enter")
    elif not trace.barred:
        trace.cite("VW-6.4", "not-a-vampire")


@state_type
class DeployTroop:
    """A player about to put a troop on the board."""

    standing: Standing
    """Who the player is."""
    hand: Count
    """Player cards in their hand."""
    region: Region
    """The region of the city the troop goes to."""
    human_troops: Count
    """Human troops already in that city."""
    vampire_troops: Count
    """Vampire troops already in that city."""
    martial_law: bool = False
    """Whether that city is under Martial Law."""


@result_type
class Deployed:
    """The city and the hand after the troop."""

    side: Side
    """Whose troop it is."""
    human_troops: int
    vampire_troops: int
    hand: int
    """Player cards left."""


def deploy_troop(state: DeployTroop, trace: Trace) -> Ruling:
    """Whether the troop may go there, whose it is, and the troops after."""
    troop_faults(state.human_troops, state.vampire_troops, trace)
    martial_law_faults(state.martial_law, state.vampire_troops, trace)
    trace.require_possible()
    side = shown_side(state.standing)
    trace.cite("VW-6.6", "whose-troop", standing=state.standing, side=side)
    if state.region == "own":
        trace.cite("VW-6.5", "in-own-region")
    else:
        trace.bar("VW-6.5", "outside-own-region")
    if state.hand == 0:
        trace.bar("VW-6.5", "no-card-to-discard")
    present = state.human_troops if side == "human" else state.vampire_troops
    if present >= CAP:
        if trace.reading(TROOP_CAP) == "it-summary":
            trace.bar("VW-6.7", "city-full", side=side, troops=present)
        elif not trace.barred:
            trace.cite("VW-6.7", "no-cap-stated", side=side, troops=present)
    if state.martial_law and side == "vampire":
        if trace.reading(MARTIAL_LAW_EFFECTS) == "it-summary":
            trace.bar("VW-9.18", "no-vampire-troops")
        elif not trace.barred:
            trace.cite("VW-9.18", "no-ban-stated")
    trace.require_legal()
    trace.cite("VW-6.5", "troop-deployed", side=side, troops=present + 1)
    return trace.judged(
        Deployed(
            side=side,
            human_troops=state.human_troops + (side == "human"),
            vampire_troops=state.vampire_troops + (side == "vampire"),
            hand=state.hand - 1,
        )
    )


@state_type
class PlaceCard:
    """A player about to place a card in a deck."""

    standing: Standing
    """Who the player is."""
    hand: Count
    """Player cards in their hand."""
    deck: Literal["own-region", "another-region", "riot"]
    """The deck the card goes to."""
    partner: Standing | None
    """The player named to place a card along with them, if one is named."""
    other_public_vampires: Count
    """How many other players are Public Vampires."""
    partner_hand: Count
    """Player cards in the partner's hand."""
    role: Role
    """The player's role."""


@result_type
class Placed:
    """The cards that went into the deck and the hands after."""

    cards_placed: int
    hand: int
    """Player cards left."""
    partner_hand: int | None = None
    """Player cards left to the partner, if one was named."""
    actions: int | None = None
    """How many actions it took, where that is not the usual one."""


def place_card(state: PlaceCard, trace: Trace) -> Ruling:
    """Whether the card may be placed so, and how many cards the deck gains."""
    if state.partner == "public-vampire" and state.other_public_vampires == 0:
        trace.fault("VW-6.9", "partner-not-counted")
    vampire_faults(state.standing, state.other_public_vampires, trace, state.partner)
    trace.require_possible()
    if state.deck == "another-region":
        trace.bar("VW-6.8", "outside-own-region")
    else:
        trace.cite("VW-6.8", "deck-allowed", deck=state.deck)
    if state.hand == 0:
        trace.bar("VW-6.8", "no-card-to-place")
    if state.partner is not None:
        _name_partner(state.standing, state.partner, trace)
    elif state.standing == "public-vampire":
        _place_as_lone_vampire(state.other_public_vampires, trace)
    elif state.role == "rati":
        return _place_two_as_rati(state.hand, trace)
    else:
        trace.bar("VW-6.9", "nobody-named")
    trace.require_legal()
    if state.partner is not None and state.partner_hand == 0:
        trace.cite("VW-6.9", "partner-has-no-card")
        trace.silence("partner-without-cards")
    cards = 1 if state.partner is None else 2
    trace.cite("VW-6.8", "cards-placed", cards=cards)
    partner_hand = None if state.partner is None else state.partner_hand - 1
    return trace.judged(Placed(cards_placed=cards, hand=state.hand - 1, partner_hand=partner_hand))


def _place_as_lone_vampire(others: int, trace: Trace) -> None:
    if others:
        trace.bar("VW-6.9", "vampires-to-name", others=others)
    elif not trace.barred:
        trace.cite("VW-6.11", "alone-in-faction")


def _name_partner(standing: Standing, partner: Standing, trace: Trace) -> None:
    hidden = {standing, partner} & {"infected", "hidden-vampire"}
    if hidden and trace.reading(HIDDEN_FACTION) == "true-side":
        if true_side(standing) != true_side(partner):
            trace.bar("VW-6.9", "partner-of-other-true-faction", partner=partner)
        elif not trace.barred:
            trace.cite("VW-6.9", "partner-of-true-faction", partner=partner)
    elif shown_side(standing) != shown_side(partner):
        trace.bar("VW-6.9", "partner-of-other-faction", side=shown_side(partner))
    elif not trace.barred:
        trace.cite("VW-6.9", "partner-of-faction", side=shown_side(standing))


def _place_two_as_rati(hand: int, trace: Trace) -> Ruling:
    if trace.reading(ROLE_BONUSES) == "en-rulebook":
        trace.require_legal()
        trace.cite("VW-12.7", "on-the-card")
        trace.silence("role-card")
    if hand < RATI_CARDS:
        trace.bar("VW-12.7", "needs-two-cards", hand=hand)
    trace.require_legal()
    actions = 1 if trace.reading(RATI_TWO_CARDS) == "one-action" else 2
    trace.cite("VW-12.7", "two-cards-alone", actions=actions)
    return trace.judged(Placed(cards_placed=RATI_CARDS, hand=hand - RATI_CARDS, actions=actions))


@state_type
class Assassinate:
    """A player about to remove a troop."""

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


@result_type
class Assassinated:
    """The troops after."""

    side: Side
    troops: int
    """Troops left to that side."""


def assassinate(state: Assassinate, trace: Trace) -> Ruling:
    """Whether the troop may be removed, and the troops after."""
    if state.grace_in_region and state.standing == "hidden-vampire":
        trace.fault("VW-6.20", "nobody-could-awaken")
    human, vampire = (state.troops, 0) if state.target == "human" else (0, state.troops)
    troop_faults(human, vampire, trace)
    trace.require_possible()
    if state.own_city:
        trace.cite("VW-6.12", "in-own-city")
    else:
        trace.bar("VW-6.12", "not-in-own-city")
    if state.target != enemy(shown_side(state.standing)):
        trace.bar("VW-6.13", "own-troop", standing=state.standing, side=state.target)
    elif not trace.barred:
        trace.cite("VW-6.13", "enemy-troop", standing=state.standing, side=state.target)
    if state.troops == 0:
        trace.bar("VW-6.12", "no-troop-there", side=state.target)
    if state.grace_in_region and state.target == "vampire":
        if trace.reading(ROLE_BONUSES) == "it-summary":
            trace.bar("VW-12.10", "troops-protected")
        elif not trace.barred:
            trace.cite("VW-12.10", "on-the-card")
            trace.silence("role-card")
    trace.require_legal()
    left = state.troops - 1
    trace.cite("VW-6.12", "troop-removed", side=state.target, left=left)
    return trace.judged(Assassinated(side=state.target, troops=left))


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
        results=(Deployed,),
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
        results=(Placed,),
        example=PlaceCard(
            standing="human",
            hand=4,
            deck="own-region",
            partner="hidden-vampire",
            other_public_vampires=0,
            partner_hand=3,
            role="brad",
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
        results=(Assassinated,),
        example=Assassinate(standing="human", own_city=True, target="vampire", troops=2),
        summary={"it": "Se una truppa può essere uccisa", "en": "Whether a troop may be removed"},
    ),
)
