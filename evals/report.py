"""The report of `arbitro eval`: one page that needs nothing else.

The figures beside the baseline, what got worse, how often an answer of each confidence was right, and every wrong
answer with what was retrieved for it.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Literal, TypeAlias

from corpus import LANGUAGES

if TYPE_CHECKING:
    from evals.baseline import Measurement
    from service.schema import Answer

NAME = "eval.html"
TEMPLATE = "report.html.j2"
BINS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """An answer of the evals, and what is wrong with it."""

    suite: Literal["questions", "positions", "dialogues"]
    game: str
    id: str
    kind: str
    """Of the question; of a position, its grade."""
    answer: "Answer"
    expected: str
    gold: tuple[str, ...]
    retrieved: tuple[str, ...]
    """The rules found for it, best first."""
    failures: tuple[str, ...]
    """None where it is right."""

    def lines(self) -> Iterator[str]:
        """For a terminal."""
        yield f"{self.id} {self.answer.question}"
        yield f"    {self.answer.answer}"
        yield from (f"    - {failure}" for failure in self.failures)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Answers of like confidence."""

    answers: int
    confidence: float
    """Their mean."""
    right: float
    """The share of them that was right."""


Reliability: TypeAlias = dict[str, list[Bin]]
"""By language."""


def reliability(judged: Sequence[Judged]) -> Reliability:
    """How often answers of each confidence were right, of questions and in each language."""
    found: Reliability = {}
    for language in LANGUAGES:
        bins: dict[int, list[Judged]] = {}
        for one in judged:
            if one.suite == "questions" and one.answer.language == language:
                bins.setdefault(min(int(one.answer.confidence * BINS), BINS - 1), []).append(one)
        found[language] = [
            Bin(
                answers=len(bins[at]),
                confidence=mean(one.answer.confidence for one in bins[at]),
                right=mean(not one.failures for one in bins[at]),
            )
            for at in sorted(bins)
        ]
    return found


def calibration_error(bins: Sequence[Bin]) -> float:
    """By how much confidence and share of right answers differ, on the average answer."""
    answers = sum(each.answers for each in bins)
    return sum(each.answers * abs(each.confidence - each.right) for each in bins) / answers if answers else 0.0


def write_report(
    measured: "Measurement", baseline: "Measurement | None", regressions: Sequence[str], judged: Sequence[Judged]
) -> Path:
    """Writes the page into the folder of the index, whole or not at all; where it is."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from service.settings import settings

    pages = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    curves = reliability(judged)
    html = pages.get_template(TEMPLATE).render(
        measured=measured,
        before=baseline.figures if baseline else {},
        regressions=regressions,
        reliability={language: (bins, calibration_error(bins)) for language, bins in curves.items() if bins},
        wrong=[one for one in judged if one.failures],
        judged=len(judged),
    )
    page = settings().home / NAME
    page.parent.mkdir(parents=True, exist_ok=True)
    beside = page.with_suffix(f".{os.getpid()}.tmp")
    beside.write_text(html, encoding="utf-8")
    beside.replace(page)
    return page
