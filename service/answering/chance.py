"""The chance that something is right, by its signs; and what speaks against it."""

import math
from collections.abc import Mapping

from index.answers import Answer
from service.answering.calibration import OPPOSED


def chance(weights: Mapping[str, float], signs: Mapping[str, float]) -> float:
    """From 0 to 1, by logistic regression: `weights` has one for each sign that counts, and the `constant` is added."""
    counted = sum(weight * signs[name] for name, weight in weights.items() if name != "constant")
    return 1 / (1 + math.exp(-weights["constant"] - counted))


def is_opposed(answer: Answer, shares: Mapping[str, float]) -> bool:
    """Whether the tuned model expects a no where this is a yes, or the other way round: `shares` are those that each
    kind of answer has by the question alone.
    """
    if answer not in ("yes", "no"):
        return False
    opposite = "no" if answer == "yes" else "yes"
    return shares.get(opposite, 0.0) - shares.get(answer, 0.0) >= OPPOSED
