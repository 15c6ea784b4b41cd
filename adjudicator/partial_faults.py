"""Looks for the faults of a state told in part among what was told.

A check for faults divides nothing: what it would have to know of a fact that was not told, it tries,
and on the first way without a fault the run goes on with no more known than before. Where every
way has a fault, those that all have are told; at a fact that may be nothing the run stops before.
What is learnt on the way is between which bounds a number must lie in any state that can exist.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from adjudicator.as_known import for_step
from adjudicator.interval import Interval
from adjudicator.kernel import Ruling, Shape, Step, Trace, Verdict
from adjudicator.parts import is_selection
from adjudicator.unknown import Ask, Awaited, Domain, Known, NeedsFact, is_unknown

MOST_WAYS = 200
"""A check that has a fault in so many ways may have none in the next; it is taken to."""

Way: TypeAlias = list[tuple[Ask, Domain]]
"""The facts that a check came to, each with what was tried of it."""


class _Faulty(BaseException):  # nothing an engine catches
    """What is being tried has a fault."""


class _First(list[Step]):
    """The faults of a way that is given up at the first."""

    def append(self, fault: Step) -> None:
        super().append(fault)
        raise _Faulty


class PartialTrace(Trace):
    """The trace of one run on a state told in part."""

    __slots__ = ("_awaited", "_every_fault", "_known", "_narrowed", "_steps_before", "is_legal")

    in_part = True

    def __init__(
        self,
        readings: Mapping[str, str] | None,
        known: Known,
        narrowed: dict[str, Interval] | None,
        every_fault: bool,
    ) -> None:
        super().__init__(readings)
        self._known = known
        self._narrowed = narrowed
        """Takes the bounds that are learnt of numbers; None where nothing is to be learnt."""
        self._every_fault = every_fault
        """Whether somebody will read the faults; else one is enough."""
        self._awaited: NeedsFact | None = None
        """The first fact that a check apart came to and that cannot be divided."""
        self._steps_before = 0
        """How many steps there were then."""
        self.is_legal = False
        """Whether the run came to where nothing bars any more what was asked."""

    def besides(self, reckon: Callable[[], Shape]) -> Shape | None:
        """What this comes to; nothing is asked for its sake."""
        steps = len(self._steps)
        try:
            return reckon()
        except NeedsFact:
            del self._steps[steps:]
            return None

    def part(self, reckon: Callable[[], Shape]) -> Shape:
        """This part; what stands for it, where a fact has to be known first that no player chooses an answer to."""
        try:
            return reckon()
        except NeedsFact as needed:
            if needed.ask.options and not is_selection(needed.ask.place.hint):
                raise
            return Awaited(needed.ask.place)  # type: ignore[return-value]  # whatever reads it stops at the fact

    def parts(self, reckon: Callable[[], tuple[Any, ...]], number: int) -> tuple[Any, ...]:
        """These parts; what stands for each, where a fact has to be known first."""
        found = self.part(reckon)
        return (found,) * number if is_unknown(found) else found

    @contextmanager
    def apart(self) -> Iterator[None]:
        """A fact that has to be told is asked for only where nothing else bars."""
        try:
            yield
        except NeedsFact as needed:
            if needed.ask.options:
                raise
            if self._awaited is None:
                self._awaited, self._steps_before = needed, len(self._steps)

    def require_legal(self, result: Any = None) -> None:
        """Stop here where anything bars what is asked, or else where a check waits for a fact."""
        super().require_legal(result)
        self._require_awaited()

    def closed(self, verdict: Verdict, result: Any) -> Ruling:
        """The ruling on all that was cited, where no check waits for a fact any more."""
        if not self.barred:
            self._require_awaited()
        return super().closed(verdict, result)

    def found_legal(self) -> None:
        """From here on nothing bars: what lacks after it changes only what follows."""
        self._require_awaited()
        self.is_legal = not self.barred

    def _require_awaited(self) -> None:
        if self._awaited is not None:
            del self._steps[self._steps_before :]  # what was said since, as if that check had barred nothing
            raise self._awaited

    def look_for_faults(self, check: Callable[[], None]) -> None:
        """Record those that are there whatever was not told."""
        if self._known.choose is not None:  # a check within a check: what it cannot know ends it alone
            try:
                check()
            except NeedsFact as stopped:
                if stopped.ask.options:
                    raise
            return
        self._known.perhaps_nothing = None
        way = self._way_without(check)
        if way is None and self._known.perhaps_nothing:
            raise NeedsFact(self._known.perhaps_nothing)
        if way is None:
            ways = self._ways(check, list) if self._every_fault else [next(self._ways(check, _First))]
            self._faults += all_faults([faults for _, faults in ways])
        elif self._narrowed is not None:
            for ask, _ in way:
                self._narrow(ask, check, self._narrowed)

    def _way_without(self, check: Callable[[], None]) -> Way | None:
        """The first way through the check without a fault, as far as it can be gone; None where there is none."""
        return next((way for way, faults in self._ways(check, _First) if not faults), None)

    def _ways(self, check: Callable[[], None], faults: Callable[[], list[Step]]) -> Iterator[tuple[Way, list[Step]]]:
        """The ways through the check, each with its faults; past so many, one without."""
        tried: list[int] = []
        for _ in range(MOST_WAYS):
            way, found = self._go(check, tried, faults())
            yield way, found
            del tried[len(way) :]
            while tried and tried[-1] + 1 == len(way[len(tried) - 1][0].options):
                tried.pop()
            if not tried:
                return
            tried[-1] += 1
        yield [], []

    def _go(self, check: Callable[[], None], tried: list[int], found: list[Step]) -> tuple[Way, list[Step]]:
        """One way: it takes the options tried, and then always the first."""
        way: Way = []

        def choose(ask: Ask) -> Domain:
            if len(way) == len(tried):
                tried.append(0)
            option = ask.options[tried[len(way)]]
            way.append((ask, option))
            return option

        bounds, rests_on, faults = dict(self._known.bounds), dict(self._rests_on), self._faults
        self._known.choose, self._faults = choose, found
        try:
            check()
        except _Faulty:
            pass
        except NeedsFact as stopped:
            if stopped.ask.options and not found:  # a part that may be nothing
                raise
        finally:
            stated_faults = [stated(fault) for fault in found]
            self._known.choose, self._faults = None, faults
            if way:  # what was only tried leaves no mark
                self._known.bounds, self._rests_on = bounds, rests_on
        return way, stated_faults

    def _narrow(self, ask: Ask, check: Callable[[], None], narrowed: dict[str, Interval]) -> None:
        """Leaves of a number what is possible, where that is one piece."""
        pieces = [option for option in ask.options if isinstance(option, Interval)]
        if not isinstance(ask.key, str) or not pieces:
            return
        whole = self._known.bounds[ask.key]
        if pieces[0].hull(pieces[-1]) != whole:
            return
        possible = []
        for piece in pieces:
            self._known.bounds[ask.key] = piece
            if self._way_without(check) is not None:
                possible.append(piece)
        self._known.bounds[ask.key] = whole
        if possible and len(possible) < len(pieces):
            low, high = pieces.index(possible[0]), pieces.index(possible[-1])
            if high - low + 1 == len(possible):
                left = possible[0].hull(possible[-1])
                self._known.bounds[ask.key] = narrowed[ask.key] = left


def stated(step: Step) -> Step:
    """The step with its facts as far as they are known."""
    return step._replace(facts={name: for_step(fact) for name, fact in step.facts.items()})


def all_faults(several: Iterable[Iterable[Step]]) -> tuple[Step, ...]:
    """Those found in every branch; where each branch has its own, all of them. Each once."""
    lists = [{(step.rule, step.branch): step for step in reversed([*faults])} for faults in several]
    every = {key: step for faults in reversed(lists) for key, step in reversed(faults.items())}
    shared = {key: step for key, step in every.items() if all(key in faults for faults in lists)}
    return tuple((shared or every).values())
