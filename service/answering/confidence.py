"""How far an answer is to be trusted: the chance that it is right, as the development questions had it."""

import math
from collections.abc import Sequence
from typing import get_args

from service.answering.calibration import CONFIDENCE
from service.answering.replies import Way
from service.answering.similarity import Asked, nearest

WAYS: tuple[Way, ...] = get_args(Way)


def features(asked: Asked, way: Way) -> tuple[float, ...]:
    """What the chance is made of: the way the answer came about, and how well the question was met."""
    found = nearest(asked)
    alike = found[1] if found else 0.0
    scores = [hit.score for hit in asked.hits[:2]] + [0.0, 0.0]
    ways = (1.0 if way == each else 0.0 for each in WAYS)
    return (*ways, alike, scores[0] - scores[1], asked.known)


def confidence(features: Sequence[float]) -> float:
    """From 0 to 1."""
    return 1 / (1 + math.exp(-sum(weight * feature for weight, feature in zip(CONFIDENCE, features, strict=True))))
