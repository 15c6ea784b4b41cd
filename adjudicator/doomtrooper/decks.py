"""Before a game: the deck, the reserve, the Collection that both make up, and the first hand.

Sixty cards at least with five warriors in them, a reserve of twenty-five, five copies of a card, a
limit that leaves restricted cards alone. Between matches cards are swapped with the reserve; the Collection
never changes, and nothing is ever searched for outside it.
"""

from typing import Literal

from adjudicator.doomtrooper.conflicts import COLLECTION, FIVE_COPIES, RESERVE_SIZE
from adjudicator.doomtrooper.state import Affiliation, Count
from adjudicator.doomtrooper.tables import COPIES, DECK_MINIMUM, HAND, RESERVE, STARTING_DESTINY, WARRIORS_MINIMUM
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class CollectionCard:
    """A card of a Collection, with all its copies."""

    card: str
    """Its name."""
    in_deck: Count
    """Copies in the draw deck."""
    in_reserve: Count = 0
    """Copies in the reserve."""
    warrior: bool = False
    """Whether it is a warrior."""
    icon: Affiliation | None = None
    """Its affiliation, where it has one."""
    restricted: bool = False
    """Whether it is a restricted card."""


@state_type
class DeckConstruction:
    """A player's deck and reserve."""

    cards: tuple[CollectionCard, ...]
    """Every card of the Collection, each name once."""
    corporate_war: Affiliation | None = None
    """For a Corporate War deck: the affiliation of its War card."""


@result_type
class DeckCounts:
    """The cards counted."""

    deck: int
    reserve: int | None = None
    warriors: int | None = None
    """Warriors in the draw deck."""


def deck_construction(state: DeckConstruction, trace: Trace) -> Ruling:
    """Whether it may be played with, with everything against it."""
    if len({card.card for card in state.cards}) < len(state.cards):
        trace.fault("DT-2.22", "name-listed-twice")
    trace.require_possible()
    deck = sum(card.in_deck for card in state.cards)
    reserve = sum(card.in_reserve for card in state.cards)
    warriors = sum(card.in_deck for card in state.cards if card.warrior)
    trace.cite("DT-2.19", "the-collection", deck=deck, reserve=reserve)
    _bar_by_size(deck, trace)
    _bar_by_warriors(warriors, trace)
    _bar_by_reserve(reserve, trace)
    for card in state.cards:
        _bar_by_copies(card, trace)
        if state.corporate_war is not None:
            _bar_by_war(card, state.corporate_war, trace)
    return trace.judged(DeckCounts(deck=deck, reserve=reserve, warriors=warriors))


@state_type
class DeckSize:
    """A deck by its numbers alone."""

    deck: Count
    """Cards in the draw deck."""
    warriors: Count
    """Warriors among them."""
    reserve: Count = 0
    """Cards in the reserve."""


def deck_size(state: DeckSize, trace: Trace) -> Ruling:
    """Whether deck and reserve have an allowed size; copies and icons are not looked at."""
    if state.warriors > state.deck:
        trace.fault("DT-2.18", "more-warriors-than-cards", warriors=state.warriors, deck=state.deck)
    trace.require_possible()
    _bar_by_size(state.deck, trace)
    _bar_by_warriors(state.warriors, trace)
    if state.reserve:
        _bar_by_reserve(state.reserve, trace)
    return trace.judged(DeckCounts(deck=state.deck, warriors=state.warriors))


def _bar_by_warriors(warriors: int, trace: Trace) -> None:
    if warriors < WARRIORS_MINIMUM:
        trace.bar("DT-2.18", "too-few-warriors", warriors=warriors, minimum=WARRIORS_MINIMUM)
    else:
        trace.cite("DT-2.18", "enough-warriors", warriors=warriors)


def _bar_by_size(deck: int, trace: Trace) -> None:
    if deck < DECK_MINIMUM:
        trace.bar("DT-2.17", "too-few-cards", deck=deck, minimum=DECK_MINIMUM)
    else:
        trace.cite("DT-2.17", "enough-cards", deck=deck)


def _bar_by_reserve(reserve: int, trace: Trace) -> None:
    if reserve > RESERVE:
        trace.bar("DT-2.14", "reserve-too-large", reserve=reserve, most=RESERVE)
    elif 0 < reserve < RESERVE and trace.reading(RESERVE_SIZE) == "exactly-25":
        trace.bar("DT-2.14", "reserve-too-small", reserve=reserve, size=RESERVE)
    else:
        trace.cite("DT-2.14", "reserve-allowed", reserve=reserve)


def _bar_by_copies(card: CollectionCard, trace: Trace) -> None:
    copies = card.in_deck + card.in_reserve
    if card.restricted:
        trace.cite("DT-2.23", "outside-the-limit", card=card.card, copies=copies)
    elif card.in_deck > COPIES:
        trace.bar("DT-2.22", "too-many-copies", card=card.card, copies=card.in_deck, most=COPIES)
    elif copies > COPIES and trace.reading(FIVE_COPIES) == "in-the-collection":
        trace.bar("DT-2.22", "too-many-in-collection", card=card.card, copies=copies, most=COPIES)
    elif copies > COPIES:
        trace.cite("DT-2.22", "reserve-not-counted", card=card.card, copies=card.in_deck)


def _bar_by_war(card: CollectionCard, war: Affiliation, trace: Trace) -> None:
    if card.in_deck == 0 or card.icon == war:
        return
    if card.warrior:
        trace.bar("DT-18.6", "warrior-of-another", card=card.card, war=war)
    elif card.icon is not None and card.icon != "generic":
        trace.bar("DT-18.7", "card-of-another", card=card.card, icon=card.icon, war=war)


@state_type
class ReserveSwap:
    """A player who wants to change the deck."""

    moment: Literal["between-matches", "during-a-match"]
    """When."""
    deck: Count
    """Cards in the draw deck."""
    reserve: Count
    """Cards in the reserve."""
    into_deck: Count
    """Cards taken from the reserve into the deck."""
    into_reserve: Count
    """Cards put from the deck into the reserve."""
    from_outside: Count = 0
    """Cards taken from neither."""


def reserve_swap(state: ReserveSwap, trace: Trace) -> Ruling:
    """Whether the change is allowed, and the sizes after it."""
    if state.into_deck > state.reserve or state.into_reserve > state.deck:
        trace.fault("DT-2.15", "more-than-there-are", reserve=state.reserve, deck=state.deck)
    trace.require_possible()
    if state.moment == "during-a-match":
        trace.bar("DT-2.15", "never-during-a-match")
    else:
        trace.cite("DT-2.15", "between-matches")
    if state.from_outside:
        trace.bar("DT-2.21", "collection-never-changes", cards=state.from_outside)
    deck = state.deck + state.into_deck - state.into_reserve + state.from_outside
    reserve = state.reserve - state.into_deck + state.into_reserve
    _bar_by_size(deck, trace)
    _bar_by_reserve(reserve, trace)
    return trace.judged(DeckCounts(deck=deck, reserve=reserve))


@state_type
class CardSearch:
    """A player whom a card lets search for another."""

    card_lets: Literal["deck", "collection"]
    """Where the card lets them search; `collection` is the deck too."""
    where: Literal["draw-deck", "reserve", "discards", "eliminated", "outside"]
    """Where they want to take the card from."""


def card_search(state: CardSearch, trace: Trace) -> Ruling:
    """Whether the card may be taken from there."""
    if state.where == "outside":
        trace.bar("DT-2.20", "never-outside")
    elif state.where == "eliminated":
        trace.bar("DT-2.12", "never-comes-back")
    elif state.where == "draw-deck":
        trace.cite("DT-2.20", "in-the-deck")
    elif state.card_lets == "deck":
        trace.bar("DT-2.20", "only-in-the-deck", where=state.where)
    elif state.where == "reserve" or trace.reading(COLLECTION) == "every-pile":
        trace.cite("DT-2.20", "in-the-collection", where=state.where)
    else:
        trace.bar("DT-2.19", "discards-are-not-in-it")
    return trace.judged()


@state_type
class Setup:
    """A player about to start."""

    deck: Count
    """Cards in the draw deck."""


@result_type
class Start:
    """What a player starts with."""

    destiny: int
    """Destiny Points."""
    hand: int
    """Cards in hand."""
    deck: int
    """Cards left in the draw deck."""


def set_up(state: Setup, trace: Trace) -> Ruling:
    """The Destiny Points and cards a player starts with; a deck too small to be played is barred."""
    _bar_by_size(state.deck, trace)
    trace.require_legal()
    trace.cite("DT-5.3", "starting-destiny", destiny=STARTING_DESTINY)
    trace.cite("DT-5.4", "starting-hand", cards=HAND)
    trace.cite("DT-5.5", "who-begins-not-said")
    return trace.resolved(Start(destiny=STARTING_DESTINY, hand=HAND, deck=state.deck - HAND))


PROCEDURES = (
    Procedure(
        name="deck-construction",
        state=DeckConstruction,
        decide=deck_construction,
        results=(DeckCounts,),
        example=DeckConstruction(
            cards=(
                *(CollectionCard(card=f"Trooper {number}", in_deck=5, warrior=True) for number in (1, 2)),
                *(CollectionCard(card=f"Special {number}", in_deck=5) for number in range(1, 11)),
                CollectionCard(card="Reinforcement", in_deck=0, in_reserve=5),
            )
        ),
        summary={
            "it": "Se un mazzo e la sua Riserva sono ammessi",
            "en": "Whether a deck and its reserve are allowed",
        },
    ),
    Procedure(
        name="deck-size",
        state=DeckSize,
        decide=deck_size,
        results=(DeckCounts,),
        example=DeckSize(deck=60, warriors=5, reserve=25),
        summary={
            "it": "Se un mazzo ha abbastanza carte e abbastanza guerrieri",
            "en": "Whether a deck has enough cards and enough warriors",
        },
    ),
    Procedure(
        name="reserve-swap",
        state=ReserveSwap,
        decide=reserve_swap,
        results=(DeckCounts,),
        example=ReserveSwap(moment="between-matches", deck=60, reserve=25, into_deck=3, into_reserve=3),
        summary={
            "it": "Se si possono scambiare carte con la Riserva",
            "en": "Whether cards may be swapped with the reserve",
        },
    ),
    Procedure(
        name="card-search",
        state=CardSearch,
        decide=card_search,
        example=CardSearch(card_lets="collection", where="discards"),
        summary={
            "it": "Dove si può cercare una carta",
            "en": "Where a card may be searched for",
        },
    ),
    Procedure(
        name="setting-up",
        state=Setup,
        decide=set_up,
        results=(Start,),
        example=Setup(deck=60),
        summary={
            "it": "Con quante carte e quanti Punti Destino si comincia",
            "en": "How many cards and Destiny Points a player starts with",
        },
    ),
)
