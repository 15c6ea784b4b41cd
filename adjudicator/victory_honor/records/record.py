"""Going through what was played: a phase, a round, a whole game, up to the first play that was not legal.

Legal plays are followed in silence, though what they rest on is kept; the battles, the scores and the
play that stops the record are explained in full.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from adjudicator.kernel import Trace, result_type, state_type
from adjudicator.victory_honor.cards import (
    NOBODY,
    NUMBER,
    POSITIONS,
    SEATS,
    Card,
    Colour,
    Mode,
    Seat,
    cards_in,
    position_number,
    seat_number,
    seats_in_pairs,
)
from adjudicator.victory_honor.play.deal import exchange
from adjudicator.victory_honor.play.phases import PhaseEnd, next_leader, phase_end, settled
from adjudicator.victory_honor.play.playing import Action, advance, allowed
from adjudicator.victory_honor.play.plays import legal_plays
from adjudicator.victory_honor.play.round import PHASES, Round, place_of
from adjudicator.victory_honor.play.scoring import subtotals_of
from adjudicator.victory_honor.results import Instead, barring_rules, ways
from adjudicator.victory_honor.state import Hands, PlayedCard, hand_masks, twice_faults


@state_type
class PassedCards:
    """The three cards one player passes, by the position they were laid in."""

    left: Card
    """For the player on the left."""
    centre: Card
    """For the player opposite."""
    right: Card
    """For the player on the right."""


@state_type
class Passes:
    """The pass of a round."""

    north: PassedCards
    """What north passes."""
    east: PassedCards
    """What east passes."""
    south: PassedCards
    """What south passes."""
    west: PassedCards
    """What west passes."""


@state_type
class RoundRecord:
    """A round as it was played, or as far as it has gone."""

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


@result_type
class Stop:
    """The play at which a record stops being a game."""

    play: int
    """Which play, counted from nought; the one after the last where a play is missing."""
    barred_by: tuple[str, ...]
    """The rules against the card in that position; none where it was not that player's turn."""
    instead: Instead
    """Who was to play, and what would have been legal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """How far a record goes, and what it came to."""

    state: Round
    ends: tuple[PhaseEnd, ...]
    """The phases that are over."""
    stop: Stop | None = None


def dealt(record: RoundRecord, trace: Trace) -> Round | None:
    """The round when its first card is about to be played; None if something bars the pass."""
    twice_faults([card for hand in record.deal for card in hand], trace)
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
                trace.bar("VH-4.2", "not-three-of-ones-own", seat=SEATS[player])
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
    """Why this card cannot come next, if it cannot; what is against it bars."""
    if state.phase > PHASES:
        trace.bar("VH-1.1", "round-is-over", card=card.card)
        return Stop(play=number, barred_by=("VH-1.1",), instead=Instead())
    if card.seat != SEATS[state.turn]:
        _bar_turn(state, card, trace)
        return Stop(play=number, barred_by=(), instead=_instead(state, trace))
    action = Action(position=position_number(card.position), card=NUMBER[card.card], named=position_number(card.names))
    quiet = trace.silent()
    if allowed(state, action, legal_plays(state, quiet), quiet):
        return None
    allowed(state, action, legal_plays(state, trace), trace)
    return Stop(play=number, barred_by=tuple(barring_rules(trace)), instead=_instead(state, trace))


def stop_before_next_round(state: Round, number: int, trace: Trace) -> Stop:
    """Why no other round can begin after so many plays of this one."""
    if state.turn == NOBODY:
        trace.bar("VH-6.11", "nobody-won-the-centre")
        return Stop(play=number, barred_by=("VH-1.1",), instead=Instead())
    trace.bar("VH-6.8", "phase-goes-on", played=len(state.plays), turn=SEATS[state.turn])
    return Stop(play=number, barred_by=("VH-1.1",), instead=_instead(state, trace))


def _instead(state: Round, trace: Trace) -> Instead:
    """What may be played."""
    left, centre, right = ways(state, legal_plays(state, trace.silent()))
    return Instead(seat=SEATS[state.turn], left=left, centre=centre, right=right)


def _bar_turn(state: Round, card: PlayedCard, trace: Trace) -> None:
    """Bar a card of somebody whose turn it is not."""
    turn = SEATS[state.turn]
    if state.filling:
        trace.bar("VH-5.7", "another-fills-first", seat=card.seat, turn=turn)
    elif state.plays:
        before, position = divmod(place_of(state.plays[-1]), 3)
        match POSITIONS[position]:
            case "centre":
                trace.bar("VH-5.9", "centre-to-opposite", seat=SEATS[before], following=turn)
            case "left":
                trace.bar("VH-5.10", "left-flank-to-left", seat=SEATS[before], following=turn)
            case "right":
                trace.bar("VH-5.11", "right-flank-to-right", seat=SEATS[before], following=turn)
    elif state.phase == 1:
        trace.bar("VH-3.7", "another-opens", seat=card.seat, turn=turn)
    else:
        trace.bar("VH-6.11", "another-leads", seat=card.seat, turn=turn)


def scores_of(state: Round, trace: Trace) -> dict[Seat, dict[Colour, int]]:
    """The points of each seat in each colour once the three phases are over, the reserves included."""
    for seat, hand in zip(SEATS, state.hands, strict=True):
        trace.cite("VH-11.2", "in-reserve", seat=seat, card=cards_in(hand)[0])
    return {seat: subtotals_of(state, number, trace) for number, seat in enumerate(SEATS)}
