"""What there is to tell apart: the names of the rows of each head."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from corpus.phrasebook import Phrase
from index.tagging import Tag, Told, tags_of, tokens
from index.tuning.lessons import Lesson


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
    tags: tuple[Tag, ...]
    places: Mapping[str, Mapping[str, str]]
    """procedure -> the name of a fact -> its place, where it has one place of that name."""

    def tag_of(self, tag: Tag, procedure: str) -> Tag:
        """A tag by the names of its facts, so that procedures share them."""
        names = {place: name for name, place in self.places[procedure].items()}
        return tuple(Told(names.get(told.place, told.place), told.value) for told in tag)

    def allowed(self, taught: Iterable[Phrase]) -> dict[str, list[int]]:
        """procedure -> the tags that its questions may have: those taught, and those of names that it has as well."""
        row = {tag: at for at, tag in enumerate(self.tags)}
        seen: dict[str, set[int]] = defaultdict(set)
        for phrase in taught:
            if phrase.procedure:
                read = tokens(phrase.text, phrase.language)
                seen[phrase.procedure].update(row[self.tag_of(tag, phrase.procedure)] for tag in tags_of(phrase, read))
        for procedure in self.procedures:
            named = self.places[procedure]
            seen[procedure].update(at for at, tag in enumerate(self.tags) if all(told.place in named for told in tag))
        return {procedure: sorted(rows) for procedure, rows in seen.items()}


def names_in(every: Sequence[Lesson], taught: Sequence[Phrase]) -> Names:
    """The names that the lessons use; the tags are those of the taught ones."""
    phrases = [lesson.phrase for lesson in every]
    places: dict[str, set[str]] = defaultdict(set)
    for phrase in phrases:
        for tag in tags_of(phrase, tokens(phrase.text, phrase.language)) if phrase.procedure else ():
            places[phrase.procedure or ""].update(told.place for told in tag)
    procedures = tuple(sorted({phrase.procedure for phrase in phrases if phrase.procedure}))
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
        tags=(),
        places=single,
    )
    tags = {
        found.tag_of(tag, phrase.procedure)
        for phrase in taught
        if phrase.procedure
        for tag in tags_of(phrase, tokens(phrase.text, phrase.language))
    }
    return replace(found, tags=tuple(sorted(tags)))
