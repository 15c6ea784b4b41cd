"""Facts and outcomes as far as they are known, when a run has come to its end."""

from dataclasses import dataclass
from typing import Any

from adjudicator.interval import Interval
from adjudicator.unknown import Alternatives, Awaited, Chosen, Form, Place, is_unknown
from adjudicator.unknown_numbers import Number


@dataclass(frozen=True, slots=True)
class OneOf:
    """A fact of a step that may have any of these values: which one decides nothing."""

    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Unstated:
    """A fact of a step that nobody told and that decides nothing: a text, a list."""

    place: "Place"
    is_awaited: bool = False
    """Whether it is no such fact, but a part of an outcome that waits for one."""


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
        return Unstated(value._place, is_awaited=type(value) is Awaited)
    if isinstance(value, dict):
        return {key: for_outcome(item) for key, item in value.items()}
    return [for_outcome(item) for item in value] if isinstance(value, list | tuple) else value
