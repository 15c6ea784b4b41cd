"""Reads a rulebook from a file: plain text, Markdown or PDF."""

import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from corpus import Language
from index.books import Book
from service.answering.language_detection import detected_language
from service.books.passages import BadBook, Paragraph, passages_of

if TYPE_CHECKING:
    from markdown_it.token import Token

MOST_BYTES = 50_000_000
MOST_LETTERS = 5_000_000
"""A thousand full pages."""
LETTERS_TO_TELL_A_LANGUAGE = 20_000
TEXT, MARKDOWN, PDF = (".txt", ".text"), (".md", ".markdown"), (".pdf",)

Progress = Callable[[int, int], None]


def read_book(path: Path, game: str, language: Language | None, progress: Progress = lambda done, of: None) -> Book:
    """The book in a file, in passages; `progress` counts pages. Raises `BadBook`."""
    kind = path.suffix.lower()
    if kind not in (*TEXT, *MARKDOWN, *PDF):
        raise BadBook(f"{path} is no kind of file that can be read: give a .txt, .md or .pdf")
    content = _content(path)
    pages = None
    if kind in PDF:
        from service.books.pdf import read_pdf

        paragraphs, pages = read_pdf(path, progress)
    else:
        text = _text(path, content)
        paragraphs = list(_markdown(text) if kind in MARKDOWN else _plain(text))
    letters = sum(len(line) for paragraph in paragraphs for _, line in paragraph.lines)
    if letters > MOST_LETTERS:
        raise BadBook(f"{path} has {letters:,} letters, and {MOST_LETTERS:,} are the most: add it in parts")
    passages = tuple(passages_of(paragraphs))
    if not passages:
        raise BadBook(f"{path} holds no text")
    sample = " ".join(passage.text for passage in passages)[:LETTERS_TO_TELL_A_LANGUAGE]
    return Book(
        id=slug(path.stem),
        file=path.name,
        game=game,
        language=language or detected_language(sample),
        digest=hashlib.sha256(content).hexdigest(),
        pages=pages,
        passages=passages,
    )


def slug(name: str) -> str:
    """A name in small letters, digits and hyphens."""
    return re.sub(r"[^\w]+|_+", "-", name.lower()).strip("-") or "book"


def _content(path: Path) -> bytes:
    try:
        if (size := path.stat().st_size) > MOST_BYTES:
            raise BadBook(f"{path} has {size:,} bytes, and {MOST_BYTES:,} are the most: add it in parts")
        return path.read_bytes()
    except OSError as error:
        raise BadBook(f"{path} cannot be read: {error.strerror}") from error


def _text(path: Path, content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise BadBook(f"{path} is not text in UTF-8: save it as such, or give the PDF")
    return text


def _plain(text: str) -> Iterator[Paragraph]:
    """Paragraphs between empty lines."""
    lines: list[tuple[int, str]] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.strip():
            lines.append((number, line.strip()))
        elif lines:
            yield Paragraph(tuple(lines))
            lines = []


def _markdown(text: str) -> Iterator[Paragraph]:
    """Paragraphs, entries of lists and rows of tables under their headings, without the marks."""
    from markdown_it import MarkdownIt

    headings: dict[int, str] = {}
    level, row = 0, list[str]()
    is_in_row = False
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        first, section = (token.map or [0])[0] + 1, " / ".join(headings.values())
        match token.type:
            case "heading_open":
                level = int(token.tag[1:])
            case "heading_close":
                level = 0
            case "tr_open":
                is_in_row, row, row_line = True, [], first
            case "tr_close":
                is_in_row = False
                yield Paragraph(((row_line, "; ".join(filter(None, row))),), section)
            case "inline":
                said = _without_marks(token)
                if level:
                    headings = {of: title for of, title in headings.items() if of < level} | {level: said}
                elif is_in_row:
                    row.append(said)
                elif said.strip():
                    yield Paragraph(tuple(enumerate(said.split("\n"), start=first)), section)
            case "fence" | "code_block":
                yield from (
                    Paragraph(((at, line),), section)
                    for at, line in enumerate(token.content.splitlines(), start=first)
                    if line.strip()
                )


def _without_marks(inline: "Token") -> str:
    said = []
    for token in inline.children or ():
        if token.type in ("softbreak", "hardbreak"):
            said.append("\n")
        elif token.type in ("text", "code_inline", "image"):
            said.append(token.content)
    return "".join(said)
