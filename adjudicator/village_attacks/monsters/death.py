"""A monster dies and comes back; a minion takes damage in its monster's place."""

from dataclasses import dataclass
from typing import Literal

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.village_attacks.conflicts import (
    KILLED_IN_OWN_TURN,
    MINIONS_TAKE_DAMAGE,
    RETURN_DAMAGE,
    SUMMONING_TOKEN,
)
from adjudicator.village_attacks.position import asking, not_stated
from adjudicator.village_attacks.state import STRICT, Count, Role
from adjudicator.village_attacks.tables import RETURN_COST


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterDeath:
    """A monster with damage."""

    __pydantic_config__ = STRICT
    monster: str
    """The monster."""
    role: Role = "playing"
    """Whether it is played, summoned or a minion."""
    health: Count
    """Its printed health."""
    damage: Count
    """Damage tokens on it, the new ones included."""
    summoning_token: bool = False
    """Whether a Damage token lies on the figure as a reminder that it paid for a summons."""


def monster_death(state: MonsterDeath, trace: Trace) -> Ruling:
    """Whether it is killed, and what leaves its board."""
    damage = _tokens(state, trace)
    if damage < state.health:
        trace.cite("VA-1.37", "lives-on", damage=damage, health=state.health)
        return trace.ruling("resolved", killed=False)
    trace.cite("VA-1.37", "killed", monster=state.monster, damage=damage, health=state.health)
    if state.role == "summoned":
        trace.cite("VA-1.41", "gone-for-good", monster=state.monster)
        return trace.ruling("resolved", killed=True, returns=False)
    if state.role == "minion":
        return trace.ruling("undecided", not_stated="return-of-minions", killed=True)
    trace.cite("VA-1.38", "board-cleared", monster=state.monster)
    trace.cite("VA-1.27", "capacities-end")
    removed: list[Json] = ["damage", "experience", "conditions", "dice"]
    return trace.ruling("resolved", killed=True, returns=True, removed=removed, kept=["capacities"])


def _tokens(state: MonsterDeath, trace: Trace) -> int:
    """The damage tokens that count."""
    if not state.summoning_token:
        return state.damage
    if state.damage + 1 == state.health and trace.reading(SUMMONING_TOKEN) == "damage":
        trace.cite("VA-1.43", "reminder-is-damage")
        return state.damage + 1
    trace.cite("VA-1.43", "reminder-is-no-damage")
    return state.damage


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnFromDeath:
    """A dead monster."""

    __pydantic_config__ = STRICT
    role: Role = "playing"
    """Whether it is played, summoned or a minion."""
    heart: Count
    """Health of the Castle Heart."""
    turn: Literal["its-turn", "turn-it-died-in", "another-turn"]
    """Whose turn it is: its own again, still the one it died in, or somebody else's."""
    prevented: bool = False
    """Whether something takes the damage off the Castle Heart."""


@asking
def return_from_death(state: ReturnFromDeath, trace: Trace) -> Ruling:
    """Whether it comes back, and what that costs the Castle Heart."""
    if state.role == "minion":
        trace.cite("VA-1.39", "minions-not-named")
        not_stated("return-of-minions")
    if not state.heart:
        trace.cite("VA-1.39", "heart-at-zero")
        not_stated("victory-and-defeat")
    legal = _its_turn(state, trace)
    if state.role == "summoned":
        trace.cite("VA-1.41", "never-returns")
        legal = False
    damage = 0 if state.prevented else RETURN_COST
    heart = state.heart
    weak = heart <= damage
    reading = trace.reading(RETURN_DAMAGE) if weak or state.prevented else "heart-to-zero"
    if reading == "damage-reduced" and state.prevented:
        trace.cite("VA-1.39", "damage-prevented")
        legal = False
    elif reading == "heart-to-zero" and weak:
        trace.cite("VA-1.39", "heart-too-weak", heart=state.heart)
        legal = False
    elif reading == "heart-pays" and weak and legal:
        trace.cite("VA-1.39", "heart-pays-in-vain", damage=damage)
        heart = 0
        legal = False
    if not legal:
        return trace.ruling("illegal", heart=heart)
    trace.cite("VA-1.39", "placed-in-the-heart", damage=damage)
    heart = max(0, heart - damage)
    if not heart:
        trace.cite("VA-1.39", "heart-at-zero")
        not_stated("victory-and-defeat")
    return trace.ruling("legal", heart=heart)


def _its_turn(state: ReturnFromDeath, trace: Trace) -> bool:
    if state.turn == "another-turn":
        trace.cite("VA-1.39", "not-its-turn")
        return False
    if state.turn == "turn-it-died-in":
        if trace.reading(KILLED_IN_OWN_TURN) == "next-round":
            trace.cite("VA-1.39", "waits-for-next-round")
            return False
        trace.cite("VA-1.39", "still-its-turn")
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class MinionDamage:
    """Damage about to be dealt to a monster with a minion."""

    __pydantic_config__ = STRICT
    monster: str
    """The monster."""
    minion: str
    """Its minion."""
    damage: Count
    """The damage."""
    minion_health: Count
    """Printed health of the minion."""
    minion_damage: Count = 0
    """Damage tokens on the minion."""
    same_zone: bool
    """Whether the minion stands in the monster's zone."""
    minion_takes_it: bool | None = None
    """Whether the player lets the minion take it, once decided."""


def minion_damage(state: MinionDamage, trace: Trace) -> Ruling:
    """How much the minion takes, and how much the monster."""
    left = state.minion_health - state.minion_damage
    options = ["none", state.minion]
    if left <= 0:
        trace.fault(
            "VA-1.37", "should-be-dead", monster=state.minion, damage=state.minion_damage, health=state.minion_health
        )
        trace.require_possible()
    if not state.same_zone:
        trace.cite("VA-9.4", "not-in-the-zone")
        takes = False
        if state.minion_takes_it:
            return trace.ruling("illegal", minion=0, monster=state.damage)
    elif trace.reading(MINIONS_TAKE_DAMAGE) == "compulsory":
        takes = True
    elif state.minion_takes_it is None:
        trace.cite("VA-9.4", "asks-minion", monster=state.monster, damage=state.damage, options=options)
        return trace.ruling("choice", about="minion", options=[*options])
    else:
        takes = state.minion_takes_it
    if not takes:
        trace.cite("VA-9.4", "monster-takes-it", monster=state.monster, damage=state.damage)
        return trace.ruling("resolved", minion=0, monster=state.damage, minion_killed=False)
    taken = min(state.damage, left)
    trace.cite("VA-9.4", "minion-takes-it", minion=state.minion, taken=taken, excess=state.damage - taken)
    return trace.ruling("resolved", minion=taken, monster=state.damage - taken, minion_killed=taken == left)


PROCEDURES = (
    Procedure(
        name="monster-death",
        state=MonsterDeath,
        decide=monster_death,
        example=MonsterDeath(monster="Banshee", health=6, damage=6),
        summary={
            "it": "Se un mostro è ucciso, e che cosa perde",
            "en": "Whether a monster is killed, and what it loses",
        },
    ),
    Procedure(
        name="return-from-death",
        state=ReturnFromDeath,
        decide=return_from_death,
        example=ReturnFromDeath(heart=3, turn="its-turn"),
        summary={
            "it": "Se un mostro ucciso torna in vita, e che cosa costa",
            "en": "Whether a killed monster returns, and what it costs",
        },
    ),
    Procedure(
        name="minion-damage",
        state=MinionDamage,
        decide=minion_damage,
        example=MinionDamage(
            monster="Banshee", minion="wisp", damage=3, minion_health=2, same_zone=True, minion_takes_it=True
        ),
        summary={
            "it": "Quanto danno prende un servitore al posto del suo mostro",
            "en": "How much damage a minion takes in its monster's place",
        },
    ),
)
