"""How a riot begins: whether it breaks out at all, who defends, and the troops that come before the fight."""

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.vwars.conflicts import CONTROL, MARTIAL_LAW_EFFECTS, ROLE_BONUSES, RONALD_CAP
from adjudicator.vwars.state import City, Side, VampireRole, city_faults, enemy
from adjudicator.vwars.tables import RONALD_TROOPS, TROOP_CAP


@state_type
class RiotHappens:
    """The city that the riot of the turn falls on. Neither its marker nor its troops can keep the riot from it."""

    city: City
    """The city."""


@result_type
class Outbreak:
    """Whether there is a riot."""

    happens: bool


def riot_happens(state: RiotHappens, trace: Trace) -> Ruling:
    """Whether the riot takes place."""
    city_faults(state.city, trace)
    trace.require_possible()
    if fighting_is_over(state.city.martial_law, trace):
        return trace.resolved(Outbreak(happens=False))
    cite_outbreak(state.city, trace)
    return trace.resolved(Outbreak(happens=True))


def fighting_is_over(martial_law: bool, trace: Trace) -> bool:
    """Whether Martial Law, where the city is under it, has put an end to riots there."""
    if not martial_law:
        return False
    if trace.reading(MARTIAL_LAW_EFFECTS) == "it-summary":
        trace.cite("VW-9.17", "no-more-riots")
        return True
    trace.cite("VW-9.17", "no-ban-stated")
    return False


def cite_outbreak(city: City, trace: Trace) -> None:
    """Cite what lets the riot break out, whatever troops are there."""
    human, vampire = city.human_troops, city.vampire_troops
    trace.cite("VW-8.1", "breaks-out", human=human, vampire=vampire)
    if human >= TROOP_CAP or vampire >= TROOP_CAP:
        trace.cite("VW-8.6", "even-with-six")
    elif not human and not vampire:
        trace.cite("VW-8.1", "needs-no-troops")


@state_type
class RiotSides:
    """A city in which a riot is about to break out."""

    city: City
    """The city."""


@result_type
class Opponents:
    """Who defends a city and who attacks it."""

    defender: Side
    attacker: Side


def riot_sides(state: RiotSides, trace: Trace) -> Ruling:
    """Who defends and who attacks, where there can be a riot."""
    city_faults(state.city, trace)
    trace.require_possible()
    if fighting_is_over(state.city.martial_law, trace):
        return trace.resolved(Outbreak(happens=False))
    defender = find_defender(state.city, trace)
    return trace.resolved(Opponents(defender=defender, attacker=enemy(defender)))


def find_defender(city: City, trace: Trace) -> Side:
    """The side that controls the city; the other one attacks."""
    defender = city.controller
    if not city.vampire_control:
        trace.cite("VW-8.5", "no-marker")
    elif not city.human_troops and not city.vampire_troops and trace.reading(CONTROL) == "troops":
        trace.cite("VW-3.11", "no-troops")
        defender = "human"
    else:
        trace.cite("VW-8.5", "has-a-marker")
    trace.cite("VW-8.4", "sides", defender=defender, attacker=enemy(defender))
    return defender


def reinforce(vampire_troops: int, roles: tuple[VampireRole, ...], trace: Trace) -> int:
    """The Vampire troops after General Ronald, where he is among the vampires in the region, has sent his."""
    if "ronald" not in roles:
        return vampire_troops
    if trace.reading(ROLE_BONUSES) == "en-rulebook":
        trace.cite("VW-12.12", "on-the-card")
        trace.silence("role-card")
    troops = vampire_troops + RONALD_TROOPS
    if troops > TROOP_CAP and trace.reading(RONALD_CAP) == "cap-applies":
        troops = max(TROOP_CAP, vampire_troops)
        trace.cite("VW-12.12", "up-to-six", placed=troops - vampire_troops, troops=troops)
    else:
        trace.cite("VW-12.12", "two-more", troops=troops)
    return troops


_CITY = City(vampire_control=False, human_troops=3, vampire_troops=1, region_martial_law=False)

PROCEDURES = (
    Procedure(
        name="riot-sides",
        state=RiotSides,
        decide=riot_sides,
        results=(Opponents, Outbreak),
        example=RiotSides(city=_CITY),
        summary={"it": "Chi difende e chi attacca in una rivolta", "en": "Who defends and who attacks in a riot"},
    ),
    Procedure(
        name="riot-happens",
        state=RiotHappens,
        decide=riot_happens,
        results=(Outbreak,),
        example=RiotHappens(city=_CITY),
        summary={"it": "Se la rivolta ha luogo", "en": "Whether the riot takes place"},
    ),
)
