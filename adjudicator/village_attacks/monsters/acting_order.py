"""Whose turn it is in the monsters' phase: clockwise from the first player, then the summoned ones."""

from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class MonstersPhaseOrder:
    """The monsters of a round."""

    clockwise: tuple[str, ...]
    """The played monsters as their players sit, clockwise."""
    first: str
    """The monster with the first-player token."""
    summoned: tuple[str, ...] = ()
    """The summoned monsters."""


@result_type
class ActingOrder:
    """Who acts after whom."""

    order: tuple[str, ...]


@result_type
class OrderInPart:
    """The order of the played monsters, where no rule orders those that come after them."""

    not_stated: Literal["order-of-summoned-monsters"] = "order-of-summoned-monsters"
    """What no rule says."""
    order: tuple[str, ...]


def monsters_phase_order(state: MonstersPhaseOrder, trace: Trace) -> Ruling:
    """Who acts after whom."""
    if state.first not in state.clockwise:
        trace.fault("VA-1.1", "not-at-the-table", monster=state.first)
    if len(set(state.clockwise)) < len(state.clockwise):
        trace.fault("VA-1.1", "seated-twice")
    for name in state.summoned:
        if name in state.clockwise:
            trace.fault("VA-1.40", "already-played", monster=name)
    trace.require_possible()
    start = state.clockwise.index(state.first)
    order = state.clockwise[start:] + state.clockwise[:start]
    trace.cite("VA-1.1", "first-player-begins", monster=state.first)
    if state.summoned:
        trace.cite("VA-1.47", "summoned-come-last", monsters=[*state.summoned])
    if len(state.summoned) > 1:
        trace.cite("VA-1.47", "order-among-them", monsters=[*state.summoned])
        return trace.closed("undecided", OrderInPart(order=order))
    return trace.resolved(ActingOrder(order=order + state.summoned))


PROCEDURES = (
    Procedure(
        name="monsters-phase-order",
        state=MonstersPhaseOrder,
        decide=monsters_phase_order,
        results=(ActingOrder, OrderInPart),
        example=MonstersPhaseOrder(clockwise=("Banshee", "Vampire", "Golem"), first="Vampire", summoned=("Imp",)),
        summary={
            "it": "In quale ordine agiscono i mostri",
            "en": "In which order the monsters act",
        },
    ),
)
