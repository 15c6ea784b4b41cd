"""How a value of a state may be written down, beyond its type."""

from collections.abc import Callable
from dataclasses import dataclass

WORDS = "x-words"
"""Under this key a JSON schema has the pattern in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """How a value may be written down; whoever validates a state reads it."""

    pattern: str | None = None
    words: str | None = None
    """The pattern in words, with its bounds."""
    ge: int | None = None

    def __get_pydantic_core_schema__(
        self, source: object, handler: Callable[[object], dict[str, object]]
    ) -> dict[str, object]:
        limits = {"pattern": self.pattern, "ge": self.ge}
        return {**handler(source), **{name: limit for name, limit in limits.items() if limit is not None}}

    def __get_pydantic_json_schema__(
        self, core: object, handler: Callable[[object], dict[str, object]]
    ) -> dict[str, object]:
        return handler(core) if self.words is None else {**handler(core), WORDS: self.words}


@dataclass(frozen=True, slots=True)
class EachOnce:
    """Of a tuple of names out of a few: what counts is which of them stand in it.

    Where it was not told, whether one of them does is tried both ways, and nothing more is asked of the rest.
    """
