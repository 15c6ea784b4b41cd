"""How far an answer is to be trusted: the chance that it is right, as the development questions had it."""

import math
from collections.abc import Sequence
from typing import get_args

from service.answering.calibration import CONFIDENCE
from service.answering.replies import Way
from service.answering.similarity import Query, nearest_question

WAYS: tuple[Way, ...] = get_args(Way)


def features(query: Query, way: Way) -> tuple[float, ...]:
    """What the chance is made of: the way the answer came about, and how well the question was met."""
    found = nearest_question(query)
    alike = found[1] if found else 0.0
    scores = [hit.score for hit in query.hits[:2]] + [0.0, 0.0]
    ways = (1.0 if way == each else 0.0 for each in WAYS)
    return (*ways, alike, scores[0] - scores[1], query.known_share)


def confidence(features: Sequence[float]) -> float:
    """From 0 to 1."""
    return 1 / (1 + math.exp(-sum(weight * feature for weight, feature in zip(CONFIDENCE, features, strict=True))))
