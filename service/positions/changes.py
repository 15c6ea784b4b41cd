"""What a later sentence changes of a position: a fact told anew, one more, or other entries of a list.

"And the one-star general too" adds an entry, "the second card a red 4" changes one, "only two of them" are all there
are. Where it does not say which entry it changes, it is not guessed.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from corpus import Language
from corpus.phrasebook import is_range, places_of
from index import Index
from index.tokens import tokens
from service.positions.interpretation import Interpretation, facts_told
from service.positions.places import Fact, entry_of
from service.schema import PositionRead

SURE_CHANGE = 0.65
"""The share with which words change a fact: of 279 later turns of dialogues 140 are answered rightly and 52 wrongly
from .65 on, 138 and 59 from .35 on, 135 and 49 from .8 on.
"""

_ORDINALS: Mapping[Language, tuple[str, ...]] = {
    "it": (r"prim[oa]|1[°ªº]", r"second[oa]|2[°ªº]", r"terz[oa]|3[°ªº]", r"quart[oa]|4[°ªº]"),
    "en": (r"first|1st", r"second|2nd", r"third|3rd", r"fourth|4th"),
}
_ADDS: Mapping[Language, re.Pattern[str]] = {
    "it": re.compile(r"\b(?:anche|pure|altr[oaie]|in più|inoltre|aggiun\w+|prossim[oa]|poi|dopo|successiv[oa])\b"),
    "en": re.compile(r"\b(?:also|too|another|as well|one more|plus|extra|adds?|next|then|after that)\b"),
}
_DENIED: Mapping[Language, re.Pattern[str]] = {
    "it": re.compile(r"\b(?:non|invece (?:di|che)|e no|mica)\s+(?:il |la |i |le |un[oa]? )?\Z", re.IGNORECASE),
    "en": re.compile(r"\b(?:not|instead of|rather than)\s+(?:the |an? )?\Z", re.IGNORECASE),
}
"""What stands before what was wrong: "six, not five"."""
_RELATIVE: Mapping[Language, re.Pattern[str]] = {
    "it": re.compile(r"\s+(?:\w+\s+)?(?:altr[oaie]|in più|di più|in meno|di meno)\b"),
    "en": re.compile(r"\s+(?:more|fewer|less|other|extra)\b"),
}
_ARE_ALL: Mapping[Language, re.Pattern[str]] = {
    "it": re.compile(r"\b(?:invece|solo|soltanto|solamente|no|non|anzi|ho detto|volevo dire)\b"),
    "en": re.compile(r"\b(?:instead|only|just|no|nope|wait|i said|i meant?|sorry|not)\b"),
}


def last_read(index: Index, last: PositionRead, question: str, game: str, language: Language) -> Interpretation | None:
    """The position of an answer as it was read; None where the phrasebook knows no such procedure."""
    vector = index.vector(question, language)
    near = index.phrases.nearest(vector, game, language, procedure=last.procedure, limit=1)
    facts = tuple(Fact(place, value, "") for place, value in places_of(last.state))
    return Interpretation(procedure=last.procedure, facts=facts, wants=last.wants, nearest=near[0][0]) if near else None


def changed(
    index: Index, question: str, last: Interpretation, game: str, language: Language, *, only_changes: bool = False
) -> Interpretation | None:
    """The position with the facts that this changes or adds; None where it tells none, or does not say of which. Where
    it `only_changes` what was told, a number is one that was told before, if it may be.
    """
    now: Mapping[str, Fact] = _told_now(index, question, last, game, language)
    if only_changes:
        now = _numbers_anew(index, now, question, last, game, language)
    facts = merged(last.facts, now, question, language) if now else None
    if facts is None:
        return None
    return Interpretation(procedure=last.procedure, facts=facts, wants=last.wants, nearest=last.nearest)


def _told_now(index: Index, question: str, last: Interpretation, game: str, language: Language) -> dict[str, Fact]:
    """What is told surely; of what was told before, also by the bounds of a number as surely as any fact is."""
    surely = facts_told(index, question, game, language, last.procedure, SURE_CHANGE)
    known = {fact.place for fact in last.facts}
    told = facts_told(index, question, game, language, last.procedure)
    return surely | {place: fact for place, fact in told.items() if place in known and is_range(fact.value)}


def _numbers_anew(
    index: Index, now: Mapping[str, Fact], question: str, last: Interpretation, game: str, language: Language
) -> Mapping[str, Fact]:
    """With the one number that is told told of what a number was told of before: "and with 5?", "no, six and not five".
    Nothing where it says how many more or fewer there are.
    """
    counted = {fact.place: fact.value for fact in last.facts if type(fact.value) is int}
    said = [word for word in tokens(question, language) if word.number is not None]
    denied = [word for word in said if _DENIED[language].search(question[: word.start])]
    told = [word for word in said if word not in denied]
    if len(told) != 1 or not counted:
        return now
    (number,) = told
    if _RELATIVE[language].match(question[number.end :]):
        return {}
    places = [place for place, value in counted.items() if value in {word.number for word in denied}]
    if not places:
        known = {_outermost(fact.place) for fact in last.facts}
        said_by_it = (place for place, fact in now.items() if fact.start <= number.start < fact.start + len(fact.words))
        if any(_outermost(place) in known for place in said_by_it):
            return now
        places = list(counted)
    if len(places) > 1:
        words = index.phrases.words(question, game, language, last.procedure)
        tags = [tag for word in words if word.token.start == number.start for tag, _ in word.may_tell]
        places = [one.place for tag in tags for one in tag if one.place in places]
    if not places:
        return now
    rest = {place: fact for place, fact in now.items() if type(fact.value) is not int}
    return rest | {places[0]: Fact(places[0], number.number, question[number.start : number.end], number.start)}


def merged(
    before: Iterable[Fact], now: Mapping[str, Fact], question: str, language: Language
) -> tuple[Fact, ...] | None:
    """The facts before with those that are told now; None where these may be of several entries of a list."""
    told = {one.place: one for fact in before for one in _each(fact)}
    for listed in sorted({entry.listed for entry in map(entry_of, now) if entry}):
        had = _entries(told, listed)
        if not had:
            told.pop(listed, None)
            continue
        here = _placed_beside(now, listed, had, question, language)
        if here is None:
            return None
        now, left = here
        told = {place: fact for place, fact in told.items() if _number(place, listed) < left}
    told = {place: fact for place, fact in told.items() if not any(place.startswith((f"{p}.", f"{p}[")) for p in now)}
    return tuple((told | dict(now)).values())


def _placed_beside(
    now: Mapping[str, Fact], listed: str, had: int, question: str, language: Language
) -> tuple[Mapping[str, Fact], int] | None:
    """What is told of a list of so many entries, in its place, and how many of those stay; None where that is open."""
    new, said = _entries(now, listed), question.lower()
    places = [place for place in now if _number(place, listed) >= 0]
    are_values = all(not entry.rest for entry in map(entry_of, places) if entry)
    if new == 1 and had > 1:
        number = next((at for at, one in enumerate(_ORDINALS[language]) if re.search(rf"\b(?:{one})\b", said)), None)
        if number is not None and number < had:
            return _moved(now, listed, number), had
    if _ADDS[language].search(said):
        return _moved(now, listed, had), had
    if are_values:
        return (now, 0) if had == 1 or new >= had or _ARE_ALL[language].search(said) else None
    if had == 1 or new >= had:
        return now, had
    return (now, new) if new > 1 and _is_count(now, places, question, language) else None


def _is_count(now: Mapping[str, Fact], places: Iterable[str], question: str, language: Language) -> bool:
    """Whether one number tells of them all how many they are: "and with three monsters?"."""
    spans = {(now[place].start, now[place].words) for place in places}
    if len(spans) > 1:
        return False
    ((start, words),) = spans
    return any(
        token.number is not None and start <= token.start < start + len(words) for token in tokens(question, language)
    )


def _outermost(place: str) -> str:
    """The list that something is told of, or its place."""
    entry = entry_of(place)
    return entry.listed if entry else place


def _each(fact: Fact) -> Iterator[Fact]:
    """The fact; of a list of single values each of its entries."""
    if isinstance(fact.value, list) and fact.value and not any(isinstance(one, dict) for one in fact.value):
        for at, value in enumerate(fact.value):
            yield replace(fact, place=f"{fact.place}[{at}]", value=value)
    else:
        yield fact


def _entries(places: Iterable[str], listed: str) -> int:
    """How many entries of a list these places are told of."""
    return 1 + max((_number(place, listed) for place in places), default=-1)


def _number(place: str, listed: str) -> int:
    """Of which entry of the list a place is, from 0; -1 if of none."""
    entry = entry_of(place)
    return entry.number if entry and entry.listed == listed else -1


def _moved(now: Mapping[str, Fact], listed: str, by: int) -> dict[str, Fact]:
    """With what is told of the list told of entries so many places further on."""
    found = {}
    for place, fact in now.items():
        entry = entry_of(place)
        if entry and entry.listed == listed:
            place = f"{listed}[{entry.number + by}]{entry.rest}"
        found[place] = replace(fact, place=place)
    return found
