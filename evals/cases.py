"""The cases that keep the rules honest: rulings on states, and questions as players put them.

Both are YAML that a person who does not write programs can add to. A case that lacks what makes it a
proof, its gold rule or its expectation, fails to load; every problem of a file is reported at once.
"""

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

import yaml
from pydantic import TypeAdapter, ValidationError

from corpus import Language, Source, load_corpus, strict_yaml

HOME = Path(__file__).parent
NOT_TOLD = "NOT_TOLD"
"""In `change`, the word that takes a fact out of the state."""
STRICT = {"extra": "forbid", "strict": True}

AnswerVerdict: TypeAlias = Literal["yes", "no", "value", "explained", "depends", "unknown"]
TurnKind: TypeAlias = Literal["first", "changed", "wish", "reason", "correction", "reply", "new", "courtesy"]
"""The first of a dialogue, a fact told anew or besides, another thing wanted of the same, why, a slip put right, an
answer to what was asked back, another matter, no question.
"""
Kind: TypeAlias = Literal["lookup", "exception", "two-rules", "number", "unsettled", "foreign"]
Case = TypeVar("Case", "RulingCase", "QuestionCase", "PositionCase", "DialogueCase")


class CaseError(ValueError):
    """A case that proves nothing: which one, and what it lacks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What the text makes of a state."""

    __pydantic_config__ = STRICT
    verdict: Literal["legal", "illegal", "resolved", "choice", "undecided", "depends", "illegal-state"]
    cites: tuple[str, ...]
    """Rules that must be among those cited, in some branch where it depends, or among the faults."""
    asks: str | None = None
    """Where it depends: the fact that must be asked for first."""
    outcome: Mapping[str, Any] = field(default_factory=dict)
    """What must stand in the outcome; keys that are not named are not looked at."""
    branches: tuple[str, ...] = ()
    """Branches that must be cited: "VW-9.5 no-sympathy"."""
    rests_on: tuple[str, ...] = ()
    """Conflicts the ruling must rest on."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RulingCase:
    """A state, and what the rules say of it. A case equals itself alone, so that its ruling can be kept by it."""

    __pydantic_config__ = STRICT
    id: str
    ask: str
    """The procedure: `vwars.riot`."""
    given: str | dict[str, Any]
    """The state, or the name of one given at the head of the file."""
    change: Mapping[str, Any] = field(default_factory=dict)
    """Dotted paths into the state, each with its new value; `NOT_TOLD` takes the fact out."""
    readings: Mapping[str, str] = field(default_factory=dict)
    expect: Expectation
    source: Source
    """Where the expectation was taken from."""
    why: str
    twin: str | None = None
    """The case that differs by the smallest change that alters the result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a player says, and what a right answer to it does."""

    __pydantic_config__ = STRICT
    question: str
    gold: tuple[str, ...]
    """The rules or conflicts that decide; none only where nothing is to be answered."""
    verdict: AnswerVerdict
    must_say: tuple[tuple[str, ...], ...]
    """Of each group at least one must stand in the answer."""
    must_not_say: tuple[str, ...] = ()
    abstain: bool
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionCase(Asked):
    """A question as a player puts it; all rules of its gold are needed, and only a `foreign` one has none."""

    id: str
    lang: Language
    kind: Kind
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Asked):
    """What a player says in a dialogue, in the light of all that was said before; any rule of its gold will do."""

    kind: TurnKind


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogueCase:
    """A question, and the turns that follow it up."""

    __pydantic_config__ = STRICT
    id: str
    lang: Language
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherProcedure:
    """Another procedure that decides a position as well, on what it takes of the facts told."""

    __pydantic_config__ = STRICT
    ask: str
    told: Mapping[str, Any]
    """The facts, as a state of this procedure has them."""
    outcome: Mapping[str, Any] = field(default_factory=dict)
    """What must stand in its outcome; the verdict and what is to be asked for are the case's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionCase:
    """A position as a player tells it, with what the text makes of it."""

    __pydantic_config__ = STRICT
    id: str
    lang: Language
    question: str
    ask: str
    """The procedure that decides: `vwars.riot`."""
    told: Mapping[str, Any]
    """The facts that the question tells, as a state has them."""
    verdict: Literal["legal", "illegal", "resolved", "choice", "undecided", "depends"]
    outcome: Mapping[str, Any] = field(default_factory=dict)
    """What must stand in the outcome; keys that are not named are not looked at."""
    asks: tuple[str, ...] = ()
    """Where a deciding fact was left out: those any of which is right to be asked for."""
    also: tuple[OtherProcedure, ...] = ()
    """Other procedures whose ruling is as good."""
    source: Source
    """Where the expectation was taken from."""
    why: str

    @property
    def fitted_on(self) -> bool:
        """Whether it may be fitted on: every other one; the rest measure what was fitted."""
        return int(self.id[-1]) % 2 == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingFile:
    """A file of ruling cases."""

    __pydantic_config__ = STRICT
    cases: tuple[RulingCase, ...]
    given: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    """States that several cases start from, by name."""


def games() -> tuple[str, ...]:
    """The games that have cases."""
    return tuple(sorted(path.name for path in HOME.iterdir() if (path / "rulings").is_dir()))


@cache
def rulings(game: str) -> tuple[RulingCase, ...]:
    """Every ruling case of a game, in the order of the files."""
    cases = tuple(case for path in sorted((HOME / game / "rulings").glob("*.yaml")) for case in read_rulings(path))
    _reject_if_any(game, (*_repeated(cases), *_lonely(cases), *_without_rule(game, cases)))
    return cases


@cache
def questions(game: str, split: Literal["dev", "test"]) -> tuple[QuestionCase, ...]:
    """The questions of a game: `dev` is what weights and thresholds are fitted on, `test` what is reported."""
    cases: tuple[QuestionCase, ...] = _read(HOME / game / "questions" / f"{split}.yaml", tuple[QuestionCase, ...])
    _reject_if_any(game, (*_repeated(cases), *_without_gold(game, cases)))
    return cases


@cache
def dialogues(game: str, split: Literal["dev", "test"]) -> tuple[DialogueCase, ...]:
    """The dialogues of a game: by `dev` it was built, `test` is what is reported."""
    cases: tuple[DialogueCase, ...] = _read(HOME / game / "dialogues" / f"{split}.yaml", tuple[DialogueCase, ...])
    _reject_if_any(game, (*_repeated(cases), *_turns_without_gold(game, cases)))
    return cases


@cache
def positions(game: str) -> tuple[PositionCase, ...]:
    """The positions of a game in players' words."""
    cases: tuple[PositionCase, ...] = _read(HOME / game / "positions.yaml", tuple[PositionCase, ...])
    _reject_if_any(game, (*_repeated(cases), *_without_expectation(game, cases)))
    return cases


def read_rulings(path: Path) -> tuple[RulingCase, ...]:
    """The cases of one file, each with its whole state."""
    file: RulingFile = _read(path, RulingFile)
    unknown = [case for case in file.cases if isinstance(case.given, str) and case.given not in file.given]
    _reject_if_any(path.name, (f"{case.id}: given {case.given!r} is not at the head of the file" for case in unknown))
    return tuple(
        RulingCase(
            id=case.id,
            ask=case.ask,
            given=state(case, file.given[case.given] if isinstance(case.given, str) else case.given),
            readings=case.readings,
            expect=case.expect,
            source=case.source,
            why=case.why,
            twin=case.twin,
        )
        for case in file.cases
    )


def state(case: RulingCase, given: dict[str, Any]) -> dict[str, Any]:
    """The given state with the changes of the case."""
    changed = deepcopy(given)
    for place, value in case.change.items():
        *inside, last = place.split(".")
        target: Any = changed
        for step in inside:
            target = target[int(step)] if isinstance(target, list) else target.setdefault(step, {})
        if isinstance(target, list):
            target[int(last)] = value
        elif value == NOT_TOLD:
            del target[last]
        else:
            target[last] = value
    return changed


def _read(path: Path, shape: Any) -> Any:
    try:
        data = strict_yaml.load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise CaseError(f"{path}: cannot be read: {error}") from error
    try:
        return _adapter(shape).validate_python(_renamed(data), strict=False)
    except ValidationError as error:
        problems = (f"{'.'.join(map(str, each['loc']))}: {each['msg'].lower()}" for each in error.errors())
        raise CaseError(f"{path}:\n  " + "\n  ".join(problems)) from error


@cache
def _adapter(shape: Any) -> TypeAdapter[Any]:
    return TypeAdapter(shape)


def _renamed(data: Any) -> Any:
    """`from` is the natural name in a case and no name for a field."""
    cases = data["cases"] if isinstance(data, dict) and "cases" in data else data
    if isinstance(cases, list):
        cases = [_source_named(case) if isinstance(case, dict) else case for case in cases]
    return {**data, "cases": cases} if isinstance(data, dict) else cases


def _source_named(case: dict[str, Any]) -> dict[str, Any]:
    return {("source" if key == "from" else key): value for key, value in case.items()}


def _reject_if_any(where: str, problems: Iterable[str]) -> None:
    found = tuple(problems)
    if found:
        raise CaseError(f"{where}:\n  " + "\n  ".join(found))


def _repeated(cases: tuple[Case, ...]) -> Iterator[str]:
    seen: set[str] = set()
    for case in cases:
        if case.id in seen:
            yield f"{case.id}: used twice; an id belongs to one case"
        seen.add(case.id)


def _lonely(cases: tuple[RulingCase, ...]) -> Iterator[str]:
    by_id = {case.id: case for case in cases}
    for case in cases:
        if case.twin is None:
            continue
        if case.twin not in by_id:
            yield f"{case.id}: its twin {case.twin} does not exist"
        elif (twin := by_id[case.twin].expect) and (twin.verdict, twin.outcome) == (
            case.expect.verdict,
            case.expect.outcome,
        ):
            yield f"{case.id}: expects the same as its twin {case.twin}; a twin shows what flips the result"


def _without_rule(game: str, cases: tuple[RulingCase, ...]) -> Iterator[str]:
    rules, conflicts = load_corpus().games[game].rules, load_corpus().games[game].conflicts
    for case in cases:
        if not case.expect.cites:
            yield f"{case.id}: expects no rule to be cited; name the rules that decide"
        named = (*case.expect.cites, *(branch.split()[0] for branch in case.expect.branches))
        if (case.expect.verdict == "depends") != (case.expect.asks is not None):
            yield f"{case.id}: `asks` names the fact to ask for where the verdict is `depends`, and only there"
        for rule in named:
            if rule not in rules:
                yield f"{case.id}: names rule {rule}, which does not exist"
        for conflict in (*case.expect.rests_on, *(id for id in case.readings if id != "edition")):
            if conflict not in conflicts:
                yield f"{case.id}: names conflict {conflict}, which does not exist"


def _without_expectation(game: str, cases: tuple[PositionCase, ...]) -> Iterator[str]:
    for case in cases:
        for ask in (case.ask, *(other.ask for other in case.also)):
            if not ask.startswith(f"{game}."):
                yield f"{case.id}: {ask} is no procedure of {game}"
        if (case.verdict == "depends") != bool(case.asks):
            yield f"{case.id}: `asks` names what is to be asked for where the verdict is `depends`, and only there"
        if case.verdict == "resolved" and not all((case.outcome, *(other.outcome for other in case.also))):
            yield f"{case.id}: expects no outcome; any ruling would pass"


def _turns_without_gold(game: str, cases: tuple[DialogueCase, ...]) -> Iterator[str]:
    for case in cases:
        for number, turn in enumerate(case.turns, 1):
            where = f"{case.id}, turn {number}"
            yield from _unheld(game, where, turn, needs_gold=not turn.abstain, needs_words=not turn.abstain)
            if (turn.kind == "first") != (number == 1):
                yield f"{where}: the first turn, and no other, has the kind `first`"


def _without_gold(game: str, cases: tuple[QuestionCase, ...]) -> Iterator[str]:
    for case in cases:
        yield from _unheld(game, case.id, case, needs_gold=case.kind != "foreign", needs_words=True)


def _unheld(game: str, where: str, asked: Asked, *, needs_gold: bool, needs_words: bool) -> Iterator[str]:
    """What would let a wrong answer pass."""
    known = {*load_corpus().games[game].rules, *load_corpus().games[game].conflicts}
    if needs_gold and not asked.gold:
        yield f"{where}: no gold rule; name the rules that decide"
    yield from (f"{where}: gold {id} does not exist" for id in asked.gold if id not in known)
    if needs_words and not (asked.must_say and all(asked.must_say)):
        yield f"{where}: must_say is empty; an answer that says nothing would pass"
