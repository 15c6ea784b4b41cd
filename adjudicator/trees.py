"""Makes a tree of questions short: asks first for what settles most, and stops where nobody reads on.

A procedure reads facts in the order of the book, and a search divides them in that order. Where a fact
that is read late settles the same in many branches, the tree has fewer ends with that fact at its head;
where none makes it shorter, the order of the book stands. What is still too long for a reader ends with
the next fact to be told.
"""

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import replace
from itertools import pairwise
from operator import is_
from typing import Any

from adjudicator.interval import Interval
from adjudicator.unknown import Domain, kind_key
from adjudicator.verdicts import (
    Branch,
    Key,
    Result,
    Tree,
    Unsettled,
    common_outcome,
    common_steps,
    grow,
    is_allowed,
    leaves,
    size,
)


def shortened(result: Result) -> Result:
    """The tree with each time that question at its head which leaves it the fewest ends.

    What was searched no further may lead anywhere: a tree is no shorter for having less of it.
    """
    while isinstance(result, Tree):
        moved = min((one for one in _moved(result) if _searched(one) < _searched(result)), key=size, default=result)
        if size(moved) >= size(result):
            branches = [replace(branch, result=shortened(branch.result)) for branch in result.branches]
            return grow(result.place, result.key, branches)
        result = moved
    return result


def _searched(result: Result) -> int:
    """How many of its ends are such for good."""
    return sum(not _is_cut(leaf) for leaf in leaves(result))


def _is_cut(result: Result) -> bool:
    return isinstance(result, Unsettled) and result.cut


def _moved(tree: Tree) -> Iterator[Result]:
    """What comes of the same answers where a question that is asked in several places below comes before the others.

    First with the answers that are told apart where it is asked first, then with all that are told apart anywhere.
    """
    asked = list(_asked(tree, ()))
    barred = {inner.key for inner, above in asked if any(_is_inside(inner, outer) for outer in above)}
    several = [key for key, times in Counter(inner.key for inner, _ in asked).items() if times > 1]
    for key in several:
        if key not in barred:
            every = [inner for inner, _ in asked if inner.key == key]
            first = [inner for inner, above in asked if inner.key == key and key not in {outer.key for outer in above}]
            for pieces in dict.fromkeys((_pieces(first), _pieces(every))):
                known = [(piece, _given(tree, key, piece)) for piece in pieces]
                yield grow(
                    every[0].place, key, [Branch(values=(piece,), result=result) for piece, result in known if result]
                )


def _asked(result: Result, above: tuple[Tree, ...]) -> Iterator[tuple[Tree, tuple[Tree, ...]]]:
    """Every question, with those that are asked before it."""
    if isinstance(result, Tree):
        yield result, above
        for branch in result.branches:
            yield from _asked(branch.result, (*above, result))


def _is_inside(inner: Tree, outer: Tree) -> bool:
    """Whether the one asks for a fact that is there only by some answers to the other."""
    path = outer.place.path
    whole = outer.key == kind_key(path) != inner.key
    return whole and (inner.place.path == path or inner.place.path.startswith(f"{path}."))


def _given(result: Result, key: Key, piece: Domain) -> Result | None:
    """What is left of a result where this fact lies within the piece; None where that is impossible."""
    if not isinstance(result, Tree):
        return result
    branches = []
    for branch in result.branches:
        values = tuple(filter(_is_some, (_both(one, piece) for one in branch.values)))
        values = values if result.key == key else branch.values
        left = _given(branch.result, key, piece) if values else None
        if left is not None:
            branches.append(
                branch if left is branch.result and values == branch.values else Branch(values=values, result=left)
            )
    if len(branches) == len(result.branches) and all(map(is_, branches, result.branches)):
        return result
    return grow(result.place, result.key, branches) if branches else None


def _both(one: Domain, other: Domain) -> Domain:
    """What lies in both."""
    if isinstance(one, Interval):
        return one.meet(other) if isinstance(other, Interval) else ()
    return () if isinstance(other, Interval) else tuple(value for value in one if value in other)


def _is_some(domain: Domain) -> bool:
    return not domain.empty if isinstance(domain, Interval) else bool(domain)


def _pieces(asked: list[Tree]) -> tuple[Domain, ...]:
    """The largest parts of what a fact may be that none of these questions about it divides."""
    domains = [domain for one in asked for branch in one.branches for domain in branch.values]
    numbers = [domain for domain in domains if isinstance(domain, Interval)]
    if numbers:
        return tuple(piece for piece in _cut(numbers) if any(piece.meet(one) == piece for one in numbers))
    alike: dict[tuple[bool, ...], list[Any]] = {}
    for value in dict.fromkeys(value for domain in domains if isinstance(domain, tuple) for value in domain):
        alike.setdefault(tuple(value in domain for domain in domains if isinstance(domain, tuple)), []).append(value)
    return tuple(map(tuple, alike.values()))


def _cut(numbers: list[Interval]) -> Iterator[Interval]:
    """From each number at which one of these begins or has ended to the next."""
    starts = {one.low for one in numbers} | {None if one.high is None else one.high + 1 for one in numbers}
    for low, after in pairwise([None, *sorted(low for low in starts if low is not None), None]):
        yield Interval(low, None if after is None else after - 1)


def folded(result: Result, most: int) -> Result:
    """The upper part of a tree, with no more ends than `most` where its first question has no more answers.

    A whole row of questions is opened before any below it; one that leads to nothing but questions stays closed.
    """
    if not isinstance(result, Tree) or size(result) <= most:
        return result
    left = most - len(result.branches)
    opened: set[tuple[int, ...]] = {()}
    row: list[tuple[tuple[int, ...], Result]] = [((at,), branch.result) for at, branch in enumerate(result.branches)]
    while row and left >= 0:
        trees = sorted(
            ((way, one) for way, one in row if isinstance(one, Tree)), key=lambda each: len(each[1].branches)
        )
        for way, tree in trees:
            left -= len(tree.branches) - 1
            if left >= 0:
                opened.add(way)
        row = [((*way, at), branch.result) for way, tree in trees for at, branch in enumerate(tree.branches)]
    return _opened(result, opened, ())


def _opened(tree: Tree, ways: Container[tuple[int, ...]], way: tuple[int, ...]) -> Result:
    """The tree as far as the questions in it are opened."""
    if way not in ways:
        return _closed(tree)
    branches = []
    for at, branch in enumerate(tree.branches):
        result = branch.result
        branches.append(
            replace(branch, result=_opened(result, ways, (*way, at)) if isinstance(result, Tree) else result)
        )
    found = grow(tree.place, tree.key, branches)
    is_head_with_answers = not way and isinstance(found, Tree)
    all_ask = all(_is_cut(branch.result) for branch in branches)
    return _closed(tree) if all_ask and not is_head_with_answers else found


def _closed(tree: Tree) -> Unsettled:
    """The question without its answers, and what holds whatever they are."""
    return Unsettled(
        place=tree.place,
        steps=common_steps(tree),
        outcome=common_outcome(tree),
        cut=True,
        allowed=is_allowed(tree),
    )
