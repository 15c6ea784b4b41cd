"""Letters with a number beside them spelt out: "S 5" is read as "attack 5" too, as those mean it who read it off no
card.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from corpus import Language, load_facts
from corpus.schema import Notation
from service.positions.places import Fact

_ADDED = re.compile(r"\+ ?\d|\d ?\+")


class _Spelt(NamedTuple):
    """Where the letters stood, and where the word for them stands."""

    start: int
    end: int
    now: int
    now_end: int


@dataclass(frozen=True, slots=True)
class SpeltOut:
    """A question with words for its letters."""

    text: str
    said: str
    """As it was written."""
    spelt: tuple[_Spelt, ...]

    def as_said(self, facts: Iterable[Fact]) -> tuple[Fact, ...]:
        """Facts that were read here, with the words that the question has for them."""
        return tuple(self._as_said(fact) if fact.words else fact for fact in facts)

    def _as_said(self, fact: Fact) -> Fact:
        start, end = self._before(fact.start, "start"), self._before(fact.start + len(fact.words), "end")
        return replace(fact, words=self.said[start:end], start=start)

    def _before(self, at: int, side: str) -> int:
        """Where this place was in the question as it was written; a place in a word is where its letter was."""
        moved = 0
        for one in self.spelt:
            if at <= one.now:
                break
            if at < one.now_end:
                return one.start if side == "start" else one.end
            moved = one.end - one.now_end
        return at + moved


def spelt_out(question: str, game: str, language: Language) -> SpeltOut | None:
    """The question with words for its letters; None where it has none, several that would be one value, or something to
    be added: there are no final values.
    """
    if _ADDED.search(question):
        return None
    words: dict[str, str] = {}
    for notation in load_facts(game).notation:
        letters = {match[1] or match[2] for match in _written(notation).finditer(question)}
        if len(letters) > 1:
            return None
        words |= dict.fromkeys(letters, notation.words[language])
    if not words:
        return None
    text, end, spelt = "", 0, list[_Spelt]()
    for match in re.finditer(rf"\b({'|'.join(words)})\s?[:=]?\s?(?=\d)", question):
        text += question[end : match.start()]
        word = f"{words[match[1]]} "
        spelt.append(_Spelt(match.start(), match.end(), len(text), len(text) + len(word)))
        text += word
        end = match.end()
    return SpeltOut(text + question[end:], question, tuple(spelt))


def _written(notation: Notation) -> re.Pattern[str]:
    letters = "|".join(notation.letters)
    return re.compile(rf"\b({letters})\s?[:=]?\s?\d|\d\s?({letters})\b")
