"""The duty to have a warrior in the Outpost, and whether the Outposts may stand as they do.

When somebody introduces a warrior in an Outpost, every other player moves one to his own as the first
Action of his next Turn; while anyone has a warrior there, everyone must. One who is wholly converted
there is moved out by the very next Action.
"""

from dataclasses import dataclass
from typing import Literal

from adjudicator.doomtrooper.conflicts import INTRODUCED_IN_OUTPOST, OUTPOST_DUTY
from adjudicator.doomtrooper.state import STRICT, Count, Warrior, warrior_faults
from adjudicator.doomtrooper.turn.introducing import tribes_agree
from adjudicator.kernel import Procedure, Ruling, Silence, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class OutpostObligation:
    """A player about to act, and what stands in the Outposts."""

    __pydantic_config__ = STRICT
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


def outpost_obligation(state: OutpostObligation, trace: Trace) -> Ruling:
    """Whether the player may do that now, and what comes first where it may not."""
    if state.convert_there and state.own_there == 0:
        trace.fault("DT-17.9", "convert-not-counted")
    trace.require_possible()
    must_move = state.first_action and _must_move(state, trace)
    if state.convert_there:
        trace.cite("DT-17.9", "convert-must-leave")
    if must_move + state.convert_there + (state.cover_duty and state.first_action) > 1:
        trace.cite("DT-17.2", "two-first-actions")
        raise Silence("two-first-actions")
    if state.cover_duty and state.first_action:
        if state.wanted != "leave-cover":
            trace.cite("DT-6.28", "must-come-out-first")
            return trace.ruling("illegal", must="leave-cover")
        trace.cite("DT-6.28", "comes-out-first")
        return trace.ruling("legal", must="leave-cover")
    if state.convert_there:
        return _verdict(state.wanted == "move-convert-out", "move-convert-out", trace)
    bare = state.others_there > 0 and state.own_there == 0
    if not must_move and not bare:
        trace.cite("DT-17.2", "no-duty", first_action=state.first_action)
        return trace.ruling("legal")
    if not must_move and state.wanted == "introduce-there":
        return _bare(state, trace)
    if state.transferable == 0:
        trace.cite("DT-17.2", "nobody-to-move")
        raise Silence("no-transferable-warrior")
    if state.wanted == "introduce-there":
        trace.cite("DT-17.2", "introducing-is-not-moving")
        raise Silence("introduction-as-outpost-duty")
    if not must_move:
        return _bare(state, trace)
    return _verdict(state.wanted == "transfer-there", "transfer-there", trace)


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


def _bare(state: OutpostObligation, trace: Trace) -> Ruling:
    """Others have warriors there and the player has none: one must come, by which Action is not said."""
    trace.cite("DT-17.3", "one-must-be-there", others=state.others_there)
    if state.wanted not in ("transfer-there", "introduce-there"):
        raise Silence("when-an-empty-outpost-is-filled")
    return trace.ruling("legal", must=state.wanted)


def _verdict(done: bool, must: str, trace: Trace) -> Ruling:
    if done:
        trace.cite("DT-17.2", "first-action-done", action=must)
        return trace.ruling("legal", must=must)
    trace.cite("DT-17.2", "something-else-first", action=must)
    return trace.ruling("illegal", must=must)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outpost:
    """One player's Outpost."""

    __pydantic_config__ = STRICT
    player: str
    """Whose it is."""
    warriors: tuple[Warrior, ...]
    """Who stands in it."""
    may_still_move: bool = False
    """Whether the player's next Turn, with the duty to move a warrior there, is still to come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutpostState:
    """Everybody's Outposts at one moment."""

    __pydantic_config__ = STRICT
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
    legal = True
    occupied = any(outpost.warriors for outpost in state.outposts)
    if not occupied:
        trace.cite("DT-17.3", "nobody-anywhere")
    for outpost in state.outposts:
        if occupied and not outpost.warriors and not outpost.may_still_move:
            trace.cite("DT-17.3", "has-nobody-there", player=outpost.player)
            legal = False
        legal &= _stands(outpost, trace)
    if legal and occupied:
        trace.cite("DT-17.3", "everybody-has-one")
    return trace.ruling("legal" if legal else "illegal")


def _stands(outpost: Outpost, trace: Trace) -> bool:
    legal = True
    camps = {warrior.camp for warrior in outpost.warriors}
    if {"doomtrooper", "dark-legion"} <= camps:
        trace.cite("DT-17.6", "both-camps", player=outpost.player)
        legal = False
    for place, warrior in enumerate(outpost.warriors):
        earlier = tuple(own for other in outpost.warriors[:place] for own in other.affiliations)
        legal &= tribes_agree(warrior.affiliations, earlier, trace)
    return legal


PROCEDURES = (
    Procedure(
        name="outpost-obligation",
        state=OutpostObligation,
        decide=outpost_obligation,
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
