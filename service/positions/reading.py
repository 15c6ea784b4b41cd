"""Reads what a person wrote in a file or sent down a pipe: a state, as JSON or YAML."""

import json
import sys
from collections import Counter
from collections.abc import Hashable, Iterable
from math import isfinite
from pathlib import Path
from typing import NoReturn

import yaml

from adjudicator import Json

MOST_BYTES = 1_000_000
MOST_NESTED = 100
MOST_VALUES = 10_000
MOST_DIGITS = 1_000
TOO_DEEP = f"nested too deeply: no question and no state has more than {MOST_NESTED} levels"
TOO_MANY = f"holds more than {MOST_VALUES:,} values: no state has as many"
STDIN = "-"


class UnreadableState(ValueError):  # noqa: N818  # it says what is the matter
    """There is nothing here to rule on: what was found, and what is wanted."""


def read_state(source: str) -> Json:
    """The state in a file, or on standard input for "-"; raises `UnreadableState`."""
    text = read_text(source, "state", "the state as JSON or YAML")
    try:
        return parse_state(text)
    except ValueError as error:
        raise UnreadableState(f"{_name(source)}: {error}") from error


def read_text(source: str, what: str, written: str) -> str:
    """The text of a file, or of standard input for "-": a `what`, `written` so; raises `UnreadableState`."""
    data = _bytes(source, what)
    if len(data) > MOST_BYTES:
        raise UnreadableState(f"{_name(source)} holds more than {MOST_BYTES // 1_000_000} MB: no {what} is that large")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise UnreadableState(f"{_name(source)} is not text: write {written}, in UTF-8")
    if not text.strip():
        raise UnreadableState(f"{_name(source)} is empty: write {written}")
    return text


def _name(source: str) -> str:
    return "standard input" if source == STDIN else source


def parse_state(text: str) -> Json:
    """A state written as JSON or as YAML; raises `ValueError`."""
    if text.lstrip()[:1] not in ("{", "["):
        return _yaml(text)
    try:
        return parse_json(text)
    except ValueError as no_json:
        try:
            return _yaml(text)  # `{players: 4}` is YAML
        except ValueError:
            raise no_json from None


def parse_json(written: str | bytes) -> Json:
    """JSON in which a key written twice and what is no text or no number are errors; raises `ValueError`."""
    try:
        text = written if isinstance(written, str) else written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError("not text: write it in UTF-8") from error
    try:
        value: Json = json.loads(
            text, object_pairs_hook=_once, parse_constant=_no_number, parse_float=_float, parse_int=_int
        )
        json.dumps(value, ensure_ascii=False).encode()  # as an answer that repeats it would be
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg.lower()} (line {error.lineno}, column {error.colno})") from error
    except UnicodeEncodeError as error:
        raise ValueError(f"holds a character that is no text, U+{ord(error.object[error.start]):04X}") from error
    except RecursionError as error:
        raise ValueError(TOO_DEEP) from error
    _require_bounded(value)
    return value


def _require_bounded(value: Json) -> None:
    """What is checked and ruled on later takes time for each value, and more for each level."""
    level, values = [value], 0
    for _ in range(MOST_NESTED + 1):
        values += len(level)
        if values > MOST_VALUES:
            raise ValueError(TOO_MANY)
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return
    raise ValueError(TOO_DEEP)


def _inside(value: Json) -> Iterable[Json]:
    match value:
        case dict():
            return value.values()
        case list():
            return value
        case _:
            return ()


def _bytes(source: str, what: str) -> bytes:
    try:
        if source == STDIN:
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with Path(source).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise UnreadableState(f"there is no file {source}: name one that holds a {what}, or - for a pipe") from error
    except IsADirectoryError as error:
        raise UnreadableState(f"{source} is a folder: name a file that holds a {what}") from error
    except OSError as error:
        raise UnreadableState(f"{source} cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # such as a name with a null character
        raise UnreadableState(f"{source} cannot be read: {error}") from error


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        times = Counter(key for key, _ in pairs)
        twice = next(key for key, _ in pairs if times[key] > 1)
        raise ValueError(f"the key {twice!r:.60} is written twice: keep one")
    return fields


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word:.40} is no number of a game")


def _float(word: str) -> float:
    number = float(word)
    return number if isfinite(number) else _no_number(word)


def _int(word: str) -> int:
    return int(word) if len(word) <= MOST_DIGITS else _no_number(word)


class _Loader(yaml.CSafeLoader):
    """YAML as far as JSON goes: keys are text and written once, dates are text, nothing refers elsewhere."""

    yaml_implicit_resolvers = {  # noqa: RUF012  # as the base class declares it
        first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith((":timestamp", ":merge"))]
        for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
    }


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Hashable, object]:
    seen: set[object] = set()
    for key_node, _ in node.value:
        key = loader.construct_object(key_node)
        line = key_node.start_mark.line + 1
        if not isinstance(key, str):
            raise ValueError(f"the key {key_node.value!r} is read as {key!r} (line {line}): put it in quotes")
        if key in seen:
            raise ValueError(f"the key {key!r} is written twice (line {line}): keep one")
        seen.add(key)
    return loader.construct_mapping(node, deep=True)


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def _yaml(text: str) -> Json:
    try:
        require_plain(text)
        value: Json = yaml.load(text, _Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f" (line {mark.line + 1}, column {mark.column + 1})" if mark else ""
        raise ValueError(f"not YAML: {error.problem or error.context}{where}") from error
    except yaml.YAMLError as error:
        raise ValueError(f"not YAML: {error}") from error
    return value


def require_plain(text: str) -> None:
    """Aliases can blow a small file up to gigabytes, and the C loader crashes on deep nesting."""
    depth = values = 0
    for event in yaml.parse(text, yaml.CSafeLoader):
        if isinstance(event, yaml.AliasEvent):
            raise ValueError(f"uses the YAML alias *{event.anchor}: write the value out")
        values += isinstance(event, yaml.NodeEvent)
        if values > 2 * MOST_VALUES:  # a key is a node too
            raise ValueError(TOO_MANY)
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MOST_NESTED:
            raise ValueError(TOO_DEEP)
