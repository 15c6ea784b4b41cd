"""Traps among villagers: when they spring, whom they catch, and what their victims are worth.

What a trap does stands on its card; the state gives the card's words. Any villager in the zone sets it
off, one that it does not affect too.
"""

from dataclasses import replace
from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.blows import wound_villager
from adjudicator.village_attacks.conflicts import TRAP_OF_TROLL, TRAP_TIME
from adjudicator.village_attacks.faults import standing_faults
from adjudicator.village_attacks.kills import morale_after
from adjudicator.village_attacks.position import Choice, Position, alike, foremost
from adjudicator.village_attacks.state import Cause, Count, Decision, Trap, Villager, Zone
from adjudicator.village_attacks.tables import MORALE


def spring_on_entering(position: Position, zone: str, trace: Trace) -> None:
    """A villager has entered the zone: its trap waits for its own step, unless read otherwise."""
    trap = position.zones[zone].trap
    if trap is not None and zone not in position.fired and trace.reading(TRAP_TIME) == "on-entering":
        spring(position, zone, trap, trace)


def spring_all(position: Position, trace: Trace) -> None:
    """The traps' own step: every trap with a villager in its zone."""
    springing = [
        (zone.name, zone.trap)
        for zone in position.zones.values()
        if zone.trap is not None and zone.name not in position.fired and position.villagers_in(zone.name)
    ]
    if not springing:
        trace.cite("VA-2.27", "none-springs")
    for zone, trap in springing:
        spring(position, zone, trap, trace)


def spring(position: Position, zone: str, trap: Trap, trace: Trace, by_troll: bool = False) -> None:
    """The trap does to the villagers of its zone what its card says."""
    position.fired.add(zone)
    trace.cite("VA-2.27", "springs", trap=trap.name, zone=zone)
    if position.zones[zone].unlucky:
        trace.cite("VA-4.16", "traps-never-fail", trap=trap.name)
    caught = [villager for villager in position.villagers_in(zone) if villager.kind in trap.affects]
    if not caught:
        trace.cite("VA-2.28", "set-off-all-the-same", trap=trap.name)
        return
    if any(villager.stunned for villager in caught):
        trace.cite("VA-4.11", "traps-count-them", trap=trap.name)
    if trap.hits is not None and trap.hits < len(caught):
        caught = _first(position, zone, caught, trap.hits, trace)
    cause: Cause = "trap"
    if (
        by_troll
        and any(villager.health <= trap.damage for villager in caught)
        and trace.reading(TRAP_OF_TROLL) == "troll"
    ):
        trace.cite("VA-2.20", "the-trolls-trap", trap=trap.name)
        cause = "troll"
    for villager in caught:
        if trap.damage:
            trace.cite("VA-2.27", "catches", trap=trap.name, villager=villager.name, damage=trap.damage)
        else:
            trace.cite("VA-2.27", "catches-unhurt", trap=trap.name, villager=villager.name)
        if trap.damage and wound_villager(position, villager.name, trap.damage, cause, None, trace):
            continue
        if trap.stuns or trap.burns:
            position.put_conditions(villager.name, stunned=trap.stuns or None, burning=trap.burns or None)


def _first(position: Position, zone: str, caught: list[Villager], hits: int, trace: Trace) -> list[Villager]:
    """So many victims in the order of the target priority, level ones as the players say."""
    chosen: list[Villager] = []
    while len(chosen) < hits:
        first = foremost([villager for villager in caught if villager not in chosen])
        if len(chosen) + len(first) <= hits or alike(first):
            chosen += first[: hits - len(chosen)]
            continue
        options = [villager.name for villager in first]
        name = position.pick("trap", zone, options)
        if name is None:
            trace.cite("VA-5.1", "asks-victim", zone=zone, options=options)
            trace.choice(Choice(about="trap", who=zone, options=tuple(options)))
        chosen.append(position.villagers[name])
    trace.cite("VA-5.1", "victims", zone=zone, villagers=[villager.name for villager in chosen])
    return chosen


@state_type
class TrapTrigger:
    """The step in which traps spring."""

    zones: tuple[Zone, ...]
    """The map with its traps."""
    villagers: tuple[Villager, ...]
    """The villagers."""
    morale: Count
    """Village Morale before."""
    decisions: tuple[Decision, ...] = ()
    """What coins and players decided."""


@result_type
class Sprung:
    """What the traps have done."""

    sprung: tuple[str, ...]
    """The zones whose traps have sprung."""
    dead: tuple[str, ...]
    experience: Literal[0] = 0
    morale_lost: int
    morale: int | None = None
    """Village Morale after, where it has fallen."""
    stunned: tuple[str, ...]
    burning: tuple[str, ...]
    not_stated: Literal["victory-and-defeat"] | None = None
    """What no rule says, where all the Morale is lost."""


def trap_trigger(state: TrapTrigger, trace: Trace) -> Ruling:
    """Which traps spring and what that costs the village; they catch the same however high Morale is."""
    standing_faults(state.zones, state.villagers, (), None, trace)
    trace.require_possible()
    position = Position(state.zones, state.villagers, (), state.decisions)
    spring_all(position, trace)
    kinds = {villager.name: villager.kind for villager in state.villagers}
    lost = sum(MORALE[kinds[name]] for name in position.dead)
    morale, over = morale_after(state.morale, lost, trace)
    found = Sprung(
        sprung=position.sprung,
        dead=tuple(position.dead),
        morale_lost=lost,
        morale=morale,
        stunned=position.stunned,
        burning=position.burning,
    )
    if over:
        return trace.closed("undecided", replace(found, not_stated="victory-and-defeat"))
    return trace.resolved(found)


PROCEDURES = (
    Procedure(
        name="trap-trigger",
        state=TrapTrigger,
        decide=trap_trigger,
        results=(Sprung, Choice),
        example=TrapTrigger(
            zones=(
                Zone(name="heart", neighbours=("hall",), distance=0),
                Zone(
                    name="hall",
                    neighbours=("heart",),
                    distance=1,
                    trap=Trap(name="pit", affects=("commoner", "hunter"), hits=1, damage=1),
                ),
            ),
            villagers=(
                Villager(name="miller", kind="commoner", zone="hall", type=None, health=1, card=None),
                Villager(name="hunter", kind="hunter", zone="hall", type="Vampire", health=2, card=None),
            ),
            morale=9,
        ),
        summary={
            "it": "Quali trappole si innescano, chi colpiscono e che cosa costa al villaggio",
            "en": "Which traps spring, whom they catch and what it costs the village",
        },
    ),
)
