"""A whole table at one moment: whether it can come about, and whether the game is over."""

from dataclasses import dataclass

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.village_attacks.faults import figure_faults, map_faults, troll_faults, type_faults
from adjudicator.village_attacks.state import STRICT, Board, Count, Monster, Troll, Villager, Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Everything on the table."""

    __pydantic_config__ = STRICT
    zones: tuple[Zone, ...]
    """The map."""
    villagers: tuple[Villager, ...]
    """The villagers on it."""
    monsters: tuple[Monster, ...]
    """The monsters, those on their boards too."""
    troll: Troll | None = None
    """The Troll, where it is on the map."""


def table(state: Table, trace: Trace) -> Ruling:
    """That the position is possible; one that is not is refused with all its faults."""
    map_faults(state.zones, trace)
    figure_faults(state.zones, state.villagers, state.monsters, trace, state.troll)
    type_faults(state.villagers, trace)
    troll_faults(state.troll, state.zones, trace)
    trace.require_possible()
    trace.cite("VA-2.33", "limits-kept", villagers=len(state.villagers))
    if state.monsters:
        trace.cite("VA-4.2", "boards-in-order", monsters=len(state.monsters))
    dead: list[Json] = [monster.name for monster in state.monsters if monster.zone is None]
    return trace.ruling("resolved", possible=True, dead=dead)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnd:
    """The two tracks that a game might end on."""

    __pydantic_config__ = STRICT
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
    return trace.ruling("undecided", not_stated="victory-and-defeat")


PROCEDURES = (
    Procedure(
        name="table",
        state=Table,
        decide=table,
        example=Table(
            zones=(
                Zone(name="heart", neighbours=("hall",), distance=0),
                Zone(name="hall", neighbours=("heart",), distance=1, spawn=True, room=4),
            ),
            villagers=(Villager(name="hunter", kind="hunter", zone="hall", type="Banshee"),),
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
