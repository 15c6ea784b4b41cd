"""Questions in words that nobody wrote down get the answer that somebody wrote to the same question."""

import pytest

from evals.cases import games, questions
from service.answering.referee import Referee

UNSETTLED = ("depends", "unknown")
LEAST_GIVEN, LEAST_OF_THE_RULE, LEAST_RULED, LEAST_RULED_RIGHT = 0.3, 0.85, 0.14, 0.9
"""Of the development questions that the rules settle; it was taught on none of them."""


def test_many_get_it_and_it_is_the_right_one(referee: Referee) -> None:
    """A yes or a no counts as it is said in the end, where no engine rules."""
    cases = [(game, case) for game in games() for case in questions(game, "dev") if case.verdict not in UNSETTLED]
    given = of_the_rule = ruled = ruled_right = 0
    for game, case in cases:
        reply = referee.reply(referee.retrieve(case.question, game=game, language=case.lang))
        if reply.way == "written":
            given += 1
            of_the_rule += reply.sentences[0].cites[0] in case.gold
        if reply.way == "written" and reply.verdict in ("yes", "no"):
            answer = referee.ask(case.question, game=game, language=case.lang)
            if answer.ruling is None and answer.verdict in ("yes", "no"):
                ruled += 1
                ruled_right += answer.verdict == case.verdict
    assert given >= LEAST_GIVEN * len(cases)
    assert of_the_rule >= LEAST_OF_THE_RULE * given
    assert ruled > LEAST_RULED * len(cases)
    assert ruled_right >= LEAST_RULED_RIGHT * ruled


def test_where_the_two_are_asked_the_other_way_round_its_yes_or_no_is_not_taken_over(referee: Referee) -> None:
    answer = referee.ask("is it against the rules to leave actions unused", game="vwars")
    assert answer.verdict in ("explained", "no")
    assert answer.answer.removeprefix("No. ").startswith("You may leave actions unused.")


@pytest.mark.parametrize(
    ("question", "game", "right"),
    [
        ("un 7 batte un generale?", "victory-honor", "no"),
        ("un generale batte un 7?", "victory-honor", "yes"),
        ("Il mio samurai non è più Mishima: tiene i poteri ki che ha addosso?", "doomtrooper", "yes"),
        (
            "Vampire Grace is in my region, she says I can't kill a vampire troop in my city. is she right?",
            "vwars",
            "yes",
        ),
        ("I am the hidden vampire, they named me to add a card: would a red one be cheating?", "vwars", "no"),
        ("raggiunto il valore a metà turno, salgo subito o a fine turno?", "village-attacks", None),
    ],
    ids=["turned-round", "not-turned-round", "opposite-word", "claim-judged", "forbidden", "one-thing-or-another"],
)
def test_no_yes_or_no_is_taken_from_a_question_that_has_the_opposite_one(
    referee: Referee, question: str, game: str, right: str | None
) -> None:
    assert referee.ask(question, game=game).verdict in {"explained", "value", right}
