"""The ways in which the words of a question may tell facts, the likeliest first.

Of each word it is known how likely it tells what. Taken one by one, the likeliest need not fit together: two numbers
tell one fact, and another stays untold. So whole tellings are weighed, in which a fact is told one value, and more
likely those in the order in which such facts are told; those that come to the same facts count together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from index.marks import COPY, Tag, Told
from index.order import NONE, Order
from index.tagging import Mention, Word
from index.tokens import GAP, Token, has_break

MOST_TAGS = 4
"""So many of what a word may tell are weighed."""
LEAST = 0.01
"""What is less likely is not weighed."""
NOTHING = 1e-3
"""How likely any word tells nothing, at the least."""
BREADTH = 16
"""So many tellings of the words up to one are gone on with."""

Facts: TypeAlias = tuple[tuple[str, str], ...]
"""Each place with its value as JSON, in the order of the words."""
Tagged: TypeAlias = tuple[tuple[Tag, float], ...]
"""What each word tells, and how likely it does."""


@dataclass(frozen=True, slots=True)
class Telling:
    """One way to take the words of a question."""

    mentions: tuple[Mention, ...]
    shares: tuple[float, ...]
    """Of each word, how likely it tells what it is taken to tell, or nothing."""
    chance: float
    """From 0 to 1, among all ways that fit together."""


class _SoFar(NamedTuple):
    """What the words up to one have told."""

    facts: Facts
    tag: Tag
    """What the last word tells; the next may belong to it."""
    has_number: bool
    """Whether those words had a number."""


class _Way(NamedTuple):
    """How that came about."""

    chance: float
    """Of all ways together."""
    best: float
    """Of the likeliest of them."""
    tagged: Tagged
    """In that one."""

    def beside(self, other: "_Way | None") -> "_Way":
        """The two as one."""
        if other is None:
            return self
        return (self if self.best > other.best else other)._replace(chance=self.chance + other.chance)


def tellings(
    question: str,
    words: Sequence[Word],
    *,
    order: Order = NONE,
    several: Sequence[tuple[int, int]] = (),
    limit: int = 1,
) -> list[Telling]:
    """The likeliest ways to take a question's words.

    In the places of `several` numbers tell one fact together, as in "two or three".
    """
    ways = {_SoFar((), (), False): _Way(1.0, 1.0, ())}
    before: Token | None = None
    for word, may_tell in words:
        together = any(start <= word.start < end for start, end in several)
        after: dict[_SoFar, _Way] = {}
        for tag, share in _weighed(may_tell):
            goes_on = before is not None and not _begins_another(question, [before], word, tag)
            for so_far, way in ways.items():
                now = _after(so_far, tag, word, goes_on=goes_on, together=together)
                if now is not None:
                    factor = share * _in_order(so_far.facts, now.facts, order)
                    one = _Way(way.chance * factor, way.best * factor, (*way.tagged, (tag, share)))
                    after[now] = one.beside(after.get(now))
        ways = dict(sorted(after.items(), key=lambda each: -each[1].chance)[:BREADTH])
        before = word
    by_facts: dict[Facts, _Way] = {}
    for so_far, way in ways.items():
        by_facts[so_far.facts] = way.beside(by_facts.get(so_far.facts))
    total = sum(way.chance for way in by_facts.values())
    tokens = [token for token, _ in words]
    return [
        Telling(
            mentions=tuple(_mentions(question, tokens, way.tagged)),
            shares=tuple(share for _, share in way.tagged),
            chance=way.chance / total,
        )
        for way in sorted(by_facts.values(), key=lambda way: -way.chance)[:limit]
    ]


def _weighed(may_tell: Sequence[tuple[Tag, float]]) -> Iterator[tuple[Tag, float]]:
    """What a word may tell, and nothing always."""
    nothing = next((share for tag, share in may_tell if not tag), 0.0)
    yield (), max(nothing, NOTHING)
    yield from ((tag, share) for tag, share in may_tell[:MOST_TAGS] if tag and share >= LEAST)


def _after(so_far: _SoFar, tag: Tag, word: Token, *, goes_on: bool, together: bool) -> _SoFar | None:
    """With what one more word tells; None where that contradicts what was told."""
    if not tag:
        return _SoFar(so_far.facts, tag, False)
    needs_number = _needs_number(tag)
    counts = needs_number and word.number is not None
    if goes_on and tag == so_far.tag and not counts:
        return so_far
    if needs_number and not counts:
        return _SoFar(so_far.facts, tag, False)
    facts = so_far.facts
    for place, value in (_said(told, word) for told in tag):
        known = None if "[" in place or together else next((other for at, other in facts if at == place), None)
        if known is None:
            facts = (*facts, (place, value))
        elif known != value:
            return None
    return _SoFar(facts, tag, counts)


def _in_order(before: Facts, now: Facts, order: Order) -> float:
    """How likely the new ones are told after those before."""
    last = before[-1][0] if before else None
    factor = 1.0
    for place, _ in now[len(before) :]:
        factor *= order.weight(last, place)
        last = place
    return factor


def _said(told: Told, word: Token) -> tuple[str, str]:
    """What tells one fact from another: a number by itself, a name by where it stands."""
    if told.is_copied:
        return told.place, f"{COPY}{word.start}"
    number = str(word.number)
    return told.place.replace(GAP, number), told.value.replace(GAP, number)


def _needs_number(tag: Tag) -> bool:
    return any(told.needs_number for told in tag)


def _mentions(question: str, read: Sequence[Token], tagged: Tagged) -> Iterator[Mention]:
    """The mentions in a question whose words have these tags.

    Words side by side that tell the same are one mention; a second number or what `_begins_another` begins another.
    """
    at = 0
    while at < len(read):
        tag, _ = tagged[at]
        end = at + 1
        needs_number = _needs_number(tag)
        while end < len(read) and tagged[end][0] == tag and not _begins_another(question, read[at:end], read[end], tag):
            end += 1
        for start, stop in _by_number(read, at, end) if needs_number else ((at, end),):
            number = next((token.number for token in read[start:stop] if token.number is not None), None)
            words = question[read[start].start : read[stop - 1].end]
            told_here = () if needs_number and number is None else tag
            facts = tuple(fact for told in told_here for fact in told.facts(number, words))
            if facts:  # "no melee" tells no entry
                yield Mention(
                    facts=facts,
                    start=read[start].start,
                    end=read[stop - 1].end,
                    share=sum(share for _, share in tagged[start:stop]) / (stop - start),
                )
        at = end


def _begins_another(question: str, before: Sequence[Token], word: Token, tag: Tag) -> bool:
    """Whether a word that has the same tag as those before it tells it anew: the last of them again, or after a mark of
    speech. Words that tell several facts at once, "hidden, unpaid", do so together, unless one is said again.
    """
    if word.number is None and word.stem == before[-1].stem:
        return True
    is_told_together = len(tag) > 1 and not any(told.needs_number or told.is_copied for told in tag)
    is_said_again = word.number is None and not word.is_little and word.stem in {one.stem for one in before}
    return has_break(question, before[-1], word) and (is_said_again or not is_told_together)


def _by_number(read: Sequence[Token], start: int, end: int) -> Iterator[tuple[int, int]]:
    """The words cut so that each part has one number, before it or after it as the first has."""
    numbers = [at for at in range(start, end) if read[at].number is not None]
    if len(numbers) < 2:
        yield start, end
        return
    cuts = numbers[1:] if numbers[0] == start else [at + 1 for at in numbers[:-1]]
    yield from zip([start, *cuts], [*cuts, end], strict=True)
