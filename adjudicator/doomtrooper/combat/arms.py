"""Which Weapons a fighter may use, and whether those he wants go together.

The tactic decides: close combat weapons in C, firearms in S, some in both. A Vehicle may ban Weapons, and
a Warzone or any Vehicle bars those considered Fortifications. One Weapon is used in a fight, or two pistols.
Where several may be used the fighter's player chooses: what each adds is told, and which no other beats.
"""

from dataclasses import dataclass
from itertools import combinations

from adjudicator.doomtrooper.combat.effects import FightBar, Role
from adjudicator.doomtrooper.combat.fighters import Fighter, Weapon, fighter_faults
from adjudicator.doomtrooper.state import STRICT, Tactic, Values, Vehicle, Warrior
from adjudicator.doomtrooper.tables import PISTOLS
from adjudicator.kernel import Json, Procedure, Ruling, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Arms:
    """What a fighter's Weapons come to in a fight."""

    used: tuple[Weapon, ...] = ()
    """The Weapons used, those that cannot be among them."""
    reasons: tuple[FightBar, ...] = ()
    """Why those wanted cannot be used so."""
    options: tuple[tuple[Weapon, ...], ...] = ()
    """What may be used, while nothing was chosen."""
    missing: str | None = None
    """A Special weapon whose tactics are not known."""


def arms(fighter: Fighter, tactic: Tactic, warzone: bool, trace: Trace, *, ban_lifted: bool = False) -> Arms:
    """The Weapons the fighter uses in that tactic, or what stands in the way.

    `ban_lifted` is whether a card lets him use Weapons that his Vehicle bans: he may then choose among them.
    """
    if not fighter.weapons:
        return Arms()
    vehicle = fighter.warrior.vehicle
    usable: list[Weapon] = []
    reasons: list[FightBar] = []
    if vehicle is not None and vehicle.bans != "nothing":
        if vehicle.inside:
            trace.cite("DT-16.3", "weapons-banned", vehicle=vehicle.card)
            if fighter.uses == () or (fighter.uses is None and not ban_lifted):
                return Arms()
            reasons.append("vehicle-bans-weapons")
        else:
            trace.cite("DT-16.10", "outside-nothing-is-banned", vehicle=vehicle.card)
    elif vehicle is not None and vehicle.inside:
        trace.cite("DT-16.2", "vehicle-bans-nothing", vehicle=vehicle.card)
    considered = tuple(_wanted(fighter)) if fighter.uses is not None else fighter.weapons
    missing: str | None = None
    for weapon in considered:
        if weapon.use == "special" and not weapon.special_for:
            missing = weapon.card
        elif _fits_tactic(weapon, tactic, trace) and not _lost_as_fortification(weapon, fighter, warzone, trace):
            usable.append(weapon)
        else:
            reasons.append("weapon-not-usable")
    if fighter.uses is None:
        return Arms(missing=missing) if missing else _to_choose(usable, trace)
    _together(considered, reasons, trace)
    return Arms(used=considered, reasons=tuple(dict.fromkeys(reasons)), missing=missing)


def _wanted(fighter: Fighter) -> list[Weapon]:
    left = list(fighter.weapons)
    wanted = []
    for card in fighter.uses or ():
        weapon = next(weapon for weapon in left if weapon.card == card)
        left.remove(weapon)
        wanted.append(weapon)
    return wanted


def _fits_tactic(weapon: Weapon, tactic: Tactic, trace: Trace) -> bool:
    if weapon.use == "both":
        trace.cite("DT-6.94", "for-both-tactics", weapon=weapon.card)
        return True
    if weapon.use == "special":
        fits = tactic in weapon.special_for
        if fits:
            trace.cite("DT-4.14", "special-weapon", weapon=weapon.card, tactic=tactic)
        else:
            trace.cite("DT-4.14", "special-for-other-tactic", weapon=weapon.card, tactic=tactic)
        return fits
    fits = (weapon.use == "close") == (tactic == "C")
    if fits:
        trace.cite("DT-6.93", "fits-the-tactic", weapon=weapon.card, tactic=tactic)
    elif weapon.use == "close":
        trace.cite("DT-6.93", "close-only-in-c", weapon=weapon.card)
    else:
        trace.cite("DT-6.93", "firearm-only-in-s", weapon=weapon.card)
    return fits


def _lost_as_fortification(weapon: Weapon, fighter: Fighter, warzone: bool, trace: Trace) -> bool:
    if not weapon.considered_fortification:
        return False
    if warzone:
        trace.cite("DT-4.55", "not-in-a-warzone", card=weapon.card)
        return True
    if fighter.warrior.inside_vehicle:
        trace.cite("DT-16.12", "none-inside-a-vehicle", card=weapon.card)
        return True
    return False


def _together(wanted: tuple[Weapon, ...], reasons: list[FightBar], trace: Trace) -> None:
    """Add the reason why so many are too many."""
    pistols = sum(weapon.kind == "pistol" for weapon in wanted)
    if len(wanted) <= 1:
        if wanted:
            trace.cite("DT-4.15", "one-weapon", weapon=wanted[0].card)
    elif pistols == len(wanted) == PISTOLS:
        trace.cite("DT-6.92", "two-pistols", weapons=[weapon.card for weapon in wanted])
    elif pistols == len(wanted):
        trace.cite("DT-6.92", "more-than-two-pistols", pistols=pistols)
        reasons.append("too-many-weapons")
    else:
        trace.cite("DT-4.15", "more-than-one-weapon", weapons=[weapon.card for weapon in wanted])
        reasons.append("too-many-weapons")


def _to_choose(usable: list[Weapon], trace: Trace) -> Arms:
    if not usable:
        return Arms()
    if len(usable) == 1:
        trace.cite("DT-4.15", "uses-it-or-not", weapon=usable[0].card)
        return Arms(options=((), (usable[0],)))
    pairs = combinations([weapon for weapon in usable if weapon.kind == "pistol"], PISTOLS)
    options: dict[tuple[str, ...], tuple[Weapon, ...]] = {(): ()}  # by name: copies are one option
    for option in (*((weapon,) for weapon in usable), *pairs):
        options.setdefault(tuple(weapon.card for weapon in option), option)
    trace.cite("DT-4.15", "chooses-a-weapon", weapons=[weapon.card for weapon in usable])
    return Arms(options=tuple(options.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """What an option adds in a tactic, upgrades included."""

    attack: int
    defence: int
    value: int

    def beats(self, other: "Gain") -> bool:
        """Whether it is better for the fighter himself; his own V is no use to him in the fight."""
        no_worse = self.attack >= other.attack and self.defence >= other.defence
        return no_worse and (self.attack, self.defence) != (other.attack, other.defence)


def _gain(option: tuple[Weapon, ...], tactic: Tactic) -> Gain:
    bonuses = [bonus for weapon in option for bonus in (weapon.bonus, *(u.bonus for u in weapon.upgrades))]
    return Gain(
        attack=sum(bonus.stat(tactic) for bonus in bonuses),
        defence=sum(bonus.A for bonus in bonuses),
        value=sum(bonus.V for bonus in bonuses),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponChoice:
    """A fighter with the Weapons he has and those he wants to use."""

    __pydantic_config__ = STRICT
    fighter: Fighter
    """The fighter."""
    tactic: Tactic
    """The tactic announced."""
    warzone: bool = False
    """Whether the fight is in a Warzone."""


def weapon_choice(state: WeaponChoice, trace: Trace) -> Ruling:
    """Whether he may use them, or what he may choose from."""
    fighter_faults(state.fighter, trace)
    trace.require_possible()
    trace.cite("DT-6.89", "tactic-decides", tactic=state.tactic)
    armed = arms(state.fighter, state.tactic, state.warzone, trace)
    if armed.reasons:
        return trace.ruling("illegal", reasons=list(armed.reasons))
    if (stopped := arms_open(armed, trace, state.tactic)) is not None:
        return stopped
    return trace.ruling("legal", weapons=[weapon.card for weapon in armed.used], reasons=[])


def arms_open(armed: Arms, trace: Trace, tactic: Tactic, role: Role | None = None) -> Ruling | None:
    """The ruling that asks about a fighter's Weapons, if something about them is open.

    With the options goes what each adds in the tactic, and those that no other beats; `role` is which of
    the two in a fight he is.
    """
    if armed.missing:
        trace.cite("DT-4.14", "asks-tactics", weapon=armed.missing)
        return trace.ruling("undecided", missing=[f"{role or 'fighter'}.weapons.special_for"])
    if armed.options:
        options: list[Json] = [[weapon.card for weapon in option] for option in armed.options]
        gains = [_gain(option, tactic) for option in armed.options]
        adds: list[Json] = [{"attack": gain.attack, "defence": gain.defence, "value": gain.value} for gain in gains]
        best = [
            option for option, gain in zip(options, gains, strict=True) if not any(other.beats(gain) for other in gains)
        ]
        return trace.ruling("choice", options=options, adds=adds, best=best, **({"fighter": role} if role else {}))
    return None


_PISTOL = Weapon(card="Punisher", use="firearm", kind="pistol", bonus=Values(S=1))

PROCEDURES = (
    Procedure(
        name="weapon-choice",
        state=WeaponChoice,
        decide=weapon_choice,
        example=WeaponChoice(
            fighter=Fighter(
                card="Mitch Hunter",
                warrior=Warrior(
                    affiliation="capitol", area="squad", vehicle=Vehicle(card="Great Grey", kind="tank", inside=False)
                ),
                values=Values(C=4, S=5, A=5, V=6),
                weapons=(_PISTOL, _PISTOL, Weapon(card="Rifle", use="firearm", kind="rifle", bonus=Values(S=3))),
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
