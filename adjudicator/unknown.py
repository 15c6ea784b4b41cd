"""A fact that nobody told: whatever would read it stops the run and says which fact it is.

A number that was not told still knows between which bounds it lies, and stays a sum of such numbers
while it is added to, taken from or multiplied by what is known. A comparison that the bounds decide
is decided; one that they leave open stops the run with the pieces to try one after the other. A
value out of a few stops with the groups of values between which the reading tells. A text, a list
or anything else stops with no pieces: it has to be asked for.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import gcd
from typing import Any, NoReturn, TypeAlias

FEW = 8
"""So many values of a number are tried one by one where the number itself is needed."""

Form: TypeAlias = tuple[tuple[str, int], ...]
"""A sum of fields, each so many times: in the order of their names, the first one counted positive."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The whole numbers from `low` to `high`; without an end where that is None."""

    low: int | None = None
    high: int | None = None

    @property
    def single(self) -> int | None:
        """The one number in it, if it is one."""
        return self.low if self.low == self.high else None

    @property
    def empty(self) -> bool:
        """Whether no number lies in it."""
        return self.low is not None and self.high is not None and self.low > self.high

    def meet(self, other: "Interval") -> "Interval":
        """The numbers in both."""
        lows = [low for low in (self.low, other.low) if low is not None]
        highs = [high for high in (self.high, other.high) if high is not None]
        return Interval(max(lows, default=None), min(highs, default=None))

    def hull(self, other: "Interval") -> "Interval":
        """From the least of both to the greatest of both."""
        low = None if self.low is None or other.low is None else min(self.low, other.low)
        high = None if self.high is None or other.high is None else max(self.high, other.high)
        return Interval(low, high)

    def plus(self, other: "Interval") -> "Interval":
        """All sums of a number of each."""
        low = None if self.low is None or other.low is None else self.low + other.low
        high = None if self.high is None or other.high is None else self.high + other.high
        return Interval(low, high)

    def times(self, factor: int) -> "Interval":
        """From one end to the other, each so many times."""
        ends = [None if end is None else end * factor for end in (self.low, self.high)]
        return Interval(*ends) if factor > 0 else Interval(*reversed(ends))

    def pieces(self, cut: "Interval") -> "tuple[Interval, ...]":
        """What of it lies below `cut`, in it and above it; without the parts that are empty."""
        below = Interval(None, None if cut.low is None else cut.low - 1)
        above = Interval(None if cut.high is None else cut.high + 1, None)
        parts = [self.meet(cut)]
        if cut.low is not None:
            parts.insert(0, self.meet(below))
        if cut.high is not None:
            parts.append(self.meet(above))
        return tuple(part for part in parts if not part.empty)


@dataclass(frozen=True, slots=True)
class OneOf:
    """A fact of a step that may have any of these values: which one decides nothing."""

    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Unstated:
    """A fact of a step that nobody told and that decides nothing: a text, a list."""

    place: "Place"


Domain: TypeAlias = "Interval | tuple[Any, ...]"
"""What a fact may still be: the bounds of a number, or the values that are left."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a fact stands in a state, and what its field is called."""

    path: str
    shape: str
    """The type that has the field."""
    name: str
    hint: Any = field(default=None, compare=False, repr=False)
    """The type of the field itself."""


@dataclass(frozen=True, slots=True)
class Ask:
    """The fact that stopped a run, and the parts of what it may be that have to be told apart."""

    place: Place
    key: "str | Form"
    """What is divided; of several numbers together, their sum."""
    options: tuple[Domain, ...] = ()
    """None where the fact itself has to be known."""


class NeedsFact(BaseException):  # nothing an engine catches
    """A run came to a fact that nobody told."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(ask)
        self.ask = ask


class Unknown:
    """A fact of which nothing is known; only its `repr` may be taken, which faults are written with."""

    __slots__ = ("_place",)

    def __init__(self, place: Place) -> None:
        self._place = place

    @property
    def _path(self) -> str:
        return self._place.path

    def _stop(self, *_: object) -> NoReturn:
        raise NeedsFact(Ask(self._place, self._place.path))

    def _apply(self, read: str, *with_: object) -> Any:
        """What this way of reading gives, where it can be told; else it stops the run."""
        self._stop()

    def __getattr__(self, name: str) -> Any:
        return self._apply("__getattribute__", name)

    def __repr__(self) -> str:
        return f"<{self._place.path}: not told>"

    def __copy__(self) -> "Unknown":
        return self

    def __deepcopy__(self, memo: object) -> "Unknown":
        return self

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return self._kind()

    def _kind(self) -> Any:
        self._stop()

    def __eq__(self, other: object) -> bool:
        return self is other or self._apply("__eq__", other)

    def __ne__(self, other: object) -> bool:
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __hash__(self) -> int:
        return int(self._apply("__hash__"))


_READINGS = (
    "bool len iter next reversed contains getitem call str format int index float complex round trunc floor ceil"
    " lt le gt ge neg pos abs invert add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod"
    " divmod rdivmod pow rpow lshift rlshift rshift rrshift and rand or ror xor rxor matmul rmatmul"
)


def _reading(name: str) -> Callable[..., Any]:
    def read(self: Unknown, *with_: object) -> Any:
        return self._apply(name, *with_)

    return read


for _name in _READINGS.split():
    setattr(Unknown, f"__{_name}__", _reading(f"__{_name}__"))


class Chosen(Unknown):
    """One of a few values: it tells apart no more of them than it has to."""

    __slots__ = ("_values",)

    def __init__(self, place: Place, values: tuple[Any, ...]) -> None:
        super().__init__(place)
        self._values = values

    def _stop(self, *_: object) -> NoReturn:
        raise NeedsFact(Ask(self._place, self._place.path, tuple((value,) for value in self._values)))

    def _apply(self, read: str, *with_: object) -> Any:
        if read == "__bool__":
            return self._divide(bool)
        if read == "__eq__" and not is_unknown(with_[0]):
            return self._divide(lambda value: value == with_[0])
        if read in _ORDERS and not is_unknown(with_[0]) and None not in self._values:
            return self._divide(lambda value: getattr(value, read)(with_[0]))
        return self._stop()

    def _kind(self) -> Any:
        return self._divide(type)

    def _divide(self, read: Callable[[Any], Any]) -> Any:
        groups: dict[Any, tuple[Any, ...]] = {}
        for value in self._values:
            found = read(value)
            groups[found] = (*groups.get(found, ()), value)
        if len(groups) > 1:
            raise NeedsFact(Ask(self._place, self._place.path, tuple(groups.values())))
        return next(iter(groups))


_ORDERS = ("__lt__", "__le__", "__gt__", "__ge__")


class Alternatives(Unknown):
    """A part that may be there or not, or be of one of several kinds: to read it one has to know which."""

    __slots__ = ("_count",)

    def __init__(self, place: Place, kinds: int) -> None:
        super().__init__(place)
        self._count = kinds

    def _stop(self, *_: object) -> NoReturn:
        raise NeedsFact(Ask(self._place, kind_key(self._place.path), tuple((kind,) for kind in range(self._count))))


def kind_key(path: str) -> str:
    """Under this key it is known which of several kinds the fact at `path` is."""
    return f"{path}?"


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of numbers that were not told."""

    places: dict[str, Place]
    bounds: dict[Any, Domain]
    """Of a field by its path, of several together by their sum."""

    def interval(self, form: Form) -> Interval:
        """Between which bounds a sum of fields lies."""
        total = Interval(0, 0)
        for path, times in form:
            bounds = self.bounds[path]
            assert isinstance(bounds, Interval)
            total = total.plus(bounds.times(times))
        narrowed = self.bounds.get(form)
        return total.meet(narrowed) if isinstance(narrowed, Interval) else total


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

    def _stop(self, *_: object) -> NoReturn:
        """Asks for the first field of the sum that is still open."""
        for path, _times in self._form:
            bounds = self._known.interval(((path, 1),))
            if bounds.single is None:
                few = bounds.low is not None and bounds.high is not None and bounds.high - bounds.low < FEW
                values = range(bounds.low or 0, (bounds.high or 0) + 1) if few else ()
                raise NeedsFact(Ask(self._known.places[path], path, tuple(Interval(value, value) for value in values)))
        raise AssertionError("a sum of numbers that are all known is known")

    def _value(self) -> int:
        single = self._interval.single
        return self._stop() if single is None else single

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
        pieces = () if cut.empty else here.pieces(cut)
        if cut.empty or here.meet(cut).empty:
            return False
        if len(pieces) == 1:
            return True
        key = self._form[0][0] if len(self._form) == 1 else self._form
        raise NeedsFact(Ask(self._place, key, pieces))

    def _less(self, other: Any) -> Any:
        """It minus a number, known or not."""
        return _sum(self, other, -1)


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


def is_unknown(value: object) -> bool:
    """Whether nobody told this value; `isinstance` would read it."""
    return issubclass(type(value), Unknown)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of an outcome that was not told: how it is reckoned, and between which bounds it lies."""

    reckoned: tuple[Form, int, int]
    """A sum of fields, how many times it counts, and what is added."""
    bounds: Interval
    place: Place
    """The first field it is reckoned from."""

    @property
    def repeats(self) -> bool:
        """Whether it is one field as it stands."""
        form, times, plus = self.reckoned
        return len(form) == 1 and (form[0][1] * times, plus) == (1, 0)


def for_step(value: Any) -> Any:
    """A fact of a step as far as it is known."""
    if type(value) is Number:
        interval = value._interval
        return interval if interval.single is None else interval.single
    if type(value) is Chosen:
        return OneOf(value._values)
    if is_unknown(value):
        return Unstated(value._place)
    return [for_step(item) for item in value] if isinstance(value, list) else value


def for_outcome(value: Any) -> Any:
    """A part of an outcome as far as it is known; one of a few values stops the run, because it decides."""
    if type(value) is Number:
        interval = value._interval
        return Amount((value._form, value._times, value._plus), interval, value._place)
    if type(value) in (Chosen, Alternatives):
        value._stop()
    if is_unknown(value):
        return Unstated(value._place)
    if isinstance(value, dict):
        return {key: for_outcome(item) for key, item in value.items()}
    return [for_outcome(item) for item in value] if isinstance(value, list | tuple) else value
