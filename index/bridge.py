"""Takes an Italian question to where the English model would put its translation.

A kernel ridge regression from the letters and stems of Italian texts to the vectors of their English twins, fitted on
all that the corpus says in both languages. Only for a model that knows no Italian: another one needs no bridge.
"""

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from index.embedder import Vectors
from index.words import words

RIDGE = 0.3
LETTERS = (3, 4, 5)
_WORD = re.compile(r"\w+")


class Bridge:
    """The fitted regression, as one vector for each feature of a text."""

    def __init__(self, vocabulary: Sequence[str], rarity: NDArray[np.float64], matrix: Vectors, mean: Vectors) -> None:
        """`rarity` has the weight of each feature of the vocabulary, `matrix` its vector."""
        self._vocabulary = vocabulary
        self._rows = {feature: row for row, feature in enumerate(vocabulary)}
        self._rarity = rarity
        self._matrix = matrix
        self._mean = mean

    @classmethod
    def fit(cls, italian: Sequence[str], english: Vectors) -> "Bridge":
        """`english` holds the vector of each Italian text's translation."""
        from scipy.linalg import solve  # type: ignore[import-untyped]
        from sklearn.feature_extraction.text import TfidfVectorizer  # type: ignore[import-untyped]

        features = TfidfVectorizer(analyzer=features_of, sublinear_tf=True)
        rows = features.fit_transform(italian)
        mean = english.mean(axis=0)
        kernel = (rows @ rows.T).astype(np.float32).toarray()
        kernel[np.diag_indices_from(kernel)] += RIDGE
        weights = solve(kernel, english - mean, assume_a="pos", overwrite_a=True, check_finite=False)
        return cls(
            features.get_feature_names_out().tolist(), features.idf_, (rows.T @ weights).astype(np.float32), mean
        )

    def vector(self, question: str) -> Vectors:
        """Of length one, in the model's space."""
        counts = Counter(self._rows[feature] for feature in features_of(question) if feature in self._rows)
        rows = np.array(list(counts), np.intp)
        shares = (1 + np.log(np.array(list(counts.values())))) * self._rarity[rows]
        shares /= max(float(np.linalg.norm(shares)), 1e-9)
        vector = shares.astype(np.float32) @ self._matrix[rows] + self._mean
        unit: Vectors = (vector / np.linalg.norm(vector)).astype(np.float32)
        return unit

    def vectors(self, questions: Sequence[str]) -> Vectors:
        """A row of length one for each."""
        return np.stack([self.vector(question) for question in questions])

    def save(self, folder: Path) -> None:
        """Three files in `folder`."""
        np.save(folder / "bridge.npy", self._matrix)
        np.savez(folder / "bridge.npz", rarity=self._rarity, mean=self._mean)
        (folder / "bridge.json").write_text(json.dumps(self._vocabulary, ensure_ascii=False), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> "Bridge":
        """What `save` wrote; of the matrix only what a question needs is read."""
        vocabulary: list[str] = json.loads((folder / "bridge.json").read_text(encoding="utf-8"))
        with np.load(folder / "bridge.npz") as stored:
            rarity, mean = stored["rarity"], stored["mean"]
        return cls(vocabulary, rarity, np.load(folder / "bridge.npy", mmap_mode="r"), mean)


def features_of(text: str) -> list[str]:
    """Its stems, and the runs of letters in its words."""
    found = [f"={stem}" for stem in words(text, "it")]
    for word in _WORD.findall(text.lower()):
        padded = f" {word} "
        found += (padded[i : i + n] for n in LETTERS for i in range(max(1, len(padded) - n + 1)))
    return found
