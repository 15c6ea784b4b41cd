"""Which Weapons a fighter may use, and whether those he wants go together.

The tactic decides: close combat weapons in C, firearms in S, some in both. A Vehicle may ban Weapons, and
a Warzone or any Vehicle bars those considered Fortifications. One Weapon is used in a fight, or two pistols.
Where several may be used the fighter's player chooses; the ruling says what each adds and which no other beats.
"""

from itertools import combinations, compress
from typing import TypeAlias

from adjudicator.doomtrooper.combat.effects import Exemption, Role, card_lifts
from adjudicator.doomtrooper.combat.fighters import Fighter, Weapon, fighter_faults
from adjudicator.doomtrooper.state import Tactic, Values, Vehicle, Warrior, WarriorValues
from adjudicator.doomtrooper.tables import PISTOLS
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type

Used: TypeAlias = tuple[Weapon, ...]
"""Weapons that are used together."""


def usable(
    fighter: Fighter, tactic: Tactic, warzone: bool, exemptions: tuple[Exemption, ...], trace: Trace
) -> tuple[Used, ...]:
    """What the fighter may use in that tactic: several possibilities where that is open to choose.

    What he chose and may not use is barred; `exemptions` are the cards that let him use what the manual bars.
    """
    if not fighter.weapons or _weapons_banned(fighter, exemptions, trace):
        return ((),)
    if fighter.uses is None:
        considered = fighter.weapons
    else:
        considered = _wanted(fighter.weapons, fighter.uses)
        _bar_several(considered, exemptions, trace)
    fit = [
        weapon
        for weapon in considered
        if _fits_tactic(weapon, fighter, tactic, exemptions, trace)
        and not _lost_as_fortification(weapon, fighter, warzone, exemptions, trace)
    ]
    return _possibilities(fit, trace) if fighter.uses is None else (considered,)


def _weapons_banned(fighter: Fighter, exemptions: tuple[Exemption, ...], trace: Trace) -> bool:
    """Whether his Vehicle leaves him without Weapons; it bars those that he chose all the same."""
    vehicle = fighter.warrior.vehicle
    if vehicle is None:
        return False
    if vehicle.bans == "nothing":
        if vehicle.inside:
            trace.cite("DT-16.2", "vehicle-bans-nothing", vehicle=vehicle.card)
        return False
    if not vehicle.inside:
        trace.cite("DT-16.10", "outside-nothing-is-banned", vehicle=vehicle.card)
        return False
    banned = fighter.uses == () or not card_lifts("vehicle-bans-weapons", exemptions, trace)
    if banned and fighter.uses:
        trace.bar("DT-16.3", "weapons-banned", vehicle=vehicle.card)
        return False
    trace.cite("DT-16.3", "weapons-banned", vehicle=vehicle.card)
    return banned


def _wanted(weapons: Used, names: tuple[str, ...]) -> Used:
    left = list(weapons)
    wanted = []
    for name in names:
        weapon = next(weapon for weapon in left if weapon.card == name)
        left.remove(weapon)
        wanted.append(weapon)
    return tuple(wanted)


def _bar_several(wanted: Used, exemptions: tuple[Exemption, ...], trace: Trace) -> None:
    """Bar more Weapons than one, unless they are two pistols."""
    if len(wanted) <= 1:
        if wanted:
            trace.cite("DT-4.15", "one-weapon", weapon=wanted[0].card)
        return
    pistols = sum(weapon.kind == "pistol" for weapon in wanted)
    if pistols == len(wanted) == PISTOLS:
        trace.cite("DT-6.92", "two-pistols", weapons=[weapon.card for weapon in wanted])
    else:
        lifted = card_lifts("too-many-weapons", exemptions, trace)
        if pistols == len(wanted):
            trace.bar("DT-6.92", "more-than-two-pistols", lifted=lifted, pistols=pistols)
        else:
            weapons = [weapon.card for weapon in wanted]
            trace.bar("DT-4.15", "more-than-one-weapon", lifted=lifted, weapons=weapons)
            long_guns = [weapon.card for weapon in wanted if weapon.kind in ("rifle", "machine-gun")]
            if len(long_guns) > 1:
                trace.bar("DT-6.92", "one-rifle-or-machine-gun", lifted=lifted, weapons=long_guns)


def _fits_tactic(
    weapon: Weapon, fighter: Fighter, tactic: Tactic, exemptions: tuple[Exemption, ...], trace: Trace
) -> bool:
    card = weapon.card
    if weapon.use == "both":
        trace.cite("DT-6.94", "for-both-tactics", weapon=card)
        return True
    if weapon.use == "special" and tactic in weapon.special_for:
        trace.cite("DT-4.14", "special-weapon", weapon=card, tactic=tactic)
        return True
    if weapon.use != "special" and (weapon.use == "close") == (tactic == "C"):
        trace.cite("DT-6.93", "fits-the-tactic", weapon=card, tactic=tactic)
        return True
    lifted = fighter.uses is None or card_lifts("weapon-not-usable", exemptions, trace)
    if weapon.use == "special":
        trace.bar("DT-4.14", "special-for-other-tactic", lifted=lifted, weapon=card, tactic=tactic)
    elif weapon.use == "close":
        trace.bar("DT-6.93", "close-only-in-c", lifted=lifted, weapon=card)
    else:
        trace.bar("DT-6.93", "firearm-only-in-s", lifted=lifted, weapon=card)
    return False


def _lost_as_fortification(
    weapon: Weapon, fighter: Fighter, warzone: bool, exemptions: tuple[Exemption, ...], trace: Trace
) -> bool:
    if not weapon.considered_fortification or not (warzone or fighter.warrior.inside_vehicle):
        return False
    lifted = fighter.uses is None or card_lifts("weapon-not-usable", exemptions, trace)
    if warzone:
        trace.bar("DT-4.55", "not-in-a-warzone", lifted=lifted, card=weapon.card)
    else:
        trace.bar("DT-16.12", "none-inside-a-vehicle", lifted=lifted, card=weapon.card)
    return True


def _possibilities(fit: list[Weapon], trace: Trace) -> tuple[Used, ...]:
    if not fit:
        return ((),)
    if len(fit) == 1:
        trace.cite("DT-4.15", "uses-it-or-not", weapon=fit[0].card)
        return (), (fit[0],)
    pairs = combinations([weapon for weapon in fit if weapon.kind == "pistol"], PISTOLS)
    found: dict[tuple[str, ...], Used] = {(): ()}  # by name: copies are one possibility
    for used in (*((weapon,) for weapon in fit), *pairs):
        found.setdefault(tuple(weapon.card for weapon in used), used)
    trace.cite("DT-4.15", "chooses-a-weapon", weapons=[weapon.card for weapon in fit])
    return tuple(found.values())


@result_type
class Gain:
    """What Weapons add in a tactic, upgrades included."""

    attack: int
    defence: int
    value: int

    def beats(self, other: "Gain") -> bool:
        """Whether it is better for the fighter himself; his own V is no use to him in the fight."""
        no_worse = self.attack >= other.attack and self.defence >= other.defence
        return no_worse and (self.attack, self.defence) != (other.attack, other.defence)


def _gain(used: Used, tactic: Tactic) -> Gain:
    bonuses = [bonus for weapon in used for bonus in (weapon.bonus, *(u.bonus for u in weapon.upgrades))]
    return Gain(
        attack=sum(bonus.stat(tactic) for bonus in bonuses),
        defence=sum(bonus.A for bonus in bonuses),
        value=sum(bonus.V for bonus in bonuses),
    )


@result_type
class WeaponOptions:
    """What a fighter's player may choose among."""

    fighter: Role | None = None
    """Which of the two in a fight he is."""
    options: tuple[tuple[str, ...], ...]
    """The Weapons that may be used together, by name."""
    adds: tuple[Gain, ...]
    """What each option adds in the tactic."""
    best: tuple[tuple[str, ...], ...]
    """The options that no other beats."""


def chosen(possible: tuple[Used, ...], tactic: Tactic, trace: Trace, role: Role | None = None) -> Used:
    """The Weapons used where nothing is left to choose; `role` is which of the two in a fight he is."""
    if len(possible) > 1:
        options = tuple(tuple(weapon.card for weapon in used) for used in possible)
        gains = tuple(_gain(used, tactic) for used in possible)
        unbeaten = (not any(other.beats(gain) for other in gains) for gain in gains)
        trace.choice(WeaponOptions(fighter=role, options=options, adds=gains, best=tuple(compress(options, unbeaten))))
    return possible[0]


@state_type
class WeaponChoice:
    """A fighter with the Weapons he has and those he wants to use."""

    fighter: Fighter
    """The fighter."""
    tactic: Tactic
    """The tactic announced."""
    warzone: bool = False
    """Whether the fight is in a Warzone."""


@result_type
class WeaponsUsed:
    """The Weapons that may be used as wanted."""

    weapons: tuple[str, ...]


def weapon_choice(state: WeaponChoice, trace: Trace) -> Ruling:
    """Whether he may use them, or what he may choose from."""
    fighter_faults(state.fighter, trace)
    trace.require_possible()
    trace.cite("DT-6.89", "tactic-decides", tactic=state.tactic)
    possible = usable(state.fighter, state.tactic, state.warzone, (), trace)
    trace.require_legal()
    used = chosen(possible, state.tactic, trace)
    return trace.judged(WeaponsUsed(weapons=tuple(weapon.card for weapon in used)))


_PISTOL = Weapon(card="Punisher", use="firearm", kind="pistol", bonus=Values(S=1), special_for=())
_RIFLE = Weapon(card="Rifle", use="firearm", kind="rifle", bonus=Values(S=3), special_for=())

PROCEDURES = (
    Procedure(
        name="weapon-choice",
        state=WeaponChoice,
        decide=weapon_choice,
        results=(WeaponsUsed, WeaponOptions),
        example=WeaponChoice(
            fighter=Fighter(
                card="Mitch Hunter",
                warrior=Warrior(
                    affiliation="capitol", area="squad", vehicle=Vehicle(card="Great Grey", kind="tank", inside=False)
                ),
                values=WarriorValues(C=4, S=5, A=5, V=6),
                weapons=(_PISTOL, _PISTOL, _RIFLE),
                uses=("Punisher", "Punisher"),
            ),
            tactic="S",
        ),
        summary={
            "it": "Quali armi un guerriero può usare in un combattimento",
            "en": "Which weapons a warrior may use in a fight",
        },
    ),
)
