"""Rules on a state as it comes from outside, and says what the ruling rests on.

The state is checked strictly, the procedure rules, each contradiction it met is tried under its
other readings, and every step is put into words. A state told in part is ruled on as far as that
goes. What goes wrong is an answer too: a malformed state says what to write instead, an impossible
one lists every fault.
"""

import json
import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from math import inf
from typing import Any, TypeAlias

from pydantic import TypeAdapter, ValidationError

from adjudicator import GAMES, Game, IllegalState, Json, Procedure, Ruling
from adjudicator.deciding import rules_that_decide
from adjudicator.flips import flips, numbers
from adjudicator.kernel import ALLOWED
from adjudicator.partial import InPart, rule_in_part
from adjudicator.parts import Part
from adjudicator.verdicts import Result, Settled, Unsettled, common_outcome, common_steps, is_allowed, join, leaves
from corpus import Language, load_game
from service import schema
from service.positions.asked import part_wanted
from service.positions.mistakes import explain_errors, path_of, shortened, suggestion
from service.positions.partial_states import (
    SHAPING,
    RulingWriter,
    errors_beyond_missing,
    is_sound,
    outcome_document,
    ranges,
    read_part,
    with_numbers,
)

EDITION = "edition"
"""In `readings`, the key that takes what one edition states of every conflict it settles."""
LARGEST = 1_000
"""Engines count; a number beyond this is no state of a game, and they would count for minutes."""
_TOO_LARGE: Mapping[Language, str] = {
    "it": "dev'essere fra -{0} e {0}: nessun gioco conta oltre",
    "en": "must lie between -{0:,} and {0:,}: no game counts further",
}
_A_RANGE: Mapping[Language, str] = {
    "it": 'un intervallo si scrive {"at_least": 2, "at_most": 5}, in numeri interi, prima il minore; uno può mancare',
    "en": 'a range is written {"at_least": 2, "at_most": 5}, in whole numbers, the smaller first; either may lack',
}
MOST_VALUES = 2_000
"""The largest state of the cases holds a quarter of that."""
LONGEST_TEXT = 200
"""A text is a name or a choice, and stands in every step that speaks of it."""
MOST_FAULTS = 50
"""A state with more is no mistake of one who plays; the first say enough."""
_TOO_MANY: Mapping[Language, str] = {
    "it": "contiene più di {} valori: nessuna posizione ne ha tanti",
    "en": "holds more than {:,} values: no state has as many",
}
_TOO_LONG: Mapping[Language, str] = {
    "it": "ha {} caratteri: nessun nome e nessuna scelta ne ha più di {}",
    "en": "has {:,} characters: no name and no choice has more than {:,}",
}
_CAN_BE_OTHERWISE: Mapping[Language, str] = {
    "it": "Può esistere secondo un'altra lettura",
    "en": "It can exist by another reading",
}
MOST_NUMBERS = 300
"""The search for flips moves each number of a state; a state with more of them is refused."""
SECONDS_IN_PART = 0.4
"""For the search through what a state told in part may be; one fact is asked for where it is not enough."""
SECONDS_FOR_READINGS = 0.1
"""So long a state told in part is looked at for the rules that decide it and under other readings, all together."""
SECONDS_FOR_FLIPS = 5.0
"""It rules thousands of times where nothing near changes the result, and others wait for the processor."""

Problem: TypeAlias = dict[str, str]
VerdictAndOutcome: TypeAlias = tuple[schema.RulingVerdict, dict[str, Any]]

_SHAPES: dict[str, TypeAdapter[Any]] = {}


class BadInput(ValueError):  # noqa: N818  # it says what is the matter
    """What was sent cannot be ruled on: each problem with its place and what to write instead."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = shortened(problems)
        super().__init__("; ".join(self.lines))

    @property
    def lines(self) -> tuple[str, ...]:
        """A problem a line."""
        return tuple(": ".join(filter(None, (one["path"], one["problem"]))) for one in self.problems)

    def document(self) -> dict[str, Any]:
        """As JSON."""
        return {"error": "bad-input", "problems": self.problems}


class Unknown(BadInput):
    """There is nothing of this name."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The problem alone: its place is what was asked for."""
        return (self.problems[0]["problem"],)


class UnknownProcedure(Unknown):
    """No game has a procedure of this name."""


class UnknownRule(Unknown):
    """No game has a rule of this id."""


class ImpossibleState(ValueError):  # noqa: N818  # it says what is the matter
    """A well-written state that cannot exist: every fault, in words; the first of very many. Under another reading of
    the conflicts it rests on it can.
    """

    def __init__(
        self, faults: Sequence[schema.Step], rests_on: Sequence[schema.RestsOn] = (), language: Language = "en"
    ) -> None:
        self.faults = tuple(faults[:MOST_FAULTS])
        self.more = len(faults) - len(self.faults)
        self.rests_on = tuple(rests_on)
        self._language: Language = language
        super().__init__("; ".join(self.lines))

    @property
    def lines(self) -> tuple[str, ...]:
        """A fault a line, then the readings by which it can exist."""
        more = [f"… + {self.more:,}"] if self.more else []
        otherwise = _CAN_BE_OTHERWISE[self._language]
        return (
            *(f"{fault.says} ({fault.rule})" for fault in self.faults),
            *more,
            *(f"{otherwise}: {rest.other_reading_says} ({rest.conflict})" for rest in self.rests_on),
        )

    def document(self) -> dict[str, Any]:
        """As JSON."""
        more: dict[str, Any] = {"more_faults": self.more} if self.more else {}
        if self.rests_on:
            more["rests_on"] = [rest.model_dump() for rest in self.rests_on]
        return {"error": "illegal-state", "faults": [fault.model_dump() for fault in self.faults], **more}


@dataclass(frozen=True, slots=True)
class NamedProcedure:
    """A procedure under the id it has outside: `vwars.riot`."""

    id: str
    game: Game
    procedure: Procedure[Any]

    @property
    def shape(self) -> TypeAdapter[Any]:
        """What checks its states, and describes them."""
        return _shape(self.id)

    @property
    def example(self) -> Json:
        """A state it can be asked about, as one would write it: what is as usual is left out."""
        example: Json = self.shape.dump_python(self.procedure.example, mode="json", exclude_defaults=True)
        return example

    def card(self) -> dict[str, Any]:
        """What it decides."""
        return {"id": self.id, "game": self.game.id, "summary": dict(self.procedure.summary)}

    def document(self) -> dict[str, Any]:
        """What it decides, what it has to be told, and an example."""
        return _document(self.id)


def adjudicate(
    procedure_id: str,
    state: Json,
    *,
    readings: Mapping[str, str] | None = None,
    language: Language = "en",
    want_flips: bool = False,
    in_time: bool = True,
    in_short: bool = False,
    wants: str | None = None,
    allowed: Iterable[str] = (),
) -> schema.Ruling:
    """The ruling on a state; raises `BadInput`, `UnknownProcedure` or `ImpossibleState`.

    What the rules named in `allowed` bar, or those of their branches (`rule/branch`), bars nothing.

    A state told in part is searched for as long as a player waits; unless `in_time`, as far as the search goes, which
    is the same on every machine. `in_short` it says nothing of other readings, nor of what else would change it.
    Where all of what comes of it hangs on more than can be searched, what a question `wants` of it is ruled on alone.
    """
    named = find(procedure_id)
    taken = {**taken_readings(named.game, readings or {}), **dict.fromkeys(allowed, ALLOWED)}
    settled = _settled(named.game, readings or {})
    possible = _read(named, state, language)
    if isinstance(possible, Part):
        return _adjudicate_part(named, possible, state, taken, settled, language, want_flips, in_time, in_short, wants)
    if want_flips and len(list(islice(numbers(state), MOST_NUMBERS + 1))) > MOST_NUMBERS:
        raise BadInput(
            {"path": "flips", "problem": f"the state has more than {MOST_NUMBERS} numbers; ask without flips"}
        )
    writer = RulingWriter(named.game.id, language, named.procedure.state, possible)

    def ruled_there(readings: Mapping[str, str]) -> VerdictAndOutcome:
        there = named.procedure.rule(possible, readings)
        return there.verdict, there.outcome

    try:
        ruling = named.procedure.rule(possible, taken)
    except IllegalState as impossible:
        raise _impossible(named, impossible, ruled_there, taken, settled, writer, in_short) from impossible

    def ruled_otherwise(readings: Mapping[str, str]) -> VerdictAndOutcome | None:
        there = ruled_there(readings)
        return None if there == (ruling.verdict, ruling.outcome) else there

    return schema.Ruling(
        procedure=named.id,
        verdict=ruling.verdict,
        outcome=ruling.outcome,
        outcome_says=writer.outcome(ruling.outcome),
        steps=writer.steps(ruling.steps),
        rests_on=[] if in_short else list(_rests_on(named, ruling.rests_on, ruled_otherwise, taken, settled, writer)),
        flips=_flips(named, taken, state, writer) if want_flips else [],
    )


def _adjudicate_part(
    named: NamedProcedure,
    part: Part,
    state: Json,
    taken: Mapping[str, str],
    settled: Container[str],
    language: Language,
    want_flips: bool,
    in_time: bool,
    in_short: bool,
    wants: str | None,
) -> schema.Ruling:
    """The ruling on a state told in part, or what it depends on."""
    writer = RulingWriter(named.game.id, language, named.procedure.state, part)
    procedure, is_late = named.procedure, _deadline(SECONDS_IN_PART if in_time else inf)
    known: dict[str, Any] = {}

    def search() -> InPart:
        return rule_in_part(procedure, part, taken, is_late=is_late, want_assumed=not in_short)

    def search_there(readings: Mapping[str, str]) -> InPart:
        return rule_in_part(procedure, part, readings, is_late=readings_late, want_assumed=False)

    def ruled_there(readings: Mapping[str, str]) -> VerdictAndOutcome:
        return _verdict_and_outcome(search_there(readings).searched)

    try:
        ruled = search()
        about = part_wanted(wants)
        if about is not None and isinstance(ruled.result, Unsettled):
            known = outcome_document(common_outcome(ruled.searched))
            procedure = procedure.about(about)
            ruled = search()
    except IllegalState as impossible:
        readings_late = _deadline(SECONDS_FOR_READINGS if in_time else inf)
        raise _impossible(named, impossible, ruled_there, taken, settled, writer, in_short) from impossible

    readings_late = _deadline(SECONDS_FOR_READINGS if in_time else inf)

    def ruled_otherwise(readings: Mapping[str, str]) -> VerdictAndOutcome | None:
        """None where it comes to the same, or the search came to no end in time."""
        there = search_there(readings)
        comes_to_the_same = join(ruled.searched, there.searched) is not None or not (there.whole or not in_time)
        return None if comes_to_the_same else _verdict_and_outcome(there.searched)

    verdict, outcome = _verdict_and_outcome(ruled.searched)
    outcome = known | outcome
    decided_by = () if in_short else rules_that_decide(procedure, part, ruled.result, taken, is_late=readings_late)
    return schema.Ruling(
        procedure=named.id,
        verdict=verdict,
        outcome=outcome,
        outcome_says=writer.outcome(outcome),
        steps=writer.steps(common_steps(ruled.result)),
        rests_on=[] if in_short else list(_rests_on(named, ruled.met.items(), ruled_otherwise, taken, settled, writer)),
        flips=_flips(named, taken, state, writer) if want_flips and isinstance(ruled.result, Settled) else [],
        allowed=is_allowed(ruled.searched) if verdict == "depends" else None,
        decided_by=list(decided_by) or None,
        hangs_on=writer.hangs_on(ruled.result),
        assumed=writer.assumed(ruled) or None,
    )


def _impossible(
    named: NamedProcedure,
    impossible: IllegalState,
    ruled_there: Callable[[Mapping[str, str]], VerdictAndOutcome],
    taken: Mapping[str, str],
    settled: Container[str],
    writer: RulingWriter,
    in_short: bool,
) -> ImpossibleState:
    """What is said of a state that cannot exist; `ruled_there` rules on it under other readings."""

    def if_it_can_be(readings: Mapping[str, str]) -> VerdictAndOutcome | None:
        try:
            return ruled_there(readings)
        except IllegalState:
            return None

    met = () if in_short else impossible.rests_on.items()
    rests_on = list(_rests_on(named, met, if_it_can_be, taken, settled, writer))
    return ImpossibleState(writer.steps(impossible.faults), rests_on, writer.language)


def _verdict_and_outcome(result: Result) -> VerdictAndOutcome:
    """Of a state told in part; what is barred whatever the rest is, each time by something else, is illegal."""
    verdicts = {leaf.verdict if isinstance(leaf, Settled) else "depends" for leaf in leaves(result)}
    verdict: schema.RulingVerdict = "illegal" if verdicts == {"illegal"} else "depends"
    return result.verdict if isinstance(result, Settled) else verdict, outcome_document(common_outcome(result))


def is_part_of_a_state(procedure_id: str, told: Json) -> bool:
    """Whether a state of the procedure may hold what is told, as far as its shape goes."""
    try:
        _read(find(procedure_id), told)
    except BadInput:
        return False
    return True


def find(procedure_id: str) -> NamedProcedure:
    """The procedure with this id; raises `UnknownProcedure`."""
    game = procedure_id.partition(".")[0]
    known = {named.id: named for named in procedures(game if game in GAMES else None)}
    if procedure_id not in known:
        problem = (
            f"unknown procedure {procedure_id!r:.60}: `arbitro procedures` lists them all"
            f"{suggestion(procedure_id, known)}"
        )
        raise UnknownProcedure({"path": "procedure", "problem": problem})
    return known[procedure_id]


def procedures(game: str | None = None) -> tuple[NamedProcedure, ...]:
    """Every procedure of one game or of all, in the games' own order; raises `BadInput`."""
    require_known_game(game, GAMES)
    return tuple(
        NamedProcedure(f"{id}.{procedure.name}", GAMES[id], procedure)
        for id in GAMES
        if game in (None, id)
        for procedure in GAMES[id].procedures.values()
    )


def require_known_game(game: str | None, known: Iterable[str]) -> None:
    """Raises `BadInput` for a game that is none of these."""
    known = tuple(known)
    if game is not None and game not in known:
        problem = f"unknown game {game!r:.60}: there is {', '.join(known)}{suggestion(game, known)}"
        raise BadInput({"path": "game", "problem": problem})


def describe() -> None:
    """Makes all descriptions ahead of the first who asks for them: it takes seconds."""
    for named in procedures():
        named.document()


@cache
def _document(procedure_id: str) -> dict[str, Any]:
    named = find(procedure_id)
    return {**named.card(), "schema": named.shape.json_schema(), "example": named.example}


def _shape(procedure_id: str) -> TypeAdapter[Any]:
    with SHAPING:
        if procedure_id not in _SHAPES:
            _SHAPES[procedure_id] = TypeAdapter(find(procedure_id).procedure.state)
        return _SHAPES[procedure_id]


def taken_readings(game: Game, readings: Mapping[str, str]) -> dict[str, str]:
    """The reading wanted of each conflict; one named on its own goes before the edition. Raises `BadInput`."""
    taken: dict[str, str] = {}
    problems: list[Problem] = []
    edition = readings.get(EDITION)
    if edition is not None:
        rulebook = load_game(game.id)
        if edition not in rulebook.card.editions:
            problems.append(_unknown(EDITION, "edition", edition, rulebook.card.editions))
        stated = {id: conflict.editions.get(edition) for id, conflict in rulebook.conflicts.items()}
        taken = {id: reading for id, reading in stated.items() if reading and id in game.conflicts}
    for id, reading in readings.items():
        if id == EDITION:
            continue
        if id not in game.conflicts:
            problems.append(_unknown(id, "conflict", id, (EDITION, *game.conflicts)))
        elif reading not in game.conflicts[id].readings:
            problems.append(_unknown(id, "reading", reading, game.conflicts[id].readings))
        else:
            taken[id] = reading
    if problems:
        raise BadInput(*problems)
    return taken


def _unknown(key: str, kind: str, written: str, known: Iterable[str]) -> Problem:
    known = tuple(known)
    problem = f"unknown {kind} {written!r:.60}: there is {', '.join(known)}{suggestion(written, known)}"
    return {"path": f"readings.{key:.40}", "problem": problem}


def _read(named: NamedProcedure, state: Json, language: Language = "en") -> object:
    """The state, or the part of it that was told."""
    _require_size_of_a_game(state, language)
    if isinstance(state, dict):
        state = {**named.procedure.implied(state), **state}
    try:
        told = list(ranges(state))
        text = json.dumps(with_numbers(state), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadInput({"path": "", "problem": f"holds something that JSON cannot: {error}"}) from error
    if unsound := [path_of(place) for place, bounds in told if not is_sound(bounds)]:
        raise BadInput(*({"path": path, "problem": _A_RANGE[language]} for path in unsound))
    possible: object
    try:
        possible = named.shape.validate_json(text)
        if told:
            possible = read_part(named.procedure.state, state, ())
    except ValidationError as error:
        errors = error.errors(include_url=False)
        possible = read_part(named.procedure.state, state, errors)
        if possible is None:
            wrong = errors_beyond_missing(errors) or [each for each in errors if each["type"] != "missing"]
            problems = explain_errors(wrong, named.shape.json_schema(), named.example, language)
            raise BadInput(*problems) from error
    beyond = [
        path_of(place) for place, value in _values(state) if isinstance(value, int | float) and abs(value) > LARGEST
    ]
    if beyond:
        problem = _TOO_LARGE[language].format(LARGEST)
        raise BadInput(*({"path": field, "problem": problem} for field in beyond))
    return possible


def _require_size_of_a_game(state: Json, language: Language) -> None:
    """Engines take time for each value, and a ruling repeats the texts; raises `BadInput`."""
    values = list(islice(_values(state), MOST_VALUES + 1))
    if len(values) > MOST_VALUES:
        raise BadInput({"path": "", "problem": _TOO_MANY[language].format(MOST_VALUES)})
    long = [
        (path_of(place), len(value)) for place, value in values if isinstance(value, str) and len(value) > LONGEST_TEXT
    ]
    if long:
        problem = _TOO_LONG[language]
        raise BadInput(*({"path": path, "problem": problem.format(length, LONGEST_TEXT)} for path, length in long))


def _values(value: Json, *place: str | int) -> Iterator[tuple[tuple[str | int, ...], Json]]:
    """Each value of a state with its place."""
    yield place, value
    match value:
        case list():
            for at, item in enumerate(value):
                yield from _values(item, *place, at)
        case dict():
            for key, item in value.items():
                yield from _values(item, *place, key)


def _ruling(named: NamedProcedure, taken: Mapping[str, str], state: Json) -> Ruling | None:
    """The ruling on any state that has one."""
    try:
        possible = _read(named, state)
        if not isinstance(possible, Part):
            return named.procedure.rule(possible, taken)
        ruled = rule_in_part(
            named.procedure, possible, taken, is_late=_deadline(SECONDS_FOR_READINGS), want_assumed=False
        ).result
    except (BadInput, IllegalState):
        return None
    if not isinstance(ruled, Settled):
        return None
    return Ruling(
        verdict=ruled.verdict, result=outcome_document(dict(ruled.outcome)), steps=ruled.steps, rests_on=ruled.rests_on
    )


def _settled(game: Game, readings: Mapping[str, str]) -> set[str]:
    """The conflicts that the edition which was chosen states one reading of: nothing is open there."""
    edition = readings.get(EDITION)
    return {id for id, conflict in load_game(game.id).conflicts.items() if edition in conflict.editions} - set(readings)


def _deadline(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def _in_time(rule: Callable[[Json], Ruling | None]) -> Callable[[Json], Ruling | None]:
    is_late = _deadline(SECONDS_FOR_FLIPS)

    def ruled(state: Json) -> Ruling | None:
        if is_late():
            problem = f"the search took more than {SECONDS_FOR_FLIPS:.0f} seconds; ask without flips"
            raise BadInput({"path": "flips", "problem": problem})
        return rule(state)

    return ruled


def _rests_on(
    named: NamedProcedure,
    met: Iterable[tuple[str, str]],
    ruled_otherwise: Callable[[Mapping[str, str]], VerdictAndOutcome | None],
    taken: Mapping[str, str],
    settled: Container[str],
    writer: RulingWriter,
) -> Iterator[schema.RestsOn]:
    """Each open conflict that decides: one of its other readings changes the ruling, and the first such is given.

    `ruled_otherwise` gives nothing where the ruling stays as it is.
    """
    conflicts, language = load_game(named.game.id).conflicts, writer.language
    for conflict, reading in met:
        if conflict in settled:
            continue
        for other in named.game.conflicts[conflict].readings:
            if other == reading:
                continue
            changed: dict[str, Any] = {}
            try:
                there = ruled_otherwise({**taken, conflict: other})
            except IllegalState as impossible:
                faults = ImpossibleState(writer.steps(impossible.faults)).document()
                changed = {"other_outcome": faults, "other_outcome_says": []}
            else:
                if there is not None:
                    changed = {
                        "other_verdict": there[0],
                        "other_outcome": there[1],
                        "other_outcome_says": writer.outcome(there[1]),
                    }
            if changed:
                yield schema.RestsOn(
                    conflict=conflict,
                    about=conflicts[conflict].title[language],
                    taken=reading,
                    taken_says=conflicts[conflict].readings[reading][language],
                    other_reading=other,
                    other_reading_says=conflicts[conflict].readings[other][language],
                    **changed,
                )
                break


def _flips(named: NamedProcedure, taken: Mapping[str, str], state: Json, writer: RulingWriter) -> list[schema.Flip]:
    """The smallest changes of the state that alter the result."""
    return [
        schema.Flip(
            change=schema.Change.model_validate(
                {
                    "field": flip.field,
                    "from": flip.before,
                    "to": flip.after,
                    "says": writer.change(flip.field, flip.before, flip.after),
                }
            ),
            verdict=flip.ruling.verdict,
            outcome=dict(flip.ruling.outcome),
            outcome_says=writer.outcome(flip.ruling.outcome),
        )
        for flip in flips(_in_time(partial(_ruling, named, taken)), state)
    ]
