"""Going into Cover and coming out of it.

Each costs one Action. One own warrior always stays uncovered; a warrior left alone in Cover must come
out as the first Action of the next own Turn. Nobody takes Cover inside a Vehicle.
"""

from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, bar_by_cards, card_lifts, pay
from adjudicator.doomtrooper.state import Count, Warrior, rider_faults, warrior_faults
from adjudicator.doomtrooper.tables import COVER_ACTIONS
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class Cover:
    """A player about to act, and the warrior whose Cover is in question."""

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


@result_type
class AfterCover:
    """The warrior after it."""

    covered: bool
    wounded: bool | None = None
    inside_vehicle: bool | None = None
    """Whether he is inside a Vehicle, where a card sent him into Cover."""
    may_attack: bool | None = None
    """Whether he may attack in this Turn, where he left Cover."""
    value_due: bool | None = None
    """Whether his Value has to be paid now."""
    actions_left: int | None = None


@result_type
class MustLeaveCover:
    """What has to be done first."""

    must: Literal["leave-cover"] = "leave-cover"


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
            trace.silence("two-first-actions")
        if state.wanted != "leave-cover":
            trace.bar("DT-6.28", "must-come-out-first")
            return trace.judged(MustLeaveCover())
        trace.cite("DT-6.28", "comes-out-first")
    if state.wanted == "take-cover":
        return trace.judged(_take_cover(state, trace))
    if state.wanted == "leave-cover":
        return trace.judged(_leave_cover(state, trace))
    if state.warrior.covered and state.others_covered and not state.others_uncovered:
        trace.cite("DT-6.27", "nobody-uncovered", covered=state.others_covered + 1)
        trace.silence("when-one-of-several-comes-out")
    trace.cite("DT-6.28", "no-duty")
    return trace.judged(AfterCover(covered=state.warrior.covered))


def _take_cover(state: Cover, trace: Trace) -> AfterCover:
    bar_by_cards(state.cards, trace)
    if state.warrior.covered:
        trace.bar("DT-6.23", "already-covered")
    if state.forced_by is not None:
        return _send_into_cover(state, trace)
    if state.others_uncovered == 0:
        lifted = card_lifts("last-uncovered", state.cards, trace)
        if state.others_covered == 0:
            trace.bar("DT-6.27", "only-warrior", lifted=lifted)
        else:
            trace.bar("DT-6.27", "last-uncovered", lifted=lifted, covered=state.others_covered)
    if state.warrior.inside_vehicle:
        trace.bar("DT-16.14", "inside-a-vehicle", lifted=card_lifts("vehicle", state.cards, trace))
    left = pay(state.actions_left, COVER_ACTIONS, state.cards, trace)
    trace.require_legal()
    if state.animal:
        trace.cite("DT-4.75", "rider-takes-cover")
    if state.warrior.counts_as("animal"):
        trace.cite("DT-4.78", "animal-takes-cover")
    trace.cite("DT-6.23", "takes-cover", actions=state.actions_left - left)
    trace.cite("DT-6.32", "still-in-play")
    return AfterCover(covered=True, wounded=state.wounded, actions_left=left)


def _send_into_cover(state: Cover, trace: Trace) -> AfterCover:
    """A card sends him: it needs no Action and asks nobody else to stay uncovered."""
    trace.require_legal()
    if state.warrior.counts_as_vehicle:
        trace.cite("DT-16.15", "never-gets-out", card=state.forced_by)
        trace.silence("vehicle-forced-into-cover")
    if state.warrior.inside_vehicle:
        trace.cite("DT-16.15", "leaves-his-vehicle", card=state.forced_by)
    trace.cite("DT-6.23", "sent-by-a-card", card=state.forced_by)
    return AfterCover(covered=True, wounded=state.wounded, inside_vehicle=False, actions_left=state.actions_left)


def _leave_cover(state: Cover, trace: Trace) -> AfterCover:
    bar_by_cards(state.cards, trace)
    if not state.warrior.covered:
        trace.bar("DT-6.34", "not-in-cover")
    left = pay(state.actions_left, COVER_ACTIONS, state.cards, trace)
    trace.require_legal()
    trace.cite("DT-6.34", "leaves-cover", actions=state.actions_left - left)
    trace.cite("DT-6.35", "same-status", wounded=state.wounded)
    trace.cite("DT-6.36", "no-attack-this-turn")
    if state.warrior.unpaid:
        trace.cite("DT-6.41", "value-falls-due")
    return AfterCover(
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
        results=(AfterCover, MustLeaveCover),
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
