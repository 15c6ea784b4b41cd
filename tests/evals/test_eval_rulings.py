"""Every case of `evals/<game>/rulings/`: the engine rules as the text says, and in one or the other by every branch."""

from collections.abc import Iterable

import pytest

from adjudicator import GAMES
from evals import cases, coverage
from evals.cases import RulingCase
from evals.coverage import Cited
from evals.rulings import judged_ruling
from tests.health.sizes import enough

EVERY = tuple(case for game in cases.games() for case in cases.rulings(game))


def test_there_are_thousands_of_cases_each_under_its_own_id() -> None:
    assert len(EVERY) > 3_000
    assert len({case.id for case in EVERY}) == len(EVERY)


@pytest.mark.parametrize("case", EVERY, ids=[case.id for case in EVERY])
def test_the_engine_rules_as_the_text_says(case: RulingCase) -> None:
    assert judged_ruling(case).failures == ()


def unreached(citations: Iterable[Cited], reached: frozenset[tuple[str, str]]) -> list[tuple[str, str]]:
    """Branches that no case takes."""
    return sorted({(cited.rule, cited.branch) for cited in citations} - reached)


def test_a_branch_that_no_case_takes_is_noticed() -> None:
    nowhere = Cited(rule="XX-1.1", branch="nowhere", facts=frozenset(), module="m.py", line=1)
    assert unreached([nowhere], frozenset()) == [("XX-1.1", "nowhere")]


in_each_game = pytest.mark.parametrize("game", GAMES)
"""Each case was ruled on already in the process that runs this file."""


@in_each_game
def test_cases_take_every_branch(game: str) -> None:
    suite = cases.rulings(game)
    assert enough(game, len(suite), 80)
    reached = frozenset[tuple[str, str]]().union(*(judged_ruling(case).reached for case in suite))
    assert unreached(coverage.cited(game), reached) == []


@in_each_game
def test_the_matrix_is_current(game: str) -> None:
    assert coverage.file(game).read_text(encoding="utf-8") == coverage.matrix(game), "run python -m evals.coverage"
