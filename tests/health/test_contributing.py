"""The steps of CONTRIBUTING.md, run one after the other in a copy of the checkout; and the changelog's form."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
GUIDE = CHECKOUT / "CONTRIBUTING.md"
COMMANDS = f"""
set -eu
python() {{ "{sys.executable}" "$@"; }}
arbitro() {{ "{sys.executable}" -m service "$@"; }}
"""


def steps(text: str) -> list[tuple[str, str]]:
    """(chapter, block) of each block of shell commands."""
    found = []
    for chapter in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, body = chapter.partition("\n")
        found += [(title, block) for block in re.findall(r"^```sh\n(.*?)^```$", body, re.MULTILINE | re.DOTALL)]
    return found


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the checkout, without what is built in it."""
    copy = tmp_path_factory.mktemp("guide") / "arbitro"
    for room in ("adjudicator", "corpus", "evals", "index", "service", "tests"):
        shutil.copytree(CHECKOUT / room, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md"):
        shutil.copy(CHECKOUT / file, copy)
    yield copy
    shutil.rmtree(copy)


def run(block: str, checkout: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["bash", "-c", COMMANDS + block],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout), "LC_ALL": "C.UTF-8", "PYTEST_ADDOPTS": "-p no:cacheprovider"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_guide_is_its_blocks_under_their_chapters() -> None:
    text = "# T\n\n## A\n\n```sh\none\n```\n\n```yaml\nno: 1\n```\n\n## B\n\n```sh\ntwo\nthree\n```\n"
    assert steps(text) == [("A", "one\n"), ("B", "two\nthree\n")]


def test_a_step_that_fails_is_noticed(tmp_path: Path) -> None:
    assert run("false\necho on", tmp_path).returncode != 0
    assert run("arbitro no-such-command", CHECKOUT).returncode != 0


@pytest.mark.slow
def test_every_step_of_the_guide_does_what_it_says(checkout: Path) -> None:
    """In one test, because each goes on from the one before."""
    found = steps(GUIDE.read_text(encoding="utf-8"))
    assert {title for title, _ in found} == {"One test", "A game", "A rule", "A ruling", "A phrase", "A procedure"}
    for title, block in found:
        done = run(block, checkout)
        assert done.returncode == 0, f"{title}:\n{done.stdout[-2500:]}\n{done.stderr[-500:]}"
        if title == "A procedure":
            assert "Illegal" in done.stdout
        if "pytest" in block:
            assert "no tests ran" not in done.stdout


def test_the_changelog_ends_in_the_version_that_is_installed() -> None:
    text = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    versions = [heading for heading in headings if heading != "Unreleased"]
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert headings[0] == "Unreleased" or headings == versions
    assert versions[0] == project["version"]
    assert versions == sorted(versions, key=lambda one: [*map(int, one.split("."))], reverse=True)


def test_each_command_that_the_changelog_names_is_one() -> None:
    from service.cli.commands import COMMANDS

    named = set(re.findall(r"`arbitro ([a-z]+)", (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")))
    assert len(named) >= 5
    assert named <= COMMANDS
