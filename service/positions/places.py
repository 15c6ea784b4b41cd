"""Where told facts stand in a state: which entry of a list each belongs to."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, groupby, islice, pairwise
from typing import Any, NamedTuple, TypeAlias

from corpus import Language
from corpus.function_words import JOINING, OF_ALL
from corpus.phrasebook import state_of
from index.tagging import Mention
from index.tokens import has_break, tokens
from service.positions.bounds import Bounded, bounded

Json: TypeAlias = Any
_ENTRY = re.compile(r"\[(\d+)\]")
_IN_LIST = re.compile(r"(.*?)\[(\d+)\](.*)")
_NAMES = frozenset({"name", "card", "player"})
NUMBERED = re.compile(r"[a-z]+ G?\d")
"""A card that there is once: of a colour, with its number."""
_WORDS_BEFORE = 3
"""So many words before a fact may say that it is told of everything: "all of them face up"."""
_WORDS_BETWEEN = 4
"""So many words may stand between a name and what its bearer is: "Tim, who's just a commoner"."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of the position, and the words of the question that tell it."""

    place: str
    value: Json
    words: str
    """Empty where the question as a whole tells it."""
    start: int = -1
    """Where in the question they begin; before it where none do."""


class Entry(NamedTuple):
    """Where a fact stands in the outermost list that it is told of."""

    listed: str
    number: int
    rest: str
    """Its place in the entry: `.zone`; nothing where the entry is a single value."""


def entry_of(place: str) -> Entry | None:
    """The entry of a list that a fact in this place is told of; None where it is of none."""
    match = _IN_LIST.fullmatch(place)
    return Entry(match[1], int(match[2]), match[3]) if match else None


def whole_of(place: str) -> str:
    """The list of which this is an entry that is a single value, or the place itself."""
    entry = entry_of(place)
    return entry.listed if entry and not entry.rest else place


def state_told(facts: Iterable[Fact]) -> Json:
    """The part of a state that facts tell; raises ValueError where they do not fit together."""
    return state_of({fact.place: fact.value for fact in facts})


def is_whole(facts: Iterable[Fact]) -> bool:
    """Whether facts fit together."""
    try:
        return state_told(facts) is not None
    except ValueError:
        return False


def is_name(place: str) -> bool:
    """Whether what stands there only tells one figure, card or player from another."""
    return place.rpartition(".")[2] in _NAMES


def placed(
    mentions: Iterable[Mention], question: str, language: Language, pieces: Iterable[Bounded] = ()
) -> dict[str, Fact]:
    """Each fact in its place; of two for one place, the surer. A number that has bounds, or that counts `pieces`, is
    told by them, but for one of a list of numbers: "2, 3 or 4" are three.
    """
    bounds = (*bounded(question, language), *pieces)
    placing = _Placing(question, language)
    of_all: list[tuple[list[Fact], float]] = []
    mentions = list(_counted_once(mentions, question))
    told_of_all = [mention for mention in mentions if _is_of_all(mention, question, language)]
    beside = _columns([mention for mention in mentions if mention not in told_of_all])
    for mention in mentions:
        told: list[Fact] = []
        for kind, value in mention.facts:
            bound = next((one for one in bounds if one.is_of(value, mention.start, mention.end)), None)
            if bound is None or kind.endswith("[]"):
                told.append(Fact(kind, value, question[mention.start : mention.end], mention.start))
            elif bound.told is not None:
                start = min(mention.start, bound.start)
                told.append(Fact(kind, dict(bound.told), question[start : max(mention.end, bound.end)], start))
        if mention in told_of_all:
            of_all.append((told, mention.share))
        else:
            placing.take(told, mention.share, beside=beside.get(mention.start))
    for told, share in of_all:
        placing.take_of_all(told, share)
    return _without_same_zone(_told_once(placing.facts, placing.shares))


def _counted_once(mentions: Iterable[Mention], question: str) -> Iterator[Mention]:
    """The mentions, each with what is counted right beside it: "meditate twice" is told once, of two."""
    before: Mention | None = None
    for mention in mentions:
        if before is not None and not question[before.end : mention.start].strip():
            counted = next((one for one, other in ((before, mention), (mention, before)) if _counts(one, other)), None)
            if counted is not None:
                before = replace(counted, start=before.start, end=mention.end)
                continue
        if before is not None:
            yield before
        before = mention
    if before is not None:
        yield before


def _counts(counted: Mention, single: Mention) -> bool:
    """Whether the one tells more than once what the other tells once."""
    return len(counted.facts) > 1 == len(single.facts) and all(fact == single.facts[0] for fact in counted.facts)


def _columns(mentions: Sequence[Mention]) -> dict[int, int]:
    """Where a mention begins that tells of the same entry as one some way before it -> where that one begins.

    What is told of entries one after the other is told of in turn: "Jo and Kim, 38 and 35", "north 9 11, south 6 8".
    """
    found: dict[int, int] = {}
    before: list[Mention] = []
    told: set[str] = set()
    for kinds, group in groupby(filter(_kinds_of_entry, mentions), key=_kinds_of_entry):
        run = list(group)
        is_of_the_same = len({kind.rpartition("[]")[0] for kind in (*kinds, *told)}) == 1
        if len(run) == len(before) > 1 and is_of_the_same and told.isdisjoint(kinds):
            found |= {one.start: other.start for one, other in zip(run, before, strict=True)}
            told.update(kinds)
        else:
            before, told = run, set(kinds)
    return found


def _kinds_of_entry(mention: Mention) -> frozenset[str]:
    """What it tells of one entry of a list; nothing where it tells something else, or of several."""
    kinds = frozenset(kind for kind, _ in mention.facts)
    listed = {kind.rpartition("[]")[0] if "[]." in kind else "" for kind in kinds}
    return kinds if len(kinds) == len(mention.facts) and len(listed) == 1 and listed != {""} else frozenset()


def _is_of_all(mention: Mention, question: str, language: Language) -> bool:
    """Whether it is told of everything that is named: "all of them face up". What counts entries, "all four commoners",
    names them itself.
    """
    kinds = [kind for kind, _ in mention.facts]
    if not any("[]." in kind for kind in kinds):
        return False
    before = [token for token in tokens(question, language) if token.start < mention.end]
    at = sum(token.start < mention.start for token in before)
    inside = before[at:]
    if len(set(kinds)) < len(kinds) and any(token.number is not None for token in inside):
        return False
    if any(question[token.start : token.end].lower() in OF_ALL[language] for token in inside):
        return True
    for word, after in reversed([*pairwise(before[max(0, at - _WORDS_BEFORE) : at + 1])]):
        if has_break(question, word, after):
            return False
        if question[word.start : word.end].lower() in OF_ALL[language]:
            return True
    return False


@dataclass(slots=True)
class _Placing:
    """What has been placed."""

    _question: str
    _language: Language
    facts: dict[str, Fact] = field(default_factory=dict)
    shares: dict[str, float] = field(default_factory=dict)
    _last: dict[str, int] = field(default_factory=dict)
    """By a list the entry that was told of last."""
    _told_at: dict[int, int] = field(default_factory=dict)
    """Where a mention begins -> the entry of its list that it told of."""
    _spelt: dict[str, str] = field(default_factory=dict)
    """A name is spelt as it was the first time."""

    def take(self, told: Iterable[Fact], share: float, *, beside: int | None = None) -> None:
        """The facts of one mention, each with its kind for a place: those of one list are of one entry, that which was
        told of where the mention `beside` it begins, if there is one.
        """
        by_list: dict[str, list[tuple[str, Fact]]] = {}
        for fact in told:
            head, listed, rest = fact.place.rpartition("[]")
            by_list.setdefault(head + listed, []).append((rest, fact))
        for listed, facts in by_list.items():
            if not listed:
                for place, fact in facts:
                    self._put(place, fact, share)
            else:
                self._put_in_list(self._inner(listed), facts, share, beside)

    def take_of_all(self, told: Iterable[Fact], share: float) -> None:
        """The facts of a mention that is told of everything: of each entry that there is, but of those of which another
        is told after it, "all face up, and his face down".
        """
        alone = []
        for fact in told:
            head, listed, rest = fact.place.rpartition("[]")
            if listed and rest and (entries := self._entries(place := self._inner(head + listed))):
                for at in (f"{place}[{number}]{rest}" for number in range(entries)):
                    if at not in self.facts or self.facts[at].start < fact.start:
                        self._put(at, fact, share)
            else:
                alone.append(fact)
        self.take(alone, share)

    def _inner(self, listed: str) -> str:
        """The place of the innermost list, in the entries at hand of those around it."""
        *outer, innermost = listed.removesuffix("[]").split("[]")
        place = ""
        for name in outer:
            place += name
            place += f"[{self._last.setdefault(place, 0)}]"
        return place + innermost

    def _put_in_list(self, place: str, facts: list[tuple[str, Fact]], share: float, beside: int | None) -> None:
        most = max(Counter(rest for rest, _ in facts).values())
        if most > 1:  # of so many entries: the one at hand stays it, and the first of those that are still to come
            numbers = {rest: iter(list(islice(self._lacking(place, rest), most))) for rest, _ in facts}
            for rest, fact in facts:
                self._put(f"{place}[{next(numbers[rest])}]{rest}", fact, share)
            return
        if all(self._is_repeated(place, rest, fact) for rest, fact in facts):
            return
        facts = self._of_the_named(place, facts)
        told = {rest: fact.value for rest, fact in facts}
        number = self._entry(place, told) if beside is None else self._told_at.get(beside, 0)
        self._last[place] = number
        for rest, fact in facts:
            self._told_at[fact.start] = number
            self._put(f"{place}[{number}]{rest}", fact, share)

    def _of_the_named(self, place: str, facts: list[tuple[str, Fact]]) -> list[tuple[str, Fact]]:
        """The facts without the name that only stands in for one, "hero", where they say what somebody is who was named
        just before: "Ada the hero".
        """
        told = {rest: fact.value for rest, fact in facts}
        number = self._last.get(place, 0)
        before = self._at(place, number)
        name = next(
            (rest for rest, value in told.items() if rest.endswith("name") and value == told.get(".kind")), None
        )
        if name is None or ".kind" in before or name not in before or before[name] == told[name]:
            return facts
        last = self.facts[f"{place}[{number}]{name}"]
        text = self._question[last.start + len(last.words) : facts[0][1].start]
        between = [text[token.start : token.end].lower() for token in tokens(text, self._language)]
        if len(between) > _WORDS_BETWEEN or not JOINING[self._language].isdisjoint(between):
            return facts
        return [(rest, fact) for rest, fact in facts if rest != name]

    def _is_repeated(self, place: str, rest: str, fact: Fact) -> bool:
        """Whether an entry that is a single value was told before, in quite other words: "my defence die … on the slot"
        is one, "magic, magic" are two. What a card at hand is said to be it is not said to be of another that nobody
        names.
        """
        if rest:
            at_hand = self._at(place, self._last.get(place, 0))
            return ".card" in at_hand and rest != ".card" and at_hand.get(rest) == fact.value
        words = self._matter(fact.words)
        same = (told for at, told in self.facts.items() if at.startswith(f"{place}[") and told.value == fact.value)
        return any(not words & self._matter(told.words) for told in same)

    def _matter(self, words: str) -> set[str]:
        return {token.stem for token in tokens(words, self._language) if not token.is_little}

    def _lacking(self, place: str, rest: str) -> Iterable[int]:
        """The entries of which this is not told yet, new ones at last."""
        return (number for number in count() if f"{place}[{number}]{rest}" not in self.facts)

    def _entry(self, place: str, told: Mapping[str, Json]) -> int:
        """The entry at hand, unless it has these facts already: then the next. A name leads back to its own, and so
        does what only one of them has, "the 4 sits opposite the 5", unless it is told something else then.
        """
        for rest, value in told.items():
            if rest.endswith("name") or _is_of_one(rest, value):
                known = ((at, self._at(place, at)) for at in range(self._entries(place)))
                number = next((at for at, before in known if before.get(rest) == self._same(value)), None)
                if number is not None and (rest.endswith("name") or _agree(self._at(place, number), told)):
                    return number
        at_hand = self._last.get(place, 0)
        return next(number for number in count(at_hand) if self._has_room(self._at(place, number), told))

    def _has_room(self, before: Mapping[str, Json], told: Mapping[str, Json]) -> bool:
        """Whether none of it is told of an entry yet, or all that is, and the same, and there is more to tell."""
        doubled = before.keys() & told.keys()
        is_said_beforehand = doubled == before.keys() and all(before[rest] == told[rest] for rest in doubled)
        return not doubled or (is_said_beforehand and len(told) > len(doubled))

    def _at(self, place: str, number: int) -> dict[str, Json]:
        """What is told of an entry."""
        entry = f"{place}[{number}]"
        return {at.removeprefix(entry): fact.value for at, fact in self.facts.items() if at.startswith(entry)}

    def _entries(self, place: str) -> int:
        numbers = (_ENTRY.match(at, len(place)) for at in self.facts if at.startswith(f"{place}["))
        return max((int(number[1]) + 1 for number in numbers if number), default=0)

    def _put(self, place: str, fact: Fact, share: float) -> None:
        if place not in self.facts or share > self.shares[place]:
            self.facts[place] = replace(fact, place=place, value=self._same(fact.value))
            self.shares[place] = share

    def _same(self, value: Json) -> Json:
        return self._spelt.setdefault(value.casefold(), value) if isinstance(value, str) else value


def _is_of_one(rest: str, value: Json) -> bool:
    """Whether only one entry of a list has it: a seat, a card of which there is one."""
    return rest == ".seat" or (rest == ".card" and isinstance(value, str) and NUMBERED.fullmatch(value) is not None)


def _agree(before: Mapping[str, Json], told: Mapping[str, Json]) -> bool:
    return all(before.get(rest, value) == value for rest, value in told.items())


def _told_once(facts: dict[str, Fact], shares: Mapping[str, float]) -> dict[str, Fact]:
    """Without what is told of a list entry by entry and as a whole: the surer of the two stays."""
    for place in list(facts):
        inside = [other for other in facts if re.match(re.escape(place) + r"[\[.]", other)]
        if inside:
            weaker = inside if shares[place] >= max(shares[other] for other in inside) else [place]
            for other in weaker:
                facts.pop(other, None)
    return facts


def _without_same_zone(facts: dict[str, Fact]) -> dict[str, Fact]:
    """Without the last entry of a list where nothing is told of it but the zone in which the one before it stands: "in
    the hall, … right there" is one figure, whose zone is said twice.
    """
    entries: dict[tuple[str, int], dict[str, Json]] = defaultdict(dict)
    for place, fact in facts.items():
        if entry := entry_of(place):
            entries[entry.listed, entry.number][entry.rest] = fact.value
    for (listed, number), told in entries.items():
        before = entries.get((listed, number - 1), {})
        is_last = (listed, number + 1) not in entries
        if is_last and told.keys() == {".zone"} and len(before) > 1 and before.get(".zone") == told[".zone"]:
            facts.pop(f"{listed}[{number}].zone")
    return facts
