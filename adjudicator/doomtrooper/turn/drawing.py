"""Cards to and from the hand: the Draw phase, the change of the first hand, the Discard phase, an empty deck.

The Draw phase fills the hand up to seven. Once, in the first Turn, the hand may be changed: shown and
shuffled back if no warrior is in it, discarded otherwise. At the end one card may go, and all above
seven must. Whoever has no deck left plays on while warriors stand.
"""

from typing import Literal

from adjudicator.doomtrooper.conflicts import (
    BOTH_DECKS_EMPTY,
    CARDS_AFTER_A_CHANGE,
    OPTIONAL_DISCARD,
    TURNS_WITHOUT_DECK,
)
from adjudicator.doomtrooper.state import Count
from adjudicator.doomtrooper.tables import FURTHER_POINTS, HAND
from adjudicator.doomtrooper.tables import OPTIONAL_DISCARD as ONE_CARD
from adjudicator.doomtrooper.tables import TURNS_WITHOUT_DECK as TURNS
from adjudicator.doomtrooper.turn.phases import Turn
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class DrawPhase:
    """A player in the Draw phase."""

    hand: Count
    """Cards in hand."""
    deck: Count
    """Cards in the draw deck."""


@result_type
class Drawn:
    """The hand and the deck after it."""

    cards_drawn: int
    hand: int
    """Cards in hand."""
    deck: int
    """Cards left in the draw deck."""
    deck_empty: bool


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
    left = state.deck - drawn
    return trace.resolved(Drawn(cards_drawn=drawn, hand=state.hand + drawn, deck=left, deck_empty=left == 0))


@state_type
class OpeningHandChange:
    """A player who wants to change the whole hand."""

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


@result_type
class HandChanged:
    """What became of the old hand, and the deck after it."""

    old_hand: Literal["discarded", "reshuffled"]
    cards_drawn: int
    deck: int
    """Cards left in the draw deck."""


def opening_hand_change(state: OpeningHandChange, trace: Trace) -> Ruling:
    """Whether the hand may be changed, and what becomes of its cards."""
    if state.warriors_in_hand > state.hand:
        trace.fault("DT-6.5", "more-warriors-than-cards", warriors=state.warriors_in_hand, hand=state.hand)
    trace.require_possible()
    if state.own_turn > 1:
        trace.bar("DT-6.6", "only-in-first-turn", turn=state.own_turn)
    if state.changed_before:
        trace.bar("DT-6.6", "once-a-game")
    if state.warriors_in_hand == 0 and not state.shown:
        trace.bar("DT-6.4", "to-be-shown")
    trace.require_legal()
    if state.warriors_in_hand:
        trace.cite("DT-6.5", "old-hand-discarded", warriors=state.warriors_in_hand)
        wanted = HAND
        if state.hand != HAND and trace.reading(CARDS_AFTER_A_CHANGE) == "as-many-as-discarded":
            trace.cite("DT-6.5", "as-many-drawn", cards=state.hand)
            wanted = state.hand
        drawn = min(wanted, state.deck)
        return trace.judged(HandChanged(old_hand="discarded", cards_drawn=drawn, deck=state.deck - drawn))
    drawn = min(HAND, state.deck)  # the old hand goes back only once the new one is drawn
    trace.cite("DT-6.4", "old-hand-reshuffled", drawn=drawn)
    left = state.deck + state.hand - drawn
    return trace.judged(HandChanged(old_hand="reshuffled", cards_drawn=drawn, deck=left))


@state_type
class DiscardPhase:
    """A player in the Discard phase."""

    hand: Count
    """Cards in hand."""
    discards: Count | None = None
    """Cards they want to discard; none while they still have to decide."""


@result_type
class DiscardBounds:
    """How many cards go."""

    least: int
    """So many must."""
    most: int
    """So many may."""


@result_type
class HowManyDiscards:
    """The numbers of cards to choose among."""

    options: tuple[int, ...]
    least: int
    """So many must go."""
    most: int
    """So many may go."""


@result_type
class TurnOver:
    """The hand after the Turn."""

    hand: int
    """Cards in hand."""
    turn_over: Literal[True] = True


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
        return trace.resolved(_bounds(state.hand, least, most, trace))
    if state.discards < least:
        trace.bar("DT-6.115", "discard-first", hand=state.hand, excess=least)
    elif state.discards > most:
        trace.bar("DT-6.114", "too-many", discards=state.discards, most=most)
    trace.require_legal(DiscardBounds(least=least, most=most))
    if least:
        trace.cite("DT-6.115", "down-to-seven", discards=least)
    if state.discards > least:
        trace.cite("DT-6.114", "one-if-wanted")
    trace.cite("DT-6.116", "turn-ends")
    return trace.judged(TurnOver(hand=state.hand - state.discards))


def _bounds(hand: int, least: int, most: int, trace: Trace) -> DiscardBounds:
    """How many cards must go and how many may, where the player has no choice."""
    if least:
        trace.cite("DT-6.115", "discard-first", hand=hand, excess=least)
    if most > least:
        trace.cite("DT-6.114", "one-if-wanted")
        trace.choice(HowManyDiscards(options=tuple(range(least, most + 1)), least=least, most=most))
    if not least:
        trace.cite("DT-6.114", "nothing-in-hand")
    return DiscardBounds(least=least, most=most)


@state_type
class EmptyDeck:
    """A player's prospects when the draw deck has run out."""

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


@result_type
class GameWithoutDeck:
    """What becomes of the game and of the player."""

    game: Literal["goes-on", "ends"]
    eliminated: bool
    """Whether the player is out of the game."""


def empty_deck(state: EmptyDeck, trace: Trace) -> Ruling:
    """Whether the player plays on, is out of the game, or the game ends."""
    if state.deck:
        trace.cite("DT-6.7", "cards-left", deck=state.deck)
        return trace.resolved(GameWithoutDeck(game="goes-on", eliminated=False))
    if state.other_decks_empty:
        warriors = state.warriors_in_play > 0 or state.other_warriors_in_play
        if not warriors or trace.reading(BOTH_DECKS_EMPTY) == "game-ends":
            trace.cite("DT-6.9", "every-deck-empty", further=FURTHER_POINTS)
            return trace.resolved(GameWithoutDeck(game="ends", eliminated=False))
    allowed = TURNS
    if state.turns_ended == TURNS:
        allowed = TURNS + (trace.reading(TURNS_WITHOUT_DECK) == "after-this-turn")
    if state.turns_ended >= allowed:  # a warrior who came into play after that came too late
        trace.cite("DT-6.8", "eliminated", turns=state.turns_ended)
        return trace.resolved(GameWithoutDeck(game="goes-on", eliminated=True))
    if state.warriors_in_play:
        trace.cite("DT-6.7", "warriors-stand", warriors=state.warriors_in_play)
        return trace.resolved(GameWithoutDeck(game="goes-on", eliminated=False))
    trace.cite("DT-6.8", "still-time", turns=state.turns_ended)
    return trace.resolved(GameWithoutDeck(game="goes-on", eliminated=False))


PROCEDURES = (
    Procedure(
        name="draw-phase",
        state=DrawPhase,
        decide=draw_phase,
        results=(Drawn,),
        example=DrawPhase(hand=4, deck=30),
        summary={"it": "Quante carte si pescano", "en": "How many cards are drawn"},
    ),
    Procedure(
        name="opening-hand-change",
        state=OpeningHandChange,
        decide=opening_hand_change,
        results=(HandChanged,),
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
        results=(DiscardBounds, HowManyDiscards, TurnOver),
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
        results=(GameWithoutDeck,),
        example=EmptyDeck(deck=0, other_decks_empty=False, warriors_in_play=0, turns_ended=1),
        summary={
            "it": "Che cosa accade quando il mazzo da pescare è finito",
            "en": "What happens when the draw deck has run out",
        },
    ),
)
