"""The engine and the second implementation side by side."""

from naive_phase import NaiveTable

from adjudicator import Silent
from adjudicator.victory_honor.cards import CARDS, NOWHERE, NUMBER, POSITIONS, SCOUTS, SEATS, mask_of, numbers_in
from adjudicator.victory_honor.play.playing import advance, faced_down
from adjudicator.victory_honor.play.plays import legal_plays
from adjudicator.victory_honor.play.round import Round
from adjudicator.victory_honor.play.scouts import nameable


def engine_legal(state, trace):
    """Every (field, card, named, face) the engine allows, in the words of the second implementation."""
    found = set()
    for position, (cards, _) in enumerate(legal_plays(state, trace).choices):
        for card in numbers_in(cards):
            face = "down" if faced_down(state, position, card, trace) else "up"
            names = [None]
            if face == "up" and 1 << card & SCOUTS:
                allowed = nameable(state, position, trace)
                names += [POSITIONS[p] for p in range(3) if allowed >> p & 1]
            found |= {(POSITIONS[position], CARDS[card], name, face) for name in names}
    return found


def both(hands, turn, partners, readings=None, phase=3, previous=None):
    """The same table twice."""
    state = Round(
        partners=partners,
        phase=phase,
        turn=SEATS.index(turn),
        hands=tuple(mask_of(hands[seat]) for seat in SEATS),
        previous=NOWHERE if previous is None else POSITIONS.index(previous),
    )
    return state, NaiveTable(hands, turn, partners, previous, readings)


def moved(state, naive, play, trace):
    """Both tables after the same play."""
    field, card, named, face = play
    named_number = NOWHERE if named is None else POSITIONS.index(named)
    after = advance(state, POSITIONS.index(field), NUMBER[card], named_number, trace)
    return after, naive.after(field, card, named, face)


def same(state, naive, trace):
    """Whether both see the same table: whose turn, and what they may do."""
    if naive.over():
        assert state.phase_over
        return True
    assert SEATS[state.turn] == naive.turn
    assert [SEATS[seat] for seat in state.filling] == (naive.queue or [])
    ours, theirs = engine_legal(state, trace), naive.legal()
    assert ours == theirs, (naive.log, naive.turn, ours ^ theirs)
    return True


def walk(state, naive, depth, readings):
    """How many lines of play there are to this depth, with both tables compared at every step."""
    trace = Silent(readings)
    same(state, naive, trace)
    if depth == 0 or naive.over():
        return 1
    return sum(walk(*moved(state, naive, play, trace), depth - 1, readings) for play in sorted(naive.legal(), key=str))


def deal_of(cards, each):
    """Cards dealt round, so many to each seat."""
    return {seat: cards[at * each : (at + 1) * each] for at, seat in enumerate(SEATS)}
