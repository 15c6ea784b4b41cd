"""The user's own rulebooks: passages of files, found beside the rules of the corpus and never among them.

A passage is compared by meaning, with the vectors that the index of the corpus reads, and by words: the share of the
question that is in it, rare words weighing more. Both are from 0 to 1 for any shelf of books, so that one threshold
tells what is near.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from corpus import Language
from corpus.function_words import LITTLE_WORDS
from index import store
from index.dense import BELOW_ANY_COSINE
from index.embedder import Progress, Vectors
from index.milvus import Elsewhere
from index.search import Index
from index.words import words

if TYPE_CHECKING:
    from faiss import Index as FaissIndex

FORMAT = 1
NAME = "rulebooks"
_BOOKS, _VECTORS = "books.json", "vectors.faiss"

Place: TypeAlias = "Path | Elsewhere"
"""Where a shelf is: under a folder of this machine, or on Milvus."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPassage:
    """A few sentences of a book, with the place where they stand."""

    text: str
    section: str
    """The headings over it; empty where the book shows none."""
    page: int | None
    lines: str
    """Of the page, or of a file without pages: `12` or `12-18`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A rulebook of the user's."""

    id: str
    """The name of its file in small letters, which its passages are cited by: `catan#12`."""
    file: str
    game: str
    language: Language
    digest: str
    """Of the file it was read from."""
    pages: int | None
    passages: Sequence[BookPassage]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookHit:
    """A passage that a question may be about."""

    id: str
    book: Book
    passage: BookPassage
    score: float
    """From 0 to 1, comparable over all questions and books."""
    dense: float
    lexical: float


class Books(ABC):
    """A shelf of books, opened."""

    def __init__(self, books: Sequence[Book], space: str) -> None:
        """`space` is what their vectors can be compared with; empty where there are none, or several."""
        self.books = tuple(books)
        self.space = space

    @property
    def games(self) -> tuple[str, ...]:
        """The games that have a book here."""
        return tuple(dict.fromkeys(book.game for book in self.books))

    def find(self, id: str) -> tuple[Book, BookPassage] | None:
        """The passage that is cited by this id."""
        name, _, number = id.partition("#")
        book = next((book for book in self.books if book.id == name), None)
        if book is None or not number.isascii() or not number.isdigit() or not 1 <= int(number) <= len(book.passages):
            return None
        return book, book.passages[int(number) - 1]

    @abstractmethod
    def search(
        self, question: str, vector: Vectors, language: Language, game: str | None = None, limit: int = 10
    ) -> list[BookHit]:
        """The nearest passages, best first; of one game's books only, if a game is named."""


class BooksHere(Books):
    """A shelf in this process."""

    def __init__(self, books: Sequence[Book] = (), vectors: "FaissIndex | None" = None, space: str = "") -> None:
        super().__init__(books, space)
        self._vectors = vectors
        self._rows = [(book, at) for book in self.books for at in range(len(book.passages))]
        self._postings = cache(self._new_postings)

    def vectors(self) -> Vectors | None:
        """Those of all passages, a row each; None where there are none."""
        return None if self._vectors is None else self._vectors.reconstruct_n(0, self._vectors.ntotal)

    def search(
        self, question: str, vector: Vectors, language: Language, game: str | None = None, limit: int = 10
    ) -> list[BookHit]:
        """As `Books.search`."""
        if self._vectors is None:
            return []
        _, cosines, rows = self._vectors.range_search(vector[None], BELOW_ANY_COSINE)
        dense: Vectors = np.zeros(len(self._rows), np.float32)
        dense[rows] = np.clip(cosines, 0.0, 1.0)
        shared = self._shares(question, language)
        scores: Vectors = (dense + shared) / np.float32(2)
        kept = [row for row, (book, _) in enumerate(self._rows) if game in (None, book.game)]
        best = sorted(kept, key=lambda row: (-scores[row], row))[:limit]
        return [self._hit(row, scores, dense, shared) for row in best]

    def _hit(self, row: int, scores: Vectors, dense: Vectors, shared: Vectors) -> BookHit:
        book, at = self._rows[row]
        return BookHit(
            id=f"{book.id}#{at + 1}",
            book=book,
            passage=book.passages[at],
            score=float(scores[row]),
            dense=float(dense[row]),
            lexical=float(shared[row]),
        )

    def _shares(self, question: str, language: Language) -> Vectors:
        """Of each passage in the question's language, the share of the question's words that it has."""
        postings = self._postings(language)
        shares = np.zeros(len(self._rows), np.float32)
        asked = stems(question, language)
        weights = {stem: log(1 + len(self._rows) / len(postings.get(stem, "?"))) for stem in asked}
        for stem, weight in weights.items():
            for row in postings.get(stem, ()):
                shares[row] += weight
        return shares / np.float32(sum(weights.values()) or 1.0)

    def _new_postings(self, language: Language) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = {}
        for row, (book, at) in enumerate(self._rows):
            if book.language == language:
                for stem in stems(read_as(book.passages[at]), language):
                    found.setdefault(stem, []).append(row)
        return found


def stems(text: str, language: Language) -> set[str]:
    """The words by which a passage and a question are compared."""
    little = LITTLE_WORDS[language]
    return set(words(" ".join(word for word in text.lower().split() if word not in little), language))


def read_as(passage: BookPassage) -> str:
    """What is compared with questions: the text under the last of its headings."""
    heading = passage.section.rpartition(" / ")[2]
    return f"{heading}. {passage.text}" if heading else passage.text


def load_books(place: Place) -> Books:
    """The books there, or none; StaleIndex if they cannot be read."""
    if isinstance(place, Elsewhere):
        from index.milvus import books as elsewhere

        return elsewhere.load_books(place)
    return _load(place)


def open_books(place: Place, index: Index) -> Books:
    """The books there, read again by this index if another model had read them."""
    books = load_books(place)
    if books.books and books.space != index.space:
        return change_books(place, index, lambda books: books)
    return books


def change_books(
    place: Place,
    index: Index,
    change: Callable[[tuple[Book, ...]], Sequence[Book]],
    progress: Progress = lambda done, of: None,
) -> Books:
    """Puts another shelf in the place of the one there, whole; only what is new goes through the model."""
    if isinstance(place, Elsewhere):
        from index.milvus import books as elsewhere

        elsewhere.change_books(place, index, change, progress)
    else:
        _change(place, index, change, progress)
    return load_books(place)


def _load(home: Path) -> BooksHere:
    """The books there; read once more where another process has put others in their place meanwhile."""
    while True:
        folder = store.folder(home, NAME)
        stamp, failure = _stamp(folder), None
        try:
            books = _read(folder)
        except store.StaleIndex as error:
            failure = error
        if stamp == _stamp(store.folder(home, NAME)):
            if failure:
                raise failure
            return books


def _stamp(folder: Path) -> tuple[Path, int, int] | None:
    """Another one as soon as the folder is another, or anything was put into it or taken out."""
    try:
        found = folder.stat()
    except OSError:
        return None
    return folder, found.st_ino, found.st_mtime_ns


def _read(folder: Path) -> BooksHere:
    if not folder.exists():
        return BooksHere()
    import faiss

    try:
        store.require_whole(folder)
        kept = json.loads((folder / _BOOKS).read_text(encoding="utf-8"))
        if kept["format"] != FORMAT:
            raise ValueError(f"format {kept['format']}")
        books = tuple(_book(one) for one in kept["books"])
        vectors = faiss.read_index(str(folder / _VECTORS)) if books else None
        if vectors is not None and vectors.ntotal != sum(len(book.passages) for book in books):
            raise ValueError(f"{vectors.ntotal} vectors")
    except Exception as error:  # whatever a file that is torn or gone raises, the remedy is the same
        raise store.StaleIndex(
            f"the rulebooks in {folder} are damaged: {error}: move that folder away and add them again"
        ) from error
    return BooksHere(books, vectors, kept["space"])


def _change(home: Path, index: Index, change: Callable[[tuple[Book, ...]], Sequence[Book]], progress: Progress) -> None:
    import faiss

    with store.replacing(home, NAME) as folder:
        old = _load(home)
        books = tuple(change(old.books))
        known = _known_vectors(old) if old.space == index.space else {}
        if new := list(dict.fromkeys(text for text in _texts(books) if text not in known)):
            known |= zip(new, index.read_passages(new, progress), strict=True)
        rows = [known[text] for text in _texts(books)]
        if rows:
            vectors = faiss.IndexFlatIP(len(rows[0]))
            vectors.add(np.stack(rows))
            (folder / _VECTORS).write_bytes(faiss.serialize_index(vectors).tobytes())
        kept = {"format": FORMAT, "space": index.space, "books": [asdict(book) for book in books]}
        (folder / _BOOKS).write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")


def _texts(books: Iterable[Book]) -> Iterator[str]:
    return (read_as(passage) for book in books for passage in book.passages)


def _known_vectors(books: BooksHere) -> dict[str, Vectors]:
    vectors = books.vectors()
    return {} if vectors is None else dict(zip(_texts(books.books), vectors, strict=True))


def _book(kept: Mapping[str, Any]) -> Book:
    passages = tuple(BookPassage(**passage) for passage in kept["passages"])
    return Book(**{**kept, "passages": passages})
