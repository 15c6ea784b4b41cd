"""What a page keeps of a game, over HTTP: its rules to read, and the words that make forms of its procedures."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from corpus import game_digest, load_corpus, load_facts, load_game
from service.schema import Shape, WholeGame, Words
from tests.service.test_http import problem

if TYPE_CHECKING:
    from tests.service.conftest import Service

GAMES = ("vwars", "doomtrooper", "victory-honor", "village-attacks")
PAGES: dict[str, type[Shape]] = {"rules": WholeGame, "words": Words}


def test_each_game_says_which_text_it_is(service: "Service") -> None:
    games = service("/v1/games").json
    assert {game["id"] for game in games} == {*load_corpus().games} >= {*GAMES}
    for game in games:
        assert re.fullmatch("[0-9a-f]{12}", game["corpus"])
        assert game["corpus"] == game_digest(game["id"])
    assert len({game["corpus"] for game in games}) == len(games)


@pytest.mark.parametrize("game", GAMES)
def test_all_of_a_game_can_be_read(service: "Service", game: str) -> None:
    whole = service(f"/v1/games/{game}/rules").json
    rulebook = load_game(game)
    rules = [rule for chapter in whole["chapters"] for rule in chapter["rules"]]
    assert {rule["id"] for rule in rules} == rulebook.rules.keys()
    assert len(rules) == len(rulebook.rules) > 100
    for chapter in whole["chapters"]:
        number = chapter["id"].partition("-")[0].lstrip("0")
        assert chapter["rules"]
        assert all(rule["id"].startswith(f"{rulebook.card.prefix}-{number}.") for rule in chapter["rules"])
        assert chapter["title"]["it"] != chapter["title"]["en"]
    assert [conflict["id"] for conflict in whole["conflicts"]] == list(rulebook.conflicts)
    assert {term["id"] for term in whole["terms"]} == rulebook.terms.keys()
    for id in (rules[0]["id"], rules[-1]["id"], whole["conflicts"][0]["id"]):
        assert service(f"/v1/rules/{id}").json in [*rules, *whole["conflicts"]]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("page", PAGES)
def test_what_a_client_has_already_is_not_sent_again(service: "Service", game: str, page: str) -> None:
    first = service(f"/v1/games/{game}/{page}")
    tag = first.headers["ETag"]
    PAGES[page].model_validate_json(first.body)
    assert first.headers["Cache-Control"] == "no-cache"
    assert tag == f'W/"{first.json["corpus"]}"'
    assert first.json["corpus"] == game_digest(game)
    for held in (tag, tag.removeprefix("W/"), f'"older", {tag}', "*"):
        again = service(f"/v1/games/{game}/{page}", headers={"If-None-Match": held})
        assert (again.status, again.body, again.headers["ETag"]) == (304, b"", tag)
    assert service(f"/v1/games/{game}/{page}", headers={"If-None-Match": '"older"'}).body == first.body


@pytest.mark.parametrize("page", PAGES)
def test_of_a_game_that_there_is_not_the_nearest_is_named(service: "Service", page: str) -> None:
    document = problem(service(f"/v1/games/v-wars/{page}"), 404)
    assert document["detail"].startswith("there is no game 'v-wars': there is ")
    assert document["detail"].endswith('; did you mean "vwars"?')


def types(schema: Any) -> Iterator[tuple[str, Any]]:
    """The types of a procedure's states by name, as the words are looked up."""
    yield schema["title"], schema
    yield from schema.get("$defs", {}).items()


@pytest.mark.parametrize("game", GAMES)
def test_a_form_of_every_procedure_has_its_words(service: "Service", game: str) -> None:
    fields = service(f"/v1/games/{game}/words").json["fields"]
    facts = load_facts(game)
    for procedure in service(f"/v1/procedures?game={game}").json:
        for type, schema in types(procedure["schema"]):
            for name in schema.get("properties", {}):
                found = fields.get(f"{type}.{name}") or fields[name]
                words = facts.field(type, name)
                assert words
                assert found["label"] == {"it": words.label.it, "en": words.label.en}
                assert found["question"] == {"it": words.question.it, "en": words.question.en}


def values(schema: Any) -> Iterator[str]:
    """The texts that a JSON schema lists as values."""
    match schema:
        case {"enum": list(listed)}:
            yield from (value for value in listed if isinstance(value, str))
        case {"const": str(value)}:
            yield value
        case dict():
            for inner in schema.values():
                yield from values(inner)
        case list():
            for inner in schema:
                yield from values(inner)


@pytest.mark.parametrize("game", GAMES)
def test_every_value_that_can_be_chosen_in_a_form_has_its_words(service: "Service", game: str) -> None:
    words = service(f"/v1/games/{game}/words").json["words"]
    listed = {value for one in service(f"/v1/procedures?game={game}").json for value in values(one["schema"])}
    assert len(listed) > 10
    assert not sorted(
        value
        for value in listed
        if value not in words and not all(part in words or part.isdigit() for part in value.split(" "))
    )
