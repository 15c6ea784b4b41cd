"""The questions about points: the reserve, a player's score, a team's, and who has won the game."""

from dataclasses import dataclass
from itertools import accumulate
from typing import Annotated, Literal, TypeAlias

from adjudicator.kernel import Json, Procedure, Ruling, Silent, Trace
from adjudicator.victory_honor.cards import DECK, SEATS, Card, Colour, Mode, cards_in, mask_of
from adjudicator.victory_honor.conflicts import TARGET_REACHED_BY
from adjudicator.victory_honor.play.round import PHASES, PLACES
from adjudicator.victory_honor.play.scoring import points, subtotals
from adjudicator.victory_honor.state import STRICT, counts, twice_faults
from adjudicator.written import Written

Points: TypeAlias = Annotated[int, Written(ge=0)]
ROUNDS = {"four-rounds": 4, "three-rounds": 3}
PLAYED = PHASES * PLACES
"""Cards played in a round: nobody can capture more."""
WHOLE_DECK = points(DECK, Silent())
"""The points of all forty cards, by the default reading."""
ALONE = DECK & ~mask_of(("red 1", "red 2", "red 3"))
"""The best that one player can have: the others keep a reserve each."""
MOST_ALONE = points(ALONE, Silent())
"""The points of that, by the default reading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserve:
    """A player whose three phases are over."""

    __pydantic_config__ = STRICT
    hand: tuple[Card, ...]
    """What is left in hand."""
    captured: tuple[Card, ...]
    """What the player has captured in the three phases."""


def reserve(state: Reserve, trace: Trace) -> Ruling:
    """The spoils with the reserve added."""
    twice_faults((*state.hand, *state.captured), trace)
    if len(state.hand) != 1:
        trace.fault("VH-11.2", "not-one-reserve", cards=len(state.hand))
    _capture_faults(len(state.captured), PLAYED, trace)
    trace.require_possible()
    trace.cite("VH-11.3", "counts-as-captured", card=state.hand[0])
    return trace.ruling("resolved", spoils=[*cards_in(mask_of((*state.captured, *state.hand)))])


def _capture_faults(captured: int, most: int, trace: Trace) -> None:
    """Record more captured cards than there can be: the reserves of the others are never among them."""
    if captured > most:
        trace.fault("VH-11.2", "too-many-captured", cards=captured, most=most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoils:
    """What a player has at the end of a round."""

    __pydantic_config__ = STRICT
    captured: tuple[Card, ...]
    """The captured cards."""
    reserve: Card | None = None
    """The card left in hand, if it is not among the captured ones yet."""


def score_player(state: Spoils, trace: Trace) -> Ruling:
    """The victory points of one player."""
    cards = (*state.captured, state.reserve) if state.reserve else state.captured
    twice_faults(cards, trace)
    _capture_faults(len(cards), PLAYED + 1, trace)
    trace.require_possible()
    scored = _scored(state, trace)
    return trace.ruling("resolved", points=sum(scored.values()), by_colour=counts(scored.items()))


def _scored(state: Spoils, trace: Trace) -> dict[Colour, int]:
    """The points of one player in each colour."""
    spoils = mask_of(state.captured)
    if state.reserve:
        trace.cite("VH-11.3", "counts-as-captured", card=state.reserve)
        spoils |= mask_of((state.reserve,))
    if not spoils:
        trace.cite("VH-11.4", "nothing-captured")
    return subtotals(spoils, trace)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSpoils:
    """What two allies have at the end of a round."""

    __pydantic_config__ = STRICT
    one: Spoils
    """What one of them has."""
    other: Spoils
    """What the other one has."""


def score_team(state: TeamSpoils, trace: Trace) -> Ruling:
    """The victory points of two allies and of their team."""
    reserves = [spoils.reserve for spoils in (state.one, state.other) if spoils.reserve]
    cards = (*state.one.captured, *state.other.captured, *reserves)
    twice_faults(cards, trace)
    _capture_faults(len(cards), PLAYED + 2, trace)
    trace.require_possible()
    trace.cite("VH-11.4", "each-alone")
    trace.cite("VH-11.4", "first-ally")
    first = _scored(state.one, trace)
    trace.cite("VH-11.4", "second-ally")
    second = _scored(state.other, trace)
    one, other = sum(first.values()), sum(second.values())
    trace.cite("VH-11.5", "added", one=one, other=other, team=one + other)
    return trace.ruling(
        "resolved",
        one=one,
        other=other,
        team=one + other,
        one_by_colour=counts(first.items()),
        other_by_colour=counts(second.items()),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundScore:
    """The points of each seat in one round."""

    __pydantic_config__ = STRICT
    north: Points
    """North's points."""
    east: Points
    """East's points."""
    south: Points
    """South's points."""
    west: Points
    """West's points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSoFar:
    """A game after some rounds."""

    __pydantic_config__ = STRICT
    mode: Mode
    """Whether opposite seats are allies."""
    rounds: tuple[RoundScore, ...]
    """The scores of the rounds played so far."""
    agreed: Literal["four-rounds", "three-rounds", "target"] | None = None
    """How long the players agreed to play; where not told, to the target if there is one, else four rounds."""
    target: Annotated[int, Written(ge=1)] | None = None
    """The points to reach, where a target was agreed."""

    @property
    def rounds_agreed(self) -> int | None:
        """How many rounds the game has; none where it goes on up to a target."""
        if self.agreed is None:
            return None if self.target else ROUNDS["four-rounds"]
        return ROUNDS.get(self.agreed)


def game_winner(state: GameSoFar, trace: Trace) -> Ruling:
    """Whether the game is over, and who has won it."""
    rounds = state.rounds_agreed
    if rounds is None and state.target is None:
        trace.cite("VH-12.3", "asks-target")
        return trace.ruling("undecided", missing=["target"])
    if rounds and state.target:
        trace.fault("VH-12.3", "target-and-rounds", target=state.target, rounds=rounds)
    if rounds and len(state.rounds) > rounds:
        trace.fault("VH-12.2", "too-many-rounds", rounds=len(state.rounds), agreed=rounds)
    _score_faults(state, trace)
    trace.require_possible()
    totals = _totals(state)[-1]
    sides = sides_of(state.mode, totals, trace)
    shown: dict[str, Json] = {"totals": dict(zip(SEATS, totals, strict=True)), "sides": {**sides}}
    if rounds is None:
        return _first_to_the_target(state, state.target or 0, shown, trace)
    if not _all_played(state, rounds, trace):
        return trace.ruling("resolved", over=False, winners=[], **shown)
    best = max(sides.values())
    winners = [side for side, total in sides.items() if total == best]
    if len(winners) > 1:
        trace.cite("VH-12.1", "level", sides=winners, total=best)
        return trace.ruling("undecided", over=True, not_stated="tie-break", level=[*winners], **shown)
    trace.cite("VH-12.1", "highest-total", side=winners[0], total=best)
    return trace.ruling("resolved", over=True, winners=[*winners], **shown)


def _score_faults(state: GameSoFar, trace: Trace) -> None:
    """Record every round whose points the forty cards cannot bring."""
    for number, score in enumerate(state.rounds, 1):
        given = score.north + score.east + score.south + score.west
        if given > WHOLE_DECK and given > (most := points(DECK, trace.silent())):
            trace.fault("VH-11.9", "more-than-the-deck", number=number, points=given, most=most)
        alone = max(score.north, score.east, score.south, score.west)
        if alone > MOST_ALONE and alone > (most := points(ALONE, trace.silent())):
            trace.fault("VH-11.3", "more-than-one-player", number=number, points=alone, most=most)


def is_over(state: GameSoFar, trace: Trace) -> bool:
    """Whether no round is left to play; with a target agreed, the target must be given."""
    if state.rounds_agreed:
        return len(state.rounds) >= state.rounds_agreed
    return any(_at_the_target(state.mode, totals, state.target or 0, trace) for totals in _totals(state))


def _totals(state: GameSoFar) -> list[list[int]]:
    """The totals of the seats before the first round and after each."""
    rounds = [[score.north, score.east, score.south, score.west] for score in state.rounds]
    return [*accumulate(rounds, lambda one, other: [*map(sum, zip(one, other, strict=True))], initial=[0, 0, 0, 0])]


def sides_of(mode: Mode, totals: list[int], trace: Trace) -> dict[str, int]:
    """The total of each side: of each pair, or of each player."""
    if mode == "solo":
        return dict(zip(SEATS, totals, strict=True))
    north, east, south, west = totals
    trace.cite("VH-11.5", "teams", one=north + south, other=east + west)
    return {"north and south": north + south, "east and west": east + west}


def _all_played(state: GameSoFar, rounds: int, trace: Trace) -> bool:
    if len(state.rounds) < rounds:
        trace.cite("VH-12.2", "rounds-to-go", played=len(state.rounds), rounds=rounds)
        return False
    trace.cite("VH-12.2", "rounds-played", rounds=rounds)
    return True


def _first_to_the_target(state: GameSoFar, target: int, shown: dict[str, Json], trace: Trace) -> Ruling:
    for number, totals in enumerate(_totals(state)):
        there = _at_the_target(state.mode, totals, target, trace)
        if not there:
            continue
        if number < len(state.rounds):
            trace.fault("VH-12.3", "won-before", sides=there, number=number, rounds=len(state.rounds))
            trace.require_possible()
        trace.cite("VH-12.3", "target-reached", target=target)
        if len(there) > 1:
            trace.cite("VH-12.3", "in-the-same-round", sides=there)
            return trace.ruling("undecided", over=True, not_stated="same-round", level=[*there], **shown)
        trace.cite("VH-12.3", "first-to-the-target", side=there[0])
        return trace.ruling("resolved", over=True, winners=[*there], **shown)
    trace.cite("VH-12.3", "target-not-reached", target=target)
    return trace.ruling("resolved", over=False, winners=[], **shown)


def _at_the_target(mode: Mode, totals: list[int], target: int, trace: Trace) -> list[str]:
    """The sides that have the target, as a pair or, read otherwise, through one of their players alone."""
    quiet = trace.silent()
    by_team = [side for side, total in sides_of(mode, totals, quiet).items() if total >= target]
    alone = [total if total >= target else 0 for total in totals]
    by_player = [side for side, total in sides_of(mode, alone, quiet).items() if total]
    if by_team != by_player and trace.reading(TARGET_REACHED_BY) == "player":
        return by_player
    return by_team


_MINE = Spoils(captured=("red G3", "red 7", "red 5", "blue 6", "black G1", "black G2", "black 3"), reserve="blue G1")
_THEIRS = Spoils(captured=("yellow G1", "yellow 2", "blue 2"))

PROCEDURES = (
    Procedure(
        name="reserve",
        state=Reserve,
        decide=reserve,
        example=Reserve(hand=("blue G1",), captured=("red G3", "blue 6")),
        summary={"it": "Che ne è della carta rimasta in mano", "en": "What becomes of the card left in hand"},
    ),
    Procedure(
        name="score-player",
        state=Spoils,
        decide=score_player,
        example=_MINE,
        summary={"it": "I punti vittoria di un giocatore", "en": "The victory points of a player"},
    ),
    Procedure(
        name="score-team",
        state=TeamSpoils,
        decide=score_team,
        example=TeamSpoils(one=_MINE, other=_THEIRS),
        summary={"it": "I punti vittoria di una squadra", "en": "The victory points of a team"},
    ),
    Procedure(
        name="game-winner",
        state=GameSoFar,
        decide=game_winner,
        example=GameSoFar(
            mode="partners",
            rounds=(
                RoundScore(north=20, east=11, south=9, west=14),
                RoundScore(north=7, east=18, south=16, west=10),
                RoundScore(north=12, east=12, south=21, west=8),
                RoundScore(north=15, east=9, south=13, west=19),
            ),
        ),
        summary={"it": "Se la partita è finita e chi l'ha vinta", "en": "Whether the game is over and who has won"},
    ),
)
