"""Two warriors as they go into a fight: their values, what they carry, what protects them, what is played."""

from collections import Counter
from typing import Literal

from adjudicator.doomtrooper.combat.effects import Exemption, Fate, Grant, Modifier, Role
from adjudicator.doomtrooper.state import (
    NOTHING,
    Affiliation,
    Area,
    Immunity,
    Tactic,
    Values,
    Warrior,
    WarriorValues,
    warrior_faults,
)
from adjudicator.doomtrooper.tables import ARMOURS, RELIC_COPIES
from adjudicator.kernel import Trace, fault_check, state_type


@state_type
class Upgrade:
    """Equipment that is assigned to a Weapon and is part of it."""

    card: str
    """Its name."""
    bonus: Values = NOTHING
    """What it adds."""


@state_type
class Weapon:
    """A card that says it is a firearm, a close combat weapon, both, or a Special weapon."""

    card: str
    """Its name."""
    use: Literal["firearm", "close", "both", "special"]
    """What its card says it is."""
    kind: Literal["pistol", "rifle", "machine-gun", "other"] = "other"
    """What sort of weapon it is."""
    bonus: Values = NOTHING
    """What it adds while it is used."""
    special_for: tuple[Tactic, ...]
    """For a Special weapon: the tactics its card allows."""
    upgrades: tuple[Upgrade, ...] = ()
    """Equipment assigned to it."""
    considered_fortification: bool = False
    """Whether it is considered a Fortification too."""


@state_type
class Gear:
    """Any other card that adds to the values of the warrior it is assigned to."""

    card: str
    """Its name."""
    kind: Literal["armour", "equipment", "relic"]
    """Armour, other Equipment, or a Relic."""
    bonus: Values = NOTHING
    """What it adds."""
    considered_fortification: bool = False
    """Whether it is considered a Fortification too."""


@state_type
class Animal:
    """An Animal that a warrior rides."""

    card: str
    """Its name."""
    bonus: Values = NOTHING
    """What it changes of his base values."""


@state_type
class Fortification:
    """A Fortification of the fighter's player."""

    card: str
    """Its name."""
    area: Area
    """The Area it was built in."""
    bonus: Values = NOTHING
    """What it adds."""
    city_of: Affiliation | None = None
    """For a City: its Corporation."""
    citadel_of: str | None = None
    """For a Citadel: its Apostle."""
    on_this_warrior: bool = False
    """Whether it is assigned to this warrior and not to the Area."""


@state_type
class Warzone:
    """The Warzone that a fighter is to fight in."""

    card: str
    """Its name."""
    area: Area
    """The Area it is assigned to."""
    bonus: Values = NOTHING
    """What it adds to the base values of the defender."""
    used_by: Literal["attacker", "defender"] = "defender"
    """Whose player announced it."""
    own: bool = True
    """Whether it lies in an Area of that player."""
    only_for: Area | None = None
    """The one kind of Area its card may be assigned to, if it names one."""
    after_tactic: bool = True
    """Whether it was announced after the tactic."""


@state_type
class Fighter:
    """A warrior in a fight."""

    card: str
    """His name."""
    warrior: Warrior
    """Who he is and where he stands."""
    values: WarriorValues
    """The values printed on his card."""
    wounded: bool = False
    """Whether he was wounded before."""
    weapons: tuple[Weapon, ...] = ()
    """The Weapons assigned to him."""
    uses: tuple[str, ...] | None = None
    """The Weapons he uses in this fight, by name; empty for none, absent while that is open to choose."""
    gear: tuple[Gear, ...] = ()
    """Armour, other Equipment and Relics assigned to him and in use."""
    animal: Animal | None = None
    """The Animal assigned to him."""
    fortifications: tuple[Fortification, ...] = ()
    """Fortifications of his player that might protect him."""
    follows: str | None = None
    """The Apostle he follows."""
    immunities: tuple[Immunity, ...] = ()
    """What he is immune to."""
    strikes_first: Literal["no", "yes", "always"] = "no"
    """Whether he strikes first; `always` where his card says so even against another who does."""
    on_battle: bool = False
    """Whether he is a defender on a Battle card."""
    last_on_battle: bool = False
    """Whether he is the last one on it."""
    other_cards: tuple[str, ...] = ()
    """Further cards assigned to him: Gifts, Ki Powers, Missions, Specials."""

    @property
    def relics(self) -> tuple[str, ...]:
        """The Relics assigned to him."""
        return tuple(gear.card for gear in self.gear if gear.kind == "relic")

    @property
    def cards(self) -> list[str]:
        """He and every card assigned to him."""
        weapons = [card for weapon in self.weapons for card in (weapon.card, *(u.card for u in weapon.upgrades))]
        ridden = [card.card for card in (self.warrior.vehicle, self.animal) if card is not None]
        own = [fortification.card for fortification in self.fortifications if fortification.on_this_warrior]
        return [self.card, *weapons, *(gear.card for gear in self.gear), *ridden, *own, *self.other_cards]


@state_type
class Fight:
    """Two warriors in a fight, and all that bears on their values."""

    attacker: Fighter
    """The one who announced the attack."""
    defender: Fighter
    """The one attacked."""
    tactic: Tactic
    """The tactic the attacker announced."""
    defender_tactic: Tactic | None = None
    """The tactic the defender wants to fight with, where it is another."""
    warzone: Warzone | None = None
    """The Warzone somebody wants the fight to be in."""
    modifiers: tuple[Modifier, ...] = ()
    """Cards and abilities that change values, in the order they came into force."""
    exemptions: tuple[Exemption, ...] = ()
    """Cards that let a fighter use what the manual bars."""
    grants: tuple[Grant, ...] = ()
    """Cards that give a fighter an ability, in the order they came into force."""
    fates: tuple[Fate, ...] = ()
    """Cards that change what a hit does, in the order they came into force."""

    def fighter(self, role: Role) -> Fighter:
        """One of the two."""
        return self.attacker if role == "attacker" else self.defender


@fault_check
def fighter_faults(fighter: Fighter, trace: Trace) -> None:
    """Record what keeps this warrior from standing on a table with these cards."""
    warrior = fighter.warrior
    warrior_faults(warrior, trace)
    armours = sum(gear.kind == "armour" for gear in fighter.gear)
    if armours > ARMOURS:
        trace.fault("DT-4.17", "more-than-one-armour", armours=armours)
    for relic, copies in Counter(fighter.relics).items():
        if copies > RELIC_COPIES:
            trace.fault("DT-4.43", "copies-on-one-warrior", relic=relic)
    if fighter.animal is not None:
        if warrior.area != "outpost":
            trace.fault("DT-4.73", "animal-outside-outpost", animal=fighter.animal.card, area=warrior.area)
        if warrior.vehicle is not None:
            trace.fault("DT-4.71", "animal-and-vehicle", animal=fighter.animal.card)
        if warrior.counts_as("animal"):
            trace.fault("DT-4.76", "animal-on-an-animal", animal=fighter.animal.card)
    if fighter.uses is not None:
        held = [weapon.card for weapon in fighter.weapons]
        for card in fighter.uses:
            if card in held:
                held.remove(card)
            else:
                trace.fault("DT-4.15", "weapon-not-assigned", weapon=card)
    if fighter.last_on_battle and not fighter.on_battle:
        trace.fault("DT-19.8", "last-of-no-battle")
