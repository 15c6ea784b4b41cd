"""Going into Cover and coming out of it.

Each costs one Action. One own warrior always stays uncovered; a warrior left alone in Cover must come
out as the first Action of the next own Turn. Nobody takes Cover inside a Vehicle.
"""

from dataclasses import dataclass
from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, lifted, paid, permitted
from adjudicator.doomtrooper.state import STRICT, Count, Warrior, rider_faults, warrior_faults
from adjudicator.doomtrooper.tables import COVER_ACTIONS
from adjudicator.kernel import Procedure, Ruling, Silence, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """A player about to act, and the warrior whose Cover is in question."""

    __pydantic_config__ = STRICT
    warrior: Warrior
    """The warrior."""
    wanted: Literal["take-cover", "leave-cover", "other-action"]
    """What the player wants to do; `other-action` is anything that concerns no Cover."""
    others_uncovered: Count
    """The player's other warriors in play who are not in Cover."""
    others_covered: Count = 0
    """The player's other warriors in Cover."""
    actions_left: Count
    """Actions left in this Turn."""
    first_action: bool = False
    """Whether this is the first Action of the player's own Turn."""
    outpost_duty: bool = False
    """Whether the player must also move a warrior into the Outpost as first Action."""
    wounded: bool = False
    """Whether the warrior is wounded."""
    animal: bool = False
    """Whether he rides an Animal."""
    forced_by: str | None = None
    """The card that sends him into Cover, where he does not go by an Action."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


def cover(state: Cover, trace: Trace) -> Ruling:
    """Whether it may be done, and how the warrior stands after it."""
    warrior_faults(state.warrior, trace)
    if state.animal:
        rider_faults(state.warrior, trace)
    trace.require_possible()
    alone = state.warrior.covered and state.others_uncovered + state.others_covered == 0
    if alone and state.first_action:
        if state.outpost_duty:
            trace.cite("DT-6.28", "two-first-actions")
            raise Silence("two-first-actions")
        if state.wanted != "leave-cover":
            trace.cite("DT-6.28", "must-come-out-first")
            return trace.ruling("illegal", must="leave-cover")
        trace.cite("DT-6.28", "comes-out-first")
    if state.wanted == "take-cover":
        return _take(state, trace)
    if state.wanted == "leave-cover":
        return _leave(state, trace)
    if state.warrior.covered and state.others_covered and not state.others_uncovered:
        trace.cite("DT-6.27", "nobody-uncovered", covered=state.others_covered + 1)
        raise Silence("when-one-of-several-comes-out")
    trace.cite("DT-6.28", "no-duty")
    return trace.ruling("legal", covered=state.warrior.covered)


def _take(state: Cover, trace: Trace) -> Ruling:
    legal = permitted(state.cards, trace)
    if state.warrior.covered:
        trace.cite("DT-6.23", "already-covered")
        legal = False
    if state.forced_by is not None:
        return _forced(state, legal, trace)
    if state.others_uncovered == 0:
        if state.others_covered == 0:
            trace.cite("DT-6.27", "only-warrior")
        else:
            trace.cite("DT-6.27", "last-uncovered", covered=state.others_covered)
        legal &= lifted("last-uncovered", state.cards, trace)
    if state.warrior.inside_vehicle:
        trace.cite("DT-16.14", "inside-a-vehicle")
        legal &= lifted("vehicle", state.cards, trace)
    left = paid(state.actions_left, COVER_ACTIONS, state.cards, trace)
    if left is None or not legal:
        return trace.ruling("illegal")
    if state.animal:
        trace.cite("DT-4.75", "rider-takes-cover")
    if state.warrior.counts_as("animal"):
        trace.cite("DT-4.78", "animal-takes-cover")
    trace.cite("DT-6.23", "takes-cover", actions=state.actions_left - left)
    trace.cite("DT-6.32", "still-in-play")
    return trace.ruling("legal", covered=True, wounded=state.wounded, actions_left=left)


def _forced(state: Cover, legal: bool, trace: Trace) -> Ruling:
    """A card sends him: it needs no Action and asks nobody else to stay uncovered."""
    if not legal:
        return trace.ruling("illegal")
    if state.warrior.counts_as_vehicle:
        trace.cite("DT-16.15", "never-gets-out", card=state.forced_by)
        raise Silence("vehicle-forced-into-cover")
    if state.warrior.inside_vehicle:
        trace.cite("DT-16.15", "leaves-his-vehicle", card=state.forced_by)
    trace.cite("DT-6.23", "sent-by-a-card", card=state.forced_by)
    return trace.ruling(
        "legal", covered=True, wounded=state.wounded, inside_vehicle=False, actions_left=state.actions_left
    )


def _leave(state: Cover, trace: Trace) -> Ruling:
    legal = permitted(state.cards, trace)
    if not state.warrior.covered:
        trace.cite("DT-6.34", "not-in-cover")
        legal = False
    left = paid(state.actions_left, COVER_ACTIONS, state.cards, trace)
    if left is None or not legal:
        return trace.ruling("illegal")
    trace.cite("DT-6.34", "leaves-cover", actions=state.actions_left - left)
    trace.cite("DT-6.35", "same-status", wounded=state.wounded)
    trace.cite("DT-6.36", "no-attack-this-turn")
    if state.warrior.unpaid:
        trace.cite("DT-6.41", "value-falls-due")
    return trace.ruling(
        "legal",
        covered=False,
        wounded=state.wounded,
        may_attack=False,
        value_due=state.warrior.unpaid,
        actions_left=left,
    )


PROCEDURES = (
    Procedure(
        name="cover",
        state=Cover,
        decide=cover,
        example=Cover(
            warrior=Warrior(affiliation="capitol", area="squad"),
            wanted="take-cover",
            others_uncovered=1,
            actions_left=2,
            wounded=True,
        ),
        summary={
            "it": "Se un guerriero può andare in Copertura o uscirne, e chi deve uscirne",
            "en": "Whether a warrior may go into Cover or leave it, and who must",
        },
    ),
)
