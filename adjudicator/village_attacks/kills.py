"""What a killed villager brings and costs: Experience for the monster, Village Morale for the village.

The list by kind; then the special ways to die, by Vengeance, by a summoned monster, a trap, fire or the
Troll; then what day and night make of the Experience.
"""

from dataclasses import dataclass

from adjudicator.kernel import Procedure, Ruling, Trace, fault_check, result_type, state_type
from adjudicator.village_attacks.conflicts import NIGHT_BONUS, VENGEANCE_KILL
from adjudicator.village_attacks.faults import is_known
from adjudicator.village_attacks.position import Position
from adjudicator.village_attacks.state import EVERY_TYPE, Cause, Count, Kind, Time
from adjudicator.village_attacks.tables import (
    EXPERIENCE,
    HERO_OF_OWN_TYPE,
    MORALE,
    NIGHT_EXPERIENCE,
    VENGEANCE_EXPERIENCE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reward:
    """What one kill changes."""

    experience: int | None
    """Experience gained; nothing where the text is silent."""
    morale: int
    """Village Morale lost."""


def reward(
    kind: Kind,
    type_: str | None,
    cause: Cause,
    monster_type: str | None,
    time: Time,
    trace: Trace,
    bonus: bool = True,
) -> Reward:
    """Experience and Morale for one villager killed; `bonus` says whether the night may still add to it."""
    morale = MORALE[kind]
    match cause:
        case "troll":
            trace.cite("VA-2.20", "morale-stays", kind=kind)
            return Reward(experience=0, morale=0)
        case "trap":
            trace.cite("VA-2.29", "killed-by-trap", kind=kind, morale=morale)
            return Reward(experience=0, morale=morale)
        case "burning":
            trace.cite("VA-4.13", "killed-by-fire", kind=kind, morale=morale)
            return Reward(experience=0, morale=morale)
        case "summoned":
            trace.cite("VA-1.50", "killed-by-summoned", kind=kind, morale=morale)
            if time != "day":
                return Reward(experience=None, morale=morale)
            experience = 0
        case "vengeance" if kind != "hero" or trace.reading(VENGEANCE_KILL) == "one":
            trace.cite("VA-1.20", "attacker-killed", kind=kind, experience=VENGEANCE_EXPERIENCE, morale=morale)
            experience = VENGEANCE_EXPERIENCE
        case _:
            gained = trace.part(lambda: _by_time(_by_kind(kind, type_, monster_type, time, trace), time, bonus, trace))
            return Reward(experience=gained, morale=morale)
    return Reward(experience=_by_time(experience, time, bonus, trace), morale=morale)


def _by_kind(kind: Kind, type_: str | None, monster_type: str | None, time: Time, trace: Trace) -> int:
    """Experience by the list; by day, when nothing is gained, no hero's type is asked for."""
    experience, morale = EXPERIENCE[kind], MORALE[kind]
    match kind:
        case "commoner":
            trace.cite("VA-1.13", "commoner-killed", experience=experience, morale=morale)
        case "hunter":
            trace.cite("VA-1.14", "hunter-killed", experience=experience, morale=morale)
        case "yunfakh":
            trace.cite("VA-1.15", "yunfakh-killed", experience=experience, morale=morale)
        case "hero" if time == "day":
            trace.cite("VA-1.17", "hero-killed-by-day", morale=morale)
        case "hero" if _is_of_own_type(type_, monster_type, trace):
            experience = HERO_OF_OWN_TYPE
            trace.cite("VA-1.17", "hero-of-own-type", type=type_, experience=experience, morale=morale)
        case "hero":
            trace.cite("VA-1.17", "hero-killed", experience=experience, morale=morale)
    return experience


def _is_of_own_type(type_: str | None, monster_type: str | None, trace: Trace) -> bool:
    trace.cite("VA-1.17", "worth-by-type", experience=EXPERIENCE["hero"], own=HERO_OF_OWN_TYPE)
    return type_ == monster_type


def _by_time(experience: int, time: Time, bonus: bool, trace: Trace) -> int:
    if time == "day":
        trace.cite("VA-7.6", "no-experience-by-day")
        return 0
    if time == "night":
        if bonus:
            trace.cite("VA-7.8", "one-more-by-night", experience=experience + NIGHT_EXPERIENCE)
            return experience + NIGHT_EXPERIENCE
        trace.cite("VA-7.8", "only-once-a-turn", experience=experience)
    return experience


def kill_villager(position: Position, name: str, cause: Cause, monster: str | None, trace: Trace) -> None:
    """The villager leaves the map; Morale falls and the monster, if one killed it, gains its Experience."""
    victim = position.villagers.pop(name)
    position.dead.append(name)
    killer = None if monster is None else position.monsters[monster]
    once = position.time == "night" and monster in position.experience and trace.reading(NIGHT_BONUS) == "per-turn"
    type_ = None if killer is None else killer.type
    gained = reward(victim.kind, victim.type, cause, type_, position.time, trace, not once)
    if victim.kind == "hero":
        trace.cite("VA-2.40", "card-under-the-deck", hero=name)
    if gained.experience is None:
        trace.cite("VA-1.50", "experience-not-stated")
    elif monster is not None:
        position.experience[monster] = position.experience.get(monster, 0) + gained.experience
    if position.morale is not None and gained.morale:
        if position.morale <= gained.morale:
            position.morale = 0
            trace.cite("VA-1.13", "morale-at-zero")
            trace.silence("victory-and-defeat")
        position.morale -= gained.morale


def morale_after(before: Count, lost: int, trace: Trace) -> tuple[int | None, bool]:
    """Village Morale after so much is lost, where any is, and whether that was all; before, it is read only there."""
    if not lost:
        return None, False
    if before <= lost:
        trace.cite("VA-1.13", "morale-at-zero")
        return 0, True
    return before - lost, False


@state_type
class Kill:
    """A villager that was killed."""

    kind: Kind
    """What it was."""
    type: str | None
    """The monster type of a hunter or hero; none for a commoner."""
    cause: Cause = "attack"
    """What killed it."""


@state_type
class KillRewards:
    """The kills of one monster in one turn."""

    kills: tuple[Kill, ...]
    """Who was killed, in order."""
    monster_type: str
    """The type of the monster that killed them."""
    time: Time = "none"
    """Day, night, or neither where the mode is not played."""
    morale: Count
    """Village Morale before."""


@result_type
class Rewards:
    """What the kills bring and cost."""

    experience: int
    """Experience gained."""
    morale_lost: int
    morale: int | None = None
    """Village Morale after, where it has fallen."""


@result_type
class RewardsInPart:
    """What the kills cost, where no rule says all that comes of them."""

    not_stated: str
    """What no rule says."""
    experience: int | None = None
    """Experience gained, where a rule says it."""
    morale_lost: int
    morale: int | None = None
    """Village Morale after, where it has fallen."""


def kill_rewards(state: KillRewards, trace: Trace) -> Ruling:
    """Experience gained and Village Morale lost."""
    _kill_faults(state, trace)
    trace.require_possible()
    if not state.kills:
        trace.cite("VA-1.13", "nobody-killed")
    gains: list[int | None] = []
    lost, bonus_given = 0, False
    for kill in state.kills:
        own = kill.cause in ("attack", "capacity", "vengeance")
        once = state.time == "night" and own and bonus_given and trace.reading(NIGHT_BONUS) == "per-turn"
        gained = reward(kill.kind, kill.type, kill.cause, state.monster_type, state.time, trace, not once)
        bonus_given = bonus_given or own
        gains.append(gained.experience)
        lost += gained.morale
    morale, over = morale_after(state.morale, lost, trace)
    if any(gain is None for gain in gains):
        trace.cite("VA-1.50", "experience-not-stated")
        unsaid = RewardsInPart(not_stated="experience-of-summoned-monsters", morale_lost=lost, morale=morale)
        return trace.closed("undecided", unsaid)
    experience = trace.part(lambda: sum(gain for gain in gains if gain is not None))
    if over:
        unsaid = RewardsInPart(not_stated="victory-and-defeat", experience=experience, morale_lost=lost, morale=morale)
        return trace.closed("undecided", unsaid)
    return trace.resolved(Rewards(experience=experience, morale_lost=lost, morale=morale))


@fault_check
def _kill_faults(state: KillRewards, trace: Trace) -> None:
    if is_known(state.monster_type, str) and state.monster_type == EVERY_TYPE:
        trace.fault("VA-2.38", "killer-of-every-type")
    for kill in state.kills:
        every = is_known(kill.type, str) and kill.type == EVERY_TYPE
        if kill.kind == "commoner" and is_known(kill.type, str):
            trace.fault("VA-2.35", "killed-with-ring")
        if kill.kind == "hero" and (kill.type is None or every):
            trace.fault("VA-10.5", "killed-without-type")


PROCEDURES = (
    Procedure(
        name="kill-rewards",
        state=KillRewards,
        decide=kill_rewards,
        results=(Rewards, RewardsInPart),
        example=KillRewards(
            kills=(Kill(kind="commoner", type=None), Kill(kind="hero", type="Banshee")),
            monster_type="Banshee",
            time="night",
            morale=12,
        ),
        summary={
            "it": "Quanta Esperienza e quanto Morale vale ogni uccisione",
            "en": "How much Experience and Village Morale each kill is worth",
        },
    ),
)
