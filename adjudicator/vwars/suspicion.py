"""Finding the vampire and making new ones: Investigate and Awaken.

An investigation costs its player the only token they have and the vampires half their sympathy if it
hits; if it misses, the vampires gain half instead. Awakening never moves sympathy.
"""

from dataclasses import dataclass
from typing import Literal

from adjudicator.kernel import Json, Procedure, Ruling, Silence, Trace
from adjudicator.vwars.state import STRICT, FactionCard, Standing, Track, track_faults, track_missing
from adjudicator.vwars.turn import half_lost
from adjudicator.vwars.victory import game_winner


@dataclass(frozen=True, slots=True, kw_only=True)
class Investigate:
    """A player about to accuse another."""

    __pydantic_config__ = STRICT
    accuser: FactionCard
    """The accuser's Faction card."""
    has_token: bool
    """Whether the accuser still has their Investigation token."""
    vampire_public: bool
    """Whether the player with the Vampire card is public already."""
    target: FactionCard
    """The Faction card of the accused."""
    accuses_self: bool = False
    """Whether they name themselves."""
    track: Track | None = None
    """The Vampire Victory track before; needed where the accusation may be made."""


def investigate(state: Investigate, trace: Trace) -> Ruling:
    """Whether the accusation may be made, and what comes of it."""
    if state.track is not None:
        track_faults(state.track, trace)
    if state.accuser == "vampire" and state.target == "vampire" and not state.accuses_self:
        trace.fault("VW-3.17", "one-vampire-card")
    if state.accuses_self and state.accuser != state.target:
        trace.fault("VW-2.10", "two-cards-for-one-player")
    trace.require_possible()
    legal = True
    if state.accuser == "vampire":
        trace.cite("VW-6.14", "holds-the-vampire-card")
        legal = False
    if not state.has_token:
        trace.cite("VW-6.14", "token-spent")
        legal = False
    if state.accuses_self:
        trace.cite("VW-6.14", "not-another-player")
        legal = False
    if state.vampire_public:
        trace.cite("VW-6.19", "vampire-is-public")
        legal = False
    if not legal:
        return trace.ruling("illegal")
    trace.cite("VW-6.14", "may-investigate", card=state.accuser)
    if state.track is None:
        return track_missing(trace)
    if state.target == "vampire":
        trace.cite("VW-6.15", "vampire-found")
        track = _found_out(state.track, trace)
    else:
        trace.cite("VW-6.15", "stays-hidden", card=state.target)
        track = _falsely_accused(state.track, trace)
    trace.cite("VW-6.18", "token-discarded")
    settled: dict[str, Json] = {
        "vampire_found": state.target == "vampire",
        "sympathy_tokens": track.sympathy_tokens,
        "last_visible": track.last_visible,
        "token_discarded": True,
    }
    try:
        winner = game_winner(track, None, trace)
    except Silence as silence:  # who wins is open, the tokens are not
        return trace.ruling("undecided", **settled, not_stated=silence.not_stated)
    return trace.ruling("legal", **settled, game_winner=winner)


def _found_out(track: Track, trace: Trace) -> Track:
    tokens, lost = track.sympathy_tokens, half_lost(track.sympathy_tokens, trace)
    track = track.with_sympathy(-lost)
    if lost > track.sympathy_tokens:
        trace.cite("VW-6.16", "keeps-half", tokens=tokens, lost=lost, left=track.sympathy_tokens)
    else:
        trace.cite("VW-6.16", "loses-half", tokens=tokens, lost=lost, left=track.sympathy_tokens)
    return track


def _falsely_accused(track: Track, trace: Trace) -> Track:
    tokens, half = track.sympathy_tokens, track.sympathy_tokens // 2
    track = track.with_sympathy(half)
    added = track.sympathy_tokens - tokens
    if added < half:
        trace.cite("VW-6.17", "covers-the-track", tokens=tokens, half=half, added=added)
    else:
        trace.cite("VW-6.17", "gains-half", tokens=tokens, added=added, left=track.sympathy_tokens)
    return track


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaken:
    """A player about to awaken another."""

    __pydantic_config__ = STRICT
    actor: Standing
    """Who the player is."""
    same_city: bool
    """Whether both are in the same city."""
    target: Literal["human", "infected", "public-vampire"]
    """The other player: their Faction card, or that they are a Public Vampire already."""


def awaken(state: Awaken, trace: Trace) -> Ruling:
    """Whether the attempt may be made, and whether it succeeds."""
    if state.actor == "hidden-vampire" and state.target == "public-vampire":
        trace.fault("VW-6.20", "nobody-could-awaken")
    trace.require_possible()
    legal = True
    if state.actor != "public-vampire":
        trace.cite("VW-6.20", "not-a-public-vampire", standing=state.actor)
        legal = False
    if not state.same_city:
        trace.cite("VW-6.20", "not-in-same-city")
        legal = False
    if state.target == "public-vampire":
        trace.cite("VW-6.20", "already-a-vampire")
        legal = False
    if not legal:
        return trace.ruling("illegal")
    trace.cite("VW-6.20", "may-awaken")
    awakened = awakening(state.target == "infected", trace)
    return trace.ruling("legal", awakened=awakened, sympathy_change=0)


def awakening(infected: bool, trace: Trace) -> bool:
    """Whether the other player joins the vampires."""
    if infected:
        trace.cite("VW-6.21", "turns-public")
    else:
        trace.cite("VW-6.22", "nothing-happens")
    return infected


PROCEDURES = (
    Procedure(
        name="investigate",
        state=Investigate,
        decide=investigate,
        example=Investigate(
            accuser="human",
            has_token=True,
            vampire_public=False,
            target="infected",
            track=Track(sympathy_tokens=7, victory_marker=4),
        ),
        summary={
            "it": "Se si può indagare e che cosa succede ai segnalini simpatia",
            "en": "Whether a player may Investigate, and what it does to sympathy",
        },
    ),
    Procedure(
        name="awaken",
        state=Awaken,
        decide=awaken,
        example=Awaken(actor="public-vampire", same_city=True, target="infected"),
        summary={"it": "Se un giocatore viene risvegliato", "en": "Whether a player is awakened"},
    ),
)
