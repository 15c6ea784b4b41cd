"""Who has won: the vampires when their two kinds of pieces meet on the track, the humans by Martial Law or sympathy.

The tokens cover the track from its highest number down, the marker climbs from below; the vampires
win the moment the marker stands on the last number still visible. The humans win with the sixth city
under Martial Law, each in a region of its own, or when no token is left.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from adjudicator.kernel import Procedure, Ruling, Stopped, Trace, fault_check, result_type, state_type
from adjudicator.vwars.conflicts import HALF_ROUNDED_DOWN, MARKER_PAST_LAST_VISIBLE
from adjudicator.vwars.state import Count, Side, Track, piece_faults
from adjudicator.vwars.tables import MARTIAL_LAW_TO_WIN, MARTIAL_LAW_TOKENS, SYMPATHY_TOKENS


def vampires_have_won(track: Track, trace: Trace) -> bool:
    """Whether marker and tokens have met; stops where tokens cover the whole track and no city is held."""
    last = track.last_visible
    trace.cite("VW-10.5", "last-visible", tokens=track.sympathy_tokens, last=last)
    if last == 0 == track.victory_marker:
        trace.cite("VW-10.3", "no-space-and-no-city")
        trace.silence("vampires-without-cities")
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


@contextmanager
def winner_open(known: Callable[[str], Any]) -> Iterator[None]:
    """Where no text says who has won, `known` makes the result of the rest and of what is not stated."""
    try:
        yield
    except Stopped as stopped:
        raise Stopped(stopped.verdict, known(stopped.result.not_stated)) from None


def winner_after_riot(
    track: Track, martial_law_regions: int | None, trace: Trace, won: Side | None = None
) -> Side | None:
    """Who has won the game when the results of a riot are done, or nobody; `won` is who has won before."""
    trace.cite("VW-10.6", "checked-after-riot")
    winner = won or game_winner(track, martial_law_regions, trace)
    if winner is None:
        trace.cite("VW-10.7", "goes-on")
    return winner


def half_lost(tokens: int, trace: Trace) -> int:
    """How many tokens half of them, rounded down, takes off the track."""
    if tokens % 2 and trace.reading(HALF_ROUNDED_DOWN) == "number-kept":
        return tokens - tokens // 2
    return tokens // 2


@fault_check
def region_faults(regions: Sequence[str], trace: Trace) -> None:
    """Record each region with more than one city under Martial Law; `regions` holds one entry a city."""
    for region, count in Counter(regions).items():
        if count > 1:
            trace.fault("VW-9.9", "region-has-two", region=region, cities=count)


@state_type
class VampireVictory:
    """The Vampire Victory track at any moment."""

    track: Track
    """The track."""


@result_type
class TrackRead:
    """What the track shows."""

    last_visible: int
    """The highest number that no token covers."""
    game_winner: Side | None


def vampire_victory(state: VampireVictory, trace: Trace) -> Ruling:
    """Whether the track shows the vampires as winners, or the humans where no token is left."""
    track = state.track
    piece_faults(track, trace)
    trace.require_possible()
    trace.cite("VW-10.4", "cities-held", marker=track.victory_marker)
    if track.sympathy_tokens == 0 and track.victory_marker == track.last_visible:
        trace.cite("VW-10.2", "both-have-won", marker=track.victory_marker)
        trace.silence("both-sides-win")
    return trace.resolved(TrackRead(last_visible=track.last_visible, game_winner=game_winner(track, None, trace)))


@state_type
class HumanVictory:
    """The board after a riot, as the humans count it."""

    martial_law_regions: tuple[str, ...]
    """The region of each city under Martial Law."""
    sympathy_tokens: Count
    """Sympathy tokens on the Vampire Victory track."""


@result_type
class HumansCounted:
    """What the humans have and what they still need."""

    game_winner: Side | None
    regions_missing: int | None = None
    """Regions they still need under Martial Law; left out where nobody said and no token is left."""
    sympathy_tokens: int
    """Sympathy tokens they still have to take off the track, to win that way."""


def human_victory(state: HumanVictory, trace: Trace) -> Ruling:
    """Whether the humans have won, or what they still need."""
    _human_victory_faults(state, trace)
    trace.require_possible()
    trace.cite("VW-10.6", "checked-after-riot")
    if state.sympathy_tokens == 0:
        trace.cite("VW-10.2", "no-sympathy-left")
        missing = trace.besides(lambda: _missing_regions(state, trace))
    else:
        trace.cite("VW-10.2", "sympathy-left", tokens=state.sympathy_tokens)
        missing = _missing_regions(state, trace)
    won = state.sympathy_tokens == 0 or missing == 0
    return trace.resolved(
        HumansCounted(
            game_winner="human" if won else None, regions_missing=missing, sympathy_tokens=state.sympathy_tokens
        )
    )


def _missing_regions(state: HumanVictory, trace: Trace) -> int:
    regions = len(state.martial_law_regions)
    if regions >= MARTIAL_LAW_TO_WIN:
        trace.cite("VW-10.1", "six-regions", regions=regions)
    else:
        trace.cite("VW-10.1", "too-few-regions", regions=regions, short=MARTIAL_LAW_TO_WIN - regions)
    return max(0, MARTIAL_LAW_TO_WIN - regions)


@fault_check
def _human_victory_faults(state: HumanVictory, trace: Trace) -> None:
    if state.sympathy_tokens > SYMPATHY_TOKENS:
        trace.fault("VW-2.14", "too-many-tokens", tokens=state.sympathy_tokens)
    if len(state.martial_law_regions) > MARTIAL_LAW_TOKENS:
        trace.fault("VW-2.13", "too-many-tokens", tokens=len(state.martial_law_regions))
    region_faults(state.martial_law_regions, trace)


PROCEDURES = (
    Procedure(
        name="vampire-victory",
        state=VampireVictory,
        decide=vampire_victory,
        results=(TrackRead,),
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
        results=(HumansCounted,),
        example=HumanVictory(martial_law_regions=("Europe", "Africa", "Asia", "Oceania"), sympathy_tokens=3),
        summary={
            "it": "Se gli umani hanno vinto, o che cosa manca",
            "en": "Whether the humans have won, or what is missing",
        },
    ),
)
