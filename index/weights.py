"""How a target's score is weighed together.

Fitted by `python -m evals.fit` on the development questions and on the corpus's own questions, each left out of the
index while it was asked.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from corpus import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """For questions in one language."""

    dense: float
    """The share of meaning in a score, from 0 to 1; the rest is that of words."""
    conflict: float
    """What the score of a conflict counts beside that of a rule, from 0 to 1: who asks wants to know what decides."""


WEIGHTS: Mapping[Language, Weights] = {
    "it": Weights(dense=0.8, conflict=0.95),
    "en": Weights(dense=0.7, conflict=0.95),
}
