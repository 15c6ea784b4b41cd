"""What the Actions of a Turn are spent on.

Actions come in any order and as often as wanted; the Attack is the last of them and there is one a
Turn. An Action that is saved may be meditated into a Destiny Point; one that is neither used nor
meditated is lost.
"""

from dataclasses import dataclass, replace
from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, card_lifts, pay
from adjudicator.doomtrooper.conflicts import EQUIPPING_ACTIONS
from adjudicator.doomtrooper.state import Count
from adjudicator.doomtrooper.tables import (
    ACTION_COSTS,
    ACTIONS,
    ATTACKS,
    MEDITATION,
    STORED_CARDS,
    VEHICLE_TRANSFER_ACTIONS,
    ActionKind,
)
from adjudicator.doomtrooper.turn.phases import Turn
from adjudicator.doomtrooper.turn.warriors import OwnWarriors, bar_by_warriors
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class PlannedAction:
    """One thing done with Actions."""

    kind: ActionKind
    """What is done."""
    equipment: Literal["weapon", "other"]
    """For an `equip`: whether it is with a Weapon or with Armour or other Equipment."""
    with_vehicle: bool = False
    """For a transfer: whether the warrior is, or has, a Vehicle."""
    actions: Count = 0
    """For a Special card: the Actions it asks for."""
    destiny: Count = 0
    """Destiny Points it costs."""
    gains: Count = 0
    """Destiny Points it brings, other than by meditating."""
    against: str
    """For a Sabotage: the opponent."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow it against the rules."""


@state_type
class MoreActions:
    """A card that gives Actions."""

    card: str
    """Its name."""
    words: str
    """The words printed on it that say so."""
    actions: Count = 0
    """Actions it adds."""
    attacks: Count = 0
    """Attack Actions it adds, each good for an Attack only."""


@state_type
class TurnActions:
    """A player's Actions phase, as planned or as played."""

    own_turn: Turn
    """Which of their own Turns it is."""
    destiny: Count
    """Destiny Points they have."""
    plan: tuple[PlannedAction, ...]
    """What they do, in order."""
    warriors_in_play: Count
    """Warriors they have in play when the phase begins."""
    more: tuple[MoreActions, ...] = ()
    """Cards that give Actions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Phase:
    """What is left at one moment of the phase."""

    actions: int
    attacks: int
    attack_actions: int
    destiny: int
    own: OwnWarriors
    attacked: bool = False
    sabotaged: tuple[str, ...] = ()
    stored_left: int = STORED_CARDS


@result_type
class BarredActions:
    """A plan that is not legal."""

    barred: tuple[int, ...]
    """The Actions that are not, counted from 1."""


@result_type
class TurnPlayed:
    """What is left when the phase is over."""

    actions_lost: int
    """Actions neither used nor meditated."""
    destiny: int
    """Destiny Points."""
    attacked: bool
    """Whether there was an Attack."""


def turn_actions(state: TurnActions, trace: Trace) -> Ruling:
    """Whether the plan is legal, with every step that is not; steps that are not are left out of the sums."""
    for card in state.more:
        if card.actions:
            trace.cite("DT-4.2", "card-gives-actions", card=card.card, actions=card.actions)
        if card.attacks:
            trace.cite("DT-4.2", "card-gives-attacks", card=card.card, attacks=card.attacks)
    extra_attacks = sum(card.attacks for card in state.more)
    now = _Phase(
        actions=ACTIONS + sum(card.actions for card in state.more),
        attacks=ATTACKS + extra_attacks,
        attack_actions=extra_attacks,
        destiny=state.destiny,
        own=OwnWarriors.when_the_turn_begins(state.warriors_in_play),
    )
    trace.cite("DT-3.2", "actions-to-spend", actions=now.actions)
    others = sum(action.kind != "attack" for action in state.plan)
    if others > 1:
        trace.cite("DT-6.11", "any-order", actions=others, attack=others < len(state.plan))
    barred: list[int] = []
    for place, action in enumerate(state.plan, start=1):
        said = len(trace.steps)
        after = _take(action, now, state.own_turn, trace)
        if any(step.bars for step in trace.steps[said:]):
            barred.append(place)
            continue
        if _dies_unpaid(action, now):
            trace.cite("DT-6.42", "discarded-unpaid", missing=action.destiny - now.destiny)
            trace.cite("DT-6.42", "rest-as-far-as-it-goes")
        now = after
        if action.kind == "meditate":
            _cite_meditation(now.own, trace)
    trace.require_legal(BarredActions(barred=tuple(barred)))
    if now.actions and now.attacked:
        trace.cite("DT-6.13", "lost-after-attack", lost=now.actions)
    elif now.actions:
        trace.cite("DT-6.14", "unused-are-lost", lost=now.actions)
    return trace.judged(TurnPlayed(actions_lost=now.actions, destiny=now.destiny, attacked=now.attacked))


def _take(action: PlannedAction, now: _Phase, own_turn: int, trace: Trace) -> _Phase:
    """What is left after the Action; barred where it may not be taken."""
    kind, cards = action.kind, action.cards
    if kind == "attack":
        _bar_attack(action, now, own_turn, trace)
    elif kind == "sabotage":
        _bar_sabotage(action, now, own_turn, trace)
    elif kind == "stored-card":
        _bar_stored_card(action, now, own_turn, trace)
    bar_by_warriors(kind, now.own, cards, trace)
    asks_none = kind == "special" and not action.actions
    if now.attacked and kind != "attack" and not asks_none:
        trace.bar("DT-6.12", "nothing-after-attack", lifted=card_lifts("attack-last", cards, trace), action=kind)
    if action.destiny > now.destiny and kind == "introduce":
        trace.bar("DT-6.17", "too-little-destiny", value=action.destiny, destiny=now.destiny)
    elif action.destiny > now.destiny and kind != "leave-cover":
        trace.bar("DT-3.3", "cost-not-met", action=kind, cost=action.destiny, destiny=now.destiny)
    free_attack = kind == "attack" and now.attack_actions > 0 and (now.attacked or now.actions == 0)
    after = replace(
        now,
        actions=now.actions if free_attack else pay(now.actions, _cost(action, trace), cards, trace),
        destiny=max(now.destiny - action.destiny, 0) + action.gains,
        own=now.own.without_one_revealed() if _dies_unpaid(action, now) else now.own.after(kind, cards),
    )
    if kind == "attack":
        attack_actions = now.attack_actions - free_attack
        return replace(after, attacks=now.attacks - 1, attack_actions=attack_actions, attacked=True)
    if kind == "sabotage":
        return replace(after, sabotaged=(*now.sabotaged, action.against))
    if kind == "stored-card":
        return replace(after, stored_left=now.stored_left - 1)
    if kind == "meditate":
        return replace(after, destiny=after.destiny + MEDITATION)
    return after


def _dies_unpaid(action: PlannedAction, now: _Phase) -> bool:
    """Whether it reveals a warrior introduced in Cover whose Value cannot be paid, which nothing forbids."""
    return action.kind == "leave-cover" and action.destiny > now.destiny


def _bar_attack(action: PlannedAction, now: _Phase, own_turn: int, trace: Trace) -> None:
    if own_turn == 1:
        trace.bar("DT-6.15", "no-attack-yet", lifted=card_lifts("first-turn", action.cards, trace))
    if now.attacks == 0:
        trace.bar("DT-6.12", "one-attack-a-turn")


def _bar_sabotage(action: PlannedAction, now: _Phase, own_turn: int, trace: Trace) -> None:
    if own_turn == 1:
        trace.bar("DT-10.7", "too-early", lifted=card_lifts("first-turn", action.cards, trace))
    if now.sabotaged:
        trace.cite("DT-10.3", "each-opponent-once")
    if action.against in now.sabotaged:
        trace.bar("DT-10.3", "once-a-turn")


def _bar_stored_card(action: PlannedAction, now: _Phase, own_turn: int, trace: Trace) -> None:
    if own_turn == 1:
        trace.bar("DT-18.4", "not-before-first-turn-ends", lifted=card_lifts("first-turn", action.cards, trace))
    if now.stored_left == 0:
        trace.bar("DT-18.4", "nothing-under-it")


def _cost(action: PlannedAction, trace: Trace) -> int:
    cost = ACTION_COSTS[action.kind]
    if action.kind == "special" and action.actions:
        trace.cite("DT-3.3", "card-asks-for-actions", actions=action.actions)
        return action.actions
    if action.kind == "equip" and action.equipment == "other":
        if trace.reading(EQUIPPING_ACTIONS) == "free":
            trace.cite("DT-6.51", "only-weapons-cost")
            return 0
        trace.cite("DT-6.51", "equipping-costs", actions=cost)
    if action.kind == "transfer" and action.with_vehicle:
        cost = VEHICLE_TRANSFER_ACTIONS
    if cost > 1:
        trace.cite("DT-3.4", "several-actions", action=action.kind, cost=cost)
    return cost


def _cite_meditation(own: OwnWarriors, trace: Trace) -> None:
    trace.cite("DT-6.73", "action-meditated", gained=MEDITATION)
    if own.in_play == 0:
        trace.cite("DT-6.74", "without-warriors")


_INTRODUCTION = PlannedAction(kind="introduce", equipment="weapon", destiny=4, against="Bruno")
PROCEDURES = (
    Procedure(
        name="turn-actions",
        state=TurnActions,
        decide=turn_actions,
        results=(BarredActions, TurnPlayed),
        example=TurnActions(
            own_turn=2,
            destiny=5,
            plan=(
                _INTRODUCTION,
                replace(_INTRODUCTION, kind="meditate", destiny=0),
                replace(_INTRODUCTION, kind="attack", destiny=0),
            ),
            warriors_in_play=1,
        ),
        summary={
            "it": "Se le Azioni di un Turno sono ammesse, quante restano e i Punti Destino alla fine",
            "en": "Whether a Turn's Actions are legal, how many are left and the Destiny Points at the end",
        },
    ),
)
