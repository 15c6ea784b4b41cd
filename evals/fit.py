"""Fits the numbers of `index/weights.py` and shows what each side of the search is worth: `python -m evals.fit`.

Two kinds of questions are asked: the development questions, and the corpus's own, each asked of an index that was
built without it and without its twin in the other language. Best is what gives the best mean reciprocal rank, the
development questions counting double: they were written without a look at the corpus.
"""

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from corpus import LANGUAGES, Conflict, Corpus, Game, Language, Rule, load_corpus, strict_yaml
from corpus.schema import Asks, OpenAsks
from index import Embedder, Index, build, open_index
from index.fusion import Comparison, fused_scores
from index.weights import Weights

Questions = TypeVar("Questions", Asks, OpenAsks)

FOLDS = 3
DENSE = [i / 10 for i in range(11)]
CONFLICT = [0.8, 0.85, 0.9, 0.95, 1.0]
KINDS = {"development": 2, "own": 1}
"""What is asked, and how much it counts."""


@dataclass(frozen=True, slots=True)
class ComparedQuestion:
    """A question that was compared with everything, and where in its scope the right targets stand."""

    language: Language
    kind: str
    comparison: Comparison
    gold: tuple[int, ...]

    def rank(self, weights: Weights) -> int:
        """Of the best right target, from 1."""
        scores = fused_scores(self.comparison, weights)
        return 1 + int((scores > scores[list(self.gold)].max()).sum())


def main() -> None:
    """Prints for each language the best weights, and what the others give, one of the two changed at a time."""
    with TemporaryDirectory() as home:
        questions = list(_compared_questions(load_corpus(), Embedder(), Path(home)))
    print("recall@1, recall@5, mean reciprocal rank")
    for language in LANGUAGES:
        _print(language, [question for question in questions if question.language == language])


def _print(title: str, questions: Sequence[ComparedQuestion]) -> None:
    best = fit(questions)
    beside = [*(replace(best, dense=dense) for dense in DENSE), *(replace(best, conflict=part) for part in CONFLICT)]
    for weights in beside:
        figures = "   ".join(f"{kind} {_figures(questions, kind, weights)}" for kind in KINDS)
        mark = "   <- best" if weights == best else ""
        print(f"{title}  dense {weights.dense:.1f} conflict {weights.conflict:.2f}  {figures}{mark}")


def fit(questions: Sequence[ComparedQuestion]) -> Weights:
    """The weights that do best on both kinds together; of equals, the smallest."""

    def worth(weights: Weights) -> float:
        return sum(n * float(_reciprocals(questions, kind, weights).mean()) for kind, n in KINDS.items())

    return max((Weights(dense=dense, conflict=part) for dense, part in product(DENSE, CONFLICT)), key=worth)


def _reciprocals(questions: Sequence[ComparedQuestion], kind: str, weights: Weights) -> NDArray[np.float64]:
    return np.array([1 / question.rank(weights) for question in questions if question.kind == kind])


def _figures(questions: Sequence[ComparedQuestion], kind: str, weights: Weights) -> str:
    found = _reciprocals(questions, kind, weights)
    return f"{(found == 1).mean():.3f} {(found >= 1 / 5).mean():.3f} {found.mean():.3f}"


def _compared_questions(corpus: Corpus, embedder: Embedder, home: Path) -> Iterator[ComparedQuestion]:
    whole = home / "whole"
    build(whole, embedder, corpus)
    index = open_index(whole, embedder, corpus)
    for game in corpus.games:
        for entry in strict_yaml.load((Path(__file__).parent / game / "questions" / "dev.yaml").read_text("utf-8")):
            if entry["gold"]:
                yield _compared_question(index, "development", game, entry["lang"], entry["question"], entry["gold"])
    for fold in range(FOLDS):
        part = replace(
            corpus,
            games={id: _without(game, fold) for id, game in corpus.games.items()},
            digest=f"{corpus.digest} without fold {fold}",
        )
        shutil.copytree(whole, home / str(fold))
        build(home / str(fold), embedder, part)
        index = open_index(home / str(fold), embedder, part)
        for whose, language in product(corpus.games.values(), LANGUAGES):
            entries: tuple[Rule | Conflict, ...] = (*whose.rules.values(), *whose.conflicts.values())
            for target in entries:
                for ask in target.asks[language][fold : fold + 1]:
                    yield _compared_question(index, "own", whose.id, language, ask.q, [target.id])


def _compared_question(
    index: Index, kind: str, game: str, language: Language, question: str, gold: Sequence[str]
) -> ComparedQuestion:
    comparison = index.compare(question, language=language, game=game)
    return ComparedQuestion(language, kind, comparison, tuple(comparison.scope.targets.index(id) for id in gold))


def _without(game: Game, fold: int) -> Game:
    def rest(asks: Questions) -> Questions:
        left = {
            language: tuple(ask for place, ask in enumerate(asks[language]) if place != fold) for language in LANGUAGES
        }
        return replace(asks, **left)

    return replace(
        game,
        rules={id: replace(rule, asks=rest(rule.asks)) for id, rule in game.rules.items()},
        conflicts={id: replace(conflict, asks=rest(conflict.asks)) for id, conflict in game.conflicts.items()},
    )


if __name__ == "__main__":
    main()
