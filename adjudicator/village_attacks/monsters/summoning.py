"""Summoning a monster: who pays where, when it appears, how many dice that costs, what it may do."""

from dataclasses import dataclass
from typing import Literal

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.village_attacks.conflicts import SUMMONING_PENALTY
from adjudicator.village_attacks.position import asking, not_stated
from adjudicator.village_attacks.state import STRICT, Count, Face
from adjudicator.village_attacks.tables import DICE, SUMMONING_DICE


@dataclass(frozen=True, slots=True, kw_only=True)
class Payer:
    """A played monster in the course of a summoning."""

    __pydantic_config__ = STRICT
    name: str
    """The monster."""
    in_room: bool
    """Whether it stands in the Summoning Room."""
    paid: bool = False
    """Whether it has paid already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summoning:
    """A monster about to pay for a summons."""

    __pydantic_config__ = STRICT
    payer: str
    """The monster that pays."""
    spent: Face
    """The result it spends."""
    costs: tuple[Face, ...]
    """The costs shown."""
    monsters: tuple[Payer, ...]
    """The played monsters."""
    drawn: str | None = None
    """The monster on the Summon Monster card, where one has been drawn."""


def summoning(state: Summoning, trace: Trace) -> Ruling:
    """Whether it may pay, and whether the monster appears."""
    payer = next((monster for monster in state.monsters if monster.name == state.payer), None)
    if payer is None:
        trace.fault("VA-1.42", "not-played", monster=state.payer)
    if state.drawn in {monster.name for monster in state.monsters}:
        trace.fault("VA-1.40", "already-played", monster=state.drawn)
    if len({monster.name for monster in state.monsters}) < len(state.monsters):
        trace.fault("VA-1.1", "seated-twice")
    trace.require_possible()
    assert payer is not None
    legal = True
    if not payer.in_room:
        trace.cite("VA-1.42", "not-in-the-room", monster=payer.name)
        legal = False
    if payer.paid:
        trace.cite("VA-1.42", "paid-already", monster=payer.name)
        legal = False
    if state.spent == "villager":
        trace.cite("VA-1.40", "useless-result")
        legal = False
    elif state.spent not in state.costs:
        trace.cite("VA-1.42", "not-a-cost", result=state.spent)
        legal = False
    if not legal:
        return trace.ruling("illegal")
    trace.cite("VA-1.40", "with-the-dice-shown", result=state.spent)
    trace.cite("VA-1.43", "tokens-on-the-figure", monster=payer.name)
    waiting: list[Json] = [
        monster.name for monster in state.monsters if not monster.paid and monster.name != payer.name
    ]
    if waiting:
        trace.cite("VA-1.44", "others-to-pay", left=len(waiting))
        return trace.ruling("legal", appears=False, waiting=waiting)
    if state.drawn is None:
        trace.cite("VA-1.44", "card-to-draw")
    else:
        trace.cite("VA-1.44", "appears", monster=state.drawn)
    return trace.ruling("legal", appears=True, monster=state.drawn, waiting=waiting)


@dataclass(frozen=True, slots=True, kw_only=True)
class SummoningDiceGroup:
    """All the played monsters in one round, nothing else taking dice from them."""

    __pydantic_config__ = STRICT
    playing: Count
    """How many monsters are played."""
    waiting: Count = 0
    """How many of them have paid for a monster that is not summoned yet."""
    summoned: Count = 0
    """Summoned monsters in play."""


@asking
def summoning_dice_group(state: SummoningDiceGroup, trace: Trace) -> Ruling:
    """How many dice the group rolls."""
    if not state.playing:
        trace.fault("VA-10.3", "nobody-plays")
    if state.waiting >= state.playing > 0:
        trace.fault("VA-1.44", "all-have-paid", playing=state.playing)
    trace.require_possible()
    trace.cite("VA-1.2", "six-dice", dice=DICE)
    less = state.waiting
    if state.waiting:
        trace.cite("VA-1.43", "payers-roll-less", less=state.waiting)
    if state.summoned:
        if state.playing < SUMMONING_DICE:
            trace.cite("VA-1.45", "no-two-to-pay", playing=state.playing)
            not_stated("two-payers-of-one-monster")
        each = state.summoned > 1 and trace.reading(SUMMONING_PENALTY) == "two-for-each"
        on = SUMMONING_DICE * state.summoned if each else SUMMONING_DICE
        trace.cite("VA-1.45", "group-goes-on-paying", less=on)
        less += on
    dice = DICE * state.playing - less
    if dice < 0:
        trace.cite("VA-1.45", "fewer-than-none", less=less)
        not_stated("fewer-dice-than-none")
    return trace.ruling("resolved", dice=dice, less=less)


@dataclass(frozen=True, slots=True, kw_only=True)
class SummonedActivation:
    """A summoned monster about to do something."""

    __pydantic_config__ = STRICT
    all_played_have_acted: bool
    """Whether every played monster has had its turn this round."""
    summoned_this_turn: bool = False
    """Whether it was summoned in this turn."""
    act: Literal["activate", "interact-with-objective", "place-trap", "kill-villager"] = "activate"
    """What it would do."""


def summoned_activation(state: SummonedActivation, trace: Trace) -> Ruling:
    """Whether it may, with every reason against it."""
    legal = True
    if not state.all_played_have_acted:
        trace.cite("VA-1.47", "played-monsters-first")
        legal = False
    if state.act == "interact-with-objective":
        trace.cite("VA-1.35", "not-the-summoned")
        legal = False
    if state.act == "place-trap":
        trace.cite("VA-1.36", "not-the-summoned")
        legal = False
    if not legal:
        return trace.ruling("illegal")
    trace.cite("VA-1.47", "after-the-played-ones")
    if state.summoned_this_turn:
        trace.cite("VA-1.48", "at-once")
    trace.cite("VA-1.48", "by-its-card")
    trace.cite("VA-1.49", "conditions-count")
    if state.act == "kill-villager":
        trace.cite("VA-1.50", "morale-falls")
    return trace.ruling("legal")


PROCEDURES = (
    Procedure(
        name="summoning",
        state=Summoning,
        decide=summoning,
        example=Summoning(
            payer="Banshee",
            spent="magic",
            costs=("magic", "melee"),
            monsters=(Payer(name="Banshee", in_room=True), Payer(name="Vampire", in_room=False, paid=True)),
            drawn="Golem",
        ),
        summary={
            "it": "Se un mostro può pagare un'Evocazione, e se l'Evocato appare",
            "en": "Whether a monster may pay for a summons, and whether the summoned one appears",
        },
    ),
    Procedure(
        name="summoning-dice-group",
        state=SummoningDiceGroup,
        decide=summoning_dice_group,
        example=SummoningDiceGroup(playing=3, summoned=1),
        summary={
            "it": "Quanti dadi lancia in tutto il gruppo durante e dopo un'Evocazione",
            "en": "How many dice the whole group rolls during and after a summoning",
        },
    ),
    Procedure(
        name="summoned-activation",
        state=SummonedActivation,
        decide=summoned_activation,
        example=SummonedActivation(all_played_have_acted=True, summoned_this_turn=True),
        summary={
            "it": "Quando agisce un mostro evocato, e che cosa non può fare",
            "en": "When a summoned monster acts, and what it may not do",
        },
    ),
)
