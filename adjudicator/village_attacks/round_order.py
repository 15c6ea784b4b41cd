"""What comes after what in a round.

The monsters' phase: the playing monsters, then the summoned ones. The villagers' phase: the Trap card, the
Event dial, attacks and moves, the Troll, the traps, the Spawn cards. The Restoration phase closes the round.
"""

from typing import Literal, TypeAlias, get_args

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type

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


@state_type
class RoundOrder:
    """A round, as far as it has been played."""

    done: Moment | None = None
    """The moment just over; absent where the round begins."""
    summoned: bool = False
    """Whether a summoned monster is in play."""
    troll: bool = False
    """Whether the Troll is in play."""


@result_type
class RestOfRound:
    """What is still to come of a round."""

    next: Moment
    left: tuple[Moment, ...]
    """All that is left of it, in its order."""


def round_order(state: RoundOrder, trace: Trace) -> Ruling:
    """What comes next, and all that is left of the round in its order."""
    start = 0 if state.done is None else ROUND.index(state.done) + 1
    if start == len(ROUND):
        trace.cite("VA-3.4", "a-new-round")
        start = 0
    left: list[Moment] = []
    for moment in ROUND[start:]:
        if moment == "summoned-monsters" and not state.summoned:
            continue
        if moment == "troll" and not state.troll:
            trace.cite("VA-2.16", "no-troll")
            continue
        _cite_moment(moment, trace)
        left.append(moment)
    return trace.resolved(RestOfRound(next=left[0], left=tuple(left)))


def _cite_moment(moment: Moment, trace: Trace) -> None:
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
        results=(RestOfRound,),
        example=RoundOrder(done="attack-and-move", troll=True),
        summary={
            "it": "Che cosa viene dopo in un round, e in quale ordine",
            "en": "What comes next in a round, and in which order",
        },
    ),
)
