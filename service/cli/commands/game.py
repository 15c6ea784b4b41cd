"""`arbitro game`."""

import argparse
import sys

from service.cli.exit_codes import DONE, WrongUse
from service.cli.new_game import CannotLayOut, lay_out, named
from service.cli.output import print_lines
from service.settings import CHECKOUT


def run(options: argparse.Namespace) -> int:
    """Lays out the beginning of another game in this checkout."""
    try:
        made = lay_out(new := named(" ".join(options.name), options.prefix), CHECKOUT)
    except CannotLayOut as error:
        raise WrongUse(str(error)) from error
    print_lines(str(path.relative_to(CHECKOUT)) for path in made)
    print(f'{new.id}: a small example that runs; README, "How to add a game", says what comes next', file=sys.stderr)
    return DONE
