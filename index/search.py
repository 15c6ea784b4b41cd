"""Finds the rules that a question is about.

A question is compared by meaning (its vector with that of each passage) and by words (BM25). By meaning a rule is as
good as its best passage, together with its own text; by words as good as all it says in one language; both in
whichever language is better. The two are then added with the weights of the question's language.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from heapq import nsmallest
from pathlib import Path

import numpy as np

from corpus import Corpus, Game, Language
from index import store
from index.dense import Dense
from index.embedder import Embedder, Progress, Vectors
from index.fusion import Comparison, Scope, fused_scores
from index.glossary import Glossary
from index.lexical import Lexical
from index.milvus import DenseElsewhere, Elsewhere, Unreachable, opened
from index.passages import Passage, distinct_texts, passages_in
from index.phrases import Phrases
from index.reader import Reader
from index.weights import WEIGHTS

VECTORS_KEPT = 64
RULES = 0.1
"""What the tuned model's share of a rule adds to its score, before all are brought back to 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A rule or a conflict that a question may be about."""

    rule: str
    """Its id."""
    game: str
    score: float
    """From 0 to 1; to be compared within one question only."""
    dense: float
    """The cosine of its nearest passage with the question."""
    lexical: float
    """Its BM25 score."""
    passage: Passage
    """Its nearest passage."""
    asks: tuple[tuple[Passage, float], ...]
    """Its questions in the language of the one asked, nearest first, each with the cosine between the two."""
    brings: tuple[str, ...]
    """The rules that override it or are exceptions to it."""


class Index:
    """An opened index, which reads what a question needs; what happens to its folder later does not matter."""

    def __init__(
        self,
        corpus: Corpus,
        embedder: Embedder,
        dense: Dense | DenseElsewhere,
        lexical: Lexical,
        phrases: Phrases,
        reader: Reader | None,
    ) -> None:
        """`reader` says where questions lie, in place of the embedder."""
        self._corpus = corpus
        self._embedder = embedder
        self._dense = dense
        self._lexical = lexical
        self._reader = reader
        self.phrases = phrases
        self._vectors: dict[tuple[str, Language], Vectors] = {}
        self._passages = cache(lambda game: tuple(passages_in(corpus.games[game])))
        self._scope = cache(self._new_scope)
        self._glossary = cache(lambda game: Glossary(t for one in self._games(game) for t in one.terms.values()))

    def search(self, question: str, *, language: Language, game: str | None = None, limit: int = 10) -> list[Hit]:
        """The best targets first, equals in the order of their ids; of one game only, if one is named.

        `language` is that of the question; ValueError for a game that the corpus does not have.
        """
        targets = self._scope(game).targets
        if not targets:
            return []
        comparison = self.compare(question, language=language, game=game)
        scores = fused_scores(comparison, WEIGHTS[language])
        if shares := self.phrases.rules(question, game, language):
            told = np.array([shares.get(target, 0.0) for target in targets], np.float32)
            scores = ((scores + RULES * told) / (1 + RULES)).astype(np.float32)
        order = (-scores).tolist()
        best = nsmallest(limit, range(len(targets)), key=lambda i: (order[i], targets[i]))
        return [self._hit(comparison, i, float(scores[i]), language) for i in best]

    def compare(self, question: str, *, language: Language, game: str | None = None) -> Comparison:
        """The question against all that there is, or that one game has; there must be something."""
        scope, vector = self._scope(game), self.vector(question, language)
        if len(vector) != self._dense.width:
            raise store.mismatch("vector width", self._dense.width, len(vector))
        return Comparison(
            scope=scope,
            cosines=self._dense.cosines(vector, game)[scope.vectors],
            words=self._lexical.scores(question, language, self._glossary(game), game),
        )

    def vector(self, question: str, language: Language) -> Vectors:
        """Of length one; those of the last questions are kept, since one is looked up in several ways."""
        key = (question, language)
        if key not in self._vectors:
            if len(self._vectors) >= VECTORS_KEPT:
                self._vectors.clear()
            self._vectors[key] = self._read(question)
        return self._vectors[key]

    @property
    def space(self) -> str:
        """What its vectors can be compared with: those of another model are none of these."""
        return f"{self._embedder.version}|{self._embedder.passage_prefix}"

    def read_passages(self, texts: Sequence[str], progress: Progress = lambda *_: None) -> Vectors:
        """A row for each text that is to be searched beside the corpus."""
        return self._embedder.passages(texts, progress)

    def _read(self, question: str) -> Vectors:
        return self._reader.vector(question) if self._reader else self._embedder.query(question)

    def _new_scope(self, game: str | None) -> Scope:
        passages: list[Passage] = []
        vectors: list[int] = []
        for one in self._games(game):
            own = self._passages(one.id)
            row_of = {text: row for row, text in enumerate(distinct_texts(own))}
            rows = self._dense.rows(one.id)
            if len(row_of) != len(rows):
                raise store.mismatch("texts", len(rows), len(row_of))
            start = 0 if game else rows.start
            passages += own
            vectors += (start + row_of[passage.text] for passage in own)
        return Scope(passages, vectors, {id for one in self._games(game) for id in one.conflicts})

    def _games(self, game: str | None) -> tuple[Game, ...]:
        """One or all, in the order in which they were indexed."""
        games = self._corpus.games
        if game not in (None, *games):
            raise ValueError(f"unknown game {game!r}: the games are {', '.join(games)}")
        return tuple(games[id] for id in sorted(games) if game in (None, id))

    def _hit(self, comparison: Comparison, target: int, score: float, language: Language) -> Hit:
        passages, cosines = comparison.scope.passages, comparison.cosines
        rows = comparison.scope.of(target)
        asks = [row for row in rows if passages[row].kind == "ask" and passages[row].language == language]
        best = max(rows, key=lambda row: (cosines[row], passages[row].language == language))
        passage = passages[best]
        return Hit(
            rule=passage.target,
            game=passage.game,
            score=score,
            dense=float(cosines[best]),
            lexical=float(comparison.words[target]),
            passage=passage,
            asks=tuple((passages[row], float(cosines[row])) for row in sorted(asks, key=lambda row: -cosines[row])),
            brings=self._corpus.games[passage.game].exceptions(passage.target),
        )


def open_index(home: Path, embedder: Embedder, corpus: Corpus, elsewhere: Elsewhere | None = None) -> Index:
    """The index under `home`, for this corpus and this model; its passages are searched `elsewhere`, if that is named.

    MissingIndex if there is none; StaleIndex if it was built from another corpus, with another model or in another
    format, or is damaged; Unreachable.
    """
    store.read_manifest(home).require_match(corpus.digest, embedder)
    folder = store.folder(home)
    try:
        store.require_whole(folder)
        games = corpus.with_rules
        dense, lexical = opened(folder, games, elsewhere) if elsewhere else _here(folder, games)
        reader = Reader.open()
        phrases = Phrases.load(folder, corpus.games, reader)
    except (store.StaleIndex, Unreachable):
        raise
    except Exception as error:  # whatever a file that is torn or gone raises, the remedy is the same
        raise store.StaleIndex(
            f"the index in {home} is damaged: {error}: build it again with `arbitro index build`"
        ) from error
    return Index(corpus, embedder, dense, lexical, phrases, reader if embedder.tuned else None)


def _here(folder: Path, games: Sequence[str]) -> tuple[Dense, Lexical]:
    return Dense.load(folder), Lexical.load(folder, games)
