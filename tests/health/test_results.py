"""Every key of a result, and every value that its type lists, has a word in both languages."""

import dataclasses
import typing
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator import GAMES
from corpus import load_corpus, load_facts
from tests.health.sizes import enough


def kinds(game: str) -> set[type[Any]]:
    """The kinds of result of a game, and those inside them."""
    found: set[type[Any]] = set()
    for procedure in GAMES[game].procedures.values():
        for kind in procedure.results:
            collect(kind, found)
    return found


def collect(kind: type[Any], found: set[type[Any]]) -> None:
    if kind in found:
        return
    found.add(kind)
    for hint in typing.get_type_hints(kind).values():
        for inner in inside(hint):
            if dataclasses.is_dataclass(inner):
                collect(typing.cast("type[Any]", inner), found)


def inside(hint: Any) -> Iterator[Any]:
    yield hint
    for inner in typing.get_args(hint):
        yield from inside(inner)


def values(kind: type[Any]) -> set[str]:
    """What the fields of a kind of result may say by their type."""
    hints = (inner for hint in typing.get_type_hints(kind).values() for inner in inside(hint))
    literals = (typing.get_args(hint) for hint in hints if typing.get_origin(hint) is typing.Literal)
    return {value for listed in literals for value in listed if isinstance(value, str)}


@pytest.mark.parametrize("game", GAMES)
def test_every_key_of_a_result_has_a_word(game: str) -> None:
    keys = {field.name for kind in kinds(game) for field in dataclasses.fields(kind)}
    assert enough(game, len(keys), 20)
    assert sorted(keys - load_facts(game).words.keys()) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_value_that_a_result_lists_has_a_word(game: str) -> None:
    listed: set[str] = set().union(*map(values, kinds(game)))
    assert listed or load_corpus().games[game].card.draft
    assert sorted(listed - load_facts(game).words.keys()) == []
