"""One villager's activation: its conditions first, then its attacks, then its way to the Castle Heart."""

from dataclasses import dataclass
from typing import Literal

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.village_attacks.faults import villager_faults
from adjudicator.village_attacks.position import Position, asking
from adjudicator.village_attacks.state import STRICT, Count, Villager
from adjudicator.village_attacks.villagers.targets import Values, attack, values
from adjudicator.village_attacks.villagers.waking import wakes
from adjudicator.village_attacks.villagers.walking import walk


def activate(position: Position, name: str, trace: Trace) -> None:
    """The villager attacks and then moves."""
    can = attacks(position, name, trace)
    if can is not None:
        walk(position, name, can.move, trace)


def attacks(position: Position, name: str, trace: Trace) -> Values | None:
    """The first half of an activation; what the villager can still do, nothing if it is out of action."""
    if name not in position.villagers or not wakes(position, name, trace):
        return None
    can = values(position, name, trace)
    for _ in range(can.attacks):
        if name in position.villagers:
            attack(position, name, can.range, trace)
    return can if name in position.villagers else None


@dataclass(frozen=True, slots=True, kw_only=True)
class VillagerCondition:
    """A villager with conditions."""

    __pydantic_config__ = STRICT
    villager: Villager
    """The villager; where it stands does not matter."""
    moment: Literal["activation", "counted-as-impeding", "attack-priority", "trap-priority", "attacked"]
    """What is asked about it: its next activation, whether it impedes, whether it counts as a target."""
    morale: Count | None = None
    """Village Morale before, where it may matter."""


@asking
def villager_condition(state: VillagerCondition, trace: Trace) -> Ruling:
    """What its conditions change at that moment."""
    villager = state.villager
    villager_faults(villager, trace)
    trace.require_possible()
    if state.moment == "activation":
        position = Position((), (villager,), (), morale=state.morale)
        position.fields[villager.name] = "villager"
        acts = wakes(position, villager.name, trace)
        if acts and not villager.burning:
            trace.cite("VA-2.6", "acts", villager=villager.name)
        left = position.villagers.get(villager.name)
        outcome: dict[str, Json] = {
            "acts": acts,
            "dead": left is None,
            "health": None if left is None else left.health,
            "burning": left is not None and left.burning,
            "stunned": False,
            "experience": 0,
        }
        if position.morale is not None:
            outcome["morale"] = position.morale
        return trace.ruling("resolved", **outcome)
    return trace.ruling("resolved", counts=_counts(state, trace))


def _counts(state: VillagerCondition, trace: Trace) -> bool:
    name, stunned = state.villager.name, state.villager.stunned
    match state.moment:
        case "counted-as-impeding" if stunned:
            trace.cite("VA-4.12", "does-not-impede", villager=name)
            return False
        case "counted-as-impeding":
            trace.cite("VA-1.10", "impedes", villager=name)
        case "attack-priority" if stunned:
            trace.cite("VA-4.11", "out-of-priority", villager=name)
            return False
        case "trap-priority" if stunned:
            trace.cite("VA-4.11", "in-trap-priority", villager=name)
        case "attacked" if stunned:
            trace.cite("VA-4.11", "may-be-attacked", villager=name)
        case _:
            trace.cite("VA-5.1", "counts", villager=name)
    return True


PROCEDURES = (
    Procedure(
        name="villager-condition",
        state=VillagerCondition,
        decide=villager_condition,
        example=VillagerCondition(
            villager=Villager(name="miller", kind="commoner", zone="hall", health=1, burning=True),
            moment="activation",
            morale=8,
        ),
        summary={
            "it": "Che cosa cambia per un abitante del villaggio stordito o in fiamme",
            "en": "What changes for a villager that is Stunned or burning",
        },
    ),
)
