"""Figures of several kinds told in one breath are as many, of the kinds that the words name."""

import pytest

from corpus import Language
from service.answering.referee import Referee


@pytest.mark.parametrize(
    ("question", "language", "kinds"),
    [
        ("a commoner and a hunter in the zone, do i have to attack the commoner?", "en", ["commoner", "hunter"]),
        ("un popolano e un eroe in zona, chi attacco prima?", "it", ["commoner", "hero"]),
        ("un cacciatore e un eroe nella zona, chi attacco?", "it", ["hunter", "hero"]),
    ],
)
def test_each_word_for_a_kind_is_one_figure(
    referee: Referee, question: str, language: Language, kinds: list[str]
) -> None:
    read = referee.ask(question, game="village-attacks", language=language).position
    assert read is not None
    assert read.procedure == "village-attacks.monster-target-priority"
    assert [one["kind"] for one in read.state["villagers"]] == kinds
    assert len({one["zone"] for one in read.state["villagers"]}) == 1


def test_a_kill_of_each_kind_counts(referee: Referee) -> None:
    answer = referee.ask("i killed a commoner and a hunter, xp?", game="village-attacks", language="en")
    assert answer.position is not None
    assert [one["kind"] for one in answer.position.state["kills"]] == ["commoner", "hunter"]


def test_commoners_come_first(referee: Referee) -> None:
    answer = referee.ask("a hero and a hunter in the zone, who do i attack?", game="village-attacks", language="en")
    assert answer.ruling is not None
    assert answer.answer.startswith("Hunter:")
