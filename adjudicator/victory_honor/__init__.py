"""Victory & Honor: the game played by its rules, and every question about it asked of the same code."""

from adjudicator.kernel import Game
from adjudicator.victory_honor.conflicts import CONFLICTS
from adjudicator.victory_honor.rulings import phase, position, rounds, score, setup, turn_rulings

_FAMILIES = (setup, turn_rulings, phase, position, rounds, score)

GAME = Game(
    id="victory-honor",
    procedures={procedure.name: procedure for family in _FAMILIES for procedure in family.PROCEDURES},
    conflicts={conflict.id: conflict for conflict in CONFLICTS},
)
