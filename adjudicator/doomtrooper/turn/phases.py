"""The phases of a player's Turn: Draw, Actions, Discard, in this order.

Drawing is compulsory, the others may be left out; more than seven cards in hand must be discarded before the Turn ends.
"""

from itertools import pairwise
from typing import Annotated, Literal, TypeAlias

from adjudicator.doomtrooper.state import Count
from adjudicator.doomtrooper.tables import HAND, PHASES, Phase
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.written import Written

Turn: TypeAlias = Annotated[int, Written(ge=1)]
"""A player's own Turns, the first is 1."""


@state_type
class TurnPhases:
    """A Turn that is going on."""

    done: tuple[Phase, ...]
    """The phases already gone through, in the order they were."""
    wanted: Phase | Literal["end-of-turn"]
    """What the player wants to go on to."""
    hand: Count
    """Cards in hand."""


@result_type
class ComesNext:
    """What comes now."""

    next: Phase | Literal["end-of-turn", "opponent"]


def turn_phases(state: TurnPhases, trace: Trace) -> Ruling:
    """Whether the wanted phase may come now."""
    places = [PHASES.index(phase) for phase in state.done]
    for before, after in pairwise((-1, *places)):
        if after <= before:
            trace.fault("DT-6.1", "phases-out-of-order", phase=PHASES[after], before=PHASES[before])
    if places and 0 not in places:
        trace.fault("DT-6.3", "draw-left-out")
    if "discard" in state.done and state.hand > HAND:
        trace.fault("DT-6.115", "too-many-after-discarding", hand=state.hand)
    trace.require_possible()
    left = PHASES[places[-1] + 1 if places else 0 :]
    if state.wanted == "end-of-turn":
        return trace.judged(_end_turn(left, state, trace))
    if state.wanted not in left:
        trace.bar("DT-6.1", "phase-is-past", phase=state.wanted)
        return trace.judged(ComesNext(next=left[0] if left else "end-of-turn"))
    if "draw" in left and state.wanted != "draw":
        trace.bar("DT-6.3", "draw-is-compulsory", phase=state.wanted)
        return trace.judged(ComesNext(next="draw"))
    trace.cite("DT-6.1", "phase-in-order", phase=state.wanted)
    return trace.judged(ComesNext(next=state.wanted))


def _end_turn(left: tuple[Phase, ...], state: TurnPhases, trace: Trace) -> ComesNext:
    if "draw" in left:
        trace.bar("DT-6.3", "draw-is-compulsory", phase=state.wanted)
        return ComesNext(next="draw")
    if "discard" in left and state.hand > HAND:
        trace.bar("DT-6.115", "discard-first", hand=state.hand, excess=state.hand - HAND)
        return ComesNext(next="discard")
    trace.cite("DT-6.116", "turn-ends")
    trace.cite("DT-6.1", "opponents-turn")
    return ComesNext(next="opponent")


PROCEDURES = (
    Procedure(
        name="turn-phases",
        state=TurnPhases,
        decide=turn_phases,
        results=(ComesNext,),
        example=TurnPhases(done=("draw", "actions"), wanted="end-of-turn", hand=9),
        summary={"it": "Se una fase del Turno può venire adesso", "en": "Whether a phase of the Turn may come now"},
    ),
)
