"""Decides: pure functions over frozen states, each step with the rule it applies."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from adjudicator.kernel import (
    Conflict,
    Fact,
    Game,
    IllegalState,
    Json,
    Procedure,
    Ruling,
    Silent,
    Step,
    Trace,
    Verdict,
)
from adjudicator.written import Written

_PACKAGES = {
    "vwars": "adjudicator.vwars",
    "doomtrooper": "adjudicator.doomtrooper",
    "victory-honor": "adjudicator.victory_honor",
    "village-attacks": "adjudicator.village_attacks",
}


class _Games(Mapping[str, Game]):
    """The games by id, each imported when it is first asked for: a ruling needs one of them."""

    def __getitem__(self, id: str) -> Game:
        game: Game = import_module(_PACKAGES[id]).GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(_PACKAGES)

    def __len__(self) -> int:
        return len(_PACKAGES)


GAMES: Mapping[str, Game] = _Games()

__all__ = [
    "GAMES",
    "Conflict",
    "Fact",
    "Game",
    "IllegalState",
    "Json",
    "Procedure",
    "Ruling",
    "Silent",
    "Step",
    "Trace",
    "Verdict",
    "Written",
]
