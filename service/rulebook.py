"""Rules, conflicts, words and search results as JSON, with all that joins them."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from corpus import Conflict, Corpus, Game, Language, Rule, game_digest, load_facts

if TYPE_CHECKING:
    from index import Hit


@dataclass(frozen=True, slots=True, kw_only=True)
class YourRule:
    """A house rule, an erratum, or the text of a card, from a file of the user's."""

    id: str
    kind: Literal["card", "house", "errata"]
    """Card text goes before house rules, those before errata, and errata before the book."""
    text: str
    source: str
    overrides: tuple[str, ...]
    """The rules before which it goes; where something was ruled on or answered, those of them that matter there."""
    gives_way_to: tuple[str, ...] = ()
    """Entries of a kind before its own that go before the same rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutRule(Rule):
    """A rule with its relations in both directions."""

    game: str
    kind: Literal["rule"]
    exceptions: tuple[str, ...]
    conflicts: tuple[str, ...]
    yours: tuple[YourRule, ...] = ()
    """What goes before it at this table; left out where nothing does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutConflict(Conflict):
    """A conflict with its readings."""

    game: str
    kind: Literal["conflict"]  # type: ignore[assignment]
    conflict: Literal["edition", "contradiction", "ambiguity", "gap"]
    yours: tuple[YourRule, ...] = ()
    """What goes before it at this table; left out where nothing does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutYours(YourRule):
    """An entry of the user's with its game."""

    game: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutPassage:
    """A passage of a rulebook that the user added, with its place."""

    id: str
    kind: Literal["passage"]
    game: str
    file: str
    text: str
    section: str
    page: int | None
    lines: str


def about(id: str, game: Game) -> dict[str, Any]:
    """A rule or a conflict of this game, in both languages, with its relations in both directions."""
    if id in game.rules:
        return {
            "game": game.id,
            "kind": "rule",
            **asdict(game.rules[id]),
            "exceptions": list(game.exceptions(id)),
            "conflicts": [conflict.id for conflict in game.conflicts_of(id)],
        }
    conflict = asdict(game.conflicts[id])
    return {"game": game.id, "kind": "conflict", "conflict": conflict.pop("kind"), **conflict}


def search_results(query: str, language: Language, hits: "Iterable[Hit]", corpus: Corpus) -> dict[str, Any]:
    """Search results, best first."""
    return {"query": query, "language": language, "hits": [_hit(hit, language, corpus) for hit in hits]}


def whole_game(game: Game, corpus: Corpus) -> dict[str, Any]:
    """All of a game for reading: its rules by chapter, its conflicts, its terms."""
    return {
        "game": game.id,
        "corpus": game_digest(game.id, corpus.home),
        "chapters": [
            {"id": chapter.id, "title": asdict(chapter.title), "rules": [about(id, game) for id in chapter.rules]}
            for chapter in game.chapters
        ],
        "conflicts": [about(id, game) for id in game.conflicts],
        "terms": [asdict(term) for term in game.terms.values()],
    }


def words(game: Game, corpus: Corpus) -> dict[str, Any]:
    """What the fields and values of a game's states and outcomes are called."""
    facts = asdict(load_facts(game.id, corpus.home))
    named = {part: facts[part] for part in ("fields", "words")}
    return {"game": game.id, "corpus": game_digest(game.id, corpus.home), **named}


def games(corpus: Corpus) -> list[dict[str, Any]]:
    """The games, with what there is of each."""
    return [
        {
            "id": game.id,
            "name": game.card.name,
            "prefix": game.card.prefix,
            "editions": {id: asdict(edition) for id, edition in game.card.editions.items()},
            "rules": len(game.rules),
            "conflicts": len(game.conflicts),
            "corpus": game_digest(game.id, corpus.home),
        }
        for game in corpus.games.values()
    ]


def _hit(hit: "Hit", language: Language, corpus: Corpus) -> dict[str, Any]:
    game = corpus.games[hit.game]
    entry = game.rules[hit.rule] if hit.rule in game.rules else game.conflicts[hit.rule]
    return {
        "rule": hit.rule,
        "game": hit.game,
        "title": entry.title[language],
        "text": entry.text[language],
        "score": round(hit.score, 4),
        "dense": round(hit.dense, 4),
        "lexical": round(hit.lexical, 4),
        "matched": asdict(hit.passage),
        "brings": list(hit.brings),
    }
