"""Moving warriors to the Outpost and back, and whom they may stand with there.

Doomtroopers move between Squad and Outpost, the Dark Legion between array and Outpost, Tribes never;
one Action, two with a Vehicle, once a Turn. Doomtroopers and Dark Legion do not share an Outpost, nor
do two Tribes. While others have warriors in theirs, nobody's last one leaves of his own will. One who is
wholly converted there has to leave, whatever moves he has made; a card that forces one considered an Animal
out costs him his place on the table.
"""

from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, bar_by_cards, card_lifts, pay
from adjudicator.doomtrooper.state import Area, Camp, Count, Warrior, rider_faults, warrior_faults
from adjudicator.doomtrooper.tables import TRANSFER_ACTIONS, TRANSFERS, VEHICLE_TRANSFER_ACTIONS
from adjudicator.doomtrooper.turn.introducing import bar_by_tribes
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class OutpostTransfer:
    """A warrior about to be moved between his Area and the Outpost."""

    warrior: Warrior
    """The warrior, where he is now."""
    to: Area | Literal["own-area"]
    """Where he is to go; `own-area` is for one who has neither Squad nor array to go back to."""
    own_outpost: tuple[Warrior, ...] = ()
    """The player's other warriors in the Outpost."""
    others_there: Count
    """Warriors of other players in their Outposts."""
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


@result_type
class Transferred:
    """The warrior stands there."""

    area: Area | Literal["own-area"]
    """Where."""
    actions_left: int


@result_type
class DiscardedInstead:
    """What becomes of one considered an Animal whom a card forces out."""

    warrior: Literal["discarded"] = "discarded"
    actions_left: int


def outpost_transfer(state: OutpostTransfer, trace: Trace) -> Ruling:
    """Whether he may be moved there, with everything against it, and the Actions left."""
    warrior_faults(state.warrior, trace)
    for other in state.own_outpost:
        if other.area != "outpost":
            trace.fault("DT-17.6", "not-in-the-outpost", area=other.area)
    if state.animal:
        rider_faults(state.warrior, trace)
    if state.wholly_converted and "dark-legion" not in state.warrior.affiliations:
        trace.fault("DT-17.8", "not-of-the-legion")
    trace.require_possible()
    bar_by_cards(state.cards, trace)
    if not trace.barred and _discarded_instead(state, trace):
        return trace.resolved(DiscardedInstead(actions_left=state.actions_left))
    bound = trace.silent()
    if state.cards:
        _bar_by_duties(state, False, bound)
    _bar_by_duties(state, bound.barred and card_lifts("transfer", state.cards, trace), trace)
    _bar_by_route(state, trace)
    if state.to == "outpost":
        _bar_by_company(state, trace)
        there = tuple(own for other in state.own_outpost for own in other.affiliations)
        bar_by_tribes(state.warrior.affiliations, there, state.cards, trace)
    if _empties(state) and state.others_there:
        lifted = card_lifts("transfer", state.cards, trace)
        trace.bar("DT-17.3", "last-one-stays", lifted=lifted, others=state.others_there)
    left = pay(state.actions_left, _price(state, trace.silent() if trace.barred else trace), state.cards, trace)
    trace.require_legal()
    if state.warrior.unpaid:
        trace.cite("DT-6.39", "moved-from-no-area")
        trace.silence("transfer-of-an-unrevealed-warrior")
    if _must_leave(state) and (state.animal or state.warrior.counts_as("animal")):
        trace.cite("DT-17.9", "against-the-animal")
        trace.silence("convert-bound-by-an-animal")
    return trace.judged(Transferred(area=state.to, actions_left=left))


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


def _bar_by_duties(state: OutpostTransfer, lifted: bool, trace: Trace) -> None:
    """Bar what a duty to stay forbids; where a card lifts it, only cite it."""
    if state.on_battle_card:
        trace.bar("DT-19.16", "defender-stays", lifted=lifted)
    if state.warrior.in_tribe and state.to != "outpost":
        trace.bar("DT-2.8", "tribe-stays", lifted=lifted, tribe=state.warrior.affiliations[0])
    if not _must_leave(state) or state.forced_by is not None:
        # else duty and ban collide, which is said once nothing else speaks against the move
        _bar_by_animal(state, lifted, trace)
    if state.forced_by is not None:
        trace.cite("DT-17.13", "card-moves-him", card=state.forced_by)
    elif state.transfers >= TRANSFERS and _must_leave(state):
        trace.cite("DT-17.9", "not-by-choice")
    elif state.transfers >= TRANSFERS:
        trace.bar("DT-6.22", "moved-already", lifted=lifted, transfers=state.transfers)


def _bar_by_animal(state: OutpostTransfer, lifted: bool, trace: Trace) -> None:
    """Bar what the Animal he rides, or is, does not let him do; a card that forces a rider out costs him the Animal."""
    card = state.forced_by
    if state.warrior.counts_as("animal"):
        if card is None:
            trace.bar("DT-4.77", "never-transferred", lifted=lifted)
        else:
            trace.cite("DT-4.77", "not-out-of-an-outpost", area=state.warrior.area)
    if state.animal and state.to != "outpost":
        if card is None:
            trace.bar("DT-4.73", "rider-stays", lifted=lifted)
        else:
            trace.cite("DT-4.74", "animal-discarded", card=card)


def _camp(state: OutpostTransfer) -> Camp:
    return "dark-legion" if state.wholly_converted else state.warrior.camp


def _bar_by_route(state: OutpostTransfer, trace: Trace) -> None:
    here, there = state.warrior.area, state.to
    if here == there:
        trace.bar("DT-6.20", "already-there", lifted=card_lifts("area", state.cards, trace), area=here)
    elif state.warrior.no_squad_no_array:
        if there == "outpost":
            trace.cite("DT-17.11", "may-go-there")
        elif there == "own-area" and here == "outpost":
            trace.cite("DT-17.12", "back-to-his-own")
        else:
            trace.bar("DT-17.11", "no-squad-no-array", lifted=card_lifts("area", state.cards, trace))
    elif not state.warrior.in_tribe:  # that a Tribe never leaves is said where he may not move
        bar_by_camp(_camp(state), here, there, state.cards, trace)


def bar_by_camp(own: Camp, here: Area, there: str, cards: tuple[CardText, ...], trace: Trace) -> None:
    """Bar a move that is not the one between Outpost and own Area; another player's Outpost is neither."""
    if own in ("doomtrooper", "both") and {here, there} == {"squad", "outpost"}:
        trace.cite("DT-17.4", "doomtrooper-moves", to=there)
    elif own in ("dark-legion", "both") and {here, there} == {"array", "outpost"}:
        trace.cite("DT-17.5", "dark-legion-moves", to=there)
    elif own == "dark-legion":
        lifted = card_lifts("area", cards, trace)
        trace.bar("DT-17.5", "no-way-for-him", lifted=lifted, area=here, to=there)
    else:
        lifted = card_lifts("area", cards, trace)
        trace.bar("DT-17.4", "no-way-for-him", lifted=lifted, area=here, to=there)


def _bar_by_company(state: OutpostTransfer, trace: Trace) -> None:
    own = _camp(state)
    there = {other.camp for other in state.own_outpost}
    if any(other.in_tribe for other in state.own_outpost) and own != "neither":
        trace.cite("DT-17.10", "stands-with-tribes")
    if own == "both" and there & {"doomtrooper", "dark-legion"}:
        trace.cite("DT-17.7", "stands-with-either")
    elif own == "dark-legion" and "doomtrooper" in there:
        if state.wholly_converted:
            trace.bar("DT-17.8", "wholly-converted", lifted=card_lifts("restriction", state.cards, trace))
        else:
            trace.bar("DT-17.6", "doomtroopers-there", lifted=card_lifts("restriction", state.cards, trace))
    elif own == "doomtrooper" and "dark-legion" in there:
        trace.bar("DT-17.6", "dark-legion-there", lifted=card_lifts("restriction", state.cards, trace))


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
        results=(Transferred, DiscardedInstead),
        example=OutpostTransfer(
            warrior=Warrior(affiliation="imperial", area="squad"),
            to="outpost",
            own_outpost=(Warrior(affiliation="templars", area="outpost"),),
            others_there=1,
            actions_left=2,
        ),
        summary={
            "it": "Se un guerriero può essere trasferito nell'Avamposto o fuori",
            "en": "Whether a warrior may be transferred to the Outpost or out of it",
        },
    ),
)
