"""How the sides of the search are weighed, per language of the question.

Fitted by `python -m evals.fit` on the development questions and on the corpus's own questions, each left out of the
index while it was asked.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from corpus import Language
from index.embedder import PACKAGED


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """One language's."""

    dense: float
    """The share of meaning in a target's score, from 0 to 1; the rest is that of words."""
    bridge: bool
    """Whether the question is taken over the bridge, for its meaning."""


def weights_of(model: str) -> Mapping[Language, Weights]:
    """The fitted weights for the packaged model; for another one the same without a bridge: it may know Italian."""
    return {"it": Weights(dense=0.7, bridge=model == PACKAGED), "en": Weights(dense=0.7, bridge=False)}
