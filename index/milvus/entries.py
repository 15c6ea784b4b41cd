"""Entries on Milvus: what a tenant keeps there, in collections that all tenants share, each in a partition of its own.

An entry is what is compared, a vector or words with their weights, and may have a document beside it. It belongs to a
build, so that what is new can be added beside what is there, and the old be taken away last.
"""

import json
import logging
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pymilvus import MilvusClient

NEAREST = 1000
"""So many passages are compared to the end; none beyond is of a rule that is found."""
AT_ONCE = 500
"""Entries that are added by one request."""
MOST_READ = 16_000
"""Entries that one request may read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """Entries of one kind."""

    name: str
    is_sparse: bool
    """Whether words are compared, and not vectors."""
    has_documents: bool = False

    @property
    def index(self) -> Mapping[str, str]:
        """Exact within a tenant: a shelf of rulebooks has few enough passages, and a partition keeps the others out."""
        return {"index_type": "SPARSE_INVERTED_INDEX" if self.is_sparse else "FLAT", "metric_type": "IP"}


class Near(NamedTuple):
    """An entry near a query."""

    built: str
    row: int
    product: float
    """The inner product of the two."""


class Unreachable(ValueError):  # noqa: N818  # it says what is the matter
    """The index elsewhere cannot be used: which one, why, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """Where an index is that is not in this process."""

    uri: str
    """A server's address, or a file for Milvus Lite."""
    tenant: str
    """Whose entries these are."""
    token: str = ""


@cache
def _connected(uri: str, token: str) -> "MilvusClient":
    """One connection for all tenants."""
    try:
        from pymilvus import MilvusClient
    except ImportError as error:
        raise Unreachable("ARBITRO_INDEX needs pymilvus: pip install -e '.[milvus]', or unset it") from error
    for library in ("pymilvus", "grpc._server"):  # what they log of an error is said once, by `Entries`
        logging.getLogger(library).setLevel(logging.CRITICAL)
    return MilvusClient(uri=uri, token=token)


@cache
def _loaded(uri: str, token: str, collection: Collection) -> str:
    """The name of a collection that can be read: Milvus Lite has none ready that another process made."""
    _connected(uri, token).load_collection(_name(collection))
    return _name(collection)


class Entries:
    """Those of one tenant."""

    def __init__(self, where: Elsewhere) -> None:
        self._where = where

    @property
    def _client(self) -> "MilvusClient":
        with self._reporting():
            return _connected(self._where.uri, self._where.token)

    def prepare(self, collections: Iterable[Collection], width: int) -> None:
        """Makes those that are not there; `width` is that of a vector."""
        from pymilvus import DataType

        with self._reporting():
            for collection in collections:
                name = _name(collection)
                if self._client.has_collection(name):
                    continue
                schema = self._client.create_schema(auto_id=False, enable_dynamic_field=False)
                schema.add_field("id", DataType.VARCHAR, is_primary=True, max_length=200)
                schema.add_field("tenant", DataType.VARCHAR, is_partition_key=True, max_length=60)
                schema.add_field("built", DataType.VARCHAR, max_length=100)
                schema.add_field("row", DataType.INT64)
                if collection.has_documents:
                    schema.add_field("document", DataType.JSON)
                if collection.is_sparse:
                    schema.add_field("words", DataType.SPARSE_FLOAT_VECTOR)
                else:
                    schema.add_field("vector", DataType.FLOAT_VECTOR, dim=width)
                compared = self._client.prepare_index_params()
                compared.add_index(_field(collection), **collection.index)
                self._client.create_collection(name, schema=schema, index_params=compared)

    def add(self, collection: Collection, built: str, entries: Sequence[Any], documents: Sequence[Any] = ()) -> int:
        """Adds these vectors or words as one build, unless it is there whole; how many were added."""
        if self.count(collection, built) == len(entries):
            return 0
        self.put(collection, built, entries, documents)
        return len(entries)

    def put(self, collection: Collection, built: str, entries: Sequence[Any], documents: Sequence[Any] = ()) -> None:
        """The same in the place of what the build has."""
        rows: list[dict[str, Any]] = [
            {
                "id": self._id(built, row),
                "tenant": self._where.tenant,
                "built": built,
                "row": row,
                _field(collection): entry,
            }
            for row, entry in enumerate(entries)
        ]
        for row, document in zip(rows, documents, strict=False):
            row["document"] = document
        with self._reporting():
            for start in range(0, len(rows), AT_ONCE):
                self._client.upsert(_name(collection), rows[start : start + AT_ONCE])

    def keep_only(self, collection: Collection, builds: Iterable[str]) -> None:
        """Takes away what the tenant has of other builds."""
        with self._reporting():
            self._client.delete(_name(collection), filter=f"{self._own()} and built not in {json.dumps([*builds])}")

    def remove(self, collection: Collection, builds: Sequence[str]) -> None:
        """Takes these away."""
        with self._reporting():
            self._client.delete(_name(collection), filter=self._of(builds))

    def count(self, collection: Collection, built: str) -> int:
        """How many entries a build has."""
        with self._reporting():
            found = self._client.query(
                self._readable(collection),
                filter=self._of([built]),
                output_fields=["count(*)"],
                consistency_level="Strong",
            )
        return int(found[0]["count(*)"])

    def documents(self, collection: Collection, built: str | None = None) -> list[Any]:
        """Those of a build in the order of its rows, or of all builds."""
        with self._reporting():
            found = self._client.query(
                self._readable(collection),
                filter=self._own() if built is None else self._of([built]),
                output_fields=["row", "document"],
                limit=MOST_READ,
                consistency_level="Strong",
            )
        return [each["document"] for each in sorted(found, key=lambda each: each["row"])]

    def documents_at(self, collection: Collection, places: Sequence[tuple[str, int]]) -> list[Any]:
        """Those of entries, each by its build and row; LookupError where one is not there."""
        with self._reporting():
            found = self._client.query(
                self._readable(collection),
                ids=[self._id(*place) for place in places],
                output_fields=["id", "document"],
                consistency_level="Strong",
            )
        there = {each["id"]: each["document"] for each in found}
        return [there[self._id(*place)] for place in places]

    def has(self, collection: Collection) -> bool:
        """Whether anybody has such entries."""
        with self._reporting():
            return bool(self._client.has_collection(_name(collection)))

    def nearest(self, collection: Collection, query: Any, builds: Sequence[str], limit: int) -> list[Near]:
        """The best entries of these builds, best first."""
        (found,) = self.nearest_to_each(collection, [query], builds, limit)
        return found

    def nearest_to_each(
        self, collection: Collection, queries: Sequence[Any], builds: Sequence[str], limit: int
    ) -> list[list[Near]]:
        """The same for several queries at once."""
        with self._reporting():
            found = self._client.search(
                self._readable(collection),
                data=list(queries),
                anns_field=_field(collection),
                filter=self._of(builds),
                limit=limit,
                output_fields=["built", "row"],
            )
        return [[Near(**hit["entity"], product=hit["distance"]) for hit in hits] for hits in found]

    def _readable(self, collection: Collection) -> str:
        return _loaded(self._where.uri, self._where.token, collection)

    def _id(self, built: str, row: int) -> str:
        return f"{self._where.tenant}/{built}/{row}"

    def _own(self) -> str:
        return f"tenant == {json.dumps(self._where.tenant)}"

    def _of(self, builds: Sequence[str]) -> str:
        return f"{self._own()} and built in {json.dumps([*builds])}"

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        """Whatever keeps Milvus from answering, as one error that says what to do."""
        try:
            yield
        except Unreachable:
            raise
        except Exception as error:  # the client raises its own, gRPC's and the system's
            why = f"{getattr(error, 'message', None) or error}".splitlines()[0]
            raise Unreachable(
                f"the index on Milvus at {self._where.uri} cannot be used: {why}; start it, set ARBITRO_INDEX to where "
                "it is, or unset it for the index on this machine"
            ) from error


def _name(collection: Collection) -> str:
    return f"arbitro_{collection.name}"


def _field(collection: Collection) -> str:
    """What is compared of an entry."""
    return "words" if collection.is_sparse else "vector"


def word_number(word: str) -> int:
    """Of a word, where words are compared: the same on every machine; two words that share one are rarer than a typing
    error.
    """
    return zlib.crc32(word.encode()) & 0x7FFFFFFF
