"""Counted pieces: "two reds" are two troops to one player and six to another, who knows what a red piece stands for."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise

from corpus import Language, load_facts
from service.positions.bounds import COUNTED, Bounded, number_of

_PIECE: Mapping[Language, str] = {
    "it": r"(?:pezz[io]|pedin[ae]|cub[io]|cubett[io]|segnalin[io]|pupazz[io])",
    "en": r"(?:pieces?|cubes?|tokens?|guys?|dudes?)",
}
_NO_PIECE: Mapping[Language, str] = {
    "it": r"\d|cart[ae]|trupp[ae]|vamp\w*|uman[oaie]|uomini",
    "en": r"\d|cards?|troops?|vamp\w*|humans?",
}
"""Behind a colour these show that it is that of something else, or that it only says whose the troops are."""
_JOINED: Mapping[Language, re.Pattern[str]] = {
    "it": re.compile(r"\s*(?:,|e|più|piu|\+)\s*", re.IGNORECASE),
    "en": re.compile(r"\s*(?:,|and|plus|\+)\s*", re.IGNORECASE),
}


@lru_cache(maxsize=256)
def pieces_counted(question: str, language: Language, game: str) -> tuple[Bounded, ...]:
    """Between how many and how many the pieces of a side are that a question counts, where that may be more than one
    thing: each may be one, or all that it stands for.
    """
    pieces = load_facts(game).pieces
    if pieces is None:
        return ()
    found: list[Bounded] = []
    for side in range(len(pieces.sides)):
        for counted in _together(list(_pattern(game, language, side).finditer(question)), question, language):
            numbers = tuple(number_of(one["count"], language) for one in counted)
            each = [pieces.sides[side][language][one["piece"].lower()] for one in counted]
            low, high = sum(numbers), sum(number * one for number, one in zip(numbers, each, strict=True))
            if low < high <= pieces.most:
                place = counted[0].start("count"), counted[-1].end("count")
                told = {"at_least": low, "at_most": high}
                found.append(Bounded(numbers, place, counted[0].start(), counted[-1].end(), told))
    return tuple(found)


@cache
def _pattern(game: str, language: Language, side: int) -> re.Pattern[str]:
    pieces = load_facts(game).pieces
    assert pieces is not None
    words = "|".join(sorted(pieces.sides[side][language], key=len, reverse=True))
    piece = _PIECE[language]
    return re.compile(
        rf"(?<!\w)(?P<count>{COUNTED[language]})\s+(?:{piece}\s+)?(?P<piece>{words})(?!\w)(?:\s+{piece}(?!\w))?"
        rf"(?!\s+(?:{_NO_PIECE[language]}))",
        re.IGNORECASE,
    )


def _together(counted: list[re.Match[str]], question: str, language: Language) -> Iterator[list[re.Match[str]]]:
    """Those that are counted in one breath, "a green and a tan", together."""
    group = counted[:1]
    for before, one in pairwise(counted):
        if not _JOINED[language].fullmatch(question, before.end(), one.start()):
            yield group
            group = []
        group.append(one)
    if group:
        yield group
