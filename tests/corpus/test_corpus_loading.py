"""A corpus file with a mistake in it: refused, with the file, the entry, what is wrong and what to write instead."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml

from corpus.loader import CorpusError, digest, game_digest, game_ids, load_game

Files: TypeAlias = dict[str, Any]


def asks(count: int) -> dict[str, list[dict[str, str]]]:
    return {language: [{"q": f"{language} {n}?", "a": "No."} for n in range(count)] for language in ("it", "en")}


def both(text: str) -> dict[str, str]:
    return {"it": text, "en": text}


def rule(id: str, **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "title": both("Docking"),
        "text": both("One ship a turn may lie at a dock."),
        "source": [{"document": "book", "section": "1"}],
        "asks": asks(2),
        "decided_by": "engine",
    } | more


def conflict(id: str, **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "kind": "contradiction",
        "title": both("Fog"),
        "text": both("The book says two things of fog."),
        "rules": ["HB-1.1"],
        "readings": {"stops": both("It stops ships."), "slows": both("It slows them.")},
        "default": "stops",
        "why": both("It is said twice."),
        "asks": asks(1),
    } | more


def harbour() -> Files:
    editions = {"book": {"title": "Harbour rulebook", "language": "en"}}
    return {
        "game.yaml": {"id": "harbour", "name": "Harbour", "prefix": "HB", "editions": editions},
        "chapters.yaml": {"01-port": both("The port")},
        "terms.yaml": [{"id": "dock", "name": both("dock"), "meaning": both("A place."), "it": [], "en": []}],
        "conflicts.yaml": [conflict("HB-C1")],
        "rules/01-port.yaml": [rule("HB-1.1"), rule("HB-1.2", exception_to=["HB-1.1"])],
    }


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Files], Path]:
    """Writes the files of the one game there is, and returns the corpus they are in; a text is written as it is."""

    def written(files: Files) -> Path:
        for name, data in files.items():
            path = tmp_path / "harbour" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(data if isinstance(data, str) else yaml.safe_dump(data), encoding="utf-8")
        return tmp_path

    return written


def test_a_game_without_a_mistake_is_loaded(write: Callable[[Files], Path]) -> None:
    home = write(harbour())
    game = load_game("harbour", home)
    assert game_ids(home) == ("harbour",)
    assert [*game.rules, *game.conflicts, *game.terms] == ["HB-1.1", "HB-1.2", "HB-C1", "dock"]
    assert game.exceptions("HB-1.1") == ("HB-1.2",)
    (chapter,) = game.chapters
    assert (chapter.id, chapter.title.en, chapter.rules) == ("01-port", "The port", ("HB-1.1", "HB-1.2"))


def test_an_unknown_game_is_named_with_those_there_are(write: Callable[[Files], Path]) -> None:
    with pytest.raises(CorpusError, match="unknown game 'chess': the games are harbour"):
        load_game("chess", write(harbour()))


RULES = "rules/01-port.yaml"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({RULES: [rule("HB-1.1", titel=both("Dock"))]}, r"01-port\.yaml: HB-1\.1: unknown key 'titel'"),
        ({RULES: [rule("HB-1.1", decided_by="dice")]}, r"HB-1\.1: decided_by: .*got 'dice'"),
        ({RULES: [rule("HB-1.1", title={"it": "Molo"})]}, r"HB-1\.1: title\.en"),
        ({RULES: [rule("HB-1.1"), rule("HB-1.1")]}, r"01-port\.yaml: HB-1\.1 is defined twice"),
        ({"conflicts.yaml": [conflict("HB-C1"), conflict("HB-C1")]}, r"conflicts\.yaml: HB-C1 is defined twice"),
        ({RULES: [rule("HB-2.1")]}, r"HB-2\.1: ids in this file begin with HB-1\."),
        ({RULES: [rule("HB-1.1", source=[])]}, "no source: name the document and the section"),
        ({RULES: [rule("HB-1.1", source=[{"document": "blog", "section": "1"}])]}, "'blog' is not an edition.*book"),
        ({RULES: [rule("HB-1.1", asks=asks(1))]}, r"asks\.en has 1 questions; two to six are needed"),
        ({RULES: [rule("HB-1.1", asks=asks(7))]}, r"asks\.it has 7 questions; two to six are needed"),
        (
            {RULES: [rule("HB-1.1", asks={"it": asks(3)["it"], "en": asks(2)["en"]})]},
            r"asks\.it has 3 questions and asks\.en 2: each says the same as its twin",
        ),
        ({RULES: [rule("HB-1.1"), rule("HB-1.2", see=["HB-1.11"])]}, r"HB-1\.2 names rule HB-1\.11.*did you mean"),
        ({RULES: [rule("HB-1.1", overrides=["HB-1.1"])]}, r"HB-1\.1 names itself"),
        ({RULES: [rule("HB-1.1", decided_by="table")]}, "`reason` says why the table decides"),
        (
            {"conflicts.yaml": [conflict("HB-C1", default="stays")]},
            "HB-C1: needs two readings or more",
        ),
        ({"conflicts.yaml": [conflict("HB-C1", kind="gap")]}, "HB-C1: a gap has `missing` and no readings"),
        ({"conflicts.yaml": [conflict("HB-C1", rules=["HB-9.9"])]}, r"HB-C1 names rule HB-9\.9, which does not exist"),
        ({"chapters.yaml": {}}, r"chapters\.yaml: 01-port has no title: write 01-port: "),
        ({"chapters.yaml": {"01-port": both("A"), "02-sea": both("B")}}, r"02-sea is the title of no file"),
        ({RULES: "- id: HB-1.1\n  id: HB-1.2\n"}, r"01-port\.yaml: cannot be read: .*key 'id' is written twice"),
        ({RULES: "- id: ["}, r"01-port\.yaml: cannot be read"),
    ],
)
def test_a_mistake_is_refused_by_file_entry_and_key(
    write: Callable[[Files], Path], change: Files, message: str
) -> None:
    home = write(harbour() | change)
    with pytest.raises(CorpusError, match=rf"(?s){message}"):
        load_game("harbour", home)


def test_all_mistakes_of_a_game_are_reported_at_once(write: Callable[[Files], Path]) -> None:
    home = write(
        harbour()
        | {
            RULES: [rule("HB-1.1", source=[]), rule("HB-1.2", see=["HB-7.7"])],
            "conflicts.yaml": [conflict("HB-C1", default="stays")],
        }
    )
    with pytest.raises(CorpusError) as refused:
        load_game("harbour", home)
    assert [word in str(refused.value) for word in ("no source", "HB-7.7", "HB-C1")] == [True] * 3


def test_the_digest_changes_with_any_file(write: Callable[[Files], Path]) -> None:
    before = digest(write(harbour()))
    assert digest(write(harbour())) == before
    assert digest(write(harbour() | {"terms.yaml": []})) != before


WORDED = {"facts.yaml": {"fields": {}, "words": {}}, "says.yaml": {}}


@pytest.mark.parametrize(
    "change",
    [
        {RULES: [rule("HB-1.1", text=both("Two ships may.")), rule("HB-1.2")]},
        {"rules/02-sea.yaml": [rule("HB-2.1")]},
        {"chapters.yaml": {"01-port": both("The harbour")}},
        {"conflicts.yaml": []},
        {"terms.yaml": []},
        {"facts.yaml": {"fields": {}, "words": {"dock": both("dock")}}},
        {"says.yaml": {"HB-1.1": {"full": both("The dock is full.")}}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_the_digest_of_a_game_changes_with_its_rules_and_its_words(
    write: Callable[[Files], Path], change: Files
) -> None:
    home = write(harbour() | WORDED)
    before = game_digest("harbour", home)
    assert re.fullmatch("[0-9a-f]{12}", before)
    game_digest.cache_clear()
    assert game_digest("harbour", home) == before
    write(change)
    game_digest.cache_clear()
    assert game_digest("harbour", home) != before


def test_the_digest_of_a_game_stays_when_only_ways_to_ask_are_added(write: Callable[[Files], Path]) -> None:
    home = write(harbour() | WORDED)
    before = game_digest("harbour", home)
    write({"phrasebook/01-port.yaml": {}, "sentences.yaml": {}})
    game_digest.cache_clear()
    assert game_digest("harbour", home) == before
