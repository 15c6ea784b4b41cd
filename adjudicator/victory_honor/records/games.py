"""A whole game gone through: round after round, the score sheet, and the play that stops it if one does."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudicator.kernel import Ruling, Trace
from adjudicator.victory_honor.cards import NOBODY, SEATS, Colour, Seat, seat_number
from adjudicator.victory_honor.play.deal import opener_of_round
from adjudicator.victory_honor.play.phases import PhaseEnd
from adjudicator.victory_honor.play.round import PHASES, Round
from adjudicator.victory_honor.records.notation import GameRecord
from adjudicator.victory_honor.records.record import (
    Stop,
    dealt,
    played_through,
    scores_of,
    stop_at,
    stop_before_next_round,
)
from adjudicator.victory_honor.results import Instead
from adjudicator.victory_honor.rulings.game import GAME_WINNER, GameSoFar, RoundScore, is_over


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPlayed:
    """How far a round went."""

    ends: tuple[PhaseEnd, ...]
    """The phases that are over."""
    points: Mapping[Seat, Mapping[Colour, int]] | None = None
    """The points of each seat in each colour, once the round is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlayed:
    """How far a game goes by the rules, and what it came to."""

    rounds: tuple[RoundPlayed, ...]
    """Every round that was begun by the rules, up to the play that stops the record if one does."""
    ruling: Ruling
    """Who has won; or why the record stops."""
    stop: Stop | None = None
    """The play that is not legal, in the round after the finished ones."""
    goes_on: Round | None = None
    """The unfinished round, where the record ends in the middle of one."""

    @property
    def scores(self) -> tuple[RoundScore, ...]:
        """The points of the finished rounds."""
        return _scores(self.rounds)


def replay(game: GameRecord, trace: Trace) -> GamePlayed:
    """The game followed to its end, or to the first thing in it that the rules do not allow."""
    quiet = trace.silent()
    rounds: list[RoundPlayed] = []
    first, centre_winner = seat_number(game.rounds[0].opener) if game.rounds else NOBODY, NOBODY
    for number, record in enumerate(game.rounds, 1):
        if is_over(_game_so_far(game, rounds), quiet):
            return _stopped(rounds, _stop_after_the_end(_game_so_far(game, rounds), trace), trace)
        opens = opener_of_round(first, number, centre_winner, quiet)
        if opens not in (NOBODY, seat_number(record.opener)):
            opener_of_round(first, number, centre_winner, trace)
            trace.bar("VH-3.7", "another-opens", seat=record.opener, turn=SEATS[opens])
            return _stopped(rounds, Stop(play=0, barred_by=(), instead=Instead()), trace)
        table = dealt(record, trace)
        if table is None:
            return _stopped(rounds, Stop(play=0, barred_by=("VH-4.2",), instead=Instead()), trace)
        played = played_through(table, record.plays, quiet)
        unfinished = (*rounds, RoundPlayed(ends=played.ends))
        if played.stop:
            stop = stop_at(played.state, record.plays[played.stop.play], played.stop.play, trace)
            return _stopped(unfinished, stop or played.stop, trace)
        if played.state.phase <= PHASES and number < len(game.rounds):
            return _stopped(unfinished, stop_before_next_round(played.state, len(record.plays), trace), trace)
        if played.state.phase <= PHASES:
            ruling = GAME_WINNER.follow(_game_so_far(game, rounds), trace)
            return GamePlayed(rounds=unfinished, ruling=ruling, goes_on=played.state)
        centre_winner = played.ends[-1].centre.winner
        rounds.append(RoundPlayed(ends=played.ends, points=scores_of(played.state, quiet)))
    return GamePlayed(rounds=tuple(rounds), ruling=GAME_WINNER.follow(_game_so_far(game, rounds), trace))


def _stop_after_the_end(game: GameSoFar, trace: Trace) -> Stop:
    """Why no round can follow those of a game that is over."""
    if game.target is None:
        trace.bar("VH-12.2", "rounds-played", rounds=len(game.rounds))
        return Stop(play=0, barred_by=("VH-12.2",), instead=Instead())
    trace.bar("VH-12.3", "target-reached", target=game.target)
    return Stop(play=0, barred_by=("VH-12.3",), instead=Instead())


def _stopped(rounds: Iterable[RoundPlayed], stop: Stop, trace: Trace) -> GamePlayed:
    return GamePlayed(rounds=tuple(rounds), ruling=trace.judged(stop), stop=stop)


def _game_so_far(game: GameRecord, rounds: Iterable[RoundPlayed]) -> GameSoFar:
    return GameSoFar(mode=game.mode, rounds=_scores(rounds), agreed=game.agreed, target=game.target)


def _scores(rounds: Iterable[RoundPlayed]) -> tuple[RoundScore, ...]:
    return tuple(_score(played.points) for played in rounds if played.points is not None)


def _score(points: Mapping[Seat, Mapping[Colour, int]]) -> RoundScore:
    north, east, south, west = (sum(points[seat].values()) for seat in SEATS)
    return RoundScore(north=north, east=east, south=south, west=west)
