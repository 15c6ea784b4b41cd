"""Figures of several kinds told in one breath, "a commoner and a hunter": each word for a kind tells of one of them.

The model has seen few such words together, and takes each of them for all the figures.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from corpus import Language
from index.marks import Tag, Told, kind_of
from index.tagging import Word
from index.tokens import tokens

Said: TypeAlias = Mapping[tuple[str, str | None], Sequence[str]]
"""The words that tell a fact, by its name and its value as JSON."""

MOST = 6
"""So many figures one word counts at most."""
_KIND, _NAME = "kind", "name"


def kinds_apart(words: Sequence[Word], question: str, language: Language, said: Callable[[], Said]) -> list[Word]:
    """The words, with those side by side that each tell the kinds of several figures telling together of the figures
    that they name. What `said` has is only looked up where that may be.
    """
    found: list[Word] = []
    at = 0
    while at < len(words):
        end = _end_of_run(words, at)
        run = words[at : max(end, at + 1)]
        tag = _tag_of(run, question, language, said) if end > at else None
        if tag is None:
            found += run
        else:
            share = sum(_share_of_several(word) for word in run) / len(run)
            found += [word._replace(may_tell=[(tag, share)]) for word in run]
        at += len(run)
    return found


def _end_of_run(words: Sequence[Word], at: int) -> int:
    """Behind the last word that tells of several figures, little words between such words among them."""
    end = at
    for number, word in enumerate(words[at:], at):
        if _listed(word):
            end = number + 1
        elif not word.token.is_little or end == at:
            break
    return end


def _listed(word: Word) -> str | None:
    """The list of several of whose figures it most likely tells the kind."""
    tag = word.may_tell[0][0] if word.may_tell else ()
    kinds = [listed for listed, part in map(_parted, tag) if listed and part == _KIND]
    return kinds[0] if len(kinds) > 1 else None


def _parted(told: Told) -> tuple[str, str]:
    """The list of which it tells an entry, or nothing, and what it tells of that."""
    listed, _, part = kind_of(told.place).rpartition("[].")
    return listed, part


def _share_of_several(word: Word) -> float:
    several = (share for tag, share in word.may_tell if len(tag) > 1)
    return min(1.0, sum(several)) if _listed(word) else 1.0


def _tag_of(run: Sequence[Word], question: str, language: Language, said: Callable[[], Said]) -> Tag | None:
    """What the words tell of the figures that they name; None where they name none."""
    kinds = list(_named(question[run[0].token.start : run[-1].token.end], language, said()))
    listed = _listed(run[0])
    if not kinds or listed is None:
        return None
    parts = {part: told for told in run[0].may_tell[0][0] for of, part in [_parted(told)] if of}
    found: list[Told] = []
    counted: Counter[str] = Counter()
    for kind in kinds:
        counted[kind] += 1
        found.append(Told(f"{listed}[].{_KIND}", json.dumps(kind)))
        if _NAME in parts:
            name = kind if counted[kind] == 1 else f"{kind} {counted[kind]}"
            found.append(Told(f"{listed}[].{_NAME}", json.dumps(name)))
    for part, told in parts.items():
        if part not in (_KIND, _NAME):
            found.append(Told(f"{listed}[{len(kinds)}].{part}", told.value))
    return tuple(found)


def _named(words: str, language: Language, said: Said) -> Iterator[str]:
    """The kind of each figure that the words name, as often as they count it."""
    kinds = _kinds(tuple((value, tuple(some)) for (name, value), some in said.items() if name == _KIND), language)
    number = 1
    for token in tokens(words, language):
        if token.number is not None:
            number = token.number
        elif token.stem in kinds:
            yield from [kinds[token.stem]] * min(number, MOST)
            number = 1


@lru_cache(maxsize=16)
def _kinds(said: tuple[tuple[str | None, tuple[str, ...]], ...], language: Language) -> Mapping[str, str]:
    """The stem of a word -> the kind that most phrases mean by it which have no other word with matter."""
    meant: dict[str, Counter[str]] = defaultdict(Counter)
    for value, phrases in said:
        kind = json.loads(value) if value else None
        for phrase in phrases if isinstance(kind, str) else ():
            stems = [token.stem for token in tokens(phrase, language) if not token.is_little and token.number is None]
            if len(stems) == 1:
                meant[stems[0]][str(kind)] += 1
    return {stem: counts.most_common(1)[0][0] for stem, counts in meant.items()}
