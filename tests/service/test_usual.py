"""What is usually so is taken so where a question does not tell it, and named; what it tells goes before."""

import pytest

from adjudicator.parts import declared
from corpus import load_facts
from service.answering.referee import Referee
from service.positions.places import Fact, state_told
from service.positions.rulings import NamedProcedure, adjudicate, is_part_of_a_state, procedures
from service.positions.usual import usual_facts

USUAL = [(named, fact) for named in procedures() for fact in usual_facts(named.id).values()]


def test_every_game_has_something_usual_and_of_no_procedure_that_is_none() -> None:
    known = {named.id for named in procedures()}
    for game in {named.game.id for named in procedures()}:
        assert load_facts(game).usual
        assert {f"{game}.{name}" for name in load_facts(game).usual} <= known


@pytest.mark.parametrize(("named", "fact"), USUAL, ids=[f"{named.id} {fact.place}" for named, fact in USUAL])
def test_what_is_usual_may_be_told_and_is_no_default_already(named: NamedProcedure, fact: Fact) -> None:
    assert is_part_of_a_state(named.id, state_told([fact]))
    defaults = {each.name for each in declared(named.procedure.state) if each.is_usual}
    assert fact.place not in defaults


@pytest.mark.parametrize(
    ("game", "question", "says", "taken"),
    [
        ("doomtrooper", "draw phase, i'm holding 3. how many do i pull", "4", {"deck": {"at_least": 7}}),
        (
            "vwars",
            "nine chips out, i accuse rick and it IS rick. how many left",
            "5",
            {"has_token": True, "vampire_public": False},
        ),
        (
            "vwars",
            "im sitting on 2 cards at the end of my turn, how many do i draw",
            "4",
            {"player_deck": {"at_least": 6}},
        ),
    ],
)
def test_what_is_usual_is_taken_so_and_named(
    referee: Referee, game: str, question: str, says: str, taken: dict[str, object]
) -> None:
    answer = referee.ask(question, game=game, language="en")
    assert answer.verdict == "value"
    assert answer.answer.startswith(f"{says}:")
    assert answer.ruling is not None
    named = {one.field: one.value for one in answer.ruling.assumed or ()}
    assert named.items() >= taken.items()
    assert not taken.keys() & {fact.field for fact in answer.understood}


def test_what_a_question_tells_goes_before_what_is_usual(referee: Referee) -> None:
    answer = referee.ask(
        "i'm holding 3 cards and my deck has only 2 left, how many do i draw", game="doomtrooper", language="en"
    )
    assert answer.ruling is not None
    assert answer.ruling.outcome["cards_drawn"] == 2
    assert "deck" not in {one.field for one in answer.ruling.assumed or ()}


def test_the_engine_itself_still_asks_for_it() -> None:
    ruling = adjudicate("doomtrooper.draw-phase", {"hand": 3})
    assert ruling.hangs_on is not None
    assert ruling.hangs_on.field == "deck"
