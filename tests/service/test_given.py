"""What a question tells as a whole: what most of the questions like it do, told of the entries that they tell."""

from collections.abc import Mapping
from typing import Any

from corpus.phrasebook import Mark, Phrase
from service.positions.given import lists_drawn, with_given
from service.positions.places import Fact

HEART = {"zones[0].name": "heart", "zones[0].distance": 0}
MAP = HEART | {"zones[1].name": "hall", "zones[1].distance": 1, "zones[2].name": "gate", "zones[2].distance": 2}


def phrase(given: Mapping[str, Any], *told: str, wants: str | None = None) -> Phrase:
    """A question that tells this as a whole, and in words the facts in these places."""
    marks = tuple(Mark(start=at, words="…", facts={place: "…"}) for at, place in enumerate(told))
    return Phrase(
        game="harbour", rule="HB-1.1", language="en", text="…", marks=marks, procedure="harbour.dock", given=given,
        wants=wants, answer=True, ask=None, held_out=False,
    )  # fmt: skip


def read(told: Mapping[str, Any], *alike: tuple[Phrase, float], wants: str | None = None) -> dict[str, Any]:
    facts = {place: Fact(place, value, "…", at) for at, (place, value) in enumerate(told.items())}
    return {fact.place: fact.value for fact in with_given(facts, alike, wants)}


def test_it_counts_how_likely_a_question_is_like_it_and_not_how_many_there_are() -> None:
    place, discard = phrase({"act": "place"}), phrase({"act": "discard"})
    assert read({}, (place, 0.7), (discard, 0.1), (discard, 0.1)) == {"act": "place"}
    assert read({}, (place, 0.4), (discard, 0.3), (discard, 0.3)) == {"act": "discard"}
    assert read({}, (place, 0.5), (discard, 0.5)) == {}


def test_questions_that_want_something_else_do_not_count() -> None:
    other = phrase({"act": "discard"}, wants="dice")
    assert read({}, (phrase({"act": "place"}), 0.1), (other, 0.9)) == {"act": "place"}


def test_what_words_tell_is_not_told_as_a_whole() -> None:
    assert read({"act": "discard"}, (phrase({"act": "place"}), 1.0)) == {"act": "discard"}


def test_who_is_not_named_has_the_name_of_those_whom_nobody_names() -> None:
    unnamed = phrase({"payer": "me", "monsters[0].name": "me"})
    named = phrase({}, "payer", "monsters[0].name")
    assert read({}, (unnamed, 0.4), (named, 0.6)) == {"payer": "me", "monsters[0].name": "me"}


def test_the_payer_is_who_is_named_here() -> None:
    unnamed = phrase({"payer": "me", "monsters[0].name": "me"})
    assert read({"monsters[0].name": "Ada"}, (unnamed, 1.0)) == {"monsters[0].name": "Ada", "payer": "Ada"}


def test_another_zone_than_the_one_that_is_given_is_not_that_one() -> None:
    alike = phrase(HEART, "zones[1].name", "zones[1].distance", "zones[2].name")
    told = {"zones[0].name": "crypt", "zones[0].distance": 4, "zones[1].name": "well"}
    assert read(told, (alike, 1.0)) == HEART | {
        "zones[1].name": "crypt", "zones[1].distance": 4, "zones[2].name": "well"
    }  # fmt: skip


def test_what_is_told_of_a_zone_that_nobody_names_is_told_of_the_usual_one() -> None:
    alike = phrase(MAP, "zones[1].trap.damage")
    other = phrase(MAP, "zones[2].trap.damage")
    assert read({"zones[0].trap.damage": 2}, (alike, 0.6), (other, 0.4)) == MAP | {"zones[1].trap.damage": 2}


def test_a_zone_that_is_named_as_one_that_is_given_is_that_one() -> None:
    told = {"zones[0].name": "gate", "zones[0].room": 3}
    assert read(told, (phrase(MAP, "zones[1].room"), 1.0))["zones[2].room"] == 3


def test_a_map_that_the_question_draws_is_not_the_usual_one() -> None:
    assert lists_drawn("heart, hall, gate in a row. who goes first", "village-attacks", "en") == {"zones"}
    assert lists_drawn("tre zone in fila: cuore, sala, cripta", "village-attacks", "it") == {"zones"}
    assert not lists_drawn("the hunter is two zones away, who goes first", "village-attacks", "en")
    told = {"zones[1].room": Fact("zones[1].room", 2, "holds two", 0)}
    alike = [(phrase(MAP | {"act": "place"}, "zones[1].room"), 1.0)]
    given = {fact.place: fact.value for fact in with_given(told, alike, None, {"zones"})}
    assert given == {"zones[1].room": 2, "act": "place"}


def test_a_list_is_told_as_a_whole_by_the_questions_of_which_words_tell_as_much() -> None:
    drawn, whole = phrase({"zones[0].name": "heart"}, "zones[1].name"), phrase(MAP)
    assert read({}, (drawn, 0.6), (whole, 0.4)) == MAP
    assert read({"zones[1].name": "well"}, (drawn, 0.4), (whole, 0.6)) == {
        "zones[0].name": "heart",
        "zones[1].name": "well",
    }
