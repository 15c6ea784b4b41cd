"""The order in which questions tell their facts."""

from index.marks import Tag, Told
from index.order import NONE, Order, counted
from index.tagging import Word
from index.tellings import tellings
from index.tokens import tokens

MINE: Tag = (Told("attacker.affiliation", '"templars"'),)
MINE_STANDS: Tag = (Told("attacker.area", '"outpost"'),)
HIS: Tag = (Told("defender.affiliation", '"mishima"'),)
HIS_STANDS: Tag = (Told("defender.area", '"outpost"'),)
NOTHING: Tag = ()
ORDER = counted([[MINE, MINE_STANDS, NOTHING, HIS, HIS, HIS_STANDS]] * 10)


def test_what_is_told_after_another_is_likelier_there_than_anywhere() -> None:
    assert (
        ORDER.weight("attacker.affiliation", "attacker.area")
        > 1
        > ORDER.weight("attacker.affiliation", "defender.area")
    )
    assert ORDER.weight(None, "attacker.affiliation") > 1 > ORDER.weight(None, "defender.affiliation")


def test_words_side_by_side_that_tell_the_same_tell_it_once() -> None:
    assert ORDER.weight("defender.affiliation", "defender.affiliation") < 1


def test_what_was_never_counted_is_as_likely_as_anywhere() -> None:
    assert ORDER.weight("attacker.affiliation", "occasion.own_turn") == 1
    assert ORDER.weight("occasion.own_turn", "attacker.area") == 1
    assert NONE.weight(None, "attacker.area") == 1
    assert counted([]).weight(None, "attacker.area") == 1


def test_of_two_facts_that_a_word_may_tell_it_tells_the_one_told_after_the_last() -> None:
    question = "templar outpost mishima"
    may_tell = {
        "templar": [(MINE, 1.0)],
        "outpost": [(HIS_STANDS, 0.5), (MINE_STANDS, 0.45)],
        "mishima": [(HIS, 1.0)],
    }
    read = [Word(token, may_tell[question[token.start : token.end]]) for token in tokens(question, "en")]
    assert places(question, read, NONE) == ["attacker.affiliation", "defender.area", "defender.affiliation"]
    assert places(question, read, ORDER) == ["attacker.affiliation", "attacker.area", "defender.affiliation"]


def places(question: str, read: list[Word], order: Order) -> list[str]:
    (best,) = tellings(question, read, order=order)
    return [place for mention in best.mentions for place, _ in mention.facts]
