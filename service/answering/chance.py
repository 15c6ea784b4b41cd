"""The chance that something is right, by its signs."""

import math
from collections.abc import Mapping


def chance(weights: Mapping[str, float], signs: Mapping[str, float]) -> float:
    """From 0 to 1, by logistic regression: `weights` has one for each sign, and what is added as `constant`."""
    return 1 / (1 + math.exp(-weights["constant"] - sum(weights[name] * value for name, value in signs.items())))
