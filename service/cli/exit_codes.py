"""The exit codes of `arbitro`, and the errors that stand for two of them."""

import argparse
from collections.abc import Callable
from typing import TypeAlias

DONE, FAILED, BAD_INPUT = 0, 1, 2

Command: TypeAlias = Callable[[argparse.Namespace], int]


class WrongUse(Exception):  # noqa: N818  # it says what is the matter
    """The command cannot be carried out as given: what is wrong and what to type instead, a problem an argument."""


class Failed(Exception):  # noqa: N818  # it says what is the matter
    """The command was right and did not succeed: what is in the way, and the fix."""
