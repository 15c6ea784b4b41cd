"""A whole riot, from the card in the Now slot to the last token on the board.

In the order of the book: whether there can be a riot at all; the card joins the Region deck; who defends;
the fight; the results table; the rally; the cards after combat; whether somebody has won the game.
"""

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from adjudicator.kernel import Procedure, Ruling, Stopped, Trace, fault_check, result_type, state_type
from adjudicator.vwars.conflicts import MARTIAL_LAW_EFFECTS
from adjudicator.vwars.riot.after_combat import CardsLeft, discard_after_combat
from adjudicator.vwars.riot.fight import Fought, fight
from adjudicator.vwars.riot.outbreak import cite_outbreak, fighting_is_over, find_defender, reinforce
from adjudicator.vwars.riot.rally import (
    Power,
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
    city_faults,
    enemy,
    pieces,
    player_card_faults,
    track_faults,
    uncounted_city_faults,
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
    rally: RallyChoice | None = None
    """What a rally was used for; left out where there may be one still to be used."""
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

    rally: RallyChoice | None
    """What a rally was used for, if there was one."""
    game_winner: Side | None


@result_type
class RiotWaiting(RiotFought):
    """The board after a riot whose rally the defender has yet to use."""

    options: tuple[RallyChoice, ...]
    """What the rally may be used for."""


Kind = TypeVar("Kind", bound=RiotFought)


def riot(state: Riot, trace: Trace) -> Ruling:
    """Everything the riot changes, and whether the game is over."""
    _faults(state, trace)
    trace.require_possible()
    if fighting_is_over(state.city.martial_law, trace):
        return trace.resolved(NoRiot(**pieces(state.track), game_winner=None))
    trace.cite("VW-8.7", "card-shuffled-in", cards=len(state.cards))
    defender = find_defender(state.city, trace)
    cite_outbreak(state.city, trace)
    after = _After(defender, _fight(state, defender, trace), defender, state.track)
    winner = after.fought.winner
    if winner is None:
        _discard(after, trace)
        return _close(after, None, trace)
    row = apply_results(
        defender,
        winner,
        after.fought.strength,
        state.track,
        state.vampire_roles,
        trace,
        counted=state.city.vampire_control and defender == "human",
        news_agency=state.news_agency,
    )
    after.controller, after.track = row.controller, row.track
    if row.rally:
        return _rally(state, after, trace)
    _discard(after, trace)
    return _close(after, _winner_of_game(after, trace, row.game_winner), trace)


@dataclass(slots=True)
class _After:
    """What a riot has settled, as it goes on."""

    defender: Side
    fought: Fought
    controller: Side
    track: Track
    power: Power | None = None
    cleared: bool = False
    """Whether Martial Law has taken the troops away."""
    cards: CardsLeft | None = None
    not_stated: str | None = None


@fault_check
def _faults(state: Riot, trace: Trace) -> None:
    track_faults(state.track, trace)
    city_faults(state.city, trace)
    rally_faults(state.rally, state.city.region_martial_law, state.vampire_roles, trace)
    uncounted_city_faults(state.city.controller, state.track, trace)
    if not state.cards:
        trace.fault("VW-8.7", "no-riot-card")
    player_card_faults(len(state.cards), trace)


def _fight(state: Riot, defender: Side, trace: Trace) -> Fought:
    """The fight; where nothing says who won it, the ruling stops with all that is settled."""
    vampire_troops = reinforce(state.city.vampire_troops, state.vampire_roles, trace)
    try:
        return fight(state.city.human_troops, vampire_troops, state.cards, state.vampire_roles, trace)
    except Stopped as stopped:
        if not isinstance(stopped.result, Fought):
            raise
        after = _After(defender, stopped.result, defender, state.track, not_stated=stopped.result.not_stated)
        raise Stopped(stopped.verdict, _settled(RiotFought, after)) from None


def _rally(state: Riot, after: _After, trace: Trace) -> Ruling:
    """The riot with its rally; the cards are discarded even where the rally has yet to be used."""
    region_martial_law, roles = state.city.region_martial_law, state.vampire_roles
    try:
        after.power = hold_rally(after.defender, region_martial_law, state.rally, after.track, roles, trace)
    except Stopped as stopped:
        waiting = stopped.result
        if not isinstance(waiting, RallyOptions):
            raise
        _discard(after, trace)
        after.not_stated = None
        result = _settled(RiotWaiting, after, options=waiting.options)
        raise Stopped(stopped.verdict, replace(result, martial_law_tokens=waiting.martial_law_tokens)) from None
    after.track = after.power.track
    if after.power.rally == "martial-law":
        _put_under_martial_law(after, trace)
    _discard(after, trace)
    return _close(after, _winner_of_game(after, trace), trace)


def _winner_of_game(after: _After, trace: Trace, won: Side | None = None) -> Side | None:
    """Who has won the game, or nobody; where nothing says it, the ruling stops with all that is settled."""
    regions = after.power.martial_law_regions if after.power else None
    try:
        return winner_after_riot(after.track, regions, trace, won)
    except Stopped as stopped:
        after.not_stated = stopped.result.not_stated
        raise Stopped(stopped.verdict, _settled(RiotFought, after)) from None


def _put_under_martial_law(after: _After, trace: Trace) -> None:
    if trace.reading(MARTIAL_LAW_EFFECTS) == "en-rulebook":
        trace.cite("VW-9.15", "not-stated")
        return
    human, vampire = after.fought.human_troops, after.fought.vampire_troops
    if human or vampire:
        trace.cite("VW-9.15", "all-troops-leave", human=human, vampire=vampire)
    trace.cite("VW-9.16", "region-cleared")
    after.cleared = True


def _discard(after: _After, trace: Trace) -> None:
    """Settle the cards after combat, or what no text says of them."""
    fought = after.fought
    try:
        sputtered = fought.winner is None
        after.cards = discard_after_combat(len(fought.face_up), fought.face_down, fought.unrevealed, sputtered, trace)
    except Stopped as stopped:
        after.not_stated = stopped.result.not_stated


def _close(after: _After, winner: Side | None, trace: Trace) -> Ruling:
    """The ruling on the riot; a game that is over has no use for what the cards leave open."""
    if winner is not None:
        after.not_stated = None
    result = _settled(RiotOver, after, game_winner=winner)
    return trace.closed("resolved" if after.not_stated is None else "undecided", result)


def _settled(kind: type[Kind], after: _After, **more: Any) -> Kind:
    """What is settled, as a result of this kind."""
    fought, power, cards = after.fought, after.power, after.cards
    return kind(
        defender=after.defender,
        attacker=enemy(after.defender),
        winner=fought.winner,
        strength=fought.strength,
        massacre=fought.massacre,
        human_troops=0 if after.cleared else fought.human_troops,
        vampire_troops=0 if after.cleared else fought.vampire_troops,
        controller=after.controller,
        **pieces(after.track),
        rally=power.rally if power else None,
        martial_law_tokens=power.martial_law_tokens if power else None,
        awakened=power.awakened if power else None,
        unrevealed=fought.unrevealed,
        discarded=cards.discarded if cards else None,
        region_deck=cards.deck if cards else None,
        not_stated=after.not_stated,
        **more,
    )


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
