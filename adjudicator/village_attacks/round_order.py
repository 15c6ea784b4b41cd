"""What comes after what in a round.

The monsters' phase: the playing monsters, then the summoned ones. The villagers' phase: the Trap card, the
Event dial, attacks and moves, the Troll, the traps, the Spawn cards. The Restoration phase closes the round.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.village_attacks.state import STRICT

Moment: TypeAlias = Literal[
    "playing-monsters",
    "summoned-monsters",
    "trap-card",
    "event",
    "attack-and-move",
    "troll",
    "traps",
    "spawn",
    "restoration",
]
"""The moments of a round, in their order."""

ROUND: tuple[Moment, ...] = get_args(Moment)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOrder:
    """A round, as far as it has been played."""

    __pydantic_config__ = STRICT
    done: Moment | None = None
    """The moment just over; absent where the round begins."""
    summoned: bool = False
    """Whether a summoned monster is in play."""
    troll: bool = False
    """Whether the Troll is in play."""


def round_order(state: RoundOrder, trace: Trace) -> Ruling:
    """What comes next, and all that is left of the round in its order."""
    start = 0 if state.done is None else ROUND.index(state.done) + 1
    if start == len(ROUND):
        trace.cite("VA-3.4", "a-new-round")
        start = 0
    left: list[Json] = []
    for moment in ROUND[start:]:
        if moment == "summoned-monsters" and not state.summoned:
            continue
        if moment == "troll" and not state.troll:
            trace.cite("VA-2.16", "no-troll")
            continue
        _comes(moment, trace)
        left.append(moment)
    return trace.ruling("resolved", next=left[0], left=left)


def _comes(moment: Moment, trace: Trace) -> None:
    match moment:
        case "playing-monsters":
            trace.cite("VA-1.1", "opens-the-round")
        case "summoned-monsters":
            trace.cite("VA-1.47", "then-the-summoned")
        case "trap-card":
            trace.cite("VA-2.1", "opens-the-villagers-phase")
        case "event":
            trace.cite("VA-2.2", "then-the-dial")
        case "attack-and-move":
            trace.cite("VA-2.6", "then-the-villagers")
        case "troll":
            trace.cite("VA-2.16", "then-the-troll")
        case "traps":
            trace.cite("VA-2.27", "then-the-traps")
        case "spawn":
            trace.cite("VA-2.30", "then-those-who-appear")
        case "restoration":
            trace.cite("VA-3.1", "closes-the-round")


PROCEDURES = (
    Procedure(
        name="round-order",
        state=RoundOrder,
        decide=round_order,
        example=RoundOrder(done="attack-and-move", troll=True),
        summary={
            "it": "Che cosa viene dopo in un round, e in quale ordine",
            "en": "What comes next in a round, and in which order",
        },
    ),
)
