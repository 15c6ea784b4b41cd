"""What many rulebooks cost: `python -m evals.growth [RULEBOOKS …]`; unless told 1, 10, 100, and in this process 1,000.

Rulebooks of real size are made from ours: the passages of a game, each vector moved a little, and its words. Each is a
tenant's, as on a site where every table has its own. They are added to Milvus Lite, through the code that `arbitro
index build` runs, and to FAISS in this process; then questions are put to tenants drawn by chance. What is measured is
continued to 100,000 rulebooks by straight lines: true of FAISS and of what Milvus keeps. How long a question takes on
a cluster it does not say: Milvus Lite reads every partition itself.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import TypeAlias

import faiss
import numpy as np

from corpus import load_corpus
from index import dense, lexical, store
from index.embedder import Vectors
from index.milvus import Elsewhere
from index.milvus.entries import Entries, word_number
from index.milvus.rules import PASSAGES, WORDS
from service.settings import settings

SIZES = (1, 10, 100)
MOST_HERE = 1_000
"""Milvus Lite would take hours for them."""
FAR = 100_000
QUESTIONS = 20
MOVED = 0.02
"""How far a copied vector lies from its original, as the length of what is added."""

Rulebook: TypeAlias = tuple[Vectors, list[dict[int, float]]]
"""The vectors of its passages, and the words of its rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Of so many rulebooks."""

    rulebooks: int
    add: float
    """Seconds for one more."""
    ask: float
    """Milliseconds for a question to one of them, at the median."""
    megabytes: float
    """All that is kept: in memory with FAISS, on disk with Milvus Lite."""


def copies() -> Iterator[Rulebook]:
    """Rulebooks without end, made from ours in turn."""
    chance = np.random.default_rng(0)
    folder, games = store.folder(settings().home), load_corpus().with_rules
    ours = dense.Dense.load(folder)
    words = {
        game: [
            {word_number(word): score for word, score in of_rule.items()} or {0: 0.0}
            for of_rule in lexical.Table.load(folder, (game, "en")).words_of_targets()
        ]
        for game in games
    }
    while True:
        for game in games:
            vectors = ours.vectors(game)
            moved = vectors + MOVED * chance.standard_normal(vectors.shape, np.float32) / vectors.shape[1] ** 0.5
            yield moved / np.linalg.norm(moved, axis=1, keepdims=True), words[game]


class OnMilvus:
    """Each rulebook a tenant of Milvus Lite."""

    def __init__(self, home: Path, width: int) -> None:
        self._home = home
        self._uri = str(home / "growth.db")
        self._entries(0).prepare((PASSAGES, WORDS), width)

    def _entries(self, number: int) -> Entries:
        return Entries(Elsewhere(uri=self._uri, tenant=f"table-{number}"))

    def add(self, number: int, rulebook: Rulebook) -> None:
        """Its passages and its words."""
        vectors, words = rulebook
        entries = self._entries(number)
        entries.add(PASSAGES, f"{number}", vectors.tolist())
        entries.add(WORDS, f"{number}", words)

    def ask(self, number: int, rulebook: Rulebook) -> None:
        """By meaning and by words, as one question does."""
        vectors, words = rulebook
        entries = self._entries(number)
        entries.nearest(PASSAGES, vectors[0].tolist(), [f"{number}"], 100)
        entries.nearest(WORDS, words[0], [f"{number}"], 100)

    def megabytes(self) -> float:
        """On disk."""
        return sum(path.stat().st_size for path in self._home.rglob("*") if path.is_file()) / 1e6


class InProcess:
    """All rulebooks in one FAISS index, each a range of rows."""

    def __init__(self, width: int) -> None:
        self._index = faiss.IndexFlatIP(width)
        self._rows: list[range] = []

    def add(self, number: int, rulebook: Rulebook) -> None:
        """Behind the others."""
        vectors, _ = rulebook
        self._rows.append(range(self._index.ntotal, self._index.ntotal + len(vectors)))
        self._index.add(vectors)

    def ask(self, number: int, rulebook: Rulebook) -> None:
        """By meaning."""
        rows = self._rows[number]
        only = faiss.SearchParameters(sel=faiss.IDSelectorRange(rows.start, rows.stop))  # type: ignore[call-arg]
        self._index.search(rulebook[0][:1], 100, params=only)

    def megabytes(self) -> float:
        """Of the vectors."""
        return self._index.ntotal * self._index.d * 4 / 1e6


def grown(kept: OnMilvus | InProcess, sizes: Sequence[int]) -> Iterator[Cost]:
    """The costs at each of these sizes, smallest first."""
    source = copies()
    last: dict[int, Rulebook] = {}
    chance = np.random.default_rng(1)
    for size in sorted(sizes):
        began, before = time.perf_counter(), len(last)
        for number in range(before, size):
            last[number] = rulebook = next(source)
            kept.add(number, rulebook)
            last[number] = (rulebook[0][:1], rulebook[1][:1])  # what a question needs
            print(f"\r{number + 1} of {max(sizes)} rulebooks", end="", file=sys.stderr, flush=True)
        add = (time.perf_counter() - began) / max(size - before, 1)
        asked = [int(one) for one in chance.integers(0, size, QUESTIONS)]
        ask = median(_milliseconds(partial(kept.ask, number, last[number])) for number in asked)
        yield Cost(rulebooks=size, add=add, ask=ask, megabytes=kept.megabytes())


def _milliseconds(what: Callable[[], None]) -> float:
    began = time.perf_counter()
    what()
    return 1000 * (time.perf_counter() - began)


def continued(costs: Sequence[Cost], far: int = FAR) -> Cost:
    """The same for `far` rulebooks, where each cost goes on along its straight line."""
    sizes = [cost.rulebooks for cost in costs]

    def line(values: Sequence[float]) -> float:
        slope, start = np.polyfit(sizes, values, 1)
        return float(max(start + slope * far, 0))

    return Cost(
        rulebooks=far,
        add=line([cost.add for cost in costs]),
        ask=line([cost.ask for cost in costs]),
        megabytes=line([cost.megabytes for cost in costs]),
    )


def main(arguments: Sequence[str]) -> None:
    """Prints a table for each."""
    sizes = [int(each) for each in arguments] or SIZES
    with tempfile.TemporaryDirectory() as home:
        width = next(copies())[0].shape[1]
        for name, kept, also in (
            ("FAISS in this process", InProcess(width), () if arguments else (MOST_HERE,)),
            ("Milvus Lite", OnMilvus(Path(home), width), ()),
        ):
            costs = [*grown(kept, [*sizes, *also])]
            print(f"\n{name}\n{'rulebooks':>12}{'add one':>12}{'ask one':>12}{'kept':>14}")
            for cost in [*costs, *([continued(costs)] if len(costs) > 1 else [])]:
                mark = " (continued)" if cost.rulebooks == FAR else ""
                print(f"{cost.rulebooks:>12,}{cost.add:>10.2f} s{cost.ask:>9.1f} ms{cost.megabytes:>11,.0f} MB{mark}")


if __name__ == "__main__":
    main(sys.argv[1:])
