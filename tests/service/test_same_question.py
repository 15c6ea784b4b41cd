"""Questions in words that nobody wrote down get the answer that somebody wrote to the same question."""

from dataclasses import replace

import pytest

from corpus import load_corpus
from corpus.phrasebook import Phrase, load_phrasebook
from service.answering.referee import Referee, open_referee
from service.answering.wording import ruling_word
from service.settings import settings

ONE_IN = 12
"""Of what is held out of the phrasebook and no engine decides."""
LEAST_GIVEN, LEAST_RIGHT = 0.45, 0.85


@pytest.fixture(scope="module")
def referee() -> Referee:
    opened = open_referee(replace(settings(), llm="none"))
    opened.index.phrases = opened.index.phrases.without_held_out()
    return opened


def held_out() -> list[Phrase]:
    phrases = [phrase for game in load_corpus().games for phrase in load_phrasebook(game)]
    return [phrase for phrase in phrases if phrase.held_out and phrase.ask is not None][::ONE_IN]


def test_most_get_it_and_it_is_the_right_one(referee: Referee) -> None:
    given, right = 0, 0
    phrases = held_out()
    for phrase in phrases:
        rule = load_corpus().games[phrase.game].rules[phrase.rule]
        assert phrase.ask is not None
        wanted = ruling_word(rule.asks[phrase.language][phrase.ask].a, phrase.language)
        query = referee.retrieve(phrase.text, game=phrase.game, language=phrase.language)
        reply = referee.reply(query)
        if reply.way == "written":
            given += 1
            right += reply.verdict == wanted
    assert given >= LEAST_GIVEN * len(phrases)
    assert right >= LEAST_RIGHT * given


@pytest.mark.parametrize(
    ("question", "rule", "verdict"),
    [
        ("fermi tutti posso dare un'occhiata alla pila degli scarti dell'altro?", "DT-2.11", "no"),
        ("do i have to use up all four actions or can i stop at two", "VW-6.1", "no"),
    ],
)
def test_the_ruling_comes_first_with_its_rule(referee: Referee, question: str, rule: str, verdict: str) -> None:
    answer = referee.ask(question)
    assert answer.verdict == verdict
    assert rule in [citation.rule for citation in answer.citations]
    assert rule in answer.sentences[0].cites
