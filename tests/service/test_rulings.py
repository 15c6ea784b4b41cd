"""States from outside: checked, ruled on, contrasted, put into words."""

import copy
import json
from typing import Any

import pytest

from adjudicator import Json
from corpus import LANGUAGES, load_game
from service.positions import rulings
from service.positions.asked import short_answer
from service.positions.rulings import BadInput, ImpossibleState, UnknownProcedure, adjudicate, find, procedures

STORM: dict[str, Any] = {
    "city": {"vampire_control": False, "human_troops": 0, "vampire_troops": 3, "region_martial_law": False},
    "cards": ["red 5", "red 2", "white 1", "white 1"],
    "track": {"sympathy_tokens": 7, "victory_marker": 5},
    "rally": {"martial_law_tokens": 0, "vampire": "public"},
}
"""Vampires storm a human city with 8: under one edition the massacre moves sympathy too."""


def problems(procedure: str, state: Json, **more: Any) -> list[dict[str, str]]:
    with pytest.raises(BadInput) as refused:
        adjudicate(procedure, state, **more)
    document = refused.value.document()
    assert document["error"] == "bad-input"
    found: list[dict[str, str]] = document["problems"]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("procedure", [found.id for found in procedures()])
def test_every_example_is_ruled_on_in_both_languages(procedure: str, language: Any) -> None:
    ruling = adjudicate(procedure, find(procedure).example, language=language)
    assert ruling.steps
    assert all(step.says and "{" not in step.says for step in ruling.steps)
    assert ruling.flips == []


def test_every_procedure_describes_itself() -> None:
    assert len(procedures()) >= 30
    for found in procedures():
        document = found.document()
        fields = document["schema"]["properties"]
        assert fields
        for name, field in fields.items():
            assert "description" in field or "$ref" in field, f"{found.id}.{name} has no docstring"
        assert set(document["summary"]) == {"it", "en"}


def test_the_contrast_runs_each_conflict_alone() -> None:
    ruling = adjudicate("vwars.riot", STORM)
    rests = {conflict.conflict: conflict for conflict in ruling.rests_on}
    massacre = rests["VW-C01"]
    assert (massacre.taken, massacre.other_reading) == ("en-rulebook", "it-summary")
    assert massacre.other_outcome is not None
    assert ruling.outcome["sympathy_tokens"] == 7
    assert massacre.other_outcome["sympathy_tokens"] != 7


@pytest.mark.parametrize(("hand", "differs"), [(1, True), (0, False)])
def test_a_ruling_rests_on_a_conflict_only_where_another_reading_changes_it(hand: int, differs: bool) -> None:
    example = find("vwars.place-card").example
    assert isinstance(example, dict)
    ruling = adjudicate("vwars.place-card", {**example, "hand": hand})
    assert ("VW-C27" in {rest.conflict for rest in ruling.rests_on}) == differs


def test_a_reading_is_taken_and_the_contrast_turns_round() -> None:
    here = adjudicate("vwars.riot", STORM)
    there = adjudicate("vwars.riot", STORM, readings={"VW-C01": "it-summary"})
    rests = {conflict.conflict: conflict for conflict in there.rests_on}
    assert rests["VW-C01"].taken == "it-summary"
    assert rests["VW-C01"].other_outcome == here.outcome


def test_an_edition_settles_what_it_states_and_yields_to_a_named_conflict() -> None:
    italian = adjudicate("vwars.riot", STORM, readings={"edition": "it-summary"})
    named = adjudicate("vwars.riot", STORM, readings={"VW-C01": "it-summary"})
    assert italian.outcome["sympathy_tokens"] == named.outcome["sympathy_tokens"]
    stated = {id for id, conflict in load_game("vwars").conflicts.items() if "it-summary" in conflict.editions}
    assert "VW-C01" in stated
    assert not stated & {rest.conflict for rest in italian.rests_on}
    both = adjudicate("vwars.riot", STORM, readings={"edition": "it-summary", "VW-C01": "en-rulebook"})
    rests = {rest.conflict: rest for rest in both.rests_on}
    assert (rests["VW-C01"].taken, rests["VW-C01"].other_reading) == ("en-rulebook", "it-summary")
    assert both.outcome == adjudicate("vwars.riot", STORM).outcome


@pytest.mark.parametrize(
    ("readings", "path", "says"),
    [
        ({"VW-C99": "it-summary"}, "readings.VW-C99", "unknown conflict 'VW-C99': there is edition, VW-C01"),
        ({"VW-C01": "it-sumary"}, "readings.VW-C01", 'there is en-rulebook, it-summary; did you mean "it-summary"?'),
        ({"edition": "german"}, "readings.edition", "unknown edition 'german': there is en-rulebook, it-summary"),
    ],
)
def test_an_unknown_reading_lists_the_ones_there_are(readings: dict[str, str], path: str, says: str) -> None:
    (problem,) = problems("vwars.riot", STORM, readings=readings)
    assert problem["path"] == path
    assert says in problem["problem"]


def test_every_fault_of_a_malformed_state_is_named_with_its_place() -> None:
    state = copy.deepcopy(STORM)
    state["city"] = {"vampir_control": True, "human_troops": -1, "vampire_troops": "3"}
    state["cards"] = ["red 5", "blue 3", 2]
    state["rally"]["vampire"] = "publik"
    found = {problem["path"]: problem["problem"] for problem in problems("vwars.riot", state)}
    assert "city.vampire_control" not in found  # it was not told, and that is no mistake
    assert found["city.vampir_control"] == 'unknown field; did you mean "vampire_control"?'
    assert found["city.human_troops"] == "must be at least 0, not -1"
    assert found["city.vampire_troops"] == 'must be a whole number, not "3"'
    assert found["cards[1]"] == 'must be written like "red 2" (red or white, and 1 to 99), not "blue 3"'
    assert found["cards[2]"] == "must be text, not 2"
    assert found["rally.vampire"] == "must be 'hidden' or 'public', not \"publik\"; did you mean \"public\"?"


def test_faults_of_a_malformed_state_are_said_in_the_language_asked() -> None:
    state = copy.deepcopy(STORM)
    state["city"] = {"vampir_control": True, "human_troops": -1, "vampire_troops": "3"}
    state["cards"] = ["red 5", "blue 3"]
    state["rally"]["vampire"] = "publik"
    found = {problem["path"]: problem["problem"] for problem in problems("vwars.riot", state, language="it")}
    assert found["city.vampir_control"] == 'campo sconosciuto; intendevi "vampire_control"?'
    assert found["city.human_troops"] == "dev'essere almeno 0, non -1"
    assert found["city.vampire_troops"] == 'dev\'essere un numero intero, non "3"'
    assert found["cards[1]"] == 'va scritto come "red 2", non "blue 3"'
    assert found["rally.vampire"] == "dev'essere 'hidden' o 'public', non \"publik\"; intendevi \"public\"?"
    (large,) = problems("vwars.set-up", {"players": 1001}, language="it")
    assert large["problem"].startswith("dev'essere fra -1000 e 1000")


@pytest.mark.parametrize("state", [None, [], 4, "text", True])
def test_a_state_that_is_no_set_of_fields(state: Json) -> None:
    (problem,) = problems("vwars.set-up", state)
    assert problem["path"] == ""
    assert problem["problem"].startswith("must be a set of named fields (players), not ")


@pytest.mark.parametrize("number", [4.0, "4", True, None, float("nan"), [4]])
def test_a_number_is_a_number_and_nothing_else(number: Json) -> None:
    (problem,) = problems("vwars.set-up", {"players": number})
    assert problem["path"] in ("players", "")


def test_an_unknown_field_that_resembles_none_lists_the_fields() -> None:
    (problem,) = problems("vwars.set-up", {"players": 3, "weather": "rain"})
    assert problem == {"path": "weather", "problem": "unknown field; the fields here are players"}


def test_an_impossible_state_lists_every_fault_in_words() -> None:
    state = copy.deepcopy(STORM)
    state["track"]["sympathy_tokens"] = 17
    state["city"]["martial_law"] = True
    with pytest.raises(ImpossibleState) as refused:
        adjudicate("vwars.riot", state, language="it")
    document = refused.value.document()
    assert document["error"] == "illegal-state"
    assert {(fault["rule"], fault["branch"]) for fault in document["faults"]} >= {
        ("VW-2.14", "too-many-tokens"),
        ("VW-9.14", "token-not-in-region"),
    }
    assert all(fault["says"] for fault in document["faults"])


@pytest.mark.parametrize("procedure", ["vwars.riots", "vwars", "riot", "", "chess.mate", "vwars.riot.x"])
def test_an_unknown_procedure_says_where_they_are_listed(procedure: str) -> None:
    with pytest.raises(UnknownProcedure, match=r"`arbitro procedures` lists them all"):
        adjudicate(procedure, {})


def test_a_near_miss_is_hinted_at() -> None:
    with pytest.raises(UnknownProcedure, match=r"did you mean \"vwars\.riot\""):
        adjudicate("vwars.riots", {})


def test_flips_are_the_twins_of_a_case() -> None:
    ruling = adjudicate("vwars.set-up", {"players": 3}, want_flips=True)
    (flip,) = ruling.flips
    assert flip.model_dump() == {
        "change": {"field": "players", "from": 3, "to": 2, "says": "Number of players: 3 → 2"},
        "verdict": "illegal",
        "outcome": {},
        "outcome_says": [],
    }


def test_a_state_with_too_many_numbers_is_not_searched_for_flips() -> None:
    cities = [f"city {number}" for number in range(400)]
    (problem,) = problems("vwars.city-draw", {"players": 3, "cities": cities}, want_flips=True)
    assert problem["path"] == "flips"


def test_the_search_for_flips_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulings, "SECONDS_FOR_FLIPS", 0.0)
    (problem,) = problems("vwars.riot", STORM, want_flips=True)
    assert problem == {"path": "flips", "problem": "the search took more than 0 seconds; ask without flips"}


def test_an_example_leaves_out_what_is_as_usual() -> None:
    assert len(procedures()) > 100
    for found in procedures():
        assert found.shape.validate_json(json.dumps(found.example)) == found.procedure.example, found.id


@pytest.mark.parametrize("told", [{"points": 40}, {}], ids=["whole", "in part"])
def test_a_name_that_is_also_a_word_of_the_game_stays_as_it_is(told: dict[str, Any]) -> None:
    state = {"scores": [{"player": "A", "points": 52}, {"player": "C", **told}], "target": 50}
    ruling = adjudicate("doomtrooper.victory", state, language="it")
    assert "(difesa)" not in ruling.model_dump_json()
    assert "Corpo a Corpo" not in ruling.model_dump_json()
    if told:
        assert short_answer("winner", ruling, "doomtrooper", "it").says == "A"


def test_a_value_is_said_in_words_beside_names() -> None:
    state = {"scores": [{"player": "A", "points": 52}, {"player": "won", "points": 40}], "target": 50}
    ruling = adjudicate("doomtrooper.victory", state, language="it")
    assert [line.says for line in ruling.outcome_says][:2] == ["vinta", "A"]


def test_a_state_that_one_text_alone_forbids_says_that_by_the_other_it_can_be() -> None:
    crowded = {"card": "red 1", "human_troops": 7, "vampire_troops": 6}
    with pytest.raises(ImpossibleState) as refused:
        adjudicate("vwars.riot-card", crowded, language="en")
    (rest,) = refused.value.document()["rests_on"]
    assert (rest["conflict"], rest["taken"], rest["other_verdict"]) == ("VW-C04", "it-summary", "resolved")
    assert refused.value.lines[-1].startswith("It can exist by another reading: ")
    with pytest.raises(ImpossibleState) as told_in_part:
        adjudicate("vwars.riot-card", {"human_troops": 7}, language="it")
    assert [rest.conflict for rest in told_in_part.value.rests_on] == ["VW-C04"]
    with pytest.raises(ImpossibleState) as settled:
        adjudicate("vwars.riot-card", crowded, readings={"edition": "it-summary"})
    assert not settled.value.rests_on


def test_a_state_that_no_text_allows_rests_on_nothing() -> None:
    with pytest.raises(ImpossibleState) as refused:
        adjudicate("vwars.vampire-victory", {"track": {"sympathy_tokens": 99, "victory_marker": 1}})
    assert "rests_on" not in refused.value.document()
