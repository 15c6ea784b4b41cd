"""Which LLM was chosen with `arbitro model use`: one line in a file of the home."""

import os
import tempfile
from pathlib import Path

PACKAGED = "packaged"
"""The choice of the model that a package carries."""


def chosen(home: Path) -> str:
    """A path, a file on the hub, `none` or `packaged`; empty where nothing was chosen."""
    try:
        return _file(home).read_text(encoding="utf-8", errors="replace").strip()
    except (FileNotFoundError, NotADirectoryError):
        return ""


def choose(home: Path, choice: str) -> None:
    """Puts the choice into its place whole; whoever is ended on the way leaves the one before."""
    home.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=home, suffix=".new")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f"{choice}\n")
            file.flush()
            os.fsync(file.fileno())
        Path(beside).replace(_file(home))
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _file(home: Path) -> Path:
    return home / "llm"
