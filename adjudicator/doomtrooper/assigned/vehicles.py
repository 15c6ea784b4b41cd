"""Vehicles: giving one to a warrior, getting in and out, and losing it.

One Vehicle a warrior, for one Action; whether he starts inside or outside is announced and free. Every
time he gets in or out costs an Action. If it is discarded with him inside he is wounded, and nobody
earns points should that kill him.
"""

from typing import Literal

from adjudicator.doomtrooper.assigned.equipment import bar_unfit
from adjudicator.doomtrooper.cards.targets import FOR_ANYONE, Printed
from adjudicator.doomtrooper.cards.texts import CardText, bar_by_cards, card_lifts, pay
from adjudicator.doomtrooper.state import Count, Status, Vehicle, Warrior, rider_faults, warrior_faults
from adjudicator.doomtrooper.tables import IN_OR_OUT_ACTIONS, VEHICLE_ACTIONS
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class AssignVehicle:
    """A Vehicle about to be given to an own warrior."""

    warrior: Warrior
    """Who is to have it."""
    printed: Printed = FOR_ANYONE
    """What its card says about whom it is for."""
    starts: Literal["inside", "outside"] | None = None
    """Where he is said to be at first; none while that is still to be announced."""
    animal: bool = False
    """Whether he rides an Animal."""
    actions_left: Count
    """Actions left in this Turn."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


@result_type
class WarriorsVehicle:
    """The warrior and his Vehicle."""

    inside: bool
    """Whether he is inside it."""
    actions_left: int


@result_type
class InsideOrOutside:
    """What has to be announced."""

    options: tuple[Literal["inside", "outside"], ...] = ("inside", "outside")
    """Where he may be at first."""
    actions_left: int


def assign_vehicle(state: AssignVehicle, trace: Trace) -> Ruling:
    """Whether he may have it, where he is then, and the Actions left."""
    warrior_faults(state.warrior, trace)
    if state.animal:
        rider_faults(state.warrior, trace)
    trace.require_possible()
    bar_by_cards(state.cards, trace)
    bar_unfit(state.printed, state.warrior, state.cards, trace)
    if state.warrior.counts_as("animal"):
        trace.bar("DT-4.20", "none-for-animals", lifted=card_lifts("vehicle", state.cards, trace))
    if state.animal:
        trace.bar("DT-4.71", "rides-an-animal", lifted=card_lifts("vehicle", state.cards, trace))
    if state.warrior.vehicle is not None:
        vehicle = state.warrior.vehicle.card
        trace.bar("DT-4.19", "has-a-vehicle", lifted=card_lifts("one-of-a-kind", state.cards, trace), vehicle=vehicle)
    if state.warrior.covered:
        trace.bar("DT-16.6", "uncover-him-first")
    left = pay(state.actions_left, VEHICLE_ACTIONS, state.cards, trace)
    trace.require_legal()
    if state.warrior.counts_as_vehicle:
        trace.cite("DT-16.19", "is-a-vehicle-himself")
        trace.silence("vehicle-for-a-vehicle")
    trace.cite("DT-6.52", "vehicle-assigned", actions=state.actions_left - left)
    if state.starts is None:
        trace.cite("DT-16.5", "to-be-announced")
        trace.choice(InsideOrOutside(actions_left=left))
    trace.cite("DT-16.5", "announced", place=state.starts)
    if state.starts == "outside":
        trace.cite("DT-16.11", "still-his")
    return trace.judged(WarriorsVehicle(inside=state.starts == "inside", actions_left=left))


@state_type
class BoardVehicle:
    """A warrior about to get into his Vehicle or out of it."""

    warrior: Warrior
    """The warrior, with his Vehicle as it is now."""
    wanted: Literal["get-in", "get-out"]
    """What he is to do."""
    times_this_turn: Count = 0
    """How often he got in or out already in this Turn."""
    actions_left: Count
    """Actions left in this Turn."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


def board_vehicle(state: BoardVehicle, trace: Trace) -> Ruling:
    """Whether he may, and the Actions left."""
    warrior_faults(state.warrior, trace)
    trace.require_possible()
    bar_by_cards(state.cards, trace)
    vehicle = state.warrior.vehicle
    if state.warrior.counts_as_vehicle:
        if vehicle is None:
            trace.bar("DT-16.19", "always-inside")
    elif vehicle is None:
        trace.bar("DT-6.53", "no-vehicle")
    elif vehicle.inside == (state.wanted == "get-in"):
        trace.bar("DT-6.53", "already-there", inside=vehicle.inside)
    if state.warrior.covered and state.wanted == "get-in":
        trace.bar("DT-16.6", "not-from-cover", lifted=card_lifts("vehicle", state.cards, trace))
    left = pay(state.actions_left, IN_OR_OUT_ACTIONS, state.cards, trace)
    trace.require_legal()
    if state.warrior.counts_as_vehicle:
        trace.cite("DT-16.19", "is-a-vehicle-himself")
        trace.silence("vehicle-for-a-vehicle")
    trace.cite("DT-6.53", "in-or-out", actions=state.actions_left - left, times=state.times_this_turn + 1)
    if state.wanted == "get-out":
        trace.cite("DT-16.11", "still-his")
    return trace.judged(WarriorsVehicle(inside=state.wanted == "get-in", actions_left=left))


@state_type
class VehicleDiscarded:
    """A Vehicle that has just been discarded."""

    inside: bool
    """Whether its warrior was inside."""
    wounded: bool
    """Whether he was wounded already."""


@result_type
class WarriorLeft:
    """The warrior after the loss of his Vehicle."""

    status: Status
    promotion: Literal[0] = 0
    """Promotion Points that anybody earns."""


def vehicle_discarded(state: VehicleDiscarded, trace: Trace) -> Ruling:
    """How its warrior stands after that, and that nobody earns points."""
    if not state.inside:
        trace.cite("DT-16.9", "outside-and-unhurt", wounded=state.wounded)
        return trace.resolved(WarriorLeft(status="wounded" if state.wounded else "sound"))
    if not state.wounded:
        trace.cite("DT-16.8", "inside-and-wounded")
        return trace.resolved(WarriorLeft(status="wounded"))
    trace.cite("DT-16.8", "inside-and-killed")
    trace.cite("DT-16.8", "no-points")
    return trace.resolved(WarriorLeft(status="killed"))


PROCEDURES = (
    Procedure(
        name="assign-vehicle",
        state=AssignVehicle,
        decide=assign_vehicle,
        results=(WarriorsVehicle, InsideOrOutside),
        example=AssignVehicle(warrior=Warrior(affiliation="imperial", area="squad"), starts="inside", actions_left=2),
        summary={
            "it": "Se un Veicolo può essere assegnato a un guerriero",
            "en": "Whether a Vehicle may be assigned to a warrior",
        },
    ),
    Procedure(
        name="board-vehicle",
        state=BoardVehicle,
        decide=board_vehicle,
        results=(WarriorsVehicle,),
        example=BoardVehicle(
            warrior=Warrior(
                affiliation="imperial", area="squad", vehicle=Vehicle(card="aircraft", kind="aircraft", inside=True)
            ),
            wanted="get-out",
            actions_left=2,
        ),
        summary={
            "it": "Se un guerriero può entrare nel suo Veicolo o uscirne",
            "en": "Whether a warrior may get into his Vehicle or out of it",
        },
    ),
    Procedure(
        name="vehicle-discarded",
        state=VehicleDiscarded,
        decide=vehicle_discarded,
        results=(WarriorLeft,),
        example=VehicleDiscarded(inside=True, wounded=True),
        summary={
            "it": "Che cosa accade al guerriero quando il suo Veicolo viene scartato",
            "en": "What becomes of a warrior when his Vehicle is discarded",
        },
    ),
)
