"""How villagers walk: a zone at a time toward the Castle Heart, shoving where a zone is full.

A full zone is left by a figure of the entering one's category, else by the next in the target priority;
it is pushed the way the entering figure goes.
"""

import dataclasses
from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.kernel import Procedure, Ruling, Trace
from adjudicator.village_attacks.conflicts import (
    NEXT_KIND,
    SHOVE_DIRECTION,
    WHAT_TYPE_MEANS,
    WHOM_A_MONSTER_SHOVES,
)
from adjudicator.village_attacks.faults import standing_faults
from adjudicator.village_attacks.position import (
    Position,
    alike,
    ask,
    asking,
    asks_missing,
    category,
    foremost,
    not_stated,
    same_type,
)
from adjudicator.village_attacks.state import STRICT, Decision, Kind, Monster, Villager, Zone
from adjudicator.village_attacks.tables import PRIORITY
from adjudicator.village_attacks.villagers.targets import values
from adjudicator.village_attacks.villagers.traps import on_entering
from adjudicator.village_attacks.villagers.waking import wakes

Heading: TypeAlias = Literal["heart", "spawn", "away"]
"""Where a shoving figure is going: to the Castle Heart, to a spawn point as the Troll does, or just away."""


@dataclass(frozen=True, slots=True)
class Pusher:
    """A figure on its way into a full zone."""

    name: str
    kind: Kind | None = None
    """Absent for a monster and the Troll."""
    type: str | None = None
    """Its monster type; absent for a commoner and the Troll, and where it has not been told."""
    troll: bool = False
    """Whether it is the Troll."""

    @property
    def monster(self) -> bool:
        """Whether it is a monster."""
        return self.kind is None and not self.troll


def walk(position: Position, name: str, zones: int, trace: Trace) -> None:
    """The villager goes so many zones toward the Castle Heart, or as many as there are."""
    for _ in range(zones):
        villager = position.villagers[name]
        if villager.zone == position.heart_zone:
            trace.cite("VA-2.6", "stays-in-the-heart", villager=name)
            return
        ways = position.toward_heart(villager.zone)
        to = ways[0] if len(ways) == 1 else position.pick("path", name, ways)
        if to is None:
            trace.cite("VA-2.6", "asks-way", villager=name, options=ways)
            ask("path", name, ways)
        if position.full(to):
            make_room(position, to, Pusher(name, villager.kind, villager.type), "heart", trace)
        trace.cite("VA-2.6", "walks", villager=name, start=villager.zone, to=to)
        step(position, name, to, False, trace)
        if name not in position.villagers:
            return


def step(position: Position, name: str, to: str, shoved: bool, trace: Trace) -> None:
    """The figure stands in the next zone; only villagers set off what lies there."""
    monster = position.monsters.get(name)
    start = position.villagers[name].zone if monster is None else monster.zone
    position.moves.append({"figure": name, "from": start, "to": to, "shoved": shoved})
    if monster is not None:
        position.monsters[name] = dataclasses.replace(monster, zone=to)
        return
    position.put_villager(name, zone=to)
    on_entering(position, to, trace)


def make_room(position: Position, zone: str, pusher: Pusher, toward: Heading, trace: Trace) -> None:
    """A figure is shoved out of the full zone."""
    trace.cite("VA-6.1", "full", zone=zone, pusher=pusher.name)
    pushed = _pushed(position, zone, pusher, trace)
    ways = _ways(position, zone, toward, trace)
    if not ways:
        trace.cite("VA-6.2", "no-way-on", zone=zone, villager=pushed)
        not_stated("shove-with-no-way-on")
    to = ways[0] if len(ways) == 1 else position.pick("shove-path", pushed, ways)
    if to is None:
        trace.cite("VA-6.2", "asks-way", villager=pushed, options=ways)
        ask("shove-path", pushed, ways)
    if position.full(to):
        trace.cite("VA-6.1", "next-zone-full", zone=to)
        not_stated("shove-into-a-full-zone")
    trace.cite("VA-6.2", "shoved", villager=pushed, start=zone, to=to)
    step(position, pushed, to, True, trace)


def _pushed(position: Position, zone: str, pusher: Pusher, trace: Trace) -> str:
    monsters = [monster.name for monster in position.monsters_in(zone)] if pusher.monster else []
    if monsters and trace.reading(WHOM_A_MONSTER_SHOVES) == "monsters-first":
        trace.cite("VA-6.5", "another-monster", monsters=monsters)
        return monsters[0] if len(monsters) == 1 else _picked(position, pusher.name, monsters, trace)
    standing = position.villagers_in(zone)
    if not standing:
        trace.cite("VA-6.3", "nobody-to-shove", zone=zone)
        not_stated("shove-without-villagers")
    candidates = _candidates(position, standing, pusher, trace)
    if alike(candidates):
        return candidates[0].name
    return _picked(position, pusher.name, [villager.name for villager in candidates], trace)


def _picked(position: Position, pusher: str, options: list[str], trace: Trace) -> str:
    """The one of several that could be pushed, as it was decided."""
    name = position.pick("shoved", pusher, options)
    if name is None:
        trace.cite("VA-6.2", "asks-who", pusher=pusher, options=options)
        ask("shoved", pusher, options)
    return name


def _candidates(position: Position, standing: list[Villager], pusher: Pusher, trace: Trace) -> list[Villager]:
    kind = pusher.kind
    same = [villager for villager in standing if kind is not None and PRIORITY[villager.kind] == PRIORITY[kind]]
    fellows = same
    _asks_type(position, standing, pusher, trace)
    if kind != "commoner":
        fellows = [villager for villager in standing if same_type(villager.type, pusher.type)]
    if same != fellows and trace.reading(WHAT_TYPE_MEANS) == "monster-type":
        if fellows:
            trace.cite("VA-6.2", "same-monster-type", type=pusher.type)
            return fellows
        trace.cite("VA-6.2", "none-of-the-monster-type", type=pusher.type)
    elif same and kind is not None:
        trace.cite("VA-6.2", "same-kind", category=category(kind))
        return same
    if kind is None:
        return _candidates_of_no_villager(standing, trace)
    following = [villager for villager in standing if PRIORITY[villager.kind] > PRIORITY[kind]]
    found, after = foremost(standing), foremost(following)
    if found != after and (reading := trace.reading(NEXT_KIND)) != "first-in-list":
        if not after and reading == "next-only":
            trace.cite("VA-6.3", "nobody-after", category=category(kind))
            not_stated("shove-past-the-last-kind")
        found = after or found
    trace.cite("VA-6.3", "next-kind", category=category(found[0].kind))
    return found


def _asks_type(position: Position, standing: list[Villager], pusher: Pusher, trace: Trace) -> None:
    """Ask for a monster type that has not been told, where it decides who is pushed."""
    if pusher.kind == "commoner" or pusher.troll:
        return
    typed = [villager for villager in standing if villager.kind != "commoner"]
    untold = [villager.name for villager in typed if villager.type is None]
    if not typed or (pusher.type is not None and not untold):
        return
    if trace.reading(WHAT_TYPE_MEANS) == "monster-type":
        name = pusher.name if pusher.type is None else untold[0]
        trace.cite("VA-6.2", "asks-monster-type", figure=name)
        field = position.fields.get(name)
        asks_missing("entering_type" if field is None else f"{field}.type")


def _candidates_of_no_villager(standing: list[Villager], trace: Trace) -> list[Villager]:
    found = foremost(standing)
    if len(found) < len(standing) and trace.reading(NEXT_KIND) == "next-only":
        trace.cite("VA-6.3", "no-kind-to-follow")
        not_stated("shove-by-no-villager")
    trace.cite("VA-6.3", "first-kind", category=category(found[0].kind))
    return found


def _ways(position: Position, zone: str, toward: Heading, trace: Trace) -> list[str]:
    match trace.reading(SHOVE_DIRECTION):
        case "toward-heart":
            trace.cite("VA-6.2", "always-toward-the-heart")
            return position.toward_heart(zone)
        case "either-way":
            trace.cite("VA-6.4", "either-way")
            return list(position.zones[zone].neighbours)
        case _:
            if toward == "heart":
                return position.toward_heart(zone)
            if toward == "spawn":
                trace.cite("VA-6.4", "the-trolls-way", zone=zone)
                return position.toward_spawn(zone) or position.farther(zone)
            trace.cite("VA-6.4", "away-from-the-heart", zone=zone)
            return position.farther(zone)


@dataclass(frozen=True, slots=True, kw_only=True)
class VillagerMove:
    """A villager about to move after its attack."""

    __pydantic_config__ = STRICT
    mover: str
    """The villager's name."""
    zones: tuple[Zone, ...]
    """The map."""
    villagers: tuple[Villager, ...]
    """The villagers, the mover among them."""
    monsters: tuple[Monster, ...] = ()
    """The monsters, which take up room too."""
    troll_at: str | None = None
    """Where the Troll stands, if it is on the map: it takes up room too."""
    decisions: tuple[Decision, ...] = ()
    """What coins and players decided."""


@asking
def villager_move(state: VillagerMove, trace: Trace) -> Ruling:
    """Where it goes, and whom it shoves."""
    troll = standing_faults(state.zones, state.villagers, state.monsters, state.troll_at, trace)
    if state.mover not in {villager.name for villager in state.villagers}:
        trace.fault("VA-2.6", "unknown-mover", villager=state.mover)
    trace.require_possible()
    position = Position(state.zones, state.villagers, state.monsters, state.decisions, troll=troll)
    if wakes(position, state.mover, trace):
        walk(position, state.mover, values(position, state.mover, trace).move, trace)
    outcome = position.outcome()
    return trace.ruling("resolved", moves=outcome["moves"], zones=outcome["zones"], dead=outcome["dead"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Shove:
    """A figure about to enter a full zone."""

    __pydantic_config__ = STRICT
    entering: Kind | None
    """The kind of villager that enters; absent where it is a monster or the Troll."""
    entering_type: str | None = None
    """Its monster type, where that may matter; a commoner and the Troll have none."""
    pusher: str
    """Its name."""
    zone: str
    """The zone it enters."""
    away: bool = False
    """Whether it walks away from the Castle Heart."""
    troll: bool = False
    """Whether it is the Troll."""
    zones: tuple[Zone, ...]
    """The map."""
    villagers: tuple[Villager, ...]
    """The villagers on it, without the one that enters."""
    monsters: tuple[Monster, ...] = ()
    """The monsters on it, without the one that enters."""
    troll_at: str | None = None
    """Where the Troll stands, if it is on the map and not the one that enters: it takes up room too."""
    decisions: tuple[Decision, ...] = ()
    """What coins and players decided."""


@asking
def shove(state: Shove, trace: Trace) -> Ruling:
    """Who is pushed out, and where to."""
    troll = standing_faults(state.zones, state.villagers, state.monsters, state.troll_at, trace)
    if state.zone not in {zone.name for zone in state.zones}:
        trace.fault("VA-2.6", "unknown-zone", figure=state.pusher, zone=state.zone)
    if state.entering == "commoner" and state.entering_type is not None:
        trace.fault("VA-2.35", "commoner-with-ring", villager=state.pusher)
    trace.require_possible()
    position = Position(state.zones, state.villagers, state.monsters, state.decisions, troll=troll)
    if not position.full(state.zone):
        trace.cite("VA-6.1", "room-left", zone=state.zone)
        return trace.ruling("resolved", shoves=False, pushed=None, to=None)
    if state.entering is None and state.troll:
        trace.cite("VA-2.19", "troll-shoves", zone=state.zone)
    elif state.entering is None:
        trace.cite("VA-6.5", "monster-shoves", zone=state.zone)
    toward: Heading = "heart"
    if state.away:
        toward = "spawn" if state.troll else "away"
    make_room(
        position, state.zone, Pusher(state.pusher, state.entering, state.entering_type, state.troll), toward, trace
    )
    moved = position.moves[0]
    assert isinstance(moved, dict)
    return trace.ruling("resolved", shoves=True, pushed=moved["figure"], to=moved["to"])


_ZONES = (
    Zone(name="heart", neighbours=("hall",), distance=0),
    Zone(name="hall", neighbours=("heart", "gate"), distance=1, room=2),
    Zone(name="gate", neighbours=("hall",), distance=2, spawn=True),
)
_VILLAGERS = (
    Villager(name="miller", kind="commoner", zone="hall"),
    Villager(name="hunter", kind="hunter", zone="hall", type="Vampire"),
    Villager(name="smith", kind="commoner", zone="gate"),
)

PROCEDURES = (
    Procedure(
        name="villager-move",
        state=VillagerMove,
        decide=villager_move,
        example=VillagerMove(mover="smith", zones=_ZONES, villagers=_VILLAGERS),
        summary={
            "it": "Dove si muove un abitante del villaggio, e chi spintona",
            "en": "Where a villager moves, and whom it shoves",
        },
    ),
    Procedure(
        name="shove",
        state=Shove,
        decide=shove,
        example=Shove(entering="hero", pusher="Ada", zone="hall", zones=_ZONES, villagers=_VILLAGERS),
        summary={
            "it": "Chi viene spinto fuori da una zona piena, e dove",
            "en": "Who is pushed out of a full zone, and where to",
        },
    ),
)
