"""`arbitro eval`."""

import argparse
from importlib.metadata import entry_points
from typing import cast

from service.cli.exit_codes import Failed


def run(options: argparse.Namespace) -> int:
    """Measures, and fails on a regression."""
    # The evals stand above the service and plug their command in, so that nothing here imports them.
    measures = entry_points(group="arbitro.commands", name="eval")
    if not measures:
        raise Failed("the evals are not installed: run `pip install -e .` in the checkout")
    flags = [f"--{flag}" for flag in ("accept", "faults") if getattr(options, flag)]
    of_llm = [f"--{name}={value}" for name in ("llm", "every") if (value := getattr(options, name))]
    adapters = [f"--adapter={file}" for file in options.adapter or ()]
    (measure,) = measures
    return cast(int, measure.load()([*([options.suite] if options.suite else []), *flags, *of_llm, *adapters]))
