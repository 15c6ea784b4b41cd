"""The event of the turn: whether there is one, and what happens when it adds Vampire troops to a city.

Troops are placed up to six; what would have been the seventh turns a Human city to the vampires, or
in a Vampire city wins them a Sympathy token.
"""

from dataclasses import dataclass
from typing import Annotated

from adjudicator.kernel import Json, Procedure, Ruling, Silence, Trace
from adjudicator.vwars.conflicts import (
    MARTIAL_LAW_EFFECTS,
    NO_EVENT,
    OVERFLOW_COUNTS,
    ROLE_BONUSES,
    VAMPIRES_ARISE,
)
from adjudicator.vwars.results import track_outcome, with_brad
from adjudicator.vwars.state import (
    STRICT,
    City,
    Count,
    Track,
    city_counted,
    city_faults,
    event_deck_faults,
    track_faults,
    track_missing,
)
from adjudicator.vwars.tables import TROOP_CAP
from adjudicator.vwars.victory import game_winner
from adjudicator.written import Written


@dataclass(frozen=True, slots=True, kw_only=True)
class EventAvailable:
    """The event spaces of the board at step 3."""

    __pydantic_config__ = STRICT
    now_filled: bool
    """Whether an Event card lies in the Now slot."""
    event_deck: Count
    """Cards left in the Event deck."""


def event_available(state: EventAvailable, trace: Trace) -> Ruling:
    """Whether there is an event to resolve, or the vampires win for lack of one."""
    event_deck_faults(state.event_deck, trace)
    if not state.now_filled and state.event_deck:
        trace.fault("VW-11.2", "slot-not-filled", deck=state.event_deck)
    trace.require_possible()
    if not state.now_filled:
        trace.cite("VW-7.1", "no-event")
        return trace.ruling("resolved", game_winner="vampire")
    if state.event_deck == 0 and trace.reading(NO_EVENT) == "empty-deck":
        trace.cite("VW-7.1", "deck-empty")
        return trace.ruling("resolved", game_winner="vampire")
    trace.cite("VW-7.1", "event-to-resolve")
    return trace.ruling("resolved", game_winner=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTroops:
    """An event about to add Vampire troops to a city."""

    __pydantic_config__ = STRICT
    city: City
    """The city."""
    added: Annotated[int, Written(ge=1)]
    """Vampire troops the event adds."""
    brad_in_region: bool = False
    """Whether the Public Vampire with the role of Brad is in its region."""
    track: Track | None = None
    """The Vampire Victory track before; needed where the troops would go over six."""


def event_troops(state: EventTroops, trace: Trace) -> Ruling:
    """How many troops are placed, who controls the city after, and whether the game is over."""
    _faults(state.city, state.track, trace)
    if _closed(state.city, trace):
        return _after(state.city, 0, state.track, trace)
    return _placed(state, state.added, trace)


@dataclass(frozen=True, slots=True, kw_only=True)
class VampiresArise:
    """An event that says 'Vampires Arise', and a city it names."""

    __pydantic_config__ = STRICT
    city: City
    """The city."""
    emily_in_region: bool = False
    """Whether the Public Vampire with the role of Dr. Emily is in its region."""
    brad_in_region: bool = False
    """Whether the Public Vampire with the role of Brad is in its region."""
    track: Track | None = None
    """The Vampire Victory track before; needed where the troops would go over six."""


def vampires_arise(state: VampiresArise, trace: Trace) -> Ruling:
    """How many Vampire troops arise there, and what follows."""
    _faults(state.city, state.track, trace)
    if _closed(state.city, trace):
        return _after(state.city, 0, state.track, trace)
    if trace.reading(VAMPIRES_ARISE) == "en-rulebook":
        trace.cite("VW-7.5", "on-the-card")
        raise Silence("event-card")
    added = state.city.vampire_troops + 1
    trace.cite("VW-7.5", "as-many-plus-one", troops=state.city.vampire_troops, added=added)
    if state.emily_in_region:
        if trace.reading(ROLE_BONUSES) == "it-summary":
            added += 1
            trace.cite("VW-12.14", "one-more", added=added)
        else:
            trace.cite("VW-12.14", "on-the-card")
            raise Silence("role-card")
    return _placed(state, added, trace)


def _faults(city: City, track: Track | None, trace: Trace) -> None:
    city_faults(city, trace)
    if track is not None:
        track_faults(track, trace)
        city_counted(city.controller, track, trace)
    trace.require_possible()


def _closed(city: City, trace: Trace) -> bool:
    if not city.martial_law:
        return False
    if trace.reading(MARTIAL_LAW_EFFECTS) == "it-summary":
        trace.cite("VW-9.18", "none-arise")
        return True
    trace.cite("VW-9.18", "no-ban-stated")
    return False


def _placed(state: EventTroops | VampiresArise, added: int, trace: Trace) -> Ruling:
    city, track = state.city, state.track
    counted = _counted(city, added, trace)
    if counted + added <= TROOP_CAP:
        if city.vampire_control:
            trace.cite("VW-7.4", "within-six", troops=counted, added=added)
        else:
            trace.cite("VW-7.3", "within-six", troops=counted, added=added)
        return _after(city, added, track, trace)
    placed = max(0, TROOP_CAP - counted)
    told: dict[str, Json] = {
        "placed": placed,
        "vampire_troops": city.vampire_troops + placed,
        "controller": "vampire",
    }
    if city.vampire_control:
        if track is None:
            trace.cite("VW-7.4", "token-to-come", troops=counted, added=added, placed=placed)
            return track_missing(trace, **told)
        track = track.with_sympathy(1)
        trace.cite("VW-7.4", "sympathy-token", troops=counted, added=added, placed=placed, tokens=track.sympathy_tokens)
        track = with_brad(track, ("brad",) if state.brad_in_region else (), trace)
        return _after(city, placed, track, trace)
    trace.cite("VW-7.3", "turns-vampire", troops=counted, added=added, placed=placed)
    if track is None:
        return track_missing(trace, **told)
    track = track.with_cities(1)
    trace.cite("VW-10.4", "one-city-more", marker=track.victory_marker)
    return _after(city, placed, track, trace, flipped=True)


def _counted(city: City, added: int, trace: Trace) -> int:
    """The troops that count towards six; Human ones make no difference where the Vampire troops fill the city."""
    everybody = city.human_troops + city.vampire_troops
    if (
        city.vampire_troops < min(everybody, TROOP_CAP)
        and everybody + added > TROOP_CAP
        and trace.reading(OVERFLOW_COUNTS) == "all-troops"
    ):
        return everybody
    return city.vampire_troops


def _after(city: City, placed: int, track: Track | None, trace: Trace, flipped: bool = False) -> Ruling:
    outcome: dict[str, Json] = {
        "placed": placed,
        "vampire_troops": city.vampire_troops + placed,
        "controller": "vampire" if flipped or city.vampire_control else "human",
    }
    if track is not None:
        outcome |= {**track_outcome(track), "game_winner": game_winner(track, None, trace)}
    if not (flipped and city.human_troops):
        outcome["human_troops"] = city.human_troops
    elif outcome["game_winner"] is None:
        trace.cite("VW-7.3", "human-troops-left-open", human=city.human_troops)
        return trace.ruling("undecided", **outcome, not_stated="human-troops-in-a-turned-city")
    return trace.ruling("resolved", **outcome)


_CITY = City(vampire_control=False, human_troops=0, vampire_troops=3)

PROCEDURES = (
    Procedure(
        name="event-available",
        state=EventAvailable,
        decide=event_available,
        example=EventAvailable(now_filled=True, event_deck=0),
        summary={
            "it": "Se c'è un evento da risolvere o vincono i vampiri",
            "en": "Whether there is an event to resolve, or the vampires win",
        },
    ),
    Procedure(
        name="event-troops",
        state=EventTroops,
        decide=event_troops,
        example=EventTroops(city=_CITY, added=4, track=Track(sympathy_tokens=7, victory_marker=5)),
        summary={
            "it": "Che cosa succede quando un evento aggiunge truppe vampire a una città",
            "en": "What happens when an event adds Vampire troops to a city",
        },
    ),
    Procedure(
        name="vampires-arise",
        state=VampiresArise,
        decide=vampires_arise,
        example=VampiresArise(city=_CITY, track=Track(sympathy_tokens=7, victory_marker=5)),
        summary={
            "it": "Quante truppe vampire sorgono in una città",
            "en": "How many Vampire troops arise in a city",
        },
    ),
)
