"""A file of house rules: what it may say, and what is wrong with it, with its line.

An entry is a house rule, an erratum of the publisher, or the text of a card, by its id. It stands beside the rules of
its game, or goes before those that it names.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

import yaml
from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError

from adjudicator import GAMES
from corpus import LANGUAGES, Bilingual, Game, Language, load_game, load_says, strict_yaml
from corpus.schema import Ask
from service.positions.mistakes import explain_errors, suggestion
from service.positions.reading import require_plain

Kind: TypeAlias = Literal["card", "house", "errata"]

PRECEDENCE: tuple[Kind, ...] = ("card", "house", "errata")
"""Who goes before whom; all of them before the book."""
PREFIXES: dict[str, Kind] = {"CARD": "card", "HOUSE": "house", "ERRATA": "errata"}
MOST_ENTRIES = 500


class BadHouseFile(ValueError):  # noqa: N818  # it says what is the matter
    """A file of house rules cannot be used: the file, the line, what stands there, what to write instead."""


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Entry(_Shape):
    """A house rule, an erratum, or the text of a card."""

    id: str
    """HOUSE-1, ERRATA-1 or CARD-1, and so on."""
    text: str | Bilingual
    """The rule, in one language or in both."""
    overrides: list[str] = []
    """The rules, or the one conflict, that it goes before; without them it stands beside the book."""
    branches: list[str] = []
    """Only these branches of those rules, as rulings name them in their steps."""
    allowed: bool | None = None
    """Whether what those rules bar is allowed. Where this is not said, engines cannot apply it and the table does."""
    reading: str = ""
    """Of a conflict, the reading that is followed."""
    asks: list[Ask] = []
    """Questions that it answers, each with its answer; a yes or a no comes first."""
    source: str = ""
    """Where it comes from."""

    _line: int = PrivateAttr(0)

    @property
    def line(self) -> int:
        """Where it begins in its file."""
        return self._line

    @property
    def kind(self) -> Kind:
        """What it is, by its id."""
        return PREFIXES[self.id.partition("-")[0]]

    @property
    def rank(self) -> tuple[int, int]:
        """Its place in the order of precedence; those of one kind by their numbers."""
        return PRECEDENCE.index(self.kind), int(self.id.partition("-")[2])

    def says(self, language: Language) -> str:
        """The rule, in this language if it has it."""
        return self.text if isinstance(self.text, str) else self.text[language]


class _File(_Shape):
    """A file of house rules."""

    game: str
    """The game whose rules these are."""
    rules: list[Entry] = Field(max_length=MOST_ENTRIES)
    """The entries."""


def parse(text: str, name: str) -> tuple[str, tuple[Entry, ...]]:
    """The game and the entries of a file; raises `BadHouseFile` for the first thing that is wrong."""
    try:
        require_plain(text)
        data, root = strict_yaml.load(text), yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise BadHouseFile(f"{name}, line {line}: not YAML: {error.problem}") from error
    except (yaml.YAMLError, RecursionError) as error:
        raise BadHouseFile(f"{name}, line 1: not YAML: {' '.join(str(error).split())}") from error
    except ValueError as error:
        raise BadHouseFile(f"{name}, line 1: {error}") from error
    try:
        file = _File.model_validate(data, strict=False)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        (problem,) = explain_errors([first], _File.model_json_schema())
        what = ": ".join(filter(None, (problem["path"], problem["problem"])))
        raise BadHouseFile(f"{name}, line {_line(root, first['loc'])}: {what}") from error
    for place, what in _problems(file):
        raise BadHouseFile(f"{name}, line {_line(root, place)}: {what}")
    for at, entry in enumerate(file.rules):
        entry._line = _line(root, ("rules", at))
    return file.game, tuple(file.rules)


def require_no_contradiction(entries: Iterable[tuple[str, Entry]]) -> None:
    """Raises `BadHouseFile` where an id is given twice, or two entries of one kind go before the same rule; each entry
    comes with the name of its file.
    """
    known: dict[str, str] = {}
    first: dict[tuple[str, str], list[Entry]] = {}
    for file, entry in entries:
        if entry.id in known:
            where = "twice" if known[entry.id] == file else f"in {known[entry.id]} too"
            raise BadHouseFile(f"{file}, line {entry.line}: {entry.id} is defined {where}: give it another number")
        known[entry.id] = file
        for rule in entry.overrides:
            rivals = first.setdefault((entry.kind, rule), [])
            for other in rivals:
                if not (entry.branches and other.branches) or {*entry.branches} & {*other.branches}:
                    raise BadHouseFile(
                        f"{file}, line {entry.line}: {entry.id} and {other.id} both go before {rule}, and neither goes "
                        "before the other: make them one, or name the branches of each"
                    )
            rivals.append(entry)


def _problems(file: _File) -> Iterator[tuple[Sequence[str | int], str]]:
    """What is wrong with entries that are well-formed, each with its place."""
    if file.game not in GAMES:
        yield ("game",), f"unknown game {file.game!r:.60}: there is {', '.join(GAMES)}{suggestion(file.game, GAMES)}"
        return
    game = load_game(file.game)
    known = [*game.rules, *game.conflicts]
    for at, entry in enumerate(file.rules):
        place = ("rules", at)
        prefix, _, number = entry.id.partition("-")
        if prefix not in PREFIXES or not (number.isascii() and number.isdigit() and number[0] != "0"):
            yield (*place, "id"), f"{entry.id!r:.60} is no id of yours: write HOUSE-1, ERRATA-1 or CARD-1"
            continue
        if not all(part.strip() for part in ([entry.text] if isinstance(entry.text, str) else _both(entry.text))):
            yield (*place, "text"), f"{entry.id}: the text is empty: write the rule"
        for number_, id in enumerate(entry.overrides):
            if id not in known:
                yield (
                    (*place, "overrides", number_),
                    f"{entry.id}: there is no rule {id!r:.40} in {file.game}{suggestion(id, known)}",
                )
                break
        else:
            yield from ((((*place, key), f"{entry.id}: {problem}")) for key, problem in _disagreements(entry, game))


def _both(text: Bilingual) -> list[str]:
    return [text[language] for language in LANGUAGES]


def _disagreements(entry: Entry, game: Game) -> Iterator[tuple[str, str]]:
    """What of an entry does not go with the rest of it, each with its key."""
    conflicts = [id for id in entry.overrides if id in game.conflicts]
    if entry.reading:
        readings = game.conflicts[conflicts[0]].readings if len(entry.overrides) == len(conflicts) == 1 else {}
        if not readings:
            yield "reading", "a reading goes with one conflict in `overrides` that has readings, such as VW-C01"
        elif entry.reading not in readings:
            yield (
                "reading",
                f"unknown reading {entry.reading!r:.40}: there is {', '.join(readings)}"
                f"{suggestion(entry.reading, readings)}",
            )
    if entry.allowed is not None and (conflicts or not entry.overrides):
        yield "allowed", "it says of which rules: name them in `overrides`, and no conflict, which has readings"
    if entry.branches and (conflicts or not entry.overrides):
        yield "branches", "it says of which rules: name them in `overrides`"
        return
    says = load_says(game.id)
    branches = [branch for id in entry.overrides for branch in says.get(id, {})]
    for branch in entry.branches:
        if branch not in branches:
            yield (
                "branches",
                f"no rule in `overrides` has the branch {branch!r:.40}: there is {', '.join(branches) or 'none'}"
                f"{suggestion(branch, branches)}",
            )


def _line(node: yaml.Node | None, place: Sequence[str | int]) -> int:
    """The line of a place, or of the nearest thing around it that is there."""
    line = 1
    for step in place:
        if isinstance(node, yaml.MappingNode):
            found = next(((key, value) for key, value in node.value if key.value == step), None)
            if found is None:
                continue  # what pydantic calls a member of a union is no place
            line, node = found[0].start_mark.line + 1, found[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
            line = node.start_mark.line + 1
    return line
