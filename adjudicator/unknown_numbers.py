"""A number that nobody told: it knows its bounds, and stays a sum while it is reckoned with.

It stays a sum of such numbers while it is added to, taken from or multiplied by what is known. A
comparison that the bounds decide is decided; one that they leave open stops the run with the pieces
to try one after the other.
"""

from collections.abc import Callable, Mapping
from math import gcd
from typing import Any

from adjudicator.interval import Interval
from adjudicator.unknown import Ask, Domain, Form, Known, Unknown, is_unknown

FEW = 8
"""So many values of a number are tried one by one where the number itself is needed."""


class Number(Unknown):
    """So many times each of some numbers that were not told, and something added."""

    __slots__ = ("_form", "_known", "_plus", "_times")

    def __init__(self, form: Form, known: Known, times: int = 1, plus: int = 0) -> None:
        super().__init__(known.places[form[0][0]])
        self._form, self._known, self._times, self._plus = form, known, times, plus

    @property
    def _interval(self) -> Interval:
        """Between which bounds it lies."""
        return self._known.interval(self._form).times(self._times).plus(Interval(self._plus, self._plus))

    def _kind(self) -> Any:
        return int

    def _divide(self) -> None:
        """Asks for the first field of the sum that is still open."""
        for path, _times in self._form:
            bounds = self._known.interval(((path, 1),))
            if bounds.single is None:
                few = bounds.low is not None and bounds.high is not None and bounds.high - bounds.low < FEW
                values = range(bounds.low or 0, (bounds.high or 0) + 1) if few else ()
                options = tuple(Interval(value, value) for value in values)
                return self._known.divide(Ask(self._known.places[path], path, options))
        raise AssertionError("a sum of numbers that are all known is known")

    def _value(self) -> int:
        while (single := self._interval.single) is None:
            self._divide()
        return single

    def _apply(self, read: str, *with_: object) -> Any:
        other = with_[0] if with_ else 0
        if read == "__bool__":
            return not self._within(Interval(0, 0))
        if read in ("__neg__", "__pos__"):
            return _product(self, -1 if read == "__neg__" else 1)
        if read in _LINEAR:
            if is_unknown(other) and type(other) is not Number:
                return NotImplemented
            if type(other) is Number or type(other) in (int, bool):
                return _LINEAR[read](self, other)
            if read == "__eq__":
                return False
        value = self._value()
        return getattr(value, read)(*(_whole(one) for one in with_))

    def _within(self, wanted: Interval) -> bool:
        """Whether it lies between these bounds."""
        cut = _divided(wanted.plus(Interval(-self._plus, -self._plus)), self._times)
        here = self._known.interval(self._form)
        if cut.empty or here.meet(cut).empty:
            return False
        pieces = here.pieces(cut)
        if len(pieces) == 1:
            return True
        key = self._form[0][0] if len(self._form) == 1 else self._form
        self._known.divide(Ask(self._place, key, pieces))
        return self._within(wanted)

    def _less(self, other: Any) -> Any:
        """It minus a number, known or not."""
        return _sum(self, other, -1)


def can_be_together(bounds: Mapping[Any, Domain]) -> bool:
    """Whether some numbers lie within all these bounds, as far as those of numbers and of differences of two tell: one
    below a second and that below a third is not above it.

    A difference is an edge between its two numbers, the bound of a number one to nothing; no circle of edges may lead
    to less than where it began.
    """
    if all(isinstance(key, str) for key in bounds):  # each has its own
        return True
    edges: list[tuple[str, str, int]] = []
    for key, interval in bounds.items():
        ends = _difference(key)
        if ends is None or not isinstance(interval, Interval):
            continue
        more, less = ends
        if interval.high is not None:
            edges.append((less, more, interval.high))
        if interval.low is not None:
            edges.append((more, less, -interval.low))
    most = dict.fromkeys((end for less, more, _ in edges for end in (less, more)), 0)
    for _ in most:
        nearer = False
        for less, more, by in edges:
            if most[less] + by < most[more]:
                most[more], nearer = most[less] + by, True
        if not nearer:
            return True
    return not most


def _difference(key: "str | Form") -> tuple[str, str] | None:
    """The field that is counted and the one that is taken from it, nothing of one alone; None for another sum."""
    if isinstance(key, str):
        return key, ""
    signs = [times for _, times in key]
    return (key[0][0], key[1][0]) if signs == [1, -1] else None


def _whole(value: object) -> object:
    return value._value() if type(value) is Number else value


def _divided(wanted: Interval, factor: int) -> Interval:
    """The whole numbers that lie within `wanted` when multiplied by `factor`."""
    low, high = (wanted.low, wanted.high) if factor > 0 else (_minus(wanted.high), _minus(wanted.low))
    factor = abs(factor)
    return Interval(None if low is None else -(-low // factor), None if high is None else high // factor)


def _minus(number: int | None) -> int | None:
    return None if number is None else -number


def _sum(one: Number, other: Any, times: int = 1) -> Any:
    """`one` and so many times `other`."""
    terms = {path: count * one._times for path, count in one._form}
    plus = one._plus
    if type(other) is Number:
        plus += times * other._plus
        for path, count in other._form:
            terms[path] = terms.get(path, 0) + times * count * other._times
    else:
        plus += times * other
    return _number(terms, plus, one._known)


def _number(terms: Mapping[str, int], plus: int, known: Known) -> Any:
    """The sum as a number; an `int` where nothing unknown is left in it."""
    left = [(path, count) for path, count in sorted(terms.items()) if count]
    if not left:
        return plus
    divisor = gcd(*(count for _, count in left)) * (1 if left[0][1] > 0 else -1)
    return Number(tuple((path, count // divisor) for path, count in left), known, divisor, plus)


def _product(one: Number, other: Any) -> Any:
    if type(other) is Number:
        single = other._interval.single
        one, other = (other, one._value()) if single is None else (one, single)
    return _number({path: count * one._times * other for path, count in one._form}, one._plus * other, one._known)


def _compared(bounds: Interval) -> Callable[[Number, Any], bool]:
    """The comparison that holds where the difference lies between these bounds."""

    def compared(one: Number, other: Any) -> bool:
        difference = one._less(other)
        if type(difference) is Number:
            return difference._within(bounds)
        return not bounds.meet(Interval(difference, difference)).empty

    return compared


_LINEAR: Mapping[str, Callable[[Number, Any], Any]] = {
    "__add__": _sum,
    "__radd__": _sum,
    "__sub__": lambda one, other: _sum(one, other, -1),
    "__rsub__": lambda one, other: _sum(_product(one, -1), other),
    "__mul__": _product,
    "__rmul__": _product,
    "__eq__": _compared(Interval(0, 0)),
    "__lt__": _compared(Interval(None, -1)),
    "__le__": _compared(Interval(None, 0)),
    "__gt__": _compared(Interval(1, None)),
    "__ge__": _compared(Interval(0, None)),
}
