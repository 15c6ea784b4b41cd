"""A game after some rounds: whether it is over, and who has won it.

Four rounds are played, or three; or as many as it takes until somebody has the points agreed on.
"""

from collections.abc import Mapping
from itertools import accumulate
from typing import Annotated, Literal, TypeAlias

from adjudicator.kernel import Procedure, Ruling, Silent, Stopped, Trace, fault_check, result_type, state_type
from adjudicator.victory_honor.cards import DECK, SEATS, Mode, Seat, mask_of
from adjudicator.victory_honor.conflicts import TARGET_REACHED_BY
from adjudicator.victory_honor.play.scoring import points
from adjudicator.written import Written

Points: TypeAlias = Annotated[int, Written(ge=0)]
Side: TypeAlias = Seat | Literal["north and south", "east and west"]
Totals: TypeAlias = Mapping[Side, int]
ROUNDS = {"four-rounds": 4, "three-rounds": 3}
WHOLE_DECK = points(DECK, Silent())
"""The points of all forty cards, by the default reading."""
ALONE = DECK & ~mask_of(("red 1", "red 2", "red 3"))
"""The best that one player can have: the others keep a reserve each."""
MOST_ALONE = points(ALONE, Silent())
"""The points of that, by the default reading."""
RESERVE = 3
"""What a card in the reserve of a player without points keeps from the others: it would bring this much to whoever has
the three generals of its colour, and is no general, as those score by themselves.
"""


@state_type
class RoundScore:
    """The points of each seat in one round."""

    north: Points
    """North's points."""
    east: Points
    """East's points."""
    south: Points
    """South's points."""
    west: Points
    """West's points."""


@state_type
class GameSoFar:
    """A game after some rounds."""

    mode: Mode
    """Whether opposite seats are allies."""
    rounds: tuple[RoundScore, ...]
    """The scores of the rounds played so far."""
    agreed: Literal["four-rounds", "three-rounds", "target"] | None = None
    """How long the players agreed to play; none for four rounds or, where there is a target, up to it."""
    target: Annotated[int, Written(ge=1)] | None
    """The points to reach; none where no target was agreed."""

    @property
    def rounds_agreed(self) -> int:
        """How many rounds the game has; 0 where it goes on up to a target."""
        if self.agreed is None:
            return 0 if self.target is not None else ROUNDS["four-rounds"]
        return ROUNDS.get(self.agreed, 0)


@result_type
class GameStands:
    """Whether the game is over, and how the players stand."""

    over: bool
    winners: list[Side]
    totals: Mapping[Seat, int]
    sides: Totals
    """The total of each side: of each pair, or of each player."""


@result_type
class Level:
    """A game that is over, and no rule says who of several has won."""

    not_stated: str
    over: bool
    level: list[Side]
    """Those among whom it is."""
    totals: Mapping[Seat, int]
    sides: Totals
    """The total of each side: of each pair, or of each player."""


def game_winner(state: GameSoFar, trace: Trace) -> Ruling:
    """Whether the game is over, and who has won it."""
    _agreement_faults(state, trace)
    _score_faults(state, trace)
    trace.require_possible()
    totals = _totals(state)[-1]
    sides = sides_of(state.mode, totals, trace)
    target = state.target
    first = _highest(state, sides, trace) if target is None else _first_to_the_target(state, target, trace)
    seats = dict(zip(SEATS, totals, strict=True))
    if len(first) > 1:
        not_stated = "tie-break" if target is None else "same-round"
        raise Stopped("undecided", Level(not_stated=not_stated, over=True, level=first, totals=seats, sides=sides))
    return trace.resolved(GameStands(over=bool(first), winners=first, totals=seats, sides=sides))


@fault_check
def _agreement_faults(state: GameSoFar, trace: Trace) -> None:
    rounds = state.rounds_agreed
    if rounds and state.target is not None:
        trace.fault("VH-12.3", "target-and-rounds", target=state.target, rounds=rounds)
    if state.agreed == "target" and state.target is None:
        trace.fault("VH-12.3", "target-without-points")
    if rounds and len(state.rounds) > rounds:
        trace.fault("VH-12.2", "too-many-rounds", rounds=len(state.rounds), agreed=rounds)


@fault_check
def _score_faults(state: GameSoFar, trace: Trace) -> None:
    """Record every round whose points the forty cards cannot bring."""
    for number, score in enumerate(state.rounds, 1):
        given = score.north + score.east + score.south + score.west
        if given > WHOLE_DECK and given > (most := points(DECK, trace.silent())):
            trace.fault("VH-11.9", "more-than-the-deck", number=number, points=given, most=most)
        if WHOLE_DECK >= given > WHOLE_DECK - RESERVE * len(SEATS):
            _reserve_faults(score, number, given, trace)
        for alone in (score.north, score.east, score.south, score.west):
            if alone > MOST_ALONE and alone > (most := points(ALONE, trace.silent())):
                trace.fault("VH-11.3", "more-than-one-player", number=number, points=alone, most=most)


@fault_check
def _reserve_faults(score: RoundScore, number: int, given: int, trace: Trace) -> None:
    """Record more points than there are beside the reserves of the players who have none."""
    without = sum(each == 0 for each in (score.north, score.east, score.south, score.west))
    most = WHOLE_DECK - RESERVE * without
    if without and given > most and given > (most := points(DECK, trace.silent()) - RESERVE * without):
        trace.fault("VH-11.3", "reserves-of-others", number=number, points=given, without=without, most=most)


def is_over(state: GameSoFar, trace: Trace) -> bool:
    """Whether no round is left to play."""
    if state.target is None:
        return len(state.rounds) >= state.rounds_agreed
    return any(_at_the_target(state.mode, totals, state.target, trace) for totals in _totals(state))


def _totals(state: GameSoFar) -> list[list[int]]:
    """The totals of the seats before the first round and after each."""
    rounds = [[score.north, score.east, score.south, score.west] for score in state.rounds]
    return [*accumulate(rounds, lambda one, other: [*map(sum, zip(one, other, strict=True))], initial=[0, 0, 0, 0])]


def sides_of(mode: Mode, totals: list[int], trace: Trace) -> dict[Side, int]:
    """The total of each side: of each pair, or of each player."""
    north, east, south, west = totals
    if mode == "solo":
        return {"north": north, "east": east, "south": south, "west": west}
    trace.cite("VH-11.5", "teams", one=north + south, other=east + west)
    return {"north and south": north + south, "east and west": east + west}


def _highest(state: GameSoFar, sides: Mapping[Side, int], trace: Trace) -> list[Side]:
    """The sides with the highest total after the last round; none while rounds are to be played."""
    rounds = state.rounds_agreed
    if len(state.rounds) < rounds:
        trace.cite("VH-12.2", "rounds-to-go", played=len(state.rounds), rounds=rounds)
        return []
    trace.cite("VH-12.2", "rounds-played", rounds=rounds)
    best = max(sides.values())
    first = [side for side, total in sides.items() if total == best]
    if len(first) > 1:
        trace.cite("VH-12.1", "level", sides=[*first], total=best)
    else:
        trace.cite("VH-12.1", "highest-total", side=first[0], total=best)
    return first


def _first_to_the_target(state: GameSoFar, target: int, trace: Trace) -> list[Side]:
    """The sides that reach the target in the first round in which one does; none while nobody has."""
    for number, totals in enumerate(_totals(state)):
        first = _at_the_target(state.mode, totals, target, trace)
        if not first:
            continue
        if number < len(state.rounds):
            trace.fault("VH-12.3", "won-before", sides=[*first], number=number, rounds=len(state.rounds))
            trace.require_possible()
        trace.cite("VH-12.3", "target-reached", target=target)
        if len(first) > 1:
            trace.cite("VH-12.3", "in-the-same-round", sides=[*first])
        else:
            trace.cite("VH-12.3", "first-to-the-target", side=first[0])
        return first
    trace.cite("VH-12.3", "target-not-reached", target=target)
    return []


def _at_the_target(mode: Mode, totals: list[int], target: int, trace: Trace) -> list[Side]:
    """The sides that have the target, as a pair or, read otherwise, through one of their players alone."""
    quiet = trace.silent()
    by_team = [side for side, total in sides_of(mode, totals, quiet).items() if total >= target]
    alone = [total if total >= target else 0 for total in totals]
    by_player = [side for side, total in sides_of(mode, alone, quiet).items() if total]
    if by_team != by_player and trace.reading(TARGET_REACHED_BY) == "player":
        return by_player
    return by_team


GAME_WINNER = Procedure(
    name="game-winner",
    state=GameSoFar,
    decide=game_winner,
    results=(GameStands, Level),
    example=GameSoFar(
        mode="partners",
        rounds=(
            RoundScore(north=20, east=11, south=9, west=14),
            RoundScore(north=7, east=18, south=16, west=10),
            RoundScore(north=12, east=12, south=21, west=8),
            RoundScore(north=15, east=9, south=13, west=19),
        ),
        target=None,
    ),
    summary={"it": "Se la partita è finita e chi l'ha vinta", "en": "Whether the game is over and who has won"},
)

PROCEDURES = (GAME_WINNER,)
