"""Summoning a monster: who pays where, when it appears, how many dice that costs, what it may do."""

from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.conflicts import SUMMONING_PENALTY
from adjudicator.village_attacks.state import Count, Face
from adjudicator.village_attacks.tables import DICE, SUMMONING_DICE


@state_type
class Payer:
    """A played monster in the course of a summoning."""

    name: str
    """The monster."""
    in_room: bool
    """Whether it stands in the Summoning Room."""
    paid: bool = False
    """Whether it has paid already."""


@state_type
class Summoning:
    """A monster about to pay for a summons."""

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


@result_type
class OthersToPay:
    """Others have to pay before the summoned monster appears."""

    appears: Literal[False] = False
    waiting: tuple[str, ...]
    """Monsters that have still to pay."""


@result_type
class Appears:
    """The summoned monster appears."""

    appears: Literal[True] = True
    monster: str | None
    """Which it is, once its card has been drawn."""
    waiting: tuple[()] = ()
    """Nobody has still to pay."""


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
    if not payer.in_room:
        trace.bar("VA-1.42", "not-in-the-room", monster=payer.name)
    if payer.paid:
        trace.bar("VA-1.42", "paid-already", monster=payer.name)
    if state.spent == "villager":
        trace.bar("VA-1.40", "useless-result")
    elif state.spent not in state.costs:
        trace.bar("VA-1.42", "not-a-cost", result=state.spent)
    trace.require_legal()
    trace.cite("VA-1.40", "with-the-dice-shown", result=state.spent)
    trace.cite("VA-1.43", "tokens-on-the-figure", monster=payer.name)
    waiting = tuple(monster.name for monster in state.monsters if monster is not payer and not monster.paid)
    if waiting:
        trace.cite("VA-1.44", "others-to-pay", left=len(waiting))
        return trace.judged(OthersToPay(waiting=waiting))
    if state.drawn is None:
        trace.cite("VA-1.44", "card-to-draw")
    else:
        trace.cite("VA-1.44", "appears", monster=state.drawn)
    return trace.judged(Appears(monster=state.drawn))


@state_type
class SummoningDiceGroup:
    """All the played monsters in one round, nothing else taking dice from them."""

    playing: Count
    """How many monsters are played."""
    waiting: Count = 0
    """How many of them have paid for a monster that is not summoned yet."""
    summoned: Count = 0
    """Summoned monsters in play."""


@result_type
class GroupDice:
    """The dice of the whole group."""

    dice: int
    """Dice it rolls."""
    less: int
    """Dice it rolls less."""


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
            trace.silence("two-payers-of-one-monster")
        each = state.summoned > 1 and trace.reading(SUMMONING_PENALTY) == "two-for-each"
        on = SUMMONING_DICE * state.summoned if each else SUMMONING_DICE
        trace.cite("VA-1.45", "group-goes-on-paying", less=on)
        less += on
    dice = DICE * state.playing - less
    if dice < 0:
        trace.cite("VA-1.45", "fewer-than-none", less=less)
        trace.silence("fewer-dice-than-none")
    return trace.resolved(GroupDice(dice=dice, less=less))


@state_type
class SummonedActivation:
    """A summoned monster about to do something."""

    all_played_have_acted: bool
    """Whether every played monster has had its turn this round."""
    summoned_this_turn: bool = False
    """Whether it was summoned in this turn."""
    act: Literal["activate", "interact-with-objective", "place-trap", "kill-villager"] = "activate"
    """What it would do."""


def summoned_activation(state: SummonedActivation, trace: Trace) -> Ruling:
    """Whether it may."""
    if not state.all_played_have_acted:
        trace.bar("VA-1.47", "played-monsters-first")
    if state.act == "interact-with-objective":
        trace.bar("VA-1.35", "not-the-summoned")
    if state.act == "place-trap":
        trace.bar("VA-1.36", "not-the-summoned")
    trace.require_legal()
    trace.cite("VA-1.47", "after-the-played-ones")
    if state.summoned_this_turn:
        trace.cite("VA-1.48", "at-once")
    trace.cite("VA-1.48", "by-its-card")
    trace.cite("VA-1.49", "conditions-count")
    if state.act == "kill-villager":
        trace.cite("VA-1.50", "morale-falls")
    return trace.judged()


PROCEDURES = (
    Procedure(
        name="summoning",
        state=Summoning,
        decide=summoning,
        results=(OthersToPay, Appears),
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
        results=(GroupDice,),
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
