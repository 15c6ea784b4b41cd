"""Before the first card of a round: a new deal, the pass, who opens; and the cubes that mark what is opened.

Each player lays three cards, one a position, and only when all have done so are they handed over: the
left one to the left, the right one to the right, the centre one across.
"""

from dataclasses import dataclass
from typing import Annotated

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.victory_honor.cards import (
    COLOURS,
    FACING,
    GENERALS,
    NOBODY,
    POSITIONS,
    SEATS,
    Card,
    Colour,
    Position,
    Seat,
    cards_in,
    mask_of,
    position_number,
    seat_number,
)
from adjudicator.victory_honor.conflicts import LEADER_OF_NEXT_ROUND, NEW_DEAL_AFTER_PASS, OPENER_OF_A_FIFTH_ROUND
from adjudicator.victory_honor.state import NOTHING_OPENED, STRICT, Openers, opener_faults, twice_faults
from adjudicator.written import Written

HAND = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDeal:
    """A player who does not like their hand."""

    __pydantic_config__ = STRICT
    hand: tuple[Card, ...]
    """All ten cards."""
    after_pass: bool = False
    """Whether the pass has been made already."""


def new_deal(state: NewDeal, trace: Trace) -> Ruling:
    """Whether the player may show the hand and call for a new deal."""
    _hand_faults(state.hand, trace)
    trace.require_possible()
    if not may_call(mask_of(state.hand), state.after_pass, trace):
        return trace.ruling("illegal", barred_by=["VH-3.8"])
    trace.cite("VH-3.9", "free-to-ask")
    return trace.ruling("legal", obliged=False)


def may_call(hand: int, after_pass: bool, trace: Trace) -> bool:
    """Whether this hand lets its player call for a new deal."""
    generals = hand & GENERALS
    if generals:
        if trace.is_read:
            trace.cite("VH-3.8", "has-a-general", cards=cards_in(generals))
        return False
    if after_pass and trace.reading(NEW_DEAL_AFTER_PASS) == "before-pass-only":
        trace.cite("VH-3.8", "too-late-after-the-pass")
        return False
    trace.cite("VH-3.8", "no-general")
    return True


def _hand_faults(hand: tuple[Card, ...], trace: Trace) -> None:
    if len(hand) != HAND:
        trace.fault("VH-3.4", "not-ten-cards", cards=len(hand))
    twice_faults(hand, trace)


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidForPass:
    """A card laid face down to be passed."""

    __pydantic_config__ = STRICT
    card: Card
    """The card."""
    position: Position
    """Where on their own board it lies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """A player about to hand cards over."""

    __pydantic_config__ = STRICT
    seat: Seat
    """Who passes."""
    hand: tuple[Card, ...] = ()
    """The ten cards dealt, where they are told."""
    laid: tuple[LaidForPass, ...]
    """What they have laid on their own board to pass."""
    all_laid: bool = True
    """Whether every player has laid their cards."""
    players: int = 4
    """How many people play."""


def pass_cards(state: Pass, trace: Trace) -> Ruling:
    """Who gets which card."""
    if state.hand:
        _hand_faults(state.hand, trace)
    twice_faults((laid.card for laid in state.laid), trace)
    trace.require_possible()
    if not four_players(state.players, trace):
        return trace.ruling("undecided", not_stated="three-players")
    if barred_by := _badly_laid(state, trace):
        return trace.ruling("illegal", barred_by=[*barred_by])
    trace.cite("VH-4.2", "three-cards", seat=state.seat)
    to = zip(POSITIONS, receivers(seat_number(state.seat), trace), strict=True)
    passed: Json = {
        SEATS[receiver]: laid.card for position, receiver in to for laid in state.laid if laid.position == position
    }
    if not state.hand:
        return trace.ruling("legal", to=passed)
    laid_cards = {laid.card for laid in state.laid}
    return trace.ruling("legal", to=passed, kept=[card for card in state.hand if card not in laid_cards])


def _badly_laid(state: Pass, trace: Trace) -> list[str]:
    """The rules against handing these cards over."""
    barred_by = []
    foreign = [laid.card for laid in state.laid if state.hand and laid.card not in state.hand]
    if foreign or len(state.laid) != len(POSITIONS):
        trace.cite("VH-4.2", "not-three-own-cards", laid=len(state.laid), foreign=foreign)
        barred_by.append("VH-4.2")
    crowded = [p for p in POSITIONS if sum(laid.position == p for laid in state.laid) > 1]
    if crowded:
        trace.cite("VH-4.3", "two-in-one-position", positions=[*crowded])
        barred_by.append("VH-4.3")
    if not state.all_laid:
        trace.cite("VH-4.4", "not-all-laid")
        barred_by.append("VH-4.4")
    return barred_by


def four_players(players: int, trace: Trace) -> bool:
    """Whether the table has the four seats that the rules speak of; three are allowed and nothing is said of them."""
    if players == 4:
        return True
    if players == 3:
        trace.cite("VH-1.3", "three-players-not-adapted")
        return False
    trace.fault("VH-1.3", "wrong-number-of-players", players=players)
    trace.require_possible()
    return False


def receivers(seat: int, trace: Trace) -> tuple[int, ...]:
    """Who gets the left, the centre and the right card of this seat."""
    to_left, across, to_right = FACING[seat]
    if trace.is_read:
        trace.cite("VH-4.5", "left-card", to=SEATS[to_left])
        trace.cite("VH-4.7", "centre-card", to=SEATS[across])
        trace.cite("VH-4.6", "right-card", to=SEATS[to_right])
    return FACING[seat]


def exchange(hands: tuple[int, ...], laid: tuple[tuple[int, int, int], ...]) -> tuple[int, int, int, int]:
    """The hands after the pass; `laid` are each seat's cards for left, centre and right."""
    after = list(hands)
    for seat, cards in enumerate(laid):
        for receiver, card in zip(FACING[seat], cards, strict=True):
            after[seat] ^= 1 << card
            after[receiver] |= 1 << card
    north, east, south, west = after
    return north, east, south, west


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStart:
    """A round about to begin."""

    __pydantic_config__ = STRICT
    first: Seat
    """Who opened the first round."""
    round: Annotated[int, Written(ge=1)]
    """Which round it is."""
    centre_winner: Seat | None = None
    """Who won the centre in the last phase of the round before, where somebody did."""


def round_starter(state: RoundStart, trace: Trace) -> Ruling:
    """Who plays the first card of the round."""
    if state.round == 1 and state.centre_winner:
        trace.fault("VH-3.5", "no-round-before", winner=state.centre_winner)
        trace.require_possible()
    centre_winner = None if state.centre_winner is None else seat_number(state.centre_winner)
    opens = opener_of_round(seat_number(state.first), state.round, centre_winner, trace)
    if opens == NOBODY:
        return trace.ruling("undecided", not_stated="opener-of-the-round")
    return trace.ruling("resolved", opens=SEATS[opens])


def opener_of_round(first: int, number: int, centre_winner: int | None, trace: Trace) -> int:
    """Who opens this round, where `first` opened the first one; NOBODY where no rule says."""
    if number == 1:
        trace.cite("VH-3.5", "first-round", opens=SEATS[first])
        return first
    opens = (first + number - 1) % 4
    if centre_winner is not None and _last_centre_opens(centre_winner, opens, trace):
        return centre_winner
    if number > len(SEATS) and trace.reading(OPENER_OF_A_FIFTH_ROUND) == "drawn-anew":
        trace.cite("VH-3.5", "drawn-anew", number=number)
        return NOBODY
    trace.cite("VH-3.7", "clockwise", opens=SEATS[opens], number=number)
    if number > len(SEATS):
        trace.cite("VH-3.5", "more-than-four-rounds", number=number)
    return opens


def opener_of_next_round(opened: int, centre_winner: int | None, trace: Trace) -> int:
    """Who opens the round after the one that `opened` opened."""
    opens = (opened + 1) % 4
    if centre_winner is not None and _last_centre_opens(centre_winner, opens, trace):
        return centre_winner
    trace.cite("VH-3.7", "next-clockwise", opens=SEATS[opens])
    return opens


def _last_centre_opens(centre_winner: int, in_turn: int, trace: Trace) -> bool:
    """Whether the round goes to whoever won the last centre instead of the one whose turn it is to open."""
    if centre_winner == in_turn or trace.reading(LEADER_OF_NEXT_ROUND) == "rotation":
        return False
    trace.cite("VH-6.11", "leads-the-next-round", leader=SEATS[centre_winner])
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Cubes:
    """An opening card has just been played."""

    __pydantic_config__ = STRICT
    opener: Seat
    """Who played it."""
    position: Position
    """Where it was played."""
    colour: Colour
    """Its colour."""
    before: Openers = NOTHING_OPENED
    """What was opened before this card."""


def place_cubes(state: Cubes, trace: Trace) -> Ruling:
    """Who marks what on which position of their board."""
    opener_faults(state.before, trace)
    if state.colour in tuple(state.before):
        trace.fault("VH-6.4", "opened-already", colour=state.colour)
    if tuple(state.before)[position_number(state.position)]:
        trace.fault("VH-6.5", "position-opened-already", position=state.position)
    trace.require_possible()
    others = [seat for seat in SEATS if seat != state.opener]
    trace.cite("VH-6.6", "the-others-mark", seats=[*others], colour=state.colour, position=state.position)
    opened = {*state.before, state.colour} - {None}
    trump = None
    if len(opened) == len(POSITIONS):
        trump = next(colour for colour in COLOURS if colour not in opened)
        trace.cite("VH-6.7", "cube-left-over", colour=trump)
    return trace.ruling("resolved", seats=[*others], colour=state.colour, position=state.position, trump=trump)


_HAND: tuple[Card, ...] = (
    "red 7", "red 4", "blue 6", "blue 5", "blue 1", "black 3", "black 2", "yellow 7", "yellow 5", "yellow 2",
)  # fmt: skip

PROCEDURES = (
    Procedure(
        name="new-deal",
        state=NewDeal,
        decide=new_deal,
        example=NewDeal(hand=_HAND),
        summary={"it": "Se si può chiedere una nuova distribuzione", "en": "Whether a new deal may be called for"},
    ),
    Procedure(
        name="pass-cards",
        state=Pass,
        decide=pass_cards,
        example=Pass(
            seat="north",
            hand=_HAND,
            laid=(
                LaidForPass(card="red 4", position="left"),
                LaidForPass(card="black 3", position="centre"),
                LaidForPass(card="yellow 2", position="right"),
            ),
        ),
        summary={"it": "A chi vanno le tre carte del passaggio", "en": "Who gets the three cards of the pass"},
    ),
    Procedure(
        name="round-starter",
        state=RoundStart,
        decide=round_starter,
        example=RoundStart(first="north", round=2),
        summary={"it": "Chi fa la prima giocata di un round", "en": "Who plays the first card of a round"},
    ),
    Procedure(
        name="place-cubes",
        state=Cubes,
        decide=place_cubes,
        example=Cubes(opener="north", position="left", colour="red"),
        summary={"it": "Chi mette quale cubo e dove", "en": "Who puts which cube where"},
    ),
)
