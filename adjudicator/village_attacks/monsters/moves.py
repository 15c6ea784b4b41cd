"""Moving in the monsters' phase: the monster itself, and the villager that a Villager Activation moves."""

from dataclasses import dataclass

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.village_attacks.conflicts import ALL_IN_HEART, FEWER_ENEMIES, HOW_MANY_ATTACK, IMPEDED, MOVEMENT_DICE
from adjudicator.village_attacks.example import THREE_ROOMS
from adjudicator.village_attacks.faults import monster_faults, standing_faults
from adjudicator.village_attacks.monsters.die_uses import has_movement_slot
from adjudicator.village_attacks.position import (
    Open,
    Position,
    alike,
    ask,
    asking,
    asks_missing,
    foremost,
    not_stated,
)
from adjudicator.village_attacks.state import (
    STRICT,
    Board,
    Count,
    Decision,
    Face,
    Monster,
    Villager,
    Zone,
)
from adjudicator.village_attacks.tables import MOVE
from adjudicator.village_attacks.villagers.order import activation_groups, level
from adjudicator.village_attacks.villagers.targets import attack, values
from adjudicator.village_attacks.villagers.waking import wakes
from adjudicator.village_attacks.villagers.walking import walk


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterMovement:
    """A monster about to move by a die."""

    __pydantic_config__ = STRICT
    monster: Monster
    """The monster with its board."""
    result: Face
    """The result it spends."""
    standing_here: Count
    """Villagers in the zone it leaves that are not Stunned."""
    stunned_here: Count = 0
    """Stunned villagers in the zone it leaves."""
    standing_there: Count = 0
    """Villagers in the zone it enters that are not Stunned."""
    adjacent: bool = True
    """Whether the zone it enters is adjacent."""
    full: bool = False
    """Whether that zone is full."""


@asking
def monster_movement(state: MonsterMovement, trace: Trace) -> Ruling:
    """Whether it may move, with every reason against it."""
    monster_faults(state.monster, trace)
    if state.monster.zone is None:
        trace.fault("VA-1.38", "not-on-the-map", monster=state.monster.name)
    trace.require_possible()
    if state.monster.role == "summoned":
        return _summoned(state, trace)
    if state.monster.role == "minion":
        trace.cite("VA-9.1", "how-not-stated", minion=state.monster.name)
        not_stated("movement-of-minions")
    board = state.monster.board
    legal = not _impeded(state, trace)
    if state.monster.stunned:
        trace.cite("VA-4.9", "lies-on-its-side", monster=state.monster.name)
        legal = False
    if state.result == "villager":
        trace.cite("VA-1.8", "moves-nobody")
        legal = False
    if legal and board is None:
        trace.cite("VA-1.9", "asks-board", monster=state.monster.name)
        asks_missing("monster.board")
    if board is None or (not legal and board.movement_slots is None):
        return trace.ruling("illegal")
    if not has_movement_slot(board, "monster.board", trace):
        if board.slowed:
            trace.cite("VA-4.6", "slots-blocked", tokens=board.slowed)
        legal = False
    if not legal:
        return trace.ruling("illegal")
    if not state.adjacent:
        trace.cite("VA-1.9", "how-far-not-stated")
        not_stated("zones-for-a-movement-die")
    if state.full:
        trace.cite("VA-6.5", "shoves-on-entering", monster=state.monster.name)
    trace.cite("VA-1.9", "die-on-a-slot", result=state.result)
    stay = trace.reading(MOVEMENT_DICE) == "stay-till-restoration"
    return trace.ruling("legal", movement=[*board.movement, state.result] if stay else [], shoves=state.full)


def _summoned(state: MonsterMovement, trace: Trace) -> Ruling:
    """One that no die moves: its card tells how it goes, villagers may still be in its way."""
    legal = not _impeded(state, trace)
    if state.monster.stunned:
        trace.cite("VA-4.9", "lies-on-its-side", monster=state.monster.name)
        legal = False
    if legal:
        trace.cite("VA-1.48", "by-its-card")
        not_stated("movement-of-summoned-monsters")
    return trace.ruling("illegal")


def _impeded(state: MonsterMovement, trace: Trace) -> bool:
    health = state.monster.health - state.monster.damage
    if state.stunned_here:
        trace.cite("VA-4.12", "not-counted", stunned=state.stunned_here)
    standing = state.standing_here
    if (health > standing) != (health > state.standing_there) and trace.reading(IMPEDED) == "zone-entered":
        trace.cite("VA-1.10", "zone-entered-counts")
        standing = state.standing_there
    if health > standing:
        trace.cite("VA-1.10", "free-to-move", health=health, villagers=standing)
        return False
    trace.cite("VA-1.10", "impeded", health=health, villagers=standing)
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class VillagerActivationDie:
    """A Villager Activation result about to be used."""

    __pydantic_config__ = STRICT
    zones: tuple[Zone, ...]
    """The map."""
    villagers: tuple[Villager, ...]
    """The villagers."""
    monsters: tuple[Monster, ...] = ()
    """The monsters."""
    heart: Count | None = None
    """Health of the Castle Heart, where it may matter."""
    morale: Count | None = None
    """Village Morale, where it may matter."""
    troll_at: str | None = None
    """Where the Troll stands, if it is on the map: it takes up room too."""
    level_as_listed: bool = False
    """Whether villagers that are level are listed in the order the coin gave."""
    decisions: tuple[Decision, ...] = ()
    """What coins and players decided."""


@asking
def villager_activation_die(state: VillagerActivationDie, trace: Trace) -> Ruling:
    """Which villager moves where, or that they attack."""
    troll = standing_faults(state.zones, state.villagers, state.monsters, state.troll_at, trace)
    trace.require_possible()
    position = Position(
        state.zones,
        state.villagers,
        state.monsters,
        state.decisions,
        heart=state.heart,
        morale=state.morale,
        troll=troll,
    )
    trace.cite("VA-1.8", "useless-result")
    if not state.villagers:
        trace.cite("VA-1.5", "nobody-to-move")
        return _told(position, None, False, trace)
    if all(villager.zone == position.heart_zone for villager in state.villagers):
        return _attack_in_heart(state, position, trace)
    name = _farthest(position, trace)
    if not wakes(position, name, trace):
        return _told(position, None, False, trace)
    trace.cite("VA-1.5", "one-zone", villager=name)
    walk(position, name, MOVE, trace)
    arrived = name in position.villagers and position.villagers[name].zone == position.heart_zone
    if arrived and trace.reading(ALL_IN_HEART) == "all-moved":
        trace.cite("VA-1.7", "all-moved-are-there", villager=name)
        _strikes(position, name, trace)
        return _told(position, name, True, trace)
    trace.cite("VA-1.7", "moves-only", villager=name)
    return _told(position, name, False, trace)


def _attack_in_heart(state: VillagerActivationDie, position: Position, trace: Trace) -> Ruling:
    names = list(position.villagers)
    trace.cite("VA-1.7", "all-in-the-heart", villagers=len(names))
    if len(names) > 1 and trace.reading(HOW_MANY_ATTACK) == "one-attacks":
        names = [_farthest(position, trace)]
        trace.cite("VA-1.7", "one-attacks", villager=names[0])
    elif len(names) > 1:
        trace.cite("VA-1.7", "all-attack", villagers=len(names))
        names = _in_order(state, position, trace)
    for name in names:
        if name in position.villagers and wakes(position, name, trace):
            _strikes(position, name, trace)
    return _told(position, None, True, trace)


def _in_order(state: VillagerActivationDie, position: Position, trace: Trace) -> list[str]:
    groups = activation_groups(position, trace)
    for names in level(groups):
        if not state.level_as_listed:
            trace.cite("VA-2.11", "asks-order", villagers=names)
            raise Open("choice", about="order", who="villagers", options=[*names])
        trace.cite("VA-2.11", "coin-order", villagers=names)
    return [villager.name for group in groups for villager in group]


def _strikes(position: Position, name: str, trace: Trace) -> None:
    can = values(position, name, trace)
    attack(position, name, can.range, trace)


def _farthest(position: Position, trace: Trace) -> str:
    """The villager farthest from the Castle Heart: its zone first, then the villager in it."""
    distance = {villager.zone: position.zones[villager.zone].distance for villager in position.villagers.values()}
    most = max(distance.values())
    zones = [zone for zone, far in distance.items() if far == most]
    trace.cite("VA-1.5", "farthest", distance=most, zones=zones)
    zone = zones[0] if len(zones) == 1 else _fewest(position, zones, trace)
    candidates = foremost(position.villagers_in(zone))
    if alike(candidates):
        return candidates[0].name
    options = [villager.name for villager in candidates]
    name = position.pick("activates", zone, options)
    if name is None:
        trace.cite("VA-5.1", "asks-mover", zone=zone, options=options)
        ask("activates", zone, options)
    return name


def _fewest(position: Position, zones: list[str], trace: Trace) -> str:
    villagers = {zone: len(position.villagers_in(zone)) for zone in zones}
    monsters = {zone: len(position.monsters_in(zone)) for zone in zones}
    enemies = villagers
    if _least(villagers) != _least(monsters) and trace.reading(FEWER_ENEMIES) == "fewer-monsters":
        enemies = monsters
    left = _least(enemies)
    trace.cite("VA-1.6", "fewer-enemies", zones=left)
    zone = left[0] if len(left) == 1 else position.pick("path", "villager-activation", left)
    if zone is None:
        trace.cite("VA-1.6", "asks-coin", options=left)
        ask("path", "villager-activation", left)
    return zone


def _least(enemies: dict[str, int]) -> list[str]:
    return [zone for zone, count in enemies.items() if count == min(enemies.values())]


def _told(position: Position, moved: str | None, attacks: bool, trace: Trace) -> Ruling:
    outcome = position.outcome()
    kept: dict[str, Json] = {key: outcome[key] for key in ("moves", "attacks", "dead")}
    kept["struck"] = kept.pop("attacks")
    kept |= {track: outcome[track] for track in ("heart", "morale") if outcome[track] is not None}
    return trace.ruling("resolved", moved=moved, attacks=attacks, **kept)


PROCEDURES = (
    Procedure(
        name="monster-movement",
        state=MonsterMovement,
        decide=monster_movement,
        example=MonsterMovement(
            monster=Monster(
                name="Banshee",
                type="Banshee",
                zone="hall",
                health=6,
                damage=3,
                board=Board(defence_slots=1, movement_slots=2, reserve_slots=2, movement=("melee",)),
            ),
            result="magic",
            standing_here=2,
        ),
        summary={
            "it": "Se un mostro può muoversi o è ostacolato",
            "en": "Whether a monster may move or is impeded",
        },
    ),
    Procedure(
        name="villager-activation-die",
        state=VillagerActivationDie,
        decide=villager_activation_die,
        example=VillagerActivationDie(
            zones=THREE_ROOMS,
            villagers=(
                Villager(name="miller", kind="commoner", zone="gate"),
                Villager(name="hunter", kind="hunter", zone="hall", type="Banshee"),
            ),
        ),
        summary={
            "it": "Chi si muove con un risultato Attivazione AdV",
            "en": "Who moves by a Villager Activation result",
        },
    ),
)
