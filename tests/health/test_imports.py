"""What is imported: the adjudicator takes pure libraries only, and every library that is used is declared."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import NamedTuple

import pytest

from adjudicator import GAMES

CHECKOUT = Path(__file__).parents[2]
ROOMS = ("corpus", "index", "adjudicator", "service", "evals")
PURE = {
    "collections",
    "contextlib",
    "dataclasses",
    "enum",
    "functools",
    "itertools",
    "math",
    "operator",
    "re",
    "types",
    "typing",
}
"""What an adjudicator may import: nothing here rolls a die, reads a clock or opens a file."""
BENCH = {"pyspiel": ("open-spiel",), "rlcard": ("rlcard",), "haystack": ("haystack-ai",)}
"""Libraries that are measured where they are installed, and otherwise left out."""

FOR_DEVELOPERS = ("evals/page.py", "evals/playouts.py", "evals/side_by_side.py", "service/llm/teaching/network.py")
"""What `make bench` and its like run, and what teaches, with more than an installation has."""


class Import(NamedTuple):
    """A module that is imported, and where."""

    module: str
    path: str
    line: int


def imports(source: str, path: str) -> Iterator[Import]:
    """Every import of a source, wherever it stands in it, and every call that could bring in as much."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, path, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield Import("." * node.level + (node.module or ""), path, node.lineno)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("__import__", "eval", "exec", "open"):
            yield Import(f"{ast.unparse(node.func)}()", path, node.lineno)


def imported_by(room: str) -> list[Import]:
    files = sorted((CHECKOUT / room).rglob("*.py"))
    return [
        each
        for path in files
        for each in imports(path.read_text(encoding="utf-8"), path.relative_to(CHECKOUT).as_posix())
    ]


def impure(found: Iterable[Import]) -> list[Import]:
    """What an adjudicator must not import; its first module alone may import the games by name."""
    return [
        each
        for each in found
        if each.module.partition(".")[0] != "adjudicator"
        and each.module.partition(".")[0] not in PURE
        and (each.module, each.path) != ("importlib", "adjudicator/__init__.py")
    ]


def declared(project: Mapping[str, object]) -> set[str]:
    """The distributions a project names, extras included, in their one spelling."""
    match project:
        case {"dependencies": [*needed], "optional-dependencies": {**extras}}:
            named = [*needed, *(one for extra in extras.values() for one in extra)]
            return {spelled(re.split(r"[^\w.-]", one, maxsplit=1)[0]) for one in named}
    raise ValueError("no dependencies and optional-dependencies")


def spelled(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()


def undeclared(found: Iterable[Import], known: set[str], distributions: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Libraries that are imported and come with none of the distributions that are declared."""
    for module, path, line in found:
        library = module.partition(".")[0]
        if library in sys.stdlib_module_names or library in ROOMS or module.endswith("()"):
            continue
        if not known & {spelled(each) for each in distributions.get(library, ())}:
            yield f"{path}:{line}: {library}"


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "import os.path",
        "from time import monotonic",
        "def f():\n    from secrets import choice",
        "import importlib",
        "from ..service import rulings",
        "from service import rulings",
        "import adjudicators",
        "__import__('random')",
        "open('cards.txt')",
    ],
)
def test_what_is_not_pure_is_noticed(source: str) -> None:
    assert impure(imports(source, "adjudicator/vwars/turn.py"))


def test_the_adjudicator_imports_nothing_but_itself_and_what_is_pure() -> None:
    found = imported_by("adjudicator")
    assert len(found) > 300
    assert impure(found) == []


def test_a_library_that_nobody_declared_is_noticed() -> None:
    known = declared({"dependencies": ["PyYAML>=6,<7"], "optional-dependencies": {"dev": ["a_b.c[x]>=1"]}})
    assert known == {"pyyaml", "a-b-c"}
    found = imports("import yaml, os, corpus\ndef f():\n    from numpy.typing import NDArray", "index/m.py")
    assert list(undeclared(found, known, {"yaml": ["PyYAML"], "numpy": ["numpy"]})) == ["index/m.py:3: numpy"]


def test_every_library_that_is_imported_is_declared() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = [each for room in ROOMS for each in imported_by(room)]
    assert len({each.module for each in found}) > 100
    assert list(undeclared(found, declared(project), {**BENCH, **packages_distributions()})) == []


def test_what_a_user_runs_needs_nothing_that_only_developers_install() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {name: project["optional-dependencies"][name] for name in ("llm", "milvus")}
    installed = declared({"dependencies": project["dependencies"], "optional-dependencies": extras})
    found = [each for room in ROOMS for each in imported_by(room) if each.path not in FOR_DEVELOPERS]
    assert list(undeclared(found, installed, packages_distributions())) == []


def test_every_game_is_held_apart_from_the_others() -> None:
    linter = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (apart,) = (each["modules"] for each in linter["contracts"] if each["type"] == "independence")
    assert set(apart) == {f"adjudicator.{game.replace('-', '_')}" for game in GAMES}
