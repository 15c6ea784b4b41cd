"""What a monster does with results besides moving and attacking: objectives, traps, healing."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.village_attacks.position import asking, asks_missing, not_stated
from adjudicator.village_attacks.state import STRICT, Count, Face, Role
from adjudicator.village_attacks.tables import TRAPS_PER_ZONE


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveInteraction:
    """A monster at an objective."""

    __pydantic_config__ = STRICT
    role: Role = "playing"
    """Whether the monster is played, summoned or a minion."""
    asks_for: tuple[Face, ...]
    """The results the objective asks for."""
    spent: tuple[Face, ...]
    """The results spent."""
    scenario_way: bool = False
    """Whether it does instead what the scenario asks for."""


@asking
def objective_interaction(state: ObjectiveInteraction, trace: Trace) -> Ruling:
    """Whether it may interact with the objective."""
    legal = True
    if state.role == "summoned":
        trace.cite("VA-1.35", "not-the-summoned")
        legal = False
    if not state.scenario_way and Counter(state.asks_for) - Counter(state.spent):
        trace.cite("VA-1.33", "symbols-missing", asked=[*state.asks_for], spent=[*state.spent])
        legal = False
    if not legal:
        return trace.ruling("illegal")
    if state.scenario_way:
        trace.cite("VA-1.33", "as-the-scenario-says")
    else:
        trace.cite("VA-1.33", "symbols-spent", asked=[*state.asks_for])
    if state.role == "minion":
        trace.cite("VA-1.33", "minions-not-named")
        not_stated("minions-and-objectives")
    return trace.ruling("legal")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrapPlacement:
    """A monster about to buy a trap."""

    __pydantic_config__ = STRICT
    role: Role = "playing"
    """Whether the monster is played, summoned or a minion."""
    own_turn: bool
    """Whether it is its own turn."""
    on_summary_board: bool
    """Whether the trap lies open on the summary board."""
    cost: tuple[Face, ...]
    """The results on the trap's card."""
    spent: tuple[Face, ...]
    """The results spent."""
    own_zone: bool = True
    """Whether the trap goes into the monster's own zone."""
    traps_in_zone: Count = 0
    """Traps already in that zone."""


@asking
def trap_placement(state: TrapPlacement, trace: Trace) -> Ruling:
    """Whether the trap may be bought and placed, with every reason against it."""
    legal = True
    if state.role == "summoned":
        trace.cite("VA-1.36", "not-the-summoned")
        legal = False
    if not state.own_turn:
        trace.cite("VA-1.34", "not-its-turn")
        legal = False
    if not state.on_summary_board:
        trace.cite("VA-1.34", "not-available")
        legal = False
    if Counter(state.cost) - Counter(state.spent):
        trace.cite("VA-1.34", "not-paid", cost=[*state.cost], spent=[*state.spent])
        legal = False
    if not state.own_zone:
        trace.cite("VA-1.34", "other-zone")
        legal = False
    if state.traps_in_zone >= TRAPS_PER_ZONE:
        trace.cite("VA-1.34", "one-a-zone", traps=state.traps_in_zone)
        legal = False
    if not legal:
        return trace.ruling("illegal")
    if state.role == "minion":
        trace.cite("VA-1.34", "minions-not-named")
        not_stated("minions-and-traps")
    trace.cite("VA-1.34", "placed", cost=[*state.cost])
    return trace.ruling("legal", traps_in_zone=state.traps_in_zone + 1)


Ailment = Literal["damage", "broken", "silenced", "slowed", "burning"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Healing:
    """A monster about to spend Magic on itself."""

    __pydantic_config__ = STRICT
    in_heart: bool
    """Whether it stands in the Castle Heart."""
    spent: tuple[Face, ...]
    """The results spent."""
    damage: Count | None = None
    """Damage tokens on it, where any is removed."""
    conditions: tuple[Literal["broken", "silenced", "slowed", "burning"], ...] = ()
    """Condition tokens on its board."""
    removes: tuple[Ailment, ...]
    """The tokens it would remove, one for each Magic."""


@asking
def healing(state: Healing, trace: Trace) -> Ruling:
    """Whether those tokens may be removed, and what is left."""
    burning = state.conditions.count("burning")
    if burning > 1:
        trace.fault("VA-4.7", "two-burning-tokens", tokens=burning)
        trace.require_possible()
    legal = True
    if not state.in_heart:
        trace.cite("VA-1.46", "not-in-the-heart")
        legal = False
    for face in state.spent:
        if face != "magic":
            trace.cite("VA-1.46", "no-magic", result=face)
            legal = False
    magic = state.spent.count("magic")
    if len(state.removes) > magic:
        trace.cite("VA-1.46", "one-for-each-magic", tokens=len(state.removes), magic=magic)
        legal = False
    there: Counter[Ailment] = Counter(state.conditions)
    # damage not told is asked for below, once nothing else stands against the healing
    there["damage"] = state.removes.count("damage") if state.damage is None else state.damage
    missing = Counter(state.removes) - there
    for token in missing:
        trace.cite("VA-1.46", "no-such-token", token=token)
        legal = False
    if not legal:
        return trace.ruling("illegal")
    if state.damage is None and "damage" in state.removes:
        trace.cite("VA-1.46", "asks-damage")
        asks_missing("damage")
    left = there - Counter(state.removes)
    trace.cite("VA-1.46", "removed", tokens=[*state.removes])
    if set(state.removes) - {"damage"}:
        trace.cite("VA-4.1", "magic-in-the-heart")
    damage = left.pop("damage", 0)
    outcome: dict[str, Json] = {} if state.damage is None else {"damage": damage}
    return trace.ruling("legal", **outcome, conditions=[*left.elements()])


PROCEDURES = (
    Procedure(
        name="objective-interaction",
        state=ObjectiveInteraction,
        decide=objective_interaction,
        example=ObjectiveInteraction(asks_for=("magic", "melee"), spent=("melee", "magic")),
        summary={
            "it": "Se un mostro può interagire con un obiettivo",
            "en": "Whether a monster may interact with an objective",
        },
    ),
    Procedure(
        name="trap-placement",
        state=TrapPlacement,
        decide=trap_placement,
        example=TrapPlacement(own_turn=True, on_summary_board=True, cost=("ranged",), spent=("ranged",)),
        summary={
            "it": "Se un mostro può comprare e piazzare una trappola",
            "en": "Whether a monster may buy and place a trap",
        },
    ),
    Procedure(
        name="healing",
        state=Healing,
        decide=healing,
        example=Healing(
            in_heart=True,
            spent=("magic", "magic"),
            damage=2,
            conditions=("slowed",),
            removes=("damage", "slowed"),
        ),
        summary={
            "it": "Se un mostro può guarire spendendo Magia",
            "en": "Whether a monster may heal by spending Magic",
        },
    ),
)
