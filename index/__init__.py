"""Finds the rules that a question is about, in either language."""

from index.build import Report, build
from index.embedder import Embedder, ModelError
from index.milvus import Elsewhere, Unreachable, publish
from index.passages import Passage
from index.search import Hit, Index, open_index
from index.store import MissingIndex, StaleIndex, status

__all__ = [
    "Elsewhere",
    "Embedder",
    "Hit",
    "Index",
    "MissingIndex",
    "ModelError",
    "Passage",
    "Report",
    "StaleIndex",
    "Unreachable",
    "build",
    "open_index",
    "publish",
    "status",
]
