"""What the service and the child process say to each other: one JSON object a line, each way."""

import json
from dataclasses import asdict, dataclass, fields
from typing import TypeAlias

LONGEST_LINE = 1_000_000


class Nonsense(Exception):  # noqa: N818  # it says what is the matter
    """A line that is no message: how it begins."""


@dataclass(frozen=True, slots=True)
class Write:
    """To the child: write a draft."""

    id: int
    system: str
    data: str
    grammar: str
    """GBNF, or the JSON schema of the one value that is to be written."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """To the child: nobody waits for this draft any more."""

    id: int


@dataclass(frozen=True, slots=True)
class Ready:
    """From the child: the model is loaded."""


@dataclass(frozen=True, slots=True)
class Broken:
    """From the child, before it exits: the model cannot be loaded, now or ever."""

    why: str


@dataclass(frozen=True, slots=True)
class Line:
    """From the child: a line of the draft, whole."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class End:
    """From the child: the draft is at its end, by itself or because it was cancelled; or it could not be written."""

    id: int
    why_not: str = ""
    tokens: int = 0
    """So many were written of it."""
    seconds: float = 0.0
    """From when its prompt was read."""


Message: TypeAlias = Write | Cancel | Ready | Broken | Line | End

_KINDS = {kind.__name__.lower(): kind for kind in (Write, Cancel, Ready, Broken, Line, End)}


def encode(message: Message) -> bytes:
    """The message as a line."""
    return json.dumps({"is": type(message).__name__.lower(), **asdict(message)}).encode() + b"\n"


def decode(line: bytes) -> Message:
    """The message of a line; raises Nonsense."""
    try:
        said = json.loads(line)
        kind = _KINDS[said.pop("is")]
        if {name: type(value) for name, value in said.items()} == {one.name: one.type for one in fields(kind)}:
            return kind(**said)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        pass
    raise Nonsense(f"{line[:80]!r}")
