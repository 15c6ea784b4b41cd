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
from contextlib import suppress
from itertools import pairwise
from typing import Any, TypeAlias

import pytest
from pydantic import TypeAdapter

from adjudicator import GAMES, Game, IllegalState, Json, Procedure, Ruling, Step
from adjudicator.kernel import Conflict, NotStated, Trace

VERDICTS = {"legal", "illegal", "resolved", "choice", "undecided"}
EVERY = tuple((game, procedure) for game in GAMES.values() for procedure in game.procedures.values())
every_procedure = pytest.mark.parametrize(
    ("game", "procedure"), EVERY, ids=[f"{game.id}.{procedure.name}" for game, procedure in EVERY]
)

Answer: TypeAlias = tuple[str, Mapping[str, Json], tuple[Step, ...], dict[str, str]]


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


class NoneGiven(Mapping[str, str]):
    """No reading of any conflict; knows afterwards which conflicts were asked about."""

    def __init__(self) -> None:
        self.asked: set[str] = set()
        self.listed = False

    def __getitem__(self, conflict: str) -> str:
        self.asked.add(conflict)
        raise KeyError(conflict)

    def __iter__(self) -> Iterator[str]:
        self.listed = True
        return iter(())

    def __len__(self) -> int:
        self.listed = True
        return 0

    def __bool__(self) -> bool:
        return True  # or it would be taken for nothing and thrown away

    def decides(self, conflict: str) -> bool:
        """Whether the ruling could have been another with a reading of this conflict given."""
        return self.listed or conflict in self.asked


@dataclasses.dataclass(frozen=True, kw_only=True)
class Tried:
    """A state and all rulings on it that the properties below speak of, each made once."""

    state: object
    before: object
    """The state as it was, copied."""
    plain: Answer
    again: Answer
    under: tuple[tuple[Mapping[str, str], Answer], ...]
    """Each reading that could change the ruling, by itself.

    A procedure that asks twice alike and never asks for the reading of a conflict rules the same whatever it is.
    """
    defaults: Answer
    """Under all defaults said aloud."""

    @property
    def answers(self) -> Iterator[tuple[Mapping[str, str], Answer]]:
        """With the readings that were given."""
        yield {}, self.plain
        yield from self.under


def tried_on(game: Game, procedure: Procedure[Any]) -> Iterator[Tried]:
    """Each state with its rulings."""
    defaults = {conflict.id: conflict.default for conflict in game.conflicts.values()}
    for state in states(procedure):
        before, none, none_again = copy.deepcopy(state), NoneGiven(), NoneGiven()
        yield Tried(
            state=state,
            before=before,
            plain=answer(procedure, state, none),
            again=answer(procedure, state, none_again),
            under=tuple(
                (readings, answer(procedure, state, readings))
                for conflict in game.conflicts.values()
                if none.decides(conflict.id) or none_again.decides(conflict.id)
                for readings in ({conflict.id: reading} for reading in conflict.readings)
            ),
            defaults=answer(procedure, state, defaults),
        )


@pytest.fixture(scope="module", params=EVERY, ids=[f"{game.id}.{procedure.name}" for game, procedure in EVERY])
def tried(request: pytest.FixtureRequest) -> tuple[Game, tuple[Tried, ...]]:
    """A game, and one of its procedures tried on the example and its neighbours."""
    game, procedure = request.param
    return game, tuple(tried_on(game, procedure))


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
def test_what_comes_of_it_is_of_a_kind_it_names(game: Game, procedure: Procedure[Any]) -> None:
    for state in states(procedure):
        with suppress(IllegalState):
            result = procedure.rule(state).result
            assert result is None or type(result) in (*procedure.results, NotStated), type(result)


@every_procedure
def test_the_example_survives_being_written_down(game: Game, procedure: Procedure[Any]) -> None:
    adapter = TypeAdapter(procedure.state)
    assert adapter.validate_json(adapter.dump_json(procedure.example)) == procedure.example


@every_procedure
def test_it_says_what_it_decides_in_both_languages(game: Game, procedure: Procedure[Any]) -> None:
    assert set(procedure.summary) == {"it", "en"}
    assert all(procedure.summary.values())


def test_every_state_cites_and_says_only_what_can_be_written_down(tried: tuple[Game, tuple[Tried, ...]]) -> None:
    for each in tried[1]:
        for readings, (verdict, outcome, steps, _) in each.answers:
            assert verdict in VERDICTS | {"illegal-state"}
            assert steps, f"nothing cited for {each.state} under {readings}"
            assert json.loads(json.dumps(outcome)) == outcome
            for step in steps:
                assert json.loads(json.dumps(step.facts)) == step.facts


def test_asking_twice_gives_the_same_and_leaves_the_state_alone(tried: tuple[Game, tuple[Tried, ...]]) -> None:
    for each in tried[1]:
        assert each.plain == each.again
        assert each.state == each.before


def test_the_defaults_said_aloud_change_nothing(tried: tuple[Game, tuple[Tried, ...]]) -> None:
    for each in tried[1]:
        assert each.defaults == each.plain


def test_it_asks_only_for_conflicts_of_its_game(tried: tuple[Game, tuple[Tried, ...]]) -> None:
    game, all_tried = tried
    for each in all_tried:
        for readings, (*_, rests_on) in each.answers:
            for conflict, reading in rests_on.items():
                assert reading in game.conflicts[conflict].readings
                assert reading == readings.get(conflict, game.conflicts[conflict].default)


def test_a_conflict_it_does_not_rest_on_changes_nothing(tried: tuple[Game, tuple[Tried, ...]]) -> None:
    for each in tried[1]:
        if each.plain[0] == "illegal-state":  # faults do not tell the readings they were found under
            continue
        for readings, found in each.under:
            if not each.plain[3].keys() & readings.keys():
                assert found == each.plain


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


UP_OR_DOWN = Conflict(id="D-C01", readings=("up", "down"))


def die(decide: Callable[[Die, Trace], Ruling]) -> tuple[Game, tuple[Tried, ...]]:
    """A game of one procedure, tried."""
    procedure = Procedure(name="die", state=Die, decide=decide, example=Die(pips=1), summary={"en": "Pips"})
    game = Game(id="dice", procedures={"die": procedure}, conflicts={"D-C01": UP_OR_DOWN})
    return game, tuple(tried_on(game, procedure))


def test_a_field_without_docstring_is_noticed() -> None:
    assert undocumented(Cup) == ["Die.pips"]


def test_a_reading_is_tried_where_it_is_asked_for_and_nowhere_else() -> None:
    def decide(state: Die, trace: Trace) -> Ruling:
        trace.cite("D-1.1", "counted", pips=state.pips)
        way = trace.reading(UP_OR_DOWN) if state.pips > 1 else "up"
        return trace.closed("resolved", {"way": way})

    _, all_tried = die(decide)
    assert {each.state.pips > 1 for each in all_tried if isinstance(each.state, Die)} == {True, False}
    for each in all_tried:
        assert isinstance(each.state, Die)
        ways = [found[1]["way"] for _, found in each.under]
        assert ways == (["up", "down"] if each.state.pips > 1 else [])


@pytest.mark.parametrize("look", [dict, len, list, lambda readings: "D-C01" in readings])
def test_who_looks_through_the_readings_is_tried_under_each(look: Callable[[Mapping[str, str]], object]) -> None:
    def decide(state: Die, trace: Trace) -> Ruling:
        look(trace._readings)
        trace.cite("D-1.1", "counted", pips=state.pips)
        return trace.closed("resolved", {"pips": state.pips})

    assert all(len(each.under) == 2 for each in die(decide)[1])


def test_a_fickle_procedure_is_noticed() -> None:
    asked = []

    def fickle(state: Die, trace: Trace) -> Ruling:
        asked.append(state)
        trace.cite("D-1.1", "counted", times=len(asked))
        return trace.closed("resolved", {"pips": state.pips})

    with pytest.raises(AssertionError):
        test_asking_twice_gives_the_same_and_leaves_the_state_alone(die(fickle))


def test_a_procedure_that_changes_its_state_is_noticed() -> None:
    def paints(state: Die, trace: Trace) -> Ruling:
        object.__setattr__(state, "colour", "white")
        trace.cite("D-1.1", "counted", pips=state.pips)
        return trace.closed("resolved", {"pips": state.pips})

    with pytest.raises(AssertionError):
        test_asking_twice_gives_the_same_and_leaves_the_state_alone(die(paints))


def test_a_reading_taken_without_resting_on_it_is_noticed() -> None:
    def secretly(state: Die, trace: Trace) -> Ruling:
        trace.cite("D-1.1", "counted", pips=state.pips)
        return trace.closed("resolved", {"way": Trace(trace._readings).reading(UP_OR_DOWN)})

    with pytest.raises(AssertionError):
        test_a_conflict_it_does_not_rest_on_changes_nothing(die(secretly))


def test_a_default_that_rules_only_when_said_is_noticed() -> None:
    def shy(state: Die, trace: Trace) -> Ruling:
        trace.cite("D-1.1", "counted", pips=state.pips)
        return trace.closed("resolved", {"said": "D-C01" in trace._readings})

    with pytest.raises(AssertionError):
        test_the_defaults_said_aloud_change_nothing(die(shy))


def test_an_unknown_conflict_is_noticed() -> None:
    def astray(state: Die, trace: Trace) -> Ruling:
        trace.reading(Conflict(id="D-C99", readings=("left", "right")))
        trace.cite("D-1.1", "counted", pips=state.pips)
        return trace.closed("resolved", {"pips": state.pips})

    with pytest.raises(KeyError):
        test_it_asks_only_for_conflicts_of_its_game(die(astray))


def test_an_outcome_that_json_changes_is_noticed() -> None:
    def unwritable(state: Die, trace: Trace) -> Ruling:
        trace.cite("D-1.1", "counted", pips=state.pips)
        return trace.closed("resolved", {"pips": {state.pips: "up"}})

    with pytest.raises(AssertionError):
        test_every_state_cites_and_says_only_what_can_be_written_down(die(unwritable))
