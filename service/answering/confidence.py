"""How far an answer is to be trusted: the chance that it is right, as the development questions had it."""

import math
from collections.abc import Sequence
from typing import get_args

from service.answering.calibration import CLEAR, CONFIDENCE, READ
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


def read_right(signs: Sequence[float], verdict: str) -> float:
    """The chance, from 0 to 1, that a position was read right, by the signs of its interpretation."""
    *weights, constant = READ["depends" if verdict == "depends" else "ruled"]
    return 1 / (1 + math.exp(-constant - sum(weight * sign for weight, sign in zip(weights, signs, strict=True))))


def is_clear(signs: Sequence[float], verdict: str) -> bool:
    """Whether a position was read surely enough for this verdict on it to be given."""
    return read_right(signs, verdict) >= CLEAR["depends" if verdict == "depends" else "ruled"]


def may_be_clear(signs: Sequence[float]) -> bool:
    """Whether there is a verdict for which a position was read surely enough: else nobody need rule on it."""
    return any(is_clear(signs, verdict) for verdict in READ)


def confidence(features: Sequence[float]) -> float:
    """From 0 to 1."""
    return 1 / (1 + math.exp(-sum(weight * feature for weight, feature in zip(CONFIDENCE, features, strict=True))))
