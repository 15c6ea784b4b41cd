"""A position while a ruling is being worked out: where everything stands now, and what is still open.

The states that are asked about stay as they are; a position copies them and keeps what changes. Where
the rules leave a decision to a coin or to the players and none was given, working it out stops there:
`Open` carries the verdict and the question, and whoever closes the ruling adds what has happened so far.
"""

import dataclasses
from collections.abc import Callable, Iterable
from functools import wraps
from typing import NoReturn, TypeVar

from adjudicator.kernel import Json, Ruling, Trace, Verdict
from adjudicator.village_attacks.state import (
    EVERY_TYPE,
    About,
    Decision,
    Kind,
    Monster,
    Time,
    Troll,
    Villager,
    Zone,
)
from adjudicator.village_attacks.tables import PRIORITY

State = TypeVar("State")


class Open(Exception):  # noqa: N818  # a question, not an error
    """The ruling cannot go on without an answer."""

    def __init__(self, verdict: Verdict, **outcome: Json) -> None:
        super().__init__(verdict, outcome)
        self.verdict = verdict
        self.outcome = outcome


def ask(about: About, who: str, options: Iterable[str]) -> NoReturn:
    """Leave the choice to a coin or to the players."""
    raise Open("choice", about=about, who=who, options=list(options))


def asks_missing(*fields: str) -> NoReturn:
    """Ask for facts that the ruling hangs on."""
    raise Open("undecided", missing=list(fields))


def not_stated(what: str) -> NoReturn:
    """Stop where no rule says how to go on."""
    raise Open("undecided", not_stated=what)


def asking(decide: Callable[[State, Trace], Ruling]) -> Callable[[State, Trace], Ruling]:
    """The procedure, with what is left open as its ruling."""

    @wraps(decide)
    def ruled(state: State, trace: Trace) -> Ruling:
        try:
            return decide(state, trace)
        except Open as question:
            return trace.ruling(question.verdict, **question.outcome)

    return ruled


class Position:
    """Zones, figures, the Castle Heart and Village Morale as they stand now."""

    __slots__ = (
        "_decisions",
        "_to_spawn",
        "attacks",
        "dead",
        "experience",
        "fields",
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
        troll: Troll | None = None,
    ) -> None:
        self.zones = {zone.name: zone for zone in zones}
        self.heart_zone = next((zone.name for zone in self.zones.values() if zone.distance == 0), None)
        self.villagers = {villager.name: villager for villager in villagers}
        self.monsters = {monster.name: monster for monster in monsters}
        self.heart = heart
        self.morale = morale
        self.time = time
        self.troll = None if troll is None else troll.zone
        self.attacks: list[Json] = []
        self.moves: list[Json] = []
        self.dead: list[Json] = []
        self.experience: dict[str, int] = {}
        self.fields = {name: f"villagers[{place}]" for place, name in enumerate(self.villagers)}
        """Where in the state each villager is told of, so that what is missing can be asked for there."""
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
    def stunned(self) -> list[Json]:
        """The figures that lie on their side."""
        return [figure.name for figure in self.figures if figure.stunned]

    @property
    def burning(self) -> list[Json]:
        """The villagers on fire."""
        return [villager.name for villager in self.villagers.values() if villager.burning]

    @property
    def sprung(self) -> list[Json]:
        """The zones whose traps have sprung."""
        return [*sorted(self.fired)]

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

    def outcome(self) -> dict[str, Json]:
        """What has happened so far, and what is left."""
        return {
            "attacks": self.attacks,
            "moves": self.moves,
            "dead": self.dead,
            "zones": {figure.name: figure.zone for figure in self.figures},
            "damage": {monster.name: monster.damage for monster in self.monsters.values()},
            "experience": {**self.experience},
            "heart": self.heart,
            "morale": self.morale,
            "decisions_left": self.decisions_left,
        }


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
    """Whether nothing but their names tells them apart."""
    return len({dataclasses.replace(villager, name="") for villager in villagers}) < 2


def foremost(villagers: list[Villager]) -> list[Villager]:
    """Those of the category that comes first in the target priority."""
    first = min((PRIORITY[villager.kind] for villager in villagers), default=0)
    return [villager for villager in villagers if PRIORITY[villager.kind] == first]


def same_type(one: str | None, other: str | None) -> bool:
    """Whether two monster types are one; a Veteran's is all of them."""
    return one is not None and other is not None and (one == other or EVERY_TYPE in (one, other))


def category(kind: Kind) -> str:
    """The line of the target priority that the kind stands in."""
    return {"commoner": "commoner", "hero": "hero"}.get(kind, "hunter")
