"""Whom a warrior may attack by his affiliation and the enemy's.

Some attack anyone: Mortificators, Mishima Ninjas, Mercenaries, Tribes, the Dark Legion, and everyone in
a Corporate War. Some are attacked by anyone: Mercenaries and Tribes. For all others a Doomtrooper spares
his own Corporation, the Brotherhood and the Mortificators, and the Brotherhood attacks only the Dark Legion.
"""

from itertools import product

from adjudicator.doomtrooper.combat.effects import AffiliationBan
from adjudicator.doomtrooper.conflicts import (
    AGAINST_MORTIFICATORS,
    BROTHERHOOD_AND_TRIBES,
    GENERIC_AGAINST_GENERIC,
    MORTIFICATOR_AGAINST_MORTIFICATOR,
    TWO_AFFILIATIONS,
)
from adjudicator.doomtrooper.state import CORPORATIONS, TRIBES, Affiliation, Warrior
from adjudicator.kernel import Trace


def affiliation_bans(attacker: Warrior, defender: Warrior, corporate_war: bool, trace: Trace) -> list[AffiliationBan]:
    """Every ban that affiliations put on this attack, none of which is cited yet."""
    if corporate_war:
        trace.cite("DT-18.9", "attacks-anyone")
        return []
    if _attacks_anyone(attacker, trace):
        spared = defender.counts_as("mortificator") and _spares_mortificators(attacker, trace)
        return ["mortificator-target"] if spared else []
    if attacker.counts_as("mercenary"):
        trace.cite("DT-13.5", "follows-affiliation", affiliation=attacker.attacks_as[0])
    if defender.unattached_mercenary:
        trace.cite("DT-13.2", "mercenary-attacked-by-anyone")
        spared = defender.counts_as("mortificator") and trace.reading(AGAINST_MORTIFICATORS) == "barred"
        return ["mortificator-target"] if spared else []
    if _tribe_open_to(attacker, defender, trace):
        return []
    bans = _bans(attacker, defender, trace)
    if bans and _free_by_one(attacker, defender) and trace.reading(TWO_AFFILIATIONS) == "one-is-enough":
        both = attacker if len(attacker.attacks_as) > 1 else defender
        trace.cite("DT-11.1", "one-affiliation-is-enough", affiliations=list(both.attacks_as))
        return []
    if not bans and len(attacker.attacks_as) == 1:
        trace.cite("DT-6.81", "no-ban", attacker=attacker.attacks_as[0], defender=list(defender.attacks_as))
    return bans


def _attacks_anyone(attacker: Warrior, trace: Trace) -> bool:
    """Whether the attacker's own right reaches every warrior."""
    if attacker.counts_as("mortificator"):
        trace.cite("DT-6.84", "mortificator-attacks-anyone")
        if "mortificator" not in attacker.kinds:
            trace.cite("DT-7.4", "considered-mortificator")
        return True
    if _mishima_ninja(attacker):
        trace.cite("DT-7.1", "ninja-attacks-anyone")
        return True
    if attacker.unattached_mercenary:
        trace.cite("DT-13.1", "counts-as-doomtrooper")
        trace.cite("DT-13.2", "mercenary-attacks-anyone")
        return True
    if all(own == "dark-legion" or own in TRIBES for own in attacker.attacks_as):
        if attacker.attacks_as[0] in TRIBES:
            trace.cite("DT-17.15", "tribe-attacks-anyone", tribe=attacker.attacks_as[0])
        else:
            trace.cite("DT-6.86", "dark-legion-attacks-anyone")
        return True
    return False


def _mishima_ninja(warrior: Warrior) -> bool:
    return warrior.counts_as("ninja") and "mishima" in warrior.attacks_as


def _spares_mortificators(attacker: Warrior, trace: Trace) -> bool:
    """Whether one who attacks anyone must still spare a Mortificator."""
    if attacker.counts_as("mortificator"):
        return trace.reading(MORTIFICATOR_AGAINST_MORTIFICATOR) == "barred"
    if _mishima_ninja(attacker) or attacker.unattached_mercenary:
        return trace.reading(AGAINST_MORTIFICATORS) == "barred"
    return False


def _tribe_open_to(attacker: Warrior, defender: Warrior, trace: Trace) -> bool:
    """Whether the enemy is of a Tribe, and so open to this attacker."""
    if not defender.in_tribe:
        return False
    if "brotherhood" in attacker.attacks_as and trace.reading(BROTHERHOOD_AND_TRIBES) == "barred":
        return False
    trace.cite("DT-17.15", "tribe-attacked-by-anyone")
    return True


def _bans(attacker: Warrior, defender: Warrior, trace: Trace) -> list[AffiliationBan]:
    bans: list[AffiliationBan] = []
    if any(own in CORPORATIONS and own in defender.attacks_as for own in attacker.attacks_as):
        bans.append("same-corporation")
    elif "generic" in attacker.attacks_as and "generic" in defender.attacks_as:
        if trace.reading(GENERIC_AGAINST_GENERIC) == "allowed":
            trace.cite("DT-4.10", "generic-is-no-corporation")
        else:
            bans.append("same-corporation")
    brotherhood = "brotherhood" in attacker.attacks_as
    if brotherhood and "dark-legion" not in defender.attacks_as:
        bans.append("brotherhood-attacks")
    if not brotherhood and "brotherhood" in defender.attacks_as:
        bans.append("brotherhood-target")
    if defender.counts_as("mortificator"):
        bans.append("mortificator-target")
    return bans


def _free_by_one(attacker: Warrior, defender: Warrior) -> bool:
    """Whether one of two affiliations alone would have made the attack legal."""
    pairs = tuple(product(attacker.attacks_as, defender.attacks_as))
    spared = defender.counts_as("mortificator")
    return len(pairs) > 1 and any(_free(own, other, spared) for own, other in pairs)


def _free(own: Affiliation, other: Affiliation, spared: bool) -> bool:
    """Whether a warrior of the one affiliation may attack one of the other; `spared` is a Mortificator."""
    if own == "dark-legion" or own in TRIBES:
        return True
    if spared:
        return False
    if own == "brotherhood":
        return other == "dark-legion"
    return other != "brotherhood" and not (own == other and own in CORPORATIONS)


def bar_by_affiliation(ban: AffiliationBan, lifted: bool, attacker: Warrior, defender: Warrior, trace: Trace) -> None:
    """Bar the attack by this ban; where it is lifted, only cite it."""
    if ban == "same-corporation":
        shared = next(affiliation for affiliation in attacker.attacks_as if affiliation in defender.attacks_as)
        if shared == "generic":
            trace.bar("DT-6.81", "same-generic-icon", lifted=lifted)
        else:
            trace.bar("DT-6.81", "same-corporation", lifted=lifted, corporation=shared)
    elif ban == "brotherhood-target":
        trace.cite("DT-2.4", "counts-as-doomtrooper", affiliation=attacker.attacks_as[0])
        trace.bar("DT-6.82", "spares-the-brotherhood", lifted=lifted)
    elif ban == "brotherhood-attacks":
        trace.bar("DT-6.83", "only-dark-legion", lifted=lifted, defender=list(defender.attacks_as))
    elif attacker.counts_as("mortificator"):
        trace.bar("DT-6.85", "mortificators-spare-each-other", lifted=lifted)
    elif _mishima_ninja(attacker) or attacker.unattached_mercenary:
        kind = "ninja" if _mishima_ninja(attacker) else "mercenary"
        trace.bar("DT-6.85", "spared-by-doomtroopers", lifted=lifted, attacker=kind)
    else:
        trace.bar("DT-6.85", "nobody-attacks-mortificators", lifted=lifted)
