"""The end of a round: dice off the boards, what is done with leaves the game, the tokens turn and pass on."""

from collections.abc import Mapping
from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.faults import monster_faults
from adjudicator.village_attacks.state import Board, Face, Monster, Time


@state_type
class ZoneToken:
    """A condition lying in a zone."""

    zone: str
    """The zone."""
    condition: Literal["unlucky", "darkness"]
    """The condition."""
    by_event: bool = False
    """Whether a Village Event card says that it lasts longer."""


@state_type
class Restoration:
    """The table at the end of a round."""

    monsters: tuple[Monster, ...]
    """The played monsters as their players sit, clockwise, with their boards."""
    first: str
    """The monster with the first-player token."""
    time: Time = "none"
    """What the Day/Night token shows, or neither where the mode is not played."""
    zone_tokens: tuple[ZoneToken, ...] = ()
    """Conditions lying in zones."""
    spent: tuple[str, ...] = ()
    """Cards and tokens that have done their work."""


@result_type
class Restored:
    """What lies on the table when the next round begins."""

    first: str
    """The monster that the first-player token goes to."""
    zone_conditions: tuple[str, ...]
    """The zones whose conditions stay."""
    reserve: Mapping[str, tuple[Face, ...]]
    """The results left on each monster's Reserve slots."""
    time: Time


@result_type
class RestoredToTheDead(Restored):
    """The same, where the first-player token goes to a dead monster."""

    not_stated: Literal["first-player-dead"] = "first-player-dead"


def restoration(state: Restoration, trace: Trace) -> Ruling:
    """What lies on the table when the next round begins."""
    seats = [monster for monster in state.monsters if monster.role == "playing"]
    names = [monster.name for monster in seats]
    for monster in state.monsters:
        monster_faults(monster, trace)
    if state.first not in names:
        trace.fault("VA-1.1", "not-at-the-table", monster=state.first)
    if len(set(names)) < len(names):
        trace.fault("VA-1.1", "seated-twice")
    trace.require_possible()
    trace.cite("VA-3.1", "what-is-done-leaves", pieces=[*state.spent])
    stay: list[str] = []
    for token in state.zone_tokens:
        if token.by_event:
            trace.cite("VA-4.14", "as-the-event-says", zone=token.zone, condition=token.condition)
            stay.append(token.zone)
        else:
            trace.cite("VA-4.14", "ends-with-the-round", zone=token.zone, condition=token.condition)
    left = _reserves(state, trace)
    time = state.time
    if time != "none":
        time = "night" if time == "day" else "day"
        trace.cite("VA-3.3", "token-turned", time=time)
    following = seats[(names.index(state.first) + 1) % len(seats)]
    trace.cite("VA-3.4", "passed-on", monster=following.name)
    if following.zone is None:
        trace.cite("VA-3.4", "to-a-dead-monster", monster=following.name)
        dead = RestoredToTheDead(first=following.name, zone_conditions=tuple(stay), reserve=left, time=time)
        return trace.closed("undecided", dead)
    return trace.resolved(Restored(first=following.name, zone_conditions=tuple(stay), reserve=left, time=time))


def _reserves(state: Restoration, trace: Trace) -> dict[str, tuple[Face, ...]]:
    left: dict[str, tuple[Face, ...]] = {}
    for monster in state.monsters:
        board = monster.board
        if board is None:
            left[monster.name] = ()
            continue
        gone = len(board.dice) + len(board.defence) + len(board.movement)
        if gone:
            trace.cite("VA-3.2", "results-removed", monster=monster.name, dice=gone)
        if board.reserve:
            trace.cite("VA-3.2", "reserve-stays", monster=monster.name, dice=len(board.reserve))
        left[monster.name] = board.reserve
    return left


_BOARD = Board(defence_slots=1, movement_slots=2, reserve_slots=2, dice=("villager",), reserve=("magic",))

PROCEDURES = (
    Procedure(
        name="restoration",
        state=Restoration,
        decide=restoration,
        results=(Restored, RestoredToTheDead),
        example=Restoration(
            monsters=(
                Monster(name="Banshee", type="Banshee", zone="hall", health=6, board=_BOARD),
                Monster(name="Vampire", type="Vampire", zone="heart", health=7),
            ),
            first="Vampire",
            time="day",
            zone_tokens=(ZoneToken(zone="hall", condition="unlucky"),),
        ),
        summary={
            "it": "Che cosa resta sul tavolo dopo la fase di ripristino, e chi comincia",
            "en": "What is left on the table after the restoration phase, and who begins",
        },
    ),
)
