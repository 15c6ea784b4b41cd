"""How villagers walk: a zone at a time toward the Castle Heart, shoving where a zone is full."""

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.example import CROWD, FULL_HALL
from adjudicator.village_attacks.faults import standing_faults
from adjudicator.village_attacks.position import Choice, Move, Position
from adjudicator.village_attacks.state import Decision, Monster, Villager, Zone
from adjudicator.village_attacks.villagers.shoving import Pusher, make_room, step
from adjudicator.village_attacks.villagers.targets import values
from adjudicator.village_attacks.villagers.waking import wakes


def walk(position: Position, name: str, zones: int, trace: Trace) -> None:
    """The villager goes so many zones toward the Castle Heart, or as many as there are."""
    gone = 0
    while gone < zones:  # how far it goes is asked for no closer than the way to the Heart is long
        gone += 1
        villager = position.villagers[name]
        if villager.zone == position.heart_zone:
            trace.cite("VA-2.6", "stays-in-the-heart", villager=name)
            return
        ways = position.toward_heart(villager.zone)
        to = ways[0] if len(ways) == 1 else position.pick("path", name, ways)
        if to is None:
            trace.cite("VA-2.6", "asks-way", villager=name, options=ways)
            trace.choice(Choice(about="path", who=name, options=tuple(ways)))
        if position.full(to):
            make_room(position, to, Pusher(name, villager.kind, villager.type), "heart", trace)
        trace.cite("VA-2.6", "walks", villager=name, start=villager.zone, to=to)
        step(position, name, to, False, trace)
        if name not in position.villagers:
            return


@state_type
class VillagerMove:
    """A villager about to move after its attack."""

    mover: str
    """The villager's name."""
    zones: tuple[Zone, ...]
    """The map."""
    villagers: tuple[Villager, ...]
    """The villagers, the mover among them."""
    monsters: tuple[Monster, ...] = ()
    """The monsters, which take up room too."""
    troll_at: str | None = None
    """Where the Troll stands, if it is on the map: it takes up room too."""
    decisions: tuple[Decision, ...] = ()
    """What coins and players decided."""


@result_type
class Walked:
    """Where a villager's move leaves everybody."""

    moves: tuple[Move, ...]
    """Every step made, those of figures shoved too."""
    zones: dict[str, str | None]
    """Where each figure stands after; none for a dead monster."""
    dead: tuple[str, ...]


def villager_move(state: VillagerMove, trace: Trace) -> Ruling:
    """Where it goes, and whom it shoves."""
    standing_faults(state.zones, state.villagers, state.monsters, state.troll_at, trace)
    if state.mover not in {villager.name for villager in state.villagers}:
        trace.fault("VA-2.6", "unknown-mover", villager=state.mover)
    trace.require_possible()
    position = Position(state.zones, state.villagers, state.monsters, state.decisions, troll=state.troll_at)
    if wakes(position, state.mover, trace):
        walk(position, state.mover, values(position, state.mover, trace).move, trace)
    return trace.resolved(Walked(moves=tuple(position.moves), zones=position.standing, dead=tuple(position.dead)))


PROCEDURES = (
    Procedure(
        name="villager-move",
        state=VillagerMove,
        decide=villager_move,
        results=(Walked, Choice),
        example=VillagerMove(mover="smith", zones=FULL_HALL, villagers=CROWD),
        summary={
            "it": "Dove si muove un abitante del villaggio, e chi spintona",
            "en": "Where a villager moves, and whom it shoves",
        },
    ),
)
