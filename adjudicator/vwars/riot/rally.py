"""The rally of a side that has defended a city without a Massacre, and what Martial Law does to the board.

The humans put the city under Martial Law, or take two tokens off where the region has it already. The
vampires go public at no cost, try to awaken somebody, or put two tokens on.
"""

import dataclasses
from collections import Counter
from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.kernel import Procedure, Ruling, Trace, fault_check, result_type, state_type
from adjudicator.vwars.conflicts import HUMAN_RALLY, MARTIAL_LAW_EFFECTS, RALLY_AWAKENING, RALLY_AWAKENING_PLACE
from adjudicator.vwars.riot.results import add_token_of_brad, check_news_agency
from adjudicator.vwars.state import (
    Count,
    Side,
    Track,
    VampireRole,
    pieces,
    role_faults,
    track_faults,
    troop_faults,
    uncounted_city_faults,
    vampire_faults,
)
from adjudicator.vwars.suspicion import try_to_awaken
from adjudicator.vwars.tables import MARTIAL_LAW_TOKENS, RALLY_SYMPATHY, VAMPIRES
from adjudicator.vwars.victory import winner_after_riot

RallyChoice: TypeAlias = Literal["martial-law", "sympathy", "reveal", "awaken"]


@state_type
class RallyFacts:
    """What a rally depends on besides the city."""

    martial_law_tokens: Count
    """Martial Law tokens on the board, each in a region of its own."""
    vampire: Literal["hidden", "public"]
    """Whether the Vampire card is face-up."""
    choice: RallyChoice | None = None
    """What the defending side has chosen, where it has a choice and has made it."""
    awakened: Literal["human", "infected"]
    """The Faction card of the player to be awakened."""
    awakened_in_same_city: bool
    """Whether that player is in the same city as the Public Vampire who awakens them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """What a rally was used for, and the pieces after it."""

    track: Track
    rally: RallyChoice
    martial_law_tokens: int | None = None
    """Those on the board, where they are known."""
    martial_law_regions: int | None = None
    """Those on the board, where one was put there."""
    awakened: bool | None = None


@result_type
class RallyOptions:
    """A rally in which the defender has yet to choose, or has chosen what is not open to them."""

    victory_marker: int
    sympathy_tokens: int
    last_visible: int
    martial_law_tokens: int | None = None
    """Martial Law tokens on the board, where they are known."""
    options: tuple[RallyChoice, ...]


def hold_rally(
    defender: Side,
    region_martial_law: bool,
    facts: RallyFacts,
    track: Track,
    roles: tuple[VampireRole, ...],
    trace: Trace,
) -> Power:
    """What the defender's rally gives; stops with `RallyOptions`."""
    trace.cite("VW-9.8", "rallies", side=defender)
    if defender == "human":
        return _rally_humans(region_martial_law, facts, track, trace)
    return _rally_vampires(facts, track, roles, trace)


def _rally_humans(region_martial_law: bool, facts: RallyFacts, track: Track, trace: Trace) -> Power:
    if region_martial_law:
        trace.cite("VW-9.9", "region-has-it")
        if facts.choice not in (None, "sympathy"):
            trace.bar("VW-9.10", "only-two-off", choice=facts.choice)
        trace.require_legal(_options(facts, track, ("sympathy",)))
        return _take_two_off(facts, track, trace)
    options: tuple[RallyChoice, ...] = ("martial-law",)
    if facts.choice != "martial-law" and trace.reading(HUMAN_RALLY) == "choice":
        options = ("martial-law", "sympathy")
        if facts.choice is None:
            trace.cite("VW-9.8", "humans-choose")
            trace.choice(_options(facts, track, options))
        if facts.choice == "sympathy":
            return _take_two_off(facts, track, trace)
    if facts.choice not in (None, "martial-law"):
        trace.bar("VW-9.9", "compulsory", choice=facts.choice)
    trace.require_legal(_options(facts, track, options))
    trace.cite("VW-9.9", "must-put-martial-law")
    tokens = facts.martial_law_tokens + 1
    trace.cite("VW-9.14", "token-placed", tokens=tokens)
    return Power(track=track, martial_law_tokens=tokens, martial_law_regions=tokens, rally="martial-law")


def _take_two_off(facts: RallyFacts, track: Track, trace: Trace) -> Power:
    after = track.with_sympathy(-RALLY_SYMPATHY)
    moved = track.sympathy_tokens - after.sympathy_tokens
    trace.cite("VW-9.10", "two-off", moved=moved, tokens=track.sympathy_tokens, left=after.sympathy_tokens)
    return Power(track=after, martial_law_tokens=facts.martial_law_tokens, rally="sympathy")


def _rally_vampires(facts: RallyFacts, track: Track, roles: tuple[VampireRole, ...], trace: Trace) -> Power:
    if facts.choice == "sympathy":  # open whether the vampire is hidden or public
        return _put_two_on(facts, track, roles, trace)
    options: tuple[RallyChoice, ...] = ("reveal", "sympathy")
    if facts.vampire == "hidden":
        if facts.choice is None:
            trace.cite("VW-9.11", "may-choose")
            trace.choice(_options(facts, track, options))
        if facts.choice != "reveal":
            trace.bar("VW-9.8", "not-an-option", choice=facts.choice, vampire=facts.vampire)
        trace.require_legal(_options(facts, track, options))
        trace.cite("VW-9.11", "reveals-free", tokens=track.sympathy_tokens)
        return Power(track=track, martial_law_tokens=facts.martial_law_tokens, rally="reveal")
    by_the_text = trace.reading(RALLY_AWAKENING) == "running-text"
    options = ("awaken", "sympathy") if by_the_text else ("sympathy",)
    if facts.choice is None:
        if not by_the_text:
            return _put_two_on(facts, track, roles, trace)
        trace.cite("VW-9.12", "may-choose")
        trace.choice(_options(facts, track, options))
    if facts.choice != "awaken":
        trace.bar("VW-9.8", "not-an-option", choice=facts.choice, vampire=facts.vampire)
    elif not by_the_text:
        trace.bar("VW-9.12", "not-in-the-table")
    elif trace.reading(RALLY_AWAKENING_PLACE) == "anywhere":
        trace.cite("VW-9.12", "anywhere")
    elif facts.awakened_in_same_city:
        trace.cite("VW-9.12", "in-same-city")
    else:
        trace.bar("VW-9.12", "not-in-same-city")
    trace.require_legal(_options(facts, track, options))
    awakened = try_to_awaken(facts.awakened == "infected", trace)
    return Power(track=track, martial_law_tokens=facts.martial_law_tokens, rally="awaken", awakened=awakened)


def _put_two_on(facts: RallyFacts, track: Track, roles: tuple[VampireRole, ...], trace: Trace) -> Power:
    after = track.with_sympathy(RALLY_SYMPATHY)
    moved = after.sympathy_tokens - track.sympathy_tokens
    trace.cite("VW-9.13", "two-on", moved=moved, tokens=track.sympathy_tokens, left=after.sympathy_tokens)
    after = add_token_of_brad(after, roles, trace)
    return Power(track=after, martial_law_tokens=facts.martial_law_tokens, rally="sympathy")


def _options(facts: RallyFacts, track: Track, options: tuple[RallyChoice, ...]) -> RallyOptions:
    return RallyOptions(**pieces(track), martial_law_tokens=facts.martial_law_tokens, options=options)


@state_type
class Rally:
    """A defender who has won a riot with a strength of six or seven."""

    defender: Side
    """The side that defended."""
    region_martial_law: bool
    """Whether any city of the region is under Martial Law."""
    rally: RallyFacts
    """What else the rally depends on."""
    track: Track
    """The Vampire Victory track before."""
    vampire_roles: tuple[VampireRole, ...] = ()
    """Roles of the Public Vampires in the region, where they may matter."""
    news_agency: bool = False
    """Whether a news agency modifier is in force; the Italian table names one where the humans win."""


@result_type
class Rallied:
    """The board after a rally."""

    troops_leave: bool | None = None
    """Whether Martial Law clears the city, and its region of Vampire troops, where it was put there."""
    victory_marker: int
    sympathy_tokens: int
    last_visible: int
    rally: RallyChoice
    """What the rally was used for."""
    martial_law_tokens: int | None = None
    """Martial Law tokens on the board, where they are known."""
    awakened: bool | None = None
    """Whether the player joins the vampires, where one was to be awakened."""
    game_winner: Side | None


def rally(state: Rally, trace: Trace) -> Ruling:
    """What the rally gives, and whether it ends the game."""
    track_faults(state.track, trace)
    uncounted_city_faults(state.defender, state.track, trace)
    rally_faults(state.rally, state.region_martial_law, state.vampire_roles, trace)
    trace.require_possible()
    if state.defender == "human":
        check_news_agency(state.news_agency, trace)
    power = hold_rally(state.defender, state.region_martial_law, state.rally, state.track, state.vampire_roles, trace)
    return trace.resolved(
        Rallied(
            troops_leave=_let_troops_leave(trace) if power.rally == "martial-law" else None,
            **pieces(power.track),
            rally=power.rally,
            martial_law_tokens=power.martial_law_tokens,
            awakened=power.awakened,
            game_winner=winner_after_riot(power.track, power.martial_law_regions, trace),
        )
    )


def _let_troops_leave(trace: Trace) -> bool:
    """Whether Martial Law clears the city, and its region of Vampire troops; how many is not asked here."""
    if trace.reading(MARTIAL_LAW_EFFECTS) == "en-rulebook":
        trace.cite("VW-9.15", "not-stated")
        return False
    trace.cite("VW-9.15", "city-cleared")
    trace.cite("VW-9.16", "region-cleared")
    return True


@fault_check
def rally_faults(facts: RallyFacts, region_martial_law: bool, roles: tuple[VampireRole, ...], trace: Trace) -> None:
    """Record what keeps these tokens and these vampires out of a game that is still going on."""
    role_faults(roles, trace)
    if roles and facts.vampire == "hidden":
        trace.fault("VW-6.20", "nobody-could-awaken")
    if len(set(roles)) == VAMPIRES and facts.awakened == "infected":
        vampire_faults("infected", VAMPIRES, trace)
    tokens = facts.martial_law_tokens
    if tokens > MARTIAL_LAW_TOKENS:
        trace.fault("VW-2.13", "too-many-tokens", tokens=tokens)
    elif tokens == MARTIAL_LAW_TOKENS:
        trace.fault("VW-10.1", "already-won", tokens=tokens)
    elif tokens == 0 and region_martial_law:
        trace.fault("VW-9.14", "region-without-token")


@state_type
class NamedCity:
    """A city of a region, by name."""

    name: str
    """What it is called."""
    human_troops: Count
    """Human troops in it."""
    vampire_troops: Count
    """Vampire troops in it."""


@state_type
class MartialLaw:
    """A city about to come under Martial Law, with the other cities of its region."""

    city: NamedCity
    """The city."""
    others: tuple[NamedCity, ...]
    """The other cities of the region."""


@result_type
class TroopsIn:
    """The troops left in a city."""

    human_troops: int
    vampire_troops: int


@result_type
class TroopsLeft:
    """The troops left in the region, city by city."""

    troops: dict[str, TroopsIn]


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
    troops = {
        each.name: TroopsIn(human_troops=each.human_troops, vampire_troops=each.vampire_troops)
        for each in (city, *others)
    }
    return trace.resolved(TroopsLeft(troops=troops))


_TRACK = Track(sympathy_tokens=7, victory_marker=5)

PROCEDURES = (
    Procedure(
        name="rally",
        state=Rally,
        decide=rally,
        results=(Rallied, RallyOptions),
        example=Rally(
            defender="human",
            region_martial_law=False,
            rally=RallyFacts(martial_law_tokens=5, vampire="hidden", awakened="human", awakened_in_same_city=False),
            track=_TRACK,
        ),
        summary={"it": "Che cosa dà il recupero al difensore", "en": "What a rally gives the defender"},
    ),
    Procedure(
        name="martial-law",
        state=MartialLaw,
        decide=martial_law,
        results=(TroopsLeft,),
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
