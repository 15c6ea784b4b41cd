"""How near a ruling is to another one: the smallest change of a number that alters the result.

Every number of a state is tried, and every number inside a text such as "red 4": first all of them
moved by one, then all by two, and so on. The search ends at the first distance at which something
changes, and gives every change found there. It knows no game: it reads the written form of a state.

The result of a ruling is its verdict and every word, yes, no and nothing of its outcome. Numbers in
an outcome are measures: a riot lost by three and a riot lost by four have the same result. So are
words that merely repeat the number that was changed.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from adjudicator.kernel import Json, Ruling

REACH = 20
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """One value changed, and the ruling that follows from it."""

    field: str
    """Where the value stands in the state, such as `cities[0].troops`."""
    before: Json
    after: Json
    ruling: Ruling


def flips(rule: Callable[[Json], Ruling | None], state: Json, reach: int = REACH) -> tuple[Flip, ...]:
    """Every change at the smallest distance, up to `reach`, that alters the result; none if none does.

    `rule` gives None for a state that is malformed or impossible; such a change is no flip.
    """
    here = rule(state)
    if here is None:
        return ()
    places = tuple(numbers(state))
    for distance in range(1, reach + 1):
        found = tuple(_at(distance, here, places, rule))
        if found:
            return found
    return ()


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a state: its place, the value it stands in, and both of them moved by some amount."""

    field: str
    value: Json
    moved: Callable[[int], Json]
    """The value with this number moved; equal to `value` where it cannot be."""
    state: Callable[[Json], Json]
    """The whole state with another value in this place."""


def numbers(state: Json) -> Iterator[Number]:
    """Every number of a state, in the order in which they are written."""
    yield from _numbers(state, "", lambda value: value)


def _numbers(value: Json, field: str, put: Callable[[Json], Json]) -> Iterator[Number]:
    match value:
        case bool() | None:
            return
        case int() | float():
            yield Number(field, value, lambda by: value + by, put)
        case str():
            for digits in _NUMBER.finditer(value):
                yield Number(field, value, _move_in_text(value, digits), put)
        case list():
            for place, item in enumerate(value):
                yield from _numbers(item, f"{field}[{place}]", _put_item(value, place, put))
        case dict():
            for key, item in value.items():
                yield from _numbers(item, f"{field}.{key}" if field else key, _put_key(value, key, put))


def _move_in_text(text: str, digits: re.Match[str]) -> Callable[[int], Json]:
    def moved(by: int) -> Json:
        number = int(digits[0]) + by
        return text if number < 0 else f"{text[: digits.start()]}{number}{text[digits.end() :]}"

    return moved


def _put_item(items: list[Json], place: int, put: Callable[[Json], Json]) -> Callable[[Json], Json]:
    return lambda value: put([*items[:place], value, *items[place + 1 :]])


def _put_key(fields: dict[str, Json], key: str, put: Callable[[Json], Json]) -> Callable[[Json], Json]:
    return lambda value: put({**fields, key: value})


def _at(
    distance: int, here: Ruling, places: tuple[Number, ...], rule: Callable[[Json], Ruling | None]
) -> Iterator[Flip]:
    for number in places:
        for by in (-distance, distance):
            after = number.moved(by)
            there = None if after == number.value else rule(number.state(after))
            if there is not None and _result(there, after, number.value) != _result(here):
                yield Flip(field=number.field, before=number.value, after=after, ruling=there)


def _result(ruling: Ruling, after: Json = None, before: Json = None) -> object:
    return ruling.verdict, _words(dict(ruling.outcome), after, before)


def _words(value: Json, after: Json, before: Json) -> object:
    """What is left of an outcome without its numbers, with each echo of the changed text undone."""
    match value:
        case list():
            return [_words(item, after, before) for item in value if not _measure(item)]
        case dict():
            return {key: _words(item, after, before) for key, item in value.items() if not _measure(item)}
        case str() if value == after:
            return before
        case _:
            return value


def _measure(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
