"""How near is near enough, and how sure is sure: numbers fitted on the development questions.

`python -m evals.calibrate` fits them again and prints what belongs here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from corpus import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """One language's thresholds."""

    near: float
    """From this likeness on, a written question is taken for the one that was asked."""
    familiar: float
    """A question that makes less sense than this in these games is about something else."""
    familiar_named: float
    """The same where the game is named: whoever names it has said what it is about."""
    far: float
    """Below this cosine to every passage, no rule speaks of the matter."""


FITTED: Mapping[Language, Calibration] = {
    "it": Calibration(near=0.70, familiar=1.62, familiar_named=1.61, far=0.41),
    "en": Calibration(near=0.70, familiar=1.46, familiar_named=1.10, far=0.24),
}

CONFIDENCE: tuple[float, ...] = (0.29, -0.40, 2.17, -0.84, 2.0, 0.53, 0.73, -0.09)
"""The weight of each of `service.answering.confidence.features`."""

READ: Mapping[str, tuple[float, ...]] = {
    "ruled": (0.89, 0.30, 0.14, 1.59, 1.49, 0.49, -0.26, -0.14, -0.90),
    "depends": (0.78, 0.49, -0.03, 2.12, 1.61, -1.45, 0.23, -0.32, -2.28),
}
"""The weight of each sign that a position was read right, and then what is added to them; of positions that an engine
rules on, and of those of which it asks a fact.
"""
CLEAR: Mapping[str, float] = {"ruled": 0.8, "depends": 0.5}
"""From this chance on that it was read right, a position is ruled on, or a fact is asked."""
