"""States told in part: the value nobody told, the search, and every engine on parts of what it is asked about."""

import random
from typing import Any

import pytest
from partly import agrees, follow, places, some, without_fields

from adjudicator import GAMES, Game, IllegalState, Procedure
from adjudicator.partial import rule_in_part
from adjudicator.verdicts import Settled

EVERY = tuple((game, procedure) for game in GAMES.values() for procedure in game.procedures.values())
every_procedure = pytest.mark.parametrize(
    ("game", "procedure"), EVERY, ids=[f"{game.id}.{procedure.name}" for game, procedure in EVERY]
)


def check(procedure: Procedure[Any], state: Any, absent: frozenset[str]) -> str:
    """What is said of `state` without the fields that are absent is true of it; tells how it was said."""
    part = without_fields(state, absent)
    try:
        whole = procedure.rule(state)
    except IllegalState:
        with pytest.raises(IllegalState):
            procedure.rule(state)
        return "impossible"
    found = rule_in_part(procedure, part, seconds=0.1)
    leaf = follow(found.result, state)
    cited = {step.rule for step in whole.steps}
    assert {step.rule for step in leaf.steps} <= cited, (leaf.steps, whole.steps)
    if isinstance(leaf, Settled):
        assert leaf.verdict == whole.verdict
        assert agrees(dict(leaf.outcome), dict(whole.outcome)), (leaf.outcome, whole.outcome)
        return "ruling"
    return "asks"


@every_procedure
def test_each_field_of_the_example_made_unknown(game: Game, procedure: Procedure[Any]) -> None:
    for place in places(procedure.example):
        check(procedure, procedure.example, frozenset({place}))


@every_procedure
def test_some_fields_of_the_example_made_unknown(game: Game, procedure: Procedure[Any]) -> None:
    chance = random.Random(procedure.name)
    for _ in range(4):
        check(procedure, procedure.example, some(procedure.example, chance))
