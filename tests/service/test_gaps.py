"""Questions that no rule settles are told from those that one does."""

from collections import Counter

from corpus import load_corpus
from evals.cases import games, questions
from service.answering.gaps import gap_asked_about
from service.answering.referee import Referee


def test_of_questions_that_no_rule_settles_most_are_told_apart_and_hardly_any_other(referee: Referee) -> None:
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
    assert found[True] >= 0.6 * asked[True]
    assert found[False] <= 0.02 * asked[False]


def test_where_what_is_told_fills_the_gap_the_rule_answers(referee: Referee) -> None:
    won = referee.ask("i won the centre, who starts the next phase", game="victory-honor")
    assert not won.abstained
    assert won.citations[0].rule == "VH-6.11"
    lost = referee.ask("nobody won the centre, who starts the next phase", game="victory-honor")
    assert lost.abstained
    assert "VH-C16" in lost.sentences[0].cites
