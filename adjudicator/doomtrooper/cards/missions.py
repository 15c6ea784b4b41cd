"""Missions: to whom they are given, and when they end.

One Action, to whomever the card names: a warrior or a player, one's own or an opponent's. It is given
before it starts; nobody need complete it, but once its objective is reached it ends and is discarded.
"""

from typing import Literal, TypeAlias

from adjudicator.doomtrooper.cards.targets import FOR_ANYONE, Printed, bar_by_words, reaches
from adjudicator.doomtrooper.cards.texts import ActionsLeft, CardText, bar_by_cards, card_lifts, pay
from adjudicator.doomtrooper.state import Count, Warrior, warrior_faults
from adjudicator.doomtrooper.tables import MISSION_ACTIONS, MISSION_COPIES
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type

Bearer: TypeAlias = Literal["own-warrior", "oneself", "opponent", "opponents-warrior"]
"""To whom a Mission is given, as seen by who plays it."""


@state_type
class AssignMission:
    """A Mission about to be given."""

    goes_to: tuple[Bearer, ...]
    """To whom its card lets it be given."""
    bearer: Bearer
    """To whom it is to be given."""
    printed: Printed = FOR_ANYONE
    """What its card says about the warriors it is for."""
    warrior: Warrior | None
    """The warrior it is to go to; none where it goes to a player."""
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
    if not to_warrior and state.warrior is not None:
        trace.fault("DT-6.65", "players-mission-on-a-warrior", bearer=state.bearer)
    if to_warrior and state.warrior is None:
        trace.fault("DT-6.65", "warriors-mission-on-nobody", bearer=state.bearer)
    if state.warrior is not None:
        warrior_faults(state.warrior, trace)
    trace.require_possible()
    bar_by_cards(state.cards, trace)
    with trace.apart():
        _bar_by_restriction(state, trace)
    _bar_by_copies(state, trace)
    left = pay(state.actions_left, MISSION_ACTIONS, state.cards, trace)
    trace.require_legal()
    trace.cite("DT-6.65", "mission-assigned", bearer=state.bearer, actions=state.actions_left - left)
    return trace.judged(ActionsLeft(actions_left=left))


def _bar_by_restriction(state: AssignMission, trace: Trace) -> None:
    fits = state.bearer in state.goes_to
    reached = state.warrior is None or reaches(state.printed, state.warrior, trace)
    lifted = not (fits and reached) and card_lifts("restriction", state.cards, trace)
    if not fits:
        trace.bar("DT-6.65", "not-to-that-bearer", lifted=lifted, bearer=state.bearer, goes_to=list(state.goes_to))
    if state.warrior is not None:
        bar_by_words(state.printed, state.warrior, lifted, trace)
    if not reached:
        trace.bar("DT-4.31", "not-for-him", lifted=lifted)


def _bar_by_copies(state: AssignMission, trace: Trace) -> None:
    if state.copies >= MISSION_COPIES:
        trace.bar("DT-6.69", "has-that-mission", lifted=card_lifts("one-copy", state.cards, trace), copies=state.copies)
    elif state.completed_before and not trace.barred:
        trace.cite("DT-6.70", "another-copy-once-completed")
    elif state.others and not trace.barred:
        trace.cite("DT-6.69", "any-number-of-missions", others=state.others)


@state_type
class CompleteMission:
    """A Mission in play, or about to be, and what has been done about it."""

    on_warrior: bool
    """Whether it was given to a warrior, or else to a player."""
    reached: bool
    """Whether its objective has been reached."""
    assigned_before: bool
    """Whether it was given before what reached the objective began."""
    by_bearer: bool
    """For a warrior's Mission: whether he himself reached it."""
    allowed_to: bool = True
    """Whether the card lets that warrior or that Corporation complete it."""
    against_own_warrior: bool = False
    """Whether it was reached by fighting a warrior of the same player."""
    wanted: Literal["complete", "leave-it", "keep-it"]
    """What its bearer wants: to end it, not to pursue it, or to keep it in play though it is reached."""


@result_type
class Completion:
    """What becomes of the Mission."""

    completed: bool
    card: Literal["stays", "discarded"] | None = None
    """Where its card goes."""


@result_type
class MustComplete:
    """What its bearer has to do instead."""

    must: Literal["complete"] = "complete"


def complete_mission(state: CompleteMission, trace: Trace) -> Ruling:
    """Whether it is completed, with everything that speaks against that, and where its card goes."""
    if not state.reached:
        if state.wanted == "complete":
            trace.bar("DT-6.72", "not-reached")
            return trace.judged(Completion(completed=False))
        trace.cite("DT-6.71", "no-duty")
        return trace.judged(Completion(completed=False, card="stays"))
    if not _counts(state, trace):
        if state.wanted == "complete":
            trace.bar("DT-6.72", "does-not-count")
        return trace.judged(Completion(completed=False, card="stays"))
    if state.wanted != "complete":
        trace.bar("DT-6.72", "must-end", wanted=state.wanted)
        return trace.judged(MustComplete())
    trace.cite("DT-6.72", "ends")
    trace.cite("DT-6.68", "discarded-when-completed")
    return trace.judged(Completion(completed=True, card="discarded"))


def _counts(state: CompleteMission, trace: Trace) -> bool:
    """Whether what was done has reached the objective in the eyes of the rules."""
    counts = True
    if not state.assigned_before:
        trace.cite("DT-4.30", "given-too-late")
        counts = False
    if state.on_warrior and not state.by_bearer:
        trace.cite("DT-6.66", "done-by-another")
        counts = False
    if not state.allowed_to:
        trace.cite("DT-4.31", "may-not-complete-it")
        counts = False
    if state.against_own_warrior:
        trace.cite("DT-7.5", "against-own-warrior")
        counts = False
    return counts


PROCEDURES = (
    Procedure(
        name="assign-mission",
        state=AssignMission,
        decide=assign_mission,
        results=(ActionsLeft,),
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
        results=(Completion, MustComplete),
        example=CompleteMission(on_warrior=True, reached=True, assigned_before=True, by_bearer=True, wanted="keep-it"),
        summary={
            "it": "Se una Missione è completata, e che cosa ne è della carta",
            "en": "Whether a Mission is completed, and what becomes of its card",
        },
    ),
)
