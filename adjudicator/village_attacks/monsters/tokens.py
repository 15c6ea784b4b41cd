"""Conditions of monsters: each token takes a slot of the board, on a die if no slot is free."""

import dataclasses
from collections.abc import Callable
from typing import Literal, TypeAlias

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.conflicts import STUN_IN_OWN_TURN, TOKEN_ON_DICE
from adjudicator.village_attacks.faults import board_faults
from adjudicator.village_attacks.position import Choice, Position
from adjudicator.village_attacks.state import Board, Condition, Face

Goes: TypeAlias = Callable[[list[str]], str]
"""Which of several unlike dice makes room for a token; it asks where nobody has said."""


def place_token(board: Board, condition: Condition, goes: Goes, trace: Trace) -> Board:
    """The board with the token of one more condition on it."""
    match condition:
        case "broken":
            trace.cite("VA-4.4", "on-a-defence-slot", tokens=board.broken + 1)
            return _broken(board, goes, trace)
        case "stunned":
            trace.cite("VA-4.8", "broken-token", tokens=board.broken + 1)
            return _broken(board, goes, trace)
        case "silenced":
            trace.cite("VA-4.5", "on-a-reserve-slot", tokens=board.silenced + 1)
            dice = _under(board.reserve, board.reserve_slots, board.silenced, goes, trace)
            return dataclasses.replace(board, silenced=board.silenced + 1, reserve=dice)
        case "slowed":
            if board.slowed + 1 >= board.movement_slots:
                trace.cite("VA-4.6", "last-slot-stays-free", slots=board.movement_slots)
                return board
            trace.cite("VA-4.6", "on-a-movement-slot", tokens=board.slowed + 1)
            dice = _under(board.movement, board.movement_slots, board.slowed, goes, trace)
            return dataclasses.replace(board, slowed=board.slowed + 1, movement=dice)
        case "burning":
            if board.burning:
                trace.cite("VA-4.7", "only-one-token")
                return board
            trace.cite("VA-4.7", "on-the-board")
            return dataclasses.replace(board, burning=1)


def _broken(board: Board, goes: Goes, trace: Trace) -> Board:
    dice = _under(board.defence, board.defence_slots, board.broken, goes, trace)
    return dataclasses.replace(board, broken=board.broken + 1, defence=dice)


def _under(dice: tuple[Face, ...], slots: int, tokens: int, goes: Goes, trace: Trace) -> tuple[Face, ...]:
    """The dice that are left when one more token lies on these slots."""
    if tokens >= slots:
        trace.cite("VA-4.2", "no-slot-for-it", slots=slots)
        trace.silence("token-without-a-slot")
    trace.cite("VA-4.2", "slot-unusable", left=slots - tokens - 1)
    if tokens + len(dice) < slots:
        return dice
    if len(dice) > 1 and trace.reading(TOKEN_ON_DICE) == "all-dice":
        trace.cite("VA-4.3", "all-dice-go", dice=len(dice))
        return ()
    kinds: list[str] = list(dict.fromkeys(dice))
    die = kinds[0] if len(kinds) == 1 else goes(kinds)
    trace.cite("VA-4.3", "die-goes", die=die)
    place = [str(face) for face in dice].index(die)
    return dice[:place] + dice[place + 1 :]


def stun_monster(position: Position, name: str, trace: Trace) -> None:
    """The monster on its side, with the token on its board where its board is known."""
    monster = position.monsters[name]
    trace.cite("VA-4.8", "on-its-side", monster=name)

    def goes(options: list[str]) -> str:
        die = position.pick("die", name, options)
        if die is None:
            trace.cite("VA-4.3", "asks-die", options=options)
            trace.choice(Choice(about="die", who=name, options=tuple(options)))
        return die

    board = None if monster.board is None else place_token(monster.board, "stunned", goes, trace)
    position.monsters[name] = dataclasses.replace(monster, stunned=True, board=board)


@state_type
class MonsterCondition:
    """A monster about to receive a condition."""

    condition: Condition
    """The condition."""
    board: Board
    """The monster's board before."""
    own_turn: bool = False
    """Whether it happens in the monster's own turn."""
    goes: Face | None = None
    """The die that makes room, where the token takes the place of one of several unlike dice."""


@result_type
class DieToGo:
    """A choice that is open: which die makes room for the token."""

    about: Literal["die"] = "die"
    """What is open."""
    options: tuple[str, ...]
    """The dice it may be."""


@result_type
class BoardAfter:
    """The board with the token on it, and the turns."""

    free_defence: int | None = None
    """Defence slots without a token, where the token lies on one."""
    free_movement: int | None = None
    """Movement slots without a token, where the token goes to one."""
    free_reserve: int | None = None
    """Reserve slots without a token, where the token lies on one."""
    defence: tuple[Face, ...]
    """Results on the Defence slots."""
    movement: tuple[Face, ...]
    """Results on the Movement slots."""
    reserve: tuple[Face, ...]
    """Results on the Reserve slots."""
    burning: int
    """Burning tokens."""
    turn_ends: bool
    dice_less_next_turn: int
    """Dice it rolls less in its next turn."""


def monster_condition(state: MonsterCondition, trace: Trace) -> Ruling:
    """The board after, the slots left, and whether the turn ends."""
    board_faults(state.board, trace)
    trace.require_possible()

    def goes(options: list[str]) -> str:
        if state.goes not in options:
            trace.cite("VA-4.3", "asks-die", options=options)
            trace.choice(DieToGo(options=tuple(options)))
        return state.goes

    condition = state.condition
    board = place_token(state.board, condition, goes, trace)
    turn_ends, less = False, 0
    if condition == "stunned":
        trace.cite("VA-4.8", "lies-till-it-activates")
        turn_ends, less = state.own_turn, _dice_less(state.own_turn, trace)
    elif board is not state.board:
        trace.cite("VA-4.1", "persistent", condition=condition)
    return trace.resolved(
        BoardAfter(
            free_defence=board.defence_slots - board.broken if condition in ("broken", "stunned") else None,
            free_movement=board.movement_slots - board.slowed if condition == "slowed" else None,
            free_reserve=board.reserve_slots - board.silenced if condition == "silenced" else None,
            defence=board.defence,
            movement=board.movement,
            reserve=board.reserve,
            burning=board.burning,
            turn_ends=turn_ends,
            dice_less_next_turn=less,
        )
    )


def _dice_less(own_turn: bool, trace: Trace) -> int:
    """Dice that a Stunned monster rolls less in its next turn."""
    if own_turn:
        trace.cite("VA-4.9", "turn-ends")
        if trace.reading(STUN_IN_OWN_TURN) == "ends-only":
            trace.cite("VA-4.9", "instead-of-a-die")
            return 0
    trace.cite("VA-4.8", "one-die-less-next-time")
    return 1


PROCEDURES = (
    Procedure(
        name="monster-condition",
        state=MonsterCondition,
        decide=monster_condition,
        results=(BoardAfter, DieToGo),
        example=MonsterCondition(
            condition="stunned",
            board=Board(defence_slots=2, movement_slots=3, reserve_slots=2, defence=("defence", "vengeance")),
        ),
        summary={
            "it": "Che cosa fa una condizione alla plancia di un mostro",
            "en": "What a condition does to a monster's board",
        },
    ),
)
