"""What a question that wants to know whether something is allowed is told."""

from typing import Any

import pytest

from corpus import Language
from service.positions.asked import (
    answer_of,
    answer_to,
    as_asked,
    is_answered,
    only_repeats,
    pruned,
    with_answers,
    with_number_asked,
)
from service.positions.rulings import adjudicate
from service.positions.sides import opposite, side_asked
from service.schema import Ruling


@pytest.mark.parametrize(
    ("procedure", "state", "verdict", "allowed", "forbidden"),
    [
        ("vwars.set-up", {"players": 5}, "resolved", True, False),
        ("vwars.set-up", {"players": 6}, "illegal", False, True),
        ("vwars.turn-order", {"done": ["actions"], "wanted": "event"}, "legal", True, False),
        ("vwars.turn-order", {"done": ["event"], "wanted": "actions"}, "illegal", False, True),
        ("vwars.set-up", {}, "depends", "depends", "depends"),
    ],
)
def test_what_nothing_bars_is_allowed(
    procedure: str, state: dict[str, Any], verdict: str, allowed: object, forbidden: object
) -> None:
    ruling = adjudicate(procedure, state)
    assert ruling.verdict == verdict
    assert answer_to("legal", ruling.verdict, ruling.outcome) == allowed
    assert answer_to("illegal", ruling.verdict, ruling.outcome) == forbidden


WITHOUT_VALUE: dict[str, Any] = {
    "fight": {
        "attacker": {"warrior": {"affiliation": "imperial", "area": "squad"}, "values": {"C": 5, "A": 3}},
        "defender": {"warrior": {"affiliation": "dark-legion", "area": "array"}, "values": {"A": 4}, "wounded": True},
        "tactic": "C",
    },
    "occasion": {"own_turn": 2, "actions_left": 1},
}
"""A kill of which nobody said what it is worth."""


def test_what_is_legal_whatever_comes_of_it_is_allowed() -> None:
    ruling = adjudicate("doomtrooper.combat", WITHOUT_VALUE | {"revealed": "paid"}, in_time=False)
    assert (ruling.verdict, ruling.allowed) == ("depends", True)
    assert answer_of("legal", ruling) is True
    assert answer_of("illegal", ruling) is False
    assert answer_of("earned.attacker.promotion", ruling) == "depends"


def test_what_may_yet_be_barred_is_not_allowed() -> None:
    occasion = {"occasion": {"actions_left": 1}, "revealed": "paid"}
    ruling = adjudicate("doomtrooper.combat", WITHOUT_VALUE | occasion, in_time=False)
    assert ruling.allowed is None
    assert answer_of("legal", ruling) == "depends"


def test_nothing_is_asked_for_where_the_question_is_answered() -> None:
    ruling = adjudicate("doomtrooper.combat", WITHOUT_VALUE | {"revealed": "paid"}, in_time=False)
    assert is_answered("legal", ruling)
    assert is_answered("defender=killed", ruling)
    assert not is_answered("attacker=killed", ruling)
    assert not is_answered(None, ruling)


def test_a_ruling_that_answers_the_question_hangs_on_nothing() -> None:
    ruling = adjudicate("doomtrooper.combat", WITHOUT_VALUE | {"revealed": "paid"}, in_time=False)
    assert ruling.hangs_on is not None
    for wants, verdict in (("legal", "legal"), ("illegal", "legal"), ("defender=killed", "resolved")):
        asked = as_asked(ruling, wants)
        assert (asked.verdict, asked.hangs_on, asked.decided_by) == (verdict, None, None)
        assert (asked.outcome, asked.steps) == (ruling.outcome, ruling.steps)
        answered = with_answers(ruling, wants, "doomtrooper", "en")
        assert (answered.verdict, answered.hangs_on) == (verdict, None)
        assert answered.answer is not None
    assert as_asked(ruling, "attacker=killed") == ruling
    assert as_asked(ruling, None) == ruling


BURNING = {"villager": {"name": "Gino", "kind": "hunter", "burning": True, "health": 1}, "moment": "activation"}
LEVEL = {"north": 5, "east": 5, "south": 5, "west": 5}
TURN = {
    "empty": {"north": ["left", "right"], "east": ["left"], "south": ["left", "right"], "west": ["centre", "right"]},
    "opened": {"left": "red", "centre": "blue", "right": "black"},
    "previous": "centre",
}


@pytest.mark.parametrize(
    ("procedure", "state", "wants", "answer"),
    [
        ("village-attacks.kill-rewards", {"kills": [{"kind": "commoner", "cause": "summoned"}]}, "morale_lost", 1),
        ("village-attacks.kill-rewards", {"kills": [{"kind": "hero", "cause": "summoned"}]}, "experience", "unknown"),
        ("village-attacks.kill-rewards", {"kills": [{"kind": "hero", "cause": "summoned"}]}, None, "unknown"),
        ("village-attacks.kill-rewards", {"kills": [{"kind": "hero"}], "morale": 8}, "morale", 6),
        ("village-attacks.kill-rewards", {"kills": [{"kind": "hero"}]}, "experience", "depends"),
        ("village-attacks.villager-condition", BURNING, "dead", True),
        ("village-attacks.villager-condition", BURNING, "morale_lost", 1),
        ("village-attacks.villager-condition", BURNING, "morale", "depends"),
        ("village-attacks.villager-condition", {**BURNING, "morale": 1}, "morale", 0),
        ("village-attacks.villager-condition", {**BURNING, "morale": 1}, None, "unknown"),
        ("victory-honor.game-winner", {"mode": "solo", "rounds": [LEVEL] * 4, "target": None}, "over", True),
        ("victory-honor.game-winner", {"mode": "solo", "rounds": [LEVEL] * 4, "target": None}, "winners", "unknown"),
        ("victory-honor.legal-plays", TURN, "centre!={}", False),
        ("victory-honor.legal-plays", TURN, "left!={}", "depends"),
        ("victory-honor.legal-plays", {**TURN, "hand": ["red 5"]}, "left", {"follow": ["red 5"]}),
        ("victory-honor.legal-plays", {**TURN, "hand": ["red 5"]}, "right", "depends"),
        ("victory-honor.legal-plays", {**TURN, "hand": ["red 5", "black 2"]}, "right", {"follow": ["black 2"]}),
    ],
)
def test_what_is_open_elsewhere_leaves_an_answer_as_it_is(
    procedure: str, state: dict[str, Any], wants: str | None, answer: object
) -> None:
    assert answer_of(wants, adjudicate(procedure, state, in_time=False)) == answer


def test_a_number_of_which_nothing_is_known_depends() -> None:
    ruling = adjudicate("doomtrooper.combat-values", {"tactic": "C"})
    assert ruling.verdict == "depends"
    assert answer_to("attacker.attack", ruling.verdict, ruling.outcome) == "depends"


def test_a_fact_that_changes_nothing_of_what_is_wanted_is_not_asked_for() -> None:
    """The trump is the colour that is left: what opened it changes what is told of the cubes, and not the trump."""
    told = {"before": {"left": "red", "right": "black"}, "position": "centre"}
    ruling = adjudicate("victory-honor.place-cubes", told, in_time=False)
    assert first_asked(ruling) == "opener"
    assert first_asked(pruned(ruling, None)) == "opener"
    assert first_asked(pruned(ruling, "trump")) == "colour"


def first_asked(ruling: Ruling) -> str:
    assert ruling.hangs_on is not None
    return ruling.hangs_on.field


@pytest.mark.parametrize(
    ("wants", "question", "language", "side"),
    [
        ("killed", "5 health, 4 damage, does he survive?", "en", "opposite"),
        ("killed", "5 health, 5 damage, is he dead?", "en", "same"),
        ("killed", "4 damage, so he doesn't survive?", "en", "unclear"),
        ("killed", "4 damage, he survives, doesn't he?", "en", "opposite"),
        ("dead!=[]", "ha 1 di vita, si salva?", "it", "opposite"),
        ("attacker_killed", "è ancora vivo?", "it", "opposite"),
        ("goes_on", "is it over?", "en", "opposite"),
        ("experience=4", "does he live?", "en", "same"),
        ("experience=0", "do I get the point?", "en", "opposite"),
        ("experience=0", "so I get zilch?", "en", "same"),
        ("experience=0", "un trap in meno, mi segno il punto?", "it", "opposite"),
        ("experience=0", "quindi niente esperienza?", "it", "same"),
        ("experience=0", "so I don't get the point?", "en", "unclear"),
        (None, "does he live?", "en", "same"),
    ],
)
def test_who_asks_whether_he_lives_does_not_ask_whether_he_is_killed(
    wants: str | None, question: str, language: Language, side: str
) -> None:
    assert side_asked(wants, question, "village-attacks", language) == side


def test_words_that_tell_facts_do_not_say_what_is_asked_for() -> None:
    question = "blue generals zero, do I get the points"
    told = [(question.index("zero"), question.index(","))]
    assert side_asked("points=0", question, "victory-honor", "en") == "same"
    assert side_asked("points=0", question, "victory-honor", "en", told) == "opposite"


def test_the_opposite_of_what_is_wanted_has_the_opposite_answer() -> None:
    outcome = {"killed": False, "defender": "wounded", "points": 0}
    for wants in ("killed", "defender=wounded", "points=0", "points!=3"):
        same, other = (answer_to(one, "resolved", outcome) for one in (wants, opposite(wants)))
        assert {same, other} == {True, False}
        assert answer_to(opposite(opposite(wants)), "resolved", outcome) == same


@pytest.mark.parametrize(
    ("procedure", "state", "wants", "repeats"),
    [
        ("victory-honor.round-starter", {"round": 1}, "opens", True),
        ("victory-honor.round-starter", {"round": 2}, "opens", False),
    ],
)
def test_a_question_that_asks_back_what_it_was_asked_is_known(
    procedure: str, state: dict[str, Any], wants: str, repeats: bool
) -> None:
    """Who plays first in the first round hangs on who does; in the second it is the next one clockwise."""
    assert only_repeats(wants, adjudicate(procedure, state)) == repeats


@pytest.mark.parametrize(
    ("wants", "named", "denies", "own"),
    [
        ("prize=4", {3}, False, "prize=3"),
        ("prize=4", {4}, False, "prize=4"),
        ("prize=4", {4, 9}, False, "prize=4"),
        ("prize=4", {3, 9}, False, "prize=4"),  # which of the two it asks about is not told
        ("prize=4", set(), False, "prize"),
        ("prize!=4", {4}, False, "prize=4"),
        ("prize!=4", {3}, True, "prize!=3"),
        ("dead!=0", {3}, False, "dead!=0"),
        ("winner=human", {3}, False, "winner=human"),
        ("prize", {3}, False, "prize"),
        (None, {3}, False, None),
    ],
)
def test_what_is_wanted_has_the_number_of_the_question(
    wants: str | None, named: set[int], denies: bool, own: str | None
) -> None:
    assert with_number_asked(wants, named, denies) == own
