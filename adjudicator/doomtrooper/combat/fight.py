"""From two warriors, a tactic and what is played to their final values.

The defender fights with the tactic announced; a Warzone is his alone, of his own Area, and named after
the tactic. Whatever cannot be used so is answered with every reason against it.
"""

from dataclasses import replace

from adjudicator.doomtrooper.combat.arms import WeaponOptions, chosen, usable
from adjudicator.doomtrooper.combat.effects import ROLES, Exemption, Role, card_lifts
from adjudicator.doomtrooper.combat.fighters import Fight, Fighter, Gear, Warzone, Weapon, fighter_faults
from adjudicator.doomtrooper.combat.values import BothValues, both_values
from adjudicator.doomtrooper.conflicts import TACTIC_OF_DEFENDER, WHICH_WARZONE
from adjudicator.doomtrooper.state import Tactic, Values, Warrior, WarriorValues
from adjudicator.kernel import Procedure, Ruling, Trace, fault_check


@fault_check
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
        fighter = fight.fighter(grant.on)
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


def final_values(fight: Fight, trace: Trace) -> BothValues:
    """Both fighters' final values."""
    trace.cite("DT-6.89", "tactic-decides", tactic=fight.tactic)
    exemptions = {role: tuple(card for card in fight.exemptions if card.on == role) for role in ROLES}
    defending = _defending_tactic(fight, exemptions["defender"], trace)
    tactics: dict[Role, Tactic] = {"attacker": fight.tactic, "defender": defending}
    if fight.warzone is not None:
        _bar_warzone(fight.warzone, fight.defender, exemptions[fight.warzone.used_by], trace)
    in_warzone = fight.warzone is not None
    possible = {role: usable(fight.fighter(role), tactics[role], in_warzone, exemptions[role], trace) for role in ROLES}
    trace.require_legal()
    for role in ROLES:
        _require_one_mount(fight.fighter(role), trace)
    weapons = {role: chosen(possible[role], tactics[role], trace, role) for role in ROLES}
    return both_values(fight, tactics, weapons, trace)


def _require_one_mount(fighter: Fighter, trace: Trace) -> None:
    """Leave the fight undecided if he is a Vehicle and has a Vehicle or an Animal: what that gives is not said."""
    if not fighter.warrior.counts_as_vehicle:
        return
    if fighter.warrior.vehicle is not None:
        trace.cite("DT-16.19", "is-a-vehicle-himself")
        trace.silence("vehicle-for-a-vehicle")
    if fighter.animal is not None:
        trace.cite("DT-4.71", "is-a-vehicle-himself")
        trace.silence("animal-for-a-vehicle")


def _defending_tactic(fight: Fight, exemptions: tuple[Exemption, ...], trace: Trace) -> Tactic:
    wanted = fight.defender_tactic
    if wanted is None or wanted == fight.tactic:
        trace.cite("DT-6.90", "same-tactic", tactic=fight.tactic)
        return fight.tactic
    if fight.tactic == "S" and trace.reading(TACTIC_OF_DEFENDER) == "free-choice":
        trace.cite("DT-6.90", "free-against-shooting", tactic=wanted)
        return wanted
    if card_lifts("other-tactic", exemptions, trace):
        trace.cite("DT-6.90", "no-other-tactic", tactic=fight.tactic, wanted=wanted)
        return wanted
    trace.bar("DT-6.90", "no-other-tactic", tactic=fight.tactic, wanted=wanted)
    return fight.tactic


def _bar_warzone(warzone: Warzone, defender: Fighter, exemptions: tuple[Exemption, ...], trace: Trace) -> None:
    """Bar what keeps this Warzone from being used; `exemptions` are those of the fighter whose player announced it."""
    card, area = warzone.card, defender.warrior.place
    if warzone.used_by == "attacker":
        lifted = card_lifts("warzone-of-attacker", exemptions, trace)
        trace.bar("DT-4.56", "not-for-the-attacker", lifted=lifted, warzone=card)
        return
    if warzone.after_tactic:
        trace.cite("DT-4.50", "after-the-tactic", warzone=card)
    else:
        lifted = card_lifts("warzone-before-tactic", exemptions, trace)
        trace.bar("DT-4.50", "announced-too-early", lifted=lifted, warzone=card)
    if (not warzone.own or warzone.area != area) and trace.reading(WHICH_WARZONE) == "own-area":
        lifted = card_lifts("warzone-elsewhere", exemptions, trace)
        trace.bar("DT-4.49", "not-of-his-area", lifted=lifted, warzone=card, area=area)
    if warzone.only_for is not None and warzone.only_for != area:
        lifted = card_lifts("warzone-for-another-area", exemptions, trace)
        trace.bar("DT-4.57", "for-another-area", lifted=lifted, warzone=card, area=warzone.only_for)
    if defender.on_battle:
        lifted = card_lifts("warzone-on-battle", exemptions, trace)
        trace.bar("DT-19.19", "no-warzone-on-a-battle", lifted=lifted, warzone=card)
    if not trace.barred:
        trace.cite("DT-4.49", "defends-there", warzone=card)


def combat_values(state: Fight, trace: Trace) -> Ruling:
    """The final values of both, each contribution by name."""
    fight_faults(state, trace)
    trace.require_possible()
    return trace.resolved(final_values(granted(state, trace), trace))


EXAMPLE = Fight(
    attacker=Fighter(
        card="Golden Lion",
        warrior=Warrior(affiliation="imperial", area="squad"),
        values=WarriorValues(C=3, S=4, A=3, V=4),
        weapons=(Weapon(card="Plasma Carbine", use="firearm", kind="rifle", bonus=Values(S=3), special_for=()),),
        uses=("Plasma Carbine",),
    ),
    defender=Fighter(
        card="Necromutant",
        warrior=Warrior(affiliation="dark-legion", area="array", covered=True),
        values=WarriorValues(C=4, S=3, A=3, V=3),
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
        results=(BothValues, WeaponOptions),
        example=EXAMPLE,
        summary={
            "it": "I valori finali di attacco e difesa dei due guerrieri, con ogni contributo",
            "en": "The final attack and defence of both warriors, with each contribution",
        },
    ),
)
