"""From scores of passages to scores of the rules they lead to."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from index.passages import Passage
from index.weights import Weights

Scores: TypeAlias = NDArray[np.float32]


class Scope:
    """What is searched together: the passages of one game, or all. Those of a target stand side by side."""

    def __init__(self, passages: Sequence[Passage], vectors: Sequence[int], conflicts: Container[str]) -> None:
        """`vectors` has the row of each passage's vector within the scope."""
        self.passages = passages
        self.vectors = np.array(vectors, np.intp)
        ids = [passage.target for passage in passages]
        self.starts = np.array([i for i, id in enumerate(ids) if i == 0 or ids[i - 1] != id], np.intp)
        """Where each target's passages begin."""
        self.targets = [ids[start] for start in self.starts]
        self.conflicts = np.array([target in conflicts for target in self.targets], np.bool_)
        """Which of the targets are conflicts."""

    def of(self, target: int) -> range:
        """Where the passages of one target stand within the scope."""
        end = self.starts[target + 1] if target + 1 < len(self.starts) else len(self.passages)
        return range(self.starts[target], end)

    def best(self, scores: Scores) -> Scores:
        """For each target the best score of its passages."""
        best: Scores = np.maximum.reduceat(scores, self.starts)
        return best


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A question against all of a scope, before it is weighed."""

    scope: Scope
    cosines: Scores
    """With each passage."""
    words: Scores
    """The BM25 score of each target."""


def fused_scores(comparison: Comparison, weights: Weights) -> Scores:
    """For each target of the scope a score from 0 to 1.

    Words count in proportion to the best that the question finds in the scope.
    """
    most = max(float(comparison.words.max()), 1e-9)
    meaning = comparison.scope.best(comparison.cosines).clip(0, 1)
    scores = weights.dense * meaning + (1 - weights.dense) * comparison.words / most
    weighed: Scores = np.where(comparison.scope.conflicts, weights.conflict * scores, scores)
    return weighed
