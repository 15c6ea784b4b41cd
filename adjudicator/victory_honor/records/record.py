"""Going through what was played: a phase, a round, a whole game, up to the first play that was not legal.

Legal plays are followed in silence, though what they rest on is kept; the battles, the scores and the
play that stops the record are told in full.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from adjudicator.kernel import Json, Trace
from adjudicator.victory_honor.cards import (
    FACING,
    NOBODY,
    NUMBER,
    SEATS,
    Card,
    Colour,
    Mode,
    Seat,
    cards_in,
    colour_or_none,
    position_number,
    seat_number,
    seat_or_none,
    seats_in_pairs,
)
from adjudicator.victory_honor.play.order import points_to
from adjudicator.victory_honor.play.phases import PhaseEnd, next_leader, phase_end, settled
from adjudicator.victory_honor.play.playing import Action, advance, allowed, refused_by
from adjudicator.victory_honor.play.plays import legal_plays
from adjudicator.victory_honor.play.round import PHASES, Round, place_of
from adjudicator.victory_honor.play.scoring import subtotals_of
from adjudicator.victory_honor.rulings.setup import exchange
from adjudicator.victory_honor.rulings.turn import ways
from adjudicator.victory_honor.state import (
    STRICT,
    Hands,
    PlayedCard,
    by_position,
    by_seat,
    hand_masks,
    twice_faults,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedCards:
    """The three cards one player passes, by the position they were laid in."""

    __pydantic_config__ = STRICT
    left: Card
    """For the player on the left."""
    centre: Card
    """For the player opposite."""
    right: Card
    """For the player on the right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passes:
    """The pass of a round."""

    __pydantic_config__ = STRICT
    north: PassedCards
    """What north passes."""
    east: PassedCards
    """What east passes."""
    south: PassedCards
    """What south passes."""
    west: PassedCards
    """What west passes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """A round as it was played, or as far as it has gone."""

    __pydantic_config__ = STRICT
    mode: Mode
    """Whether opposite seats are allies."""
    opener: Seat
    """Who plays the first card."""
    deal: Hands
    """The ten cards dealt to each."""
    passes: Passes | None = None
    """The pass; none if the deal is given as it stands after it."""
    plays: tuple[PlayedCard, ...] = ()
    """Every card played, phase after phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """The play at which a record stops being a game."""

    play: int
    """Which play, counted from nought; the one after the last where a play is missing."""
    barred_by: tuple[str, ...]
    """The rules against the card in that position; none where it was not that player's turn."""
    instead: dict[str, Json]
    """Who was to play, and what would have been legal, by position."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """How far a record goes, and what it came to."""

    state: Round
    ends: tuple[PhaseEnd, ...]
    """The phases that are over."""
    stop: Stop | None = None


def dealt(record: RoundRecord, trace: Trace) -> Round | None:
    """The round when its first card is about to be played; None if the pass was not a legal one."""
    twice_faults((card for hand in record.deal for card in hand), trace)
    for seat, hand in zip(SEATS, record.deal, strict=True):
        if len(hand) != 10:
            trace.fault("VH-3.4", "not-ten-dealt", seat=seat, cards=len(hand))
    trace.require_possible()
    hands = hand_masks(record.deal)
    if record.passes:
        laid = tuple(
            (NUMBER[cards.left], NUMBER[cards.centre], NUMBER[cards.right])
            for cards in (record.passes.north, record.passes.east, record.passes.south, record.passes.west)
        )
        for player, cards in enumerate(laid):
            if len(set(cards)) < len(cards) or not all(hands[player] >> card & 1 for card in cards):
                trace.cite("VH-4.2", "not-three-of-ones-own", seat=SEATS[player])
                return None
        hands = exchange(hands, laid)
    return Round(partners=seats_in_pairs(record.mode), phase=1, turn=seat_number(record.opener), hands=hands)


def played_through(state: Round, plays: Iterable[PlayedCard], trace: Trace) -> Played:
    """The record followed to its end, or to the first play that was not legal."""
    ends: list[PhaseEnd] = []
    for number, card in enumerate(plays):
        if state.turn == NOBODY and not state.phase_over and state.phase <= PHASES:
            state = replace(state, turn=seat_number(card.seat))  # nobody won the centre: the players have agreed
        stop = stop_at(state, card, number, trace)
        if stop:
            return Played(state=state, ends=tuple(ends), stop=stop)
        position, names = position_number(card.position), position_number(card.names)
        state = advance(state, position, NUMBER[card.card], names, trace.silent())
        if state.phase_over:
            end = phase_end(state, trace)
            ends.append(end)
            state = settled(state, end, next_leader(end.centre.winner, trace) if state.phase < PHASES else NOBODY)
    return Played(state=state, ends=tuple(ends))


def stop_at(state: Round, card: PlayedCard, number: int, trace: Trace) -> Stop | None:
    """Why this card cannot come next, if it cannot."""
    if state.phase > PHASES:
        trace.cite("VH-1.1", "round-is-over", card=card.card)
        return Stop(play=number, barred_by=("VH-1.1",), instead={})
    if card.seat != SEATS[state.turn]:
        _not_their_turn(state, card, trace)
        return Stop(play=number, barred_by=(), instead=_instead(state, trace))
    action = Action(position=position_number(card.position), card=NUMBER[card.card], named=position_number(card.names))
    quiet = trace.silent()
    if allowed(state, action, legal_plays(state, quiet), quiet):
        return None
    plays = legal_plays(state, trace)
    allowed(state, action, plays, trace)
    rules = refused_by(state, action, plays, trace)
    return Stop(play=number, barred_by=tuple(rules), instead={"seat": SEATS[state.turn], **ways(state, plays)})


def stop_before_next_round(state: Round, number: int, trace: Trace) -> Stop:
    """Why no other round can begin after so many plays of this one."""
    if state.turn == NOBODY:
        next_leader(NOBODY, trace)
        return Stop(play=number, barred_by=("VH-1.1",), instead={})
    goes_on(state, trace)
    return Stop(play=number, barred_by=("VH-1.1",), instead=_instead(state, trace))


def goes_on(state: Round, trace: Trace) -> None:
    """Tell that the phase is not over, and whose turn it is."""
    trace.cite("VH-6.8", "phase-goes-on", played=len(state.plays), turn=SEATS[state.turn])


def _instead(state: Round, trace: Trace) -> dict[str, Json]:
    return {"seat": SEATS[state.turn], **ways(state, legal_plays(state, trace.silent()))}


def _not_their_turn(state: Round, card: PlayedCard, trace: Trace) -> None:
    if state.filling:
        trace.cite("VH-5.7", "another-fills-first", seat=card.seat, turn=SEATS[state.turn])
    elif state.plays:
        seat, position = divmod(place_of(state.plays[-1]), 3)
        if FACING[seat][position] == state.turn:
            points_to(seat, position, trace)
    elif state.phase == 1:
        trace.cite("VH-3.7", "another-opens", seat=card.seat, turn=SEATS[state.turn])
    else:
        trace.cite("VH-6.11", "another-leads", seat=card.seat, turn=SEATS[state.turn])


def phase_outcome(end: PhaseEnd) -> dict[str, Json]:
    """A phase that is over, as an outcome states it."""
    won = (end.left, end.centre, end.right)
    return {
        "trump": colour_or_none(end.trump),
        "winners": by_position(seat_or_none(battle.winner) for battle in won),
        "by": by_position(battle.by for battle in won),
        "winning_cards": by_position(cards_in(battle.card)[0] if battle.card else None for battle in won),
        "captured": by_seat(end.captured),
        "lost": [*cards_in(end.lost)],
    }


def scores_of(state: Round, trace: Trace) -> dict[Seat, dict[Colour, int]]:
    """The points of each seat in each colour once the three phases are over, the reserves included."""
    for seat, hand in zip(SEATS, state.hands, strict=True):
        trace.cite("VH-11.2", "in-reserve", seat=seat, card=cards_in(hand)[0])
    return {seat: subtotals_of(state, number, trace) for number, seat in enumerate(SEATS)}
