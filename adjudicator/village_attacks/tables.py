"""The numbers and orders of Village Attacks, each with the rule it comes from."""

from collections.abc import Mapping
from typing import Final

from adjudicator.village_attacks.state import Kind

DICE: Final = 6  # VA-1.2; by day and by night one of them is the special die: VA-7.1
EQUAL_RESULTS: Final = 3  # VA-1.4
HIT: Final = 1  # VA-1.11
EXPERIENCE: Mapping[Kind, int] = {"commoner": 1, "hunter": 1, "yunfakh": 1, "hero": 2}  # VA-1.13 to VA-1.17
MORALE: Mapping[Kind, int] = {"commoner": 1, "hunter": 1, "yunfakh": 1, "hero": 2}  # VA-1.13 to VA-1.17
HERO_OF_OWN_TYPE: Final = 3  # VA-1.17
DEFENCE: Final = 2  # VA-1.19
VENGEANCE_EXPERIENCE: Final = 1  # VA-1.20
TRAPS_PER_ZONE: Final = 1  # VA-1.34
RETURN_COST: Final = 2  # VA-1.39
SUMMONING_DICE: Final = 2  # VA-1.45

HUNTER_RANGE: Final = 1  # VA-2.8
COMMONER_RANGE: Final = 0  # VA-2.9
MOVE: Final = 1  # VA-2.8, VA-2.9
ATTACKS: Final = 1  # VA-2.8, VA-2.9
DAMAGE: Final = 1  # VA-2.13 to VA-2.15
NEMESIS_DAMAGE: Final = 2  # VA-2.12
TROLL_TO_HEART: Final = 1  # VA-2.18
TROLL_DAMAGE: Final = 3  # VA-2.24, VA-2.25
TROLL_STUNS: Final = 5  # VA-2.26
RANKS: Final = 3  # VA-2.31
HUNTERS: Final = 5  # VA-2.33
YUNFAKH: Final = 3  # VA-2.33

BURN: Final = 1  # VA-4.7, VA-4.13
PRIORITY: Mapping[Kind, int] = {"commoner": 0, "hunter": 1, "yunfakh": 1, "hero": 2}  # VA-5.1

DAY_EXPERIENCE: Final = 2  # VA-7.4
NIGHT_EXPERIENCE: Final = 1  # VA-7.8

TROLL_CARDS: Final = 4  # VA-8.1
TROLL_CARDS_SHUFFLED: Final = 3  # VA-8.2
TROLL_CARDS_ON_TOP: Final = 3  # VA-8.3: two cards unseen and the Troll card
HERO_CARDS: Final = 5  # VA-10.5
