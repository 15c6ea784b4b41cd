"""What Darkness and bad luck in a zone do to villagers' attacks: whom they see, and whether they fail."""

from adjudicator.kernel import Trace
from adjudicator.village_attacks.conflicts import UNLUCKY_ATTACKS, ZONE_CONDITIONS
from adjudicator.village_attacks.position import Choice, Position
from adjudicator.village_attacks.state import Villager, Zone


def seen(position: Position, start: str, reach: int, blind: bool) -> tuple[set[str], set[str]]:
    """The zones within reach, and those next on the way that Darkness keeps out of it; its own is neither.

    `blind` means that Darkness lies on whoever looks.
    """
    clear: set[str] = set()
    dark: set[str] = set()
    edge = {start}
    steps = 0
    while edge and steps < reach:  # how far it reaches is asked for no closer than the map goes
        steps += 1
        beyond = {name for zone in edge for name in position.zones[zone].neighbours} - clear - dark - {start}
        if blind:
            return clear, beyond
        dark |= {name for name in beyond if position.zones[name].dark}
        edge = beyond - dark
        clear |= edge
    return clear, dark


def in_darkness(position: Position, villager: Villager, trace: Trace) -> bool:
    """Whether Darkness lies on the villager."""
    here, first = _zones_of(position, villager)
    return here.dark if here.dark == first.dark else _whose_conditions(villager, here, first, trace).dark


def unlucky(position: Position, villager: Villager, target: str | None, trace: Trace) -> bool:
    """Whether an attack of the villager into that zone may fail."""
    here, first = _zones_of(position, villager)
    stands = here if here.unlucky == first.unlucky else _whose_conditions(villager, here, first, trace)
    return at_risk(stands.unlucky, target is not None and position.zones[target].unlucky, trace)


def at_risk(here: bool, there: bool, trace: Trace) -> bool:
    """Whether an attack counts as made in an Unlucky zone, whichever of its two ends is."""
    if here == there:
        return here
    match trace.reading(UNLUCKY_ATTACKS):
        case "attacker-inside":
            return here
        case "target-inside":
            return there
        case "both-inside":
            return False
        case _:
            return True


def _zones_of(position: Position, villager: Villager) -> tuple[Zone, Zone]:
    """The zone the villager stands in, and the one it stood in at first."""
    return position.zones[villager.zone], position.zones[position.first_zones.get(villager.name, villager.zone)]


def _whose_conditions(villager: Villager, here: Zone, first: Zone, trace: Trace) -> Zone:
    """The zone whose conditions hold for a villager that has been shoved from one into another."""
    if trace.reading(ZONE_CONDITIONS) == "figures":
        trace.cite("VA-4.14", "follows-the-figure", villager=villager.name, zone=first.name)
        return first
    trace.cite("VA-4.14", "stays-with-the-zone", villager=villager.name, zone=here.name)
    return here


def lands(position: Position, name: str, trace: Trace) -> bool:
    """Whether the coin lets an attack from or into an Unlucky zone succeed."""
    side = position.pick("unlucky", name, ("heads", "tails"))
    if side is None:
        trace.cite("VA-4.15", "asks-coin", attacker=name)
        trace.choice(Choice(about="unlucky", who=name, options=("heads", "tails")))
    if side == "tails":
        trace.cite("VA-4.15", "fails", attacker=name)
        return False
    trace.cite("VA-4.15", "succeeds", attacker=name)
    return True
