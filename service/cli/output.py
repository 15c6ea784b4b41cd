"""What goes to standard output, as JSON or as lines."""

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.llm.local import LocalLLM


def print_json(value: object) -> None:
    """Indented, for people too."""
    print(to_json(value, indent=2))


def to_json(value: object, indent: int | None = None) -> str:
    """In letters that the output can carry; a terminal that is not of UTF-8 gets escapes for the others."""
    return json.dumps(value, ensure_ascii=sys.stdout.encoding.lower() != "utf-8", indent=indent)


def print_lines(lines: Iterable[str]) -> None:
    """One after the other, as they come."""
    for line in lines:
        print(line)


def print_if_off(llm: "LocalLLM | None") -> None:
    """One sentence for the person at the terminal, where the local LLM cannot be used."""
    if llm and (sentence := llm.status().sentence):
        print(f"arbitro: {sentence}", file=sys.stderr)
