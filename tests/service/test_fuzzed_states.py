"""Whatever is sent as a state is ruled on or refused with what is wrong: states made from each procedure's schema,
whole, in part and broken, and from the cases of the evals, worn."""

import json
import random
import time
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator import GAMES
from evals import cases as evals
from service import schema
from service.positions import rulings
from service.positions.rulings import BadInput, ImpossibleState

SECONDS = 5
"""Of the processor: the machine may be busy."""
LARGEST_RULING = 1_000_000
DEEPEST = 3
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2_000, 2_000),
    st.floats(),
    st.text(max_size=12),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.sampled_from(["at_least", "at_most", "a"]), st.integers(-3, 9), max_size=2),
)


def by_schema(node: dict[str, Any], definitions: dict[str, Any], depth: int = 0) -> st.SearchStrategy[Any]:
    """Values that this part of a procedure's schema allows; deep inside, what need not be there is left out."""

    def inside(part: dict[str, Any]) -> st.SearchStrategy[Any]:
        return by_schema(part, definitions, depth + 1)

    match node:
        case {"$ref": reference}:
            return st.deferred(lambda: inside(definitions[reference.rsplit("/", 1)[-1]]))
        case {"const": value}:
            return st.just(value)
        case {"enum": values}:
            return st.sampled_from(values)
        case {"anyOf": members}:
            return st.one_of([by_schema(member, definitions, depth) for member in members])
        case {"type": "boolean"}:
            return st.booleans()
        case {"type": "integer"}:
            return st.integers(node.get("minimum", -3), 20)
        case {"type": "string", "pattern": pattern}:
            return st.from_regex(pattern, fullmatch=True)
        case {"type": "string"}:
            return st.sampled_from(["Paris", "Golden Lion", "a", ""])
        case {"type": "array"}:
            return st.lists(inside(node["items"]), max_size=4)
        case {"type": "object", "properties": fields}:
            needed = {name: inside(fields[name]) for name in node.get("required", [])}
            other = {name: inside(field) for name, field in fields.items() if name not in needed}
            return st.fixed_dictionaries(needed, optional=other if depth < DEEPEST else {})
        case {"type": "object", "additionalProperties": dict(values)}:
            return st.dictionaries(inside(node["propertyNames"]), inside(values), max_size=3)
        case {"type": "null"}:
            return st.none()
    raise AssertionError(f"no values are known for {node}")


def places(value: Any) -> list[tuple[Any, Any]]:
    """Where something stands in a state: what holds it, and its key there."""
    inside = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    return [(value, key) for key, _ in inside] + [place for _, one in inside for place in places(one)]


@st.composite
def states(draw: st.DrawFn, id: str) -> Any:
    """A state by its schema, from which something was taken away or in which something was replaced."""
    named = rulings.find(id)
    described = named.document()["schema"]
    state = deepcopy(draw(st.one_of(st.just(named.example), by_schema(described, described.get("$defs", {})))))
    for _ in range(draw(st.integers(0, 3))):
        if not (found := places(state)):
            break
        holder, key = draw(st.sampled_from(found))
        match draw(st.sampled_from(("take", "replace", "double"))):
            case "take":
                del holder[key]
            case "replace":
                holder[key] = draw(JUNK)
            case "double" if isinstance(holder, list):
                holder.append(deepcopy(holder[key]))
            case _:
                holder[f"{key}x"] = holder[key]
    return state


def check(id: str, state: Any, readings: dict[str, str], *, flips: bool = False) -> str:
    """Rules on it as the service does, and says how that ended."""
    before = json.dumps(state, sort_keys=True)
    began = time.process_time()
    try:
        ruling = rulings.adjudicate(id, state, readings=readings, language="it", want_flips=flips)
    except (BadInput, ImpossibleState) as refused:
        document = refused.document()
        found = document["problems"] if document["error"] == "bad-input" else document["faults"]
        assert found, document
        return str(document["error"])
    finally:
        assert time.process_time() - began < SECONDS, (id, state)
        assert json.dumps(state, sort_keys=True) == before
    written = ruling.model_dump_json()
    assert len(written) < LARGEST_RULING
    assert schema.Ruling.model_validate_json(written).verdict == ruling.verdict
    return ruling.verdict


def ways(id: str) -> st.SearchStrategy[tuple[Any, dict[str, str]]]:
    game = GAMES[id.partition(".")[0]]
    reading = st.sampled_from([(name, one) for name, conflict in game.conflicts.items() for one in conflict.readings])
    return st.tuples(states(id), st.lists(reading, max_size=2).map(dict))


def tried(id: str, times: int) -> None:
    @settings(max_examples=times, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(ways(id))
    def each(way: tuple[Any, dict[str, str]]) -> None:
        check(id, *way)

    each()


IDS = [named.id for named in rulings.procedures()]


@pytest.mark.parametrize("id", IDS[::6])
def test_any_state_is_ruled_on_or_refused(id: str) -> None:
    tried(id, 8)


@pytest.mark.slow
@pytest.mark.parametrize("id", IDS)
def test_many_states_are_ruled_on_or_refused(id: str) -> None:
    tried(id, 40)


def test_what_is_tried_ends_in_every_way() -> None:
    found = {
        check("vwars.riot", rulings.find("vwars.riot").example, {}, flips=True),
        check("vwars.move", {}, {}),
        check("vwars.riot", {"cards": 7}, {}),
        check("victory-honor.reserve", {"hand": ["blue G1", "blue G1"], "captured": ["blue 6"]}, {}),
    }
    assert found == {"resolved", "depends", "bad-input", "illegal-state"}


def worn(state: Any, chance: random.Random) -> Any:
    """A case's state of which some facts are gone, are others, or stand in another's place."""
    state = deepcopy(state)
    for _ in range(chance.randint(1, 5)):
        if not (there := places(state)):
            return state
        holder, key = chance.choice(there)
        value = holder[key]
        if chance.random() < 0.45:
            del holder[key]
        elif isinstance(value, str):
            others = [other[at] for other, at in there if isinstance(other[at], str)]
            holder[key] = chance.choice([*others, "nowhere"])
        elif isinstance(value, bool):
            holder[key] = not value
        elif isinstance(value, int):
            holder[key] = chance.choice([0, 1, value + 1, 9])
        elif isinstance(value, list):
            holder[key] = chance.sample(value, chance.randint(0, len(value)))
        else:
            holder[key] = None
    return state


def check_worn(seed: int, count: int) -> None:
    chance = random.Random(seed)
    cases = [case for game in evals.games() for case in evals.rulings(game)]
    for case in chance.choices(cases, k=count):
        check(case.ask, worn(case.given, chance), {})


def test_cases_with_facts_gone_or_changed_are_ruled_on_or_refused() -> None:
    check_worn(1, 400)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 8))
def test_many_cases_with_facts_gone_or_changed_are_ruled_on_or_refused(seed: int) -> None:
    check_worn(seed, 2_000)
