"""Setup: which monsters may be chosen, the Hero deck, the Troll cards in the Event deck."""

from collections import Counter
from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.conflicts import GUARDIAN_AND_DECIMATOR, HERO_DECK
from adjudicator.village_attacks.state import Count
from adjudicator.village_attacks.tables import (
    HERO_CARDS,
    TROLL_CARDS,
    TROLL_CARDS_ON_TOP,
    TROLL_CARDS_SHUFFLED,
)


@state_type
class Chosen:
    """A monster chosen to be played."""

    name: str
    """The monster."""
    rank: Literal["guardian", "decimator", "other"]
    """What it is on its card."""


@state_type
class SetupMonsters:
    """The monsters chosen at the start."""

    chosen: tuple[Chosen, ...]
    """The monsters."""


@result_type
class Placed:
    """Where the monsters begin."""

    start: Literal["castle-heart"] = "castle-heart"


def setup_monsters(state: SetupMonsters, trace: Trace) -> Ruling:
    """Whether they may be played together, and where they start."""
    ranks = Counter(monster.rank for monster in state.chosen)
    for name, count in Counter(monster.name for monster in state.chosen).items():
        if count > 1:
            trace.bar("VA-10.3", "chosen-twice", monster=name)
    if not state.chosen:
        trace.bar("VA-10.3", "nobody-chosen")
    if ranks["guardian"] > 1:
        trace.bar("VA-10.3", "two-guardians", guardians=ranks["guardian"])
    if ranks["decimator"] > 1:
        trace.bar("VA-10.3", "two-decimators", decimators=ranks["decimator"])
    if ranks["guardian"] and ranks["decimator"] and trace.reading(GUARDIAN_AND_DECIMATOR) == "one-in-all":
        trace.bar("VA-10.3", "guardian-and-decimator")
    trace.require_legal()
    trace.cite("VA-10.3", "placed-in-the-heart", monsters=[monster.name for monster in state.chosen])
    return trace.judged(Placed())


@state_type
class SetupHeroDeck:
    """A Hero deck about to be used."""

    cards: tuple[str, ...]
    """The type of each Hero card in it."""
    types: tuple[str, ...]
    """The types of the monsters that are played."""


def setup_hero_deck(state: SetupHeroDeck, trace: Trace) -> Ruling:
    """Whether the deck is right, with everything that is not."""
    if len(state.cards) < HERO_CARDS:
        trace.bar("VA-10.5", "too-few-cards", cards=len(state.cards), least=HERO_CARDS)
    for type_ in sorted(set(state.types) - set(state.cards)):
        trace.bar("VA-10.5", "type-missing", type=type_)
    doubled = sorted(type_ for type_, count in Counter(state.cards).items() if count > 1)
    if doubled and trace.reading(HERO_DECK) == "one-per-type":
        trace.bar("VA-10.5", "type-twice", types=doubled)
    if not trace.barred:
        trace.cite("VA-10.5", "right-deck", cards=len(state.cards))
    return trace.judged()


@state_type
class SetupTrollDeck:
    """The Village Event cards before a game with the Troll."""

    other_cards: Count
    """Village Event cards that are not "Troll!"."""
    troll_cards: Count = TROLL_CARDS
    """"Troll!" cards that there are."""


@result_type
class TrollDeck:
    """The Village Event deck with the Troll in it."""

    deck: int
    """Cards in it."""
    on_top: int
    """Cards put on top of it, the "Troll!" card set aside among them."""
    trolls_on_top_at_least: int
    trolls_on_top_at_most: int
    first_troll_at_most: int
    """The deepest that the first "Troll!" card can lie, counted from the top."""


def setup_troll_deck(state: SetupTrollDeck, trace: Trace) -> Ruling:
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
        trace.silence("event-deck-of-trolls")
    others = min(state.other_cards, TROLL_CARDS_ON_TOP - 1)  # at most so many of the cards drawn are no Trolls
    return trace.resolved(
        TrollDeck(
            deck=state.other_cards + TROLL_CARDS,
            on_top=TROLL_CARDS_ON_TOP,
            trolls_on_top_at_least=TROLL_CARDS_ON_TOP - others,
            trolls_on_top_at_most=TROLL_CARDS_ON_TOP,
            first_troll_at_most=others + 1,
        )
    )


PROCEDURES = (
    Procedure(
        name="set-up-monsters",
        state=SetupMonsters,
        decide=setup_monsters,
        results=(Placed,),
        example=SetupMonsters(
            chosen=(Chosen(name="Banshee", rank="guardian"), Chosen(name="Vampire", rank="decimator"))
        ),
        summary={
            "it": "Quali mostri si possono scegliere insieme, e dove iniziano",
            "en": "Which monsters may be chosen together, and where they start",
        },
    ),
    Procedure(
        name="set-up-hero-deck",
        state=SetupHeroDeck,
        decide=setup_hero_deck,
        example=SetupHeroDeck(cards=("Banshee", "Vampire", "Golem", "Lich", "Witch"), types=("Banshee", "Vampire")),
        summary={"it": "Se il mazzo degli Eroi è giusto", "en": "Whether the Hero deck is right"},
    ),
    Procedure(
        name="set-up-troll-deck",
        state=SetupTrollDeck,
        decide=setup_troll_deck,
        results=(TrollDeck,),
        example=SetupTrollDeck(other_cards=20),
        summary={
            "it": "Come entrano le carte Troll nel mazzo degli Eventi",
            "en": "How the Troll cards enter the Event deck",
        },
    ),
)
