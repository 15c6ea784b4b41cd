"""A player's Turn: Draw, Actions, Discard, and what the three Actions are spent on.

Actions come in any order and as often as wanted; the Attack is the last of them and there is one a
Turn. An Action that is saved may be meditated into a Destiny Point; one that is neither used nor
meditated is lost.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Literal, TypeAlias

from adjudicator.doomtrooper.cards.texts import CardText, lifted, paid
from adjudicator.doomtrooper.conflicts import EQUIPPING_ACTIONS
from adjudicator.doomtrooper.state import STRICT, Count
from adjudicator.doomtrooper.tables import (
    ACTION_COSTS,
    ACTIONS,
    ATTACKS,
    HAND,
    MEDITATION,
    PHASES,
    VEHICLE_TRANSFER_ACTIONS,
)
from adjudicator.doomtrooper.turn.warriors import OwnWarriors, warriors_suffice
from adjudicator.kernel import Procedure, Ruling, Trace
from adjudicator.written import Written

Phase: TypeAlias = Literal["draw", "actions", "discard"]
Turn: TypeAlias = Annotated[int, Written(ge=1)]
"""A player's own Turns, the first is 1."""
ActionKind: TypeAlias = Literal[
    "introduce",
    "introduce-in-cover",
    "take-cover",
    "leave-cover",
    "transfer",
    "equip",
    "vehicle",
    "in-or-out-of-vehicle",
    "animal",
    "relic",
    "fortification",
    "warzone",
    "gift",
    "ki-power",
    "mission",
    "special",
    "stored-card",
    "sabotage",
    "meditate",
    "attack",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPhases:
    """A Turn that is going on."""

    __pydantic_config__ = STRICT
    done: tuple[Phase, ...]
    """The phases already gone through, in the order they were."""
    wanted: Phase | Literal["end-of-turn"]
    """What the player wants to go on to."""
    hand: Count | None = None
    """Cards in hand, where the Turn is to end."""


def turn_phases(state: TurnPhases, trace: Trace) -> Ruling:
    """Whether the wanted phase may come now."""
    places = [PHASES.index(phase) for phase in state.done]
    for before, after in pairwise((-1, *places)):
        if after <= before:
            trace.fault("DT-6.1", "phases-out-of-order", phase=PHASES[after], before=PHASES[before])
    if places and 0 not in places:
        trace.fault("DT-6.3", "draw-left-out")
    trace.require_possible()
    left = PHASES[places[-1] + 1 if places else 0 :]
    if state.wanted != "end-of-turn" and state.wanted not in left:
        trace.cite("DT-6.1", "phase-is-past", phase=state.wanted)
        return trace.ruling("illegal", next=left[0] if left else "end-of-turn")
    if "draw" in left and state.wanted != "draw":
        trace.cite("DT-6.3", "draw-is-compulsory", phase=state.wanted)
        return trace.ruling("illegal", next="draw")
    if state.wanted == "end-of-turn":
        return _turn_end("discard" in left, state.hand, trace)
    trace.cite("DT-6.1", "phase-in-order", phase=state.wanted)
    return trace.ruling("legal", next=state.wanted)


def _turn_end(discard_open: bool, hand: int | None, trace: Trace) -> Ruling:
    if discard_open and hand is None:
        trace.cite("DT-6.115", "asks-hand")
        return trace.ruling("undecided", missing=["hand"])
    if discard_open and hand is not None and hand > HAND:
        trace.cite("DT-6.115", "discard-first", hand=hand, excess=hand - HAND)
        return trace.ruling("illegal", next="discard")
    trace.cite("DT-6.116", "turn-ends")
    trace.cite("DT-6.1", "opponents-turn")
    return trace.ruling("legal", next="opponent")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedAction:
    """One thing done with Actions."""

    __pydantic_config__ = STRICT
    kind: ActionKind
    """What is done."""
    equipment: Literal["weapon", "other"] | None = None
    """For an `equip`: whether it is with a Weapon or with Armour or other Equipment."""
    with_vehicle: bool = False
    """For a transfer: whether the warrior is, or has, a Vehicle."""
    actions: Count | None = None
    """For a Special card: the Actions it asks for."""
    destiny: Count = 0
    """Destiny Points it costs."""
    gains: Count = 0
    """Destiny Points it brings, other than by meditating."""
    against: str | None = None
    """For a Sabotage: the opponent, where there is more than one Sabotage in the Turn."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow it against the rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreActions:
    """A card that gives Actions."""

    __pydantic_config__ = STRICT
    card: str
    """Its name."""
    words: str
    """The words printed on it that say so."""
    actions: Count = 0
    """Actions it adds."""
    attacks: Count = 0
    """Attack Actions it adds, each good for an Attack only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnActions:
    """A player's Actions phase, as planned or as played."""

    __pydantic_config__ = STRICT
    own_turn: Turn
    """Which of their own Turns it is."""
    destiny: Count
    """Destiny Points they have."""
    plan: tuple[PlannedAction, ...]
    """What they do, in order."""
    warriors_in_play: Count | None = None
    """Warriors they have in play when the phase begins; where absent, there are warriors for every Action."""
    more: tuple[MoreActions, ...] = ()
    """Cards that give Actions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Phase:
    """What is left at one moment of the phase."""

    actions: int
    attacks: int
    attack_actions: int
    destiny: int
    attacked: bool = False
    sabotaged: tuple[str | None, ...] = ()
    own: OwnWarriors | None = None


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
        own=None if (there := state.warriors_in_play) is None else OwnWarriors(in_play=there, uncovered=there),
    )
    trace.cite("DT-3.2", "actions-to-spend", actions=now.actions)
    others = sum(action.kind != "attack" for action in state.plan)
    if others > 1:
        trace.cite("DT-6.11", "any-order", actions=others, attack=others < len(state.plan))
    unsaid = [i for i, action in enumerate(state.plan) if action.kind == "equip" and action.equipment is None]
    if unsaid and trace.reading(EQUIPPING_ACTIONS) == "free":
        trace.cite("DT-6.51", "asks-equipment")
        return trace.ruling("undecided", missing=[f"plan.{place}.equipment" for place in unsaid])
    barred: list[int] = []
    for place, action in enumerate(state.plan, start=1):
        after = _taken(action, now, state, trace)
        if after is None:
            barred.append(place)
        else:
            now = after
    if barred:
        return trace.ruling("illegal", barred=list(barred))
    if len(now.sabotaged) > 1 and None in now.sabotaged:
        trace.cite("DT-10.3", "asks-against")
        unnamed = [i for i, action in enumerate(state.plan) if action.kind == "sabotage" and action.against is None]
        return trace.ruling("undecided", missing=[f"plan.{place}.against" for place in unnamed])
    if now.actions and now.attacked:
        trace.cite("DT-6.13", "lost-after-attack", lost=now.actions)
    elif now.actions:
        trace.cite("DT-6.14", "unused-are-lost", lost=now.actions)
    return trace.ruling("legal", actions_lost=now.actions, destiny=now.destiny, attacked=now.attacked)


def _taken(action: PlannedAction, now: _Phase, state: TurnActions, trace: Trace) -> _Phase | None:
    legal = True
    if action.kind == "attack":
        legal = _attack_allowed(action, now, state.own_turn, trace)
    elif action.kind == "sabotage":
        legal = _sabotage_allowed(action, now, state.own_turn, trace)
    elif action.kind == "stored-card" and state.own_turn == 1:
        trace.cite("DT-18.4", "not-before-first-turn-ends")
        legal = lifted("first-turn", action.cards, trace)
    if now.own is not None:
        legal &= warriors_suffice(action.kind, now.own, action.cards, trace)
    asks_none = action.kind == "special" and not action.actions
    if now.attacked and action.kind != "attack" and not asks_none:
        trace.cite("DT-6.12", "nothing-after-attack", action=action.kind)
        legal &= lifted("attack-last", action.cards, trace)
    if action.destiny > now.destiny and action.kind == "introduce":
        trace.cite("DT-6.17", "too-little-destiny", value=action.destiny, destiny=now.destiny)
        legal = False
    elif action.destiny > now.destiny:
        trace.cite("DT-3.3", "cost-not-met", action=action.kind, cost=action.destiny, destiny=now.destiny)
        legal = False
    free_attack = action.kind == "attack" and now.attack_actions > 0 and (now.attacked or now.actions == 0)
    left = now.actions if free_attack else paid(now.actions, _cost(action, trace), action.cards, trace)
    if left is None or not legal:
        return None
    gains = action.gains + _meditated(action, now, trace)
    attacking = action.kind == "attack"
    return _Phase(
        actions=left,
        attacks=now.attacks - attacking,
        attack_actions=now.attack_actions - free_attack,
        destiny=now.destiny - action.destiny + gains,
        attacked=now.attacked or attacking,
        sabotaged=(*now.sabotaged, action.against) if action.kind == "sabotage" else now.sabotaged,
        own=None if now.own is None else now.own.after(action.kind),
    )


def _attack_allowed(action: PlannedAction, now: _Phase, own_turn: int, trace: Trace) -> bool:
    legal = True
    if own_turn == 1:
        trace.cite("DT-6.15", "no-attack-yet")
        legal &= lifted("first-turn", action.cards, trace)
    if now.attacks == 0:
        trace.cite("DT-6.12", "one-attack-a-turn")
        legal = False
    return legal


def _sabotage_allowed(action: PlannedAction, now: _Phase, own_turn: int, trace: Trace) -> bool:
    legal = True
    if own_turn == 1:
        trace.cite("DT-10.7", "too-early")
        legal = lifted("first-turn", action.cards, trace)
    if action.against is not None and action.against in now.sabotaged:
        trace.cite("DT-10.3", "once-a-turn")
        legal = False
    return legal


def _cost(action: PlannedAction, trace: Trace) -> int:
    cost: int = ACTION_COSTS[action.kind]
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


def _meditated(action: PlannedAction, now: _Phase, trace: Trace) -> int:
    if action.kind != "meditate":
        return 0
    trace.cite("DT-6.73", "action-meditated", gained=MEDITATION)
    if now.own is not None and now.own.in_play == 0:
        trace.cite("DT-6.74", "without-warriors")
    return MEDITATION


PROCEDURES = (
    Procedure(
        name="turn-phases",
        state=TurnPhases,
        decide=turn_phases,
        example=TurnPhases(done=("draw", "actions"), wanted="end-of-turn", hand=9),
        summary={"it": "Se una fase del Turno può venire adesso", "en": "Whether a phase of the Turn may come now"},
    ),
    Procedure(
        name="turn-actions",
        state=TurnActions,
        decide=turn_actions,
        example=TurnActions(
            own_turn=2,
            destiny=5,
            plan=(
                PlannedAction(kind="introduce", destiny=4),
                PlannedAction(kind="meditate"),
                PlannedAction(kind="attack"),
            ),
        ),
        summary={
            "it": "Se le Azioni di un Turno sono ammesse, quante restano e i Punti Destino alla fine",
            "en": "Whether a Turn's Actions are legal, how many are left and the Destiny Points at the end",
        },
    ),
)
