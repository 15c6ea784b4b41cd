"""What every procedure of every game owes: it rules on its example and on all that lies near it, always alike."""

import ast
import copy
import dataclasses
import inspect
import json
import textwrap
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import pytest
from pydantic import TypeAdapter

from adjudicator import GAMES, Game, IllegalState, Json, Procedure, Ruling, Step
from adjudicator.kernel import Conflict, Trace

VERDICTS = {"legal", "illegal", "resolved", "choice", "undecided"}
EVERY = tuple((game, procedure) for game in GAMES.values() for procedure in game.procedures.values())
every_procedure = pytest.mark.parametrize(
    ("game", "procedure"), EVERY, ids=[f"{game.id}.{procedure.name}" for game, procedure in EVERY]
)

Answer = tuple[str, Mapping[str, Json], tuple[Step, ...], dict[str, str]]


def answer(procedure: Procedure[Any], state: object, readings: Mapping[str, str] | None = None) -> Answer:
    """Verdict, outcome, steps and readings taken; for an impossible state its faults."""
    try:
        ruling = procedure.rule(state, readings)
    except IllegalState as impossible:
        return "illegal-state", {}, impossible.faults, {}
    return ruling.verdict, ruling.outcome, ruling.steps, dict(ruling.rests_on)


def near(value: object, hint: Any) -> Iterator[object]:
    """Values of the same type: every part of `value` changed, one at a time."""
    if typing.get_origin(hint) is typing.Annotated:
        hint = typing.get_args(hint)[0]
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        for part in parts:
            if part is type(None):
                yield None
            elif value is None:
                yield from every(part)
            elif not dataclasses.is_dataclass(part) or isinstance(value, part):
                yield from near(value, part)
    elif dataclasses.is_dataclass(hint):
        hints = typing.get_type_hints(hint, include_extras=True)
        for field in dataclasses.fields(hint):
            for changed in near(getattr(value, field.name), hints[field.name]):
                yield dataclasses.replace(value, **{field.name: changed})
    elif origin is tuple:
        yield value[:-1]
        yield (*value, *value[:1])
        yield from ((member,) for member in every(parts[0]))
        for place, member in enumerate(value):
            yield from ((*value[:place], changed, *value[place + 1 :]) for changed in near(member, parts[0]))
    elif hint is int:
        yield from (number for step in (1, 2, 6) for number in (value - step, value + step) if number >= 0)
    else:
        yield from every(hint)


def every(hint: Any) -> Iterator[object]:
    """Some values of a type that are known without an example."""
    if typing.get_origin(hint) is typing.Annotated:
        hint = typing.get_args(hint)[0]
    if hint is bool:
        yield from (False, True)
    elif hint is int:
        yield from (0, 1, 6)
    elif typing.get_origin(hint) is typing.Literal:
        yield from typing.get_args(hint)


def states(procedure: Procedure[Any]) -> tuple[object, ...]:
    """The example and its neighbours."""
    return (procedure.example, *near(procedure.example, procedure.state))


def other_readings(game: Game) -> Iterator[Mapping[str, str]]:
    """No reading given, and each reading of each conflict by itself."""
    yield {}
    for conflict in game.conflicts.values():
        yield from ({conflict.id: reading} for reading in conflict.readings)


def test_there_is_something_to_look_at() -> None:
    assert len(EVERY) >= 30
    assert sum(len(states(procedure)) for _, procedure in EVERY) >= 500
    assert all(game.conflicts for game in GAMES.values())


@every_procedure
def test_the_example_is_ruled_on(game: Game, procedure: Procedure[Any]) -> None:
    ruling = procedure.rule(procedure.example)
    assert ruling.verdict in VERDICTS
    assert ruling.outcome or ruling.verdict in ("legal", "illegal")


@every_procedure
def test_the_example_survives_being_written_down(game: Game, procedure: Procedure[Any]) -> None:
    adapter = TypeAdapter(procedure.state)
    assert adapter.validate_json(adapter.dump_json(procedure.example)) == procedure.example


@every_procedure
def test_it_says_what_it_decides_in_both_languages(game: Game, procedure: Procedure[Any]) -> None:
    assert set(procedure.summary) == {"it", "en"}
    assert all(procedure.summary.values())


@every_procedure
def test_every_state_cites_and_says_only_what_can_be_written_down(game: Game, procedure: Procedure[Any]) -> None:
    for state in states(procedure):
        for readings in other_readings(game):
            verdict, outcome, steps, _ = answer(procedure, state, readings)
            assert verdict in VERDICTS | {"illegal-state"}
            assert steps, f"nothing cited for {state} under {readings}"
            assert json.loads(json.dumps(outcome)) == outcome
            for step in steps:
                assert json.loads(json.dumps(step.facts)) == step.facts


@every_procedure
def test_asking_twice_gives_the_same_and_leaves_the_state_alone(game: Game, procedure: Procedure[Any]) -> None:
    for state in states(procedure):
        before = copy.deepcopy(state)
        assert answer(procedure, state) == answer(procedure, state)
        assert state == before


@every_procedure
def test_the_defaults_said_aloud_change_nothing(game: Game, procedure: Procedure[Any]) -> None:
    defaults = {conflict.id: conflict.default for conflict in game.conflicts.values()}
    for state in states(procedure):
        assert answer(procedure, state, defaults) == answer(procedure, state)


@every_procedure
def test_it_asks_only_for_conflicts_of_its_game(game: Game, procedure: Procedure[Any]) -> None:
    for state in states(procedure):
        for readings in other_readings(game):
            *_, rests_on = answer(procedure, state, readings)
            for conflict, reading in rests_on.items():
                assert reading in game.conflicts[conflict].readings
                assert reading == readings.get(conflict, game.conflicts[conflict].default)


@every_procedure
def test_a_conflict_it_does_not_rest_on_changes_nothing(game: Game, procedure: Procedure[Any]) -> None:
    for state in states(procedure):
        plain = answer(procedure, state)
        if plain[0] == "illegal-state":  # faults do not tell the readings they were found under
            continue
        for readings in other_readings(game):
            if not plain[3].keys() & readings.keys():
                assert answer(procedure, state, readings) == plain


@every_procedure
def test_every_field_of_its_state_says_what_it_is(game: Game, procedure: Procedure[Any]) -> None:
    assert not undocumented(procedure.state)


def undocumented(state: type[Any]) -> list[str]:
    """The fields of a state, and of the pieces in it, that have no docstring under them.

    The source is read, not the JSON schema: there a field that says the same as its piece loses its words.
    """
    body = ast.parse(textwrap.dedent(inspect.getsource(state))).body[0].body
    documented = {
        field.target.id
        for field, words in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(words, ast.Expr) and isinstance(words.value, ast.Constant)
    }
    found = [f"{state.__name__}.{field.name}" for field in dataclasses.fields(state) if field.name not in documented]
    for hint in typing.get_type_hints(state).values():
        for piece in pieces(hint):
            found += undocumented(piece)
    return found


def pieces(hint: Any) -> Iterator[type[Any]]:
    """The states inside a type."""
    if dataclasses.is_dataclass(hint):
        yield hint
    for part in typing.get_args(hint):
        yield from pieces(part)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Die:
    """A die on the table: it shows that the checks above can fail."""

    colour: str = "black"
    """What it is painted."""
    pips: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Cup:
    """Some dice."""

    dice: tuple[Die, ...]
    """Those in it."""


def die_procedure(decide: Callable[[Die, Trace], Ruling]) -> tuple[Game, Procedure[Die]]:
    procedure = Procedure(name="die", state=Die, decide=decide, example=Die(pips=1), summary={"en": "Pips"})
    conflict = Conflict(id="D-C01", readings=("up", "down"))
    return Game(id="dice", procedures={"die": procedure}, conflicts={"D-C01": conflict}), procedure


def test_a_field_without_docstring_is_noticed() -> None:
    assert undocumented(Cup) == ["Die.pips"]


def test_a_fickle_procedure_is_noticed() -> None:
    asked = []

    def fickle(state: Die, trace: Trace) -> Ruling:
        asked.append(state)
        trace.cite("D-1.1", "counted", times=len(asked))
        return trace.ruling("resolved", pips=state.pips)

    with pytest.raises(AssertionError):
        test_asking_twice_gives_the_same_and_leaves_the_state_alone(*die_procedure(fickle))


def test_an_unknown_conflict_is_noticed() -> None:
    def astray(state: Die, trace: Trace) -> Ruling:
        trace.reading(Conflict(id="D-C99", readings=("left", "right")))
        trace.cite("D-1.1", "counted", pips=state.pips)
        return trace.ruling("resolved", pips=state.pips)

    with pytest.raises(KeyError):
        test_it_asks_only_for_conflicts_of_its_game(*die_procedure(astray))


def test_an_outcome_that_json_changes_is_noticed() -> None:
    def unwritable(state: Die, trace: Trace) -> Ruling:
        trace.cite("D-1.1", "counted", pips=state.pips)
        return trace.ruling("resolved", pips=(state.pips,))

    with pytest.raises(AssertionError):
        test_every_state_cites_and_says_only_what_can_be_written_down(*die_procedure(unwritable))
