"""From two warriors, a tactic and what is played to their final values.

The defender fights with the tactic announced; a Warzone is his alone, of his own Area, and named after
the tactic. Whatever cannot be used so is answered with every reason against it.
"""

from dataclasses import dataclass, replace

from adjudicator.doomtrooper.combat.arms import Arms, arms, arms_open
from adjudicator.doomtrooper.combat.effects import Exemption, Fate, FightBar, Grant, Modifier, Role
from adjudicator.doomtrooper.combat.fighters import Fighter, Gear, Warzone, Weapon, fighter_faults
from adjudicator.doomtrooper.combat.values import Sides, Tally, tallies
from adjudicator.doomtrooper.conflicts import TACTIC_OF_DEFENDER, WHICH_WARZONE
from adjudicator.doomtrooper.state import STRICT, Tactic, Values, Warrior
from adjudicator.kernel import Json, Procedure, Ruling, Silence, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight:
    """Two warriors in a fight, and all that bears on their values."""

    __pydantic_config__ = STRICT
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


def fight_faults(fight: Fight, trace: Trace) -> None:
    """Record what keeps these two from meeting."""
    fighter_faults(fight.attacker, trace)
    fighter_faults(fight.defender, trace)
    for relic in sorted({*fight.attacker.relics} & {*fight.defender.relics}):
        trace.fault("DT-4.43", "copies-on-both-sides", relic=relic)
    for modifier in fight.modifiers:
        if modifier.base is not None and (modifier.sets or modifier.amount):
            trace.fault("DT-4.2", "two-changes-in-one", card=modifier.card)


def granted(fight: Fight, trace: Trace) -> Fight:
    """The fight with the abilities that cards give put on the fighters."""
    for grant in fight.grants:
        fighter = fight.attacker if grant.on == "attacker" else fight.defender
        trace.cite("DT-4.2", "card-grants", card=grant.card, words=grant.words, fighter=grant.on, gives=grant.gives)
        if grant.gives == "strikes-first":
            if fighter.strikes_first != "always":  # who strikes first even so gains nothing, and loses nothing
                fighter = replace(fighter, strikes_first="yes")
        elif grant.gives == "always-strikes-first":
            fighter = replace(fighter, strikes_first="always")
        elif grant.gives == "never-strikes-first":
            fighter = replace(fighter, strikes_first="no")
        else:
            fighter = replace(fighter, immunities=(*fighter.immunities, grant.gives))
        fight = replace(fight, attacker=fighter) if grant.on == "attacker" else replace(fight, defender=fighter)
    return fight


def final_values(fight: Fight, trace: Trace) -> dict[Role, Tally] | Ruling:
    """Both fighters' final values, or the ruling that stops the fight before them."""
    trace.cite("DT-6.89", "tactic-decides", tactic=fight.tactic)
    bars = FightBars(fight.exemptions, trace)
    defending = _defending_tactic(fight, bars, trace)
    if fight.warzone is not None:
        _warzone_bars(fight.warzone, fight.defender, bars, trace)
    in_warzone = fight.warzone is not None
    freed = {exemption.on for exemption in fight.exemptions if exemption.lifts == "vehicle-bans-weapons"}
    armed: dict[Role, Arms] = {
        "attacker": arms(fight.attacker, fight.tactic, in_warzone, trace, ban_lifted="attacker" in freed),
        "defender": arms(fight.defender, defending, in_warzone, trace, ban_lifted="defender" in freed),
    }
    for role, found in armed.items():
        for reason in found.reasons:
            bars.add(reason, role)
    if bars.reasons:
        return trace.ruling("illegal", reasons=bars.reasons)
    for fighter in (fight.attacker, fight.defender):
        _require_one_mount(fighter, trace)
    for role, found in armed.items():
        tactic = fight.tactic if role == "attacker" else defending
        if (stopped := arms_open(found, trace, tactic, role)) is not None:
            return stopped
    weapons: dict[Role, tuple[Weapon, ...]] = {role: found.used for role, found in armed.items()}
    sides = Sides(
        attacker=fight.attacker,
        defender=fight.defender,
        tactic=fight.tactic,
        defender_tactic=defending,
        warzone=fight.warzone,
        modifiers=fight.modifiers,
    )
    return tallies(sides, weapons, trace)


def _require_one_mount(fighter: Fighter, trace: Trace) -> None:
    """Leave the fight undecided if he is a Vehicle and has a Vehicle or an Animal: what that gives is not said."""
    if not fighter.warrior.counts_as_vehicle:
        return
    if fighter.warrior.vehicle is not None:
        trace.cite("DT-16.19", "is-a-vehicle-himself")
        raise Silence("vehicle-for-a-vehicle")
    if fighter.animal is not None:
        trace.cite("DT-4.71", "is-a-vehicle-himself")
        raise Silence("animal-for-a-vehicle")


class FightBars:
    """What cannot be used in a fight, less what cards allow."""

    __slots__ = ("_exemptions", "_trace", "reasons")

    def __init__(self, exemptions: tuple[Exemption, ...], trace: Trace) -> None:
        self._exemptions = exemptions
        self._trace = trace
        self.reasons: list[Json] = []

    def add(self, bar: FightBar, role: Role) -> None:
        """Bar this, unless a card lets that fighter do it."""
        trace = self._trace
        for exemption in self._exemptions:
            if exemption.lifts == bar and exemption.on == role:
                trace.cite("DT-4.2", "card-lifts", card=exemption.card, words=exemption.words, bar=bar)
                return
        self.reasons.append(f"{role}-{bar}")


def _defending_tactic(fight: Fight, bars: FightBars, trace: Trace) -> Tactic:
    wanted = fight.defender_tactic
    if wanted is None or wanted == fight.tactic:
        trace.cite("DT-6.90", "same-tactic", tactic=fight.tactic)
        return fight.tactic
    if fight.tactic == "S" and trace.reading(TACTIC_OF_DEFENDER) == "free-choice":
        trace.cite("DT-6.90", "free-against-shooting", tactic=wanted)
        return wanted
    trace.cite("DT-6.90", "no-other-tactic", tactic=fight.tactic, wanted=wanted)
    bars.add("other-tactic", "defender")
    return fight.tactic if bars.reasons else wanted


def _warzone_bars(warzone: Warzone, defender: Fighter, bars: FightBars, trace: Trace) -> None:
    if warzone.used_by == "attacker":
        trace.cite("DT-4.56", "not-for-the-attacker", warzone=warzone.card)
        bars.add("warzone-of-attacker", "attacker")
        return
    before = len(bars.reasons)
    if warzone.after_tactic:
        trace.cite("DT-4.50", "after-the-tactic", warzone=warzone.card)
    else:
        trace.cite("DT-4.50", "announced-too-early", warzone=warzone.card)
        bars.add("warzone-before-tactic", "defender")
    area = defender.warrior.place
    if (not warzone.own or warzone.area != area) and trace.reading(WHICH_WARZONE) == "own-area":
        trace.cite("DT-4.49", "not-of-his-area", warzone=warzone.card, area=area)
        bars.add("warzone-elsewhere", "defender")
    if warzone.only_for is not None and warzone.only_for != area:
        trace.cite("DT-4.57", "for-another-area", warzone=warzone.card, area=warzone.only_for)
        bars.add("warzone-for-another-area", "defender")
    if defender.on_battle:
        trace.cite("DT-19.19", "no-warzone-on-a-battle", warzone=warzone.card)
        bars.add("warzone-on-battle", "defender")
    if len(bars.reasons) == before:
        trace.cite("DT-4.49", "defends-there", warzone=warzone.card)


def side(tally: Tally) -> dict[str, Json]:
    """One fighter's final values as an outcome states them."""
    return {
        "attack": tally.totals["attack"],
        "defence": tally.totals["defence"],
        "value": tally.totals["value"],
        "weapons": list(tally.weapons),
        "contributions": tally.contributions,
    }


def combat_values(state: Fight, trace: Trace) -> Ruling:
    """The final values of both, each contribution by name."""
    fight_faults(state, trace)
    trace.require_possible()
    found = final_values(granted(state, trace), trace)
    if isinstance(found, Ruling):
        return found
    return trace.ruling("resolved", attacker=side(found["attacker"]), defender=side(found["defender"]))


EXAMPLE = Fight(
    attacker=Fighter(
        card="Golden Lion",
        warrior=Warrior(affiliation="imperial", area="squad"),
        values=Values(C=3, S=4, A=3, V=4),
        weapons=(Weapon(card="Plasma Carbine", use="firearm", kind="rifle", bonus=Values(S=3)),),
        uses=("Plasma Carbine",),
    ),
    defender=Fighter(
        card="Necromutant",
        warrior=Warrior(affiliation="dark-legion", area="array", covered=True),
        values=Values(C=4, S=3, A=3, V=3),
        gear=(Gear(card="Necro Armour", kind="armour", bonus=Values(A=1)),),
        wounded=True,
    ),
    tactic="S",
)

PROCEDURES = (
    Procedure(
        name="combat-values",
        state=Fight,
        decide=combat_values,
        example=EXAMPLE,
        summary={
            "it": "I valori finali di attacco e difesa dei due guerrieri, con ogni contributo",
            "en": "The final attack and defence of both warriors, with each contribution",
        },
    ),
)
