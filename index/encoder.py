"""A transformer in eight bits, run without PyTorch: what `index.encoder_export` wrote."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from onnxruntime import InferenceSession  # type: ignore[import-untyped]
    from tokenizers import Tokenizer

MODEL, TOKENIZER = "encoder.onnx", "tokenizer.json"
IDS, SHOWN, HIDDEN = "input_ids", "attention_mask", "hidden"
"""The names of what goes in and what comes out."""

Matrix = NDArray[np.float32]


class Encoder:
    """The transformer."""

    def __init__(self, folder: Path, longest: int) -> None:
        """What is in this folder, loaded for the first text; it reads so many pieces of words of one."""
        self._folder = folder
        self._longest = longest

    @classmethod
    def open(cls, folder: Path, longest: int) -> "Encoder | None":
        """The transformer in this folder; None where there is none."""
        return cls(folder, longest) if (folder / MODEL).is_file() else None

    @cached_property
    def _session(self) -> "InferenceSession":
        from onnxruntime import InferenceSession, SessionOptions

        options = SessionOptions()
        options.intra_op_num_threads = 1  # a question is short: more threads would wait for each other
        options.log_severity_level = 3
        return InferenceSession(str(self._folder / MODEL), options, providers=["CPUExecutionProvider"])

    @cached_property
    def _tokenizer(self) -> "Tokenizer":
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self._folder / TOKENIZER))
        tokenizer.enable_truncation(self._longest)
        tokenizer.no_padding()
        return tokenizer

    def pieces(self, text: str) -> tuple[Sequence[tuple[int, int]], Matrix]:
        """Where each piece of a word begins and ends in the text, and a row for each."""
        encoding = self._tokenizer.encode(text)
        ids = np.array([encoding.ids], np.int64)
        (hidden,) = self._session.run([HIDDEN], {IDS: ids, SHOWN: np.ones_like(ids)})
        return encoding.offsets, hidden[0]

    def mean(self, text: str) -> Matrix:
        """Of its pieces, in one row."""
        _, rows = self.pieces(text)
        found: Matrix = rows.mean(axis=0)
        return found


def first_pieces(offsets: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Where a piece begins in its text -> its number; of an empty one nothing."""
    return {start: at for at, (start, end) in reversed(list(enumerate(offsets))) if end > start}
