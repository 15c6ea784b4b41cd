"""A state told in part, and the state that an engine is run on: what was not told is unknown.

What is told is a `Part`: the fields of a type that were told, each a value, a part or several of
them. Where a field is left out it is as usual, if it has a default, or else unknown: a number within
its bounds, one of a few values, a nested part with its own fields, or something to be asked for.
"""

import dataclasses
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from adjudicator.interval import Interval
from adjudicator.unknown import Alternatives, Chosen, Domain, Known, Place, Unknown, kind_key
from adjudicator.unknown_numbers import Number
from adjudicator.written import EachOnce, Written


@dataclass(frozen=True, slots=True)
class Part:
    """Some fields of a value of this type."""

    type: type[Any]
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Told values; a part in turn, or a tuple that has parts in it, where one was told in part; an interval where only
    the bounds of a number were told.
    """


@dataclass(frozen=True, slots=True)
class _Kind:
    """One of the kinds of value that a field may have: one of a few values, a shape, a number, or none of these."""

    values: tuple[Any, ...] = ()
    shape: type[Any] | None = None
    bounds: Interval | None = None


@dataclass(frozen=True, slots=True)
class Declared:
    """A field of a type as its source declares it."""

    name: str
    hint: Any
    usual: Any
    """Its default; `MISSING` where it has none."""
    kinds: tuple[_Kind, ...]

    @property
    def is_usual(self) -> bool:
        """Whether it may be left out because it is ordinary."""
        return self.usual is not dataclasses.MISSING

    @property
    def few(self) -> tuple[Any, ...]:
        """Its values, where it has only a few single ones; else none."""
        return self.kinds[0].values if len(self.kinds) == 1 else ()


@cache
def declared(shape: type[Any]) -> tuple[Declared, ...]:
    """The fields of a type in their order."""
    hints = get_type_hints(shape, include_extras=True)
    return tuple(
        Declared(each.name, hints[each.name], _usual(each), _kinds(hints[each.name]))
        for each in dataclasses.fields(shape)
    )


def _kinds(hint: Any) -> tuple[_Kind, ...]:
    return (_Kind(values=_selections(hint)),) if is_selection(hint) else tuple(map(_kind, alternatives(hint)))


def is_selection(hint: Any) -> bool:
    """Whether a value of this type is a selection from a few names."""
    return get_origin(hint) is Annotated and any(isinstance(extra, EachOnce) for extra in get_args(hint))


def _selections(hint: Any) -> tuple[Any, ...]:
    """All that may be selected, in the order of the names."""
    names = get_args(get_args(get_args(hint)[0])[0])
    return tuple(some for number in range(len(names) + 1) for some in combinations(names, number))


def _kind(alternative: Any) -> _Kind:
    if isinstance(alternative, tuple):
        return _Kind(values=alternative)
    if dataclasses.is_dataclass(alternative):
        return _Kind(shape=alternative)  # type: ignore[arg-type]  # a type, no instance
    return _Kind(bounds=_bounds(alternative))


def _usual(each: "dataclasses.Field[Any]") -> Any:
    return each.default if each.default_factory is dataclasses.MISSING else each.default_factory()


@dataclass(frozen=True, slots=True)
class Perhaps:
    """A fact that may be nothing, which an engine can see without reading it."""

    place: Place
    key: str
    options: tuple[Domain, ...]
    """Between what its value has to be told apart."""
    nothing: Domain
    """What is known of it where it is nothing."""


@dataclass(frozen=True, slots=True)
class _Built:
    """A value with what a run has to know of the facts in it."""

    value: Any
    numbers: list[tuple[Place, Interval]] = field(default_factory=list)
    perhaps: list[Perhaps] = field(default_factory=list)


class StateBuilder:
    """Builds the states of one search out of a part and of what is tried for the rest.

    Two runs share the parts of which they know the same, and `known`, which is what the last state was built with.
    """

    def __init__(self, part: Part, instead: Mapping[str, Any] | None = None) -> None:
        self._part = part
        self._instead = instead or {}
        """What to take instead of some defaults."""
        self._built: dict[object, _Built] = {}
        self._values: dict[str, tuple[Any, ...]] = {}
        self._opened: frozenset[str] = frozenset()
        self.known = Known()
        self.narrowed: dict[str, Interval] = {}
        """Numbers that cannot lie outside these bounds, because no state could exist."""
        self.usual: dict[str, tuple[Place, Declared]] = {}
        """What was taken as usual."""

    def build(self, answers: Iterable[tuple[Any, Domain]], opened: frozenset[str]) -> tuple[Any, list[Perhaps]]:
        """The state, and the facts in it that may be nothing; those `opened` are unknown though they have a default."""
        tried = dict(answers)
        self._values = {key: domain for key, domain in tried.items() if isinstance(domain, tuple)}
        self._opened = opened
        built = self._shape(self._part, "")
        self.known.places = {place.path: place for place, _ in built.numbers}
        self.known.bounds = {place.path: self.narrowed.get(place.path, bounds) for place, bounds in built.numbers}
        self.known.bounds |= tried
        return built.value, built.perhaps

    def _shape(self, part: Part, prefix: str) -> _Built:
        """The value with every field; their paths begin with the prefix."""
        tried = frozenset((key, values) for key, values in self._values.items() if key.startswith(prefix))
        opened = frozenset(path for path in self._opened if path.startswith(prefix))
        key = prefix, part.type, tried, opened
        if key not in self._built:
            self._built[key] = self._made(part, prefix)
        return self._built[key]

    def _made(self, part: Part, prefix: str) -> _Built:
        shape = part.type
        values: dict[str, Any] = {}
        built = _Built(None)
        for each in declared(shape):  # type: ignore[arg-type]  # a type can be hashed
            place = Place(f"{prefix}{each.name}", shape.__name__, each.name, each.hint)
            if each.name in part.fields:
                told = part.fields[each.name]
                within = isinstance(told, Interval)
                values[each.name] = (
                    self._within(told, each, place, built) if within else self._given(told, place.path, built)
                )
            elif each.is_usual and place.path not in self._opened:
                values[each.name] = self._instead.get(place.path, each.usual)
                self.usual[place.path] = place, each
            else:
                values[each.name] = self._unknown(each, place, built)
        return replace(built, value=shape(**values))

    def _given(self, value: Any, path: str, into: _Built) -> Any:
        if isinstance(value, Part):
            return self._nested(value, path, into)
        if isinstance(value, tuple):
            return tuple(self._given(each, f"{path}[{at}]", into) for at, each in enumerate(value))
        return value

    def _nested(self, part: Part, path: str, into: _Built) -> Any:
        built = self._shape(part, f"{path}.")
        into.numbers.extend(built.numbers)
        into.perhaps.extend(built.perhaps)
        return built.value

    def _within(self, told: Interval, each: Declared, place: Place, into: _Built) -> Any:
        """A number of which only these bounds were told."""
        for kind in each.kinds:
            if kind.bounds is not None:
                return self._number(place, told.meet(kind.bounds), into)
        numbers = (value for kind in each.kinds for value in kind.values if type(value) is int)
        return self._value_of(tuple(one for one in numbers if not told.meet(Interval(one, one)).empty), place, into)

    def _unknown(self, each: Declared, place: Place, into: _Built) -> Any:
        kinds = each.kinds
        if place.path in self._opened and each.usual is None:
            kinds = tuple(
                replace(kind, values=tuple(one for one in kind.values if one is not None))
                for kind in kinds
                if kind.values != (None,)
            )
        if len(kinds) == 1:
            return self._of_kind(kinds[0], place, into)
        key = kind_key(place.path)
        left = self._values.get(key, ())
        if len(left) == 1:
            return self._of_kind(kinds[left[0]], place, into)
        for kind in kinds:
            if None in kind.values:
                options = tuple((one,) for one in range(len(kinds)))
                into.perhaps.append(Perhaps(place, key, options, nothing=(kinds.index(kind),)))
        return Alternatives(place, len(kinds))

    def _of_kind(self, kind: _Kind, place: Place, into: _Built) -> Any:
        if kind.values:
            return self._value_of(kind.values, place, into)
        if kind.shape is not None:
            return self._nested(Part(kind.shape), place.path, into)
        return Unknown(place) if kind.bounds is None else self._number(place, kind.bounds, into)

    def _number(self, place: Place, bounds: Interval, into: _Built) -> Number:
        into.numbers.append((place, bounds))
        self.known.places[place.path] = place
        return Number(((place.path, 1),), self.known)

    def _value_of(self, values: tuple[Any, ...], place: Place, into: _Built) -> Any:
        left = self._values.get(place.path, values)
        if len(left) == 1:
            return left[0]
        if None in left:
            flags = {type(value) for value in left} <= {bool, type(None)}
            rest = tuple(value for value in left if value is not None)
            options = tuple((value,) for value in left) if flags else ((None,), rest)
            into.perhaps.append(Perhaps(place, place.path, options, nothing=(None,)))
        return Chosen(place, left, self.known)


@cache
def _alternatives(hint: Any) -> tuple[Any, ...]:
    values: list[Any] = []
    kinds: list[Any] = []
    for member in _members(hint):
        if get_origin(member) is Literal:
            values += (value for value in get_args(member) if value not in values)
        elif member is bool:
            values += (True, False)
        elif member is type(None):
            values.append(None)
        else:
            kinds.append(member)
    return (*([tuple(values)] if values else []), *kinds)


def alternatives(hint: Any) -> tuple[Any, ...]:
    """What a value of this type may be: a tuple of all its single values, if it has any, and each other type."""
    return _alternatives(hint)


def _members(hint: Any) -> Iterator[Any]:
    if get_origin(hint) in (Union, types.UnionType):
        for member in get_args(hint):
            yield from _members(member)
    elif get_origin(hint) is Annotated and get_args(hint)[0] is not int:
        yield from _members(get_args(hint)[0])
    else:
        yield hint


def _bounds(kind: Any) -> Interval | None:
    """Between which bounds a number of this type lies; None for what is no number."""
    if kind is int:
        return Interval()
    if get_origin(kind) is Annotated and get_args(kind)[0] is int:
        return Interval(next((extra.ge for extra in get_args(kind) if isinstance(extra, Written)), None))
    return None
