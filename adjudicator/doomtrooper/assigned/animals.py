"""Animals: giving one to a warrior in the Outpost, and what a move out of it does.

One Action, one Animal, no Vehicle beside it. Its rider does not leave the Outpost; if cards force him
out, the Animal is discarded, and one who is himself considered an Animal is discarded with his cards;
a Tribe warrior stays even then, unless a card says that he too goes.
"""

from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, bar_by_cards, card_lifts, pay
from adjudicator.doomtrooper.conflicts import OUTSIDE_THE_AREAS
from adjudicator.doomtrooper.state import Count, Warrior, rider_faults, warrior_faults
from adjudicator.doomtrooper.tables import ANIMAL_ACTIONS, ANIMALS
from adjudicator.doomtrooper.turn.outposts import bar_by_camp
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class AssignAnimal:
    """An Animal about to be given to a warrior."""

    warrior: Warrior
    """Who is to ride it."""
    animals: Count = 0
    """Animals he has."""
    actions_left: Count
    """Actions left in this Turn."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


@result_type
class AnimalAssigned:
    """The warrior with his Animal."""

    riding: bool
    actions_left: int


def assign_animal(state: AssignAnimal, trace: Trace) -> Ruling:
    """Whether he may have it, and the Actions left."""
    warrior_faults(state.warrior, trace)
    if state.animals > ANIMALS:
        trace.fault("DT-4.69", "more-than-one-animal", animals=state.animals)
    trace.require_possible()
    bar_by_cards(state.cards, trace)
    if state.warrior.area != "outpost":
        lifted = card_lifts("area", state.cards, trace)
        trace.bar("DT-4.70", "not-in-the-outpost", lifted=lifted, area=state.warrior.place)
    elif state.warrior.unpaid and trace.reading(OUTSIDE_THE_AREAS) == "any-attacker":
        trace.bar("DT-4.70", "in-no-area-yet", lifted=card_lifts("area", state.cards, trace))
    if state.animals >= ANIMALS:
        trace.bar("DT-4.69", "has-an-animal", lifted=card_lifts("one-of-a-kind", state.cards, trace))
    if state.warrior.vehicle is not None:
        lifted = card_lifts("vehicle", state.cards, trace)
        trace.bar("DT-4.71", "has-a-vehicle", lifted=lifted, vehicle=state.warrior.vehicle.card)
    if state.warrior.counts_as("animal"):
        trace.bar("DT-4.76", "is-an-animal-himself", lifted=card_lifts("restriction", state.cards, trace))
    left = pay(state.actions_left, ANIMAL_ACTIONS, state.cards, trace)
    trace.require_legal()
    if state.warrior.counts_as_vehicle:
        trace.cite("DT-4.71", "is-a-vehicle-himself")
        trace.silence("animal-for-a-vehicle")
    trace.cite("DT-4.68", "animal-assigned", actions=state.actions_left - left)
    return trace.judged(AnimalAssigned(riding=True, actions_left=left))


@state_type
class ForcedMove:
    """A warrior with an Animal, or himself considered one, about to move."""

    warrior: Warrior
    """The warrior."""
    animal: bool
    """Whether he rides an Animal."""
    to: Literal["squad", "array", "another-outpost"]
    """Where he is to go."""
    forced_by: str | None
    """The card that forces him; none where his player wants it."""
    cards: tuple[CardText, ...] = ()
    """Cards that let him go where the manual does not."""


@result_type
class Moved:
    """What becomes of both."""

    warrior: Literal["stays-in-play", "discarded"]
    animal: Literal["none", "kept", "discarded"]


def forced_move(state: ForcedMove, trace: Trace) -> Ruling:
    """Whether he moves, and what becomes of him and of his Animal."""
    warrior_faults(state.warrior, trace)
    if state.animal:
        rider_faults(state.warrior, trace)
    trace.require_possible()
    if state.warrior.counts_as("animal"):
        return trace.resolved(_move_animal(state, trace))
    if state.warrior.in_tribe and (state.to != "another-outpost" or state.forced_by is None):
        tribe = state.warrior.affiliations[0]
        trace.bar("DT-2.8", "tribe-stays", lifted=card_lifts("transfer", state.cards, trace), tribe=tribe)
    if state.animal and state.forced_by is None:
        trace.bar("DT-4.73", "rider-stays")
    if state.forced_by is None:
        _bar_by_route(state, trace)
    trace.require_legal()
    if not state.animal:
        trace.cite("DT-4.74", "no-animal-to-lose")
        return trace.resolved(Moved(warrior="stays-in-play", animal="none"))
    if state.to == "another-outpost":
        trace.cite("DT-4.74", "keeps-it-between-outposts", card=state.forced_by)
        return trace.resolved(Moved(warrior="stays-in-play", animal="kept"))
    trace.cite("DT-4.74", "animal-discarded", card=state.forced_by)
    return trace.resolved(Moved(warrior="stays-in-play", animal="discarded"))


def _bar_by_route(state: ForcedMove, trace: Trace) -> None:
    """Bar a way that nobody goes of his own will; that a Tribe goes none is said already."""
    here = state.warrior.area
    if here == state.to:
        trace.bar("DT-6.20", "already-there", lifted=card_lifts("area", state.cards, trace), area=here)
    elif state.warrior.no_squad_no_array and state.to != "another-outpost":
        trace.bar("DT-17.11", "no-squad-no-array", lifted=card_lifts("area", state.cards, trace))
    elif not state.warrior.in_tribe:
        bar_by_camp(state.warrior.camp, here, state.to, state.cards, trace)


def _move_animal(state: ForcedMove, trace: Trace) -> Moved:
    """What becomes of one who is himself considered an Animal."""
    if state.forced_by is None:
        trace.bar("DT-4.77", "never-transferred")
        trace.require_legal()
    if state.warrior.area != "outpost":
        trace.cite("DT-4.77", "not-out-of-an-outpost", area=state.warrior.area)
        return Moved(warrior="stays-in-play", animal="none")
    if state.to == "another-outpost":
        trace.cite("DT-4.77", "between-outposts", card=state.forced_by)
        trace.silence("animal-moved-between-outposts")
    trace.cite("DT-4.77", "discarded-when-forced-out", card=state.forced_by)
    return Moved(warrior="discarded", animal="none")


PROCEDURES = (
    Procedure(
        name="assign-animal",
        state=AssignAnimal,
        decide=assign_animal,
        results=(AnimalAssigned,),
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
        results=(Moved,),
        example=ForcedMove(
            warrior=Warrior(affiliation="capitol", area="outpost"), animal=True, to="squad", forced_by="Retreat"
        ),
        summary={
            "it": "Che cosa accade a un Animale quando il guerriero lascia l'Avamposto",
            "en": "What becomes of an Animal when its warrior leaves the Outpost",
        },
    ),
)
