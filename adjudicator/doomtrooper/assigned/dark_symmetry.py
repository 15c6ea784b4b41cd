"""Gifts of the Dark Symmetry: whom they go to, and who is immune to them or to the Art.

A Gift costs one Action and goes to a warrior of the Dark Legion; a generic one to any of them, an
Apostle's only to his followers; one copy of each. Immunity is what a card states: to the Art, to the
generic Gifts, or to all cards of the Dark Symmetry.
"""

from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, bar_by_cards, beyond_copies, card_lifts, pay
from adjudicator.doomtrooper.combat.effects import immune_to
from adjudicator.doomtrooper.state import Count, Immunity, Power, Warrior, warrior_faults
from adjudicator.doomtrooper.tables import GIFT_ACTIONS, GIFT_COPIES
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class AssignDarkGift:
    """A card of the Dark Symmetry about to be given to a warrior."""

    warrior: Warrior
    """Who is to have it."""
    follows: str | None = None
    """The Apostle he follows."""
    gift: str
    """Its name."""
    apostle: str | None = None
    """The Apostle whose Gift it is; none for a generic one."""
    comes_from: Literal["hand", "another-warrior"] = "hand"
    """Where it is now."""
    held: tuple[str, ...] = ()
    """Names of the Gifts he has."""
    actions_left: Count
    """Actions left in this Turn."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


@result_type
class GiftAssigned:
    """A warrior with a Gift more."""

    usable: bool
    """Whether he may use it at once."""
    actions_left: int


def assign_dark_gift(state: AssignDarkGift, trace: Trace) -> Ruling:
    """Whether he may have it, and the Actions left."""
    warrior_faults(state.warrior, trace)
    for gift, copies in beyond_copies(GIFT_COPIES, state.held, state.cards):
        trace.fault("DT-4.37", "more-than-one-copy", gift=gift, copies=copies)
    trace.require_possible()
    bar_by_cards(state.cards, trace)
    if "dark-legion" not in state.warrior.affiliations:
        affiliation = state.warrior.affiliations[0]
        lifted = card_lifts("restriction", state.cards, trace)
        trace.bar("DT-4.36", "only-dark-legion", lifted=lifted, warrior=affiliation)
    if state.comes_from != "hand":
        trace.bar("DT-6.60", "not-reassigned", lifted=card_lifts("reassigning", state.cards, trace), gift=state.gift)
    if state.apostle is None:
        trace.cite("DT-6.59", "generic-gift")
    elif state.apostle == state.follows:
        trace.cite("DT-6.59", "of-his-apostle", apostle=state.apostle)
    else:
        lifted = card_lifts("restriction", state.cards, trace)
        trace.bar("DT-6.59", "of-another-apostle", lifted=lifted, apostle=state.apostle)
    if state.held.count(state.gift) >= GIFT_COPIES:
        trace.bar("DT-4.37", "has-that-gift", lifted=card_lifts("one-copy", state.cards, trace), gift=state.gift)
    elif state.held:
        trace.cite("DT-4.37", "any-number-of-gifts", held=len(state.held))
    left = pay(state.actions_left, GIFT_ACTIONS, state.cards, trace)
    trace.require_legal()
    trace.cite("DT-6.57", "gift-assigned", actions=state.actions_left - left)
    trace.cite("DT-6.60", "stays-with-him", gift=state.gift)
    trace.cite("DT-6.61", "usable-at-once")
    return trace.judged(GiftAssigned(usable=True, actions_left=left))


@state_type
class Immune:
    """A power about to be used, and the warrior it would touch."""

    power: Power
    """The Art, a generic Gift, or an Apostle's Gift."""
    immunities: tuple[Immunity, ...] = ()
    """What his card, or one given to him, says that he is immune to."""
    used_on_him: bool = True
    """Whether it is used directly on him, or would only reach him."""


@result_type
class Touched:
    """What the power does to the warrior."""

    affected: bool
    """Whether it touches him."""


def immunity(state: Immune, trace: Trace) -> Ruling:
    """Whether it touches him; used directly on one who is immune it is illegal."""
    if not state.immunities:
        if state.power == "art":
            trace.cite("DT-14.2", "none-stated")
        else:
            trace.cite("DT-6.62", "must-be-stated")
        return trace.judged(Touched(affected=True))
    if not immune_to(state.power, state.immunities, trace):
        trace.cite("DT-14.2", "not-immune-to-that", power=state.power, immunities=list(state.immunities))
        return trace.judged(Touched(affected=True))
    trace.cite("DT-14.1", "no-effect-on-him", power=state.power)
    if state.used_on_him:
        trace.bar("DT-14.4", "not-used-on-him", power=state.power)
    return trace.judged(Touched(affected=False))


PROCEDURES = (
    Procedure(
        name="assign-dark-gift",
        state=AssignDarkGift,
        decide=assign_dark_gift,
        results=(GiftAssigned,),
        example=AssignDarkGift(
            warrior=Warrior(affiliation="dark-legion", area="array"),
            follows="Algeroth",
            gift="Dark Fire",
            apostle="Semai",
            actions_left=1,
        ),
        summary={
            "it": "Se un Dono Oscuro può essere assegnato a un guerriero",
            "en": "Whether a Dark Gift may be assigned to a warrior",
        },
    ),
    Procedure(
        name="immunity",
        state=Immune,
        decide=immunity,
        results=(Touched,),
        example=Immune(power="apostle-gift", immunities=("dark-symmetry-gifts",)),
        summary={
            "it": "Se un guerriero è immune a un potere",
            "en": "Whether a warrior is immune to a power",
        },
    ),
)
