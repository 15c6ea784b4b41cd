"""`arbitro house`."""

import argparse
import sys

from service.cli.arguments import Object, language_of
from service.cli.exit_codes import DONE, WrongUse
from service.cli.opening import load_settings
from service.cli.output import print_json, print_lines
from service.cli.terminal import Style, house_text
from service.house import BadHouseFile, House
from service.house.folder import HouseFile


def run(options: argparse.Namespace) -> int:
    """Takes a file of house rules in, lists them, or takes a file out."""
    if (options.action == "list") != (options.file is None):
        raise WrongUse(f"arbitro house {options.action} takes {'no file' if options.file else 'a FILE'}")
    house = House(load_settings().house_rules)
    try:
        if options.action == "list":
            files = house.files()
            if options.json:
                listed = [{"file": one.name, "game": one.game, "rules": _entries(one)} for one in files]
                print_json(listed)
            else:
                print_lines(house_text(files, language_of(options), Style()))
            return DONE
        done = house.add(options.file) if options.action == "add" else house.remove(options.file)
    except BadHouseFile as error:
        raise WrongUse(str(error)) from error
    ids = ", ".join(entry.id for entry in done.entries) or "nothing"
    print(f"{done.name}: {ids}: {'in force' if options.action == 'add' else 'no longer in force'}", file=sys.stderr)
    return DONE


def _entries(file: HouseFile) -> list[Object]:
    return [entry.model_dump(mode="json", exclude_defaults=True) for entry in file.entries]
