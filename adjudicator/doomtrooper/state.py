"""What several procedures of Doomtrooper are asked about: affiliations, Areas, values, a warrior."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias, get_args

from adjudicator.kernel import Trace, fault_check, state_type
from adjudicator.written import Written

Count: TypeAlias = Annotated[int, Written(ge=0)]
Corporation: TypeAlias = Literal["bauhaus", "capitol", "cybertronic", "imperial", "mishima"]
Tribe: TypeAlias = Literal["crescentian", "sons-of-rasputin", "templars", "lutheran-triad"]
Affiliation: TypeAlias = Literal[Corporation, "brotherhood", Tribe, "dark-legion", "generic"]
Area: TypeAlias = Literal["squad", "array", "outpost"]
"""Squad (Doomtroopers), array (Dark Legion), Outpost (Tribes, and who is transferred there)."""
Tactic: TypeAlias = Literal["C", "S"]
"""C: close combat. S: shooting."""
Stat: TypeAlias = Literal["C", "S", "A", "V"]
OwnVehicle: TypeAlias = Literal["vehicle", "aircraft", "submarine", "tank"]
Kind: TypeAlias = Literal["mortificator", "ninja", "mercenary", "animal", OwnVehicle]
"""What a warrior may be, or be considered, that the rules name; an aircraft, submarine or tank is a vehicle."""
VehicleKind: TypeAlias = Literal["generic", "tank", "aircraft", "submarine"]
Immunity: TypeAlias = Literal["art", "dark-symmetry", "dark-symmetry-gifts", "dark-symmetry-cards"]
"""What a card says its warrior is immune to; plain `dark-symmetry` names neither Gifts nor Cards."""
Status: TypeAlias = Literal["sound", "wounded", "killed"]
Camp: TypeAlias = Literal["doomtrooper", "dark-legion", "both", "neither"]
"""Whom a warrior may not stand with; a Heretic who is still a Doomtrooper is of both."""
Power: TypeAlias = Literal["art", "dark-gift", "apostle-gift"]
"""The Art, a generic Gift of the Dark Symmetry, a Gift of one Apostle."""

CORPORATIONS: tuple[Affiliation, ...] = get_args(Corporation)
TRIBES: tuple[Affiliation, ...] = get_args(Tribe)
VEHICLE_KINDS: frozenset[Kind] = frozenset(get_args(OwnVehicle))


@state_type
class WarriorValues:
    """The four values printed on a warrior's card."""

    C: int
    """Close combat."""
    S: int
    """Shooting."""
    A: int
    """Armour: the defence."""
    V: int
    """Value: the price in Destiny Points, and the Promotion Points for the kill."""


@state_type
class Values:
    """What a card adds to the four values."""

    C: int = 0
    """Close combat."""
    S: int = 0
    """Shooting."""
    A: int = 0
    """Armour: the defence."""
    V: int = 0
    """Value: the price in Destiny Points, and the Promotion Points for the kill."""

    def stat(self, stat: Stat) -> int:
        """One of the four."""
        return self.as_mapping()[stat]

    @property
    def changes(self) -> list[str]:
        """The values that are not zero, as a card prints them: "+2 C"."""
        return [f"{amount:+d} {stat}" for stat, amount in self.as_mapping().items() if amount]

    def as_mapping(self) -> Mapping[Stat, int]:
        return {"C": self.C, "S": self.S, "A": self.A, "V": self.V}


NOTHING = Values()


@state_type
class Vehicle:
    """A Vehicle assigned to a warrior."""

    card: str
    """Its name."""
    kind: VehicleKind = "generic"
    """What else its card calls it."""
    inside: bool
    """Whether the warrior is inside it."""
    bonus: Values = NOTHING
    """What it adds."""
    bans: Literal["nothing", "weapons", "equipment"] = "nothing"
    """What its card forbids to use inside it."""


@state_type
class Warrior:
    """A warrior in play: who he is and where he stands."""

    affiliation: Affiliation
    """The affiliation printed on his card, or the one that took its place when he was wholly converted."""
    acquired: Affiliation | None = None
    """An affiliation that a card has given him."""
    kinds: tuple[Kind, ...] = ()
    """What he is."""
    considered: tuple[Kind, ...] = ()
    """What a card says he is considered."""
    area: Area
    """The Area he is in, or belongs to while he lies covered outside the Areas."""
    covered: bool = False
    """Whether he is in Cover."""
    unpaid: bool = False
    """Whether he was introduced in Cover, has not been revealed and lies outside the Areas."""
    vehicle: Vehicle | None = None
    """The Vehicle assigned to him."""
    never_fights: bool = False
    """Whether he can never take part in a fight (an Apostle, a Corporate Leader)."""
    no_squad_no_array: bool = False
    """Whether he "cannot be introduced in a Squad or array" (the Thug); outside an Outpost his Area is his own."""
    placed_by: str | None = None
    """The card that put him into an Area his kind does not stand in, where one did."""

    @property
    def affiliations(self) -> tuple[Affiliation, ...]:
        """All he counts as; a generic warrior who becomes a Heretic is still a Doomtrooper."""
        if self.acquired is None or self.acquired == self.affiliation:
            return (self.affiliation,)
        if self.affiliation == "generic" and self.acquired != "dark-legion":
            return (self.acquired,)
        return (self.affiliation, self.acquired)

    @property
    def attacks_as(self) -> tuple[Affiliation, ...]:
        """The affiliations whose rules of attack are his; a Mercenary who acquired one follows only that one."""
        if self.acquired is not None and self.counts_as("mercenary"):
            return (self.acquired,)
        return self.affiliations

    def counts_as(self, kind: Kind) -> bool:
        """Whether he is or is considered that."""
        return kind in self.kinds or kind in self.considered

    @property
    def in_tribe(self) -> bool:
        return any(affiliation in TRIBES for affiliation in self.affiliations)

    @property
    def unattached_mercenary(self) -> bool:
        """A Mercenary without an acquired affiliation."""
        return self.acquired is None and self.counts_as("mercenary")

    @property
    def in_own_area(self) -> bool:
        """Whether he stands in that Area without affiliations of which the rules say nothing else."""
        return self.no_squad_no_array and not self.in_tribe and self.area != "outpost"

    @property
    def place(self) -> Area | Literal["own-area"]:
        """Where he stands; an Area of his own is no Squad and no array."""
        return "own-area" if self.in_own_area else self.area

    @property
    def camp(self) -> Camp:
        """Whom he belongs with: Tribes and those without an Area of their own with neither."""
        if self.in_tribe or self.no_squad_no_array:
            return "neither"
        if self.counts_as("mercenary"):
            return "both" if self.acquired == "dark-legion" else "doomtrooper"
        if "dark-legion" not in self.affiliations:
            return "doomtrooper"
        return "dark-legion" if len(self.affiliations) == 1 else "both"

    @property
    def counts_as_vehicle(self) -> bool:
        """Whether he is himself a Vehicle, of whatever kind."""
        return any(kind in VEHICLE_KINDS for kind in (*self.kinds, *self.considered))

    @property
    def inside_vehicle(self) -> bool:
        """Whether he is inside a Vehicle or is one himself."""
        return self.counts_as_vehicle or (self.vehicle is not None and self.vehicle.inside)

    @property
    def sealed_in(self) -> VehicleKind | None:
        """The aircraft or submarine he is inside of, or is himself."""
        kind = self.vehicle.kind if self.vehicle is not None and self.vehicle.inside else None
        for own in (*self.kinds, *self.considered, kind):
            if own in ("aircraft", "submarine"):
                return "aircraft" if own == "aircraft" else "submarine"
        return None


@fault_check
def warrior_faults(warrior: Warrior, trace: Trace) -> None:
    """Record what keeps this warrior from standing on a table."""
    if warrior.in_tribe and warrior.area != "outpost":
        trace.fault("DT-2.8", "tribe-outside-outpost", area=warrior.area)
    if warrior.camp == "doomtrooper" and warrior.area == "array" and warrior.placed_by is None:
        trace.fault("DT-2.3", "doomtrooper-in-the-array")
    if warrior.camp == "dark-legion" and warrior.area == "squad" and warrior.placed_by is None:
        trace.fault("DT-2.6", "dark-legion-in-the-squad")
    if warrior.unpaid and not warrior.covered:
        trace.fault("DT-6.39", "unpaid-and-uncovered")
    if warrior.vehicle is not None and warrior.counts_as("animal"):
        trace.fault("DT-4.20", "vehicle-of-an-animal", vehicle=warrior.vehicle.card)
    if warrior.covered and warrior.inside_vehicle:
        trace.fault("DT-16.14", "covered-inside-a-vehicle")


@fault_check
def rider_faults(warrior: Warrior, trace: Trace) -> None:
    """Record what keeps this warrior from riding an Animal."""
    if warrior.area != "outpost":
        trace.fault("DT-4.73", "rider-outside-outpost", area=warrior.area)
    if warrior.counts_as("animal"):
        trace.fault("DT-4.76", "rider-is-an-animal")
    if warrior.vehicle is not None:
        trace.fault("DT-4.71", "rider-with-a-vehicle", vehicle=warrior.vehicle.card)
