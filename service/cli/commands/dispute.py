"""`arbitro dispute`."""

import argparse
from pathlib import Path

from service import operations
from service.cli.arguments import reporting, with_defaults
from service.cli.exit_codes import DONE, WrongUse
from service.cli.opening import open_resources
from service.cli.output import print_json, print_lines
from service.cli.terminal import Style, dispute_text
from service.positions.reading import UnreadableState, read_text
from service.requests import Disputed, read


def run(options: argparse.Namespace) -> int:
    """Says which of two claims the ruling bears out."""
    asked = {"a": options.a, "b": options.b, "position": _position_text(options.position)}
    with reporting():
        settled = operations.dispute(read(Disputed, with_defaults(asked, options)), open_resources(options))
    if options.json:
        print_json(settled.model_dump())
    else:
        print_lines(dispute_text(settled, Style()))
    return DONE


def _position_text(told: str | None) -> str:
    """What was told of the position: the words themselves, or those in a file of this name."""
    if told is None or not Path(told).is_file():
        return told or ""
    try:
        return read_text(told, "position", "the position in a player's words")
    except UnreadableState as error:
        raise WrongUse(str(error)) from error
