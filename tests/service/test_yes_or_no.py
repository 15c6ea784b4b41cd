"""The yes or the no that all signs speak for is right, and given only where one is wanted."""

from collections import Counter
from dataclasses import replace

import pytest

from corpus import load_corpus
from corpus.phrasebook import load_phrasebook
from index.answers import answer_to
from service.answering.calibration import YES_OR_NO_SAID
from service.answering.referee import Referee
from service.answering.yes_or_no import answered_by_all, side_of_all, yes_or_no

EVERY = 12
"""One in so many of the lines that are held out is asked."""
LEAST_SURE, LEAST_RIGHT_WHERE_SURE = 0.5, 0.94


def test_of_lines_that_nothing_was_fitted_on_most_get_the_right_one_surely(referee: Referee) -> None:
    found: Counter[tuple[bool, bool]] = Counter()
    for game in load_corpus().games.values():
        held_out = (line for line in load_phrasebook(game.id) if line.held_out and not line.procedure)
        wanting = [line for line in held_out if answer_to(line, game) in ("yes", "no")]
        for line in wanting[::EVERY]:
            query = referee.retrieve(line.text, game=game.id, language=line.language)
            spoken = yes_or_no(query, game, referee.index)
            if spoken:
                found[spoken.chance >= YES_OR_NO_SAID, spoken.side == answer_to(line, game)] += 1
    sure = found[True, True] + found[True, False]
    assert sure >= LEAST_SURE * found.total()
    assert found[True, True] >= LEAST_RIGHT_WHERE_SURE * sure


@pytest.mark.parametrize(
    ("question", "game", "right"),
    [
        (
            "una mano con un generale solo da una stella e nove carte basse: la mostro e me la ridanno?",
            "victory-honor",
            "no",
        ),
        (
            "mates accusing me all night. can i just flash my faction card to one person so they believe im clean",
            "vwars",
            "no",
        ),
        ("le reliquie che metti addosso ai tuoi valgono come equipaggiamento?", "doomtrooper", "depends"),
    ],
    ids=["told-with-more", "told-in-a-quarrel", "a-conflict-comes-near"],
)
def test_it_is_said_where_no_written_question_is_quite_the_one_asked(
    referee: Referee, question: str, game: str, right: str
) -> None:
    assert referee.ask(question, game=game).verdict == right


def test_who_does_not_ask_whether_gets_neither(referee: Referee) -> None:
    game = load_corpus().games["village-attacks"]
    query = referee.retrieve("minimum size of the hero deck?", game=game.id, language="en")
    assert answered_by_all(query, game, referee.index) is None


def test_a_question_of_a_rule_that_was_not_retrieved_cannot_be_cited(referee: Referee) -> None:
    game = load_corpus().games["vwars"]
    query = referee.retrieve("may a public vampire enter a city under Martial Law?", game=game.id, language="en")
    assert answered_by_all(query, game, referee.index) is not None
    assert answered_by_all(replace(query, hits=()), game, referee.index) is None


@pytest.mark.parametrize(
    ("question", "game", "side"),
    [
        ("sta uscendo dalla copertura questo turno, può anche menare? carte speciali zero", "doomtrooper", "no"),
        ("gli ho sparato, 8 contro 6. ci resta secco?", "doomtrooper", "no"),
    ],
    ids=["a-rule", "a-ruling"],
)
def test_words_that_have_none_get_it_before_them(referee: Referee, question: str, game: str, side: str) -> None:
    answer = referee.ask(question, game=game)
    assert answer.verdict == side
    assert answer.answer.lower().startswith(f"{side}. ")


@pytest.mark.parametrize(
    "question",
    [
        "il generale da tre stelle messo giù coperto per scarto, non briscola: batte soltanto il mio 3?",
        "il generale da tre stelle è giù coperto, non è briscola: batte il mio 3? e di chi è la carta dopo?",
    ],
    ids=["that-alone", "two-questions"],
)
def test_who_asks_about_that_alone_or_two_things_gets_none_before_the_rules(referee: Referee, question: str) -> None:
    game = load_corpus().games["victory-honor"]
    query = referee.retrieve(question, game=game.id, language="it")
    assert side_of_all(query, game, referee.index, ruled=0.0) is None


def test_what_an_engine_makes_of_an_unsure_position_speaks_for_a_side(referee: Referee) -> None:
    game = load_corpus().games["doomtrooper"]
    query = referee.retrieve(
        "two warriors, one ducked already. an action to duck the other?", game=game.id, language="en"
    )
    found = [yes_or_no(query, game, referee.index, ruled=far) for far in (9.0, -9.0)]
    assert [one.side for one in found if one] == ["yes", "no"]
