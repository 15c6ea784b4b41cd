"""States told in part: the value nobody told, the search, and every engine on parts of what it is asked about."""

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise, product
from typing import Annotated, Any, Literal

import pytest
from partly import agrees, follow, places, some, untold, value_at, without_fields
from pydantic import ValidationError

from adjudicator import GAMES, Game, IllegalState, Procedure, Ruling, Trace, Written
from adjudicator.as_known import OneOf
from adjudicator.deciding import rules_that_decide
from adjudicator.interval import Interval
from adjudicator.kernel import Verdict, fault_check
from adjudicator.partial import READABLE, InPart, rule_in_part
from adjudicator.parts import Part, declared
from adjudicator.unknown import Alternatives, Chosen, Known, NeedsFact, Place, Unknown
from adjudicator.unknown_numbers import Number, can_be_together
from adjudicator.verdicts import Result, Settled, Tree, Unsettled, common_steps, is_allowed, leaves, size
from adjudicator.written import EachOnce
from evals.cases import games, rulings
from service.positions.rulings import find

EVERY = tuple((game, procedure) for game in GAMES.values() for procedure in game.procedures.values())
every_procedure = pytest.mark.parametrize(
    ("game", "procedure"), EVERY, ids=[f"{game.id}.{procedure.name}" for game, procedure in EVERY]
)


def after(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def test_bounds_of_numbers_and_of_their_differences_can_be_together_where_some_numbers_lie_within_all_of_them() -> None:
    """Held against all numbers there are."""
    chance = random.Random(0)
    names = ("a", "b", "c")
    least, most = 0, 3
    found = Counter[bool]()
    for _ in range(300):
        bounds: dict[Any, Interval] = {name: Interval(least, most) for name in names}
        for one, other in combinations(names, 2):
            low = chance.randint(-most, most)
            bounds[(one, 1), (other, -1)] = Interval(low, low + chance.randint(0, 2))
        exist = any(
            all(
                interval.low <= numbers[one] - numbers[other] <= interval.high
                for ((one, _), (other, _)), interval in (
                    (key, each) for key, each in bounds.items() if key not in names
                )
            )
            for numbers in (dict(zip(names, each, strict=True)) for each in product(range(least, most + 1), repeat=3))
        )
        assert can_be_together(bounds) is exist
        found[exist] += 1
    assert min(found[True], found[False]) > 30


def check(procedure: Procedure[Any], state: Any, absent: frozenset[str], bounds: Mapping[str, Interval] = {}) -> str:
    """What is said of `state` without the fields that are absent, and with only the bounds of some numbers, is true of
    it, and so is what is said once each fact that is asked for was told; tells how it was said at first.
    """
    part = without_fields(state, absent, bounds)
    try:
        whole = procedure.rule(state)
    except IllegalState:
        with pytest.raises(IllegalState):
            procedure.rule(state)
        return "impossible"
    found = rule_in_part(procedure, part, is_late=after(0.1))
    check_questions(found.result)
    leaf = follow(found.result, state)
    cited = {step.rule for step in whole.steps}
    assert {step.rule for step in leaf.steps} <= cited, (leaf.steps, whole.steps)
    if isinstance(leaf, Settled):
        assert leaf.verdict == whole.verdict
        outcome = dict(whole.outcome)
        said_besides = procedure.name == "human-victory"
        if leaf.verdict == "illegal" or said_besides:  # settled, whatever else there is to say
            outcome = {key: value for key, value in outcome.items() if key in leaf.outcome}
        assert agrees(dict(leaf.outcome), outcome), (leaf.outcome, whole.outcome)
        return "ruling"
    assert leaf.allowed in (None, whole.verdict != "illegal")
    asked = leaf.place.path
    less, fewer = untold(absent, asked), {path: bounds[path] for path in untold(bounds, asked)}
    assert len(less) + len(fewer) < len(absent) + len(bounds), f"asks for {asked}, which was told"
    check(procedure, state, less, fewer)
    return "asks"


@every_procedure
def test_each_field_of_the_example_made_unknown(game: Game, procedure: Procedure[Any]) -> None:
    for place in places(procedure.example):
        check(procedure, procedure.example, frozenset({place}))


@every_procedure
def test_some_fields_of_the_example_made_unknown(game: Game, procedure: Procedure[Any]) -> None:
    chance = random.Random(procedure.name)
    for _ in range(4):
        check(procedure, procedure.example, some(procedure.example, chance))


@cache
def ruled_on_nothing(game: str, procedure: str) -> InPart:
    """What is said where nothing at all was told."""
    asked = GAMES[game].procedures[procedure]
    return rule_in_part(asked, Part(asked.state), runs=300, is_late=after(0.15))


@every_procedure
def test_nothing_at_all_is_answered_within_bounds(game: Game, procedure: Procedure[Any]) -> None:
    found = ruled_on_nothing(game.id, procedure.name)
    assert found.runs <= 300
    assert size(found.result) <= READABLE


@every_procedure
def test_a_tree_asks_for_nothing_that_changes_nothing(game: Game, procedure: Procedure[Any]) -> None:
    check_questions(ruled_on_nothing(game.id, procedure.name).result)


@every_procedure
def test_what_depends_names_a_rule_that_decides(game: Game, procedure: Procedure[Any]) -> None:
    told = [frozenset({each.name}) for each in declared(procedure.state)]
    for part in (Part(procedure.state), *(without_fields(procedure.example, absent) for absent in told)):
        with suppress(IllegalState):
            result = rule_in_part(procedure, part, runs=300, is_late=after(0.15), want_assumed=False).result
            named = rules_that_decide(procedure, part, result) or common_steps(result)
            assert isinstance(result, Settled) or named, result


def check_questions(result: Result) -> None:
    """Every question leads to more than one thing."""
    for tree in trees(result):
        assert len(tree.branches) > 1
        for one, other in pairwise(tree.branches):
            assert one.result != other.result, tree.place


def trees(result: Result) -> Iterator[Tree]:
    if isinstance(result, Tree):
        yield result
        for branch in result.branches:
            yield from trees(branch.result)


def test_the_move_of_nobody_in_particular_is_the_rule_itself() -> None:
    found = rule_in_part(GAMES["vwars"].procedures["move"], Part(GAMES["vwars"].procedures["move"].state))
    assert isinstance(found.result, Tree)
    assert found.result.place.path == "destination"
    near, far = found.result.branches
    assert far.values == (("other",),)
    assert isinstance(far.result, Settled)
    assert far.result.verdict == "illegal"
    assert isinstance(near.result, Tree)
    assert near.result.place.path == "martial_law"
    under, free = near.result.branches
    assert isinstance(free.result, Settled)
    assert free.result.verdict == "legal"
    assert isinstance(under.result, Tree)
    assert under.result.place.path == "standing"
    assert [leaf.verdict for leaf in leaves(under.result) if isinstance(leaf, Settled)] == ["legal", "illegal"]
    assert [each.place.path for each in found.assumed] == ["same_city"]


# The search on small procedures made for it.


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamp:
    colour: Literal["red", "green", "blue"]
    lit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    people: Annotated[int, Written(ge=0)]
    seats: Annotated[int, Written(ge=0)]
    lamp: Lamp
    guest: Literal["friend", "stranger"] | None
    spare: Lamp | None
    names: tuple[str, ...]
    doors: Annotated[tuple[Literal["north", "south"], ...], EachOnce()]
    cold: bool = False
    shelves: Annotated[int, Written(ge=0)] | None = None


def room(decide: Callable[[Room, Trace], Ruling]) -> Procedure[Room]:
    """A procedure that decides on rooms."""
    lamp = Lamp(colour="red", lit=True)
    example = Room(people=1, seats=2, lamp=lamp, guest=None, spare=None, names=(), doors=())
    return Procedure(name="room", state=Room, decide=decide, example=example, summary={})


def rule(decide: Callable[[Room, Trace], Ruling], *, runs: int = 2_000, **known: Any) -> InPart:
    """What a procedure makes of a room of which only this is known."""
    return rule_in_part(room(decide), Part(Room, known), runs=runs, is_late=after(5))


def shown(result: Result) -> Any:
    """A tree as pairs of values and what they lead to."""
    if isinstance(result, Settled):
        return result.verdict
    if isinstance(result, Unsettled):
        return f"{result.place.path}?"
    return result.place.path, [(branch.values, shown(branch.result)) for branch in result.branches]


def legal_if(holds: Callable[[Room], Any]) -> Callable[[Room, Trace], Ruling]:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "looked")
        if holds(state):
            trace.cite("R-1.2", "fine")
        else:
            trace.bar("R-1.3", "barred")
        return trace.judged()

    return decide


@pytest.mark.parametrize(
    ("holds", "tree"),
    [
        (lambda room: room.lamp.lit, ("lamp.lit", [(((True,),), "legal"), (((False,),), "illegal")])),
        (
            lambda room: room.lamp.colour == "red",
            ("lamp.colour", [((("red",),), "legal"), ((("green", "blue"),), "illegal")]),
        ),
        (
            lambda room: room.lamp.colour in {"red", "green"},
            ("lamp.colour", [((("red",), ("green",)), "legal"), ((("blue",),), "illegal")]),
        ),
        (lambda room: room.people < 6, ("people", [((Interval(0, 5),), "legal"), ((Interval(6, None),), "illegal")])),
        (
            lambda room: 2 * room.people - 1 >= 7,
            ("people", [((Interval(0, 3),), "illegal"), ((Interval(4, None),), "legal")]),
        ),
        (
            lambda room: 3 - room.people == 1,
            ("people", [((Interval(0, 1), Interval(3, None)), "illegal"), ((Interval(2, 2),), "legal")]),
        ),
        (lambda room: not room.people, ("people", [((Interval(0, 0),), "legal"), ((Interval(1, None),), "illegal")])),
        (lambda room: room.people >= 0, "legal"),
        (lambda room: room.people - room.people == 0, "legal"),
        (lambda room: room.guest is None, ("guest", [(((None,),), "legal"), ((("friend", "stranger"),), "illegal")])),
        (lambda room: room.spare is None, ("spare", [(((0,),), "legal"), (((1,),), "illegal")])),
        (lambda room: room.spare and room.spare.lit, None),
        (lambda room: len(room.names) > 2, "names?"),
        (lambda room: "north" in room.doors, "doors?"),
        (lambda room: "north" in room.doors or "north" not in room.doors, "legal"),
        (lambda room: not room.doors or any(door in room.doors for door in ("north", "south")), "legal"),
        (lambda room: len(room.doors) < 3, "legal"),
        (lambda room: room.people > room.seats, "people?"),
        (lambda room: room.people > room.seats or room.seats >= room.people, "legal"),
        (lambda room: isinstance(room.people, int) and isinstance(room.lamp.colour, str), "legal"),
        (lambda room: not room.cold, "legal"),
    ],
)
def test_the_search_divides_what_the_run_has_to_tell_apart(holds: Callable[[Room], Any], tree: Any) -> None:
    found = rule(legal_if(holds))
    assert found.whole
    if tree is not None:
        assert shown(found.result) == tree
    else:
        assert isinstance(found.result, Tree)


@pytest.mark.parametrize(
    ("people", "tree"),
    [
        (Interval(6, None), "legal"),
        (Interval(5, None), ("people", [((Interval(5, 5),), "illegal"), ((Interval(6, None),), "legal")])),
        (Interval(None, 5), "illegal"),
        (Interval(None, 6), ("people", [((Interval(0, 5),), "illegal"), ((Interval(6, 6),), "legal")])),
        (Interval(6, 6), "legal"),
    ],
)
def test_a_number_told_by_its_bounds_is_ruled_on_where_all_of_them_agree(people: Interval, tree: Any) -> None:
    found = rule(legal_if(lambda room: room.people >= 6), people=people)
    assert found.whole
    assert shown(found.result) == tree


def test_two_numbers_told_by_their_bounds_are_compared_as_far_as_those_go() -> None:
    crowded = legal_if(lambda room: room.people > room.seats)
    assert shown(rule(crowded, people=Interval(4, None), seats=Interval(None, 3)).result) == "legal"
    assert shown(rule(crowded, people=Interval(3, None), seats=Interval(None, 3)).result) == "people?"


def test_a_number_told_by_its_bounds_is_there_at_all() -> None:
    there = legal_if(lambda room: room.shelves is not None)
    assert shown(rule(there, shelves=Interval(0, None)).result) == "legal"
    assert shown(rule(there).result) == "illegal"


@every_procedure
def test_each_number_of_the_example_told_by_its_bounds(game: Game, procedure: Procedure[Any]) -> None:
    for place in places(procedure.example):
        number = value_at(procedure.example, place)
        if type(number) is int:
            for bounds in (Interval(number, number + 2), Interval(number - 2, number), Interval(number, None)):
                check(procedure, procedure.example, frozenset(), {place: bounds})


def test_impossible_branches_fall_out() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        if state.people > 4:
            trace.fault("R-2.1", "too-many", people=state.people)
        trace.require_possible()
        trace.cite("R-2.2", "some", people=state.people)
        return trace.closed("legal", None)

    found = rule(decide)
    assert shown(found.result) == "legal"
    assert next(leaves(found.result)).steps[0].facts == {"people": Interval(0, 4)}


def test_where_all_branches_are_impossible_the_faults_are_told() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.fault("R-2.1", "dark" if state.lamp.lit else "bright")
        trace.require_possible()
        raise AssertionError

    with pytest.raises(IllegalState) as impossible:
        rule(decide)
    assert {fault.branch for fault in impossible.value.faults} == {"dark", "bright"}


@fault_check
def crowd_faults(state: Room, trace: Trace) -> None:
    if state.people > 9:
        trace.fault("R-2.2", "far-too-many", people=state.people)
    if state.lamp.colour == "red" and state.people > 4:
        trace.fault("R-2.1", "too-many", people=state.people)


def crowd(state: Room, trace: Trace) -> Ruling:
    crowd_faults(state, trace)
    trace.require_possible()
    trace.cite("R-2.3", "some", people=state.people)
    if state.people > 6:
        trace.bar("R-2.4", "stuffy")
    return trace.judged()


def test_a_check_for_faults_asks_for_nothing_and_teaches_bounds() -> None:
    branches = [((Interval(0, 6),), "legal"), ((Interval(7, 9),), "illegal")]
    assert shown(rule(crowd, guest=None, spare=None).result) == ("people", branches)


def test_faults_of_what_was_told_are_found_whatever_was_not() -> None:
    with pytest.raises(IllegalState) as impossible:
        rule(crowd, people=10)
    assert [fault.branch for fault in impossible.value.faults] == ["far-too-many"]
    assert shown(rule(crowd, people=8).result) == "illegal"
    with pytest.raises(IllegalState):
        rule(crowd, people=8, lamp=Lamp(colour="red", lit=True))


def test_a_check_for_faults_takes_nothing_for_granted_of_what_may_be_nothing() -> None:
    @fault_check
    def guest_faults(state: Room, trace: Trace) -> None:
        if state.guest != "friend" and state.guest is not None:
            trace.fault("R-2.1", "no-stranger")
        if state.guest == "friend":
            trace.fault("R-2.2", "no-friend")

    def decide(state: Room, trace: Trace) -> Ruling:
        guest_faults(state, trace)
        trace.require_possible()
        trace.cite("R-2.3", "alone")
        return trace.judged()

    assert shown(rule(decide).result) == "legal"
    with pytest.raises(IllegalState):
        rule(decide, guest="friend")


def test_what_makes_no_difference_is_said_of_all_values() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "seen", colour=state.lamp.colour, people=state.people)
        return trace.closed("resolved", {"wins": {True: "nobody", False: "nobody"}[state.lamp.lit]})

    found = rule(decide)
    assert isinstance(found.result, Settled)
    assert found.result.steps[0].facts == {"colour": OneOf(("red", "green", "blue")), "people": Interval(0, None)}


def test_what_bars_already_settles_it_whatever_is_not_told() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        if state.cold:
            trace.bar("R-1.1", "too-cold")
        if len(state.names) > state.seats:
            trace.bar("R-1.2", "too-many")
        trace.cite("R-1.3", "looked")
        return trace.judged()

    assert shown(rule(decide, cold=True).result) == "illegal"
    assert shown(rule(decide, cold=False).result) == "names?"


def test_what_bars_is_found_behind_a_fact_that_has_to_be_told() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        with trace.apart():
            if len(state.names) > 2:
                trace.bar("R-1.1", "too-many")
        if state.people > state.seats:
            trace.bar("R-1.2", "no-seat")
        trace.require_legal()
        trace.cite("R-1.3", "let-in")
        return trace.judged()

    assert shown(rule(decide, people=3, seats=2).result) == "illegal"
    assert shown(rule(decide, people=2, seats=2).result) == "names?"
    assert shown(rule(decide, people=2, seats=2, names=("A",)).result) == "legal"
    free, full = rule(decide, seats=2).result.branches  # type: ignore[union-attr]  # a tree
    assert (shown(free.result), shown(full.result)) == ("names?", "illegal")


def test_a_ruling_waits_for_what_was_looked_at_apart() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        with trace.apart():
            trace.cite("R-1.1", "so-many" if state.names else "nobody")
        trace.cite("R-1.2", "counted")
        return trace.resolved({"what": "names"})

    assert shown(rule(decide).result) == "names?"


def test_several_facts_that_may_be_nothing_are_told_apart() -> None:
    tree = shown(rule(legal_if(lambda room: room.guest is None and room.spare is None)).result)
    on_guest = ("guest", [(((None,),), "legal"), ((("friend", "stranger"),), "illegal")])
    assert tree == ("spare", [(((0,),), on_guest), (((1,),), "illegal")])
    one_of_them = legal_if(lambda room: room.guest is None and room.spare is not None)
    on_spare = ("spare", [(((0,),), "illegal"), (((1,),), "legal")])
    assert shown(rule(one_of_them).result) == (
        "guest",
        [(((None,),), on_spare), ((("friend", "stranger"),), "illegal")],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    lamp: Lamp | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Desks:
    near: Desk
    far: Desk


def test_that_they_cannot_all_be_nothing_tells_nothing_of_each() -> None:
    def decide(state: Desks, trace: Trace) -> Ruling:
        if state.near.lamp is None and state.far.lamp is None:
            trace.fault("R-1.0", "no-lamp-at-all")
        trace.require_possible()
        if state.far.lamp is None:
            trace.bar("R-1.1", "dark-over-there")
        else:
            trace.cite("R-1.1", "light-over-there")
        return trace.judged()

    lamp = Lamp(colour="red", lit=True)
    example = Desks(near=Desk(lamp=lamp), far=Desk(lamp=lamp))
    procedure = Procedure(name="desks", state=Desks, decide=decide, example=example, summary={})
    found = rule_in_part(procedure, Part(Desks, {}), is_late=after(5)).result
    assert shown(found) == ("far.lamp", [(((0,),), "illegal"), (((1,),), "legal")])


def test_what_settles_most_is_asked_for_first() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "guest" if state.guest == "friend" else "no-guest")
        if not state.lamp.lit:
            trace.bar("R-1.2", "dark")
        trace.require_legal()
        return trace.judged({"guest": state.guest == "friend"})

    on_guest = ("guest", [(((None,), ("stranger",)), "legal"), ((("friend",),), "legal")])
    assert shown(rule(decide, spare=None).result) == (
        "lamp.lit",
        [(((True,),), on_guest), (((False,),), "illegal")],
    )


def test_what_a_part_is_like_is_not_asked_for_before_whether_it_is_there() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "lit" if state.lamp.lit else "dark")
        if state.spare is not None and state.spare.lit:
            trace.bar("R-1.2", "two-lamps")
        return trace.judged({"lit": state.lamp.lit})

    paths = [tree.place.path for tree in trees(rule(decide, guest=None).result)]
    assert paths.index("spare") < paths.index("spare.lit")


def test_a_long_tree_ends_with_the_next_question() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "counted")
        value = {"red": 1, "green": 2, "blue": 3}[state.lamp.colour]
        people = next((n for n in range(6) if state.people == n), 6)
        return trace.resolved({"sum": f"{value} {people}"})

    found = rule(decide, guest=None, spare=None)
    assert size(found.searched) == 21
    assert isinstance(found.result, Tree)
    assert size(found.result) <= READABLE
    assert {leaf.place.path for leaf in leaves(found.result) if isinstance(leaf, Unsettled)} == {"people"}


def test_what_bars_every_answer_is_found_behind_what_bars_some() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        if state.people == 0:
            trace.bar("R-1.1", "nobody")
        if state.lamp.colour == "blue":
            trace.bar("R-1.2", "blue")
        if state.lamp.lit:
            trace.bar("R-1.3", "lit")
        return trace.judged()

    lamp = Part(Lamp, {"lit": True})
    found = rule(decide, guest=None, spare=None, lamp=lamp).result
    assert shown(found) == "illegal"
    assert [step.branch for step in next(leaves(found)).steps] == ["lit"]


def test_what_answers_share_of_an_outcome_is_said_where_the_same_fact_stops_them() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "counted")
        light = {"lit": state.lamp.lit, "seats": 4}
        return trace.resolved({"people": state.people + 1, "light": light, "what": "people"})

    found = rule(decide, guest=None, spare=None).result
    assert isinstance(found, Unsettled)
    assert found.place.path == "people"
    assert {key: found.outcome[key] for key in ("light", "what")} == {"light": {"seats": 4}, "what": "people"}


@pytest.mark.parametrize("verdict", ["resolved", "undecided"])
def test_a_part_of_an_outcome_that_waits_for_a_fact_leaves_the_rest_said(verdict: Verdict) -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "counted")
        named = trace.part(lambda: len(state.names))
        return trace.closed(verdict, {"named": named, "seats": 4})

    found = rule(decide).result
    assert isinstance(found, Unsettled)
    assert (found.place.path, found.outcome["seats"]) == ("names", 4)
    assert [step.branch for step in found.steps] == ["counted"]
    whole = rule(decide, names=("Ada",)).result
    assert isinstance(whole, Settled)
    assert (whole.verdict, whole.outcome["named"]) == (verdict, 1)


def test_a_part_of_an_outcome_waits_for_nothing_that_can_be_divided() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "looked")
        return trace.resolved({"bright": trace.part(lambda: "yes" if state.lamp.lit else "no")})

    assert shown(rule(decide).result) == ("lamp.lit", [(((True,),), "resolved"), (((False,),), "resolved")])


def test_a_part_of_an_outcome_waits_for_which_of_a_few_it_is() -> None:
    """Nobody chooses among all selections there are."""

    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "counted")
        return trace.resolved({"light": "on", "doors": trace.part(lambda: list(state.doors))})

    found = rule(decide).result
    assert shown(found) == "doors?"
    assert dict(next(leaves(found)).outcome)["light"] == "on"
    assert shown(rule_in_part(room(decide).about("light"), Part(Room)).result) == "resolved"


def test_an_outcome_with_a_number_still_open_is_asked_for() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "counted")
        return trace.closed("resolved", {"what": "seats", "free": state.seats - 2})

    found = rule(decide)
    assert shown(found.result) == "seats?"
    assert next(leaves(found.result)).outcome["what"] == "seats"
    assert is_allowed(found.result)


def test_it_is_said_whether_a_thing_is_allowed_where_only_what_comes_of_it_is_open() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "counted")
        if state.people > 8 and not state.cold:
            trace.bar("R-1.2", "too-many")
        trace.require_legal()
        return trace.resolved({"lit": state.lamp.lit, "free": state.seats - 2})

    assert is_allowed(rule(decide, people=3).result)
    assert is_allowed(rule(decide, people=9).result) is False
    assert is_allowed(rule(decide).result) is None


def test_what_is_found_legal_is_allowed_whatever_follows_from_it() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "counted")
        if state.people > 8 or state.guest is None:
            trace.bar("R-1.2", "barred")
        trace.require_legal()
        trace.found_legal()
        return trace.judged({"named": len(state.names), "lit": state.lamp.lit})

    assert is_allowed(rule(decide, people=3, guest="friend").result)
    assert is_allowed(rule(decide, people=3, guest="friend", names=()).result)
    assert is_allowed(rule(decide, people=9, guest="friend").result) is False
    assert is_allowed(rule(decide, guest="friend").result) is None
    assert is_allowed(rule(decide, people=3).result) is None


def test_a_fact_that_has_to_be_told_names_the_rules_it_is_asked_for() -> None:
    """Nobody can be shown what each list leads to: what the example's leads to tells which rules read it."""

    def decide(state: Room, trace: Trace) -> Ruling:
        if len(state.names) > 2:
            trace.bar("R-1.1", "too-many")
        else:
            trace.cite("R-1.2", "so-many")
        if state.cold:
            trace.bar("R-1.3", "cold")
        return trace.judged()

    found = rule(decide)
    assert shown(found.result) == "names?"
    assert rules_that_decide(room(decide), Part(Room), found.result) == ("R-1.2",)


def test_the_rules_that_decide_come_in_the_order_in_which_they_are_come_to() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "looked")
        if state.lamp.lit:
            trace.cite("R-1.2", "lit")
            trace.cite("R-1.3", "seen")
        else:
            trace.bar("R-1.4", "dark")
        return trace.judged()

    assert rules_that_decide(room(decide), Part(Room), rule(decide).result) == ("R-1.2", "R-1.4", "R-1.3")


def test_a_number_that_an_outcome_only_repeats_is_not_asked_for() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "counted")
        return trace.resolved({"seats": state.seats, "what": "seats"})

    found = rule(decide)
    assert shown(found.result) == "resolved"
    assert next(leaves(found.result)).outcome["what"] == "seats"


def test_of_an_outcome_of_which_one_part_is_wanted_only_what_changes_that_is_asked_for() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "counted")
        rows = next((more for more in range(30) if state.people <= state.seats + more), None)
        return trace.resolved({"rows": rows, "light": "on" if state.lamp.lit else "off"})

    assert shown(rule(decide).result) == "people?"
    known = Part(Room, {})
    about = rule_in_part(room(decide).about("light"), known, is_late=after(5)).result
    assert shown(about) == ("lamp.lit", [(((True,),), "resolved"), (((False,),), "resolved")])
    assert [leaf.outcome for leaf in leaves(about)] == [{"light": "on"}, {"light": "off"}]
    assert [leaf.outcome for leaf in leaves(rule_in_part(room(decide).about("seats"), known).result)] == [{}]


def test_what_no_rule_says_is_all_there_is_whatever_is_wanted() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "counted")
        trace.silence("the text of a card")

    found = rule_in_part(room(decide).about("light"), Part(Room, {})).result
    assert isinstance(found, Settled)
    assert (found.verdict, found.outcome) == ("undecided", {"not_stated": "the text of a card"})


def test_what_was_taken_as_usual_is_named_where_it_matters() -> None:
    assert [each.place.path for each in rule(legal_if(lambda room: room.cold)).assumed] == ["cold"]
    assert rule(legal_if(lambda room: room.cold or room.lamp.lit or True)).assumed == ()


def test_beyond_its_bounds_the_search_asks_without_branches() -> None:
    def decide(state: Room, trace: Trace) -> Ruling:
        trace.cite("R-1.1", "counted")
        if not any(state.people == n for n in range(0, 900, 2)):
            trace.bar("R-1.2", "odd")
        return trace.judged()

    found = rule(decide, runs=20)
    assert not found.whole
    assert found.runs <= 20
    assert any(isinstance(leaf, Unsettled) for leaf in leaves(found.result))


READINGS: dict[str, Callable[[Any], Any]] = {
    "truth": bool,
    "length": len,
    "iteration": iter,
    "membership": lambda value: 1 in value,
    "item": lambda value: value[0],
    "attribute": lambda value: value.name,
    "method": lambda value: value.split(),
    "call": lambda value: value(),
    "hash": hash,
    "equality": lambda value: value == 3,
    "inequality": lambda value: value != "a",
    "order": lambda value: value < 3,
    "greater": lambda value: value >= 3,
    "sum": lambda value: value + 1,
    "reflected sum": lambda value: 1 + value,
    "text": str,
    "format": lambda value: f"{value}",
    "index": lambda value: [1, 2][value],
    "number": int,
    "key": lambda value: {1: 2}[value],
    "isinstance": lambda value: isinstance(value, str),
    "range": lambda value: range(value),
}


IT = Place("it", "", "it")
UNKNOWN: dict[str, Callable[[], Unknown]] = {
    "anything": lambda: Unknown(IT),
    "one of two kinds": lambda: Alternatives(IT, 2),
    "one of two values": lambda: Chosen(IT, (0, 3, "a"), Known()),
}


@pytest.mark.parametrize("read", READINGS.values(), ids=READINGS)
@pytest.mark.parametrize("unknown", UNKNOWN.values(), ids=UNKNOWN)
def test_every_way_of_reading_stops_the_run(read: Callable[[Any], Any], unknown: Callable[[], Unknown]) -> None:
    with pytest.raises(NeedsFact) as stopped:
        read(unknown())
    assert stopped.value.ask.place.path == "it"


@pytest.mark.parametrize(
    "read",
    [hash, str, int, range, lambda n: f"{n}", lambda n: n // 2, lambda n: n % 2, lambda n: [1][n], lambda n: n * n],
)
def test_a_number_of_which_more_than_its_bounds_is_wanted_is_asked_for(read: Callable[[Any], Any]) -> None:
    with pytest.raises(NeedsFact) as stopped:
        read(Number((("it", 1),), Known({"it": IT}, {"it": Interval(0, None)})))
    assert stopped.value.ask.options == ()


def test_a_match_reads_too() -> None:
    def read(value: object) -> bool:
        match value:
            case Lamp(lit=True):
                return True
        return False

    with pytest.raises(NeedsFact):
        read(Alternatives(IT, 2))


def cases() -> list[tuple[str, Any]]:
    """Every possible state of the evals, with its procedure."""
    found = []
    for game in games():
        for case in rulings(game):
            shape = find(case.ask)
            with suppress(ValidationError):
                found.append((case.ask, shape.shape.validate_json(json.dumps(case.given))))
    return found


def check_cases(seed: int, count: int) -> Counter[str]:
    chance = random.Random(seed)
    said: Counter[str] = Counter()
    for procedure, state in chance.choices(cases(), k=count):
        said[check(find(procedure).procedure, state, some(state, chance))] += 1
    return said


def test_cases_with_some_facts_taken_away() -> None:
    said = check_cases(1, 300)
    assert said["ruling"] > 100, said
    assert said["asks"] > 30, said


def test_facts_that_were_not_told_are_counted_by_what_is_tried_of_them() -> None:
    known = Known(choose=lambda ask: ask.options[0])
    cards = [Chosen(Place(path, "Seat", "card"), ("human", "infected"), known) for path in ("first", "second")]
    counted: Counter[object] = Counter(cards)
    assert counted["human"] == 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_cases_with_some_facts_taken_away(seed: int) -> None:
    assert check_cases(seed, 400)["ruling"] > 100
