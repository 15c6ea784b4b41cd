"""Plays random games of Victory & Honor by the rules that give the rulings, and watches what must never break.

The dice are here and nowhere else. Every card is chosen at random among the legal ones; a seed gives
the same games again, and the first of them can be written down with every card it was played with.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from adjudicator.kernel import Silent
from adjudicator.victory_honor.cards import (
    CARDS,
    NOBODY,
    NOWHERE,
    POSITIONS,
    SCOUTS,
    SEATS,
    Mode,
    cards_in,
    numbers_in,
    seats_in_pairs,
)
from adjudicator.victory_honor.play.deal import exchange, opener_of_round
from adjudicator.victory_honor.play.invariants import broken
from adjudicator.victory_honor.play.phases import next_leader, phase_end, settled
from adjudicator.victory_honor.play.playing import advance, faced_down
from adjudicator.victory_honor.play.plays import legal_plays
from adjudicator.victory_honor.play.round import PHASES, Round
from adjudicator.victory_honor.play.scoring import score
from adjudicator.victory_honor.play.scouts import nameable
from adjudicator.victory_honor.records.notation import GameRecord
from adjudicator.victory_honor.records.record import PassedCards, Passes, RoundRecord
from adjudicator.victory_honor.state import Hands, PlayedCard

ROUNDS = 4
HAND = 10

Points = tuple[int, int, int, int]
Progress = Callable[[int, int], None]
Watch = Callable[[Round], None]


@dataclass(kw_only=True)
class Simulated:
    """What was played, and what was found."""

    mode: Mode
    seed: int
    games: int = 0
    plays: int = 0
    phases: int = 0
    states: int = 0
    """Positions reached: one after each play and one after each phase."""
    points: list[Points] = field(default_factory=list)
    """Of each round, clockwise from north."""
    decided: Counter[str] = field(default_factory=Counter)
    """In how many phases each conflict was asked about, which is where it can change something."""
    broken: list[str] = field(default_factory=list)
    """Every invariant that did not hold, with where."""


def simulate(
    games: int,
    seed: int,
    mode: Mode = "partners",
    *,
    readings: Mapping[str, str] | None = None,
    checked: bool = True,
    progress: Progress = lambda games, of: None,
) -> Simulated:
    """So many whole games of four rounds; with `checked` every position reached is looked at."""
    done = Simulated(mode=mode, seed=seed)
    dice = random.Random(seed)

    def watch(state: Round) -> None:
        done.states += 1
        if checked:
            where = f"game {done.games + 1}, round {len(done.points) % ROUNDS + 1}"
            done.broken += (f"{where}: {promise}" for promise in broken(state))

    for _ in range(games):
        for points, phases in _game(dice, mode, readings or {}, watch, None):
            done.points.append(points)
            done.phases += len(phases)
            done.plays += len(phases) * len(SEATS) * len(POSITIONS)
            for met in phases:
                done.decided.update(met)
        done.games += 1
        progress(done.games, games)
    return done


def recorded_game(seed: int, mode: Mode = "partners", readings: Mapping[str, str] | None = None) -> GameRecord:
    """The first game of this seed, with every card; it replays under the same readings."""
    rounds: list[RoundRecord] = []
    for _ in _game(random.Random(seed), mode, readings or {}, lambda state: None, rounds):
        pass
    return GameRecord(mode=mode, rounds=tuple(rounds))


def report(done: Simulated) -> Iterator[str]:
    """What was played and found, line by line."""
    yield f"{done.games} games of {ROUNDS} rounds, {done.mode}, seed {done.seed}: {done.plays} plays"
    yield f"{done.states} positions reached, {len(done.broken)} invariants broken"
    yield from (f"  {promise}" for promise in done.broken)
    if done.points:
        average = (sum(points[seat] for points in done.points) / len(done.points) for seat in range(len(SEATS)))
        yield "points a round: " + ", ".join(f"{seat} {mean:.1f}" for seat, mean in zip(SEATS, average, strict=True))
    if done.decided:
        yield "conflicts that had to be read one way or the other, in phases of all played:"
        yield from (
            f"  {conflict}  {count / done.phases:6.1%}  ({count})" for conflict, count in sorted(done.decided.items())
        )


def _game(
    dice: random.Random, mode: Mode, readings: Mapping[str, str], watch: Watch, written: list[RoundRecord] | None
) -> Iterator[tuple[Points, list[tuple[str, ...]]]]:
    """Each round's points, and for each of its phases the conflicts it met."""
    first, centre_winner = dice.randrange(len(SEATS)), NOBODY
    for number in range(1, ROUNDS + 1):
        trace = Silent(readings)
        opener = opener_of_round(first, number, centre_winner, trace)
        hands, laid = _dealt(dice)
        state = Round(partners=seats_in_pairs(mode), phase=1, turn=opener, hands=exchange(hands, laid))
        plays: list[PlayedCard] | None = None if written is None else []
        phases: list[tuple[str, ...]] = []
        while state.phase <= PHASES:
            trace = Silent(readings)
            state, centre_winner = _phase(state, dice, trace, watch, plays)
            phases.append(tuple(trace.rests_on))
        trace = Silent(readings)
        points = score(state, trace)
        phases[-1] = tuple({*phases[-1], *trace.rests_on})
        if written is not None:
            written.append(_record(mode, opener, hands, laid, tuple(plays or ())))
        yield points, phases


def _dealt(dice: random.Random) -> tuple[tuple[int, ...], tuple[tuple[int, int, int], ...]]:
    """Four hands, and the three cards each lays for left, centre and right."""
    deck = list(range(len(CARDS)))
    dice.shuffle(deck)
    dealt = [deck[HAND * seat : HAND * (seat + 1)] for seat in range(len(SEATS))]
    hands = tuple(sum(1 << card for card in hand) for hand in dealt)
    return hands, tuple((hand[0], hand[1], hand[2]) for hand in dealt)


def _phase(
    state: Round, dice: random.Random, trace: Silent, watch: Watch, plays: list[PlayedCard] | None
) -> tuple[Round, int]:
    """The round after one phase, and who won its centre."""
    while not state.phase_over:
        position, card, named = _chosen(state, dice, trace)
        if plays is not None:
            plays.append(
                PlayedCard(
                    seat=SEATS[state.turn],
                    position=POSITIONS[position],
                    card=CARDS[card],
                    names=None if named == NOWHERE else POSITIONS[named],
                )
            )
        state = advance(state, position, card, named, trace)
        watch(state)
    end = phase_end(state, trace)
    leader = NOBODY
    if state.phase < PHASES:
        leader = next_leader(end.centre.winner, trace)
        if leader == NOBODY:
            leader = dice.randrange(len(SEATS))  # no rule says who leads; somebody has to
    state = settled(state, end, leader)
    watch(state)
    return state, end.centre.winner


def _chosen(state: Round, dice: random.Random, trace: Silent) -> tuple[int, int, int]:
    """Position, card and, for a scout at work, the position it names."""
    choices = legal_plays(state, trace).choices
    open_to = [position for position, (cards, _) in enumerate(choices) if cards]
    position = open_to[int(dice.random() * len(open_to))]
    cards = list(numbers_in(choices[position][0]))
    card = cards[int(dice.random() * len(cards))]
    if not 1 << card & SCOUTS or 1 << card & state.trump or faced_down(state, position, card, trace):
        return position, card, NOWHERE
    allowed = nameable(state, position, trace)
    names = [NOWHERE, *(named for named in range(len(POSITIONS)) if allowed >> named & 1)]
    return position, card, names[int(dice.random() * len(names))]


def _record(
    mode: Mode,
    opener: int,
    hands: tuple[int, ...],
    laid: tuple[tuple[int, int, int], ...],
    plays: tuple[PlayedCard, ...],
) -> RoundRecord:
    north, east, south, west = (tuple(cards_in(hand)) for hand in hands)
    passed = [PassedCards(left=CARDS[one], centre=CARDS[two], right=CARDS[three]) for one, two, three in laid]
    return RoundRecord(
        mode=mode,
        opener=SEATS[opener],
        deal=Hands(north=north, east=east, south=south, west=west),
        passes=Passes(north=passed[0], east=passed[1], south=passed[2], west=passed[3]),
        plays=plays,
    )
