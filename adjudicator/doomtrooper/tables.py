"""The numbers and orders of Doomtrooper, each with the rule it comes from."""

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

ActionKind: TypeAlias = Literal[
    "introduce",
    "introduce-in-cover",
    "take-cover",
    "leave-cover",
    "transfer",
    "equip",
    "vehicle",
    "in-or-out-of-vehicle",
    "animal",
    "relic",
    "fortification",
    "warzone",
    "gift",
    "ki-power",
    "mission",
    "special",
    "stored-card",
    "sabotage",
    "meditate",
    "attack",
]
Phase: TypeAlias = Literal["draw", "actions", "discard"]
Discipline: TypeAlias = Literal[
    "change", "elements", "exorcism", "kinetics", "manipulation", "mentalism", "premonition", "summoning"
]
CombatStep: TypeAlias = Literal["fighters", "tactic", "values", "modifiers", "resolution", "status", "points"]

TARGET = 40  # DT-1.5: Promotion Points, unless another total was agreed
RESERVE = 25  # DT-2.14
DECK_MINIMUM = 60  # DT-2.17
WARRIORS_MINIMUM = 5  # DT-2.18
COPIES = 5  # DT-2.22

ACTIONS = 3  # DT-3.2

ARMOURS = 1  # DT-4.17
RELIC_ACTIONS = 1  # DT-4.41
RELIC_COPIES = 1  # DT-4.43: in play, whoever's
WARZONE_ACTIONS = 1  # DT-4.47
WARZONE_COPIES = 1  # DT-4.48: a player's, in one Area
ALLIANCES = 1  # DT-4.60: a player
ALLIANCE_COPIES = 1  # DT-4.62: in play, whoever's
KI_POWER_ACTIONS = 1  # DT-4.63
KI_POWER_COPIES = 1  # DT-4.66: a warrior
ANIMAL_ACTIONS = 1  # DT-4.68
ANIMALS = 1  # DT-4.69
GIFT_COPIES = 1  # DT-4.37: a warrior

STARTING_DESTINY = 5  # DT-5.3
HAND = 7  # DT-5.4, DT-6.3, DT-6.115

PHASES: tuple[Phase, ...] = get_args(Phase)  # DT-6.1
TURNS_WITHOUT_DECK = 2  # DT-6.8
FURTHER_POINTS = 10  # DT-6.10
ATTACKS = 1  # DT-6.12: a Turn
ATTACK_ACTIONS = 1  # DT-6.12
INTRODUCE_ACTIONS = 1  # DT-6.16
TRANSFER_ACTIONS = 1  # DT-6.20
VEHICLE_TRANSFER_ACTIONS = 2  # DT-6.21
TRANSFERS = 1  # DT-6.22: voluntary ones of a warrior in a Turn
COVER_ACTIONS = 1  # DT-6.23, DT-6.34
COVER_BONUS = 3  # DT-6.31
INTRODUCE_IN_COVER_ACTIONS = 3  # DT-6.37
EQUIP_ACTIONS = 1  # DT-6.51
VEHICLE_ACTIONS = 1  # DT-6.52
IN_OR_OUT_ACTIONS = 1  # DT-6.53
FORTIFICATION_ACTIONS = 1  # DT-6.54
FORTIFICATION_COPIES = 1  # DT-6.56
GIFT_ACTIONS = 1  # DT-6.57
MISSION_ACTIONS = 1  # DT-6.65
MISSION_COPIES = 1  # DT-6.69: on one warrior or player
MEDITATION = 1  # DT-6.73: Destiny Points for an Action saved
OPTIONAL_DISCARD = 1  # DT-6.114
COMBAT_STEPS: tuple[CombatStep, ...] = get_args(CombatStep)  # DT-6.79
PISTOLS = 2  # DT-6.92
NO_WARRIOR_TURNS = 3  # DT-7.8

PERSONALITY_COPIES = 1  # DT-8.2: in play, whoever's

DISCIPLINES: tuple[Discipline, ...] = get_args(Discipline)  # DT-9.2

SABOTAGE_ACTIONS = 1  # DT-10.2

FIRST_DRAW_TURNS = {"first-turn": 1, "second-turn": 2}  # DT-18.1: by the reading of "first real" Draw phase
STORED_CARDS = 1  # DT-18.3: under the War card
STORED_CARD_ACTIONS = 1  # DT-18.4
EMBARGO_COST = 3  # DT-18.10
BATTLE_DEADLINE = 25  # DT-19.2: an opponent's Promotion Points
BATTLES = 1  # DT-19.3: a player's in play
BATTLE_PLAYS = 1  # DT-19.5: of each Battle card
LAST_DEFENDER_POINTS = 20  # DT-19.8
BATTLE_BONUS = 10  # DT-19.11

ACTION_COSTS: Mapping[ActionKind, int] = {
    "introduce": INTRODUCE_ACTIONS,
    "introduce-in-cover": INTRODUCE_IN_COVER_ACTIONS,
    "take-cover": COVER_ACTIONS,
    "leave-cover": COVER_ACTIONS,
    "transfer": TRANSFER_ACTIONS,
    "equip": EQUIP_ACTIONS,
    "vehicle": VEHICLE_ACTIONS,
    "in-or-out-of-vehicle": IN_OR_OUT_ACTIONS,
    "animal": ANIMAL_ACTIONS,
    "relic": RELIC_ACTIONS,
    "fortification": FORTIFICATION_ACTIONS,
    "warzone": WARZONE_ACTIONS,
    "gift": GIFT_ACTIONS,
    "ki-power": KI_POWER_ACTIONS,
    "mission": MISSION_ACTIONS,
    "special": 0,  # DT-3.3: what its card asks for
    "stored-card": STORED_CARD_ACTIONS,
    "sabotage": SABOTAGE_ACTIONS,
    "meditate": 1,  # DT-6.73
    "attack": ATTACK_ACTIONS,
}
