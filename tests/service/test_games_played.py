"""`arbitro replay` and `arbitro simulate`: whole games from a terminal."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.service.conftest import Arbitro

RECORDS = Path(__file__).parents[1] / "adjudicator" / "victory_honor" / "records"


@pytest.mark.parametrize("mode", ["partners", "solo"])
def test_a_legal_record_gives_its_score_sheet(warm_arbitro: "Arbitro", mode: str) -> None:
    said = warm_arbitro("replay", str(RECORDS / f"{mode}.txt"), "--lang", "en")
    assert (said.code, said.err) == (0, "")
    assert "round 1, phase 1: trump " in said.out
    assert "round 1: points" in said.out
    assert ("North + South" in said.out) == (mode == "partners")


def test_an_illegal_play_fails_with_its_line_its_rule_and_what_was_legal(warm_arbitro: "Arbitro") -> None:
    record = (RECORDS / "partners.txt").read_text(encoding="utf-8")
    said = warm_arbitro(
        "replay", "-", "--lang", "it", stdin=record.replace("west centre black 3", "west right black 3")
    )
    assert said.code == 1
    assert said.out.startswith("Giocata non valida: round 1, riga ")
    assert "[VH-5." in said.out
    assert "Toccava a Ovest" in said.out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty: write it as `Victory & Honor, partners`"),
        ("hello", "line 1: 'hello': a record opens with"),
        ("Victory & Honor, partners\nRound 2, north opens", "round 1 comes here"),
    ],
)
def test_what_is_no_record_is_refused(warm_arbitro: "Arbitro", text: str, message: str) -> None:
    said = warm_arbitro("replay", "-", stdin=text)
    assert (said.code, said.out) == (2, "")
    assert message in said.err


def test_random_games_hold_their_invariants(warm_arbitro: "Arbitro") -> None:
    said = warm_arbitro("simulate", "victory-honor", "--games", "3", "--seed", "7", "--mode", "solo")
    assert said.code == 0
    assert "3 games of 4 rounds, solo, seed 7" in said.out
    assert "0 invariants broken" in said.out
    assert "3 of 3 games" in said.err


def test_a_random_game_is_written_down_and_replays(warm_arbitro: "Arbitro", tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    said = warm_arbitro("simulate", "victory-honor", "--games", "1", "--seed", "3", "--record", str(file))
    assert (said.code, "1 games of 4 rounds" in said.out) == (0, True)
    assert warm_arbitro("replay", str(file)).code == 0
    said = warm_arbitro("simulate", "victory-honor", "--games", "1", "--seed", "3", "--record", "-")
    assert said.out == file.read_text(encoding="utf-8")
    assert warm_arbitro("replay", "-", stdin=said.out).code == 0


def test_a_record_that_cannot_be_written_is_refused(warm_arbitro: "Arbitro", tmp_path: Path) -> None:
    said = warm_arbitro("simulate", "victory-honor", "--games", "1", "--record", str(tmp_path / "no" / "game.txt"))
    assert said.code == 2
    assert "the record cannot be written" in said.err


def test_a_wrong_number_of_games_is_refused(warm_arbitro: "Arbitro") -> None:
    said = warm_arbitro("simulate", "victory-honor", "--games", "0")
    assert said.code == 2
    assert "'0' is no number of games: write 1 or more" in said.err


def test_an_unknown_reading_is_refused(warm_arbitro: "Arbitro") -> None:
    said = warm_arbitro("simulate", "victory-honor", "--games", "1", "--reading", "VH-C03=maybe")
    assert said.code == 2
    assert "unknown reading 'maybe'" in said.err
