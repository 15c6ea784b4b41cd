"""The numbers of V-Wars, each with the rule it comes from."""

PLAYERS = range(3, 6)  # VW-2.1
EVENT_CARDS = 30  # VW-2.5
LAW_CARDS_EACH = 12  # VW-2.6
PLAYER_CARDS = 84  # VW-2.7
TROOP_UNITS = 40 * 1 + 20 * 3  # VW-2.8, VW-2.9: of each side, all its pieces together
FACTION_CARDS = 5  # VW-2.10
CONTROL_MARKERS = 16  # VW-2.11
INVESTIGATION_TOKENS = 5  # VW-2.12
MARTIAL_LAW_TOKENS = 6  # VW-2.13
SYMPATHY_TOKENS = 16  # VW-2.14, one a space of the Vampire Victory track

TROOPS_IN_VAMPIRE_CITY = 2  # VW-3.5
TROOPS_IN_SEEDED_CITY = 1  # VW-3.6
REGIONS = 8  # VW-3.12
CARDS_PER_DECK = 3  # VW-3.12: each Region deck and the Riot deck
RIOT_SLOTS = 2  # VW-3.13: Now and Soon
HAND = 6  # VW-3.14, VW-11.4
EVENT_SLOTS = 2  # VW-3.15: Now and Soon
FACTION_DECK = {  # VW-3.17
    3: {"human": 2, "vampire": 1, "infected": 0},
    4: {"human": 2, "vampire": 1, "infected": 1},
    5: {"human": 2, "vampire": 1, "infected": 2},
}
VAMPIRES = 3  # VW-3.17: as many as can be public, the Vampire and two Infected of five players
STARTING_SYMPATHY = {3: 8, 4: 7, 5: 6}  # VW-3.20

ACTIONS = 4  # VW-6.1
TROOP_CAP = 6  # VW-6.7, VW-7.3, VW-7.4
WINNING_STRENGTH = 6  # VW-8.2
MASSACRE_STRENGTH = 8  # VW-9.3
RALLY_SYMPATHY = 2  # VW-9.10, VW-9.13
MARTIAL_LAW_TO_WIN = 6  # VW-10.1
DECK_MINIMUM = 3  # VW-11.7
LUCIUS_HAND = 8  # VW-12.5
LUCIUS_DISCARD = 2  # VW-12.5
LUCIUS_ACTIONS = 5  # VW-12.6
RATI_CARDS = 2  # VW-12.7
DRAWN_TO_KEEP_ONE = 2  # VW-12.9, VW-12.13
RONALD_TROOPS = 2  # VW-12.12
