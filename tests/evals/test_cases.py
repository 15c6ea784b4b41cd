"""A file of cases with a mistake in it is refused, with what is wrong and where."""

from pathlib import Path

import pytest

from evals.cases import CaseError, read_rulings
from evals.rulings import judged_ruling

CASE = """
cases:
- id: three-players
  ask: vwars.set-up
  given: {players: 2}
  change: {players: 3}
  expect: {verdict: resolved, cites: [VW-2.1]}
  from: {document: en-rulebook, section: "2"}
  why: two to four play.
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cases.yaml"


def test_a_case_without_a_mistake_is_read_and_ruled_on(file: Path) -> None:
    file.write_text(CASE)
    (case,) = read_rulings(file)
    assert case.given == {"players": 3}
    assert judged_ruling(case).failures == ()


@pytest.mark.parametrize(
    ("written", "instead", "message"),
    [
        ("given: {players: 2}", "given: {players: 2, players: 3}", "key 'players' is written twice"),
        ("  why: two", "  ask: vwars.riot\n  why: two", "key 'ask' is written twice"),
        ("{verdict: resolved,", "{verdict: resolved, verdict: illegal,", "key 'verdict' is written twice"),
        ("cases:", "given: {}\ngiven: {}\ncases:", "key 'given' is written twice"),
        ("  why: two to four play.\n", "", "why: "),
        ("change:", "changes:", "changes: "),
        ("given: {players: 2}", "given: a-table", "given 'a-table' is not at the head of the file"),
        ("players: 2}", "players: 2", "cannot be read"),
    ],
)
def test_a_mistake_is_refused_by_file_and_key(file: Path, written: str, instead: str, message: str) -> None:
    assert CASE.count(written) == 1
    file.write_text(CASE.replace(written, instead))
    with pytest.raises(CaseError, match=rf"(?s)cases\.yaml.*{message}"):
        read_rulings(file)


def test_a_file_that_is_not_text_is_refused(file: Path) -> None:
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(CaseError, match=r"cases\.yaml: cannot be read"):
        read_rulings(file)


def test_what_is_wrong_with_a_ruling_is_listed(file: Path) -> None:
    file.write_text(CASE.replace("resolved, cites: [VW-2.1]", "illegal, cites: [VW-9.9]"))
    (case,) = read_rulings(file)
    assert [failure.partition(",")[0].partition(":")[0] for failure in judged_ruling(case).failures] == [
        "verdict is resolved",
        "cites VW-9.9",
    ]
