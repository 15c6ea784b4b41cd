"""Takes facts of a whole state away, and follows the tree of what is left by their true values."""

import dataclasses
import random
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudicator.as_known import Amount, Unstated
from adjudicator.interval import Interval
from adjudicator.parts import Part, alternatives, declared
from adjudicator.unknown import Domain
from adjudicator.verdicts import Result, Settled, Tree, Unsettled


def without_fields(state: Any, absent: frozenset[str], bounds: Mapping[str, Interval] = {}, path: str = "") -> Any:
    """The state as a part without the fields at these paths, and with bounds in place of some numbers; whole values
    where nothing is absent.
    """
    if isinstance(state, tuple):
        return tuple(without_fields(each, absent, bounds, f"{path}[{at}]") for at, each in enumerate(state))
    if not dataclasses.is_dataclass(state):
        return state
    fields = {}
    for each in declared(type(state)):
        place = f"{path}.{each.name}".removeprefix(".")
        if place in bounds:
            fields[each.name] = bounds[place]
        elif place not in absent:
            fields[each.name] = without_fields(getattr(state, each.name), absent, bounds, place)
    return Part(type(state), fields)


def places(state: Any, path: str = "") -> Iterator[str]:
    """The path of every field that has no default, in the parts that every state has."""
    for each in declared(type(state)):
        place = f"{path}.{each.name}".removeprefix(".")
        value = getattr(state, each.name)
        if not each.is_usual and not _unusual_inside(value):
            yield place
        if dataclasses.is_dataclass(value):
            yield from places(value, place)
        elif isinstance(value, tuple):
            for at, item in enumerate(value):
                if dataclasses.is_dataclass(item):
                    yield from places(item, f"{place}[{at}]")


def _unusual_inside(value: Any) -> bool:
    """Whether a part holds what would be taken as usual if the part were not told."""
    return dataclasses.is_dataclass(value) and any(
        getattr(value, each.name) != each.usual if each.is_usual else _unusual_inside(getattr(value, each.name))
        for each in declared(type(value))
    )


def some(state: Any, chance: random.Random) -> frozenset[str]:
    """A few places at random."""
    every = list(places(state))
    return frozenset(chance.sample(every, chance.randint(1, min(6, len(every)))) if every else ())


def untold(paths: Iterable[str], told: str) -> frozenset[str]:
    """The paths that are still to be told once the fact at `told`, or the part that it is in, was told."""
    return frozenset(path for path in paths if not re.match(rf"{re.escape(path)}(?![A-Za-z_])", told))


def value_at(state: Any, path: str) -> Any:
    """What stands at a path."""
    for name, at in re.findall(r"(\w+)|\[(\d+)\]", path):
        state = getattr(state, name) if name else state[int(at)]
    return state


def follow(result: Result, state: Any) -> Settled | Unsettled:
    """Where the true values lead; fails where no branch has them."""
    while isinstance(result, Tree):
        here = result
        fitting = [
            branch
            for branch in here.branches
            if any(_fits(domain, here.key, here.place.path, state) for domain in branch.values)
        ]
        assert len(fitting) == 1, (here.place.path, value_at(state, here.place.path), [b.values for b in here.branches])
        result = fitting[0].result
    return result


def _fits(domain: Domain, key: Any, path: str, state: Any) -> bool:
    value = value_at(state, path)
    if isinstance(domain, Interval):
        return isinstance(value, int) and not domain.meet(Interval(value, value)).empty
    if isinstance(key, str) and key.endswith("?"):
        owner, _, name = path.rpartition(".")
        shape = type(value_at(state, owner) if owner else state)
        kinds = alternatives(next(each.hint for each in declared(shape) if each.name == name))
        return any(_of_kind(value, kinds[kind]) for kind in domain)
    return any(type(value) is type(one) and value == one for one in domain)


def _of_kind(value: Any, kind: Any) -> bool:
    if isinstance(kind, tuple):
        return value in kind
    return isinstance(value, kind) if dataclasses.is_dataclass(kind) else value is not None


def agrees(known: Any, true: Any) -> bool:
    """Whether what is known of an outcome is true of the whole one."""
    match known:
        case Amount():
            return isinstance(true, int) and not known.bounds.meet(Interval(true, true)).empty
        case Unstated():
            return True
        case dict():
            return (
                isinstance(true, dict) and list(known) == list(true) and all(agrees(known[k], true[k]) for k in known)
            )
        case list():
            return isinstance(true, list | tuple) and len(known) == len(true) and all(map(agrees, known, true))
        case _:
            return type(known) is type(true) and bool(known == true)
