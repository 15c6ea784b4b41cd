"""Where house rules are kept: the files of a folder, or one file that is edited in its place.

They are read again when they change. A file that has become faulty costs nothing: what was last read of all stays in
force, and the log says what is wrong.
"""

import logging
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from service.house.entries import BadHouseFile, Entry, parse, require_no_contradiction
from service.positions.reading import UnreadableState, read_text

Stamp: TypeAlias = tuple[tuple[str, int, int], ...]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class HouseFile:
    """A file of house rules."""

    name: str
    game: str
    entries: tuple[Entry, ...]


@dataclass(slots=True)
class House:
    """The house rules under a path; none where there is nothing."""

    path: Path
    _files: tuple[HouseFile, ...] = ()
    _stamp: Stamp | None = None
    _by_game: Mapping[str, tuple[Entry, ...]] = field(default_factory=dict)

    def entries(self, game: str | None = None) -> tuple[Entry, ...]:
        """Of one game or of all; raises `BadHouseFile` if the files could not be used since the start."""
        self.files()
        return tuple(e for id, own in self._by_game.items() if game in (None, id) for e in own)

    def find(self, id: str) -> tuple[str, Entry] | None:
        """The entry of this id with its game."""
        return next(((one.game, entry) for one in self.files() for entry in one.entries if entry.id == id), None)

    def files(self) -> tuple[HouseFile, ...]:
        """The files in force."""
        stamp = self._current_stamp()
        if stamp != self._stamp:
            try:
                self._files = _read(_paths(self.path))
            except BadHouseFile as error:
                if self._stamp is None:
                    raise
                log.error("the house rules stay as they were: %s", error)
            self._stamp = stamp
            games = dict.fromkeys(one.game for one in self._files)
            self._by_game = {id: tuple(e for one in self._files if one.game == id for e in one.entries) for id in games}
        return self._files

    def add(self, source: str) -> HouseFile:
        """Takes a file in, or a new version of it, whole; raises `BadHouseFile`."""
        self._require_folder()
        text = _text(source)
        name = f"{Path(source).stem}.yaml" if source != "-" else "house.yaml"
        others = [path for path in _paths(self.path) if path.name != name]
        game, entries = parse(text, source)
        added = HouseFile(name, game, entries)
        _require_agreement((*_read(others), added))
        self.path.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=self.path, suffix=".new")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(beside).replace(self.path / name)
        except OSError:
            Path(beside).unlink(missing_ok=True)
            raise
        return added

    def remove(self, name: str) -> HouseFile:
        """Takes a file out; raises `BadHouseFile` if there is none of this name."""
        self._require_folder()
        paths = {path.name: path for path in _paths(self.path)}
        path = paths.get(name) or paths.get(f"{name}.yaml")
        if path is None:
            there = ", ".join(paths) or "nothing: `arbitro house add FILE` adds a file"
            raise BadHouseFile(f"there are no house rules {name!r:.60}: there is {there}")
        text = _text(str(path))
        try:
            game, entries = parse(text, path.name)
        except BadHouseFile:  # a faulty one too can be taken out
            game, entries = "", ()
        path.unlink()
        return HouseFile(path.name, game, entries)

    def _require_folder(self) -> None:
        if self.path.is_file():
            raise BadHouseFile(f"ARBITRO_HOUSE_RULES names a file: edit {self.path}, or name a folder to add files to")

    def _current_stamp(self) -> Stamp:
        found = []
        for path in _paths(self.path):
            about = path.stat()
            found.append((path.name, about.st_mtime_ns, about.st_size))
        return tuple(found)


def _paths(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted((*path.glob("*.yaml"), *path.glob("*.yml")))


def _read(paths: list[Path]) -> tuple[HouseFile, ...]:
    files = tuple(HouseFile(path.name, *parse(_text(str(path)), str(path))) for path in paths)
    _require_agreement(files)
    return files


def _require_agreement(files: tuple[HouseFile, ...]) -> None:
    def named() -> Iterator[tuple[str, Entry]]:
        for one in files:
            yield from ((one.name, entry) for entry in one.entries)

    require_no_contradiction(named())


def _text(source: str) -> str:
    try:
        return read_text(source, "file of house rules", "house rules as YAML")
    except UnreadableState as error:
        raise BadHouseFile(str(error)) from error
