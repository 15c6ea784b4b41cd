"""Missions: to whom they are given, and when they end.

One Action, to whomever the card names: a warrior or a player, one's own or an opponent's. It is given
before it starts; nobody need complete it, but once its objective is reached it ends and is discarded.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.doomtrooper.cards.targets import FOR_ANYONE, Printed, reaches
from adjudicator.doomtrooper.cards.texts import CardText, lifted, paid, permitted
from adjudicator.doomtrooper.state import STRICT, Count, Warrior, warrior_faults
from adjudicator.doomtrooper.tables import MISSION_ACTIONS, MISSION_COPIES
from adjudicator.kernel import Procedure, Ruling, Trace

Bearer: TypeAlias = Literal["own-warrior", "oneself", "opponent", "opponents-warrior"]
"""To whom a Mission is given, as seen by who plays it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignMission:
    """A Mission about to be given."""

    __pydantic_config__ = STRICT
    goes_to: tuple[Bearer, ...]
    """To whom its card lets it be given."""
    bearer: Bearer
    """To whom it is to be given."""
    printed: Printed = FOR_ANYONE
    """What its card says about the warriors it is for."""
    warrior: Warrior | None = None
    """The warrior it is to go to, where it goes to one."""
    copies: Count = 0
    """Copies of it that he or that player has now."""
    others: Count = 0
    """Other Missions that he or that player has now."""
    completed_before: bool = False
    """Whether he or that player has completed a copy of it."""
    actions_left: Count
    """Actions left in this Turn."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


def assign_mission(state: AssignMission, trace: Trace) -> Ruling:
    """Whether it may be given so, and the Actions left."""
    to_warrior = state.bearer in ("own-warrior", "opponents-warrior")
    if state.warrior is not None:
        if not to_warrior:
            trace.fault("DT-6.65", "players-mission-on-a-warrior", bearer=state.bearer)
        warrior_faults(state.warrior, trace)
    trace.require_possible()
    legal = permitted(state.cards, trace)
    if state.bearer not in state.goes_to:
        trace.cite("DT-6.65", "not-to-that-bearer", bearer=state.bearer, goes_to=list(state.goes_to))
        legal &= lifted("restriction", state.cards, trace)
    if state.warrior is not None and not reaches(state.printed, state.warrior, trace):
        trace.cite("DT-4.31", "not-for-him")
        legal &= lifted("restriction", state.cards, trace)
    if state.copies >= MISSION_COPIES:
        trace.cite("DT-6.69", "has-that-mission", copies=state.copies)
        legal &= lifted("one-copy", state.cards, trace)
    elif state.completed_before:
        trace.cite("DT-6.70", "another-copy-once-completed")
    elif state.others:
        trace.cite("DT-6.69", "any-number-of-missions", others=state.others)
    left = paid(state.actions_left, MISSION_ACTIONS, state.cards, trace)
    if left is None or not legal:
        return trace.ruling("illegal")
    if to_warrior and state.warrior is None and not state.printed.names_nobody:
        trace.cite("DT-4.31", "asks-warrior")
        return trace.ruling("undecided", missing=["warrior"])
    trace.cite("DT-6.65", "mission-assigned", bearer=state.bearer, actions=state.actions_left - left)
    return trace.ruling("legal", actions_left=left)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteMission:
    """A Mission in play, or about to be, and what has been done about it."""

    __pydantic_config__ = STRICT
    on_warrior: bool
    """Whether it was given to a warrior, or else to a player."""
    reached: bool
    """Whether its objective has been reached."""
    assigned_before: bool
    """Whether it was given before what reached the objective began."""
    by_bearer: bool | None = None
    """For a warrior's Mission: whether he himself reached it."""
    allowed_to: bool = True
    """Whether the card lets that warrior or that Corporation complete it."""
    against_own_warrior: bool = False
    """Whether it was reached by fighting a warrior of the same player."""
    wanted: Literal["complete", "leave-it", "keep-it"]
    """What its bearer wants: to end it, not to pursue it, or to keep it in play though it is reached."""


def complete_mission(state: CompleteMission, trace: Trace) -> Ruling:
    """Whether it is completed, with everything that speaks against that, and where its card goes."""
    if not state.reached:
        if state.wanted == "complete":
            trace.cite("DT-6.72", "not-reached")
            return trace.ruling("illegal", completed=False)
        trace.cite("DT-6.71", "no-duty")
        return trace.ruling("legal", completed=False, card="stays")
    counts = True
    if not state.assigned_before:
        trace.cite("DT-4.30", "given-too-late")
        counts = False
    if state.on_warrior and state.by_bearer is False:
        trace.cite("DT-6.66", "done-by-another")
        counts = False
    if not state.allowed_to:
        trace.cite("DT-4.31", "may-not-complete-it")
        counts = False
    if state.against_own_warrior:
        trace.cite("DT-7.5", "against-own-warrior")
        counts = False
    if not counts:
        return trace.ruling("illegal" if state.wanted == "complete" else "legal", completed=False, card="stays")
    if state.on_warrior and state.by_bearer is None:
        trace.cite("DT-6.66", "asks-by-bearer")
        return trace.ruling("undecided", missing=["by_bearer"])
    if state.wanted != "complete":
        trace.cite("DT-6.72", "must-end", wanted=state.wanted)
        return trace.ruling("illegal", must="complete")
    trace.cite("DT-6.72", "ends")
    trace.cite("DT-6.68", "discarded-when-completed")
    return trace.ruling("legal", completed=True, card="discarded")


PROCEDURES = (
    Procedure(
        name="assign-mission",
        state=AssignMission,
        decide=assign_mission,
        example=AssignMission(
            goes_to=("own-warrior",),
            bearer="own-warrior",
            warrior=Warrior(affiliation="capitol", area="squad"),
            others=2,
            actions_left=1,
        ),
        summary={"it": "Se una Missione può essere assegnata", "en": "Whether a Mission may be assigned"},
    ),
    Procedure(
        name="complete-mission",
        state=CompleteMission,
        decide=complete_mission,
        example=CompleteMission(on_warrior=True, reached=True, assigned_before=True, by_bearer=True, wanted="keep-it"),
        summary={
            "it": "Se una Missione è completata, e che cosa ne è della carta",
            "en": "Whether a Mission is completed, and what becomes of its card",
        },
    ),
)
