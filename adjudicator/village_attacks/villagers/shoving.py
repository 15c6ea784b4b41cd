"""What happens at a full zone: the figure that comes shoves another out.

The full zone is left by a figure of the entering one's category, else by the next in the target priority;
it is pushed the way the entering figure goes.
"""

import dataclasses
from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.conflicts import (
    NEXT_KIND,
    SHOVE_DIRECTION,
    WHAT_TYPE_MEANS,
    WHOM_A_MONSTER_SHOVES,
)
from adjudicator.village_attacks.example import CROWD, FULL_HALL
from adjudicator.village_attacks.faults import standing_faults, type_faults
from adjudicator.village_attacks.position import Choice, Move, Position, alike, category, foremost, has_type
from adjudicator.village_attacks.state import Decision, Kind, Monster, Villager, Zone
from adjudicator.village_attacks.tables import PRIORITY
from adjudicator.village_attacks.villagers.traps import spring_on_entering

Heading: TypeAlias = Literal["heart", "spawn", "away"]
"""Where a shoving figure is going: to the Castle Heart, to a spawn point as the Troll does, or just away."""


@dataclass(frozen=True, slots=True)
class Pusher:
    """A figure on its way into a full zone."""

    name: str
    kind: Kind | None = None
    """None for a monster and the Troll."""
    type: str | None = None
    """Its monster type; none for a commoner and the Troll."""
    troll: bool = False
    """Whether it is the Troll."""

    @property
    def monster(self) -> bool:
        """Whether it is a monster."""
        return self.kind is None and not self.troll


def make_room(position: Position, zone: str, pusher: Pusher, toward: Heading, trace: Trace) -> Move:
    """A figure is shoved out of the full zone."""
    trace.cite("VA-6.1", "full", zone=zone, pusher=pusher.name)
    pushed = _pushed(position, zone, pusher, trace)
    ways = _ways(position, zone, toward, trace)
    if not ways:
        trace.cite("VA-6.2", "no-way-on", zone=zone, villager=pushed)
        trace.silence("shove-with-no-way-on")
    to = ways[0] if len(ways) == 1 else position.pick("shove-path", pushed, ways)
    if to is None:
        trace.cite("VA-6.2", "asks-way", villager=pushed, options=ways)
        trace.choice(Choice(about="shove-path", who=pushed, options=tuple(ways)))
    if position.full(to):
        trace.cite("VA-6.1", "next-zone-full", zone=to)
        trace.silence("shove-into-a-full-zone")
    trace.cite("VA-6.2", "shoved", villager=pushed, start=zone, to=to)
    return step(position, pushed, to, True, trace)


def step(position: Position, name: str, to: str, shoved: bool, trace: Trace) -> Move:
    """The figure stands in the next zone; only villagers set off what lies there."""
    monster = position.monsters.get(name)
    start = position.villagers[name].zone if monster is None else monster.zone
    move: Move = {"figure": name, "from": start, "to": to, "shoved": shoved}
    position.moves.append(move)
    if monster is not None:
        position.monsters[name] = dataclasses.replace(monster, zone=to)
    else:
        position.put_villager(name, zone=to)
        spring_on_entering(position, to, trace)
    return move


def _pushed(position: Position, zone: str, pusher: Pusher, trace: Trace) -> str:
    monsters = [monster.name for monster in position.monsters_in(zone)] if pusher.monster else []
    if monsters and trace.reading(WHOM_A_MONSTER_SHOVES) == "monsters-first":
        trace.cite("VA-6.5", "another-monster", monsters=monsters)
        return monsters[0] if len(monsters) == 1 else _picked(position, pusher.name, monsters, trace)
    standing = position.villagers_in(zone)
    if not standing:
        trace.cite("VA-6.3", "nobody-to-shove", zone=zone)
        trace.silence("shove-without-villagers")
    candidates = _candidates(standing, pusher, trace)
    if alike(candidates):
        return candidates[0].name
    return _picked(position, pusher.name, [villager.name for villager in candidates], trace)


def _picked(position: Position, pusher: str, options: list[str], trace: Trace) -> str:
    """The one of several that could be pushed, as it was decided."""
    name = position.pick("shoved", pusher, options)
    if name is None:
        trace.cite("VA-6.2", "asks-who", pusher=pusher, options=options)
        trace.choice(Choice(about="shoved", who=pusher, options=tuple(options)))
    return name


def _candidates(standing: list[Villager], pusher: Pusher, trace: Trace) -> list[Villager]:
    kind = pusher.kind
    same = [villager for villager in standing if kind is not None and PRIORITY[villager.kind] == PRIORITY[kind]]
    if _by_monster_type(standing, pusher, trace):
        fellows = [villager for villager in standing if has_type(villager, pusher.type)]
        if fellows and fellows != same:
            trace.cite("VA-6.2", "same-monster-type", type=pusher.type)
            return fellows
        if not fellows and same:
            trace.cite("VA-6.2", "none-of-the-monster-type", type=pusher.type)
            same = []
    if same and kind is not None:
        trace.cite("VA-6.2", "same-kind", category=category(kind))
        return same
    if kind is None:
        return _candidates_of_no_villager(standing, trace)
    following = [villager for villager in standing if PRIORITY[villager.kind] > PRIORITY[kind]]
    found, after = foremost(standing), foremost(following)
    if found != after and (reading := trace.reading(NEXT_KIND)) != "first-in-list":
        if not after and reading == "next-only":
            trace.cite("VA-6.3", "nobody-after", category=category(kind))
            trace.silence("shove-past-the-last-kind")
        found = after or found
    trace.cite("VA-6.3", "next-kind", category=category(found[0].kind))
    return found


def _by_monster_type(standing: list[Villager], pusher: Pusher, trace: Trace) -> bool:
    """Whether the monster type decides who goes: no type is read where it does not."""
    if pusher.kind == "commoner" or pusher.troll or all(villager.kind == "commoner" for villager in standing):
        return False
    return trace.reading(WHAT_TYPE_MEANS) == "monster-type"


def _candidates_of_no_villager(standing: list[Villager], trace: Trace) -> list[Villager]:
    found = foremost(standing)
    if len(found) < len(standing) and trace.reading(NEXT_KIND) == "next-only":
        trace.cite("VA-6.3", "no-kind-to-follow")
        trace.silence("shove-by-no-villager")
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


@state_type
class Shove:
    """A figure about to enter a full zone."""

    entering: Kind | None
    """The kind of villager that enters; none where it is a monster or the Troll."""
    entering_type: str | None
    """Its monster type; a commoner and the Troll have none."""
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


@result_type
class Shoved:
    """Who is pushed out of a zone."""

    shoves: bool
    """Whether anybody has to be."""
    pushed: str | None
    to: str | None


def shove(state: Shove, trace: Trace) -> Ruling:
    """Who is pushed out, and where to."""
    standing_faults(state.zones, state.villagers, state.monsters, state.troll_at, trace)
    if state.zone not in {zone.name for zone in state.zones}:
        trace.fault("VA-2.6", "unknown-zone", figure=state.pusher, zone=state.zone)
    if state.entering is not None:
        type_faults(state.pusher, state.entering, state.entering_type, trace)
    trace.require_possible()
    position = Position(state.zones, state.villagers, state.monsters, state.decisions, troll=state.troll_at)
    if not position.full(state.zone):
        trace.cite("VA-6.1", "room-left", zone=state.zone)
        return trace.resolved(Shoved(shoves=False, pushed=None, to=None))
    if state.entering is None and state.troll:
        trace.cite("VA-2.19", "troll-shoves", zone=state.zone)
    elif state.entering is None:
        trace.cite("VA-6.5", "monster-shoves", zone=state.zone)
    toward: Heading = "heart"
    if state.away:
        toward = "spawn" if state.troll else "away"
    pusher = Pusher(state.pusher, state.entering, state.entering_type, state.troll)
    move = make_room(position, state.zone, pusher, toward, trace)
    return trace.resolved(Shoved(shoves=True, pushed=move["figure"], to=move["to"]))


PROCEDURES = (
    Procedure(
        name="shove",
        state=Shove,
        decide=shove,
        results=(Shoved, Choice),
        example=Shove(
            entering="hero", entering_type="Banshee", pusher="Ada", zone="hall", zones=FULL_HALL, villagers=CROWD
        ),
        summary={
            "it": "Chi viene spinto fuori da una zona piena, e dove",
            "en": "Who is pushed out of a full zone, and where to",
        },
    ),
)
