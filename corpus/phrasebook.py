"""Questions as players say them, each under the rule that decides it, or under the conflict that leaves it open, read
from `<game>/phrasebook/*.yaml`.

A sentence a line, in groups that share what is asked and the answer. Where an engine decides, the words that tell a
fact are marked with it, `[tre truppe](human_troops)`, and the answer is computed; what stands in the file is what is
expected of it. Where no engine does, the group names the question of its rule that has the same answer.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeGuard

from pydantic import TypeAdapter, ValidationError

from corpus.function_words import ARTICLES, NUMERALS
from corpus.loader import HOME, CorpusError, load_game
from corpus.schema import LANGUAGES, STRICT, Conflict, Language, Rule

Json: TypeAlias = Any
MOST_LETTERS = 400
_BOUNDS = frozenset({"at_least", "at_most"})
HELD_OUT = "~"
"""What a line begins with that nothing is fitted on: it measures."""
EXPLAINED = "explained"
"""The answer of a sentence that wants to hear all that comes of a position."""

_MARK = re.compile(r"\[([^\[\]]+)\]\(([^()]+)\)")
_PLACE = re.compile(r"[A-Za-z_]+(?:\[\d+\])*(?:\.[A-Za-z_]+(?:\[\d+\])*)*\Z")
_STEP = re.compile(r"[A-Za-z_]+|\[\d+\]")
_TOKEN = re.compile(r"\d+|[^\W\d_]+(?:-[^\W\d_]+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Words of a sentence, and the facts they tell."""

    start: int
    """Where they begin in the sentence."""
    words: str
    facts: Mapping[str, Json]
    """By the place of each in the state: `track.sympathy_tokens`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """A sentence of the phrasebook."""

    game: str
    rule: str
    """Or the conflict."""
    language: Language
    text: str
    """Without its marks."""
    marks: tuple[Mark, ...]
    procedure: str | None
    """What decides it, `vwars.move`; None where no engine does."""
    given: Mapping[str, Json]
    """Facts that the sentence tells as a whole, by their places."""
    wants: str | None
    """What it asks for: a key of the outcome, `key=value`, or the verdict."""
    answer: Json
    """What is expected: true, false, the value, `depends`, `choice`, `unknown` or `explained`."""
    ask: int | None
    """The question of the rule or conflict that has the same answer, counted from 0."""
    held_out: bool
    maybe_position: bool = False
    """Whether an engine may decide it as well, which nobody has looked into."""

    @property
    def state(self) -> Json:
        """The facts told, as a state has them."""
        facts = dict(self.given)
        for mark in self.marks:
            facts |= mark.facts
        return state_of(facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """Sentences with one answer, as the file has them."""

    __pydantic_config__ = STRICT
    it: str = ""
    en: str = ""
    procedure: str | None = None
    given: Mapping[str, Any] = field(default_factory=dict)
    wants: str | None = None
    answer: Any = None
    ask: int | None = None
    maybe_position: bool = False


def load_phrasebook(game: str, home: Path = HOME) -> tuple[Phrase, ...]:
    """All sentences of one game, in the order of the files; every problem is reported at once."""
    return _load(game, home)


@cache
def _load(game: str, home: Path) -> tuple[Phrase, ...]:
    found: list[Phrase] = []
    problems: list[str] = []
    for path in sorted((home / game / "phrasebook").glob("*.yaml")):
        phrases, wrong = read_chapter(path, game, home)
        found += phrases
        problems += wrong
    problems += _repeated(found)
    if problems:
        raise CorpusError(f"corpus/{game}/phrasebook:\n  " + "\n  ".join(problems))
    return tuple(found)


def read_chapter(path: Path, game: str, home: Path = HOME) -> tuple[list[Phrase], list[str]]:
    """The sentences of one file, and what is wrong with it."""
    import yaml  # not needed by who asks

    from corpus import strict_yaml

    try:
        data = strict_yaml.load(path.read_text(encoding="utf-8")) or {}
        held_out = set(data.pop("held_out", ()) if isinstance(data, dict) else ())
        chapter = _chapters().validate_python(data, strict=False)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        return [], [f"{path.name}: cannot be read: {error}"]
    except ValidationError as error:
        return [], [f"{path.name}: {'.'.join(map(str, e['loc']))}: {e['msg'].lower()}" for e in error.errors()]
    loaded = load_game(game, home)
    entries: dict[str, Rule | Conflict] = {**loaded.rules, **loaded.conflicts}
    problems = [f"{path.name}: {id} is no rule and no conflict" for id in {*chapter, *held_out} - set(entries)]
    found: list[Phrase] = []
    for rule, groups in chapter.items():
        for at, group in enumerate(groups, 1):
            where = f"{path.name}: {rule}, group {at}"
            asks = len(entries[rule].asks.it) if rule in entries else 0
            problems += (f"{where}: {problem}" for problem in _group_problems(group, asks))
            for language in LANGUAGES:
                for line in getattr(group, language).splitlines():
                    try:
                        found.append(_phrase(line, rule, language, group, game, rule in held_out))
                    except ValueError as error:
                        problems.append(f"{where}: {error}, in {line!r}")
    return found, problems


@cache
def _chapters() -> TypeAdapter[dict[str, tuple[_Group, ...]]]:
    return TypeAdapter(dict[str, tuple[_Group, ...]])


def _group_problems(group: _Group, asks: int) -> Iterator[str]:
    if not group.it.strip() and not group.en.strip():
        yield "no sentence: write one a line under `it: |` or `en: |`"
    if group.procedure is None and (group.given or group.wants or group.answer is not None):
        yield "`given`, `wants` and `answer` go with a procedure"
    if group.procedure is not None and (group.answer is None or group.ask is not None):
        yield "a procedure goes with the `answer` expected of it, and not with `ask`"
    if group.ask is not None and not 1 <= group.ask <= asks:
        yield f"ask: {group.ask}: it has questions 1 to {asks}"
    if group.maybe_position and group.procedure is not None:
        yield "`maybe_position` goes with `ask`"


def _phrase(line: str, rule: str, language: Language, group: _Group, game: str, held_out: bool) -> Phrase:
    """Raises ValueError."""
    line = line.strip()
    held_out = held_out or line.startswith(HELD_OUT)
    text, marks = _unmarked(line.removeprefix(HELD_OUT).strip(), language)
    if not text or len(text) > MOST_LETTERS:
        raise ValueError(f"a sentence has between 1 and {MOST_LETTERS} letters")
    if marks and group.procedure is None:
        raise ValueError("a mark tells a fact to a procedure, and there is none")
    phrase = Phrase(
        game=game,
        rule=rule,
        language=language,
        text=text,
        marks=marks,
        procedure=f"{game}.{group.procedure}" if group.procedure else None,
        given=_flat(group.given),
        wants=group.wants,
        answer=group.answer,
        ask=None if group.ask is None else group.ask - 1,
        held_out=held_out,
        maybe_position=group.maybe_position,
    )
    phrase.state  # noqa: B018  # raises where the places do not fit together
    return phrase


def _unmarked(line: str, language: Language) -> tuple[str, tuple[Mark, ...]]:
    """The sentence alone, and its marks; raises ValueError."""
    text, marks, end = "", [], 0
    for match in _MARK.finditer(line):
        text += line[end : match.start()]
        marks.append(Mark(start=len(text), words=match[1], facts=dict(_facts(match[2], match[1], language))))
        text += match[1]
        end = match.end()
    text += line[end:]
    if re.search(r"[\[\]]", text):
        raise ValueError("a bracket that is no mark: write [words](place=value)")
    return text, tuple(marks)


def _facts(written: str, words: str, language: Language) -> Iterator[tuple[str, Json]]:
    for one in written.split(";"):
        place, equals, value = one.strip().partition("=")
        if not _PLACE.match(place):
            raise ValueError(f"{place!r} is no place of a fact: write names joined by dots, such as city.human_troops")
        yield place, _value(value.strip()) if equals else _said(words, language)


def _value(written: str) -> Json:
    try:
        return json.loads(written)
    except ValueError:
        return written


def _said(words: str, language: Language) -> Json:
    """The one number in the words, or the words; raises ValueError."""
    tokens = _TOKEN.findall(words.lower())
    numbers = [int(one) if one.isdigit() else NUMERALS[language][one] for one in tokens if _is_number(one, language)]
    if len(numbers) > 1:
        raise ValueError(f"{words!r} has more than one number: write which, [words](place=3)")
    if not numbers and tokens and tokens[0] in ARTICLES[language]:
        return 1
    return numbers[0] if numbers else words


def _is_number(token: str, language: Language) -> bool:
    return token.isdigit() or token in NUMERALS[language]


def state_of(facts: Mapping[str, Json]) -> Json:
    """The facts as a state has them, one inside the other; raises ValueError where they do not fit together."""
    state: dict[str, Json] = {}
    for place in sorted(facts, key=_in_order):
        target: Json = state
        steps = _steps(place)
        for step, following in zip(steps, (*steps[1:], None), strict=True):
            empty: Json = facts[place] if following is None else [] if isinstance(following, int) else {}
            if isinstance(step, int):
                if not isinstance(target, list) or step > len(target):
                    raise ValueError(f"{place}: lists are counted from 0 without holes")
                if step == len(target):
                    target.append(empty)
            elif not isinstance(target, dict):
                raise ValueError(f"{place}: told twice, and not as the same kind of thing")
            else:
                target.setdefault(step, empty)
            target = target[step]
    return state


def is_range(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether it tells a number by its bounds: `{"at_least": 2}`."""
    return isinstance(value, dict) and bool(value) and value.keys() <= _BOUNDS


def places_of(value: Json, place: str = "") -> Iterator[tuple[str, Json]]:
    """Each fact of a state by its place; a list of single values is one fact, and so is a range."""
    if isinstance(value, dict) and value and not is_range(value):
        for key, inner in value.items():
            yield from places_of(inner, f"{place}.{key}".removeprefix("."))
    elif isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        for at, inner in enumerate(value):
            yield from places_of(inner, f"{place}[{at}]")
    else:
        yield place, value


def _flat(given: Mapping[str, Json]) -> dict[str, Json]:
    """Written as places or as a state, or a bit of both."""
    return {place: value for key, inner in given.items() for place, value in places_of(inner, key)}


def _in_order(place: str) -> tuple[tuple[int, str], ...]:
    return tuple((step, "") if isinstance(step, int) else (-1, step) for step in _steps(place))


@cache
def _steps(place: str) -> tuple[str | int, ...]:
    return tuple(int(step[1:-1]) if step[0] == "[" else step for step in _STEP.findall(place))


def _repeated(phrases: Iterable[Phrase]) -> Iterator[str]:
    seen: dict[tuple[Language, str], str] = {}
    for phrase in phrases:
        said = (phrase.language, phrase.text.lower())
        if said in seen:
            yield f"{phrase.rule}: {phrase.text!r} stands under {seen[said]} already"
        seen[said] = phrase.rule
