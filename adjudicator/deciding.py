"""Which rules decide where it depends: those that one answer or another leads to.

Where a fact has to be told before any answer can be tried, such as what lies in a list, the procedure's own
example answers instead, and what the run then comes to is what the fact is asked for.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Any

from adjudicator.kernel import IllegalState, Procedure, Step
from adjudicator.partial import rule_in_part
from adjudicator.parts import Part
from adjudicator.verdicts import Result, Settled, common_steps, leaves, without

RUNS = 20
"""For each fact that the example answers."""
MOST_ANSWERED = 12
"""So many facts the example answers, one after the other, until a rule is come to."""


def rules_that_decide(
    procedure: Procedure[Any],
    part: Part,
    result: Result,
    readings: Mapping[str, str] | None = None,
    *,
    is_late: Callable[[], bool] = lambda: False,
) -> tuple[str, ...]:
    """The rules by which one answer leads elsewhere than another, those that come in first before the others.

    None of a ruling; of a question that stands before any rule, as far as the example goes until `is_late()`.
    """
    if isinstance(result, Settled):
        return ()
    common = common_steps(result)
    found = _rules(result, common)
    for _ in range(MOST_ANSWERED):
        if found or isinstance(result, Settled) or is_late():
            break
        answered = _with_example(part, result.place.path.split("."), procedure.example)
        if answered is None:
            break
        part = answered
        try:
            result = rule_in_part(procedure, part, readings, runs=RUNS, is_late=is_late, want_assumed=False).searched
        except IllegalState as impossible:
            return _each_once(fault.rule for fault in impossible.faults)
        found = _rules(result, common)
    return found


def _rules(result: Result, common: Iterable[Step]) -> tuple[str, ...]:
    """The rules of the steps that not every end takes: the first of each end, then the second."""
    ends = [[step.rule for step in without(leaf.steps, common)] for leaf in leaves(result)]
    return _each_once(rule for rule in chain.from_iterable(zip_longest(*ends)) if rule is not None)


def _each_once(rules: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rules))


def _with_example(part: Part, path: list[str], example: Any) -> Part | None:
    """The part with this fact as the example has it; None where the example has none."""
    name, *inner = path
    if not hasattr(example, name):
        return None
    value = getattr(example, name)
    told = part.fields.get(name)
    if inner:
        value = _with_example(told if isinstance(told, Part) else Part(type(value)), inner, value)
    return None if inner and value is None else replace(part, fields={**part.fields, name: value})
