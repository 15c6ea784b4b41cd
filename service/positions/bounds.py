"""Numbers told by their bounds: "at least two", "meno di quattro", "2 or 3".

The words of a bound stand before the number or after it, and may be denied; then they bound it from the other side.
A number that is only asked about ("do we need at least 6?") is told by no bounds.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from corpus import LANGUAGES, Language
from corpus.function_words import ARTICLES, NUMERALS
from index.tokens import Token

Json: TypeAlias = Any
Side: TypeAlias = Literal["from", "beyond", "to", "below"]
Range: TypeAlias = dict[str, int]
"""As a state has it: `{"at_least": 2}`, `{"at_most": 3}`, or both."""


@dataclass(frozen=True, slots=True)
class Bounded:
    """A number that a question tells by its bounds."""

    numbers: tuple[int, ...]
    """Those that are said."""
    place: tuple[int, int]
    """Where they stand in the question."""
    start: int
    end: int
    """Where all its words do."""
    told: Range | None
    """None where it is one of several that are far apart, or one of which the question asks: "4 or 5?"."""

    def is_of(self, value: Json, start: int, end: int) -> bool:
        """Whether this number is the value that the words between these places tell."""
        at, until = self.place
        return type(value) is int and value in self.numbers and start < until and at < end

    def has(self, word: Token) -> bool:
        """Whether a word is its number, or one of them, and told by the bounds."""
        return self.told is not None and self.place[0] <= word.start < self.place[1]


_BEFORE: Mapping[Language, Mapping[Side, str]] = {
    "it": {
        "from": r"almeno|come minimo|un minimo di|minimo|≥|>=",
        "beyond": r"(?:pi[uù]|maggiore|superiore|oltre)\s+(?:di|a)|oltre|>",
        "to": r"al massimo|al pi[uù]|un massimo di|massimo|max|fino a|≤|<=",
        "below": r"(?:meno|minore|inferiore)\s+(?:di|a)|<",
    },
    "en": {
        "from": r"at least|at the least|a minimum of|minimum|min|≥|>=",
        "beyond": r"(?:more|greater|higher) th[ae]n|over|above|>",
        "to": r"at most|at the most|a maximum of|maximum|max|up to|≤|<=",
        "below": r"(?:less|fewer|lower) th[ae]n|under|below|<",
    },
}
_AFTER: Mapping[Language, Mapping[Side, str]] = {
    "it": {"from": r"o (?:di )?pi[uù]|o oltre|almeno|come minimo", "to": r"o (?:di )?meno|al massimo|max"},
    "en": {
        "from": r"(?:or|and) (?:more|up|above|higher|greater|over)|at least|minimum",
        "to": r"(?:or|and) (?:less|fewer|under|below|lower)|at most|tops|maximum|max",
    },
}
_DENIED: Mapping[Side, Side] = {"from": "below", "beyond": "to", "to": "beyond", "below": "from"}
_DENYING: Mapping[Language, str] = {
    "it": r"non|nn|n[eé]",
    "en": r"not|never|no|(?:do|does|did|has|have|is|are|was|were|ai)n['’]?t",
}
_NOT_DENIED: Mapping[Language, str] = {
    "it": r"poss\w+|pu[oò]|puoi|potete|potr\w+|se|quando|con|che|e|o|ma",
    "en": r"can|could|may|might|if|when|with|that|and|or|but",
}
"""Between a negation and a bound these show that something else is denied."""
_ASKING: Mapping[Language, str] = {
    "it": r"serv\w+|bisogna|basta\w*|devo|devi|deve|dobbiamo|dovete|devono|occorr\w+",
    "en": r"need\w*|must|(?:have|has|had) to|requires?|takes?",
}
"""Who needs so many does not say that there are."""
_HELD: Mapping[Language, str] = {
    "it": r"con|h[oa]|hai|abbiamo|avete|hanno|tengo|sono|e|ma|(?:poss\w+|pu[oò]|puoi)(?:\s+\w+)?",
    "en": r"with|have|has|had|got|hold\w*|are|and|but|(?:can|may|could)(?:\s+\w+){0,2}",
}
"""Only right after these, or at the head, does "up to" bound a number; else something goes up to it."""
_UP_TO = ("up to", "fino a")
_OR: Mapping[Language, str] = {"it": "o", "en": "or"}
_BETWEEN: Mapping[Language, tuple[str, str]] = {"it": (r"(?:tra|fra)", "e"), "en": ("between", "and")}
_WORDS_WITHIN = 3
"""So many words may stand between a negation, or a word that asks, and the bound."""
_NOUN = 2
"""So many words of what is counted may stand between a number and the words of its bound."""


_NUMERAL: Mapping[Language, str] = {
    language: rf"(?:\d{{1,4}}|{'|'.join(sorted(NUMERALS[language], key=len, reverse=True))})(?!\w)"
    for language in LANGUAGES
}
COUNTED: Mapping[Language, str] = {
    language: rf"(?:{_NUMERAL[language]}|(?:{'|'.join(ARTICLES[language])})(?!\w))" for language in LANGUAGES
}
"""The pattern of a number, or of an article, which counts one."""


@dataclass(frozen=True, slots=True)
class _Patterns:
    before: re.Pattern[str]
    after: re.Pattern[str]
    several: tuple[re.Pattern[str], ...]
    denied: re.Pattern[str]
    asked: re.Pattern[str]
    held: re.Pattern[str]


def _patterns(language: Language) -> _Patterns:
    numeral, counted = _NUMERAL[language], COUNTED[language]
    bounds = {
        at: "|".join(rf"(?P<{side}_>(?<!\w)(?:{words}))" for side, words in sides[language].items())
        for at, sides in (("before", _BEFORE), ("after", _AFTER))
    }
    first, second = _BETWEEN[language]
    word = rf"\s+(?!(?:{_NOT_DENIED[language]})\b)[\w'’]+"
    patterns = (
        rf"(?:{bounds['before']})\s*(?P<one>{counted})",
        rf"(?<!\w)(?P<one>{numeral})(?:\s?(?P<plus>\+)(?!\s*\d)|"
        rf"(?:\s+\w+){{0,{_NOUN}}}?\s+(?:{bounds['after']})(?!\w)(?!\s+(?:di\s+)?{counted}))",
        rf"(?<!\w){first}\s+(?P<one>{numeral})\s+{second}\s+(?P<other>{numeral})",
        rf"(?<!\w)(?P<one>{counted})\s+{_OR[language]}\s+(?P<other>{numeral})(?P<asked>\s*(?:\?|$))?",
        rf"(?<!\w)(?:{_DENYING[language]})(?:{word}){{0,{_WORDS_WITHIN}}}\s+\Z",
        rf"(?<!\w)(?:{_ASKING[language]})(?:{word}){{0,{_WORDS_WITHIN}}}\s+\Z",
        rf"(?:^|(?<!\w)(?:{_HELD[language]}))\W*\Z",
    )
    before, after, between, either, denied, asked, held = (re.compile(one, re.IGNORECASE) for one in patterns)
    return _Patterns(before, after, (between, either), denied, asked, held)


_PATTERNS = {language: _patterns(language) for language in LANGUAGES}


@lru_cache(maxsize=256)
def bounded(question: str, language: Language) -> tuple[Bounded, ...]:
    """The numbers that a question tells by their bounds."""
    read = _PATTERNS[language]
    several = [_several(match, language) for pattern in read.several for match in pattern.finditer(question)]
    return (*several, *_one_sided(read, question, language, several))


def _several(match: re.Match[str], language: Language) -> Bounded:
    """One of two numbers, or one between them."""
    numbers = number_of(match["one"], language), number_of(match["other"], language)
    low, high = sorted(numbers)
    is_either = "asked" in match.groupdict()
    is_told = not is_either or (high == low + 1 and match["asked"] is None)
    place = match.start("one"), match.end("other")
    told = {"at_least": low, "at_most": high} if is_told else None
    return Bounded(numbers, place, match.start(), match.end("other"), told)


def _one_sided(read: _Patterns, question: str, language: Language, several: list[Bounded]) -> Iterator[Bounded]:
    for pattern in (read.before, read.after):
        for match in pattern.finditer(question):
            said = question[: match.start()]
            if read.asked.search(said) or any(one.start < match.end() and match.start() < one.end for one in several):
                continue
            if match.group().lower().startswith(_UP_TO) and not read.held.search(said):
                continue
            side: Side = next((side for side in _DENIED if match.groupdict().get(f"{side}_")), "from")
            denied = read.denied.search(said)
            number = number_of(match["one"], language)
            yield Bounded(
                numbers=(number,),
                place=match.span("one"),
                start=denied.start() if denied else match.start(),
                end=match.end(),
                told=_range(_DENIED[side] if denied else side, number),
            )


def _range(side: Side, number: int) -> Range:
    match side:
        case "from":
            return {"at_least": number}
        case "beyond":
            return {"at_least": number + 1}
        case "to":
            return {"at_most": number}
        case "below":
            return {"at_most": number - 1}


def number_of(word: str, language: Language) -> int:
    """Of a numeral or an article."""
    return int(word) if word.isdigit() else NUMERALS[language].get(word.lower(), 1)
