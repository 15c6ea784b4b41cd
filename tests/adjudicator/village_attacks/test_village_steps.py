"""What the steps of a ruling say is what comes of it: no step speaks of more than happens."""

import dataclasses
from typing import Any

import pytest

from adjudicator import GAMES, Ruling
from adjudicator.kernel import Fact
from adjudicator.village_attacks.spawning.entries import Supply
from adjudicator.village_attacks.state import Board, Decision, Monster, Villager, Zone

PROCEDURES = GAMES["village-attacks"].procedures


def ruled(name: str, **state: Any) -> Ruling:
    procedure = PROCEDURES[name]
    return procedure.rule(procedure.state(**state))


def facts(ruling: Ruling, rule: str, branch: str) -> list[dict[str, Fact]]:
    return [dict(step.facts) for step in ruling.steps if (step.rule, step.branch) == (rule, branch)]


@pytest.mark.parametrize(
    ("there", "figures", "veterans", "counted"), [(4, 3, 2, None), (4, 2, 1, None), (4, 1, 0, None), (2, 1, 0, 3)]
)
def test_hunters_are_counted_as_far_as_there_are_figures(
    there: int, figures: int, veterans: int, counted: int | None
) -> None:
    supply = Supply(commoners=9, hunters=figures, yunfakh=9, heroes=9)
    told = ruled("spawn-hunters", number=3, type="Banshee", hunters_of_type=there, supply=supply)
    assert told.outcome["veterans"] == veterans
    entered = [step["number"] for step in facts(told, "VA-2.38", "veterans-enter")]
    assert entered == ([veterans] if veterans else [])
    within = [step["hunters"] for step in facts(told, "VA-2.33", "within-limit")]
    assert within == ([] if counted is None else [counted])


def test_who_is_moved_before_others_in_its_zone_is_named() -> None:
    zones = (
        Zone(name="heart", neighbours=("gate",), distance=0),
        Zone(name="gate", neighbours=("heart",), distance=1, spawn=True),
    )
    miller = Villager(name="miller", kind="commoner", zone="gate", type=None, health=1, card=None)
    hunter = Villager(name="hunter", kind="hunter", zone="gate", type="Banshee", health=2, card=None)
    state = {"zones": zones, "heart": 8, "morale": 10}
    both = ruled("villager-activation-die", **state, villagers=(hunter, miller))
    assert facts(both, "VA-5.1", "first-of-all") == [{"villagers": ["miller"]}]
    alone = ruled("villager-activation-die", **state, villagers=(hunter,))
    assert facts(alone, "VA-5.1", "first-of-all") == []


def test_vengeance_counts_what_a_minion_leaves_of_a_blow() -> None:
    zones = (
        Zone(name="heart", neighbours=("hall",), distance=0),
        Zone(name="hall", neighbours=("heart",), distance=1),
    )
    board = Board(defence_slots=1, movement_slots=2, reserve_slots=2, defence=("vengeance",))
    banshee = Monster(name="Banshee", type="Banshee", zone="hall", health=6, board=board)
    wisp = Monster(name="wisp", type="Banshee", zone="hall", health=1, role="minion", controller="Banshee")
    hunter = Villager(name="hunter", kind="hunter", zone="hall", type="Banshee", health=3, card=None)
    decisions = (
        Decision(about="target", who="hunter", pick="Banshee"),
        Decision(about="defence", who="Banshee", pick="vengeance"),
    )
    for health, back in ((1, [1]), (2, [])):
        told = ruled(
            "villager-attack",
            attacker=hunter,
            zones=zones,
            monsters=(banshee, dataclasses.replace(wisp, health=health)),
            decisions=(*decisions, Decision(about="minion", who="Banshee", pick="wisp")),
        )
        assert [step["returned"] for step in facts(told, "VA-1.20", "strikes-back")] == back
        assert ("VA-C41", "as-suffered") in told.rests_on
