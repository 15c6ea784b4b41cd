"""Dice laid aside: the Reserve, the Defence slots, and what Defence and Vengeance do to an attack."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.village_attacks.blows import Used, answered, reaches
from adjudicator.village_attacks.conflicts import SPECIAL_DIE_IN_DEFENCE
from adjudicator.village_attacks.faults import board_faults
from adjudicator.village_attacks.kills import reward
from adjudicator.village_attacks.monsters.die_uses import has_defence_slot, storable
from adjudicator.village_attacks.position import asking, asks_missing, not_stated
from adjudicator.village_attacks.state import STRICT, Board, Condition, Count, DieKind, Face, Kind, Time


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserve:
    """A result about to go into the Reserve, or out of it."""

    __pydantic_config__ = STRICT
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


@asking
def reserve(state: Reserve, trace: Trace) -> Ruling:
    """Whether that is allowed, and what lies in the Reserve after."""
    board_faults(state.board, trace)
    special = state.board.special
    if state.act != "place" and state.die != "normal" and not (special and special.place == "reserve"):
        trace.fault("VA-7.10", "lies-in-the-reserve")
    trace.require_possible()
    left = list(state.board.reserve)
    if state.act == "place":
        if not storable(state.result, state.die, state.board, trace):
            return trace.ruling("illegal")
        _in_own_turn(state, trace)
        trace.cite("VA-1.22", "kept", result=state.result)
        trace.cite("VA-1.23", "one-die-less", kept=len(left) + 1)
        return trace.ruling("legal", reserve=[*left, state.result])
    legal = state.result in left
    if not legal:
        trace.cite("VA-1.22", "not-in-the-reserve", result=state.result)
    if state.act == "discard" and state.rolled:
        trace.cite("VA-1.24", "after-the-roll")
        legal = False
    if not legal:
        return trace.ruling("illegal")
    left.remove(state.result)
    if state.act == "use":
        _in_own_turn(state, trace)
        trace.cite("VA-1.25", "used-and-discarded", result=state.result)
    else:
        trace.cite("VA-1.24", "discarded-for-a-die", result=state.result)
    after: list[Json] = [*left]
    return trace.ruling("legal", reserve=after)


def _in_own_turn(state: Reserve, trace: Trace) -> None:
    if not state.own_turn:
        trace.cite("VA-1.22", "outside-own-turn")
        not_stated("reserve-outside-own-turn")


@dataclass(frozen=True, slots=True, kw_only=True)
class DefencePlacing:
    """A result about to be put on a Defence slot."""

    __pydantic_config__ = STRICT
    result: Face
    """The result."""
    board: Board
    """The monster's board before."""


@asking
def defence_placing(state: DefencePlacing, trace: Trace) -> Ruling:
    """Whether it may lie there."""
    board_faults(state.board, trace)
    trace.require_possible()
    legal = True
    if state.result not in ("defence", "vengeance"):
        trace.cite("VA-1.18", "other-result", result=state.result)
        if state.board.defence_slots is None:
            return trace.ruling("illegal")
        legal = False
    if not has_defence_slot(state.board, trace):
        if state.board.broken:
            trace.cite("VA-4.4", "slots-broken", tokens=state.board.broken)
        legal = False
    if not legal:
        return trace.ruling("illegal")
    trace.cite("VA-1.18", "on-a-defence-slot", result=state.result)
    return trace.ruling("legal", defence=[*state.board.defence, state.result])


@dataclass(frozen=True, slots=True, kw_only=True)
class Attacker:
    """The villager that attacks."""

    __pydantic_config__ = STRICT
    name: str
    """What tells it from the others."""
    kind: Kind
    """What it is."""
    type: str | None = None
    """The monster type of a hunter or hero."""
    health: Count | None = None
    """Damage it can still take, where Vengeance is used."""
    adjacent: bool = False
    """Whether it attacks from an adjacent zone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Defence:
    """One attack on a monster, and the dice its player spends on it."""

    __pydantic_config__ = STRICT
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
    attacker: Attacker | None = None
    """Who attacks, where Vengeance is used."""
    monster_type: str | None = None
    """The type of the monster attacked, where a hero may die."""
    time: Time = "none"
    """Day, night, or neither where the mode is not played."""


@asking
def defence(state: Defence, trace: Trace) -> Ruling:
    """Damage taken and returned, and what killing the attacker brings."""
    used = _used(state, trace)
    if used is None:
        return trace.ruling("illegal")
    if used == "none":
        trace.cite("VA-1.18", "nothing-used", damage=state.damage)
    taken, returned = answered(state.damage, used, trace)
    if state.conditions:
        trace.cite("VA-1.19", "conditions-stay", conditions=[*state.conditions])
    attacker = state.attacker
    if returned and attacker is None:
        trace.cite("VA-1.20", "asks-attacker")
        asks_missing("attacker")
    if attacker is not None and returned and not reaches(attacker.kind, attacker.adjacent, trace):
        returned = 0
    lying = Counter(state.lying) - Counter(state.used)
    outcome: dict[str, Json] = {
        "damage": taken,
        "returned": returned,
        "conditions": [*state.conditions],
        "left": [*lying.elements()],
    }
    if attacker is None or not returned:
        return trace.ruling("resolved", **outcome, attacker_killed=False, experience=0, morale_lost=0)
    if attacker.health is None:
        trace.cite("VA-1.20", "asks-health", villager=attacker.name)
        asks_missing("attacker.health")
    if returned < attacker.health:
        return trace.ruling("resolved", **outcome, attacker_killed=False, experience=0, morale_lost=0)
    gained = reward(
        attacker.kind,
        attacker.type,
        "vengeance",
        state.monster_type,
        state.time,
        trace,
        asks_for="attacker.type",
    )
    return trace.ruling(
        "resolved", **outcome, attacker_killed=True, experience=gained.experience, morale_lost=gained.morale
    )


def _used(state: Defence, trace: Trace) -> Used | None:
    """What the dice used amount to; nothing where they may not be used."""
    for face in state.lying:
        if face not in ("defence", "vengeance"):
            trace.fault("VA-1.18", "no-defence-result", face=face)
    if state.attacker is not None and state.attacker.health == 0:
        trace.fault("VA-1.11", "already-dead", villager=state.attacker.name)
    trace.require_possible()
    legal = True
    if Counter(state.used) - Counter(state.lying):
        trace.cite("VA-1.18", "not-on-the-slots", used=[*state.used])
        legal = False
    if state.used and state.special_used and trace.reading(SPECIAL_DIE_IN_DEFENCE) == "lost":
        trace.cite("VA-7.10", "gone-with-the-turn")
        legal = False
    elif state.used and state.special_used:
        trace.cite("VA-7.10", "spent-when-placed")
    if not legal:
        return None
    if len(set(state.used)) < len(state.used):
        trace.cite("VA-1.19", "several-on-one-attack", used=[*state.used])
        not_stated("several-dice-on-one-attack")
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
