"""Ki Powers: for Mishima warriors and those affiliated to it, one Action each, one copy of each."""

from adjudicator.doomtrooper.cards.texts import CardText, bar_by_cards, beyond_copies, card_lifts, pay
from adjudicator.doomtrooper.state import Count, Warrior, warrior_faults
from adjudicator.doomtrooper.tables import KI_POWER_ACTIONS, KI_POWER_COPIES
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class KiPower:
    """A Ki Power about to be given to a warrior."""

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


@result_type
class KiPowers:
    """What the warrior has then."""

    keeps: tuple[str, ...]
    """Names of his Ki Powers."""
    actions_left: int | None = None


def ki_power(state: KiPower, trace: Trace) -> Ruling:
    """Whether he may have it, and that he keeps those he has."""
    warrior_faults(state.warrior, trace)
    for power, copies in beyond_copies(KI_POWER_COPIES, state.held, state.cards):
        trace.fault("DT-4.66", "more-than-one-copy", power=power, copies=copies)
    trace.require_possible()
    bar_by_cards(state.cards, trace)
    if "mishima" in state.warrior.affiliations:
        trace.cite("DT-4.63", "of-mishima")
    elif state.held:
        lifted = card_lifts("restriction", state.cards, trace)
        trace.bar("DT-4.65", "keeps-but-gains-none", lifted=lifted, held=list(state.held))
    else:
        affiliation = state.warrior.affiliations[0]
        lifted = card_lifts("restriction", state.cards, trace)
        trace.bar("DT-4.63", "not-of-mishima", lifted=lifted, warrior=affiliation)
    if state.held.count(state.power) >= KI_POWER_COPIES:
        trace.bar("DT-4.66", "has-that-power", lifted=card_lifts("one-copy", state.cards, trace), power=state.power)
    left = pay(state.actions_left, KI_POWER_ACTIONS, state.cards, trace)
    trace.require_legal(KiPowers(keeps=state.held))
    trace.cite("DT-4.63", "power-assigned", actions=state.actions_left - left)
    return trace.judged(KiPowers(keeps=(*state.held, state.power), actions_left=left))


PROCEDURES = (
    Procedure(
        name="ki-power",
        state=KiPower,
        decide=ki_power,
        results=(KiPowers,),
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
