"""Whose turn it is in the monsters' phase, and how a turn begins.

The monster burns, pays its Experience by day, stands up if it was Stunned, and knows how many dice it rolls.
"""

import dataclasses
from dataclasses import dataclass
from typing import Literal

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.village_attacks.blows import wound_monster
from adjudicator.village_attacks.conflicts import BROKEN_AFTER_STUN, FIRST_ROUND_BY_DAY, SPECIAL_DIE_IN_DEFENCE
from adjudicator.village_attacks.faults import minion_faults, monster_faults
from adjudicator.village_attacks.monsters.dice import Roll, to_roll
from adjudicator.village_attacks.position import Position, asking, not_stated
from adjudicator.village_attacks.state import STRICT, Board, Count, Decision, Monster, Time
from adjudicator.village_attacks.tables import BURN, DAY_EXPERIENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class MonstersPhaseOrder:
    """The monsters of a round."""

    __pydantic_config__ = STRICT
    clockwise: tuple[str, ...]
    """The played monsters as their players sit, clockwise."""
    first: str
    """The monster with the first-player token."""
    summoned: tuple[str, ...] = ()
    """The summoned monsters."""


def monsters_phase_order(state: MonstersPhaseOrder, trace: Trace) -> Ruling:
    """Who acts after whom."""
    if state.first not in state.clockwise:
        trace.fault("VA-1.1", "not-at-the-table", monster=state.first)
    if len(set(state.clockwise)) < len(state.clockwise):
        trace.fault("VA-1.1", "seated-twice")
    for name in state.summoned:
        if name in state.clockwise:
            trace.fault("VA-1.40", "already-played", monster=name)
    trace.require_possible()
    start = state.clockwise.index(state.first)
    order: list[Json] = [*state.clockwise[start:], *state.clockwise[:start]]
    trace.cite("VA-1.1", "first-player-begins", monster=state.first)
    if state.summoned:
        trace.cite("VA-1.47", "summoned-come-last", monsters=[*state.summoned])
    if len(state.summoned) > 1:
        trace.cite("VA-1.47", "order-among-them", monsters=[*state.summoned])
        return trace.ruling("undecided", not_stated="order-of-summoned-monsters", order=order)
    return trace.ruling("resolved", order=[*order, *state.summoned])


@dataclass(frozen=True, slots=True)
class Dawn:
    """What the start of a turn by day leaves."""

    experience: int
    damage: int


def dawn(experience: int, first_round: bool, trace: Trace) -> Dawn:
    """The Experience left by day, and the damage for what could not be removed."""
    short = max(0, DAY_EXPERIENCE - experience)
    if first_round and experience and trace.reading(FIRST_ROUND_BY_DAY) == "removal-too":
        trace.cite("VA-7.4", "not-in-the-first-round")
        return Dawn(experience=experience, damage=0)
    trace.cite("VA-7.4", "experience-removed", removed=DAY_EXPERIENCE - short)
    if not short:
        return Dawn(experience=experience - DAY_EXPERIENCE, damage=0)
    if first_round:
        trace.cite("VA-7.5", "no-damage-in-the-first-round")
        return Dawn(experience=0, damage=0)
    trace.cite("VA-7.5", "damage-instead", damage=short)
    return Dawn(experience=0, damage=short)


@dataclass(frozen=True, slots=True, kw_only=True)
class DayStart:
    """A monster at the start of its turn by day."""

    __pydantic_config__ = STRICT
    experience: Count
    """Its Experience tokens."""
    first_round: bool = False
    """Whether it is the first round of the scenario."""


def day_start(state: DayStart, trace: Trace) -> Ruling:
    """Experience left and damage taken."""
    after = dawn(state.experience, state.first_round, trace)
    return trace.ruling("resolved", experience=after.experience, damage=after.damage)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStart:
    """A played monster whose turn begins."""

    __pydantic_config__ = STRICT
    monster: Monster
    """The monster with its board."""
    minions: tuple[Monster, ...] = ()
    """Its minions, where it has any: one in its zone can take damage in its place."""
    experience: Count = 0
    """Its Experience tokens."""
    time: Time = "none"
    """Day, night, or neither where the mode is not played."""
    first_round: bool = False
    """Whether it is the first round of the scenario."""
    discards: Count = 0
    """Results of its Reserve that it discards before rolling."""
    waits_for_summons: bool = False
    """Whether it has paid for a monster that is not summoned yet."""
    pays_on_for: Count = 0
    """For how many summoned monsters in play it is one of the two that go on rolling less."""
    playing: Count | None = None
    """How many monsters are played, where that may be fewer than two."""
    decisions: tuple[Decision, ...] = ()
    """What the players decided about damage that a minion can take."""


@asking
def turn_start(state: TurnStart, trace: Trace) -> Ruling:
    """Damage, Experience, conditions and dice when the turn begins."""
    monster, board = state.monster, state.monster.board or _EMPTY
    _turn_faults(state, trace)
    if monster.role == "summoned":
        trace.cite("VA-1.48", "by-its-card")
        not_stated("turn-of-summoned-monsters")
    if monster.role == "minion":
        trace.cite("VA-9.1", "how-not-stated", minion=monster.name)
        not_stated("turn-of-minions")
    position = Position((), (), (monster, *state.minions), state.decisions)
    experience = state.experience
    if board.burning:
        trace.cite("VA-4.7", "burns", damage=BURN)
        wound_monster(position, monster.name, BURN, trace)
    if state.time == "day" and monster.name not in position.dead:
        after = dawn(experience, state.first_round, trace)
        experience = after.experience
        wound_monster(position, monster.name, after.damage, trace)
    minions: dict[str, Json] = {minion.name: position.monsters[minion.name].damage for minion in state.minions}
    damage = position.monsters[monster.name].damage
    hurt: dict[str, Json] = {"damage": damage, "minions": minions, "dead": position.dead}
    if monster.name in position.dead:
        return trace.ruling("resolved", killed=True, **hurt, experience=0, normal=0, special=None)
    if monster.stunned:
        board = _standing(board, trace)
    roll = Roll(
        reserve=len(board.reserve),
        discarded=state.discards,
        stunned=monster.stunned,
        waits_for_summons=state.waits_for_summons,
        pays_on_for=state.pays_on_for,
        playing=state.playing,
    )
    if roll.discarded > roll.reserve:
        trace.cite("VA-1.24", "not-that-many", reserve=roll.reserve, discarded=roll.discarded)
        return trace.ruling("illegal", killed=False, **hurt, experience=experience)
    dice = to_roll(roll, state.time, trace)
    return trace.ruling(
        "resolved",
        killed=False,
        **hurt,
        experience=experience,
        broken=board.broken,
        normal=dice.normal,
        special=None if state.time == "none" else state.time,
    )


def _turn_faults(state: TurnStart, trace: Trace) -> None:
    monster_faults(state.monster, trace)
    if state.monster.zone is None:
        trace.fault("VA-1.39", "still-dead", monster=state.monster.name)
    for minion in state.minions:
        monster_faults(minion, trace)
        minion_faults(minion, (state.monster,), trace)
        if minion.role != "minion" and minion.controller is None:
            trace.fault("VA-9.1", "no-minion", monster=minion.name)
    names = [state.monster.name, *(minion.name for minion in state.minions)]
    for name in sorted({name for name in names if names.count(name) > 1}):
        trace.fault("VA-2.7", "named-twice", name=name)
    trace.require_possible()


def _standing(board: Board, trace: Trace) -> Board:
    """The board of a Stunned monster that stands up."""
    if not board.broken or trace.reading(BROKEN_AFTER_STUN) == "stays":
        return board
    trace.cite("VA-4.8", "token-goes")
    return dataclasses.replace(board, broken=board.broken - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnd:
    """A monster at the end of its turn by day or by night."""

    __pydantic_config__ = STRICT
    special: Literal["spent", "unspent", "on-a-defence-slot"]
    """What has become of its Day or Night die."""


def turn_end(state: TurnEnd, trace: Trace) -> Ruling:
    """Whether the special die is discarded."""
    discarded = state.special == "unspent"
    if state.special == "on-a-defence-slot" and trace.reading(SPECIAL_DIE_IN_DEFENCE) == "lost":
        trace.cite("VA-7.10", "gone-with-the-turn")
        discarded = True
    elif discarded:
        trace.cite("VA-7.10", "spent-or-discarded")
    else:
        trace.cite("VA-7.10", "spent-when-placed")
    return trace.ruling("resolved", discarded=discarded)


_EMPTY = Board()

PROCEDURES = (
    Procedure(
        name="monsters-phase-order",
        state=MonstersPhaseOrder,
        decide=monsters_phase_order,
        example=MonstersPhaseOrder(clockwise=("Banshee", "Vampire", "Golem"), first="Vampire", summoned=("Imp",)),
        summary={
            "it": "In quale ordine agiscono i mostri",
            "en": "In which order the monsters act",
        },
    ),
    Procedure(
        name="day-start",
        state=DayStart,
        decide=day_start,
        example=DayStart(experience=1),
        summary={
            "it": "Quanta Esperienza toglie il giorno, e quanto danno fa",
            "en": "How much Experience the day removes, and how much damage it does",
        },
    ),
    Procedure(
        name="turn-start",
        state=TurnStart,
        decide=turn_start,
        example=TurnStart(
            monster=Monster(
                name="Banshee",
                type="Banshee",
                zone="hall",
                health=6,
                damage=2,
                stunned=True,
                board=Board(
                    defence_slots=2, movement_slots=3, reserve_slots=2, reserve=("magic",), broken=1, burning=1
                ),
            ),
            experience=1,
            time="day",
        ),
        summary={
            "it": "Come comincia il turno di un mostro: danni, Esperienza, condizioni e dadi",
            "en": "How a monster's turn begins: damage, Experience, conditions and dice",
        },
    ),
    Procedure(
        name="turn-end",
        state=TurnEnd,
        decide=turn_end,
        example=TurnEnd(special="unspent"),
        summary={
            "it": "Che cosa succede al dado Giorno o Notte a fine turno",
            "en": "What happens to the Day or Night die at the end of the turn",
        },
    ),
)
