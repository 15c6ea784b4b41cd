"""Turns a game's YAML files into the shapes of `corpus.schema`, or says what is wrong and where.

Every problem of a game is reported at once, each with its file, its entry and its key.
"""

import difflib
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from corpus.parsed import kept
from corpus.schema import (
    LANGUAGES,
    Asks,
    Bilingual,
    Chapter,
    Conflict,
    Corpus,
    Facts,
    Game,
    GameCard,
    OpenAsks,
    Rule,
    Says,
    Term,
)

HOME = Path(__file__).parent
NOT_SEARCHED = ("chapters.yaml", "facts.yaml", "says.yaml", "sentences.yaml")
"""The files of a game that no question is looked up in."""
RULED_BY = ("rules/*.yaml", "chapters.yaml", "conflicts.yaml", "facts.yaml", "says.yaml", "terms.yaml")
"""The files of a game that hold what an answer or a ruling is given under, and the words it is given in."""
WORDS, ARTICLED, UNNAMED = "_words", "_articled", "_unnamed"
"""Among the sentences, the entries that speak for no rule: a game's vocabulary, words of it with their article, and
what stands for an untold name.
"""
ASKS_PER_LANGUAGE = range(2, 7)

Entry = TypeVar("Entry", Rule, Term, Conflict)


class CorpusError(ValueError):
    """The corpus cannot be used: what is wrong, where, and what to write instead."""


def game_ids(home: Path = HOME) -> tuple[str, ...]:
    """The games that have a folder here, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in home.glob("*/game.yaml")))


@cache
def load_corpus(home: Path = HOME) -> Corpus:
    """All games."""
    games = {game: load_game(game, home) for game in game_ids(home)}
    return Corpus(games=games, digest=digest(home), home=home)


def digest(home: Path = HOME) -> str:
    """Sixteen hex digits over every file that is searched or answered from; what engines say is neither."""
    return _digest(home, (path for path in home.glob("*/**/*.yaml") if path.name not in NOT_SEARCHED))[:16]


@cache
def game_digest(game: str, home: Path = HOME) -> str:
    """Twelve hex digits over a game's rules, conflicts and terms and all its words."""
    folder = _folder(game, home)
    return _digest(folder, (path for pattern in RULED_BY for path in folder.glob(pattern)))[:12]


def _digest(folder: Path, files: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for path in sorted(files):
        text = path.read_bytes().replace(b"\r\n", b"\n")  # a checkout on Windows is the same corpus
        total.update(path.relative_to(folder).as_posix().encode() + b"\0" + text + b"\0")
    return total.hexdigest()


@cache
def load_game(game: str, home: Path = HOME) -> Game:
    """One game's rules, terms and conflicts, with all that joins them checked."""
    folder = _folder(game, home)
    files = sorted((*folder.glob("*.yaml"), *(folder / "rules").glob("*.yaml")))
    read: Game = kept(game, files, _adapter(Game), lambda: _read_game(folder))
    return read


def _read_game(folder: Path) -> Game:
    card = _read(folder / "game.yaml", GameCard)
    problems: list[str] = []
    rules: dict[str, Rule] = {}
    terms: dict[str, Term] = {}
    conflicts: dict[str, Conflict] = {}
    files: dict[str, tuple[str, ...]] = {}
    for path in sorted((folder / "rules").glob("*.yaml")):
        entries = _read_entries(path, Rule, rules, problems)
        files[path.stem] = tuple(rule.id for rule in entries)
        for rule in entries:
            problems += (f"{path.name}: {rule.id}: {problem}" for problem in _rule_problems(rule, path, card))
    titles: Mapping[str, Bilingual] = _read(folder / "chapters.yaml", Mapping[str, Bilingual])
    problems += _chapter_problems(files, titles)
    for conflict in _read_entries(folder / "conflicts.yaml", Conflict, conflicts, problems):
        problems += (f"conflicts.yaml: {conflict.id}: {problem}" for problem in _conflict_problems(conflict, card))
    _read_entries(folder / "terms.yaml", Term, terms, problems)
    problems += _reference_problems(rules, terms, conflicts)
    if problems:
        raise CorpusError(f"corpus/{folder.name}:\n  " + "\n  ".join(problems))
    chapters = tuple(Chapter(id=id, title=titles[id], rules=inside) for id, inside in files.items())
    return Game(card=card, chapters=chapters, rules=rules, terms=terms, conflicts=conflicts)


@cache
def load_facts(game: str, home: Path = HOME) -> Facts:
    """The words for the facts that the game's engine is told and for those that it answers."""
    path = _folder(game, home) / "facts.yaml"
    facts: Facts = kept(f"{game}-facts", [path], _adapter(Facts), lambda: _read(path, Facts))
    return facts


@cache
def load_says(game: str, home: Path = HOME) -> Says:
    """The sentence of every (rule, branch) that the game's engine can cite; under WORDS what translates their facts,
    under ARTICLED the words among these that a sentence says with an article, under UNNAMED what stands for a name that
    nobody told.
    """
    path = _folder(game, home) / "says.yaml"
    says: Says = kept(f"{game}-says", [path], _adapter(Says), lambda: _read(path, Says))
    facts = load_facts(game, home)
    return {**says, WORDS: {**facts.words, **facts.names}, ARTICLED: facts.articled, UNNAMED: facts.unnamed}


def load_sentences(game: str, home: Path = HOME) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """edition -> section -> the rule that each rule-stating sentence went to, in reading order."""
    sentences: Mapping[str, Mapping[str, tuple[str, ...]]] = _read(
        _folder(game, home) / "sentences.yaml", Mapping[str, Mapping[str, tuple[str, ...]]]
    )
    return sentences


def _folder(game: str, home: Path) -> Path:
    known = game_ids(home)
    if game not in known:
        raise CorpusError(f"unknown game {game!r}: the games are {', '.join(known)}")
    return home / game


def _read_entries(path: Path, kind: type[Entry], known: dict[str, Entry], problems: list[str]) -> tuple[Entry, ...]:
    """The entries of a file, which are then known by their ids."""
    entries: tuple[Entry, ...] = _read(path, tuple[kind, ...])  # type: ignore[valid-type]  # known when it runs
    for entry in entries:
        if entry.id in known:
            problems.append(f"{path.name}: {entry.id} is defined twice; an id is used once")
        known[entry.id] = entry
    return entries


def _read(path: Path, shape: Any) -> Any:
    import yaml  # not needed where all is kept parsed

    from corpus import strict_yaml

    try:
        data = strict_yaml.load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError, OSError) as error:
        raise CorpusError(f"{path}: cannot be read: {error}") from error
    try:
        return _adapter(shape).validate_python(data, strict=False)
    except ValidationError as error:
        raise CorpusError("\n".join(_explain(error, path, data))) from error


@cache
def _adapter(shape: Any) -> TypeAdapter[Any]:
    return TypeAdapter(shape)


def _explain(error: ValidationError, path: Path, data: Any) -> Iterator[str]:
    for each in error.errors():
        *inside, key = each["loc"] or ("",)
        entry: Any = data[int(inside[0])] if inside and isinstance(data, list) else {}
        name = entry.get("id", f"entry {inside[0]}") if isinstance(entry, dict) and inside else ""
        where = ".".join(str(part) for part in each["loc"][1 if name else 0 :])
        if each["type"] == "unexpected_keyword_argument":
            yield f"{path}: {name}: unknown key {str(key)!r}{_suggestion(str(key), entry)} (at {where})"
        else:
            yield f"{path}: {name}: {where}: {each['msg'].lower()}, got {each['input']!r:.80}"


def _suggestion(key: str, entry: object) -> str:
    known = {name for shape in (Rule, Term, Conflict) for name in shape.__dataclass_fields__} | {*LANGUAGES, "q", "a"}
    written = set(entry) if isinstance(entry, dict) else set()
    close = difflib.get_close_matches(key, known - written, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def _rule_problems(rule: Rule, path: Path, card: GameCard) -> Iterator[str]:
    chapter = path.name.split("-")[0].lstrip("0")
    if not rule.id.startswith(f"{card.prefix}-{chapter}."):
        yield f"ids in this file begin with {card.prefix}-{chapter}."
    for source in rule.source:
        if source.document not in card.editions:
            yield f"source document {source.document!r} is not an edition; they are {', '.join(card.editions)}"
    if not rule.source:
        yield "no source: name the document and the section"
    if (rule.decided_by == "table") != bool(rule.reason):
        yield "`reason` says why the table decides: it goes with decided_by: table, and only there"
    for language in LANGUAGES:
        if len(rule.asks[language]) not in ASKS_PER_LANGUAGE:
            yield f"asks.{language} has {len(rule.asks[language])} questions; two to six are needed"
    yield from _twin_problems(rule.asks)


def _chapter_problems(files: Mapping[str, object], titles: Mapping[str, object]) -> Iterator[str]:
    for id in sorted(files.keys() - titles.keys()):
        yield f"chapters.yaml: {id} has no title: write {id}: {{it: …, en: …}}"
    for id in sorted(titles.keys() - files.keys()):
        yield f"chapters.yaml: {id} is the title of no file: there is no rules/{id}.yaml"


def _conflict_problems(conflict: Conflict, card: GameCard) -> Iterator[str]:
    if conflict.kind == "gap":
        if conflict.readings or conflict.default or conflict.why or not conflict.missing:
            yield "a gap has `missing` and no readings, default or why"
    elif len(conflict.readings) < 2 or conflict.default not in conflict.readings or not conflict.why:
        yield "needs two readings or more, a default among them, and why"
    for edition, reading in conflict.editions.items():
        if edition not in card.editions:
            yield f"{edition!r} is not an edition; they are {', '.join(card.editions)}"
        if reading not in conflict.readings:
            yield f"edition {edition} states {reading!r}, which is not among the readings"
    settled = set(conflict.editions.values())
    answers = {*settled, conflict.default} if len(settled) > 1 else set()
    for ask in (*conflict.asks.it, *conflict.asks.en):
        if ask.a is None and conflict.readings:
            continue
        answered = None if ask.a is None else set() if isinstance(ask.a, str) else set(ask.a)
        if answered != answers:
            wanted = (
                f"one answer for each of {', '.join(sorted(answers))}" if answers else "one answer, not one a reading"
            )
            yield f"{ask.q!r} needs {wanted}"
    yield from _twin_problems(conflict.asks)


def _twin_problems(asks: Asks | OpenAsks) -> Iterator[str]:
    if len(asks.it) != len(asks.en):
        yield f"asks.it has {len(asks.it)} questions and asks.en {len(asks.en)}: each says the same as its twin"


def _reference_problems(
    rules: Mapping[str, Rule], terms: Mapping[str, Term], conflicts: Mapping[str, Conflict]
) -> Iterator[str]:
    def unknown(ids: Iterable[str]) -> Iterator[str]:
        for id in ids:
            if id not in rules:
                close = difflib.get_close_matches(id, rules, n=1)
                yield f"names rule {id}, which does not exist" + (f"; did you mean {close[0]}?" if close else "")

    for rule in rules.values():
        named = (*rule.exception_to, *rule.overrides, *rule.see, *rule.sums_up)
        for problem in unknown(named):
            yield f"{rule.id} {problem}"
        if rule.id in named:
            yield f"{rule.id} names itself"
    entries: tuple[Term | Conflict, ...] = (*terms.values(), *conflicts.values())
    for entry in entries:
        for problem in unknown(entry.rules):
            yield f"{entry.id} {problem}"
