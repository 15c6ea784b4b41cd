"""Tiny deals exhausted: engine and second implementation agree at every node, and the counts are those known."""

import random

import pytest
from naive_phase import FIELDS, ORDER, SEATS, points
from side_by_side import both, deal_of, moved, same, walk

from adjudicator import GAMES, Silent
from adjudicator.victory_honor.cards import CARDS, cards_in
from adjudicator.victory_honor.play.phases import phase_end
from adjudicator.victory_honor.play.scoring import points as engine_points

CONFLICTS = GAMES["victory-honor"].conflicts
TWISTS = [{id: reading} for id, conflict in CONFLICTS.items() for reading in conflict.readings[1:]]

# Four cards each, as at the start of a third phase.
SPREAD = {
    "north": ["red 7", "blue 4", "black 2", "yellow G1"],
    "east": ["red 4", "blue 1", "black G2", "yellow 3"],
    "south": ["red 1", "blue 7", "black 5", "yellow 6"],
    "west": ["red 5", "blue 6", "black 4", "yellow 2"],
}
ONE_COLOUR_EACH = {
    "north": ["red 1", "red 2", "red 4", "red 7"],
    "east": ["blue 1", "blue 2", "blue 4", "blue 7"],
    "south": ["black 1", "black 2", "black 4", "black 7"],
    "west": ["yellow 1", "yellow 2", "yellow 4", "yellow 7"],
}
TWO_COLOURS = {
    "north": ["red 1", "red 2", "red 3", "red 4"],
    "east": ["blue 1", "blue 2", "red 5", "red 6"],
    "south": ["blue 3", "blue 4", "red 7", "red G1"],
    "west": ["blue 5", "blue 6", "blue 7", "blue G1"],
}
COUNTS = [
    (SPREAD, "north", True, (1, 12, 105, 304, 773)),
    (SPREAD, "east", False, (1, 21, 113, 383, 778)),
    (ONE_COLOUR_EACH, "north", True, (1, 21, 236, 1802, 10026)),
    (ONE_COLOUR_EACH, "north", False, (1, 21, 212, 1430, 8034)),
    # West leads four blue cards to three fields: 12. A card on the left goes to north, all red, who may open the
    # two other fields: 3 cards in each, and the scout alone or with 3 or 2 orders, so 7 + 6. In the centre or on
    # the right it goes to somebody with two red cards for two fields: 4. So 4 x 13 + 4 x 4 + 4 x 4 = 84.
    (TWO_COLOURS, "west", True, (1, 12, 84, 232, 1036)),
]


@pytest.mark.parametrize(("hands", "turn", "partners", "counts"), COUNTS)
def test_lines_of_play_are_as_many_as_known(hands, turn, partners, counts):
    for depth, count in enumerate(counts):
        assert walk(*both(hands, turn, partners), depth, {}) == count


@pytest.mark.parametrize(("partners", "count"), [(True, 7210), (False, 6096)])
def test_a_whole_phase_is_exhausted(partners, count):
    """Every way in which this phase can be played, from the first card to the battles."""
    assert ends(*both(SPREAD, "north", partners)) == count


@pytest.mark.parametrize("readings", TWISTS, ids=[next(f"{id}-{reading}" for id, reading in t.items()) for t in TWISTS])
def test_both_agree_under_every_reading(readings):
    assert len(TWISTS) >= 20
    for seed in range(25):
        played_out(random.Random(seed), readings)


def test_both_agree_to_the_last_card_of_random_phases():
    for seed in range(150):
        played_out(random.Random(1000 + seed), {})


@pytest.mark.parametrize(("seed", "count"), [(0, 1200), (1, 1872), (3, 448)])
def test_the_last_eight_cards_are_exhausted(seed, count):
    """Every way in which a phase can end, from a table with four cards on it."""
    dice = random.Random(seed)
    state, naive = table(dice, {}, phase=3)
    while len(naive.log) < 4:
        state, naive = moved(state, naive, dice.choice(sorted(naive.legal(), key=str)), Silent())
    assert ends(state, naive) == count


def ends(state, naive):
    """How many ways there are to the end of this phase, each with the same battles."""
    trace = Silent()
    same(state, naive, trace)
    if naive.over():
        same_battles(state, naive, trace)
        return 1
    return sum(ends(*moved(state, naive, play, trace)) for play in sorted(naive.legal(), key=str))


def table(dice, readings, phase):
    deck = list(CARDS)
    dice.shuffle(deck)
    previous = None if phase == 1 else dice.choice(FIELDS)
    return both(deal_of(deck, 13 - 3 * phase), dice.choice(SEATS), dice.random() < 0.5, readings, phase, previous)


def played_out(dice, readings):
    """A random phase, with both tables compared before every card and after the last one."""
    trace = Silent(readings)
    state, naive = table(dice, readings, dice.choice((1, 2, 3)))
    while not naive.over():
        same(state, naive, trace)
        legal = sorted(naive.legal(), key=str)
        scouts = [play for play in legal if play[2]]
        state, naive = moved(state, naive, dice.choice(scouts if scouts and dice.random() < 0.5 else legal), trace)
    same_battles(state, naive, trace)


def same_battles(state, naive, trace):
    end = phase_end(state, trace)
    won, taken, lost = naive.battles()
    for field, battle in zip(FIELDS, (end.left, end.centre, end.right), strict=True):
        assert (None if battle.winner < 0 else SEATS[battle.winner], battle.by) == won[field], naive.log
    assert {seat: set(cards_in(mine)) for seat, mine in zip(SEATS, end.captured, strict=True)} == taken, naive.log
    assert set(cards_in(end.lost)) == lost


@pytest.mark.parametrize("reading", CONFLICTS["VH-C20"].readings)
def test_every_pile_of_one_colour_scores_the_same(reading):
    readings = {"VH-C20": reading}
    for pile in range(1 << 10):
        cards = [f"blue {ORDER[value]}" for value in range(10) if pile >> value & 1]
        assert engine_points(pile << 10, Silent(readings)) == points(cards, readings)
