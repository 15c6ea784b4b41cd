"""Our retrieval beside Haystack's, on the same texts with the same embedder: `python -m evals.side_by_side`.

Haystack is set up as its documentation does it: a document a passage, the nearest by meaning and the best by words
joined by their ranks. It is installed with `pip install -e '.[side-by-side]'`. Each runs in a process of its own, one
thread each, on the test questions with the game named.
"""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median, quantiles
from typing import Any, TypeAlias

from corpus import LANGUAGES, load_corpus
from evals.cases import QuestionCase, games, questions
from evals.questions import DEPTH, FIGURES, retrieval_results

Search: TypeAlias = Callable[[QuestionCase, str], list[str]]
"""The rules of a game found for a question, best first."""
Asked: TypeAlias = Mapping[str, Sequence[QuestionCase]]
"""The questions by their game."""

TOP = 50
"""So many documents each of Haystack's two retrievers gives; a rule has several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one of the two did, in its own process."""

    rankings: dict[str, list[str]]
    opened: float
    """Seconds from the start of the process to the first question, the vectors of the passages made before."""
    milliseconds: list[float]
    """Of each question; the first of each language, which loads a model, is left out."""
    megabytes: float
    """The most memory the process had."""


def arbitro() -> Search:
    """Our index, as `arbitro search` uses it."""
    from index import Embedder, open_index
    from service.settings import settings

    given = settings()
    index = open_index(given.home, Embedder(given.embeddings), load_corpus())
    return lambda case, game: [
        hit.rule for hit in index.search(case.question, language=case.lang, game=game, limit=DEPTH)
    ]


def haystack() -> Search:
    """Haystack's in-memory store, searched by meaning and by words."""
    from haystack import Document
    from haystack.components.joiners import DocumentJoiner
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever, InMemoryEmbeddingRetriever
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    from index import Embedder
    from index.passages import passages_in

    embedder = Embedder()
    passages = [passage for game in load_corpus().games.values() for passage in passages_in(game)]
    vectors = embedder.passages([passage.text for passage in passages])
    store = InMemoryDocumentStore()
    store.write_documents(
        [
            Document(
                id=str(at),
                content=passage.text,
                embedding=vector.tolist(),
                meta={"game": passage.game, "target": passage.target},
            )
            for at, (passage, vector) in enumerate(zip(passages, vectors, strict=True))
        ]
    )
    by_meaning, by_words = InMemoryEmbeddingRetriever(store, top_k=TOP), InMemoryBM25Retriever(store, top_k=TOP)
    joiner = DocumentJoiner(join_mode="reciprocal_rank_fusion")

    def search(case: QuestionCase, game: str) -> list[str]:
        only = {"field": "meta.game", "operator": "==", "value": game}
        near = by_meaning.run(query_embedding=embedder.query(case.question).tolist(), filters=only)
        same = by_words.run(query=case.question, filters=only)
        joined: list[Any] = joiner.run(documents=[near["documents"], same["documents"]])["documents"]
        return list(dict.fromkeys(document.meta["target"] for document in joined))[:DEPTH]

    return search


SYSTEMS: dict[str, Callable[[], Search]] = {"arbitro": arbitro, "haystack": haystack}


def cases() -> Asked:
    """The test questions that a rule decides."""
    return {game: [case for case in questions(game, "test") if case.gold] for game in games()}


def run(search: Search, asked: Asked, opened: float) -> Run:
    """Every question put to one of them."""
    game, own = next(iter(asked.items()))
    for language in LANGUAGES:
        search(next(case for case in own if case.lang == language), game)
    rankings, milliseconds = {}, []
    for game, own in asked.items():
        for case in own:
            began = time.perf_counter()
            rankings[case.id] = search(case, game)
            milliseconds.append(1000 * (time.perf_counter() - began))
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Run(rankings=rankings, opened=opened, milliseconds=milliseconds, megabytes=megabytes)


def table(runs: Mapping[str, Run], asked: Asked) -> Iterator[str]:
    """A line each per language, and what each cost."""
    yield f"{'':20}" + "".join(f"{name:>11}" for name in ("questions", *FIGURES))
    for name, each in runs.items():
        results = retrieval_results([case for own in asked.values() for case in own], each.rankings)
        for language in LANGUAGES:
            own = [result.figures for result in results if result.case.lang == language]
            shares = "".join(f"{mean(figures[key] for figures in own):11.2f}" for key in FIGURES)
            yield f"{name:17} {language}{len(own):11}{shares}"
    for name, each in runs.items():
        yield (
            f"{name:17} ready after {each.opened:.1f} s; a question {median(each.milliseconds):.1f} ms at the median, "
            f"{quantiles(each.milliseconds, n=20)[-1]:.1f} at the 95th of 100; {each.megabytes:.0f} MB"
        )


def main(arguments: Sequence[str]) -> None:
    """Compares both; given the name of one, prints what that one did as JSON."""
    asked = cases()
    if arguments:
        began = time.perf_counter()
        search = SYSTEMS[arguments[0]]()
        done = run(search, asked, time.perf_counter() - began)
        json.dump({field: getattr(done, field) for field in Run.__slots__}, sys.stdout)
        return
    runs = {}
    for name in SYSTEMS:
        print(f"{name} …", file=sys.stderr, flush=True)
        done_by = subprocess.run(
            [sys.executable, "-m", "evals.side_by_side", name], check=True, stdout=subprocess.PIPE, text=True
        )
        runs[name] = Run(**json.loads(done_by.stdout))
    print(*table(runs, asked), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
