"""How a monster's turn begins, and what its end leaves.

The monster burns, pays its Experience by day, stands up if it was Stunned, and knows how many dice it rolls.
"""

import dataclasses
from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, fault_check, result_type, state_type
from adjudicator.village_attacks.blows import wound_monster
from adjudicator.village_attacks.conflicts import BROKEN_AFTER_STUN, FIRST_ROUND_BY_DAY, SPECIAL_DIE_IN_DEFENCE
from adjudicator.village_attacks.faults import minion_faults, monster_faults
from adjudicator.village_attacks.monsters.dice import Roll, require_discardable, to_roll
from adjudicator.village_attacks.position import Choice, Position
from adjudicator.village_attacks.state import Board, Count, Decision, Monster, Time
from adjudicator.village_attacks.tables import BURN, DAY_EXPERIENCE


@result_type
class Dawn:
    """What the start of a turn by day leaves."""

    experience: int
    """Experience tokens left."""
    damage: int
    """Damage for what could not be removed."""


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


@state_type
class DayStart:
    """A monster at the start of its turn by day."""

    experience: Count
    """Its Experience tokens."""
    first_round: bool = False
    """Whether it is the first round of the scenario."""


def day_start(state: DayStart, trace: Trace) -> Ruling:
    """Experience left and damage taken."""
    return trace.resolved(dawn(state.experience, state.first_round, trace))


@state_type
class TurnStart:
    """A played monster whose turn begins."""

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
    playing: Count = 2
    """How many monsters are played; two are needed to go on rolling less."""
    decisions: tuple[Decision, ...] = ()
    """What the players decided about damage that a minion can take."""


@result_type
class Hurt:
    """What the monster has suffered and lost before it rolls."""

    killed: bool
    damage: int
    """Damage tokens on it."""
    minions: dict[str, int]
    """Damage tokens on each of its minions."""
    dead: tuple[str, ...]
    """Those that were killed."""
    experience: int
    """Experience tokens left."""


@result_type
class TurnBegun(Hurt):
    """The monster when it rolls, or killed before."""

    broken: int | None = None
    """Broken tokens on its board, where it lives."""
    normal: int
    """Normal dice it rolls."""
    special: Literal["day", "night"] | None
    """The special die it rolls, if there is one."""


def turn_start(state: TurnStart, trace: Trace) -> Ruling:
    """Damage, Experience, conditions and dice when the turn begins."""
    monster, board = state.monster, state.monster.board or _EMPTY
    _turn_faults(state, trace)
    trace.require_possible()
    if monster.role == "summoned":
        trace.cite("VA-1.48", "by-its-card")
        trace.silence("turn-of-summoned-monsters")
    if monster.role == "minion":
        trace.cite("VA-9.1", "how-not-stated", minion=monster.name)
        trace.silence("turn-of-minions")
    hurt = _hurt(state, board.burning, trace)
    normal, special, broken = 0, None, None
    if not hurt.killed:
        board = _upright(board, trace) if monster.stunned else board
        normal, broken = _dice(state, board, hurt, trace), board.broken
        special = None if state.time == "none" else state.time
    return trace.resolved(
        TurnBegun(
            killed=hurt.killed,
            damage=hurt.damage,
            minions=hurt.minions,
            dead=hurt.dead,
            experience=hurt.experience,
            broken=broken,
            normal=normal,
            special=special,
        )
    )


def _dice(state: TurnStart, board: Board, hurt: Hurt, trace: Trace) -> int:
    """The normal dice it rolls."""
    roll = Roll(
        reserve=len(board.reserve),
        discarded=state.discards,
        stunned=state.monster.stunned,
        waits_for_summons=state.waits_for_summons,
        pays_on_for=state.pays_on_for,
        playing=state.playing,
    )
    require_discardable(roll, trace, hurt)
    return to_roll(roll, state.time, trace).normal


def _hurt(state: TurnStart, burning: int, trace: Trace) -> Hurt:
    """What fire and day do to the monster."""
    if not burning and state.time != "day":
        return Hurt(
            killed=False,
            damage=state.monster.damage,
            minions={minion.name: minion.damage for minion in state.minions},
            dead=(),
            experience=state.experience,
        )
    name, experience = state.monster.name, state.experience
    position = Position((), (), (state.monster, *state.minions), state.decisions)
    if burning:
        trace.cite("VA-4.7", "burns", damage=BURN)
        wound_monster(position, name, BURN, trace)
    if state.time == "day" and name not in position.dead:
        after = dawn(experience, state.first_round, trace)
        experience = after.experience
        wound_monster(position, name, after.damage, trace)
    return Hurt(
        killed=name in position.dead,
        damage=position.monsters[name].damage,
        minions={minion.name: position.monsters[minion.name].damage for minion in state.minions},
        dead=tuple(position.dead),
        experience=0 if name in position.dead else experience,
    )


@fault_check
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


def _upright(board: Board, trace: Trace) -> Board:
    """The board of a Stunned monster that stands up."""
    if not board.broken or trace.reading(BROKEN_AFTER_STUN) == "stays":
        return board
    trace.cite("VA-4.8", "token-goes")
    return dataclasses.replace(board, broken=board.broken - 1)


@state_type
class TurnEnd:
    """A monster at the end of its turn by day or by night."""

    special: Literal["spent", "unspent", "on-a-defence-slot"]
    """What has become of its Day or Night die."""


@result_type
class SpecialDieGone:
    """What becomes of the Day or Night die."""

    discarded: bool


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
    return trace.resolved(SpecialDieGone(discarded=discarded))


_EMPTY = Board(defence_slots=1, movement_slots=1, reserve_slots=1)  # a turn begins without counting them

PROCEDURES = (
    Procedure(
        name="day-start",
        state=DayStart,
        decide=day_start,
        results=(Dawn,),
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
        results=(TurnBegun, Hurt, Choice),
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
        results=(SpecialDieGone,),
        example=TurnEnd(special="unspent"),
        summary={
            "it": "Che cosa succede al dado Giorno o Notte a fine turno",
            "en": "What happens to the Day or Night die at the end of the turn",
        },
    ),
)
