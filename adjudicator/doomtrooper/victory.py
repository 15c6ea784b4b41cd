"""Whether the game is over: the target reached, a draw, empty decks, the bonus for a Battle."""

from collections import Counter
from dataclasses import dataclass

from adjudicator.doomtrooper.conflicts import BATTLE_BONUS, BOTH_AT_TARGET, BOTH_DECKS_EMPTY, FURTHER_TEN_POINTS
from adjudicator.doomtrooper.state import STRICT, Count
from adjudicator.doomtrooper.tables import BATTLE_BONUS as BONUS
from adjudicator.doomtrooper.tables import FURTHER_POINTS, TARGET
from adjudicator.kernel import Json, Procedure, Ruling, Silence, Trace, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One player's standing."""

    __pydantic_config__ = STRICT
    player: str
    """Who it is."""
    points: int
    """Promotion Points, those just earned included."""
    battle_in_play: bool = False
    """Whether the player still has a Battle card in play."""
    takes_bonus: bool | None = None
    """Whether the player adds the bonus for it, once that comes up."""
    deck_empty: bool = False
    """Whether the draw deck has run out."""
    warriors_in_play: bool = True
    """Whether the player has warriors in play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The scores after something brought points, or a deck ran out."""

    __pydantic_config__ = STRICT
    scores: tuple[Score, ...]
    """Every player's."""
    target: Count = TARGET
    """The total that wins."""
    tied_at: int | None = None
    """In a game that goes on after a tie with both decks empty: the points of that tie."""


def standings_faults(state: Standings, trace: Trace) -> None:
    """Record what keeps these scores from coming up."""
    if len(state.scores) < 2:
        trace.fault("DT-1.7", "no-opponent", players=len(state.scores))
    for player, count in Counter(score.player for score in state.scores).items():
        if count > 1:
            trace.fault("DT-1.7", "named-twice", player=player)
    if state.target == 0:
        trace.fault("DT-1.5", "no-target")


def outcome_of(state: Standings, trace: Trace) -> tuple[Verdict, dict[str, Json]]:
    """Verdict and outcome: won and by whom, drawn, or going on."""
    reached = [score.player for score in state.scores if score.points >= state.target]
    if reached and state.tied_at is not None and not _further_points_made(state, state.tied_at, trace):
        trace.cite("DT-6.10", "target-comes-first", target=state.target, further=FURTHER_POINTS)
        raise Silence("target-before-the-further-points")
    if reached:
        totals = {score.player: score.points for score in state.scores}
        for score in state.scores:
            if not score.battle_in_play or reached == [score.player]:
                continue
            if _asks_for_bonus(score, state.target, totals, trace):
                return "choice", {"player": score.player, "options": ["take-bonus", "leave-bonus"]}
        return _at_target(totals, state.target, trace)
    if state.tied_at is not None:
        return _played_on(state, state.tied_at, trace)
    if all(score.deck_empty for score in state.scores):
        return _decks_out(state, trace)
    trace.cite("DT-1.5", "not-reached", target=state.target)
    return _goes_on(state)


def _asks_for_bonus(score: Score, target: int, totals: dict[str, int], trace: Trace) -> bool:
    """Add the Battle bonus to a player's total; true where it is still to be chosen and matters."""
    if score.points + BONUS < target:
        trace.cite("DT-19.11", "not-enough", player=score.player, bonus=BONUS)
    elif score.takes_bonus is False:
        return False
    elif trace.reading(BATTLE_BONUS) == "game-already-over":
        trace.cite("DT-19.11", "too-late", player=score.player)
    elif score.takes_bonus is None:
        trace.cite("DT-19.11", "may-add", player=score.player, bonus=BONUS)
        return True
    else:
        totals[score.player] += BONUS
        trace.cite("DT-19.11", "adds", player=score.player, total=totals[score.player])
    return False


def _at_target(totals: dict[str, int], target: int, trace: Trace) -> tuple[Verdict, dict[str, Json]]:
    reached = [player for player, points in totals.items() if points >= target]
    best = max(totals.values())
    leaders = [player for player in reached if totals[player] == best]
    after: dict[str, Json] = dict(totals)
    if len(reached) == 1:
        trace.cite("DT-1.5", "reached", player=reached[0], points=totals[reached[0]], target=target)
        return "resolved", {"game": "won", "winner": reached[0], "points": after}
    trace.cite("DT-1.6", "together", players=reached)
    if len(leaders) > 1:
        trace.cite("DT-1.7", "equal-scores", points=best)
        return "resolved", {"game": "drawn", "winner": None, "points": after}
    if trace.reading(BOTH_AT_TARGET) == "higher-wins":
        trace.cite("DT-1.5", "higher-total", player=leaders[0], points=best)
        return "resolved", {"game": "won", "winner": leaders[0], "points": after}
    trace.cite("DT-1.7", "both-at-target")
    return "resolved", {"game": "drawn", "winner": None, "points": after}


def _decks_out(state: Standings, trace: Trace) -> tuple[Verdict, dict[str, Json]]:
    warriors = any(score.warriors_in_play for score in state.scores)
    if warriors and trace.reading(BOTH_DECKS_EMPTY) == "warriors-play-on":
        trace.cite("DT-6.7", "warriors-left")
        return _goes_on(state)
    best = max(score.points for score in state.scores)
    leaders = [score.player for score in state.scores if score.points == best]
    if len(leaders) == 1:
        trace.cite("DT-6.9", "more-points", player=leaders[0], points=best)
        return "resolved", {"game": "won", "winner": leaders[0], "points": _points(state)}
    trace.cite("DT-6.10", "tied", points=best, further=FURTHER_POINTS)
    return _goes_on(state)


def _played_on(state: Standings, tied_at: int, trace: Trace) -> tuple[Verdict, dict[str, Json]]:
    """A game that went on after a tie, until ten points more."""
    since = {score.player: score.points - tied_at for score in state.scores}
    most = max(since.values())
    leaders = [player for player, points in since.items() if points == most]
    if not _further_points_made(state, tied_at, trace) or len(leaders) > 1:
        trace.cite("DT-6.10", "plays-on", further=FURTHER_POINTS)
        return _goes_on(state)
    trace.cite("DT-6.10", "further-points-reached", player=leaders[0])
    return "resolved", {"game": "won", "winner": leaders[0], "points": _points(state)}


def _further_points_made(state: Standings, tied_at: int, trace: Trace) -> bool:
    since = [score.points - tied_at for score in state.scores]
    made = sum(since) if trace.reading(FURTHER_TEN_POINTS) == "in-all" else max(since)
    return made >= FURTHER_POINTS


def _goes_on(state: Standings) -> tuple[Verdict, dict[str, Json]]:
    return "resolved", {"game": "goes-on", "winner": None, "points": _points(state)}


def _points(state: Standings) -> dict[str, Json]:
    return {score.player: score.points for score in state.scores}


def victory(state: Standings, trace: Trace) -> Ruling:
    """Whether the game is won, drawn or goes on."""
    standings_faults(state, trace)
    trace.require_possible()
    verdict, outcome = outcome_of(state, trace)
    return trace.ruling(verdict, **outcome)


PROCEDURES = (
    Procedure(
        name="victory",
        state=Standings,
        decide=victory,
        example=Standings(scores=(Score(player="Anna", points=42), Score(player="Bruno", points=40))),
        summary={
            "it": "Se la partita è vinta, pari o continua",
            "en": "Whether the game is won, drawn or goes on",
        },
    ),
)
