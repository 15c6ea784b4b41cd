"""Counted pieces: a red or a green one is a troop to some and three to others."""

import pytest

from corpus import Language
from service.positions.pieces import pieces_counted

EITHER: list[tuple[Language, str, str, int, int]] = [
    ("en", "the city has two reds in it", "two reds", 2, 6),
    ("en", "one red piece in here with me", "one red piece", 1, 3),
    ("en", "2 green guys of mine", "2 green guys", 2, 6),
    ("en", "a green and a tan over there", "a green and a tan", 2, 4),
    ("it", "due pezzi verdi nostri", "due pezzi verdi", 2, 6),
    ("it", "solo noi, un verde", "un verde", 1, 3),
    ("it", "un rosso e 2 grigi", "un rosso e 2 grigi", 3, 5),
]


@pytest.mark.parametrize(("language", "question", "words", "least", "most"), EITHER)
def test_pieces_are_at_least_so_many_and_at_most_what_they_stand_for(
    language: Language, question: str, words: str, least: int, most: int
) -> None:
    (found,) = pieces_counted(question, language, "vwars")
    assert question[found.start : found.end] == words
    assert found.told == {"at_least": least, "at_most": most}


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "six reds in one city"),  # eighteen troops have no place there
        ("en", "three reds"),
        ("en", "two greys and a tan"),
        ("en", "2 red troops"),
        ("en", "a red 3 came up"),
        ("en", "two red cards"),
        ("it", "un 1 bianco e poi 2 e 4 rossi"),
        ("it", "due vampiri rossi"),
        ("it", "una carta rossa"),
    ],
)
def test_where_only_one_count_can_be_meant_it_stands(language: Language, question: str) -> None:
    assert pieces_counted(question, language, "vwars") == ()


def test_where_pieces_are_what_is_counted_a_number_is_a_number() -> None:
    assert pieces_counted("two reds", "en", "victory-honor") == ()
