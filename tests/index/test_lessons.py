"""What the reader is taught, and how it is told in other words."""

from random import Random

import pytest

from corpus import Conflict, Rule, load_corpus
from corpus.phrasebook import Mark, Phrase
from index.tuning.lessons import Lesson, Paraphraser, lessons


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
    asked = {(one.phrase.game, one.ask) for one in found if one.ask}
    for game in corpus.games.values():
        entries: tuple[Rule | Conflict, ...] = (*game.rules.values(), *game.conflicts.values())
        for entry in entries:
            assert {(game.id, f"{entry.id} {number}") for number in range(len(entry.asks["it"]))} <= asked
    held_out = [one for one in found if one.phrase.held_out]
    assert 0.1 < len(held_out) / len(found) < 0.2


def test_what_may_be_a_position_as_well_does_not_teach_what_decides_it() -> None:
    plain = [one for one in lessons(load_corpus()) if one.phrase.maybe_position]
    assert len(plain) > 1_000
    assert all(one.kind is None and one.answer and one.ask for one in plain)
