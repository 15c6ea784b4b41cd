"""The dice of a monster's turn: how many are rolled, and what may be rerolled.

Six dice, by day or night the special die among them; one less for each result in the Reserve, for a Stun
and for a summoning. Three equal results may be rerolled, once and all of them.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.conflicts import (
    RESERVE_DISCARD,
    SUMMONING_PENALTY,
    THREE_EQUAL,
    TWO_TRIPLES,
)
from adjudicator.village_attacks.state import Count, Face, Time
from adjudicator.village_attacks.tables import DICE, EQUAL_RESULTS, SUMMONING_DICE


@state_type
class Roll:
    """What changes the number of dice of a monster's turn."""

    reserve: Count = 0
    """Results in the Reserve when the turn begins."""
    discarded: Count = 0
    """How many of them are discarded before rolling."""
    stunned: bool = False
    """Whether the monster lies on its side."""
    waits_for_summons: bool = False
    """Whether it has paid for a monster that is not summoned yet."""
    pays_on_for: Count = 0
    """For how many summoned monsters in play it is one of the two that go on rolling less."""
    playing: Count = 2
    """How many monsters are played; two are needed to go on rolling less."""


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice to roll."""

    normal: int
    special: int


def to_roll(roll: Roll, time: Time, trace: Trace) -> Dice:
    """How many normal dice, and whether the Day or Night die, are rolled."""
    special = 1
    match time:
        case "none":
            trace.cite("VA-1.2", "six-dice", dice=DICE)
            special = 0
        case "day":
            trace.cite("VA-7.1", "one-replaced", time=time)
            trace.cite("VA-7.3", "five-and-the-day-die", dice=DICE - 1)
        case "night":
            trace.cite("VA-7.1", "one-replaced", time=time)
            trace.cite("VA-7.7", "five-and-the-night-die", dice=DICE - 1)
    less = _reserve(roll, trace) + _summoning(roll, trace)
    if roll.stunned:
        trace.cite("VA-4.8", "stands-up-and-rolls-less")
        less += 1
    normal = DICE - special - less
    if normal < 0:
        trace.cite("VA-1.23", "fewer-than-none", less=less)
        trace.silence("fewer-dice-than-none")
    if special and less:
        trace.cite("VA-7.11", "normal-dice-go", less=less, normal=normal)
    return Dice(normal=normal, special=special)


def _reserve(roll: Roll, trace: Trace) -> int:
    kept = roll.reserve - roll.discarded
    if roll.discarded > 1 and trace.reading(RESERVE_DISCARD) == "one-in-all":
        trace.cite("VA-1.24", "one-more-in-all", discarded=roll.discarded)
        return roll.reserve - 1
    if roll.discarded:
        trace.cite("VA-1.24", "one-more-for-each", discarded=roll.discarded)
    if kept:
        trace.cite("VA-1.23", "less-for-the-reserve", kept=kept)
    return kept


def _summoning(roll: Roll, trace: Trace) -> int:
    less = 0
    if roll.waits_for_summons:
        trace.cite("VA-1.43", "waits-for-the-monster")
        less = 1
    if not roll.pays_on_for:
        return less
    if roll.playing < SUMMONING_DICE:
        trace.cite("VA-1.45", "no-two-to-pay", playing=roll.playing)
        trace.silence("two-payers-of-one-monster")
    each = roll.pays_on_for > 1 and trace.reading(SUMMONING_PENALTY) == "two-for-each"
    on = roll.pays_on_for if each else 1
    trace.cite("VA-1.45", "goes-on-paying", less=on)
    return less + on


@state_type
class DiceToRoll:
    """A monster about to roll."""

    roll: Roll
    """What changes the number."""
    time: Time = "none"
    """Day, night, or neither where the mode is not played."""


@result_type
class DiceRolled:
    """The dice the monster rolls."""

    normal: int
    """Normal dice."""
    special: Literal["day", "night"] | None
    """The special die, if there is one."""
    dice: int
    """All dice."""
    reserve: int
    """Results left in the Reserve."""


def dice_to_roll(state: DiceToRoll, trace: Trace) -> Ruling:
    """How many dice it rolls."""
    require_discardable(state.roll, trace)
    dice = to_roll(state.roll, state.time, trace)
    return trace.resolved(
        DiceRolled(
            normal=dice.normal,
            special=None if state.time == "none" else state.time,
            dice=dice.normal + dice.special,
            reserve=state.roll.reserve - state.roll.discarded,
        )
    )


def require_discardable(roll: Roll, trace: Trace, result: object = None) -> None:
    """Stop with `result` where more is discarded than lies in the Reserve."""
    if roll.discarded > roll.reserve:
        trace.bar("VA-1.24", "not-that-many", reserve=roll.reserve, discarded=roll.discarded)
    trace.require_legal(result)


@state_type
class Reroll:
    """The dice just rolled."""

    results: tuple[Face, ...]
    """Results of the normal dice."""
    special: Face | None = None
    """Result of the Day or Night die, where one was rolled."""
    rerolled: bool = False
    """Whether dice have been rerolled already."""
    wants: tuple[Face, ...] = ()
    """The dice the player would reroll, one result for each die; none to learn which may be."""


@result_type
class Rerollable:
    """The dice that may be rerolled."""

    may_reroll: bool | None = None
    """Whether any may be, where no dice are named."""
    kinds: tuple[Face, ...]
    """Their results."""
    dice: int
    """How many dice at most."""


def reroll(state: Reroll, trace: Trace) -> Ruling:
    """Which dice may be rerolled, and whether those wanted may."""
    dice = len(state.results) + (state.special is not None)
    if dice > DICE:
        trace.fault("VA-1.2", "too-many-dice", dice=dice)
    wanted, counts = Counter(state.wants), Counter(state.results)
    for face, number in wanted.items():
        if number > counts[face] + (state.special == face):
            trace.fault("VA-1.4", "dice-not-there", result=face, dice=counts[face])
    trace.require_possible()
    kinds = _rerollable(state, counts, trace)
    dice_of = [counts[face] for face in kinds]
    most = sum(dice_of)
    if len(kinds) > 1 and _share(kinds, wanted, trace) == "one":
        most = max(dice_of)
    if not wanted:
        return trace.resolved(Rerollable(may_reroll=bool(kinds), kinds=tuple(kinds), dice=most))
    for face, number in wanted.items():
        if face not in kinds:
            trace.bar("VA-1.4", "not-to-be-rerolled", result=face)
        elif number < counts[face]:
            trace.bar("VA-1.4", "all-of-the-kind", result=face, dice=counts[face])
        if number > counts[face]:
            trace.bar("VA-7.9", "cannot-be-rerolled", result=face)
    return trace.judged(Rerollable(kinds=tuple(kinds), dice=most))


def _share(kinds: list[Face], wanted: Counter[Face], trace: Trace) -> str:
    """How several kinds that may be rerolled share the one reroll."""
    chosen = sum(face in wanted for face in kinds)
    share = trace.reading(TWO_TRIPLES)
    match share:
        case "each":
            trace.cite("VA-1.4", "one-reroll-for-all", kinds=[*kinds])
        case "together" if 0 < chosen < len(kinds):
            trace.bar("VA-1.4", "all-the-kinds", kinds=[*kinds])
        case "together":
            trace.cite("VA-1.4", "all-the-kinds", kinds=[*kinds])
        case "one" if chosen > 1:
            trace.bar("VA-1.4", "one-kind-only", kinds=[*kinds])
        case "one":
            trace.cite("VA-1.4", "one-kind-only", kinds=[*kinds])
    return share


def _rerollable(state: Reroll, counts: Counter[Face], trace: Trace) -> list[Face]:
    if state.rerolled:
        trace.cite("VA-1.4", "rerolled-already")
        return []
    kinds: list[Face] = []
    for face, number in counts.items():
        if number > EQUAL_RESULTS and trace.reading(THREE_EQUAL) == "exactly-three":
            trace.cite("VA-1.4", "not-exactly-three", result=face, dice=number)
        elif number >= EQUAL_RESULTS:
            trace.cite("VA-1.4", "three-equal", result=face, dice=number)
            kinds.append(face)
        elif face == state.special and number + 1 == EQUAL_RESULTS:
            trace.cite("VA-7.9", "does-not-count", result=face)
    if not kinds:
        trace.cite("VA-1.4", "no-three-equal")
    return kinds


PROCEDURES = (
    Procedure(
        name="dice-to-roll",
        state=DiceToRoll,
        decide=dice_to_roll,
        results=(DiceRolled,),
        example=DiceToRoll(roll=Roll(reserve=2, discarded=1, stunned=True), time="night"),
        summary={"it": "Quanti dadi lancia un mostro", "en": "How many dice a monster rolls"},
    ),
    Procedure(
        name="reroll",
        state=Reroll,
        decide=reroll,
        results=(Rerollable,),
        example=Reroll(results=("melee", "melee", "melee", "magic", "villager"), special="melee"),
        summary={"it": "Quali dadi si possono rilanciare", "en": "Which dice may be rerolled"},
    ),
)
