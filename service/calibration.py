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
    "it": Calibration(near=0.70, familiar=1.16, far=0.35),
    "en": Calibration(near=0.70, familiar=1.15, far=0.24),
}

CONFIDENCE: tuple[float, ...] = (0.00, -0.13, 1.45, -1.34, 0.51, 0.67, 0.29)
"""The weight of each of `service.confidence.features`."""
