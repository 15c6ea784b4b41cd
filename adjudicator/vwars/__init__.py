"""V-Wars: the procedures that its two editions decide."""

from adjudicator.kernel import Game
from adjudicator.vwars import (
    actions,
    elections,
    events,
    new_cards,
    roles,
    setup,
    suspicion,
    turn,
    victory,
    whole_table,
)
from adjudicator.vwars.conflicts import CONFLICTS
from adjudicator.vwars.riot import after_combat, fight, outbreak, rally, results, whole_riot

_FAMILIES = (
    setup,
    whole_table,
    turn,
    actions,
    suspicion,
    events,
    elections,
    outbreak,
    fight,
    results,
    rally,
    after_combat,
    whole_riot,
    victory,
    new_cards,
    roles,
)

GAME = Game(
    id="vwars",
    procedures={procedure.name: procedure for family in _FAMILIES for procedure in family.PROCEDURES},
    conflicts={conflict.id: conflict for conflict in CONFLICTS},
)
