"""What a riot leads to: the results table.

Control changes only when the attacker wins. Force of six or seven is right; from eight on it is a
Massacre, which costs the winner sympathy or its gain. A defender who wins without one may rally.
"""

import dataclasses
from dataclasses import dataclass
from typing import Any

from adjudicator.kernel import Procedure, Ruling, Trace, fault_check, result_type, state_type
from adjudicator.vwars.conflicts import (
    ATTACKER_MASSACRE_CONTROL,
    ATTACKER_MASSACRE_SYMPATHY,
    DEFENDER_MASSACRE,
    NEWS_AGENCY,
    ROLE_BONUSES,
    WON_WITHIN_A_ROW,
)
from adjudicator.vwars.state import (
    Count,
    Side,
    Track,
    VampireRole,
    enemy,
    pieces,
    role_faults,
    track_faults,
    uncounted_city_faults,
)
from adjudicator.vwars.tables import MASSACRE_STRENGTH, WINNING_STRENGTH
from adjudicator.vwars.victory import game_winner, winner_open


def move_sympathy(track: Track, side: Side, tokens: int) -> Track:
    """Sympathy moved for a side: tokens on the track for the vampires, off it for the humans."""
    return track.with_sympathy(tokens if side == "vampire" else -tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The board after a row of the results table."""

    controller: Side
    track: Track
    rally: bool
    """Whether the defender may now rally."""
    game_winner: Side | None = None
    """Who won the game between two effects of the row, if that counts."""


def apply_results(
    defender: Side,
    winner: Side,
    strength: int,
    track: Track,
    roles: tuple[VampireRole, ...],
    trace: Trace,
    *,
    counted: bool = False,
    news_agency: bool = False,
) -> Row:
    """The row of the table for this winner and this strength.

    `counted` says that the Victory marker counts the city for the vampires already, though they attack.
    """
    massacre = strength >= MASSACRE_STRENGTH
    if massacre:
        trace.cite("VW-9.3", "massacre", side=winner, strength=strength)
    else:
        trace.cite("VW-9.2", "right-force", side=winner, strength=strength)
    if winner == defender:
        after = _defender_won(defender, massacre, track, trace)
    else:
        after = _attacker_won(defender, winner, massacre, track, counted, trace)
    if winner == "human":
        check_news_agency(news_agency, trace)
    if after.track.sympathy_tokens > track.sympathy_tokens:
        return dataclasses.replace(after, track=add_token_of_brad(after.track, roles, trace))
    return after


def check_news_agency(in_force: bool, trace: Trace) -> None:
    """The note on the rows in which the humans win; what the modifier does is written nowhere."""
    if trace.reading(NEWS_AGENCY) == "en-rulebook":
        return
    if in_force:
        trace.cite("VW-9.19", "in-force")
        trace.silence("news-agency")
    trace.cite("VW-9.19", "none-in-force")


def add_token_of_brad(track: Track, roles: tuple[VampireRole, ...], trace: Trace) -> Track:
    """One more token where Brad is among the vampires in the region in which sympathy has just grown."""
    if "brad" not in roles:
        return track
    if trace.reading(ROLE_BONUSES) == "en-rulebook":
        trace.cite("VW-12.2", "on-the-card")
        trace.silence("role-card")
    track = track.with_sympathy(1)
    trace.cite("VW-12.2", "one-token-more", tokens=track.sympathy_tokens)
    return track


def _defender_won(defender: Side, massacre: bool, track: Track, trace: Trace) -> Row:
    trace.cite("VW-9.1", "defender-holds", side=defender)
    if not massacre:
        trace.cite("VW-9.6", "two-or-rally", side=defender)
        return Row(controller=defender, track=track, rally=True)
    if trace.reading(DEFENDER_MASSACRE) == "text":
        track = move_sympathy(track, enemy(defender), 1)
        trace.cite("VW-9.3", "swings-to-loser", side=enemy(defender), tokens=track.sympathy_tokens)
    else:
        trace.cite("VW-9.7", "no-effect", side=defender)
    return Row(controller=defender, track=track, rally=False)


def _attacker_won(defender: Side, winner: Side, massacre: bool, track: Track, counted: bool, trace: Trace) -> Row:
    won: Side | None = None
    if massacre and trace.reading(ATTACKER_MASSACRE_CONTROL) == "text":
        trace.cite("VW-9.1", "massacre-takes-nothing", side=winner)
        owner = defender
    else:
        trace.cite("VW-9.1", "attacker-takes", side=winner)
        owner = winner
        if counted:
            trace.cite("VW-10.4", "counted-already", marker=track.victory_marker)
        else:
            track = track.with_cities(1 if winner == "vampire" else -1)
    if not massacre:
        track = move_sympathy(track, winner, 1)
        trace.cite(
            "VW-9.4",
            "city-marker-sympathy",
            side=winner,
            marker=track.victory_marker,
            tokens=track.sympathy_tokens,
        )
    elif trace.reading(ATTACKER_MASSACRE_SYMPATHY) == "it-summary":
        won = _won_before_sympathy(owner, winner, track, trace)
        track = move_sympathy(track, defender, 1)
        trace.cite(
            "VW-9.5",
            "sympathy-to-loser",
            side=winner,
            loser=defender,
            marker=track.victory_marker,
            tokens=track.sympathy_tokens,
        )
    else:
        trace.cite("VW-9.5", "no-sympathy", side=winner, marker=track.victory_marker, tokens=track.sympathy_tokens)
    trace.cite("VW-10.4", "marker-after-riot", marker=track.victory_marker)
    return Row(controller=owner, track=track, rally=False, game_winner=won)


def _won_before_sympathy(owner: Side, winner: Side, track: Track, trace: Trace) -> Side | None:
    """The vampires, where their Massacre takes the marker to the tokens before it takes a token off."""
    if not (owner == winner == "vampire" and track.victory_marker == track.last_visible):
        return None
    if trace.reading(WON_WITHIN_A_ROW) == "after-results":
        trace.cite("VW-10.6", "row-first", marker=track.victory_marker, tokens=track.sympathy_tokens)
        return None
    trace.cite("VW-10.3", "won-between-effects", marker=track.victory_marker)
    return "vampire"


@state_type
class RiotOutcome:
    """A riot that has been fought, and the board before its results."""

    controller: Side
    """The side that controls the city before: the defender."""
    winner: Side | None
    """The side that won the fight; nobody where it sputtered out."""
    strength: Count
    """Its combat strength; where it sputtered out, the higher one when the cards were used up."""
    track: Track
    """The Vampire Victory track before."""
    vampire_roles: tuple[VampireRole, ...] = ()
    """Roles of the Public Vampires in the region, where they may matter."""
    news_agency: bool = False
    """Whether a news agency modifier is in force; the Italian table names one where the humans win."""


@result_type
class BoardAfterRiot:
    """The board after the results of a riot, but for who has won the game."""

    controller: Side
    """The side that controls the city now."""
    massacre: bool
    rally: bool
    """Whether the defender may now rally."""
    victory_marker: int
    sympathy_tokens: int
    last_visible: int


@result_type
class RiotResults(BoardAfterRiot):
    """The board after the results of a riot."""

    game_winner: Side | None


@result_type
class RiotWinnerNotStated(BoardAfterRiot):
    """A riot after which no text says who has won the game."""

    not_stated: str


def riot_outcome(state: RiotOutcome, trace: Trace) -> Ruling:
    """The results table: who holds the city, marker, tokens, whether the defender rallies."""
    track_faults(state.track, trace)
    uncounted_city_faults(state.controller, state.track, trace)
    role_faults(state.vampire_roles, trace)
    _strength_faults(state, trace)
    trace.require_possible()
    if state.winner is None:
        trace.cite("VW-8.15", "sputters-out")
        row = Row(controller=state.controller, track=state.track, rally=False)
        return trace.resolved(RiotResults(**_board(row, massacre=False), game_winner=None))
    row = apply_results(
        state.controller,
        state.winner,
        state.strength,
        state.track,
        state.vampire_roles,
        trace,
        news_agency=state.news_agency,
    )
    board = _board(row, massacre=state.strength >= MASSACRE_STRENGTH)
    with winner_open(lambda not_stated: RiotWinnerNotStated(**board, not_stated=not_stated)):
        winner = row.game_winner or game_winner(row.track, None, trace)
    return trace.resolved(RiotResults(**board, game_winner=winner))


@fault_check
def _strength_faults(state: RiotOutcome, trace: Trace) -> None:
    if state.winner is None and state.strength >= WINNING_STRENGTH:
        trace.fault("VW-8.15", "no-sputtering-at-six", strength=state.strength)
    if state.winner is not None and state.strength < WINNING_STRENGTH:
        trace.fault("VW-8.2", "nobody-won", strength=state.strength)


def _board(row: Row, *, massacre: bool) -> dict[str, Any]:
    return {"controller": row.controller, "massacre": massacre, "rally": row.rally, **pieces(row.track)}


_TRACK = Track(sympathy_tokens=7, victory_marker=5)

PROCEDURES = (
    Procedure(
        name="riot-outcome",
        state=RiotOutcome,
        decide=riot_outcome,
        results=(RiotResults, RiotWinnerNotStated),
        example=RiotOutcome(controller="human", winner="vampire", strength=8, track=_TRACK),
        summary={
            "it": "Che cosa comporta una rivolta vinta: città, segnalino Vittoria, simpatia",
            "en": "What a riot that was won leads to: city, Victory marker, sympathy",
        },
    ),
)
