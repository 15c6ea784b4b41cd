"""The committed figures that a change is held against.

A baseline names the corpus, the models and the settings it was measured with and is frozen: it is
written by hand, with `arbitro eval --accept`, and never by a run that merely passed. Figures of
another corpus cannot be compared and are refused; the absolute floors hold for any.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeAlias

from evals.cases import HOME

FILE = HOME / "baseline.json"
ALLOWED_DROP = 0.02
"""How much a figure may fall below the baseline in any group: one question of fifty."""
COUNTS = ("questions", "positions")
LOWER_IS_BETTER = (
    "opposite",
    "words",
    "other fact asked",
    "asked needlessly",
    "wrong procedure",
    "wrong fact",
    "wrong",
    "not told",
)
FLOORS: Mapping[str, Mapping[str, float]] = {
    "rulings": {"right": 1.0},
    "retrieval": {"recall@5": 0.65, "success@5": 0.75},
    "answers": {"right": 0.2, "gold cited": 0.6, "abstention precision": 0.5, "abstention recall": 0.5},
}
"""What must hold for each game in each language whatever the baseline says, per measurement."""

Figures: TypeAlias = dict[str, dict[str, dict[str, float]]]
"""measurement -> group (a game with a language or a kind of question) -> figure -> value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """What one run of the evals gave, and with what."""

    corpus: str
    """Its digest."""
    embeddings: str
    llm: str
    figures: Figures
    ranks: dict[str, int | None]
    """The place of the first deciding rule, by question; null beyond ten."""


def read(path: Path = FILE) -> Measurement | None:
    """The committed baseline, if there is one."""
    return Measurement(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None


def write(measured: Measurement, path: Path = FILE) -> None:
    """Make this measurement the baseline."""
    rounded = {
        measure: {
            group: {name: round(value, 4) for name, value in figures.items()} for group, figures in groups.items()
        }
        for measure, groups in measured.figures.items()
    }
    beside = path.with_suffix(".tmp")
    beside.write_text(json.dumps({**asdict(measured), "figures": rounded}, indent=1, sort_keys=True) + "\n")
    beside.replace(path)


def regressions(measured: Measurement, baseline: Measurement | None) -> Iterator[str]:
    """Every figure below its floor or too far below the baseline, and what makes the two incomparable."""
    yield from _below_floors(measured)
    if baseline is None or not measured.ranks:
        return  # rulings have only their floor, which is all of them
    differing = [
        f"{name} {getattr(baseline, name)} there, {getattr(measured, name)} here"
        for name in ("corpus", "embeddings", "llm")
        if getattr(baseline, name) != getattr(measured, name)
    ]
    if differing:
        yield f"the baseline cannot be compared ({'; '.join(differing)}): read the figures, then run with --accept"
        return
    for measure, groups in measured.figures.items():
        for group, figures in groups.items():
            before = baseline.figures.get(measure, {}).get(group, {})
            for name, value in figures.items():
                fallen = before.get(name, value) - value
                if name in LOWER_IS_BETTER:
                    fallen = -fallen
                if name not in COUNTS and fallen > ALLOWED_DROP:
                    lost = _lost(measured, baseline) if measure == "retrieval" else ""
                    yield f"{measure} {group} {name}: {before[name]:.3f} in the baseline, {value:.3f} now{lost}"


def _below_floors(measured: Measurement) -> Iterator[str]:
    for measure, floors in FLOORS.items():
        for group, figures in measured.figures.get(measure, {}).items():
            if group.split()[-1] not in ("it", "en", "all"):
                continue
            for name, floor in floors.items():
                if name in figures and figures[name] < floor:
                    yield f"{measure} {group} {name}: {figures[name]:.3f} is under the floor of {floor}"


def _lost(measured: Measurement, baseline: Measurement) -> str:
    beyond = 11
    worse = [
        id
        for id, rank in measured.ranks.items()
        if id in baseline.ranks and (rank or beyond) > (baseline.ranks[id] or beyond)
    ]
    return f"; ranked lower: {', '.join(worse)}" if worse else ""
