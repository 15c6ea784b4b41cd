"""What comes before anything a villager does when it activates: Stun, which makes it skip, and fire."""

from adjudicator.kernel import Trace
from adjudicator.village_attacks.blows import wound_villager
from adjudicator.village_attacks.conflicts import STUNNED_AND_BURNING
from adjudicator.village_attacks.position import Position
from adjudicator.village_attacks.tables import BURN


def wakes(position: Position, name: str, trace: Trace) -> bool:
    """Whether the villager may act: fire and Stun are settled first."""
    villager = position.villagers[name]
    if villager.stunned:
        position.put_conditions(name, stunned=False)
        trace.cite("VA-4.10", "skips", villager=name)
        if villager.burning and trace.reading(STUNNED_AND_BURNING) == "burns":
            burn(position, name, trace)
        elif villager.burning:
            trace.cite("VA-4.13", "burns-later", villager=name)
        return False
    return not (villager.burning and burn(position, name, trace))


def burn(position: Position, name: str, trace: Trace) -> bool:
    """The fire does its damage and goes out; whether that killed the villager."""
    trace.cite("VA-4.13", "burns", villager=name, damage=BURN)
    if position.zones and position.zones[position.villagers[name].zone].unlucky:
        trace.cite("VA-4.16", "fire-never-fails", villager=name)
    position.put_conditions(name, burning=False)
    return wound_villager(position, name, BURN, "burning", None, trace)
