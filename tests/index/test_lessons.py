"""What the reader is taught, and how it is told in other words."""

from dataclasses import replace
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


def test_a_lesson_is_told_beside_other_facts_of_its_procedure_and_its_answer_is_then_not_taught() -> None:
    storm = "no wind at all, the crew is drunk, may I leave with two ships"
    taught = [*TAUGHT, lesson(storm, mark(storm, "no wind at all", wind=0), mark(storm, "two ships", ships=2))]
    paraphraser = Paraphraser.of(taught, Random(7))
    told = [paraphraser.retold(TAUGHT[0]) for _ in range(200)]
    longer = [one for one in told if any("wind" in each.facts for each in one.phrase.marks)]
    assert 20 < len(longer) < 60
    for one in longer:
        assert one.answer is None
        assert [place for each in one.phrase.marks for place in each.facts].count("ships") == 1
        assert all(one.phrase.text[each.start :].startswith(each.words) for each in one.phrase.marks)


def test_talk_of_another_procedure_tells_nothing() -> None:
    boat = "one mast, the crew is drunk, sell her?"
    sale = lesson(boat, mark(boat, "one mast", masts=1))
    sale = replace(sale, phrase=replace(sale.phrase, procedure="harbour.sell"))
    paraphraser = Paraphraser.of([*TAUGHT, sale], Random(7))
    told = [paraphraser.retold(TAUGHT[0]).phrase for _ in range(200)]
    talking = [one for one in told if "the crew is drunk" in one.text]
    assert 20 < len(talking) < 60
    assert all(len(one.marks) == 2 for one in talking)
    assert len({one.text.index("the crew is drunk") == 0 for one in talking}) == 2


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
