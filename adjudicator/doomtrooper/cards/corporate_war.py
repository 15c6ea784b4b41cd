"""Corporate Wars: declaring one, the card kept under it, the cards it lets a player use, and the embargo."""

from dataclasses import dataclass
from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, lifted, paid, permitted
from adjudicator.doomtrooper.conflicts import EMBARGO_ON_BATTLES, FIRST_REAL_DRAW
from adjudicator.doomtrooper.state import STRICT, Affiliation, Count
from adjudicator.doomtrooper.tables import EMBARGO_COST, FIRST_DRAW_TURNS, STORED_CARD_ACTIONS, STORED_CARDS
from adjudicator.doomtrooper.turn.phases import Turn
from adjudicator.kernel import Procedure, Ruling, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class CorporateWar:
    """A player about to declare a Corporate War."""

    __pydantic_config__ = STRICT
    own_turn: Turn
    """Which of their own Turns it is."""
    at_start_of_draw: bool
    """Whether the Draw phase is just beginning."""
    war_card_from: Literal["collection", "outside"]
    """Where the War card comes from."""
    stored_cards: Count = 0
    """Cards put under it."""
    stored_from: Literal["collection", "outside"] = "collection"
    """Where those come from."""


def corporate_war(state: CorporateWar, trace: Trace) -> Ruling:
    """Whether it may be declared so, with every reason against it."""
    legal = _first_real_draw(state, trace)
    if state.war_card_from == "outside":
        trace.cite("DT-18.2", "not-in-the-collection")
        legal = False
    else:
        trace.cite("DT-18.2", "from-the-collection")
    if state.stored_cards > STORED_CARDS:
        trace.cite("DT-18.3", "only-one-under-it", cards=state.stored_cards)
        legal = False
    if state.stored_cards and state.stored_from == "outside":
        trace.cite("DT-18.3", "not-in-the-collection")
        legal = False
    if state.stored_cards == STORED_CARDS and state.stored_from == "collection":
        trace.cite("DT-18.3", "one-under-it")
    return trace.ruling("legal" if legal else "illegal")


def _first_real_draw(state: CorporateWar, trace: Trace) -> bool:
    if not state.at_start_of_draw:
        trace.cite("DT-18.1", "only-as-it-begins")
        return False
    possible = state.own_turn in FIRST_DRAW_TURNS.values()
    if not possible or state.own_turn != FIRST_DRAW_TURNS[trace.reading(FIRST_REAL_DRAW)]:
        trace.cite("DT-18.1", "not-in-that-turn", turn=state.own_turn)
        return False
    trace.cite("DT-18.1", "first-draw-phase", turn=state.own_turn)
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCard:
    """A player who wants to take the card under the War card."""

    __pydantic_config__ = STRICT
    first_turn_completed: bool
    """Whether the first Turn of the game has been completed."""
    still_there: bool = True
    """Whether the card still lies there."""
    actions_left: Count
    """Actions left in this Turn."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


def stored_card(state: StoredCard, trace: Trace) -> Ruling:
    """Whether it may be taken to hand, and the Actions left."""
    legal = permitted(state.cards, trace)
    if not state.first_turn_completed:
        trace.cite("DT-18.4", "not-before-first-turn-ends")
        legal &= lifted("first-turn", state.cards, trace)
    if not state.still_there:
        trace.cite("DT-18.4", "nothing-under-it")
        legal = False
    left = paid(state.actions_left, STORED_CARD_ACTIONS, state.cards, trace)
    if left is None or not legal:
        return trace.ruling("illegal")
    trace.cite("DT-18.4", "taken-to-hand", actions=state.actions_left - left)
    return trace.ruling("legal", actions_left=left)


@dataclass(frozen=True, slots=True, kw_only=True)
class WarCardUse:
    """A player at Corporate War and a card they want to use, or whose bonus reaches them."""

    __pydantic_config__ = STRICT
    war: Affiliation
    """The affiliation of the player's War card."""
    icon: Affiliation | None
    """The card's affiliation, where it has one."""
    warrior: bool = False
    """Whether it is a warrior."""
    wanted: Literal["use-the-card", "gain-its-bonus"]
    """Whether the player plays the card, or gains from one that another player has."""


def war_card_use(state: WarCardUse, trace: Trace) -> Ruling:
    """Whether that card may be used, or its bonus gained."""
    if state.wanted == "gain-its-bonus":
        trace.cite("DT-18.8", "bonus-is-fine")
        return trace.ruling("legal")
    if state.warrior and state.icon != state.war:
        trace.cite("DT-18.6", "warrior-not-used", war=state.war)
        return trace.ruling("illegal")
    if state.icon is None or state.icon in ("generic", state.war):
        trace.cite("DT-18.7", "card-allowed", war=state.war)
        return trace.ruling("legal")
    trace.cite("DT-18.8", "never-used", icon=state.icon, war=state.war)
    return trace.ruling("illegal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Embargo:
    """A player at Corporate War who wants to negate a card."""

    __pydantic_config__ = STRICT
    own_war: Affiliation | None
    """The affiliation of the player's War card; none where there is no War."""
    destiny: Count
    """The player's Destiny Points."""
    played_by: Literal["oneself", "another-player"]
    """Who has played the card."""
    icon: Affiliation | None
    """The card's affiliation, where it has one."""
    their_war: Affiliation | None = None
    """The affiliation of that player's own War card, if there is one."""
    at_once: bool
    """Whether it was played just now, and nothing has happened since."""
    card: Literal["battle", "warrior-of-a-battle", "other"] = "other"
    """What it is."""
    all_assigned: bool | None = None
    """For a Battle card: whether all its cards have been assigned to it."""


def embargo(state: Embargo, trace: Trace) -> Ruling:
    """Whether the card may be negated, with every reason against it, and the points left."""
    legal = True
    if state.own_war is None or state.icon != state.own_war:
        trace.cite("DT-18.10", "not-of-his-war", icon=state.icon or "none", war=state.own_war or "none")
        legal = False
    if state.played_by == "oneself":
        trace.cite("DT-18.10", "own-card")
        legal = False
    if not state.at_once:
        trace.cite("DT-18.10", "too-late")
        legal = False
    if state.own_war is not None and state.their_war == state.own_war:
        trace.cite("DT-18.12", "same-war", war=state.own_war)
        legal = False
    if state.destiny < EMBARGO_COST:
        trace.cite("DT-18.10", "too-little-destiny", destiny=state.destiny, cost=EMBARGO_COST)
        legal = False
    if state.card == "warrior-of-a-battle":
        trace.cite("DT-19.12", "not-its-warriors")
        legal = False
    elif state.card == "battle" and (legal or state.all_assigned is not None):
        if state.all_assigned is None and trace.reading(EMBARGO_ON_BATTLES) == "after-all-is-assigned":
            trace.cite("DT-19.14", "asks-all-assigned")
            return trace.ruling("undecided", missing=["all_assigned"])
        legal &= _battle_open(bool(state.all_assigned), trace)
    if not legal:
        return trace.ruling("illegal")
    trace.cite("DT-18.10", "negated", cost=EMBARGO_COST, left=state.destiny - EMBARGO_COST)
    trace.cite("DT-18.11", "before-the-turn")
    return trace.ruling("legal", destiny=state.destiny - EMBARGO_COST, card="negated", card_goes="not-stated")


def _battle_open(all_assigned: bool, trace: Trace) -> bool:
    if not all_assigned:
        if trace.reading(EMBARGO_ON_BATTLES) == "after-all-is-assigned":
            trace.cite("DT-19.14", "wait-for-all-cards")
            return False
        trace.cite("DT-19.12", "at-once")
    else:
        trace.cite("DT-19.12", "battle-itself")
    return True


PROCEDURES = (
    Procedure(
        name="corporate-war",
        state=CorporateWar,
        decide=corporate_war,
        example=CorporateWar(own_turn=1, at_start_of_draw=True, war_card_from="collection", stored_cards=1),
        summary={
            "it": "Se una Guerra Corporativa può essere dichiarata",
            "en": "Whether a Corporate War may be declared",
        },
    ),
    Procedure(
        name="stored-card",
        state=StoredCard,
        decide=stored_card,
        example=StoredCard(first_turn_completed=True, actions_left=1),
        summary={
            "it": "Se la carta sotto la Guerra Corporativa può essere presa in mano",
            "en": "Whether the card under the Corporate War may be taken to hand",
        },
    ),
    Procedure(
        name="war-card-use",
        state=WarCardUse,
        decide=war_card_use,
        example=WarCardUse(war="capitol", icon="bauhaus", wanted="use-the-card"),
        summary={
            "it": "Quali carte si possono usare in una Guerra Corporativa",
            "en": "Which cards may be used in a Corporate War",
        },
    ),
    Procedure(
        name="embargo",
        state=Embargo,
        decide=embargo,
        example=Embargo(own_war="capitol", destiny=3, played_by="another-player", icon="capitol", at_once=True),
        summary={"it": "Se una carta può essere embargata", "en": "Whether a card may be embargoed"},
    ),
)
