"""Whom a villager attacks, and for how much.

What it can reach by its kind or card; then the list: nemesis, the Castle Heart, monsters in its zone,
monsters in zones next to it; a coin between equals. Damage is automatic, save where a zone is Unlucky.
"""

from dataclasses import dataclass

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.village_attacks.blows import hit_heart, hit_monster
from adjudicator.village_attacks.conflicts import (
    ADJACENT_TARGETS,
    HEART_IN_RANGE,
    HERO_DAMAGE,
    TWO_NEMESES,
    UNLUCKY_ATTACKS,
    ZONE_CONDITIONS,
)
from adjudicator.village_attacks.example import THREE_ROOMS
from adjudicator.village_attacks.faults import figure_faults, leftover_faults, map_faults
from adjudicator.village_attacks.position import Position, ask, asking, asks_missing, not_stated
from adjudicator.village_attacks.state import (
    EVERY_TYPE,
    HEART,
    STRICT,
    Decision,
    Monster,
    Time,
    Villager,
    Zone,
)
from adjudicator.village_attacks.tables import (
    ATTACKS,
    COMMONER_RANGE,
    DAMAGE,
    HUNTER_RANGE,
    MOVE,
    NEMESIS_DAMAGE,
)
from adjudicator.village_attacks.villagers.waking import wakes


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
            if villager.card is None:
                trace.cite("VA-2.10", "asks-card", hero=villager.name)
                asks_missing(f"{position.fields[name]}.card")
            card = villager.card
            trace.cite("VA-2.10", "by-card", hero=villager.name, move=card.move, attacks=card.attacks, reach=card.range)
            return Values(move=card.move, attacks=card.attacks, range=card.range)


def nemesis(villager: Villager, monster: Monster) -> bool:
    """Whether they are of one type; a Veteran is of all, a commoner of none."""
    return villager.kind != "commoner" and villager.type in (EVERY_TYPE, monster.type)


def seen(position: Position, start: str, reach: int, blind: bool) -> tuple[set[str], set[str]]:
    """The zones within reach, and those next on the way that Darkness keeps out of it; its own is neither.

    `blind` tells that Darkness lies on whoever looks.
    """
    clear: set[str] = set()
    dark: set[str] = set()
    edge = {start}
    for _ in range(reach):
        beyond = {name for zone in edge for name in position.zones[zone].neighbours} - clear - dark - {start}
        if blind:
            return clear, beyond
        dark |= {name for name in beyond if position.zones[name].dark}
        edge = beyond - dark
        clear |= edge
    return clear, dark


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
    if villager.type is None and villager.kind != "commoner" and (inside or beside or farther):
        trace.cite("VA-2.12", "asks-type", villager=villager.name)
        asks_missing(f"{position.fields[villager.name]}.type")
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
        not_stated("targets-beyond-the-next-zone")
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
    card = villager.card
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
        ask("target", villager.name, options)
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
    struck: dict[str, Json] = {"villager": name, "target": target.name, "damage": target.damage if hits else 0}
    position.attacks.append(struck)
    if not hits:
        return
    if target.name == HEART:
        hit_heart(position, target.damage, trace)
    else:
        hit_monster(position, target.name, target.damage, villager, trace)


def in_darkness(position: Position, villager: Villager, trace: Trace) -> bool:
    """Whether Darkness lies on the villager."""
    here, first = _zones_of(position, villager)
    return here.dark if here.dark == first.dark else _whose_conditions(villager, here, first, trace).dark


def unlucky(position: Position, villager: Villager, target: str | None, trace: Trace) -> bool:
    """Whether an attack of the villager into that zone may fail."""
    here, first = _zones_of(position, villager)
    stands = here if here.unlucky == first.unlucky else _whose_conditions(villager, here, first, trace)
    return at_risk(stands.unlucky, target is not None and position.zones[target].unlucky, trace)


def at_risk(here: bool, there: bool, trace: Trace) -> bool:
    """Whether an attack counts as made in an Unlucky zone, whichever of its two ends is."""
    if here == there:
        return here
    match trace.reading(UNLUCKY_ATTACKS):
        case "attacker-inside":
            return here
        case "target-inside":
            return there
        case "both-inside":
            return False
        case _:
            return True


def _zones_of(position: Position, villager: Villager) -> tuple[Zone, Zone]:
    """The zone the villager stands in, and the one it stood in at first."""
    return position.zones[villager.zone], position.zones[position.first_zones.get(villager.name, villager.zone)]


def _whose_conditions(villager: Villager, here: Zone, first: Zone, trace: Trace) -> Zone:
    """The zone whose conditions hold for a villager that has been shoved from one into another."""
    if trace.reading(ZONE_CONDITIONS) == "figures":
        trace.cite("VA-4.14", "follows-the-figure", villager=villager.name, zone=first.name)
        return first
    trace.cite("VA-4.14", "stays-with-the-zone", villager=villager.name, zone=here.name)
    return here


def lands(position: Position, name: str, trace: Trace) -> bool:
    """Whether the coin lets an attack from or into an Unlucky zone succeed."""
    side = position.pick("unlucky", name, ("heads", "tails"))
    if side is None:
        trace.cite("VA-4.15", "asks-coin", attacker=name)
        ask("unlucky", name, ("heads", "tails"))
    if side == "tails":
        trace.cite("VA-4.15", "fails", attacker=name)
        return False
    trace.cite("VA-4.15", "succeeds", attacker=name)
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class VillagerAttack:
    """A villager about to attack."""

    __pydantic_config__ = STRICT
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


@asking
def villager_attack(state: VillagerAttack, trace: Trace) -> Ruling:
    """Whom it attacks, for how much, and what becomes of it."""
    map_faults(state.zones, trace)
    figure_faults(state.zones, (state.attacker,), state.monsters, trace)
    leftover_faults(state.monsters, trace)
    trace.require_possible()
    position = Position(state.zones, (state.attacker,), state.monsters, state.decisions, time=state.time)
    position.fields[state.attacker.name] = "attacker"
    if wakes(position, state.attacker.name, trace):
        can = values(position, state.attacker.name, trace)
        for _ in range(can.attacks):
            if state.attacker.name in position.villagers:
                attack(position, state.attacker.name, can.range, trace)
    outcome = position.outcome()
    return trace.ruling("resolved", **{key: outcome[key] for key in ("attacks", "damage", "dead", "experience")})


PROCEDURES = (
    Procedure(
        name="villager-attack",
        state=VillagerAttack,
        decide=villager_attack,
        example=VillagerAttack(
            attacker=Villager(name="red hunter", kind="hunter", zone="hall", type="Banshee", health=1),
            zones=THREE_ROOMS,
            monsters=(
                Monster(name="Banshee", type="Banshee", zone="gate", health=6),
                Monster(name="Vampire", type="Vampire", zone="hall", health=7),
            ),
        ),
        summary={
            "it": "Chi attacca un abitante del villaggio, e con quanto danno",
            "en": "Whom a villager attacks, and for how much damage",
        },
    ),
)
