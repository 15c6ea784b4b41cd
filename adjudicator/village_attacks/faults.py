"""What keeps a position from existing, all of it at once: the map, the figures, the boards."""

from collections import Counter
from collections.abc import Sequence

from adjudicator.kernel import Trace, fault_check
from adjudicator.village_attacks.conflicts import HUNTER_LIMIT, SPECIAL_DIE_IN_DEFENCE, STORING_ACTIVATION
from adjudicator.village_attacks.position import steps
from adjudicator.village_attacks.state import EVERY_TYPE, Board, HeroCard, Kind, Monster, Villager, Zone
from adjudicator.village_attacks.tables import DICE, HUNTERS, YUNFAKH


def is_known(fact: object, kind: type) -> bool:
    """Whether it is known, and of this type; `isinstance` would read one that is not."""
    return type(fact) is kind


def map_faults(zones: tuple[Zone, ...], trace: Trace) -> None:
    """Record what keeps these zones from being a map.

    Neighbours that are not there are looked for by themselves: no ruling walks to them, whatever is untold elsewhere.
    """
    _neighbour_faults(zones, trace)
    _way_faults(zones, trace)


@fault_check
def _neighbour_faults(zones: tuple[Zone, ...], trace: Trace) -> None:
    names = {zone.name for zone in zones}
    for zone in zones:
        for name in zone.neighbours if is_known(zone.neighbours, tuple) else ():
            if name not in names:
                trace.fault("VA-2.6", "unknown-neighbour", zone=zone.name, neighbour=name)


@fault_check
def _way_faults(zones: tuple[Zone, ...], trace: Trace) -> None:
    by_name = {zone.name: zone for zone in zones}
    for name, count in Counter(zone.name for zone in zones).items():
        if count > 1:
            trace.fault("VA-2.6", "zone-twice", zone=name)
    hearts = [zone.name for zone in zones if zone.distance == 0]
    if len(hearts) != 1:
        trace.fault("VA-2.6", "not-one-heart", hearts=len(hearts))
    for zone in zones:
        for name in zone.neighbours:
            if name in by_name and zone.name not in by_name[name].neighbours:
                trace.fault("VA-2.6", "one-way", zone=zone.name, neighbour=name)
    if len(hearts) == 1:
        shortest = steps(by_name, hearts)
        for zone in zones:
            way = shortest.get(zone.name)
            if way is None:
                trace.fault("VA-6.2", "no-way-to-the-heart", zone=zone.name, given=zone.distance)
            elif zone.distance != way:
                trace.fault("VA-6.2", "distance-off", zone=zone.name, given=zone.distance, way=way)


def figure_faults(
    zones: tuple[Zone, ...],
    villagers: tuple[Villager, ...],
    monsters: tuple[Monster, ...],
    trace: Trace,
    troll_at: str | None = None,
) -> None:
    """Record what keeps these figures, and the Troll in its zone, from standing on this map.

    Each kind of fault is looked for by itself: what is not known of a monster hides nothing that a villager lacks.
    """
    _name_faults(villagers, monsters, trace)
    _place_faults(zones, villagers, trace)
    _place_faults(zones, monsters, trace)
    _troll_faults(zones, troll_at, trace)
    _each_villagers_faults(villagers, trace)
    _each_monsters_faults(monsters, trace)
    _room_faults(zones, villagers, monsters, troll_at, trace)


@fault_check
def _name_faults(villagers: tuple[Villager, ...], monsters: tuple[Monster, ...], trace: Trace) -> None:
    figures: tuple[Villager | Monster, ...] = (*villagers, *monsters)
    for name, count in Counter(figure.name for figure in figures).items():
        if count > 1:
            trace.fault("VA-2.7", "named-twice", name=name)


@fault_check
def _place_faults(zones: tuple[Zone, ...], figures: Sequence[Villager | Monster], trace: Trace) -> None:
    known = {zone.name for zone in zones}
    for figure in figures:
        if is_known(figure.zone, str) and figure.zone not in known:
            trace.fault("VA-2.6", "unknown-zone", figure=figure.name, zone=figure.zone)


@fault_check
def _troll_faults(zones: tuple[Zone, ...], troll_at: str | None, trace: Trace) -> None:
    if troll_at is not None and troll_at not in {zone.name for zone in zones}:
        trace.fault("VA-2.6", "unknown-zone", figure="troll", zone=troll_at)


@fault_check
def _each_villagers_faults(villagers: tuple[Villager, ...], trace: Trace) -> None:
    for villager in villagers:
        villager_faults(villager, trace)
    _limit_faults(villagers, trace)


@fault_check
def _each_monsters_faults(monsters: tuple[Monster, ...], trace: Trace) -> None:
    for monster in monsters:
        monster_faults(monster, trace)
        minion_faults(monster, monsters, trace)


@fault_check
def _room_faults(
    zones: tuple[Zone, ...],
    villagers: tuple[Villager, ...],
    monsters: tuple[Monster, ...],
    troll_at: str | None,
    trace: Trace,
) -> None:
    figures: tuple[Villager | Monster, ...] = (*villagers, *monsters)
    inside = Counter(figure.zone for figure in figures)
    if troll_at is not None:
        inside[troll_at] += 1
    for zone in zones:
        if zone.room is not None and inside[zone.name] > zone.room:
            trace.fault("VA-6.1", "too-many-figures", zone=zone.name, figures=inside[zone.name])


def standing_faults(
    zones: tuple[Zone, ...],
    villagers: tuple[Villager, ...],
    monsters: tuple[Monster, ...],
    troll_at: str | None,
    trace: Trace,
) -> None:
    """Record what keeps this from being a map, and these figures and the Troll from standing on it."""
    map_faults(zones, trace)
    figure_faults(zones, villagers, monsters, trace, troll_at)


@fault_check
def villager_faults(villager: Villager, trace: Trace) -> None:
    """Record what keeps this villager from being on a map."""
    type_faults(villager.name, villager.kind, villager.type, trace)
    if villager.kind == "hero" and villager.card is None:
        trace.fault("VA-2.10", "hero-without-card", villager=villager.name)
    if villager.kind != "hero" and is_known(villager.card, HeroCard):
        trace.fault("VA-2.10", "card-of-no-hero", villager=villager.name)
    if is_known(villager.health, int) and villager.health == 0:
        trace.fault("VA-1.11", "already-dead", villager=villager.name)


@fault_check
def type_faults(name: str, kind: Kind, type_: str | None, trace: Trace) -> None:
    """Record a type of one that has none, or none of one that has a type."""
    if kind == "commoner" and is_known(type_, str):
        trace.fault("VA-2.35", "commoner-with-ring", villager=name)
    if kind in ("hunter", "yunfakh") and type_ is None:
        trace.fault("VA-2.38", "hunter-without-type", villager=name)
    if kind == "hero" and (type_ is None or (is_known(type_, str) and type_ == EVERY_TYPE)):
        trace.fault("VA-10.5", "hero-without-type", villager=name)


@fault_check
def _limit_faults(villagers: tuple[Villager, ...], trace: Trace) -> None:
    """Record hunters past the limits; their types are read where there are enough of them."""
    masked = [villager for villager in villagers if villager.kind == "yunfakh"]
    plain = [villager for villager in villagers if villager.kind == "hunter"]
    many = (masked if len(masked) > YUNFAKH else []) + (plain if len(plain) > HUNTERS else [])
    typed = Counter((villager.kind, villager.type) for villager in many if villager.type != EVERY_TYPE)
    for (kind, type_), count in typed.items():
        if kind == "yunfakh" and count > YUNFAKH:
            trace.fault("VA-2.33", "too-many-yunfakh", type=type_, count=count)
        if kind == "hunter" and count > HUNTERS and trace.reading(HUNTER_LIMIT) == "per-type":
            trace.fault("VA-2.33", "too-many-hunters", type=type_, count=count)
    hunters = sum(count for (kind, _), count in typed.items() if kind == "hunter")
    if hunters > HUNTERS and trace.reading(HUNTER_LIMIT) == "yunfakh-only":
        trace.fault("VA-2.33", "too-many-of-all-types", count=hunters)


@fault_check
def monster_faults(monster: Monster, trace: Trace) -> None:
    """Record what keeps this monster and its board from being on a table."""
    if monster.type == EVERY_TYPE:
        trace.fault("VA-2.38", "monster-of-every-type", monster=monster.name)
    if monster.zone is None:
        if monster.damage or monster.stunned or _laden(monster.board):
            trace.fault("VA-1.38", "dead-with-tokens", monster=monster.name)
    elif monster.damage >= monster.health:
        trace.fault("VA-1.37", "should-be-dead", monster=monster.name, damage=monster.damage, health=monster.health)
    if monster.board is not None:
        board_faults(monster.board, trace)


def _laden(board: Board | None) -> bool:
    """Whether dice or condition tokens lie on the board."""
    if board is None:
        return False
    dice = board.dice or board.defence or board.movement or board.reserve
    return bool(dice or board.broken or board.slowed or board.silenced or board.burning)


@fault_check
def minion_faults(monster: Monster, monsters: tuple[Monster, ...], trace: Trace) -> None:
    """Record what keeps this monster from being its controller's minion, or from having a controller."""
    if monster.role != "minion":
        if monster.controller is not None:
            trace.fault("VA-9.1", "no-minion", monster=monster.name)
        return
    controllers = [other for other in monsters if other.name == monster.controller and other.role != "minion"]
    if not controllers:
        trace.fault("VA-9.1", "no-controller", minion=monster.name)
    elif controllers[0].type != monster.type:
        trace.fault("VA-9.2", "other-type", minion=monster.name, type=controllers[0].type)


@fault_check
def board_faults(board: Board, trace: Trace) -> None:
    """Record what cannot lie on a monster's board."""
    if len(board.dice) > DICE:
        trace.fault("VA-1.2", "too-many-dice", dice=len(board.dice))
    for face in board.defence:
        if face not in ("defence", "vengeance"):
            trace.fault("VA-1.18", "no-defence-result", face=face)
    if "villager" in board.movement:
        trace.fault("VA-1.9", "useless-result-in-movement")
    if "villager" in board.reserve and trace.reading(STORING_ACTIVATION) == "not-storable":
        trace.fault("VA-1.22", "useless-result-in-reserve")
    if board.broken + len(board.defence) > board.defence_slots:
        trace.fault("VA-4.2", "defence-overfull", slots=board.defence_slots)
    if board.silenced + len(board.reserve) > board.reserve_slots:
        trace.fault("VA-4.2", "reserve-overfull", slots=board.reserve_slots)
    if board.slowed + len(board.movement) > board.movement_slots:
        trace.fault("VA-4.2", "movement-overfull", slots=board.movement_slots)
    elif board.slowed and board.slowed >= board.movement_slots:
        trace.fault("VA-4.6", "no-slot-left", slots=board.movement_slots)
    if board.burning > 1:
        trace.fault("VA-4.7", "two-burning-tokens", tokens=board.burning)
    _special_faults(board, trace)


@fault_check
def _special_faults(board: Board, trace: Trace) -> None:
    special = board.special
    if special is None:
        return
    lying = {"rolled": board.dice, "defence": board.defence, "movement": board.movement, "reserve": board.reserve}
    if special.result not in lying[special.place]:
        trace.fault("VA-7.1", "die-not-there", result=special.result)
    if special.place == "reserve":
        trace.fault("VA-7.10", "lies-in-the-reserve")


@fault_check
def leftover_faults(monsters: Sequence[Monster], trace: Trace) -> None:
    """Record the Day or Night die on a Defence slot in the villagers' phase, where it was to go with its turn."""
    for monster in monsters:
        special = None if monster.board is None else monster.board.special
        if special is None or special.place != "defence":
            continue
        if trace.reading(SPECIAL_DIE_IN_DEFENCE) == "lost":
            trace.fault("VA-7.10", "gone-with-the-turn")
