"""A transformer in eight bits, run without PyTorch: what `index.encoder_export` wrote."""

from collections.abc import Sequence
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
    """The transformer, opened."""

    def __init__(self, session: "InferenceSession", tokenizer: "Tokenizer") -> None:
        self._session = session
        self._tokenizer = tokenizer

    @classmethod
    def open(cls, folder: Path, longest: int) -> "Encoder | None":
        """The transformer in this folder, which reads so many pieces of words of a text; None where there is none."""
        if not (folder / MODEL).is_file():
            return None
        from onnxruntime import InferenceSession, SessionOptions
        from tokenizers import Tokenizer

        options = SessionOptions()
        options.intra_op_num_threads = 1  # a question is short: more threads would wait for each other
        options.log_severity_level = 3
        tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
        tokenizer.enable_truncation(longest)
        tokenizer.no_padding()
        return cls(InferenceSession(str(folder / MODEL), options, providers=["CPUExecutionProvider"]), tokenizer)

    def pieces(self, text: str) -> tuple[Sequence[tuple[int, int]], Matrix]:
        """Where each piece of a word begins and ends in the text, and a row for each."""
        encoding = self._tokenizer.encode(text)
        ids = np.array([encoding.ids], np.int64)
        (hidden,) = self._session.run([HIDDEN], {IDS: ids, SHOWN: np.ones_like(ids)})
        return encoding.offsets, hidden[0]

    def vector(self, text: str) -> Matrix:
        """The mean of the pieces, of length one."""
        _, rows = self.pieces(text)
        mean = rows.mean(axis=0)
        unit: Matrix = mean / np.linalg.norm(mean)
        return unit
