"""Dice laid aside: the Reserve, the Defence slots, and what Defence and Vengeance do to an attack."""

from collections import Counter
from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.blows import Used, defended, paid_back, reaches
from adjudicator.village_attacks.conflicts import SPECIAL_DIE_IN_DEFENCE, STORING_ACTIVATION
from adjudicator.village_attacks.faults import board_faults
from adjudicator.village_attacks.kills import Reward, reward
from adjudicator.village_attacks.monsters.die_uses import has_defence_slot, has_reserve_slot
from adjudicator.village_attacks.state import Board, Condition, Count, DieKind, Face, Kind, Time


@state_type
class Reserve:
    """A result about to go into the Reserve, or out of it."""

    act: Literal["place", "use", "discard"]
    """What the player does with it."""
    result: Face
    """The result."""
    die: DieKind = "normal"
    """Whether it is a normal, Day or Night die."""
    board: Board
    """The monster's board before."""
    own_turn: bool = True
    """Whether it is the monster's own turn."""
    rolled: bool = True
    """Whether the dice of the turn have been rolled."""


@result_type
class ReserveAfter:
    """What lies in the Reserve then."""

    reserve: tuple[Face, ...]
    """The results in it."""


def reserve(state: Reserve, trace: Trace) -> Ruling:
    """Whether that is allowed, and what lies in the Reserve after."""
    board_faults(state.board, trace)
    special = state.board.special
    if state.act != "place" and state.die != "normal" and not (special and special.place == "reserve"):
        trace.fault("VA-7.10", "lies-in-the-reserve")
    trace.require_possible()
    after = _place(state, trace) if state.act == "place" else _take(state, trace)
    return trace.judged(ReserveAfter(reserve=tuple(after)))


def _place(state: Reserve, trace: Trace) -> list[Face]:
    """The Reserve with one more result."""
    if state.die != "normal":
        trace.bar("VA-7.10", "not-in-reserve", die=state.die)
    if state.result == "villager":
        if trace.reading(STORING_ACTIVATION) == "not-storable":
            trace.bar("VA-1.22", "nothing-to-use-later")
        elif not trace.barred:
            trace.cite("VA-1.22", "any-result-at-all")
    if not has_reserve_slot(state.board):
        trace.bar("VA-1.22", "no-free-slot", slots=state.board.reserve_slots)
    trace.require_legal()
    _require_own_turn(state, trace)
    after = [*state.board.reserve, state.result]
    trace.cite("VA-1.22", "kept", result=state.result)
    trace.cite("VA-1.23", "one-die-less", kept=len(after))
    return after


def _take(state: Reserve, trace: Trace) -> list[Face]:
    """The Reserve without a result that is used or discarded."""
    after = list(state.board.reserve)
    if state.result not in after:
        trace.bar("VA-1.22", "not-in-the-reserve", result=state.result)
    if state.act == "discard" and state.rolled:
        trace.bar("VA-1.24", "after-the-roll")
    trace.require_legal()
    after.remove(state.result)
    if state.act == "use":
        _require_own_turn(state, trace)
        trace.cite("VA-1.25", "used-and-discarded", result=state.result)
    else:
        trace.cite("VA-1.24", "discarded-for-a-die", result=state.result)
    return after


def _require_own_turn(state: Reserve, trace: Trace) -> None:
    if not state.own_turn:
        trace.cite("VA-1.22", "outside-own-turn")
        trace.silence("reserve-outside-own-turn")


@state_type
class DefencePlacing:
    """A result about to be put on a Defence slot."""

    result: Face
    """The result."""
    board: Board
    """The monster's board before."""


@result_type
class DefenceAfter:
    """What lies on the Defence slots then."""

    defence: tuple[Face, ...]
    """The results on them."""


def defence_placing(state: DefencePlacing, trace: Trace) -> Ruling:
    """Whether it may lie there."""
    board_faults(state.board, trace)
    trace.require_possible()
    if state.result not in ("defence", "vengeance"):
        trace.bar("VA-1.18", "other-result", result=state.result)
    if not has_defence_slot(state.board):
        trace.bar("VA-1.18", "no-free-slot", slots=state.board.defence_slots)
        if state.board.broken:
            trace.bar("VA-4.4", "slots-broken", tokens=state.board.broken)
    trace.require_legal()
    trace.cite("VA-1.18", "on-a-defence-slot", result=state.result)
    return trace.judged(DefenceAfter(defence=(*state.board.defence, state.result)))


@state_type
class Attacker:
    """The villager that attacks."""

    name: str
    """Its name or mark among the others."""
    kind: Kind
    """What it is."""
    type: str | None
    """The monster type of a hunter or hero; none for a commoner."""
    health: Count
    """Damage it can still take."""
    adjacent: bool = False
    """Whether it attacks from an adjacent zone."""


@state_type
class Defence:
    """One attack on a monster, and the dice its player spends on it."""

    damage: Count
    """Damage of the attack."""
    conditions: tuple[Condition, ...] = ()
    """Conditions the attack brings."""
    lying: tuple[Face, ...]
    """Results on the Defence slots."""
    used: tuple[Face, ...]
    """Those used against this attack."""
    special_used: bool = False
    """Whether one of those used is the Day or Night die of an earlier turn."""
    attacker: Attacker
    """The villager that attacks."""
    monster_type: str
    """The type of the monster attacked."""
    time: Time = "none"
    """Day, night, or neither where the mode is not played."""


@result_type
class Defended:
    """What the dice leave of the attack, and what they do to the attacker."""

    damage: int
    """Damage the monster takes."""
    returned: int
    """Damage the attacker takes."""
    conditions: tuple[Condition, ...]
    """Conditions the monster takes."""
    left: tuple[Face, ...]
    """Results left on the Defence slots."""
    attacker_killed: bool
    experience: int
    """Experience gained."""
    morale_lost: int


def defence(state: Defence, trace: Trace) -> Ruling:
    """Damage taken and returned, and what killing the attacker brings."""
    used = _used(state, trace)
    if used == "none":
        trace.cite("VA-1.18", "nothing-used", damage=state.damage)
    taken = defended(state.damage, used, trace)
    back = paid_back(state.damage, taken, used, trace)
    if state.conditions:
        trace.cite("VA-1.19", "conditions-stay", conditions=[*state.conditions])
    attacker = state.attacker
    if back and not reaches(attacker.kind, attacker.adjacent, trace):
        back = 0
    killed = back > 0 and back >= attacker.health
    gained = Reward(experience=0, morale=0)
    if killed:
        if attacker.kind == "hero" and attacker.type is None:
            trace.fault("VA-10.5", "hero-without-type", villager=attacker.name)
            trace.require_possible()
        gained = reward(attacker.kind, attacker.type, "vengeance", state.monster_type, state.time, trace)
    return trace.resolved(
        Defended(
            damage=taken,
            returned=back,
            conditions=state.conditions,
            left=tuple((Counter(state.lying) - Counter(state.used)).elements()),
            attacker_killed=killed,
            experience=gained.experience or 0,
            morale_lost=gained.morale,
        )
    )


def _used(state: Defence, trace: Trace) -> Used:
    """What the dice used amount to."""
    for face in state.lying:
        if face not in ("defence", "vengeance"):
            trace.fault("VA-1.18", "no-defence-result", face=face)
    if state.attacker.health == 0:
        trace.fault("VA-1.11", "already-dead", villager=state.attacker.name)
    trace.require_possible()
    if Counter(state.used) - Counter(state.lying):
        trace.bar("VA-1.18", "not-on-the-slots", used=[*state.used])
    if state.used and state.special_used:
        if trace.reading(SPECIAL_DIE_IN_DEFENCE) == "lost":
            trace.bar("VA-7.10", "gone-with-the-turn")
        elif not trace.barred:
            trace.cite("VA-7.10", "spent-when-placed")
    trace.require_legal()
    if len(set(state.used)) < len(state.used):
        trace.cite("VA-1.19", "several-on-one-attack", used=[*state.used])
        trace.silence("several-dice-on-one-attack")
    if len(state.used) == 2:
        return "both"
    if not state.used:
        return "none"
    return "defence" if state.used[0] == "defence" else "vengeance"


_BOARD = Board(defence_slots=2, movement_slots=2, reserve_slots=2, reserve=("magic",))

PROCEDURES = (
    Procedure(
        name="reserve",
        state=Reserve,
        decide=reserve,
        results=(ReserveAfter,),
        example=Reserve(act="place", result="ranged", board=_BOARD),
        summary={
            "it": "Se un risultato può andare in Riserva, esserne usato o scartato",
            "en": "Whether a result may go into the Reserve, be used from it or discarded",
        },
    ),
    Procedure(
        name="defence-placing",
        state=DefencePlacing,
        decide=defence_placing,
        results=(DefenceAfter,),
        example=DefencePlacing(result="vengeance", board=_BOARD),
        summary={
            "it": "Se un risultato può andare sullo spazio Difesa",
            "en": "Whether a result may go on a Defence slot",
        },
    ),
    Procedure(
        name="defence",
        state=Defence,
        decide=defence,
        results=(Defended,),
        example=Defence(
            damage=2,
            lying=("defence", "vengeance"),
            used=("vengeance",),
            attacker=Attacker(name="hunter", kind="hunter", type="Banshee", health=2),
            monster_type="Banshee",
        ),
        summary={
            "it": "Quanto danno resta dopo Difesa e Vendetta, e quanto ne torna indietro",
            "en": "How much damage is left after Defence and Vengeance, and how much goes back",
        },
    ),
)
