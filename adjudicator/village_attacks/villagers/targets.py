"""Whom a villager attacks, and for how much.

What it can reach by its kind or card; then the list: nemesis, the Castle Heart, monsters in its zone,
monsters in zones next to it; a coin between equals. Damage is automatic, save where a zone is Unlucky.
"""

from dataclasses import dataclass

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.blows import hit_heart, hit_monster
from adjudicator.village_attacks.conflicts import ADJACENT_TARGETS, HEART_IN_RANGE, HERO_DAMAGE, TWO_NEMESES
from adjudicator.village_attacks.example import HUNTER, THREE_ROOMS
from adjudicator.village_attacks.faults import leftover_faults, standing_faults
from adjudicator.village_attacks.position import Attack, Choice, Position
from adjudicator.village_attacks.state import EVERY_TYPE, HEART, Decision, Monster, Time, Villager, Zone
from adjudicator.village_attacks.tables import (
    ATTACKS,
    COMMONER_RANGE,
    DAMAGE,
    HUNTER_RANGE,
    MOVE,
    NEMESIS_DAMAGE,
)
from adjudicator.village_attacks.villagers.waking import wakes
from adjudicator.village_attacks.villagers.zone_conditions import at_risk as at_risk
from adjudicator.village_attacks.villagers.zone_conditions import in_darkness, lands, seen, unlucky


@dataclass(frozen=True, slots=True)
class Values:
    """What a villager can do when it activates."""

    move: int
    attacks: int
    range: int


@dataclass(frozen=True, slots=True)
class Target:
    """Whom an attack goes to, and its damage."""

    name: str
    damage: int


def values(position: Position, name: str, trace: Trace) -> Values:
    """Movement, attacks and range by kind; a hero's are on its card."""
    villager = position.villagers[name]
    match villager.kind:
        case "commoner":
            trace.cite("VA-2.9", "commoner", villager=villager.name)
            return Values(move=MOVE, attacks=ATTACKS, range=COMMONER_RANGE)
        case "hunter" | "yunfakh":
            trace.cite("VA-2.8", "hunter", villager=villager.name)
            return Values(move=MOVE, attacks=ATTACKS, range=HUNTER_RANGE)
        case "hero":
            card = villager.card
            assert card is not None  # a hero without one is a fault
            trace.cite("VA-2.10", "by-card", hero=villager.name, move=card.move, attacks=card.attacks, reach=card.range)
            return Values(move=card.move, attacks=card.attacks, range=card.range)


def nemesis(villager: Villager, monster: Monster) -> bool:
    """Whether they are of one type; a Veteran is of all, a commoner of none."""
    return villager.kind != "commoner" and villager.type in (EVERY_TYPE, monster.type)


def choose_target(position: Position, villager: Villager, reach: int, trace: Trace) -> Target | None:
    """The target by the order of priority; nobody where nothing is in reach."""
    zone = villager.zone
    blind = reach > 0 and in_darkness(position, villager, trace)
    near, dark = seen(position, zone, reach, blind)
    inside: list[Monster] = []
    beside: list[Monster] = []
    farther: list[Monster] = []
    hidden = False
    for monster in position.monsters.values():
        if monster.zone == zone:
            inside.append(monster)
        elif monster.zone in near:
            (beside if monster.zone in position.zones[zone].neighbours else farther).append(monster)
        elif monster.zone in dark:
            hidden = True
    if hidden or position.heart_zone in dark:
        trace.cite("VA-4.17", "out-of-sight", villager=villager.name, zone=zone)
    own = [monster for monster in (*inside, *beside, *farther) if nemesis(villager, monster)]
    if own:
        return _nemesis(position, villager, own, trace)
    if position.heart_zone == zone or (position.heart_zone in near and _heart_from_afar(villager, trace)):
        damage = _damage(villager, DAMAGE, trace)
        trace.cite("VA-2.13", "castle-heart", villager=villager.name, damage=damage)
        return Target(HEART, damage)
    if inside:
        name = _tossed(position, villager, inside, trace)
        damage = _damage(villager, DAMAGE, trace)
        trace.cite("VA-2.14", "in-its-zone", villager=villager.name, target=name, damage=damage)
        return Target(name, damage)
    if not reach:
        beside = _beyond_range(position, villager, trace)
    if beside:
        name = _tossed(position, villager, beside, trace)
        damage = _damage(villager, DAMAGE, trace)
        trace.cite("VA-2.15", "in-next-zone", villager=villager.name, target=name, damage=damage)
        return Target(name, damage)
    if farther:
        trace.cite("VA-2.15", "farther-off", villager=villager.name, targets=[monster.name for monster in farther])
        trace.silence("targets-beyond-the-next-zone")
    trace.cite("VA-2.15", "nobody-in-reach", villager=villager.name)
    return None


def _nemesis(position: Position, villager: Villager, own: list[Monster], trace: Trace) -> Target:
    here = [monster for monster in own if monster.zone == villager.zone]
    if len(own) > len(here) > 0 and trace.reading(TWO_NEMESES) == "in-zone-first":
        trace.cite("VA-2.12", "nearer-nemesis-first", villager=villager.name)
        own = here
    name = _tossed(position, villager, own, trace)
    damage = _damage(villager, NEMESIS_DAMAGE, trace)
    trace.cite("VA-2.36", "same-type", villager=villager.name, type=villager.type)
    trace.cite("VA-2.12", "nemesis-first", villager=villager.name, target=name, damage=damage)
    return Target(name, damage)


def _heart_from_afar(villager: Villager, trace: Trace) -> bool:
    if trace.reading(HEART_IN_RANGE) == "by-range":
        return True
    trace.cite("VA-2.13", "only-in-the-heart", villager=villager.name)
    return False


def _beyond_range(position: Position, villager: Villager, trace: Trace) -> list[Monster]:
    near, _ = seen(position, villager.zone, 1, in_darkness(position, villager, trace))
    beside = [monster for monster in position.monsters.values() if monster.zone in near]
    if beside and trace.reading(ADJACENT_TARGETS) == "in-range-only":
        trace.cite("VA-2.15", "out-of-range", villager=villager.name)
        return []
    return beside


def _damage(villager: Villager, fixed: int, trace: Trace) -> int:
    card = villager.card if villager.kind == "hero" else None
    if card is None:
        return fixed
    printed = card.damage
    if fixed == NEMESIS_DAMAGE and card.nemesis_damage is not None:
        printed = card.nemesis_damage
    if printed != fixed and trace.reading(HERO_DAMAGE) == "fixed":
        trace.cite("VA-2.10", "damage-of-the-list", hero=villager.name, damage=fixed)
        return fixed
    return printed


def _tossed(position: Position, villager: Villager, equals: list[Monster], trace: Trace) -> str:
    """The one of several equal targets that the coin falls on."""
    if len(equals) == 1:
        return equals[0].name
    options = [monster.name for monster in equals]
    name = position.pick("target", villager.name, options)
    if name is None:
        trace.cite("VA-2.11", "asks-coin", villager=villager.name, options=options)
        trace.choice(Choice(about="target", who=villager.name, options=tuple(options)))
    trace.cite("VA-2.11", "coin", villager=villager.name, target=name)
    return name


def attack(position: Position, name: str, reach: int, trace: Trace) -> None:
    """One attack of a villager, from its target to what the damage does."""
    villager = position.villagers[name]
    target = choose_target(position, villager, reach, trace)
    if target is None:
        return
    if position.troll == villager.zone:
        trace.cite("VA-2.22", "left-alone", villager=name)
    if target.name != HEART and position.monsters[target.name].role == "minion":
        trace.cite("VA-9.3", "minion-is-a-target", minion=target.name)
    zone = position.heart_zone if target.name == HEART else position.monsters[target.name].zone
    hits = not unlucky(position, villager, zone, trace) or lands(position, name, trace)
    position.attacks.append(Attack(villager=name, target=target.name, damage=target.damage if hits else 0))
    if not hits:
        return
    if target.name == HEART:
        hit_heart(position, target.damage, trace)
    else:
        hit_monster(position, target.name, target.damage, villager, trace)


@state_type
class VillagerAttack:
    """A villager about to attack."""

    attacker: Villager
    """The villager."""
    zones: tuple[Zone, ...]
    """The map, or the part of it around the villager and the Castle Heart."""
    monsters: tuple[Monster, ...]
    """The monsters."""
    time: Time = "none"
    """Day, night, or neither where the mode is not played."""
    decisions: tuple[Decision, ...] = ()
    """What coins and players decided."""


@result_type
class Attacked:
    """What a villager's attacks have done."""

    attacks: tuple[Attack, ...]
    damage: dict[str, int]
    """The Damage tokens on each monster after."""
    dead: tuple[str, ...]
    experience: dict[str, int]
    """Experience gained by each monster that has gained any."""


def villager_attack(state: VillagerAttack, trace: Trace) -> Ruling:
    """Whom it attacks, for how much, and what becomes of it."""
    standing_faults(state.zones, (state.attacker,), state.monsters, None, trace)
    leftover_faults(state.monsters, trace)
    trace.require_possible()
    position = Position(state.zones, (state.attacker,), state.monsters, state.decisions, time=state.time)
    name = state.attacker.name
    if wakes(position, name, trace):
        can = values(position, name, trace)
        for _ in range(can.attacks):
            if name in position.villagers:
                attack(position, name, can.range, trace)
    return trace.resolved(
        Attacked(
            attacks=tuple(position.attacks),
            damage=position.damage,
            dead=tuple(position.dead),
            experience=position.experience,
        )
    )


PROCEDURES = (
    Procedure(
        name="villager-attack",
        state=VillagerAttack,
        decide=villager_attack,
        results=(Attacked, Choice),
        example=VillagerAttack(
            attacker=HUNTER,
            zones=THREE_ROOMS,
            monsters=(
                Monster(name="Banshee", type="Banshee", zone="hall", health=6),
                Monster(name="Vampire", type="Vampire", zone="gate", health=7),
            ),
        ),
        summary={
            "it": "Chi attacca un abitante del villaggio, e con quanto danno",
            "en": "Whom a villager attacks, and for how much damage",
        },
    ),
)
