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
    """Below this, the share of known words added to the cosine of the nearest passage, it is about something else."""
    far: float
    """Below this cosine to every passage, no rule speaks of the matter."""


FITTED: Mapping[Language, Calibration] = {
    "it": Calibration(near=0.70, familiar=1.00, far=0.35),
    "en": Calibration(near=0.70, familiar=1.00, far=0.24),
}

CONFIDENCE: tuple[float, ...] = (1.02, 0.46, 0.32, -0.51, 0.31, 0.64, -0.54)
"""The weight of each of `service.confidence.features`."""
