"""The stemmed words of a text: what the lexical side compares."""

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from corpus import Language

if TYPE_CHECKING:
    from Stemmer import Stemmer  # type: ignore[import-not-found]

_WORD = re.compile(r"\w+")
_SNOWBALL = {"it": "italian", "en": "english"}


def words(text: str, language: Language) -> list[str]:
    """In order, without accents: players leave them out."""
    stems = _stemmer(language).stemWords(_WORD.findall(text.lower()))
    return [plain(stem) for stem in stems]


@cache
def _stemmer(language: Language) -> "Stemmer":
    from Stemmer import Stemmer

    return Stemmer(_SNOWBALL[language])


@cache
def plain(word: str) -> str:
    """Without its accents."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", word) if not unicodedata.combining(letter))
