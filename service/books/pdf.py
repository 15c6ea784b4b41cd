"""Reads a PDF in a process of its own: what a file may make its reader do is bounded there.

The layout is analysed by pdfminer, which puts lines into boxes and boxes into reading order, columns one after the
other. A box of large or bold letters is a heading. What stands at the edge of most pages belongs to none of them.
"""

import json
import re
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from service.books.passages import BadBook, Paragraph

if TYPE_CHECKING:
    from pdfminer.layout import LTPage, LTTextBox

MOST_PAGES = 1_000
MOST_MEMORY = 2_000_000_000
"""Bytes: a rulebook takes a tenth of it, a file made to fill a machine as much as there is."""
SECONDS_OF_WORK = 600
FEWEST_LETTERS = 20
"""A page with fewer has no text."""
LARGE = 1.15
"""So many times the usual size a letter is one of a heading."""
LONGEST_HEADING = 12
"""In words."""
AT_MOST_PAGES = 0.5
"""A line that stands at the edge of more of the pages is none of their text."""
FEWEST_PAGES_WITH_EDGES = 4

Page = dict[str, Any]
"""`{"boxes": [{"lines": [...], "size": 10.0, "bold": false}, ...]}`"""


def read_pdf(path: Path, progress: Callable[[int, int], None]) -> tuple[list[Paragraph], int]:
    """Its paragraphs in reading order, and how many pages it has; raises `BadBook`."""
    pages: list[Page] = []
    with subprocess.Popen(
        [sys.executable, "-m", __spec__.name, str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    ) as child:
        assert child.stdout
        of, failure = 0, "it takes more memory or time than a rulebook does"
        for line in child.stdout:
            said = json.loads(line)
            failure = said.get("failure", failure)
            of = said.get("pages", of)
            if "boxes" in said:
                pages.append(said)
                progress(len(pages), of)
    if child.returncode != 0:
        raise BadBook(f"{path} cannot be read as PDF: {failure}")
    bare = [number for number, page in enumerate(pages, start=1) if _letters(page) < FEWEST_LETTERS]
    if len(bare) == len(pages):
        raise BadBook(
            f"{path} has pictures of pages and no text: run it through text recognition, such as ocrmypdf, and add "
            "what comes of it"
        )
    return list(_paragraphs(pages)), len(pages)


def _letters(page: Page) -> int:
    return sum(len(line) for box in page["boxes"] for line in box["lines"])


def _paragraphs(pages: Sequence[Page]) -> Iterator[Paragraph]:
    edges = _edges(pages)
    usual = median([box["size"] for page in pages for box in page["boxes"] for _ in box["lines"]])
    section = ""
    for number, page in enumerate(pages, start=1):
        line = 0
        for box in page["boxes"]:
            numbered = list(enumerate(box["lines"], start=line + 1))
            line += len(numbered)
            kept = tuple((at, text) for at, text in numbered if _bare(text) not in edges)
            words = " ".join(text for _, text in kept).split()
            if not words:
                continue
            is_heading = len(words) <= LONGEST_HEADING and (box["bold"] or box["size"] >= LARGE * usual)
            if is_heading and words[-1][-1] not in ".,;":
                section = " ".join(words)
            else:
                yield Paragraph(kept, section, number)


def _edges(pages: Sequence[Page]) -> set[str]:
    """The first and last lines that most pages have, whatever numbers stand in them."""
    if len(pages) < FEWEST_PAGES_WITH_EDGES:
        return set()
    seen = Counter(
        text
        for page in pages
        if page["boxes"]
        for text in {_bare(line) for box in (page["boxes"][0], page["boxes"][-1]) for line in box["lines"]}
    )
    return {text for text, times in seen.items() if times > AT_MOST_PAGES * len(pages)}


def _bare(text: str) -> str:
    return re.sub(r"\d+", "#", text.strip().lower())


def _main(path: str) -> int:
    """In the child: a line of JSON for each page, or why there is none."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS_OF_WORK, SECONDS_OF_WORK))
    from pdfminer.high_level import extract_pages
    from pdfminer.layout import LAParams
    from pdfminer.pdfdocument import PDFDocument, PDFPasswordIncorrect
    from pdfminer.pdfpage import PDFPage
    from pdfminer.pdfparser import PDFParser

    try:
        with open(path, "rb") as file:
            found = PDFPage.create_pages(PDFDocument(PDFParser(file)))
            pages = sum(1 for _ in islice(found, MOST_PAGES + 1))
        if not pages:
            return _fail("it has no pages")
        if pages > MOST_PAGES:
            return _fail(f"it has more than {MOST_PAGES:,} pages: add it in parts")
        _say({"pages": pages})
        for page in extract_pages(path, laparams=LAParams()):
            _say({"boxes": [_box(box) for box in _boxes(page)]})
    except PDFPasswordIncorrect:
        return _fail("it wants a password: save it without one")
    except MemoryError:
        return 1
    except Exception as error:  # a damaged file raises whatever its damage leads to
        why = " ".join(str(error).split()) or type(error).__name__
        return _fail(f"it is damaged or no PDF ({why:.80})")
    return 0


def _boxes(page: "LTPage") -> "Iterator[LTTextBox]":
    from pdfminer.layout import LTTextBox

    return (box for box in page if isinstance(box, LTTextBox))


def _box(box: "LTTextBox") -> dict[str, Any]:
    from pdfminer.layout import LTChar

    letters = [letter for line in box for letter in line if isinstance(letter, LTChar)]
    return {
        "lines": [line for line in box.get_text().split("\n") if line.strip()],
        "size": round(median(letter.size for letter in letters), 1) if letters else 0.0,
        "bold": bool(letters) and sum("bold" in letter.fontname.lower() for letter in letters) > len(letters) / 2,
    }


def _fail(why: str) -> int:
    _say({"failure": why})
    return 1


def _say(what: dict[str, Any]) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1]))
