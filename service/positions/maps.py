"""Maps that a question draws in words: "heart, hall, gate in a row", "solo cuore e cucina, attaccate"."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import takewhile

from corpus import Language, load_facts
from corpus.schema import Drawing
from index.tokens import tokens
from service.positions.places import Entry, Fact, entry_of

_AND = "e|ed|and|poi|then"
_NAME = r"[^\W\d_]{3,}"
_APART = rf"(?:\s*,\s*(?:(?:{_AND})\s+)?|\s+(?:{_AND})\s+|\s*(?:->|→|–|-)\s*)"
"""What stands between the names of a row."""
_DRAWN = {".name", ".neighbours", ".distance"}
"""What a map tells of each place."""
_CLAUSE_END = re.compile(r"[.;!?]\s+")


@dataclass(frozen=True, slots=True)
class MapTold:
    """The places of a row."""

    listed: str
    facts: tuple[Fact, ...]
    rest: str
    """The question, with blanks where its words draw the map."""

    def beside(self, facts: Iterable[Fact]) -> Iterator[Fact]:
        """The facts and the map: of a place that has a name on it what else is told stays told, of others nothing."""
        numbers = {fact.value: entry.number for fact, entry in self._entries(self.facts) if entry.rest == ".name"}
        told = list(self._entries(facts := tuple(facts)))
        here = {entry.number: numbers.get(fact.value) for fact, entry in told if entry.rest == ".name"}
        yield from (fact for fact in facts if not fact.place.startswith(f"{self.listed}["))
        yield from self.facts
        for fact, entry in told:
            number = here.get(entry.number)
            if number is not None and entry.rest.partition("[")[0] not in _DRAWN:
                yield replace(fact, place=f"{self.listed}[{number}]{entry.rest}")

    def _entries(self, facts: Iterable[Fact]) -> Iterator[tuple[Fact, Entry]]:
        """The facts that are told of places, each with where it stands."""
        found = ((fact, entry_of(fact.place)) for fact in facts)
        return ((fact, entry) for fact, entry in found if entry and entry.listed == self.listed)


@dataclass(frozen=True, slots=True)
class _Row:
    """Names side by side, and where in a question they and what says that they are a row begin and end."""

    names: tuple[str, ...]
    start: int
    end: int


def map_told(question: str, game: str, language: Language) -> MapTold | None:
    """The map that a question draws, with the place that all distances are counted from; None where it draws none."""
    for listed, drawing in load_facts(game).maps.items():
        if drawing.heart[language] not in question.lower():  # the rows of a long question take a while
            continue
        for row in _rows(question, drawing, language):
            if drawing.heart[language] in row.names and len(set(row.names)) == len(row.names):
                return _drawn(listed, row, drawing, question, language)
    return None


def _rows(question: str, drawing: Drawing, language: Language) -> Iterator[_Row]:
    row, pair = drawing.row[language], drawing.pair[language]
    for pattern in (
        rf"(?P<names>{_NAME}(?:{_APART}{_NAME})+)\W+(?:\w+\s+)?(?:{row})",
        rf"(?:{row})\W+(?P<names>{_NAME}(?:(?:{_APART}|\s+){_NAME})+)",
        rf"(?P<names>{_NAME}\s+(?:{_AND})\s+{_NAME})\W+(?:\w+\s+)?(?:{pair})",
    ):
        for match in re.finditer(pattern, question, re.IGNORECASE):
            names = list(_names(match["names"], language))
            start = match.start("names")
            end = max(start + names[-1][1] if names else start, match.end() if match.end() > match.end("names") else 0)
            yield _Row(tuple(name for name, _ in names), start, end)


def _names(text: str, language: Language) -> Iterator[tuple[str, int]]:
    """The names that stand side by side up to a word that is none, and where each ends."""
    said = ((text[token.start : token.end].lower(), token) for token in tokens(text, language))
    matter = ((word, token) for word, token in said if not re.fullmatch(_AND, word))
    for word, token in takewhile(lambda one: not one[1].is_little, matter):
        yield word, token.end


def _drawn(listed: str, row: _Row, drawing: Drawing, question: str, language: Language) -> MapTold:
    heart = row.names.index(drawing.heart[language])
    names = [drawing.called if at == heart else name for at, name in enumerate(row.names)]
    words = question[row.start : row.end]
    facts = []
    for at, name in enumerate(names):
        told = {
            "name": name,
            "neighbours": names[max(0, at - 1) : at] + names[at + 1 : at + 2],
            "distance": abs(at - heart),
        }
        facts += [Fact(f"{listed}[{at}].{key}", value, words, row.start) for key, value in told.items()]
    begins = max((match.end() for match in _CLAUSE_END.finditer(question, 0, row.start)), default=0)
    rest = question[:begins] + " " * (row.end - begins) + question[row.end :]
    return MapTold(listed, tuple(facts), rest)
