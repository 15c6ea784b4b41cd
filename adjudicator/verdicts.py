"""What comes of a state told in part: a ruling, a fact to ask for, or what each answer to it leads to.

Two results are joined into one where the difference between them does not matter: they come to the
same, and what they share is reason enough for both.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any, TypeAlias

from adjudicator.as_known import Amount, OneOf, Unstated
from adjudicator.interval import Interval
from adjudicator.kernel import Step, Verdict
from adjudicator.unknown import Domain, Form, Place

Key: TypeAlias = "str | Form"
"""What a question divides: the path of a fact, or a sum of numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A ruling that holds whatever the rest is; numbers of its outcome may still be open."""

    verdict: Verdict
    outcome: Mapping[str, Any]
    steps: tuple[Step, ...]
    rests_on: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsettled:
    """A fact without which no more can be said."""

    place: Place
    steps: tuple[Step, ...]
    """What holds whatever it is."""
    outcome: Mapping[str, Any] = field(default_factory=dict)
    """What is known without it."""
    cut: bool = False
    """Whether the search went no further here."""
    allowed: bool | None = None
    """Whether what is asked is allowed whatever it is; None where that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """What some answers lead to."""

    values: tuple[Domain, ...]
    result: "Result"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """A fact that decides, and what each answer leads to."""

    place: Place
    key: Key
    branches: tuple[Branch, ...]


Result: TypeAlias = Settled | Unsettled | Tree


def leaves(result: Result) -> Iterator[Settled | Unsettled]:
    """The results that no question divides further."""
    if isinstance(result, Tree):
        for branch in result.branches:
            yield from leaves(branch.result)
    else:
        yield result


def size(result: Result) -> int:
    """How many ends it has."""
    return sum(size(branch.result) for branch in result.branches) if isinstance(result, Tree) else 1


def common_steps(result: Result) -> tuple[Step, ...]:
    """The steps that hold in every branch."""
    return reduce(_shared, (leaf.steps for leaf in leaves(result)))


def common_outcome(result: Result) -> dict[str, Any]:
    """The parts of the outcome that are the same in every branch."""
    return reduce(_common, (dict(leaf.outcome) for leaf in leaves(result)))


def is_allowed(result: Result) -> bool | None:
    """Whether what is asked is allowed, in every branch alike; None where they differ, or one does not tell."""
    first, *others = {_allowed(leaf) for leaf in leaves(result)}
    return None if others else first


def allowed_throughout(result: Result) -> Result:
    """The same, where it is known that what is asked is allowed whatever is told besides."""
    if isinstance(result, Tree):
        branches = (replace(branch, result=allowed_throughout(branch.result)) for branch in result.branches)
        return replace(result, branches=tuple(branches))
    return replace(result, allowed=True) if isinstance(result, Unsettled) else result


def _allowed(leaf: Settled | Unsettled) -> bool | None:
    if isinstance(leaf, Unsettled):
        return leaf.allowed
    return None if leaf.verdict == "undecided" else leaf.verdict != "illegal"


def _common(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """What two outcomes say alike; of a part of which they say something alike, that."""
    found: dict[str, Any] = {}
    for key in one:
        if key in other and (same := _same(one[key], other[key])):
            found[key] = same[0]
        elif isinstance(one[key], dict) and isinstance(other.get(key), dict):
            inside = _common(one[key], other[key])
            found |= {key: inside} if inside else {}
    return found


def without(steps: Iterable[Step], said: Iterable[Step]) -> tuple[Step, ...]:
    """The steps that were not said already."""
    left = [(step.rule, step.branch) for step in said]
    kept = []
    for step in steps:
        if (step.rule, step.branch) in left:
            left.remove((step.rule, step.branch))
        else:
            kept.append(step)
    return tuple(kept)


def grow(place: Place, key: Key, branches: Iterable[Branch]) -> Result:
    """The tree on this fact, its equal branches joined; what it leads to where all are equal."""
    joined: list[Branch] = []
    for branch in _flat(key, branches):
        for at, other in enumerate(joined):
            result = join(other.result, branch.result)
            if result is not None:
                joined[at] = Branch(values=_united((*other.values, *branch.values)), result=result)
                break
        else:
            joined.append(branch)
    return joined[0].result if len(joined) == 1 else Tree(place=place, key=key, branches=tuple(joined))


def _flat(key: Key, branches: Iterable[Branch]) -> Iterator[Branch]:
    """The branches; those of a question that is asked again, more closely, in its place."""
    for branch in branches:
        if isinstance(branch.result, Tree) and branch.result.key == key:
            yield from branch.result.branches
        else:
            yield branch


def _united(values: tuple[Domain, ...]) -> tuple[Domain, ...]:
    """Intervals that touch as one."""
    whole: list[Domain] = []
    for value in values:
        last = whole[-1] if whole else None
        if isinstance(last, Interval) and isinstance(value, Interval) and _touch(last, value):
            whole[-1] = last.hull(value)
        else:
            whole.append(value)
    return tuple(whole)


def _touch(one: Interval, next: Interval) -> bool:
    return one.high is not None and next.low is not None and one.high + 1 == next.low


def join(one: Result, other: Result) -> Result | None:
    """One result that says what both say; None where the difference matters."""
    if one is other:
        return one
    if isinstance(one, Settled) and isinstance(other, Settled):
        return _joined(one, other)
    if isinstance(one, Unsettled) and isinstance(other, Unsettled) and one.place == other.place:
        steps, outcome = _shared(one.steps, other.steps), _common(one.outcome, other.outcome)
        allowed = one.allowed if one.allowed == other.allowed else None
        return replace(one, steps=steps, outcome=outcome, cut=one.cut or other.cut, allowed=allowed)
    if isinstance(one, Tree) and isinstance(other, Tree) and one.key == other.key:
        pairs = list(zip(one.branches, other.branches, strict=False))
        if len(one.branches) != len(other.branches) or any(left.values != right.values for left, right in pairs):
            return None
        results = [join(left.result, right.result) for left, right in pairs]
        branches = [
            Branch(values=left.values, result=result)
            for (left, _), result in zip(pairs, results, strict=True)
            if result is not None
        ]
        return replace(one, branches=tuple(branches)) if len(branches) == len(pairs) else None
    return None


def _joined(one: Settled, other: Settled) -> Settled | None:
    """Illegal is illegal for a reason: one that both give."""
    if one.verdict != other.verdict or not (same := _same(dict(one.outcome), dict(other.outcome))):
        return None
    steps = _shared(one.steps, other.steps)
    reasons = [step for step in steps if one.verdict != "illegal" or step.bars]
    if not reasons and len(steps) not in (len(one.steps), len(other.steps)):
        return None
    rests_on = {**dict(one.rests_on), **dict(other.rests_on)}
    return replace(one, outcome=same[0], steps=steps, rests_on=tuple(rests_on.items())) if steps else None


def _same(one: Any, other: Any) -> tuple[Any] | None:
    """What two outcomes have in common, where they are the same; a number reckoned in one way may lie in either."""
    if isinstance(one, Amount) and isinstance(other, Amount):
        same = one.reckoned == other.reckoned
        if same or (one.bounds == other.bounds and one.bounds.single is not None):
            return (replace(one, bounds=one.bounds.hull(other.bounds)),)
        return None
    if isinstance(one, Amount) or isinstance(other, Amount):
        amount, number = (one, other) if isinstance(one, Amount) else (other, one)
        return (number,) if type(number) is int and amount.bounds.single == number else None
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = {key: _same(one[key], other[key]) for key in one if key in other}
        if list(one) != list(other) or not all(pairs.values()):
            return None
        return ({key: pair[0] for key, pair in pairs.items() if pair},)
    if isinstance(one, list) and isinstance(other, list):
        items = [_same(left, right) for left, right in zip(one, other, strict=False)]
        return ([item[0] for item in items if item],) if len(one) == len(other) and all(items) else None
    return (one,) if type(one) is type(other) and one == other else None


def _shared(one: tuple[Step, ...], other: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps that both take, in the order of the first; a fact on which they differ has the values of both."""
    left = list(other)
    found = []
    for step in one:
        for at, candidate in enumerate(left):
            facts = _facts(step, candidate)
            if facts is not None:
                found.append(step._replace(facts=facts))
                del left[at]
                break
    return tuple(found)


def _facts(one: Step, other: Step) -> dict[str, Any] | None:
    if (one.rule, one.branch) != (other.rule, other.branch) or one.facts.keys() != other.facts.keys():
        return None
    facts = {name: _fact(value, other.facts[name]) for name, value in one.facts.items()}
    found = {name: fact[0] for name, fact in facts.items() if fact}
    return found if len(found) == len(facts) else None


def _fact(one: Any, other: Any) -> tuple[Any] | None:
    if type(one) is type(other) and one == other:
        return (one,)
    if isinstance(one, Unstated) or isinstance(other, Unstated):
        return (one if isinstance(one, Unstated) else other,)
    if _is_number(one) and _is_number(other):
        return (_interval(one).hull(_interval(other)),)
    if isinstance(one, list | Interval) or isinstance(other, list | Interval):
        return None
    return (OneOf(tuple(dict.fromkeys((*_values(one), *_values(other))))),)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | Interval) and not isinstance(value, bool)


def _interval(value: "int | Interval") -> Interval:
    return value if isinstance(value, Interval) else Interval(value, value)


def _values(value: Any) -> tuple[Any, ...]:
    return value.values if isinstance(value, OneOf) else (value,)


def open_amount(outcome: Any) -> Place | None:
    """The fact to ask for where an outcome still has open numbers or texts; a number that it only repeats may be.

    Of several the first that is reckoned with, else the first number: what something is called comes last.
    """
    numbers = [each for each in _open_in(outcome) if isinstance(each, Amount)]
    texts = [each for each in _open_in(outcome) if isinstance(each, Unstated)]
    reckoned = [each for each in numbers if not each.repeats]
    return next((each.place for each in (*reckoned, *(numbers if texts else ()), *texts)), None)


def awaited(outcome: Any) -> Place | None:
    """The first fact for which a part of an outcome waits."""
    return next((each.place for each in _open_in(outcome) if isinstance(each, Unstated) and each.is_awaited), None)


def _open_in(outcome: Any) -> Iterator[Amount | Unstated]:
    """The numbers and texts of an outcome that are not known, in their order."""
    inside: Iterable[Any] = ()
    if isinstance(outcome, Unstated) or (isinstance(outcome, Amount) and outcome.bounds.single is None):
        yield outcome
    elif isinstance(outcome, Mapping):
        inside = outcome.values()
    elif isinstance(outcome, list):
        inside = outcome
    for each in inside:
        yield from _open_in(each)
