"""Takes an Italian question to where the English model would put its translation.

A kernel ridge regression from the letters and stems of Italian texts to the vectors of their English twins, fitted on
all that the corpus says in both languages. Only for a model that knows no Italian: another one needs no bridge.
"""

import json
import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from index.embedder import Vectors
from index.words import words

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
    from sklearn.feature_extraction.text import TfidfVectorizer  # type: ignore[import-untyped]

RIDGE = 0.3
LETTERS = (3, 4, 5)
BATCH = 256
_WORD = re.compile(r"\w+")


class Bridge:
    """The fitted regression."""

    def __init__(
        self, vocabulary: Sequence[str], rarity: Vectors, italian: "csr_matrix", weights: Vectors, mean: Vectors
    ) -> None:
        """`rarity` has the weight of each feature of the vocabulary."""
        self._vocabulary = vocabulary
        self._rarity = rarity
        self._italian = italian
        self._weights = weights
        self._mean = mean

    @classmethod
    def fit(cls, italian: Sequence[str], english: Vectors) -> "Bridge":
        """`english` holds the vector of each Italian text's translation."""
        from scipy.linalg import solve  # type: ignore[import-untyped]

        features = _features()
        rows = features.fit_transform(italian)
        mean = english.mean(axis=0)
        kernel = (rows @ rows.T).astype(np.float32).toarray()
        kernel[np.diag_indices_from(kernel)] += RIDGE
        weights = solve(kernel, english - mean, assume_a="pos", overwrite_a=True, check_finite=False)
        vocabulary = sorted(features.vocabulary_, key=features.vocabulary_.__getitem__)
        return cls(vocabulary, features.idf_, rows, weights.astype(np.float32), mean)

    @cached_property
    def _features(self) -> "TfidfVectorizer":
        """Made for the first Italian question: English ones need none, and scikit-learn is slow to load."""
        features = _features({feature: column for column, feature in enumerate(self._vocabulary)})
        features.idf_ = self._rarity
        return features

    def vector(self, question: str) -> Vectors:
        """Of length one, in the model's space."""
        asked = self._features.transform([question]).toarray()[0]  # dense: sparse by sparse takes many times as long
        vector = (self._italian @ asked).astype(np.float32) @ self._weights + self._mean
        unit: Vectors = (vector / np.linalg.norm(vector)).astype(np.float32)
        return unit

    def vectors(self, questions: Sequence[str]) -> Vectors:
        """A row of length one for each."""
        rows: list[Vectors] = []
        for start in range(0, len(questions), BATCH):
            asked = self._features.transform(questions[start : start + BATCH]).toarray().T
            rows.append((self._italian @ asked).T.astype(np.float32) @ self._weights + self._mean)
        vectors = np.concatenate(rows)
        unit: Vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
        return unit

    def save(self, folder: Path) -> None:
        """Two files in `folder`."""
        rows = self._italian
        np.savez(
            folder / "bridge.npz",
            rarity=self._rarity,
            values=rows.data,
            columns=rows.indices,
            starts=rows.indptr,
            weights=self._weights,
            mean=self._mean,
        )
        (folder / "bridge.json").write_text(json.dumps(self._vocabulary, ensure_ascii=False), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> "Bridge":
        """What `save` wrote."""
        from scipy.sparse import csr_matrix

        vocabulary: list[str] = json.loads((folder / "bridge.json").read_text(encoding="utf-8"))
        with np.load(folder / "bridge.npz") as stored:
            rows: NDArray[np.float64] = csr_matrix(
                (stored["values"], stored["columns"], stored["starts"]),
                shape=(len(stored["weights"]), len(vocabulary)),
            )
            return cls(vocabulary, stored["rarity"], rows, stored["weights"], stored["mean"])


def _features(vocabulary: dict[str, int] | None = None) -> "TfidfVectorizer":
    from sklearn.feature_extraction.text import TfidfVectorizer

    return TfidfVectorizer(analyzer=_letters_and_stems, vocabulary=vocabulary, sublinear_tf=True)


def _letters_and_stems(text: str) -> list[str]:
    found = [f"={stem}" for stem in words(text, "it")]
    for word in _WORD.findall(text.lower()):
        padded = f" {word} "
        found += (padded[i : i + n] for n in LETTERS for i in range(max(1, len(padded) - n + 1)))
    return found
