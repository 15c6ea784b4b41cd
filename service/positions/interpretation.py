"""Reads a question as a position: what decides it, what it tells, and what it wants to hear.

The tuned model, or for what it was not taught the phrasebook's questions most like it, say which procedure may decide
it, what it wants, and which of its words tell which fact. There may be several interpretations, and none has to be
right: each still has to fit the state of its procedure.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, TypeAlias

from corpus import Language
from corpus.phrasebook import Phrase, state_of
from index import Index
from index.marks import Tag, name_of, tells_number
from index.tagging import Mention, Word
from index.tellings import LEAST as LEAST_WEIGHED
from index.tellings import Telling, tellings
from index.tokens import tokens
from service.positions.asked import with_number_asked
from service.positions.bounds import Bounded, bounded
from service.positions.given import implied, lists_drawn, with_given
from service.positions.kinds import kinds_apart
from service.positions.maps import MapTold, map_told
from service.positions.partial_states import place_in
from service.positions.pieces import pieces_counted
from service.positions.places import Fact, is_name, is_whole, placed, state_told
from service.positions.possible import is_possible, unspoken
from service.positions.remainders import remainders
from service.positions.rulings import find, is_part_of_a_state
from service.positions.said_names import as_said
from service.positions.seats import seated
from service.positions.signs import Signs, covered, signs
from service.positions.singled_out import singled_out

Json: TypeAlias = Any

MOST_CANDIDATES = 3
LEAST = 0.05
"""A procedure with a smaller share is no candidate."""
MOST_WANTED = 2
"""So many of what may be wanted of a procedure are weighed."""
MOST_TELLINGS = 8
MOST_POSITIONS = 4
"""So many positions that may be told are weighed at most."""
MUCH_LESS = 0.1
"""What is this much less likely than the likeliest is not weighed."""
LEAST_KNOWN = 2
"""Beside so many names that are known others are names as well, if they are no more."""
SURE = 0.35
"""The share of the votes with which words tell a fact."""

MOSTLY = 0.5

_WRONG = re.compile(r"\b(?:sbagli|errat|wrong|mistake)")
_ANY = "A"
"""Stands for any name."""
_ENTRY = re.compile(r"\[\d*\]")
_VALUE = re.compile(r"[a-z]+")
_WORD = re.compile(r"\S+")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpretation:
    """One way to read a question."""

    procedure: str
    facts: tuple[Fact, ...]
    wants: str | None
    """As in the phrasebook: a key of the outcome, `key=value`, or the verdict."""
    nearest: Phrase
    """The question of the phrasebook most like it."""
    wants_share: float = 1.0
    """How likely that is what it wants of the procedure, from 0 to 1."""
    share: float = 1.0
    """How likely it is by the model that read it, from 0 to 1; those of several do not add up to 1."""
    signs: Signs | None = None
    """What `service.answering.confidence` judges by whether it is right; None where it was told to be."""

    @property
    def state(self) -> Json:
        """The part of a state that is told; raises ValueError where the facts do not fit together."""
        return state_told(self.facts)

    @property
    def is_whole(self) -> bool:
        """Whether the facts fit together."""
        return is_whole(self.facts)

    def with_name(self, place: str) -> "Interpretation":
        """With a name for what was told without one."""
        number = sum(is_name(fact.place) for fact in self.facts)
        return replace(self, facts=(*self.facts, Fact(place, _LETTERS[number % len(_LETTERS)], "")))


def interpretations(index: Index, question: str, game: str, language: Language) -> list[Interpretation]:
    """The likeliest first; none where no engine decides such questions."""
    weighed = sorted(_weighed(index, question, game, language), key=lambda one: -one.share)
    found: list[Interpretation] = []
    positions: list[tuple[str, tuple[Fact, ...]]] = []
    possible = 0
    for read in weighed:
        if read.share < MUCH_LESS * weighed[0].share:
            break
        position = read.procedure, read.facts
        if position not in positions:
            if possible == MOST_POSITIONS:
                continue
            positions.append(position)
            possible += is_possible(read.facts, read.procedure, question, language)
        found.append(read)
    return found


def _weighed(index: Index, question: str, game: str, language: Language) -> Iterator[Interpretation]:
    own_map = map_told(question, game, language)
    question = own_map.rest if own_map else question
    vector = index.vector(question, language)
    kinds = index.phrases.kinds(question, vector, game, language)
    own_lists = lists_drawn(question, game, language) | ({own_map.listed} if own_map else frozenset())
    for procedure, share in [one for one in kinds if one[0].startswith(f"{game}.")][:MOST_CANDIDATES]:
        if share < LEAST:
            break
        alike = index.phrases.alike(question, vector, game, language, procedure)
        if not alike:
            continue
        next_share = next((other for kind, other in kinds if kind != procedure), 0.0)
        wanted = index.phrases.wants(question, vector, game, language, procedure)[:MOST_WANTED]
        taken = {fact.place: fact for fact in implied(procedure, question, language)}
        here = own_map if own_map and place_in(find(procedure).procedure.state, own_map.listed) else None
        for telling in _tellings(index, question, game, language, procedure, MOST_TELLINGS):
            told = taken | _placed(index, telling.mentions, question, game, language)
            told |= {fact.place: fact for fact in singled_out(told, procedure, question, language)}
            told |= {fact.place: fact for fact in remainders(told, game, question, language)}
            for wants in wanted:
                facts = _told_of(with_given(told, alike, wants[0], own_lists), procedure, question, language, here)
                yield Interpretation(
                    procedure=procedure,
                    facts=facts,
                    wants=with_number_asked(wants[0], *_number_asked(facts, question, language)),
                    nearest=alike[0][0],
                    wants_share=wants[1],
                    share=share * wants[1] * telling.chance,
                    signs=signs(
                        question,
                        language,
                        shares=(share, next_share),
                        telling=telling,
                    ),
                )


def _number_asked(facts: Iterable[Fact], question: str, language: Language) -> tuple[frozenset[int], bool]:
    """The numbers of a question that tell no fact, and whether it denies, or asks whether that is wrong."""
    told = [(fact.start, fact.start + len(fact.words)) for fact in facts if fact.words]
    words = tokens(question, language)
    free = (one for one in words if one.number is not None and not any(at <= one.start < end for at, end in told))
    return frozenset(one.number for one in free if one.number is not None), (
        any(one.denies for one in words) or _WRONG.search(question.lower()) is not None
    )


def _told_of(
    facts: Iterable[Fact], procedure: str, question: str, language: Language, own_map: MapTold | None
) -> tuple[Fact, ...]:
    """The facts, told of those whom the question names, on the map that it draws."""
    told = as_said(seated(facts, procedure, question, language), procedure, question, language)
    return tuple(own_map.beside(told)) if own_map else told


def _placed(index: Index, mentions: Iterable[Mention], question: str, game: str, language: Language) -> dict[str, Fact]:
    """Each fact that is told in its place, names side by side apart."""
    names = partial(index.phrases.names, game, language)
    pieces = pieces_counted(question, language, game)
    return placed(names_apart(mentions, question, names), question, language, pieces)


def names_apart(
    mentions: Iterable[Mention], question: str, names: Callable[[], Mapping[str, Collection[str]]]
) -> Iterator[Mention]:
    """The mentions, with words that are several names of a list side by side cut apart: "Africa Asia" are two, if the
    phrasebook has both. What it has is only looked up where that may be.
    """
    for mention in mentions:
        ((place, value), *others) = mention.facts
        words = question[mention.start : mention.end]
        if others or value != words or not place.endswith("[]") or " " not in words:
            yield mention
            continue
        for start, end in _cut(words, names().get(name_of(place), ())) or [(0, len(words))]:
            facts = ((place, words[start:end]),)
            yield replace(mention, facts=facts, start=mention.start + start, end=mention.start + end)


def _cut(words: str, names: Collection[str]) -> list[tuple[int, int]]:
    """Where each of the names stands that the words are, the longest first; nothing where they are others. Beside
    several names that are known a word is one that is not.
    """
    spans = [match.span() for match in _WORD.finditer(words)]
    found = []
    known = at = 0
    while at < len(spans):
        ends = (end for end in range(len(spans), at, -1) if words[spans[at][0] : spans[end - 1][1]].casefold() in names)
        end = next(ends, None)
        known += end is not None
        end = end or at + 1
        found.append((spans[at][0], spans[end - 1][1]))
        at = end
    return found if known == len(found) or known >= max(LEAST_KNOWN, len(found) - known) else []


def _tellings(index: Index, question: str, game: str, language: Language, procedure: str, limit: int) -> list[Telling]:
    """The likeliest ways in which the words may tell this procedure facts."""
    bounds = (*bounded(question, language), *pieces_counted(question, language, game))
    read = index.phrases.words(question, game, language, procedure)
    said = partial(index.phrases.said, game, language)
    words = _that_may_be(kinds_apart(read, question, language, said), procedure, unspoken(question, language, game))
    return tellings(
        question,
        _without_numbers_unbound(words, bounds),
        order=index.phrases.order(procedure),
        several=[one.place for one in bounds],
        limit=limit,
    )


def _that_may_be(words: Iterable[Word], procedure: str, unspoken: Collection[str]) -> list[Word]:
    """The words without what no state of the procedure holds, as a number where another procedure counts turns and this
    one only wants to know whether it is one's own; and without a value that is told by words that nobody says.
    """
    return [
        word._replace(
            may_tell=[
                (tag, share)
                for tag, share in word.may_tell
                if share >= LEAST_WEIGHED
                and not _is_unspoken(tag, unspoken)
                and _is_holdable(procedure, tag, word.token.number)
            ]
        )
        for word in words
    ]


def _is_unspoken(tag: Tag, unspoken: Collection[str]) -> bool:
    """Whether it tells such a value; several at once, "the four scouts", are told by no words of their own."""
    is_of_several = len({told.place for told in tag}) < len(tag)
    return not is_of_several and any(value in unspoken for told in tag for value in _VALUE.findall(told.value))


@lru_cache(maxsize=100_000)
def _is_holdable(procedure: str, tag: Tag, number: int | None) -> bool:
    told = (one for one in tag if number is not None or not one.needs_number)
    facts = {_ENTRY.sub("[0]", place): value for one in told for place, value in one.facts(number, _ANY)}
    return all(is_part_of_a_state(procedure, state_of({place: value})) for place, value in facts.items())


def _without_numbers_unbound(words: Sequence[Word], bounds: Sequence[Bounded]) -> list[Word]:
    """A fact that is told by the bounds of a number is told no other number, as by the "no" of "no more than one"."""
    bounded_here = [tag for word in words if any(one.has(word.token) for one in bounds) for tag in _sure(word)]
    places = {told.place for tag in bounded_here for told in tag if told.needs_number}
    if not places:
        return list(words)
    return [
        word._replace(may_tell=[(tag, share) for tag, share in word.may_tell if not tells_number(tag, places)])
        for word in words
    ]


def _sure(word: Word) -> Iterator[Tag]:
    yield from (tag for tag, share in word.may_tell if share >= SURE)


def _mentions(
    index: Index, question: str, game: str, language: Language, procedure: str, sure: float = SURE
) -> list[Mention]:
    """What the question tells surely enough."""
    (likeliest,) = _tellings(index, question, game, language, procedure, 1)
    return [mention for mention in likeliest.mentions if mention.share >= sure]


def facts_told(
    index: Index, question: str, game: str, language: Language, procedure: str, sure: float = SURE
) -> dict[str, Fact]:
    """What the words of a question tell a procedure surely enough, by its places."""
    return _placed(index, _mentions(index, question, game, language, procedure, sure), question, game, language)


def tells_only_facts(index: Index, question: str, game: str, language: Language, procedure: str) -> bool:
    """Whether most words with matter tell facts of this procedure, as in "and a human?"."""
    return covered(_mentions(index, question, game, language, procedure), question, language) >= MOSTLY
