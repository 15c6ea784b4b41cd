"""`arbitro rulebook`."""

import argparse
import sys
from functools import cache, partial
from pathlib import Path

from index import Unreachable
from index.books import Book
from service.books import BadBook, Shelf
from service.cli.arguments import Object, language_of
from service.cli.exit_codes import DONE, Failed, WrongUse
from service.cli.opening import ensure_index, load_settings, load_whole_corpus, open_shelf
from service.cli.output import print_json, print_lines
from service.cli.terminal import Style, counted, shelf_text
from service.positions.mistakes import suggestion


def run(options: argparse.Namespace) -> int:
    """Puts a rulebook of the user's on the shelf, lists them, or takes one off."""
    if (options.action == "list") != (options.file is None):
        raise WrongUse(f"arbitro rulebook {options.action} takes {'no file' if options.file else 'a FILE'}")
    if options.action == "add" and not (options.game or "").strip():
        raise WrongUse("name the game that the rulebook is of: arbitro rulebook add FILE --game GAME")
    settings = load_settings()
    shelf = open_shelf(settings, cache(lambda: ensure_index(settings)))
    try:
        if options.action == "add":
            _add_rulebook(shelf, options)
        elif options.action == "remove":
            book = shelf.remove(options.file)
            print(f"{book.id}: {_passages(book)} {_are(book)} gone", file=sys.stderr)
        elif options.json:
            print_json([_about_book(book) for book in shelf.listed()])
        else:
            print_lines(shelf_text(shelf.listed(), language_of(options), Style()))
    except BadBook as error:
        raise WrongUse(str(error)) from error
    except Unreachable as error:
        raise Failed(str(error)) from error
    return DONE


def _add_rulebook(shelf: Shelf, options: argparse.Namespace) -> None:
    def count(what: str, done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{what}: {done} of {of}", end="\n" if done == of else "", file=sys.stderr, flush=True)

    book, is_new = shelf.add(
        Path(options.file), options.game, options.lang, partial(count, "pages"), partial(count, "texts")
    )
    known = {**load_whole_corpus().games, **{one.game: one for one in shelf.listed() if one.id != book.id}}
    own = "" if book.game in known else f", a game of its own{suggestion(book.game, known)}"
    done = "can be asked about" if is_new else f"{_are(book)} there already"
    print(f"{book.id}: {_passages(book)} {done}; {book.game}{own}", file=sys.stderr)


def _passages(book: Book) -> str:
    return counted("passages", len(book.passages), "en")


def _are(book: Book) -> str:
    return "is" if len(book.passages) == 1 else "are"


def _about_book(book: Book) -> Object:
    about = {key: getattr(book, key) for key in ("id", "file", "game", "language", "pages")}
    return {**about, "passages": len(book.passages)}
