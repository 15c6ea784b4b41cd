"""After the fight and at the end of the turn: a card leaves the Region deck, slots and hands are refilled."""

from dataclasses import dataclass

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.vwars.conflicts import (
    DECK_REFILL,
    PLAYER_CARDS_EXHAUSTED,
    RIOT_CARD_AFTER,
    SPUTTERED_DISCARD,
    STRENGTH_AFTER_REMOVAL,
)
from adjudicator.vwars.state import STRICT, Count, event_deck_faults, player_card_faults
from adjudicator.vwars.tables import DECK_MINIMUM, HAND

NOTHING_FACE_UP = "no-face-up-card"
"""What no text says: which card is discarded when none is left face-up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterCombat:
    """The cards of a Region deck when the riot in its region is over."""

    __pydantic_config__ = STRICT
    face_up: Count
    """Cards left face-up by the riot."""
    face_down: Count
    """Cards turned facedown after they removed troops."""
    unrevealed: Count
    """Cards never turned over."""
    sputtered: bool
    """Whether the riot sputtered out."""


def after_combat(state: AfterCombat, trace: Trace) -> Ruling:
    """How many cards are discarded and how many the Region deck keeps."""
    if state.sputtered and state.unrevealed:
        trace.fault("VW-8.15", "cards-left-to-play", cards=state.unrevealed)
    if not (state.face_up or state.face_down):
        trace.fault("VW-8.8", "no-card-revealed")
    elif not (state.face_up or state.sputtered) and trace.reading(STRENGTH_AFTER_REMOVAL) == "draw-on":
        trace.fault("VW-8.11", "wins-nothing")
    player_card_faults(state.face_up + state.face_down + state.unrevealed, trace)
    trace.require_possible()
    outcome = discard(state.face_up, state.face_down + state.unrevealed, state.sputtered, trace)
    if outcome is None:
        return trace.ruling("undecided", not_stated=NOTHING_FACE_UP)
    return trace.ruling("resolved", **outcome)


def discard(face_up: int, others: int, sputtered: bool, trace: Trace) -> dict[str, Json] | None:
    """The one card discarded after a riot, the deck that is left, what it draws; None with no card face-up."""
    if sputtered:
        if trace.reading(SPUTTERED_DISCARD) == "skipped":
            trace.cite("VW-8.15", "no-discard")
            return {"discarded": 0, **refilled(face_up + others, trace)}
        trace.cite("VW-9.20", "even-if-sputtered")
    if face_up == 0:
        trace.cite("VW-9.20", "nothing-face-up")
        return None
    trace.cite("VW-9.20", "one-discarded", face_up=face_up)
    trace.cite("VW-9.21", "rest-returns", cards=face_up + others - 1)
    return {"discarded": 1, **refilled(face_up + others - 1, trace)}


def refilled(deck: int, trace: Trace) -> dict[str, int]:
    """A Region or Riot deck of so many cards, with those it draws at once when it has run low.

    Whether there are Player cards enough to draw is a question of its own.
    """
    drawn = _short_of_three(deck, trace)
    if drawn:
        trace.cite("VW-11.7", "back-to-three", deck=deck, drawn=drawn)
    return {"deck": deck + drawn, "drawn": drawn}


def _short_of_three(deck: int, trace: Trace) -> int:
    """How many cards the deck has to draw, by the edition in force."""
    if deck >= DECK_MINIMUM:
        return 0
    if trace.reading(DECK_REFILL) == "en-rulebook":
        trace.cite("VW-11.7", "no-refill-stated", deck=deck)
        return 0
    return DECK_MINIMUM - deck


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCards:
    """The slots and decks of the board at step 5."""

    __pydantic_config__ = STRICT
    soon_event: bool
    """Whether an Event card lies in the Soon slot."""
    event_deck: Count
    """Cards left in the Event deck."""
    riot_deck: Count
    """Cards left in the Riot deck."""
    riot_happened: bool
    """Whether the Riot card of the Now slot went into a Region deck this turn."""


def new_cards(state: NewCards, trace: Trace) -> Ruling:
    """What lies in the slots for the next turn, and what is left in the decks."""
    if not state.soon_event and state.event_deck:
        trace.fault("VW-11.2", "slot-not-filled", deck=state.event_deck)
    event_deck_faults(state.event_deck, trace)
    trace.require_possible()
    if not state.riot_happened:
        trace.cite("VW-11.1", "both-discarded")
        riot_cards = 1
    elif trace.reading(RIOT_CARD_AFTER) == "discarded":
        trace.cite("VW-11.1", "riot-card-comes-out")
        riot_cards = 1
    else:
        trace.cite("VW-11.1", "event-discarded")
        riot_cards = 0
    trace.cite("VW-11.1", "soon-to-now", event=state.soon_event)
    if state.event_deck:
        trace.cite("VW-11.2", "event-drawn", left=state.event_deck - 1)
    else:
        trace.cite("VW-11.2", "no-event-left")
    outcome: dict[str, Json] = {
        "riot_cards_discarded": riot_cards,
        "now_event": state.soon_event,
        "soon_event": state.event_deck > 0,
        "event_deck": max(0, state.event_deck - 1),
    }
    before = {"deck": state.riot_deck, "drawn": 0} if state.riot_deck else refilled(0, trace)
    if before["deck"] == 0:
        trace.cite("VW-11.3", "riot-deck-empty")
        return trace.ruling("undecided", **outcome, not_stated="empty-riot-deck")
    trace.cite("VW-11.3", "riot-drawn", left=before["deck"] - 1)
    after = refilled(before["deck"] - 1, trace)
    return trace.ruling("resolved", **outcome, riot_deck=after["deck"], drawn=before["drawn"] + after["drawn"])


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRefill:
    """A player about to draw back up to a full hand."""

    __pydantic_config__ = STRICT
    hand: Count
    """Player cards in their hand."""
    player_deck: Count
    """Cards in the Player deck."""
    discards: Count | None = None
    """Cards in the discard pile; needed where the Player deck runs out."""


def hand_refill(state: HandRefill, trace: Trace) -> Ruling:
    """Cards drawn, whether the discards become the new deck, whether the vampires win for lack of cards."""
    player_card_faults(state.hand + state.player_deck + (state.discards or 0), trace)
    trace.require_possible()
    needed = max(0, HAND - state.hand)
    if state.discards is not None and state.player_deck + state.discards < needed:
        trace.cite("VW-11.6", "not-enough-cards", needed=needed, available=state.player_deck + state.discards)
        return trace.ruling("resolved", game_winner="vampire")
    if state.player_deck <= needed:
        if _deck_exhausted(trace):
            return trace.ruling("resolved", game_winner="vampire")
        if state.discards is None and state.player_deck < needed:
            trace.cite("VW-11.5", "asks-discards")
            return trace.ruling("undecided", missing=["discards"])
    if needed:
        trace.cite("VW-11.4", "draws-up", hand=state.hand, drawn=needed)
    else:
        trace.cite("VW-11.4", "hand-is-full", hand=state.hand)
    left = _left_after(needed, state.player_deck, state.discards, trace)
    return trace.ruling("resolved", drawn=needed, hand=state.hand + needed, **left, game_winner=None)


def _deck_exhausted(trace: Trace) -> bool:
    """Whether the Player deck's running out ends the game by itself."""
    if trace.reading(PLAYER_CARDS_EXHAUSTED) == "refill":
        return False
    trace.cite("VW-11.6", "deck-exhausted")
    return True


def _left_after(drawn: int, player_deck: int, discards: int | None, trace: Trace) -> dict[str, Json]:
    """The Player deck and its discards after so many cards were drawn; a deck that runs out takes the discards.

    Discards that are not told, because the deck does not run out, are not told after either.
    """
    if discards is None and player_deck == drawn:
        trace.cite("VW-11.5", "discards-if-any")
        return {}
    if discards is None:
        return {"reshuffled": False, "player_deck": player_deck - drawn}
    if player_deck > drawn or not discards:
        return {"reshuffled": False, "player_deck": player_deck - drawn, "discards": discards}
    trace.cite("VW-11.5", "discards-shuffled", cards=discards)
    return {"reshuffled": True, "player_deck": player_deck + discards - drawn, "discards": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRefill:
    """A Region deck or the Riot deck from which cards have just been taken."""

    __pydantic_config__ = STRICT
    deck: Count
    """Cards it had before."""
    taken: Count
    """Cards taken from it."""
    player_deck: Count
    """Cards in the Player deck."""
    discards: Count | None = None
    """Cards in the discard pile; needed where the Player deck runs out."""


def deck_refill(state: DeckRefill, trace: Trace) -> Ruling:
    """How many cards it draws back, if the edition in force refills it."""
    player_card_faults(state.deck + state.player_deck + (state.discards or 0), trace)
    if state.taken > state.deck:
        trace.fault("VW-11.7", "more-than-it-has", deck=state.deck, taken=state.taken)
    trace.require_possible()
    left = state.deck - state.taken
    if left >= DECK_MINIMUM:
        trace.cite("VW-11.7", "three-or-more", deck=left)
    needed = _short_of_three(left, trace)
    if not needed:
        return trace.ruling("resolved", deck=left, drawn=0, player_deck=state.player_deck)
    discards = state.discards
    if state.player_deck <= needed:
        if _deck_exhausted(trace):
            return trace.ruling("resolved", deck=left, game_winner="vampire")
        if discards is None and state.player_deck < needed:
            trace.cite("VW-11.5", "asks-discards")
            return trace.ruling("undecided", missing=["discards"], deck=left)
        if discards is not None and state.player_deck + discards < needed:
            trace.cite("VW-11.7", "too-few-player-cards", needed=needed, left=state.player_deck + discards)
            return trace.ruling("undecided", not_stated="player-deck-too-small", deck=left)
    trace.cite("VW-11.7", "back-to-three", deck=left, drawn=needed)
    after = _left_after(needed, state.player_deck, discards, trace)
    return trace.ruling("resolved", deck=DECK_MINIMUM, drawn=needed, **after)


PROCEDURES = (
    Procedure(
        name="after-combat",
        state=AfterCombat,
        decide=after_combat,
        example=AfterCombat(face_up=2, face_down=1, unrevealed=1, sputtered=False),
        summary={
            "it": "Quante carte si scartano dopo una rivolta e quante tornano nel mazzo",
            "en": "How many cards are discarded after a riot and how many return to the deck",
        },
    ),
    Procedure(
        name="new-cards",
        state=NewCards,
        decide=new_cards,
        example=NewCards(soon_event=True, event_deck=12, riot_deck=3, riot_happened=True),
        summary={
            "it": "Che cosa sta negli spazi Now e Soon a fine turno",
            "en": "What lies in the Now and Soon slots at the end of a turn",
        },
    ),
    Procedure(
        name="hand-refill",
        state=HandRefill,
        decide=hand_refill,
        example=HandRefill(hand=2, player_deck=3, discards=20),
        summary={
            "it": "Quante carte si pescano a fine turno e se bastano",
            "en": "How many cards are drawn at the end of a turn, and whether there are enough",
        },
    ),
    Procedure(
        name="deck-refill",
        state=DeckRefill,
        decide=deck_refill,
        example=DeckRefill(deck=3, taken=1, player_deck=20),
        summary={
            "it": "Se un mazzo Regione o Rivolte viene reintegrato",
            "en": "Whether a Region deck or the Riot deck is refilled",
        },
    ),
)
