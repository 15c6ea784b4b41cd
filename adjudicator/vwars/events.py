"""The event of the turn: whether there is one, and what happens when it adds Vampire troops to a city.

Troops are placed up to six; what would have been the seventh turns a Human city to the vampires, or
in a Vampire city wins them a Sympathy token.
"""

from dataclasses import replace
from typing import Annotated, Literal

from adjudicator.kernel import Procedure, Ruling, Stopped, Trace, fault_check, result_type, state_type
from adjudicator.vwars.conflicts import (
    MARTIAL_LAW_EFFECTS,
    NO_EVENT,
    OVERFLOW_COUNTS,
    ROLE_BONUSES,
    VAMPIRES_ARISE,
)
from adjudicator.vwars.riot.results import add_token_of_brad
from adjudicator.vwars.state import (
    City,
    Count,
    Side,
    Track,
    city_faults,
    event_deck_faults,
    track_faults,
    uncounted_city_faults,
)
from adjudicator.vwars.tables import TROOP_CAP
from adjudicator.vwars.victory import game_winner
from adjudicator.written import Written


@state_type
class EventAvailable:
    """The event spaces of the board at step 3."""

    now_filled: bool
    """Whether an Event card lies in the Now slot."""
    event_deck: Count
    """Cards left in the Event deck."""


@result_type
class GameEnd:
    """Who has won the game at this point, if somebody has."""

    game_winner: Side | None


def event_available(state: EventAvailable, trace: Trace) -> Ruling:
    """Whether there is an event to resolve, or the vampires win for lack of one."""
    event_deck_faults(state.event_deck, trace)
    if not state.now_filled and state.event_deck:
        trace.fault("VW-11.2", "slot-not-filled", deck=state.event_deck)
    trace.require_possible()
    if not state.now_filled:
        trace.cite("VW-7.1", "no-event")
        return trace.resolved(GameEnd(game_winner="vampire"))
    if state.event_deck == 0 and trace.reading(NO_EVENT) == "empty-deck":
        trace.cite("VW-7.1", "deck-empty")
        return trace.resolved(GameEnd(game_winner="vampire"))
    trace.cite("VW-7.1", "event-to-resolve")
    return trace.resolved(GameEnd(game_winner=None))


@state_type
class EventTroops:
    """An event about to add Vampire troops to a city."""

    city: City
    """The city."""
    added: Annotated[int, Written(ge=1)]
    """Vampire troops the event adds."""
    brad_in_region: bool = False
    """Whether the Public Vampire with the role of Brad is in its region."""
    track: Track
    """The Vampire Victory track before."""


@result_type
class TroopsAdded:
    """The city and the track after the event."""

    placed: int
    """Vampire troops put into the city."""
    vampire_troops: int
    controller: Side
    """The side that controls the city now."""
    victory_marker: int | None = None
    """Like the other pieces, left out where it has not moved and is not known."""
    sympathy_tokens: int | None = None
    last_visible: int | None = None
    game_winner: Side | None
    human_troops: int | None = None
    """Human troops in it; left out where no text says whether they stay."""
    not_stated: str | None = None
    """What no text says, where the city turns with Human troops in it."""


def event_troops(state: EventTroops, trace: Trace) -> Ruling:
    """How many troops are placed, who controls the city after, and whether the game is over."""
    _faults(state, trace)
    trace.require_possible()
    if _is_closed(state.city, trace):
        return _close(state, 0, state.track, trace)
    return _place(state, state.added, trace)


@state_type
class VampiresArise:
    """An event that says 'Vampires Arise', and a city it names."""

    city: City
    """The city."""
    emily_in_region: bool = False
    """Whether the Public Vampire with the role of Dr. Emily is in its region."""
    brad_in_region: bool = False
    """Whether the Public Vampire with the role of Brad is in its region."""
    track: Track
    """The Vampire Victory track before."""


def vampires_arise(state: VampiresArise, trace: Trace) -> Ruling:
    """How many Vampire troops arise there, and what follows."""
    _faults(state, trace)
    trace.require_possible()
    if _is_closed(state.city, trace):
        return _close(state, 0, state.track, trace)
    if trace.reading(VAMPIRES_ARISE) == "en-rulebook":
        trace.cite("VW-7.5", "on-the-card")
        trace.silence("event-card")
    added = state.city.vampire_troops + 1
    trace.cite("VW-7.5", "as-many-plus-one", troops=state.city.vampire_troops, added=added)
    if state.emily_in_region:
        if trace.reading(ROLE_BONUSES) == "it-summary":
            added += 1
            trace.cite("VW-12.14", "one-more", added=added)
        else:
            trace.cite("VW-12.14", "on-the-card")
            trace.silence("role-card")
    return _place(state, added, trace)


@fault_check
def _faults(state: EventTroops | VampiresArise, trace: Trace) -> None:
    city_faults(state.city, trace)
    track_faults(state.track, trace)
    uncounted_city_faults(state.city.controller, state.track, trace)


def _is_closed(city: City, trace: Trace) -> bool:
    if not city.martial_law:
        return False
    if trace.reading(MARTIAL_LAW_EFFECTS) == "it-summary":
        trace.cite("VW-9.18", "none-arise")
        return True
    trace.cite("VW-9.18", "no-ban-stated")
    return False


def _place(state: EventTroops | VampiresArise, added: int, trace: Trace) -> Ruling:
    city = state.city
    counts = _which_count(city, added, trace)
    counted = city.vampire_troops + (city.human_troops if counts == "all" else 0)
    if counted + added <= TROOP_CAP:
        if city.vampire_control:
            trace.cite("VW-7.4", "within-six", counts=counts, troops=counted, added=added)
        else:
            trace.cite("VW-7.3", "within-six", counts=counts, troops=counted, added=added)
        return _close(state, added, state.track, trace)
    placed = max(0, TROOP_CAP - counted)
    if city.vampire_control:
        track = state.track.with_sympathy(1)
        trace.cite(
            "VW-7.4",
            "sympathy-token",
            counts=counts,
            troops=counted,
            added=added,
            placed=placed,
            tokens=track.sympathy_tokens,
        )
        track = add_token_of_brad(track, ("brad",) if state.brad_in_region else (), trace)
        return _close(state, placed, track, trace)
    trace.cite("VW-7.3", "turns-vampire", counts=counts, troops=counted, added=added, placed=placed)
    track = state.track.with_cities(1)
    trace.cite("VW-10.4", "one-city-more", marker=track.victory_marker)
    return _close(state, placed, track, trace, turned=True)


def _which_count(city: City, added: int, trace: Trace) -> Literal["vampire", "all"]:
    """Whose troops count towards six; Human ones make no difference where the Vampire troops fill the city."""
    everybody = city.human_troops + city.vampire_troops
    if (
        city.vampire_troops < min(everybody, TROOP_CAP)
        and everybody + added > TROOP_CAP
        and trace.reading(OVERFLOW_COUNTS) == "all-troops"
    ):
        return "all"
    return "vampire"


def _close(state: EventTroops | VampiresArise, placed: int, track: Track, trace: Trace, turned: bool = False) -> Ruling:
    """The ruling on the city and the track after."""
    city = state.city
    moved = track is not state.track
    after = TroopsAdded(
        placed=placed,
        vampire_troops=city.vampire_troops + placed,
        controller="vampire" if turned else city.controller,
        victory_marker=track.victory_marker,
        sympathy_tokens=track.sympathy_tokens,
        last_visible=track.last_visible if moved else None,
        game_winner=game_winner(track, None, trace) if moved else None,
    )
    if not turned or city.human_troops == 0:
        return trace.resolved(replace(after, human_troops=city.human_troops))
    if after.game_winner is not None:
        return trace.resolved(after)
    trace.cite("VW-7.3", "human-troops-left-open", human=city.human_troops)
    raise Stopped("undecided", replace(after, not_stated="human-troops-in-a-turned-city"))


_CITY = City(vampire_control=False, human_troops=0, vampire_troops=3, region_martial_law=False)

PROCEDURES = (
    Procedure(
        name="event-available",
        state=EventAvailable,
        decide=event_available,
        results=(GameEnd,),
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
        results=(TroopsAdded,),
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
        results=(TroopsAdded,),
        example=VampiresArise(city=_CITY, track=Track(sympathy_tokens=7, victory_marker=5)),
        summary={
            "it": "Quante truppe vampire sorgono in una città",
            "en": "How many Vampire troops arise in a city",
        },
    ),
)
