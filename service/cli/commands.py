"""What each command of `arbitro` does. Imports stand inside the commands, so that each starts fast."""

import argparse
import errno
import json
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from service.cli.exit_codes import DONE, FAILED, Command, Failed, WrongUse

if TYPE_CHECKING:
    from fastapi import FastAPI

    from corpus import Corpus, Language
    from index import Embedder, Index
    from index.embedder import Progress
    from service.answering.referee import Referee
    from service.llm.installation import Installation
    from service.llm.local import LocalLLM
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
    return create_app(startup, _corpus(), llm, settings, key)


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
    from service.answering.questions import BadQuestion

    if options.jsonl:
        if options.question:
            raise WrongUse("--jsonl reads its questions from standard input: leave the QUESTION out")
        referee = _referee(_settings())
        code = _each_line(lambda line: _answer_line(referee, line, options))
        _print_if_off(referee.llm)
        return code
    question = " ".join(options.question)
    if not question.strip():
        raise WrongUse('write a question: arbitro ask "…"')
    logging.getLogger("service.llm").setLevel(logging.CRITICAL)  # what is wrong is said in one sentence
    referee = _referee(_settings())
    try:
        answer = referee.ask(
            question,
            game=options.game,
            language=options.lang,
            edition=options.edition,
            previous=_previous(options.previous),
        )
    except BadQuestion as error:
        raise WrongUse(str(error)) from error
    _print_if_off(referee.llm)
    if options.json:
        _print_json(answer.model_dump())
    else:
        from service.cli.terminal import Style, answer_text

        _print_lines(answer_text(answer, Style()))
    return DONE


def dispute(options: argparse.Namespace) -> int:
    """Says which of two claims the ruling bears out."""
    from service.answering.dispute import settle
    from service.answering.questions import BadQuestion
    from service.cli.terminal import Style, dispute_text

    referee = _referee(_settings())
    try:
        settled = settle(
            referee,
            (options.a, options.b),
            position=_position_text(options.position),
            game=options.game,
            language=options.lang,
            edition=options.edition,
        )
    except BadQuestion as error:
        raise WrongUse(str(error)) from error
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
    from corpus import CorpusError
    from service.positions.reading import STDIN, UnreadableState, read_state
    from service.positions.rulings import BadInput, ImpossibleState, find
    from service.positions.rulings import adjudicate as rule_on

    language = _language(options)
    if options.jsonl:
        if options.procedure:
            raise WrongUse("--jsonl reads procedures and states from standard input: leave GAME.PROCEDURE out")
        return _each_line(lambda line: _rule_on_line(line, options))
    if not options.procedure:
        raise WrongUse("name a procedure, such as vwars.riot: `arbitro procedures` lists them")
    readings = _readings(options.reading, options.edition)
    try:
        find(options.procedure)
        nothing = not options.state and sys.stdin.isatty()
        state = {} if nothing else read_state(options.state or STDIN)
        ruling = rule_on(
            options.procedure, state, readings=readings, language=language, want_flips=options.flips, in_time=False
        )
    except UnreadableState as error:
        raise WrongUse(str(error)) from error
    except (BadInput, ImpossibleState) as error:
        if options.json:
            _print_json(error.document())
        raise WrongUse(*error.lines) from error
    except CorpusError as error:
        raise Failed(str(error)) from error
    if options.json:
        _print_json(ruling.model_dump())
    else:
        from service.cli.terminal import Style, ruling_text

        _print_lines(ruling_text(ruling, language, Style(), asked_flips=options.flips))
    return DONE


def procedures(options: argparse.Namespace) -> int:
    """Lists the procedures; one procedure named in full is shown with its fields and an example."""
    from service.cli.terminal import Style, procedure_text, procedures_text
    from service.positions import rulings

    try:
        one = "." in (options.game or "")
        found = (rulings.find(options.game),) if one else rulings.procedures(options.game)
    except rulings.BadInput as error:
        raise WrongUse(str(error)) from error
    if options.json:
        _print_json([procedure.document() for procedure in found])
    elif one:
        _print_lines(procedure_text(found[0], _language(options), Style()))
    else:
        _print_lines(procedures_text(found, _language(options), Style()))
    return DONE


def rule(options: argparse.Namespace) -> int:
    """Shows a rule or a conflict."""
    from service.cli.terminal import Style, conflict_text, rule_text
    from service.positions.mistakes import suggestion
    from service.rulebook import about

    corpus, language = _corpus(), _language(options)
    id = options.id.strip().upper()
    game = corpus.game_of(id)
    if game is None:
        known = [id for game in corpus.games.values() for id in (*game.rules, *game.conflicts)]
        raise WrongUse(f"there is no rule {options.id}{suggestion(id, known)}")
    if options.json:
        _print_json(about(id, game))
    elif id in game.rules:
        _print_lines(rule_text(game.rules[id], game, language, Style()))
    else:
        _print_lines(conflict_text(game.conflicts[id], game, language, Style()))
    return DONE


def search(options: argparse.Namespace) -> int:
    """Lists the rules nearest to some words, with their scores."""
    from service.answering.language_detection import detected_language
    from service.answering.questions import BadQuestion, validate_question
    from service.cli.terminal import Style, hits_text
    from service.rulebook import search_results

    _require_known_game(options.game)
    words = " ".join(options.words)
    if not words.strip():
        raise WrongUse('write some words: arbitro search "…"')
    try:
        validate_question(words)
    except BadQuestion as error:
        raise WrongUse(str(error)) from error
    if options.limit < 1:
        raise WrongUse(f"--limit {options.limit} finds nothing: write 1 or more")
    corpus, language = _corpus(), options.lang or detected_language(words)
    hits = _index(_settings()).search(words, language=language, game=options.game, limit=options.limit)
    if options.json:
        _print_json(search_results(words, language, hits, corpus))
    else:
        _print_lines(hits_text(hits, corpus, language, Style()))
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
    from functools import partial

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


def _answer_line(referee: "Referee", line: Object, options: argparse.Namespace) -> Object:
    from service.requests import Question, read

    question = read(Question, line)
    game, language = question.game or options.game, question.lang or options.lang
    edition = question.edition or options.edition
    return referee.ask(
        question.question, game=game, language=language, edition=edition, previous=question.previous
    ).model_dump()


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


def _rule_on_line(line: Object, options: argparse.Namespace) -> Object:
    from service.positions.rulings import adjudicate as rule_on
    from service.requests import Case, read

    asked = read(Case, line)
    return rule_on(
        asked.procedure,
        asked.state,
        readings={**_readings(options.reading, options.edition), **asked.all_readings()},
        language=asked.lang or _language(options),
        want_flips=options.flips if asked.flips is None else asked.flips,
        in_time=False,
    ).model_dump()


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


def _corpus() -> "Corpus":
    from corpus import CorpusError, load_corpus

    try:
        return load_corpus()
    except CorpusError as error:
        raise Failed(str(error)) from error


def _require_known_game(game: str | None) -> None:
    from service.positions.mistakes import suggestion

    games = _corpus().games
    if game is not None and game not in games:
        raise WrongUse(f"unknown game {game!r}: there is {', '.join(games)}{suggestion(game, games)}")


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
