"""Victory & Honor: the game played by its rules, and every question about it asked of the same code."""

from adjudicator.kernel import Game
from adjudicator.victory_honor.conflicts import CONFLICTS
from adjudicator.victory_honor.rulings import (
    battle,
    colours,
    game,
    phase,
    play_card,
    position,
    rounds,
    score,
    scouts,
    setup,
    where,
)

_FAMILIES = (setup, where, scouts, play_card, colours, phase, position, battle, rounds, score, game)

GAME = Game(
    id="victory-honor",
    procedures={procedure.name: procedure for family in _FAMILIES for procedure in family.PROCEDURES},
    conflicts={conflict.id: conflict for conflict in CONFLICTS},
)
