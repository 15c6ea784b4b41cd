"""A monster dies and comes back; a minion takes damage in its monster's place."""

from typing import Literal, TypeAlias, get_args

from adjudicator.kernel import Procedure, Ruling, Trace, fault_check, result_type, state_type
from adjudicator.village_attacks.conflicts import (
    KILLED_IN_OWN_TURN,
    MINIONS_TAKE_DAMAGE,
    RETURN_DAMAGE,
    SUMMONING_TOKEN,
)
from adjudicator.village_attacks.state import Count, Role
from adjudicator.village_attacks.tables import RETURN_COST


@state_type
class MonsterDeath:
    """A monster with damage."""

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


Loses: TypeAlias = Literal["damage", "experience", "conditions", "dice"]
"""What leaves the board of a killed monster."""


@result_type
class LivesOn:
    """The monster is not killed."""

    killed: Literal[False] = False


@result_type
class Killed:
    """The monster is killed."""

    killed: Literal[True] = True
    returns: bool
    """Whether it comes back into play."""
    removed: tuple[Loses, ...] | None = None
    """What leaves its board, where it returns."""
    kept: tuple[Literal["capacities"], ...] | None = None
    """What stays on its board, where it returns."""


@result_type
class KilledMinion:
    """A minion is killed, and no rule says whether it returns."""

    not_stated: Literal["return-of-minions"] = "return-of-minions"
    """What no rule says."""
    killed: Literal[True] = True


def monster_death(state: MonsterDeath, trace: Trace) -> Ruling:
    """Whether it is killed, and what leaves its board."""
    _health_faults(state, trace)
    trace.require_possible()
    damage = _tokens(state, trace)
    if damage < state.health:
        trace.cite("VA-1.37", "lives-on", damage=damage, health=state.health)
        return trace.resolved(LivesOn())
    trace.cite("VA-1.37", "killed", monster=state.monster, damage=damage, health=state.health)
    if state.role == "summoned":
        trace.cite("VA-1.41", "gone-for-good", monster=state.monster)
        return trace.resolved(Killed(returns=False))
    if state.role == "minion":
        trace.cite("VA-1.39", "minions-not-named")
        return trace.closed("undecided", KilledMinion())
    trace.cite("VA-1.38", "board-cleared", monster=state.monster)
    trace.cite("VA-1.27", "capacities-end")
    return trace.resolved(Killed(returns=True, removed=get_args(Loses), kept=("capacities",)))


@fault_check
def _health_faults(state: MonsterDeath, trace: Trace) -> None:
    if state.health == 0:
        trace.fault("VA-1.37", "no-health", monster=state.monster)


def _tokens(state: MonsterDeath, trace: Trace) -> int:
    """The damage tokens that count."""
    if not state.summoning_token:
        return state.damage
    if state.damage + 1 == state.health and trace.reading(SUMMONING_TOKEN) == "damage":
        trace.cite("VA-1.43", "reminder-is-damage")
        return state.damage + 1
    trace.cite("VA-1.43", "reminder-is-no-damage")
    return state.damage


@state_type
class ReturnFromDeath:
    """A dead monster."""

    role: Role = "playing"
    """Whether it is played, summoned or a minion."""
    heart: Count
    """Health of the Castle Heart."""
    turn: Literal["its-turn", "turn-it-died-in", "another-turn"]
    """Whose turn it is: its own again, still the one it died in, or somebody else's."""
    prevented: bool = False
    """Whether something takes the damage off the Castle Heart."""


@result_type
class HeartAfter:
    """What the return costs the Castle Heart."""

    heart: int
    """Health left to the Castle Heart."""


def return_from_death(state: ReturnFromDeath, trace: Trace) -> Ruling:
    """Whether it comes back, and what that costs the Castle Heart."""
    if state.role == "minion":
        trace.cite("VA-1.39", "minions-not-named")
        trace.silence("return-of-minions")
    if not state.heart:
        trace.cite("VA-1.39", "heart-at-zero")
        trace.silence("victory-and-defeat")
    _bar_by_turn(state, trace)
    if state.role == "summoned":
        trace.bar("VA-1.41", "never-returns")
    damage = 0 if state.prevented else RETURN_COST
    heart = state.heart
    weak = heart <= damage
    reading = trace.reading(RETURN_DAMAGE) if weak or state.prevented else "heart-to-zero"
    if reading == "damage-reduced" and state.prevented:
        trace.bar("VA-1.39", "damage-prevented")
    elif reading == "heart-to-zero" and weak:
        trace.bar("VA-1.39", "heart-too-weak", heart=heart)
    elif reading == "heart-pays" and weak and not trace.barred:
        trace.bar("VA-1.39", "heart-pays-in-vain", damage=damage)
        heart = 0
    trace.require_legal(HeartAfter(heart=heart))
    trace.cite("VA-1.39", "placed-in-the-heart", damage=damage)
    if heart <= damage:
        trace.cite("VA-1.39", "heart-at-zero")
        trace.silence("victory-and-defeat")
    return trace.judged(HeartAfter(heart=heart - damage))


def _bar_by_turn(state: ReturnFromDeath, trace: Trace) -> None:
    if state.turn == "another-turn":
        trace.bar("VA-1.39", "not-its-turn")
    elif state.turn == "turn-it-died-in":
        if trace.reading(KILLED_IN_OWN_TURN) == "next-round":
            trace.bar("VA-1.39", "waits-for-next-round")
        else:
            trace.cite("VA-1.39", "still-its-turn")


@state_type
class MinionDamage:
    """Damage about to be dealt to a monster with a minion."""

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


@result_type
class MinionOrMonster:
    """A choice that is open: whether the minion takes the damage."""

    about: Literal["minion"] = "minion"
    """What is open."""
    options: tuple[str, ...]
    """Nobody, or the minion."""


@result_type
class DamageShared:
    """The damage each takes."""

    minion: int
    """Damage to the minion."""
    monster: int
    """Damage to the monster."""
    minion_killed: bool | None = None
    """Whether the minion dies of it, where it may take any."""


def minion_damage(state: MinionDamage, trace: Trace) -> Ruling:
    """How much the minion takes, and how much the monster."""
    left = state.minion_health - state.minion_damage
    if left <= 0:
        trace.fault(
            "VA-1.37", "should-be-dead", monster=state.minion, damage=state.minion_damage, health=state.minion_health
        )
    _damage_faults(state, trace)
    trace.require_possible()
    if not _minion_takes(state, trace):
        trace.cite("VA-9.4", "monster-takes-it", monster=state.monster, damage=state.damage)
        return trace.resolved(DamageShared(minion=0, monster=state.damage, minion_killed=False))
    taken = min(state.damage, left)
    trace.cite("VA-9.4", "minion-takes-it", minion=state.minion, taken=taken, excess=state.damage - taken)
    return trace.resolved(DamageShared(minion=taken, monster=state.damage - taken, minion_killed=taken == left))


@fault_check
def _damage_faults(state: MinionDamage, trace: Trace) -> None:
    if state.damage == 0:
        trace.fault("VA-9.4", "nothing-to-take")


def _minion_takes(state: MinionDamage, trace: Trace) -> bool:
    """Whether the minion takes it; one in another zone may not."""
    if not state.same_zone:
        if state.minion_takes_it:
            trace.bar("VA-9.4", "not-in-the-zone")
        else:
            trace.cite("VA-9.4", "not-in-the-zone")
        trace.require_legal(DamageShared(minion=0, monster=state.damage))
        return False
    if trace.reading(MINIONS_TAKE_DAMAGE) == "compulsory":
        return True
    if state.minion_takes_it is None:
        options = ("none", state.minion)
        trace.cite("VA-9.4", "asks-minion", monster=state.monster, damage=state.damage, options=[*options])
        trace.choice(MinionOrMonster(options=options))
    return state.minion_takes_it


PROCEDURES = (
    Procedure(
        name="monster-death",
        state=MonsterDeath,
        decide=monster_death,
        results=(LivesOn, Killed, KilledMinion),
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
        results=(HeartAfter,),
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
        results=(DamageShared, MinionOrMonster),
        example=MinionDamage(
            monster="Banshee", minion="wisp", damage=3, minion_health=2, same_zone=True, minion_takes_it=True
        ),
        summary={
            "it": "Quanto danno prende un servitore al posto del suo mostro",
            "en": "How much damage a minion takes in its monster's place",
        },
    ),
)
