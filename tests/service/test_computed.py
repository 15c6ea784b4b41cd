"""What is said of a ruling: what bears on the question, what was taken as usual, what was understood of it."""

from dataclasses import replace
from typing import Any

import pytest

from index import Index
from service.answering.branches import tree
from service.answering.referee import Referee
from service.answering.understood import understood
from service.positions.asked import resting_as_asked, with_answers
from service.positions.interpretation import Interpretation, interpretations
from service.positions.outcome_words import is_known, known_part
from service.positions.places import Fact
from service.positions.rulings import adjudicate

ELECTION: dict[str, Any] = {"cards": ["white 4", "white 2", "red 3"]}
ATTACK: dict[str, Any] = {
    "attacker": {"affiliation": "capitol"},
    "defender": {"affiliation": "bauhaus"},
    "tactic": "S",
    "occasion": {"own_turn": 4, "actions_left": 1},
}


@pytest.mark.parametrize(
    ("wants", "rests"),
    [("winner", []), ("winner=vampire", []), ("human", ["VW-C21"]), ("human=6", ["VW-C21"]), (None, ["VW-C21"])],
)
def test_a_ruling_rests_on_the_conflicts_that_change_what_is_asked(wants: str | None, rests: list[str]) -> None:
    """The white cards come to 6 and the highest is 4: either way white wins."""
    ruling = adjudicate("vwars.election", ELECTION)
    assert "VW-C21" in {rest.conflict for rest in ruling.rests_on}
    asked = [rest.conflict for rest in resting_as_asked(ruling, wants).rests_on if rest.conflict == "VW-C21"]
    assert asked == rests


def test_what_is_not_known_of_an_outcome_is_left_out_of_it() -> None:
    outcome: dict[str, Any] = {
        "winner": None,
        "troops": {"at_least": 1},
        "track": {"tokens": 4, "marker": {"at_most": 9}},
        "dead": [],
    }
    assert known_part(outcome) == {"winner": None, "track": {"tokens": 4}, "dead": []}
    assert not is_known(outcome)
    assert not is_known({"card": {"one_of": ["red 1", "red 2"]}})
    assert is_known(known_part(outcome))


def test_only_what_is_known_of_a_position_is_told_of_it(referee: Referee) -> None:
    """How many sympathy tokens there are is told, and on which number the Victory marker is is not."""
    question = "first thing on my turn i come out as the vampire. twelve sympathy tokens before that, how many stay"
    answer = referee.ask(question, game="vwars", language="en")
    assert answer.answer.startswith("6:")
    assert answer.ruling is not None
    assert any("Victory marker" in step.says for step in answer.ruling.steps)
    assert "Victory marker" not in answer.answer
    assert "VW-C16" not in {conflict.id for conflict in answer.conflicts}  # on how the marker wins


def test_a_next_question_is_told_with_what_its_answers_lead_to(read: Interpretation) -> None:
    ruling = with_answers(adjudicate("doomtrooper.attack-legality", ATTACK), None, "doomtrooper", "en")
    assert ruling.hangs_on is not None
    asked, in_squad, in_outpost = (one.text for one in tree(read, ruling.hangs_on, ["DT-7.6"], "en"))
    assert asked.startswith("Attacker: which Area")
    assert in_squad.endswith(
        "which Area is the warrior in: Squad, array or Outpost? Squad or array → yes; Outpost → no."
    )
    assert in_outpost.endswith("Squad or array → no; Outpost → yes.")


def test_of_many_answers_that_lead_to_the_same_question_both_questions_are_told(read: Interpretation) -> None:
    state: dict[str, Any] = {"monster": "me", "target": "yunfakh", "distance": 1, "deals_damage": False}
    ruling = with_answers(adjudicate("village-attacks.capacity-use", state), None, "village-attacks", "en")
    assert ruling.hangs_on is not None
    assert len(ruling.hangs_on.branches or ()) > 3
    spent, costs = (one.text for one in tree(read, ruling.hangs_on, ["VA-1.26"], "en"))
    assert "spend" in spent
    assert "cost" in costs


def test_what_is_usual_of_several_is_named_once(referee: Referee) -> None:
    question = "turn 3 for me, on 5 destiny: meditate, meditate, then swing. legal?"
    answer = referee.ask(question, game="doomtrooper", language="en")
    assert "Action no. 1, 2, 3, Cost in Destiny Points: 0" in answer.answer


def test_who_is_set_apart_from_the_others_tells_that_they_are_not_so(referee: Referee) -> None:
    question = (
        "room has 2 hunters and a hero, plus one peasant flat on his back stunned. i swing, who am i forced to hit"
    )
    answer = referee.ask(question, game="village-attacks", language="en")
    assert answer.ruling is not None
    assert "Villagers in the zone attacked no. 1, 2, 3, Stunned: no" in answer.answer
    assert "otherwise" not in answer.answer


@pytest.fixture
def read(index: Index) -> Interpretation:
    return replace(interpretations(index, "three melee, can i reroll them", "village-attacks", "en")[0], wants=None)


def test_how_many_there_are_is_understood_where_nothing_else_is_told_of_them(read: Interpretation) -> None:
    facts = [Fact(f"monsters[{at}].name", f"monster {at + 1}", "four of us", start=3) for at in range(4)]
    facts += [Fact(f"monsters[{at}].zone", "map", "four of us", start=3) for at in range(4)]
    dial = replace(read, procedure="village-attacks.event-dial", facts=(*facts, Fact("dial", 5, "5", start=30)))
    assert [(fact.says, fact.words) for fact in understood(dial, "en")] == [
        ("Event dial: 5", "5"),
        ("Monsters: 4", "four of us"),
    ]


def test_whose_name_is_what_they_are_is_understood_once(read: Interpretation) -> None:
    told = [
        Fact(f"villagers[{at}].{name}", value, "two hunters", start=5)
        for at, called in enumerate(["hunter", "hunter 2"])
        for name, value in (("kind", "hunter"), ("name", called), ("zone", "hall"))
    ]
    attacked = replace(read, procedure="village-attacks.monster-attack", facts=tuple(told))
    assert [fact.says for fact in understood(attacked, "en")] == ["Kind of villager: 2 × hunter"]


def test_a_card_is_understood_by_a_part_of_its_name(read: Interpretation) -> None:
    told = (
        Fact("cards[0].card", "red 3", "north 3", start=5),
        Fact("cards[0].seat", "north", "north 3", start=5),
    )
    laid = replace(read, procedure="victory-honor.resolve-position", facts=told)
    assert [fact.value for fact in understood(laid, "en")] == ["red 3", "north"]
