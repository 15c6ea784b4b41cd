"""Rules on a state told in part, by running the procedure on what is known until the rest cannot matter.

A run goes as far as what was told takes it. Where it comes to a fact that nobody told, the search
tries what that fact may be, in the parts that the run has to tell apart, and each run again goes as
far as it can. Impossible states fall out, results that come to the same are joined, and what is left
is the ruling, or the tree of the facts that decide, in the order in which the procedure reads them.

The search goes deeper by levels of questions, and what the last whole level says stands where runs
or time are used up: below it the next fact is asked for, with no branches.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.as_known import for_outcome
from adjudicator.kernel import IllegalState, Procedure, Ruling, Step, Trace
from adjudicator.partial_faults import PartialTrace, all_faults, stated
from adjudicator.parts import Declared, Part, Perhaps, StateBuilder, is_selection
from adjudicator.trees import folded, shortened
from adjudicator.unknown import Ask, Domain, NeedsFact, Place
from adjudicator.unknown_numbers import FEW, can_be_together
from adjudicator.verdicts import (
    Branch,
    Key,
    Result,
    Settled,
    Tree,
    Unsettled,
    allowed_throughout,
    awaited,
    common_outcome,
    common_steps,
    grow,
    is_allowed,
    join,
    leaves,
    open_amount,
    size,
)

RUNS = 700
MOST_SEARCHED = 24
"""Ends of the largest tree that is searched for; of a larger one, one level less is given, if it is smaller."""
READABLE = 12
"""So many ends a tree has at most that one reads on a phone."""
LEVELS_PAST_BARS = 4
"""So many questions further it is looked for what bars every answer alike."""
_LEVELS = (1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumed:
    """A fact that was taken as usual though another value would change the result."""

    place: Place
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class InPart:
    """What comes of a state told in part."""

    result: Result
    """The ruling, or what it hangs on: a tree that one can read."""
    searched: Result
    """All that was found, in the order in which the procedure reads."""
    assumed: tuple[Assumed, ...]
    met: Mapping[str, str]
    """Every conflict that any run came to, with the reading taken: those it can rest on."""
    runs: int
    whole: bool
    """Whether the search came to its end."""


@dataclass(frozen=True, slots=True)
class _Impossible:
    faults: tuple[Step, ...]


class _UsedUp(Exception):  # noqa: N818  # the end of a search, no error
    """No runs or no time are left."""


def rule_in_part(
    procedure: Procedure[Any],
    part: Part,
    readings: Mapping[str, str] | None = None,
    *,
    runs: int = RUNS,
    is_late: Callable[[], bool] = lambda: False,
    want_assumed: bool = True,
) -> InPart:
    """The ruling, or what it hangs on; raises `IllegalState` where no state with these facts can exist.

    The search ends after so many runs, or once `is_late()`: nothing here reads a clock.
    """
    search = _Search(procedure, part, readings, _Budget(runs, is_late))
    level, found = search.deepest()
    if isinstance(found, _Impossible):
        thorough = _Search(procedure, part, readings, _Budget(runs, is_late), every_fault=True)
        _, again = thorough.deepest()
        raise IllegalState((again if isinstance(again, _Impossible) else found).faults, search.met)
    met = dict(search.met)
    assumed = search.assumed(found, level) if want_assumed else ()
    spent = runs - max(0, search.budget.runs)
    readable = folded(shortened(found), READABLE)
    return InPart(result=readable, searched=found, assumed=assumed, met=met, runs=spent, whole=not _is_cut(found))


@dataclass(slots=True)
class _Budget:
    runs: int
    is_late: Callable[[], bool]

    def spend(self) -> None:
        self.runs -= 1
        if self.runs < 0:
            raise _UsedUp

    def require_time(self) -> None:
        if self.is_late():
            raise _UsedUp


@dataclass(frozen=True, slots=True)
class _Known:
    """What one run is made with."""

    answers: frozenset[tuple[Any, Domain]] = frozenset()
    opened: frozenset[str] = frozenset()

    def and_(self, key: Any, domain: Domain) -> "_Known":
        return _Known(frozenset({**dict(self.answers), key: domain}.items()), self.opened)


@dataclass(frozen=True, slots=True)
class _Run:
    """How a run ended: with a ruling, with faults, or at a fact."""

    ended: Settled | _Impossible | Ask
    steps: tuple[Step, ...]
    perhaps: list[Perhaps]
    next: Ask | None = None
    """Of a run that something barred, the fact that it would have come to."""
    is_legal: bool = False
    """Whether nothing barred, nor would after the fact that it came to."""


class _Search:
    def __init__(
        self,
        procedure: Procedure[Any],
        part: Part,
        readings: Mapping[str, str] | None,
        budget: _Budget,
        instead: Mapping[str, Any] | None = None,
        first: _Known = _Known(),
        *,
        every_fault: bool = False,
    ) -> None:
        self._procedure = procedure
        self._part = part
        self._readings = readings
        self.budget = budget
        self._builder = StateBuilder(part, instead)
        self._first = first
        self._every_fault = every_fault
        self._runs: dict[_Known, _Run] = {}
        self.met: dict[str, str] = {}
        self._ends: dict[_Known, None] = {}
        """Where the search came to an end, with all that was known there."""

    def deepest(self) -> tuple[int, Result | _Impossible]:
        """What the last level says that could be searched whole, and which it was."""
        first = found = self._at(self._first, 0, once=True)
        level = 0
        for deeper in _LEVELS:
            if not _is_cut(found):
                break
            try:
                tried = self._at(self._first, deeper)
            except _UsedUp:
                break
            if not isinstance(tried, _Impossible) and size(tried) > MOST_SEARCHED and isinstance(found, Tree):
                break
            level, found = deeper, tried
        if isinstance(found, Unsettled) and found.cut and isinstance(first, Unsettled):
            found = replace(found, place=first.place)  # whatever the answers: the book's first question is as good
        return level, found

    def at(self, level: int) -> Result | _Impossible:
        """What so many questions one after the other lead to; raises `_UsedUp`."""
        return self._at(self._first, level)

    def _at(
        self, known: _Known, level: int, *, asked: "Key | None" = None, once: bool = False, past_bars: bool = False
    ) -> Result | _Impossible:
        if not once:
            self.budget.require_time()
        run = self._run(known, free=once)
        ask = run.ended if isinstance(run.ended, Ask) else None
        ask = self._nothing_instead(known, run, free=once) or ask or (run.next if past_bars else None)
        if ask is not None:
            found = self._fork(known, ask, run.steps, level + (ask.key == asked), past_bars)
            if not isinstance(found, _Impossible) and self._is_legal(known, run, free=once):
                return allowed_throughout(found)
            return found
        if isinstance(run.ended, Settled):
            place_open = awaited(run.ended.outcome)
            if place_open is None and run.ended.verdict in ("resolved", "choice"):
                place_open = open_amount(run.ended.outcome)
            if place_open:
                return Unsettled(
                    place=place_open, steps=run.steps, outcome=run.ended.outcome, allowed=is_allowed(run.ended)
                )
        assert not isinstance(run.ended, Ask)
        self._ends[known] = None
        return run.ended

    def _fork(
        self, known: _Known, ask: Ask, steps: tuple[Step, ...], level: int, past_bars: bool
    ) -> Result | _Impossible:
        """What each part of what the fact may be leads to; a fact divided again at once is still one question."""
        if not ask.options or level == 0:
            return Unsettled(place=ask.place, steps=steps, cut=bool(ask.options))
        found = self._grown(known, ask, level, past_bars)
        if isinstance(found, Tree) and not past_bars and _is_illegal(found):
            with suppress(_UsedUp):  # each answer is barred by something else: perhaps one thing bars them all
                past = self._grown(known, ask, LEVELS_PAST_BARS, past_bars=True)
                found = past if isinstance(past, Settled) else found
        is_chosen = not (isinstance(ask.key, tuple) or is_selection(ask.place.hint))
        if isinstance(found, Tree) and found.key == ask.key and not is_chosen:
            # how two numbers compare, or which of many selections it is, is nothing to let a player choose among
            return Unsettled(
                place=ask.place,
                steps=common_steps(found),
                outcome=common_outcome(found),
                cut=_is_cut(found),
                allowed=is_allowed(found),
            )
        return found

    def _grown(self, known: _Known, ask: Ask, level: int, past_bars: bool) -> Result | _Impossible:
        results = [
            (option, self._at(known.and_(ask.key, option), level - 1, asked=ask.key, past_bars=past_bars))
            for option in ask.options
        ]
        branches = [
            Branch(values=(option,), result=result) for option, result in results if not isinstance(result, _Impossible)
        ]
        if not branches:
            return _Impossible(all_faults([result.faults for _, result in results if isinstance(result, _Impossible)]))
        return grow(ask.place, ask.key, branches)

    def _nothing_instead(self, known: _Known, run: _Run, *, free: bool) -> Ask | None:
        """The fact that may be nothing, and would change the run if it were: an engine sees that without reading it.

        What several parts of one kind have is tried together first: most of them are not looked at. That they
        cannot all be nothing tells nothing of each.
        """
        alike: dict[tuple[str, str], list[Perhaps]] = {}
        for each in run.perhaps:
            alike.setdefault((each.place.shape, each.place.name), []).append(each)
        before: list[Perhaps] = []
        for several in alike.values():
            together = (self._if_nothing(known, tried, free) for tried in (several, [*before, *several]))
            if all(_alike(run, other) for other in together):
                before += several
                continue
            for each in several:
                alone = self._if_nothing(known, [each], free)
                with_others = self._if_nothing(known, [*before, each], free)
                if any(not _is_impossible(other) and not _alike(run, other) for other in (alone, with_others)):
                    return Ask(each.place, each.key, each.options)
                if not _is_impossible(with_others):
                    before.append(each)
        return None

    def _is_legal(self, known: _Known, run: _Run, *, free: bool) -> bool:
        """Whether nothing bars what is asked, whatever is told besides."""
        if not run.is_legal:
            return False
        tried = [*([each] for each in run.perhaps), run.perhaps]
        others = (self._if_nothing(known, nothing, free) for nothing in tried)
        return all(other.is_legal or _is_impossible(other) for other in others)

    def _if_nothing(self, known: _Known, nothing: Iterable[Perhaps], free: bool) -> _Run:
        """The run where these are nothing."""
        for each in nothing:
            known = known.and_(each.key, each.nothing)
        return self._run(known, free=free)

    def _run(self, known: _Known, *, free: bool = False) -> _Run:
        if known not in self._runs:
            if not free:
                self.budget.spend()
                self.budget.require_time()
            self._runs[known] = self._made(known)
        return self._runs[known]

    def _made(self, known: _Known) -> _Run:
        state, perhaps = self._builder.build(known.answers, known.opened)
        if not can_be_together(self._builder.known.bounds):
            return _Run(_Impossible(()), (), [])
        first = known == self._first and not perhaps
        narrowed = self._builder.narrowed if first else None
        trace = PartialTrace(self._readings, self._builder.known, narrowed, self._every_fault)
        ended: Settled | _Impossible | Ask
        next_ = None
        try:
            ruling = self._procedure.follow(state, trace)
            ended = _settled(ruling)
        except NeedsFact as stopped:
            next_ = stopped.ask if trace.barred else None
            ended = _illegal(trace) if trace.barred else stopped.ask
        except IllegalState as impossible:
            ended = _Impossible(tuple(map(stated, impossible.faults)))
        self.met |= trace.rests_on
        return _Run(ended, tuple(map(stated, trace.steps)), perhaps, next_, trace.is_legal)

    def assumed(self, found: Result, level: int) -> tuple[Assumed, ...]:
        """What was taken as usual and would change this result if it were not.

        All facts are tried at one end of the search before any at the next: what matters shows soon.
        """
        matter: dict[str, Assumed] = {}
        with suppress(_UsedUp):
            looked_at = {path: self._builder.usual[path] for path in self._looked_at()}
            left = {path: self._trials(path, each, found, level) for path, (_, each) in looked_at.items()}
            while left:
                for path, trials in list(left.items()):
                    changes = next(trials, None)
                    if changes is not False:
                        del left[path]
                    if changes:
                        place, each = looked_at[path]
                        matter[path] = Assumed(place=place, value=each.usual)
        return tuple(matter[path] for path in self._builder.usual if path in matter)

    def _looked_at(self) -> tuple[str, ...]:
        """Of the facts taken as usual, those on which a run that came to an end may depend, in their order.

        Where a run goes the same way with all of them unknown, it depends on none.
        """
        found: dict[str, None] = {}
        tried = [path for path, (_, each) in self._builder.usual.items() if _has_few(each) or _is_number(each)]
        for known in self._ends:
            left = dict.fromkeys(path for path in tried if path not in found)
            while left:
                run = self._run(_Known(known.answers, frozenset(left)))
                if isinstance(run.ended, Ask) and (read := _field_of(run.ended.place.path, left)):
                    found[read] = left.pop(read)
                elif _alike(self._run(known), run):
                    break
                else:  # one that may be nothing, or that is part of the outcome: they are tried one by one
                    found |= left
                    break
        return tuple(path for path in tried if path in found)

    def _trials(self, path: str, each: Declared, found: Result, level: int) -> Iterator[bool]:
        """Whether another value changes the result, time and again, each time at another end."""
        tried = [
            _Search(self._procedure, self._part, self._readings, self.budget, {path: one})
            for one in each.few
            if one != each.usual
        ]
        if _is_number(each):
            unknown = _Known(opened=frozenset({path}))
            tried = [_Search(self._procedure, self._part, self._readings, self.budget, None, unknown)]
        for search in tried:
            yield from self._leads_elsewhere(search, found, level)

    def _leads_elsewhere(self, search: "_Search", found: Result, level: int) -> Iterator[bool]:
        """Whether another search comes to something else at each end of this one, and then on the whole."""
        is_possible_there = not self._ends
        for known in self._ends:
            here = self._run(known).ended
            there = search.from_(known, level)
            if isinstance(here, _Impossible):
                is_possible_there = is_possible_there or not isinstance(there, _Impossible)
                yield False
            else:
                yield not isinstance(there, _Impossible) and (isinstance(here, Ask) or join(here, there) is None)
        if is_possible_there:
            result = search.at(level)
            yield not isinstance(result, _Impossible) and join(found, result) is None

    def from_(self, known: _Known, level: int) -> Result | _Impossible:
        """What comes of what was known at the end of another search; raises `_UsedUp`."""
        run = self._run(known := _Known(known.answers, known.opened | self._first.opened))
        return self._at(known, level) if isinstance(run.ended, Ask) else run.ended


def _illegal(trace: Trace) -> Settled:
    """What was barred before a fact was missing: illegal, whatever that fact is."""
    steps = tuple(map(stated, trace.steps))
    return Settled(verdict="illegal", outcome={}, steps=steps, rests_on=tuple(trace.rests_on.items()))


def _has_few(each: Declared) -> bool:
    return 0 < len(each.few) <= FEW


def _is_number(each: Declared) -> bool:
    return isinstance(each.usual, int) and not each.few


def _field_of(path: str, fields: Container[str]) -> str | None:
    """The field that this fact is, or is a part of."""
    while path and path not in fields:
        path = path.rpartition(".")[0]
    return path or None


def _settled(ruling: Ruling) -> Settled:
    """The ruling as far as it is known; raises `NeedsFact`."""
    outcome: dict[str, Any] = for_outcome(dict(ruling.outcome))
    steps = tuple(map(stated, ruling.steps))
    return Settled(verdict=ruling.verdict, outcome=outcome, steps=steps, rests_on=ruling.rests_on)


def _alike(one: _Run, other: _Run) -> bool:
    """Whether two runs went the same way, as far as they went."""
    steps = [(step.rule, step.branch) for step in one.steps] == [(step.rule, step.branch) for step in other.steps]
    if isinstance(one.ended, Settled) and isinstance(other.ended, Settled):
        return join(one.ended, other.ended) is not None and one.ended.steps == other.ended.steps
    return steps and one.ended == other.ended


def _is_impossible(run: _Run) -> bool:
    return isinstance(run.ended, _Impossible)


def _is_illegal(found: Result) -> bool:
    return all(isinstance(leaf, Settled) and leaf.verdict == "illegal" for leaf in leaves(found))


def _is_cut(found: Result | _Impossible) -> bool:
    return not isinstance(found, _Impossible) and any(
        isinstance(leaf, Unsettled) and leaf.cut for leaf in leaves(found)
    )
