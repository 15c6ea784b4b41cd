"""Rulings measured: each case's state is ruled on through the service, as anybody's would be."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from evals.cases import RulingCase
from service.positions.asked import with_branches
from service.positions.rulings import BadInput, ImpossibleState, adjudicate
from service.schema import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedRuling:
    """A case, and what was found wrong with the ruling on it."""

    case: RulingCase
    failures: tuple[str, ...]
    reached: frozenset[tuple[str, str]]
    """Every (rule, branch) that was cited."""


@cache
def judged_ruling(case: RulingCase) -> JudgedRuling:
    """The case ruled on and compared with what it expects: once in a process, whoever asks."""
    try:
        ruling = adjudicate(case.ask, case.given, readings=case.readings, in_time=False)
    except ImpossibleState as impossible:
        steps = impossible.faults
        failures = _step_failures(case, steps, "illegal-state")
    except BadInput as error:
        return JudgedRuling(case=case, failures=(str(error),), reached=frozenset())
    else:
        steps = tuple(step for part in with_branches(ruling) for step in part.steps)
        asked = ruling.hangs_on.field if ruling.hangs_on else None
        failures = (
            *_step_failures(case, steps, ruling.verdict),
            *(() if asked == case.expect.asks else (f"asks for {asked}, expected {case.expect.asks}",)),
            *_outcome_failures(case, ruling.outcome),
            *_missing("rests on", case.expect.rests_on, {rest.conflict for rest in ruling.rests_on}),
        )
    return JudgedRuling(
        case=case, failures=tuple(failures), reached=frozenset((step.rule, step.branch) for step in steps)
    )


def _step_failures(case: RulingCase, steps: tuple[Step, ...], verdict: str) -> tuple[str, ...]:
    wrong = () if verdict == case.expect.verdict else (f"verdict is {verdict}, expected {case.expect.verdict}",)
    return (
        *wrong,
        *_missing("cites", case.expect.cites, {step.rule for step in steps}),
        *_missing("takes branch", case.expect.branches, {f"{step.rule} {step.branch}" for step in steps}),
    )


def _outcome_failures(case: RulingCase, outcome: dict[str, object]) -> Iterator[str]:
    for key, expected in case.expect.outcome.items():
        if key not in outcome:
            yield f"outcome has no {key}, expected {expected!r}"
        elif outcome[key] != expected or isinstance(outcome[key], bool) != isinstance(expected, bool):
            yield f"{key} is {outcome[key]!r}, expected {expected!r}"


def _missing(what: str, expected: tuple[str, ...], found: set[str]) -> Iterator[str]:
    for each in expected:
        if each not in found:
            yield f"{what} {each}: no, only {', '.join(sorted(found)) or 'nothing'}"
