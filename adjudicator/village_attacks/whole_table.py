"""A whole table at one moment: whether it can come about, and whether the game is over."""

from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.faults import standing_faults
from adjudicator.village_attacks.state import Board, Count, Monster, Troll, Villager, Zone


@state_type
class Table:
    """Everything on the table."""

    zones: tuple[Zone, ...]
    """The map."""
    villagers: tuple[Villager, ...]
    """The villagers on it."""
    monsters: tuple[Monster, ...]
    """The monsters, those on their boards too."""
    troll: Troll | None = None
    """The Troll, where it is on the map."""


@result_type
class Possible:
    """A table that can come about."""

    possible: Literal[True] = True
    dead: tuple[str, ...]
    """The dead monsters."""


def table(state: Table, trace: Trace) -> Ruling:
    """That the position is possible; one that is not is refused with all its faults."""
    troll_at = None if state.troll is None else state.troll.zone
    standing_faults(state.zones, state.villagers, state.monsters, troll_at, trace)
    trace.require_possible()
    trace.cite("VA-2.33", "limits-kept", villagers=len(state.villagers))
    if state.monsters:
        trace.cite("VA-4.2", "boards-in-order", monsters=len(state.monsters))
    return trace.resolved(Possible(dead=tuple(monster.name for monster in state.monsters if monster.zone is None)))


@state_type
class GameEnd:
    """The two tracks that a game might end on."""

    heart: Count
    """Health of the Castle Heart."""
    morale: Count
    """Village Morale."""


def game_end(state: GameEnd, trace: Trace) -> Ruling:
    """Nothing is said of winning and losing; only where the tracks stand."""
    if not state.heart:
        trace.cite("VA-1.39", "heart-at-zero")
    else:
        trace.cite("VA-1.39", "heart-holds", heart=state.heart)
    if not state.morale:
        trace.cite("VA-1.13", "morale-at-zero")
    else:
        trace.cite("VA-1.13", "morale-holds", morale=state.morale)
    trace.silence("victory-and-defeat")


PROCEDURES = (
    Procedure(
        name="table",
        state=Table,
        decide=table,
        results=(Possible,),
        example=Table(
            zones=(
                Zone(name="heart", neighbours=("hall",), distance=0),
                Zone(name="hall", neighbours=("heart",), distance=1, spawn=True, room=4),
            ),
            villagers=(Villager(name="hunter", kind="hunter", zone="hall", type="Banshee", health=2, card=None),),
            monsters=(
                Monster(
                    name="Banshee",
                    type="Banshee",
                    zone="hall",
                    health=6,
                    board=Board(defence_slots=1, movement_slots=2, reserve_slots=1, slowed=1),
                ),
            ),
        ),
        summary={"it": "Se un tavolo così può esistere", "en": "Whether such a table can exist"},
    ),
    Procedure(
        name="game-end",
        state=GameEnd,
        decide=game_end,
        example=GameEnd(heart=0, morale=3),
        summary={
            "it": "Che cosa dice il testo di vittoria e sconfitta",
            "en": "What the text says of winning and losing",
        },
    ),
)
