"""Animals: giving one to a warrior in the Outpost, and what a move out of it does.

One Action, one Animal, no Vehicle beside it. Its rider does not leave the Outpost; if cards force him
out, the Animal is discarded, and one who is himself considered an Animal is discarded with his cards;
a Tribe warrior stays even then, unless a card says that he too goes.
"""

from dataclasses import dataclass
from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, lifted, paid, permitted
from adjudicator.doomtrooper.conflicts import OUTSIDE_THE_AREAS
from adjudicator.doomtrooper.state import STRICT, Count, Warrior, rider_faults, warrior_faults
from adjudicator.doomtrooper.tables import ANIMAL_ACTIONS, ANIMALS
from adjudicator.kernel import Procedure, Ruling, Silence, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignAnimal:
    """An Animal about to be given to a warrior."""

    __pydantic_config__ = STRICT
    warrior: Warrior
    """Who is to ride it."""
    animals: Count = 0
    """Animals he has."""
    actions_left: Count
    """Actions left in this Turn."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


def assign_animal(state: AssignAnimal, trace: Trace) -> Ruling:
    """Whether he may have it, and the Actions left."""
    warrior_faults(state.warrior, trace)
    if state.animals > ANIMALS:
        trace.fault("DT-4.69", "more-than-one-animal", animals=state.animals)
    trace.require_possible()
    legal = permitted(state.cards, trace)
    if state.warrior.area != "outpost":
        trace.cite("DT-4.70", "not-in-the-outpost", area=state.warrior.place)
        legal &= lifted("area", state.cards, trace)
    elif state.warrior.unpaid and trace.reading(OUTSIDE_THE_AREAS) == "any-attacker":
        trace.cite("DT-4.70", "in-no-area-yet")
        legal &= lifted("area", state.cards, trace)
    if state.animals >= ANIMALS:
        trace.cite("DT-4.69", "has-an-animal")
        legal &= lifted("one-of-a-kind", state.cards, trace)
    if state.warrior.vehicle is not None:
        trace.cite("DT-4.71", "has-a-vehicle", vehicle=state.warrior.vehicle.card)
        legal &= lifted("vehicle", state.cards, trace)
    if state.warrior.counts_as("animal"):
        trace.cite("DT-4.76", "is-an-animal-himself")
        legal &= lifted("restriction", state.cards, trace)
    left = paid(state.actions_left, ANIMAL_ACTIONS, state.cards, trace)
    if left is None or not legal:
        return trace.ruling("illegal")
    if state.warrior.counts_as_vehicle:
        trace.cite("DT-4.71", "is-a-vehicle-himself")
        raise Silence("animal-for-a-vehicle")
    trace.cite("DT-4.68", "animal-assigned", actions=state.actions_left - left)
    return trace.ruling("legal", riding=True, actions_left=left)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcedMove:
    """A warrior with an Animal, or himself considered one, about to move."""

    __pydantic_config__ = STRICT
    warrior: Warrior
    """The warrior."""
    animal: bool
    """Whether he rides an Animal."""
    to: Literal["squad", "array", "another-outpost"]
    """Where he is to go."""
    forced_by: str | None
    """The card that forces him; none where his player wants it."""
    cards: tuple[CardText, ...] = ()
    """Cards that let a Tribe warrior leave the Outpost."""


def forced_move(state: ForcedMove, trace: Trace) -> Ruling:
    """Whether he moves, and what becomes of him and of his Animal."""
    warrior_faults(state.warrior, trace)
    if state.animal:
        rider_faults(state.warrior, trace)
    trace.require_possible()
    if state.warrior.counts_as("animal"):
        return _animal_moved(state, trace)
    if state.warrior.in_tribe and state.to != "another-outpost":
        trace.cite("DT-2.8", "tribe-stays", tribe=state.warrior.affiliations[0])
        if not lifted("transfer", state.cards, trace):
            return trace.ruling("illegal")
    if not state.animal:
        trace.cite("DT-4.74", "no-animal-to-lose")
        return trace.ruling("resolved", warrior="stays-in-play", animal="none")
    if state.forced_by is None:
        trace.cite("DT-4.73", "rider-stays")
        return trace.ruling("illegal")
    if state.to == "another-outpost":
        trace.cite("DT-4.74", "keeps-it-between-outposts", card=state.forced_by)
        return trace.ruling("resolved", warrior="stays-in-play", animal="kept")
    trace.cite("DT-4.74", "animal-discarded", card=state.forced_by)
    return trace.ruling("resolved", warrior="stays-in-play", animal="discarded")


def _animal_moved(state: ForcedMove, trace: Trace) -> Ruling:
    if state.forced_by is None:
        trace.cite("DT-4.77", "never-transferred")
        return trace.ruling("illegal")
    if state.warrior.area != "outpost":
        trace.cite("DT-4.77", "not-out-of-an-outpost", area=state.warrior.area)
        return trace.ruling("resolved", warrior="stays-in-play", animal="none")
    if state.to == "another-outpost":
        trace.cite("DT-4.77", "between-outposts", card=state.forced_by)
        raise Silence("animal-moved-between-outposts")
    trace.cite("DT-4.77", "discarded-when-forced-out", card=state.forced_by)
    return trace.ruling("resolved", warrior="discarded", animal="none")


PROCEDURES = (
    Procedure(
        name="assign-animal",
        state=AssignAnimal,
        decide=assign_animal,
        example=AssignAnimal(warrior=Warrior(affiliation="crescentian", area="outpost"), actions_left=1),
        summary={
            "it": "Se un Animale può essere assegnato a un guerriero",
            "en": "Whether an Animal may be assigned to a warrior",
        },
    ),
    Procedure(
        name="forced-move",
        state=ForcedMove,
        decide=forced_move,
        example=ForcedMove(
            warrior=Warrior(affiliation="capitol", area="outpost"), animal=True, to="squad", forced_by="Retreat"
        ),
        summary={
            "it": "Che cosa accade a un Animale quando il guerriero lascia l'Avamposto",
            "en": "What becomes of an Animal when its warrior leaves the Outpost",
        },
    ),
)
