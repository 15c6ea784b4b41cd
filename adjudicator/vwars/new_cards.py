"""The end of the turn: the slots, the hand and the decks are refilled."""

from dataclasses import replace

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.vwars.conflicts import PLAYER_CARDS_EXHAUSTED, RIOT_CARD_AFTER
from adjudicator.vwars.riot.after_combat import draw_to_three, short_of_three
from adjudicator.vwars.state import Count, Side, event_deck_faults, player_card_faults
from adjudicator.vwars.tables import DECK_MINIMUM, HAND


@state_type
class NewCards:
    """The slots and decks of the board at step 5."""

    soon_event: bool
    """Whether an Event card lies in the Soon slot."""
    event_deck: Count
    """Cards left in the Event deck."""
    riot_deck: Count
    """Cards left in the Riot deck."""
    riot_happened: bool
    """Whether the Riot card of the Now slot went into a Region deck this turn."""


@result_type
class SlotsFilled:
    """The slots and decks at the end of the turn."""

    riot_cards_discarded: int
    now_event: bool
    """Whether an Event card lies in the Now slot."""
    soon_event: bool
    """Whether an Event card lies in the Soon slot."""
    event_deck: int
    riot_deck: int | None = None
    drawn: int | None = None
    """Cards the Riot deck has drawn because it had run low."""
    not_stated: str | None = None
    """What no text says, where there is no riot card to draw."""


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
    filled = SlotsFilled(
        riot_cards_discarded=riot_cards,
        now_event=state.soon_event,
        soon_event=state.event_deck > 0,
        event_deck=max(0, state.event_deck - 1),
    )
    drawn = 0 if state.riot_deck else draw_to_three(0, trace)
    deck = state.riot_deck + drawn
    if deck == 0:
        trace.cite("VW-11.3", "riot-deck-empty")
        return trace.closed("undecided", replace(filled, not_stated="empty-riot-deck"))
    trace.cite("VW-11.3", "riot-drawn", left=deck - 1)
    after = draw_to_three(deck - 1, trace)
    return trace.resolved(replace(filled, riot_deck=deck - 1 + after, drawn=drawn + after))


@state_type
class HandRefill:
    """A player about to draw back up to a full hand."""

    hand: Count
    """Player cards in their hand."""
    player_deck: Count
    """Cards in the Player deck."""
    discards: Count
    """Cards in the discard pile."""


@result_type
class HandRefilled:
    """The hand and the decks after drawing."""

    drawn: int
    hand: int
    reshuffled: bool
    """Whether the discards became the new Player deck."""
    player_deck: int
    discards: int | None = None
    """Cards in the discard pile, where they are known."""
    game_winner: Side | None
    """Nobody."""


@result_type
class CardsRunOut:
    """A game that the vampires win because the cards run out."""

    deck: int | None = None
    """Cards in the deck that was to be refilled, if one was."""
    game_winner: Side


def hand_refill(state: HandRefill, trace: Trace) -> Ruling:
    """Cards drawn, whether the discards become the new deck, whether the vampires win for lack of cards."""
    player_card_faults(state.hand + state.player_deck + state.discards, trace)
    trace.require_possible()
    needed = max(0, HAND - state.hand)
    if state.player_deck < needed and state.player_deck + state.discards < needed:
        trace.cite("VW-11.6", "not-enough-cards", needed=needed, available=state.player_deck + state.discards)
        return trace.resolved(CardsRunOut(game_winner="vampire"))
    if state.player_deck <= needed and _deck_exhausted(trace):
        return trace.resolved(CardsRunOut(game_winner="vampire"))
    if needed:
        trace.cite("VW-11.4", "draws-up", hand=state.hand, drawn=needed)
    else:
        trace.cite("VW-11.4", "hand-is-full", hand=state.hand)
    reshuffled = _reshuffle(needed, state.player_deck, state.discards, trace)
    left = state.player_deck - needed
    return trace.resolved(
        HandRefilled(
            drawn=needed,
            hand=state.hand + needed,
            reshuffled=reshuffled,
            player_deck=left + state.discards if reshuffled else left,
            discards=0 if reshuffled else state.discards,
            game_winner=None,
        )
    )


def _deck_exhausted(trace: Trace) -> bool:
    """Whether the Player deck's running out ends the game by itself."""
    if trace.reading(PLAYER_CARDS_EXHAUSTED) == "refill":
        return False
    trace.cite("VW-11.6", "deck-exhausted")
    return True


def _reshuffle(drawn: int, player_deck: int, discards: int, trace: Trace) -> bool:
    """Whether the deck runs out when so many cards are drawn and takes the discards, if there are any."""
    if player_deck > drawn or not discards:
        return False
    trace.cite("VW-11.5", "discards-shuffled", cards=discards)
    return True


@state_type
class DeckRefill:
    """A Region deck or the Riot deck from which cards have just been taken."""

    deck: Count
    """Cards it had before."""
    taken: Count
    """Cards taken from it."""
    player_deck: Count
    """Cards in the Player deck."""
    discards: Count
    """Cards in the discard pile."""


@result_type
class DeckRefilled:
    """The decks after the cards were taken."""

    deck: int
    drawn: int
    reshuffled: bool | None = None
    """Whether the discards became the new Player deck, where the deck drew cards."""
    player_deck: int
    discards: int | None = None
    """Cards in the discard pile, where the deck drew cards and they are known."""


@result_type
class TooFewCards:
    """A deck that cannot be refilled because there are not cards enough."""

    deck: int
    not_stated: str


def deck_refill(state: DeckRefill, trace: Trace) -> Ruling:
    """How many cards it draws back, if the edition in force refills it."""
    player_card_faults(state.deck + state.player_deck + state.discards, trace)
    if state.taken > state.deck:
        trace.fault("VW-11.7", "more-than-it-has", deck=state.deck, taken=state.taken)
    trace.require_possible()
    left = state.deck - state.taken
    if left >= DECK_MINIMUM:
        trace.cite("VW-11.7", "three-or-more", deck=left)
    needed = short_of_three(left, trace)
    if not needed:
        return trace.resolved(DeckRefilled(deck=left, drawn=0, player_deck=state.player_deck))
    if state.player_deck <= needed and _deck_exhausted(trace):
        return trace.resolved(CardsRunOut(deck=left, game_winner="vampire"))
    if state.player_deck < needed and state.player_deck + state.discards < needed:
        trace.cite("VW-11.7", "too-few-player-cards", needed=needed, left=state.player_deck + state.discards)
        return trace.closed("undecided", TooFewCards(deck=left, not_stated="player-deck-too-small"))
    trace.cite("VW-11.7", "back-to-three", deck=left, drawn=needed)
    reshuffled = _reshuffle(needed, state.player_deck, state.discards, trace)
    return trace.resolved(
        DeckRefilled(
            deck=DECK_MINIMUM,
            drawn=needed,
            reshuffled=reshuffled,
            player_deck=state.player_deck - needed + (state.discards if reshuffled else 0),
            discards=0 if reshuffled else state.discards,
        )
    )


PROCEDURES = (
    Procedure(
        name="new-cards",
        state=NewCards,
        decide=new_cards,
        results=(SlotsFilled,),
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
        results=(HandRefilled, CardsRunOut),
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
        results=(DeckRefilled, CardsRunOut, TooFewCards),
        example=DeckRefill(deck=3, taken=1, player_deck=20, discards=10),
        summary={
            "it": "Se un mazzo Regione o Rivolte viene reintegrato",
            "en": "Whether a Region deck or the Riot deck is refilled",
        },
    ),
)
