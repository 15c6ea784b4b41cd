"""The rulebooks that were added, as questions, searches and commands find them.

A process that answers opens them again when another has changed them.
"""

import threading
from collections.abc import Callable
from pathlib import Path

from corpus import Language
from index import Index, StaleIndex
from index.books import NAME, Book, BookHit, BookPassage, Books, BooksHere, Place, change_books, load_books, open_books
from index.store import folder
from service.books.files import Progress, read_book, slug
from service.books.passages import BadBook
from service.positions.mistakes import suggestion

MOST_BOOKS = 200


class Shelf:
    """The books at a place; `index` is opened when texts have to be read."""

    def __init__(self, place: Place, index: Callable[[], Index]) -> None:
        self._place = place
        self._index = index
        self._opened: Books | None = None
        self._stamp = -1
        self._lock = threading.Lock()

    def books(self) -> Books:
        """The books as they are now; they are read by the model again where another one had read them."""
        if not isinstance(self._place, Path):
            return open_books(self._place, self._index())
        with self._lock:
            stamp = _stamp(self._place)
            if self._opened is None or stamp != self._stamp:
                self._opened = open_books(self._place, self._index()) if stamp else BooksHere()
                self._stamp = _stamp(self._place)
            return self._opened

    def listed(self) -> tuple[Book, ...]:
        """The books, without anything that searches them; raises `BadBook`."""
        try:
            return load_books(self._place).books
        except StaleIndex as error:
            raise BadBook(str(error)) from error

    def search(self, question: str, language: Language, game: str | None = None, limit: int = 10) -> list[BookHit]:
        """The passages nearest to a question, best first."""
        if not (books := self.books()).books:
            return []
        return books.search(question, self._index().vector(question, language), language, game, limit)

    def find(self, id: str) -> tuple[Book, BookPassage] | None:
        """The passage with this id."""
        return load_books(self._place).find(id.strip().lower())

    def add(
        self, path: Path, game: str, language: Language | None, reads: Progress, embeds: Progress
    ) -> tuple[Book, bool]:
        """The book in a file, put on the shelf in the place of an older version; and whether anything changed.

        `reads` counts pages, `embeds` texts. Raises `BadBook`.
        """
        game = slug(game)
        book = read_book(path, game, language, reads)
        known = self.listed()
        if any((one.id, one.digest, one.game) == (book.id, book.digest, game) and one == book for one in known):
            return book, False
        if len({one.id for one in known} | {book.id}) > MOST_BOOKS:
            raise BadBook(f"there are {MOST_BOOKS} rulebooks already: remove one first")

        def change(books: tuple[Book, ...]) -> list[Book]:
            return [*(one for one in books if one.id != book.id), book]

        change_books(self._place, self._index(), change, embeds)
        return book, True

    def remove(self, name: str) -> Book:
        """Takes a book off the shelf; raises `BadBook` where there is none of this name."""
        known = {one.id: one for one in self.listed()}
        book = known.get(name) or next((one for one in known.values() if one.file == name), None)
        if book is None:
            there = ", ".join(known) or "none: `arbitro rulebook add FILE --game GAME` adds one"
            raise BadBook(f"there is no rulebook {name!r:.60}: there is {there}{suggestion(name, known)}")
        change_books(self._place, self._index(), lambda books: [one for one in books if one.id != book.id])
        return book


def _stamp(home: Path) -> int:
    """Another one when the books under a home have changed; 0 where there are none."""
    try:
        return (folder(home, NAME) / "books.json").stat().st_mtime_ns
    except OSError:
        return 0
