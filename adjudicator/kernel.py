"""What every ruling is made of: steps that cite, a verdict, an outcome.

A procedure is a pure function from a frozen state and a trace to a ruling. It cites a rule, with
literals, at each branch it takes; asks the trace which reading of a contradiction is in force; and
closes the trace with a verdict. Nothing about cards, turns or dice lives here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Verdict: TypeAlias = Literal["legal", "illegal", "resolved", "choice", "undecided"]
Fact: TypeAlias = bool | int | str | list[str] | None
State = TypeVar("State")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One application of a rule: which branch of it, on which facts."""

    rule: str
    branch: str
    facts: Mapping[str, Fact]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A verdict, what follows from it, and the steps that lead there."""

    verdict: Verdict
    outcome: Mapping[str, Json]
    steps: tuple[Step, ...]
    rests_on: tuple[tuple[str, str], ...]
    """Conflicts that were decided on the way, each with the reading taken."""

    def __post_init__(self) -> None:
        if not self.steps:
            raise ValueError("a ruling without a step: cite the rule that decides before ruling")


class IllegalState(Exception):  # noqa: N818  # it is a state, not an error of the program
    """A position that cannot exist, with every fault found in it."""

    def __init__(self, faults: tuple[Step, ...]) -> None:
        super().__init__("; ".join(f"{fault.rule} {fault.branch} {dict(fault.facts)}" for fault in faults))
        self.faults = faults


class Silence(Exception):  # noqa: N818  # an answer too: the rules do not say
    """The ruling hangs on something that no rule states, such as the text of a card."""

    def __init__(self, not_stated: str) -> None:
        super().__init__(not_stated)
        self.not_stated = not_stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A place where the texts disagree or can be read in more than one way."""

    id: str
    readings: tuple[str, ...]
    """The default reading first."""

    @property
    def default(self) -> str:
        return self.readings[0]


class Trace:
    """The steps of one ruling in order, and the readings it was made under."""

    __slots__ = ("_faults", "_readings", "_rests_on", "_steps")

    tells = True
    """Whether anybody will read the steps; where facts cost something to put into words, ask first."""

    def __init__(self, readings: Mapping[str, str] | None = None) -> None:
        self._readings = readings or {}
        self._steps: list[Step] = []
        self._faults: list[Step] = []
        self._rests_on: dict[str, str] = {}

    def cite(self, rule: str, branch: str, **facts: Fact) -> None:
        """Record that this branch of this rule was applied to these facts."""
        self._steps.append(Step(rule=rule, branch=branch, facts=facts))

    def fault(self, rule: str, branch: str, **facts: Fact) -> None:
        """Record that the state breaks this rule and so cannot exist."""
        self._faults.append(Step(rule=rule, branch=branch, facts=facts))

    def reading(self, conflict: Conflict) -> str:
        """The reading in force; the ruling then rests on it."""
        taken = self._readings.get(conflict.id, conflict.default)
        self._rests_on[conflict.id] = taken
        return taken

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps so far."""
        return tuple(self._steps)

    @property
    def rests_on(self) -> Mapping[str, str]:
        """The conflicts met so far, each with the reading taken."""
        return self._rests_on

    def silent(self) -> "Silent":
        """This trace with its steps left out: readings asked there count here."""
        quiet = Silent(self._readings)
        quiet._rests_on = self._rests_on
        return quiet

    def require_possible(self) -> None:
        """Raise with every fault recorded so far, if there is any."""
        if self._faults:
            raise IllegalState(tuple(self._faults))

    def ruling(self, verdict: Verdict, **outcome: Json) -> Ruling:
        """Close the trace."""
        return Ruling(
            verdict=verdict,
            outcome=outcome,
            steps=tuple(self._steps),
            rests_on=tuple(self._rests_on.items()),
        )


class Silent(Trace):
    """A trace for playing on: it answers which reading is in force and keeps no step, so it closes no ruling."""

    __slots__ = ()

    tells = False

    def cite(self, rule: str, branch: str, **facts: Fact) -> None:
        """Nothing is recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure(Generic[State]):
    """A question the rules decide, asked of a state."""

    name: str
    """Under the game's name: `vwars.riot` is the procedure `riot` of `vwars`."""
    state: type[State]
    decide: Callable[[State, Trace], Ruling]
    example: State
    summary: Mapping[str, str]
    """What it decides, one line per language."""

    def rule(self, state: State, readings: Mapping[str, str] | None = None) -> Ruling:
        """The ruling on `state`, under the default readings save those given."""
        return self.follow(state, Trace(readings))

    def follow(self, state: State, trace: Trace) -> Ruling:
        """The ruling on `state`, its steps left in `trace` however the run ends."""
        try:
            return self.decide(state, trace)
        except Silence as silence:
            return trace.ruling("undecided", not_stated=silence.not_stated)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game's procedures by name, and the conflicts they ask about by id."""

    id: str
    procedures: Mapping[str, Procedure[Any]]
    conflicts: Mapping[str, Conflict]
