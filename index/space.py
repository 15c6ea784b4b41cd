"""The space of the tuned model: a question lies near what is written of its rule, in either language."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from index.encoder import Encoder, Matrix
from index.reader import HOME, LONGEST, Heads, open_heads, placed, read_card


class Space:
    """Texts to vectors; questions are read by `index.reader`, which puts them in the same place."""

    def __init__(self, encoder: Encoder, heads: Heads, version: str) -> None:
        self._encoder = encoder
        self._heads = heads
        self.version = version
        """Of the model: vectors of another are none of this space."""

    @classmethod
    def open(cls, home: Path = HOME) -> "Space | None":
        """That of the model in this folder; None where there is none."""
        encoder = Encoder.open(home, LONGEST)
        if encoder is None:
            return None
        return cls(encoder, open_heads(home), f"tuned {read_card(home)['digest']}")

    def vectors(self, texts: Sequence[str], threads: int) -> Matrix:
        """A row of length one for each.

        Each is read alone, as a question is: read together they would be rounded together, and what a text's vector is
        would hang on its neighbours.
        """
        with ThreadPoolExecutor(threads) as pool:
            return placed(np.stack([*pool.map(self._encoder.mean, texts)]), self._heads)
