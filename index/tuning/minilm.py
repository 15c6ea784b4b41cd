"""The packaged MiniLM as the transformer that is taught: half the size of the other, and it knows no Italian."""

from collections.abc import Iterable
from typing import Any

from transformers import AutoModel, AutoTokenizer

from index.embedder import PACKAGED, Embedder

RATE = 3e-4


def name() -> str:
    """The model and where it came from."""
    return Embedder(PACKAGED).version


def base(texts: Iterable[str]) -> tuple[Any, Any]:
    """The transformer and its tokenizer; it is whole whatever the texts are."""
    where = Embedder(PACKAGED).where()
    return AutoModel.from_pretrained(where), AutoTokenizer.from_pretrained(where)
