"""What every ruling is made of: steps that cite, a verdict, an outcome.

A procedure is a pure function from a frozen state and a trace to a ruling. It cites a rule, with
literals, at each branch it takes; asks the trace which reading of a contradiction is in force; and
closes the trace with a verdict. Nothing about cards, turns or dice lives here.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, fields, replace
from functools import cache, partial, wraps
from typing import Any, Generic, Literal, NamedTuple, NoReturn, ParamSpec, TypeAlias, TypeVar, dataclass_transform

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Verdict: TypeAlias = Literal["legal", "illegal", "resolved", "choice", "undecided"]
Fact: TypeAlias = bool | int | str | list[str] | None
State = TypeVar("State")
Shape = TypeVar("Shape")
Given = ParamSpec("Given")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def state_type(declared: type[Shape]) -> type[Shape]:
    """Declares a state, or a part of one: frozen, and strict where it comes from outside."""
    return _declared(declared, {"extra": "forbid", "strict": True, "use_attribute_docstrings": True})


@dataclass_transform(frozen_default=True, kw_only_default=True)
def result_type(declared: type[Shape]) -> type[Shape]:
    """Declares a kind of result; a field with the default None is left out of its JSON where it is None."""
    return _declared(declared, {"use_attribute_docstrings": True})


def _declared(declared: type[Shape], pydantic: Mapping[str, object]) -> type[Shape]:
    made: Any = dataclass(frozen=True, slots=True, kw_only=True)(declared)
    made.__pydantic_config__ = pydantic
    return made  # type: ignore[no-any-return]


class Step(NamedTuple):  # thousands are made in a search, and a tuple is made fastest
    """One application of a rule: which branch of it, on which facts."""

    rule: str
    branch: str
    facts: Mapping[str, Fact]
    bars: bool = False
    """Whether it speaks against what is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A verdict, what follows from it, and the steps that lead there."""

    verdict: Verdict
    result: Any
    """What follows: of one of the procedure's kinds of result, or None where the verdict says it all."""
    steps: tuple[Step, ...]
    rests_on: tuple[tuple[str, str], ...]
    """Conflicts that were decided on the way, each with the reading taken."""

    def __post_init__(self) -> None:
        if not self.steps:
            raise ValueError("a ruling without a step: cite the rule that decides before ruling")

    @property
    def outcome(self) -> dict[str, Any]:
        """The result as JSON."""
        return {} if self.result is None else as_json(self.result)


_PLAIN = frozenset({int, str, bool, type(None)})


def as_json(value: Any) -> Any:
    """A result with all its parts as JSON; what cannot be looked into, such as a fact not told, stays as it is."""
    kind = type(value)  # `isinstance` would read a fact that was not told
    if kind in _PLAIN:
        return value
    if kind in (list, tuple):
        return [as_json(item) for item in value]
    if kind is dict:
        return {key: as_json(item) for key, item in value.items()}
    if hasattr(kind, "__dataclass_fields__"):
        found = {}
        for name, optional in _parts(kind):  # type: ignore[arg-type]  # a type can be hashed
            part = getattr(value, name)
            if not (optional and part is None):
                found[name] = part if type(part) in _PLAIN else as_json(part)
        return found
    return value


@cache
def _parts(kind: Any) -> tuple[tuple[str, bool], ...]:
    """The fields of a type, each with whether it is left out where it is None."""
    return tuple((each.name, each.default is None) for each in fields(kind))


class IllegalState(Exception):  # noqa: N818  # it is a state, not an error of the program
    """A position that cannot exist, with every fault found in it."""

    def __init__(self, faults: tuple[Step, ...], rests_on: Mapping[str, str] | None = None) -> None:
        super().__init__("; ".join(f"{fault.rule} {fault.branch} {dict(fault.facts)}" for fault in faults))
        self.faults = faults
        self.rests_on = dict(rests_on or {})
        """The conflicts met before, each with the reading taken: under another it may exist."""


@result_type
class NotStated:
    """What no rule says and the ruling hangs on, such as the text of a card."""

    not_stated: str


class Stopped(Exception):  # noqa: N818  # an answer too
    """A ruling that was reached deep inside: the rules do not say, or a player decides."""

    def __init__(self, verdict: Verdict, result: Any) -> None:
        super().__init__(verdict, result)
        self.verdict: Verdict = verdict
        self.result = result


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A place where the texts disagree or can be read in more than one way."""

    id: str
    readings: tuple[str, ...]
    """The default reading first."""

    @property
    def default(self) -> str:
        return self.readings[0]


_AT_ONCE = nullcontext()
ALLOWED = "allowed"
"""Among the readings, that what a rule, or one branch of it (`rule/branch`), bars is allowed at this table."""


class Trace:
    """The steps of one ruling in order, and the readings it was made under."""

    __slots__ = ("_faults", "_readings", "_rests_on", "_steps", "barred")

    is_read = True
    """Whether anybody will read the steps; where facts cost something to put into words, ask first."""
    in_part = False
    """Whether it may come to facts that were not told."""

    def __init__(self, readings: Mapping[str, str] | None = None) -> None:
        self._readings = readings or {}
        self._steps: list[Step] = []
        self._faults: list[Step] = []
        self._rests_on: dict[str, str] = {}
        self.barred = False
        """Whether anything so far speaks against what is asked."""

    def cite(self, rule: str, branch: str, **facts: Fact) -> None:
        """Record that this branch of this rule was applied to these facts."""
        self._steps.append(Step(rule, branch, facts))

    def bar(self, rule: str, branch: str, *, lifted: bool = False, **facts: Fact) -> None:
        """Record that this branch of this rule speaks against what is asked: unless lifted, it is illegal then."""
        bars = not (lifted or self._allows(rule, f"{rule}/{branch}"))
        self.barred = self.barred or bars
        self._steps.append(Step(rule, branch, facts, bars))

    def besides(self, reckon: Callable[[], Shape]) -> Shape | None:
        """What this comes to, for what decides nothing any more; None, with no step, where a fact for it lacks."""
        return reckon()

    def part(self, reckon: Callable[[], Shape]) -> Shape:
        """A part of what comes of it; where a fact for this part lacks, the ruling says the rest and waits for it."""
        return reckon()

    def parts(self, reckon: Callable[[], tuple[Any, ...]], number: int) -> tuple[Any, ...]:
        """So many parts that are reckoned together, of which the same is true."""
        return reckon()

    def fault(self, rule: str, branch: str, **facts: Fact) -> None:
        """Record that the state breaks this rule and so cannot exist."""
        self._faults.append(Step(rule, branch, facts))

    def reading(self, conflict: Conflict) -> str:
        """The reading in force; the ruling then rests on it."""
        taken = self._readings.get(conflict.id, conflict.default)
        self._rests_on[conflict.id] = taken
        return taken

    def _allows(self, *names: str) -> bool:
        """Whether this table has agreed that what has one of these names bars nothing."""
        return any(self._readings.get(name) == ALLOWED for name in names)

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
            raise IllegalState(tuple(self._faults), self._rests_on)

    def judged(self, result: Any = None) -> Ruling:
        """Close the trace: what was asked is legal, or illegal where anything bars it."""
        return self.closed("illegal" if self.barred else "legal", result)

    def found_legal(self) -> None:
        """From here on nothing bars: what was asked is legal if nothing has barred it, and what follows is said."""

    def resolved(self, result: Any) -> Ruling:
        """Close the trace: this is what comes of it."""
        return self.closed("resolved", result)

    def apart(self) -> AbstractContextManager[object]:
        """For a check that bars, or not, whatever those after it come to: a fact that lacks here waits for them."""
        return _AT_ONCE

    def require_legal(self, result: Any = None) -> None:
        """Stop here where anything bars what is asked."""
        if self.barred:
            raise Stopped("illegal", result)

    def choice(self, options: Any) -> NoReturn:
        """Stop here: a player chooses among these."""
        raise Stopped("choice", options)

    def silence(self, not_stated: str) -> NoReturn:
        """Stop here: no rule says this."""
        raise Stopped("undecided", NotStated(not_stated=not_stated))

    def closed(self, verdict: Verdict, result: Any) -> Ruling:
        """The ruling on all that was cited."""
        if (verdict == "illegal") != self.barred:
            raise ValueError("a ruling is illegal where a step bars what was asked, and only there")
        return Ruling(verdict=verdict, result=result, steps=tuple(self._steps), rests_on=tuple(self._rests_on.items()))


def fault_check(check: Callable[Given, None]) -> Callable[Given, None]:
    """Declares a function that does nothing but record faults, in its parameter `trace`.

    Of a state told in part it says what is wrong with what was told; nothing is asked for its sake.
    """
    declared: Any = check
    at = declared.__code__.co_varnames.index("trace")

    @wraps(check)
    def look(*args: Given.args, **kwargs: Given.kwargs) -> None:
        trace: Any = args[at]
        if trace.in_part:
            trace.look_for_faults(partial(check, *args, **kwargs))
        else:  # a whole state is ruled on thousands of times: nothing in between
            check(*args, **kwargs)

    return look


class Silent(Trace):
    """A trace for playing on: it answers which reading is in force and keeps no step, so it closes no ruling."""

    __slots__ = ()

    is_read = False

    def cite(self, rule: str, branch: str, **facts: Fact) -> None:
        """Nothing is recorded."""

    def bar(self, rule: str, branch: str, *, lifted: bool = False, **facts: Fact) -> None:
        """Only that something bars is recorded."""
        self.barred = self.barred or not (lifted or self._allows(rule, f"{rule}/{branch}"))


def _nothing(told: Mapping[str, Json]) -> Mapping[str, Json]:
    return {}


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
    results: tuple[type, ...] = ()
    """The kinds of result it may have, besides `NotStated`."""
    implied: Callable[[Mapping[str, Json]], Mapping[str, Json]] = _nothing
    """What a state, told in whole or in part, tells without saying it: fields, as JSON has them, that it may lack."""

    def rule(self, state: State, readings: Mapping[str, str] | None = None) -> Ruling:
        """The ruling on `state`, under the default readings save those given."""
        return self.follow(state, Trace(readings))

    def follow(self, state: State, trace: Trace) -> Ruling:
        """The ruling on `state`, its steps left in `trace` however the run ends."""
        try:
            return self.decide(state, trace)
        except Stopped as stopped:
            return trace.closed(stopped.verdict, stopped.result)

    def about(self, key: str) -> "Procedure[State]":
        """The same question, of whose outcome only this key is wanted: what changes nothing of it decides nothing."""
        return replace(self, decide=partial(_decide_about, self, key))


def _decide_about(procedure: Procedure[State], key: str, state: State, trace: Trace) -> Ruling:
    ruling = procedure.follow(state, trace)
    if ruling.verdict == "undecided":  # what no rule says is all there is
        return ruling
    outcome = ruling.outcome
    return replace(ruling, result={key: outcome[key]} if key in outcome else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game's procedures by name, and the conflicts they ask about by id."""

    id: str
    procedures: Mapping[str, Procedure[Any]]
    conflicts: Mapping[str, Conflict]
