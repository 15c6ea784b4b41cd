"""Moving warriors to the Outpost and back, and whom they may stand with there.

Doomtroopers move between Squad and Outpost, the Dark Legion between array and Outpost, Tribes never;
one Action, two with a Vehicle, once a Turn. Doomtroopers and Dark Legion do not share an Outpost, nor
do two Tribes. While others have warriors in theirs, nobody's last one leaves of his own will. One who is
wholly converted there has to leave, whatever moves he has made; a card that forces one considered an Animal
out costs him his place on the table.
"""

from dataclasses import dataclass
from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, lifted, paid, permitted
from adjudicator.doomtrooper.state import STRICT, Area, Camp, Count, Warrior, rider_faults, warrior_faults
from adjudicator.doomtrooper.tables import TRANSFER_ACTIONS, TRANSFERS, VEHICLE_TRANSFER_ACTIONS
from adjudicator.doomtrooper.turn.introducing import tribes_agree
from adjudicator.kernel import Procedure, Ruling, Silence, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class OutpostTransfer:
    """A warrior about to be moved between his Area and the Outpost."""

    __pydantic_config__ = STRICT
    warrior: Warrior
    """The warrior, where he is now."""
    to: Area | Literal["own-area"]
    """Where he is to go; `own-area` is for one who has neither Squad nor array to go back to."""
    own_outpost: tuple[Warrior, ...] = ()
    """The player's other warriors in the Outpost."""
    others_there: Count | None = None
    """Warriors of other players in their Outposts; asked for where the player's last one is to leave."""
    animal: bool = False
    """Whether he rides an Animal."""
    on_battle_card: bool = False
    """Whether he is a defender on a Battle card."""
    wholly_converted: bool = False
    """Whether he was a Doomtrooper and has gone over to the Dark Legion altogether."""
    converted_there: bool = True
    """For one wholly converted who is in the Outpost: whether that happened there, so that he has to leave."""
    transfers: Count = 0
    """How often he has been moved voluntarily since his player's last Draw phase."""
    forced_by: str | None = None
    """The Special card that moves him, where one does."""
    actions_left: Count
    """Actions left in this Turn."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


def outpost_transfer(state: OutpostTransfer, trace: Trace) -> Ruling:
    """Whether he may be moved there, with every reason against it, and the Actions left."""
    warrior_faults(state.warrior, trace)
    for other in state.own_outpost:
        if other.area != "outpost":
            trace.fault("DT-17.6", "not-in-the-outpost", area=other.area)
    if state.animal:
        rider_faults(state.warrior, trace)
    if state.wholly_converted and "dark-legion" not in state.warrior.affiliations:
        trace.fault("DT-17.8", "not-of-the-legion")
    trace.require_possible()
    legal = permitted(state.cards, trace)
    if legal and _discarded_instead(state, trace):
        return trace.ruling("resolved", warrior="discarded", actions_left=state.actions_left)
    if not _may_move(state, trace):
        legal &= lifted("transfer", state.cards, trace)
    if not _route(state, trace):
        legal &= lifted("area", state.cards, trace)
    if state.to == "outpost" and not _company(state, trace):
        legal &= lifted("restriction", state.cards, trace)
    if state.to == "outpost" and not tribes_agree(
        state.warrior.affiliations, tuple(own for other in state.own_outpost for own in other.affiliations), trace
    ):
        legal &= lifted("tribes-together", state.cards, trace)
    if _empties(state) and state.others_there:
        trace.cite("DT-17.3", "last-one-stays", others=state.others_there)
        legal &= lifted("transfer", state.cards, trace)
    left = paid(state.actions_left, _price(state, trace if legal else trace.silent()), state.cards, trace)
    if left is None or not legal:
        return trace.ruling("illegal")
    if _empties(state) and state.others_there is None:
        trace.cite("DT-17.3", "asks-others-there")
        return trace.ruling("undecided", missing=["others_there"])
    if state.warrior.unpaid:
        trace.cite("DT-6.39", "in-no-area")
        raise Silence("transfer-of-an-unrevealed-warrior")
    if _must_leave(state) and (state.animal or state.warrior.counts_as("animal")):
        trace.cite("DT-17.9", "against-the-animal")
        raise Silence("convert-bound-by-an-animal")
    return trace.ruling("legal", area=state.to, actions_left=left)


def _must_leave(state: OutpostTransfer) -> bool:
    """Whether this is the move that a warrior converted in the Outpost has to make."""
    converted = state.wholly_converted and state.converted_there
    return converted and state.warrior.area == "outpost" and state.to == "array"


def _discarded_instead(state: OutpostTransfer, trace: Trace) -> bool:
    """Whether he is considered an Animal and a card forces him out, which costs him his place on the table."""
    forced_out = state.forced_by is not None and state.warrior.area == "outpost" and state.to != "outpost"
    if state.on_battle_card or not forced_out or not state.warrior.counts_as("animal"):
        return False
    trace.cite("DT-4.77", "discarded-when-forced-out", card=state.forced_by)
    return True


def _may_move(state: OutpostTransfer, trace: Trace) -> bool:
    free = True
    if state.on_battle_card:
        trace.cite("DT-19.16", "defender-stays")
        free = False
    if state.warrior.in_tribe and state.to != "outpost":
        trace.cite("DT-2.8", "tribe-stays", tribe=state.warrior.affiliations[0])
        free = False
    free &= _beasts_allow(state, trace)
    if state.forced_by is not None:
        trace.cite("DT-17.13", "card-moves-him", card=state.forced_by)
    elif state.transfers >= TRANSFERS and _must_leave(state):
        trace.cite("DT-17.9", "not-by-choice")
    elif state.transfers >= TRANSFERS:
        trace.cite("DT-6.22", "moved-already", transfers=state.transfers)
        free = False
    return free


def _beasts_allow(state: OutpostTransfer, trace: Trace) -> bool:
    """Whether the Animal he rides, or is, lets him move; a card that forces a rider out costs him the Animal."""
    free, card = True, state.forced_by
    if _must_leave(state) and card is None:
        return True  # duty and ban then collide, which is said once nothing else speaks against the move
    if state.warrior.counts_as("animal"):
        if card is None:
            trace.cite("DT-4.77", "never-transferred")
            free = False
        else:
            trace.cite("DT-4.77", "not-out-of-an-outpost", area=state.warrior.area)
    if state.animal and state.to != "outpost":
        if card is None:
            trace.cite("DT-4.73", "rider-stays")
            free = False
        else:
            trace.cite("DT-4.74", "animal-discarded", card=card)
    return free


def _camp(state: OutpostTransfer) -> Camp:
    return "dark-legion" if state.wholly_converted else state.warrior.camp


def _route(state: OutpostTransfer, trace: Trace) -> bool:
    here, there = state.warrior.area, state.to
    if here == there:
        trace.cite("DT-6.20", "already-there", area=here)
        return False
    if state.warrior.homeless:
        if there == "outpost":
            trace.cite("DT-17.11", "may-go-there")
            return True
        if there == "own-area" and here == "outpost":
            trace.cite("DT-17.12", "back-to-his-own")
            return True
        trace.cite("DT-17.11", "no-squad-no-array")
        return False
    if state.warrior.in_tribe:
        return True  # that a Tribe never leaves is said where he may not move
    own = _camp(state)
    if own in ("doomtrooper", "both") and {here, there} == {"squad", "outpost"}:
        trace.cite("DT-17.4", "doomtrooper-moves", to=there)
        return True
    if own in ("dark-legion", "both") and {here, there} == {"array", "outpost"}:
        trace.cite("DT-17.5", "dark-legion-moves", to=there)
        return True
    if own == "dark-legion":
        trace.cite("DT-17.5", "no-way-for-him", area=here, to=there)
    else:
        trace.cite("DT-17.4", "no-way-for-him", area=here, to=there)
    return False


def _company(state: OutpostTransfer, trace: Trace) -> bool:
    own = _camp(state)
    there = {other.camp for other in state.own_outpost}
    if any(other.in_tribe for other in state.own_outpost) and own != "neither":
        trace.cite("DT-17.10", "stands-with-tribes")
    if own == "both" and there & {"doomtrooper", "dark-legion"}:
        trace.cite("DT-17.7", "stands-with-either")
        return True
    if own == "dark-legion" and "doomtrooper" in there:
        if state.wholly_converted:
            trace.cite("DT-17.8", "wholly-converted")
        else:
            trace.cite("DT-17.6", "doomtroopers-there")
        return False
    if own == "doomtrooper" and "dark-legion" in there:
        trace.cite("DT-17.6", "dark-legion-there")
        return False
    return True


def _empties(state: OutpostTransfer) -> bool:
    """Whether the player's last warrior leaves the Outpost by choice, which no card and no conversion demands."""
    demanded = state.forced_by is not None or _must_leave(state)
    return state.warrior.area == "outpost" and state.to != "outpost" and not state.own_outpost and not demanded


def _price(state: OutpostTransfer, trace: Trace) -> int:
    if state.forced_by is not None:
        return 0
    if state.warrior.vehicle is not None or state.warrior.counts_as_vehicle:
        trace.cite("DT-6.21", "vehicle-costs-two", actions=VEHICLE_TRANSFER_ACTIONS)
        return VEHICLE_TRANSFER_ACTIONS
    trace.cite("DT-6.20", "transfer-costs", actions=TRANSFER_ACTIONS)
    return TRANSFER_ACTIONS


PROCEDURES = (
    Procedure(
        name="outpost-transfer",
        state=OutpostTransfer,
        decide=outpost_transfer,
        example=OutpostTransfer(
            warrior=Warrior(affiliation="imperial", area="squad"),
            to="outpost",
            own_outpost=(Warrior(affiliation="templars", area="outpost"),),
            actions_left=2,
        ),
        summary={
            "it": "Se un guerriero può essere trasferito nell'Avamposto o fuori",
            "en": "Whether a warrior may be transferred to the Outpost or out of it",
        },
    ),
)
