"""The index on Milvus, for many rulebooks and more than one machine: `ARBITRO_INDEX=milvus:URI`.

A file as URI is Milvus Lite's, which runs in this process.
"""

from index.milvus.entries import Elsewhere, Unreachable
from index.milvus.rules import DenseElsewhere, opened, publish

__all__ = ["DenseElsewhere", "Elsewhere", "Unreachable", "opened", "publish"]
