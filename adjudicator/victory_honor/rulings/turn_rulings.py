"""The questions about a turn: who is next, where, with which cards, and what one play comes to."""

from dataclasses import dataclass, replace

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.victory_honor.cards import (
    NOWHERE,
    NUMBER,
    POSITIONS,
    SEATS,
    Card,
    Mode,
    Position,
    Seat,
    cards_in,
    colour_or_none,
    mask_of,
    position_number,
    positions_in,
    seat_number,
    seat_or_none,
    seats_in_pairs,
)
from adjudicator.victory_honor.play.order import barred_by, filling_order, points_to, where_to_play
from adjudicator.victory_honor.play.playing import Action, advance, allowed, faced_down, refused_by
from adjudicator.victory_honor.play.plays import barred_for_any_hand, legal_plays, plays_there, told_cards_decide
from adjudicator.victory_honor.play.round import Round, empty_positions
from adjudicator.victory_honor.play.scouts import allied, nameable
from adjudicator.victory_honor.rulings.setup import four_players
from adjudicator.victory_honor.rulings.turn import (
    Turn,
    barred,
    filled_up,
    hand_is_whole,
    missing_before,
    missing_hand,
    missing_openers,
    round_of,
    turn_faults,
    way_of,
    ways,
)
from adjudicator.victory_honor.state import STRICT, Empty, Face, Openers, covered_by, seats, twice_faults


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPlayer:
    """A card that was just played."""

    __pydantic_config__ = STRICT
    seat: Seat
    """Who played it."""
    position: Position
    """Where on their own board."""
    players: int = 4
    """How many people play."""


def next_player(state: NextPlayer, trace: Trace) -> Ruling:
    """Whose turn the card makes it."""
    if not four_players(state.players, trace):
        return trace.ruling("undecided", not_stated="three-players")
    following = points_to(seat_number(state.seat), position_number(state.position), trace)
    return trace.ruling("resolved", following=SEATS[following])


def where(state: Turn, trace: Trace) -> Ruling:
    """The positions the player may play in, or that the regular order ends."""
    turn_faults(state, trace)
    trace.require_possible()
    if missing := missing_before(state, trace):
        return trace.ruling("undecided", missing=[*missing])
    table = round_of(state, trace)
    found = where_to_play(table, trace, [])
    if found:
        return trace.ruling("choice", positions=[*positions_in(found)], **_ended(table))
    filling = seats(filling_order(table.covered, table.turn, trace))
    empty = empty_positions(table.covered, table.turn)
    return trace.ruling("choice", positions=[*positions_in(empty)], ended=True, filling=filling)


def _ended(table: Round) -> dict[str, Json]:
    """Whether the regular order has ended and, if it has, who plays each card that is left."""
    return {"ended": True, "filling": seats(table.filling)} if table.filling else {"ended": False}


def end_of_regular_order(state: Turn, trace: Trace) -> Ruling:
    """Whether the regular order ends with this player, and who then plays each remaining card."""
    turn_faults(state, trace)
    trace.require_possible()
    if missing := missing_before(state, trace):
        return trace.ruling("undecided", missing=[*missing])
    table = round_of(state, trace)
    if table.filling:
        return trace.ruling("resolved", ended=True, filling=seats(table.filling))
    if where_to_play(table, trace, []):
        trace.cite("VH-5.5", "can-still-pass-on", seat=state.seat)
        return trace.ruling("resolved", ended=False, filling=[])
    return trace.ruling("resolved", ended=True, filling=seats(filling_order(table.covered, table.turn, trace)))


def legal_cards(state: Turn, trace: Trace) -> Ruling:
    """Every card the player may play and where, and for every other one the rule that bars it."""
    turn_faults(state, trace)
    trace.require_possible()
    missing = missing_before(state, trace)
    if "openers" not in missing and missing_openers(state, trace):
        missing.append("openers")
    part = bool(state.hand) and not hand_is_whole(state)
    if (missing or not part) and missing_hand(state, trace):
        missing.append("hand")
    if missing:
        return trace.ruling("undecided", missing=[*missing])
    table = _ready(round_of(state, trace), trace)
    if part and not told_cards_decide(table, trace.silent()):
        missing_hand(state, trace)
        return trace.ruling("undecided", missing=["hand"])
    if part:
        trace.cite("VH-5.1", "cards-told-decide", cards=[*cards_in(mask_of(state.hand))])
    plays = legal_plays(table, trace)
    return trace.ruling("choice", **ways(table, plays), barred=barred(plays.bars), **_ended(table))


def _ready(table: Round, trace: Trace) -> Round:
    """The table with the filling-up begun, if the regular order ends with the player to move."""
    if not table.filling and not where_to_play(table, trace.silent(), []):
        where_to_play(table, trace, [])
        return filled_up(table, trace)
    return table


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayCard:
    """A card a player wants to play."""

    __pydantic_config__ = STRICT
    turn: Turn
    """The turn it is."""
    card: Card
    """The card."""
    position: Position
    """Where they want to play it."""
    face: Face | None = None
    """How they mean to lay it, where they say."""
    names: Position | None = None
    """For a scout: the position it orders or suggests to the next player."""
    face_down: tuple[Card, ...] = ()
    """The player's own cards that lie face down already in this phase, where they are told."""


def play_card(state: PlayCard, trace: Trace) -> Ruling:
    """Whether the card may be played like that, and what follows if it is."""
    turn_faults(state.turn, trace)
    twice_faults((*dict.fromkeys(state.turn.hand), *state.face_down), trace)
    laid = 3 - empty_positions(covered_by(state.turn.empty), seat_number(state.turn.seat)).bit_count()
    if len(state.face_down) > laid:
        trace.fault("VH-2.4", "too-many-face-down", cards=len(state.face_down), most=laid)
    trace.require_possible()
    if missing := missing_before(state.turn, trace):
        return trace.ruling("undecided", missing=[f"turn.{fact}" for fact in missing])
    card, position = NUMBER[state.card], position_number(state.position)
    whole = hand_is_whole(state.turn)
    turn = state.turn if whole else replace(state.turn, hand=tuple(dict.fromkeys((*state.turn.hand, state.card))))
    table = _ready(round_of(turn, trace), trace)
    if missing := _missing_for_the_card(state, table, trace):
        return trace.ruling("undecided", missing=[*missing])
    told = whole and (any(turn.openers) or not table.covered)
    plays = legal_plays(table, trace) if told else plays_there(table, position, trace)
    action = Action(position=position, card=card, named=position_number(state.names))
    instead = ways(table, plays) if told else {}
    if not allowed(table, action, plays, trace):
        rules = refused_by(table, action, plays, trace)
        if state.face == "down" and rules == ["VH-6.4"] and plays.choices[position][0]:
            trace.cite("VH-7.5", "could-open-instead", card=state.card, position=state.position)
            rules.append("VH-7.5")
        return trace.ruling("illegal", barred_by=[*rules], **instead)
    if wrong := _against_the_face(state, faced_down(table, position, card, trace), table, trace):
        return trace.ruling("illegal", barred_by=[wrong], **instead)
    after = advance(table, position, card, action.named, trace)
    for sacrificed in state.face_down:
        if after.trump & ~table.trump & mask_of((sacrificed,)):
            trace.cite("VH-8.2", "becomes-trump", card=sacrificed)
    return trace.ruling(
        "legal",
        way=way_of(table, plays, position, card),
        following=seat_or_none(after.turn),
        trump=colour_or_none(after.trump),
        ended=bool(after.filling),
        filling=seats(after.filling),
        compelled=None if after.order == NOWHERE else POSITIONS[after.order],
    )


def _missing_for_the_card(state: PlayCard, table: Round, trace: Trace) -> list[str]:
    """What is not told and decides whether this card may be played there."""
    position = position_number(state.position)
    if barred_for_any_hand(table, position, trace):
        return []
    missing = ["turn.openers"] if missing_openers(state.turn, trace) else []
    if hand_is_whole(state.turn):
        return missing
    plays = plays_there(table, position, trace.silent())
    # Who can follow or open has to, whatever else is held; who cannot may have to sacrifice, or hold more.
    decided = plays.choices[position][1] in ("follow", "open") or barred_by(plays.bars, position, NUMBER[state.card])
    if (missing or not decided) and missing_hand(state.turn, trace):
        missing.append("turn.hand")
    return missing


def _against_the_face(state: PlayCard, down: bool, table: Round, trace: Trace) -> str:
    """The rule against laying the card with this face; none where it is right or not told."""
    if state.face is None or (state.face == "down") == down:
        return ""
    if not down and table.openers[position_number(state.position)]:
        trace.cite("VH-6.2", "follows-face-up", card=state.card)
        return "VH-6.2"
    if not down:
        trace.cite("VH-7.5", "not-voluntarily", card=state.card, position=state.position)
        return "VH-7.5"
    if table.trump >> NUMBER[state.card] & 1:
        trace.cite("VH-8.4", "only-face-down", card=state.card)
        return "VH-8.4"
    trace.cite("VH-7.2", "only-face-down", card=state.card)
    return "VH-7.2"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoutPlayed:
    """A scout, and the position it would name to the next player."""

    __pydantic_config__ = STRICT
    mode: Mode
    """Whether opposite seats are allies."""
    seat: Seat
    """Who plays the scout."""
    position: Position
    """Where it is played."""
    face: Face
    """How it lies."""
    trump: bool
    """Whether it is of the trump colour."""
    names: Position
    """The position of the next player's board that it would name."""
    empty: Empty
    """What is empty on the four boards once it lies."""
    filling_up: bool = False
    """Whether the regular order has ended."""


def scout_order(state: ScoutPlayed, trace: Trace) -> Ruling:
    """Whether the scout may name that position, and whether it compels anybody."""
    covered = covered_by(state.empty)
    seat, position = seat_number(state.seat), position_number(state.position)
    if not covered >> 3 * seat + position & 1:
        trace.fault("VH-5.1", "scout-is-not-there", seat=state.seat, position=state.position)
    if state.trump and state.face == "up":
        trace.fault("VH-8.4", "trump-face-up")
    if state.filling_up and all(empty_positions(covered, other) for other in range(4) if other != seat):
        trace.fault("VH-5.6", "no-other-board-is-full")
    trace.require_possible()
    if state.trump:
        trace.cite("VH-8.5", "trump-scout", seat=state.seat)
        return trace.ruling("illegal", compels=False, may_name=[], barred_by=["VH-8.5"])
    if state.face == "down":
        trace.cite("VH-7.3", "sacrificed-scout", seat=state.seat)
        return trace.ruling("illegal", compels=False, may_name=[], barred_by=["VH-7.3"])
    partners = seats_in_pairs(state.mode)
    before = covered & ~(1 << 3 * seat + position)
    following = filling_order(before, seat, trace) if state.filling_up else ()
    table = Round(partners=partners, phase=1, turn=seat, hands=(0, 0, 0, 0), covered=before, filling=following)
    found = nameable(table, position, trace)
    may_name: list[Json] = [*positions_in(found)]
    if not found >> position_number(state.names) & 1:
        trace.cite("VH-9.15", "may-not-name", position=state.names)
        return trace.ruling("illegal", compels=False, may_name=may_name, barred_by=["VH-9.15"])
    target = following[1] if following else points_to(seat, position, trace)
    return trace.ruling("legal", target=SEATS[target], compels=not allied(partners, seat, target), may_name=may_name)


_EMPTY = Empty(
    north=("left", "centre"), east=("left", "centre"), south=("left", "centre", "right"), west=("left", "right")
)
_TURN = Turn(
    mode="partners",
    seat="west",
    empty=_EMPTY,
    openers=Openers(centre="blue", right="red"),
    hand=("red G1", "red 3", "black 6", "black 1", "yellow G2", "yellow 7", "yellow 2", "blue 5", "blue 4"),
    previous="right",
)

PROCEDURES: tuple[Procedure[NextPlayer] | Procedure[Turn] | Procedure[PlayCard] | Procedure[ScoutPlayed], ...] = (
    Procedure(
        name="next-player",
        state=NextPlayer,
        decide=next_player,
        example=NextPlayer(seat="north", position="left"),
        summary={"it": "A chi passa il turno", "en": "Whose turn comes next"},
    ),
    Procedure(
        name="where-to-play",
        state=Turn,
        decide=where,
        example=_TURN,
        summary={"it": "In quali posizioni si può giocare", "en": "Which positions may be played in"},
    ),
    Procedure(
        name="end-of-regular-order",
        state=Turn,
        decide=end_of_regular_order,
        example=_TURN,
        summary={
            "it": "Se finisce l'ordine regolare e chi riempie",
            "en": "Whether the regular order ends, and who fills",
        },
    ),
    Procedure(
        name="legal-plays",
        state=Turn,
        decide=legal_cards,
        example=_TURN,
        summary={
            "it": "Quali carte si possono giocare e dove, e che cosa vieta le altre",
            "en": "Which cards may be played and where, and what bars the others",
        },
    ),
    Procedure(
        name="play-card",
        state=PlayCard,
        decide=play_card,
        example=PlayCard(turn=_TURN, card="black 6", position="left"),
        summary={"it": "Se una giocata è lecita e che cosa ne segue", "en": "Whether a play is legal and what follows"},
    ),
    Procedure(
        name="scout-order",
        state=ScoutPlayed,
        decide=scout_order,
        example=ScoutPlayed(
            mode="partners",
            seat="north",
            position="left",
            face="up",
            trump=False,
            names="centre",
            empty=Empty(
                north=("centre", "right"), east=("left", "centre"), south=("left", "centre"), west=("left", "right")
            ),
        ),
        summary={"it": "Che cosa può ordinare un esploratore", "en": "What a scout may order"},
    ),
)
