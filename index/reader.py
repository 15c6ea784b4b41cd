"""The tuned model that reads questions: what a question asks for, and which of its words tell which fact.

One small transformer over both languages, with four heads: the procedure that decides (or the rule, where none does),
the rule it stands under, what is wanted of the procedure, and for each word the fact that it tells this procedure. It
was tuned on the phrasebook (`index.tuning`), and runs without PyTorch.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from corpus import Language
from index.tagging import Mention, Tag, Token, Told, joined, tokens

if TYPE_CHECKING:
    from onnxruntime import InferenceSession  # type: ignore[import-untyped]
    from tokenizers import Tokenizer

HOME = Path(__file__).parent / "model"
LONGEST = 96
"""Pieces of words that are read of a question; what is beyond tells nothing."""

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Heads:
    """What is read off the model, and the names that the rows of each head stand for."""

    kinds: Mapping[str, int]
    """A procedure or a rule -> its row."""
    rules: Mapping[str, int]
    wants: Mapping[str, Mapping[str, int]]
    """procedure -> what is wanted, as JSON -> its row."""
    tags: Sequence[Tag]
    tags_of: Mapping[str, Sequence[int]]
    """procedure -> the tags that its questions may have."""
    places: Mapping[str, Mapping[str, str]]
    """procedure -> the name of a fact -> its place there, where it has one place of that name."""
    weights: Mapping[str, Matrix]


@dataclass(frozen=True, slots=True)
class Encoded:
    """A question as the model has it."""

    words: tuple[Token, ...]
    hidden: Matrix
    """A row a word."""
    whole: NDArray[np.float32]


class Reader:
    """The model, opened."""

    def __init__(self, session: "InferenceSession", tokenizer: "Tokenizer", heads: Heads) -> None:
        self._session = session
        self._tokenizer = tokenizer
        self._heads = heads
        self._encoded = lru_cache(maxsize=32)(self._encode)

    @classmethod
    def open(cls, home: Path = HOME) -> "Reader | None":
        """The model in this folder; None where there is none."""
        if not (home / "encoder.onnx").is_file():
            return None
        from onnxruntime import InferenceSession, SessionOptions
        from tokenizers import Tokenizer

        options = SessionOptions()
        options.intra_op_num_threads = 1  # a question is short: more threads would wait for each other
        options.log_severity_level = 3
        tokenizer = Tokenizer.from_file(str(home / "tokenizer.json"))
        tokenizer.enable_truncation(LONGEST)
        tokenizer.no_padding()
        session = InferenceSession(str(home / "encoder.onnx"), options, providers=["CPUExecutionProvider"])
        return cls(session, tokenizer, _heads(home))

    def knows(self, procedure: str) -> bool:
        """Whether it was tuned on questions to this procedure."""
        return procedure in self._heads.tags_of

    def kinds(self, question: str, game_kinds: Sequence[str], language: Language) -> list[tuple[str, float]]:
        """Each of these procedures and rules with its probability among them, best first."""
        return self._ranked(
            "kind",
            {kind: self._heads.kinds[kind] for kind in game_kinds if kind in self._heads.kinds},
            question,
            language,
        )

    def rules(self, question: str, game_rules: Sequence[str], language: Language) -> list[tuple[str, float]]:
        """Each of these rules with its probability among them, best first."""
        return self._ranked(
            "rule",
            {rule: self._heads.rules[rule] for rule in game_rules if rule in self._heads.rules},
            question,
            language,
        )

    def wants(self, question: str, procedure: str, language: Language) -> list[tuple[str | None, float]]:
        """What may be wanted of the procedure, with its probability, best first."""
        found = self._ranked("wants", self._heads.wants.get(procedure, {}), question, language)
        return [(json.loads(wants), share) for wants, share in found]

    def mentions(self, question: str, procedure: str, language: Language) -> tuple[Mention, ...]:
        """The facts that the words of a question tell this procedure, in their order."""
        heads, encoded = self._heads, self._encoded(question, language)
        if not encoded.words or procedure not in heads.tags_of:
            return ()
        rows = np.array(heads.tags_of[procedure])
        hidden = encoded.hidden * (1 + heads.weights[f"scale {procedure}"]) + heads.weights[f"shift {procedure}"]
        shares = _softmax(hidden @ heads.weights["tag"][rows].T + heads.weights["tag bias"][rows])
        best = shares.argmax(axis=1)
        found = [
            (self._here(heads.tags[rows[at]], procedure), float(share[at]))
            for at, share in zip(best, shares, strict=True)
        ]
        return tuple(joined(question, encoded.words, found))

    def _here(self, tag: Tag, procedure: str) -> Tag:
        """With the places of this procedure for the names that many share."""
        places = self._heads.places[procedure]
        return tuple(Told(places.get(told.place, told.place), told.value) for told in tag)

    def _ranked(self, head: str, rows: Mapping[str, int], question: str, language: Language) -> list[tuple[str, float]]:
        if not rows:
            return []
        weights, whole = self._heads.weights, self._encoded(question, language).whole
        at = np.array(list(rows.values()))
        shares = _softmax((weights[head][at] @ whole + weights[f"{head} bias"][at])[None])[0]
        return sorted(zip(rows, map(float, shares), strict=True), key=lambda one: -one[1])

    def _encode(self, question: str, language: Language) -> Encoded:
        pieces = self._tokenizer.encode(question)
        ids = np.array([pieces.ids], np.int64)
        (hidden,) = self._session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})
        words = tokens(question, language)
        first = {start: at for at, (start, end) in reversed(list(enumerate(pieces.offsets))) if end > start}
        read = tuple(word for word in words if word.start in first)
        rows = hidden[0][[first[word.start] for word in read]] if read else np.empty((0, hidden.shape[2]), np.float32)
        return Encoded(read, rows, hidden[0].mean(axis=0))


def _softmax(logits: Matrix) -> Matrix:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Matrix = powers / powers.sum(axis=1, keepdims=True)
    return shares


def _heads(home: Path) -> Heads:
    names: dict[str, Any] = json.loads((home / "heads.json").read_text(encoding="utf-8"))
    with np.load(home / "heads.npz") as stored:
        weights = {name: stored[name].astype(np.float32) for name in stored.files}
    names["tags"] = [tuple(Told(*told) for told in tag) for tag in names["tags"]]
    return Heads(**names, weights=weights)
