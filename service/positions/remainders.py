"""Numbers of which a question tells the whole and the part that is not meant: "five of them, but two are stunned"."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from corpus import Language, load_facts
from service.positions.places import Fact

_BEYOND = 15
"""So many letters behind a number may say of what it is told."""


def remainders(facts: Mapping[str, Fact], game: str, question: str, language: Language) -> Iterator[Fact]:
    """The numbers that are less than they are told by so many as another fact tells, by all the words that say so."""
    for one in load_facts(game).remainders:
        whole, part = facts.get(one.place), facts.get(one.less)
        if not (whole and part and isinstance(whole.value, int) and isinstance(part.value, int)):
            continue
        ends = whole.start + len(whole.words)
        from_there = question[ends : part.start + len(part.words) + _BEYOND] if ends <= part.start else ""
        told = question[whole.start : ends + _BEYOND]
        if (
            0 < part.value <= whole.value
            and re.search(one.joined[language], from_there, re.IGNORECASE)
            and not re.search(one.unless[language], told, re.IGNORECASE)
        ):
            words = question[whole.start : part.start + len(part.words)]
            yield replace(whole, value=whole.value - part.value, words=words)
