"""Cards enter a combat as data, and the ruling shows that it rests on them."""

import dataclasses
from typing import Any

import pytest

from adjudicator import GAMES, IllegalState, Ruling
from adjudicator.doomtrooper.combat.effects import Ban, Exemption, Fate, FightBar, Grant, Modifier, Permission
from adjudicator.doomtrooper.combat.fighters import Fight, Fighter, Fortification, Gear, Upgrade, Warzone, Weapon
from adjudicator.doomtrooper.combat.legality import Attack, Occasion
from adjudicator.doomtrooper.combat.resolution import Kill
from adjudicator.doomtrooper.combat.whole_combat import Combat
from adjudicator.doomtrooper.state import Values, Vehicle, Warrior, WarriorValues
from adjudicator.doomtrooper.victory import Score

PROCEDURES = GAMES["doomtrooper"].procedures
OCCASION = Occasion(own_turn=2, actions_left=1)
CAPITOL = Warrior(affiliation="capitol", area="squad")
MISHIMA = Warrior(affiliation="mishima", area="squad")
LEGION = Warrior(affiliation="dark-legion", area="array")
MONK = Warrior(affiliation="brotherhood", area="squad")
PISTOL = Weapon(card="Pistol", use="firearm", kind="pistol", bonus=Values(S=2), special_for=())
RIFLE = Weapon(card="Rifle", use="firearm", kind="rifle", bonus=Values(S=4), special_for=())
SWORD = Weapon(card="Sword", use="close", bonus=Values(C=3), special_for=())


def fighter(warrior: Warrior = CAPITOL, **changes: Any) -> Fighter:
    return Fighter(
        **{"card": warrior.affiliation, "warrior": warrior, "values": WarriorValues(C=4, S=4, A=4, V=5), **changes}
    )


def fight(**changes: Any) -> Fight:
    return Fight(**{"attacker": fighter(), "defender": fighter(LEGION), "tactic": "S", **changes})


def values(**changes: Any) -> Ruling:
    return PROCEDURES["combat-values"].rule(fight(**changes))


def whole(*, occasion: Occasion = OCCASION, readings: dict[str, str] | None = None, **changes: Any) -> Ruling:
    return PROCEDURES["combat"].rule(Combat(fight=fight(**changes), occasion=occasion, revealed="paid"), readings)


def legality(defender: Warrior, attacker: Warrior = CAPITOL, **changes: Any) -> Ruling:
    occasion = dataclasses.replace(OCCASION, **changes)
    return PROCEDURES["attack-legality"].rule(
        Attack(attacker=attacker, defender=defender, tactic="C", occasion=occasion)
    )


def branches(ruling: Ruling) -> set[tuple[str, str]]:
    return {(step.rule, step.branch) for step in ruling.steps}


def bars(ruling: Ruling) -> list[str]:
    return [step.branch for step in ruling.steps if step.bars]


def words(ruling: Ruling) -> set[object]:
    return {step.facts["words"] for step in ruling.steps if "words" in step.facts}


def test_a_card_lifts_a_ban_and_the_ruling_names_it() -> None:
    card = Permission(card="Subversive Agent", words="may attack the Brotherhood", lifts="brotherhood-target")
    assert bars(legality(MONK)) == ["spares-the-brotherhood"]
    lifted = legality(MONK, permissions=(card,))
    assert lifted.verdict == "legal"
    assert card.words in words(lifted)


def test_a_card_that_changes_a_fighter_does_not_open_the_outposts() -> None:
    there = dataclasses.replace(LEGION, area="outpost")
    changing = Permission(card="Swap", words="change the defender", lifts="areas", by_changing_fighter=True)
    assert ("DT-17.14", "no-card-changes-that") in branches(legality(there, permissions=(changing,)))
    assert legality(there, permissions=(changing,)).verdict == "illegal"
    assert legality(there, permissions=(dataclasses.replace(changing, by_changing_fighter=False),)).verdict == "legal"


def test_a_card_forbids_an_attack() -> None:
    ban = Ban(card="Truce", words="nobody attacks")
    assert bars(legality(LEGION, bans=(ban,))) == ["card-forbids"]


def test_the_weapon_is_the_players_choice() -> None:
    armed = fighter(weapons=(PISTOL, PISTOL, RIFLE, SWORD))
    ruling = values(attacker=armed)
    assert ruling.verdict == "choice"
    assert ruling.outcome["options"] == [[], ["Pistol"], ["Rifle"], ["Pistol", "Pistol"]]


@pytest.mark.parametrize(
    ("uses", "attack"),
    [((), 4), (("Rifle",), 8), (("Pistol", "Pistol"), 8), (("Pistol",), 6)],
)
def test_weapons_that_go_together(uses: tuple[str, ...], attack: int) -> None:
    ruling = values(attacker=fighter(weapons=(PISTOL, PISTOL, RIFLE, SWORD), uses=uses))
    assert ruling.outcome["attacker"]["attack"] == attack


@pytest.mark.parametrize(
    ("uses", "lifts"),
    [
        (("Rifle", "Pistol"), "too-many-weapons"),
        (("Pistol",) * 3, "too-many-weapons"),
        (("Sword",), "weapon-not-usable"),
    ],
)
def test_weapons_that_do_not(uses: tuple[str, ...], lifts: FightBar) -> None:
    weapons = (PISTOL, PISTOL, PISTOL, RIFLE, SWORD)
    ruling = values(attacker=fighter(weapons=weapons, uses=uses))
    assert ruling.verdict == "illegal"
    exemption = Exemption(card="Two Arms", words="any weapons", on="attacker", lifts=lifts)
    assert values(attacker=fighter(weapons=weapons, uses=uses), exemptions=(exemption,)).verdict == "resolved"


def test_a_weapon_that_is_not_his_is_impossible() -> None:
    with pytest.raises(IllegalState):
        values(attacker=fighter(weapons=(PISTOL,), uses=("Rifle",)))


def test_relics_outlast_a_ban_on_equipment() -> None:
    tank = Vehicle(card="Tank", kind="tank", inside=True, bans="equipment")
    gear = (
        Gear(card="Helmet", kind="equipment", bonus=Values(A=1)),
        Gear(card="Bone", kind="relic", bonus=Values(A=2)),
    )
    driver = fighter(dataclasses.replace(CAPITOL, vehicle=tank), gear=gear)
    assert values(attacker=driver).outcome["attacker"]["defence"] == 6
    state = fight(attacker=driver)
    equipment = PROCEDURES["combat-values"].rule(state, {"DT-C16": "equipment"})
    assert equipment.outcome["attacker"]["defence"] == 4


def test_a_warzone_silences_fortifications_of_both() -> None:
    fort = Fortification(card="Fort", area="squad", bonus=Values(A=3))
    warzone = Warzone(card="Jungle", area="array", bonus=Values(A=2, V=1))
    ruling = values(attacker=fighter(fortifications=(fort,)), warzone=warzone)
    assert ruling.outcome["attacker"]["defence"] == 4
    assert (ruling.outcome["defender"]["defence"], ruling.outcome["defender"]["value"]) == (6, 6)


def test_every_reason_against_a_warzone() -> None:
    warzone = Warzone(card="Jungle", area="squad", only_for="squad", after_tactic=False)
    ruling = values(warzone=warzone, defender=fighter(LEGION, on_battle=True), defender_tactic="C")
    assert bars(ruling) == [
        "no-other-tactic",
        "announced-too-early",
        "not-of-his-area",
        "for-another-area",
        "no-warzone-on-a-battle",
    ]


def test_the_last_card_prevails() -> None:
    adds = Modifier(card="Add", words="+2", on="attacker", value="attack", amount=2)
    sets = Modifier(card="Set", words="becomes 1", on="attacker", value="attack", amount=1, sets=True)
    assert values(modifiers=(adds, sets)).outcome["attacker"]["attack"] == 1
    assert values(modifiers=(sets, adds)).outcome["attacker"]["attack"] == 3


@pytest.mark.parametrize(
    ("immunity", "power", "negated"),
    [
        ("art", "art", True),
        ("art", "dark-gift", False),
        ("dark-symmetry-gifts", "dark-gift", True),
        ("dark-symmetry-gifts", "apostle-gift", False),
        ("dark-symmetry-cards", "apostle-gift", True),
        ("dark-symmetry", "apostle-gift", True),
    ],
)
def test_immunity_of_one_negates_for_both(immunity: str, power: str, negated: bool) -> None:
    card = Modifier(card="Power", words="+5", on="attacker", value="attack", amount=5, power=power)
    for immune in (
        {"attacker": fighter(immunities=(immunity,))},
        {"defender": fighter(LEGION, immunities=(immunity,))},
    ):
        assert values(modifiers=(card,), **immune).outcome["attacker"]["attack"] == (4 if negated else 9)


def test_a_card_lets_a_fighter_strike_first() -> None:
    grant = Grant(card="Quick", words="attacks first", on="attacker", gives="strikes-first")
    hurt = {"attacker": fighter(wounded=True), "defender": fighter(LEGION, wounded=True)}
    assert (whole(**hurt).outcome["attacker"], whole(**hurt).outcome["defender"]) == ("killed", "killed")
    first = whole(**hurt, grants=(grant,))
    assert (first.outcome["attacker"], first.outcome["defender"]) == ("wounded", "killed")
    assert "attacks first" in words(first)


def test_a_card_changes_what_a_hit_does() -> None:
    fate = Fate(card="Mercy", words="only wounded", on="defender", instead_of="killed", becomes="wounded")
    saved = whole(defender=fighter(LEGION, wounded=True), fates=(fate,))
    assert saved.outcome["defender"] == "wounded"
    assert saved.outcome["earned"]["attacker"] == {"promotion": 0, "destiny": 0}


def test_the_killed_takes_all_his_cards_along() -> None:
    rifle = dataclasses.replace(RIFLE, upgrades=(Upgrade(card="Scope", bonus=Values(S=1)),))
    victim = fighter(LEGION, wounded=True, weapons=(rifle,), uses=(), other_cards=("Dark Gift",))
    played = Modifier(card="Aim", words="+1", on="attacker", value="attack", amount=1)
    ruling = whole(defender=victim, modifiers=(played,))
    assert ruling.outcome["discarded"] == {
        "attacker": [],
        "defender": ["dark-legion", "Rifle", "Scope", "Dark Gift"],
        "played": ["Aim"],
    }


def test_one_kills_his_own_warrior_for_destiny_points_only() -> None:
    card = Permission(card="Madness", words="attack your own", lifts="own-warrior")
    own = dataclasses.replace(OCCASION, same_player=True, permissions=(card,))
    target = fighter(MISHIMA, wounded=True)
    assert whole(occasion=own, defender=target).outcome["earned"]["attacker"] == {"promotion": 0, "destiny": 5}
    assert whole(occasion=own, defender=target, readings={"DT-C03": "never"}).verdict == "illegal"
    assert whole(occasion=own, defender=target, readings={"DT-C41": "not-stated"}).verdict == "undecided"


@pytest.mark.parametrize(
    ("kill", "promotion", "destiny"),
    [
        (Kill(value=7, killer=CAPITOL), 7, 0),
        (Kill(value=0, killer=CAPITOL), 0, 0),
        (Kill(value=-1, killer=CAPITOL), 0, 0),
        (Kill(value=7, killer=CAPITOL, last_of_battle=True), 27, 0),
        (Kill(value=7, killer=dataclasses.replace(CAPITOL, kinds=("mercenary",))), 0, 7),
        (Kill(value=7, killer=dataclasses.replace(CAPITOL, kinds=("mercenary",), acquired="imperial")), 7, 0),
        (Kill(value=7, cause="vehicle-lost", killer=None), 0, 0),
        (Kill(value=7, cause="card", last_of_battle=True, killer=None), 0, 0),
        (Kill(value=7, killer=CAPITOL, own_warrior=True), 0, 7),
    ],
)
def test_what_a_kill_brings(kill: Kill, promotion: int, destiny: int) -> None:
    assert PROCEDURES["promotion-points"].rule(kill).outcome == {"promotion": promotion, "destiny": destiny}


@pytest.mark.parametrize(("value", "prize"), [(-1, 0), (0, 0), (1, 1), (2, 1), (3, 2), (7, 4), (8, 4)])
def test_sabotage_gives_half_rounded_up(value: int, prize: int) -> None:
    sabotage = PROCEDURES["sabotage"]
    ruling = sabotage.rule(
        sabotage.state(
            saboteur=CAPITOL, value=value, opponents_warriors=(), actions_left=1, whose_deck="own", promotion=prize
        )
    )
    assert ruling.outcome["promotion"] == prize


@pytest.mark.parametrize(
    ("points", "game"),
    [((39, 39), "goes-on"), ((40, 39), "won"), ((40, 40), "drawn"), ((42, 40), "won")],
)
def test_the_end_of_the_game(points: tuple[int, int], game: str) -> None:
    victory = PROCEDURES["victory"]
    scores = tuple(Score(player=name, points=total) for name, total in zip("AB", points, strict=True))
    assert victory.rule(victory.state(scores=scores)).outcome["game"] == game


def test_a_battle_still_in_play_may_turn_a_lost_game() -> None:
    victory = PROCEDURES["victory"]
    besieged = Score(player="B", points=35, battle_in_play=True)
    state = victory.state(scores=(Score(player="A", points=41), besieged))
    assert victory.rule(state).verdict == "choice"
    taken = victory.state(scores=(Score(player="A", points=41), dataclasses.replace(besieged, takes_bonus=True)))
    assert victory.rule(taken).outcome["winner"] == "B"
    assert victory.rule(taken, {"DT-C14": "game-already-over"}).outcome["winner"] == "A"
