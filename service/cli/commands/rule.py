"""`arbitro rule`."""

import argparse

from service import operations
from service.cli.arguments import reporting
from service.cli.exit_codes import DONE
from service.cli.opening import load_whole_corpus, open_resources
from service.cli.output import print_json, print_lines
from service.cli.terminal import Style, conflict_text, passage_text, rule_text, your_rule_text
from service.requests import RuleId, read
from service.rulebook import AboutPassage, AboutYours, YourRule


def run(options: argparse.Namespace) -> int:
    """Shows a rule or a conflict."""
    resources = open_resources(options)
    with reporting():
        found = operations.rule(read(RuleId, {"id": options.id}), resources)
    if found["kind"] == "passage":
        print_json(found) if options.json else print_lines(passage_text(AboutPassage(**found), resources.language))
        return DONE
    game = load_whole_corpus().games[found["game"]]
    yours = [YourRule(**one) for one in found.get("yours", ())]
    if options.json:
        print_json(found)
    elif found["kind"] == "rule":
        print_lines(rule_text(game.rules[found["id"]], game, yours, resources.language, Style()))
    elif found["kind"] == "conflict":
        print_lines(conflict_text(game.conflicts[found["id"]], game, yours, resources.language, Style()))
    else:
        print_lines(your_rule_text(AboutYours(**found), game, resources.language, Style()))
    return DONE
