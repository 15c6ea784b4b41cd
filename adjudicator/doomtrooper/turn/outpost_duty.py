"""The duty to have a warrior in the Outpost, and whether the Outposts may stand as they do.

When somebody introduces a warrior in an Outpost, every other player moves one to his own as the first
Action of his next Turn; while anyone has a warrior there, everyone must. One who is wholly converted
there is moved out by the very next Action.
"""

from typing import Literal

from adjudicator.doomtrooper.conflicts import INTRODUCED_IN_OUTPOST, OUTPOST_DUTY
from adjudicator.doomtrooper.state import Count, Warrior, warrior_faults
from adjudicator.doomtrooper.turn.introducing import bar_by_tribes
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class OutpostObligation:
    """A player about to act, and what stands in the Outposts."""

    others_did: Literal["introduced", "transferred", "nothing"]
    """What another player did in an Outpost since this player's last Turn."""
    others_there: Count
    """Warriors of other players in their Outposts now."""
    own_there: Count
    """The player's own warriors in the Outpost now."""
    transferable: Count
    """The player's warriors in Squad and array who may be moved there."""
    first_action: bool
    """Whether this is the first Action of the player's Turn."""
    wanted: Literal["transfer-there", "introduce-there", "move-convert-out", "leave-cover", "other-action"]
    """What the player wants to do; `move-convert-out` is moving a converted warrior to the array."""
    convert_there: bool = False
    """Whether a warrior of his, wholly converted while in the Outpost, is still there."""
    cover_duty: bool = False
    """Whether the only warrior of his must come out of Cover as first Action."""


@result_type
class FirstAction:
    """What the player must do."""

    must: Literal["transfer-there", "introduce-there", "move-convert-out", "leave-cover"]


def outpost_obligation(state: OutpostObligation, trace: Trace) -> Ruling:
    """Whether the player may do that now, and what comes first where it may not."""
    if state.convert_there and state.own_there == 0:
        trace.fault("DT-17.9", "convert-not-counted")
    if state.cover_duty and state.own_there + state.transferable > 1:
        trace.fault("DT-6.28", "not-the-only-warrior", warriors=state.own_there + state.transferable)
    trace.require_possible()
    must_move = state.first_action and _must_move(state, trace)
    if state.convert_there:
        trace.cite("DT-17.9", "convert-must-leave")
    if must_move + state.convert_there + (state.cover_duty and state.first_action) > 1:
        trace.cite("DT-17.2", "two-first-actions")
        trace.silence("two-first-actions")
    if state.cover_duty and state.first_action:
        if state.wanted != "leave-cover":
            trace.bar("DT-6.28", "must-come-out-first")
        else:
            trace.cite("DT-6.28", "comes-out-first")
        return trace.judged(FirstAction(must="leave-cover"))
    if state.convert_there:
        return _move_convert_out(state.wanted, trace)
    bare = state.others_there > 0 and state.own_there == 0
    if not must_move and not bare:
        trace.cite("DT-17.2", "no-duty", first_action=state.first_action)
        return trace.judged()
    if not must_move and state.wanted == "introduce-there":
        return _fill(state, trace)
    if state.transferable == 0:
        trace.cite("DT-17.2", "nobody-to-move")
        trace.silence("no-transferable-warrior")
    if state.wanted == "introduce-there":
        trace.cite("DT-17.2", "introducing-is-not-moving")
        trace.silence("introduction-as-outpost-duty")
    if not must_move:
        return _fill(state, trace)
    return _move_there(state.wanted, trace)


def _must_move(state: OutpostObligation, trace: Trace) -> bool:
    triggered = state.others_did == "introduced"
    if state.others_did == "transferred":
        triggered = trace.reading(INTRODUCED_IN_OUTPOST) == "transfers-count"
        if not triggered:
            trace.cite("DT-17.2", "transfers-do-not-count")
    if triggered and state.own_there and trace.reading(OUTPOST_DUTY) == "fulfilled":
        trace.cite("DT-17.3", "one-is-there", own=state.own_there)
        return False
    if triggered:
        trace.cite("DT-17.2", "must-move-one", others_did=state.others_did)
    return triggered


def _fill(state: OutpostObligation, trace: Trace) -> Ruling:
    """Others have warriors there and the player has none: one must come, by which Action is not said."""
    trace.cite("DT-17.3", "one-must-be-there", others=state.others_there)
    if state.wanted != "transfer-there" and state.wanted != "introduce-there":
        trace.silence("when-an-empty-outpost-is-filled")
    return trace.judged(FirstAction(must=state.wanted))


def _move_there(wanted: str, trace: Trace) -> Ruling:
    if wanted == "transfer-there":
        trace.cite("DT-17.2", "first-action-done")
    else:
        trace.bar("DT-17.2", "something-else-first")
    return trace.judged(FirstAction(must="transfer-there"))


def _move_convert_out(wanted: str, trace: Trace) -> Ruling:
    if wanted == "move-convert-out":
        trace.cite("DT-17.9", "convert-leaves")
    else:
        trace.bar("DT-17.9", "convert-leaves-first")
    return trace.judged(FirstAction(must="move-convert-out"))


@state_type
class Outpost:
    """One player's Outpost."""

    player: str
    """Whose it is."""
    warriors: tuple[Warrior, ...]
    """Who stands in it."""
    may_still_move: bool = False
    """Whether the player's next Turn, with the duty to move a warrior there, is still to come."""


@state_type
class OutpostState:
    """Everybody's Outposts at one moment."""

    outposts: tuple[Outpost, ...]
    """Every player's, the empty ones too."""


def outpost_state(state: OutpostState, trace: Trace) -> Ruling:
    """Whether the Outposts may stand so, with everything that speaks against it."""
    for outpost in state.outposts:
        for warrior in outpost.warriors:
            if warrior.area != "outpost":
                trace.fault("DT-17.6", "not-in-the-outpost", area=warrior.area)
            warrior_faults(warrior, trace)
    trace.require_possible()
    occupied = any(outpost.warriors for outpost in state.outposts)
    if not occupied:
        trace.cite("DT-17.3", "nobody-anywhere")
    for outpost in state.outposts:
        if occupied and not outpost.warriors and not outpost.may_still_move:
            trace.bar("DT-17.3", "has-nobody-there", player=outpost.player)
        _bar_by_company(outpost, trace)
    if occupied and not trace.barred:
        trace.cite("DT-17.3", "everybody-has-one")
    return trace.judged()


def _bar_by_company(outpost: Outpost, trace: Trace) -> None:
    camps = {warrior.camp for warrior in outpost.warriors}
    if {"doomtrooper", "dark-legion"} <= camps:
        trace.bar("DT-17.6", "both-camps", player=outpost.player)
    for place, warrior in enumerate(outpost.warriors):
        earlier = tuple(own for other in outpost.warriors[:place] for own in other.affiliations)
        bar_by_tribes(warrior.affiliations, earlier, (), trace)


PROCEDURES = (
    Procedure(
        name="outpost-obligation",
        state=OutpostObligation,
        decide=outpost_obligation,
        results=(FirstAction,),
        example=OutpostObligation(
            others_did="introduced",
            others_there=1,
            own_there=0,
            transferable=2,
            first_action=True,
            wanted="other-action",
        ),
        summary={
            "it": "Se come prima Azione occorre spostare un guerriero nell'Avamposto",
            "en": "Whether the first Action must be moving a warrior to the Outpost",
        },
    ),
    Procedure(
        name="outpost-state",
        state=OutpostState,
        decide=outpost_state,
        example=OutpostState(
            outposts=(
                Outpost(player="Anna", warriors=(Warrior(affiliation="capitol", area="outpost"),)),
                Outpost(player="Bruno", warriors=()),
            )
        ),
        summary={
            "it": "Se gli Avamposti possono stare così",
            "en": "Whether the Outposts may stand so",
        },
    ),
)
