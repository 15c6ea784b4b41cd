"""What each result on a monster's board may do, and which slots take it.

A Villager Activation only moves a villager; any other result moves the monster while a Movement slot is
free; the rest hangs on the result, on where the monster stands and on what there is to pay for.
"""

from dataclasses import dataclass

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.village_attacks.conflicts import MOVEMENT_DICE, RANGED_DIE, STORING_ACTIVATION
from adjudicator.village_attacks.faults import board_faults
from adjudicator.village_attacks.position import asking, asks_missing
from adjudicator.village_attacks.state import STRICT, Board, DieKind, Face


@dataclass(frozen=True, slots=True, kw_only=True)
class DieUses:
    """A result on a monster's board in its own turn."""

    __pydantic_config__ = STRICT
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


@asking
def die_uses(state: DieUses, trace: Trace) -> Ruling:
    """Everything the result may be used for."""
    board_faults(state.board, trace)
    trace.require_possible()
    trace.cite("VA-1.3", "any-order-then-gone", result=state.result)
    uses: list[Json] = []
    if state.result == "villager":
        trace.cite("VA-1.8", "useless-result")
        trace.cite("VA-1.5", "moves-a-villager")
        uses.append("villager-activation")
    elif has_movement_slot(state.board, "board", trace):
        trace.cite("VA-1.9", "any-useful-die", result=state.result)
        uses.append("movement")
    uses += _by_face(state, trace)
    uses += _by_price(state, trace)
    if storable(state.result, state.die, state.board, trace):
        uses.append("reserve")
    return trace.ruling("resolved", uses=uses)


def has_movement_slot(board: Board, field: str, trace: Trace) -> bool:
    """Whether a Movement slot is free; `field` is where the board stands in the state.

    Tokens always leave one, so the number of slots matters only where dice lie there.
    """
    lying, slots = len(board.movement), board.movement_slots
    if not lying or (slots is not None and board.slowed + lying < slots):
        return True
    if trace.reading(MOVEMENT_DICE) == "removed-at-once":
        trace.cite("VA-1.9", "slots-empty-at-once")
        return True
    if slots is None:
        trace.cite("VA-1.9", "asks-slots")
        asks_missing(f"{field}.movement_slots")
    trace.cite("VA-1.9", "no-free-slot", slots=slots)
    return False


def _by_face(state: DieUses, trace: Trace) -> list[Json]:
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
        case "defence" | "vengeance" if has_defence_slot(state.board, trace):
            trace.cite("VA-1.18", "on-a-defence-slot", result=state.result)
            return ["defence"]
        case "magic" if state.in_heart:
            trace.cite("VA-1.46", "heals-in-the-heart")
            return ["healing"]
        case _:
            return []


def has_defence_slot(board: Board, trace: Trace) -> bool:
    """Whether a Defence slot is free; on an empty board one always is."""
    taken = board.broken + len(board.defence)
    if board.defence_slots is None:
        if taken:
            trace.cite("VA-1.18", "asks-slots")
            asks_missing("board.defence_slots")
        return True
    if taken < board.defence_slots:
        return True
    trace.cite("VA-1.18", "no-free-slot", slots=board.defence_slots)
    return False


def _by_price(state: DieUses, trace: Trace) -> list[Json]:
    found: list[Json] = []
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


def storable(result: Face, die: DieKind, board: Board, trace: Trace) -> bool:
    """Whether the result may be put into the Reserve, with every reason against it; an empty one has room."""
    fine = True
    if die != "normal":
        trace.cite("VA-7.10", "not-in-reserve", die=die)
        fine = False
    if result == "villager":
        if trace.reading(STORING_ACTIVATION) == "not-storable":
            trace.cite("VA-1.22", "nothing-to-use-later")
            fine = False
        else:
            trace.cite("VA-1.22", "any-result-at-all")
    taken = board.silenced + len(board.reserve)
    if board.reserve_slots is None:
        if taken and fine:
            trace.cite("VA-1.22", "asks-slots")
            asks_missing("board.reserve_slots")
    elif taken >= board.reserve_slots:
        trace.cite("VA-1.22", "no-free-slot", slots=board.reserve_slots)
        fine = False
    return fine


_BOARD = Board(defence_slots=1, movement_slots=2, reserve_slots=2, movement=("magic",))

PROCEDURES = (
    Procedure(
        name="die-uses",
        state=DieUses,
        decide=die_uses,
        example=DieUses(result="magic", board=_BOARD, in_heart=True, capacity_costs=("magic",)),
        summary={"it": "A che cosa può servire un risultato", "en": "What a result may be used for"},
    ),
)
