"""The Troll: what its die makes it do, where it goes, and what attacking it sets off."""

from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.blows import hit_heart, hit_monster, wound_monster, wound_villager
from adjudicator.village_attacks.conflicts import MINIONS_AND_TROLL, TROLL_BLOWS, TROLL_STUN
from adjudicator.village_attacks.example import MILLER, THREE_ROOMS
from adjudicator.village_attacks.faults import standing_faults
from adjudicator.village_attacks.monsters.attacks import CoinToThrow, in_range, luck
from adjudicator.village_attacks.monsters.tokens import stun_monster
from adjudicator.village_attacks.position import Attack, Choice, Position, alike
from adjudicator.village_attacks.state import (
    Coin,
    Count,
    Decision,
    Face,
    Monster,
    Time,
    Troll,
    Villager,
    Zone,
)
from adjudicator.village_attacks.tables import TROLL_DAMAGE, TROLL_STUNS, TROLL_TO_HEART
from adjudicator.village_attacks.villagers.shoving import Heading, Pusher, make_room
from adjudicator.village_attacks.villagers.traps import spring


def activate_troll(position: Position, troll: Troll | None, trace: Trace) -> None:
    """The Troll, if there is one, does what its die says."""
    if troll is None:
        trace.cite("VA-2.16", "no-troll")
        return
    zone = troll.zone
    match troll.die:
        case "melee" | "ranged":
            trace.cite("VA-2.24", "strikes-monsters", zone=zone, damage=TROLL_DAMAGE)
            for monster in _monsters(position.monsters_in(zone), trace):
                _strike(position, monster.name, trace)
            _go_toward_heart(position, zone, trace)
        case "magic" | "villager":
            trace.cite("VA-2.25", "strikes-villagers", zone=zone, damage=TROLL_DAMAGE)
            for villager in position.villagers_in(zone):
                wound_villager(position, villager.name, TROLL_DAMAGE, "troll", None, trace)
            _go_toward_spawn(position, zone, trace)
        case "defence" | "vengeance":
            _stun(position, zone, trace)
            side = position.pick("troll-coin", "troll", ("heads", "tails"))
            if side is None:
                trace.cite("VA-2.26", "asks-coin")
                trace.choice(Choice(about="troll-coin", who="troll", options=("heads", "tails")))
            if side == "heads":
                trace.cite("VA-2.26", "heads")
                _go_toward_heart(position, zone, trace)
            else:
                trace.cite("VA-2.26", "tails")
                _go_toward_spawn(position, zone, trace)


def _monsters(there: list[Monster], trace: Trace) -> list[Monster]:
    """Those the Troll's die means by monsters."""
    minions = [monster for monster in there if monster.role == "minion"]
    if not minions or trace.reading(MINIONS_AND_TROLL) == "minions-too":
        return there
    trace.cite("VA-9.3", "left-out-by-the-troll", minions=[minion.name for minion in minions])
    return [monster for monster in there if monster not in minions]


def _strike(position: Position, name: str, trace: Trace) -> None:
    if name not in position.monsters or position.monsters[name].zone is None:
        return
    position.attacks.append(Attack(villager="troll", target=name, damage=TROLL_DAMAGE))
    board = position.monsters[name].board
    if board is not None and board.defence and trace.reading(TROLL_BLOWS) == "attack":
        hit_monster(position, name, TROLL_DAMAGE, None, trace)
        return
    wound_monster(position, name, TROLL_DAMAGE, trace)


def _stun(position: Position, zone: str, trace: Trace) -> None:
    there, candidates = position.monsters_in(zone), position.villagers_in(zone)
    everywhere = [monster for monster in position.monsters.values() if monster.zone is not None]
    others = (everywhere, list(position.villagers.values()))
    if (there, candidates) != others and trace.reading(TROLL_STUN) == "everywhere":
        there, candidates = others
    monsters = [monster.name for monster in _monsters(there, trace)]
    trace.cite("VA-2.26", "stuns", monsters=monsters, villagers=min(len(candidates), TROLL_STUNS))
    for name in monsters:
        stun_monster(position, name, trace)
    for villager in _five(position, candidates, trace):
        trace.cite("VA-4.10", "on-its-side", villager=villager.name)
        position.put_conditions(villager.name, stunned=True)


def _five(position: Position, candidates: list[Villager], trace: Trace) -> list[Villager]:
    if len(candidates) <= TROLL_STUNS or alike(candidates):
        return candidates[:TROLL_STUNS]
    left = {villager.name: villager for villager in candidates}
    chosen: list[Villager] = []
    while len(chosen) < TROLL_STUNS:
        name = position.pick("stunned", "troll", left)
        if name is None:
            trace.cite("VA-2.26", "asks-five", options=list(left))
            trace.choice(Choice(about="stunned", who="troll", options=tuple(left)))
        chosen.append(left.pop(name))
    return chosen


def _go_toward_heart(position: Position, zone: str, trace: Trace) -> None:
    if zone == position.heart_zone:
        trace.cite("VA-2.18", "heart-struck", damage=TROLL_TO_HEART)
        hit_heart(position, TROLL_TO_HEART, trace)
        return
    _go(position, zone, position.toward_heart(zone), "heart", trace)


def _go_toward_spawn(position: Position, zone: str, trace: Trace) -> None:
    if position.zones[zone].spawn:
        trace.cite("VA-2.17", "leaves-the-game", zone=zone)
        position.troll = None
        return
    ways = position.toward_spawn(zone)
    if not ways:
        trace.cite("VA-2.17", "no-spawn-point", zone=zone)
        trace.silence("troll-without-spawn-point")
    _go(position, zone, ways, "spawn", trace)


def _go(position: Position, zone: str, ways: list[str], toward: Heading, trace: Trace) -> None:
    to = ways[0] if len(ways) == 1 else position.pick("path", "troll", ways)
    if to is None:
        trace.cite("VA-2.16", "asks-way", options=ways)
        trace.choice(Choice(about="path", who="troll", options=tuple(ways)))
    if position.full(to):
        trace.cite("VA-2.19", "troll-shoves", zone=to)
        make_room(position, to, Pusher("troll", troll=True), toward, trace)
    trace.cite("VA-2.16", "walks", start=zone, to=to)
    position.troll = to
    position.moves.append({"figure": "troll", "from": zone, "to": to, "shoved": False})
    trap = position.zones[to].trap
    if trap is not None and to not in position.fired:
        trace.cite("VA-2.23", "sets-off-trap", zone=to)
        spring(position, to, trap, trace, by_troll=True)


@state_type
class TrollActivation:
    """The Troll about to act."""

    troll: Troll | None
    """The Troll and its die; absent where it is not on the map."""
    zones: tuple[Zone, ...]
    """The map."""
    villagers: tuple[Villager, ...] = ()
    """The villagers."""
    monsters: tuple[Monster, ...] = ()
    """The monsters."""
    heart: Count
    """Health of the Castle Heart."""
    morale: Count
    """Village Morale."""
    time: Time = "none"
    """Day, night, or neither where the mode is not played."""
    decisions: tuple[Decision, ...] = ()
    """What coins and players decided."""


@result_type
class TrollActed:
    """What the Troll has done."""

    troll: str | None
    """Where it stands; none where it has left the game."""
    stunned: tuple[str, ...]
    """The figures that lie on their side."""
    dead: tuple[str, ...]
    damage: dict[str, int]
    """The Damage tokens on each monster."""
    zones: dict[str, str | None]
    """Where each figure stands; none for a dead monster."""
    heart_lost: int
    heart: int | None = None
    """Health of the Castle Heart after, where it was struck."""
    morale_lost: int
    morale: int | None = None
    """Village Morale after, where it has fallen."""


def troll_activation(state: TrollActivation, trace: Trace) -> Ruling:
    """Whom the Troll strikes or stuns, and where it goes."""
    troll_at = None if state.troll is None else state.troll.zone
    standing_faults(state.zones, state.villagers, state.monsters, troll_at, trace)
    trace.require_possible()
    position = Position(
        state.zones,
        state.villagers,
        state.monsters,
        state.decisions,
        heart=state.heart,
        morale=state.morale,
        time=state.time,
        troll=troll_at,
    )
    activate_troll(position, state.troll, trace)
    return trace.resolved(
        TrollActed(
            troll=position.troll,
            stunned=position.stunned,
            dead=tuple(position.dead),
            damage=position.damage,
            zones=position.standing,
            heart_lost=position.heart_lost,
            heart=position.heart if position.heart_lost else None,
            morale_lost=position.morale_lost,
            morale=position.morale if position.morale_lost else None,
        )
    )


@state_type
class AttackTroll:
    """A monster about to attack the Troll."""

    by: Face | None
    """The die's result it spends; none where it uses a Capacity."""
    distance: Count
    """Zones between them; 0 is the same zone."""
    dark: bool = False
    """Whether either of the two zones is in Darkness."""
    unlucky_here: bool = False
    """Whether the monster's zone is Unlucky."""
    unlucky_there: bool = False
    """Whether the Troll's zone is Unlucky."""
    coin: Coin | None = None
    """What the coin shows, once it has been thrown."""


@result_type
class TrollAttacked:
    """The attack on the Troll counts."""

    damage: Literal[0] = 0
    troll_activates: Literal[True] = True


def attack_troll(state: AttackTroll, trace: Trace) -> Ruling:
    """Whether it may, and what comes of it."""
    if state.by is None:
        trace.bar("VA-2.23", "immune-to-capacities")
    elif state.by not in ("melee", "ranged"):
        trace.bar("VA-2.21", "wrong-result", result=state.by)
    else:
        in_range(state.by, state.distance, trace)
        if state.by == "ranged" and state.dark:
            trace.bar("VA-4.17", "no-ranged-attack")
    trace.require_legal()
    trace.cite("VA-2.21", "whatever-the-priority")
    if not luck("monster", state.distance, state.unlucky_here, state.unlucky_there, state.coin, trace):
        trace.cite("VA-2.21", "failed-attack")
        trace.silence("failed-attack-on-the-troll")
    trace.cite("VA-2.21", "activates-at-once")
    return trace.judged(TrollAttacked())


PROCEDURES = (
    Procedure(
        name="troll-activation",
        state=TrollActivation,
        decide=troll_activation,
        results=(TrollActed, Choice),
        example=TrollActivation(
            troll=Troll(zone="hall", die="melee"),
            zones=THREE_ROOMS,
            villagers=(MILLER,),
            monsters=(Monster(name="Banshee", type="Banshee", zone="hall", health=6, damage=1),),
            heart=8,
            morale=10,
        ),
        summary={
            "it": "Che cosa fa il Troll con il suo dado, e dove va",
            "en": "What the Troll does by its die, and where it goes",
        },
    ),
    Procedure(
        name="attack-troll",
        state=AttackTroll,
        decide=attack_troll,
        results=(TrollAttacked, CoinToThrow),
        example=AttackTroll(by="ranged", distance=1),
        summary={
            "it": "Se un mostro può attaccare il Troll, e che cosa provoca",
            "en": "Whether a monster may attack the Troll, and what that sets off",
        },
    ),
)
