"""Before a game: the deck, the reserve, the Collection that both make up, and the first hand.

Sixty cards at least with five warriors in them, a reserve of twenty-five, five copies of a card, a
limit that leaves restricted cards alone. Between matches cards are swapped with the reserve; the Collection
never changes, and nothing is ever searched for outside it.
"""

from dataclasses import dataclass
from typing import Literal

from adjudicator.doomtrooper.conflicts import COLLECTION, FIVE_COPIES, RESERVE_SIZE
from adjudicator.doomtrooper.state import STRICT, Affiliation, Count
from adjudicator.doomtrooper.tables import COPIES, DECK_MINIMUM, HAND, RESERVE, STARTING_DESTINY, WARRIORS_MINIMUM
from adjudicator.kernel import Procedure, Ruling, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionCard:
    """A card of a Collection, with all its copies."""

    __pydantic_config__ = STRICT
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

    @property
    def copies(self) -> int:
        """Copies in the whole Collection."""
        return self.in_deck + self.in_reserve


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckConstruction:
    """A player's deck and reserve."""

    __pydantic_config__ = STRICT
    cards: tuple[CollectionCard, ...]
    """Every card of the Collection, each name once."""
    corporate_war: Affiliation | None = None
    """For a Corporate War deck: the affiliation of its War card."""


def deck_construction(state: DeckConstruction, trace: Trace) -> Ruling:
    """Whether it may be played with, with every reason against it."""
    if len({card.card for card in state.cards}) < len(state.cards):
        trace.fault("DT-2.22", "name-listed-twice")
    trace.require_possible()
    deck = sum(card.in_deck for card in state.cards)
    reserve = sum(card.in_reserve for card in state.cards)
    warriors = sum(card.in_deck for card in state.cards if card.warrior)
    trace.cite("DT-2.19", "the-collection", deck=deck, reserve=reserve)
    legal = _size_allowed(deck, trace)
    legal &= _warriors_allowed(warriors, trace)
    legal &= _reserve_allowed(reserve, trace)
    for card in state.cards:
        legal &= _copies_allowed(card, trace)
        if state.corporate_war is not None:
            legal &= _war_allows(card, state.corporate_war, trace)
    if not legal:
        return trace.ruling("illegal", deck=deck, reserve=reserve, warriors=warriors)
    return trace.ruling("legal", deck=deck, reserve=reserve, warriors=warriors)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckSize:
    """A deck by its numbers alone."""

    __pydantic_config__ = STRICT
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
    legal = _size_allowed(state.deck, trace)
    legal &= _warriors_allowed(state.warriors, trace)
    if state.reserve:
        legal &= _reserve_allowed(state.reserve, trace)
    return trace.ruling("legal" if legal else "illegal", deck=state.deck, warriors=state.warriors)


def _warriors_allowed(warriors: int, trace: Trace) -> bool:
    if warriors < WARRIORS_MINIMUM:
        trace.cite("DT-2.18", "too-few-warriors", warriors=warriors, minimum=WARRIORS_MINIMUM)
        return False
    trace.cite("DT-2.18", "enough-warriors", warriors=warriors)
    return True


def _size_allowed(deck: int, trace: Trace) -> bool:
    if deck < DECK_MINIMUM:
        trace.cite("DT-2.17", "too-few-cards", deck=deck, minimum=DECK_MINIMUM)
        return False
    trace.cite("DT-2.17", "enough-cards", deck=deck)
    return True


def _reserve_allowed(reserve: int, trace: Trace) -> bool:
    if reserve > RESERVE:
        trace.cite("DT-2.14", "reserve-too-large", reserve=reserve, most=RESERVE)
        return False
    if 0 < reserve < RESERVE and trace.reading(RESERVE_SIZE) == "exactly-25":
        trace.cite("DT-2.14", "reserve-too-small", reserve=reserve, size=RESERVE)
        return False
    trace.cite("DT-2.14", "reserve-allowed", reserve=reserve)
    return True


def _copies_allowed(card: CollectionCard, trace: Trace) -> bool:
    copies = card.copies
    if card.restricted:
        trace.cite("DT-2.23", "outside-the-limit", card=card.card, copies=copies)
        return True
    if card.in_deck > COPIES:
        trace.cite("DT-2.22", "too-many-copies", card=card.card, copies=card.in_deck, most=COPIES)
        return False
    if copies > COPIES:
        if trace.reading(FIVE_COPIES) == "in-the-collection":
            trace.cite("DT-2.22", "too-many-in-collection", card=card.card, copies=copies, most=COPIES)
            return False
        trace.cite("DT-2.22", "reserve-not-counted", card=card.card, copies=card.in_deck)
    return True


def _war_allows(card: CollectionCard, war: Affiliation, trace: Trace) -> bool:
    if card.in_deck == 0 or card.icon == war:
        return True
    if card.warrior:
        trace.cite("DT-18.6", "warrior-of-another", card=card.card, war=war)
        return False
    if card.icon is None or card.icon == "generic":
        return True
    trace.cite("DT-18.7", "card-of-another", card=card.card, icon=card.icon, war=war)
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReserveSwap:
    """A player who wants to change the deck."""

    __pydantic_config__ = STRICT
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
    legal = True
    if state.moment == "during-a-match":
        trace.cite("DT-2.15", "never-during-a-match")
        legal = False
    else:
        trace.cite("DT-2.15", "between-matches")
    if state.from_outside:
        trace.cite("DT-2.21", "collection-never-changes", cards=state.from_outside)
        legal = False
    deck = state.deck + state.into_deck - state.into_reserve + state.from_outside
    reserve = state.reserve - state.into_deck + state.into_reserve
    legal &= _size_allowed(deck, trace)
    legal &= _reserve_allowed(reserve, trace)
    return trace.ruling("legal" if legal else "illegal", deck=deck, reserve=reserve)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSearch:
    """A player whom a card lets search for another."""

    __pydantic_config__ = STRICT
    card_lets: Literal["deck", "collection"]
    """Where the card lets them search; `collection` is the deck too."""
    where: Literal["draw-deck", "reserve", "discards", "eliminated", "outside"]
    """Where they want to take the card from."""


def card_search(state: CardSearch, trace: Trace) -> Ruling:
    """Whether the card may be taken from there."""
    if state.where == "outside":
        trace.cite("DT-2.20", "never-outside")
        return trace.ruling("illegal")
    if state.where == "eliminated":
        trace.cite("DT-2.12", "never-comes-back")
        return trace.ruling("illegal")
    if state.where == "draw-deck":
        trace.cite("DT-2.20", "in-the-deck")
        return trace.ruling("legal")
    if state.card_lets == "deck":
        trace.cite("DT-2.20", "only-in-the-deck", where=state.where)
        return trace.ruling("illegal")
    if state.where == "reserve":
        trace.cite("DT-2.20", "in-the-collection", where=state.where)
        return trace.ruling("legal")
    if trace.reading(COLLECTION) == "every-pile":
        trace.cite("DT-2.20", "in-the-collection", where=state.where)
        return trace.ruling("legal")
    trace.cite("DT-2.19", "discards-are-not-in-it")
    return trace.ruling("illegal")


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingUp:
    """A player about to start."""

    __pydantic_config__ = STRICT
    deck: Count
    """Cards in the draw deck."""


def setting_up(state: SettingUp, trace: Trace) -> Ruling:
    """The Destiny Points and cards a player starts with; who begins the text does not say."""
    if not _size_allowed(state.deck, trace):
        return trace.ruling("illegal")
    trace.cite("DT-5.3", "starting-destiny", destiny=STARTING_DESTINY)
    trace.cite("DT-5.4", "starting-hand", cards=HAND)
    return trace.ruling("resolved", destiny=STARTING_DESTINY, hand=HAND, deck=state.deck - HAND, begins="not-stated")


PROCEDURES = (
    Procedure(
        name="deck-construction",
        state=DeckConstruction,
        decide=deck_construction,
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
        state=SettingUp,
        decide=setting_up,
        example=SettingUp(deck=60),
        summary={
            "it": "Con quante carte e quanti Punti Destino si comincia",
            "en": "How many cards and Destiny Points a player starts with",
        },
    ),
)
