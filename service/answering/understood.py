"""What was understood of a question that is read as a position: its facts in words, each with those that tell it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, get_args, get_origin

from corpus import Language, load_says
from corpus.phrasebook import is_range
from corpus.schema import Says
from index.marks import kind_of
from service.positions.interpretation import Interpretation, Json
from service.positions.outcome_words import value_words
from service.positions.partial_states import RulingWriter, place_in
from service.positions.phrasing import translated
from service.positions.places import Fact, entry_of, is_name
from service.positions.rulings import find
from service.schema import UnderstoodFact

LEAST_SCENERY = 3
"""So many entries of a list of which a question tells the same as a whole, and none by words, are scenery."""

_AT_LEAST: Mapping[Language, str] = {"it": "almeno", "en": "at least"}


def understood(read: Interpretation, language: Language) -> Iterator[UnderstoodFact]:
    """The facts read from a question, in words; entries that the same words count are told once: "3 × Melee"."""
    named = find(read.procedure)
    writer = RulingWriter(named.game.id, language, named.procedure.state)
    says = load_says(named.game.id)

    def label(path: str) -> str:
        place = place_in(named.procedure.state, path)
        return writer.label(place) if place else path

    scenery = _scenery(read.facts)
    told = [fact for fact in read.facts if not _is_scenery(fact, scenery)]
    by_words = Counter(fact.start for fact in told if fact.words)
    kinds = {(fact.start, fact.value) for fact in told if isinstance(fact.value, str) and not is_name(fact.place)}
    said = [
        fact
        for fact in told
        if not _stands_in(fact, named.procedure.state, by_words[fact.start], says, language)
        and not (is_name(fact.place) and (fact.start, fact.value) in kinds)  # a hunter that is called so
    ]
    counted = Counter(map(_counted, said))
    for fact in said:
        if times := counted.pop(_counted(fact), 0):
            value = _told_words(fact.value, says, language)
            text = f"{label(fact.place)}: {value}" if times == 1 else f"{label(fact.place)}: {times} × {value}"
            yield UnderstoodFact(field=fact.place, value=fact.value, says=text, words=fact.words)
    for (listed, words), names in _counts(told, said).items():
        yield UnderstoodFact(field=listed, value=names, says=f"{label(listed)}: {len(names)}", words=words)
    for listed, names in scenery.items():
        text = f"{label(listed)}: {value_words(names, says, language)}"
        yield UnderstoodFact(field=listed, value=names, says=text, words="")


def _stands_in(fact: Fact, state: type[Any], told: int, says: Says, language: Language) -> bool:
    """Whether it is a name that nobody said, such as that of the zone one is in: of no word, or of words that tell
    other things (`told` in all), "two hunters".
    """
    place = place_in(state, fact.place)
    if place is None or not isinstance(fact.value, str) or not _holds_names(place.hint):
        return False
    names = (fact.value.lower(), translated(fact.value, says, language).lower())
    return not any(name in fact.words.lower() for name in names) and (told > 1 or not fact.words)


def _holds_names(hint: Any) -> bool:
    """Whether any text may stand there: not one of a few, nor one of a form, such as "red 7"."""
    return hint is str or (get_origin(hint) is not Annotated and str in get_args(hint))


def _counts(told: Iterable[Fact], said: Sequence[Fact]) -> dict[tuple[str, str], list[Json]]:
    """The names of the entries of lists of which words tell no more than how many there are, "4 monsters"."""
    others = {fact.start for fact in said if fact.words}
    counts: dict[tuple[str, str], list[Json]] = defaultdict(list)
    for fact in told:
        if fact.words and fact.start not in others and is_name(fact.place) and (entry := entry_of(fact.place)):
            counts[entry.listed, fact.words].append(fact.value)
    return counts


def _is_scenery(fact: Fact, scenery: Collection[str]) -> bool:
    entry = None if fact.words else entry_of(fact.place)
    return entry is not None and bool(entry.rest) and entry.listed in scenery


def _scenery(facts: Sequence[Fact]) -> dict[str, list[Json]]:
    """By each list of which nobody told the entries, as the zones of a map that the question does not draw: their names
    are all that is said of it.
    """
    in_lists = [(fact, entry) for fact in facts if (entry := entry_of(fact.place)) and entry.rest]
    untold = Counter((entry.listed, entry.rest) for fact, entry in in_lists if not (fact.words or is_name(fact.place)))
    named = {entry.listed for fact, entry in in_lists if fact.words and is_name(fact.place)}
    lists = {listed for (listed, _), times in untold.items() if times >= LEAST_SCENERY} - named
    return {
        listed: [fact.value for fact, entry in in_lists if entry.listed == listed and is_name(fact.place)]
        for listed in sorted(lists)
    }


def _counted(fact: Fact) -> tuple[str, str, int, str]:
    """The same for entries of a list that the same words tell."""
    return kind_of(fact.place), repr(fact.value), fact.start, fact.words


def _told_words(value: Json, says: Says, language: Language) -> str:
    """A fact as somebody would tell it."""
    if is_range(value) and "at_most" not in value:
        return f"{_AT_LEAST[language]} {value['at_least']}"
    return value_words(value, says, language)
