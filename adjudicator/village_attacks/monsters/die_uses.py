"""What each result on a monster's board may do, and which slots take it.

A Villager Activation only moves a villager; any other result moves the monster while a Movement slot is
free; the rest hangs on the result, on where the monster stands and on what there is to pay for.
"""

from typing import Literal, TypeAlias

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.conflicts import MOVEMENT_DICE, RANGED_DIE, STORING_ACTIVATION
from adjudicator.village_attacks.faults import board_faults
from adjudicator.village_attacks.state import Board, DieKind, Face

Use: TypeAlias = Literal[
    "villager-activation",
    "movement",
    "attack-own-zone",
    "attack-next-zone",
    "defence",
    "healing",
    "capacity",
    "objective",
    "trap",
    "summoning",
    "reserve",
]


@state_type
class DieUses:
    """A result on a monster's board in its own turn."""

    result: Face
    """The result."""
    die: DieKind = "normal"
    """Whether it is a normal, Day or Night die."""
    board: Board
    """The board with everything that lies on its slots."""
    in_heart: bool = False
    """Whether the monster stands in the Castle Heart."""
    capacity_costs: tuple[Face, ...] = ()
    """Results that its Capacities cost."""
    trap_costs: tuple[Face, ...] = ()
    """Results that the traps on the summary board cost."""
    summoning_costs: tuple[Face, ...] = ()
    """Results shown in the Summoning Room, where the monster stands in it."""
    objective_symbols: tuple[Face, ...] = ()
    """Results that an objective within its reach takes."""


@result_type
class Uses:
    """What the result may do."""

    uses: tuple[Use, ...]


def die_uses(state: DieUses, trace: Trace) -> Ruling:
    """Everything the result may be used for."""
    board_faults(state.board, trace)
    trace.require_possible()
    trace.cite("VA-1.3", "any-order-then-gone", result=state.result)
    uses: list[Use] = []
    if state.result == "villager":
        trace.cite("VA-1.8", "useless-result")
        trace.cite("VA-1.5", "moves-a-villager")
        uses.append("villager-activation")
    elif has_movement_slot(state.board, trace):
        trace.cite("VA-1.9", "any-useful-die", result=state.result)
        uses.append("movement")
    else:
        trace.cite("VA-1.9", "no-free-slot", slots=state.board.movement_slots)
    uses += _by_face(state, trace)
    uses += _by_price(state, trace)
    if _goes_into_reserve(state, trace):
        uses.append("reserve")
    return trace.resolved(Uses(uses=tuple(uses)))


def has_movement_slot(board: Board, trace: Trace) -> bool:
    """Whether a Movement slot is free; tokens always leave one, so the slots are counted where dice lie there."""
    if not board.movement or board.slowed + len(board.movement) < board.movement_slots:
        return True
    if trace.reading(MOVEMENT_DICE) == "removed-at-once":
        trace.cite("VA-1.9", "slots-empty-at-once")
        return True
    return False


def _by_face(state: DieUses, trace: Trace) -> list[Use]:
    match state.result:
        case "melee":
            trace.cite("VA-1.12", "melee-own-zone")
            return ["attack-own-zone"]
        case "ranged":
            trace.cite("VA-1.12", "ranged-next-zone")
            if trace.reading(RANGED_DIE) == "adjacent-only":
                return ["attack-next-zone"]
            trace.cite("VA-1.12", "ranged-in-own-zone")
            return ["attack-own-zone", "attack-next-zone"]
        case "defence" | "vengeance" if has_defence_slot(state.board):
            trace.cite("VA-1.18", "on-a-defence-slot", result=state.result)
            return ["defence"]
        case "defence" | "vengeance":
            trace.cite("VA-1.18", "no-free-slot", slots=state.board.defence_slots)
            return []
        case "magic" if state.in_heart:
            trace.cite("VA-1.46", "heals-in-the-heart")
            return ["healing"]
        case _:
            return []


def has_defence_slot(board: Board) -> bool:
    """Whether a Defence slot is free."""
    return board.broken + len(board.defence) < board.defence_slots


def has_reserve_slot(board: Board) -> bool:
    """Whether a Reserve slot is free."""
    return board.silenced + len(board.reserve) < board.reserve_slots


def _by_price(state: DieUses, trace: Trace) -> list[Use]:
    found: list[Use] = []
    if state.result in state.capacity_costs:
        trace.cite("VA-1.26", "pays-a-capacity", result=state.result)
        found.append("capacity")
    if state.result in state.objective_symbols:
        trace.cite("VA-1.33", "spent-on-an-objective", result=state.result)
        found.append("objective")
    if state.result in state.trap_costs:
        trace.cite("VA-1.34", "pays-a-trap", result=state.result)
        found.append("trap")
    if state.result != "villager" and state.result in state.summoning_costs:
        trace.cite("VA-1.42", "pays-a-summons", result=state.result)
        found.append("summoning")
    return found


def _goes_into_reserve(state: DieUses, trace: Trace) -> bool:
    """Whether the result may be kept, with every reason why not."""
    fine = state.die == "normal"
    if not fine:
        trace.cite("VA-7.10", "not-in-reserve", die=state.die)
    if state.result == "villager":
        if trace.reading(STORING_ACTIVATION) == "not-storable":
            trace.cite("VA-1.22", "nothing-to-use-later")
            return False
        trace.cite("VA-1.22", "any-result-at-all")
    if fine and not has_reserve_slot(state.board):
        trace.cite("VA-1.22", "no-free-slot", slots=state.board.reserve_slots)
        return False
    return fine


_BOARD = Board(defence_slots=1, movement_slots=2, reserve_slots=2, movement=("magic",))

PROCEDURES = (
    Procedure(
        name="die-uses",
        state=DieUses,
        decide=die_uses,
        results=(Uses,),
        example=DieUses(result="magic", board=_BOARD, in_heart=True, capacity_costs=("magic",)),
        summary={"it": "A che cosa può servire un risultato", "en": "What a result may be used for"},
    ),
)
