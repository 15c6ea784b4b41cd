"""Village Attacks: the procedures that its player aid decides."""

from adjudicator.kernel import Game
from adjudicator.village_attacks import kills, restoration, round_order, setup, whole_table
from adjudicator.village_attacks.conflicts import CONFLICTS
from adjudicator.village_attacks.monsters import (
    acting_order,
    attacks,
    capacities,
    death,
    dice,
    die_uses,
    moves,
    other_uses,
    reserve,
    summoning,
    tokens,
    turn,
)
from adjudicator.village_attacks.spawning import spawn_cards
from adjudicator.village_attacks.villagers import (
    activation,
    events,
    order,
    phase,
    shoving,
    targets,
    traps,
    troll,
    walking,
)

_FAMILIES = (
    round_order,
    acting_order,
    turn,
    dice,
    die_uses,
    reserve,
    moves,
    attacks,
    kills,
    capacities,
    other_uses,
    death,
    summoning,
    events,
    order,
    targets,
    walking,
    shoving,
    activation,
    troll,
    traps,
    spawn_cards,
    phase,
    restoration,
    tokens,
    setup,
    whole_table,
)

GAME = Game(
    id="village-attacks",
    procedures={procedure.name: procedure for family in _FAMILIES for procedure in family.PROCEDURES},
    conflicts={conflict.id: conflict for conflict in CONFLICTS},
)
