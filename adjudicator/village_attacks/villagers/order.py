"""In which order villagers activate: nearest to the Castle Heart first, then by the target priority."""

from itertools import groupby
from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.conflicts import ORDER
from adjudicator.village_attacks.example import ADA, HUNTER, MILLER, THREE_ROOMS
from adjudicator.village_attacks.faults import standing_faults
from adjudicator.village_attacks.position import Position, alike
from adjudicator.village_attacks.state import Villager, Zone
from adjudicator.village_attacks.tables import PRIORITY


def activation_groups(position: Position, trace: Trace) -> list[list[Villager]]:
    """The villagers in their order, those that are level in one group."""
    zones = position.zones
    places = {
        villager.name: (zones[villager.zone].distance, PRIORITY[villager.kind])
        for villager in position.villagers.values()
    }
    if _matters(places) and trace.reading(ORDER) == "kind-first":
        ranks = {name: (kind, distance) for name, (distance, kind) in places.items()}
        trace.cite("VA-2.7", "kind-first", villagers=len(ranks))
    else:
        ranks = places
        trace.cite("VA-2.7", "nearest-first", villagers=len(ranks))
    ordered = sorted(position.villagers.values(), key=lambda villager: ranks[villager.name])
    if len({kind for _, kind in places.values()}) > 1:
        trace.cite("VA-5.1", "by-kind")
    return [list(group) for _, group in groupby(ordered, key=lambda villager: ranks[villager.name])]


def _matters(places: dict[str, tuple[int, int]]) -> bool:
    """Whether a nearer villager is of a later kind than a farther one, so that the two keys disagree."""
    latest = -1
    for _, kinds in groupby(sorted(set(places.values())), key=lambda place: place[0]):
        kinds_here = [kind for _, kind in kinds]
        if min(kinds_here) < latest:
            return True
        latest = max(latest, *kinds_here)
    return False


def level(groups: list[list[Villager]]) -> list[list[str]]:
    """The groups whose members differ in more than their names: a coin orders them."""
    return [[villager.name for villager in group] for group in groups if not alike(group)]


def names_of(groups: list[list[Villager]]) -> tuple[tuple[str, ...], ...]:
    """The groups as what players call their villagers."""
    return tuple(tuple(villager.name for villager in group) for group in groups)


@state_type
class ActivationOrder:
    """The villagers about to activate."""

    zones: tuple[Zone, ...]
    """The map, or the zones that villagers stand in and those on their way."""
    villagers: tuple[Villager, ...]
    """The villagers."""
    level_as_listed: bool = False
    """Whether villagers that are level are listed in the order the coin gave."""


@result_type
class Order:
    """The villagers in the order in which they activate."""

    order: tuple[str, ...]


@result_type
class Level:
    """Villagers that are level, between whom a coin decides."""

    about: Literal["order"] = "order"
    level: tuple[tuple[str, ...], ...]
    """Those that are level with each other."""
    groups: tuple[tuple[str, ...], ...]
    """All villagers in their order, those that stand equal in one group."""


def activation_order(state: ActivationOrder, trace: Trace) -> Ruling:
    """Who activates after whom; a coin decides between villagers that are level."""
    standing_faults(state.zones, state.villagers, (), None, trace)
    trace.require_possible()
    groups = activation_groups(Position(state.zones, state.villagers), trace)
    undecided = level(groups)
    for names in undecided:
        if state.level_as_listed:
            trace.cite("VA-2.11", "coin-order", villagers=names)
        else:
            trace.cite("VA-2.11", "asks-order", villagers=names)
    if undecided and not state.level_as_listed:
        trace.choice(Level(level=tuple(map(tuple, undecided)), groups=names_of(groups)))
    return trace.resolved(Order(order=tuple(villager.name for group in groups for villager in group)))


PROCEDURES = (
    Procedure(
        name="activation-order",
        state=ActivationOrder,
        decide=activation_order,
        results=(Order, Level),
        example=ActivationOrder(
            zones=THREE_ROOMS,
            villagers=(ADA, MILLER, HUNTER),
        ),
        summary={
            "it": "In quale ordine si attivano gli abitanti del villaggio",
            "en": "In which order the villagers activate",
        },
    ),
)
