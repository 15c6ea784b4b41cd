"""Every case of `evals/<game>/rulings/`: the engine rules as the text says."""

import pytest

from evals import cases
from evals.cases import RulingCase
from evals.rulings import judged_ruling

EVERY = tuple(case for game in cases.games() for case in cases.rulings(game))


def test_there_are_thousands_of_cases_each_under_its_own_id() -> None:
    assert len(EVERY) > 3_000
    assert len({case.id for case in EVERY}) == len(EVERY)


@pytest.mark.parametrize("case", EVERY, ids=[case.id for case in EVERY])
def test_the_engine_rules_as_the_text_says(case: RulingCase) -> None:
    assert judged_ruling(case).failures == ()
