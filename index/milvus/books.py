"""A tenant's own rulebooks on Milvus: the same passages found as on a shelf in this process, and nothing kept here.

A book is one entry, the words in it with the number of passages that have each; its passages are a build of their own.
A new version is added beside the old one, and the entry of the book then turned to it: a question is answered from one
or the other whole.
"""

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from math import log
from typing import Any, TypeAlias, overload

from corpus import Language
from index.books import Book, BookHit, BookPassage, Books, read_as, stems
from index.embedder import Progress, Vectors
from index.milvus.entries import NEAREST, Collection, Elsewhere, Entries, word_number
from index.search import Index

BOOKS = Collection(name="books", is_sparse=True, has_documents=True)
PASSAGES = Collection(name="book_passages", is_sparse=False, has_documents=True)
WORDS = Collection(name="book_words", is_sparse=True)

ABOUT = ("id", "file", "game", "language", "digest", "pages")
NO_WORDS = {word_number(""): 0.0}

Place: TypeAlias = tuple[str, int]
"""The build that a passage belongs to, and its row."""


class PassagesElsewhere(Sequence[BookPassage]):
    """The passages of a book, each read when it is looked at."""

    def __init__(self, entries: Entries, built: str, size: int) -> None:
        self._entries = entries
        self.built = built
        self._size = size

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> BookPassage: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[BookPassage]: ...
    def __getitem__(self, at: int | slice) -> BookPassage | Sequence[BookPassage]:
        if isinstance(at, slice):
            return tuple(self)[at]
        (passage,) = self._entries.documents_at(PASSAGES, [(self.built, range(self._size)[at])])
        return BookPassage(**passage)

    def __iter__(self) -> Iterator[BookPassage]:
        return (BookPassage(**passage) for passage in self._entries.documents(PASSAGES, self.built))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # as of a list


class BooksElsewhere(Books):
    """A shelf that a tenant has on Milvus."""

    def __init__(self, entries: Entries, books: Sequence[Book], space: str) -> None:
        super().__init__(books, space)
        self._entries = entries

    def search(
        self, question: str, vector: Vectors, language: Language, game: str | None = None, limit: int = 10
    ) -> list[BookHit]:
        """As `Books.search`; of passages beyond the nearest, what they have of the last of these."""
        sought = {_built(book): book for book in self.books if game in (None, book.game)}
        if not sought:
            return []
        most = min(NEAREST, sum(len(book.passages) for book in sought.values()))
        near = self._entries.nearest(PASSAGES, vector.tolist(), [*sought], most)
        dense = {(one.built, one.row): min(max(one.product, 0.0), 1.0) for one in near}
        shared = self._shares(question, language, [*sought], most)
        of_dense, of_shared = _beyond(dense, most), _beyond(shared, most)
        order = {built: at for at, built in enumerate(sought)}

        def score(place: Place) -> float:
            return (dense.get(place, of_dense) + shared.get(place, of_shared)) / 2

        places = dict.fromkeys((*dense, *shared))
        best = sorted(places, key=lambda place: (-score(place), order[place[0]], place[1]))[:limit]
        return [
            BookHit(
                id=f"{sought[built].id}#{row + 1}",
                book=sought[built],
                passage=BookPassage(**passage),
                score=score((built, row)),
                dense=dense.get((built, row), of_dense),
                lexical=shared.get((built, row), of_shared),
            )
            for (built, row), passage in zip(best, self._entries.documents_at(PASSAGES, best), strict=True)
        ]

    def _shares(self, question: str, language: Language, builds: Sequence[str], most: int) -> dict[Place, float]:
        """Of the nearest passages in the question's language, the share of the question's words that they have."""
        spoken = [_built(book) for book in self.books if book.language == language and _built(book) in builds]
        weights = self._weights(question, language) if spoken else {}
        if not weights:
            return {}
        whole = sum(weights.values())
        found = self._entries.nearest(WORDS, weights, spoken, most)
        return {(near.built, near.row): near.product / whole for near in found if near.product}

    def _weights(self, question: str, language: Language) -> dict[int, float]:
        """Of each word of the question: the more, the fewer passages of the shelf have it."""
        asked = sorted(word_number(stem) for stem in stems(question, language))
        speaking = [book.id for book in self.books if book.language == language]
        total = sum(len(book.passages) for book in self.books)
        found = self._entries.nearest_to_each(BOOKS, [{word: 1.0} for word in asked], speaking, len(speaking))
        having = (sum(near.product for near in books) for books in found)
        return {word: log(1 + total / (times or 1)) for word, times in zip(asked, having, strict=True)}


def _beyond(scores: Mapping[Place, float], most: int) -> float:
    """What is counted for a passage that is not among the nearest: what the last of these has, if there may be more."""
    return min(scores.values()) if len(scores) == most else 0.0


def load_books(where: Elsewhere) -> BooksElsewhere:
    """The tenant's books, as they are now."""
    entries = Entries(where)
    kept = entries.documents(BOOKS) if entries.has(BOOKS) else []
    kept.sort(key=lambda one: one["added"])
    books = tuple(_book(one, entries) for one in kept)
    spaces = {one["space"] for one in kept}
    return BooksElsewhere(entries, books, spaces.pop() if len(spaces) == 1 else "")


def change_books(
    where: Elsewhere, index: Index, change: Callable[[tuple[Book, ...]], Sequence[Book]], progress: Progress
) -> None:
    """Puts another shelf in the place of the tenant's; only books that are new go through the model."""
    entries = Entries(where)
    before = load_books(where).books
    books = tuple(change(before))
    builds = {book.id: _digest(book, index.space) for book in books}
    for book in books:
        if not (isinstance(book.passages, PassagesElsewhere) and book.passages.built == builds[book.id]):
            _add(book, builds[book.id], entries, index, progress)
    gone = [book.id for book in before if book.id not in builds]
    replaced = [built for built in map(_built, before) if built not in builds.values()]
    for collection, names in ((BOOKS, gone), (PASSAGES, replaced), (WORDS, replaced)):
        if names:
            entries.remove(collection, names)


def _add(book: Book, built: str, entries: Entries, index: Index, progress: Progress) -> None:
    """The passages first, where they are not there yet, then the entry by which they are found."""
    passages = tuple(book.passages)
    words = [{word_number(stem): 1.0 for stem in stems(read_as(one), book.language)} for one in passages]
    if not entries.has(BOOKS) or any(entries.count(each, built) != len(passages) for each in (PASSAGES, WORDS)):
        vectors = index.read_passages([read_as(one) for one in passages], progress)
        entries.prepare((PASSAGES, WORDS, BOOKS), vectors.shape[1])
        entries.put(PASSAGES, built, vectors.tolist(), [asdict(passage) for passage in passages])
        entries.put(WORDS, built, [own or NO_WORDS for own in words])
    having = Counter(word for own in words for word in own)
    kept = {
        **{name: getattr(book, name) for name in ABOUT},
        "passages": len(passages),
        "built": built,
        "space": index.space,
        "added": time.time_ns(),
    }
    entries.put(BOOKS, book.id, [{word: float(times) for word, times in having.items()} or NO_WORDS], [kept])


def _book(kept: Mapping[str, Any], entries: Entries) -> Book:
    about = {name: kept[name] for name in ABOUT}
    return Book(**about, passages=PassagesElsewhere(entries, kept["built"], kept["passages"]))


def _built(book: Book) -> str:
    assert isinstance(book.passages, PassagesElsewhere), "a book of this shelf has its passages there"
    return book.passages.built


def _digest(book: Book, space: str) -> str:
    """Of what is compared, and where it can be compared: another book is another build."""
    if isinstance(book.passages, PassagesElsewhere) and book.passages.built.startswith(f"{_space_digest(space)}-"):
        return book.passages.built
    content = json.dumps([book.id, book.language, [asdict(passage) for passage in book.passages]])
    return f"{_space_digest(space)}-{hashlib.sha256(content.encode()).hexdigest()[:32]}"


def _space_digest(space: str) -> str:
    return hashlib.sha256(space.encode()).hexdigest()[:8]
