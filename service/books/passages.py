"""Paragraphs to passages: a few sentences each, of one section and one page, with their lines."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from index.books import BookPassage

MOST_WORDS = 110
"""More would not fit into what the model reads at once."""
LONGEST_WORD = 100
"""In letters. What is longer is no word, and is cut: an answer shows whole passages."""
LONGEST_SECTION = 300
"""In letters: each passage carries its headings."""
ENOUGH_WORDS = 60
"""A passage that has so many ends with its paragraph."""

_SENTENCE_END = re.compile(r"(?<=[.!?…:;])\s+")
_WORD = re.compile(rf"\S{{1,{LONGEST_WORD}}}")
_HYPHENATED = re.compile(r"(\w)[-\u00ad]\n(?=[a-zà-ÿ])")


class BadBook(ValueError):  # noqa: N818  # it says what is the matter
    """A file cannot be read as a rulebook, or is none of those there: why, and what to do instead."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together, numbered as they stand in the file or on the page."""

    lines: tuple[tuple[int, str], ...]
    section: str = ""
    page: int | None = None


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence, or a part of one that is too long."""

    text: str
    first: int
    last: int
    ends_paragraph: bool

    @property
    def size(self) -> int:
        return len(_WORD.findall(self.text))


def passages_of(paragraphs: Iterable[Paragraph]) -> Iterator[BookPassage]:
    """The passages of a book, in reading order."""
    for (section, page), own in groupby(paragraphs, key=lambda one: (one.section, one.page)):
        for units in _packed([unit for paragraph in own for unit in _units(paragraph)]):
            first, last = units[0].first, max(unit.last for unit in units)
            yield BookPassage(
                text=" ".join(_closed(unit) for unit in units),
                section=section if len(section) <= LONGEST_SECTION else f"{section[: LONGEST_SECTION - 1]}…",
                page=page,
                lines=str(first) if first == last else f"{first}-{last}",
            )


def _closed(unit: _Unit) -> str:
    """An entry of a list or a row of a table ends as a sentence does."""
    return f"{unit.text}." if unit.ends_paragraph and unit.text[-1].isalnum() else unit.text


def _packed(units: Sequence[_Unit]) -> Iterator[list[_Unit]]:
    packed: list[_Unit] = []
    for unit in units:
        if packed and sum(one.size for one in packed) + unit.size > MOST_WORDS:
            yield packed
            packed = []
        packed.append(unit)
        if unit.ends_paragraph and sum(one.size for one in packed) >= ENOUGH_WORDS:
            yield packed
            packed = []
    if packed:
        yield packed


def _units(paragraph: Paragraph) -> Iterator[_Unit]:
    """Its sentences, each with its lines; a word that was broken at the end of a line is whole again."""
    written = "\n".join(text for _, text in paragraph.lines)
    numbers = [number for number, text in paragraph.lines for _ in range(len(text) + 1)]
    pieces = [(start, piece) for start, piece in _pieces(written) if piece.strip()]
    for at, (start, piece) in enumerate(pieces):
        begins = start + len(piece) - len(piece.lstrip())
        ends = start + len(piece.rstrip()) - 1
        if text := " ".join(_visible(_HYPHENATED.sub(r"\1", piece)).split()):
            yield _Unit(text, numbers[begins], numbers[ends], at == len(pieces) - 1)


def _visible(written: str) -> str:
    """Without what a reader does not see: codes that steer a terminal, letters of no width, turns of direction."""
    return "".join(letter for letter in written if letter.isspace() or unicodedata.category(letter) not in ("Cc", "Cf"))


def _pieces(written: str) -> Iterator[tuple[int, str]]:
    """Sentences with their offsets; of one that has too many words, as many at a time as fit."""
    start = 0
    for end in [*(match.end() for match in _SENTENCE_END.finditer(written)), len(written)]:
        words = list(_WORD.finditer(written[start:end]))
        for first in range(0, len(words), MOST_WORDS):
            some = words[first : first + MOST_WORDS]
            yield start + some[0].start(), written[start + some[0].start() : start + some[-1].end()]
        start = end
