"""`arbitro search`."""

import argparse

from service import operations
from service.cli.arguments import reporting
from service.cli.exit_codes import DONE, WrongUse
from service.cli.opening import open_resources
from service.cli.output import print_json, print_lines
from service.cli.terminal import Style, hits_text
from service.requests import Sought, read


def run(options: argparse.Namespace) -> int:
    """Lists the rules nearest to some words, with their scores."""
    words = " ".join(options.words)
    if not words.strip():
        raise WrongUse('write some words: arbitro search "…"')
    asked = {"words": words, "game": options.game, "lang": options.lang, "limit": options.limit}
    with reporting():
        found = operations.search(read(Sought, asked), open_resources(options))
    if options.json:
        print_json(found.model_dump())
    else:
        print_lines(hits_text(found, Style()))
    return DONE
