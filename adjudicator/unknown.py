"""A fact that nobody told: whatever would read it stops the run and says which fact it is.

A value out of a few stops with the groups of values between which the reading tells, a part that may
be there or not with both. A text, a list or anything else stops with no pieces: it has to be asked for.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias

from adjudicator.interval import Interval

Form: TypeAlias = tuple[tuple[str, int], ...]
"""A sum of fields, each so many times: in the order of their names, the first one counted positive."""

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


@dataclass(slots=True)
class Known:
    """What is known of facts that were not told, as long as one run lasts."""

    places: dict[str, Place] = field(default_factory=dict)
    """Of each number."""
    bounds: dict[Any, Domain] = field(default_factory=dict)
    """Of a fact by its path, of several numbers together by their sum."""
    choose: "Callable[[Ask], Domain] | None" = None
    """While faults are looked for: what is tried of a fact instead of stopping at it."""

    perhaps_nothing: "Ask | None" = None
    """The first fact that may be nothing and was tried only as something."""

    def divide(self, ask: Ask) -> None:
        """Stop the run at this fact, or go on with one of the parts of what it may be.

        An engine sees without reading it whether a fact is nothing, so that is never gone on with.
        """
        if self.choose is None or not ask.options:
            raise NeedsFact(ask)
        options = tuple(left for option in ask.options if (left := _something(option)))
        if options != ask.options:
            self.perhaps_nothing = self.perhaps_nothing or ask
        self.bounds[ask.key] = self.choose(Ask(ask.place, ask.key, options))

    def interval(self, form: Form) -> Interval:
        """Between which bounds a sum of fields lies."""
        path, times = form[0]
        total = self._of(path).times(times)
        if len(form) == 1:
            return total
        for path, times in form[1:]:
            total = total.plus(self._of(path).times(times))
        narrowed = self.bounds.get(form)
        return total.meet(narrowed) if isinstance(narrowed, Interval) else total

    def _of(self, path: str) -> Interval:
        bounds = self.bounds[path]
        assert isinstance(bounds, Interval)
        return bounds


def _something(option: Domain) -> Domain:
    return option if isinstance(option, Interval) else tuple(value for value in option if value is not None)


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


class Awaited(Unknown):
    """Stands for a part of what comes of a state: to say it, the fact in this place has to be known."""

    __slots__ = ()


class Chosen(Unknown):
    """One of a few values: it tells apart no more of them than it has to."""

    __slots__ = ("_every", "_known")

    def __init__(self, place: Place, values: tuple[Any, ...], known: Known) -> None:
        super().__init__(place)
        self._every, self._known = values, known

    @property
    def _values(self) -> tuple[Any, ...]:
        """Those that are left."""
        left = self._known.bounds.get(self._place.path, self._every)
        assert isinstance(left, tuple)
        return left

    def _value(self) -> Any:
        """The one that it is."""
        if len(self._values) > 1:
            self._known.divide(Ask(self._place, self._place.path, tuple((value,) for value in self._values)))
        return self._values[0]

    def _stop(self, *_: object) -> NoReturn:
        raise NeedsFact(Ask(self._place, self._place.path, tuple((value,) for value in self._values)))

    def _apply(self, read: str, *with_: object) -> Any:
        if read == "__bool__":
            return self._divide(bool)
        if read == "__eq__" and not is_unknown(with_[0]):
            return with_[0] in self._values and self._divide(lambda value: value == with_[0])
        if read == "__contains__" and type(self._values[0]) is tuple and not is_unknown(with_[0]):
            return self._divide(lambda value: with_[0] in value)
        if read == "__eq__" and type(other := with_[0]) is Chosen:  # two that a count has as its keys
            return self._value() == other._value()
        if read in _ORDERS and not is_unknown(with_[0]) and None not in self._values:
            return self._divide(lambda value: getattr(value, read)(with_[0]))
        return getattr(self._value(), read)(*with_)

    def _kind(self) -> Any:
        return self._divide(type)

    def _divide(self, read: Callable[[Any], Any]) -> Any:
        groups: dict[Any, tuple[Any, ...]] = {}
        for value in self._values:
            found = read(value)
            groups[found] = (*groups.get(found, ()), value)
        if len(groups) > 1:
            self._known.divide(Ask(self._place, self._place.path, tuple(groups.values())))
            return read(self._values[0])
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


def is_unknown(value: object) -> bool:
    """Whether nobody told this value; `isinstance` would read it."""
    return issubclass(type(value), Unknown)
