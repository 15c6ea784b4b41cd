"""Spawn cards one at a time: how many villagers a card brings, a group of hunters, the Hero deck."""

from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.conflicts import HUNTER_LIMIT
from adjudicator.village_attacks.faults import is_known
from adjudicator.village_attacks.spawning.entries import (
    Entry,
    Rank,
    SpawnCard,
    Standing,
    Supply,
    card_faults,
    draws_again,
    entry,
    number_at,
    of_them_yunfakh,
    supplied,
    yunfakh_faults,
)
from adjudicator.village_attacks.state import EVERY_TYPE, Count
from adjudicator.village_attacks.tables import HUNTERS, YUNFAKH


@state_type
class SpawnCardDrawn:
    """A Villager Spawn card turned over for one Spawn token."""

    rank: Rank
    """The rank of the village now."""
    card: SpawnCard
    """The card."""
    supply: Supply | None = None
    """Figures left, where one kind may be used up."""
    with_yunfakh: bool = False
    """Whether Yunfakh Hunters are played with, where hunters may be used up."""


@result_type
class Appearing:
    """Whom a Spawn card brings."""

    appear: int
    """Villagers that enter."""
    activate: int
    """Villagers already there that activate instead of others entering."""
    draws_another: bool


def spawn_card(state: SpawnCardDrawn, trace: Trace) -> Ruling:
    """How many villagers appear, and whether another card is drawn."""
    card_faults(state.card, trace)
    trace.require_possible()
    trace.cite("VA-2.30", "a-card-a-token")
    again, enters = draws_again(state.card, state.rank, trace)
    if not enters:
        return trace.resolved(Appearing(appear=0, activate=0, draws_another=again))
    number = number_at(state.card, state.rank, trace)
    if state.card.kind == "hunter":
        found = _hunters(state, number, trace)
    else:
        found = entry(state.card.kind, number, None, Standing(), state.supply, False, trace)
    return trace.resolved(Appearing(appear=len(found.entering), activate=found.activations, draws_another=again))


def _hunters(state: SpawnCardDrawn, number: int, trace: Trace) -> Entry:
    """How many hunters there are figures for; which types they take, the map has to tell."""
    if state.supply is None:
        return Entry(entering=(("hunter", None),) * number)
    half = of_them_yunfakh(number, state.with_yunfakh, trace)
    found = Entry(entering=(("yunfakh", None),) * half + (("hunter", None),) * (number - half))
    return supplied(found, state.supply, trace)


@state_type
class SpawnHunters:
    """A group of hunters about to appear."""

    number: Count
    """How many the card brings."""
    type: str
    """The type token drawn for the group."""
    hunters_of_type: Count
    """Hunters of that type in play, without Yunfakh and Veterans."""
    yunfakh_of_type: Count = 0
    """Yunfakh Hunters of that type in play."""
    hunters_of_other_types: Count = 0
    """Hunters of other types in play, without Yunfakh and Veterans."""
    veterans: Count = 0
    """Veterans in play."""
    with_yunfakh: bool = False
    """Whether Yunfakh Hunters are played with."""
    supply: Supply | None = None
    """Figures left, where a kind may be used up."""


@result_type
class HuntersAppearing:
    """A group of hunters enters."""

    hunters: int
    yunfakh: int
    veterans: int
    activate: int
    """Hunters already there that activate instead of others entering."""


def spawn_hunters(state: SpawnHunters, trace: Trace) -> Ruling:
    """How many enter as hunters of the type, as Yunfakh and as Veterans, and how many activate instead."""
    if is_known(state.type, str) and state.type == EVERY_TYPE:
        trace.fault("VA-2.35", "every-type-on-a-token")
    if state.hunters_of_type > HUNTERS and trace.reading(HUNTER_LIMIT) == "per-type":
        trace.fault("VA-2.33", "too-many-hunters", type=state.type, count=state.hunters_of_type)
    in_all = state.hunters_of_type + state.hunters_of_other_types
    if in_all > HUNTERS and trace.reading(HUNTER_LIMIT) == "yunfakh-only":
        trace.fault("VA-2.33", "too-many-of-all-types", count=in_all)
    if state.yunfakh_of_type > YUNFAKH:
        trace.fault("VA-2.33", "too-many-yunfakh", type=state.type, count=state.yunfakh_of_type)
    yunfakh_faults(state.yunfakh_of_type, state.with_yunfakh, trace)
    trace.require_possible()
    if not state.number:
        trace.cite("VA-2.35", "nobody-comes")
        return trace.resolved(HuntersAppearing(hunters=0, yunfakh=0, veterans=0, activate=0))
    standing = Standing(
        hunters=state.hunters_of_type,
        yunfakh=state.yunfakh_of_type,
        of_other_types=state.hunters_of_other_types,
        veterans=state.veterans,
    )
    found = entry("hunter", state.number, state.type, standing, state.supply, state.with_yunfakh, trace)
    hunters = [type_ for kind, type_ in found.entering if kind == "hunter"]
    own = sum(type_ is state.type for type_ in hunters)  # the very same: which type it is does not matter
    return trace.resolved(
        HuntersAppearing(
            hunters=own,
            yunfakh=len(found.entering) - len(hunters),
            veterans=len(hunters) - own,
            activate=found.activations,
        )
    )


@state_type
class HeroCards:
    """The Hero deck when a hero appears or is killed."""

    deck: tuple[str, ...]
    """The heroes in the deck, from the top."""
    event: Literal["appears", "killed"]
    """What happens."""
    hero: str
    """The hero killed, where one was."""


@result_type
class HeroEnters:
    """A hero appears."""

    enters: str
    deck: tuple[str, ...]
    """The Hero deck after, from the top."""


@result_type
class HeroPutBack:
    """The card of a killed hero goes back."""

    enters: None
    deck: tuple[str, ...]
    """The Hero deck after, from the top."""
    facedown: Literal[True] = True


def hero_cards(state: HeroCards, trace: Trace) -> Ruling:
    """Which hero enters, and the deck after."""
    if state.event == "killed":
        trace.cite("VA-2.40", "card-under-the-deck", hero=state.hero)
        if state.hero in state.deck:
            trace.fault("VA-2.40", "hero-in-deck", hero=state.hero)
            trace.require_possible()
        return trace.resolved(HeroPutBack(enters=None, deck=(*state.deck, state.hero)))
    if not state.deck:
        trace.cite("VA-2.39", "deck-empty")
        trace.silence("hero-deck-empty")
    trace.cite("VA-2.39", "top-card-enters", hero=state.deck[0])
    return trace.resolved(HeroEnters(enters=state.deck[0], deck=state.deck[1:]))


PROCEDURES = (
    Procedure(
        name="spawn-card",
        state=SpawnCardDrawn,
        decide=spawn_card,
        results=(Appearing,),
        example=SpawnCardDrawn(
            rank=2, card=SpawnCard(kind="commoner", numbers=(2, 3, 4), plus=(3,), type=None, health=1)
        ),
        summary={
            "it": "Quanti abitanti fa comparire una carta, e se se ne pesca un'altra",
            "en": "How many villagers a card brings, and whether another is drawn",
        },
    ),
    Procedure(
        name="spawn-hunters",
        state=SpawnHunters,
        decide=spawn_hunters,
        results=(HuntersAppearing,),
        example=SpawnHunters(number=3, type="Banshee", hunters_of_type=4, with_yunfakh=True),
        summary={
            "it": "Quanti Cacciatori compaiono, quanti Yunfakh e quanti Veterani",
            "en": "How many hunters appear, how many Yunfakh and how many Veterans",
        },
    ),
    Procedure(
        name="hero-cards",
        state=HeroCards,
        decide=hero_cards,
        results=(HeroEnters, HeroPutBack),
        example=HeroCards(deck=("Ada", "Bruno"), event="killed", hero="Carla"),
        summary={
            "it": "Quale eroe entra, e dove va la carta di quello ucciso",
            "en": "Which hero enters, and where the card of a killed one goes",
        },
    ),
)
