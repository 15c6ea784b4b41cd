"""`arbitro replay`."""

import argparse
from functools import partial

from adjudicator import GAMES, IllegalState
from adjudicator.victory_honor.records.notation import NotationError
from corpus import load_says
from service.cli.arguments import language_of, readings_of
from service.cli.exit_codes import DONE, FAILED, WrongUse
from service.cli.output import print_lines
from service.cli.replay import replay_record, report
from service.positions.phrasing import say, translated
from service.positions.reading import UnreadableState, read_text
from service.positions.rulings import BadInput, taken_readings


def run(options: argparse.Namespace) -> int:
    """Goes through a written game; fails at an illegal play."""
    language, says = language_of(options), load_says("victory-honor")
    try:
        readings = taken_readings(GAMES["victory-honor"], readings_of(options.reading))
        record = read_text(options.file, "game record", "it as `Victory & Honor, partners` and what follows")
        done = replay_record(record, readings)
    except (UnreadableState, NotationError, BadInput) as error:
        raise WrongUse(str(error)) from error
    except IllegalState as impossible:
        raise WrongUse(*(say(fault, says, language) for fault in impossible.faults)) from impossible
    say_step = partial(say, says=says, language=language)
    print_lines(report(done, language, say_step, partial(translated, says=says, language=language)))
    return DONE if done.legal else FAILED
