"""Small worlds of combats, exhausted: the engine and the naive combat agree on every one of them."""

from collections.abc import Iterable, Iterator
from itertools import product

import pytest
from naive_combat import CORPORATIONS, TRIBES, naive_affiliation_ban, naive_combat, naive_game, naive_values

from adjudicator import GAMES, IllegalState
from adjudicator.doomtrooper.combat.effects import Modifier
from adjudicator.doomtrooper.combat.fighters import Animal, Fight, Fighter, Fortification, Gear, Warzone, Weapon
from adjudicator.doomtrooper.combat.legality import Attack, Occasion
from adjudicator.doomtrooper.combat.whole_combat import Combat
from adjudicator.doomtrooper.state import Values, Vehicle, Warrior, WarriorValues
from adjudicator.doomtrooper.victory import Score

PROCEDURES = GAMES["doomtrooper"].procedures
COMBAT, VALUES, LEGALITY = PROCEDURES["combat"], PROCEDURES["combat-values"], PROCEDURES["attack-legality"]

EVERY_VALUE = tuple(range(-2, 7))
SOME_VALUES = (-2, 0, 3, 4)
FIRST = ("no", "yes", "always")
POINTS = (35, 33)
"""Promotion Points before: with a kill worth 5 or 7 either player may reach 40, or both at once."""
ATTACKER = Warrior(affiliation="capitol", area="squad")
DEFENDER = Warrior(affiliation="dark-legion", area="array")
OCCASION = Occasion(own_turn=2, actions_left=1)


def small_world(values: Iterable[int]) -> Iterator[tuple[dict, dict, str]]:
    """Every pair of fighters with such attack and defence values, sound or wounded, and both tactics."""
    values = tuple(values)
    fighters = tuple(product(values, values, (False, True), FIRST))
    names = ("attack", "defence", "wounded", "first")
    for one, two, tactic in product(fighters, fighters, ("C", "S")):
        attacker, defender = dict(zip(names, one, strict=True)), dict(zip(names, two, strict=True))
        yield attacker | {"value": 7}, defender | {"value": 5}, tactic


def engine_fighter(fighter: dict, warrior: Warrior, tactic: str) -> Fighter:
    """The same fighter; his value of the other tactic would win any fight."""
    attack, other = fighter["attack"], 99
    return Fighter(
        card=warrior.affiliation,
        warrior=warrior,
        values=WarriorValues(
            C=attack if tactic == "C" else other,
            S=attack if tactic == "S" else other,
            A=fighter["defence"],
            V=fighter["value"],
        ),
        wounded=fighter["wounded"],
        strikes_first=fighter["first"],
    )


def engine_combat(attacker: dict, defender: dict, tactic: str) -> dict | None:
    """What the engine makes of it, in the words of the naive combat."""
    ruling = COMBAT.rule(
        Combat(
            fight=Fight(
                attacker=engine_fighter(attacker, ATTACKER, tactic),
                defender=engine_fighter(defender, DEFENDER, tactic),
                tactic=tactic,
            ),
            occasion=OCCASION,
            revealed="paid",
            attacking_player=Score(player="attacker", points=POINTS[0]),
            defending_player=Score(player="defender", points=POINTS[1]),
        )
    )
    if ruling.verdict == "undecided":
        return None
    assert ruling.verdict == "resolved"
    outcome = ruling.outcome
    return {
        "attacker": outcome["attacker"],
        "defender": outcome["defender"],
        "attacker_points": outcome["earned"]["attacker"]["promotion"],
        "defender_points": outcome["earned"]["defender"]["promotion"],
        "game": (outcome["game"], outcome["winner"]),
    }


def disagreements(world: Iterable[tuple[dict, dict, str]], naive=naive_combat) -> tuple[int, list[str]]:
    """How many combats were fought, and those on which the two implementations differ."""
    fought, found = 0, []
    for attacker, defender, tactic in world:
        fought += 1
        expected = naive(attacker, defender)
        if expected is not None:
            totals = (POINTS[0] + expected["attacker_points"], POINTS[1] + expected["defender_points"])
            expected["game"] = naive_game(*totals)
        given = engine_combat(attacker, defender, tactic)
        if given != expected:
            found.append(f"{attacker} against {defender} in {tactic}: naive {expected}, engine {given}")
    return fought, found


def test_engine_and_naive_combat_agree_on_some_values() -> None:
    fought, found = disagreements(small_world(SOME_VALUES))
    assert not found, "\n".join(found[:10])
    assert fought == (4 * 4 * 2 * 3) ** 2 * 2


@pytest.mark.slow
def test_engine_and_naive_combat_agree_on_the_whole_small_world() -> None:
    fought, found = disagreements(small_world(EVERY_VALUE))
    assert not found, "\n".join(found[:10])
    assert fought == (9 * 9 * 2 * 3) ** 2 * 2


def test_a_combat_that_takes_equal_values_for_a_miss_is_noticed() -> None:
    def strict(attacker: dict, defender: dict) -> dict | None:
        return naive_combat(
            attacker | {"attack": attacker["attack"] - 1}, defender | {"attack": defender["attack"] - 1}
        )

    _, found = disagreements(small_world((3, 4)), strict)
    assert found


AFFILIATIONS = (*CORPORATIONS, *TRIBES, "brotherhood", "dark-legion", "generic")
KINDS = (None, "mortificator", "ninja", "mercenary")


def test_engine_and_naive_affiliations_agree() -> None:
    warriors = [{"affiliation": affiliation, "kind": kind} for affiliation, kind in product(AFFILIATIONS, KINDS)]
    seen = 0
    for one, two in product(warriors, warriors):
        attack = Attack(attacker=at_the_outpost(one), defender=at_the_outpost(two), tactic="C", occasion=OCCASION)
        ruling = LEGALITY.rule(attack)
        assert (ruling.verdict == "illegal") == naive_affiliation_ban(one, two), (one, two, ruling)
        assert (ruling.verdict == "illegal") == any(step.bars for step in ruling.steps)
        seen += 1
    assert seen == (12 * 4) ** 2


def at_the_outpost(warrior: dict) -> Warrior:
    kinds = (warrior["kind"],) if warrior["kind"] else ()
    return Warrior(affiliation=warrior["affiliation"], kinds=kinds, area="outpost")


BARS = {
    "first-turn": {"own_turn": 1},
    "no-action-left": {"actions_left": 0},
    "already-attacked": {"attacks_done": 1},
    "just-uncovered": {"just_uncovered": True},
    "own-warrior": {"same_player": True},
}


def test_every_combination_of_bars_is_carried_whole() -> None:
    for chosen in product((False, True), repeat=len(BARS) + 2):
        occasion = {"own_turn": 2, "actions_left": 1}
        expected = []
        for wanted, (bar, change) in zip(chosen, BARS.items(), strict=False):
            if wanted:
                occasion |= change
                expected.append(bar)
        covered, brotherhood = chosen[-2:]
        expected += ["attacker-covered"] * covered + ["spares-the-brotherhood"] * brotherhood
        ruling = LEGALITY.rule(
            Attack(
                attacker=Warrior(affiliation="capitol", area="squad", covered=covered),
                defender=Warrior(affiliation="brotherhood" if brotherhood else "mishima", area="squad"),
                tactic="C",
                occasion=Occasion(**occasion),
            )
        )
        assert sorted(step.branch for step in ruling.steps if step.bars) == sorted(expected)


FLAGS = ("animal", "armour", "weapon", "vehicle", "inside", "fort", "covered", "card")
PLAIN = dict.fromkeys(FLAGS, False)


def flagged(role: str, flags: dict, tactic: str) -> Fighter:
    vehicle = Vehicle(
        card="Vehicle", inside=flags["inside"], bonus=Values(C=40_000, S=40_000, A=50_000), bans="weapons"
    )
    usable = flags["weapon"] and not (flags["vehicle"] and flags["inside"])
    return Fighter(
        card=role,
        warrior=Warrior(
            affiliation="templars" if role == "attacker" else "crescentian",
            area="outpost",
            covered=flags["covered"],
            vehicle=vehicle if flags["vehicle"] else None,
        ),
        values=WarriorValues(C=10, S=20, A=30, V=1),
        animal=Animal(card="Animal", bonus=Values(C=100, S=200, A=300)) if flags["animal"] else None,
        weapons=(Weapon(card="Weapon", use="both", bonus=Values(C=7, S=7), special_for=()),) if flags["weapon"] else (),
        uses=("Weapon",) if usable else (),
        gear=(Gear(card="Armour", kind="armour", bonus=Values(A=5)),) if flags["armour"] else (),
        fortifications=(Fortification(card="Fort", area="outpost", bonus=Values(A=600_000)),) if flags["fort"] else (),
    )


def test_engine_and_naive_values_agree_on_every_combination_of_cards() -> None:
    warzone = Warzone(card="Warzone", area="outpost", bonus=Values(C=-1000, S=-2000, A=-3000))
    seen = 0
    for chosen, in_warzone, role, tactic in product(
        product((False, True), repeat=len(FLAGS)), (False, True), ("attacker", "defender"), ("C", "S")
    ):
        flags = dict(zip(FLAGS, chosen, strict=True))
        fighters = {side: flags if side == role else PLAIN for side in ("attacker", "defender")}
        card = Modifier(card="Card", words="-10000000 C or S", on=role, value="attack", amount=-10_000_000)
        fight = Fight(
            attacker=flagged("attacker", fighters["attacker"], tactic),
            defender=flagged("defender", fighters["defender"], tactic),
            tactic=tactic,
            warzone=warzone if in_warzone else None,
            modifiers=(card,) if flags["card"] else (),
        )
        impossible = flags["vehicle"] and (flags["animal"] or (flags["inside"] and flags["covered"]))
        if impossible:
            with pytest.raises(IllegalState):
                VALUES.rule(fight)
            continue
        ruling = VALUES.rule(fight)
        for side, theirs in fighters.items():
            outcome = ruling.outcome[side]
            expected = naive_values(theirs | {"warzone": in_warzone}, tactic, side == "defender")
            assert (outcome["attack"], outcome["defence"]) == expected, (side, flags, in_warzone)
            for value in ("attack", "defence", "value"):
                assert outcome[value] == sum(part["amount"] for part in outcome["contributions"] if part["to"] == value)
        seen += 1
    assert seen > 1000
