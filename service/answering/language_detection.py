"""Detects whether a text is Italian or English.

Questions at the table are short and half of their nouns are the game's own English names, so the
little words decide, then the letters; the statistical model is asked only about what is left.
"""

import re
import warnings
from functools import cache
from typing import TYPE_CHECKING

from corpus import LANGUAGES, Language
from corpus.function_words import LITTLE_WORDS

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier  # type: ignore[import-untyped]

_IN_BOTH = (LITTLE_WORDS["it"] & LITTLE_WORDS["en"]) | {"i", "in", "me", "no", "per"}
_WORD = re.compile(r"[^\W\d_]+")
_ITALIAN_LETTERS = re.compile(r"[àèéìòù]", re.IGNORECASE)


def detected_language(text: str, in_doubt: Language | None = None) -> Language:
    """The language of a question or of a sentence; `in_doubt`, if given, where its words and letters do not decide."""
    words = [word for word in _WORD.findall(text.lower()) if word not in _IN_BOTH]
    italian, english = (sum(word in LITTLE_WORDS[language] for word in words) for language in ("it", "en"))
    if italian != english:
        return "it" if italian > english else "en"
    if _ITALIAN_LETTERS.search(text):
        return "it"
    if in_doubt:
        return in_doubt
    language: str = _identifier().classify(text.lower())[0]
    return "en" if language == "en" else "it"


def mixes(text: str, language: Language) -> bool:
    """Whether a text in this language has little words of the other."""
    other: Language = "en" if language == "it" else "it"
    words = {word for word in _WORD.findall(text.lower()) if word not in _IN_BOTH}
    return bool(words & LITTLE_WORDS[other] - LITTLE_WORDS[language])


@cache
def _identifier() -> "LanguageIdentifier":
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from py3langid.langid import MODEL_FILE, LanguageIdentifier
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages(list(LANGUAGES))
    return identifier
