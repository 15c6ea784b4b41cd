"""Village Attacks: the procedures that its player aid decides."""

from adjudicator.kernel import Game
from adjudicator.village_attacks import (
    activation,
    capacities,
    death,
    dice,
    die_uses,
    errands,
    events,
    kills,
    monster_attacks,
    monster_moves,
    monster_turn,
    moves,
    order,
    reserve,
    restoration,
    set_up,
    spawn_cards,
    summoning,
    table,
    targets,
    tokens,
    traps,
    troll,
    villagers_phase,
)
from adjudicator.village_attacks.conflicts import CONFLICTS

_FAMILIES = (
    monster_turn,
    dice,
    die_uses,
    reserve,
    monster_moves,
    monster_attacks,
    kills,
    capacities,
    errands,
    death,
    summoning,
    events,
    order,
    targets,
    moves,
    activation,
    troll,
    traps,
    spawn_cards,
    villagers_phase,
    restoration,
    tokens,
    set_up,
    table,
)

GAME = Game(
    id="village-attacks",
    procedures={procedure.name: procedure for family in _FAMILIES for procedure in family.PROCEDURES},
    conflicts={conflict.id: conflict for conflict in CONFLICTS},
)
