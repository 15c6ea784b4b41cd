"""The index on disk: one folder, written beside the old one and put in its place whole."""

import contextlib
import errno
import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from index.embedder import Embedder

FORMAT = 7
FULL = 1_000_000
"""Bytes: an index that could not be written left no more than that."""

_SIZES = "sizes.json"


class MissingIndex(ValueError):  # noqa: N818  # it says what is the matter
    """There is no index to search."""


class StaleIndex(ValueError):  # noqa: N818
    """The index was built from something else than what it is to be used with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What an index was built from."""

    format: int
    corpus: str
    model: str
    width: int
    query_prefix: str
    passage_prefix: str
    targets: int
    passages: int
    built_at: str

    def require_match(self, corpus: str, embedder: Embedder) -> None:
        """Raises StaleIndex for the first thing in which the index does not match what is in use."""
        for thing, built, wanted in (
            ("format", self.format, FORMAT),
            ("corpus", self.corpus, corpus),
            ("embedding model", self.model, embedder.version),
            ("query prefix", self.query_prefix, embedder.query_prefix),
            ("passage prefix", self.passage_prefix, embedder.passage_prefix),
        ):
            if built != wanted:
                raise mismatch(thing, built, wanted)


def mismatch(thing: str, built: object, wanted: object) -> StaleIndex:
    """The error for an index that does not match what is in use."""
    return StaleIndex(
        f"the index was built with {thing} {built!r} and {thing} {wanted!r} is in use: "
        "build it again with `arbitro index build`"
    )


def folder(home: Path, name: str = "index") -> Path:
    """Where the index of this name is: the last one that was written whole."""
    current = home / name
    # A build killed between its two renames leaves no current index; the old one is then still whole.
    return current if current.exists() else home / f"{name}.old"


def read_manifest(home: Path) -> Manifest:
    """Of the index under `home`."""
    path = folder(home) / "manifest.json"
    try:
        return Manifest(**json.loads(path.read_text(encoding="utf-8")))
    except (FileNotFoundError, NotADirectoryError):
        raise MissingIndex(f"there is no index in {home}: build it with `arbitro index build`") from None
    except (ValueError, TypeError) as error:
        raise StaleIndex(f"{path} cannot be read ({error}): build it again with `arbitro index build`") from error


def status(home: Path) -> dict[str, str | int]:
    """What the index under `home` was built from; MissingIndex if there is none."""
    return asdict(read_manifest(home))


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Into a folder that is being written."""
    (folder / "manifest.json").write_text(json.dumps(asdict(manifest), indent=1) + "\n", encoding="utf-8")


def require_whole(folder: Path) -> None:
    """Raises OSError or ValueError if a file of the index is missing or has another size than it was written with."""
    sizes: dict[str, int] = json.loads((folder / _SIZES).read_text(encoding="utf-8"))
    for name, size in sizes.items():
        if (found := (folder / name).stat().st_size) != size:
            raise ValueError(f"{name} has {found} bytes and not {size}")


def put_in_place(new: Path, current: Path) -> None:
    """A whole folder in place of the one that is there, which stands beside it until then: see `folder`."""
    old = current.with_name(f"{current.name}.old")
    if current.exists():
        shutil.rmtree(old, ignore_errors=True)
        current.rename(old)
    new.rename(current)
    shutil.rmtree(old, ignore_errors=True)


@contextlib.contextmanager
def replacing(home: Path, name: str = "index") -> Iterator[Path]:
    """An empty folder that becomes the index of this name when the block ends well; until then the old one is in use.

    A second build waits for the first to end. Of one that ends badly nothing stays; an OSError reports a full disk.
    """
    home.mkdir(parents=True, exist_ok=True)
    with (home / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        new, current = home / f"{name}.new", home / name
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir()
        try:
            yield new
            sizes = {path.name: path.stat().st_size for path in sorted(new.iterdir())}
            (new / _SIZES).write_text(json.dumps(sizes, indent=1) + "\n", encoding="utf-8")
        except BaseException as error:
            full = shutil.disk_usage(home).free < FULL
            shutil.rmtree(new, ignore_errors=True)
            if full and isinstance(error, OSError):  # numpy only counts the bytes that it could not write
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(home)) from error
            raise
        put_in_place(new, current)
