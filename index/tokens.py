"""The words of a sentence, its numbers told apart."""

import re
from functools import lru_cache
from typing import NamedTuple

from corpus import Language
from corpus.function_words import LITTLE_WORDS, NEGATIONS, NUMERALS
from index.words import plain, words

GAP = "#"
"""Where a number stands."""
_DENYING = frozenset(
    {"nn", "isnt", "dont", "doesnt", "didnt", "hasnt", "havent", "aint", "wasnt", "arent", "zero", "t"}
)
"""Negations as they are chatted."""
_WORD = re.compile(r"\d+|[^\W\d]+")
"""A number that is glued to a word, "C7", is a word by itself."""
_BREAK = re.compile(r"[,;.:?!]")


class Token(NamedTuple):
    """A word of a sentence."""

    stem: str
    """GAP for a number."""
    number: int | None
    start: int
    end: int
    is_little: bool
    denies: bool


@lru_cache(maxsize=1024)
def tokens(text: str, language: Language) -> tuple[Token, ...]:
    """The words of a text, its numbers told apart."""
    found = []
    matches = list(_WORD.finditer(text))
    for match, stem in zip(matches, words(" ".join(match[0] for match in matches), language), strict=True):
        word = match[0].lower()
        bare = plain(word)
        number = int(bare) if bare.isdigit() and len(bare) < 5 else NUMERALS[language].get(bare)
        denies = word in NEGATIONS[language] or word in _DENYING
        found.append(
            Token(
                stem if number is None else GAP,
                number,
                match.start(),
                match.end(),
                is_little=number is None and word in LITTLE_WORDS[language],
                denies=denies,
            )
        )
    return tuple(found)


def has_break(text: str, word: Token, after: Token) -> bool:
    """Whether a mark of speech stands between two words."""
    return _BREAK.search(text[word.end : after.start]) is not None
