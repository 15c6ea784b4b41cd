"""A whole game gone through: round after round, the score sheet, and the play that stops it if one does."""

from dataclasses import dataclass

from adjudicator.kernel import Ruling, Trace
from adjudicator.victory_honor.cards import NOBODY, Seat, seat_number
from adjudicator.victory_honor.notation import GameRecord
from adjudicator.victory_honor.record import Stop, dealt, played_through, scores_of, stop_at, stop_before_next_round
from adjudicator.victory_honor.round import PHASES, Round
from adjudicator.victory_honor.score_rulings import GameSoFar, RoundScore, game_winner, is_over
from adjudicator.victory_honor.setting_up import opener_of_round


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlayed:
    """How far a game goes by the rules, and what it came to."""

    scores: tuple[RoundScore, ...]
    """The finished rounds."""
    ruling: Ruling
    """Who has won; or why the record stops."""
    stop: Stop | None = None
    """The play that is not legal, in the round after the finished ones."""
    goes_on: Round | None = None
    """The unfinished round, where the record ends in the middle of one."""


def replay(game: GameRecord, trace: Trace) -> GamePlayed:
    """The game followed to its end, or to the first thing in it that the rules do not allow."""
    quiet = trace.silent()
    scores: list[RoundScore] = []
    centre_winner: int | None = None
    for number, record in enumerate(game.rounds, 1):
        if is_over(_game_so_far(game, scores), quiet):
            game_winner(_game_so_far(game, scores), trace)
            ended_by = "VH-12.3" if game.agreed == "target" else "VH-12.2"
            return _stopped(scores, Stop(play=0, barred_by=(ended_by,), instead={}), trace)
        opens = opener_of_round(seat_number(game.rounds[0].opener), number, centre_winner, quiet)
        if opens != seat_number(record.opener):
            opener_of_round(seat_number(game.rounds[0].opener), number, centre_winner, trace)
            return _stopped(scores, Stop(play=0, barred_by=(), instead={}), trace)
        table = dealt(record, trace)
        if table is None:
            return _stopped(scores, Stop(play=0, barred_by=("VH-4.2",), instead={}), trace)
        played = played_through(table, record.plays, quiet)
        if played.stop:
            stop = stop_at(played.state, record.plays[played.stop.play], played.stop.play, trace)
            return _stopped(scores, stop or played.stop, trace)
        if played.state.phase <= PHASES and number < len(game.rounds):
            return _stopped(scores, stop_before_next_round(played.state, len(record.plays), trace), trace)
        if played.state.phase <= PHASES:
            return GamePlayed(
                scores=tuple(scores), ruling=game_winner(_game_so_far(game, scores), trace), goes_on=played.state
            )
        winner = played.ends[-1].centre.winner
        centre_winner = None if winner == NOBODY else winner
        points = scores_of(played.state, quiet)
        scores.append(_score(points))
    return GamePlayed(scores=tuple(scores), ruling=game_winner(_game_so_far(game, scores), trace))


def _stopped(scores: list[RoundScore], stop: Stop, trace: Trace) -> GamePlayed:
    ruling = trace.ruling("illegal", play=stop.play, barred_by=[*stop.barred_by], instead=stop.instead)
    return GamePlayed(scores=tuple(scores), ruling=ruling, stop=stop)


def _game_so_far(game: GameRecord, scores: list[RoundScore]) -> GameSoFar:
    return GameSoFar(mode=game.mode, rounds=tuple(scores), agreed=game.agreed, target=game.target)


def _score(points: dict[Seat, int]) -> RoundScore:
    return RoundScore(north=points["north"], east=points["east"], south=points["south"], west=points["west"])
