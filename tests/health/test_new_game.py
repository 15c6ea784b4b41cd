"""`arbitro game new`: what it lays out runs and passes the health tests as it stands."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from corpus import load_corpus
from service.cli.new_game import CannotLayOut, lay_out, named

CHECKOUT = Path(__file__).parents[2]
TESTED = (
    "tests/health/test_facts.py",
    "tests/health/test_asks.py",
    "tests/health/test_results.py",
    "tests/health/test_tables.py",
    "tests/health/test_traceability.py",
    "tests/evals/test_phrasebook_proof.py",
    "tests/evals/test_eval_rulings.py",
    "tests/adjudicator/test_conformance.py",
)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the checkout, without what is built in it."""
    copy = tmp_path_factory.mktemp("checkout") / "arbitro"
    rooms = ("adjudicator", "corpus", "evals", "index", "service", "tests")
    for room in rooms:
        shutil.copytree(CHECKOUT / room, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md"):
        shutil.copy(CHECKOUT / file, copy)
    yield copy
    shutil.rmtree(copy)


def run(checkout: Path, *arguments: str, given: str = "") -> "subprocess.CompletedProcess[str]":
    """A module of the copy, run there."""
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        input=given,
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout), "LC_ALL": "C.UTF-8", "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def laid_out(checkout: Path) -> Sequence[str]:
    """What the command says that it has written."""
    done = run(checkout, "service", "game", "new", "Harbour", "Lights")
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("harbour-lights: a small example that runs")
    return done.stdout.splitlines()


def test_every_file_that_is_named_is_there(checkout: Path, laid_out: Sequence[str]) -> None:
    assert len(laid_out) > 15
    assert all((checkout / path).is_file() for path in laid_out)
    written = "".join((checkout / path).read_text(encoding="utf-8") for path in laid_out[:-2])
    assert not re.search("@[A-Z]+@", written)
    assert "HL-2.1" in written


def test_it_passes_the_health_tests_as_it_stands(checkout: Path, laid_out: Sequence[str]) -> None:
    """Those that are run for each game, for this one; none of them may be left out."""
    done = run(checkout, "pytest", "-p", "no:cacheprovider", "-v", "-k", "harbour", *TESTED)
    assert done.returncode == 0, done.stdout[-3000:]
    (passed,) = re.findall(r"(\d+) passed", done.stdout)
    assert int(passed) >= 25


def test_the_games_stay_apart_and_its_style_is_the_house_s(checkout: Path, laid_out: Sequence[str]) -> None:
    imports = run(checkout, "pytest", "-p", "no:cacheprovider", "-q", "tests/health/test_imports.py")
    assert imports.returncode == 0, imports.stdout[-2000:]
    new = ["adjudicator/harbour_lights", "adjudicator/__init__.py"]
    for arguments in (("ruff", "check", "--no-cache"), ("ruff", "format", "--no-cache", "--check")):
        done = run(checkout, *arguments, *new)
        assert done.returncode == 0, done.stdout


def test_its_coverage_is_current_and_its_example_is_ruled_on(checkout: Path, laid_out: Sequence[str]) -> None:
    ruled = run(checkout, "service", "adjudicate", "harbour-lights.draw", "--lang", "en", given="{}")
    assert "How many cards are in hand?" in ruled.stdout
    assert run(checkout, "service", "rule", "HL-2.1", "--lang", "it").stdout.startswith("HL-2.1  Al massimo")
    again = run(checkout, "service", "game", "new", "Harbour", "Lights", "--prefix", "HB")
    assert (again.returncode, "is there already" in again.stderr) == (2, True)


@pytest.mark.parametrize(
    ("name", "prefix", "says"),
    [
        ("Vega Works", None, "the rules of vwars have the prefix VW: give another one"),
        ("Ötzi", None, "is no name for files"),
        ("9 Lives", None, "is no name for files"),
        ('A "quoted" one', None, "is no name for files"),
        ("", None, "is no name for files"),
        ("Harbour Lights", "hl", "is no prefix of rules"),
        ("Harbour Lights", "TOOLONG", "is no prefix of rules"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, prefix: str | None, says: str) -> None:
    with pytest.raises(CannotLayOut, match=says):
        named(name, prefix)


def test_names_are_made_of_the_name() -> None:
    game = named("  Keep  the Night-Watch ", None)
    assert (game.id, game.package, game.prefix) == ("keep-the-night-watch", "keep_the_night_watch", "KTNW")
    assert named("Azul", None).prefix == "AZ"
    assert named("Azul", "AL").prefix == "AL"


def test_what_cannot_be_written_whole_leaves_nothing(tmp_path: Path) -> None:
    for room in ("corpus", "adjudicator", "evals"):
        (tmp_path / room).mkdir()
    (tmp_path / "pyproject.toml").write_text("nothing", encoding="utf-8")
    (tmp_path / "adjudicator" / "__init__.py").write_text("nothing", encoding="utf-8")
    with pytest.raises(CannotLayOut, match="lists no games"):
        lay_out(named("Harbour Lights", None), tmp_path)
    assert sorted(path.name for path in tmp_path.rglob("*")) == [
        "__init__.py",
        "adjudicator",
        "corpus",
        "evals",
        "pyproject.toml",
    ]


def test_no_game_of_the_house_is_a_draft() -> None:
    assert not [id for id, game in load_corpus().games.items() if game.card.draft]
