"""Two tiny games in real files, and the real packaged model."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml

from corpus import Corpus, load_corpus
from index import Embedder, Index, build, open_index


def rule(id: str, it: list[str], en: list[str], **more: Any) -> dict[str, Any]:
    """A rule from a title, a text and the questions, per language."""
    return {
        "id": id,
        "title": {"it": it[0], "en": en[0]},
        "text": {"it": it[1], "en": en[1]},
        "source": [{"document": "book", "section": "1"}],
        "asks": {"it": [{"q": q, "a": "Sì."} for q in it[2:]], "en": [{"q": q, "a": "Yes."} for q in en[2:]]},
        "decided_by": "engine",
    } | more


HARBOUR_RULES = [
    rule(
        "HB-1.1",
        ["Attracco", "Una nave per turno può attraccare a un molo libero.", "posso entrare in porto?", "c'è posto?"],
        ["Docking", "One ship a turn may lie at a free dock.", "may I come into port?", "is there room?"],
    ),
    rule(
        "HB-1.2",
        ["Pirati", "I pirati entrano anche dove è occupato.", "il pirata mi caccia via?", "arriva il corsaro?"],
        ["Pirates", "Pirates come in even where it is taken.", "can the pirate throw me out?", "a corsair comes?"],
        exception_to=["HB-1.1"],
    ),
    rule(
        "HB-1.3",
        ["Carte in mano", "Alla fine del turno si tengono al più sei carte.", "quante carte tengo?", "scarto?"],
        ["Hand size", "At the end of a turn you keep six cards at most.", "how many cards do I keep?", "discard?"],
    ),
]
HARBOUR = {
    "game.yaml": {
        "id": "harbour",
        "name": "Harbour",
        "prefix": "HB",
        "editions": {"book": {"title": "Harbour rulebook", "language": "en"}},
    },
    "chapters.yaml": {"01-port": {"it": "Il porto", "en": "The port"}},
    "terms.yaml": [
        {
            "id": "dock",
            "name": {"it": "molo", "en": "dock"},
            "meaning": {"it": "Dove si attracca.", "en": "Where a ship lies."},
            "it": ["banchina"],
            "en": ["pier"],
        }
    ],
    "conflicts.yaml": [
        {
            "id": "HB-C1",
            "kind": "gap",
            "title": {"it": "Nebbia", "en": "Fog"},
            "text": {"it": "Nulla dice se la nebbia ferma le navi.", "en": "Nothing says whether fog stops the ships."},
            "rules": ["HB-1.1"],
            "asks": {
                "it": [
                    {"q": "con la nebbia si naviga?", "a": "Non si sa."},
                    {"q": "la foschia ferma?", "a": "Non si sa."},
                ],
                "en": [{"q": "do we sail in fog?", "a": "Unknown."}, {"q": "does mist stop me?", "a": "Unknown."}],
            },
            "missing": {"it": "Una regola sulla nebbia.", "en": "A rule on fog."},
        }
    ],
}
CASTLE = {
    "game.yaml": {
        "id": "castle",
        "name": "Castle",
        "prefix": "CS",
        "editions": {"book": {"title": "Castle rulebook", "language": "en"}},
    },
    "chapters.yaml": {"01-deal": {"it": "Dare le carte", "en": "The deal"}},
    "terms.yaml": [],
    "conflicts.yaml": [],
    "rules/01-deal.yaml": [
        rule(
            "CS-1.1",
            ["Carte", "Ogni giocatore riceve quattro carte.", "quante carte prendo all'inizio?", "quante me ne dai?"],
            ["Deal", "Each player is dealt four cards.", "how many cards do I start with?", "how many do you deal?"],
        )
    ],
}


WriteGames: TypeAlias = Callable[[list[dict[str, Any]]], Path]


@pytest.fixture(scope="session")
def write_games(tmp_path_factory: pytest.TempPathFactory) -> WriteGames:
    """Writes both games, Harbour with the given rules, and returns the folder: a new one each time."""

    def write(rules: list[dict[str, Any]]) -> Path:
        home = tmp_path_factory.mktemp("corpus")
        for game, files in {"harbour": HARBOUR | {"rules/01-port.yaml": rules}, "castle": CASTLE}.items():
            for name, data in files.items():
                path = home / game / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
        return home

    return write


@pytest.fixture(scope="session")
def harbour_rules() -> list[dict[str, Any]]:
    """What the corpus of these tests has, for a test to change a copy of."""
    return HARBOUR_RULES


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    return Embedder()


@pytest.fixture(scope="session")
def games(write_games: WriteGames) -> Path:
    return write_games(HARBOUR_RULES)


@pytest.fixture(scope="session")
def corpus(games: Path) -> Corpus:
    return load_corpus(games)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder, corpus: Corpus) -> Path:
    """A home whose index must not be changed."""
    home = tmp_path_factory.mktemp("home")
    build(home, embedder, corpus)
    return home


@pytest.fixture(scope="session")
def index(built: Path, embedder: Embedder, corpus: Corpus) -> Index:
    return open_index(built, embedder, corpus)
