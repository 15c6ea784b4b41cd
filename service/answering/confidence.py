"""How far an answer is to be trusted: the chance that it is right, as the development questions had it."""

import math
from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from service.answering.calibration import CLEAR, CONFIDENCE, CONFIRMED, LIKELY, READ
from service.answering.chance import chance
from service.answering.replies import Way
from service.answering.similarity import Query, nearest_question
from service.positions.signs import Agreement, Signs
from service.schema import RulingVerdict

PositionVerdict: TypeAlias = RulingVerdict | Literal["impossible", "answered"]
WAYS: tuple[Way, ...] = get_args(Way)


def features(query: Query, way: Way) -> tuple[float, ...]:
    """What the chance is made of: the way the answer came about, and how well the question was met."""
    found = nearest_question(query)
    alike = found[1] if found else 0.0
    scores = [hit.score for hit in query.hits[:2]] + [0.0, 0.0]
    ways = (1.0 if way == each else 0.0 for each in WAYS)
    return (*ways, alike, scores[0] - scores[1], query.known_share)


def read_right(signs: Signs, agreement: Agreement) -> float:
    """The chance, from 0 to 1, that a position of which this is said was read right."""
    return chance(READ, {**signs._asdict(), **agreement._asdict()})


def is_clear(chance: float, verdict: PositionVerdict, *, is_confirmed: bool = False) -> bool:
    """Whether it is sure enough that a position was read right for this to be said of it; less will do where another
    reader read it so that it comes to the same.
    """
    enough = CLEAR.get(verdict, CLEAR["ruled"])
    return chance >= (CONFIRMED * enough if is_confirmed else enough)


def is_likely(chance: float) -> bool:
    """Whether a position that is not clear is likely enough to be what is meant that it is shown."""
    return chance >= LIKELY


def confidence(features: Sequence[float]) -> float:
    """From 0 to 1."""
    return 1 / (1 + math.exp(-sum(weight * feature for weight, feature in zip(CONFIDENCE, features, strict=True))))
