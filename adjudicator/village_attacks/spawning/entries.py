"""Whom a Spawn card brings: its number at the rank, hunters' types and limits, heroes.

Half of a group of hunters, rounded up, are Yunfakh where these are played. Hunters that cannot have their
type enter as Veterans; where the figures themselves are used up, one already there activates.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.kernel import Trace, fault_check, state_type
from adjudicator.village_attacks.conflicts import (
    HUNTER_LIMIT,
    PLUS_CARD,
    TYPE_USED_UP,
    USED_UP_ACTIVATIONS,
    VETERANS_IN_LIMIT,
    YUNFAKH_FOR_HUNTERS,
)
from adjudicator.village_attacks.faults import is_known
from adjudicator.village_attacks.state import EVERY_TYPE, Count, HeroCard, Kind, Villager
from adjudicator.village_attacks.tables import HUNTERS, RANKS, YUNFAKH

Rank: TypeAlias = Literal[1, 2, 3]
Group: TypeAlias = Literal["commoner", "hunter", "hero"]


@state_type
class HeroDrawn:
    """A Hero card from the top of its deck."""

    name: str
    """The hero."""
    type: str
    """Its monster type."""
    card: HeroCard
    """What the card says."""
    health: Count
    """Damage it can take."""


@state_type
class SpawnCard:
    """A Villager Spawn card, with what is drawn along with it."""

    kind: Group
    """Who appears by it."""
    numbers: tuple[Count, ...]
    """How many appear at Rank 1, 2 and 3."""
    plus: tuple[Rank, ...] = ()
    """The ranks at which it has the "+" icon."""
    type: str | None
    """For hunters, the type token drawn for the group."""
    heroes: tuple[HeroDrawn, ...] = ()
    """For heroes, the Hero cards drawn so far."""
    health: Count
    """Damage that each commoner or hunter of it can take."""


@state_type
class Supply:
    """Figures that are not on the map."""

    commoners: Count
    """Commoners left."""
    hunters: Count
    """Hunters left."""
    yunfakh: Count
    """Yunfakh Hunters left."""
    heroes: Count
    """Heroes left."""

    def of(self, kind: Kind) -> int:
        """Figures of that kind left."""
        return {
            "commoner": self.commoners,
            "hunter": self.hunters,
            "yunfakh": self.yunfakh,
            "hero": self.heroes,
        }[kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The hunters in play."""

    hunters: int = 0
    """Of the type that enters, without Yunfakh."""
    yunfakh: int = 0
    """Yunfakh Hunters of that type."""
    of_other_types: int = 0
    """Of the other types, without Yunfakh."""
    veterans: int = 0
    """Those that have no type of their own."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one card brings."""

    entering: tuple[tuple[Kind, str | None], ...]
    """Kind and type of each villager that enters."""
    activations: int = 0
    """How many figures already there activate instead of others entering."""
    of: tuple[Kind, str | None] = ("commoner", None)
    """Kind, and where it matters type, of those that activate."""
    absent: tuple[str | None, ...] = ()
    """The monster type of each that cannot enter; none for a hero, whose type is on its card."""


def number_at(card: SpawnCard, rank: Rank, trace: Trace) -> int:
    """How many villagers the card brings at this rank."""
    number = card.numbers[rank - 1]
    trace.cite("VA-2.31", "by-rank", rank=rank, kind=card.kind, number=number)
    return number


def draws_again(card: SpawnCard, rank: Rank, trace: Trace) -> tuple[bool, bool]:
    """Whether another card is drawn, and whether this one still brings its villagers."""
    if rank not in card.plus:
        return False, True
    enters = trace.reading(PLUS_CARD) == "both"
    if enters:
        trace.cite("VA-2.32", "villagers-and-another", rank=rank)
    else:
        trace.cite("VA-2.32", "discarded-for-another", rank=rank)
    return True, enters


def entry(
    kind: Group,
    number: int,
    type_: str | None,
    standing: Standing,
    supply: Supply | None,
    yunfakh: bool,
    trace: Trace,
) -> Entry:
    """Who enters, and how many activate where figures are used up."""
    if kind == "hunter":
        return _hunters(number, type_, standing, supply, yunfakh, trace)
    return supplied(Entry(entering=((kind, None),) * number), supply, trace)


def _hunters(
    number: int, type_: str | None, standing: Standing, supply: Supply | None, yunfakh: bool, trace: Trace
) -> Entry:
    if not number:
        return Entry(entering=())
    trace.cite("VA-2.35", "one-type-for-the-group", type=type_, number=number)
    masked = of_them_yunfakh(number, yunfakh, trace)
    if yunfakh and masked + standing.yunfakh > YUNFAKH:
        trace.cite("VA-2.33", "yunfakh-over-limit", type=type_, limit=YUNFAKH)
        trace.silence("yunfakh-over-the-limit")
    plain = number - masked
    already = _within_the_limit(plain, standing, trace)
    fitting = _fitting(plain, already)
    over = plain - fitting
    entering: tuple[tuple[Kind, str | None], ...] = (("yunfakh", type_),) * masked + (("hunter", type_),) * fitting
    if not over:
        found = supplied(Entry(entering=entering), supply, trace)
        trace.cite("VA-2.33", "within-limit", type=type_, hunters=already + _plain(found))
        return found
    trace.cite("VA-2.33", "limit-reached", type=type_, limit=HUNTERS, over=over)
    if trace.reading(TYPE_USED_UP) == "activates":
        instead = Entry(
            entering=entering,
            activations=_activations(over, "hunter", trace),
            of=("hunter", type_),
            absent=(type_,) * over,
        )
        return supplied(instead, supply, trace)
    found = supplied(Entry(entering=entering + (("hunter", EVERY_TYPE),) * over), supply, trace)
    veterans = _plain(found) - fitting  # where figures lack, it is for the last of those that enter
    if veterans > 0:
        trace.cite("VA-2.38", "veterans-enter", number=veterans)
    return found


def _plain(found: Entry) -> int:
    """Hunters that enter, without Yunfakh."""
    return sum(kind == "hunter" for kind, _ in found.entering)


def of_them_yunfakh(number: int, yunfakh: bool, trace: Trace) -> int:
    """How many of a group of hunters are Yunfakh, where these are played with."""
    if not yunfakh:
        return 0
    half = -(-number // 2)
    trace.cite("VA-2.37", "half-rounded-up", number=number, yunfakh=half)
    return half


def _within_the_limit(entering: int, standing: Standing, trace: Trace) -> int:
    """The hunters in play that the limit counts; what is open is asked where it may change how many fit."""
    of_type, of_all = standing.hunters, standing.hunters + standing.of_other_types
    veterans = standing.veterans
    matter = any(_fitting(entering, each) != _fitting(entering, each + veterans) for each in (of_type, of_all))
    if matter and trace.reading(VETERANS_IN_LIMIT) == "counted":
        trace.cite("VA-2.33", "veterans-counted", veterans=veterans)
        of_type, of_all = of_type + veterans, of_all + veterans
    if _fitting(entering, of_type) != _fitting(entering, of_all) and trace.reading(HUNTER_LIMIT) == "yunfakh-only":
        return of_all
    return of_type


def _fitting(number: int, already: int) -> int:
    """How many of so many hunters the limit lets in."""
    return min(number, max(0, HUNTERS - already))


def supplied(found: Entry, supply: Supply | None, trace: Trace) -> Entry:
    """The entry as far as there are figures; the missing ones activate others of their kind."""
    if supply is None:
        return found
    left = {kind: supply.of(kind) for kind, _ in found.entering}
    entering: list[tuple[Kind, str | None]] = []
    short: Counter[Kind] = Counter()
    absent: list[str | None] = []
    for kind, type_ in found.entering:
        if left[kind]:
            left[kind] -= 1
            entering.append((kind, type_))
        else:
            short[kind] += 1
            absent.append(type_)
    if not short:
        return found
    if len(short) > 1 and not found.activations and trace.reading(YUNFAKH_FOR_HUNTERS) == "one-kind":
        trace.cite("VA-2.34", "yunfakh-are-hunters")
        short = Counter({"hunter": len(absent)})
    if len(short) > 1 or found.activations:
        trace.cite("VA-2.34", "several-used-up")
        trace.silence("several-kinds-used-up")
    kind, number = next(iter(short.items()))
    number = _activations(number, kind, trace)
    return Entry(entering=tuple(entering), activations=number, of=(kind, None), absent=tuple(absent))


def _activations(missing: int, kind: Kind, trace: Trace) -> int:
    number = missing
    if missing > 1 and trace.reading(USED_UP_ACTIVATIONS) == "one-in-all":
        number = 1
    trace.cite("VA-2.34", "activates-instead", kind=kind, number=number)
    return number


def counted(villagers: Iterable[Villager], type_: str | None) -> Standing:
    """The hunters among them, where some of this type are about to enter."""
    hunters = Counter(
        (villager.kind, villager.type) for villager in villagers if villager.kind in ("hunter", "yunfakh")
    )
    of_all = sum(count for (kind, _), count in hunters.items() if kind == "hunter")
    of_type, veterans = hunters["hunter", type_], hunters["hunter", EVERY_TYPE]
    return Standing(
        hunters=of_type,
        yunfakh=hunters["yunfakh", type_],
        of_other_types=of_all - of_type - veterans,
        veterans=veterans,
    )


@fault_check
def yunfakh_faults(standing: int, played_with: bool, trace: Trace) -> None:
    """Record Yunfakh Hunters in play where nobody plays with them."""
    if standing and not played_with:
        trace.fault("VA-2.37", "not-played-with", yunfakh=standing)


@fault_check
def card_faults(card: SpawnCard, trace: Trace) -> None:
    """Record what no Villager Spawn card looks like."""
    if len(card.numbers) != RANKS:
        trace.fault("VA-2.31", "wrong-ranks", numbers=len(card.numbers))
    if card.kind == "hunter" and card.type is None:
        trace.fault("VA-2.35", "hunters-without-type")
    elif is_known(card.type, str):
        if card.kind != "hunter":
            trace.fault("VA-2.35", "type-for-no-hunters", kind=card.kind)
        elif card.type == EVERY_TYPE:
            trace.fault("VA-2.35", "every-type-on-a-token")
    for hero in card.heroes:
        if hero.type == EVERY_TYPE:
            trace.fault("VA-10.5", "hero-without-type", villager=hero.name)
