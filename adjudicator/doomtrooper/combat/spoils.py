"""What a kill brings: Promotion Points, or Destiny Points only, or nothing.

The killer's player earns the Value of the killed warrior as it was in the fight. A Mercenary without an
affiliation and whoever kills his own warrior earn Destiny Points only. The last defender of a Battle is
worth twenty points more; whether to such a Mercenary too the text does not say.
"""

from typing import Literal

from adjudicator.doomtrooper.conflicts import (
    DESTINY_FOR_KILL,
    KILLS_OUTSIDE_COMBAT,
    LAST_DEFENDER,
    VALUE_BELOW_ZERO,
)
from adjudicator.doomtrooper.state import Warrior
from adjudicator.doomtrooper.tables import LAST_DEFENDER_POINTS
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class Kill:
    """A warrior killed."""

    value: int
    """The killed warrior's V as modified at that moment."""
    cause: Literal["combat", "vehicle-lost", "card"] = "combat"
    """What killed him; `vehicle-lost` is being inside a Vehicle that is discarded."""
    own_warrior: bool = False
    """Whether the killer's player controlled him too."""
    killer: Warrior | None
    """The warrior who killed him in combat; none outside it."""
    last_of_battle: bool = False
    """Whether he was the last defender on a Battle card."""


@result_type
class Spoils:
    """What the killer's player gains."""

    promotion: int = 0
    destiny: int | None = 0
    """None where the text does not give the number."""


@result_type
class DestinyNotStated:
    """What the killer's player gains besides Destiny Points of which the text does not give the number."""

    not_stated: Literal["destiny-points"] = "destiny-points"
    promotion: int


def spoils(kill: Kill, trace: Trace) -> Spoils:
    """The points for one kill."""
    if kill.cause == "vehicle-lost":
        trace.cite("DT-16.8", "no-points")
        return Spoils()
    if kill.cause == "card" and not _counts_outside_combat(kill, trace):
        return Spoils()
    if kill.own_warrior:
        trace.cite("DT-6.113", "own-warrior")
        trace.cite("DT-7.5", "completes-no-mission")
        return Spoils(destiny=_destiny(kill.value, trace))
    killer = kill.killer
    bonus = _last_defender(kill, trace)
    if bonus is not None and killer is not None and killer.unattached_mercenary:
        trace.cite("DT-13.3", "battle-points-not-said", points=bonus)
        trace.silence("battle-points-of-a-mercenary")
    if bonus is not None and trace.reading(LAST_DEFENDER) == "instead-of-value":
        trace.cite("DT-19.8", "value-not-added")
        return Spoils(promotion=bonus)
    extra = bonus or 0
    if killer is not None and killer.counts_as("mercenary"):
        if killer.unattached_mercenary:
            trace.cite("DT-13.3", "destiny-only")
            return Spoils(destiny=_destiny(kill.value, trace))
        trace.cite("DT-13.4", "earns-promotion", affiliation=killer.attacks_as[0])
    points = gained(kill.value, trace)
    trace.cite("DT-2.16", "value-of-the-killed", value=kill.value, points=points)
    return Spoils(promotion=points + extra)


def gained(value: int, trace: Trace) -> int:
    """The points a Value gives, which may have fallen below zero."""
    if value >= 0:
        return value
    if trace.reading(VALUE_BELOW_ZERO) == "nothing":
        trace.cite("DT-6.111", "below-zero-gives-nothing", value=value)
        return 0
    trace.cite("DT-6.111", "below-zero-costs", value=value)
    return value


def _destiny(value: int, trace: Trace) -> int | None:
    if trace.reading(DESTINY_FOR_KILL) == "not-stated":
        trace.cite("DT-4.8", "destiny-not-stated")
        return None
    points = gained(value, trace)
    trace.cite("DT-4.8", "destiny-as-the-value", destiny=points)
    return points


def _counts_outside_combat(kill: Kill, trace: Trace) -> bool:
    if kill.last_of_battle:
        trace.cite("DT-19.9", "not-in-combat")
    if trace.reading(KILLS_OUTSIDE_COMBAT) == "every-kill":
        return True
    trace.cite("DT-2.16", "only-in-combat")
    return False


def _last_defender(kill: Kill, trace: Trace) -> int | None:
    if not kill.last_of_battle or kill.cause != "combat":
        return None
    trace.cite("DT-19.8", "last-defender", points=LAST_DEFENDER_POINTS)
    return LAST_DEFENDER_POINTS


def promotion_points(state: Kill, trace: Trace) -> Ruling:
    """The Promotion and Destiny Points of the killer's player."""
    if state.killer is not None and state.cause != "combat":
        trace.fault("DT-2.16", "killer-outside-combat", cause=state.cause)
    trace.require_possible()
    found = spoils(state, trace)
    if found.destiny is None:
        return trace.closed("undecided", DestinyNotStated(promotion=found.promotion))
    return trace.resolved(found)


PROCEDURES = (
    Procedure(
        name="promotion-points",
        state=Kill,
        decide=promotion_points,
        results=(Spoils, DestinyNotStated),
        example=Kill(value=7, killer=Warrior(affiliation="generic", kinds=("mercenary",), area="squad")),
        summary={
            "it": "Quanti punti dà l'uccisione di un guerriero, e di che tipo",
            "en": "How many points the kill of a warrior gives, and of which kind",
        },
    ),
)
