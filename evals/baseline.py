"""The committed figures that a change is held against.

A baseline names the corpus, the models and the settings it was measured with and is frozen: it is
written by hand, with `arbitro eval --accept`, and never by a run that merely passed. Figures of
another corpus cannot be compared and are refused; the absolute floors hold for any.

Questions are compared one by one. A change that loses some and wins others got worse only where it
loses more than chance would: an exact one-sided sign test over the questions that changed, for each
game and for all games together.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from math import comb
from pathlib import Path
from typing import TypeAlias

from evals.cases import HOME

FILE = HOME / "baseline.json"
NOISE = 0.02
"""As rarely as this a change that is no worse would lose so many more questions than it wins."""
ALLOWED = 0.02
"""How much a figure of the phrasebook may get worse: its sentences are thousands, and are not kept one by one."""
BETTER_HIGH, BETTER_LOW = ("right", "asked"), ("wrong procedure", "wrong", "not told")
"""Of those figures, what is to rise and what is to fall; the others tell how it is made up."""
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
    passed: dict[str, dict[str, bool]]
    """What each question was held to -> a game and the question's id -> whether it did."""


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
    """Every figure below its floor, every test that lost more than chance would, and what bars a comparison."""
    yield from _below_floors(measured)
    if baseline is None or not measured.passed:
        return  # rulings have only their floor, which is all of them
    differing = [
        f"{name} {getattr(baseline, name)} there, {getattr(measured, name)} here"
        for name in ("corpus", "embeddings", "llm")
        if getattr(baseline, name) != getattr(measured, name)
    ]
    if differing:
        yield f"the baseline cannot be compared ({'; '.join(differing)}): read the figures, then run with --accept"
        return
    for test, passed in measured.passed.items():
        before = baseline.passed.get(test, {})
        yield from _lost(test, {id: (before[id], now) for id, now in passed.items() if id in before})
    for group, figures in measured.figures.get("held out", {}).items():
        before_here = baseline.figures.get("held out", {}).get(group, {})
        for name, value in figures.items():
            rise = value - before_here.get(name, value)
            if (rise if name in BETTER_LOW else -rise if name in BETTER_HIGH else 0) > ALLOWED:
                yield f"held out {group} {name}: {before_here[name]:.3f} in the baseline, {value:.3f} now"


def _lost(test: str, pairs: Mapping[str, tuple[bool, bool]]) -> Iterator[str]:
    """Where more questions were lost than won, beyond noise: of a game, and of all."""
    games = dict.fromkeys(id.split()[0] for id in pairs)
    for game in (*games, ""):
        lost = [id for id, (before, now) in pairs.items() if id.startswith(game) and before and not now]
        won = [id for id, (before, now) in pairs.items() if id.startswith(game) and now and not before]
        if not lost:
            continue
        chance = _chance(len(lost), len(lost) + len(won))
        if chance < NOISE:
            yield (
                f"{test}, {game or 'all games'}: {len(lost)} questions lost, {len(won)} won, by chance once in "
                f"{1 / chance:.0f} times; lost: {', '.join(id.split()[-1] for id in lost)}"
            )


def _chance(lost: int, changed: int) -> float:
    """That of the questions that changed so many or more are lost, if it is heads or tails for each."""
    return sum(comb(changed, each) for each in range(lost, changed + 1)) / (1 << changed)


def _below_floors(measured: Measurement) -> Iterator[str]:
    for measure, floors in FLOORS.items():
        for group, figures in measured.figures.get(measure, {}).items():
            if group.split()[-1] not in ("it", "en", "all"):
                continue
            for name, floor in floors.items():
                if name in figures and figures[name] < floor:
                    yield f"{measure} {group} {name}: {figures[name]:.3f} is under the floor of {floor}"
