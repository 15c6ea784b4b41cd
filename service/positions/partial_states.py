"""States told in part: reads them strictly, and puts what they hang on into a player's words.

Whatever is told is checked as a whole state would be; only what lacks is no mistake. A part that was
told in part itself stays one, and so does a number of which only bounds were told
(`{"at_least": 2}`, as answers have it). What the search of the adjudicator found becomes a tree of questions,
each with its answers and with what each leads to.
"""

import json
import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from adjudicator import Json, Step
from adjudicator.as_known import Amount, OneOf, Unstated
from adjudicator.interval import Interval
from adjudicator.partial import InPart
from adjudicator.parts import Part, alternatives, declared
from adjudicator.unknown import Domain, Place
from adjudicator.verdicts import Branch, Result, Settled, Tree, common_outcome, common_steps, without
from corpus import Language, load_facts, load_says
from corpus.phrasebook import is_range
from service import schema
from service.positions.mistakes import ErrorDetails
from service.positions.names import without_names
from service.positions.outcome_words import outcome_words, value_words
from service.positions.phrasing import interval_words, joined_words, say, translated

SHAPING = threading.Lock()
"""A shape is made by parsing source, for what its fields mean; Python 3.11 fails where two threads parse at once."""

_MISSING = "missing"
_STEP = re.compile(r"([A-Za-z_]+)|\[(\d+)\]")
_STRICT = ConfigDict(extra="forbid", strict=True)
_WORDS: Mapping[str, Mapping[Language, str]] = {
    "true": {"it": "sì", "en": "yes"},
    "false": {"it": "no", "en": "no"},
    "none": {"it": "nessuno", "en": "none"},
    "some": {"it": "c'è", "en": "there is one"},
    "empty": {"it": "nessuno", "en": "none"},
    "entry": {"it": " n. {}", "en": " no. {}"},
    "question": {"it": "Che cosa vale per «{}»?", "en": 'What is "{}"?'},
}


def read_part(shape: type[Any], state: Json, errors: Sequence[ErrorDetails]) -> Part | None:
    """The state as a part, where nothing is wrong with it but that fields lack or are told as ranges; None where
    something is.
    """
    if not isinstance(state, dict) or errors_beyond_missing(errors):
        return None
    try:
        part = _part(shape, state)
    except ValidationError:  # of a type that might be another, what is wrong shows only here
        return None
    return part if isinstance(part, Part) else None


def ranges(value: Json, *place: str | int) -> Iterator[tuple[tuple[str | int, ...], Mapping[str, Any]]]:
    """Each range in a state, with its place; a list has none of its own."""
    match value:
        case dict():
            for key, inner in value.items():
                if is_range(inner):
                    yield (*place, key), inner
                else:
                    yield from ranges(inner, *place, key)
        case list():
            for at, inner in enumerate(value):
                yield from ranges(inner, *place, at)


def is_sound(told: Mapping[str, Any]) -> bool:
    """Whether a range has whole numbers for bounds, and a number in it."""
    whole = all(type(bound) is int for bound in told.values())
    return whole and not Interval(told.get("at_least"), told.get("at_most")).empty


def with_numbers(value: Json) -> Json:
    """The state with one number of each range in its place, for what checks whole states to check."""
    match value:
        case dict():
            return {
                key: next(iter(inner.values())) if is_range(inner) else with_numbers(inner)
                for key, inner in value.items()
            }
        case list():
            return [with_numbers(inner) for inner in value]
        case _:
            return value


def errors_beyond_missing(errors: Sequence[ErrorDetails]) -> list[ErrorDetails]:
    """The errors that no further fact would mend; in a union, those of the type under which the fewest are."""
    mistakes: dict[Sequence[str | int], dict[str, int]] = {}
    for error in errors:
        for at, step in enumerate(error["loc"]):
            if isinstance(step, str) and step[:1].isupper():  # a type that a value was tried as
                tried = mistakes.setdefault(error["loc"][:at], {})
                tried[step] = tried.get(step, 0) + (error["type"] != _MISSING)
    return [
        error
        for error in errors
        if error["type"] != _MISSING
        and not any(_tried_in_vain(error["loc"], at, mistakes) for at in range(len(error["loc"])))
    ]


def _tried_in_vain(
    place: Sequence[str | int], at: int, mistakes: Mapping[Sequence[str | int], Mapping[str, int]]
) -> bool:
    """Whether fewer things would be wrong as another type."""
    tried = mistakes.get(place[:at], {})
    return len(tried) > 1 and tried.get(str(place[at]), 0) > min(tried.values())


def _part(hint: Any, value: Json) -> Any:
    """The value as its type has it; a part where it is one and any field of it lacks; an interval for a range."""
    if is_range(value):
        bounds = Interval(value.get("at_least"), value.get("at_most"))
        return bounds if bounds.single is None else bounds.single
    for kind in alternatives(hint):
        if isinstance(value, dict) and _is_shape(kind):
            with suppress(ValidationError, KeyError):  # of a union, the first type that has what was told
                return Part(kind, _fields(kind, value))
        if isinstance(value, list) and (inner := _items(kind)) is not None:
            return tuple(_part(inner, item) for item in value)
    return _adapter(hint).validate_json(json.dumps(value))


def _fields(shape: type[Any], value: Mapping[str, Json]) -> dict[str, Any]:
    hints = {each.name: each.hint for each in declared(shape)}  # type: ignore[arg-type]  # a type can be hashed
    return {name: _part(hints[name], inner) for name, inner in value.items()}


def _is_shape(kind: Any) -> bool:
    return hasattr(kind, "__dataclass_fields__")


def _items(kind: Any) -> Any:
    """The type of the entries of a list, if it is a list of parts."""
    first = _entries(kind)
    return first if _is_shape(first) else None


def place_in(shape: type[Any], path: str) -> Place | None:
    """The fact at a path into states of this shape, such as `city.troops`; None where there is none."""
    hint: Any = shape
    place = None
    for name, number in _STEP.findall(path):
        if number:
            hint = next((inner for kind in alternatives(hint) if (inner := _entries(kind)) is not None), None)
            continue
        owner = next(
            (kind for kind in alternatives(hint) if _is_shape(kind) and name in kind.__dataclass_fields__), None
        )
        if owner is None:
            return None
        hint = next(each.hint for each in declared(owner) if each.name == name)
        place = Place(path, owner.__name__, name, hint)
    return place


def _entries(kind: Any) -> Any:
    """The type of the entries of a list."""
    first, *rest = getattr(kind, "__args__", None) or (None,)
    return first if rest == [...] else None


def _adapter(hint: Any) -> TypeAdapter[Any]:
    with SHAPING:  # the types of states have the configuration of their own
        return TypeAdapter(hint) if _is_shape(hint) else TypeAdapter(hint, config=_STRICT)


@cache
def _owners(shape: type[Any]) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """By the name of a type, the fields on the way to each part of it in a state of this shape."""
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    open_: list[tuple[Any, tuple[str, ...]]] = [(shape, ())]
    for owner, names in open_:
        found[owner.__name__] = (*found.get(owner.__name__, ()), names)
        for each in declared(owner):
            kinds = [_entries(kind) or kind for kind in alternatives(each.hint)]
            open_ += ((kind, (*names, each.name)) for kind in kinds if _is_shape(kind))
    return found


class RulingWriter:
    """Puts rulings on states of one shape, whole or told in part, into the words of one language."""

    def __init__(self, game: str, language: Language, shape: type[Any], state: object = None) -> None:
        """`state` is what is ruled on, whose names are kept."""
        self._shape = shape
        self._facts = load_facts(game)
        self._says = without_names(load_says(game), state)
        self.language: Language = language

    def hangs_on(self, result: Result, said: tuple[Step, ...] = ()) -> schema.HangsOn | None:
        """The fact to ask for and what each answer leads to; `said` are the steps given before."""
        if isinstance(result, Settled):
            return None
        branches = None
        if isinstance(result, Tree):
            said = (*said, *without(common_steps(result), said))
            branches = [self._branch(result, branch, said) for branch in result.branches]
        return schema.HangsOn(field=result.place.path, question=self.question(result.place), branches=branches)

    def _branch(self, tree: Tree, branch: Branch, said: tuple[Step, ...]) -> schema.Branch:
        result = branch.result
        kinds = alternatives(tree.place.hint) if isinstance(tree.key, str) and tree.key.endswith("?") else ()
        singles = [one for domain in branch.values for one in _singles(domain, kinds)]
        outcome = outcome_document(common_outcome(result))
        return schema.Branch(
            values=[_value_document(one) for one in singles],
            says=joined_words([self.value(one) for one in singles], self.language),
            verdict=result.verdict if isinstance(result, Settled) else "depends",
            outcome=outcome,
            outcome_says=self.outcome(outcome),
            steps=self.steps(without(common_steps(result), said)),
            hangs_on=self.hangs_on(result, said),
        )

    def question(self, place: Place) -> str:
        """What asks for the fact, and of which part where the state has several of its kind."""
        words = self._facts.field(place.shape, place.name)
        question = words.question[self.language] if words else ""
        question = question or _WORDS["question"][self.language].format(self.label(place))
        whose = self._whose(place)
        return f"{', '.join(whose)}: {question[0].lower()}{question[1:]}" if whose else question

    def _whose(self, place: Place) -> list[str]:
        """The names of the parts that tell this fact from the same one of other parts."""
        owners = _owners(self._shape).get(place.shape, ())  # type: ignore[arg-type]  # a type can be hashed
        names = self._names(place.path.rpartition(".")[0])
        return [says for name, says, is_entry in names if is_entry or any(name not in other for other in owners)]

    def label(self, place: Place) -> str:
        """What the fact is called."""
        words = self._facts.field(place.shape, place.name)
        return (
            words.label[self.language] if words else translated(place.name, self._says, self.language).replace("_", " ")
        )

    def value(self, value: Any) -> str:
        """One answer in words."""
        if isinstance(value, Interval):
            return interval_words(value.low, value.high, self.language)
        if isinstance(value, bool) or value is None:
            return _WORDS[str(value).lower()][self.language]
        if isinstance(value, type):
            return _WORDS["some"][self.language] if value is object else value.__name__
        if value == ():
            return _WORDS["empty"][self.language]
        return translated(str(value), self._says, self.language)

    def change(self, path: str, before: Json, after: Json) -> str:
        """A value of a state, changed, in words."""
        values = " → ".join(value_words(value, self._says, self.language) for value in (before, after))
        return f"{', '.join(says for _, says, _ in self._names(path))}: {values}"

    def _names(self, path: str) -> list[tuple[str, str, bool]]:
        """The fields on the way to what stands at a path, each with what it is called, and whether that is an entry:
        "Attacker", "Weapons no. 2", "S".
        """
        names: list[tuple[str, str, bool]] = []
        for step in _STEP.finditer(path):
            name, number = step.groups()
            if number:
                name, says, _ = names.pop()
                names.append((name, says + _WORDS["entry"][self.language].format(int(number) + 1), True))
            else:
                place = place_in(self._shape, path[: step.end()])
                names.append((name, self.label(place) if place else name, False))
        return names

    def outcome(self, outcome: Mapping[str, Any]) -> list[schema.OutcomeLine]:
        """An outcome in words, as JSON has it."""
        words = outcome_words(outcome, self._says, self.language)
        return [schema.OutcomeLine(label=label, says=says) for label, says in words.items()]

    def steps(self, steps: Iterable[Step]) -> list[schema.Step]:
        """Steps in words."""
        return [
            schema.Step(
                rule=step.rule,
                branch=step.branch,
                facts={name: outcome_document(fact) for name, fact in step.facts.items()},
                bars=step.bars,
                says=say(step, self._says, self.language),
            )
            for step in steps
        ]

    def assumed(self, found: InPart) -> list[schema.Assumed]:
        """What was taken as usual, in words."""
        return [
            schema.Assumed(
                field=each.place.path,
                value=_value_document(each.value),
                says=f"{', '.join([*self._whose(each.place), self.label(each.place)])}: {self.value(each.value)}",
            )
            for each in found.assumed
        ]


def _singles(domain: Domain, kinds: Sequence[Any]) -> Iterator[Any]:
    if isinstance(domain, Interval):
        yield domain
        return
    for value in domain:
        kind = kinds[value] if kinds else (value,)
        if isinstance(kind, tuple):
            yield from kind
        else:
            yield kind if sum(not isinstance(other, tuple) for other in kinds) > 1 else object


def _value_document(value: Any) -> Any:
    """An answer as one would write it in a state."""
    if isinstance(value, Interval):
        return fact_document(value if value.single is None else value.single)
    if isinstance(value, type):
        return {"other_than": None} if value is object else {"kind": value.__name__}
    return list(value) if isinstance(value, tuple) else value


def fact_document(fact: Any) -> Any:
    """A fact as JSON, known or not."""
    match fact:
        case Interval(low, high):
            bounds = {"at_least": low, "at_most": high}
            return {name: bound for name, bound in bounds.items() if bound is not None}
        case OneOf(values):
            return {"one_of": list(values)}
        case Unstated(place):
            return {"not_stated": place.path}
        case Amount():
            return fact_document(fact.bounds if fact.bounds.single is None else fact.bounds.single)
        case _:
            return fact


def outcome_document(outcome: Any) -> Any:
    """An outcome as JSON, with bounds where a number is not known."""
    match outcome:
        case dict():
            return {key: outcome_document(value) for key, value in outcome.items()}
        case list():
            return [outcome_document(value) for value in outcome]
        case _:
            return fact_document(outcome)
