"""Reads chat as what it means: abbreviations written out, typing errors corrected.

A word that no dictionary has is taken for the word of the rules and their questions that is one slip
away from it: one letter wrong, missing, too many or swapped. Where several are as near, the one the
rules use most. What is shown is always what the player wrote.
"""

import gzip
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from corpus import LANGUAGES, Conflict, Game, Language, Rule
from corpus.function_words import LITTLE_WORDS

if TYPE_CHECKING:
    from spellchecker import SpellChecker

SHORTEST = 4
"""A shorter word has too many neighbours to be taken for one of them."""
OFTEN = 3
"""A word that the rules use less often is none that a slip would be taken for."""

_WORD = re.compile(r"[^\W\d_]+(?:['’]t\b)?")
_WRITTEN_OUT: Mapping[Language, Mapping[str, str]] = {
    "it": {
        "nn": "non", "cmq": "comunque", "ke": "che", "k": "che", "xke": "perché", "xkè": "perché", "xké": "perché",
        "perke": "perché", "x": "per", "sx": "sinistra", "dx": "destra", "qnd": "quando", "qnt": "quanti",
        "tt": "tutti", "cn": "con", "dv": "dove", "qlc": "qualcosa", "qlcs": "qualcosa", "qst": "questo",
        "anke": "anche", "sn": "sono", "pt": "punti", "gg": "giocatori", "num": "numero", "ppl": "persone",
    },
    "en": {
        "u": "you", "ur": "your", "r": "are", "pls": "please", "plz": "please", "thx": "thanks", "bc": "because",
        "cuz": "because", "w": "with", "pts": "points", "dmg": "damage", "hp": "health", "mvmt": "movement",
        "ppl": "people", "btw": "by the way", "smth": "something", "def": "defence", "atk": "attack", "wich": "which",
        "weve": "we have", "theyve": "they have", "youre": "you are",
    },
}  # fmt: skip


def texts_of(game: Game, language: Language) -> Iterator[str]:
    """All that the rulebook of a game says in a language."""
    targets: tuple[Rule | Conflict, ...] = (*game.rules.values(), *game.conflicts.values())
    for entry in targets:
        yield from (entry.title[language], entry.text[language])
        for ask in (entry.asks if isinstance(entry, Rule) else entry.answered())[language]:
            yield from (ask.q, ask.a)
    for term in game.terms.values():
        yield from (term.name[language], term.meaning[language], *(term.it if language == "it" else term.en))


def runs(texts: Iterable[str]) -> Counter[str]:
    """What stands between blanks in these texts, in small letters, with how often: what there is to look into once."""
    return Counter(" ".join(texts).lower().split())


class Speller:
    """Corrects questions in one language, by the words of these texts."""

    def __init__(self, language: Language, texts: Iterable[str]) -> None:
        self._language = language
        self._count: Counter[str] = Counter()
        for run, times in runs(texts).items():
            for word in _WORD.findall(run):
                self._count[word] += times
        self._rules: SpellChecker | None = None

    def corrected(self, text: str) -> str:
        """The text as it was meant, for looking up."""
        return _WORD.sub(lambda match: self._corrected_word(match[0]), text)

    def as_written(self, words: str, text: str) -> str:
        """Words of the corrected text as they stand in the text itself; as they are where they are not of it."""
        corrected = self.corrected(text)
        at = corrected.find(words)
        if not words or at < 0:
            return words
        from_, to = (self._place_in(text, place) for place in (at, at + len(words) - 1))
        return text[from_[0] : to[1]]

    def _place_in(self, text: str, place: int) -> tuple[int, int]:
        """Where in the text a letter of the corrected text comes from: the letter, or the whole word that was meant."""
        longer = 0
        for match in _WORD.finditer(text):
            meant = self._corrected_word(match[0])
            if place < match.start() + longer:
                break
            if meant != match[0] and place < match.start() + longer + len(meant):
                return match.span()
            longer += len(meant) - len(match[0]) if meant != match[0] else 0
        return place - longer, place - longer + 1

    def is_chat(self, text: str) -> bool:
        """Whether it has an abbreviation, or a word that neither a dictionary nor the rules have."""
        words = [word.lower() for word in _WORD.findall(text)]
        return any(word in _WRITTEN_OUT[self._language] or not self._is_known(word) for word in words)

    def _is_known(self, word: str) -> bool:
        return word in self._count or word in LITTLE_WORDS[self._language] or _in_dictionary(word)

    def _corrected_word(self, word: str) -> str:
        plain = word.lower()
        if plain in _WRITTEN_OUT[self._language]:
            return _WRITTEN_OUT[self._language][plain]
        if len(plain) < SHORTEST or self._is_known(plain):
            return word
        return max(self._one_slip_away(plain), key=lambda other: self._count[other], default=word)

    def _one_slip_away(self, word: str) -> Iterable[str]:
        if self._rules is None:
            from spellchecker import SpellChecker

            self._rules = SpellChecker(language=None, distance=1)
            often = {other: times for other, times in self._count.items() if times >= OFTEN and len(other) >= SHORTEST}
            self._rules.word_frequency.load_json(often)
        return self._rules.known(self._rules.edit_distance_1(word))


@cache
def _dictionary(language: Language) -> bytes:
    """The words that pyspellchecker has, as it stores them: a hundred thousand would take long to unpack."""
    packed = files("spellchecker") / "resources" / f"{language}.json.gz"
    return gzip.decompress(packed.read_bytes())


@lru_cache(maxsize=4096)
def _in_dictionary(word: str) -> bool:
    entry = f'"{word}": '.encode()
    return any(entry in _dictionary(language) for language in LANGUAGES)
