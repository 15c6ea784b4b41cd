"""The names in a state, which no language has other words for: those of players, cards and figures."""

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.parts import Part, alternatives, declared
from corpus.loader import WORDS
from corpus.schema import Says


def without_names(says: Says, state: Any) -> Says:
    """The sentences and words for a ruling on this state, without the words that are names in it."""
    words = says.get(WORDS, {})
    names = words.keys() & {word for text in _names(state, type(state)) for word in (text, *text.split())}
    return {**says, WORDS: {word: words[word] for word in words if word not in names}} if names else says


def _names(value: Any, hint: Any) -> Iterator[str]:
    """The texts that begin as names do, where the type allows any text; a player's own word such as `hunter` is none,
    and is said in the language of the ruling.
    """
    if isinstance(value, str):
        if value[:1].isupper() and str in alternatives(hint):
            yield value
    elif isinstance(value, Part):
        yield from _in_fields(value.type, value.fields)
    elif isinstance(value, tuple):
        entries = next((kind.__args__[0] for kind in alternatives(hint) if hasattr(kind, "__args__")), None)
        for item in value:
            yield from _names(item, entries)
    elif dataclasses.is_dataclass(value):
        shape: type[Any] = type(value)
        yield from _in_fields(shape, {name: getattr(value, name) for name in shape.__dataclass_fields__})


def _in_fields(shape: type[Any], fields: Mapping[str, Any]) -> Iterator[str]:
    for each in declared(shape):  # type: ignore[arg-type]  # a type can be hashed
        if each.name in fields:
            yield from _names(fields[each.name], each.hint)
