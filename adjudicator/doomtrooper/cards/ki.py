"""Ki Powers: for Mishima warriors and those affiliated to it, one Action each, one copy of each."""

from dataclasses import dataclass

from adjudicator.doomtrooper.cards.texts import CardText, lifted, paid, permitted
from adjudicator.doomtrooper.state import STRICT, Count, Warrior, warrior_faults
from adjudicator.doomtrooper.tables import KI_POWER_ACTIONS, KI_POWER_COPIES
from adjudicator.kernel import Procedure, Ruling, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class KiPower:
    """A Ki Power about to be given to a warrior."""

    __pydantic_config__ = STRICT
    warrior: Warrior
    """Who is to have it, with the affiliations he has now."""
    power: str
    """Its name."""
    held: tuple[str, ...] = ()
    """Names of the Ki Powers he has."""
    actions_left: Count
    """Actions left in this Turn."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


def ki_power(state: KiPower, trace: Trace) -> Ruling:
    """Whether he may have it, and that he keeps those he has."""
    warrior_faults(state.warrior, trace)
    trace.require_possible()
    legal = permitted(state.cards, trace)
    if "mishima" in state.warrior.affiliations:
        trace.cite("DT-4.63", "of-mishima")
    elif state.held:
        trace.cite("DT-4.65", "keeps-but-gains-none", held=list(state.held))
        legal &= lifted("restriction", state.cards, trace)
    else:
        trace.cite("DT-4.63", "not-of-mishima", warrior=state.warrior.affiliations[0])
        legal &= lifted("restriction", state.cards, trace)
    if state.held.count(state.power) >= KI_POWER_COPIES:
        trace.cite("DT-4.66", "has-that-power", power=state.power)
        legal &= lifted("one-copy", state.cards, trace)
    left = paid(state.actions_left, KI_POWER_ACTIONS, state.cards, trace)
    if left is None or not legal:
        return trace.ruling("illegal", keeps=list(state.held))
    trace.cite("DT-4.63", "power-assigned", actions=state.actions_left - left)
    return trace.ruling("legal", keeps=[*state.held, state.power], actions_left=left)


PROCEDURES = (
    Procedure(
        name="ki-power",
        state=KiPower,
        decide=ki_power,
        example=KiPower(
            warrior=Warrior(affiliation="generic", acquired="mishima", area="squad"),
            power="Ki of Speed",
            actions_left=1,
        ),
        summary={
            "it": "Se un Potere Ki può essere assegnato a un guerriero",
            "en": "Whether a Ki Power may be assigned to a warrior",
        },
    ),
)
