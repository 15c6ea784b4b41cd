"""Which words of a marked sentence tell what: a mark is taken apart as far as its words show it."""

import re
from dataclasses import replace

import pytest

from corpus import Language
from corpus.phrasebook import Mark, Phrase
from index.marks import COPY, Told, tags_of
from index.tokens import GAP, tokens


def told(text: str, words: str, language: Language = "en", **facts: object) -> dict[str, list[tuple[str, str]]]:
    """Each word of the mark, with what it tells; the facts by their places, `__` for a dot."""
    mark = Mark(
        start=text.index(words), words=words, facts={at.replace("__", "."): value for at, value in facts.items()}
    )
    return told_by(text, language, mark)


def told_by(text: str, language: Language, *marks: Mark) -> dict[str, list[tuple[str, str]]]:
    phrase = Phrase(
        game="harbour", rule="HB-1.1", language=language, text=text, marks=marks, procedure="harbour.dock", given={},
        wants=None, answer=True, ask=None, held_out=False,
    )  # fmt: skip
    read = tokens(text, language)
    tags = zip(read, tags_of(phrase, read), strict=True)
    return {text[token.start : token.end]: [tuple(one) for one in tag] for token, tag in tags if tag}


def test_every_word_of_a_mark_tells_its_fact() -> None:
    assert told("it is foggy, may I", "it is foggy", fog=True) == {
        word: [("fog", "true")] for word in ("it", "is", "foggy")
    }


def test_of_several_values_each_number_tells_its_own() -> None:
    assert told("with C 5 A 3 he", "C 5 A 3", values={"C": 5, "A": 3}) == {
        "C": [("values.C", GAP)], "5": [("values.C", GAP)], "A": [("values.A", GAP)], "3": [("values.A", GAP)],
    }  # fmt: skip


def test_a_value_may_be_glued_to_its_letter_and_stand_before_it() -> None:
    assert told("con C5 A3", "C5 A3", "it", values={"C": 5, "A": 3})["3"] == [("values.A", GAP)]
    assert told("ha 3 di A e 5 di C", "3 di A e 5 di C", "it", values={"C": 5, "A": 3})["5"] == [("values.C", GAP)]


def test_equal_values_in_another_order_are_not_guessed() -> None:
    (tag,) = {tuple(one) for one in told("he has A C five S 5 5", "five S 5", values={"S": 5, "C": 5, "A": 5}).values()}
    assert tag == (("values", '{"S": 5, "C": 5, "A": 5}'),)


def test_counted_entries_are_told_by_what_is_counted_and_how_many() -> None:
    cargo = ["rum", "rum", "salt"]
    assert told("due rum e un sale", "due rum e un sale", "it", cargo=cargo) == {
        "due": [("cargo[#]", '"rum"')], "rum": [("cargo[#]", '"rum"')], "un": [("cargo[]", '"salt"')],
        "sale": [("cargo[]", '"salt"')],
    }  # fmt: skip


def test_what_is_told_of_several_entries_is_counted() -> None:
    mark = Mark(start=0, words="two attacks", facts={"plan[0].kind": "attack", "plan[1].kind": "attack"})
    assert told_by("two attacks", "en", mark)["attacks"] == [("plan[#].kind", '"attack"')]
    assert told_by("all attacks", "en", replace(mark, words="all attacks"))["all"] == [("plan[2].kind", '"attack"')]


def test_a_number_that_does_not_fit_the_list_leaves_it_whole() -> None:
    found = told("three rum and a salt", "three rum and a salt", cargo=["rum", "rum", "salt"])
    assert {place for tag in found.values() for place, _ in tag} == {"cargo"}


@pytest.mark.parametrize(
    ("words", "cargo", "entries"),
    [
        ("rum rum salt", ["rum", "rum", "salt"], True),
        ("spirits spirits grains", ["rum", "rum", "salt"], True),
        ("both sides", ["rum", "salt"], False),
        ("all the goods", ["rum", "salt", "tea"], False),
    ],
)
def test_words_in_a_row_are_entries_only_where_they_show_it(words: str, cargo: list[str], entries: bool) -> None:
    places = {place for tag in told(f"with {words} on board", words, cargo=cargo).values() for place, _ in tag}
    assert places == ({"cargo[]"} if entries else {"cargo"})


def test_a_name_is_told_by_its_own_words_and_is_any_other() -> None:
    found = told("the captain Ada waits", "the captain Ada", guest__name="Ada", guest__rank="captain")
    assert found["Ada"] == [("guest.name", f'"{COPY}"')]
    assert found["captain"] == [("guest.rank", '"captain"')]


def test_a_name_that_is_all_there_is_tells_the_rest_too() -> None:
    assert told("so Ada waits", "Ada", guest__name="Ada", guest__rank="captain") == {
        "Ada": [("guest.name", f'"{COPY}"'), ("guest.rank", '"captain"')]
    }


def test_a_name_is_not_found_inside_another_word() -> None:
    assert told("on the road she waits", "on the road", guest__name="Roa")["road"] == [("guest.name", '"Roa"')]


@pytest.mark.parametrize(
    ("tells", "number", "words", "facts"),
    [
        (Told("ships", GAP), 3, "three ships", [("ships", 3)]),
        (Told("cargo[#]", '"rum"'), 2, "two rum", [("cargo[]", "rum")] * 2),
        (Told("cargo[]", '"rum"'), None, "a rum", [("cargo[]", "rum")]),
        (Told("plan[2].kind", '"sail"'), 7, "all 7", [("plan[].kind", "sail")] * 2),
        (Told("plan[#].kind", '"sail"'), 3, "3 times", [("plan[].kind", "sail")] * 3),
        (Told("card", '"red #"'), 4, "4", [("card", "red 4")]),
        (Told("name", f'"{COPY}"'), None, "Ada Lane", [("name", "Ada Lane")]),
    ],
)
def test_what_a_tag_tells_with_its_words(
    tells: Told, number: int | None, words: str, facts: list[tuple[str, object]]
) -> None:
    assert list(tells.facts(number, words)) == facts


def test_marks_of_speech_and_little_words_between_entries_tell_nothing() -> None:
    found = told("rum, salt and tea", "rum, salt and tea", cargo=["rum", "salt", "tea"])
    assert list(found) == re.findall("rum|salt|tea", "rum salt tea")
