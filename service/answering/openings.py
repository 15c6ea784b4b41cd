"""How what follows up an answer is begun: a question that leans on the last one, a change of it, or only its reason."""

import re
from collections.abc import Mapping

from corpus import Language

_FOLLOWS_UP: Mapping[Language, re.Pattern[str]] = {
    "it": re.compile(
        r"(?:e|ed|ma|no|ok|invece|allora|però|anzi|sì|si|quindi|oppure|aspetta|scusa|ah|mettiamo|se invece|anche se)\b"
        r"|.*\b(?:allora|invece|comunque|lo stesso|anche (?:lui|lei|loro|quell[oaie]|così))\W*\Z"
    ),
    "en": re.compile(
        r"(?:and|but|no|nope|ok|so|what if|what about|how about|then|instead|yes|yeah|wait|hang on|oh|sorry|actually"
        r"|also|suppose|even if|if instead)\b|.*\b(?:then|instead|anyway|too|as well)\W*\Z"
    ),
}
_CHANGES: Mapping[Language, re.Pattern[str]] = {
    "it": re.compile(
        r"(?:(?:ok|ah|ma|e|ed)\W+)?"
        r"(?:(?:e |ma )?(?:se|con|in|senza|anche se|mettiamo)\b|no\b|anzi\b|aspetta\b|scusa\b|volevo dire)"
    ),
    "en": re.compile(
        r"(?:(?:ok|oh|but|and|so)\W+)?"
        r"(?:if|with|without|what if|what about|how about|suppose|even if|no|nope|wait|sorry|hang on|i meant?"
        r"|actually)\b"
    ),
}
_WHY: Mapping[Language, tuple[str, ...]] = {
    "it": (
        r"perch[eé]|x[kc]h?[eéè]|come mai|per quale motivo|davvero|sul serio|spiegati",
        r"(?:ne )?sei (?:proprio )?sicur[oa]|sicur[oa]|chi lo dice|chi l['’ ]?ha detto",
        r"dove (?:sta|è|l['’ ]?hai|lo dice|lo trovo)(?: (?:scritt[oa]|lett[oa]|detto))?",
        r"(?:in base a|secondo|per|con)?\s?(?:quale|che) regola(?: è)?|(?:dimmi|spiega(?:mi)?) (?:il )?perch[eé]",
    ),
    "en": (
        r"why(?: not| so| is that)?|how come|how so|says who|who says(?: so| that)?|really|seriously|for real|prove it",
        r"(?:(?:are|r) )?(?:you|u|ya) (?:really |100% )?sure(?: about (?:that|this|it))?",
        r"where(?:['’]?s| is| does| do| in)[\w ]{0,24}(?:written|say|said|state|book)(?: (?:so|that|this|it))?",
        r"(?:by |under |on )?(?:which|what) rule(?: (?:is that|says (?:so|that)|decides(?: that)?))?",
        r"(?:which|what) page|explain(?: why| that| yourself)?|on what grounds|based on what",
    ),
}
_BEFORE_WHY: Mapping[Language, str] = {"it": "e|ma|scusa|no|ok", "en": "and|but|no|wait|ok|um|huh"}
_AFTER_WHY: Mapping[Language, str] = {
    "it": r"mai|scusa|però|esattamente|questo|(?:st|quest)a cosa|(?:nel|sul) (?:regolamento|manuale|libro)",
    "en": r"tho(?:ugh)?|please|exactly|mate|then|in the (?:rules?|rulebook|book)",
}
_ONLY_WHY: Mapping[Language, re.Pattern[str]] = {
    language: re.compile(
        rf"(?:(?:{_BEFORE_WHY[language]})\W+)*(?:{'|'.join(reasons)})(?:\W+(?:{_AFTER_WHY[language]}))*\W*"
    )
    for language, reasons in _WHY.items()
}


def follows_up(text: str, language: Language) -> bool:
    """Whether it goes on from what was asked before: "and if he were wounded?"."""
    return _FOLLOWS_UP[language].match(text.lower()) is not None


def changes_only(text: str, language: Language) -> bool:
    """Whether it only changes what was asked before: "and if he were wounded?", "no, three of them"."""
    return _CHANGES[language].match(text.lower()) is not None


def asks_why(text: str, language: Language) -> bool:
    """Whether it only asks for the reason of what was said last: "why?", "where is that written?"."""
    return _ONLY_WHY[language].fullmatch(text.lower().strip()) is not None
