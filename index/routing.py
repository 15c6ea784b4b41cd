"""Which of several kinds a sentence is of, by its vector: a linear classifier, one against the rest."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from index.embedder import Vectors

PENALTY = 1.0
SEED = 0
SHARPNESS = 4.0
"""How much one kind outweighs another whose margin is smaller by 1, as a power of e."""


@dataclass(frozen=True, slots=True)
class Router:
    """The fitted classifier."""

    kinds: tuple[str, ...]
    weights: Vectors
    """A row a kind."""
    bias: NDArray[np.float32]

    @classmethod
    def fit(cls, vectors: Vectors, kinds: Sequence[str]) -> "Router":
        """`kinds` has the kind of each row."""
        from sklearn.svm import LinearSVC  # type: ignore[import-untyped]

        known = tuple(sorted(set(kinds)))
        if len(known) < 2:
            return cls(known, np.zeros((len(known), vectors.shape[1]), np.float32), np.zeros(len(known), np.float32))
        fitted = LinearSVC(C=PENALTY, random_state=SEED).fit(vectors, kinds)
        weights, bias = fitted.coef_.astype(np.float32), fitted.intercept_.astype(np.float32)
        if len(known) == 2:  # scikit-learn keeps one row for two
            weights, bias = np.vstack([-weights, weights]), np.concatenate([-bias, bias])
        return cls(tuple(fitted.classes_), weights, bias)

    def ranked(self, vector: Vectors) -> list[tuple[str, float]]:
        """Each kind with the share of its margin among all, best first."""
        margins = SHARPNESS * (self.weights @ vector + self.bias)
        powers = np.exp(margins - margins.max())
        shares = powers / powers.sum()
        return [(self.kinds[at], float(shares[at])) for at in np.argsort(-shares)]

    def save(self, path: Path) -> None:
        """One file."""
        np.savez(path, kinds=np.array(self.kinds), weights=self.weights, bias=self.bias)

    @classmethod
    def load(cls, path: Path) -> "Router":
        """What `save` wrote."""
        with np.load(path) as stored:
            return cls(tuple(map(str, stored["kinds"])), stored["weights"], stored["bias"])
