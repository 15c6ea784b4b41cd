"""`arbitro index`."""

import argparse

from index import MissingIndex, StaleIndex, status
from service.cli.building import build_index
from service.cli.exit_codes import DONE, Failed
from service.cli.opening import load_settings, load_whole_corpus
from service.cli.output import print_json, print_lines


def run(options: argparse.Namespace) -> int:
    """Builds the index, or says what it was built from."""
    settings = load_settings()
    if options.action == "build":
        build_index()
        return DONE
    try:
        built = status(settings.home)
    except (MissingIndex, StaleIndex) as error:
        raise Failed(str(error)) from error
    current = built["corpus"] == load_whole_corpus().digest
    if options.json:
        print_json({**built, "current": current})
    else:
        longest = max(map(len, built))
        print_lines(f"{name:<{longest}}  {value}" for name, value in {**built, "current": current}.items())
    return DONE
