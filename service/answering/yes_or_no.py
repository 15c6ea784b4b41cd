"""The yes or the no that a game's written questions speak for together, where none of them is sure to be the one asked.

That no question of a rule is quite the one asked leaves no doubt where all that come near say no. Each counts by how
likely it is the one asked and by how likely its rule decides: taken together the two are less easily misled by one
question that has the same words.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from corpus import Game
from index import Hit, Index, Passage
from index.answers import ruled
from service.answering.calibration import SPOKEN_FOR, WHETHER, YES_OR_NO, YES_OR_NO_SAID
from service.answering.chance import chance
from service.answering.same_question import Asked
from service.answering.similarity import Query, put_alike
from service.positions.signs import log_share

Side = Literal["yes", "no"]
SIDES: tuple[Side, ...] = get_args(Side)

LEAST_VOICE = 1e-6
"""What is less tips no scale."""


class YesOrNo(NamedTuple):
    """The signs that a yes, or a no, is right."""

    together: float
    """The logarithm of what all questions that it answers have, over what those have that the opposite answers."""
    expected: float
    """The logarithm of how likely it is the kind of answer that is wanted, over how likely the opposite is."""
    is_yes: float


@dataclass(frozen=True, slots=True)
class SpokenFor:
    """The likelier of the two, and the likeliest of the questions that it answers."""

    side: Side
    voice: float
    """What all questions that it answers have together, from 0 to 1."""
    hit: Hit
    number: int
    """Of that question among those of its rule, from 0."""
    written: Passage
    signs: YesOrNo

    @property
    def chance(self) -> float:
        """From 0 to 1, that it is right."""
        return chance(YES_OR_NO, self.signs._asdict())


def answered_by_all(query: Query, game: Game, index: Index) -> Asked | None:
    """The likeliest question with the yes or no that all of them speak for, if they do so surely enough, a yes or a no
    is wanted, and that question is put the same way round.
    """
    found = yes_or_no(query, game, index)
    if found is None or found.voice < SPOKEN_FOR or found.chance < YES_OR_NO_SAID:
        return None
    answers = index.phrases.answers(query.question, query.language)
    if answers["yes"] + answers["no"] < WHETHER or not put_alike(query, found.written):
        return None
    return Asked(found.hit, found.number, rules=True)


def yes_or_no(query: Query, game: Game, index: Index) -> SpokenFor | None:
    """What a game's questions speak for; None where no question of a rule that was retrieved has that answer, or there
    is no tuned model.
    """
    spoken = list(voices(query, game, index))
    all_told = together(spoken)
    side, opposite = sorted(SIDES, key=lambda side: -all_told[side])
    hits = {hit.rule: hit for hit in query.hits}
    heard = [voice for voice in spoken if voice.side == side and voice.rule in hits]
    best = max(heard, key=lambda voice: voice.weight, default=None)
    if best is None:
        return None
    answers = index.phrases.answers(query.question, query.language)
    hit = hits[best.rule]
    text = game.rules[best.rule].asks[query.language][best.number].q
    return SpokenFor(
        side=side,
        voice=all_told[side],
        hit=hit,
        number=best.number,
        written=next(passage for passage, _ in hit.asks if passage.text == text),
        signs=YesOrNo(
            together=math.log(all_told[side] / all_told[opposite]),
            expected=log_share(answers[side]) - log_share(answers[opposite]),
            is_yes=float(side == "yes"),
        ),
    )


class Voice(NamedTuple):
    """A written question with a yes or a no."""

    rule: str
    number: int
    side: Side
    weight: float


def voices(query: Query, game: Game, index: Index) -> Iterator[Voice]:
    """All of a game's questions with a yes or a no that speak up at all, by the tuned model."""
    rules = index.phrases.rules(query.question, game.id, query.language)
    for rule, number, share in index.phrases.asks(query.question, game.id, query.language):
        weight = share * rules.get(rule, 0.0)
        if rule not in game.rules or weight < LEAST_VOICE:
            continue
        side = ruled(game.rules[rule].asks[query.language][number].a)
        if side != "explained":
            yield Voice(rule, number, side, weight)


def together(spoken: Iterable[Voice]) -> dict[str, float]:
    """What those with a yes have, and those with a no."""
    found: dict[str, float] = dict.fromkeys(SIDES, LEAST_VOICE)
    for voice in spoken:
        found[voice.side] += voice.weight
    return found
