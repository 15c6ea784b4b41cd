"""Giving Equipment to warriors, and what is lost with the card it was given to.

Every warrior uses all Equipment that no restriction keeps from him. A Weapon costs one Action. There is
no limit but one Armour; what is assigned stays, until it or the card it is assigned to is discarded.
"""

from dataclasses import replace
from typing import Literal

from adjudicator.doomtrooper.cards.targets import FOR_ANYONE, Printed, bar_by_icon_and_words
from adjudicator.doomtrooper.cards.texts import CardText, bar_by_cards, card_lifts, pay
from adjudicator.doomtrooper.conflicts import BROTHERHOOD_EQUIPMENT, EQUIPPING_ACTIONS
from adjudicator.doomtrooper.state import CORPORATIONS, Count, Warrior, warrior_faults
from adjudicator.doomtrooper.tables import ARMOURS, EQUIP_ACTIONS
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class AssignEquipment:
    """A piece of Equipment about to be given to an own warrior."""

    warrior: Warrior
    """Who is to have it."""
    kind: Literal["weapon", "armour", "other", "weapon-upgrade"]
    """What it is; `weapon-upgrade` is Equipment assigned to a Weapon."""
    printed: Printed = FOR_ANYONE
    """What its card says about whom it is for."""
    comes_from: Literal["hand", "another-warrior", "same-warrior"] = "hand"
    """Where it is now; `same-warrior` means that the player wants it back in hand."""
    weapons: Count = 0
    """Weapons he has."""
    armours: Count = 0
    """Armours he has."""
    copies: Count = 0
    """Copies of this very card he has."""
    actions_left: Count
    """Actions left in this Turn."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


@result_type
class EquipmentAssigned:
    """A warrior with a piece of Equipment more."""

    usable: bool
    """Whether he can use it now."""
    actions_left: int


def assign_equipment(state: AssignEquipment, trace: Trace) -> Ruling:
    """Whether he may have it, whether he can use it now, and the Actions left."""
    warrior_faults(state.warrior, trace)
    armours = _held("armour", state)
    if armours > ARMOURS:
        trace.fault("DT-4.17", "more-than-one-armour", armours=armours)
    trace.require_possible()
    bar_by_cards(state.cards, trace)
    if state.comes_from != "hand":
        lifted = card_lifts("reassigning", state.cards, trace)
        trace.bar("DT-6.48", "stays-where-it-is", lifted=lifted, wanted=state.comes_from)
    bar_unfit(state.printed, state.warrior, state.cards, trace)
    _bar_by_room(state, trace)
    cost = _actions(state.kind, trace.silent() if trace.barred else trace)
    left = pay(state.actions_left, cost, state.cards, trace)
    trace.require_legal()
    if state.kind == "weapon-upgrade":
        trace.cite("DT-4.21", "part-of-the-weapon")
    else:
        trace.cite("DT-4.12", "stays-with-him")
    return trace.judged(EquipmentAssigned(usable=_usable(state, trace), actions_left=left))


def bar_unfit(printed: Printed, warrior: Warrior, cards: tuple[CardText, ...], trace: Trace) -> None:
    """Bar Equipment of that icon and those words from a warrior who may not use it."""
    unfit = trace.silent()
    if cards:
        _bar_unfit(printed, warrior, False, unfit)
    _bar_unfit(printed, warrior, unfit.barred and card_lifts("restriction", cards, trace), trace)


def _bar_unfit(printed: Printed, warrior: Warrior, lifted: bool, trace: Trace) -> None:
    corporate = any(own in CORPORATIONS for own in warrior.affiliations)
    named_by_generic_icon = corporate or "dark-legion" in warrior.affiliations
    if printed == FOR_ANYONE or (printed == Printed(icon="generic") and not named_by_generic_icon):
        if warrior.in_tribe:
            trace.cite("DT-6.47", "for-any-warrior")
        else:
            trace.cite("DT-6.45", "no-restriction")
        return
    if "dark-legion" in warrior.affiliations:
        _bar_unfit_for_dark_legion(printed, warrior, lifted, trace)
        return
    excluded = printed.who == "dark-legion" or (printed.who == "doomtroopers" and not warrior.unattached_mercenary)
    if excluded and warrior.in_tribe:
        trace.bar("DT-6.47", "not-for-tribes", lifted=lifted, who=printed.who)
        return
    if printed.icon == "brotherhood" and corporate and "brotherhood" not in warrior.affiliations:
        if trace.reading(BROTHERHOOD_EQUIPMENT) == "barred":
            trace.bar("DT-4.82", "brotherhood-only", lifted=lifted, warrior=warrior.affiliations[0])
            return
        trace.cite("DT-6.45", "brotherhood-for-corporations")
        printed = replace(printed, icon=None)
    bar_by_icon_and_words(printed, warrior, lifted, trace)


def _bar_unfit_for_dark_legion(printed: Printed, warrior: Warrior, lifted: bool, trace: Trace) -> None:
    doomtrooper_too = warrior.counts_as("mercenary") or any(own != "dark-legion" for own in warrior.affiliations)
    if printed.who == "doomtroopers" and not doomtrooper_too:
        trace.bar("DT-6.46", "not-for-dark-legion", lifted=lifted)
        return
    if printed.icon == "brotherhood" and "brotherhood" not in warrior.affiliations:
        trace.cite("DT-6.46", "even-brotherhood")
        printed = replace(printed, icon=None)
    elif printed.icon == "generic":
        trace.cite("DT-6.46", "generic-too")
    elif printed.icon is not None and printed.icon not in warrior.affiliations:
        trace.bar("DT-6.46", "of-one-affiliation-only", lifted=lifted, affiliation=printed.icon)
        return
    bar_by_icon_and_words(printed, warrior, lifted, trace)


def _bar_by_room(state: AssignEquipment, trace: Trace) -> None:
    if state.kind == "armour" and _held("armour", state) >= ARMOURS:
        trace.bar("DT-4.17", "has-an-armour", lifted=card_lifts("one-of-a-kind", state.cards, trace))
    elif state.kind == "weapon-upgrade" and state.weapons == 0:
        trace.bar("DT-4.21", "no-weapon-to-improve")
    elif not trace.barred:
        weapons = _held("weapon", state)
        if state.kind == "weapon" and weapons:
            trace.cite("DT-4.15", "any-number-of-weapons", weapons=weapons)
        if state.copies and state.kind != "armour":
            trace.cite("DT-6.49", "copies-too", copies=state.copies)


def _held(kind: Literal["weapon", "armour"], state: AssignEquipment) -> int:
    """How many of them he has; a copy of one is one, whether or not it was counted."""
    counted = state.weapons if kind == "weapon" else state.armours
    return max(counted, state.copies) if state.kind == kind else counted


def _actions(kind: str, trace: Trace) -> int:
    if kind == "weapon":
        trace.cite("DT-6.51", "weapon-costs", actions=EQUIP_ACTIONS)
        return EQUIP_ACTIONS
    if trace.reading(EQUIPPING_ACTIONS) == "free":
        trace.cite("DT-6.51", "only-weapons-cost")
        return 0
    trace.cite("DT-6.51", "equipping-costs", actions=EQUIP_ACTIONS)
    return EQUIP_ACTIONS


def _usable(state: AssignEquipment, trace: Trace) -> bool:
    vehicle = state.warrior.vehicle
    if vehicle is None or vehicle.bans == "nothing":
        return True
    if not vehicle.inside:
        trace.cite("DT-16.10", "outside-nothing-is-banned", vehicle=vehicle.card)
        return True
    if vehicle.bans == "weapons" and state.kind not in ("weapon", "weapon-upgrade"):
        trace.cite("DT-16.3", "only-weapons-banned", card=vehicle.card)
        return True
    trace.cite("DT-16.3", "not-while-inside", vehicle=vehicle.card)
    return False


@state_type
class DiscardBase:
    """A card that others are assigned to, about to leave play."""

    base: Literal["warrior", "weapon", "other"]
    """What it is."""
    leaves: Literal["killed", "discarded", "eliminated"]
    """How it leaves."""
    assigned: tuple[str, ...]
    """Names of the cards assigned to it, Gifts apart."""
    gifts: tuple[str, ...] = ()
    """Names of the Gifts of the Dark Symmetry a warrior has."""


@result_type
class DiscardedTogether:
    """What goes with the card."""

    discarded: tuple[str, ...]
    """Names of the cards."""


def discard_base(state: DiscardBase, trace: Trace) -> Ruling:
    """The cards that leave play with it."""
    if state.leaves == "killed" and state.base != "warrior":
        trace.fault("DT-6.50", "only-warriors-are-killed", base=state.base)
    if state.gifts and state.base != "warrior":
        trace.fault("DT-6.57", "gifts-go-to-warriors", base=state.base)
    trace.require_possible()
    if state.leaves == "eliminated":
        if state.assigned or state.gifts:
            trace.cite("DT-4.91", "not-the-same-as-discarded")
            trace.silence("cards-assigned-to-an-eliminated-card")
        trace.cite("DT-4.91", "nothing-was-assigned")
    elif state.base == "warrior":
        trace.cite("DT-6.50", "cards-go-with-him", cards=[*state.assigned, *state.gifts])
        if state.gifts:
            trace.cite("DT-6.60", "gifts-go-with-him", gifts=list(state.gifts))
    elif state.base == "weapon":
        trace.cite("DT-4.21", "goes-with-the-weapon", cards=list(state.assigned))
    else:
        trace.cite("DT-4.87", "assigned-cards-go-too", cards=list(state.assigned))
    return trace.resolved(DiscardedTogether(discarded=(*state.assigned, *state.gifts)))


PROCEDURES = (
    Procedure(
        name="assign-equipment",
        state=AssignEquipment,
        decide=assign_equipment,
        results=(EquipmentAssigned,),
        example=AssignEquipment(
            warrior=Warrior(affiliation="dark-legion", area="array"),
            kind="weapon",
            printed=Printed(icon="brotherhood"),
            actions_left=1,
        ),
        summary={
            "it": "Se un Equipaggiamento può essere assegnato a un guerriero",
            "en": "Whether a piece of Equipment may be assigned to a warrior",
        },
    ),
    Procedure(
        name="discard-base",
        state=DiscardBase,
        decide=discard_base,
        results=(DiscardedTogether,),
        example=DiscardBase(base="warrior", leaves="killed", assigned=("sword", "armour")),
        summary={
            "it": "Quali carte vanno via con quella a cui sono assegnate",
            "en": "Which cards leave play with the one they are assigned to",
        },
    ),
)
