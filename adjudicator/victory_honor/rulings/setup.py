"""Before the first card of a round: a new deal, the pass, who opens; and the cubes that mark what is opened.

Each player lays three cards, one a position, and only when all have done so are they handed over: the
left one to the left, the right one to the right, the centre one across.
"""

from collections.abc import Mapping
from typing import Annotated

from adjudicator.kernel import Procedure, Ruling, Trace, fault_check, result_type, state_type
from adjudicator.victory_honor.cards import (
    COLOURS,
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
from adjudicator.victory_honor.conflicts import NEW_DEAL_AFTER_PASS
from adjudicator.victory_honor.play.deal import opener_of_round, receivers
from adjudicator.victory_honor.results import Refused, barring_rules
from adjudicator.victory_honor.state import Opened, opened_faults, twice_faults
from adjudicator.written import Written

HAND = 10


@state_type
class NewDeal:
    """A player who does not like their hand."""

    hand: tuple[Card, ...]
    """All ten cards."""
    after_pass: bool = False
    """Whether the pass has been made already."""


@result_type
class MayAsk:
    """A new deal may be called for."""

    obliged: bool
    """Whether the player has to."""


def new_deal(state: NewDeal, trace: Trace) -> Ruling:
    """Whether the player may show the hand and call for a new deal."""
    _hand_faults(state.hand, trace)
    trace.require_possible()
    generals = mask_of(state.hand) & GENERALS
    if generals:
        trace.bar("VH-3.8", "has-a-general", cards=cards_in(generals))
    elif state.after_pass and trace.reading(NEW_DEAL_AFTER_PASS) == "before-pass-only":
        trace.bar("VH-3.8", "too-late-after-the-pass")
    trace.require_legal(Refused(barred_by=barring_rules(trace)))
    trace.cite("VH-3.8", "no-general")
    trace.cite("VH-3.9", "free-to-ask")
    return trace.judged(MayAsk(obliged=False))


@fault_check
def _hand_faults(hand: tuple[Card, ...], trace: Trace) -> None:
    if len(hand) != HAND:
        trace.fault("VH-3.4", "not-ten-cards", cards=len(hand))
    twice_faults(hand, trace)


@state_type
class LaidForPass:
    """A card laid face down to be passed."""

    card: Card
    """The card."""
    position: Position
    """Where on their own board it lies."""


@state_type
class Pass:
    """A player about to hand cards over."""

    seat: Seat = "north"
    """Who passes; north where it is whoever tells of it."""
    hand: tuple[Card, ...] = ()
    """The ten cards dealt; none where nobody doubts that the laid ones are the player's own."""
    laid: tuple[LaidForPass, ...]
    """What they have laid on their own board to pass."""
    all_laid: bool = True
    """Whether every player has laid their cards."""
    players: int = 4
    """How many people play."""


@result_type
class Passed:
    """The pass of one player."""

    to: Mapping[Seat, Card]
    """Who gets which card."""
    kept: list[Card] | None = None
    """What the player keeps of the hand, where the hand is given."""


def pass_cards(state: Pass, trace: Trace) -> Ruling:
    """Who gets which card."""
    if state.hand:
        _hand_faults(state.hand, trace)
    twice_faults([laid.card for laid in state.laid], trace)
    trace.require_possible()
    require_four_players(state.players, trace)
    _bar_badly_laid(state, trace)
    trace.require_legal(Refused(barred_by=barring_rules(trace)))
    trace.cite("VH-4.2", "three-cards", seat=state.seat)
    lying = {laid.position: laid.card for laid in state.laid}
    to = {
        SEATS[receiver]: lying[position]
        for position, receiver in zip(POSITIONS, receivers(seat_number(state.seat), trace), strict=True)
    }
    kept = [card for card in state.hand if card not in lying.values()] if state.hand else None
    return trace.judged(Passed(to=to, kept=kept))


def _bar_badly_laid(state: Pass, trace: Trace) -> None:
    foreign = [laid.card for laid in state.laid if state.hand and laid.card not in state.hand]
    if foreign or len(state.laid) != len(POSITIONS):
        trace.bar("VH-4.2", "not-three-own-cards", laid=len(state.laid), foreign=foreign)
    crowded = [p for p in POSITIONS if sum(laid.position == p for laid in state.laid) > 1]
    if crowded:
        trace.bar("VH-4.3", "two-in-one-position", positions=[*crowded])
    if not state.all_laid:
        trace.bar("VH-4.4", "not-all-laid")


def require_four_players(players: int, trace: Trace) -> None:
    """Stop unless the table has the four seats that the rules speak of; of three nothing is said."""
    if players == 3:
        trace.cite("VH-1.3", "three-players-not-adapted")
        trace.silence("three-players")
    if players != 4:
        trace.fault("VH-1.3", "wrong-number-of-players", players=players)
        trace.require_possible()


@state_type
class RoundStart:
    """A round about to begin."""

    first: Seat
    """Who opened the first round."""
    round: Annotated[int, Written(ge=1)]
    """Which round it is."""
    centre_winner: Seat | None
    """Who won the centre in the last phase of the round before; none where nobody did or no round was played."""


@result_type
class RoundOpens:
    """Who plays the first card of the round."""

    opens: Seat


def round_starter(state: RoundStart, trace: Trace) -> Ruling:
    """Who plays the first card of the round."""
    if state.round == 1 and state.centre_winner is not None:
        trace.fault("VH-3.5", "no-round-before", winner=state.centre_winner)
        trace.require_possible()
    centre_winner = NOBODY if state.centre_winner is None else seat_number(state.centre_winner)
    opens = opener_of_round(seat_number(state.first), state.round, centre_winner, trace)
    if opens == NOBODY:
        trace.silence("opener-of-the-round")
    return trace.resolved(RoundOpens(opens=SEATS[opens]))


@state_type
class Cubes:
    """An opening card has just been played."""

    opener: Seat
    """Who played it."""
    position: Position
    """Where it was played."""
    colour: Colour
    """Its colour."""
    before: Opened = Opened(left=None, centre=None, right=None)
    """What was opened before this card; nothing where it is the first of the phase."""


@result_type
class CubesPlaced:
    """Who marks the opened colour, and the trump colour if that is now all there is to open."""

    seats: list[Seat]
    """Who puts a cube on their own board."""
    colour: Colour
    position: Position
    trump: Colour | None
    """The trump colour; none while a position is unopened."""


def place_cubes(state: Cubes, trace: Trace) -> Ruling:
    """Who marks what on which position of their board."""
    opened_faults(state.before, trace)
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
    return trace.resolved(CubesPlaced(seats=others, colour=state.colour, position=state.position, trump=trump))


_HAND: tuple[Card, ...] = (
    "red 7", "red 4", "blue 6", "blue 5", "blue 1", "black 3", "black 2", "yellow 7", "yellow 5", "yellow 2",
)  # fmt: skip

PROCEDURES = (
    Procedure(
        name="new-deal",
        state=NewDeal,
        decide=new_deal,
        results=(MayAsk, Refused),
        example=NewDeal(hand=_HAND),
        summary={"it": "Se si può chiedere una nuova distribuzione", "en": "Whether a new deal may be called for"},
    ),
    Procedure(
        name="pass-cards",
        state=Pass,
        decide=pass_cards,
        results=(Passed, Refused),
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
        results=(RoundOpens,),
        example=RoundStart(first="north", round=2, centre_winner="east"),
        summary={"it": "Chi fa la prima giocata di un round", "en": "Who plays the first card of a round"},
    ),
    Procedure(
        name="place-cubes",
        state=Cubes,
        decide=place_cubes,
        results=(CubesPlaced,),
        example=Cubes(opener="north", position="left", colour="red"),
        summary={"it": "Chi mette quale cubo e dove", "en": "Who puts which cube where"},
    ),
)
