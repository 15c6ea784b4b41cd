"""Doomtrooper: the procedures that its rulebook decides."""

from adjudicator.doomtrooper import decks, sabotage, victory
from adjudicator.doomtrooper.assigned import animals, dark_symmetry, equipment, ki, vehicles
from adjudicator.doomtrooper.cards import (
    art,
    battles,
    corporate_war,
    missions,
    personalities,
    postplay,
    targets,
    unique_cards,
)
from adjudicator.doomtrooper.combat import arms, fight, legality, modifying, resolution, whole_combat
from adjudicator.doomtrooper.conflicts import CONFLICTS
from adjudicator.doomtrooper.turn import (
    actions,
    cover,
    drawing,
    introducing,
    outpost_duty,
    outposts,
    phases,
    secrecy,
    timing,
)
from adjudicator.kernel import Game

_FAMILIES = (
    legality,
    arms,
    fight,
    modifying,
    resolution,
    whole_combat,
    sabotage,
    victory,
    decks,
    drawing,
    phases,
    actions,
    introducing,
    cover,
    equipment,
    vehicles,
    animals,
    unique_cards,
    missions,
    dark_symmetry,
    art,
    ki,
    personalities,
    outposts,
    outpost_duty,
    targets,
    secrecy,
    postplay,
    timing,
    corporate_war,
    battles,
)

GAME = Game(
    id="doomtrooper",
    procedures={procedure.name: procedure for family in _FAMILIES for procedure in family.PROCEDURES},
    conflicts={conflict.id: conflict for conflict in CONFLICTS},
)
