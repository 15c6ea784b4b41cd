"""What a question cannot tell, by its own words; and what it tells as a whole, as those like it do."""

from typing import Any

import pytest

from corpus import Language
from corpus.phrasebook import Phrase
from service.positions.given import with_given
from service.positions.places import Fact
from service.positions.possible import guesses_rank, has_name_unsaid, is_possible, miscounts, unspoken


@pytest.mark.parametrize(
    ("fact", "unsaid"),
    [
        (Fact("villagers[0].zone", "yard", "nel cortile"), True),
        (Fact("villagers[0].zone", "cortile", "nel cortile"), False),
        (Fact("villagers[0].kind", "commoner", "un popolano"), False),
        (Fact("zones[0].neighbours", ["corridor"], "cucina"), True),
        (Fact("monsters[0].name", "monster 1", "quattro mostri"), False),
        (Fact("zones[0].name", "here", ""), False),
        (Fact("monster_type", "Cortilian", "cortile"), False),
    ],
)
def test_a_name_that_nobody_says_is_that_of_another_position(fact: Fact, unsaid: bool) -> None:
    question = "quattro mostri, un popolano nel cortile attiguo alla cucina: chi avanza?"
    assert has_name_unsaid([fact], "village-attacks.activation-order", question, "it") == unsaid


@pytest.mark.parametrize(
    ("words", "entries", "miscounted"),
    [
        ("four monsters", 3, True),
        ("four monsters", 4, False),
        ("tre mostri", 3, False),
        ("all the monsters", 3, False),
        ("a 5 and a 2", 2, False),
        ("four monsters", 1, False),
        ("4", 4, True),
    ],
)
def test_words_that_count_entries_are_read_as_so_many(words: str, entries: int, miscounted: bool) -> None:
    language: Language = "it" if words == "tre mostri" else "en"
    told = (Fact(f"monsters[{at}].zone", "map", words, 0) for at in range(entries))
    assert miscounts(told, words, language) == miscounted


@pytest.mark.parametrize(
    ("question", "miscounted"), [("2 melee and a magic", False), ("on 2, then", True), ("2 3 4", True), ("2", True)]
)
def test_a_mere_number_counts_what_stands_behind_it(question: str, miscounted: bool) -> None:
    start = question.index("2")
    told = (Fact(f"results[{at}]", "melee", "2", start) for at in range(2))
    assert miscounts(told, question, "en") == miscounted


def test_words_count_the_entries_of_each_list_apart() -> None:
    told = [Fact("lying[0]", "defence", "one die", 0), Fact("used[0]", "defence", "one die", 0)]
    assert not miscounts(told, "one die in the defence space", "en")


def test_a_number_that_is_told_of_each_entry_counts_none() -> None:
    said = "three of us every round me 10"
    assert not miscounts((Fact(f"rounds[{at}].north", 10, "me 10", 24) for at in range(3)), said, "en")
    assert miscounts((Fact(f"rounds[{at}].won", True, "me 10", 24) for at in range(3)), said, "en")


@pytest.mark.parametrize(
    ("words", "miscounted"), [("three yellow star", True), ("the three star yellow", False), ("three", False)]
)
def test_all_of_several_are_more_than_one(words: str, miscounted: bool) -> None:
    said = f"all {words} guys"
    assert miscounts([Fact("captured[0]", "yellow G3", words, 4)], said, "en") == miscounted
    assert not miscounts([Fact("captured[0]", "yellow G3", words, 4)], f"the {words} guys", "en")


@pytest.mark.parametrize(
    ("language", "question", "words", "cards", "guessed"),
    [
        ("en", "both red generals and the red 5", "red generals", ["G1", "G2"], True),
        ("en", "all three red generals and the red 5", "all three red generals", ["G1", "G2", "G3"], False),
        ("en", "the two star red general and the red 5", "the two star red general", ["G2"], False),
        ("en", "a red general and the red 5", "", [], True),
        ("en", "no red general, just the red 5", "", [], False),
        ("en", "just the red 5", "", [], False),
        ("it", "un generale rosso e il 5 rosso", "un generale rosso", ["G1"], True),
        ("it", "il generale rosso da due e il 5 rosso", "il generale rosso da due", ["G2"], False),
        ("it", "neanche un generale, solo il 5 rosso", "", [], False),
    ],
)
def test_which_general_it_is_is_told_by_its_stars(
    language: Language, question: str, words: str, cards: list[str], guessed: bool
) -> None:
    told = [Fact(f"captured[{at}]", f"red {card}", words, question.index(words)) for at, card in enumerate(cards)]
    five = Fact(f"captured[{len(cards)}]", "red 5", "5", question.index("5"))
    assert guesses_rank([*told, five], "victory-honor.score-player", question, language) == guessed


def test_the_same_words_said_twice_count_for_themselves() -> None:
    said = "a white 3, then white 3"
    assert not miscounts((Fact(f"cards[{at}]", "white 3", "white 3", at) for at in (2, 16)), said, "en")


@pytest.mark.parametrize(
    ("question", "language", "colours"),
    [
        ("a red 3 and two Black ones", "en", {"blue", "yellow"}),
        ("neri: 7, 4 e 2, e la gialla", "it", {"red", "blue"}),
        ("a 3 and a 4", "en", set()),
        ("n7 n4 e un rosso", "it", set()),
        ("la generosa con un 3", "it", set()),
    ],
)
def test_who_names_colours_has_no_others(question: str, language: Language, colours: set[str]) -> None:
    assert unspoken(question, language, "victory-honor") == colours


def test_where_values_are_told_in_any_words_none_is_unspoken() -> None:
    assert unspoken("a red 3", "en", "vwars") == frozenset()


@pytest.mark.parametrize(
    ("facts", "possible"),
    [
        ([Fact("reserve", "yellow 5", "the yellow 5")], True),
        ([Fact("reserve", "yellow G5", "the yellow 5")], False),
        ([Fact("captured[0]", "red 3", "a red 3"), Fact("captured[2]", "red 2", "a red 2")], False),
    ],
)
def test_what_no_state_can_hold_is_not_told(facts: list[Fact], possible: bool) -> None:
    assert is_possible(facts, "victory-honor.score-player", "a red 3, a red 2, the yellow 5", "en") == possible


def like(given: dict[str, Any]) -> tuple[Phrase, float]:
    phrase = Phrase(
        game="village-attacks", rule="VA-2.6", language="en", text="who goes first", marks=(), given=given, wants=None,
        procedure="village-attacks.activation-order", answer="explained", ask=None, held_out=False,
    )  # fmt: skip
    return phrase, 0.9


MAP = {
    "zones[0].name": "heart", "zones[0].distance": 0, "zones[1].name": "hall", "zones[1].neighbours": ["heart"],
    "zones[2].name": "gate", "zones[2].neighbours": ["hall"],
}  # fmt: skip


def test_the_map_that_such_questions_have_is_taken_where_this_one_names_none() -> None:
    told = {fact.place: fact.value for fact in with_given({}, [like(MAP)], None)}
    assert told == MAP


def test_of_a_map_that_the_question_names_itself_nothing_else_is_taken() -> None:
    crypt = Fact("zones[1].name", "crypt", "the crypt")
    told = {fact.place: fact.value for fact in with_given({crypt.place: crypt}, [like(MAP)], None)}
    assert told == {"zones[0].name": "heart", "zones[0].distance": 0, "zones[1].name": "crypt"}


def test_who_is_named_here_is_so_wherever_such_questions_name_him() -> None:
    lich = Fact("monsters[0].name", "Lich", "the Lich")
    given = with_given({lich.place: lich}, [like({"monsters[0].name": "me", "payer": "me", "costs": []})], None)
    assert {fact.place: fact.value for fact in given} == {"monsters[0].name": "Lich", "payer": "Lich", "costs": []}
