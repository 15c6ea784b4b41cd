"""Rounds followed by hand: the remarks of a record say what each battle comes to, and why."""

import re
from pathlib import Path

import pytest

from adjudicator import Trace
from adjudicator.victory_honor.cards import POSITIONS, SEATS, cards_in
from adjudicator.victory_honor.records.notation import parse, write, write_hand
from adjudicator.victory_honor.records.record import dealt, played_through, scores_of

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


def expectations(text):
    """The lines a person has worked out: `#= ...`."""
    return re.findall(r"^#= (.+)$", text, flags=re.MULTILINE)


def told(end):
    """The end of a phase in the words of the remarks."""
    won = zip(POSITIONS, (end.left, end.centre, end.right), strict=True)
    yield ", ".join(f"{position} {SEATS[battle.winner]} {battle.by}" for position, battle in won)
    yield " | ".join(
        f"{seat} {write_hand(cards_in(mine)) or '-'}" for seat, mine in zip(SEATS, end.captured, strict=True)
    )


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_a_round_followed_by_hand(path):
    text = path.read_text(encoding="utf-8")
    (record,) = parse(text).rounds
    trace = Trace()
    played = played_through(dealt(record, trace), record.plays, trace)
    assert played.stop is None
    found = [line for end in played.ends for line in told(end)]
    points = ", ".join(f"{seat} {sum(spoils.values())}" for seat, spoils in scores_of(played.state, trace).items())
    assert [*found, f"points {points}"] == expectations(text)


def test_records_are_worked_out_to_the_end():
    assert len(RECORDS) >= 2
    for path in RECORDS:
        assert len(expectations(path.read_text(encoding="utf-8"))) == 7, path.name


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_what_is_written_reads_the_same(path):
    game = parse(path.read_text(encoding="utf-8"))
    again = parse(write(game))
    assert (again.mode, again.rounds, again.agreed) == (game.mode, game.rounds, game.agreed)
