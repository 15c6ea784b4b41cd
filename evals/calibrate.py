"""Fits the numbers of `service.answering.calibration` on the development questions, and prints them.

python -m evals.calibrate [GAME]

Nothing is written: a person reads the figures and puts them into `service/answering/calibration.py`.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from corpus import LANGUAGES, Language, load_corpus
from evals import cases
from evals.cases import QuestionCase
from evals.questions import judged_answer
from service.answering.confidence import features
from service.answering.referee import Referee, open_referee
from service.answering.replies import contested
from service.answering.similarity import Query, comparable, familiarity, is_plainly_foreign, nearest_question
from service.answering.wording import ruling_word
from service.schema import Answer
from service.settings import settings

OPPOSITE_COSTS = 4.0
"""Right rulings that do not make good one yes for a no, or one no for a yes."""
TURNED_AWAY_COSTS = 5.0
"""Answers to questions about something else that one player wrongly turned away outweighs."""
RIDGE = 1.0
"""Holds the weights near nothing: there are few questions and the features go together."""
LEAST_LIKENESS = 0.7
"""Two questions that are less alike than this are never taken for one, whatever the development questions say: of the
corpus's own questions, each answered as its likest neighbour is, one in three would below it get the opposite."""
CAUTION = 0.8
"""How far below the farthest question that has an answer a matter must be to count as one that no rule speaks of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """A question of the development set, with what was found and answered."""

    case: QuestionCase
    query: Query
    unnamed_query: Query
    """The same without the game named."""
    answer: Answer
    features: tuple[float, ...]

    @property
    def right(self) -> bool:
        return not judged_answer(self.case, self.answer).failures


def near_threshold(observations: Sequence[Observation]) -> float:
    """The likeness from which on written rulings are right often enough to be given."""
    given = sorted(gain for one in observations if (gain := _gain(one)))
    steps = [0.0, *(like for like, _ in given), 1.0]
    between = [(low + high) / 2 for low, high in pairwise(steps)]

    def worth(threshold: float) -> float:
        return sum(gain for like, gain in given if like >= threshold)

    best = max(map(worth, between))
    return max(LEAST_LIKENESS, *(threshold for threshold in between if worth(threshold) == best))


def _gain(one: Observation) -> tuple[float, float] | None:
    """How like the nearest written question is, and what its ruling is worth; None where none would be given."""
    rule, found = load_corpus().rule(one.query.best.rule), nearest_question(one.query)
    if rule is None or found is None or not comparable(one.query, found[0]):
        return None
    ruling = ruling_word(found[0].answer, one.case.lang)
    if ruling == "explained" or contested(rule, found[0], one.query):
        return None
    if ruling == one.case.verdict:
        return found[1], 1.0
    return found[1], -OPPOSITE_COSTS if {ruling, one.case.verdict} == {"yes", "no"} else -1.0


def foreign_signs(observations: Sequence[Observation]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The signs that a question is about something else, with the game named and without, and which of them are."""
    unclear = [
        (one.case.kind == "foreign", query)
        for one in observations
        for query in (one.query, one.unnamed_query)
        if not is_plainly_foreign(query)
    ]
    signs = np.array([(familiarity(query), query.foreign, 1.0) for _, query in unclear])
    return signs, np.array([is_foreign for is_foreign, _ in unclear], dtype=np.float64)


def foreign_threshold(chances: NDArray[np.float64], is_foreign: NDArray[np.float64]) -> float:
    """The chance from which on the fewest questions fall on the wrong side; of equals, the highest.

    Turning a player away costs more than an answer to who asked about something else.
    """

    def cost(threshold: float) -> float:
        called = chances >= threshold
        return float(TURNED_AWAY_COSTS * (called & (is_foreign == 0)).sum() + (~called & (is_foreign == 1)).sum())

    return min((step / 100 for step in range(99, 9, -1)), key=cost)


def far_threshold(observations: Sequence[Observation]) -> float:
    """Well below every question that has an answer."""
    return CAUTION * min(one.query.best.dense for one in observations if one.case.kind != "foreign")


def weights(features: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of a logistic regression of what is right on the features, by Newton's method."""
    fitted = np.zeros(features.shape[1])
    ridge = RIDGE * np.eye(features.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-features @ fitted))
        slope = features.T @ (right - chance) - ridge @ fitted
        curve = (features.T * (chance * (1 - chance))) @ features + ridge
        fitted = fitted + np.linalg.solve(curve, slope)
    return fitted


def main(games: Sequence[str]) -> None:
    """Prints what belongs into `service/answering/calibration.py`, and how well confidence divides right from wrong."""
    referee = open_referee(settings())
    observations = [_observation(referee, case, game) for game in games for case in cases.questions(game, "dev")]
    right = np.array([one.right for one in observations], dtype=np.float64)
    fitted = weights(np.array([one.features for one in observations]), right)
    for language in LANGUAGES:
        print(_calibration(language, [one for one in observations if one.case.lang == language]))
    signs, is_foreign = foreign_signs(observations)
    of_foreign = weights(signs, is_foreign)
    named = zip(("familiarity", "foreign", "constant"), of_foreign, strict=True)
    print(f"FOREIGN = {{{', '.join(f'{name}: {weight:.2f}' for name, weight in named)}}}")
    print(f"ELSEWHERE = {foreign_threshold(1 / (1 + np.exp(-signs @ of_foreign)), is_foreign):.2f}")
    print(f"CONFIDENCE = ({', '.join(f'{weight:.2f}' for weight in fitted)})\n")
    chance = 1 / (1 + np.exp(-np.array([one.features for one in observations]) @ fitted))
    mean = right.mean()
    print(f"{right.sum():.0f} of {len(observations)} right; Brier {np.mean((chance - right) ** 2):.3f}", end="")
    print(f" (always the mean: {mean * (1 - mean):.3f})")
    for low, high in pairwise((0.0, 0.25, 0.5, 0.75, 1.0)):
        within = (chance > low) & (chance <= high)
        if within.any():
            print(f"  confidence {low} to {high}: {within.sum():3} questions, {right[within].mean():.2f} right")


def _observation(referee: Referee, case: QuestionCase, game: str) -> Observation:
    query = referee.retrieve(case.question, game=game, language=case.lang)
    reply = referee.reply(query)
    answer = referee.ask(case.question, game=game, language=case.lang)
    unnamed = referee.retrieve(case.question, game=None, language=case.lang)
    return Observation(
        case=case, query=query, unnamed_query=unnamed, answer=answer, features=features(query, reply.way)
    )


def _calibration(language: Language, observations: Sequence[Observation]) -> str:
    near, far = near_threshold(observations), far_threshold(observations)
    return f'    "{language}": Calibration(near={near:.2f}, far={far:.2f}),'


if __name__ == "__main__":
    main(sys.argv[1:] or cases.games())
