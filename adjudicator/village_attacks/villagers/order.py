"""In which order villagers activate: nearest to the Castle Heart first, then by the target priority."""

from dataclasses import dataclass
from itertools import groupby

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.village_attacks.conflicts import ORDER
from adjudicator.village_attacks.example import THREE_ROOMS
from adjudicator.village_attacks.faults import figure_faults, map_faults
from adjudicator.village_attacks.position import Position, alike
from adjudicator.village_attacks.state import STRICT, Villager, Zone
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
    """The groups whose members are told apart by more than their names: a coin orders them."""
    return [[villager.name for villager in group] for group in groups if not alike(group)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivationOrder:
    """The villagers about to activate."""

    __pydantic_config__ = STRICT
    zones: tuple[Zone, ...]
    """The map, or the zones that villagers stand in and those on their way."""
    villagers: tuple[Villager, ...]
    """The villagers."""
    level_as_listed: bool = False
    """Whether villagers that are level are listed in the order the coin gave."""


def activation_order(state: ActivationOrder, trace: Trace) -> Ruling:
    """Who activates after whom; a coin decides between villagers that are level."""
    map_faults(state.zones, trace)
    figure_faults(state.zones, state.villagers, (), trace)
    trace.require_possible()
    groups = activation_groups(Position(state.zones, state.villagers), trace)
    order: list[Json] = [villager.name for group in groups for villager in group]
    undecided = level(groups)
    if undecided and not state.level_as_listed:
        for names in undecided:
            trace.cite("VA-2.11", "asks-order", villagers=names)
        told: list[Json] = [list(names) for names in undecided]
        return trace.ruling("choice", about="order", level=told, groups=[[v.name for v in group] for group in groups])
    for names in undecided:
        trace.cite("VA-2.11", "coin-order", villagers=names)
    return trace.ruling("resolved", order=order)


PROCEDURES = (
    Procedure(
        name="activation-order",
        state=ActivationOrder,
        decide=activation_order,
        example=ActivationOrder(
            zones=THREE_ROOMS,
            villagers=(
                Villager(name="Ada", kind="hero", zone="hall", type="Banshee"),
                Villager(name="miller", kind="commoner", zone="gate"),
                Villager(name="hunter", kind="hunter", zone="hall", type="Vampire"),
            ),
        ),
        summary={
            "it": "In quale ordine si attivano gli abitanti del villaggio",
            "en": "In which order the villagers activate",
        },
    ),
)
