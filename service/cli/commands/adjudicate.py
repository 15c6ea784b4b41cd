"""`arbitro adjudicate`."""

import argparse
import sys

from service import operations
from service.cli.arguments import Object, readings_of, reporting
from service.cli.exit_codes import DONE, WrongUse
from service.cli.json_lines import answer_each_line
from service.cli.opening import open_resources
from service.cli.output import print_json, print_lines
from service.cli.terminal import Style, ruling_text
from service.operations import Resources
from service.positions.reading import STDIN, UnreadableState, read_state
from service.positions.rulings import find
from service.requests import Case, read


def run(options: argparse.Namespace) -> int:
    """Rules on one state, or on a line of JSON after the other."""
    resources = open_resources(options)
    if options.jsonl:
        if options.procedure:
            raise WrongUse("--jsonl reads procedures and states from standard input: leave GAME.PROCEDURE out")
        return answer_each_line(lambda line: _rule_on_line(line, options, resources))
    if not options.procedure:
        raise WrongUse("name a procedure, such as vwars.riot: `arbitro procedures` lists them")
    readings = readings_of(options.reading, options.edition)
    with reporting(as_json=options.json):
        find(options.procedure)
        nothing = not options.state and sys.stdin.isatty()
        try:
            state = {} if nothing else read_state(options.state or STDIN)
        except UnreadableState as error:
            raise WrongUse(str(error)) from error
        asked = {"procedure": options.procedure, "state": state, "readings": readings, "flips": options.flips}
        ruling = operations.adjudicate(read(Case, asked), resources)
    if options.json:
        print_json(ruling.model_dump())
    else:
        print_lines(ruling_text(ruling, resources.language, Style(), asked_flips=options.flips))
    return DONE


def _rule_on_line(line: Object, options: argparse.Namespace, resources: Resources) -> Object:
    asked = read(Case, line)
    readings = {"readings": {**readings_of(options.reading, options.edition), **asked.all_readings()}}
    flips = {"flips": options.flips} if asked.flips is None else {}
    return operations.adjudicate(asked.model_copy(update={**readings, **flips}), resources).model_dump()
