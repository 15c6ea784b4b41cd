"""Positions in players' words measured: whether the engine is reached, with the right facts, or the right one is asked.

`python -m evals.positions GAME …` proves that the engine gives, on the facts told, what each case expects.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from evals.cases import PositionCase, positions
from service.answering.referee import Referee
from service.positions.rulings import adjudicate
from service.schema import Answer, Ruling

Grade: TypeAlias = Literal["ruled", "asked", "words", "other fact asked", "wrong procedure", "wrong fact", "not told"]
GRADES: tuple[Grade, ...] = (
    "ruled",
    "asked",
    "words",
    "other fact asked",
    "wrong procedure",
    "wrong fact",
    "not told",
)
"""Ruled right; asked for the right fact; answered in words only; asked for another fact; ruled by another procedure,
with another result, or on a fact that nobody told.
"""
RIGHT: tuple[Grade, ...] = ("ruled", "asked")
WRONG: tuple[Grade, ...] = ("wrong procedure", "wrong fact", "not told")


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedPosition:
    """An answer and its grade."""

    case: PositionCase
    answer: Answer
    grade: Grade
    perhaps: Grade | None
    """Of what is ruled if the position is the one that may be meant; None where none is shown."""


def judged_positions(referee: Referee, cases: Iterable[PositionCase], game: str | None) -> tuple[JudgedPosition, ...]:
    """Each position put to the referee, and the answer judged."""
    answers = ((case, referee.ask(case.question, game=game, language=case.lang)) for case in cases)
    return tuple(judged(case, answer) for case, answer in answers)


def judged(case: PositionCase, answer: Answer) -> JudgedPosition:
    """An answer held against what is expected."""
    perhaps = graded(case, answer.perhaps.ruling) if answer.perhaps else None
    return JudgedPosition(case=case, answer=answer, grade=graded(case, answer.ruling), perhaps=perhaps)


def graded(case: PositionCase, ruling: Ruling | None) -> Grade:
    """How a ruling does on a position, or none."""
    if ruling is None:
        return "words"
    if ruling.verdict == "depends":
        asked = ruling.hangs_on.field if ruling.hangs_on else ""
        return "asked" if asked in case.asks else "other fact asked"
    if case.verdict == "depends":
        return "not told"
    if ruling.procedure not in outcomes(case):
        return "wrong procedure"
    return "ruled" if expected(case, ruling) else "wrong fact"


def outcomes(case: PositionCase) -> dict[str, Mapping[str, Any]]:
    """Each procedure that may decide a position, with what must stand in its outcome."""
    return {case.ask: case.outcome, **{other.ask: other.outcome for other in case.also}}


def expected(case: PositionCase, ruling: Ruling) -> bool:
    """Whether a ruling by one of its procedures is what the case expects."""
    if case.verdict == "depends":
        return ruling.verdict == "depends" and ruling.hangs_on is not None and ruling.hangs_on.field in case.asks
    return ruling.verdict == case.verdict and _within(outcomes(case)[ruling.procedure], ruling.outcome)


def _within(wanted: Any, found: Any) -> bool:
    if isinstance(wanted, Mapping):
        return isinstance(found, dict) and all(key in found and _within(wanted[key], found[key]) for key in wanted)
    if isinstance(wanted, str) and isinstance(found, str):
        return wanted.casefold() == found.casefold()  # a name is spelt as the player spelt it
    if isinstance(wanted, list) and isinstance(found, list):
        return len(wanted) == len(found) and all(map(_within, wanted, found))
    return bool(wanted == found and isinstance(wanted, bool) == isinstance(found, bool))


def position_figures(results: Sequence[JudgedPosition]) -> dict[str, dict[str, float]]:
    """The share of each grade, per language and of what nothing was fitted on; and of what is only shown to be
    confirmed, right and not.
    """
    figures: dict[str, dict[str, float]] = {}
    groups = {language: [each for each in results if each.case.lang == language] for language in ("it", "en")}
    groups["not fitted on"] = [each for each in results if not each.case.fitted_on]
    for group, judged_here in groups.items():
        grades = Counter(each.grade for each in judged_here)
        if total := grades.total():
            perhaps = [each.perhaps in RIGHT for each in judged_here if each.perhaps]
            figures[group] = {
                "positions": total,
                **{grade: grades[grade] / total for grade in GRADES},
                "perhaps right": sum(perhaps) / total,
                "perhaps wrong": (len(perhaps) - sum(perhaps)) / total,
            }
    return figures


def unproved(case: PositionCase) -> str | None:
    """What is wrong where an engine does not give, on the facts told, what the case expects."""
    for ask, told in ((case.ask, case.told), *((other.ask, other.told) for other in case.also)):
        try:
            ruling = adjudicate(ask, dict(told), in_time=False)
        except ValueError as error:
            return f"{case.id}, {ask}: {error}"
        if not expected(case, ruling):
            found = f"{ruling.verdict} {ruling.outcome}" + (
                f", asks {ruling.hangs_on.field}" if ruling.hangs_on else ""
            )
            return f"{case.id}, {ask}: expects {case.verdict} {dict(outcomes(case)[ask])}, the engine gives {found}"
    return None


def main(games: list[str]) -> int:
    """Prints every case that the engine does not bear out; 1 if there is one."""
    wrong = [problem for game in games for case in positions(game) if (problem := unproved(case))]
    print(*wrong, f"{len(wrong)} of {sum(len(positions(game)) for game in games)} not borne out", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
