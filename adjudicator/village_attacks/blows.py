"""Damage on its way to a figure: Defence and Vengeance, a minion in between, the tokens, death.

An attack on a monster first meets the dice on its Defence slots, one attack a die; what is left may go
to a minion in the same zone, the excess to the monster; Vengeance strikes back; tokens equal to its health
kill it.
"""

import dataclasses
from typing import Literal, TypeAlias

from adjudicator.kernel import Trace
from adjudicator.village_attacks.conflicts import MINIONS_TAKE_DAMAGE, VENGEANCE_AMOUNT, YUNFAKH_VENGEANCE
from adjudicator.village_attacks.kills import kill_villager
from adjudicator.village_attacks.position import Choice, Position
from adjudicator.village_attacks.state import Board, Cause, Face, Kind, Monster, Villager
from adjudicator.village_attacks.tables import DEFENCE

Used: TypeAlias = Literal["none", "defence", "vengeance", "both"]
"""The dice of the Defence slots spent on one attack."""
_FACES: tuple[Literal["defence", "vengeance"], ...] = ("defence", "vengeance")


def hit_heart(position: Position, damage: int, trace: Trace) -> None:
    """The Castle Heart loses so much; at 0 the text is silent."""
    if position.heart is None:
        return
    if position.heart <= damage:
        position.heart = 0
        trace.cite("VA-1.39", "heart-at-zero")
        trace.silence("victory-and-defeat")
    position.heart -= damage


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class _Shares:
    """Damage divided between a monster and a minion beside it."""

    monster: int
    """Damage for the monster."""
    minion: str | None = None
    """The minion that takes some, if one does."""
    taken: int = 0
    """Damage for that minion."""


def hit_monster(position: Position, name: str, damage: int, attacker: Villager | None, trace: Trace) -> None:
    """An attack of that much on a monster, from its dice to its death; no villager where the Troll strikes."""
    used = _spent(position, name, damage, trace)
    shares = _shared(position, name, defended(damage, used, trace), trace)
    back = paid_back(damage, shares.monster, used, trace)
    if back and attacker is None:
        trace.cite("VA-2.21", "cannot-be-hurt")
    elif back and attacker is not None:
        monster = position.monsters[name]
        afar = attacker.zone != monster.zone
        if reaches(attacker.kind, afar, trace):
            cause: Cause = "summoned" if monster.role == "summoned" else "vengeance"
            wound_villager(position, attacker.name, back, cause, name, trace)
    _deal(position, name, shares, trace)


def _spent(position: Position, name: str, damage: int, trace: Trace) -> Used:
    """The dice that the monster's player spends on this attack."""
    monster = position.monsters[name]
    lying = () if monster.board is None else monster.board.defence
    if not lying:
        return "none"
    options: list[Used] = ["none"]
    options += [face for face in _FACES if face in lying]
    if len(options) == 3:
        options.append("both")
    picked = position.pick("defence", name, options)
    if picked is None:
        trace.cite("VA-1.18", "asks-dice", monster=name, damage=damage, options=[*options])
        trace.choice(Choice(about="defence", who=name, options=tuple(options)))
    used: Used = picked  # type: ignore[assignment]  # one of the options
    if used != "none":
        _discard(position, monster, used)
    return used


def defended(damage: int, used: Used, trace: Trace) -> int:
    """The damage that Defence leaves of one attack."""
    if used not in ("defence", "both"):
        return damage
    left = max(0, damage - DEFENCE)
    trace.cite("VA-1.19", "reduced", damage=damage, left=left)
    return left


def paid_back(damage: int, suffered: int, used: Used, trace: Trace) -> int:
    """The damage that is due to whoever attacked for so much, of which so much came through to the monster."""
    back = 0
    if used in ("vengeance", "both"):
        back = damage
        if suffered != damage and trace.reading(VENGEANCE_AMOUNT) == "as-suffered":
            back = suffered
        if back:
            trace.cite("VA-1.20", "strikes-back", damage=suffered, returned=back)
        else:
            trace.cite("VA-1.20", "nothing-to-return")
    if used != "none":
        trace.cite("VA-1.21", "discarded", used=used)
    return back


def reaches(kind: Kind, afar: bool, trace: Trace) -> bool:
    """Whether Vengeance hurts the attacker: a Yunfakh Hunter in another zone is a matter of reading."""
    if kind != "yunfakh" or not afar:
        return True
    if trace.reading(YUNFAKH_VENGEANCE) == "vengeance-too":
        trace.cite("VA-1.20", "yunfakh-from-afar")
        return True
    trace.cite("VA-1.16", "no-vengeance-from-afar")
    return False


def _discard(position: Position, monster: Monster, used: Used) -> None:
    if monster.board is None:
        return
    faces: list[Face] = list(monster.board.defence)
    for face in _FACES:
        if used in (face, "both"):
            faces.remove(face)
    position.monsters[monster.name] = dataclasses.replace(
        monster, board=dataclasses.replace(monster.board, defence=tuple(faces))
    )


def wound_monster(position: Position, name: str, damage: int, trace: Trace) -> None:
    """So much damage for the monster, unless a minion beside it takes it; the excess is the monster's."""
    _deal(position, name, _shared(position, name, damage, trace), trace)


def _shared(position: Position, name: str, damage: int, trace: Trace) -> _Shares:
    """What of the damage is the monster's, and what a minion beside it takes."""
    if not damage:
        return _Shares(monster=0)
    monster = position.monsters[name]
    beside = [
        other.name
        for other in position.monsters_in(monster.zone or "")
        if other.role == "minion" and other.controller == name
    ]
    if beside:
        return _through_minion(position, name, beside, damage, trace)
    if monster.role == "minion" and monster.damage + damage > monster.health:
        trace.cite("VA-9.4", "own-blow", minion=name, excess=monster.damage + damage - monster.health)
    return _Shares(monster=damage)


def _through_minion(position: Position, name: str, beside: list[str], damage: int, trace: Trace) -> _Shares:
    compulsory = trace.reading(MINIONS_TAKE_DAMAGE) == "compulsory"
    options = beside if compulsory else ["none", *beside]
    taker = options[0] if len(options) == 1 else position.pick("minion", name, options)
    if taker is None:
        trace.cite("VA-9.4", "asks-minion", monster=name, damage=damage, options=options)
        trace.choice(Choice(about="minion", who=name, options=tuple(options)))
    if taker == "none":
        trace.cite("VA-9.4", "monster-takes-it", monster=name, damage=damage)
        return _Shares(monster=damage)
    minion = position.monsters[taker]
    taken = min(damage, minion.health - minion.damage)
    trace.cite("VA-9.4", "minion-takes-it", minion=taker, taken=taken, excess=damage - taken)
    return _Shares(monster=damage - taken, minion=taker, taken=taken)


def _deal(position: Position, name: str, shares: _Shares, trace: Trace) -> None:
    if shares.minion is not None:
        _put_damage(position, shares.minion, shares.taken, trace)
    if shares.monster:
        _put_damage(position, name, shares.monster, trace)


def _put_damage(position: Position, name: str, damage: int, trace: Trace) -> None:
    monster = position.monsters[name]
    tokens = monster.damage + damage
    if tokens < monster.health:
        position.monsters[name] = dataclasses.replace(monster, damage=tokens)
        return
    trace.cite("VA-1.37", "killed", monster=name, damage=tokens, health=monster.health)
    position.dead.append(name)
    position.experience.pop(name, None)
    board = None if monster.board is None else cleared(monster.board)
    position.monsters[name] = dataclasses.replace(monster, zone=None, damage=0, stunned=False, board=board)
    if monster.role == "playing":
        trace.cite("VA-1.38", "board-cleared", monster=name)
    elif monster.role == "summoned":
        trace.cite("VA-1.41", "gone-for-good", monster=name)


def cleared(board: Board) -> Board:
    """The board with its slots and nothing on them."""
    return Board(
        defence_slots=board.defence_slots, movement_slots=board.movement_slots, reserve_slots=board.reserve_slots
    )


def wound_villager(position: Position, name: str, damage: int, cause: Cause, monster: str | None, trace: Trace) -> bool:
    """So much damage for the villager; whether that killed it."""
    villager = position.villagers[name]
    if villager.health > damage:
        position.put_villager(name, health=villager.health - damage)
        return False
    kill_villager(position, name, cause, monster, trace)
    return True
