"""V-Wars: the procedures that its two editions decide."""

from adjudicator.kernel import Game
from adjudicator.vwars import (
    actions,
    elections,
    events,
    new_cards,
    rally,
    results,
    riots,
    roles,
    setup,
    suspicion,
    table,
    turn,
    victory,
    whole_riot,
)
from adjudicator.vwars.conflicts import CONFLICTS

_FAMILIES = (
    setup,
    table,
    turn,
    actions,
    suspicion,
    events,
    elections,
    riots,
    results,
    rally,
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
