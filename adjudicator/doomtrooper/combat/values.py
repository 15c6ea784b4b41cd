"""Attack, defence and Value of both fighters, each contribution by name.

Base values first, which an Animal replaces and a Warzone adds to; then Weapons, Armour and other
Equipment, Relics, the Vehicle, Fortifications and Cover; last the cards and abilities of the fight in the
order they were played, of which the last prevails; doubling or halving touches the base alone. Whether a
value that was set before the fight takes the bonuses on top the text does not say. Nothing keeps a value
above zero.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from operator import lt
from typing import Literal, TypeAlias, TypedDict

from adjudicator.doomtrooper.combat.effects import ROLES, Modifier, Role, immune_to
from adjudicator.doomtrooper.combat.fighters import Fight, Fighter, Fortification, Gear, Warzone, Weapon
from adjudicator.doomtrooper.conflicts import ATTACKED_IN_COVER, COVER_AND_WARZONE, RELICS
from adjudicator.doomtrooper.state import Power, Tactic, Values, Warrior, WarriorValues
from adjudicator.doomtrooper.tables import COVER_BONUS
from adjudicator.kernel import Trace, result_type

Final: TypeAlias = Literal["attack", "defence", "value"]
Contribution = TypedDict("Contribution", {"to": Final, "from": str, "amount": int})
"""What one card, or Cover, adds to one value."""


@result_type
class FinalValues:
    """What a fighter's values come to."""

    attack: int
    """C or S, whichever his tactic is."""
    defence: int
    """A."""
    value: int
    """V."""
    weapons: tuple[str, ...]
    """The Weapons he uses."""
    contributions: list[Contribution]
    """What each value is made up of, in the order it was added."""


@result_type
class BothValues:
    """The final values of the two in a fight."""

    attacker: FinalValues
    defender: FinalValues

    def of(self, role: Role) -> FinalValues:
        """One of the two."""
        return self.attacker if role == "attacker" else self.defender


@dataclass(slots=True, kw_only=True)
class Tally:
    """A fighter's values as they add up; it grows while the fight is worked out."""

    fighter: Role
    tactic: Tactic
    totals: dict[Final, int] = field(default_factory=lambda: {"attack": 0, "defence": 0, "value": 0})
    contributions: list[Contribution] = field(default_factory=list)
    weapons: tuple[str, ...] = ()
    base: dict[Final, int] = field(default_factory=dict)
    """The base values: those printed, as an Animal has changed them."""
    overridden: set[Final] = field(default_factory=set)
    """The values that a card of this fight has set, doubled or halved."""
    off_base: frozenset[Final] = frozenset()
    """The values that his cards, his Area or his Cover had moved off the base before the modifiers."""

    @property
    def final(self) -> FinalValues:
        """The values as they stand."""
        return FinalValues(**self.totals, weapons=self.weapons, contributions=self.contributions)

    def start(self, card: str, printed: WarriorValues) -> None:
        """Begin with what the fighter's own card says, nothing included."""
        attack = printed.C if self.tactic == "C" else printed.S
        self.totals = {"attack": attack, "defence": printed.A, "value": printed.V}
        self.contributions += ({"to": value, "from": card, "amount": amount} for value, amount in self.totals.items())

    def add(self, card: str, bonus: Values) -> None:
        """Add what a card gives; its value of the other tactic counts for nothing."""
        self._change("attack", card, bonus.C if self.tactic == "C" else bonus.S)
        self._change("defence", card, bonus.A)
        self._change("value", card, bonus.V)

    def change(self, value: Final, card: str, amount: int, sets: bool) -> None:
        """Change one value by an amount, or set it."""
        self._change(value, card, amount - self.totals[value] if sets else amount)

    def _change(self, value: Final, card: str, amount: int) -> None:
        if amount:
            self.totals[value] += amount
            self.contributions.append({"to": value, "from": card, "amount": amount})


def both_values(
    fight: Fight, tactics: Mapping[Role, Tactic], weapons: Mapping[Role, tuple[Weapon, ...]], trace: Trace
) -> BothValues:
    """The final values of both, `weapons` being those each one uses with what they add."""
    found = {role: Tally(fighter=role, tactic=tactics[role]) for role in ROLES}
    warzone = fight.warzone
    for tally, enemy in zip(found.values(), (fight.defender, fight.attacker), strict=True):
        fighter = fight.fighter(tally.fighter)
        his_warzone = warzone is not None and tally.fighter == warzone.used_by
        _add_base(fighter, tally, trace)
        tally.base = dict(tally.totals)
        if warzone is not None and his_warzone:
            _add_warzone(warzone, tally, trace)
        _add_equipment(fighter, weapons[tally.fighter], warzone is not None, tally, trace)
        for fortification in fighter.fortifications:
            _add_fortification(fortification, fighter, enemy, warzone is not None, tally, trace)
        if fighter.warrior.covered:
            _add_cover(his_warzone, tally, trace)
        tally.off_base = frozenset(value for value, total in tally.totals.items() if total != tally.base[value])
    for modifier in fight.modifiers:
        _apply_modifier(modifier, fight, found[modifier.on], trace)
    for tally in found.values():
        attack, defence = tally.totals["attack"], tally.totals["defence"]
        trace.cite("DT-6.91", "final-values", fighter=tally.fighter, attack=attack, defence=defence)
        cite_below_zero(tally.fighter, attack, defence, trace)
    return BothValues(attacker=found["attacker"].final, defender=found["defender"].final)


def cite_below_zero(fighter: Role, attack: int, defence: int, trace: Trace) -> None:
    """Say that a value counts though it is below zero; nobody has to tell a value for that."""
    if any(trace.besides(partial(lt, value, 0)) for value in (attack, defence)):
        trace.cite("DT-6.102", "below-zero", fighter=fighter)


def _add_base(fighter: Fighter, tally: Tally, trace: Trace) -> None:
    values = fighter.values
    if tally.tactic == "C":
        trace.cite("DT-4.5", "base-attack", fighter=tally.fighter, attack=values.C)
    else:
        trace.cite("DT-4.6", "base-attack", fighter=tally.fighter, attack=values.S)
    trace.cite("DT-4.7", "base-defence", fighter=tally.fighter, defence=values.A)
    tally.start(fighter.card, values)
    if fighter.wounded:
        trace.cite("DT-6.95", "normal-values", fighter=tally.fighter)
    if fighter.animal is not None:
        trace.cite("DT-4.72", "must-be-ridden", fighter=tally.fighter, animal=fighter.animal.card)
        trace.cite("DT-4.79", "new-base-values", fighter=tally.fighter, changes=fighter.animal.bonus.changes)
        tally.add(fighter.animal.card, fighter.animal.bonus)


def _add_warzone(warzone: Warzone, tally: Tally, trace: Trace) -> None:
    trace.cite("DT-4.51", "his-alone", warzone=warzone.card, fighter=tally.fighter)
    trace.cite("DT-4.53", "added-to-base", warzone=warzone.card, changes=warzone.bonus.changes)
    tally.add(warzone.card, warzone.bonus)


def _add_equipment(fighter: Fighter, weapons: tuple[Weapon, ...], warzone: bool, tally: Tally, trace: Trace) -> None:
    for weapon in weapons:
        card, changes = weapon.card, weapon.bonus.changes
        trace.cite("DT-4.11", "equipment-adds", fighter=tally.fighter, card=card, changes=changes)
        tally.add(card, weapon.bonus)
        for upgrade in weapon.upgrades:
            trace.cite("DT-4.21", "upgrade-adds", card=upgrade.card, weapon=card, changes=upgrade.bonus.changes)
            tally.add(upgrade.card, upgrade.bonus)
    tally.weapons = tuple(weapon.card for weapon in weapons)
    for gear in fighter.gear:
        if warzone and gear.considered_fortification:
            trace.cite("DT-4.55", "not-in-a-warzone", card=gear.card)
        elif gear.considered_fortification and fighter.warrior.inside_vehicle:
            trace.cite("DT-16.12", "none-inside-a-vehicle", card=gear.card)
        elif not _banned_by_vehicle(gear, fighter.warrior, trace):
            _add_gear(gear, tally, trace)
    vehicle = fighter.warrior.vehicle
    if vehicle is None:
        return
    if vehicle.inside:
        trace.cite("DT-4.18", "vehicle-adds", fighter=tally.fighter, card=vehicle.card, changes=vehicle.bonus.changes)
        tally.add(vehicle.card, vehicle.bonus)
    else:
        trace.cite("DT-16.7", "outside-adds-nothing", card=vehicle.card)


def _add_gear(gear: Gear, tally: Tally, trace: Trace) -> None:
    if gear.kind == "armour":
        trace.cite("DT-4.16", "armour-adds", fighter=tally.fighter, card=gear.card, changes=gear.bonus.changes)
    elif gear.kind == "relic":
        trace.cite("DT-4.45", "relic-adds", fighter=tally.fighter, card=gear.card, changes=gear.bonus.changes)
    else:
        trace.cite("DT-4.11", "equipment-adds", fighter=tally.fighter, card=gear.card, changes=gear.bonus.changes)
    tally.add(gear.card, gear.bonus)


def _banned_by_vehicle(gear: Gear, warrior: Warrior, trace: Trace) -> bool:
    vehicle = warrior.vehicle
    if vehicle is None or not vehicle.inside or vehicle.bans == "nothing":
        return False
    if vehicle.bans == "weapons":
        trace.cite("DT-16.3", "only-weapons-banned", card=gear.card)
        return False
    if gear.kind == "relic" and trace.reading(RELICS) == "not-equipment":
        trace.cite("DT-4.45", "not-touched-by-the-ban", card=gear.card)
        return False
    trace.cite("DT-16.3", "equipment-banned", card=gear.card)
    return True


def _add_fortification(
    fortification: Fortification, fighter: Fighter, enemy: Fighter, warzone: bool, tally: Tally, trace: Trace
) -> None:
    warrior, card = fighter.warrior, fortification.card
    if warzone:
        trace.cite("DT-4.54", "nobody-in-a-warzone", card=card)
    elif warrior.inside_vehicle:
        trace.cite("DT-16.12", "none-inside-a-vehicle", card=card)
    elif not fortification.on_this_warrior and fortification.area != warrior.place:
        trace.cite("DT-6.55", "another-area", card=card, area=fortification.area)
    elif fortification.city_of is not None and fortification.city_of not in warrior.affiliations:
        trace.cite("DT-4.24", "city-of-others", card=card, affiliation=fortification.city_of)
    elif fortification.citadel_of is not None and fortification.citadel_of != fighter.follows:
        trace.cite("DT-4.24", "citadel-of-others", card=card, apostle=fortification.citadel_of)
    else:
        changes = fortification.bonus.changes
        trace.cite("DT-4.22", "fortification-adds", fighter=tally.fighter, card=card, changes=changes)
        if enemy.warrior.inside_vehicle:
            trace.cite("DT-16.13", "kept-against-a-vehicle", card=card)
        if fighter.animal is not None:
            trace.cite("DT-4.75", "rider-keeps-it", card=card)
        elif warrior.counts_as("animal"):
            trace.cite("DT-4.78", "animal-keeps-it", card=card)
        if fighter.on_battle:
            trace.cite("DT-19.19", "battle-keeps-it", card=card)
        tally.add(card, fortification.bonus)


def _add_cover(in_warzone: bool, tally: Tally, trace: Trace) -> None:
    if tally.fighter == "defender" and trace.reading(ATTACKED_IN_COVER) == "uncovered":
        trace.cite("DT-6.96", "turned-up-to-fight")
        return
    if in_warzone and trace.reading(COVER_AND_WARZONE) == "one-only":
        trace.cite("DT-4.49", "instead-of-cover")
        return
    trace.cite("DT-6.31", "cover-adds", fighter=tally.fighter, bonus=COVER_BONUS)
    tally.add("Cover", Values(A=COVER_BONUS))


def _apply_modifier(modifier: Modifier, fight: Fight, tally: Tally, trace: Trace) -> None:
    card = modifier.card
    if modifier.power is not None and _negated(modifier.power, modifier, fight, trace):
        return
    if modifier.value in ("C", "S") and modifier.value != tally.tactic:
        trace.cite("DT-6.89", "other-tactic", card=card, tactic=tally.tactic)
        return
    value: Final = "defence" if modifier.value == "A" else "value" if modifier.value == "V" else "attack"
    fighter, amount = tally.fighter, modifier.amount
    if fight.warzone is not None and card == fight.warzone.card:
        trace.cite("DT-4.52", "text-affects-all", card=card, fighter=fighter)
    if modifier.sets and not modifier.played and value in tally.off_base:
        trace.cite("DT-15.5", "order-not-said", card=card, fighter=fighter, value=value, amount=amount)
        trace.silence("set-value-and-bonuses")
    if modifier.base is not None:
        amount = _of_the_base(modifier.base, card, value, tally, trace)
    elif modifier.sets:
        tally.overridden.add(value)
        trace.cite("DT-15.5", "last-prevails", card=card, fighter=fighter, value=value, amount=amount)
    trace.cite("DT-4.2", "card-modifies", card=card, words=modifier.words, fighter=fighter, value=value, amount=amount)
    tally.change(value, card, amount, modifier.sets)


def _of_the_base(change: Literal["doubled", "halved"], card: str, value: Final, tally: Tally, trace: Trace) -> int:
    """What doubling or halving the base value adds; the bonuses on top of it stay as they are."""
    base = tally.base[value]
    if value in tally.overridden:
        trace.cite("DT-15.5", "no-order-for-these", card=card, fighter=tally.fighter, value=value)
        trace.silence("order-of-modifiers")
    tally.overridden.add(value)
    if change == "doubled":
        trace.cite("DT-4.2", "base-doubled", card=card, fighter=tally.fighter, value=value, base=base)
        return base
    trace.cite("DT-4.2", "base-halved", card=card, fighter=tally.fighter, value=value, base=base)
    if base % 2:
        trace.silence("half-of-an-odd-value")
    return -(base // 2)


def _negated(power: Power, modifier: Modifier, fight: Fight, trace: Trace) -> bool:
    """Whether either fighter is immune to the power the card is of."""
    for role in ROLES:
        if immune_to(power, fight.fighter(role).immunities, trace):
            if modifier.played and role != modifier.on:
                trace.cite("DT-14.3", "cannot-be-used", card=modifier.card, immune=role)
            else:
                trace.cite("DT-14.5", "negated", card=modifier.card, immune=role)
            return True
    return False
