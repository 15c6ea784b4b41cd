"""Who is next, where they may play, whether the regular order ends with them, and where a scout may send them."""

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.victory_honor.cards import (
    SEATS,
    Mode,
    Position,
    Seat,
    position_number,
    positions_in,
    seat_number,
    seats_in_pairs,
)
from adjudicator.victory_honor.play.boards import empty_positions, is_full, lies, without_card
from adjudicator.victory_honor.play.order import filling_order, points_to, where_to_play
from adjudicator.victory_honor.play.round import Round
from adjudicator.victory_honor.play.scouts import allied, bar_naming, nameable
from adjudicator.victory_honor.results import barring_rules
from adjudicator.victory_honor.rulings.setup import require_four_players
from adjudicator.victory_honor.rulings.turn import Turn, fillers, require_turn, round_of
from adjudicator.victory_honor.state import Empty, Face, Opened, boards_of, seats


@state_type
class NextPlayer:
    """A card that was just played."""

    seat: Seat = "north"
    """Who played it; north where it is whoever tells of it."""
    position: Position
    """Where on their own board."""
    players: int = 4
    """How many people play."""


@result_type
class Following:
    """Whose turn it is next."""

    following: Seat


def next_player(state: NextPlayer, trace: Trace) -> Ruling:
    """Whose turn the card makes it."""
    if state.players == 3:
        trace.besides(lambda: _cite_neighbour_of_three(state.position, trace))
    require_four_players(state.players, trace)
    following = points_to(seat_number(state.seat), position_number(state.position), trace)
    return trace.resolved(Following(following=SEATS[following]))


def _cite_neighbour_of_three(position: Position, trace: Trace) -> None:
    """Of three players too a flank hands the turn to a neighbour; which seat that is, no rule says."""
    match position:
        case "left":
            trace.cite("VH-5.10", "left-neighbour-of-three")
        case "right":
            trace.cite("VH-5.11", "right-neighbour-of-three")
        case "centre":
            pass


@result_type
class Where:
    """The positions the player may play in."""

    positions: list[Position]
    ended: bool
    """Whether the regular order has ended."""
    filling: list[Seat] | None = None
    """Who plays each card that is left, where it has."""


def offer_positions(state: Turn, trace: Trace) -> Ruling:
    """The positions the player may play in, or that the regular order ends."""
    require_turn(state, trace)
    table = round_of(state, trace)
    found = where_to_play(table, trace, [])
    if found and not table.filling:
        trace.choice(Where(positions=positions_in(found), ended=False))
    filling = trace.part(lambda: seats(fillers(table, trace)))
    found = found or empty_positions(table.covered, table.turn)
    trace.choice(Where(positions=positions_in(found), ended=True, filling=filling))


@result_type
class OrderEnds:
    """Whether the regular order ends with the player to move."""

    ended: bool
    filling: list[Seat]
    """Who then plays each card that is left."""


def end_of_regular_order(state: Turn, trace: Trace) -> Ruling:
    """Whether the regular order ends with this player, and who then plays each remaining card."""
    require_turn(state, trace)
    table = round_of(state, trace)
    if where_to_play(table, trace, []) and not table.filling:
        trace.cite("VH-5.5", "can-still-pass-on", seat=state.seat)
        return trace.resolved(OrderEnds(ended=False, filling=[]))
    filling = trace.part(lambda: seats(fillers(table, trace)))
    return trace.resolved(OrderEnds(ended=True, filling=filling))


@state_type
class ScoutPlayed:
    """A scout, and the position it would name to the next player."""

    mode: Mode
    """Whether opposite seats are allies."""
    seat: Seat = "north"
    """Who plays the scout; north where it is whoever tells of it."""
    position: Position
    """Where it is played."""
    face: Face
    """How it lies."""
    is_trump: bool
    """Whether it is of the trump colour."""
    names: Position
    """The position of the next player's board that it would name."""
    empty: Empty
    """What is empty on the four boards once it lies."""
    filling_up: bool = False
    """Whether the regular order has ended."""


@result_type
class MayName:
    """Whom the scout may send where."""

    target: Seat
    """Who plays next."""
    compels: bool
    """Whether they have to do as it says."""
    may_name: list[Position]
    """All it may name to them."""


@result_type
class MayNotName:
    """A scout that may not name that position."""

    compels: bool
    may_name: list[Position]
    """What it may name instead."""
    barred_by: list[str]
    """The rules against it."""


def scout_order(state: ScoutPlayed, trace: Trace) -> Ruling:
    """Whether the scout may name that position, and whether it compels anybody."""
    boards = boards_of(state.empty)
    seat, position = seat_number(state.seat), position_number(state.position)
    if not lies(boards, 3 * seat + position):
        trace.fault("VH-5.1", "scout-is-not-there", seat=state.seat, position=state.position)
    if state.is_trump and state.face == "up":
        trace.fault("VH-8.4", "trump-face-up")
    if state.filling_up and not any(is_full(boards, other) for other in range(4) if other != seat):
        trace.fault("VH-5.6", "no-other-board-is-full")
    trace.require_possible()
    if state.is_trump:
        trace.bar("VH-8.5", "trump-scout", seat=state.seat)
    elif state.face == "down":
        trace.bar("VH-7.3", "sacrificed-scout", seat=state.seat)
    trace.require_legal(MayNotName(compels=False, may_name=[], barred_by=barring_rules(trace)))
    partners = seats_in_pairs(state.mode)
    before = without_card(boards, 3 * seat + position)
    filling = filling_order(before, seat, trace) if state.filling_up else ()
    table = Round(partners=partners, phase=1, turn=seat, hands=(0, 0, 0, 0), covered=before, filling=filling)
    found = nameable(table, position, trace)
    if not found >> position_number(state.names) & 1:
        bar_naming(table, position, position_number(state.names), trace)
    trace.require_legal(MayNotName(compels=False, may_name=positions_in(found), barred_by=barring_rules(trace)))
    following = filling[1] if filling else points_to(seat, position, trace)
    compels = not allied(partners, seat, following)
    return trace.judged(MayName(target=SEATS[following], compels=compels, may_name=positions_in(found)))


EXAMPLE = Turn(
    mode="partners",
    seat="west",
    empty=Empty(
        north=("left", "centre"), east=("left", "centre"), south=("left", "centre", "right"), west=("left", "right")
    ),
    opened=Opened(left=None, centre="blue", right="red"),
    hand=("red G1", "red 3", "black 6", "black 1", "yellow G2", "yellow 7", "yellow 2", "blue 5", "blue 4"),
    rest_of_hand=(),
    previous="right",
)

PROCEDURES: tuple[Procedure[NextPlayer] | Procedure[Turn] | Procedure[ScoutPlayed], ...] = (
    Procedure(
        name="next-player",
        state=NextPlayer,
        decide=next_player,
        results=(Following,),
        example=NextPlayer(seat="north", position="left"),
        summary={"it": "A chi passa il turno", "en": "Whose turn comes next"},
    ),
    Procedure(
        name="where-to-play",
        state=Turn,
        decide=offer_positions,
        results=(Where,),
        example=EXAMPLE,
        summary={"it": "In quali posizioni si può giocare", "en": "Which positions may be played in"},
    ),
    Procedure(
        name="end-of-regular-order",
        state=Turn,
        decide=end_of_regular_order,
        results=(OrderEnds,),
        example=EXAMPLE,
        summary={
            "it": "Se finisce l'ordine regolare e chi riempie",
            "en": "Whether the regular order ends, and who fills",
        },
    ),
    Procedure(
        name="scout-order",
        state=ScoutPlayed,
        decide=scout_order,
        results=(MayName, MayNotName),
        example=ScoutPlayed(
            mode="partners",
            seat="north",
            position="left",
            face="up",
            is_trump=False,
            names="centre",
            empty=Empty(
                north=("centre", "right"), east=("left", "centre"), south=("left", "centre"), west=("left", "right")
            ),
        ),
        summary={"it": "Che cosa può ordinare un esploratore", "en": "What a scout may order"},
    ),
)
