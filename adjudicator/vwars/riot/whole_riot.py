"""A whole riot, from the card in the Now slot to the last token on the board.

In the order of the book: whether there can be a riot at all; the card joins the Region deck; who defends;
the fight; the results table; the rally; the cards after combat; whether somebody has won the game.
"""

from dataclasses import fields, replace
from typing import Any

from adjudicator.kernel import Procedure, Ruling, Stopped, Trace, Verdict, result_type, state_type
from adjudicator.vwars.conflicts import MARTIAL_LAW_EFFECTS
from adjudicator.vwars.riot.after_combat import discard_after_combat
from adjudicator.vwars.riot.fight import Fought, fight
from adjudicator.vwars.riot.outbreak import cite_outbreak, fighting_is_over, find_defender, reinforce
from adjudicator.vwars.riot.rally import (
    RallyChoice,
    RallyFacts,
    RallyOptions,
    hold_rally,
    rally_faults,
)
from adjudicator.vwars.riot.results import apply_results
from adjudicator.vwars.state import (
    Card,
    City,
    Side,
    Track,
    VampireRole,
    city_counted,
    city_faults,
    enemy,
    pieces,
    player_card_faults,
    track_faults,
)
from adjudicator.vwars.victory import winner_after_riot


@state_type
class Riot:
    """A riot about to break out, with everything it may touch."""

    city: City
    """The city of the riot."""
    cards: tuple[Card, ...]
    """The Region deck with the Riot card shuffled in, in the order it will be revealed."""
    track: Track
    """The Vampire Victory track before."""
    rally: RallyFacts
    """What a rally depends on, where there is one."""
    vampire_roles: tuple[VampireRole, ...] = ()
    """Roles of the Public Vampires in the region, where they may matter."""
    news_agency: bool = False
    """Whether a news agency modifier is in force; the Italian table names one where the humans win."""


@result_type
class NoRiot:
    """The board where there can be no riot any more: as it was."""

    happens: bool = False
    defender: Side
    attacker: Side
    victory_marker: int
    sympathy_tokens: int
    last_visible: int
    game_winner: Side | None


@result_type
class RiotFought:
    """The board after a riot, as far as it is settled."""

    defender: Side
    attacker: Side
    happens: bool = True
    winner: Side | None
    """Who won the fight, if somebody did."""
    strength: int
    """The winner's combat strength, 0 without one."""
    massacre: bool
    human_troops: int
    vampire_troops: int
    controller: Side
    """The side that controls the city now."""
    victory_marker: int
    sympathy_tokens: int
    last_visible: int
    rally: RallyChoice | None
    """What a rally was used for, if there was one."""
    martial_law_tokens: int | None = None
    """Martial Law tokens on the board, where there was a rally."""
    awakened: bool | None = None
    """Whether the player joins the vampires, where the rally was to awaken one."""
    unrevealed: int
    """Cards of the deck never turned over."""
    discarded: int | None = None
    """Cards discarded after combat; left out where no text says which."""
    region_deck: int | None = None
    """Cards in the Region deck after that."""
    not_stated: str | None = None
    """What no text says, where the ruling hangs on it."""


@result_type
class RiotOver(RiotFought):
    """The board after a riot."""

    game_winner: Side | None


@result_type
class RiotWaiting(RiotFought):
    """The board after a riot whose rally the defender has yet to use."""

    options: tuple[RallyChoice, ...]
    """What the rally may be used for."""


def riot(state: Riot, trace: Trace) -> Ruling:
    """Everything the riot changes, and whether the game is over."""
    _faults(state, trace)
    over = fighting_is_over(state.city.martial_law, trace)
    if not over:
        trace.cite("VW-8.7", "card-shuffled-in", cards=len(state.cards))
    defender = find_defender(state.city, trace)
    if over:
        return trace.resolved(
            NoRiot(defender=defender, attacker=enemy(defender), **pieces(state.track), game_winner=None)
        )
    cite_outbreak(state.city, trace)
    fought = _fight(state, defender, trace)
    so_far = _settled(state, defender, fought)
    if fought.winner is None:
        return _close(_discard(so_far, fought, trace), None, trace)
    row = apply_results(
        defender,
        fought.winner,
        fought.strength,
        state.track,
        state.vampire_roles,
        trace,
        counted=state.city.vampire_control and defender == "human",
        news_agency=state.news_agency,
    )
    so_far = replace(so_far, controller=row.controller, **pieces(row.track))
    if row.rally:
        return _rally(state, row.track, fought, so_far, trace)
    so_far = _discard(so_far, fought, trace)
    return _close(so_far, winner_after_riot(row.track, None, trace, row.game_winner), trace)


def _faults(state: Riot, trace: Trace) -> None:
    track_faults(state.track, trace)
    city_faults(state.city, trace)
    rally_faults(state.rally, state.city.region_martial_law, state.vampire_roles, trace)
    city_counted(state.city.controller, state.track, trace)
    if not state.cards:
        trace.fault("VW-8.7", "no-riot-card")
    player_card_faults(len(state.cards), trace)
    trace.require_possible()


def _fight(state: Riot, defender: Side, trace: Trace) -> Fought:
    """The fight; where nothing says who won it, the ruling stops with all that is settled."""
    vampire_troops = reinforce(state.city.vampire_troops, state.vampire_roles, trace)
    try:
        return fight(state.city.human_troops, vampire_troops, state.cards, state.vampire_roles, trace)
    except Stopped as stopped:
        if isinstance(stopped.result, Fought):
            raise Stopped(stopped.verdict, _settled(state, defender, stopped.result)) from None
        raise


def _settled(state: Riot, defender: Side, fought: Fought) -> RiotFought:
    """What stands after the fight and before its results."""
    return RiotFought(
        defender=defender,
        attacker=enemy(defender),
        winner=fought.winner,
        strength=fought.strength,
        massacre=fought.massacre,
        human_troops=fought.human_troops,
        vampire_troops=fought.vampire_troops,
        controller=defender,
        unrevealed=fought.unrevealed,
        **pieces(state.track),
        rally=None,
        not_stated=fought.not_stated,
    )


def _rally(state: Riot, track: Track, fought: Fought, so_far: RiotFought, trace: Trace) -> Ruling:
    """The riot with its rally; the cards are discarded even where the rally has yet to be used."""
    region_martial_law = state.city.region_martial_law
    try:
        power = hold_rally(so_far.defender, region_martial_law, state.rally, track, state.vampire_roles, trace)
    except Stopped as stopped:
        if not isinstance(stopped.result, RallyOptions):
            raise
        so_far = replace(so_far, martial_law_tokens=stopped.result.martial_law_tokens)
        so_far = replace(_discard(so_far, fought, trace), not_stated=None)
        raise Stopped(stopped.verdict, RiotWaiting(**_parts(so_far), options=stopped.result.options)) from None
    so_far = replace(
        so_far,
        **pieces(power.track),
        rally=power.rally,
        martial_law_tokens=power.martial_law_tokens,
        awakened=power.awakened,
    )
    if power.rally == "martial-law":
        so_far = _put_under_martial_law(so_far, trace)
    so_far = _discard(so_far, fought, trace)
    return _close(so_far, winner_after_riot(power.track, power.martial_law_regions, trace), trace)


def _put_under_martial_law(so_far: RiotFought, trace: Trace) -> RiotFought:
    if trace.reading(MARTIAL_LAW_EFFECTS) == "en-rulebook":
        trace.cite("VW-9.15", "not-stated")
        return so_far
    if so_far.human_troops or so_far.vampire_troops:
        trace.cite("VW-9.15", "all-troops-leave", human=so_far.human_troops, vampire=so_far.vampire_troops)
    trace.cite("VW-9.16", "region-cleared")
    return replace(so_far, human_troops=0, vampire_troops=0)


def _discard(so_far: RiotFought, fought: Fought, trace: Trace) -> RiotFought:
    """The riot with the cards after combat, or with what no text says of them."""
    try:
        cards = discard_after_combat(
            len(fought.face_up), fought.face_down + fought.unrevealed, fought.winner is None, trace
        )
    except Stopped as stopped:
        return replace(so_far, not_stated=stopped.result.not_stated)
    return replace(so_far, discarded=cards.discarded, region_deck=cards.deck)


def _close(so_far: RiotFought, winner: Side | None, trace: Trace) -> Ruling:
    """The ruling on the riot; a game that is over has no use for what the cards leave open."""
    if winner is not None:
        so_far = replace(so_far, not_stated=None)
    verdict: Verdict = "resolved" if so_far.not_stated is None else "undecided"
    return trace.closed(verdict, RiotOver(**_parts(so_far), game_winner=winner))


def _parts(so_far: RiotFought) -> dict[str, Any]:
    return {each.name: getattr(so_far, each.name) for each in fields(so_far)}


PROCEDURES = (
    Procedure(
        name="riot",
        state=Riot,
        decide=riot,
        results=(NoRiot, RiotOver, RiotWaiting, RiotFought),
        example=Riot(
            city=City(vampire_control=False, human_troops=2, vampire_troops=1, region_martial_law=False),
            cards=("red 2", "white 3", "red 5", "white 1"),
            track=Track(sympathy_tokens=7, victory_marker=5),
            rally=RallyFacts(martial_law_tokens=2, vampire="hidden", awakened="human", awakened_in_same_city=False),
        ),
        summary={
            "it": "Una rivolta intera: dalle carte all'ultimo segnalino, e se la partita è finita",
            "en": "A whole riot: from the cards to the last token, and whether the game is over",
        },
    ),
)
