"""A state told in part, and the state that an engine is run on: what was not told is unknown.

What is told is a `Part`: the fields of a type that were told, each a value, a part or several of
them. Where a field is left out it is as usual, if it has a default, or else unknown: a number within
its bounds, one of a few values, a nested part with its own fields, or something to be asked for.
"""

import dataclasses
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from adjudicator.interval import Interval
from adjudicator.unknown import Alternatives, Chosen, Domain, Place, Unknown, kind_key
from adjudicator.unknown_numbers import Known, Number
from adjudicator.written import Written


@dataclass(frozen=True, slots=True)
class Part:
    """Some fields of a value of this type."""

    type: type[Any]
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Told values; a part in turn, or a tuple that has parts in it, where one was told in part."""


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
        Declared(each.name, hints[each.name], _usual(each), tuple(map(_kind, alternatives(hints[each.name]))))
        for each in dataclasses.fields(shape)
    )


def _kind(alternative: Any) -> _Kind:
    if isinstance(alternative, tuple):
        return _Kind(values=alternative)
    if dataclasses.is_dataclass(alternative):
        return _Kind(shape=alternative)  # type: ignore[arg-type]  # a type, no instance
    return _Kind(bounds=_bounds(alternative))


@lru_cache(maxsize=4096)  # a part stands at as many paths as a list that was sent is long
def _places(path: str, shape: type[Any]) -> tuple[Place, ...]:
    """Where the fields of the part at `path` stand."""
    return tuple(
        Place(f"{path}.{each.name}".removeprefix("."), shape.__name__, each.name, each.hint)
        for each in declared(shape)  # type: ignore[arg-type]  # a type can be hashed
    )


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


class Missing:
    """Builds one state out of a part and of what a search tries for the rest."""

    def __init__(
        self, answers: Mapping[Any, Domain], opened: frozenset[str], instead: Mapping[str, Any] | None = None
    ) -> None:
        self._answers = answers
        self._opened = opened
        """Fields that are asked for though they have a default."""
        self._instead = instead or {}
        """What to take instead of some defaults."""
        self._known = Known({}, dict(answers))
        self.open: dict[str, Place] = {}
        """Every unknown that stands in the state, in its order."""
        self.perhaps: list[Perhaps] = []
        """Those that may be nothing."""
        self.usual: dict[str, tuple[Place, Declared]] = {}
        """What was taken as usual."""

    def state(self, part: Part, path: str = "") -> Any:
        """The value with every field."""
        shape = part.type
        values: dict[str, Any] = {}
        for each, place in zip(declared(shape), _places(path, shape), strict=True):  # type: ignore[arg-type]  # a type can be hashed
            if each.name in part.fields:
                values[each.name] = self._given(part.fields[each.name], place.path)
            elif each.is_usual and place.path not in self._opened:
                values[each.name] = self._instead.get(place.path, each.usual)
                self.usual[place.path] = place, each
            else:
                values[each.name] = self._unknown(each, place)
        return shape(**values)

    def _given(self, value: Any, path: str) -> Any:
        if isinstance(value, Part):
            return self.state(value, path)
        if isinstance(value, tuple):
            return tuple(self._given(each, f"{path}[{at}]") for at, each in enumerate(value))
        return value

    def _unknown(self, each: Declared, place: Place) -> Any:
        kinds = each.kinds
        if place.path in self._opened and each.usual is None:
            kinds = tuple(
                replace(kind, values=tuple(one for one in kind.values if one is not None))
                for kind in kinds
                if kind.values != (None,)
            )
        if len(kinds) == 1:
            return self._of_kind(kinds[0], place)
        key = kind_key(place.path)
        left = self._answers.get(key)
        if isinstance(left, tuple) and len(left) == 1:
            return self._of_kind(kinds[left[0]], place)
        self.open[place.path] = place
        for kind in kinds:
            if None in kind.values:
                options = tuple((one,) for one in range(len(kinds)))
                self.perhaps.append(Perhaps(place, key, options, nothing=(kinds.index(kind),)))
        return Alternatives(place, len(kinds))

    def _of_kind(self, kind: _Kind, place: Place) -> Any:
        if kind.values:
            return self._value_of(kind.values, place)
        if kind.shape is not None:
            return self.state(Part(kind.shape), place.path)
        self.open[place.path] = place
        if kind.bounds is None:
            return Unknown(place)
        self._known.places[place.path] = place
        self._known.bounds.setdefault(place.path, kind.bounds)
        return Number(((place.path, 1),), self._known)

    def _value_of(self, values: tuple[Any, ...], place: Place) -> Any:
        left = self._answers.get(place.path, values)
        assert isinstance(left, tuple)
        if len(left) == 1:
            return left[0]
        self.open[place.path] = place
        if None in left:
            flags = {type(value) for value in left} <= {bool, type(None)}
            rest = tuple(value for value in left if value is not None)
            options = tuple((value,) for value in left) if flags else ((None,), rest)
            self.perhaps.append(Perhaps(place, place.path, options, nothing=(None,)))
        return Chosen(place, left)


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
