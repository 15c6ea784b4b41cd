"""The smallest change that alters a result, on rules small enough to see through."""

from typing import Any

import pytest

from adjudicator import Json, Ruling, Step
from adjudicator.flips import Flip, flips


def ruled(verdict: Any = "resolved", **outcome: Json) -> Ruling:
    step = Step(rule="X-1.1", branch="any", facts={}, bars=verdict == "illegal")
    return Ruling(verdict=verdict, result=outcome, steps=(step,), rests_on=())


def told(found: tuple[Flip, ...]) -> list[tuple[str, Json, Json]]:
    return [(flip.field, flip.before, flip.after) for flip in found]


def strength(state: Json) -> Ruling | None:
    """A side wins with six or more."""
    assert isinstance(state, dict)
    troops = state["troops"]
    if not isinstance(troops, int) or troops < 0:
        return None
    return ruled(winner="vampire" if troops >= 6 else "human", margin=abs(6 - troops))


@pytest.mark.parametrize(
    ("troops", "expected"),
    [(6, [("troops", 6, 5)]), (5, [("troops", 5, 6)]), (0, [("troops", 0, 6)]), (26, []), (25, [("troops", 25, 5)])],
)
def test_the_nearest_change_up_to_the_reach(troops: int, expected: list[tuple[str, Json, Json]]) -> None:
    assert told(flips(strength, {"troops": troops})) == expected


def test_a_number_in_the_outcome_is_a_measure_and_no_result() -> None:
    assert flips(lambda state: ruled(left=state["n"], list=[state["n"]]), {"n": 3}) == ()


def test_all_flips_at_the_smallest_distance_and_none_farther() -> None:
    def more(state: Json) -> Ruling:
        assert isinstance(state, dict)
        a, b = state["a"], state["b"]
        assert isinstance(a, int)
        assert isinstance(b, int)
        return ruled(wins=a > b)

    assert told(flips(more, {"a": 3, "b": 3})) == [("a", 3, 4), ("b", 3, 2)]


def test_a_number_inside_a_text_moves_too_but_never_below_nothing() -> None:
    def counts(state: Json) -> Ruling:
        assert isinstance(state, dict)
        cards = state["cards"]
        assert isinstance(cards, list)
        total = sum(int(str(card).split()[1]) for card in cards)
        return ruled("legal" if total >= 4 else "illegal")

    found = flips(counts, {"cards": ["red 0", "white 3"]})
    assert told(found) == [("cards[0]", "red 0", "red 1"), ("cards[1]", "white 3", "white 4")]
    assert {flip.ruling.verdict for flip in found} == {"legal"}


def test_a_result_that_only_repeats_the_changed_text_is_the_same_result() -> None:
    def last(state: Json) -> Ruling:
        assert isinstance(state, dict)
        card = str(state["card"])
        return ruled(last_card=card, high=int(card.split()[1]) > 5)

    assert told(flips(last, {"card": "red 3"})) == [("card", "red 3", "red 6")]


def test_words_booleans_and_nothing_are_results_at_any_depth() -> None:
    def deep(state: Json) -> Ruling:
        assert isinstance(state, dict)
        n = state["n"]
        assert isinstance(n, int)
        return ruled(inner={"list": [{"open": True if n < 2 else None}]})

    assert told(flips(deep, {"n": 0})) == [("n", 0, 2)]


def test_yes_and_no_in_a_state_are_no_numbers() -> None:
    assert flips(lambda state: ruled(wins=state["law"]), {"law": True}) == ()


def test_a_malformed_or_impossible_state_is_no_flip() -> None:
    def at_least_three(state: Json) -> Ruling | None:
        assert isinstance(state, dict)
        n = state["n"]
        assert isinstance(n, int)
        return ruled(odd="yes" if n % 2 else "no") if 3 <= n <= 4 else None

    assert told(flips(at_least_three, {"n": 3})) == [("n", 3, 4)]
    assert flips(at_least_three, {"n": 9}) == ()


def test_the_state_is_left_as_it_was() -> None:
    state: Json = {"city": {"troops": [1, 2]}, "troops": 5}
    assert told(flips(strength, state)) == [("troops", 5, 6)]
    assert state == {"city": {"troops": [1, 2]}, "troops": 5}
