"""`arbitro`: questions, rulings, rules and the service, from a terminal.

Data goes to stdout, errors to stderr in one clear sentence. A command imports only what it uses:
at the table nobody waits for libraries that have nothing to do with the question.
"""

import argparse
import gc
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn, cast

from service.cli.exit_codes import BAD_INPUT, DONE, FAILED, Command, Failed, WrongUse
from service.summaries import SUMMARIES

LANGUAGES = ("it", "en")
MOST_WORKERS = 64
_OBJECTS = 50_000
"""So many new ones before garbage is looked for: what is loaded is none, and the search took a tenth of a start."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code is 0 done, 1 failed, 2 bad input."""
    _open_streams()
    # A question is one vector: more threads would wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    options = _parser().parse_args(arguments)
    try:
        code = cast(Command, options.command)(options)
        sys.stdout.flush()
    except BrokenPipeError:
        _write_no_more()  # the reader has seen enough
        return DONE
    except KeyboardInterrupt:
        return 130
    except WrongUse as error:
        for problem in error.args:
            print(f"arbitro: {problem}", file=sys.stderr)
        return BAD_INPUT
    except Failed as error:
        print(f"arbitro: {error}", file=sys.stderr)
        return FAILED
    except OSError as error:  # a full disk, a folder that may not be read: nothing a command could mend
        _write_no_more()
        print(f"arbitro: {error.filename or 'the output'}: {error.strerror or error}", file=sys.stderr)
        return FAILED
    return code


def _open_streams() -> None:
    """What was closed is empty, and a letter that the terminal has not is no reason to fail."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _write_no_more() -> None:
    """What is still to be flushed when the process ends goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    """Takes options before, after and among what a command is about."""

    _mixes = False

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message}; see {self.prog} --help\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse does, which calls this for each command, and again for each half of a mixed line."""
        if self._subparsers is not None or self._mixes or "--" in (args or ()):
            return super().parse_known_args(args, namespace)
        self._mixes = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixes = False


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        from importlib.metadata import version

        print(f"arbitro {version('arbitro')}")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="arbitro",
        description="The referee at the table: cited answers and computed rulings for board and card games.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and stop")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, help: str = "") -> argparse.ArgumentParser:
        help = help or SUMMARIES[name]
        added = commands.add_parser(name, help=help, description=help)
        added.set_defaults(command=_command(name))
        return added

    serve = command("serve", "web page and HTTP API")
    serve.add_argument(
        "--table", action="store_true", help="let the others on the local network in, who get a key with their link"
    )
    serve.add_argument("--host", help="address to listen on (default: 127.0.0.1; with --table, all of this machine)")
    serve.add_argument("--port", type=_port, default=8000, help="port to listen on (default: %(default)s)")
    serve.add_argument(
        "--workers", type=_workers, default=1, help="so many processes, each with its own models (default: %(default)s)"
    )
    serve.add_argument(
        "--install-llm", action="store_true", help="compile the runtime of the local LLM behind the service, once"
    )

    ask = command("ask")
    ask.add_argument("question", nargs="*", metavar="QUESTION", help="in Italian or English")
    ask.add_argument("--game", help="only this game's rules")
    ask.add_argument("--edition", help="the edition the table plays by, where a game has several")
    _add_lang(ask, "of the answer (default: that of the question)")
    ask.add_argument("--previous", metavar="FILE", help="the answer (JSON) that the question follows up")
    ask.add_argument("--json", action="store_true", help="the whole answer as JSON")
    ask.add_argument(
        "--jsonl",
        action="store_true",
        help='read {"id","question","game"?,"edition"?,"lang"?,"previous"?} a line, write an answer a line',
    )

    dispute = command("dispute")
    dispute.add_argument("a", metavar="A_SAYS", help="what one side claims")
    dispute.add_argument("b", metavar="B_SAYS", help="what the other side claims")
    dispute.add_argument("--position", metavar="TEXT|FILE", help="the position they argue about, in a player's words")
    dispute.add_argument("--game", help="only this game's rules")
    dispute.add_argument("--edition", help="the edition the table plays by, where a game has several")
    _add_lang(dispute, "of the answer (default: that of the claims)")
    dispute.add_argument("--json", action="store_true", help="the whole answer as JSON")

    adjudicate = command("adjudicate")
    adjudicate.add_argument("procedure", nargs="?", metavar="GAME.PROCEDURE", help="`arbitro procedures` lists them")
    adjudicate.add_argument("state", nargs="?", metavar="FILE", help="JSON or YAML; - is standard input")
    _add_lang(adjudicate, "of the steps (default: that of the terminal)")
    adjudicate.add_argument("--json", action="store_true", help="the ruling as JSON")
    adjudicate.add_argument(
        "--reading",
        action="append",
        default=[],
        metavar="ID=R",
        help="how to read a conflict, such as VW-C01=it-summary",
    )
    adjudicate.add_argument("--edition", help="the edition whose readings to take throughout")
    adjudicate.add_argument(
        "--flips", action="store_true", help="the smallest changes of a number that alter the result"
    )
    adjudicate.add_argument(
        "--jsonl",
        action="store_true",
        help='read {"id","procedure","state","readings"?,"lang"?,"flips"?} a line, write a ruling or an error a line',
    )

    procedures = command("procedures")
    procedures.add_argument(
        "game", nargs="?", metavar="GAME", help="a game, or GAME.PROCEDURE for its fields and an example"
    )
    _add_lang(procedures, "of the summaries (default: that of the terminal)")
    procedures.add_argument("--json", action="store_true", help="with the JSON schema of each state and an example")

    rule = command("rule")
    rule.add_argument("id", metavar="ID", help="such as VW-8.2 or VW-C01")
    _add_lang(rule, "of the text (default: that of the terminal)")
    rule.add_argument("--json", action="store_true")

    search = command("search")
    search.add_argument("words", nargs="*", metavar="WORDS")
    search.add_argument("--game", help="only this game's rules")
    _add_lang(search, "of the words (default: detected)")
    search.add_argument("--limit", type=int, default=10, help="how many (default: %(default)s)")
    search.add_argument("--json", action="store_true")

    rulebook = command("rulebook", "rulebooks of your own, to ask about: text, Markdown or PDF")
    rulebook.add_argument("action", choices=("add", "list", "remove"))
    rulebook.add_argument("file", nargs="?", metavar="FILE", help="to remove, its name as `list` has it")
    rulebook.add_argument("--game", help="the game it is of: one of these, or any other")
    _add_lang(rulebook, "it is written in (default: detected), or of the list")
    rulebook.add_argument("--json", action="store_true", help="the list as JSON")

    game = command("game", "begin another game: rules, engine and cases, small and whole")
    game.add_argument("action", choices=("new",))
    game.add_argument("name", nargs="+", metavar="NAME", help="such as Harbour Lights")
    game.add_argument("--prefix", metavar="XX", help="what the ids of its rules begin with (default: its initials)")

    house = command("house", "house rules and errata of your own, from a file")
    house.add_argument("action", choices=("add", "list", "remove"))
    house.add_argument("file", nargs="?", metavar="FILE", help="YAML; to remove, its name as `list` has it")
    _add_lang(house, "of the list (default: that of the terminal)")
    house.add_argument("--json", action="store_true", help="the list as JSON")

    model = command("model", "the local LLM: which is in use, fetch a better one, switch")
    model.add_argument("action", choices=("list", "pull", "use"))
    model.add_argument(
        "model",
        nargs="?",
        metavar="MODEL",
        help="to pull, hub:owner/repo/file.gguf; to use, that, its name, the path of a GGUF file, packaged or none",
    )
    model.add_argument("--json", action="store_true", help="the list as JSON")

    command("mcp", "the referee as a tool for assistants, over standard input and output (Model Context Protocol)")

    index = command("index", "build the index, or say what it was built from")
    index.add_argument("action", choices=("build", "status"))
    index.add_argument("--json", action="store_true", help="status as JSON")

    replay = command("replay", "go through a written game, to its score or to the first illegal play")
    replay.add_argument("file", metavar="FILE", help="a game record; - is standard input")
    _add_lang(replay, "of what is said (default: that of the terminal)")
    replay.add_argument("--reading", action="append", default=[], metavar="ID=R", help="how to read a conflict")

    simulate = command("simulate", "play random legal games, and watch what must never break")
    simulate.add_argument("game", choices=("victory-honor",), metavar="GAME", help="victory-honor")
    simulate.add_argument("--games", type=_count, default=100, help="how many (default: %(default)s)")
    simulate.add_argument("--seed", type=int, default=1, help="the same seed gives the same games")
    simulate.add_argument("--mode", choices=("partners", "solo"), default="partners", help="default: %(default)s")
    simulate.add_argument("--record", metavar="FILE", help="write the first game there, for replay; - prints it alone")
    simulate.add_argument("--reading", action="append", default=[], metavar="ID=R", help="how to read a conflict")

    evaluate = command("eval", "measure, and compare with the committed baseline")
    evaluate.add_argument("suite", nargs="?", metavar="SUITE", help="rulings, questions or a game (default: all)")
    evaluate.add_argument("--accept", action="store_true", help="make this measurement the committed baseline")
    evaluate.add_argument("--faults", action="store_true", help="list every wrong answer with what is wrong with it")
    evaluate.add_argument("--llm", metavar="FILE", help="measure what this LLM, a GGUF or `packaged`, drafts")
    evaluate.add_argument("--adapter", action="append", metavar="FILE", help="with this beside it; may be repeated")
    evaluate.add_argument("--every", metavar="N", help="on one in N of the questions where it is asked")
    return parser


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of games: write 1 or more")
    return int(text)


def _workers(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of workers: write 1 to {MOST_WORKERS}")
    return int(text)


def _command(name: str) -> Command:
    """The command of this name, imported when it runs."""

    def run(options: argparse.Namespace) -> int:
        from service.cli.opening import keep_parsed_corpus

        gc.set_threshold(_OBJECTS)
        keep_parsed_corpus()
        command: Command = import_module(f"service.cli.commands.{name}").run
        return command(options)

    return run


def _add_lang(parser: argparse.ArgumentParser, of: str) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, help=f"language {of}")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: write a number up to 65535, or 0 for any free one")
    return int(text)
