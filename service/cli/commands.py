"""What each command of `arbitro` does. Imports stand inside the commands, so that each starts fast."""

import argparse
import errno
import json
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from service.cli.exit_codes import DONE, FAILED, Command, Failed, WrongUse

if TYPE_CHECKING:
    from fastapi import FastAPI

    from corpus import Corpus, Language
    from index import Embedder, Index
    from index.books import Book
    from index.embedder import Progress
    from service.answering.referee import Referee
    from service.books import Shelf
    from service.house import House
    from service.house.folder import HouseFile
    from service.llm.installation import Installation
    from service.llm.local import LocalLLM
    from service.operations import Resources
    from service.requests import Previous
    from service.settings import Settings

Object: TypeAlias = dict[str, Any]
Opened = TypeVar("Opened")

LONGEST_LINE = 1_000_000
_INDEX_MB = 130
_ARENA_MAX = -8
"""In glibc's malloc.h, the number of stores (M_ARENA_MAX)."""


def serve(options: argparse.Namespace) -> int:
    """Runs the service until it is stopped."""
    from functools import partial

    from service.cli import table
    from service.http import server

    settings = _settings()
    if options.workers > 1 and options.install_llm:
        raise WrongUse("--install-llm is for one worker: run `python -m service.llm.install` first, or leave one out")
    try:
        bound = server.bind_socket(options.host or ("0.0.0.0" if options.table else "127.0.0.1"), options.port)
        key = table.key_for(bound, settings.key, is_table=options.table)
        invitation = table.invitation(bound, key) if options.table else table.HINT

        with suppress(KeyboardInterrupt), _common_metrics(options.workers):
            app = partial(_application, key, options.install_llm)
            server.serve(app, bound, settings, invitation, options.workers)
    except server.PortTaken as error:
        raise Failed(str(error)) from error
    return DONE


def _application(key: str, install_llm: bool) -> "FastAPI":
    """The service of these settings, in the process that serves it."""
    from index import status
    from service.http.app import create_app
    from service.http.startup import Startup
    from service.llm.install import is_installed
    from service.llm.local import open_llm

    _share_memory_among_threads()
    settings = _settings()
    llm = open_llm(settings.llm, threads=settings.threads)
    installation = _installation() if install_llm and llm and not is_installed() else None
    if llm:
        llm.installation = installation
        _print_if_off(llm)
    startup = Startup(lambda progress: _referee(settings, llm, progress), lambda: status(settings.home), installation)
    return create_app(startup, _corpus(), llm, _house(), settings, key)


@contextmanager
def _common_metrics(workers: int) -> Iterator[None]:
    """Where several workers keep what they count, for as long as they do."""
    from tempfile import TemporaryDirectory

    from service.http.metrics import FOLDER

    if workers == 1:
        yield
        return
    with TemporaryDirectory(prefix="arbitro-metrics-") as folder:
        os.environ[FOLDER] = folder
        yield


def _share_memory_among_threads() -> None:
    """glibc would give each thread that answers a store of its own, and keep in each what was ever needed there."""
    import ctypes

    with suppress(AttributeError, OSError):  # of another libc
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 2)


def ask(options: argparse.Namespace) -> int:
    """Answers one question, or a line of JSON after the other."""
    from service import operations
    from service.requests import Question, read

    if options.jsonl:
        if options.question:
            raise WrongUse("--jsonl reads its questions from standard input: leave the QUESTION out")
        referee = _referee(_settings())
        resources = _resources(options, referee)
        code = _each_line(lambda line: operations.OPERATIONS["ask"].document(_with_defaults(line, options), resources))
        _print_if_off(referee.llm)
        return code
    question = " ".join(options.question)
    if not question.strip():
        raise WrongUse('write a question: arbitro ask "…"')
    logging.getLogger("service.llm").setLevel(logging.CRITICAL)  # what is wrong is said in one sentence
    referee = _referee(_settings())
    asked = {"question": question, "previous": _previous(options.previous)}
    with _wrong_use():
        answer = operations.ask(read(Question, _with_defaults(asked, options)), _resources(options, referee))
    _print_if_off(referee.llm)
    if options.json:
        _print_json(answer.model_dump())
    else:
        from service.cli.terminal import Style, answer_text

        _print_lines(answer_text(answer, Style()))
    return DONE


def dispute(options: argparse.Namespace) -> int:
    """Says which of two claims the ruling bears out."""
    from service import operations
    from service.cli.terminal import Style, dispute_text
    from service.requests import Disputed, read

    asked = {"a": options.a, "b": options.b, "position": _position_text(options.position)}
    with _wrong_use():
        settled = operations.dispute(read(Disputed, _with_defaults(asked, options)), _resources(options))
    if options.json:
        _print_json(settled.model_dump())
    else:
        _print_lines(dispute_text(settled, Style()))
    return DONE


def _position_text(told: str | None) -> str:
    """What was told of the position: the words themselves, or those in a file of this name."""
    from service.positions.reading import UnreadableState, read_text

    if told is None or not Path(told).is_file():
        return told or ""
    try:
        return read_text(told, "position", "the position in a player's words")
    except UnreadableState as error:
        raise WrongUse(str(error)) from error


def adjudicate(options: argparse.Namespace) -> int:
    """Rules on one state, or on a line of JSON after the other."""
    from service import operations
    from service.positions.reading import STDIN, UnreadableState, read_state
    from service.positions.rulings import find
    from service.requests import Case, read

    resources = _resources(options)
    if options.jsonl:
        if options.procedure:
            raise WrongUse("--jsonl reads procedures and states from standard input: leave GAME.PROCEDURE out")
        return _each_line(lambda line: _rule_on_line(line, options, resources))
    if not options.procedure:
        raise WrongUse("name a procedure, such as vwars.riot: `arbitro procedures` lists them")
    readings = _readings(options.reading, options.edition)
    with _wrong_use(as_json=options.json):
        find(options.procedure)
        nothing = not options.state and sys.stdin.isatty()
        try:
            state = {} if nothing else read_state(options.state or STDIN)
        except UnreadableState as error:
            raise WrongUse(str(error)) from error
        asked = {"procedure": options.procedure, "state": state, "readings": readings, "flips": options.flips}
        ruling = operations.adjudicate(read(Case, asked), resources)
    if options.json:
        _print_json(ruling.model_dump())
    else:
        from service.cli.terminal import Style, ruling_text

        _print_lines(ruling_text(ruling, resources.language, Style(), asked_flips=options.flips))
    return DONE


def procedures(options: argparse.Namespace) -> int:
    """Lists the procedures; one procedure named in full is shown with its fields and an example."""
    from service import operations
    from service.cli.terminal import Style, procedure_text, procedures_text
    from service.positions.rulings import find
    from service.requests import Listed, read

    resources = _resources(options)
    with _wrong_use():
        found = operations.procedures(read(Listed, {"of": options.game, "schemas": options.json}), resources)
    if options.json:
        _print_json(found)
    elif "." in (options.game or ""):
        _print_lines(procedure_text(find(options.game), resources.language, Style()))
    else:
        _print_lines(procedures_text(found, resources.language, Style()))
    return DONE


def rule(options: argparse.Namespace) -> int:
    """Shows a rule or a conflict."""
    from service import operations
    from service.cli.terminal import Style, conflict_text, passage_text, rule_text, your_rule_text
    from service.requests import RuleId, read
    from service.rulebook import AboutPassage, AboutYours, YourRule

    resources = _resources(options)
    with _wrong_use():
        found = operations.rule(read(RuleId, {"id": options.id}), resources)
    if found["kind"] == "passage":
        _print_json(found) if options.json else _print_lines(passage_text(AboutPassage(**found), resources.language))
        return DONE
    game = _corpus().games[found["game"]]
    yours = [YourRule(**one) for one in found.get("yours", ())]
    if options.json:
        _print_json(found)
    elif found["kind"] == "rule":
        _print_lines(rule_text(game.rules[found["id"]], game, yours, resources.language, Style()))
    elif found["kind"] == "conflict":
        _print_lines(conflict_text(game.conflicts[found["id"]], game, yours, resources.language, Style()))
    else:
        _print_lines(your_rule_text(AboutYours(**found), game, resources.language, Style()))
    return DONE


def search(options: argparse.Namespace) -> int:
    """Lists the rules nearest to some words, with their scores."""
    from service import operations
    from service.cli.terminal import Style, hits_text
    from service.requests import Sought, read

    words = " ".join(options.words)
    if not words.strip():
        raise WrongUse('write some words: arbitro search "…"')
    asked = {"words": words, "game": options.game, "lang": options.lang, "limit": options.limit}
    with _wrong_use():
        found = operations.search(read(Sought, asked), _resources(options))
    if options.json:
        _print_json(found.model_dump())
    else:
        _print_lines(hits_text(found, Style()))
    return DONE


def house(options: argparse.Namespace) -> int:
    """Takes a file of house rules in, lists them, or takes a file out."""
    from service.cli.terminal import Style, house_text
    from service.house import BadHouseFile, House

    if (options.action == "list") != (options.file is None):
        raise WrongUse(f"arbitro house {options.action} takes {'no file' if options.file else 'a FILE'}")
    house = House(_settings().house_rules)
    try:
        if options.action == "list":
            files = house.files()
            if options.json:
                listed = [{"file": one.name, "game": one.game, "rules": _entries(one)} for one in files]
                _print_json(listed)
            else:
                _print_lines(house_text(files, _language(options), Style()))
            return DONE
        done = house.add(options.file) if options.action == "add" else house.remove(options.file)
    except BadHouseFile as error:
        raise WrongUse(str(error)) from error
    ids = ", ".join(entry.id for entry in done.entries) or "nothing"
    print(f"{done.name}: {ids}: {'in force' if options.action == 'add' else 'no longer in force'}", file=sys.stderr)
    return DONE


def _entries(file: "HouseFile") -> list[Object]:
    return [entry.model_dump(mode="json", exclude_defaults=True) for entry in file.entries]


def rulebook(options: argparse.Namespace) -> int:
    """Puts a rulebook of the user's on the shelf, lists them, or takes one off."""
    from service.books import BadBook
    from service.cli.terminal import Style, shelf_text

    if (options.action == "list") != (options.file is None):
        raise WrongUse(f"arbitro rulebook {options.action} takes {'no file' if options.file else 'a FILE'}")
    if options.action == "add" and not (options.game or "").strip():
        raise WrongUse("name the game that the rulebook is of: arbitro rulebook add FILE --game GAME")
    settings = _settings()
    shelf = _shelf(settings, cache(lambda: _index(settings)))
    try:
        if options.action == "add":
            _add_rulebook(shelf, options)
        elif options.action == "remove":
            book = shelf.remove(options.file)
            print(f"{book.id}: {len(book.passages)} passages are gone", file=sys.stderr)
        elif options.json:
            _print_json([_about_book(book) for book in shelf.listed()])
        else:
            _print_lines(shelf_text(shelf.listed(), _language(options), Style()))
    except BadBook as error:
        raise WrongUse(str(error)) from error
    return DONE


def _add_rulebook(shelf: "Shelf", options: argparse.Namespace) -> None:
    from service.positions.mistakes import suggestion

    def count(what: str, done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{what}: {done} of {of}", end="\n" if done == of else "", file=sys.stderr, flush=True)

    book, is_new = shelf.add(
        Path(options.file), options.game, options.lang, partial(count, "pages"), partial(count, "texts")
    )
    known = {**_corpus().games, **{one.game: one for one in shelf.listed() if one.id != book.id}}
    own = "" if book.game in known else f", a game of its own{suggestion(book.game, known)}"
    done = "passages can be asked about" if is_new else "passages are there already"
    print(f"{book.id}: {len(book.passages)} {done}; {book.game}{own}", file=sys.stderr)


def _about_book(book: "Book") -> Object:
    about = {key: getattr(book, key) for key in ("id", "file", "game", "language", "pages")}
    return {**about, "passages": len(book.passages)}


def game(options: argparse.Namespace) -> int:
    """Lays out the beginning of another game in this checkout."""
    from service.cli.new_game import CannotLayOut, lay_out, named
    from service.settings import CHECKOUT

    try:
        made = lay_out(new := named(" ".join(options.name), options.prefix), CHECKOUT)
    except CannotLayOut as error:
        raise WrongUse(str(error)) from error
    _print_lines(str(path.relative_to(CHECKOUT)) for path in made)
    print(f'{new.id}: a small example that runs; README, "How to add a game", says what comes next', file=sys.stderr)
    return DONE


def mcp(options: argparse.Namespace) -> int:
    """Serves an assistant; the models are loaded when the first question needs them."""
    from index import status
    from service import mcp_server
    from service.http.startup import Startup
    from service.operations import Resources

    settings = _settings()
    startup = Startup(lambda progress: _referee(settings, progress=progress), lambda: status(settings.home))

    def referee() -> "Referee":
        startup.start()
        return startup.referee()

    house = _house()
    mcp_server.serve(
        Resources(
            referee=referee,
            index=lambda: referee().index,
            house=lambda: house,
            shelf=lambda: _shelf(settings, lambda: referee().index),
            corpus=_corpus,
        )
    )
    return DONE


def index(options: argparse.Namespace) -> int:
    """Builds the index, or says what it was built from."""
    from index import MissingIndex, StaleIndex, status

    settings = _settings()
    if options.action == "build":
        _build(settings)
        return DONE
    try:
        built = status(settings.home)
    except (MissingIndex, StaleIndex) as error:
        raise Failed(str(error)) from error
    current = built["corpus"] == _corpus().digest
    if options.json:
        _print_json({**built, "current": current})
    else:
        longest = max(map(len, built))
        _print_lines(f"{name:<{longest}}  {value}" for name, value in {**built, "current": current}.items())
    return DONE


def replay(options: argparse.Namespace) -> int:
    """Goes through a written game; fails at an illegal play."""
    from adjudicator import GAMES, IllegalState
    from adjudicator.victory_honor.records.notation import NotationError
    from corpus import load_says
    from service.cli.replay import replay_record, report
    from service.positions.phrasing import say, translated
    from service.positions.reading import UnreadableState, read_text
    from service.positions.rulings import BadInput, taken_readings

    language, says = _language(options), load_says("victory-honor")
    try:
        readings = taken_readings(GAMES["victory-honor"], _readings(options.reading))
        record = read_text(options.file, "game record", "it as `Victory & Honor, partners` and what follows")
        done = replay_record(record, readings)
    except (UnreadableState, NotationError, BadInput) as error:
        raise WrongUse(str(error)) from error
    except IllegalState as impossible:
        raise WrongUse(*(say(fault, says, language) for fault in impossible.faults)) from impossible
    say_step = partial(say, says=says, language=language)
    _print_lines(report(done, language, say_step, partial(translated, says=says, language=language)))
    return DONE if done.legal else FAILED


def simulate(options: argparse.Namespace) -> int:
    """Plays random games; fails where an invariant breaks."""
    from adjudicator import GAMES
    from adjudicator.victory_honor.records.notation import write
    from service.cli.simulate import recorded_game, report
    from service.cli.simulate import simulate as play
    from service.positions.rulings import BadInput, taken_readings

    def progress(games: int, of: int) -> None:
        if sys.stderr.isatty() or games == of:
            print(f"\r{games} of {of} games", end="\n" if games == of else "", file=sys.stderr, flush=True)

    try:
        readings = taken_readings(GAMES[options.game], _readings(options.reading))
    except BadInput as error:
        raise WrongUse(str(error)) from error
    done = play(options.games, options.seed, options.mode, readings=readings, progress=progress)
    if options.record:
        _write_record(options.record, write(recorded_game(options.seed, options.mode, readings)))
    if options.record != "-":
        _print_lines(report(done))
    return FAILED if done.broken else DONE


def _write_record(path: str, record: str) -> None:
    """Puts a game record into a file, or on standard output for `-`."""
    from pathlib import Path

    if path == "-":
        _print_lines(record.splitlines())
        return
    try:
        Path(path).write_text(record, encoding="utf-8")
    except OSError as error:
        raise WrongUse(f"{path}: the record cannot be written: {error.strerror}") from error


def evaluate(options: argparse.Namespace) -> int:
    """Measures, and fails on a regression."""
    from importlib.metadata import entry_points

    # The evals stand above the service and plug their command in, so that nothing here imports them.
    measures = entry_points(group="arbitro.commands", name="eval")
    if not measures:
        raise Failed("the evals are not installed: run `pip install -e .` in the checkout")
    flags = [f"--{flag}" for flag in ("accept", "faults") if getattr(options, flag)]
    (measure,) = measures
    return cast(int, measure.load()([*([options.suite] if options.suite else []), *flags]))


COMMANDS: Mapping[str, Command] = {
    "serve": serve,
    "ask": ask,
    "adjudicate": adjudicate,
    "dispute": dispute,
    "procedures": procedures,
    "rule": rule,
    "search": search,
    "house": house,
    "rulebook": rulebook,
    "game": game,
    "mcp": mcp,
    "index": index,
    "replay": replay,
    "simulate": simulate,
    "eval": evaluate,
}


def keep_parsed_corpus() -> None:
    """What a command reads of the corpus is read faster the next time."""
    from corpus.parsed import keep_in
    from service.settings import BadSetting, settings

    with suppress(BadSetting):  # the commands that need the settings will say so
        keep_in(settings().home / "corpus")


def _resources(options: argparse.Namespace, referee: "Referee | None" = None) -> "Resources":
    """What the operations of a command work with; a referee that is open already is used."""
    from service.operations import Resources

    index = cache(lambda: _index(_settings()))
    return Resources(
        referee=lambda: referee or _referee(_settings()),
        index=index,
        house=_house,
        shelf=lambda: _shelf(_settings(), index),
        corpus=_corpus,
        language=_language(options),
        in_time=False,
    )


@contextmanager
def _wrong_use(*, as_json: bool = False) -> Iterator[None]:
    """What speaks against a request is said in the terminal; as JSON on standard output too, where that is wanted."""
    from corpus import CorpusError
    from service.answering.questions import BadQuestion
    from service.house import BadHouseFile
    from service.positions.rulings import BadInput, ImpossibleState

    try:
        yield
    except (BadQuestion, BadHouseFile) as error:
        raise WrongUse(str(error)) from error
    except (BadInput, ImpossibleState) as error:
        if as_json:
            _print_json(error.document())
        raise WrongUse(*error.lines) from error
    except CorpusError as error:
        raise Failed(str(error)) from error


def _with_defaults(asked: Object, options: argparse.Namespace) -> Object:
    """What is asked, with what the command line says of all that is asked."""
    defaults = {"game": options.game, "lang": options.lang, "edition": options.edition}
    return {**asked, **{key: value for key, value in defaults.items() if value and not asked.get(key)}}


def _previous(file: str | None) -> "Previous | None":
    """The answer in a file that a question follows up."""
    from service.positions.reading import UnreadableState, parse_json, read_text
    from service.positions.rulings import BadInput
    from service.requests import Previous, read

    if file is None:
        return None
    try:
        return read(Previous, parse_json(read_text(file, "answer", "the JSON of `arbitro ask --json`")))
    except UnreadableState as error:
        raise WrongUse(str(error)) from error
    except BadInput as error:
        raise WrongUse(*(f"{file}: {line}" for line in error.lines)) from error
    except ValueError as error:
        raise WrongUse(f"{file}: {error}: write there what `arbitro ask --json` prints") from error


def _rule_on_line(line: Object, options: argparse.Namespace, resources: "Resources") -> Object:
    from service import operations
    from service.requests import Case, read

    asked = read(Case, line)
    told = {"readings": {**_readings(options.reading, options.edition), **asked.all_readings()}}
    flips = {"flips": options.flips} if asked.flips is None else {}
    return operations.adjudicate(asked.model_copy(update={**told, **flips}), resources).model_dump()


def _each_line(answer: Callable[[Object], Object]) -> int:
    """An object out for each object in, in order; a line that has no answer gives its error, and the exit code 1."""
    from service.answering.questions import BadQuestion
    from service.positions.rulings import BadInput, ImpossibleState

    code = DONE
    for number, line in _lines():
        id: object = None
        try:
            asked = _object(line, number)
            id = asked.pop("id", None)
            said = answer(asked)
        except (BadInput, ImpossibleState) as error:
            said = error.document()
        except BadQuestion as error:
            said = BadInput({"path": error.field, "problem": str(error)}).document()
        except Exception as error:  # one bad line must not cost the answers to the others
            said = {"error": "failed", "problem": f"{type(error).__name__}: {error}"}
        if "error" in said:
            code = FAILED
        print(_json({"id": id, **said}), flush=True)
    return code


def _lines() -> Iterator[tuple[int, bytes]]:
    """The lines of standard input that are not blank, numbered; of one that is too long, only the beginning."""
    stdin = sys.stdin.buffer
    number = 0
    while line := stdin.readline(LONGEST_LINE + 1):
        number += 1
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = stdin.readline(LONGEST_LINE + 1)
        if line.strip():
            yield number, line


def _object(line: bytes, number: int) -> Object:
    from service.positions.reading import parse_json
    from service.positions.rulings import BadInput

    try:
        if len(line) > LONGEST_LINE:
            raise ValueError(f"longer than {LONGEST_LINE:,} bytes")
        value = parse_json(line)
    except ValueError as error:
        raise BadInput({"path": "", "problem": f"line {number}: {error}"}) from error
    if not isinstance(value, dict):
        raise BadInput({"path": "", "problem": f'line {number}: not a JSON object: write {{"id": …}}'})
    return value


def _referee(
    settings: "Settings", llm: "LocalLLM | None" = None, progress: "Progress" = lambda done, of: None
) -> "Referee":
    from service.answering.questions import UnknownEdition
    from service.answering.referee import open_referee

    _house()
    try:
        return _with_index(settings, lambda: open_referee(settings, llm), progress)
    except UnknownEdition as error:
        raise WrongUse(f"ARBITRO_EDITION: {error}") from error


def _installation() -> "Installation":
    """What installs the local LLM behind the service, with a line in the terminal on how far it is."""
    from service.llm.installation import Installation

    def show(line: str) -> None:
        is_step = line.startswith("file ")
        if sys.stderr.isatty():
            print(f"\r  {line}" if is_step else f"\r{line}", end="" if is_step else "\n", file=sys.stderr, flush=True)
        elif not is_step:
            print(line, file=sys.stderr, flush=True)

    return Installation(show)


def _print_if_off(llm: "LocalLLM | None") -> None:
    """One sentence for the person at the terminal."""
    if llm and (sentence := llm.status().sentence):
        print(f"arbitro: {sentence}", file=sys.stderr)


def _index(settings: "Settings") -> "Index":
    from index import open_index

    return _with_index(settings, lambda: open_index(settings.home, _embedder(settings), _corpus(), settings.elsewhere))


def _with_index(
    settings: "Settings", attempt: Callable[[], Opened], progress: "Progress" = lambda done, of: None
) -> Opened:
    """What needs the index; it is built first where there is none, or none of this corpus and model."""
    from index import MissingIndex, ModelError, StaleIndex, Unreachable

    try:
        return attempt()
    except (MissingIndex, StaleIndex) as reason:
        print(f"arbitro: {str(reason).rpartition(': build')[0]}; building it", file=sys.stderr)
        _build(settings, progress)
        return attempt()
    except (ModelError, Unreachable) as error:
        raise Failed(str(error)) from error


def _build(settings: "Settings", progress: "Progress" = lambda done, of: None) -> None:
    from index import ModelError, Unreachable, build, encoder_folder, publish

    printed = [0]

    def show(done: int, total: int) -> None:
        progress(done, total)
        if sys.stderr.isatty():
            print(f"\rindex: {done} of {total} texts", end="\n" if done == total else "", file=sys.stderr, flush=True)
        elif done * 10 // total > printed[-1] or done == 0:
            printed.append(done * 10 // total)
            print(f"index: {done} of {total} texts", file=sys.stderr, flush=True)

    try:
        embedder = _embedder(settings)
        report = build(settings.home, embedder, _corpus(), show)
        if embedder.only_english:
            embedder.export(encoder_folder(settings.home))
        published = publish(settings.home, _corpus(), settings.elsewhere) if settings.elsewhere else None
    except OSError as error:
        why = f"{error.strerror or error}: {error.filename or settings.home}"
        if error.errno == errno.ENOSPC:
            why += f"; free some {_INDEX_MB} MB there, or set ARBITRO_HOME to a folder elsewhere"
        raise Failed(f"the index cannot be built: {why}") from error
    except (ModelError, Unreachable) as error:
        raise Failed(f"the index cannot be built: {error}") from error
    print(
        f"index: {report.targets} rules and conflicts in {report.passages} passages; "
        f"{report.embedded} texts read by the model, {report.seconds:.1f} s",
        file=sys.stderr,
    )
    if published is not None:
        print(f"index: {published} entries sent to {settings.index}", file=sys.stderr)


def _embedder(settings: "Settings") -> "Embedder":
    from index import Embedder

    return Embedder(
        model=settings.embeddings,
        query_prefix=settings.query_prefix,
        passage_prefix=settings.passage_prefix,
        threads=settings.threads,
    )


def _settings() -> "Settings":
    from service.settings import BadSetting, settings

    try:
        return settings()
    except BadSetting as error:
        raise WrongUse(str(error)) from error


def _shelf(settings: "Settings", index: "Callable[[], Index]") -> "Shelf":
    """The rulebooks that were added."""
    from service.books import Shelf

    return Shelf(settings.home, index)


def _house() -> "House":
    """The house rules; what is wrong with them is said at once."""
    from service.house import BadHouseFile, House

    house = House(_settings().house_rules)
    try:
        house.files()
    except BadHouseFile as error:
        raise WrongUse(str(error)) from error
    return house


def _corpus() -> "Corpus":
    from corpus import CorpusError, load_corpus

    try:
        return load_corpus()
    except CorpusError as error:
        raise Failed(str(error)) from error


def _readings(given: Iterable[str], edition: str | None = None) -> dict[str, str]:
    readings = {"edition": edition} if edition else {}
    for pair in given:
        id, equals, reading = pair.partition("=")
        if not (id and equals and reading):
            raise WrongUse(f"--reading {pair!r} names no reading: write ID=R, such as VW-C01=it-summary")
        readings[id] = reading
    return readings


def _language(options: argparse.Namespace) -> "Language":
    """The language asked for, else that of the terminal, else English."""
    if options.lang:
        return cast("Language", options.lang)
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "it" if locale.lower().startswith("it") else "en"


def _print_json(value: object) -> None:
    print(_json(value, indent=2))


def _json(value: object, indent: int | None = None) -> str:
    """In letters that the output can carry; a terminal that is not of UTF-8 gets escapes for the others."""
    return json.dumps(value, ensure_ascii=sys.stdout.encoding.lower() != "utf-8", indent=indent)


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
