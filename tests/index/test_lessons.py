"""What the reader is taught, and how it is told in other words."""

from random import Random

import pytest
import torch

from corpus import Conflict, Rule, load_corpus
from corpus.phrasebook import Mark, Phrase
from index.answers import ruled
from index.tuning.lessons import Lesson, Paraphraser, lessons
from index.tuning.network import IGNORED, one_of


def lesson(text: str, *marks: Mark, answer: str | None = "yes") -> Lesson:
    phrase = Phrase(
        game="harbour", rule="HB-1.1", language="en", text=text, marks=marks, procedure="harbour.dock", given={},
        wants=None, answer=True, ask=None, held_out=False,
    )  # fmt: skip
    return Lesson(phrase, "harbour.dock", answer)  # type: ignore[arg-type]


def mark(text: str, words: str, **facts: object) -> Mark:
    return Mark(start=text.index(words), words=words, facts=facts)


FOG = "the fog is thick, may I dock with three ships"
CLEAR = "clear sky, may five boats come in"
SOUP = "thick as soup out there and two ships at the quay"
TAUGHT = [
    lesson(FOG, mark(FOG, "the fog is thick", fog=True), mark(FOG, "three ships", ships=3)),
    lesson(CLEAR, mark(CLEAR, "clear sky", fog=False), mark(CLEAR, "five boats", ships=5)),
    lesson(SOUP, mark(SOUP, "thick as soup", fog=True), mark(SOUP, "two ships", ships=2)),
]


@pytest.fixture
def retold() -> list[tuple[Lesson, Lesson]]:
    paraphraser = Paraphraser.of(TAUGHT, Random(7))
    return [(one, paraphraser.retold(one)) for one in TAUGHT * 200]


def test_a_retold_lesson_has_its_marks_on_its_own_words(retold: list[tuple[Lesson, Lesson]]) -> None:
    for _, told in retold:
        for one in told.phrase.marks:
            assert told.phrase.text[one.start : one.start + len(one.words)] == one.words


def test_words_are_exchanged_for_others_that_tell_the_same(retold: list[tuple[Lesson, Lesson]]) -> None:
    for before, told in retold:
        assert told.phrase.marks[0].facts == before.phrase.marks[0].facts
    assert any(told.phrase.text.startswith("thick as soup, may I dock") for _, told in retold)
    assert not any("clear sky" in told.phrase.text for before, told in retold if before is TAUGHT[0])


def test_a_number_is_told_as_another_and_the_answer_is_then_not_taught(retold: list[tuple[Lesson, Lesson]]) -> None:
    numbers = {told.phrase.marks[1].facts["ships"] for _, told in retold}
    assert len(numbers) > 5
    for before, told in retold:
        same = told.phrase.marks[1].facts == before.phrase.marks[1].facts
        assert told.answer == ("yes" if same else None)


def test_every_question_of_every_rule_and_conflict_is_a_lesson_and_what_is_held_out_is_marked() -> None:
    corpus = load_corpus()
    found = lessons(corpus)
    asked = {(one.phrase.game, ask) for one in found for ask in one.asks}
    for game in corpus.games.values():
        entries: tuple[Rule | Conflict, ...] = (*game.rules.values(), *game.conflicts.values())
        for entry in entries:
            assert {(game.id, f"{entry.id} {number}") for number in range(len(entry.asks["it"]))} <= asked
    held_out = [one for one in found if one.phrase.held_out]
    assert 0.1 < len(held_out) / len(found) < 0.2


def test_what_may_be_a_position_as_well_does_not_teach_what_decides_it() -> None:
    plain = [one for one in lessons(load_corpus()) if one.phrase.maybe_position]
    assert len(plain) > 1_000
    assert all(one.kind is None and one.answer and one.asks for one in plain)


def test_what_an_engine_decides_is_like_the_questions_to_which_its_rule_says_the_same() -> None:
    corpus = load_corpus()
    decided = [one for one in lessons(corpus) if one.phrase.procedure and one.answer in ("yes", "no") and one.asks]
    assert len(decided) > 5_000
    for one in decided:
        for ask in one.asks:
            rule, number = ask.split()
            assert rule == one.phrase.rule
            assert (
                ruled(corpus.games[one.phrase.game].rules[rule].asks[one.phrase.language][int(number)].a) == one.answer
            )


def test_of_several_right_questions_any_will_do() -> None:
    logits = torch.log(torch.tensor([[0.5, 0.3, 0.2], [0.1, 0.1, 0.8], [0.2, 0.2, 0.6]]))
    rows = torch.tensor([[0, IGNORED], [0, 1], [IGNORED, IGNORED]])
    assert one_of(logits, rows).exp().item() == pytest.approx((1 / 0.5 * 1 / 0.2) ** 0.5)
