"""Decides: pure functions over frozen states, each step with the rule it applies."""

from collections.abc import Mapping

from adjudicator import vwars
from adjudicator.kernel import (
    Conflict,
    Fact,
    Game,
    IllegalState,
    Json,
    Procedure,
    Ruling,
    Silence,
    Step,
    Trace,
    Verdict,
    Written,
)

GAMES: Mapping[str, Game] = {game.id: game for game in (vwars.GAME,)}

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
    "Step",
    "Trace",
    "Verdict",
    "Written",
]
