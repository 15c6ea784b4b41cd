"""Capacities: using them, what ends with their owner's death, and the levels that buy them."""

from typing import Literal, TypeAlias

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.conflicts import ALL_BOUGHT, HEALING_CONDITIONS, SURPLUS_EXPERIENCE
from adjudicator.village_attacks.monsters.attacks import CoinToThrow, Succeeds, luck
from adjudicator.village_attacks.state import Coin, Count, Face


@state_type
class CapacityUse:
    """A monster about to use a Capacity."""

    monster: str
    """The monster."""
    cost: Face
    """The result printed on it."""
    paid: Face
    """The result spent."""
    used: Literal["not-yet", "lower-level", "this-level"] = "not-yet"
    """Whether it has been used this round, and at which level."""
    just_bought: bool = False
    """Whether it was bought this very turn."""
    target: Literal["none", "villager", "yunfakh", "troll"] = "none"
    """What it is aimed at."""
    distance: Count = 0
    """Zones to what it is aimed at."""
    deals_damage: bool = False
    """Whether it deals damage."""
    unlucky_here: bool = False
    """Whether the monster's zone is Unlucky."""
    unlucky_there: bool = False
    """Whether the target's zone is Unlucky."""
    coin: Coin | None = None
    """What the coin shows, where a zone is Unlucky and it has been thrown."""


def capacity_use(state: CapacityUse, trace: Trace) -> Ruling:
    """Whether it may be used, and whether it succeeds."""
    _pay(state, trace)
    if state.target == "troll":
        trace.bar("VA-2.23", "immune-to-capacities")
    if state.target == "yunfakh" and state.distance:
        if state.deals_damage:
            trace.bar("VA-1.16", "no-damage-from-afar")
        else:
            trace.cite("VA-1.28", "harmless-from-afar")
    trace.require_legal()
    if state.target == "yunfakh" and state.deals_damage:
        trace.cite("VA-1.16", "melee-or-not")
        trace.silence("capacity-damage-to-yunfakh")
    succeeds = True
    if state.deals_damage:
        succeeds = luck(state.monster, state.distance, state.unlucky_here, state.unlucky_there, state.coin, trace)
    elif state.unlucky_here or state.unlucky_there:
        trace.cite("VA-4.16", "harmless-capacity")
    trace.cite("VA-1.26", "lasts-the-round", result=state.paid)
    return trace.judged(Succeeds(succeeds=succeeds))


def _pay(state: CapacityUse, trace: Trace) -> None:
    if state.paid != state.cost:
        trace.bar("VA-1.26", "wrong-result", cost=state.cost, paid=state.paid)
    if state.used == "this-level":
        trace.bar("VA-1.26", "once-a-round")
    elif state.used == "lower-level":
        trace.cite("VA-1.31", "only-the-lower-was-used")
    elif state.just_bought:
        trace.cite("VA-1.30", "at-once")


Effect: TypeAlias = Literal["own", "zone-condition", "villager-condition"]
"""What a Capacity in force is: a condition on a zone or on villagers, or anything else."""


@state_type
class CapacityOnDeath:
    """The effects in force of the Capacities that a dying monster activated."""

    effects: tuple[Effect, ...]
    """What each is: a condition on a zone or on villagers, or anything else."""


@result_type
class EffectsLeft:
    """What becomes of the effects."""

    end: int
    """How many of them end."""
    stay: tuple[Effect, ...]
    """Those that stay."""


def capacity_on_death(state: CapacityOnDeath, trace: Trace) -> Ruling:
    """Which effects end and which stay."""
    stay = tuple(effect for effect in state.effects if effect != "own")
    end = len(state.effects) - len(stay)
    trace.cite("VA-1.27", "end-at-once", effects=end)
    if stay:
        trace.cite("VA-1.27", "conditions-stay", effects=len(stay))
    return trace.resolved(EffectsLeft(end=end, stay=stay))


LevelPick: TypeAlias = Literal["new", "upgrade", "heal-damage", "heal-condition"]
"""What a level may be used for."""


@state_type
class LevelUp:
    """A monster with Experience tokens."""

    tokens: Count
    """Its Experience tokens, the new ones included."""
    value: Count
    """The Experience value printed for it."""
    to_choose: Count
    """Capacities it can still choose."""
    to_upgrade: Count
    """Capacities it can still upgrade."""
    picks: LevelPick | None = None
    """What the player would do with the level, with the first where there are several."""


@result_type
class NoLevel:
    """The monster stays at its level."""

    levels: Literal[False] = False
    tokens: int
    """Experience tokens left."""


@result_type
class LevelGained:
    """The monster rises."""

    levels: Literal[True] = True
    level_ups: int
    """How many levels it rises."""
    tokens: int
    """Experience tokens left."""
    options: tuple[LevelPick, ...]
    """What it may do with the level, with the first where there are several."""


def level_up(state: LevelUp, trace: Trace) -> Ruling:
    """Whether it rises, the tokens left, and what the level allows."""
    if not state.value:
        trace.fault("VA-1.29", "no-value")
        trace.require_possible()
    if state.tokens < state.value:
        return _not_enough(state, trace)
    times, left, discarded = 1, 0, state.tokens
    if state.tokens > state.value and trace.reading(SURPLUS_EXPERIENCE) == "keep-surplus":
        times, left = divmod(state.tokens, state.value)
        discarded = state.value
        trace.cite("VA-1.29", "surplus-stays", left=state.tokens - discarded)
    trace.cite("VA-1.29", "rises-at-once", tokens=discarded)
    if times > 1:
        trace.cite("VA-1.29", "rises-again", times=times, left=left)
    gained = LevelGained(level_ups=times, tokens=left, options=_options(state, trace))
    if state.picks is None:
        trace.choice(gained)
    if state.picks == "new" and not state.to_choose:
        trace.bar("VA-1.30", "none-to-choose")
    elif state.picks == "upgrade" and not state.to_upgrade:
        trace.bar("VA-1.31", "none-to-upgrade")
    return trace.judged(gained)


def _not_enough(state: LevelUp, trace: Trace) -> Ruling:
    stays = NoLevel(tokens=state.tokens)
    if state.picks is None:
        trace.cite("VA-1.29", "not-enough", tokens=state.tokens, value=state.value)
        return trace.resolved(stays)
    trace.bar("VA-1.29", "not-enough", tokens=state.tokens, value=state.value)
    return trace.judged(stays)


def _options(state: LevelUp, trace: Trace) -> tuple[LevelPick, ...]:
    options: list[LevelPick] = []
    if state.to_choose:
        trace.cite("VA-1.30", "new-capacity", left=state.to_choose)
        options.append("new")
    if state.to_upgrade:
        trace.cite("VA-1.31", "upgrade", left=state.to_upgrade)
        options.append("upgrade")
    return (*options, *_healing(state, trace))


def _healing(state: LevelUp, trace: Trace) -> tuple[LevelPick, ...]:
    """What the level heals: nothing before all Capacities are bought, and that bars a pick to heal."""
    wanted = state.picks in ("heal-damage", "heal-condition")
    if state.to_choose:
        if wanted:
            trace.bar("VA-1.32", "not-all-bought")
        else:
            trace.cite("VA-1.32", "not-all-bought")
        return ()
    if state.to_upgrade and trace.reading(ALL_BOUGHT) == "upgrades-too":
        if wanted:
            trace.bar("VA-1.32", "not-all-upgraded")
        else:
            trace.cite("VA-1.32", "not-all-upgraded")
        return ()
    if state.to_upgrade:
        trace.cite("VA-1.32", "upgrades-do-not-count")
    else:
        trace.cite("VA-1.32", "all-bought")
    if trace.reading(HEALING_CONDITIONS) == "exceptions":
        return ("heal-damage", "heal-condition")
    if state.picks == "heal-condition":
        trace.bar("VA-4.1", "only-by-magic")
    else:
        trace.cite("VA-4.1", "only-by-magic")
    return ("heal-damage",)


PROCEDURES = (
    Procedure(
        name="capacity-use",
        state=CapacityUse,
        decide=capacity_use,
        results=(Succeeds, CoinToThrow),
        example=CapacityUse(
            monster="Banshee", cost="magic", paid="magic", used="lower-level", target="yunfakh", distance=1
        ),
        summary={"it": "Se una Capacità può essere usata", "en": "Whether a Capacity may be used"},
    ),
    Procedure(
        name="capacity-on-death",
        state=CapacityOnDeath,
        decide=capacity_on_death,
        results=(EffectsLeft,),
        example=CapacityOnDeath(effects=("own", "zone-condition")),
        summary={
            "it": "Quali effetti delle Capacità restano quando il mostro muore",
            "en": "Which effects of Capacities stay when the monster dies",
        },
    ),
    Procedure(
        name="level-up",
        state=LevelUp,
        decide=level_up,
        results=(LevelGained, NoLevel),
        example=LevelUp(tokens=6, value=5, to_choose=2, to_upgrade=1),
        summary={
            "it": "Se un mostro sale di livello, e che cosa può fare",
            "en": "Whether a monster rises a level, and what it may do then",
        },
    ),
)
