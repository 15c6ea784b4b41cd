"""Which cards the player to move may play, and what one play comes to.

Where the cards named are not the whole hand, the rest counts only if it can decide: whoever can follow or
open with a card they hold may play it whatever else is there, and a barred position is barred to any card.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NoReturn

from adjudicator.kernel import Json, Procedure, Ruling, Trace, fault_check, result_type, state_type
from adjudicator.victory_honor.cards import (
    NOBODY,
    NOWHERE,
    NUMBER,
    POSITIONS,
    Card,
    Colour,
    Position,
    Seat,
    cards_in,
    colour_or_none,
    mask_of,
    position_number,
    seat_number,
    seat_or_none,
)
from adjudicator.victory_honor.play.boards import empty_positions
from adjudicator.victory_honor.play.order import rules_against, where_to_play
from adjudicator.victory_honor.play.playing import Action, advance, allowed, faced_down
from adjudicator.victory_honor.play.plays import (
    Plays,
    barred_for_any_hand,
    legal_plays,
    plays_there,
    settled_by,
    settled_plays,
)
from adjudicator.victory_honor.play.round import Round
from adjudicator.victory_honor.results import BarredCards, PlayedAs, Ways, barred, barring_rules, ways
from adjudicator.victory_honor.rulings.turn import (
    Turn,
    fillers,
    hand_is_whole,
    require_turn,
    round_of,
    whole_hand,
    with_cards,
)
from adjudicator.victory_honor.rulings.where import EXAMPLE
from adjudicator.victory_honor.state import Face, boards_of, seats, twice_faults


@result_type
class LegalPlays:
    """Every card the player may play."""

    left: Ways
    centre: Ways
    right: Ways
    barred: list[BarredCards]
    """All that may not be played."""
    ended: bool
    """Whether the regular order has ended."""
    filling: list[Seat] | None = None
    """Who plays each card that is left, where it has."""


def legal_cards(state: Turn, trace: Trace) -> Ruling:
    """Every card the player may play and where, and for every other one the rule that bars it."""
    require_turn(state, trace)
    table = _begin_filling(round_of(state, trace), trace)
    filling = trace.part(lambda: seats(fillers(table, trace))) if table.filling else None
    hand = state.hand
    if not hand_is_whole(state, trace):
        known = with_cards(table, state.opened, hand)
        settled = settled_by(known, trace.silent())
        if settled == 0b111:
            trace.cite("VH-5.1", "named-cards-decide", cards=cards_in(mask_of(hand)))
        else:
            trace.cite("VH-5.1", "rest-of-hand-decides", seat=state.seat)
            whole = trace.besides(lambda: whole_hand(state))
            hand = _settled_alone(state, known, settled, filling, trace) if whole is None else whole
    table = with_cards(table, state.opened, hand)
    plays = legal_plays(table, trace)
    left, centre, right = ways(table, plays)
    trace.choice(
        LegalPlays(
            left=left, centre=centre, right=right, barred=barred(plays.bars), ended=bool(table.filling), filling=filling
        )
    )


def _settled_alone(state: Turn, known: Round, settled: int, filling: list[Seat] | None, trace: Trace) -> NoReturn:
    """Stop with what the cards named settle; the other positions wait for the rest of the hand."""
    found = ways(known, settled_plays(known, settled, trace))
    waiting: Any = trace.part(lambda: whole_hand(state))
    left, centre, right = (found[position] if settled >> position & 1 else waiting for position in range(3))
    trace.choice(
        LegalPlays(left=left, centre=centre, right=right, barred=waiting, ended=bool(known.filling), filling=filling)
    )


def _begin_filling(table: Round, trace: Trace) -> Round:
    """The same turn, its filling-up begun if the regular order ends with the player to move."""
    if not table.filling and not where_to_play(table, trace.silent(), []):
        where_to_play(table, trace, [])
        return replace(table, filling=(table.turn,))
    return table


@state_type
class PlayCard:
    """A card a player wants to play."""

    turn: Turn
    """The turn it is."""
    card: Card
    """The card."""
    position: Position
    """Where they want to play it."""
    face: Face | None = None
    """How they mean to lay it; none where they lay it as the rules have it."""
    names: Position | None = None
    """For a scout: the position it orders or suggests to the next player."""
    face_down: tuple[Card, ...] = ()
    """The player's own cards that lie face down already in this phase."""


@result_type
class CardPlayed:
    """What a legal play comes to."""

    way: PlayedAs
    """How the card is played."""
    following: Seat | None
    """Whose turn it makes; nobody's at the end of the phase."""
    trump: Colour | None
    """The trump colour, once it is set."""
    ended: bool
    """Whether the regular order has ended."""
    filling: list[Seat]
    """Who then plays each card that is left."""
    compelled: Position | None
    """Where a scout compels the next player to play."""


@result_type
class CardRefused:
    """A play that is not legal."""

    barred_by: list[str]
    """The rules against it."""
    left: Ways | None = None
    """What may be played on the left instead, where the whole hand is known."""
    centre: Ways | None = None
    right: Ways | None = None


def play_card(state: PlayCard, trace: Trace) -> Ruling:
    """Whether the card may be played like that, and what follows if it is."""
    turn = state.turn
    is_covered = state.position not in tuple(turn.empty)[seat_number(turn.seat)]
    if is_covered:  # whatever lies on the other boards
        trace.bar("VH-5.1", "position-is-covered", position=state.position)
    require_turn(turn, trace)
    _face_down_faults(state, trace)
    if not hand_is_whole(turn, trace):
        _held_faults(state, trace)
    trace.require_possible()
    card, position = NUMBER[state.card], position_number(state.position)
    table = _begin_filling(round_of(turn, trace, names=state.names), trace)
    order: tuple[int, ...] | None = None
    if table.filling:  # who comes next decides only where a scout names to them
        order = fillers(table, trace) if state.names else trace.besides(lambda: fillers(table, trace))
        table = replace(table, filling=order or table.filling)
    hand = _deciding_hand(state, table, trace)
    is_whole = hand is not None
    table = with_cards(table, turn.opened, _including(state.card, turn.hand) if hand is None else hand)
    plays = legal_plays(table, trace) if is_whole else plays_there(table, position, trace)
    action = Action(position=position, card=card, named=position_number(state.names))
    if is_covered:  # said already
        plays = replace(plays, bars=tuple(bar for bar in plays.bars if bar.rule != "VH-5.1"))
    if not allowed(table, action, plays, trace):
        if state.face == "down" and barring_rules(trace) == ["VH-6.4"] and plays.choices[position][0]:
            trace.bar("VH-7.5", "could-open-instead", card=state.card, position=state.position)
    elif state.face is not None:
        _bar_wrong_face(state, state.face, table, trace)
    left, centre, right = ways(table, plays) if is_whole else (None, None, None)
    trace.require_legal(CardRefused(barred_by=barring_rules(trace), left=left, centre=centre, right=right))
    trace.found_legal()
    if table.filling and not order:
        table = replace(table, filling=fillers(table, trace))
    after = advance(table, position, card, action.named, trace)
    for sacrificed in state.face_down:
        if after.trump & ~table.trump & mask_of((sacrificed,)):
            trace.cite("VH-8.2", "becomes-trump", card=sacrificed)
    return trace.judged(
        CardPlayed(
            way=_played_as(table, plays, position, card),
            following=seat_or_none(after.turn),
            trump=colour_or_none(after.trump),
            ended=bool(after.filling) or after.turn == NOBODY,
            filling=seats(after.filling),
            compelled=None if after.order == NOWHERE else POSITIONS[after.order],
        )
    )


@fault_check
def _face_down_faults(state: PlayCard, trace: Trace) -> None:
    laid = 3 - empty_positions(boards_of(state.turn.empty), seat_number(state.turn.seat)).bit_count()
    if len(state.face_down) > laid:
        trace.fault("VH-2.4", "too-many-face-down", cards=len(state.face_down), most=laid)
    if state.face_down:
        twice_faults((*dict.fromkeys(state.turn.hand), *state.face_down), trace)


@fault_check
def _held_faults(state: PlayCard, trace: Trace) -> None:
    """The rest of the hand is told, and the card is neither there nor among those named."""
    if state.card not in whole_hand(state.turn):
        trace.fault("VH-5.1", "card-not-held", seat=state.turn.seat, card=state.card)


def _including(card: Card, hand: Iterable[Card]) -> tuple[Card, ...]:
    """This card and those."""
    return tuple(dict.fromkeys((*hand, card)))


def _deciding_hand(state: PlayCard, table: Round, trace: Trace) -> tuple[Card, ...] | None:
    """The whole hand, where the play hangs on it; none where the cards named are enough, whatever else is held."""
    turn, position = state.turn, position_number(state.position)
    named = _including(state.card, turn.hand)
    if hand_is_whole(turn, trace):
        return turn.hand
    known = with_cards(table, turn.opened, named)
    if barred_for_any_hand(known, position, trace):
        return None
    plays = plays_there(known, position, trace.silent())
    if plays.choices[position][1] in ("follow", "open") or rules_against(plays.bars, position, NUMBER[state.card]):
        return None
    trace.cite("VH-5.1", "rest-of-hand-decides", seat=turn.seat)
    return whole_hand(turn)


def _bar_wrong_face(state: PlayCard, face: Face, table: Round, trace: Trace) -> None:
    down = faced_down(table, position_number(state.position), NUMBER[state.card], trace)
    if (face == "down") == down:
        return
    if not down and table.opened[position_number(state.position)]:
        trace.bar("VH-6.2", "follows-face-up", card=state.card)
    elif not down:
        trace.bar("VH-7.5", "not-voluntarily", card=state.card, position=state.position)
    elif table.trump >> NUMBER[state.card] & 1:
        trace.bar("VH-8.4", "only-face-down", card=state.card)
    else:
        trace.bar("VH-7.2", "only-face-down", card=state.card)


def _played_as(state: Round, plays: Plays, position: int, card: int) -> PlayedAs:
    """How this card, which may be played there, is played."""
    return next(way for way, cards in ways(state, plays)[position].items() if card in map(NUMBER.get, cards))


def _only_gap(told: Mapping[str, Json]) -> Mapping[str, Json]:
    """Whoever has one empty position can mean no other."""
    match told:
        case {"turn": {"empty": dict(empty), **turn}}:
            match empty.get(str(turn.get("seat", "north"))):
                case [str(position)]:
                    return {"position": position}
    return {}


PROCEDURES: tuple[Procedure[Turn] | Procedure[PlayCard], ...] = (
    Procedure(
        name="legal-plays",
        state=Turn,
        decide=legal_cards,
        results=(LegalPlays,),
        example=EXAMPLE,
        summary={
            "it": "Quali carte si possono giocare e dove, e che cosa vieta le altre",
            "en": "Which cards may be played and where, and what bars the others",
        },
    ),
    Procedure(
        name="play-card",
        state=PlayCard,
        decide=play_card,
        results=(CardPlayed, CardRefused),
        example=PlayCard(turn=EXAMPLE, card="black 6", position="left"),
        implied=_only_gap,
        summary={"it": "Se una giocata è lecita e che cosa ne segue", "en": "Whether a play is legal and what follows"},
    ),
)
