"""The tuned model that reads questions: what a question asks for, and which of its words tell which fact.

One small transformer over both languages, with eight heads: where the question lies (`index.space`), whether it is
about something else, the procedure that decides (or the rule or conflict, where none does), the rule it stands under,
the question of a rule that has the same answer, the kind of answer, what is wanted of the procedure, and for each word
the fact that it tells this procedure. It was tuned on the phrasebook (`index.tuning`), and runs without PyTorch.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corpus import Language
from index.encoder import Encoder, Matrix, first_pieces
from index.marks import Tag, Told
from index.order import Order
from index.tagging import Word
from index.tellings import MOST_TAGS
from index.tokens import Token, tokens

HOME = Path(__file__).parent / "model"
CARD, HELD_OUT = "card.json", "held out"
"""What is said of the model, beside it; and how many questions it was not taught, so that they measure it."""
FOREIGN = "foreign"
"""Its head that tells questions about something else."""
LONGEST = 96
"""Pieces of words that are read of a question; what is beyond tells nothing."""


@dataclass(frozen=True, slots=True)
class Heads:
    """What is read off the model, and the names that the rows of each head stand for."""

    kinds: Mapping[str, Mapping[str, int]]
    """game -> a procedure, a rule or a conflict -> its row."""
    rules: Mapping[str, Mapping[str, int]]
    """game -> a rule or a conflict -> its row."""
    asks: Mapping[str, Mapping[str, int]]
    """game -> a question of a rule or a conflict, `VW-6.1 2` -> its row."""
    wants: Mapping[str, Mapping[str, int]]
    """procedure -> what is wanted, as JSON -> its row."""
    answers: Sequence[str]
    """The kinds of answers, in the order of their rows."""
    facts: Sequence[Told]
    """In the order of their rows; the one after them is of the words that tell nothing."""
    tags: Sequence[Sequence[int]]
    """The rows of the facts that a word may tell together."""
    tags_of: Mapping[str, Sequence[int]]
    """procedure -> the tags that its questions may have."""
    places: Mapping[str, Mapping[str, str]]
    """procedure -> the name of a fact -> its place there, where it has one place of that name."""
    told: Mapping[str, Sequence[str]]
    """procedure -> the places of its facts, in the order of the rows of its `index.order`."""
    weights: Callable[[str], NDArray[np.float16]]
    """By their name; read from the file when they are first asked for, and kept as small as they are there."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """A question as the model has it."""

    words: tuple[Token, ...]
    hidden: Matrix
    """A row a word."""
    whole: NDArray[np.float32]


class Reader:
    """The model, opened."""

    def __init__(self, encoder: Encoder, heads: Heads) -> None:
        self._heads = heads
        self._pieces = lru_cache(maxsize=32)(encoder.pieces)
        self._encoded = lru_cache(maxsize=32)(self._encode)
        self._tagging = lru_cache(maxsize=32)(self._tags_of)
        self.rules = lru_cache(maxsize=32)(self._rules_decide)
        """Each rule and conflict of a game, or of all, with its probability; of a question, a game and a language."""
        self.asks = lru_cache(maxsize=32)(self._asks_meant)
        """Each rule and conflict with each of its questions, counted from 0, and the probability that it is the one
        asked, best first; of a question, a game and a language.
        """

    @classmethod
    def open(cls, home: Path = HOME) -> "Reader | None":
        """The model in this folder; None where there is none."""
        encoder = Encoder.open(home, LONGEST)
        return cls(encoder, open_heads(home)) if encoder else None

    def vector(self, question: str) -> NDArray[np.float32]:
        """Of length one, near those of what is written of its rule: it is read as it stands, as they are."""
        _, hidden = self._pieces(question)
        return placed(hidden.mean(axis=0), self._heads)

    def knows(self, procedure: str) -> bool:
        """Whether it was tuned on questions to this procedure."""
        return procedure in self._heads.tags_of

    def kinds(self, question: str, game: str, language: Language) -> list[tuple[str, float]]:
        """Each procedure, rule and conflict that may decide, with its probability, best first."""
        return self._ranked("kind", self._heads.kinds.get(game, {}), question, language)

    def _rules_decide(self, question: str, game: str | None, language: Language) -> Mapping[str, float]:
        heads = self._heads.rules
        rows = heads.get(game, {}) if game else {rule: row for rules in heads.values() for rule, row in rules.items()}
        return self._shares("rule", rows, question, language)

    def _asks_meant(self, question: str, game: str, language: Language) -> Sequence[tuple[str, int, float]]:
        ranked = self._ranked("ask", self._heads.asks.get(game, {}), question, language)
        return [(target, int(number), share) for ask, share in ranked for target, number in [ask.split()]]

    def answers(self, question: str, language: Language) -> list[tuple[str, float]]:
        """Each kind of answer with its probability, best first."""
        rows = {answer: row for row, answer in enumerate(self._heads.answers)}
        return self._ranked("answer", rows, question, language)

    def foreign(self, question: str, language: Language) -> float:
        """How likely it is about something else than these games over that it is not, as a logarithm."""
        (row,), bias = (self._heads.weights(name).astype(np.float32) for name in (FOREIGN, f"{FOREIGN} bias"))
        return float(self._encoded(question, language).whole @ row + bias[0])

    def wants(self, question: str, procedure: str, language: Language) -> list[tuple[str | None, float]]:
        """What may be wanted of the procedure, with its probability, best first."""
        found = self._ranked("wants", self._heads.wants.get(procedure, {}), question, language)
        return [(json.loads(wants), share) for wants, share in found]

    def words(self, question: str, procedure: str, language: Language) -> tuple[Word, ...]:
        """What each word of a question may tell this procedure, which it knows, or nothing, with the probabilities."""
        encoded = self._encoded(question, language)
        if not encoded.words:
            return ()
        scale, shift = (self._heads.weights(f"{name} {procedure}").astype(np.float32) for name in ("scale", "shift"))
        hidden: Matrix = encoded.hidden * (1 + scale) + shift
        tags, rows, bias = self._tagging(procedure)
        shares = _softmax(hidden @ rows.T + bias)
        likeliest = np.argsort(-shares, axis=1)[:, :MOST_TAGS]
        return tuple(
            Word(word, [(tags[at], float(share[at])) for at in best])
            for word, share, best in zip(encoded.words, shares, likeliest.tolist(), strict=True)
        )

    def order(self, procedure: str) -> Order:
        """In which order questions tell the facts of this procedure, which it knows."""
        rows = {place: row for row, place in enumerate(self._heads.told[procedure])}
        return Order(rows, self._heads.weights(f"order {procedure}"))

    def _tags_of(self, procedure: str) -> tuple[list[Tag], Matrix, Matrix]:
        """The tags that words may have for this procedure, with the rows and biases of their facts added up."""
        heads = self._heads
        of_tags = [heads.tags[row] for row in heads.tags_of[procedure]]
        places, nothing = heads.places[procedure], len(heads.facts)
        every = [row for rows in of_tags for row in rows]
        facts = ((row, heads.facts[row]) for row in {*every} - {nothing})
        told = {row: fact._replace(place=places.get(fact.place, fact.place)) for row, fact in facts}
        tags = [tuple(told[row] for row in rows if row != nothing) for rows in of_tags]
        starts = np.cumsum([0, *map(len, of_tags[:-1])])
        rows, biases = (np.add.reduceat(self._rows(name, every), starts) for name in ("fact", "fact bias"))
        return tags, rows, biases

    def _ranked(self, head: str, rows: Mapping[str, int], question: str, language: Language) -> list[tuple[str, float]]:
        return sorted(self._shares(head, rows, question, language).items(), key=lambda one: -one[1])

    def _shares(self, head: str, rows: Mapping[str, int], question: str, language: Language) -> dict[str, float]:
        if not rows:
            return {}
        whole, at = self._encoded(question, language).whole, list(rows.values())
        shares = _softmax((self._rows(head, at) @ whole + self._rows(f"{head} bias", at))[None])[0]
        return dict(zip(rows, shares.tolist(), strict=True))

    def _rows(self, weights: str, rows: Sequence[int]) -> Matrix:
        found: Matrix = self._heads.weights(weights)[np.array(rows)].astype(np.float32)
        return found

    def _encode(self, question: str, language: Language) -> Encoded:
        offsets, hidden = self._pieces(question)
        first = first_pieces(offsets)
        words = tuple(word for word in tokens(question, language) if word.start in first)
        return Encoded(words, hidden[[first[word.start] for word in words]], whole=hidden.mean(axis=0))


def placed(means: Matrix, heads: Heads) -> Matrix:
    """Where texts lie of which these are the means of their pieces; each a row of length one."""
    rows = means @ heads.weights("vector").astype(np.float32).T
    unit: Matrix = rows / np.linalg.norm(rows, axis=-1, keepdims=True)
    return unit


def _softmax(logits: Matrix) -> Matrix:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Matrix = powers / powers.sum(axis=1, keepdims=True)
    return shares


def read_card(home: Path = HOME) -> dict[str, Any]:
    """What is said of the model in this folder: from what it was taught, on how much, and how it was read with."""
    card: dict[str, Any] = json.loads((home / CARD).read_text(encoding="utf-8"))
    return card


def is_measurable(home: Path = HOME) -> bool:
    """Whether what the phrasebook holds out was held out from the model in this folder too."""
    return bool(read_card(home).get(HELD_OUT, True))


def kinds_taught(home: Path = HOME) -> set[tuple[str, str]]:
    """The games with each procedure, rule and conflict that the model in this folder knows; none where there is no
    model.
    """
    if Encoder.open(home, LONGEST) is None:
        return set()
    return {(game, kind) for game, kinds in open_heads(home).kinds.items() for kind in kinds}


@cache
def open_heads(home: Path) -> Heads:
    """What was exported into this folder beside the transformer; read once, for the reader and its space."""
    names: dict[str, Any] = json.loads((home / "heads.json").read_text(encoding="utf-8"))
    names["facts"] = [Told(*told) for told in names["facts"]]
    stored = np.load(home / "heads.npz")
    return Heads(**names, weights=cache(stored.__getitem__))
