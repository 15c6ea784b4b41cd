"""Which words of a question tell which fact: memory-based tagging over the marks of a phrasebook.

Each word of each sentence is kept with the words around it and the fact that it tells, or none. A word of a question
tells what the words most like it tell, where likeness is that of the words and of what stands around them, the rarer
the more. Those of the same procedure count most; other procedures help where they have a fact of the same name.
A number stands for any other: in "three troops" what is counted says which fact it is.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from corpus import Language
from corpus.phrasebook import Phrase
from index.marks import Tag, Told, tags_of
from index.tokens import Token, tokens

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

Json: TypeAlias = Any

NEIGHBOURS = 10
SHARPNESS = 3
"""The power of a neighbour's likeness that its vote counts."""
OTHER_PROCEDURE = 0.8
"""What the likeness of a neighbour from another procedure is worth."""
FEATURES = 2**18
_WEIGHTS = {"w": 2.5, "p": 1.0, "n": 1.0, "pp": 0.6, "nn": 0.6, "ppp": 0.3, "nnn": 0.3, "pw": 1.5, "wn": 1.5,
            "p_n": 0.75, "ppw": 1.0, "wnn": 1.0, "lw": 1.5, "wr": 1.5, "l": 1.0, "r": 1.0, "not": 1.5,
            "pre": 1.0}  # fmt: skip
"""Of a word, of those before and after it, of their pairs and triples, of the next that are no little words, of whether
it is denied, and of how it begins.
"""
_PREFIX = 4
_DENIES = 4
"""So many words after it a negation still denies."""


class Word(NamedTuple):
    """A word of a question, and what it may tell."""

    token: Token
    may_tell: Sequence[tuple[Tag, float]]
    """Each of the likeliest, nothing among them, with its share; best first."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of a question that tell facts."""

    facts: tuple[tuple[str, Json], ...]
    """Each place, with no numbers in its lists (`villagers[].kind`), with the value."""
    start: int
    end: int
    """Where the words stand in the question."""
    share: float
    """Of the votes for each of the words, on average."""


class Tagger:
    """The marked words of one game's phrases in one language."""

    def __init__(
        self, language: Language, columns: "csr_matrix", rarity: Any, tags: Sequence[Tag], procedures: Sequence[str]
    ) -> None:
        """`columns` has a column per word; `tags` and `procedures` are the words' own."""
        self._language: Language = language
        self._columns = columns
        self._rarity = rarity
        self._tags = tags
        self._procedures = procedures
        self._of = np.array(procedures)
        self._places: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for tag, procedure in zip(tags, procedures, strict=True):
            for told in tag:
                self._places[procedure][_name(told.place)].add(told.place)

    @classmethod
    def fit(cls, phrases: Sequence[Phrase], language: Language) -> "Tagger":
        """Keeps the words of the phrases that have a procedure."""
        from scipy.sparse import diags

        rows, tags, procedures = [], [], []
        for phrase in phrases:
            if phrase.procedure is not None:
                read = tokens(phrase.text, language)
                rows += [_features(read, at) for at in range(len(read))]
                tags += tags_of(phrase, read)
                procedures += [phrase.procedure] * len(read)
        hashed = _hashed(rows)
        seen = np.asarray((hashed > 0).sum(axis=0)).ravel()
        rarity = np.log((len(rows) + 1) / np.maximum(seen, 1)).astype(np.float32)
        return cls(language, _unit(hashed @ diags(rarity)).T.tocsr(), rarity, tags, procedures)

    def words(self, question: str, procedure: str) -> tuple[Word, ...]:
        """What each word of the question most likely tells this procedure, or nothing."""
        read = tokens(question, self._language)
        if not read or procedure not in self._places:
            return ()
        found = (self._vote(likeness, procedure) for likeness in self._likenesses(read, procedure))
        return tuple(Word(token, (one,)) for token, one in zip(read, found, strict=True))

    def _likenesses(self, read: Sequence[Token], procedure: str) -> Any:
        """Of each word of the question with each that is kept."""
        from scipy.sparse import diags

        asked = _unit(_hashed([_features(read, at) for at in range(len(read))]) @ diags(self._rarity))
        likenesses = (asked @ self._columns).toarray()
        return likenesses * np.where(self._of == procedure, 1.0, OTHER_PROCEDURE)

    def _vote(self, likeness: Any, procedure: str) -> tuple[Tag, float]:
        """The tag of the words most like one, and its share of their votes."""
        most = min(4 * NEIGHBOURS, len(likeness) - 1)
        near = np.argpartition(-likeness, most)[:most]
        votes: Counter[Tag] = Counter()
        voters = 0
        for at in near[np.argsort(-likeness[near])]:
            tag = self._here(self._tags[at], self._procedures[at], procedure)
            if tag is not None:
                votes[tag] += likeness[at] ** SHARPNESS
                voters += 1
            if voters == NEIGHBOURS:
                break
        total = sum(votes.values())
        if not total:
            return (), 0.0
        tag, weight = votes.most_common(1)[0]
        return tag, weight / total

    def _here(self, tag: Tag, theirs: str, procedure: str) -> Tag | None:
        """The tag of a word of another procedure as it is in this one, if it has one place of each name."""
        if theirs == procedure or not tag:
            return tag
        places = [self._places[procedure].get(_name(told.place), set()) for told in tag]
        if any(len(of_name) != 1 for of_name in places):
            return None
        return tuple(Told(place, told.value) for (place,), told in zip(places, tag, strict=True))


def _features(read: Sequence[Token], at: int) -> dict[str, float]:
    def stem(where: int) -> str:
        return read[where].stem if 0 <= where < len(read) else "^" if where < 0 else "$"

    word, before, after = stem(at), stem(at - 1), stem(at + 1)
    left = next((token.stem for token in reversed(read[:at]) if not token.is_little), "^")
    right = next((token.stem for token in read[at + 1 :] if not token.is_little), "$")
    denied = any(token.denies for token in read[max(0, at - _DENIES) : at])
    found = {
        "w": word, "p": before, "n": after, "pp": stem(at - 2), "nn": stem(at + 2), "ppp": stem(at - 3),
        "nnn": stem(at + 3), "pw": f"{before} {word}", "wn": f"{word} {after}", "p_n": f"{before} {after}",
        "ppw": f"{stem(at - 2)} {before} {word}", "wnn": f"{word} {after} {stem(at + 2)}",
        "lw": f"{left} {word}", "wr": f"{word} {right}", "l": left, "r": right, "not": f"{denied} {word}",
    }  # fmt: skip
    if len(word) > _PREFIX:
        found["pre"] = word[:_PREFIX]
    return {f"{kind}={value}": _WEIGHTS[kind] for kind, value in found.items()}


def _hashed(rows: Sequence[Mapping[str, float]]) -> Any:
    from sklearn.feature_extraction import FeatureHasher  # type: ignore[import-untyped]

    return FeatureHasher(FEATURES, alternate_sign=False, dtype=np.float32).transform(rows)


def _unit(rows: Any) -> Any:
    from sklearn.preprocessing import normalize  # type: ignore[import-untyped]

    return normalize(rows)


def _name(place: str) -> str:
    return place.rpartition(".")[2]
