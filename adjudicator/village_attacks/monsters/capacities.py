"""Capacities: using them, what ends with their owner's death, and the levels that buy them."""

from dataclasses import dataclass
from typing import Literal

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.village_attacks.conflicts import ALL_BOUGHT, HEALING_CONDITIONS, SURPLUS_EXPERIENCE
from adjudicator.village_attacks.monsters.attacks import luck
from adjudicator.village_attacks.position import asking, asks_missing, not_stated
from adjudicator.village_attacks.state import STRICT, Coin, Count, Face


@dataclass(frozen=True, slots=True, kw_only=True)
class CapacityUse:
    """A monster about to use a Capacity."""

    __pydantic_config__ = STRICT
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


@asking
def capacity_use(state: CapacityUse, trace: Trace) -> Ruling:
    """Whether it may be used, with every reason against it, and whether it succeeds."""
    legal = _payable(state, trace)
    if state.target == "troll":
        trace.cite("VA-2.23", "immune-to-capacities")
        legal = False
    if state.target == "yunfakh" and state.distance:
        if state.deals_damage:
            trace.cite("VA-1.16", "no-damage-from-afar")
            legal = False
        else:
            trace.cite("VA-1.28", "harmless-from-afar")
    if not legal:
        return trace.ruling("illegal")
    if state.target == "yunfakh" and state.deals_damage:
        trace.cite("VA-1.16", "melee-or-not")
        not_stated("capacity-damage-to-yunfakh")
    succeeds: bool | None = True
    if state.deals_damage:
        succeeds = luck(state.monster, state.distance, state.unlucky_here, state.unlucky_there, state.coin, trace)
    elif state.unlucky_here or state.unlucky_there:
        trace.cite("VA-4.16", "harmless-capacity")
    if succeeds is None:
        return trace.ruling("choice", about="unlucky", options=["heads", "tails"])
    trace.cite("VA-1.26", "lasts-the-round", result=state.paid)
    return trace.ruling("legal", succeeds=succeeds)


def _payable(state: CapacityUse, trace: Trace) -> bool:
    legal = True
    if state.paid != state.cost:
        trace.cite("VA-1.26", "wrong-result", cost=state.cost, paid=state.paid)
        legal = False
    if state.used == "this-level":
        trace.cite("VA-1.26", "once-a-round")
        legal = False
    elif state.used == "lower-level":
        trace.cite("VA-1.31", "only-the-lower-was-used")
    elif state.just_bought:
        trace.cite("VA-1.30", "at-once")
    return legal


@dataclass(frozen=True, slots=True, kw_only=True)
class CapacityOnDeath:
    """The effects in force of the Capacities that a dying monster activated."""

    __pydantic_config__ = STRICT
    effects: tuple[Literal["own", "zone-condition", "villager-condition"], ...]
    """What each is: a condition on a zone or on villagers, or anything else."""


def capacity_on_death(state: CapacityOnDeath, trace: Trace) -> Ruling:
    """Which effects end and which stay."""
    stay: list[Json] = [effect for effect in state.effects if effect != "own"]
    end = len(state.effects) - len(stay)
    trace.cite("VA-1.27", "end-at-once", effects=end)
    if stay:
        trace.cite("VA-1.27", "conditions-stay", effects=len(stay))
    return trace.ruling("resolved", end=end, stay=stay)


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelUp:
    """A monster with Experience tokens."""

    __pydantic_config__ = STRICT
    tokens: Count
    """Its Experience tokens, the new ones included."""
    value: Count
    """The Experience value printed for it."""
    to_choose: Count | None = None
    """Capacities it can still choose, where it rises a level."""
    to_upgrade: Count | None = None
    """Capacities it can still upgrade, where it rises a level."""
    picks: Literal["new", "upgrade", "heal-damage", "heal-condition"] | None = None
    """What the player would do with the level, with the first where there are several."""


@asking
def level_up(state: LevelUp, trace: Trace) -> Ruling:
    """Whether it rises, the tokens left, and what the level allows."""
    if not state.value:
        trace.fault("VA-1.29", "no-value")
        trace.require_possible()
    if state.tokens < state.value:
        trace.cite("VA-1.29", "not-enough", tokens=state.tokens, value=state.value)
        return trace.ruling("resolved" if state.picks is None else "illegal", levels=False, tokens=state.tokens)
    times, left, discarded = 1, 0, state.tokens
    if state.tokens > state.value and trace.reading(SURPLUS_EXPERIENCE) == "keep-surplus":
        times, left = divmod(state.tokens, state.value)
        discarded = state.value
        trace.cite("VA-1.29", "surplus-stays", left=state.tokens - discarded)
    trace.cite("VA-1.29", "rises-at-once", tokens=discarded)
    if times > 1:
        trace.cite("VA-1.29", "rises-again", times=times, left=left)
    options = _options(state, trace)
    outcome: dict[str, Json] = {"levels": True, "level_ups": times, "tokens": left, "options": [*options]}
    if state.picks is None:
        return trace.ruling("choice", **outcome)
    if state.picks in options:
        return trace.ruling("legal", **outcome)
    if state.picks == "new":
        trace.cite("VA-1.30", "none-to-choose")
    elif state.picks == "upgrade":
        trace.cite("VA-1.31", "none-to-upgrade")
    return trace.ruling("illegal", **outcome)


def _options(state: LevelUp, trace: Trace) -> list[str]:
    missing = [field for field in ("to_choose", "to_upgrade") if getattr(state, field) is None]
    if missing:
        trace.cite("VA-1.29", "asks-capacities")
        asks_missing(*missing)
    options: list[str] = []
    if state.to_choose:
        trace.cite("VA-1.30", "new-capacity", left=state.to_choose)
        options.append("new")
    if state.to_upgrade:
        trace.cite("VA-1.31", "upgrade", left=state.to_upgrade)
        options.append("upgrade")
    if state.to_choose:
        trace.cite("VA-1.32", "not-all-bought")
        return options
    if state.to_upgrade and trace.reading(ALL_BOUGHT) == "upgrades-too":
        trace.cite("VA-1.32", "not-all-upgraded")
        return options
    if state.to_upgrade:
        trace.cite("VA-1.32", "upgrades-do-not-count")
    else:
        trace.cite("VA-1.32", "all-bought")
    options.append("heal-damage")
    if trace.reading(HEALING_CONDITIONS) == "strict":
        trace.cite("VA-4.1", "only-by-magic")
    else:
        options.append("heal-condition")
    return options


PROCEDURES = (
    Procedure(
        name="capacity-use",
        state=CapacityUse,
        decide=capacity_use,
        example=CapacityUse(
            monster="Banshee", cost="magic", paid="magic", used="lower-level", target="yunfakh", distance=1
        ),
        summary={"it": "Se una Capacità può essere usata", "en": "Whether a Capacity may be used"},
    ),
    Procedure(
        name="capacity-on-death",
        state=CapacityOnDeath,
        decide=capacity_on_death,
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
        example=LevelUp(tokens=6, value=5, to_choose=2, to_upgrade=1),
        summary={
            "it": "Se un mostro sale di livello, e che cosa può fare",
            "en": "Whether a monster rises a level, and what it may do then",
        },
    ),
)
