"""What comes of a question that can be read in several ways."""

import math
from dataclasses import replace

import pytest

from corpus import load_corpus
from service.answering.referee import Referee
from service.answering.results import results, ruled_on
from service.answering.similarity import Query
from service.positions.interpretation import Interpretation, interpretations
from service.positions.places import Fact

QUESTION = "can a public vampire enter a city under martial law?"
UNDER_LAW = Fact("martial_law", True, "under martial law")
FREE = Fact("martial_law", False, "under martial law")
GAME = load_corpus().games["vwars"]
PUBLIC = Fact("standing", "public-vampire", "a public vampire")
ADJACENT = Fact("destination", "adjacent", "enter a city")


@pytest.fixture
def query(referee: Referee) -> Query:
    return referee.retrieve(QUESTION, game="vwars", language="en")


@pytest.fixture
def read(referee: Referee) -> Interpretation:
    found = interpretations(referee.index, QUESTION, "vwars", "en")[0]
    assert found.procedure == "vwars.move"
    return found


def test_the_readings_come_with_the_likeliest_first_and_none_is_much_less_likely(referee: Referee) -> None:
    for question in (QUESTION, "does he get in?", "3 troops, 2 cards: who wins it?"):
        found = [one.share for one in interpretations(referee.index, question, "vwars", "en")]
        assert found == sorted(found, reverse=True)
        assert not found or found[-1] >= found[0] / 10


def test_readings_that_come_to_the_same_count_together(referee: Referee, query: Query, read: Interpretation) -> None:
    reads = [
        replace(read, facts=(PUBLIC, UNDER_LAW), wants=None, share=0.4),
        replace(read, facts=(PUBLIC, UNDER_LAW, ADJACENT), wants=None, share=0.3),
        replace(read, facts=(PUBLIC, FREE, ADJACENT), wants=None, share=0.3),
    ]
    found = {one.ruled.verdict: one.agreement for one in results(reads, query, GAME, referee.index)}
    assert found.keys() == {"illegal", "legal"}
    assert found["illegal"].result_lead == pytest.approx(math.log(0.7 / 0.3))
    assert found["legal"].result_lead == pytest.approx(math.log(0.3 / 0.7))


def test_the_likeliest_reading_speaks_for_those_that_come_to_the_same(
    referee: Referee, query: Query, read: Interpretation
) -> None:
    reads = [
        replace(read, facts=(PUBLIC, UNDER_LAW), share=0.6),
        replace(read, facts=(PUBLIC, UNDER_LAW, ADJACENT), share=0.4),
    ]
    (found,) = results(reads, query, GAME, referee.index)
    assert found.ruled.read.facts == (PUBLIC, UNDER_LAW)


def test_what_is_no_state_comes_to_nothing(referee: Referee, query: Query, read: Interpretation) -> None:
    wrong = replace(read, facts=(Fact("martial_law", "perhaps", "martial law"),), share=0.5)
    right = replace(read, facts=(PUBLIC, UNDER_LAW), share=0.5)
    assert ruled_on(wrong, query) is None
    (found,) = results([wrong, right], query, GAME, referee.index)
    assert found.ruled.read.facts == right.facts


def test_a_position_that_cannot_exist_comes_with_its_faults(referee: Referee) -> None:
    question = "there are 99 sympathy tokens on the track, have they won?"
    query = referee.retrieve(question, game="vwars", language="en")
    read = interpretations(referee.index, question, "vwars", "en")[0]
    fact = Fact("track.sympathy_tokens", 99, "99 sympathy tokens")
    impossible = replace(read, procedure="vwars.vampire-victory", facts=(fact,), share=1.0)
    (found,) = results([impossible], query, GAME, referee.index)
    assert found.ruled.verdict == "impossible"
    assert found.ruled.ruling is None
    assert found.ruled.impossible


def test_written_questions_with_the_same_answer_speak_for_a_ruling(referee: Referee, query: Query) -> None:
    reads = interpretations(referee.index, query.question, "vwars", "en")
    found = [one for one in results(reads, query, GAME, referee.index) if one.ruled.verdict in ("legal", "illegal")]
    assert found
    for one in found:
        assert (one.agreement.spoken_for < 0) == (one.ruled.verdict == "legal")
