"""A monster attacks: which result reaches how far, who has to be hit first, what a zone's condition spoils."""

from dataclasses import dataclass
from typing import Literal

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.village_attacks.conflicts import RANGED_DIE, YUNFAKH_UNDER_FIRE
from adjudicator.village_attacks.faults import figure_faults
from adjudicator.village_attacks.position import foremost
from adjudicator.village_attacks.state import STRICT, Coin, Count, Face, Villager, Zone
from adjudicator.village_attacks.tables import HIT
from adjudicator.village_attacks.villagers.targets import at_risk


def in_range(result: Face, distance: int, trace: Trace) -> bool:
    """Whether a die's result makes an attack over so many zones."""
    match result:
        case "melee" if distance == 0:
            trace.cite("VA-1.12", "melee-own-zone")
            return True
        case "melee":
            trace.cite("VA-1.12", "melee-too-far", distance=distance)
            return False
        case "ranged" if distance == 1:
            trace.cite("VA-1.12", "ranged-next-zone")
            return True
        case "ranged" if distance == 0 and trace.reading(RANGED_DIE) == "zero-or-one":
            trace.cite("VA-1.12", "ranged-in-own-zone")
            return True
        case "ranged":
            trace.cite("VA-1.12", "ranged-not-adjacent", distance=distance)
            return False
        case _:
            trace.cite("VA-1.11", "no-attack-result", result=result)
            return False


def to_be_hit(villagers: list[Villager], shot: bool, trace: Trace) -> list[Villager]:
    """The villagers of a zone that may be attacked: the first category standing there, and the Stunned ones.

    `shot` tells that the attack is no Melee one: it is made with Ranged, or from another zone.
    """
    able = [villager for villager in villagers if not (shot and villager.kind == "yunfakh")]
    standing = [villager for villager in villagers if not villager.stunned]
    first = foremost([villager for villager in standing if villager in able])
    if len(able) < len(villagers):
        trace.cite("VA-1.16", "only-by-melee")
    blocked = [villager for villager in foremost(standing) if villager in able]
    if first != blocked and trace.reading(YUNFAKH_UNDER_FIRE) == "blocks":
        trace.cite("VA-5.1", "yunfakh-block")
        first = blocked
    if first:
        trace.cite("VA-5.1", "first-of-all", villagers=[villager.name for villager in first])
    stunned = [villager for villager in able if villager.stunned]
    if stunned:
        trace.cite("VA-4.11", "may-be-attacked-too", villagers=[villager.name for villager in stunned])
    return first + stunned


def _target_faults(villagers: tuple[Villager, ...], trace: Trace) -> None:
    zones = {villager.zone for villager in villagers}
    figure_faults(tuple(Zone(name=zone, neighbours=(), distance=0) for zone in zones), villagers, (), trace)
    if len(zones) > 1:
        trace.fault("VA-5.1", "several-zones", zones=sorted(zones))


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterTargetPriority:
    """The villagers of a zone that a monster is about to attack."""

    __pydantic_config__ = STRICT
    villagers: tuple[Villager, ...]
    """Those in the zone."""
    afar: bool = False
    """Whether the attack comes from another zone."""


def monster_target_priority(state: MonsterTargetPriority, trace: Trace) -> Ruling:
    """Who may be attacked."""
    _target_faults(state.villagers, trace)
    trace.require_possible()
    found = to_be_hit(list(state.villagers), state.afar, trace)
    options: list[Json] = [villager.name for villager in found]
    if not options:
        trace.cite("VA-5.1", "nobody")
        return trace.ruling("illegal", targets=[])
    return trace.ruling("resolved" if len(options) == 1 else "choice", targets=options)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterAttack:
    """A monster about to attack a villager with a die."""

    __pydantic_config__ = STRICT
    monster: str
    """The monster."""
    result: Face
    """The result it spends."""
    distance: Count
    """Zones between them; 0 is the same zone."""
    villagers: tuple[Villager, ...]
    """The villagers in the target's zone, the target among them."""
    target: str
    """The villager attacked."""
    dark: bool = False
    """Whether the monster's zone or the target's is in Darkness."""
    unlucky_here: bool = False
    """Whether the monster's zone is Unlucky."""
    unlucky_there: bool = False
    """Whether the target's zone is Unlucky."""
    coin: Coin | None = None
    """What the coin shows, where a zone is Unlucky and it has been thrown."""


def monster_attack(state: MonsterAttack, trace: Trace) -> Ruling:
    """Whether the attack is allowed, with every reason against it, and its damage."""
    _target_faults(state.villagers, trace)
    target = next((villager for villager in state.villagers if villager.name == state.target), None)
    if target is None:
        trace.fault("VA-1.11", "no-such-target", target=state.target)
    trace.require_possible()
    assert target is not None
    legal = in_range(state.result, state.distance, trace)
    if state.dark and state.distance and state.result == "ranged":
        trace.cite("VA-4.17", "no-ranged-attack")
        legal = False
    shot = state.result == "ranged" or state.distance > 0
    if target not in to_be_hit(list(state.villagers), shot, trace):
        if not (shot and target.kind == "yunfakh"):
            trace.cite("VA-5.1", "others-first", target=state.target)
        legal = False
    if not legal:
        return trace.ruling("illegal")
    succeeds = luck(state.monster, state.distance, state.unlucky_here, state.unlucky_there, state.coin, trace)
    if succeeds is None:
        return trace.ruling("choice", about="unlucky", options=["heads", "tails"])
    if not succeeds:
        return trace.ruling("legal", damage=0)
    trace.cite("VA-1.11", "damage", target=state.target, damage=HIT)
    return trace.ruling("legal", damage=HIT)


def luck(attacker: str, distance: int, here: bool, there: bool, coin: Coin | None, trace: Trace) -> bool | None:
    """Whether an attack succeeds where zones may be Unlucky; nothing while the coin is still to be thrown.

    At distance 0 both are one zone, and either of the two makes it Unlucky.
    """
    if not distance:
        here = there = here or there
    if not at_risk(here, there, trace):
        return True
    if coin is None:
        trace.cite("VA-4.15", "asks-coin", attacker=attacker)
        return None
    if coin == "tails":
        trace.cite("VA-4.15", "fails", attacker=attacker)
        return False
    trace.cite("VA-4.15", "succeeds", attacker=attacker)
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneCondition:
    """Something about to do harm out of a zone or into one."""

    __pydantic_config__ = STRICT
    by: Literal["monster", "villager", "capacity", "trap", "burning", "troll"]
    """What does it."""
    deals_damage: bool = True
    """Whether it deals damage."""
    distance: Count = 0
    """Zones between the two; 0 is the same zone."""
    unlucky_here: bool = False
    """Whether the zone it comes from is Unlucky."""
    unlucky_there: bool = False
    """Whether the zone it goes to is Unlucky."""
    dark: bool = False
    """Whether either of the two zones is in Darkness."""
    coin: Coin | None = None
    """What the coin shows, once thrown."""


def zone_condition(state: ZoneCondition, trace: Trace) -> Ruling:
    """Whether it is possible there, and whether it succeeds."""
    trace.cite("VA-4.14", "on-everyone-in-it")
    attacks = state.by in ("monster", "villager")
    if attacks and state.dark and state.distance:
        trace.cite("VA-4.17", "no-ranged-attack")
        return trace.ruling("illegal")
    if state.by == "capacity" and state.dark and state.distance:
        trace.cite("VA-4.17", "no-line-of-sight")
        return trace.ruling("undecided", not_stated="capacity-through-darkness")
    if not (state.unlucky_here or state.unlucky_there):
        trace.cite("VA-4.15", "not-unlucky")
    elif state.by in ("trap", "burning"):
        trace.cite("VA-4.16", "no-coin", by=state.by)
    elif state.by == "capacity" and not state.deals_damage:
        trace.cite("VA-4.16", "harmless-capacity")
    elif state.by == "troll":
        trace.cite("VA-4.15", "neither-monster-nor-villager")
        trace.cite("VA-2.23", "immune-to-conditions")
    else:
        succeeds = luck(state.by, state.distance, state.unlucky_here, state.unlucky_there, state.coin, trace)
        if succeeds is None:
            return trace.ruling("choice", about="unlucky", options=["heads", "tails"])
        return trace.ruling("resolved", succeeds=succeeds)
    return trace.ruling("resolved", succeeds=True)


_VILLAGERS = (
    Villager(name="miller", kind="commoner", zone="hall", stunned=True),
    Villager(name="hunter", kind="hunter", zone="hall", type="Banshee"),
    Villager(name="Ada", kind="hero", zone="hall", type="Vampire"),
)

PROCEDURES = (
    Procedure(
        name="monster-target-priority",
        state=MonsterTargetPriority,
        decide=monster_target_priority,
        example=MonsterTargetPriority(villagers=_VILLAGERS),
        summary={
            "it": "Quali abitanti di una zona un mostro può attaccare",
            "en": "Which villagers of a zone a monster may attack",
        },
    ),
    Procedure(
        name="monster-attack",
        state=MonsterAttack,
        decide=monster_attack,
        example=MonsterAttack(monster="Banshee", result="melee", distance=0, villagers=_VILLAGERS, target="hunter"),
        summary={
            "it": "Se un mostro può attaccare un abitante con quel dado",
            "en": "Whether a monster may attack a villager with that die",
        },
    ),
    Procedure(
        name="zone-condition",
        state=ZoneCondition,
        decide=zone_condition,
        example=ZoneCondition(by="villager", unlucky_here=True, coin="heads"),
        summary={
            "it": "Che cosa impedisce o mette a rischio una zona Sfortunata o Oscurata",
            "en": "What an Unlucky or dark zone prevents or puts at risk",
        },
    ),
)
