"""Decides: pure functions over frozen states, each step with the rule it applies."""

from collections.abc import Mapping

from adjudicator import doomtrooper, victory_honor, village_attacks, vwars
from adjudicator.kernel import (
    Conflict,
    Fact,
    Game,
    IllegalState,
    Json,
    Procedure,
    Ruling,
    Silence,
    Silent,
    Step,
    Trace,
    Verdict,
)
from adjudicator.written import Written

GAMES: Mapping[str, Game] = {
    game.id: game for game in (vwars.GAME, doomtrooper.GAME, victory_honor.GAME, village_attacks.GAME)
}

__all__ = [
    "GAMES",
    "Conflict",
    "Fact",
    "Game",
    "IllegalState",
    "Json",
    "Procedure",
    "Ruling",
    "Silence",
    "Silent",
    "Step",
    "Trace",
    "Verdict",
    "Written",
]
