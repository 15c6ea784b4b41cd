"""The villagers' phase where coins, dice, cards and crowds come into it: what the text makes of each."""

import dataclasses
from typing import Any

import pytest

from adjudicator import GAMES, IllegalState, Ruling
from adjudicator.partial import rule_in_part
from adjudicator.parts import Part
from adjudicator.verdicts import Tree
from adjudicator.village_attacks.spawning.entries import SpawnCard, Supply
from adjudicator.village_attacks.state import Board, Decision, HeroCard, Monster, Trap, Troll, Villager, Zone

PHASE = GAMES["village-attacks"].procedures["villagers-phase"]

HEART = Zone(name="heart", neighbours=("hall",), distance=0)
HALL = Zone(name="hall", neighbours=("heart", "gate"), distance=1)
GATE = Zone(name="gate", neighbours=("hall",), distance=2, spawn=True)
BANSHEE = Monster(name="Banshee", type="Banshee", zone="hall", health=6)
VAMPIRE = Monster(name="Vampire", type="Vampire", zone="hall", health=7)
MILLER = Villager(name="miller", kind="commoner", zone="hall", type=None, health=1, card=None)
HUNTER = Villager(name="hunter", kind="hunter", zone="gate", type="Banshee", health=2, card=None)
NOBODY_COMES = SpawnCard(kind="commoner", numbers=(0, 0, 0), type=None, health=1)


def ruled(readings: dict[str, str] | None = None, **changes: Any) -> Ruling:
    state: dict[str, Any] = {
        "zones": (HEART, HALL, GATE),
        "villagers": (MILLER,),
        "monsters": (BANSHEE,),
        "heart": 8,
        "morale": 10,
        "dial": 0,
        "level_as_listed": True,
        "spawn_cards": (NOBODY_COMES,),
    }
    return PHASE.rule(PHASE.state(**{**state, **changes}), readings)


def changed(zone: Zone, **changes: Any) -> Zone:
    return dataclasses.replace(zone, **changes)


def test_the_coin_between_two_monsters_is_asked_for_and_then_believed() -> None:
    asked = ruled(monsters=(BANSHEE, VAMPIRE))
    assert (asked.verdict, asked.outcome["options"]) == ("choice", ["Banshee", "Vampire"])
    told = ruled(monsters=(BANSHEE, VAMPIRE), decisions=(Decision(about="target", who="miller", pick="Vampire"),))
    assert (told.verdict, told.outcome["damage"]) == ("resolved", {"Banshee": 0, "Vampire": 1})


def test_a_decision_that_nothing_needs_is_left_over() -> None:
    told = ruled(decisions=(Decision(about="target", who="miller", pick="Banshee"),))
    assert (told.verdict, told.outcome["decisions_left"]) == ("resolved", 1)


@pytest.mark.parametrize(("coin", "damage"), [("heads", 1), ("tails", 0)])
def test_an_attack_in_an_unlucky_zone_hangs_on_the_coin(coin: str, damage: int) -> None:
    zones = (HEART, changed(HALL, unlucky=True), GATE)
    assert ruled(zones=zones).verdict == "choice"
    told = ruled(zones=zones, decisions=(Decision(about="unlucky", who="miller", pick=coin),))
    assert told.outcome["damage"] == {"Banshee": damage}


@pytest.mark.parametrize(
    ("pick", "banshee", "dead", "experience"),
    [
        ("none", 2, [], {}),
        ("defence", 0, [], {}),
        ("vengeance", 2, ["hunter"], {"Banshee": 1}),
        ("both", 0, [], {}),
    ],
)
def test_the_dice_on_the_defence_slots_are_the_players_to_spend(
    pick: str, banshee: int, dead: list[str], experience: dict[str, int]
) -> None:
    board = Board(defence_slots=2, movement_slots=2, reserve_slots=2, defence=("defence", "vengeance"))
    state = {"monsters": (dataclasses.replace(BANSHEE, board=board),), "villagers": (HUNTER,)}
    assert ruled(**state).outcome["options"] == ["none", "defence", "vengeance", "both"]
    told = ruled(**state, decisions=(Decision(about="defence", who="Banshee", pick=pick),))
    assert told.outcome["damage"] == {"Banshee": banshee}
    assert (told.outcome["dead"], told.outcome["experience"]) == (dead, experience)


def test_a_minion_may_take_what_its_monster_would_and_the_excess_comes_back() -> None:
    minion = Monster(name="wisp", type="Banshee", zone="hall", health=1, role="minion", controller="Banshee")
    state = {"monsters": (BANSHEE, minion), "villagers": (HUNTER,)}
    coin = Decision(about="target", who="hunter", pick="Banshee")
    assert ruled(**state, decisions=(coin,)).outcome["options"] == ["none", "wisp"]
    told = ruled(**state, decisions=(coin, Decision(about="minion", who="Banshee", pick="wisp")))
    assert (told.outcome["damage"], told.outcome["dead"]) == ({"Banshee": 1, "wisp": 0}, ["wisp"])


def test_a_burning_villager_dies_at_its_activation_and_only_morale_pays() -> None:
    told = ruled(villagers=(dataclasses.replace(MILLER, burning=True),))
    assert (told.outcome["dead"], told.outcome["attacks"]) == (["miller"], [])
    assert (told.outcome["morale"], told.outcome["experience"]) == (9, {})


def test_a_stunned_villager_only_stands_up() -> None:
    told = ruled(villagers=(dataclasses.replace(MILLER, stunned=True),))
    assert (told.outcome["attacks"], told.outcome["moves"], told.outcome["stunned"]) == ([], [], [])


def test_two_villagers_kill_a_monster_and_the_third_turns_to_another() -> None:
    weak = dataclasses.replace(BANSHEE, damage=4)
    monsters = (weak, dataclasses.replace(VAMPIRE, zone="gate"))
    smith = dataclasses.replace(MILLER, name="smith")
    bowman = dataclasses.replace(HUNTER, zone="hall", type="Golem")
    told = ruled(monsters=monsters, villagers=(MILLER, smith, bowman))
    assert told.outcome["zones"]["Banshee"] is None
    assert [attack["target"] for attack in told.outcome["attacks"]] == ["Banshee", "Banshee", "castle-heart"]
    assert (told.outcome["heart"], told.outcome["dead"]) == (7, ["Banshee"])


@pytest.mark.parametrize(
    ("die", "where", "banshee", "dead", "morale"),
    [("melee", "heart", 4, [], 10), ("ranged", "heart", 4, [], 10), ("magic", "gate", 1, ["miller"], 10)],
)
def test_the_troll_strikes_by_its_die(die: Any, where: str, banshee: int, dead: list[str], morale: int) -> None:
    miller = dataclasses.replace(MILLER, zone="gate")  # walks into the hall
    told = ruled(
        villagers=(miller,), monsters=(dataclasses.replace(BANSHEE, damage=1),), troll=Troll(zone="hall", die=die)
    )
    assert (told.outcome["troll"], told.outcome["damage"]["Banshee"]) == (where, banshee)
    assert (told.outcome["dead"], told.outcome["morale"]) == (dead, morale)


@pytest.mark.parametrize(
    ("zone", "die", "troll", "heart"), [("heart", "melee", "heart", 6), ("gate", "magic", None, 7)]
)
def test_the_troll_at_the_end_of_its_way(zone: str, die: Any, troll: str | None, heart: int) -> None:
    miller = dataclasses.replace(MILLER, zone="heart")
    told = ruled(villagers=(miller,), troll=Troll(zone=zone, die=die))
    assert (told.outcome["troll"], told.outcome["heart"]) == (troll, heart)


@pytest.mark.parametrize(("coin", "where"), [("heads", "heart"), ("tails", "gate")])
def test_the_troll_stuns_and_goes_where_the_coin_says(coin: str, where: str) -> None:
    state = {"villagers": (dataclasses.replace(MILLER, zone="gate"),), "troll": Troll(zone="hall", die="defence")}
    assert ruled(**state).outcome["options"] == ["heads", "tails"]
    told = ruled(**state, decisions=(Decision(about="troll-coin", who="troll", pick=coin),))
    assert (told.outcome["troll"], sorted(told.outcome["stunned"])) == (where, ["Banshee", "miller"])


def test_the_troll_hangs_on_its_die() -> None:
    told = {"zones": (HEART, HALL, GATE), "villagers": (), "monsters": (), "heart": 8, "morale": 10, "dial": 0}
    troll = Part(Troll, {"zone": "hall"})
    found = rule_in_part(PHASE, Part(PHASE.state, {**told, "troll": troll, "spawn_cards": (NOBODY_COMES,)})).result
    assert isinstance(found, Tree)
    assert found.place.path == "troll.die"
    assert [[face for faces in branch.values for face in faces] for branch in found.branches] == [
        ["melee", "ranged"],
        ["magic", "villager"],
        ["defence", "vengeance"],
    ]


@pytest.mark.parametrize(("reading", "dead"), [("own-step", ["hunter"]), ("on-entering", ["hunter"])])
def test_a_trap_springs_in_its_step_or_on_entering(reading: str, dead: list[str]) -> None:
    zones = (HEART, changed(HALL, trap=Trap(name="pit", damage=2)), GATE)
    told = ruled({"VA-C16": reading}, zones=zones, villagers=(HUNTER,))
    assert (told.outcome["dead"], told.outcome["morale"], told.outcome["experience"]) == (dead, 9, {})
    steps = [f"{step.rule} {step.branch}" for step in told.steps]
    assert (steps.index("VA-2.27 springs") < steps.index("VA-2.16 no-troll")) is (reading == "on-entering")


def test_a_crowded_hall_shoves_and_whom_is_asked_where_it_matters() -> None:
    zones = (HEART, changed(HALL, room=2), GATE)
    ill = dataclasses.replace(MILLER, name="ill", stunned=True)
    sick = dataclasses.replace(MILLER, name="sick", stunned=True, health=2)
    state = {"zones": zones, "monsters": (), "villagers": (ill, sick, dataclasses.replace(MILLER, zone="gate"))}
    told = ruled(**state)  # both have stood up, but one is hardier
    assert (told.verdict, told.outcome["options"]) == ("choice", ["ill", "sick"])
    told = ruled(**state, decisions=(Decision(about="shoved", who="miller", pick="sick"),))
    assert told.outcome["zones"] == {"ill": "hall", "sick": "heart", "miller": "hall"}


def test_hunters_past_the_limit_are_veterans_or_somebody_activates() -> None:
    five = tuple(
        Villager(name=f"hunter {number}", kind="hunter", zone="heart", type="Banshee", health=2, card=None)
        for number in range(5)
    )
    card = SpawnCard(kind="hunter", numbers=(1, 2, 3), type="Banshee", health=1)
    state = {"villagers": five, "monsters": (VAMPIRE,), "spawn_cards": (card,)}
    told = ruled(**state)
    assert [(new["kind"], new["type"]) for new in told.outcome["appeared"]] == [("hunter", "every")]
    assert told.outcome["heart"] == 3
    told = ruled({"VA-C03": "activates"}, **state)
    assert (told.outcome["appeared"], told.outcome["heart"]) == ([], 2)


def test_commoners_used_up_activate_one_for_each_that_is_missing() -> None:
    supply = Supply(commoners=1, hunters=9, yunfakh=9, heroes=9)
    card = SpawnCard(kind="commoner", numbers=(2, 2, 2), type=None, health=1)
    told = ruled(villagers=(), supply=supply, spawn_cards=(card,))
    assert [new["zone"] for new in told.outcome["appeared"]] == ["gate"]
    assert told.outcome["zones"]["new commoner 1"] == "hall"


def test_a_yunfakh_activates_for_a_hunter_only_where_the_two_are_one_type() -> None:
    mask = Villager(name="mask", kind="yunfakh", zone="heart", type="Banshee", health=1, card=None)
    state = {
        "villagers": (mask,),
        "monsters": (VAMPIRE,),
        "with_yunfakh": True,
        "supply": Supply(commoners=9, hunters=0, yunfakh=1, heroes=9),
        "spawn_cards": (SpawnCard(kind="hunter", numbers=(2, 2, 2), type="Banshee", health=1),),
        "decisions": (Decision(about="activates", who="gate", pick="mask"),),
    }
    assert (ruled(**state).outcome["heart"], ruled(**state).outcome["decisions_left"]) == (7, 1)
    told = ruled({"VA-C78": "one-kind"}, **state)
    assert (told.outcome["heart"], told.outcome["decisions_left"]) == (6, 0)


def test_a_card_with_plus_is_replaced() -> None:
    plus = SpawnCard(kind="commoner", numbers=(2, 2, 2), plus=(1,), type=None, health=1)
    one = SpawnCard(kind="commoner", numbers=(1, 2, 2), type=None, health=1)
    assert ruled(spawn_cards=(plus,)).outcome["not_stated"] == "next-spawn-card"
    told = ruled(spawn_cards=(plus, one))
    assert (len(told.outcome["appeared"]), told.outcome["cards_left"]) == (1, 0)
    both = ruled({"VA-C15": "both"}, spawn_cards=(plus, one))
    assert len(both.outcome["appeared"]) == 3


def test_an_event_card_has_to_be_resolved_before_anybody_acts() -> None:
    asked = ruled(event_values=(1,))
    assert (asked.verdict, asked.outcome["not_stated"], asked.outcome["attacks"]) == (
        "undecided",
        "village-event-card",
        [],
    )
    assert ruled(event_values=(1,), event_resolved=True).verdict == "resolved"
    assert ruled(event_values=(2,)).verdict == "resolved"


def test_the_castle_heart_at_zero_is_where_the_text_ends() -> None:
    told = ruled(heart=1, villagers=(dataclasses.replace(MILLER, zone="heart"),))
    assert (told.verdict, told.outcome["not_stated"], told.outcome["heart"]) == (
        "undecided",
        "victory-and-defeat",
        0,
    )


def test_villagers_that_are_level_wait_for_the_coin_unless_nothing_tells_them_apart() -> None:
    bowman = dataclasses.replace(HUNTER, name="bowman", type="Vampire")
    asked = ruled(villagers=(HUNTER, bowman), level_as_listed=False)
    assert (asked.verdict, asked.outcome["options"]) == ("choice", ["hunter", "bowman"])
    twin = dataclasses.replace(HUNTER, name="twin")
    assert ruled(villagers=(HUNTER, twin), level_as_listed=False).verdict == "resolved"


def test_an_impossible_table_is_refused_with_every_fault() -> None:
    with pytest.raises(IllegalState) as refused:
        ruled(
            zones=(HEART, changed(HALL, distance=3, room=1), changed(GATE, neighbours=("hall", "tower"))),
            villagers=(MILLER, dataclasses.replace(HUNTER, type=None), dataclasses.replace(MILLER, zone="moat")),
            monsters=(dataclasses.replace(BANSHEE, damage=6),),
            troll=Troll(zone="moat", die="melee"),
        )
    assert {f"{fault.rule} {fault.branch}" for fault in refused.value.faults} == {
        "VA-6.2 distance-off",
        "VA-2.6 unknown-neighbour",
        "VA-2.38 hunter-without-type",
        "VA-2.7 named-twice",
        "VA-2.6 unknown-zone",
        "VA-1.37 should-be-dead",
        "VA-6.1 too-many-figures",
    }


def test_a_troll_in_no_zone_is_found_whatever_is_not_known_of_the_figures() -> None:
    troll = GAMES["village-attacks"].procedures["troll-activation"]
    told = {
        "zones": (Part(Zone, {"name": "heart", "distance": 0}),),
        "monsters": (Part(Monster, {"type": "Banshee"}),),
        "troll": Part(Troll, {"zone": "moat"}),
    }
    with pytest.raises(IllegalState) as refused:
        rule_in_part(troll, Part(troll.state, told))
    assert [(fault.rule, fault.branch) for fault in refused.value.faults] == [("VA-2.6", "unknown-zone")]


def test_a_hero_without_a_card_is_found_though_the_map_is_not_told_whole() -> None:
    told = {
        "zones": (Part(Zone, {"name": "heart", "distance": 0}), Part(Zone, {"name": "gate", "distance": 1})),
        "villagers": (Part(Villager, {"name": "Ada", "kind": "hero", "zone": "gate", "card": None}),),
    }
    with pytest.raises(IllegalState) as refused:
        rule_in_part(PHASE, Part(PHASE.state, told))
    assert ("VA-2.10", "hero-without-card") in {(fault.rule, fault.branch) for fault in refused.value.faults}


def crowd() -> Any:
    """Thirty villagers, four monsters and the Troll on fifteen zones, nothing left open."""
    grid = [(x, y) for x in range(5) for y in range(3)]
    zones = tuple(
        Zone(
            name=f"{x}-{y}",
            neighbours=tuple(f"{a}-{b}" for a, b in grid if abs(a - x) + abs(b - y) == 1),
            distance=x + y,
            spawn=(x, y) == (4, 2),
        )
        for x, y in grid
    )
    types = ("Banshee", "Vampire", "Lich", "Golem")
    card = HeroCard(move=1, attacks=2, range=1, damage=2)
    kinds: tuple[Any, ...] = ("commoner", "hunter", "commoner", "yunfakh", "commoner", "hero")
    villagers = tuple(
        Villager(
            name=f"villager {number}",
            kind=kind,
            zone=f"{number % 5}-0",
            type=None if kind == "commoner" else types[number % 4],
            health=2,
            burning=number % 9 == 0,
            stunned=number % 11 == 0,
            card=card if kind == "hero" else None,
        )
        for number in range(30)
        for kind in (kinds[number % 6],)
    )
    monsters = tuple(Monster(name=type_, type=type_, zone=f"{place}-0", health=60) for place, type_ in enumerate(types))
    return PHASE.state(
        zones=zones,
        villagers=villagers,
        monsters=monsters,
        heart=90,
        morale=90,
        dial=3,
        level_as_listed=True,
        troll=Troll(zone="2-0", die="melee"),
        spawn_cards=(SpawnCard(kind="hunter", numbers=(2, 3, 4), type="Lich", health=1),),
        with_yunfakh=True,
    )


def test_a_phase_of_thirty_villagers_goes_through_every_step() -> None:
    ruling = PHASE.rule(crowd())
    assert (ruling.verdict, ruling.outcome["step"]) == ("resolved", "done")
    assert len(ruling.steps) > 100
