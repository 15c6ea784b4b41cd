"""Corporate Wars: declaring one, the card kept under it, the cards it lets a player use, and the embargo.

A War is declared as the first real Draw phase begins, with a card from the Collection under it, which may
be taken to hand later. Whoever is at War uses no card of another affiliation, and may pay to negate one of
the own affiliation that somebody else plays, unless that player is at the same War.
"""

from typing import Literal

from adjudicator.doomtrooper.cards.texts import ActionsLeft, CardText, bar_by_cards, card_lifts, pay
from adjudicator.doomtrooper.conflicts import EMBARGO_ON_BATTLES, FIRST_REAL_DRAW
from adjudicator.doomtrooper.state import Affiliation, Count
from adjudicator.doomtrooper.tables import EMBARGO_COST, FIRST_DRAW_TURNS, STORED_CARD_ACTIONS, STORED_CARDS
from adjudicator.doomtrooper.turn.phases import Turn
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class CorporateWar:
    """A player about to declare a Corporate War."""

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
    """Whether it may be declared so, with everything against it."""
    _bar_by_draw_phase(state, trace)
    if state.war_card_from == "outside":
        trace.bar("DT-18.2", "not-in-the-collection")
    elif not trace.barred:
        trace.cite("DT-18.2", "from-the-collection")
    if state.stored_cards > STORED_CARDS:
        trace.bar("DT-18.3", "only-one-under-it", cards=state.stored_cards)
    if state.stored_cards and state.stored_from == "outside":
        trace.bar("DT-18.3", "not-in-the-collection")
    if state.stored_cards == STORED_CARDS and state.stored_from == "collection":
        trace.cite("DT-18.3", "one-under-it")
    return trace.judged()


def _bar_by_draw_phase(state: CorporateWar, trace: Trace) -> None:
    if not state.at_start_of_draw:
        trace.bar("DT-18.1", "only-as-it-begins")
        return
    possible = state.own_turn in FIRST_DRAW_TURNS.values()
    if not possible or state.own_turn != FIRST_DRAW_TURNS[trace.reading(FIRST_REAL_DRAW)]:
        trace.bar("DT-18.1", "not-in-that-turn", turn=state.own_turn)
    else:
        trace.cite("DT-18.1", "first-draw-phase", turn=state.own_turn)


@state_type
class StoredCard:
    """A player who wants to take the card under the War card."""

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
    bar_by_cards(state.cards, trace)
    if not state.first_turn_completed:
        trace.bar("DT-18.4", "not-before-first-turn-ends", lifted=card_lifts("first-turn", state.cards, trace))
    if not state.still_there:
        trace.bar("DT-18.4", "nothing-under-it")
    left = pay(state.actions_left, STORED_CARD_ACTIONS, state.cards, trace)
    trace.require_legal()
    trace.cite("DT-18.4", "taken-to-hand", actions=state.actions_left - left)
    return trace.judged(ActionsLeft(actions_left=left))


@state_type
class WarCardUse:
    """A player at Corporate War and a card they want to use, or whose bonus reaches them."""

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
    elif state.warrior and state.icon != state.war:
        trace.bar("DT-18.6", "warrior-not-used", war=state.war)
    elif state.icon is None or state.icon in ("generic", state.war):
        trace.cite("DT-18.7", "card-allowed", war=state.war)
    else:
        trace.bar("DT-18.8", "never-used", icon=state.icon, war=state.war)
    return trace.judged()


@state_type
class Embargo:
    """A player at Corporate War who wants to negate a card."""

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
    all_assigned: bool
    """For a Battle card: whether all its cards have been assigned to it."""


@result_type
class Embargoed:
    """A card that is negated."""

    destiny: int
    """Destiny Points left."""
    card: Literal["negated"] = "negated"


def embargo(state: Embargo, trace: Trace) -> Ruling:
    """Whether the card may be negated, with everything against it, and the points left."""
    if state.own_war is None or state.icon != state.own_war:
        trace.bar("DT-18.10", "not-of-his-war", icon=state.icon or "none", war=state.own_war or "none")
    if state.played_by == "oneself":
        trace.bar("DT-18.10", "own-card")
    if not state.at_once:
        trace.bar("DT-18.10", "too-late")
    if state.own_war is not None and state.their_war == state.own_war:
        trace.bar("DT-18.12", "same-war", war=state.own_war)
    if state.destiny < EMBARGO_COST:
        trace.bar("DT-18.10", "too-little-destiny", destiny=state.destiny, cost=EMBARGO_COST)
    if state.card == "warrior-of-a-battle":
        trace.bar("DT-19.12", "not-its-warriors")
    elif state.card == "battle":
        _bar_by_battle(state.all_assigned, trace)
    trace.require_legal()
    trace.cite("DT-18.10", "negated", cost=EMBARGO_COST, left=state.destiny - EMBARGO_COST)
    trace.cite("DT-18.10", "where-it-goes-not-said")
    trace.cite("DT-18.11", "before-the-turn")
    return trace.judged(Embargoed(destiny=state.destiny - EMBARGO_COST))


def _bar_by_battle(all_assigned: bool, trace: Trace) -> None:
    if not all_assigned and trace.reading(EMBARGO_ON_BATTLES) == "after-all-is-assigned":
        trace.bar("DT-19.14", "wait-for-all-cards")
    elif not trace.barred:
        trace.cite("DT-19.12", "battle-itself")
        if not all_assigned:
            trace.cite("DT-19.12", "at-once")


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
        results=(ActionsLeft,),
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
        results=(Embargoed,),
        example=Embargo(
            own_war="capitol", destiny=3, played_by="another-player", icon="capitol", at_once=True, all_assigned=True
        ),
        summary={"it": "Se una carta può essere embargata", "en": "Whether a card may be embargoed"},
    ),
)
