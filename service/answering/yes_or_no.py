"""The yes or the no that all signs speak for together, where no written question is sure to be the one asked.

That no question of a rule is quite the one asked leaves no doubt where all that come near say no. Each counts by how
likely it is the one asked and by how likely its rule decides: taken together the two are less easily misled by one
question that has the same words. The kind of answer that is wanted speaks as well, and so does what an engine makes of
the position that may be meant, though that is not read surely enough to be ruled on.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from corpus import Game
from index import Index
from index.answers import ruled
from service.answering.calibration import AGREED, SPOKEN_FOR, WHETHER, YES_OR_NO, YES_OR_NO_LED, YES_OR_NO_SAID
from service.answering.chance import chance
from service.answering.question_parts import questions_in
from service.answering.same_question import Asked
from service.answering.similarity import Query, asks_more_than_whether, put_alike
from service.answering.wording import asks_to_explain, judges_claim, limits, negated, restricted
from service.positions.signs import log_share

Side = Literal["yes", "no"]
SIDES: tuple[Side, ...] = get_args(Side)

LEAST_VOICE = 1e-6
"""What is less tips no scale."""


class YesOrNo(NamedTuple):
    """The signs that a yes is right, as logarithms of what speaks for it over what speaks for a no."""

    together: float
    """What all written questions have that a yes answers, over those that a no does."""
    expected: float
    """How likely a yes is the kind of answer that is wanted, over how likely a no is."""
    ruled: float
    """How likely a position was read right that gets a yes, over one that gets a no; each against its being wrong."""


@dataclass(frozen=True, slots=True)
class SpokenFor:
    """The likelier of the two."""

    side: Side
    signs: YesOrNo
    voices: tuple["Voice", ...]
    """The written questions that it answers."""

    @property
    def chance(self) -> float:
        """From 0 to 1, that it is right."""
        of_yes = chance_of_yes(self.signs)
        return of_yes if self.side == "yes" else 1 - of_yes

    def speaks_for_it(self, sign: float) -> float:
        """How far a sign of a yes is one of this side."""
        return sign if self.side == "yes" else -sign

    @property
    def voice(self) -> float:
        """What the written questions that it answers have together, from 0 to 1."""
        return sum(voice.weight for voice in self.voices)


def chance_of_yes(signs: YesOrNo) -> float:
    """From 0 to 1, that a yes is right, if a yes or a no is."""
    return chance(YES_OR_NO, signs._asdict())


def yes_or_no(query: Query, game: Game, index: Index, ruled: float = 0.0) -> SpokenFor | None:
    """What a game's questions, the kind of answer wanted and what it was `ruled` speak for; None without a tuned
    model.
    """
    answers = index.phrases.answers(query.question, query.language)
    if not answers:
        return None
    spoken = list(voices(query, game, index))
    all_told = together(spoken)
    signs = YesOrNo(
        together=math.log(all_told["yes"] / all_told["no"]),
        expected=log_share(answers["yes"]) - log_share(answers["no"]),
        ruled=ruled,
    )
    side: Side = "yes" if chance_of_yes(signs) >= 0.5 else "no"
    return SpokenFor(side, signs, tuple(voice for voice in spoken if voice.side == side))


def answered_by_all(query: Query, game: Game, index: Index, ruled: float = 0.0) -> Asked | None:
    """The likeliest question with the yes or no that is right surely enough, if those with it have enough together, and
    more than those with the other, and it is put the same way round.
    """
    found = _wanted(query, game, index, ruled)
    if found is None or found.chance < YES_OR_NO_SAID or found.voice < SPOKEN_FOR:
        return None
    if found.speaks_for_it(found.signs.together) < AGREED:
        return None
    hits = {hit.rule: hit for hit in query.hits}
    best = max((voice for voice in found.voices if voice.rule in hits), key=lambda voice: voice.weight, default=None)
    if best is None:
        return None
    text = game.rules[best.rule].asks[query.language][best.number].q
    written = next(passage for passage, _ in hits[best.rule].asks if passage.text == text)
    return Asked(hits[best.rule], best.number, rules=True) if put_alike(query, written) else None


def side_of_all(query: Query, game: Game, index: Index, ruled: float) -> Side | None:
    """The yes or the no that is right still more surely, whichever way round the written questions are put. None where
    two things are asked, or one is to be explained; where that alone and no more is asked about, to which it may be one
    to more or to less; or where a claim that may be a denial is to be judged.
    """
    question, language = query.question, query.language
    if asks_to_explain(question, language) or len(questions_in(question, language)) > 1:
        return None
    if restricted(question) or any(limits(question)):
        return None
    if judges_claim(question) and negated(question, language):
        return None
    found = _wanted(query, game, index, ruled)
    if found is None or found.chance < YES_OR_NO_LED:
        return None
    is_ruled = found.speaks_for_it(found.signs.ruled) > 0
    return found.side if is_ruled or found.voice >= SPOKEN_FOR else None


def _wanted(query: Query, game: Game, index: Index, ruled: float) -> SpokenFor | None:
    """What they speak for, where a yes or a no is wanted."""
    answers = index.phrases.answers(query.question, query.language)
    if not answers or answers["yes"] + answers["no"] < WHETHER:
        return None
    return None if asks_more_than_whether(query.question, query.language) else yes_or_no(query, game, index, ruled)


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
