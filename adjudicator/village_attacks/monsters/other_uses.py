"""What a monster does with results besides moving and attacking: objectives, traps, healing."""

from collections import Counter
from typing import Literal, TypeAlias

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.state import Count, Face, Role
from adjudicator.village_attacks.tables import TRAPS_PER_ZONE


@state_type
class ObjectiveInteraction:
    """A monster at an objective."""

    role: Role = "playing"
    """Whether the monster is played, summoned or a minion."""
    asks_for: tuple[Face, ...]
    """The results the objective asks for."""
    spent: tuple[Face, ...]
    """The results spent."""
    scenario_way: bool = False
    """Whether it does instead what the scenario asks for."""


def objective_interaction(state: ObjectiveInteraction, trace: Trace) -> Ruling:
    """Whether it may interact with the objective."""
    if state.role == "summoned":
        trace.bar("VA-1.35", "not-the-summoned")
    if not state.scenario_way and Counter(state.asks_for) - Counter(state.spent):
        trace.bar("VA-1.33", "symbols-missing", asked=[*state.asks_for], spent=[*state.spent])
    trace.require_legal()
    if state.scenario_way:
        trace.cite("VA-1.33", "as-the-scenario-says")
    else:
        trace.cite("VA-1.33", "symbols-spent", asked=[*state.asks_for])
    if state.role == "minion":
        trace.cite("VA-1.33", "minions-not-named")
        trace.silence("minions-and-objectives")
    return trace.judged()


@state_type
class TrapPlacement:
    """A monster about to buy a trap."""

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


@result_type
class TrapPlaced:
    """The zone after."""

    traps_in_zone: int
    """Traps in the zone."""


def trap_placement(state: TrapPlacement, trace: Trace) -> Ruling:
    """Whether the trap may be bought and placed."""
    if state.role == "summoned":
        trace.bar("VA-1.36", "not-the-summoned")
    if not state.own_zone:
        trace.bar("VA-1.34", "other-zone")
    if state.traps_in_zone >= TRAPS_PER_ZONE:
        trace.bar("VA-1.34", "one-a-zone", traps=state.traps_in_zone)
    if not state.own_turn:
        trace.bar("VA-1.34", "not-its-turn")
    if not state.on_summary_board:
        trace.bar("VA-1.34", "not-available")
    if Counter(state.cost) - Counter(state.spent):
        trace.bar("VA-1.34", "not-paid", cost=[*state.cost], spent=[*state.spent])
    trace.require_legal()
    if state.role == "minion":
        trace.cite("VA-1.34", "minions-not-named")
        trace.silence("minions-and-traps")
    trace.cite("VA-1.34", "placed", cost=[*state.cost])
    return trace.judged(TrapPlaced(traps_in_zone=state.traps_in_zone + 1))


Token: TypeAlias = Literal["broken", "silenced", "slowed", "burning"]
"""A condition token on a monster's board."""
Ailment: TypeAlias = Literal["damage"] | Token
"""A token that Magic removes."""


@state_type
class Healing:
    """A monster about to spend Magic on itself."""

    in_heart: bool
    """Whether it stands in the Castle Heart."""
    spent: tuple[Face, ...]
    """The results spent."""
    damage: Count
    """Damage tokens on it."""
    conditions: tuple[Token, ...] = ()
    """Condition tokens on its board."""
    removes: tuple[Ailment, ...]
    """The tokens it would remove, one for each Magic."""


@result_type
class Healed:
    """The tokens left."""

    damage: int
    """Damage tokens left."""
    conditions: tuple[Token, ...]
    """Condition tokens left."""


def healing(state: Healing, trace: Trace) -> Ruling:
    """Whether those tokens may be removed, and what is left."""
    burning = state.conditions.count("burning")
    if burning > 1:
        trace.fault("VA-4.7", "two-burning-tokens", tokens=burning)
        trace.require_possible()
    if not state.in_heart:
        trace.bar("VA-1.46", "not-in-the-heart")
    for face in state.spent:
        if face != "magic":
            trace.bar("VA-1.46", "no-magic", result=face)
    magic = state.spent.count("magic")
    if len(state.removes) > magic:
        trace.bar("VA-1.46", "one-for-each-magic", tokens=len(state.removes), magic=magic)
    wounds = state.removes.count("damage")
    conditions = Counter(token for token in state.removes if token != "damage")
    there = Counter(state.conditions)
    for token in conditions - there:
        trace.bar("VA-1.46", "no-such-token", token=token)
    if wounds and state.damage < wounds:
        trace.bar("VA-1.46", "no-such-token", token="damage")
    trace.require_legal()
    trace.cite("VA-1.46", "removed", tokens=[*state.removes])
    if conditions:
        trace.cite("VA-4.1", "magic-in-the-heart")
    left = tuple((there - conditions).elements())
    return trace.judged(Healed(damage=state.damage - wounds, conditions=left))


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
        results=(TrapPlaced,),
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
        results=(Healed,),
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
