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

READ: Mapping[str, Mapping[str, float]] = {
    "ruled": {
        "procedure": 0.30,
        "lead": 0.09,
        "wants": 0.26,
        "facts": -0.09,
        "least_fact": 1.46,
        "words": 0.10,
        "least_word": 0.53,
        "likeness": 1.03,
        "same_wants": 0.13,
        "covered": 0.72,
        "numbers_unread": -0.09,
        "answer": 0.18,
        "rules": 0.21,
        "constant": -1.39,
    },
    "depends": {
        "procedure": 0.09,
        "lead": 0.18,
        "wants": 0.61,
        "facts": -0.16,
        "least_fact": 1.38,
        "words": 0.14,
        "least_word": 1.06,
        "likeness": 1.12,
        "same_wants": -0.09,
        "covered": -0.15,
        "numbers_unread": -0.06,
        "answer": 0.30,
        "rules": 0.03,
        "constant": -3.04,
    },
}
"""The weight of each sign that a position was read right, and then what is added to them; of positions that an engine
rules on, and of those of which it asks a fact.
"""
CLEAR: Mapping[str, float] = {"ruled": 0.81, "depends": 0.5, "impossible": 0.9}
"""From this chance on that it was read right, a position is ruled on, a fact is asked, or it is called impossible."""
LIKELY = 0.4
"""From this chance on that it was read right, a position is shown with what comes of it, to be confirmed. Chosen by
hand: a wrong one costs a glance.
"""
CONFIRMED = 0.75
"""This share of it is enough where a local LLM read the position so that it comes to the same ruling. Chosen by hand:
which LLM that is, is not known.
"""

SAME_QUESTION: Mapping[str, float] = {
    "share": -0.09,
    "lead": 0.43,
    "rule": -0.07,
    "answer": 0.23,
    "likeness": 1.62,
    "comparable": -0.06,
    "score": 4.13,
    "place": 1.83,
    "constant": -6.48,
}
"""The weight of each sign that a written question is the one asked, and then what is added to them."""
SAME = 0.6
"""From this chance on its answer is given; of the development questions that come so far .88 have its rule."""
SAME_RULING = 0.74
"""From this chance on its yes or no may be given: a little below it, one in three was the opposite of the right one."""
CONTESTED = 0.25
"""Unless a question that the same rule answers otherwise has this share of its chance."""
