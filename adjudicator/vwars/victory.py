"""Who has won: the vampires when their two kinds of pieces meet on the track, the humans by Martial Law or sympathy.

The tokens cover the track from its highest number down, the marker climbs from below; the vampires
win the moment the marker stands on the last number still visible. The humans win with the sixth city
under Martial Law, each in a region of its own, or when no token is left.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator.kernel import Procedure, Ruling, Silence, Trace
from adjudicator.vwars.conflicts import MARKER_PAST_LAST_VISIBLE
from adjudicator.vwars.state import STRICT, Count, Side, Track, piece_faults
from adjudicator.vwars.tables import MARTIAL_LAW_TO_WIN, MARTIAL_LAW_TOKENS, SYMPATHY_TOKENS


def vampires_have_won(track: Track, trace: Trace) -> bool:
    """Whether marker and tokens have met; raises Silence where tokens cover the whole track and no city is held."""
    last = track.last_visible
    trace.cite("VW-10.5", "last-visible", tokens=track.sympathy_tokens, last=last)
    if last == 0 == track.victory_marker:
        trace.cite("VW-10.3", "no-space-and-no-city")
        raise Silence("vampires-without-cities")
    if track.victory_marker == last:
        trace.cite("VW-10.3", "on-last-visible", marker=track.victory_marker, last=last)
        return True
    if track.victory_marker > last:
        if trace.reading(MARKER_PAST_LAST_VISIBLE) == "wins":
            trace.cite("VW-10.3", "past-last-visible", marker=track.victory_marker, last=last)
            return True
        trace.cite("VW-10.3", "past-does-not-count", marker=track.victory_marker, last=last)
        return False
    trace.cite("VW-10.3", "not-there-yet", marker=track.victory_marker, last=last, short=last - track.victory_marker)
    return False


def game_winner(track: Track, martial_law_regions: int | None, trace: Trace) -> Side | None:
    """The side that has won, or nobody; `martial_law_regions` is None where Martial Law has not changed."""
    if vampires_have_won(track, trace):
        return "vampire"
    if track.sympathy_tokens == 0:
        trace.cite("VW-10.2", "no-sympathy-left")
        return "human"
    if martial_law_regions is not None and martial_law_regions >= MARTIAL_LAW_TO_WIN:
        trace.cite("VW-10.1", "six-regions", regions=martial_law_regions)
        return "human"
    return None


def region_faults(regions: Iterable[str], trace: Trace) -> None:
    """Record each region with more than one city under Martial Law; `regions` holds one entry a city."""
    for region, count in Counter(regions).items():
        if count > 1:
            trace.fault("VW-9.9", "region-has-two", region=region, cities=count)


@dataclass(frozen=True, slots=True, kw_only=True)
class VampireVictory:
    """The Vampire Victory track at any moment."""

    __pydantic_config__ = STRICT
    track: Track
    """The track."""


def vampire_victory(state: VampireVictory, trace: Trace) -> Ruling:
    """Whether the track shows the vampires as winners, or the humans for want of tokens."""
    track = state.track
    piece_faults(track, trace)
    trace.require_possible()
    trace.cite("VW-10.4", "cities-held", marker=track.victory_marker)
    if track.sympathy_tokens == 0 and track.victory_marker == track.last_visible:
        trace.cite("VW-10.2", "both-have-won", marker=track.victory_marker)
        raise Silence("both-sides-win")
    return trace.ruling("resolved", last_visible=track.last_visible, game_winner=game_winner(track, None, trace))


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanVictory:
    """The board after a riot, as the humans count it."""

    __pydantic_config__ = STRICT
    martial_law_regions: tuple[str, ...]
    """The region of each city under Martial Law."""
    sympathy_tokens: Count
    """Sympathy tokens on the Vampire Victory track."""


def human_victory(state: HumanVictory, trace: Trace) -> Ruling:
    """Whether the humans have won, or what they still miss."""
    cities = len(state.martial_law_regions)
    region_faults(state.martial_law_regions, trace)
    if cities > MARTIAL_LAW_TOKENS:
        trace.fault("VW-2.13", "too-many-tokens", tokens=cities)
    if state.sympathy_tokens > SYMPATHY_TOKENS:
        trace.fault("VW-2.14", "too-many-tokens", tokens=state.sympathy_tokens)
    trace.require_possible()
    regions = len(state.martial_law_regions)
    trace.cite("VW-10.6", "checked-after-riot")
    if state.sympathy_tokens == 0:
        trace.cite("VW-10.2", "no-sympathy-left")
    else:
        trace.cite("VW-10.2", "sympathy-left", tokens=state.sympathy_tokens)
    if regions >= MARTIAL_LAW_TO_WIN:
        trace.cite("VW-10.1", "six-regions", regions=regions)
    else:
        trace.cite("VW-10.1", "too-few-regions", regions=regions, short=MARTIAL_LAW_TO_WIN - regions)
    won = state.sympathy_tokens == 0 or regions >= MARTIAL_LAW_TO_WIN
    return trace.ruling(
        "resolved",
        game_winner="human" if won else None,
        regions_missing=max(0, MARTIAL_LAW_TO_WIN - regions),
        sympathy_tokens=state.sympathy_tokens,
    )


PROCEDURES = (
    Procedure(
        name="vampire-victory",
        state=VampireVictory,
        decide=vampire_victory,
        example=VampireVictory(track=Track(sympathy_tokens=8, victory_marker=8)),
        summary={
            "it": "Se i vampiri hanno vinto sul tracciato",
            "en": "Whether the vampires have won on the track",
        },
    ),
    Procedure(
        name="human-victory",
        state=HumanVictory,
        decide=human_victory,
        example=HumanVictory(martial_law_regions=("Europe", "Africa", "Asia", "Oceania"), sympathy_tokens=3),
        summary={
            "it": "Se gli umani hanno vinto, o che cosa manca",
            "en": "Whether the humans have won, or what is missing",
        },
    ),
)
