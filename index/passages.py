"""The texts that are searched: for each rule and each conflict its wording and its questions, in each language."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from corpus import LANGUAGES, Conflict, Corpus, Game, Language, Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One text that leads to a rule or to a conflict, its target."""

    target: str
    game: str
    language: Language
    kind: Literal["text", "ask"]
    text: str
    answer: str = ""
    """The answer of an `ask`; a `text` has none."""


def passages_of(corpus: Corpus) -> tuple[Passage, ...]:
    """All passages, those of a game together and in it those of a target together."""
    return tuple(passage for _, game in sorted(corpus.games.items()) for passage in _of_game(game))


def _of_game(game: Game) -> Iterator[Passage]:
    entries: tuple[Rule | Conflict, ...] = (*game.rules.values(), *game.conflicts.values())
    for entry in entries:
        for language in LANGUAGES:
            yield from _passages(entry, game.id, language)


def _passages(entry: Rule | Conflict, game: str, language: Language) -> Iterator[Passage]:
    text = f"{entry.title[language]}. {entry.text[language]}"
    yield Passage(target=entry.id, game=game, language=language, kind="text", text=text)
    for ask in entry.asks[language]:
        yield Passage(target=entry.id, game=game, language=language, kind="ask", text=ask.q, answer=ask.a)


def pairs_of(corpus: Corpus) -> tuple[tuple[str, str], ...]:
    """All that the corpus says both in Italian and in English, each pair once."""
    return tuple(dict.fromkeys(pair for _, game in sorted(corpus.games.items()) for pair in _pairs(game)))


def _pairs(game: Game) -> Iterator[tuple[str, str]]:
    entries: tuple[Rule | Conflict, ...] = (*game.rules.values(), *game.conflicts.values())
    for entry in entries:
        italian, english = (tuple(_passages(entry, game.id, language)) for language in LANGUAGES)
        yield from ((it.text, en.text) for it, en in zip(italian, english, strict=False))
        yield from ((it.answer, en.answer) for it, en in zip(italian, english, strict=False) if it.answer)
        yield entry.title.it, entry.title.en
    for term in game.terms.values():
        yield from ((said, term.name.en) for said in (term.name.it, *term.it))
        yield term.meaning.it, term.meaning.en
