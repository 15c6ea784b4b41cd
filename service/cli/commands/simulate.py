"""`arbitro simulate`."""

import argparse
import sys
from pathlib import Path

from adjudicator import GAMES
from adjudicator.victory_honor.records.notation import write
from service.cli.arguments import readings_of
from service.cli.exit_codes import DONE, FAILED, WrongUse
from service.cli.output import print_lines
from service.cli.simulate import recorded_game, report
from service.cli.simulate import simulate as play
from service.positions.rulings import BadInput, taken_readings


def run(options: argparse.Namespace) -> int:
    """Plays random games; fails where an invariant breaks."""

    def progress(games: int, of: int) -> None:
        if sys.stderr.isatty() or games == of:
            print(f"\r{games} of {of} games", end="\n" if games == of else "", file=sys.stderr, flush=True)

    try:
        readings = taken_readings(GAMES[options.game], readings_of(options.reading))
    except BadInput as error:
        raise WrongUse(str(error)) from error
    done = play(options.games, options.seed, options.mode, readings=readings, progress=progress)
    if options.record:
        _write_record(options.record, write(recorded_game(options.seed, options.mode, readings)))
    if options.record != "-":
        print_lines(report(done))
    return FAILED if done.broken else DONE


def _write_record(path: str, record: str) -> None:
    """Puts a game record into a file, or on standard output for `-`."""
    if path == "-":
        print_lines(record.splitlines())
        return
    try:
        Path(path).write_text(record, encoding="utf-8")
    except OSError as error:
        raise WrongUse(f"{path}: the record cannot be written: {error.strerror}") from error
