"""Conditions of monsters: each token takes a slot of the board, on a die if no slot is free."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.village_attacks.conflicts import STUN_IN_OWN_TURN, TOKEN_ON_DICE
from adjudicator.village_attacks.faults import board_faults
from adjudicator.village_attacks.position import Open, Position, ask, asking, asks_missing, not_stated
from adjudicator.village_attacks.state import STRICT, Board, Condition, Face

Goes: TypeAlias = Callable[[list[str]], str]
"""Which of several unlike dice makes room for a token; it asks where nobody has said."""


def place_token(board: Board, condition: Condition, goes: Goes, trace: Trace, field: str = "board") -> Board:
    """The board with the token of one more condition on it; `field` is where it stands in the state."""
    match condition:
        case "broken":
            trace.cite("VA-4.4", "on-a-defence-slot", tokens=board.broken + 1)
            dice = _under(board.defence, board.defence_slots, board.broken, goes, trace, f"{field}.defence_slots")
            return dataclasses.replace(board, broken=board.broken + 1, defence=dice)
        case "stunned":
            trace.cite("VA-4.8", "broken-token", tokens=board.broken + 1)
            dice = _under(board.defence, board.defence_slots, board.broken, goes, trace, f"{field}.defence_slots")
            return dataclasses.replace(board, broken=board.broken + 1, defence=dice)
        case "silenced":
            trace.cite("VA-4.5", "on-a-reserve-slot", tokens=board.silenced + 1)
            dice = _under(board.reserve, board.reserve_slots, board.silenced, goes, trace, f"{field}.reserve_slots")
            return dataclasses.replace(board, silenced=board.silenced + 1, reserve=dice)
        case "slowed":
            if board.movement_slots is None:
                trace.cite("VA-4.6", "asks-slots")
                asks_missing(f"{field}.movement_slots")
            if board.slowed + 1 >= board.movement_slots:
                trace.cite("VA-4.6", "last-slot-stays-free", slots=board.movement_slots)
                return board
            trace.cite("VA-4.6", "on-a-movement-slot", tokens=board.slowed + 1)
            dice = _under(board.movement, board.movement_slots, board.slowed, goes, trace, f"{field}.movement_slots")
            return dataclasses.replace(board, slowed=board.slowed + 1, movement=dice)
        case "burning":
            if board.burning:
                trace.cite("VA-4.7", "only-one-token")
            else:
                trace.cite("VA-4.7", "on-the-board")
            return dataclasses.replace(board, burning=1)


def _free(board: Board) -> dict[str, Json]:
    """Slots without a token, of those that were told."""
    slots = {
        "free_defence": (board.defence_slots, board.broken),
        "free_movement": (board.movement_slots, board.slowed),
        "free_reserve": (board.reserve_slots, board.silenced),
    }
    return {name: printed - tokens for name, (printed, tokens) in slots.items() if printed is not None}


def _under(
    dice: tuple[Face, ...], slots: int | None, tokens: int, goes: Goes, trace: Trace, field: str
) -> tuple[Face, ...]:
    """The dice that are left when one more token lies on these slots: on an empty board one is always free."""
    if slots is None:
        if tokens or dice:
            trace.cite("VA-4.2", "asks-slots")
            asks_missing(field)
        return dice
    if tokens >= slots:
        trace.cite("VA-4.2", "no-slot-for-it", slots=slots)
        not_stated("token-without-a-slot")
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
            ask("die", name, options)
        return die

    field = f"monsters[{list(position.monsters).index(name)}].board"
    board = None if monster.board is None else place_token(monster.board, "stunned", goes, trace, field)
    position.monsters[name] = dataclasses.replace(monster, stunned=True, board=board)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterCondition:
    """A monster about to receive a condition."""

    __pydantic_config__ = STRICT
    condition: Condition
    """The condition."""
    board: Board
    """The monster's board before."""
    own_turn: bool = False
    """Whether it happens in the monster's own turn."""
    goes: Face | None = None
    """The die that makes room, where the token takes the place of one of several unlike dice."""


@asking
def monster_condition(state: MonsterCondition, trace: Trace) -> Ruling:
    """The board after, the slots left, and whether the turn ends."""
    board_faults(state.board, trace)
    trace.require_possible()

    def goes(options: list[str]) -> str:
        if state.goes in options:
            return state.goes
        trace.cite("VA-4.3", "asks-die", options=options)
        raise Open("choice", about="die", options=[*options])

    board = place_token(state.board, state.condition, goes, trace)
    if state.condition == "stunned":
        trace.cite("VA-4.8", "lies-till-it-activates")
    elif board != state.board:
        trace.cite("VA-4.1", "persistent", condition=state.condition)
    outcome: dict[str, Json] = {
        **_free(board),
        "defence": list(board.defence),
        "movement": list(board.movement),
        "reserve": list(board.reserve),
        "burning": board.burning,
        "turn_ends": False,
        "dice_less_next_turn": 0,
    }
    if state.condition == "stunned":
        outcome["dice_less_next_turn"] = 1
        if state.own_turn:
            trace.cite("VA-4.9", "turn-ends")
            outcome["turn_ends"] = True
            if trace.reading(STUN_IN_OWN_TURN) == "ends-only":
                trace.cite("VA-4.9", "instead-of-a-die")
                outcome["dice_less_next_turn"] = 0
        if outcome["dice_less_next_turn"]:
            trace.cite("VA-4.8", "one-die-less-next-time")
    return trace.ruling("resolved", **outcome)


PROCEDURES = (
    Procedure(
        name="monster-condition",
        state=MonsterCondition,
        decide=monster_condition,
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
