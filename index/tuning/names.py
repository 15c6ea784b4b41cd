"""What there is to tell apart: the names of the rows of each head."""

import json
import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from corpus.phrasebook import Phrase
from index.marks import Tag, Told, tags_of
from index.order import Order, counted
from index.tokens import tokens
from index.tuning.lessons import Lesson

MOST_RECOMBINED = 160
"""So many tags are made of the values of the same facts at most."""


@dataclass(frozen=True, slots=True)
class Names:
    """What there is to tell apart, in the order of the rows of each head."""

    games: tuple[str, ...]
    kinds: tuple[tuple[str, str], ...]
    """Game, with procedure, rule or conflict."""
    rules: tuple[tuple[str, str], ...]
    """Game, with rule or conflict."""
    asks: tuple[tuple[str, str], ...]
    """Game, with a question of a rule or a conflict."""
    wants: tuple[tuple[str, str], ...]
    """Procedure, with what is wanted of it as JSON."""
    procedures: tuple[str, ...]
    facts: tuple[Told, ...]
    """What one tag or several tell."""
    tags: tuple[Tag, ...]
    told_by: Mapping[str, Collection[Tag]]
    """procedure -> the tags of the phrases that it is taught, and those of several facts with their values put together
    anew.
    """
    places: Mapping[str, Mapping[str, str]]
    """procedure -> the name of a fact -> its place, where it has one place of that name."""
    orders: Mapping[str, Order]
    """procedure -> the order in which its phrases tell their facts."""

    def tag_of(self, tag: Tag, procedure: str) -> Tag:
        """A tag by the names of its facts, so that procedures share them."""
        names = {place: name for name, place in self.places[procedure].items()}
        return tuple(Told(names.get(told.place, told.place), told.value) for told in tag)

    @property
    def facts_of(self) -> list[list[int]]:
        """Of each tag the rows of its facts; of the one that tells nothing the row after them all."""
        row = {told: at for at, told in enumerate(self.facts)}
        return [[row[told] for told in tag] or [len(row)] for tag in self.tags]

    def allowed(self) -> dict[str, list[int]]:
        """procedure -> the tags that its questions may have: those taught, and those of names that it has as well."""
        row = {tag: at for at, tag in enumerate(self.tags)}
        found: dict[str, list[int]] = {}
        for procedure in self.procedures:
            named = self.places[procedure]
            shared = {at for at, tag in enumerate(self.tags) if all(told.place in named for told in tag)}
            found[procedure] = sorted({row[tag] for tag in self.told_by.get(procedure, ())} | shared)
        return found


def _sentences(phrases: Iterable[Phrase]) -> dict[str, list[list[Tag]]]:
    """procedure -> what each word of each of its phrases tells."""
    found: dict[str, list[list[Tag]]] = defaultdict(list)
    for phrase in phrases:
        if phrase.procedure:
            found[phrase.procedure].append(tags_of(phrase, tokens(phrase.text, phrase.language)))
    return found


def _told_by(names: Names, sentences: Mapping[str, Iterable[Iterable[Tag]]]) -> dict[str, set[Tag]]:
    found: dict[str, set[Tag]] = {}
    for procedure, own in sentences.items():
        tags = found[procedure] = {names.tag_of(tag, procedure) for sentence in own for tag in sentence}
        tags.update(_recombined(tags))
    return found


def _recombined(tags: Iterable[Tag]) -> Iterator[Tag]:
    """Each value of one fact with each of the others, where it is not too many."""
    by_places: dict[tuple[str, ...], list[Tag]] = defaultdict(list)
    for tag in tags:
        places = tuple(told.place for told in tag)
        if len(set(places)) > 1:
            by_places[places].append(tag)
    for alike in by_places.values():
        values = [sorted(set(told)) for told in zip(*alike, strict=True)]
        if math.prod(map(len, values)) <= MOST_RECOMBINED:
            yield from product(*values)


def names_in(every: Sequence[Lesson], taught: Sequence[Phrase]) -> Names:
    """The names that the lessons use; the tags are those of the taught ones."""
    phrases = [lesson.phrase for lesson in every]
    sentences = _sentences(taught)
    places = {
        procedure: {told.place for sentence in own for tag in sentence for told in tag}
        for procedure, own in _sentences(phrases).items()
    }
    procedures = tuple(sorted(places))
    single: dict[str, dict[str, str]] = {}
    for procedure in procedures:
        of_name: dict[str, list[str]] = defaultdict(list)
        for place in sorted(places[procedure]):
            of_name[place.rpartition(".")[2]].append(place)
        single[procedure] = {name: found[0] for name, found in of_name.items() if len(found) == 1}
    found = Names(
        games=tuple(sorted({phrase.game for phrase in phrases})),
        kinds=tuple(sorted({(lesson.phrase.game, lesson.kind) for lesson in every if lesson.kind})),
        rules=tuple(sorted({(phrase.game, phrase.rule) for phrase in phrases})),
        asks=tuple(sorted({(lesson.phrase.game, lesson.ask) for lesson in every if lesson.ask})),
        wants=tuple(sorted({(phrase.procedure, json.dumps(phrase.wants)) for phrase in phrases if phrase.procedure})),
        procedures=procedures,
        facts=(),
        tags=(),
        told_by={},
        places=single,
        orders={procedure: counted(own) for procedure, own in sentences.items()},
    )
    told_by = _told_by(found, sentences)
    tags = sorted(set[Tag]().union(*told_by.values()))
    facts = sorted({told for tag in tags for told in tag})
    return replace(found, facts=tuple(facts), tags=tuple(tags), told_by=told_by)
