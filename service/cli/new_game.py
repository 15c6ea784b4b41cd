"""Lays out the beginning of another game: its corpus, its engine and its cases, small and whole.

Everything is written from templates beside this module, and what is there already is never overwritten.
"""

import re
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from corpus import load_corpus

SKELETON = Path(__file__).with_name("skeleton")
LONGEST_NAME = 40
_LAST_ENTRY = {
    "adjudicator/__init__.py": re.compile(r'(?<=\n)    "[^"\n]+": "adjudicator\.[^"\n]+",\n(?=\})'),
    "pyproject.toml": re.compile(r'(?<=\n)    "adjudicator\.[^"\n]+",\n(?=\])'),
}
"""The two files in which a game is named, each with the last that is: the new one comes after it."""


class CannotLayOut(ValueError):  # noqa: N818  # it says what is the matter
    """The game cannot be laid out: why, and what to give instead."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game by its names: `Harbour Lights`, `harbour-lights`, `harbour_lights`, `HL`."""

    name: str
    prefix: str

    @property
    def id(self) -> str:
        """As it is asked for."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")

    @property
    def package(self) -> str:
        """As its engines are imported."""
        return self.id.replace("-", "_")

    def fill(self, template: str) -> str:
        """A template with these names in it."""
        names = {"@ID@": self.id, "@PACKAGE@": self.package, "@NAME@": self.name, "@PREFIX@": self.prefix}
        for mark, name in names.items():
            template = template.replace(mark, name)
        return template


def named(name: str, prefix: str | None) -> NewGame:
    """The game of this name; the prefix of its rules is made of its initials, unless one is given. Raises
    `CannotLayOut`.
    """
    name = " ".join(name.split())
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9 &'!:.-]*", name) or len(name) > LONGEST_NAME:
        raise CannotLayOut(
            f"{name!r:.60} is no name for files: write letters without accents, digits and spaces, {LONGEST_NAME} at "
            "most; the name that players see can be changed in game.yaml"
        )
    words = re.findall(r"[A-Za-z0-9]+", name)
    prefix = prefix or ("".join(word[0] for word in words) if len(words) > 1 else words[0][:2]).upper()
    if not re.fullmatch(r"[A-Z][A-Z0-9]{1,3}", prefix):
        raise CannotLayOut(f"{prefix!r:.20} is no prefix of rules: write two to four capitals, --prefix HL")
    for id, game in load_corpus().games.items():
        if game.card.prefix == prefix:
            raise CannotLayOut(f"the rules of {id} have the prefix {prefix}: give another one, --prefix {prefix[0]}X")
    return NewGame(name, prefix)


def lay_out(game: NewGame, checkout: Path) -> list[Path]:
    """The new files, put there whole, and the two in which the game is now named; raises `CannotLayOut`."""
    folders = {
        "corpus": checkout / "corpus" / game.id,
        "adjudicator": checkout / "adjudicator" / game.package,
        "evals": checkout / "evals" / game.id,
    }
    for folder in folders.values():
        if folder.exists():
            raise CannotLayOut(f"{folder} is there already: nothing was written; give the game another name")
    lists = {checkout / path: _with_entry(checkout / path, pattern, game) for path, pattern in _LAST_ENTRY.items()}
    made: list[Path] = []
    with tempfile.TemporaryDirectory(dir=checkout) as beside:
        for room in folders:
            for template in sorted((SKELETON / room).rglob("*.txt")):
                path = Path(beside) / template.relative_to(SKELETON).with_suffix("")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(game.fill(template.read_text(encoding="utf-8")), encoding="utf-8")
        for path, text in lists.items():
            (Path(beside) / path.name).write_text(text, encoding="utf-8")
        try:
            for room, folder in folders.items():
                (Path(beside) / room).rename(folder)
                made.append(folder)
            for path in lists:
                (Path(beside) / path.name).replace(path)
        except OSError:
            _take_back(made)
            raise
    return [*(path for folder in made for path in sorted(folder.rglob("*")) if path.is_file()), *lists]


def _with_entry(path: Path, last: re.Pattern[str], game: NewGame) -> str:
    """The file with a line for the game after the last one that names a game."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CannotLayOut(f"{path} cannot be read: a game is added in a checkout of Arbitro") from error
    found = last.search(text)
    if not found:
        raise CannotLayOut(f"{path} lists no games where one could be added: add {game.package} by hand")
    entry = f'"adjudicator.{game.package}",\n'
    if ": " in found[0]:
        entry = f'"{game.id}": {entry}'
    return f"{text[: found.end()]}    {entry}{text[found.end() :]}"


def _take_back(made: Iterable[Path]) -> None:
    for folder in made:
        shutil.rmtree(folder, ignore_errors=True)
