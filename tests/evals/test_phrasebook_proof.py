"""Every formal entry of the phrasebook is proved by its engine: facts, answer, rule."""

import zlib

import pytest

from corpus import game_ids
from corpus.loader import HOME
from corpus.phrasebook import Phrase, load_phrasebook, read_chapter
from evals import cases
from evals.cases import PositionCase
from evals.phrasebook import faults
from evals.positions import unproved
from tests.health.sizes import enough

EVERY = 25
"""One entry of so many is proved in the fast suite, the others in the slow one."""


def formal(game: str) -> list[Phrase]:
    return [phrase for phrase in load_phrasebook(game) if phrase.procedure]


def chapters() -> list[tuple[str, str]]:
    """Each game with each file of its phrasebook."""
    return [(game, path.stem) for game in game_ids() for path in sorted((HOME / game / "phrasebook").glob("*.yaml"))]


@pytest.mark.parametrize("game", game_ids())
def test_one_entry_in_so_many_gets_its_answer_from_the_engine_by_its_rule(game: str) -> None:
    some = [one for one in formal(game) if zlib.crc32(one.text.encode()) % EVERY == 0]
    assert enough(game, len(formal(game)), 500)
    wrong = {one.text: list(faults(one)) for one in some}
    assert not {text: fault for text, fault in wrong.items() if fault}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "chapter"), chapters(), ids=lambda one: one)
def test_every_entry_gets_its_answer_from_the_engine_by_its_rule(game: str, chapter: str) -> None:
    read, problems = read_chapter(HOME / game / "phrasebook" / f"{chapter}.yaml", game)
    assert not problems
    wrong = {one.text: list(faults(one)) for one in read if one.procedure}
    assert not {text: fault for text, fault in wrong.items() if fault}


def test_an_entry_with_a_wrong_answer_a_wrong_rule_or_wrong_facts_is_found() -> None:
    from dataclasses import replace

    one = next(phrase for phrase in formal("vwars") if phrase.procedure == "vwars.move" and phrase.answer is False)
    assert not list(faults(one))
    assert list(faults(replace(one, answer=True)))
    assert list(faults(replace(one, rule="VW-1.1")))
    assert list(faults(replace(one, marks=(), given={"standing": "martian"})))


@pytest.mark.parametrize("case", [case for game in cases.games() for case in cases.positions(game)], ids=lambda c: c.id)
def test_the_engine_bears_out_what_a_position_expects(case: PositionCase) -> None:
    assert unproved(case) is None
