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
LEAST_GIVEN, LEAST_OF_THE_RULE, LEAST_RULED, LEAST_RULED_RIGHT = 0.55, 0.85, 0.2, 0.9


@pytest.fixture(scope="module")
def referee() -> Referee:
    opened = open_referee(replace(settings(), llm="none"))
    opened.index.phrases = opened.index.phrases.without_held_out()
    return opened


def held_out() -> list[Phrase]:
    phrases = [phrase for game in load_corpus().games for phrase in load_phrasebook(game)]
    plain = [phrase for phrase in phrases if phrase.held_out and phrase.ask is not None and "-C" not in phrase.rule]
    return plain[::ONE_IN]


def test_most_get_it_and_it_is_the_right_one(referee: Referee) -> None:
    phrases, given, of_the_rule, ruled, ruled_right = held_out(), 0, 0, 0, 0
    for phrase in phrases:
        rule = load_corpus().games[phrase.game].rules[phrase.rule]
        assert phrase.ask is not None
        wanted = ruling_word(rule.asks[phrase.language][phrase.ask].a, phrase.language)
        reply = referee.reply(referee.retrieve(phrase.text, game=phrase.game, language=phrase.language))
        if reply.way == "written":
            given += 1
            of_the_rule += reply.sentences[0].cites == [phrase.rule]
            ruled += reply.verdict in ("yes", "no")
            ruled_right += reply.verdict in ("yes", "no") and reply.verdict == wanted
    assert given >= LEAST_GIVEN * len(phrases)
    assert of_the_rule >= LEAST_OF_THE_RULE * given
    assert ruled > LEAST_RULED * len(phrases)
    assert ruled_right >= LEAST_RULED_RIGHT * ruled


def test_where_the_two_are_asked_the_other_way_round_the_answer_has_no_yes_or_no(referee: Referee) -> None:
    answer = referee.ask("am i free to stop after two actions", game="vwars")
    assert answer.verdict == "explained"
    assert answer.answer.startswith("You may leave actions unused.")


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
        ("raggiunto il valore a metà turno, salgo subito o a fine turno?", "village-attacks", None),
    ],
    ids=["turned-round", "not-turned-round", "opposite-word", "claim-judged", "one-thing-or-another"],
)
def test_no_yes_or_no_is_taken_from_a_question_that_has_the_opposite_one(
    referee: Referee, question: str, game: str, right: str | None
) -> None:
    assert referee.ask(question, game=game).verdict in {"explained", "value", right}
