"""A whole riot, from the card in the Now slot to the last token on the board.

In the order of the book: whether there can be a riot at all; the card joins the Region deck; who defends;
the fight; the results table; the rally; the cards after combat; whether somebody has won the game.
"""

import dataclasses
from dataclasses import dataclass, field

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.vwars.conflicts import MARTIAL_LAW_EFFECTS
from adjudicator.vwars.new_cards import NOTHING_FACE_UP, discard
from adjudicator.vwars.rally import RallyFacts, rallied, rally_faults, rally_ruling
from adjudicator.vwars.results import results_table, track_outcome
from adjudicator.vwars.riots import (
    CARDS_USED_UP_AT_SIX,
    Fight,
    VampireRole,
    cite_outbreak,
    fight,
    fighting_is_over,
    reinforced,
    sides,
)
from adjudicator.vwars.state import (
    STRICT,
    Card,
    City,
    Track,
    city_counted,
    city_faults,
    player_card_faults,
    track_faults,
)
from adjudicator.vwars.victory import game_winner


@dataclass(frozen=True, slots=True, kw_only=True)
class Riot:
    """A riot about to break out, with everything it may touch."""

    __pydantic_config__ = STRICT
    city: City
    """The city of the riot."""
    cards: tuple[Card, ...]
    """The Region deck with the Riot card shuffled in, in the order it will be revealed."""
    track: Track
    """The Vampire Victory track before."""
    rally: RallyFacts = field(default_factory=RallyFacts)
    """What a rally depends on, where there is one."""
    vampire_roles: tuple[VampireRole, ...] = ()
    """Roles of the Public Vampires in the region, where they may matter."""
    news_agency: bool = False
    """Whether a news agency modifier is in force; the Italian table names one where the humans win."""


def riot(state: Riot, trace: Trace) -> Ruling:
    """Everything the riot changes, and whether the game is over."""
    _faults(state, trace)
    over = fighting_is_over(state.city.martial_law, trace)
    if not over:
        trace.cite("VW-8.7", "card-shuffled-in", cards=len(state.cards))
    sides_found = sides(state.city, trace)
    outcome: dict[str, Json] = {"defender": sides_found.defender, "attacker": sides_found.attacker}
    if over:
        return trace.ruling("resolved", happens=False, **outcome, **track_outcome(state.track), game_winner=None)
    cite_outbreak(state.city.human_troops, state.city.vampire_troops, trace)
    city = reinforced(state.city, state.vampire_roles, trace)
    fought = fight(city, state.cards, state.vampire_roles, trace)
    outcome |= {"happens": True, "winner": fought.winner, "strength": fought.strength, "massacre": fought.massacre}
    outcome |= _troops(fought.city)
    if fought.winner is None:
        outcome |= {"controller": sides_found.defender, **track_outcome(state.track), "rally": None}
        if fought.unsettled:
            return trace.ruling("undecided", **outcome, unrevealed=fought.unrevealed, not_stated=CARDS_USED_UP_AT_SIX)
        return _closed({**outcome, "game_winner": None}, *_cards_after(fought, trace), trace)
    result = results_table(
        sides_found.defender,
        fought.winner,
        fought.strength,
        state.track,
        state.vampire_roles,
        trace,
        counted=state.city.vampire_control and sides_found.defender == "human",
        news_agency=state.news_agency,
    )
    outcome["controller"] = result.controller
    if not result.rally:
        outcome |= {**track_outcome(result.track), "rally": None}
        cards, left_open = _cards_after(fought, trace)
        trace.cite("VW-10.6", "checked-after-riot")
        winner = result.game_winner or game_winner(result.track, None, trace)
        if winner is None:
            trace.cite("VW-10.7", "goes-on")
        return _closed({**outcome, "game_winner": winner}, cards, left_open, trace)
    after = rallied(
        sides_found.defender, _region_martial_law(state.city), state.rally, result.track, state.vampire_roles, trace
    )
    if after.missing == "region_martial_law":
        after = dataclasses.replace(after, missing="city.region_martial_law")
    if after.power == "martial-law":
        outcome |= _troops(_under_martial_law(fought.city, trace))
    cards, left_open = _cards_after(fought, trace)
    return rally_ruling(after, {**outcome, **cards}, trace, left_open)


def _faults(state: Riot, trace: Trace) -> None:
    track_faults(state.track, trace)
    city_faults(state.city, trace)
    rally_faults(state.rally, _region_martial_law(state.city), state.vampire_roles, trace)
    city_counted(state.city.controller, state.track, trace)
    if not state.cards:
        trace.fault("VW-8.7", "no-riot-card")
    player_card_faults(len(state.cards), trace)
    trace.require_possible()


def _region_martial_law(city: City) -> bool | None:
    return True if city.martial_law else city.region_martial_law


def _troops(city: City) -> dict[str, Json]:
    return {"human_troops": city.human_troops, "vampire_troops": city.vampire_troops}


def _cards_after(fought: Fight, trace: Trace) -> tuple[dict[str, Json], str | None]:
    """The cards after combat, and what no text says of them."""
    cards: dict[str, Json] = {"unrevealed": fought.unrevealed}
    after = discard(len(fought.face_up), fought.face_down + fought.unrevealed, fought.winner is None, trace)
    if after is None:
        return cards, NOTHING_FACE_UP
    return cards | {"discarded": after["discarded"], "region_deck": after["deck"]}, None


def _closed(outcome: dict[str, Json], cards: dict[str, Json], left_open: str | None, trace: Trace) -> Ruling:
    """The ruling on a riot without a rally; a game that is over has no use for what the cards leave open."""
    if left_open is not None and outcome["game_winner"] is None:
        return trace.ruling("undecided", **outcome, **cards, not_stated=left_open)
    return trace.ruling("resolved", **outcome, **cards)


def _under_martial_law(city: City, trace: Trace) -> City:
    if trace.reading(MARTIAL_LAW_EFFECTS) == "en-rulebook":
        trace.cite("VW-9.15", "not-stated")
        return city
    if city.human_troops or city.vampire_troops:
        trace.cite("VW-9.15", "all-troops-leave", human=city.human_troops, vampire=city.vampire_troops)
    trace.cite("VW-9.16", "region-cleared")
    return city.with_troops("human", 0).with_troops("vampire", 0)


PROCEDURES = (
    Procedure(
        name="riot",
        state=Riot,
        decide=riot,
        example=Riot(
            city=City(vampire_control=False, human_troops=2, vampire_troops=1, region_martial_law=False),
            cards=("red 2", "white 3", "red 5", "white 1"),
            track=Track(sympathy_tokens=7, victory_marker=5),
            rally=RallyFacts(martial_law_tokens=2, vampire="hidden"),
        ),
        summary={
            "it": "Una rivolta intera: dalle carte all'ultimo segnalino, e se la partita è finita",
            "en": "A whole riot: from the cards to the last token, and whether the game is over",
        },
    ),
)
