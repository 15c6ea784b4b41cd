"""Who says which seat is theirs is not taken for the one that "I" stands for in other questions."""

import pytest

from corpus import Language
from service.positions.places import Fact
from service.positions.seats import seated

NEXT, TURN = "victory-honor.next-player", "victory-honor.end-of-regular-order"


def read(question: str, procedure: str, language: Language, **told: tuple[str, object]) -> dict[str, object]:
    """What is told where, of facts that are each read from these words: `own_gap=("empty.north[0]", "left")`."""
    facts = [Fact(place, value, words, question.index(words)) for words, (place, value) in told.items()]
    return {fact.place: fact.value for fact in seated(facts, procedure, question, language)}


def test_all_seats_in_their_order_say_how_the_players_sit_and_whose_turn_it_is_is_said_beside() -> None:
    question = "sit north, east, south and west, im south, my card goes right, who is next"
    assert read(question, NEXT, "en", east=("seat", "east"), right=("position", "right")) == {
        "position": "right",
        "seat": "south",
    }


def test_without_a_seat_of_ones_own_none_is_put_in_place_of_those_in_their_order() -> None:
    assert read("nord est sud ovest, chi gioca dopo", NEXT, "it", est=("seat", "east")) == {}


@pytest.mark.parametrize(
    ("question", "language", "mine"),
    [("im south, my last gap is on the left", "en", "my"), ("io ke sono sud, mi manca la sinistra", "it", "mi")],
)
def test_what_is_mine_lies_at_the_seat_that_is_said_to_be_mine(question: str, language: Language, mine: str) -> None:
    told = read(question, TURN, language, **{mine: ("empty.north[0]", "left")})
    assert told == {"empty.south[0]": "left", "seat": "south"}


def test_what_a_seat_by_its_name_is_told_of_stays_there() -> None:
    told = read("im south, north is full", TURN, "en", **{"north is full": ("empty.north", [])})
    assert told == {"empty.north": [], "seat": "south"}


def test_what_is_told_of_the_own_seat_goes_before_what_was_taken_for_mine() -> None:
    question = "im south, only the right is left, thats my gap"
    told = read(question, TURN, "en", right=("empty.south[0]", "right"), my=("empty.north[0]", "left"))
    assert told == {"empty.south[0]": "right", "seat": "south"}


def test_words_that_name_one_seat_tell_nothing_of_another() -> None:
    told = read(
        "im east and west is full", TURN, "en", **{"west is full": ("empty.north", []), "im east": ("seat", "east")}
    )
    assert told == {"seat": "east"}


@pytest.mark.parametrize("question", ["is my gap the last one", "north is full, is my gap the last one"])
def test_who_does_not_say_where_they_sit_is_taken_as_before(question: str) -> None:
    assert read(question, TURN, "en", my=("empty.north[0]", "left")) == {"empty.north[0]": "left"}


def test_a_game_without_seats_has_none_to_turn() -> None:
    question = "im south of the castle, my heart is at 4"
    assert read(question, "village-attacks.heart-damage", "en", my=("heart", 4)) == {"heart": 4}
