"""Finds the rules that a question is about.

A question is compared by meaning (its vector with that of each passage) and by words (BM25). By meaning a rule is as
good as its best passage, together with its own text; by words as good as all it says in one language; both in
whichever language is better. The two are then added with the weights of the question's language.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from corpus import Corpus, Language
from index import store
from index.bridge import Bridge
from index.embedder import LONGEST_PACKAGED, Embedder, Vectors
from index.encoder import Encoder
from index.fusion import Comparison, Scope, Scores, fused_scores
from index.glossary import Glossary
from index.lexical import Lexical
from index.passages import Passage
from index.phrases import Phrases
from index.reader import Reader
from index.weights import WEIGHTS

BELOW_ANY_COSINE = -2.0
VECTORS_KEPT = 64
RULES = 0.2
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
    """An opened index, all in memory: what happens to its folder later does not matter."""

    def __init__(
        self,
        corpus: Corpus,
        embedder: Embedder,
        passages: Sequence[Passage],
        vectors: Vectors,
        lexical: Lexical,
        bridge: Bridge | None,
        phrases: Phrases,
        encoder: Encoder | None,
    ) -> None:
        """`vectors` has a row per passage; `encoder` reads questions in place of the embedder."""
        import faiss

        self._corpus = corpus
        self._embedder = embedder
        self._lexical = lexical
        self._bridge = bridge
        self._encoder = encoder
        self.phrases = phrases
        self._vectors: dict[tuple[str, Language], Vectors] = {}
        self._dense = faiss.IndexFlatIP(vectors.shape[1])
        self._dense.add(vectors)
        conflicts = {id for game in corpus.games.values() for id in game.conflicts}
        self._scopes: dict[str | None, Scope] = {None: Scope(passages, conflicts)}
        self._glossaries: dict[str | None, Glossary] = {
            None: Glossary(term for game in corpus.games.values() for term in game.terms.values())
        }
        for id, game in corpus.games.items():
            self._scopes[id] = Scope(passages, conflicts, id)
            self._glossaries[id] = Glossary(game.terms.values())

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
        best = sorted(range(len(targets)), key=lambda i: (-scores[i], targets[i]))[:limit]
        return [self._hit(comparison, i, float(scores[i]), language) for i in best]

    def compare(self, question: str, *, language: Language, game: str | None = None) -> Comparison:
        """The question against all that there is, or that one game has; there must be something."""
        scope = self._scope(game)
        return Comparison(
            scope=scope,
            cosines=self._cosines(self.vector(question, language), scope),
            words=self._lexical.scores(question, language, self._glossaries[game], game),
        )

    def vector(self, question: str, language: Language) -> Vectors:
        """Of length one; those of the last questions are kept, since one is looked up in several ways."""
        key = (question, language)
        if key not in self._vectors:
            if len(self._vectors) >= VECTORS_KEPT:
                self._vectors.clear()
            self._vectors[key] = self._read(question, language)
        return self._vectors[key]

    def _read(self, question: str, language: Language) -> Vectors:
        if self._bridge and language == "it":
            return self._bridge.vector(question)
        if self._encoder:
            return self._encoder.vector(self._embedder.query_prefix + question)
        return self._embedder.query(question)

    def _scope(self, game: str | None) -> Scope:
        if game not in self._scopes:
            raise ValueError(f"unknown game {game!r}: the games are {', '.join(self._corpus.games)}")
        return self._scopes[game]

    def _cosines(self, vector: Vectors, scope: Scope) -> Scores:
        import faiss

        if len(vector) != self._dense.d:
            raise store.mismatch("vector width", self._dense.d, len(vector))
        rows = scope.rows
        only = faiss.SearchParameters(sel=faiss.IDSelectorRange(rows.start, rows.stop))  # type: ignore[call-arg]
        # All of them, as they come: to ask for the nearest, and for as many, would sort them one by one.
        _, found, at = self._dense.range_search(vector[None], BELOW_ANY_COSINE, params=only)
        cosines: Scores = np.empty(len(rows), np.float32)
        cosines[at - rows.start] = found
        return cosines

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


def open_index(home: Path, embedder: Embedder, corpus: Corpus) -> Index:
    """The index under `home`, for this corpus and this model.

    MissingIndex if there is none; StaleIndex if it was built from another corpus, with another model or in another
    format, or is damaged.
    """
    store.read_manifest(home).require_match(corpus.digest, embedder)
    folder = store.folder(home)
    only_english = embedder.only_english
    try:
        passages = store.read_passages(folder)
        vector_of = store.read_vectors(folder)
        vectors = np.stack([vector_of[passage.english if only_english else passage.text] for passage in passages])
        bridge = Bridge.load(folder) if only_english else None
        lexical = Lexical.load(folder, {passage.game for passage in passages})
        phrases = Phrases.load(folder, Reader.open())
        encoder = Encoder.open(store.encoder_folder(home), LONGEST_PACKAGED) if only_english else None
    except Exception as error:  # whatever a file that is torn or gone raises, the remedy is the same
        raise store.StaleIndex(
            f"the index in {home} is damaged: {error}: build it again with `arbitro index build`"
        ) from error
    return Index(corpus, embedder, passages, vectors, lexical, bridge, phrases, encoder)
