"""The README's examples print what it says."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from service.cli import main

CHECKOUT = Path(__file__).parents[2]


def examples(text: str) -> list[tuple[str, str]]:
    """Each `$ arbitro …` of an indented block, with the lines under it."""
    found = []
    for block in text.split("\n\n    $ ")[1:]:
        command, *rest = block.split("\n")
        shown = []
        for line in rest:
            if line and not line.startswith("    "):
                break
            shown.append(line.removeprefix("    "))
        found.append((command, "\n".join(shown).strip("\n")))
    return found


def test_an_example_is_its_command_and_what_stands_under_it() -> None:
    text = "Ask:\n\n    $ arbitro ask it\n    Yes.\n\n      · a rule\n\nThen more."
    assert examples(text) == [("arbitro ask it", "Yes.\n\n  · a rule")]


@pytest.mark.parametrize(("command", "shown"), examples((CHECKOUT / "README.md").read_text(encoding="utf-8")))
def test_an_example_of_the_readme_prints_what_it_says(
    command: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    program, *arguments = shlex.split(command)
    assert program == "arbitro"
    if arguments[:2] == ["eval", "rulings"]:  # in this process, which has made them all for other tests
        assert main.main(arguments) == 0
        printed = capsys.readouterr().out
    else:
        printed = subprocess.run(
            [sys.executable, "-m", "service", *arguments],
            capture_output=True,
            text=True,
            check=True,
            cwd=CHECKOUT,
            env={**os.environ, "COLUMNS": "100", "LC_ALL": "C.UTF-8"},
        ).stdout
    assert [line.rstrip() for line in printed.strip("\n").splitlines()] == shown.splitlines()
