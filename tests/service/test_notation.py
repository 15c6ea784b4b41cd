"""Letters for values, "S 5", are read as the final values of a fight where they alone are told."""

import pytest

from corpus import Language
from service.answering.referee import Referee
from service.positions.notation import spelt_out
from service.positions.places import Fact


@pytest.mark.parametrize(
    ("question", "language", "text"),
    [
        ("i shoot with S 6, he has A 5", "en", "i shoot with attack 6, he has armour 5"),
        ("lo attacco con C 5, ha A 5", "it", "lo attacco con attacco 5, ha armatura 5"),
        ("my S6 on his A=3", "en", "my attack 6 on his armour 3"),
        ("a 5 e un 6", "it", None),
        ("my guy is C 5 S 2 A 3", "en", None),
        ("S 5, rifle plus 3 S and a sword plus 2 C", "en", None),
        ("S 4 +2 against A 5", "en", None),
    ],
)
def test_letters_are_spelt_out_unless_they_are_read_off_a_card(
    question: str, language: Language, text: str | None
) -> None:
    spelt = spelt_out(question, "doomtrooper", language)
    assert (spelt.text if spelt else None) == text


def test_no_other_game_has_letters() -> None:
    assert spelt_out("A 5", "vwars", "en") is None


def test_a_fact_keeps_the_words_of_the_question() -> None:
    question = "i shoot with S 6, he has A 5"
    spelt = spelt_out(question, "doomtrooper", "en")
    assert spelt is not None
    words = ("attack 6", "armour 5", "5", "he")
    facts = [Fact("x", 0, each, spelt.text.index(each)) for each in words]
    said = spelt.as_said([*facts, Fact("x", 0, "")])
    assert [fact.words for fact in said] == ["S 6", "A 5", "5", "he", ""]
    assert all(question[fact.start : fact.start + len(fact.words)] == fact.words for fact in said if fact.words)


@pytest.mark.parametrize(
    ("question", "language", "verdict"),
    [
        ("i shoot with S 8, he has A 7, is he hit", "en", "yes"),
        ("my guy has S 5, his A is 6, does he die", "en", "no"),
        ("lo attacco con C 5, ha A 5 ed è già ferito, muore?", "it", "yes"),
        ("lo attacco con C 4, ha A 5 ed è già ferito, muore?", "it", "no"),
    ],
)
def test_a_blow_told_by_letters_is_ruled_on(referee: Referee, question: str, language: Language, verdict: str) -> None:
    answer = referee.ask(question, game="doomtrooper", language=language)
    assert answer.ruling is not None
    assert answer.ruling.procedure == "doomtrooper.combat-resolution"
    assert answer.verdict == verdict
    assert all(fact.words in question for fact in answer.understood)
