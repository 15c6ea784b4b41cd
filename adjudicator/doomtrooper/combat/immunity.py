"""Whether one who is immune to the Art or to the Dark Symmetry is immune to a given power."""

from adjudicator.doomtrooper.conflicts import GIFTS, PLAIN_IMMUNITY
from adjudicator.doomtrooper.state import Immunity, Power
from adjudicator.kernel import Trace


def immune_to(power: Power, immunities: tuple[Immunity, ...], trace: Trace) -> bool:
    """Whether the power has no effect on a warrior with these immunities."""
    if not immunities:
        return False
    if power == "art":
        immune = "art" in immunities
        if immune:
            trace.cite("DT-14.2", "immune-to-the-art")
        return immune
    if "dark-symmetry-cards" in immunities:
        trace.cite("DT-6.63", "cards-cover-every-gift", power=power)
        return True
    plain = "dark-symmetry" in immunities
    if power == "dark-gift":
        if plain or "dark-symmetry-gifts" in immunities:
            trace.cite("DT-14.2", "immune-to-gifts")
            return True
        return False
    if plain and trace.reading(PLAIN_IMMUNITY) == "cards":
        trace.cite("DT-6.63", "plain-immunity-means-cards")
        return True
    if plain or "dark-symmetry-gifts" in immunities:
        if trace.reading(GIFTS) == "all-are-gifts":
            trace.cite("DT-6.58", "apostles-gift-is-a-gift")
            return True
        trace.cite("DT-6.64", "apostles-gift-still-works")
    return False
