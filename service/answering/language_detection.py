"""Detects whether a text is Italian or English.

Questions at the table are short and half of their nouns are the game's own English names, so the
little words decide, then the letters; the statistical model is asked only about what is left.
"""

import re
import warnings
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from corpus import LANGUAGES, Language

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier  # type: ignore[import-untyped]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LITTLE_WORDS: Mapping[Language, frozenset[str]] = {
    "it": _words("""
        il lo la gli le un uno una di del dello della dei degli delle da dal dallo dalla dai dagli dalle al allo alla
        ai agli alle nel nello nella nei negli nelle sul sullo sulla sui sugli sulle con per tra fra e ed o od ma se
        che chi cosa cos quale quali quando quanto quanta quanti quante dove come perché perche mi ti ci vi si ne non
        più piu già gia ancora anche solo sono sei è siamo siete ho hai ha abbiamo avete hanno posso puoi può puo
        possiamo potete possono devo devi deve dobbiamo dovete devono fa fare fai faccio vale va vado mio mia miei mie
        tuo tua suo sua loro questo questa questi queste quello quella stesso stessa io tu lui lei noi voi dopo prima
        ogni tutto tutta tutti tutte sì succede serve ke nn x xké xke perke cmq sta sto st boh mo ok dai raga ragazzi
        due tre quattro cinque sette otto nove dieci
    """),
    "en": _words("""
        the an of to from in into on onto at by with for and or but if that which who whom whose what when where why
        how is are was were be been am do does did done has have had can could may might must shall should will would
        i you he she it we they me my your his her its our their them us this these those there not any some each
        every all u ur im ive hes shes theyre its thats theres whats wheres whos n gonna gotta wanna dont doesnt isnt
        cant thru ok lol pls both same more most many much than then only also after before again still just get gets
        got go goes yes one two three four five six seven eight nine ten
    """),
}
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


@cache
def _identifier() -> "LanguageIdentifier":
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from py3langid.langid import MODEL_FILE, LanguageIdentifier
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages(list(LANGUAGES))
    return identifier
