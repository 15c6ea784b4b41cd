"""What the marked words of a phrasebook tell, word by word.

A mark is taken apart as far as its words show which of them tells what, so that a value is told by its own words and
may be any other: "two magic and a melee" tells two results of one kind and one of another, "C 5 A 3" two values, "Gino
the commoner" a name and a kind. A number stands for any other, and so do the words of a name.
"""

import json
import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from corpus import CorpusError, Language, load_facts
from corpus.phrasebook import Mark, Phrase, is_range
from index.tokens import GAP, Token, tokens

Json: TypeAlias = Any

COPY = "@"
"""Where the words themselves stand: a name."""
_NAMES = frozenset({
    "active_law", "apostle", "assigned", "card", "cities", "clockwise", "considered", "deck", "first", "follows",
    "gift", "have_cards", "held", "hero", "kind", "last", "law", "martial_law_regions", "name", "player", "players",
    "power", "target", "uses",
})  # fmt: skip
"""The facts that may be a name nobody has thought of."""
_INDEX = re.compile(r"\[\d+\]")
_TIMES = re.compile(rf"\[(\d+|{GAP})\]")
_NUMBER = re.compile(r"\d+")
_AND = re.compile(r"\b(?:e|o|poi|più|piu|and|or|then|plus) ")
_LISTED = re.compile(r"[^,;]+")


class Told(NamedTuple):
    """A kind of fact: its place, with no numbers in its lists, and its value as JSON.

    GAP in the value stands for the number that the words have, COPY for the words. A number in the place, or GAP, says
    that so many entries of the list are told: `results[#]`.
    """

    place: str
    value: str

    @property
    def needs_number(self) -> bool:
        """Whether its words tell nothing without one."""
        return GAP in self.value or GAP in self.place

    @property
    def is_copied(self) -> bool:
        """Whether its words are the value."""
        return self.value == _COPIED

    def facts(self, number: int | None, words: str) -> Iterator[tuple[str, Json]]:
        """The facts that it tells with these words and their number: each place, with no numbers in its lists, with
        the value.
        """
        if self.is_copied:
            yield self.place, words
            return
        value = json.loads(self.value if number is None else self.value.replace(GAP, str(number)))
        times = _TIMES.search(self.place)
        counted = 1 if times is None else int(times[1]) if times[1] != GAP else number or 0
        yield from ((_TIMES.sub("[]", self.place), value) for _ in range(counted))


Tag: TypeAlias = tuple[Told, ...]
"""All that a word tells; nothing for most."""
_COPIED = json.dumps(COPY)


class _Part(NamedTuple):
    """Words of a sentence that tell facts, where they stand in it."""

    start: int
    end: int
    facts: Mapping[str, Json]


def tags_of(phrase: Phrase, read: Sequence[Token]) -> list[Tag]:
    """What each word of a phrase tells."""
    tags: list[Tag] = [()] * len(read)
    known = _words_of(phrase.game)
    for mark in phrase.marks:
        for part in _parts(mark, phrase.language):
            for start, end, facts in _named(part, phrase.text, known):
                inside = [at for at, token in enumerate(read) if start <= token.start and token.end <= end]
                numbers = {token.number for at in inside if (token := read[at]).number is not None}
                told = [Told(kind_of(place), _with_gap(value, numbers)) for place, value in sorted(facts.items())]
                tag = tuple(_counted(one, times, numbers) for one, times in Counter(told).items())
                for at in inside:
                    tags[at] = tag
    return tags


def _counted(told: Told, times: int, numbers: set[int]) -> Told:
    """What is told of several entries at once, as often as the words have it, if they do."""
    if times == 1:
        return told
    outer, _, rest = told.place.rpartition("[]")
    return told._replace(place=f"{outer}[{GAP if numbers == {times} else times}]{rest}")


def kind_of(place: str) -> str:
    """A place with no numbers in its lists."""
    return _INDEX.sub("[]", place)


def name_of(place: str) -> str:
    """What a fact is called, wherever it stands."""
    return _INDEX.sub("", place).removesuffix("[]").rpartition(".")[2]


def is_said_name(place: str, value: Json, words: str, game: str) -> bool:
    """Whether a fact is a name, and the words that tell it say it."""
    return _is_name(place, value, _words_of(game)) and _found(value, words) is not None


def tells_number(tag: Tag, places: Container[str]) -> bool:
    """Whether it tells one of these places a number that is none of its words, as "nobody" does."""
    here = (told for told in tag if told.place in places)
    return any(type(json.loads(told.value)) is int for told in here if not told.needs_number)


@cache
def _words_of(game: str) -> frozenset[str]:
    """The values that have words of their own: they are no names."""
    try:
        return frozenset(load_facts(game).words)
    except CorpusError:  # a game with no engine
        return frozenset()


def _is_name(place: str, value: Json, known: Container[str]) -> bool:
    return name_of(place) in _NAMES and isinstance(value, str) and value not in known and not _NUMBER.search(value)


def _found(name: str, words: str) -> re.Match[str] | None:
    return re.search(rf"\b{re.escape(name)}\b", words, re.IGNORECASE)


def _parts(mark: Mark, language: Language) -> Iterator[_Part]:
    """The mark, or its parts, where it tells a list or several numbers and its words show which of them tells what."""
    mark = replace(mark, facts=dict(_entry_of(place, value) for place, value in mark.facts.items()))
    ((place, value), *others) = mark.facts.items()
    cut: list[_Part] = []
    if not others and isinstance(value, dict) and not is_range(value):
        cut = list(_number_by_number(mark, place, value, language))
    elif not others and isinstance(value, list) and value and all(map(_is_single, value)):
        cut = list(_one_by_one(mark, place, value, language))
    yield from cut or [_Part(mark.start, mark.start + len(mark.words), mark.facts)]


def _entry_of(place: str, value: Json) -> tuple[str, Json]:
    """A list of one entry is told as that entry."""
    if isinstance(value, list) and len(value) == 1 and _is_single(value[0]):
        return f"{place}[0]", value[0]
    return place, value


def _is_single(value: Json) -> bool:
    return not isinstance(value, list | dict)


def _number_by_number(mark: Mark, place: str, values: Mapping[str, Json], language: Language) -> Iterator[_Part]:
    """Each value with its number, which stands before what it counts or after it as the first one does."""
    read = tokens(mark.words, language)
    numbers = [token for token in read if token.number is not None]
    keys = list(values)
    if not values or sorted(map(repr, values.values())) != sorted(repr(token.number) for token in numbers):
        return
    if [token.number for token in numbers] != list(values.values()):
        if len(set(values.values())) < len(values):
            return
        keys = [next(key for key, value in values.items() if value == token.number) for token in numbers]
    first = bool(read) and read[0].number is not None
    starts = [token.start for token in numbers] if first else [0, *(token.end for token in numbers[:-1])]
    ends = [*starts[1:], len(mark.words)]
    for key, start, end in zip(keys, starts, ends, strict=True):
        yield _Part(mark.start + start, mark.start + end, {f"{place}.{key}": values[key]})


def _one_by_one(mark: Mark, place: str, values: Sequence[Json], language: Language) -> Iterator[_Part]:
    """Each entry with its words, or as many alike as their number says; nothing where the words do not show it."""
    first = f"{place}[0]"
    listed = [
        (match.start(), match.end())
        for match in _LISTED.finditer(_AND.sub(lambda word: "," + " " * (len(word[0]) - 1), mark.words))
        if match[0].strip()
    ]
    read = tokens(mark.words, language)

    def number(start: int, end: int) -> int | None:
        numbers = {token.number for token in read if start <= token.start < end and token.number is not None}
        return numbers.pop() if len(numbers) == 1 else None

    runs = [(value, len(list(alike))) for value, alike in groupby(values)]
    if len(listed) == len(values) and all(
        isinstance(value, int) or number(*where) in {None, 1} or str(number(*where)) in value
        for value, where in zip(values, listed, strict=True)
    ):
        yield from (
            _Part(mark.start + start, mark.start + end, {first: value})
            for value, (start, end) in zip(values, listed, strict=True)
        )
    elif len(listed) == len(runs) and all(
        (number(*where) or 1) == times for (_, times), where in zip(runs, listed, strict=True)
    ):
        for (value, _), (start, end) in zip(runs, listed, strict=True):
            counted = f"{place}[{GAP}]" if number(start, end) is not None else first
            yield _Part(mark.start + start, mark.start + end, {counted: value})
    elif _is_called_out(values, matter := [token for token in read if not token.is_little], mark.words):
        yield from (
            _Part(mark.start + token.start, mark.start + token.end, {first: value})
            for value, token in zip(values, matter, strict=True)
        )


def _is_called_out(values: Sequence[Json], matter: Sequence[Token], words: str) -> bool:
    """Whether each word is an entry: "magic magic melee", "Ida Max"."""
    if len(matter) != len(values):
        return False
    said = [words[token.start : token.end].lower() for token in matter]
    if said == [str(value).lower() for value in values]:
        return True
    pairs = set(zip(said, map(repr, values), strict=True))
    return len(pairs) == len(set(said)) == len(set(map(repr, values))) < len(values)


def _named(part: _Part, text: str, known: Container[str]) -> Iterator[_Part]:
    """The part, with each name that its words say told by the words of that name alone."""
    said = text[part.start : part.end]
    rest: dict[str, Json] = {}
    names: dict[tuple[int, int], dict[str, Json]] = {}
    for place, value in part.facts.items():
        name = _found(value, said) if _is_name(place, value, known) else None
        if name is None:
            rest[place] = value
        else:
            names.setdefault(name.span(), {})[place] = COPY
    if rest and list(names) == [(0, len(said))]:
        yield part._replace(facts={**rest, **names.pop((0, len(said)))})
    elif rest:
        yield part._replace(facts=rest)
    for (start, end), facts in names.items():
        yield _Part(part.start + start, part.start + end, facts)


def _with_gap(value: Json, numbers: set[int]) -> str:
    """The value as JSON, with a gap where it has the one number that the words have."""
    written = json.dumps(value, ensure_ascii=False)
    if isinstance(value, bool) or len(numbers) != 1:
        return written
    return _NUMBER.sub(GAP, written) if _NUMBER.findall(written) == [str(*numbers)] else written
