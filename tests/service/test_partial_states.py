"""States told in part, from outside: read strictly, answered in words, in the terminal and as JSON."""

import json
from typing import Any

import pytest

from corpus import LANGUAGES, Language
from service import schema
from service.cli.terminal import Style, ruling_text
from service.positions.rulings import BadInput, ImpossibleState, adjudicate, find, procedures


def problems(procedure: str, state: Any) -> dict[str, str]:
    with pytest.raises(BadInput) as refused:
        adjudicate(procedure, state)
    return {problem["path"]: problem["problem"] for problem in refused.value.problems}


def test_nothing_told_gives_the_tree_of_the_rule() -> None:
    document = adjudicate("vwars.move", {}).model_dump()
    assert document["verdict"] == "depends"
    hangs_on = document["hangs_on"]
    assert hangs_on["field"] == "destination"
    assert hangs_on["question"].endswith("?")
    near, far = hangs_on["branches"]
    assert (far["values"], far["verdict"], far["steps"][0]["branch"]) == (["other"], "illegal", "too-far")
    assert (near["values"], near["verdict"]) == (["own", "adjacent"], "depends")
    under, free = near["hangs_on"]["branches"]
    assert free["verdict"] == "legal"
    assert "hangs_on" not in free
    assert [branch["verdict"] for branch in under["hangs_on"]["branches"]] == ["legal", "illegal"]
    assert [each["field"] for each in document["assumed"]] == ["same_city"]


def test_a_question_names_the_part_where_a_state_has_several_of_its_kind() -> None:
    told = {"occasion": {"own_turn": 2, "actions_left": 1}, "tactic": "C", "defender": {"affiliation": "bauhaus"}}
    asked = adjudicate("doomtrooper.attack-legality", told, language="en")
    assert asked.hangs_on is not None
    assert asked.hangs_on.question == "Attacker: what is the warrior's affiliation?"
    assert "Attacker, In Cover: no" in [each.says for each in asked.assumed or ()]
    alone = adjudicate("vwars.move", {}, language="en")
    assert alone.hangs_on is not None
    assert ":" not in alone.hangs_on.question.split("?")[0].split(" ")[0]


def test_where_the_rest_cannot_matter_the_ruling_is_plain() -> None:
    document = adjudicate("vwars.move", {"destination": "other"}).model_dump()
    assert document["verdict"] == "illegal"
    assert "hangs_on" not in document
    assert document["steps"][0]["branch"] == "too-far"


@pytest.mark.parametrize(
    ("procedure", "state", "rule"),
    [
        ("doomtrooper.fortification", {"own_copies": 1}, "DT-6.56"),
        ("doomtrooper.fortification", {"own_site": False}, "DT-6.54"),
        ("doomtrooper.fortification", {"actions_left": 0}, "DT-3.2"),
        ("doomtrooper.unique-card", {"card": {"kind": "warzone", "copies_in_area": 1}}, "DT-4.48"),
        ("doomtrooper.unique-card", {"card": {"kind": "warzone", "own_area": False}}, "DT-4.47"),
        ("doomtrooper.assign-mission", {"bearer": "oneself", "copies": 1}, "DT-6.69"),
        ("doomtrooper.assign-mission", {"actions_left": 0}, "DT-3.2"),
    ],
)
def test_what_the_card_says_is_not_asked_for_where_something_else_bars(
    procedure: str, state: dict[str, Any], rule: str
) -> None:
    ruling = adjudicate(procedure, state, in_time=False)
    assert ruling.verdict == "illegal"
    assert rule in {step.rule for step in ruling.steps if step.bars}


def test_a_question_without_answers_names_the_rules_it_is_asked_for() -> None:
    told = {"own_copies": 0, "actions_left": 1}
    ruling = adjudicate("doomtrooper.fortification", told, in_time=False)
    assert ruling.hangs_on is not None
    assert (ruling.hangs_on.field, ruling.hangs_on.branches, ruling.steps) == ("goes_to", None, [])
    assert ruling.decided_by == ["DT-6.54", "DT-4.26"]


def test_a_ruling_on_a_whole_state_has_no_new_fields() -> None:
    document = adjudicate("vwars.move", {"destination": "other", "standing": "human"}).model_dump()
    assert set(document) == {"procedure", "verdict", "outcome", "outcome_says", "steps", "rests_on", "flips"}


def test_what_is_told_is_checked_as_strictly_as_ever() -> None:
    state = {"city": {"vampir_control": True, "human_troops": "3"}, "cards": ["blue 3"], "rally": {"vampire": "publik"}}
    by_path = problems("vwars.riot", state)
    assert by_path["city.vampir_control"].startswith('unknown field; did you mean "vampire_control"?')
    assert by_path["city.human_troops"] == 'must be a whole number, not "3"'
    assert "cards[0]" in by_path
    assert "publik" in by_path["rally.vampire"]
    assert not any("missing" in problem for problem in by_path.values())
    assert problems("vwars.city-draw", {"players": 3, "cities": "Rome"}) == {"cities": 'must be a list, not "Rome"'}
    assert problems("vwars.place-card", {"hand": 5_000})


def test_a_nested_part_may_be_told_in_part() -> None:
    ruling = adjudicate("vwars.riot", {"city": {"human_troops": 2}})
    assert ruling.verdict == "depends"
    assert ruling.hangs_on
    assert ruling.hangs_on.field != "city.human_troops"


def test_one_of_several_kinds_is_recognised_by_its_fields() -> None:
    example = find("doomtrooper.unique-card").example
    assert isinstance(example, dict)
    card = dict(list(example["card"].items())[:1])
    assert adjudicate("doomtrooper.unique-card", {**example, "card": card}).steps is not None


def test_a_state_told_in_part_that_cannot_exist() -> None:
    with pytest.raises(ImpossibleState) as refused:
        adjudicate("vwars.move", {"same_city": True, "destination": "adjacent"})
    assert [fault.branch for fault in refused.value.faults] == ["own-city-in-another-region"]


def test_a_number_is_asked_for_by_what_it_is_compared_with() -> None:
    ruling = adjudicate("vwars.deploy-troop", {"standing": "human", "region": "own"})
    assert ruling.hangs_on
    assert ruling.hangs_on.field == "hand"
    assert ruling.hangs_on.branches
    none, some = ruling.hangs_on.branches
    assert (none.values, none.says, none.verdict) == ([0], "0", "illegal")
    assert (some.values, some.says) == ([{"at_least": 1}], "1 or more")
    texts = [step.says for step in steps([], some.hangs_on)]
    assert any("1 to 6" in text for text in texts), texts


def test_flips_and_readings_of_a_state_told_in_part() -> None:
    partial_state = {"standing": "human", "region": "own", "hand": 0}
    ruling = adjudicate("vwars.deploy-troop", partial_state, want_flips=True)
    assert ruling.verdict == "illegal"
    assert adjudicate("vwars.move", {}, want_flips=True).flips == []
    hidden = {"destination": "own", "standing": "hidden-vampire", "martial_law": True}
    del hidden["destination"]
    everyone = adjudicate("vwars.move", hidden, readings={"VW-C03": "it-summary"})
    assert everyone.verdict in ("illegal", "depends")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("procedure", [one.id for one in procedures()])
def test_nothing_told_is_answered_in_both_languages(procedure: str, language: Language) -> None:
    ruling = adjudicate(procedure, {}, language=language)
    json.dumps(ruling.model_dump(), allow_nan=False)
    assert ruling.verdict != "depends" or ruling.hangs_on
    for step in steps(ruling.steps, ruling.hangs_on):
        assert step.says
        assert "{" not in step.says


def steps(here: list[schema.Step], hangs_on: schema.HangsOn | None) -> list[schema.Step]:
    listed = list(here)
    for branch in (hangs_on.branches if hangs_on else None) or []:
        listed += steps(branch.steps, branch.hangs_on)
    return listed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 60, 100])
def test_the_tree_fits_the_terminal(width: int, language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for procedure in ("vwars.move", "vwars.assassinate", "vwars.deploy-troop", "doomtrooper.embargo"):
        ruling = adjudicate(procedure, {}, language=language)
        lines = list(ruling_text(ruling, language, Style(False), asked_flips=True))
        assert lines[0] == {"it": "Dipende", "en": "It depends"}[language]
        assert max(map(len, lines)) <= width
        assert any(line.strip().endswith("?") for line in lines)
