"""Yes or no where nobody wrote the answer to the very question, and what no rule settles."""

from collections import Counter

import pytest

from corpus import load_corpus
from evals.cases import games, questions
from service.answering.referee import Referee
from service.answering.same_question import gap_asked_about
from service.answering.yes_or_no import yes_or_no

TIMES_RIGHT = 3
"""For each yes that should be no so many are right: saying neither costs less than saying the wrong one."""


def test_yes_and_no_are_mostly_right(referee: Referee) -> None:
    said: Counter[str] = Counter()
    for id in games():
        game = load_corpus().games[id]
        settled = {rule for rule in game.rules if not game.conflicts_of(rule)}
        for case in questions(id, "dev"):
            query = referee.retrieve(case.question, game=id, language=case.lang)
            if query.hits and query.best.rule in {*case.gold} & settled:
                ruling = yes_or_no(query, game.rules[query.best.rule], referee.index)
                if ruling:
                    said["right" if ruling == case.verdict else case.verdict] += 1
    assert said["right"] >= TIMES_RIGHT
    assert said["right"] >= TIMES_RIGHT * (said.total() - said["right"])


@pytest.mark.parametrize(
    "question",
    [
        "how many cards do I draw if the pile ran out?",
        "do I draw first or do I discard first?",
        "Gigi dice che posso attaccare due volte, ha ragione lui?",
        "we never shuffle it again, right?",
    ],
)
def test_who_asks_how_many_or_which_or_who_is_right_or_denies_gets_neither(referee: Referee, question: str) -> None:
    query = referee.retrieve(question, game="vwars", language="it" if "Gigi" in question else "en")
    rules = load_corpus().games["vwars"].rules
    assert yes_or_no(query, rules["VW-11.5"], referee.index) is None


def test_of_questions_that_no_rule_settles_half_are_told_apart_and_hardly_any_other(referee: Referee) -> None:
    found: Counter[bool] = Counter()
    asked: Counter[bool] = Counter()
    for id in games():
        game = load_corpus().games[id]
        for case in questions(id, "dev"):
            query = referee.retrieve(case.question, game=id, language=case.lang)
            unsettled = case.kind == "unsettled" and case.abstain
            if query.hits and case.kind != "foreign":
                asked[unsettled] += 1
                found[unsettled] += gap_asked_about(query, game, referee.index) is not None
    assert found[True] >= asked[True] / 2
    assert found[False] <= 0.02 * asked[False]
