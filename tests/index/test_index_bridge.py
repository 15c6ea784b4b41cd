"""The bridge: an Italian question lands where its English twin is."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer  # type: ignore[import-untyped]
from sklearn.kernel_ridge import KernelRidge  # type: ignore[import-untyped]

from corpus import Corpus
from index import Embedder, Index
from index.bridge import RIDGE, Bridge, features_of
from index.passages import pairs_of


@pytest.fixture(scope="module")
def bridge(corpus: Corpus, embedder: Embedder) -> Bridge:
    pairs = pairs_of(corpus)
    return Bridge.fit([italian for italian, _ in pairs], embedder.passages([english for _, english in pairs]))


def test_all_that_is_said_in_both_languages_is_a_pair(corpus: Corpus) -> None:
    pairs = pairs_of(corpus)
    assert ("quante carte tengo?", "how many cards do I keep?") in pairs
    assert ("banchina", "dock") in pairs
    assert ("Nebbia", "Fog") in pairs
    assert ("con la nebbia si naviga?", "do we sail in fog?") in pairs
    assert len(pairs) == len(set(pairs))


@pytest.mark.parametrize(
    ("italian", "english", "other"),
    [
        ("quante carte si tengono?", "how many cards do I keep?", "does mist stop me?"),
        ("navigare con la nebbia", "do we sail in fog?", "how many cards do I keep?"),
    ],
)
def test_a_question_comes_near_its_translation(
    bridge: Bridge, embedder: Embedder, italian: str, english: str, other: str
) -> None:
    vector = bridge.vector(italian)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)
    assert vector @ embedder.query(english) > 0.5 > vector @ embedder.query(other)


def test_it_is_the_regression_that_scikit_learn_and_scipy_fit(corpus: Corpus, embedder: Embedder) -> None:
    italian, english = zip(*pairs_of(corpus), strict=True)
    vectors = embedder.passages(english)
    bridge = Bridge.fit(italian, vectors)
    features = TfidfVectorizer(analyzer=features_of, sublinear_tf=True)
    rows = features.fit_transform(italian)
    regression = KernelRidge(alpha=RIDGE, kernel="linear").fit(rows, vectors - vectors.mean(axis=0))
    questions = ["quante carte tengo?", "Con la nebbia con la nebbia, si va?", "il pirata!", "zzz", "", *italian]
    wanted = regression.predict(features.transform(questions)) + vectors.mean(axis=0)
    wanted /= np.linalg.norm(wanted, axis=1, keepdims=True)
    np.testing.assert_allclose(bridge.vectors(questions), wanted, atol=1e-5)


def test_a_stored_bridge_is_the_same_bridge(bridge: Bridge, tmp_path: Path) -> None:
    bridge.save(tmp_path)
    np.testing.assert_array_equal(
        Bridge.load(tmp_path).vector("con la nebbia si va?"), bridge.vector("con la nebbia si va?")
    )


def test_only_italian_questions_take_it(index: Index, embedder: Embedder) -> None:
    said = "how many cards do I keep?"
    as_read, over = (index.compare(said, language=language).cosines for language in ("en", "it"))
    assert as_read.max() == pytest.approx(1, abs=1e-4)
    assert over.max() < 0.9
