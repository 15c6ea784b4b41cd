"""Whether the game is over.

Whoever reaches the target wins, and whoever still has a Battle in play may first add its bonus. Of two who
reach it together the higher total wins, and equal ones draw. If every deck is empty the higher total wins;
equal ones play on until one has made ten points more.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Literal

from adjudicator.doomtrooper.conflicts import BATTLE_BONUS, BOTH_AT_TARGET, BOTH_DECKS_EMPTY, FURTHER_TEN_POINTS
from adjudicator.doomtrooper.state import Count
from adjudicator.doomtrooper.tables import BATTLE_BONUS as BONUS
from adjudicator.doomtrooper.tables import FURTHER_POINTS, TARGET
from adjudicator.kernel import Procedure, Ruling, Trace, fault_check, result_type, state_type


@state_type
class Score:
    """One player's standing."""

    player: str
    """Who it is."""
    points: int
    """Promotion Points, those just earned included."""
    battle_in_play: bool = False
    """Whether the player still has a Battle card in play."""
    takes_bonus: bool | None = None
    """Whether the player adds the bonus for it; none while that has not come up."""
    deck_empty: bool = False
    """Whether the draw deck has run out."""
    warriors_in_play: bool = True
    """Whether the player has warriors in play."""


@state_type
class Standings:
    """The scores after something brought points, or a deck ran out."""

    scores: tuple[Score, ...]
    """Every player's."""
    target: Count = TARGET
    """The total that wins."""
    tied_at: int | None = None
    """In a game that goes on after a tie with both decks empty: the points of that tie."""


@fault_check
def standings_faults(state: Standings, trace: Trace) -> None:
    """Record what keeps these scores from coming up."""
    if len(state.scores) < 2:
        trace.fault("DT-1.7", "no-opponent", players=len(state.scores))
    for player, count in Counter(score.player for score in state.scores).items():
        if count > 1:
            trace.fault("DT-1.7", "named-twice", player=player)
    if state.target == 0:
        trace.fault("DT-1.5", "no-target")


@result_type
class GameState:
    """What the scores make of the game."""

    game: Literal["won", "drawn", "goes-on"]
    winner: str | None
    points: Mapping[str, int]
    """Every player's Promotion Points."""


@result_type
class BonusChoice:
    """A bonus that a player may take or leave."""

    player: str
    """Who decides."""
    options: tuple[Literal["take-bonus", "leave-bonus"], ...] = ("take-bonus", "leave-bonus")


def game_state(state: Standings, trace: Trace) -> GameState:
    """Won and by whom, drawn, or going on; stops where a player chooses or no rule says it."""
    reached = [score.player for score in state.scores if score.points >= state.target]
    if reached and state.tied_at is not None and not _further_points_made(state, state.tied_at, trace):
        trace.cite("DT-6.10", "target-comes-first", target=state.target, further=FURTHER_POINTS)
        trace.silence("target-before-the-further-points")
    if reached:
        return _at_target(_with_bonus(state, reached, trace), state.target, trace)
    if state.tied_at is not None:
        return _played_on(state, state.tied_at, trace)
    if all(score.deck_empty for score in state.scores):
        return _decks_out(state, trace)
    trace.cite("DT-1.5", "not-reached", target=state.target)
    return _going_on(state)


def _with_bonus(state: Standings, reached: list[str], trace: Trace) -> dict[str, int]:
    """The points with the bonus of everyone who takes it; stops where that is still to be chosen."""
    totals = {score.player: score.points for score in state.scores}
    for score in state.scores:
        if not score.battle_in_play or reached == [score.player]:
            continue
        if score.points + BONUS < state.target:
            trace.cite("DT-19.11", "not-enough", player=score.player, bonus=BONUS)
        elif score.takes_bonus is False:
            continue
        elif trace.reading(BATTLE_BONUS) == "game-already-over":
            trace.cite("DT-19.11", "too-late", player=score.player)
        elif score.takes_bonus is None:
            trace.cite("DT-19.11", "may-add", player=score.player, bonus=BONUS)
            trace.choice(BonusChoice(player=score.player))
        else:
            totals[score.player] += BONUS
            trace.cite("DT-19.11", "adds", player=score.player, total=totals[score.player])
    return totals


def _at_target(totals: dict[str, int], target: int, trace: Trace) -> GameState:
    reached = [player for player, points in totals.items() if points >= target]
    best = max(totals.values())
    leaders = [player for player in reached if totals[player] == best]
    if len(reached) == 1:
        trace.cite("DT-1.5", "reached", player=reached[0], points=totals[reached[0]], target=target)
        return GameState(game="won", winner=reached[0], points=totals)
    trace.cite("DT-1.6", "together", players=reached)
    if len(leaders) > 1:
        trace.cite("DT-1.7", "equal-scores", points=best)
        return GameState(game="drawn", winner=None, points=totals)
    if trace.reading(BOTH_AT_TARGET) == "higher-wins":
        trace.cite("DT-1.5", "higher-total", player=leaders[0], points=best)
        return GameState(game="won", winner=leaders[0], points=totals)
    trace.cite("DT-1.7", "both-at-target")
    return GameState(game="drawn", winner=None, points=totals)


def _decks_out(state: Standings, trace: Trace) -> GameState:
    warriors = any(score.warriors_in_play for score in state.scores)
    if warriors and trace.reading(BOTH_DECKS_EMPTY) == "warriors-play-on":
        trace.cite("DT-6.7", "warriors-left")
        return _going_on(state)
    best = max(score.points for score in state.scores)
    leaders = [score.player for score in state.scores if score.points == best]
    if len(leaders) == 1:
        trace.cite("DT-6.9", "more-points", player=leaders[0], points=best)
        return GameState(game="won", winner=leaders[0], points=_points(state))
    trace.cite("DT-6.10", "tied", points=best, further=FURTHER_POINTS)
    return _going_on(state)


def _played_on(state: Standings, tied_at: int, trace: Trace) -> GameState:
    """A game that went on after a tie, until ten points more."""
    since = {score.player: score.points - tied_at for score in state.scores}
    most = max(since.values())
    leaders = [player for player, points in since.items() if points == most]
    if not _further_points_made(state, tied_at, trace) or len(leaders) > 1:
        trace.cite("DT-6.10", "plays-on", further=FURTHER_POINTS)
        return _going_on(state)
    trace.cite("DT-6.10", "further-points-reached", player=leaders[0])
    return GameState(game="won", winner=leaders[0], points=_points(state))


def _further_points_made(state: Standings, tied_at: int, trace: Trace) -> bool:
    since = [score.points - tied_at for score in state.scores]
    made = sum(since) if trace.reading(FURTHER_TEN_POINTS) == "in-all" else max(since)
    return made >= FURTHER_POINTS


def _going_on(state: Standings) -> GameState:
    return GameState(game="goes-on", winner=None, points=_points(state))


def _points(state: Standings) -> dict[str, int]:
    return {score.player: score.points for score in state.scores}


def victory(state: Standings, trace: Trace) -> Ruling:
    """Whether the game is won, drawn or goes on."""
    standings_faults(state, trace)
    trace.require_possible()
    return trace.resolved(game_state(state, trace))


PROCEDURES = (
    Procedure(
        name="victory",
        state=Standings,
        decide=victory,
        results=(GameState, BonusChoice),
        example=Standings(scores=(Score(player="Anna", points=42), Score(player="Bruno", points=40))),
        summary={
            "it": "Se la partita è vinta, pari o continua",
            "en": "Whether the game is won, drawn or goes on",
        },
    ),
)
