"""A monster attacks: which result reaches how far, who has to be hit first, what a zone's condition spoils."""

from typing import Literal, get_args

from adjudicator.kernel import Procedure, Ruling, Trace, fault_check, result_type, state_type
from adjudicator.village_attacks.conflicts import RANGED_DIE, YUNFAKH_UNDER_FIRE
from adjudicator.village_attacks.faults import figure_faults
from adjudicator.village_attacks.position import foremost
from adjudicator.village_attacks.state import Coin, Count, Face, HeroCard, Villager, Zone
from adjudicator.village_attacks.tables import HIT
from adjudicator.village_attacks.villagers.zone_conditions import at_risk


def in_range(result: Face, distance: int, trace: Trace) -> bool:
    """Whether a die's result makes an attack over so many zones; one that does not bars it."""
    match result:
        case "melee" if distance == 0:
            trace.cite("VA-1.12", "melee-own-zone")
            return True
        case "melee":
            trace.bar("VA-1.12", "melee-too-far", distance=distance)
            return False
        case "ranged" if distance == 1:
            trace.cite("VA-1.12", "ranged-next-zone")
            return True
        case "ranged" if distance == 0 and trace.reading(RANGED_DIE) == "zero-or-one":
            trace.cite("VA-1.12", "ranged-in-own-zone")
            return True
        case "ranged":
            trace.bar("VA-1.12", "ranged-not-adjacent", distance=distance)
            return False
        case _:
            trace.bar("VA-1.11", "no-attack-result", result=result)
            return False


def to_be_hit(villagers: list[Villager], shot: bool, trace: Trace) -> list[Villager]:
    """The villagers of a zone that may be attacked: the first category standing there, and the Stunned ones.

    `shot` says that the attack is no Melee one: it is made with Ranged, or from another zone.
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


@fault_check
def _target_faults(villagers: tuple[Villager, ...], trace: Trace) -> None:
    zones = {villager.zone for villager in villagers}
    figure_faults(tuple(Zone(name=zone, neighbours=(), distance=0) for zone in zones), villagers, (), trace)
    if len(zones) > 1:
        trace.fault("VA-5.1", "several-zones", zones=sorted(zones))


@state_type
class MonsterTargetPriority:
    """The villagers of a zone that a monster is about to attack."""

    villagers: tuple[Villager, ...]
    """Those in the zone."""
    afar: bool = False
    """Whether the attack comes from another zone."""


@result_type
class Targets:
    """The villagers that may be attacked."""

    targets: tuple[str, ...]


def monster_target_priority(state: MonsterTargetPriority, trace: Trace) -> Ruling:
    """Who may be attacked."""
    _target_faults(state.villagers, trace)
    trace.require_possible()
    found = Targets(targets=tuple(each.name for each in to_be_hit(list(state.villagers), state.afar, trace)))
    if not found.targets:
        trace.bar("VA-5.1", "nobody")
    trace.require_legal(found)
    if len(found.targets) > 1:
        trace.choice(found)
    return trace.resolved(found)


@state_type
class MonsterAttack:
    """A monster about to attack a villager with a die."""

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


@result_type
class MonsterHit:
    """What the attack does."""

    damage: int
    """Damage dealt; nothing where the coin made it fail."""


@result_type
class CoinToThrow:
    """A coin that has to be thrown before the ruling can go on."""

    about: Literal["unlucky"] = "unlucky"
    """What it is thrown for."""
    options: tuple[Coin, ...] = get_args(Coin)
    """What it may show."""


def monster_attack(state: MonsterAttack, trace: Trace) -> Ruling:
    """Whether the attack is allowed, and its damage."""
    _target_faults(state.villagers, trace)
    target = next((villager for villager in state.villagers if villager.name == state.target), None)
    if target is None:
        trace.fault("VA-1.11", "no-such-target", target=state.target)
    trace.require_possible()
    assert target is not None
    in_range(state.result, state.distance, trace)
    if state.result == "ranged" and state.dark:
        trace.bar("VA-4.17", "no-ranged-attack")
    shot = state.result == "ranged" or state.distance > 0
    if shot and target.kind == "yunfakh":
        trace.bar("VA-1.16", "only-by-melee")
    elif target not in to_be_hit(list(state.villagers), shot, trace):
        trace.bar("VA-5.1", "others-first", target=state.target)
    trace.require_legal()
    if not luck(state.monster, state.distance, state.unlucky_here, state.unlucky_there, state.coin, trace):
        return trace.judged(MonsterHit(damage=0))
    trace.cite("VA-1.11", "damage", target=state.target, damage=HIT)
    return trace.judged(MonsterHit(damage=HIT))


def luck(attacker: str, distance: int, here: bool, there: bool, coin: Coin | None, trace: Trace) -> bool:
    """Whether an attack succeeds where zones may be Unlucky; stops where a coin has to be thrown.

    At distance 0 both are one zone, and either of the two makes it Unlucky.
    """
    if not distance:
        here = there = here or there
    if not at_risk(here, there, trace):
        return True
    if coin is None:
        trace.cite("VA-4.15", "asks-coin", attacker=attacker)
        trace.choice(CoinToThrow())
    if coin == "tails":
        trace.cite("VA-4.15", "fails", attacker=attacker)
        return False
    trace.cite("VA-4.15", "succeeds", attacker=attacker)
    return True


@state_type
class AttackDice:
    """Attack results that a monster spends on one villager, all of which reach it."""

    hits: Count
    """How many Melee and Ranged results."""
    health: Count
    """Damage the villager can still take."""


@result_type
class DiceDealt:
    """What they do together."""

    damage: int
    killed: bool


def attack_dice(state: AttackDice, trace: Trace) -> Ruling:
    """How much damage so many results deal, and whether that kills."""
    if state.health == 0:
        trace.fault("VA-1.11", "dice-on-the-dead")
    trace.require_possible()
    damage = state.hits * HIT
    trace.cite("VA-1.11", "dice-add-up", hits=state.hits, damage=damage)
    killed = damage >= state.health
    if killed:
        trace.cite("VA-1.11", "dice-kill", damage=damage, health=state.health)
    else:
        trace.cite("VA-1.11", "dice-do-not-kill", damage=damage, health=state.health)
    return trace.resolved(DiceDealt(damage=damage, killed=killed))


@state_type
class ZoneCondition:
    """Something about to do harm out of a zone or into one."""

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


@result_type
class Succeeds:
    """Whether it does its harm."""

    succeeds: bool


def zone_condition(state: ZoneCondition, trace: Trace) -> Ruling:
    """Whether it is possible there, and whether it succeeds."""
    trace.cite("VA-4.14", "on-everyone-in-it")
    if state.by in ("monster", "villager") and state.dark and state.distance:
        trace.bar("VA-4.17", "no-ranged-attack")
    trace.require_legal()
    if state.by == "capacity" and state.dark and state.distance:
        trace.cite("VA-4.17", "no-line-of-sight")
        trace.silence("capacity-through-darkness")
    if not (state.unlucky_here or state.unlucky_there):
        trace.cite("VA-4.15", "not-unlucky")
    elif state.by in ("trap", "burning"):
        trace.cite("VA-4.16", "no-coin", by=state.by)
    elif state.by == "capacity" and not state.deals_damage:
        trace.cite("VA-4.16", "harmless-capacity")
    elif state.by == "troll":
        trace.cite("VA-4.15", "neither-monster-nor-villager")
        trace.cite("VA-2.23", "immune-to-conditions")
    elif not luck(state.by, state.distance, state.unlucky_here, state.unlucky_there, state.coin, trace):
        return trace.resolved(Succeeds(succeeds=False))
    return trace.resolved(Succeeds(succeeds=True))


_VILLAGERS = (
    Villager(name="miller", kind="commoner", zone="hall", type=None, health=1, card=None, stunned=True),
    Villager(name="hunter", kind="hunter", zone="hall", type="Banshee", health=2, card=None),
    Villager(
        name="Ada",
        kind="hero",
        zone="hall",
        type="Vampire",
        health=3,
        card=HeroCard(move=1, attacks=2, range=1, damage=2),
    ),
)

PROCEDURES = (
    Procedure(
        name="monster-target-priority",
        state=MonsterTargetPriority,
        decide=monster_target_priority,
        results=(Targets,),
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
        results=(MonsterHit, CoinToThrow),
        example=MonsterAttack(monster="Banshee", result="melee", distance=0, villagers=_VILLAGERS, target="hunter"),
        summary={
            "it": "Se un mostro può attaccare un abitante con quel dado",
            "en": "Whether a monster may attack a villager with that die",
        },
    ),
    Procedure(
        name="attack-dice",
        state=AttackDice,
        decide=attack_dice,
        results=(DiceDealt,),
        example=AttackDice(hits=2, health=2),
        summary={
            "it": "Quanti danni fanno a un abitante più dadi d'attacco, e se lo uccidono",
            "en": "How much damage several attack dice deal to a villager, and whether they kill it",
        },
    ),
    Procedure(
        name="zone-condition",
        state=ZoneCondition,
        decide=zone_condition,
        results=(Succeeds, CoinToThrow),
        example=ZoneCondition(by="villager", unlucky_here=True, coin="heads"),
        summary={
            "it": "Che cosa impedisce o mette a rischio una zona Sfortunata o Oscurata",
            "en": "What an Unlucky or dark zone prevents or puts at risk",
        },
    ),
)
