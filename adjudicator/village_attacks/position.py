"""A position while a ruling is being worked out: where everything stands now, and what is still open.

The states that are asked about stay as they are; a position copies them and keeps what changes. Where
the rules leave a decision to a coin or to the players and none was given, working it out stops there
with a `Choice`.
"""

import dataclasses
from collections.abc import Iterable
from typing import Literal, TypedDict

from adjudicator.kernel import result_type
from adjudicator.village_attacks.state import (
    EVERY_TYPE,
    About,
    Decision,
    Kind,
    Monster,
    Time,
    Villager,
    Zone,
)
from adjudicator.village_attacks.tables import PRIORITY

Move = TypedDict("Move", {"figure": str, "from": str | None, "to": str, "shoved": bool})
"""A step of a figure from zone to zone."""


@result_type
class Choice:
    """What a coin or the players decide before the ruling can go on."""

    about: "About | Literal['order']"
    """What is open."""
    who: str
    """The figure or zone it is open for."""
    options: tuple[str, ...]
    """What it may fall on."""


@result_type
class Attack:
    """An attack of a villager or the Troll."""

    villager: str
    target: str
    damage: int
    """Damage dealt; nothing where the attack failed."""


class Position:
    """Zones, figures, the Castle Heart and Village Morale as they stand now."""

    __slots__ = (
        "_at_first",
        "_decisions",
        "_to_spawn",
        "attacks",
        "dead",
        "experience",
        "fired",
        "first_zones",
        "heart",
        "heart_zone",
        "monsters",
        "morale",
        "moves",
        "time",
        "troll",
        "villagers",
        "zones",
    )

    def __init__(
        self,
        zones: Iterable[Zone],
        villagers: Iterable[Villager] = (),
        monsters: Iterable[Monster] = (),
        decisions: Iterable[Decision] = (),
        *,
        heart: int | None = None,
        morale: int | None = None,
        time: Time = "none",
        troll: str | None = None,
    ) -> None:
        self.zones = {zone.name: zone for zone in zones}
        self.heart_zone = next((zone.name for zone in self.zones.values() if zone.distance == 0), None)
        self.villagers = {villager.name: villager for villager in villagers}
        self.monsters = {monster.name: monster for monster in monsters}
        self.heart = heart
        self.morale = morale
        self._at_first = heart, morale
        self.time = time
        self.troll = troll
        self.attacks: list[Attack] = []
        self.moves: list[Move] = []
        self.dead: list[str] = []
        self.experience: dict[str, int] = {}
        self.first_zones = {name: villager.zone for name, villager in self.villagers.items()}
        self.fired: set[str] = set()
        self._decisions = list(decisions)
        self._to_spawn: dict[str, int] | None = None

    def pick(self, about: About, who: str, options: Iterable[str]) -> str | None:
        """What was decided, each decision serving once; nothing where nobody has decided among these options."""
        allowed = set(options)
        for place, decision in enumerate(self._decisions):
            if decision.about == about and decision.who == who and decision.pick in allowed:
                del self._decisions[place]
                return decision.pick
        return None

    @property
    def figures(self) -> tuple[Villager | Monster, ...]:
        """Villagers and monsters, the dead ones among the monsters too."""
        return (*self.villagers.values(), *self.monsters.values())

    @property
    def standing(self) -> dict[str, str | None]:
        """The zone of every figure; none of a dead monster."""
        return {figure.name: figure.zone for figure in self.figures}

    @property
    def damage(self) -> dict[str, int]:
        """The Damage tokens on each monster."""
        return {monster.name: monster.damage for monster in self.monsters.values()}

    @property
    def heart_lost(self) -> int:
        """Health that the Castle Heart has lost."""
        before = self._at_first[0]
        return 0 if before is None or self.heart is None else before - self.heart

    @property
    def morale_lost(self) -> int:
        """Village Morale lost."""
        before = self._at_first[1]
        return 0 if before is None or self.morale is None else before - self.morale

    @property
    def stunned(self) -> tuple[str, ...]:
        """The figures that lie on their side."""
        return tuple(figure.name for figure in self.figures if figure.stunned)

    @property
    def burning(self) -> tuple[str, ...]:
        """The villagers on fire."""
        return tuple(villager.name for villager in self.villagers.values() if villager.burning)

    @property
    def sprung(self) -> tuple[str, ...]:
        """The zones whose traps have sprung."""
        return tuple(sorted(self.fired))

    @property
    def decisions_left(self) -> int:
        """Decisions that were given and never needed."""
        return len(self._decisions)

    def put_villager(self, name: str, *, zone: str | None = None, health: int | None = None) -> None:
        """The villager in another zone, or with other health."""
        villager = self.villagers[name]
        self.villagers[name] = dataclasses.replace(
            villager,
            zone=villager.zone if zone is None else zone,
            health=villager.health if health is None else health,
        )

    def put_conditions(self, name: str, *, stunned: bool | None = None, burning: bool | None = None) -> None:
        """The villager with or without a condition."""
        villager = self.villagers[name]
        self.villagers[name] = dataclasses.replace(
            villager,
            stunned=villager.stunned if stunned is None else stunned,
            burning=villager.burning if burning is None else burning,
        )

    def villagers_in(self, zone: str) -> list[Villager]:
        """The villagers standing there."""
        return [villager for villager in self.villagers.values() if villager.zone == zone]

    def monsters_in(self, zone: str) -> list[Monster]:
        """The monsters standing there, summoned ones and minions among them."""
        return [monster for monster in self.monsters.values() if monster.zone == zone]

    def figures_in(self, zone: str) -> int:
        """How many figures take up room there."""
        return len(self.villagers_in(zone)) + len(self.monsters_in(zone)) + (self.troll == zone)

    def full(self, zone: str) -> bool:
        """Whether no other figure fits."""
        room = self.zones[zone].room
        return room is not None and self.figures_in(zone) >= room

    def toward_heart(self, zone: str) -> list[str]:
        """The zones one step nearer to the Castle Heart."""
        here = self.zones[zone]
        return [name for name in here.neighbours if self.zones[name].distance == here.distance - 1]

    def farther(self, zone: str) -> list[str]:
        """The zones one step farther from the Castle Heart."""
        here = self.zones[zone]
        return [name for name in here.neighbours if self.zones[name].distance == here.distance + 1]

    def toward_spawn(self, zone: str) -> list[str]:
        """The zones one step nearer to the nearest spawn point."""
        distance = self.to_spawn()
        return [name for name in self.zones[zone].neighbours if distance.get(name, 0) == distance.get(zone, 0) - 1]

    def to_spawn(self) -> dict[str, int]:
        """Zones to the nearest spawn point, from every zone that a way leads from."""
        if self._to_spawn is None:
            self._to_spawn = steps(self.zones, (zone.name for zone in self.zones.values() if zone.spawn))
        return self._to_spawn


def steps(zones: dict[str, Zone], sources: Iterable[str]) -> dict[str, int]:
    """Zones to the nearest of `sources`, from every zone that a way leads from."""
    distance = dict.fromkeys(sources, 0)
    reached = list(distance)
    for name in reached:  # grows while it is walked through
        for neighbour in zones[name].neighbours:
            if neighbour in zones and neighbour not in distance:
                distance[neighbour] = distance[name] + 1
                reached.append(neighbour)
    return distance


def alike(villagers: Iterable[Villager]) -> bool:
    """Whether they differ in nothing but their names."""
    marks = map(_marks, villagers)
    first = next(marks, None)
    return all(other == first for other in marks)


def _marks(villager: Villager) -> tuple[object, ...]:
    """What may tell a villager from others; only hunters and heroes have a type, only heroes a card."""
    kind = villager.kind
    printed = kind == "commoner" or villager.type, kind == "hero" and villager.card
    return kind, villager.zone, villager.stunned, villager.burning, printed, villager.health


def foremost(villagers: list[Villager]) -> list[Villager]:
    """Those of the category that comes first in the target priority."""
    first = min((PRIORITY[villager.kind] for villager in villagers), default=0)
    return [villager for villager in villagers if PRIORITY[villager.kind] == first]


def has_type(villager: Villager, type_: str | None) -> bool:
    """Whether the villager is of this monster type; a Veteran is of all types, a commoner of none."""
    if type_ is None or villager.kind == "commoner":
        return False
    return villager.type == type_ or EVERY_TYPE in (villager.type, type_)


def category(kind: Kind) -> str:
    """The line of the target priority that the kind stands in."""
    return {"commoner": "commoner", "hero": "hero"}.get(kind, "hunter")
