"""Every fact that an engine can be told has a name and a question in both languages."""

from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator import GAMES
from corpus import LANGUAGES, load_facts
from service.positions.rulings import procedures
from tests.health.sizes import enough


def told_to(game: str) -> Iterator[tuple[str, str]]:
    """(shape, field) of everything that a state of the game can hold."""
    for found in procedures(game):
        schema: dict[str, Any] = found.shape.json_schema()
        for shape, described in ((schema["title"], schema), *schema.get("$defs", {}).items()):
            yield from ((shape, field) for field in described.get("properties", {}))


@pytest.mark.parametrize("game", GAMES)
def test_every_field_has_a_label_and_a_question(game: str) -> None:
    facts, fields = load_facts(game), set(told_to(game))
    assert enough(game, len(fields), 100)
    assert not sorted(f"{shape}.{field}" for shape, field in fields if facts.field(shape, field) is None)


@pytest.mark.parametrize("game", GAMES)
def test_no_words_are_for_a_field_that_is_gone(game: str) -> None:
    fields = set(told_to(game))
    known = {field for _, field in fields} | {f"{shape}.{field}" for shape, field in fields}
    assert not set(load_facts(game).fields) - known


@pytest.mark.parametrize("game", GAMES)
def test_a_label_is_short_and_a_question_asks(game: str) -> None:
    for name, words in load_facts(game).fields.items():
        for language in LANGUAGES:
            assert len(words.label[language]) <= 40, name
            assert words.question[language].endswith("?"), name
            assert "_" not in words.label[language] + words.question[language], name
