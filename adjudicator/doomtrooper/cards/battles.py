"""Battle cards: starting a Battle, losing its last defender, and what touches the card and its warriors.

A Battle comes too late once an opponent has many points; a player has one, an Area has one, and each is
played once a game. It goes with its last defender, whose death in combat brings points. Opponents leave
it alone until all its cards are assigned, and nothing moves its defenders.
"""

from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, bar_by_cards, card_lifts
from adjudicator.doomtrooper.conflicts import BATTLE_AREA
from adjudicator.doomtrooper.state import Area, Count
from adjudicator.doomtrooper.tables import BATTLE_DEADLINE, BATTLE_PLAYS, BATTLES, LAST_DEFENDER_POINTS
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class OtherBattle:
    """A Battle in play."""

    area: Area
    """The kind of Area it goes on in."""
    same_place: bool
    """Whether that is the very Area the new one is for: of the same player, too."""


@state_type
class BattleCard:
    """A Battle card about to be played."""

    opponents_most: Count
    """The Promotion Points of the opponent who has the most."""
    own_battles: Count
    """Battles the player has in play."""
    area: Area
    """The Area it is for."""
    others: tuple[OtherBattle, ...] = ()
    """The other Battles in play, whoever's."""
    times_played: Count
    """How often this Battle card came into play in this game."""
    followed_exactly: bool
    """Whether everything its card says has been done exactly."""
    cards_from_outside: Count = 0
    """Of the cards that come with it, those not from the player's Collection."""
    all_touch_it: bool = True
    """Whether those cards are laid so that they touch it."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


def battle_card(state: BattleCard, trace: Trace) -> Ruling:
    """Whether it may be played, with everything against it."""
    if any(other.same_place and other.area != state.area for other in state.others):
        trace.fault("DT-19.4", "another-area-is-no-same-place", area=state.area)
    trace.require_possible()
    bar_by_cards(state.cards, trace)
    if state.opponents_most >= BATTLE_DEADLINE:
        trace.bar("DT-19.2", "too-late", points=state.opponents_most, deadline=BATTLE_DEADLINE)
    elif not trace.barred:
        trace.cite("DT-19.2", "in-time", points=state.opponents_most)
    if state.own_battles >= BATTLES:
        trace.bar("DT-19.3", "has-a-battle", lifted=card_lifts("one-of-a-kind", state.cards, trace))
    _bar_by_area(state, trace)
    if state.times_played >= BATTLE_PLAYS:
        trace.bar("DT-19.5", "played-before", lifted=card_lifts("one-copy", state.cards, trace))
    if not state.followed_exactly:
        trace.bar("DT-19.6", "not-followed")
    if state.cards_from_outside:
        trace.bar("DT-19.13", "not-from-the-collection", cards=state.cards_from_outside)
    if not state.all_touch_it:
        trace.bar("DT-19.13", "must-touch-it")
    if not trace.barred:
        trace.cite("DT-19.6", "followed")
    return trace.judged()


def _bar_by_area(state: BattleCard, trace: Trace) -> None:
    if any(other.same_place and other.area == state.area for other in state.others):
        trace.bar("DT-19.4", "battle-in-that-area", lifted=card_lifts("area", state.cards, trace), area=state.area)
    elif any(other.area == state.area for other in state.others):
        if trace.reading(BATTLE_AREA) == "same-kind":
            lifted = card_lifts("area", state.cards, trace)
            trace.bar("DT-19.4", "battle-in-such-an-area", lifted=lifted, area=state.area)
        elif not trace.barred:
            trace.cite("DT-19.4", "in-anothers-area", area=state.area)


@state_type
class BattleLoss:
    """A Battle card whose defenders have changed."""

    defenders: Count
    """Defenders left on it who can fight."""
    out_for_a_time: Count = 0
    """Defenders left on it who are out of the fight for a time."""
    last_lost: Literal["killed-in-combat", "lost-by-cards", "everything-discarded"]
    """How the last one to go was lost."""


@result_type
class AfterLoss:
    """What becomes of the Battle."""

    battle: Literal["stays", "removed"]
    promotion: int
    """Promotion Points that its loss brings."""


def battle_loss(state: BattleLoss, trace: Trace) -> Ruling:
    """Whether the Battle card stays, and the points its loss brings besides any for the defender himself."""
    if state.last_lost == "everything-discarded":
        if state.defenders + state.out_for_a_time:
            trace.fault("DT-19.15", "defenders-left", defenders=state.defenders + state.out_for_a_time)
        trace.require_possible()
        trace.cite("DT-19.15", "goes-with-everything")
        return trace.resolved(AfterLoss(battle="removed", promotion=0))
    if state.defenders:
        trace.cite("DT-19.7", "defenders-stand", defenders=state.defenders)
        return trace.resolved(AfterLoss(battle="stays", promotion=0))
    if state.out_for_a_time:
        trace.cite("DT-19.10", "only-out-for-a-time", defenders=state.out_for_a_time)
        return trace.resolved(AfterLoss(battle="stays", promotion=0))
    trace.cite("DT-19.7", "nobody-left")
    if state.last_lost == "lost-by-cards":
        trace.cite("DT-19.9", "no-points")
        return trace.resolved(AfterLoss(battle="removed", promotion=0))
    trace.cite("DT-19.8", "last-defender", points=LAST_DEFENDER_POINTS)
    return trace.resolved(AfterLoss(battle="removed", promotion=LAST_DEFENDER_POINTS))


@state_type
class BattleEffect:
    """Something about to be done to a Battle or to its defenders."""

    wanted: Literal["opponents-card", "effect-on-its-area", "assign-to-defender", "transfer-defender"]
    """What: a card or effect of an opponent, one on the whole Area, a card given to a defender, a move of one."""
    all_assigned: bool
    """Whether all its cards have been assigned to it."""
    by_opponent: bool
    """Whether an opponent does it."""
    card_may_be_assigned: bool = True
    """For a card given to a defender: whether it may be given to warriors at all."""


def battle_effect(state: BattleEffect, trace: Trace) -> Ruling:
    """Whether it may be done, with everything against it."""
    if state.wanted == "opponents-card" and not state.by_opponent:
        trace.fault("DT-19.14", "not-an-opponents")
    trace.require_possible()
    if state.wanted == "transfer-defender":
        trace.bar("DT-19.16", "defender-stays")
        trace.bar("DT-19.20", "no-card-moves-them")
    elif state.wanted == "assign-to-defender" and not state.card_may_be_assigned:
        trace.bar("DT-19.18", "not-for-warriors")
    if not state.all_assigned and state.by_opponent:
        trace.bar("DT-19.14", "not-before-all-is-assigned")
    trace.require_legal()
    if state.wanted == "opponents-card":
        trace.cite("DT-19.14", "all-is-assigned")
    elif state.wanted == "effect-on-its-area":
        trace.cite("DT-19.17", "area-effects-reach-them")
    else:
        trace.cite("DT-19.18", "like-other-warriors")
    return trace.judged()


PROCEDURES = (
    Procedure(
        name="battle-card",
        state=BattleCard,
        decide=battle_card,
        example=BattleCard(opponents_most=24, own_battles=0, area="squad", times_played=0, followed_exactly=True),
        summary={
            "it": "Se una carta Battaglia può essere giocata",
            "en": "Whether a Battle card may be played",
        },
    ),
    Procedure(
        name="battle-loss",
        state=BattleLoss,
        decide=battle_loss,
        results=(AfterLoss,),
        example=BattleLoss(defenders=0, last_lost="lost-by-cards"),
        summary={
            "it": "Se una carta Battaglia resta in gioco quando perde difensori",
            "en": "Whether a Battle card stays in play when it loses defenders",
        },
    ),
    Procedure(
        name="battle-effect",
        state=BattleEffect,
        decide=battle_effect,
        example=BattleEffect(wanted="transfer-defender", all_assigned=True, by_opponent=True),
        summary={
            "it": "Che cosa si può fare a una Battaglia e ai suoi difensori",
            "en": "What may be done to a Battle and to its defenders",
        },
    ),
)
