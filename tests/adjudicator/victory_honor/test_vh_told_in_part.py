"""Turns of which a player tells some boards: the others count only where a rule looks at them."""

from typing import Any

import pytest

from adjudicator.partial import InPart, rule_in_part
from adjudicator.verdicts import Settled, common_outcome, is_allowed
from adjudicator.victory_honor.cards import POSITIONS
from adjudicator.victory_honor.play.boards import (
    Boards,
    are_full,
    empty_positions,
    is_bare,
    is_full,
    lies,
    lies_in,
    with_card,
    without_card,
)
from service.positions.partial_states import read_part
from service.positions.rulings import adjudicate, find


def rule(procedure: str, state: dict[str, Any], about: str | None = None) -> InPart:
    found = find(f"victory-honor.{procedure}").procedure
    return rule_in_part(found.about(about) if about else found, read_part(found.state, state, ()))


def settled(procedure: str, state: dict[str, Any], about: str) -> Any:
    found = rule(procedure, state, about).result
    assert isinstance(found, Settled)
    return found.outcome[about]


def test_boards_looked_at_one_by_one_are_what_their_number_says() -> None:
    for covered in range(0, 1 << 12, 7):
        seats = [[p for p in range(3) if not covered >> 3 * seat + p & 1] for seat in range(4)]
        boards = Boards(tuple(tuple(POSITIONS[p] for p in empty) for empty in seats))
        for place in range(12):
            for one, other in ((covered, boards), (with_card(covered, place), with_card(boards, place))):
                assert lies(one, place) is lies(other, place)
            laid, taken = with_card(boards, place), without_card(boards, place)
            for changed, number in ((laid, covered | 1 << place), (taken, covered & ~(1 << place)), (boards, covered)):
                for seat in range(4):
                    assert empty_positions(changed, seat) == empty_positions(number, seat)
                    assert is_full(changed, seat) is is_full(number, seat)
                    assert is_bare(changed, seat) is is_bare(number, seat)
                    assert are_full(changed, seat) is are_full(number, seat)
                assert all(lies_in(changed, position) is lies_in(number, position) for position in range(3))


def test_the_last_gap_towards_a_full_board_ends_the_regular_order_whatever_lies_elsewhere() -> None:
    """South's left flank points to west: VH-5.5, 5.6."""
    assert settled("end-of-regular-order", {"seat": "south", "empty": {"south": ["left"], "west": []}}, "ended") is True
    still = {"seat": "south", "empty": {"south": ["left"], "west": ["centre"]}}
    assert settled("end-of-regular-order", still, "ended") is False


def test_two_gaps_of_which_one_leads_on_do_not_end_it() -> None:
    """Unless the ban falls on that one: the place of the last card is told."""
    gaps = {"south": ["left", "right"], "west": [], "east": ["centre"]}
    for previous, ended in (("left", False), ("centre", False), ("right", True)):
        told = {"seat": "south", "empty": gaps, "previous": previous}
        assert settled("end-of-regular-order", told, "ended") is ended


def test_who_fills_is_asked_for_where_only_that_is_open() -> None:
    found = rule("end-of-regular-order", {"seat": "south", "empty": {"south": ["left"], "west": []}})
    assert not isinstance(found.result, Settled)
    assert common_outcome(found.searched)["ended"] is True


@pytest.mark.parametrize(
    ("hand", "ways"),
    [
        (["blue 2", "black 6"], {"open": ["black 6"]}),  # VH-6.3, 6.4
        (["blue 2", "red 6"], {"opening-sacrifice": ["red 6", "blue 2"]}),  # VH-7.6
    ],
)
def test_what_may_be_played_in_the_only_gap_hangs_on_no_other_board(hand: list[str], ways: dict[str, Any]) -> None:
    opened = {"left": "red", "centre": None, "right": "blue"}
    told = {"seat": "north", "empty": {"north": ["centre"]}, "opened": opened, "hand": hand}
    found = settled("legal-plays", told, "centre")
    assert {way: sorted(cards) for way, cards in found.items()} == {way: sorted(cards) for way, cards in ways.items()}


def test_a_scout_may_name_an_empty_position_that_leads_on_whatever_else_is_empty() -> None:
    """East's centre points to west: VH-9.15, 9.16."""
    told = {"mode": "solo", "seat": "north", "position": "left", "face": "up", "names": "centre"}
    leads_on = rule("scout-order", {**told, "empty": {"east": ["centre", "right"], "west": ["centre"]}})
    assert is_allowed(leads_on.searched) is True
    assert common_outcome(leads_on.searched) == {"target": "east", "compels": True}
    covered = rule("scout-order", {**told, "empty": {"east": ["right"]}})
    assert is_allowed(covered.searched) is False


def test_who_has_one_gap_means_no_other() -> None:
    """They follow there, so it is legal: whom the card calls on, and what is trump, is another matter."""
    turn = {"seat": "south", "empty": {"south": ["right"]}, "opened": {"right": "black"}}
    cards = ["black 2", "black 6"]
    ruling = adjudicate("victory-honor.play-card", {"turn": {**turn, "hand": cards}, "card": "black 2"}, in_time=False)
    assert ruling.allowed is True
    assert "position" not in (ruling.hangs_on.field if ruling.hangs_on else "")
    other = adjudicate(
        "victory-honor.play-card", {"turn": {**turn, "hand": cards}, "card": "black 2", "position": "left"}
    )
    assert other.verdict == "illegal"
