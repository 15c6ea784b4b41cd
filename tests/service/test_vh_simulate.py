"""Random games: the same seed gives the same games, nothing is lost on the way, and a game written down replays."""

from dataclasses import replace

import pytest

from adjudicator.victory_honor.records.notation import parse, write
from service.cli.replay import replay_record, score_sheet
from service.cli.replay import report as replay_report
from service.cli.simulate import ROUNDS, recorded_game, report, simulate


@pytest.mark.parametrize("mode", ["partners", "solo"])
def test_no_invariant_breaks(mode):
    done = simulate(20, 1, mode)
    assert done.broken == []
    assert (done.games, done.plays, done.phases) == (20, 20 * ROUNDS * 36, 20 * ROUNDS * 3)
    assert done.states == done.plays + done.phases
    assert all(0 <= value <= 99 for points in done.points for value in points)


def test_a_seed_gives_the_same_games():
    one, again, other = simulate(5, 7), simulate(5, 7), simulate(5, 8)
    assert one.points == again.points != other.points


def test_checking_changes_no_game():
    assert simulate(5, 7, checked=False).points == simulate(5, 7).points


def test_a_reading_is_counted_where_it_decides_and_changes_the_games():
    done = simulate(30, 3)
    assert done.decided["VH-C03"] > done.decided["VH-C07"] > 0
    assert "VH-C13" not in done.decided
    assert simulate(30, 3, "solo").decided["VH-C13"] > 0
    assert simulate(30, 3, readings={"VH-C03": "lost"}).points != done.points


def test_progress_reaches_the_end():
    calls = []
    simulate(3, 1, progress=lambda games, of: calls.append((games, of)))
    assert calls[-1] == (3, 3)


def test_the_report_says_what_was_played():
    lines = "\n".join(report(simulate(5, 1)))
    assert "5 games of 4 rounds, partners, seed 1" in lines
    assert "0 invariants broken" in lines
    assert "VH-C03" in lines


@pytest.mark.parametrize("mode", ["partners", "solo"])
@pytest.mark.parametrize("seed", range(8))
def test_a_game_that_was_played_can_be_written_read_and_replayed(seed, mode):
    game = recorded_game(seed, mode)
    text = write(game)
    assert replace(parse(text), lines=()) == game
    done = replay_record(text)
    assert done.legal
    (points,) = {tuple(simulate(1, seed, mode).points)}
    assert points == tuple((s.north, s.east, s.south, s.west) for s in done.played.scores)


def test_the_score_sheet_adds_up():
    done = replay_record(write(recorded_game(3)))
    *_, totals, teams = score_sheet(done, "en")
    total = [int(value) for value in totals.split()[1:]]
    assert teams == f"north + south {total[0] + total[2]}, east + west {total[1] + total[3]}"


FIRST_PHASE = """round 1, phase 1: trump red
  left flank: west, yellow G2 (highest-card)
  right flank: total-defeat
  centre: total-defeat"""


def test_a_legal_record_gives_the_trump_who_won_what_and_the_points_of_each_colour():
    names = {"left": "left flank", "right": "right flank"}
    done = replay_record(NOBODY_LEADS, NOBODY_WINS)
    text = "\n".join(replay_report(done, "en", lambda step: step.branch, lambda word: names.get(word, word)))
    assert FIRST_PHASE in text
    assert "  west captures blue 5" in text
    done = replay_record(write(recorded_game(3)))
    lines = [*replay_report(done, "it", lambda step: step.branch)]
    assert sum("briscola" in line for line in lines) == 3 * ROUNDS
    at = lines.index("round 1: punti") + 1
    for line, total in zip(lines[at : at + 4], ("north", "east", "south", "west"), strict=True):
        sums, _, colours = line.partition(": ")
        assert sums.split() == [total, str(sum(int(part.split()[1]) for part in colours.split(", ")))]


def test_a_game_of_other_readings_replays_under_them():
    readings = {"VH-C03": "lost", "VH-C06": "one-card-a-lap", "VH-C15": "centre-winner"}
    text = write(recorded_game(5, readings=readings))
    assert replay_record(text, readings).legal
    assert not replay_record(text).legal


def test_an_illegal_play_is_shown_with_its_line_its_rule_and_what_was_legal():
    lines = write(recorded_game(3)).splitlines()
    at = lines.index("phase 1") + 1
    seat, position, *rest = lines[at + 1].split()
    field = lines[at].split()[1]
    assert field != position
    lines[at + 1] = f"  {seat} {field} {' '.join(rest)}"
    done = replay_record("\n".join(lines))
    said = "\n".join(replay_report(done, "it", lambda step: step.branch))
    assert done.line == at + 2
    assert f"riga {at + 2}, vietata da VH-" in said
    assert f"Toccava a {seat}" in said


def test_a_record_that_breaks_off_says_who_is_to_play():
    lines = write(recorded_game(3)).splitlines()
    done = replay_record("\n".join(lines[: lines.index("phase 2")]))
    assert done.legal
    assert any("is to play" in line for line in replay_report(done, "en", lambda step: step.branch))


# West's artillery in the centre hits the blue 5 of east, opposite. Read so that nobody wins where a card was
# bombarded, the centre has no winner; by the default readings that takes four hands without a colour to open
# it with, and in the first two phases the cards of two colours are too few for that.
NOBODY_LEADS = """Victory & Honor, solo

Round 1, north opens
deal
  north: red G3 G1 5 4, blue G2 6, black G2 7, yellow G2 6
  east: red 7 2 1, black G3 5 3 2, yellow 3 2 1
  south: red G2, blue G1 5 3 2, black G1 6 1, yellow G1 5
  west: red 6 3, blue G3 7 4 1, black 4, yellow G3 7 4
pass
  north: red 5 left, red G1 centre, yellow G2 right
  east: yellow 3 left, black G3 centre, yellow 1 right
  south: red G2 left, black G1 centre, blue 5 right
  west: yellow 4 left, yellow 7 centre, red 3 right
phase 1
  north centre blue G2
  south right black 6
  east centre blue 5
  west left yellow G2
  north right black G1
  west centre blue 4
  east right black 3
  north left yellow 4
  east left yellow 7
  south left yellow 3
  south centre blue 3
  west right black G3
"""
NOBODY_WINS = {"VH-C14": "nobody"}


def said(text, language, readings=None):
    done = replay_record(text, readings)
    return done, "\n".join(replay_report(done, language, lambda step: step.branch))


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("it", "Il resoconto si ferma qui: nessuno ha vinto il centro, e chi apre lo decide il tavolo."),
        ("en", "It breaks off here: nobody won the centre, and the table decides who leads."),
    ],
)
def test_a_record_that_breaks_off_with_nobody_to_lead_leaves_it_to_the_table(language, line):
    done, report = said(NOBODY_LEADS, language, NOBODY_WINS)
    assert done.legal
    assert report.splitlines()[0] == line
    _, report = said(NOBODY_LEADS, language)
    assert line not in report


def test_whoever_plays_on_is_the_one_the_table_agreed_on():
    for play, turn in {"west left red 6": "north", "south left blue G1": "west"}.items():
        _, report = said(NOBODY_LEADS + play, "en", NOBODY_WINS)
        assert report.startswith(f"It breaks off here: {turn} is to play.\n")
    done, report = said(NOBODY_LEADS + "south left blue G1", "en")
    assert not done.legal
    assert "another-leads" in report


def test_a_card_that_is_not_held_is_barred_by_that_alone():
    done, report = said(NOBODY_LEADS + "west left red G3", "en", NOBODY_WINS)
    assert done.line == 27
    assert "line 27, barred by VH-5.1." in report


def test_no_round_begins_while_nobody_leads():
    _, _, deal = NOBODY_LEADS.partition("Round 1, north opens")
    second = "Round 2, east opens" + deal.partition("pass")[0]
    done, report = said(NOBODY_LEADS + second, "en", NOBODY_WINS)
    assert not done.legal
    assert "nobody-won-the-centre" in report
