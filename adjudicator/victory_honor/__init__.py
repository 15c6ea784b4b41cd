"""Victory & Honor: the game played by its rules, and every question about it asked of the same code."""

from adjudicator.kernel import Game
from adjudicator.victory_honor import (
    battle_rulings,
    position_rulings,
    record_rulings,
    score_rulings,
    setting_up,
    turn_rulings,
)
from adjudicator.victory_honor.conflicts import CONFLICTS

_FAMILIES = (setting_up, turn_rulings, battle_rulings, position_rulings, record_rulings, score_rulings)

GAME = Game(
    id="victory-honor",
    procedures={procedure.name: procedure for family in _FAMILIES for procedure in family.PROCEDURES},
    conflicts={conflict.id: conflict for conflict in CONFLICTS},
)
