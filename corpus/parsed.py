"""What was read from YAML, kept as JSON, which is read in a tenth of the time.

Each thing is a file, that begins with a digest of it, of the YAML it was read from and of the code that read it. One
that is missing or damaged, or of other YAML or code, is written anew.
"""

import hashlib
import os
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter

Parsed = TypeVar("Parsed")

_CODE = ("loader.py", "schema.py", "strict_yaml.py")
_SECONDS_TO_WRITE = 60
_folder: Path | None = None


def keep_in(folder: Path | None) -> None:
    """Where to keep what is read from now on; None for nowhere. Where nothing can be written, nothing is kept."""
    global _folder
    _folder = folder


def kept(name: str, files: Sequence[Path], shape: TypeAdapter[Parsed], read: Callable[[], Parsed]) -> Parsed:
    """What `read` makes of these files, or made of them when they were last the same."""
    if _folder is None:
        return read()
    path, content = _folder / f"{name}.json", _content(files)
    with suppress(OSError, ValueError):
        digest, _, text = path.read_bytes().partition(b"\n")
        if digest == _digest(content, text):
            return shape.validate_json(text)
    found = read()
    text = shape.dump_json(found)
    if _content(files) == content:  # nobody has written them in the meantime
        with suppress(OSError):
            _write(path, _digest(content, text) + b"\n" + text)
    return found


def _content(files: Sequence[Path]) -> bytes:
    """The digest of the files and of the code that reads them; a file that cannot be read counts as empty."""
    total = hashlib.sha256(_code())
    for path in files:
        total.update(path.name.encode() + b"\0")
        with suppress(OSError):
            total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.digest()


@cache
def _code() -> bytes:
    return b"".join(hashlib.sha256(Path(__file__).with_name(name).read_bytes()).digest() for name in _CODE)


def _digest(content: bytes, text: bytes) -> bytes:
    return hashlib.sha256(content + text).hexdigest().encode()


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    for left in path.parent.glob(f"{path.name}.*"):  # by one who was killed
        if time.time() - left.stat().st_mtime > _SECONDS_TO_WRITE:
            left.unlink(missing_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
