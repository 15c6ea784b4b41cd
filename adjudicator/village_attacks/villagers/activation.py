"""One villager's activation: its conditions first, then its attacks, then its way to the Castle Heart."""

from dataclasses import replace
from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.faults import villager_faults
from adjudicator.village_attacks.kills import morale_after
from adjudicator.village_attacks.position import Position
from adjudicator.village_attacks.state import Count, Villager
from adjudicator.village_attacks.tables import MORALE
from adjudicator.village_attacks.villagers.targets import Values, attack, values
from adjudicator.village_attacks.villagers.waking import wakes
from adjudicator.village_attacks.villagers.walking import walk


def activate(position: Position, name: str, trace: Trace) -> None:
    """The villager attacks and then moves."""
    can = make_attacks(position, name, trace)
    if can is not None:
        walk(position, name, can.move, trace)


def make_attacks(position: Position, name: str, trace: Trace) -> Values | None:
    """The first half of an activation; what the villager can still do, nothing if it is out of action."""
    if name not in position.villagers or not wakes(position, name, trace):
        return None
    can = values(position, name, trace)
    for _ in range(can.attacks):
        if name in position.villagers:
            attack(position, name, can.range, trace)
    return can if name in position.villagers else None


@state_type
class VillagerCondition:
    """A villager with conditions."""

    villager: Villager
    """The villager; where it stands does not matter."""
    moment: Literal["activation", "counted-as-impeding", "attack-priority", "trap-priority", "attacked"]
    """What is asked about it: its next activation, whether it impedes, whether it counts as a target."""
    morale: Count
    """Village Morale before."""


@result_type
class Activation:
    """What a villager's conditions make of its activation."""

    acts: bool
    """Whether it may act."""
    dead: bool
    """Whether the fire has killed it."""
    health: int | None = None
    """Damage it can still take, where the fire has left it alive."""
    burning: bool
    stunned: Literal[False] = False
    experience: Literal[0] = 0
    morale_lost: int
    morale: int | None = None
    """Village Morale after, where it has fallen."""
    not_stated: Literal["victory-and-defeat"] | None = None
    """What no rule says, where all the Morale is lost."""


@result_type
class Counted:
    """Whether the villager counts for what is asked."""

    counts: bool


def villager_condition(state: VillagerCondition, trace: Trace) -> Ruling:
    """What its conditions change at that moment."""
    villager = state.villager
    villager_faults(villager, trace)
    trace.require_possible()
    if state.moment == "activation" and not (villager.stunned or villager.burning):
        trace.cite("VA-2.6", "acts", villager=villager.name)
        return trace.resolved(Activation(acts=True, dead=False, burning=False, morale_lost=0))
    if state.moment == "activation":
        return _woken(state, trace)
    return trace.resolved(Counted(counts=_counts(state, trace)))


def _woken(state: VillagerCondition, trace: Trace) -> Ruling:
    """What Stun and fire do to it; the fire is the same however high Morale is, which is read where it falls."""
    villager = state.villager
    position = Position((), (villager,))
    acts = wakes(position, villager.name, trace)
    left = position.villagers.get(villager.name)
    lost = 0 if left is not None else MORALE[villager.kind]
    morale, over = morale_after(state.morale, lost, trace)
    found = Activation(
        acts=acts,
        dead=left is None,
        health=left.health if left is not None and left.burning != villager.burning else None,
        burning=left is not None and left.burning,
        morale_lost=lost,
        morale=morale,
    )
    if over:
        return trace.closed("undecided", replace(found, not_stated="victory-and-defeat"))
    return trace.resolved(found)


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
        results=(Activation, Counted),
        example=VillagerCondition(
            villager=Villager(
                name="miller", kind="commoner", zone="hall", type=None, health=1, card=None, burning=True
            ),
            moment="activation",
            morale=8,
        ),
        summary={
            "it": "Che cosa cambia per un abitante del villaggio stordito o in fiamme",
            "en": "What changes for a villager that is Stunned or burning",
        },
    ),
)
