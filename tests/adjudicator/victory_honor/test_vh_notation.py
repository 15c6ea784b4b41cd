"""Records that cannot be read say where and why; records that break a rule stop there."""

from pathlib import Path

import pytest

from adjudicator import Trace
from adjudicator.victory_honor.records.games import replay
from adjudicator.victory_honor.records.notation import NotationError, parse

ROUND = (Path(__file__).parent / "records" / "partners.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("before", "after", "line", "wanted"),
    [
        ("Victory & Honor, partners", "Victory and Honor", 1, "a record opens with"),
        ("Victory & Honor, partners", "Victory & Honor, pairs", 1, "a record opens with"),
        ("Victory & Honor, partners", "Victory & Honor, partners, 0 points", 1, "a record opens with"),
        ("Round 1, west opens", "Round 2, west opens", 3, "round 1 comes here"),
        ("Round 1, west opens", "Round 1", 3, "a round opens with"),
        ("deal\n", "", 3, "`deal` and a line for each player follow"),
        ("  east: red 6 1, blue 7", "  west: red 6 1, blue 7", 6, "the line of east comes here"),
        ("  north: red G2 G1 7", "  north: red G4 G1 7", 5, "there is no 'red G4'"),
        ("red 7 centre", "red 7 left", 10, "two cards are laid left"),
        (", red 7 centre", "", 10, "a card for left, centre and right"),
        ("red 7 centre", "red centre", 10, "is no card with its position"),
        ("phase 1\n", "phase 2\n", 18, "12 cards come before it, and here there are 0"),
        ("  north right blue 4 ", "phase 1\n  north right blue 4 ", 20, "0 cards come before it, and here there are 1"),
        ("  west left red 4 ", "  west red 4 left ", 19, "a play is written"),
        ("  west left red 4 ", "  west left green 4 ", 19, "there is no 'green 4'"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(before, after, line, wanted):
    assert before in ROUND
    with pytest.raises(NotationError, match=wanted) as told:
        parse(ROUND.replace(before, after, 1))
    assert told.value.line == line


@pytest.mark.parametrize(
    "text", ["", "# only a remark", "Victory & Honor, solo\nRound 1, north opens\ndeal\n north: red 1"]
)
def test_a_record_that_breaks_off_is_no_record(text):
    with pytest.raises(NotationError):
        parse(text)


@pytest.mark.parametrize(
    ("before", "after", "play", "barred", "cited"),
    [
        # West may not play right, where north has just played.
        ("  west centre black 3", "  west right black 3", 2, ("VH-5.2",), "VH-5.2"),
        # South holds a black card and has to follow with it.
        ("  south centre black 1 ", "  south centre red 5 ", 4, ("VH-6.2",), "VH-6.2"),
        # East's scout has sent south to the centre.
        ("  south centre black 1 ", "  south left red 5 ", 4, ("VH-9.15",), "VH-9.15"),
        # Blue is opened on the right already.
        ("  west centre black 3", "  west centre blue 3", 2, ("VH-6.4",), "VH-6.4"),
        # It is north's turn, not south's.
        ("  north left red G2 ", "  south left red G3 ", 5, (), "VH-5.9"),
        # South fills up first.
        ("  south right blue G3", "  north centre black G1", 8, (), "VH-5.7"),
        # North holds no yellow 7.
        ("  north left red G2 ", "  north left yellow 7 ", 5, ("VH-5.1",), "VH-5.1"),
        # A 4 is no scout.
        ("  north right blue 4 ", "  north right blue 4 names left ", 1, ("VH-9.15",), "VH-9.15"),
        # South has won the centre and leads the third phase.
        ("  south left yellow 4 ", "  west left yellow 6 ", 24, (), "VH-6.11"),
    ],
)
def test_an_illegal_play_stops_the_record(before, after, play, barred, cited):
    assert before in ROUND
    found = replay(parse(ROUND.replace(before, after, 1)), Trace())
    assert found.stop
    assert (found.stop.play, found.stop.barred_by) == (play, barred)
    assert cited in {step.rule for step in found.ruling.steps}
    assert found.stop.instead.seat


def test_a_pass_of_cards_one_does_not_hold_stops_the_record():
    found = replay(parse(ROUND.replace("black 5 left, red 7 centre", "red 6 left, red 7 centre")), Trace())
    assert found.stop
    assert found.stop.barred_by == ("VH-4.2",)


def test_a_play_after_the_round_stops_the_record():
    found = replay(parse(ROUND + "  north left blue G2\n"), Trace())
    assert found.stop
    assert found.stop.barred_by == ("VH-1.1",)


def test_rounds_are_opened_in_turn():
    second = ROUND.partition("\n\n")[2].replace("Round 1, west", "Round 2, west")
    found = replay(parse(ROUND + second), Trace())
    assert found.stop
    assert len(found.scores) == 1
    assert {step.rule for step in found.ruling.steps} == {"VH-3.7"}


def test_a_record_may_end_in_the_middle():
    found = replay(parse(ROUND.partition("phase 2")[0]), Trace())
    assert found.stop is None
    assert found.goes_on
    assert found.goes_on.turn == 0


def test_no_round_begins_before_the_last_one_is_over():
    started = ROUND.partition("phase 2")[0]
    second = ROUND.partition("\n\n")[2].replace("Round 1, west", "Round 2, north")
    found = replay(parse(started + second), Trace())
    assert found.stop
    assert (found.stop.play, found.stop.barred_by, found.stop.instead.seat) == (12, ("VH-1.1",), "north")
    assert {step.rule for step in found.ruling.steps} == {"VH-6.8"}


@pytest.mark.parametrize(("target", "barred"), [(47, ("VH-12.3",)), (48, ())])
def test_nothing_is_played_once_the_target_is_reached(target, barred):
    """North and south make 16 + 31 in the first round; one point more, and what stops the second is who opens it."""
    second = ROUND.partition("\n\n")[2].replace("Round 1, west", "Round 2, west")
    text = (ROUND + second).replace("Victory & Honor, partners", f"Victory & Honor, partners, {target} points", 1)
    found = replay(parse(text), Trace())
    assert found.stop
    assert (len(found.scores), found.stop.play, found.stop.barred_by) == (1, 0, barred)
