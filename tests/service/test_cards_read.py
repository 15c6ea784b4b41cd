"""Which cards a question has: each once, one's own, the one that is hit."""

from collections.abc import Mapping
from typing import Any

import pytest

from corpus import Language
from service.answering.referee import Referee
from service.positions.places import Fact
from service.positions.singled_out import singled_out
from service.positions.too_much import without_repeats, without_unsaid


def at(question: str, **cards: str) -> dict[str, Fact]:
    """The cards, by the words that tell them."""
    told = enumerate(cards.items())
    return {
        f"cards[{n}]": Fact(f"cards[{n}]", card, words.replace("_", " "), question.index(words.replace("_", " ")))
        for n, (words, card) in told
    }


@pytest.mark.parametrize(
    ("question", "language", "cards", "told"),
    [
        (
            "his yellow 7 against my one star",
            "en",
            {"yellow_7": "yellow 7", "one_star": "yellow G1"},
            {"mine": "yellow G1"},
        ),
        ("il mio nero 2 col suo nero 6", "it", {"nero_2": "black 2", "nero_6": "black 6"}, {"mine": "black 2"}),
        ("his blue 7 got bombarded, blue 3", "en", {"blue_7": "blue 7", "blue_3": "blue 3"}, {"bombarded": "blue 7"}),
        ("rosso 3 e rosso 5: è mia?", "it", {"rosso_3": "red 3", "rosso_5": "red 5"}, {}),
        ("my red 3, my red 5", "en", {"red_3": "red 3", "red_5": "red 5"}, {}),
        ("red 3, never bombarded", "en", {"red_3": "red 3"}, {}),
    ],
)
def test_words_beside_a_card_single_it_out(
    question: str, language: Language, cards: Mapping[str, str], told: Mapping[str, str]
) -> None:
    facts = at(question, **cards)
    found = singled_out(facts, "victory-honor.battle-winner", question, language)
    assert {fact.place: fact.value for fact in found} == told


def test_what_the_model_reads_is_not_singled_out_again() -> None:
    question = "my red 3 and red 5"
    facts = at(question, red_3="red 3", red_5="red 5") | {"mine": Fact("mine", "red 5", "red 5", 13)}
    assert list(singled_out(facts, "victory-honor.battle-winner", question, "en")) == []


def test_of_a_card_told_twice_the_one_with_a_number_stays_and_the_others_move_up() -> None:
    facts: list[tuple[str, Any, str]] = [
        ("cards[0].card", "red 3", "nord 3"),
        ("cards[1].card", "red 7", "chiude"),
        ("cards[1].seat", "west", "chiude"),
        ("cards[2].card", "red 7", "il 7"),
        ("cards[2].seat", "south", "il 7"),
    ]
    found = without_repeats(Fact(*fact) for fact in facts)
    assert [(fact.place, fact.value) for fact in found] == [
        ("cards[0].card", "red 3"),
        ("cards[1].card", "red 7"),
        ("cards[1].seat", "south"),
    ]


def test_dice_may_show_the_same_result_twice() -> None:
    facts = [Fact(f"results[{n}]", "ranged", "ranged") for n in range(3)]
    assert list(without_repeats(facts)) == facts


@pytest.mark.parametrize(
    ("question", "language", "mine"),
    [
        ("red is trump, he put red 2 on my black 2 star, do i lose it", "en", False),
        ("briscola nera, ho nero 2 contro giallo 3 stelle, vinco?", "it", True),
        ("il suo nero 3 stelle è bombardato, il mio nero 2 vince?", "it", True),
    ],
)
def test_whether_ones_own_card_wins_is_ruled_on(
    referee: Referee, question: str, language: Language, mine: bool
) -> None:
    answer = referee.ask(question, game="victory-honor", language=language)
    assert answer.ruling is not None
    assert answer.ruling.outcome["mine"] is mine


def test_points_are_counted_of_cards_told_by_their_stars(referee: Referee) -> None:
    question = "ho preso il tre stelle e il due stelle rossi piu il 7, il 5 e l 1 sempre rossi. quanto faccio"
    answer = referee.ask(question, game="victory-honor", language="it")
    assert answer.ruling is not None
    assert answer.ruling.outcome["points"] == 11


def test_how_a_card_lies_is_told_by_words_for_it_alone() -> None:
    facts = [
        Fact("cards[0].card", "yellow 5", "5 giallo"),
        Fact("cards[0].face", "down", "5 giallo"),
        Fact("cards[1].face", "down", "3 nero coperto"),
    ]
    found = without_unsaid(facts, "victory-honor", "it", "face", "seat")
    assert [fact.place for fact in found] == ["cards[0].card", "cards[1].face"]
    assert without_unsaid(facts, "vwars", "it", "face", "seat") == tuple(facts)


def test_a_seat_that_no_word_tells_can_be_left_out_alone() -> None:
    facts = [
        Fact("cards[0].face", "up", "5 rosso"),
        Fact("cards[0].seat", "south", "5 rosso"),
        Fact("cards[1].seat", "north", "io il 7"),
    ]
    found = without_unsaid(facts, "victory-honor", "it", "seat")
    assert [fact.place for fact in found] == ["cards[0].face", "cards[1].seat"]
