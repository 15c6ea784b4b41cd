"""`arbitro procedures`."""

import argparse

from service import operations
from service.cli.arguments import reporting
from service.cli.exit_codes import DONE
from service.cli.opening import open_resources
from service.cli.output import print_json, print_lines
from service.cli.terminal import Style, procedure_text, procedures_text
from service.positions.rulings import find
from service.requests import Listed, read


def run(options: argparse.Namespace) -> int:
    """Lists the procedures; one procedure named in full is shown with its fields and an example."""
    resources = open_resources(options)
    with reporting():
        found = operations.procedures(read(Listed, {"of": options.game, "schemas": options.json}), resources)
    if options.json:
        print_json(found)
    elif "." in (options.game or ""):
        print_lines(procedure_text(find(options.game), resources.language, Style()))
    else:
        print_lines(procedures_text(found, resources.language, Style()))
    return DONE
