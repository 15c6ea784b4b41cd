"""Small worlds of villagers, exhausted: the engine and the naive village agree on every one of them."""

import copy
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import pytest
from naive_villagers import Asks, Silent, order, phase, targets

from adjudicator import GAMES
from adjudicator.village_attacks.state import HeroCard, Monster, Villager, Zone

GAME = GAMES["village-attacks"]
ATTACK, ORDER, PHASE = (GAME.procedures[name] for name in ("villager-attack", "activation-order", "villagers-phase"))

DIAMOND = {
    "heart": {"next": ("hall", "yard"), "distance": 0},
    "hall": {"next": ("heart", "gate"), "distance": 1},
    "yard": {"next": ("heart", "gate"), "distance": 1},
    "gate": {"next": ("hall", "yard"), "distance": 2},
}
CORRIDOR = {
    "heart": {"next": ("hall",), "distance": 0},
    "hall": {"next": ("heart", "gate"), "distance": 1},
    "gate": {"next": ("hall",), "distance": 2},
}
SORTS: tuple[dict[str, Any], ...] = (
    {"kind": "commoner", "type": None},
    {"kind": "hunter", "type": "A"},
    {"kind": "hunter", "type": "every"},
    {"kind": "yunfakh", "type": "B"},
    {"kind": "hunter", "type": "C"},
    {"kind": "hero", "type": "A", "range": 0, "damage": 3, "nemesis_damage": 4},
    {"kind": "hero", "type": "B", "range": 1, "damage": 1, "nemesis_damage": 2},
)
READINGS: tuple[tuple[dict[str, str], dict[str, bool]], ...] = (
    ({}, {}),
    ({"VA-C04": "all-adjacent"}, {"adjacent_for_all": True}),
    ({"VA-C32": "same-zone"}, {"heart_only_inside": True}),
    ({"VA-C33": "in-zone-first"}, {"nearer_nemesis": True}),
)


def zones_of(zones: dict[str, dict[str, Any]]) -> tuple[Zone, ...]:
    return tuple(
        Zone(
            name=name,
            neighbours=zone["next"],
            distance=zone["distance"],
            dark=zone.get("dark", False),
            room=zone.get("room"),
        )
        for name, zone in zones.items()
    )


def villager_of(villager: dict[str, Any]) -> Villager:
    card = None
    if villager["kind"] == "hero":
        card = HeroCard(
            move=1,
            attacks=1,
            range=villager["range"],
            damage=villager["damage"],
            nemesis_damage=villager["nemesis_damage"],
        )
    return Villager(
        name=villager["name"],
        kind=villager["kind"],
        zone=villager["zone"],
        type=villager["type"],
        health=1,
        stunned=villager.get("stunned", False),
        card=card,
    )


def monsters_of(monsters: dict[str, dict[str, Any]]) -> tuple[Monster, ...]:
    return tuple(
        Monster(
            name=name,
            type=monster["type"],
            zone=monster["zone"],
            health=monster["health"],
            damage=monster["damage"],
        )
        for name, monster in monsters.items()
    )


def attack_worlds(types: str) -> Iterator[tuple[dict, dict, dict]]:
    """Every villager in every zone, with monsters of these types anywhere or dead, and at most one dark zone."""
    where = (*DIAMOND, None)
    for sort, zone, dark, *places in product(SORTS, DIAMOND, where, *(where for _ in types)):
        zones = {name: {**shape, "dark": name == dark} for name, shape in DIAMOND.items()}
        monsters = {
            f"{type_}{number}": {"type": type_, "zone": place, "health": 9, "damage": 0}
            for number, (type_, place) in enumerate(zip(types, places, strict=True))
        }
        yield {**sort, "name": "villager", "zone": zone}, zones, monsters


def engine_targets(villager: dict, zones: dict, monsters: dict, readings: dict[str, str]) -> Any:
    """The targets among which the engine lets a coin decide, or its one target with the damage."""
    state = ATTACK.state(attacker=villager_of(villager), zones=zones_of(zones), monsters=monsters_of(monsters))
    ruling = ATTACK.rule(state, readings)
    if ruling.verdict == "choice":
        return set(ruling.outcome["options"])
    if not ruling.outcome["attacks"]:
        return None
    (attack,) = ruling.outcome["attacks"]
    return {attack["target"]}, attack["damage"]


def attack_disagreements(
    worlds: Iterable[tuple[dict, dict, dict]], readings: dict[str, str], flags: dict[str, bool]
) -> tuple[int, list[str]]:
    seen, found = 0, []
    for villager, zones, monsters in worlds:
        seen += 1
        naive = targets(villager, zones, monsters, **flags)
        engine = engine_targets(villager, zones, monsters, readings)
        agree = engine == (naive[0] if naive and len(naive[0]) > 1 else naive)
        if not agree:
            found.append(f"{villager} {zones} {monsters}: naive {naive}, engine {engine}")
    return seen, found


@pytest.mark.parametrize(("readings", "flags"), READINGS)
def test_they_choose_the_same_target_among_two_monsters(readings: dict[str, str], flags: dict[str, bool]) -> None:
    seen, found = attack_disagreements(attack_worlds("AB"), readings, flags)
    assert not found, "\n".join(found[:5])
    assert seen == 7 * 4 * 5 * 25


@pytest.mark.slow
@pytest.mark.parametrize(("readings", "flags"), READINGS)
def test_they_choose_the_same_target_among_three_monsters(readings: dict[str, str], flags: dict[str, bool]) -> None:
    seen, found = attack_disagreements(attack_worlds("AAB"), readings, flags)
    assert not found, "\n".join(found[:5])
    assert seen == 7 * 4 * 5 * 125


@pytest.mark.parametrize(("readings", "flags"), READINGS[1:])
def test_every_other_reading_shows_in_the_targets(readings: dict[str, str], flags: dict[str, bool]) -> None:
    _, found = attack_disagreements(attack_worlds("AB" if "VA-C33" not in readings else "AA"), readings, {})
    assert found, "the comparison must notice a reading that the naive village does not take"


def order_worlds(number: int) -> Iterator[list[dict[str, Any]]]:
    """Every so many villagers of the first sorts, in every zone of the corridor."""
    for chosen in product(product((SORTS[0], SORTS[1], SORTS[3], SORTS[6]), CORRIDOR), repeat=number):
        yield [{**sort, "name": f"v{place}", "zone": zone} for place, (sort, zone) in enumerate(chosen)]


def engine_groups(villagers: list[dict[str, Any]], reading: str) -> list[list[str]] | None:
    """The engine's groups; none where it has an order of single villagers."""
    state = ORDER.state(zones=zones_of(CORRIDOR), villagers=tuple(map(villager_of, villagers)))
    ruling = ORDER.rule(state, {"VA-C13": reading})
    return ruling.outcome["groups"] if ruling.verdict == "choice" else [[name] for name in ruling.outcome["order"]]


def order_disagreements(number: int, reading: str, kind_first: bool) -> tuple[int, list[str]]:
    seen, found = 0, []
    for villagers in order_worlds(number):
        seen += 1
        groups = [[one["name"] for one in group] for group in order(villagers, CORRIDOR, kind_first=kind_first)]
        engine = engine_groups(villagers, reading)
        if engine != groups and engine != [[name] for group in groups for name in group]:
            found.append(f"{villagers}: naive {groups}, engine {engine}")
    return seen, found


@pytest.mark.parametrize(("reading", "kind_first"), [("nearest-first", False), ("kind-first", True)])
def test_they_activate_in_the_same_order(reading: str, kind_first: bool) -> None:
    seen, found = order_disagreements(3, reading, kind_first)
    assert not found, "\n".join(found[:5])
    assert seen == 12**3


def test_the_other_order_would_be_noticed() -> None:
    assert order_disagreements(2, "kind-first", False)[1]


def phase_worlds(number: int, rooms: Iterable[int | None]) -> Iterator[dict[str, Any]]:
    """So many villagers and two monsters in the corridor, the first villager Stunned or not."""
    sorts = (SORTS[0], SORTS[1], SORTS[3], SORTS[5])
    figures = product(product(sorts, CORRIDOR), repeat=number)
    for chosen, first, second, room, stunned in product(figures, CORRIDOR, CORRIDOR, rooms, (False, True)):
        villagers = [
            {**sort, "name": f"v{place}", "zone": zone, "stunned": stunned and place == 0}
            for place, (sort, zone) in enumerate(chosen)
        ]
        inside = [one["zone"] for one in villagers] + [first, second]
        if room is not None and inside.count("hall") > room:
            continue
        zones = {name: {**zone, "dark": False, "room": None} for name, zone in CORRIDOR.items()}
        zones["hall"]["room"] = room
        yield {
            "zones": zones,
            "villagers": villagers,
            "monsters": {
                "A": {"type": "A", "zone": first, "health": 4, "damage": 1},
                "B": {"type": "B", "zone": second, "health": 3, "damage": 0},
            },
            "heart": 4,
        }


def engine_phase(world: dict[str, Any]) -> Any:
    """What the engine makes of the phase, in the words of the naive village."""
    state = PHASE.state(
        zones=zones_of(world["zones"]),
        villagers=tuple(map(villager_of, world["villagers"])),
        monsters=monsters_of(world["monsters"]),
        heart=world["heart"],
        morale=9,
        dial=0,
        level_as_listed=True,
    )
    ruling = PHASE.rule(state)
    if ruling.verdict == "choice":
        return "asks", set(ruling.outcome["options"])
    if ruling.verdict == "undecided":
        return "silent"
    return ruling.outcome["zones"], ruling.outcome["damage"], ruling.outcome["heart"], ruling.outcome["stunned"]


def naive_phase(world: dict[str, Any]) -> Any:
    """What the naive village makes of the phase."""
    after = copy.deepcopy(world)
    try:
        phase(after)
    except Asks as question:
        return "asks", question.options
    except Silent:
        return "silent"
    figures = {**{one["name"]: one for one in after["villagers"]}, **after["monsters"]}
    return (
        {name: figure["zone"] for name, figure in figures.items()},
        {name: monster["damage"] for name, monster in after["monsters"].items()},
        after["heart"],
        [one["name"] for one in after["villagers"] if one["stunned"]],
    )


def phase_disagreements(worlds: Iterable[dict[str, Any]]) -> tuple[int, set[str], list[str]]:
    seen, kinds, found = 0, set(), []
    for world in worlds:
        seen += 1
        naive, engine = naive_phase(world), engine_phase(world)
        kinds.add(naive if naive == "silent" else naive[0] if naive[0] == "asks" else "resolved")
        if naive != engine:
            found.append(f"{world}: naive {naive}, engine {engine}")
    return seen, kinds, found


def test_they_play_the_same_phase_with_two_villagers() -> None:
    seen, kinds, found = phase_disagreements(phase_worlds(2, (None, 1, 2)))
    assert not found, "\n".join(found[:5])
    assert kinds == {"resolved", "asks", "silent"}
    assert seen > 4_000


@pytest.mark.slow
def test_they_play_the_same_phase_with_three_villagers() -> None:
    seen, _, found = phase_disagreements(phase_worlds(3, (None, 2)))
    assert not found, "\n".join(found[:5])
    assert seen > 40_000
