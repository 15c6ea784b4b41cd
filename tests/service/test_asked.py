"""What a question that wants to know whether something is allowed is told."""

from typing import Any

import pytest

from service.positions.asked import answer_to, pruned
from service.positions.rulings import adjudicate
from service.schema import Ruling


@pytest.mark.parametrize(
    ("procedure", "state", "verdict", "allowed", "forbidden"),
    [
        ("vwars.set-up", {"players": 5}, "resolved", True, False),
        ("vwars.set-up", {"players": 6}, "illegal", False, True),
        ("vwars.turn-order", {"done": ["actions"], "wanted": "event"}, "legal", True, False),
        ("vwars.turn-order", {"done": ["event"], "wanted": "actions"}, "illegal", False, True),
        ("vwars.set-up", {}, "depends", "depends", "depends"),
    ],
)
def test_what_nothing_bars_is_allowed(
    procedure: str, state: dict[str, Any], verdict: str, allowed: object, forbidden: object
) -> None:
    ruling = adjudicate(procedure, state)
    assert ruling.verdict == verdict
    assert answer_to("legal", ruling.verdict, ruling.outcome) == allowed
    assert answer_to("illegal", ruling.verdict, ruling.outcome) == forbidden


def test_a_number_of_which_nothing_is_known_depends() -> None:
    ruling = adjudicate("doomtrooper.combat-values", {"tactic": "C"})
    assert ruling.verdict == "depends"
    assert answer_to("attacker.attack", ruling.verdict, ruling.outcome) == "depends"


def test_a_fact_that_changes_nothing_of_what_is_wanted_is_not_asked_for() -> None:
    """The trump is the colour that is left: what opened it changes what is told of the cubes, and not the trump."""
    told = {"before": {"left": "red", "right": "black"}, "position": "centre"}
    ruling = adjudicate("victory-honor.place-cubes", told, in_time=False)
    assert first_asked(ruling) == "opener"
    assert first_asked(pruned(ruling, None)) == "opener"
    assert first_asked(pruned(ruling, "trump")) == "colour"


def first_asked(ruling: Ruling) -> str:
    assert ruling.hangs_on is not None
    return ruling.hangs_on.field
