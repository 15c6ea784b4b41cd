"""What a ruling leaves out: nothing is said of what has yet to be chosen, or of what cannot be any more."""

from dataclasses import replace
from typing import Any

import pytest

from adjudicator import GAMES, Procedure

VWARS = GAMES["vwars"].procedures


def riot_of(vampire_control: bool, human: int, vampire: int, **rally: str) -> tuple[Procedure[Any], Any]:
    """A riot in such a city."""
    procedure = VWARS["riot"]
    state = procedure.example
    city = replace(state.city, vampire_control=vampire_control, human_troops=human, vampire_troops=vampire)
    return procedure, replace(state, city=city, cards=("red 4", "white 2"), rally=replace(state.rally, **rally))


def test_a_rally_yet_to_be_chosen_is_not_said_to_be_none() -> None:
    procedure, state = riot_of(True, 0, 2)
    ruling = procedure.rule(state)
    assert ruling.verdict == "choice"
    assert "rally" not in ruling.outcome
    assert ruling.outcome["options"] == ["reveal", "sympathy"]

    alone = VWARS["rally"]
    ruling = alone.rule(replace(alone.example, defender="vampire"))
    assert ruling.verdict == "choice"
    assert "rally" not in ruling.outcome


def test_a_rally_that_was_chosen_and_one_that_there_was_none_of_are_said() -> None:
    procedure, state = riot_of(True, 0, 2, choice="sympathy")
    assert procedure.rule(state).outcome["rally"] == "sympathy"
    procedure, state = riot_of(False, 0, 2)
    assert procedure.rule(state).outcome["rally"] is None


@pytest.mark.parametrize("name", ["riot", "riot-sides"])
def test_where_there_is_no_riot_nobody_defends_or_attacks(name: str) -> None:
    procedure = VWARS[name]
    city = replace(procedure.example.city, vampire_troops=0, martial_law=True, region_martial_law=True)
    state = replace(procedure.example, city=city)
    ruling = procedure.rule(state, {"VW-C03": "it-summary"})
    assert ruling.outcome["happens"] is False
    assert not {"defender", "attacker"} & ruling.outcome.keys()
    assert {step.rule for step in ruling.steps} == {"VW-9.17"}
    assert procedure.rule(state).outcome["defender"] == "human"
