"""`arbitro ask`."""

import argparse
import logging

from service import operations
from service.cli.arguments import reporting, with_defaults
from service.cli.exit_codes import DONE, WrongUse
from service.cli.json_lines import answer_each_line
from service.cli.opening import ensure_referee, load_settings, open_resources
from service.cli.output import print_if_off, print_json, print_lines
from service.cli.terminal import Style, answer_text
from service.positions.reading import UnreadableState, parse_json, read_text
from service.positions.rulings import BadInput
from service.requests import Previous, Question, read


def run(options: argparse.Namespace) -> int:
    """Answers one question, or a line of JSON after the other."""
    if options.jsonl:
        if options.question:
            raise WrongUse("--jsonl reads its questions from standard input: leave the QUESTION out")
        referee = ensure_referee(load_settings())
        resources = open_resources(options, referee)
        code = answer_each_line(
            lambda line: operations.OPERATIONS["ask"].document(with_defaults(line, options), resources)
        )
        print_if_off(referee.llm)
        return code
    question = " ".join(options.question)
    if not question.strip():
        raise WrongUse('write a question: arbitro ask "…"')
    logging.getLogger("service.llm").setLevel(logging.CRITICAL)  # what is wrong is said in one sentence
    referee = ensure_referee(load_settings())
    asked = {"question": question, "previous": _previous(options.previous)}
    with reporting():
        answer = operations.ask(read(Question, with_defaults(asked, options)), open_resources(options, referee))
    print_if_off(referee.llm)
    if options.json:
        print_json(answer.model_dump())
    else:
        print_lines(answer_text(answer, Style()))
    return DONE


def _previous(file: str | None) -> Previous | None:
    """The answer in a file that a question follows up."""
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
