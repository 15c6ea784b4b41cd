"""Written questions that may be the one asked, as the tuned model takes it, and the signs by which that is judged."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from corpus import Conflict, Game, Rule
from index import Hit, Index
from index.answers import Answer, ruled
from service.answering.similarity import Query, comparable
from service.positions.signs import log_share

MOST_COMPARED = 8


class SameQuestion(NamedTuple):
    """The signs; shares as their natural logarithms."""

    share: float
    """Of the written question among all of the game."""
    lead: float
    """What it has on the likeliest of another rule, or of the same with another kind of answer."""
    rule: float
    """The share of its rule."""
    answer: float
    """The share of its kind of answer."""
    likeness: float
    """The cosine of the two questions."""
    comparable: float
    """Whether the two count the same things, deny alike, and want the same."""
    score: float
    """Of its rule, as a share of the best score."""
    place: float
    """1 where retrieval has its rule first, a half where second, and so on."""


@dataclass(frozen=True, slots=True)
class WrittenQuestion:
    """A question of a rule or a conflict that was retrieved, taken for the one asked."""

    hit: Hit
    number: int
    """Of the question, from 0."""
    signs: SameQuestion


def written_questions(query: Query, game: Game, index: Index) -> Iterator[WrittenQuestion]:
    """The likeliest ones, of rules and conflicts that were retrieved; none without a tuned model."""
    ranked = index.phrases.asks(query.question, game.id, query.language)
    if not ranked:
        return
    rules = index.phrases.rules(query.question, game.id, query.language)
    answers = index.phrases.answers(query.question, query.language)
    places = {hit.rule: (place, hit) for place, hit in enumerate(query.hits, 1)}
    for target, number, share in [one for one in ranked if one[0] in places][:MOST_COMPARED]:
        place, hit = places[target]
        asked = _entry(game, target).asks[query.language][number].q
        written, cosine = next(one for one in hit.asks if one[0].text == asked)
        kind = _kind(game, target, number)
        other = next(
            (other for rule, at, other in ranked if rule != target or _kind(game, target, at) != kind),
            0.0,
        )
        signs = SameQuestion(
            share=log_share(share),
            lead=log_share(share) - log_share(other),
            rule=log_share(rules.get(target, 0.0)),
            answer=log_share(answers[kind]),
            likeness=cosine,
            comparable=float(comparable(query, written)),
            score=hit.score / query.best.score,
            place=1 / place,
        )
        yield WrittenQuestion(hit, number, signs)


def _entry(game: Game, target: str) -> Rule | Conflict:
    return game.rules[target] if target in game.rules else game.conflicts[target]


def _kind(game: Game, target: str, number: int) -> Answer:
    """Of the answer that the question has."""
    entry = _entry(game, target)
    if isinstance(entry, Conflict):
        return "depends" if entry.readings else "unknown"
    return ruled(entry.asks.en[number].a)
