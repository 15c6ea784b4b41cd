"""Builds the index: passages to vectors and to words, stored with what they were made from."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

import numpy as np

from corpus import Corpus
from corpus.phrasebook import load_phrasebook
from index import dense, lexical, store
from index.embedder import Embedder, Progress, Vectors
from index.glossary import Glossary
from index.passages import distinct_texts, passages_in
from index.phrases import examples
from index.phrases import save as save_phrases
from index.reader import kinds_taught


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a build did."""

    targets: int
    passages: int
    embedded: int
    """Texts that went through the model; the vectors of the others were in the old index."""
    seconds: float


def build(
    home: Path,
    embedder: Embedder,
    corpus: Corpus,
    progress: Progress = lambda done, total: None,
) -> Report:
    """Puts a new index under `home`; until it is whole, the old one stays in use.

    `progress` counts the texts that have to go through the model. ValueError for a corpus
    without rules.
    """
    began = time.monotonic()
    by_game = {id: tuple(passages_in(game)) for id, game in sorted(corpus.games.items())}
    passages = tuple(chain(*by_game.values()))
    if not passages:
        raise ValueError("the corpus has no rules to index: add them in corpus/<game>/rules/")
    read = {id: distinct_texts(own) for id, own in by_game.items()}
    phrases = [phrase for game in corpus.games for phrase in load_phrasebook(game, corpus.home)]
    taught = kinds_taught()
    compared = (phrases[at].text for at in examples(phrases, taught))
    texts = list(dict.fromkeys([*chain(*read.values()), *compared]))
    with store.replacing(home) as folder:
        known = _known_vectors(home, embedder)
        new = [text for text in texts if text not in known]
        if new:
            known |= zip(new, embedder.passages(new, progress), strict=True)
        vector_of = {text: known[text] for text in texts}
        dense.save(read, vector_of, folder)
        lexical.save(passages, {id: Glossary(game.terms.values()) for id, game in corpus.games.items()}, folder)
        save_phrases(phrases, taught, lambda texts: np.stack([vector_of[text] for text in texts]), folder)
        manifest = store.Manifest(
            format=store.FORMAT,
            corpus=corpus.digest,
            model=embedder.version,
            width=len(vector_of[texts[0]]),
            query_prefix=embedder.query_prefix,
            passage_prefix=embedder.passage_prefix,
            targets=len({passage.target for passage in passages}),
            passages=len(passages),
            built_at=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        store.write_manifest(folder, manifest)
    seconds = time.monotonic() - began
    return Report(targets=manifest.targets, passages=manifest.passages, embedded=len(new), seconds=seconds)


def _known_vectors(home: Path, embedder: Embedder) -> dict[str, Vectors]:
    """text -> vector, from the old index; none if this embedder would have made other vectors."""
    try:
        old = store.read_manifest(home)
    except (store.MissingIndex, store.StaleIndex):
        return {}
    made_with = (old.format, old.model, old.passage_prefix)
    if made_with != (store.FORMAT, embedder.version, embedder.passage_prefix):
        return {}
    try:
        return dense.vectors_by_text(store.folder(home))
    except Exception:  # whatever a torn file raises, it has nothing to reuse
        return {}
