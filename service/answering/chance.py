"""The chance that something is right, by its signs."""

import math
from collections.abc import Mapping

LEAST = 1e-5
"""What is less likely counts as that."""


def chance(weights: Mapping[str, float], signs: Mapping[str, float]) -> float:
    """From 0 to 1, by logistic regression: `weights` has one for each sign that counts, and the `constant` is added."""
    counted = sum(weight * signs[name] for name, weight in weights.items() if name != "constant")
    return 1 / (1 + math.exp(-weights["constant"] - counted))


def log_odds(share: float, least: float = LEAST) -> float:
    """The logarithm of how likely it is over how likely it is not, which are `least` at the least."""
    bounded = min(max(share, least), 1 - least)
    return math.log(bounded / (1 - bounded))
