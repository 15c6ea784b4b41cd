"""Written questions that may be the one asked, as the tuned model takes it, and the signs by which that is judged."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from corpus import Conflict, Game, Language, Rule
from index import Hit, Index, Passage
from index.answers import Answer, left_open, ruled
from service.answering.calibration import CONTESTED, RULES, SAME, SAME_QUESTION
from service.answering.chance import chance
from service.answering.similarity import Query, comparable, has_its_numbers
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
    """A question of a rule or a conflict that was retrieved, which may be the one asked."""

    hit: Hit
    number: int
    """Of the question, from 0."""
    passage: Passage
    """As it was written."""
    answer: Answer
    signs: SameQuestion

    @property
    def chance(self) -> float:
        """From 0 to 1, that it is the one asked."""
        return chance(SAME_QUESTION, self.signs._asdict())


@dataclass(frozen=True, slots=True)
class Asked:
    """The written question that the one asked is taken for."""

    hit: Hit
    number: int
    rules: bool
    """Whether its yes or no is one to the question asked, too."""


def asked(found: Sequence[WrittenQuestion]) -> Asked | None:
    """The likeliest written question, if it is likely enough; for its yes or no it has to be likelier.

    "Do I need a warrior for it?" and "can I do it without warriors?" have one answer, and the opposite first word. So
    the two must also be asked alike, and no question that the rule answers the other way may come near.
    """
    best = max(found, key=lambda one: one.chance, default=None)
    if best is None or best.chance < SAME:
        return None
    others = (one for one in found if one.hit is best.hit and {one.answer, best.answer} == {"yes", "no"})
    opposite = max((one.chance for one in others), default=0.0)
    rules = bool(best.signs.comparable) and best.chance >= RULES and opposite < CONTESTED * best.chance
    return Asked(best.hit, best.number, rules)


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
        if not has_its_numbers(query, written):
            continue
        kind = _kind(game, target, number, query.language)
        other = next(
            (other for rule, at, other in ranked if rule != target or _kind(game, target, at, query.language) != kind),
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
        yield WrittenQuestion(hit, number, written, kind, signs)


def _entry(game: Game, target: str) -> Rule | Conflict:
    return game.rules[target] if target in game.rules else game.conflicts[target]


def _kind(game: Game, target: str, number: int, language: Language) -> Answer:
    """Of the answer that the question has: a few are asked the other way round in the other language."""
    entry = _entry(game, target)
    if isinstance(entry, Conflict):
        return left_open(entry)
    return ruled(entry.asks[language][number].a)
