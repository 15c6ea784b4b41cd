"""Cards to and from the hand: the Draw phase, the change of the first hand, the Discard phase, an empty deck.

The Draw phase fills the hand up to seven. Once, in the first Turn, the hand may be changed: shown and
shuffled back if no warrior is in it, discarded otherwise. At the end one card may go, and all above
seven must. Whoever has no deck left plays on while warriors stand.
"""

from dataclasses import dataclass

from adjudicator.doomtrooper.conflicts import (
    BOTH_DECKS_EMPTY,
    CARDS_AFTER_A_CHANGE,
    OPTIONAL_DISCARD,
    TURNS_WITHOUT_DECK,
)
from adjudicator.doomtrooper.state import STRICT, Count
from adjudicator.doomtrooper.tables import HAND
from adjudicator.doomtrooper.tables import OPTIONAL_DISCARD as ONE_CARD
from adjudicator.doomtrooper.tables import TURNS_WITHOUT_DECK as TURNS
from adjudicator.doomtrooper.turn.phases import Turn
from adjudicator.kernel import Procedure, Ruling, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPhase:
    """A player in the Draw phase."""

    __pydantic_config__ = STRICT
    hand: Count
    """Cards in hand."""
    deck: Count
    """Cards in the draw deck."""


def draw_phase(state: DrawPhase, trace: Trace) -> Ruling:
    """How many cards are drawn, and whether the deck runs out."""
    needed = max(0, HAND - state.hand)
    drawn = min(needed, state.deck)
    if needed == 0:
        trace.cite("DT-6.3", "hand-is-full", hand=state.hand)
    elif drawn < needed:
        trace.cite("DT-6.3", "all-there-are", needed=needed, drawn=drawn)
    else:
        trace.cite("DT-6.3", "draws-up-to-seven", hand=state.hand, drawn=drawn)
    if drawn == state.deck:
        trace.cite("DT-6.7", "deck-runs-out")
    return trace.ruling(
        "resolved",
        cards_drawn=drawn,
        hand=state.hand + drawn,
        deck=state.deck - drawn,
        deck_empty=drawn == state.deck,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningHandChange:
    """A player who wants to change the whole hand."""

    __pydantic_config__ = STRICT
    own_turn: Turn
    """Which of their own Turns it is."""
    changed_before: bool
    """Whether they have changed their hand in this game."""
    hand: Count
    """Cards in hand."""
    warriors_in_hand: Count
    """Warriors among them."""
    deck: Count
    """Cards in the draw deck."""
    shown: bool
    """Whether the hand was shown to the opponent or the judge."""


def opening_hand_change(state: OpeningHandChange, trace: Trace) -> Ruling:
    """Whether the hand may be changed, and what becomes of its cards."""
    if state.warriors_in_hand > state.hand:
        trace.fault("DT-6.5", "more-warriors-than-cards", warriors=state.warriors_in_hand, hand=state.hand)
    trace.require_possible()
    legal = True
    if state.own_turn > 1:
        trace.cite("DT-6.6", "only-in-first-turn", turn=state.own_turn)
        legal = False
    if state.changed_before:
        trace.cite("DT-6.6", "once-a-game")
        legal = False
    if state.warriors_in_hand == 0 and not state.shown:
        trace.cite("DT-6.4", "to-be-shown")
        legal = False
    if not legal:
        return trace.ruling("illegal")
    if state.warriors_in_hand:
        trace.cite("DT-6.5", "old-hand-discarded", warriors=state.warriors_in_hand)
        wanted = HAND
        if state.hand != HAND and trace.reading(CARDS_AFTER_A_CHANGE) == "as-many-as-discarded":
            trace.cite("DT-6.5", "as-many-drawn", cards=state.hand)
            wanted = state.hand
        drawn = min(wanted, state.deck)
        return trace.ruling("legal", old_hand="discarded", cards_drawn=drawn, deck=state.deck - drawn)
    drawn = min(HAND, state.deck)  # the old hand goes back only once the new one is drawn
    trace.cite("DT-6.4", "old-hand-reshuffled", drawn=drawn)
    return trace.ruling("legal", old_hand="reshuffled", cards_drawn=drawn, deck=state.deck + state.hand - drawn)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardPhase:
    """A player in the Discard phase."""

    __pydantic_config__ = STRICT
    hand: Count
    """Cards in hand."""
    discards: Count | None = None
    """Cards they want to discard; left out to ask how many they may and must."""


def discard_phase(state: DiscardPhase, trace: Trace) -> Ruling:
    """Whether so many may be discarded, and the least and most that may."""
    if state.discards is not None and state.discards > state.hand:
        trace.fault("DT-6.114", "more-than-in-hand", hand=state.hand, discards=state.discards)
    trace.require_possible()
    least = max(0, state.hand - HAND)
    most = least
    if least == 0:
        most = min(ONE_CARD, state.hand)
    elif state.discards != least and trace.reading(OPTIONAL_DISCARD) == "one-more":
        most = least + ONE_CARD
    if state.discards is None:
        return _bounds(state.hand, least, most, trace)
    if state.discards < least:
        trace.cite("DT-6.115", "discard-first", hand=state.hand, excess=least)
    elif state.discards > most:
        trace.cite("DT-6.114", "too-many", discards=state.discards, most=most)
    else:
        if least:
            trace.cite("DT-6.115", "down-to-seven", discards=least)
        if state.discards > least:
            trace.cite("DT-6.114", "one-if-wanted")
        trace.cite("DT-6.116", "turn-ends")
        return trace.ruling("legal", hand=state.hand - state.discards, turn_over=True)
    return trace.ruling("illegal", least=least, most=most)


def _bounds(hand: int, least: int, most: int, trace: Trace) -> Ruling:
    """How many cards must go and how many may."""
    if least:
        trace.cite("DT-6.115", "discard-first", hand=hand, excess=least)
    if most > least:
        trace.cite("DT-6.114", "one-if-wanted")
        return trace.ruling("choice", options=list(range(least, most + 1)), least=least, most=most)
    if not least:
        trace.cite("DT-6.114", "nothing-in-hand")
    return trace.ruling("resolved", least=least, most=most)


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyDeck:
    """A player's prospects when the draw deck has run out."""

    __pydantic_config__ = STRICT
    deck: Count
    """Cards in the player's draw deck."""
    other_decks_empty: bool
    """Whether all other players' draw decks have run out too."""
    warriors_in_play: Count
    """The player's warriors in play, covered ones included."""
    other_warriors_in_play: bool = True
    """Whether any other player has warriors in play."""
    turns_ended: Count = 0
    """Own Turns ended in a row with no deck and no warrior, the one in which that came about included."""


def empty_deck(state: EmptyDeck, trace: Trace) -> Ruling:
    """Whether the player plays on, is out of the game, or the game ends."""
    if state.deck:
        trace.cite("DT-6.7", "cards-left", deck=state.deck)
        return trace.ruling("resolved", game="goes-on", eliminated=False)
    if state.other_decks_empty:
        warriors = state.warriors_in_play > 0 or state.other_warriors_in_play
        if not warriors or trace.reading(BOTH_DECKS_EMPTY) == "game-ends":
            trace.cite("DT-6.9", "every-deck-empty")
            return trace.ruling("resolved", game="ends", eliminated=False)
    allowed = TURNS
    if state.turns_ended == TURNS:
        allowed = TURNS + (trace.reading(TURNS_WITHOUT_DECK) == "after-this-turn")
    if state.turns_ended >= allowed:  # a warrior who came into play after that came too late
        trace.cite("DT-6.8", "eliminated", turns=state.turns_ended)
        return trace.ruling("resolved", game="goes-on", eliminated=True)
    if state.warriors_in_play:
        trace.cite("DT-6.7", "warriors-stand", warriors=state.warriors_in_play)
        return trace.ruling("resolved", game="goes-on", eliminated=False)
    trace.cite("DT-6.8", "still-time", turns=state.turns_ended)
    return trace.ruling("resolved", game="goes-on", eliminated=False)


PROCEDURES = (
    Procedure(
        name="draw-phase",
        state=DrawPhase,
        decide=draw_phase,
        example=DrawPhase(hand=4, deck=30),
        summary={"it": "Quante carte si pescano", "en": "How many cards are drawn"},
    ),
    Procedure(
        name="opening-hand-change",
        state=OpeningHandChange,
        decide=opening_hand_change,
        example=OpeningHandChange(own_turn=1, changed_before=False, hand=7, warriors_in_hand=0, deck=53, shown=True),
        summary={
            "it": "Se si può cambiare la prima mano, e dove vanno le carte",
            "en": "Whether the first hand may be changed, and where its cards go",
        },
    ),
    Procedure(
        name="discard-phase",
        state=DiscardPhase,
        decide=discard_phase,
        example=DiscardPhase(hand=9, discards=2),
        summary={
            "it": "Quante carte si possono e si devono scartare",
            "en": "How many cards may and must be discarded",
        },
    ),
    Procedure(
        name="empty-deck",
        state=EmptyDeck,
        decide=empty_deck,
        example=EmptyDeck(deck=0, other_decks_empty=False, warriors_in_play=0, turns_ended=1),
        summary={
            "it": "Che cosa accade quando il mazzo da pescare è finito",
            "en": "What happens when the draw deck has run out",
        },
    ),
)
