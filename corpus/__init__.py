"""The rules as text: numbered, in two languages, each with its source."""

from corpus.loader import WORDS, CorpusError, game_ids, load_corpus, load_facts, load_game, load_says, load_sentences
from corpus.schema import LANGUAGES, Ask, Bilingual, Conflict, Corpus, Game, Language, OpenAsk, Rule, Source, Term

__all__ = [
    "LANGUAGES",
    "WORDS",
    "Ask",
    "Bilingual",
    "Conflict",
    "Corpus",
    "CorpusError",
    "Game",
    "Language",
    "OpenAsk",
    "Rule",
    "Source",
    "Term",
    "game_ids",
    "load_corpus",
    "load_facts",
    "load_game",
    "load_says",
    "load_sentences",
]
