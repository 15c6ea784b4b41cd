"""From scores of passages to scores of the rules they lead to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from index.passages import Passage

Scores: TypeAlias = NDArray[np.float32]


class Scope:
    """What is searched together: the passages of one game, or all. Those of a game, and in it those of a target, stand
    side by side.
    """

    def __init__(self, passages: Sequence[Passage], game: str | None = None) -> None:
        rows = [row for row, passage in enumerate(passages) if game in (None, passage.game)]
        self.rows = range(rows[0], rows[-1] + 1) if rows else range(0)
        """Where the passages of the scope stand among all."""
        self.passages = [passages[row] for row in rows]
        ids = [passage.target for passage in passages]
        begins = [i for i, id in enumerate(ids) if i == 0 or ids[i - 1] != id]
        inside = [i for i, row in enumerate(begins) if row in self.rows]
        self.starts = np.array([begins[i] - self.rows.start for i in inside], np.intp)
        """Where each target's passages begin in the scope."""
        self.targets = [self.passages[start].target for start in self.starts]
        self.english = np.array([passage.language == "en" for passage in self.passages], np.bool_)

    def of(self, target: int) -> range:
        """Where the passages of one target stand within the scope."""
        end = self.starts[target + 1] if target + 1 < len(self.starts) else len(self.passages)
        return range(self.starts[target], end)

    def best(self, scores: Scores) -> Scores:
        """For each target the best score of its passages."""
        best: Scores = np.maximum.reduceat(scores, self.starts)
        return best


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A question against all of a scope, before it is weighed."""

    scope: Scope
    cosines: Scores
    """With each passage, of the question as the model reads it."""
    bridged: Scores | None
    """With each passage, of the question taken over the bridge: they mean something with the English ones only."""
    words: Scores
    """The BM25 score of each target."""


def fused(compared: Compared, dense: float) -> Scores:
    """For each target of the scope a score from 0 to 1, with this share for meaning and the rest for words.

    Words count in proportion to the best that the question finds in the scope.
    """
    scope = compared.scope
    cosines = compared.cosines if compared.bridged is None else np.where(scope.english, compared.bridged, -1)
    most = max(float(compared.words.max()), 1e-9)
    score: Scores = dense * scope.best(cosines).clip(0, 1) + (1 - dense) * compared.words / most
    return score
