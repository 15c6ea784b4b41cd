"""The rally of a side that has defended a city without a Massacre, and what Martial Law does to the board.

The humans put the city under Martial Law, or take two tokens off where the region has it already. The
vampires go public at no cost, try to awaken somebody, or put two tokens on.
"""

import dataclasses
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.vwars.conflicts import HUMAN_RALLY, MARTIAL_LAW_EFFECTS, RALLY_AWAKENING, RALLY_AWAKENING_PLACE
from adjudicator.vwars.results import check_news_agency, track_outcome, with_brad
from adjudicator.vwars.riots import VampireRole
from adjudicator.vwars.state import (
    STRICT,
    Count,
    Side,
    Track,
    city_counted,
    role_faults,
    track_faults,
    troop_faults,
    vampire_faults,
)
from adjudicator.vwars.suspicion import awakening
from adjudicator.vwars.tables import MARTIAL_LAW_TOKENS, RALLY_SYMPATHY
from adjudicator.vwars.victory import game_winner

RallyChoice: TypeAlias = Literal["martial-law", "sympathy", "reveal", "awaken"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RallyFacts:
    """What a rally depends on besides the city."""

    __pydantic_config__ = STRICT
    martial_law_tokens: Count | None = None
    """Martial Law tokens on the board, each in a region of its own; needed when one more is put there."""
    vampire: Literal["hidden", "public"] | None = None
    """Whether the Vampire card is face-up; needed of vampires whose roles are not given, unless they take sympathy."""
    choice: RallyChoice | None = None
    """What the defending side chooses, where it has a choice."""
    awakened: Literal["human", "infected"] | None = None
    """The Faction card of the player to be awakened."""
    awakened_in_same_city: bool | None = None
    """Whether that player is in the same city as the Public Vampire who awakens them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rallied:
    """The board after a rally, or what it still waits for."""

    track: Track
    martial_law_tokens: int | None
    power: RallyChoice | None = None
    options: tuple[RallyChoice, ...] = ()
    """What there is to choose from, where nothing was chosen."""
    missing: str | None = None
    """The fact to ask for."""
    illegal: bool = False
    """Whether the choice made is not one of those there are."""
    awakened: bool | None = None


def rallied(
    defender: Side,
    region_martial_law: bool | None,
    facts: RallyFacts,
    track: Track,
    roles: tuple[VampireRole, ...],
    trace: Trace,
) -> Rallied:
    """What the defender's rally gives."""
    trace.cite("VW-9.8", "rallies", side=defender)
    if defender == "human":
        return _human_rally(region_martial_law, facts, track, trace)
    if roles and facts.vampire is None:  # a Public Vampire in the region leaves nobody hidden
        facts = dataclasses.replace(facts, vampire="public")
    after = _vampire_rally(facts, track, trace)
    if after.power == "sympathy":
        return dataclasses.replace(after, track=with_brad(after.track, roles, trace))
    return after


def _human_rally(region_martial_law: bool | None, facts: RallyFacts, track: Track, trace: Trace) -> Rallied:
    tokens = facts.martial_law_tokens
    if region_martial_law is None and tokens == 0:  # no region can have one of no tokens
        region_martial_law = False
    if region_martial_law is None:
        trace.cite("VW-9.9", "asks-region")
        return Rallied(track=track, martial_law_tokens=tokens, missing="region_martial_law")
    if region_martial_law:
        trace.cite("VW-9.9", "region-has-it")
        if facts.choice not in (None, "sympathy"):
            return Rallied(track=track, martial_law_tokens=tokens, options=("sympathy",), illegal=True)
        return _human_sympathy(facts, track, trace)
    options: tuple[RallyChoice, ...] = ("martial-law",)
    if facts.choice != "martial-law" and trace.reading(HUMAN_RALLY) == "choice":
        options = ("martial-law", "sympathy")
        if facts.choice is None:
            trace.cite("VW-9.8", "humans-choose")
            return Rallied(track=track, martial_law_tokens=tokens, options=options)
        if facts.choice == "sympathy":
            return _human_sympathy(facts, track, trace)
    if facts.choice not in (None, *options):
        trace.cite("VW-9.9", "compulsory", choice=facts.choice)
        return Rallied(track=track, martial_law_tokens=tokens, options=options, illegal=True)
    trace.cite("VW-9.9", "must-put-martial-law")
    if tokens is None:
        trace.cite("VW-10.1", "asks-tokens")
        return Rallied(track=track, martial_law_tokens=None, missing="rally.martial_law_tokens")
    trace.cite("VW-9.14", "token-placed", tokens=tokens + 1)
    return Rallied(track=track, martial_law_tokens=tokens + 1, power="martial-law")


def _human_sympathy(facts: RallyFacts, track: Track, trace: Trace) -> Rallied:
    after = track.with_sympathy(-RALLY_SYMPATHY)
    moved = track.sympathy_tokens - after.sympathy_tokens
    trace.cite("VW-9.10", "two-off", moved=moved, tokens=track.sympathy_tokens, left=after.sympathy_tokens)
    return Rallied(track=after, martial_law_tokens=facts.martial_law_tokens, power="sympathy")


def _vampire_rally(facts: RallyFacts, track: Track, trace: Trace) -> Rallied:
    still = Rallied(track=track, martial_law_tokens=facts.martial_law_tokens)
    if facts.vampire is None and facts.choice != "sympathy":  # the tokens are open either way
        trace.cite("VW-9.11", "asks-vampire")
        return dataclasses.replace(still, missing="rally.vampire")
    options: tuple[RallyChoice, ...] = ("reveal", "sympathy")
    if facts.vampire == "public" and facts.choice != "sympathy":  # the tokens are open by either reading
        options = ("awaken", "sympathy") if trace.reading(RALLY_AWAKENING) == "running-text" else ("sympathy",)
    choice = facts.choice or (options[0] if len(options) == 1 else None)
    if choice is None:
        if facts.vampire == "hidden":
            trace.cite("VW-9.11", "may-choose")
        else:
            trace.cite("VW-9.12", "may-choose")
        return dataclasses.replace(still, options=options)
    if choice not in options:
        if facts.vampire == "public" and choice == "awaken":
            trace.cite("VW-9.12", "not-in-the-table")
        else:
            trace.cite("VW-9.8", "not-an-option", choice=choice, vampire=facts.vampire)
        return dataclasses.replace(still, options=options, illegal=True)
    if choice == "sympathy":
        after = track.with_sympathy(RALLY_SYMPATHY)
        moved = after.sympathy_tokens - track.sympathy_tokens
        trace.cite("VW-9.13", "two-on", moved=moved, tokens=track.sympathy_tokens, left=after.sympathy_tokens)
        return dataclasses.replace(still, track=after, power="sympathy")
    if choice == "reveal":
        trace.cite("VW-9.11", "reveals-free", tokens=track.sympathy_tokens)
        return dataclasses.replace(still, power="reveal")
    return _rally_awakening(facts, still, options, trace)


def _rally_awakening(facts: RallyFacts, still: Rallied, options: tuple[RallyChoice, ...], trace: Trace) -> Rallied:
    if facts.awakened is None:
        trace.cite("VW-9.12", "asks-whom")
        return dataclasses.replace(still, missing="rally.awakened")
    if trace.reading(RALLY_AWAKENING_PLACE) == "same-city":
        if facts.awakened_in_same_city is None:
            trace.cite("VW-9.12", "asks-place")
            return dataclasses.replace(still, missing="rally.awakened_in_same_city")
        if not facts.awakened_in_same_city:
            trace.cite("VW-9.12", "not-in-same-city")
            return dataclasses.replace(still, options=options, illegal=True)
        trace.cite("VW-9.12", "in-same-city")
    else:
        trace.cite("VW-9.12", "anywhere")
    return dataclasses.replace(still, power="awaken", awakened=awakening(facts.awakened == "infected", trace))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rally:
    """A defender who has won a riot with a strength of six or seven."""

    __pydantic_config__ = STRICT
    defender: Side
    """The side that defended."""
    region_martial_law: bool | None = None
    """Whether any city of the region is under Martial Law; needed when the humans rally."""
    rally: RallyFacts = field(default_factory=RallyFacts)
    """What else the rally depends on."""
    track: Track
    """The Vampire Victory track before."""
    vampire_roles: tuple[VampireRole, ...] = ()
    """Roles of the Public Vampires in the region, where they may matter."""
    news_agency: bool = False
    """Whether a news agency modifier is in force; the Italian table names one where the humans win."""


def rally(state: Rally, trace: Trace) -> Ruling:
    """What the rally gives, and whether it ends the game."""
    track_faults(state.track, trace)
    city_counted(state.defender, state.track, trace)
    rally_faults(state.rally, state.region_martial_law, state.vampire_roles, trace)
    trace.require_possible()
    if state.defender == "human":
        check_news_agency(state.news_agency, trace)
    after = rallied(state.defender, state.region_martial_law, state.rally, state.track, state.vampire_roles, trace)
    before: dict[str, Json] = {}
    if after.power == "martial-law":
        before["troops_leave"] = _troops_leave(trace)
    return rally_ruling(after, before, trace)


def _troops_leave(trace: Trace) -> bool:
    """Whether Martial Law clears the city, and its region of Vampire troops; how many is not asked here."""
    if trace.reading(MARTIAL_LAW_EFFECTS) == "en-rulebook":
        trace.cite("VW-9.15", "not-stated")
        return False
    trace.cite("VW-9.15", "city-cleared")
    trace.cite("VW-9.16", "region-cleared")
    return True


def rally_faults(
    facts: RallyFacts, region_martial_law: bool | None, roles: tuple[VampireRole, ...], trace: Trace
) -> None:
    """Record what keeps these tokens and these vampires out of a game that is still going on."""
    role_faults(roles, trace)
    if roles and facts.vampire == "hidden":
        trace.fault("VW-6.20", "nobody-could-awaken")
    if facts.awakened == "infected":
        vampire_faults("infected", len(set(roles)), trace)
    tokens = facts.martial_law_tokens
    if tokens is not None and tokens > MARTIAL_LAW_TOKENS:
        trace.fault("VW-2.13", "too-many-tokens", tokens=tokens)
    elif tokens == MARTIAL_LAW_TOKENS:
        trace.fault("VW-10.1", "already-won", tokens=tokens)
    if region_martial_law and tokens == 0:
        trace.fault("VW-9.14", "region-without-token")


def rally_ruling(after: Rallied, before: dict[str, Json], trace: Trace, left_open: str | None = None) -> Ruling:
    """The ruling after a rally; `before` is what the riot itself has settled, `left_open` what no text says of it."""
    outcome: dict[str, Json] = {**before, **track_outcome(after.track), "rally": after.power}
    if after.martial_law_tokens is not None:
        outcome["martial_law_tokens"] = after.martial_law_tokens
    if after.missing is not None:
        return trace.ruling("undecided", **outcome, missing=[after.missing])
    if after.illegal:
        return trace.ruling("illegal", **outcome, options=list(after.options))
    if after.power is None:
        return trace.ruling("choice", **outcome, options=list(after.options))
    if after.awakened is not None:
        outcome["awakened"] = after.awakened
    trace.cite("VW-10.6", "checked-after-riot")
    placed = after.martial_law_tokens if after.power == "martial-law" else None
    outcome["game_winner"] = game_winner(after.track, placed, trace)
    if outcome["game_winner"] is None:
        trace.cite("VW-10.7", "goes-on")
        if left_open is not None:
            return trace.ruling("undecided", **outcome, not_stated=left_open)
    return trace.ruling("resolved", **outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedCity:
    """A city of a region, by name."""

    __pydantic_config__ = STRICT
    name: str
    """What it is called."""
    human_troops: Count
    """Human troops in it."""
    vampire_troops: Count
    """Vampire troops in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MartialLaw:
    """A city about to come under Martial Law, with the other cities of its region."""

    __pydantic_config__ = STRICT
    city: NamedCity
    """The city."""
    others: tuple[NamedCity, ...]
    """The other cities of the region."""


def martial_law(state: MartialLaw, trace: Trace) -> Ruling:
    """The troops left in the city and in its region."""
    for name, count in Counter(each.name for each in (state.city, *state.others)).items():
        if count > 1:
            trace.fault("VW-9.14", "city-listed-twice", city=name)
    for each in (state.city, *state.others):
        troop_faults(each.human_troops, each.vampire_troops, trace)
    trace.require_possible()
    trace.cite("VW-9.14", "city-under-martial-law", city=state.city.name)
    city, others = state.city, state.others
    if trace.reading(MARTIAL_LAW_EFFECTS) == "en-rulebook":
        trace.cite("VW-9.15", "not-stated")
    else:
        if city.human_troops or city.vampire_troops:
            trace.cite("VW-9.15", "all-troops-leave", human=city.human_troops, vampire=city.vampire_troops)
        city = dataclasses.replace(city, human_troops=0, vampire_troops=0)
        if leaving := sum(other.vampire_troops for other in others):
            trace.cite("VW-9.16", "vampires-leave-region", troops=leaving)
        others = tuple(dataclasses.replace(other, vampire_troops=0) for other in others)
    troops: dict[str, Json] = {
        each.name: {"human_troops": each.human_troops, "vampire_troops": each.vampire_troops}
        for each in (city, *others)
    }
    return trace.ruling("resolved", troops=troops)


_TRACK = Track(sympathy_tokens=7, victory_marker=5)

PROCEDURES = (
    Procedure(
        name="rally",
        state=Rally,
        decide=rally,
        example=Rally(defender="human", region_martial_law=False, rally=RallyFacts(martial_law_tokens=5), track=_TRACK),
        summary={"it": "Che cosa dà il recupero al difensore", "en": "What a rally gives the defender"},
    ),
    Procedure(
        name="martial-law",
        state=MartialLaw,
        decide=martial_law,
        example=MartialLaw(
            city=NamedCity(name="Cairo", human_troops=3, vampire_troops=0),
            others=(NamedCity(name="Lagos", human_troops=1, vampire_troops=2),),
        ),
        summary={
            "it": "Quali truppe restano quando una città va sotto legge marziale",
            "en": "Which troops stay when a city comes under Martial Law",
        },
    ),
)
