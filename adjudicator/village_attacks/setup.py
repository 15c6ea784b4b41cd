"""Setting up: which monsters may be chosen, the Hero deck, the Troll cards in the Event deck."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace
from adjudicator.village_attacks.conflicts import GUARDIAN_AND_DECIMATOR, HERO_DECK
from adjudicator.village_attacks.position import asking, not_stated
from adjudicator.village_attacks.state import STRICT, Count
from adjudicator.village_attacks.tables import (
    HERO_CARDS,
    TROLL_CARDS,
    TROLL_CARDS_ON_TOP,
    TROLL_CARDS_SHUFFLED,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A monster chosen to be played."""

    __pydantic_config__ = STRICT
    name: str
    """The monster."""
    rank: Literal["guardian", "decimator", "other"]
    """What it is on its card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpMonsters:
    """The monsters chosen at the start."""

    __pydantic_config__ = STRICT
    chosen: tuple[Chosen, ...]
    """The monsters."""


def set_up_monsters(state: SetUpMonsters, trace: Trace) -> Ruling:
    """Whether they may be played together, and where they start."""
    ranks = Counter(monster.rank for monster in state.chosen)
    legal = True
    for name, count in Counter(monster.name for monster in state.chosen).items():
        if count > 1:
            trace.cite("VA-10.3", "chosen-twice", monster=name)
            legal = False
    if not state.chosen:
        trace.cite("VA-10.3", "nobody-chosen")
        legal = False
    if ranks["guardian"] > 1:
        trace.cite("VA-10.3", "two-guardians", guardians=ranks["guardian"])
        legal = False
    if ranks["decimator"] > 1:
        trace.cite("VA-10.3", "two-decimators", decimators=ranks["decimator"])
        legal = False
    if ranks["guardian"] and ranks["decimator"] and trace.reading(GUARDIAN_AND_DECIMATOR) == "one-in-all":
        trace.cite("VA-10.3", "guardian-and-decimator")
        legal = False
    if not legal:
        return trace.ruling("illegal")
    trace.cite("VA-10.3", "placed-in-the-heart", monsters=[monster.name for monster in state.chosen])
    return trace.ruling("legal", start="castle-heart")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpHeroDeck:
    """A Hero deck about to be used."""

    __pydantic_config__ = STRICT
    cards: tuple[str, ...]
    """The type of each Hero card in it."""
    types: tuple[str, ...]
    """The types of the monsters that are played."""


def set_up_hero_deck(state: SetUpHeroDeck, trace: Trace) -> Ruling:
    """Whether the deck is right, with everything that is not."""
    legal = True
    if len(state.cards) < HERO_CARDS:
        trace.cite("VA-10.5", "too-few-cards", cards=len(state.cards), least=HERO_CARDS)
        legal = False
    missing = sorted(set(state.types) - set(state.cards))
    for type_ in missing:
        trace.cite("VA-10.5", "type-missing", type=type_)
        legal = False
    doubled = sorted(type_ for type_, count in Counter(state.cards).items() if count > 1)
    if doubled and trace.reading(HERO_DECK) == "one-per-type":
        trace.cite("VA-10.5", "type-twice", types=doubled)
        legal = False
    if legal:
        trace.cite("VA-10.5", "right-deck", cards=len(state.cards))
    return trace.ruling("legal" if legal else "illegal")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpTrollDeck:
    """The Village Event cards before a game with the Troll."""

    __pydantic_config__ = STRICT
    other_cards: Count
    """Village Event cards that are not "Troll!"."""
    troll_cards: Count = TROLL_CARDS
    """"Troll!" cards at hand."""


@asking
def set_up_troll_deck(state: SetUpTrollDeck, trace: Trace) -> Ruling:
    """The deck that comes of it, and how deep the first "Troll!" card can lie."""
    if state.troll_cards != TROLL_CARDS:
        trace.fault("VA-8.1", "wrong-number", cards=state.troll_cards, right=TROLL_CARDS)
        trace.require_possible()
    trace.cite("VA-8.1", "one-set-aside", left=TROLL_CARDS_SHUFFLED)
    shuffled = state.other_cards + TROLL_CARDS_SHUFFLED
    trace.cite("VA-8.2", "three-shuffled-in", cards=shuffled)
    trace.cite("VA-8.3", "three-on-top", cards=TROLL_CARDS_ON_TOP)
    if not state.other_cards:
        trace.cite("VA-8.3", "only-trolls")
        not_stated("event-deck-of-trolls")
    others = min(state.other_cards, TROLL_CARDS_ON_TOP - 1)  # at most so many of the cards drawn are no Trolls
    return trace.ruling(
        "resolved",
        deck=state.other_cards + TROLL_CARDS,
        on_top=TROLL_CARDS_ON_TOP,
        trolls_on_top_at_least=TROLL_CARDS_ON_TOP - others,
        trolls_on_top_at_most=TROLL_CARDS_ON_TOP,
        first_troll_at_most=others + 1,
    )


PROCEDURES = (
    Procedure(
        name="set-up-monsters",
        state=SetUpMonsters,
        decide=set_up_monsters,
        example=SetUpMonsters(
            chosen=(Chosen(name="Banshee", rank="guardian"), Chosen(name="Vampire", rank="decimator"))
        ),
        summary={
            "it": "Quali mostri si possono scegliere insieme, e dove iniziano",
            "en": "Which monsters may be chosen together, and where they start",
        },
    ),
    Procedure(
        name="set-up-hero-deck",
        state=SetUpHeroDeck,
        decide=set_up_hero_deck,
        example=SetUpHeroDeck(cards=("Banshee", "Vampire", "Golem", "Lich", "Witch"), types=("Banshee", "Vampire")),
        summary={"it": "Se il mazzo degli Eroi è giusto", "en": "Whether the Hero deck is right"},
    ),
    Procedure(
        name="set-up-troll-deck",
        state=SetUpTrollDeck,
        decide=set_up_troll_deck,
        example=SetUpTrollDeck(other_cards=20),
        summary={
            "it": "Come entrano le carte Troll nel mazzo degli Eventi",
            "en": "How the Troll cards enter the Event deck",
        },
    ),
)
