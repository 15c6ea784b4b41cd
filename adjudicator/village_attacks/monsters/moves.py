"""Moving in the monsters' phase: the monster itself, and the villager that a Villager Activation moves."""

from dataclasses import dataclass

from adjudicator.kernel import NotStated, Procedure, Ruling, Stopped, Trace, result_type, state_type
from adjudicator.village_attacks.conflicts import ALL_IN_HEART, FEWER_ENEMIES, HOW_MANY_ATTACK, IMPEDED, MOVEMENT_DICE
from adjudicator.village_attacks.example import HUNTER, MILLER, THREE_ROOMS
from adjudicator.village_attacks.faults import monster_faults, standing_faults
from adjudicator.village_attacks.monsters.die_uses import has_movement_slot
from adjudicator.village_attacks.position import Attack, Choice, Move, Position, alike, foremost
from adjudicator.village_attacks.state import HEART, Board, Count, Decision, Face, Monster, Time, Villager, Zone
from adjudicator.village_attacks.tables import MOVE
from adjudicator.village_attacks.villagers.order import activation_groups, level
from adjudicator.village_attacks.villagers.targets import attack, values
from adjudicator.village_attacks.villagers.waking import wakes
from adjudicator.village_attacks.villagers.walking import walk


@state_type
class MonsterMovement:
    """A monster about to move by a die."""

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


@result_type
class Moved:
    """The monster moves."""

    movement: tuple[Face, ...]
    """Results on its Movement slots after."""
    shoves: bool
    """Whether it shoves on entering."""


def monster_movement(state: MonsterMovement, trace: Trace) -> Ruling:
    """Whether it may move."""
    monster, board = state.monster, state.monster.board
    monster_faults(monster, trace)
    if monster.zone is None:
        trace.fault("VA-1.38", "not-on-the-map", monster=monster.name)
    trace.require_possible()
    if monster.role == "minion":
        trace.cite("VA-9.1", "how-not-stated", minion=monster.name)
        trace.silence("movement-of-minions")
    _impede(state, trace)
    if monster.stunned:
        trace.bar("VA-4.9", "lies-on-its-side", monster=monster.name)
    if monster.role == "summoned":
        trace.require_legal()
        trace.cite("VA-1.48", "by-its-card")
        trace.silence("movement-of-summoned-monsters")
    if state.result == "villager":
        trace.bar("VA-1.8", "moves-nobody")
    if board is not None and not has_movement_slot(board, trace):
        trace.bar("VA-1.9", "no-free-slot", slots=board.movement_slots)
        if board.slowed:
            trace.bar("VA-4.6", "slots-blocked", tokens=board.slowed)
    trace.require_legal()
    if not state.adjacent:
        trace.cite("VA-1.9", "how-far-not-stated")
        trace.silence("zones-for-a-movement-die")
    if state.full:
        trace.cite("VA-6.5", "shoves-on-entering", monster=monster.name)
    trace.cite("VA-1.9", "die-on-a-slot", result=state.result)
    movement: tuple[Face, ...] = ()
    if trace.reading(MOVEMENT_DICE) == "stay-till-restoration":
        movement = (*(() if board is None else board.movement), state.result)
    return trace.judged(Moved(movement=movement, shoves=state.full))


def _impede(state: MonsterMovement, trace: Trace) -> None:
    """Villagers that are not outnumbered by its health hold it where it is."""
    health = state.monster.health - state.monster.damage
    if state.stunned_here:
        trace.cite("VA-4.12", "not-counted", stunned=state.stunned_here)
    standing = state.standing_here
    if (health > standing) != (health > state.standing_there) and trace.reading(IMPEDED) == "zone-entered":
        trace.cite("VA-1.10", "zone-entered-counts")
        standing = state.standing_there
    if health > standing:
        trace.cite("VA-1.10", "free-to-move", health=health, villagers=standing)
    else:
        trace.bar("VA-1.10", "impeded", health=health, villagers=standing)


@state_type
class VillagerActivationDie:
    """A Villager Activation result about to be used."""

    zones: tuple[Zone, ...]
    """The map."""
    villagers: tuple[Villager, ...]
    """The villagers."""
    monsters: tuple[Monster, ...] = ()
    """The monsters."""
    heart: Count
    """Health of the Castle Heart."""
    morale: Count
    """Village Morale."""
    time: Time = "none"
    """Day, night, or neither where the mode is not played."""
    troll_at: str | None = None
    """Where the Troll stands, if it is on the map: it takes up room too."""
    level_as_listed: bool = False
    """Whether villagers that are level are listed in the order the coin gave."""
    decisions: tuple[Decision, ...] = ()
    """What coins and players decided."""


@result_type
class VillagerActivated:
    """What the Villager Activation has led to."""

    moved: str | None
    """The villager that has moved, if one has."""
    attacks: bool
    """Whether it leads to attacks."""
    moves: tuple[Move, ...]
    struck: tuple[Attack, ...]
    """The attacks made."""
    dead: tuple[str, ...]
    heart: int | None = None
    """Health of the Castle Heart after, where it was struck."""
    morale: int | None = None
    """Village Morale after, where it has fallen."""
    damage: dict[str, int] | None = None
    """The Damage tokens on each monster after, where one was attacked."""
    experience: dict[str, int] | None = None
    """Experience gained by each monster that has gained any, where one was attacked."""
    not_stated: str | None = None
    """What no rule says, where it stops there."""


def villager_activation_die(state: VillagerActivationDie, trace: Trace) -> Ruling:
    """Which villager moves where, or that they attack."""
    standing_faults(state.zones, state.villagers, state.monsters, state.troll_at, trace)
    trace.require_possible()
    position = Position(
        state.zones,
        state.villagers,
        state.monsters,
        state.decisions,
        heart=state.heart,
        morale=state.morale,
        time=state.time,
        troll=state.troll_at,
    )
    trace.cite("VA-1.8", "useless-result")
    led_to = _LedTo()
    try:
        _activate(state, position, led_to, trace)
    except Stopped as stopped:
        if not isinstance(stopped.result, NotStated):
            raise
        so_far = _activated(state, position, led_to, stopped.result.not_stated)
        raise Stopped(stopped.verdict, so_far) from stopped
    return trace.resolved(_activated(state, position, led_to))


@dataclass(slots=True)
class _LedTo:
    """What the Villager Activation has led to, besides what the position shows."""

    moved: str | None = None
    attacks: bool = False


def _activated(
    state: VillagerActivationDie, position: Position, led_to: _LedTo, not_stated: str | None = None
) -> VillagerActivated:
    """What it has led to so far; whether a track has moved is seen without reading how high it was."""
    at_monsters = any(each.target != HEART for each in position.attacks)
    return VillagerActivated(
        moved=led_to.moved,
        attacks=led_to.attacks,
        moves=tuple(position.moves),
        struck=tuple(position.attacks),
        dead=tuple(position.dead),
        heart=position.heart if position.heart is not state.heart else None,
        morale=position.morale if position.morale is not state.morale else None,
        damage=position.damage if at_monsters else None,
        experience=position.experience if at_monsters else None,
        not_stated=not_stated,
    )


def _activate(state: VillagerActivationDie, position: Position, led_to: _LedTo, trace: Trace) -> None:
    """Moves the villager that has to move, or has those in the Castle Heart attack."""
    if not state.villagers:
        trace.cite("VA-1.5", "nobody-to-move")
        return
    if all(villager.zone == position.heart_zone for villager in state.villagers):
        _attack_in_heart(state, position, led_to, trace)
        return
    name = _farthest(position, trace)
    if not _may_act(position, name, trace):
        return
    trace.cite("VA-1.5", "one-zone", villager=name)
    led_to.moved = name
    walk(position, name, MOVE, trace)
    arrived = name in position.villagers and position.villagers[name].zone == position.heart_zone
    if arrived and trace.reading(ALL_IN_HEART) == "all-moved":
        trace.cite("VA-1.7", "all-moved-are-there", villager=name)
        led_to.attacks = True
        _strike(position, name, trace)
        return
    trace.cite("VA-1.7", "moves-only", villager=name)


def _attack_in_heart(state: VillagerActivationDie, position: Position, led_to: _LedTo, trace: Trace) -> None:
    names = list(position.villagers)
    led_to.attacks = not all(villager.stunned for villager in state.villagers)  # as far as the order is still open
    trace.cite("VA-1.7", "all-in-the-heart", villagers=len(names))
    if len(names) > 1 and trace.reading(HOW_MANY_ATTACK) == "one-attacks":
        names = [_farthest(position, trace)]
        trace.cite("VA-1.7", "one-attacks", villager=names[0])
    elif len(names) > 1:
        trace.cite("VA-1.7", "all-attack", villagers=len(names))
        names = _in_order(state, position, trace)
    led_to.attacks = False
    for name in names:
        if name in position.villagers and _may_act(position, name, trace):
            led_to.attacks = True
            _strike(position, name, trace)


def _may_act(position: Position, name: str, trace: Trace) -> bool:
    """Whether the die has it do anything: to one that is Stunned or on fire it is an activation like any other."""
    if position.villagers[name].stunned:
        trace.cite("VA-4.10", "by-the-die-too", villager=name)
    return wakes(position, name, trace)


def _in_order(state: VillagerActivationDie, position: Position, trace: Trace) -> list[str]:
    groups = activation_groups(position, trace)
    for names in level(groups):
        if not state.level_as_listed:
            trace.cite("VA-2.11", "asks-order", villagers=names)
            trace.choice(Choice(about="order", who="villagers", options=tuple(names)))
        trace.cite("VA-2.11", "coin-order", villagers=names)
    return [villager.name for group in groups for villager in group]


def _strike(position: Position, name: str, trace: Trace) -> None:
    can = values(position, name, trace)
    attack(position, name, can.range, trace)


def _farthest(position: Position, trace: Trace) -> str:
    """The villager farthest from the Castle Heart: its zone first, then the villager in it."""
    distance = {villager.zone: position.zones[villager.zone].distance for villager in position.villagers.values()}
    most = max(distance.values())
    zones = [zone for zone, far in distance.items() if far == most]
    trace.cite("VA-1.5", "farthest", distance=most, zones=zones)
    zone = zones[0] if len(zones) == 1 else _fewest(position, zones, trace)
    there = position.villagers_in(zone)
    candidates = foremost(there)
    if len(candidates) < len(there):
        trace.cite("VA-5.1", "first-of-all", villagers=[villager.name for villager in candidates])
    if alike(candidates):
        return candidates[0].name
    options = [villager.name for villager in candidates]
    name = position.pick("activates", zone, options)
    if name is None:
        trace.cite("VA-5.1", "asks-mover", zone=zone, options=options)
        trace.choice(Choice(about="activates", who=zone, options=tuple(options)))
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
        trace.choice(Choice(about="path", who="villager-activation", options=tuple(left)))
    return zone


def _least(enemies: dict[str, int]) -> list[str]:
    return [zone for zone, count in enemies.items() if count == min(enemies.values())]


PROCEDURES = (
    Procedure(
        name="monster-movement",
        state=MonsterMovement,
        decide=monster_movement,
        results=(Moved,),
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
        results=(VillagerActivated, Choice),
        example=VillagerActivationDie(
            zones=THREE_ROOMS,
            villagers=(MILLER, HUNTER),
            heart=8,
            morale=10,
        ),
        summary={
            "it": "Chi si muove con un risultato Attivazione AdV",
            "en": "Who moves by a Villager Activation result",
        },
    ),
)
