"""Gifts of the Dark Symmetry: whom they go to, and who is immune to them or to the Art.

A Gift costs one Action and goes to a warrior of the Dark Legion; a generic one to any of them, an
Apostle's only to his followers; one copy of each. Immunity is what a card states: to the Art, to the
generic Gifts, or to all cards of the Dark Symmetry.
"""

from dataclasses import dataclass
from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, lifted, paid, permitted
from adjudicator.doomtrooper.combat.immunity import immune_to
from adjudicator.doomtrooper.state import STRICT, Count, Immunity, Power, Warrior, warrior_faults
from adjudicator.doomtrooper.tables import GIFT_ACTIONS, GIFT_COPIES
from adjudicator.kernel import Procedure, Ruling, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignDarkGift:
    """A card of the Dark Symmetry about to be given to a warrior."""

    __pydantic_config__ = STRICT
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


def assign_dark_gift(state: AssignDarkGift, trace: Trace) -> Ruling:
    """Whether he may have it, and the Actions left."""
    warrior_faults(state.warrior, trace)
    trace.require_possible()
    legal = permitted(state.cards, trace)
    if "dark-legion" not in state.warrior.affiliations:
        trace.cite("DT-4.36", "only-dark-legion", warrior=state.warrior.affiliations[0])
        legal &= lifted("restriction", state.cards, trace)
    if state.comes_from != "hand":
        trace.cite("DT-6.60", "not-reassigned", gift=state.gift)
        legal &= lifted("reassigning", state.cards, trace)
    if state.apostle is None:
        trace.cite("DT-6.59", "generic-gift")
    elif state.apostle == state.follows:
        trace.cite("DT-6.59", "of-his-apostle", apostle=state.apostle)
    else:
        trace.cite("DT-6.59", "of-another-apostle", apostle=state.apostle)
        legal &= lifted("restriction", state.cards, trace)
    if state.held.count(state.gift) >= GIFT_COPIES:
        trace.cite("DT-4.37", "has-that-gift", gift=state.gift)
        legal &= lifted("one-copy", state.cards, trace)
    elif state.held:
        trace.cite("DT-4.37", "any-number-of-gifts", held=len(state.held))
    left = paid(state.actions_left, GIFT_ACTIONS, state.cards, trace)
    if left is None or not legal:
        return trace.ruling("illegal")
    trace.cite("DT-6.57", "gift-assigned", actions=state.actions_left - left)
    trace.cite("DT-6.60", "stays-with-him", gift=state.gift)
    trace.cite("DT-6.61", "usable-at-once")
    return trace.ruling("legal", usable=True, actions_left=left)


@dataclass(frozen=True, slots=True, kw_only=True)
class Immune:
    """A power about to be used, and the warrior it would touch."""

    __pydantic_config__ = STRICT
    power: Power
    """The Art, a generic Gift, or an Apostle's Gift."""
    immunities: tuple[Immunity, ...] = ()
    """What his card, or one given to him, says that he is immune to."""
    used_on_him: bool = True
    """Whether it is used directly on him, or would only reach him."""


def immunity(state: Immune, trace: Trace) -> Ruling:
    """Whether it touches him; used directly on one who is immune it is illegal."""
    if not state.immunities:
        if state.power == "art":
            trace.cite("DT-14.2", "none-stated")
        else:
            trace.cite("DT-6.62", "must-be-stated")
        return trace.ruling("legal", affected=True)
    if not immune_to(state.power, state.immunities, trace):
        trace.cite("DT-14.2", "not-immune-to-that", power=state.power, immunities=list(state.immunities))
        return trace.ruling("legal", affected=True)
    trace.cite("DT-14.1", "no-effect-on-him", power=state.power)
    if state.used_on_him:
        trace.cite("DT-14.4", "not-used-on-him", power=state.power)
        return trace.ruling("illegal", affected=False)
    return trace.ruling("legal", affected=False)


PROCEDURES = (
    Procedure(
        name="assign-dark-gift",
        state=AssignDarkGift,
        decide=assign_dark_gift,
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
        example=Immune(power="apostle-gift", immunities=("dark-symmetry-gifts",)),
        summary={
            "it": "Se un guerriero è immune a un potere",
            "en": "Whether a warrior is immune to a power",
        },
    ),
)
