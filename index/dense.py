"""The vectors of the passages, compared exactly by FAISS; of the file only what is compared is read."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from index.embedder import Vectors

if TYPE_CHECKING:
    from faiss import Index as FaissIndex

_VECTORS, _TEXTS, _GAMES = "vectors.faiss", "texts.json", "rows.json"
BELOW_ANY_COSINE = -2.0
"""The least that is looked for, where all vectors are to be compared."""


class Dense:
    """The vectors, those of a game side by side."""

    def __init__(self, vectors: "FaissIndex", games: Mapping[str, range]) -> None:
        """`games` has the rows of each, in the order of the games."""
        self._vectors = vectors
        end = max((rows.stop for rows in games.values()), default=0)
        self._rows: dict[str | None, range] = dict(games) | {None: range(end)}

    @property
    def width(self) -> int:
        """Of a vector."""
        return int(self._vectors.d)

    def rows(self, game: str | None) -> range:
        """Where the vectors of a game are, or those of all games."""
        return self._rows.get(game, range(0))

    def cosines(self, vector: Vectors, game: str | None) -> Vectors:
        """With each vector of a game, or of all."""
        import faiss

        rows = self.rows(game)
        only = faiss.SearchParameters(sel=faiss.IDSelectorRange(rows.start, rows.stop))  # type: ignore[call-arg]
        # All of them, as they come: to ask for the nearest, and for as many, would sort them one by one.
        _, found, at = self._vectors.range_search(vector[None], BELOW_ANY_COSINE, params=only)
        cosines: Vectors = np.empty(len(rows), np.float32)
        cosines[at - rows.start] = found
        return cosines

    def vectors(self, game: str) -> Vectors:
        """Those of a game, a row each."""
        rows = self.rows(game)
        found: Vectors = self._vectors.reconstruct_n(rows.start, len(rows))
        return found

    @classmethod
    def load(cls, folder: Path) -> "Dense":
        """What `save` wrote."""
        import faiss

        games: dict[str, list[int]] = json.loads((folder / _GAMES).read_text(encoding="utf-8"))
        vectors = faiss.read_index(str(folder / _VECTORS), faiss.IO_FLAG_MMAP_IFC)
        return cls(vectors, {game: range(*rows) for game, rows in games.items()})


def save(texts_of: Mapping[str, Sequence[str]], vector_of: Mapping[str, Vectors], folder: Path) -> None:
    """The vectors of each game's texts in their order, then those of all other texts, into a folder that is being
    written.
    """
    import faiss

    games, order = {}, list[str]()
    for game, texts in texts_of.items():
        games[game] = (len(order), len(order) + len(texts))
        order += texts
    placed = set(order)
    order += [text for text in vector_of if text not in placed]
    index = faiss.IndexFlatIP(len(next(iter(vector_of.values()))))
    index.add(np.stack([vector_of[text] for text in order]))
    (folder / _VECTORS).write_bytes(faiss.serialize_index(index).tobytes())
    (folder / _TEXTS).write_text(json.dumps(order, ensure_ascii=False, indent=0), encoding="utf-8")
    (folder / _GAMES).write_text(json.dumps(games), encoding="utf-8")


def vectors_by_text(folder: Path) -> dict[str, Vectors]:
    """Each text that went through the model, with its vector."""
    import faiss

    texts = json.loads((folder / _TEXTS).read_text(encoding="utf-8"))
    vectors = faiss.read_index(str(folder / _VECTORS))
    return dict(zip(texts, vectors.reconstruct_n(0, vectors.ntotal), strict=True))
