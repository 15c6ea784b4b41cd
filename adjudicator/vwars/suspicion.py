"""Finding the vampire and making new ones: Investigate and Awaken.

An investigation costs its player the only token they have and the vampires half their sympathy if it
hits; if it misses, the vampires gain half instead. Awakening never moves sympathy.
"""

from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.vwars.state import FactionCard, Side, Standing, Track, track_faults
from adjudicator.vwars.victory import game_winner, half_lost, winner_open


@state_type
class Investigate:
    """A player about to accuse another."""

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
    track: Track
    """The Vampire Victory track before."""


@result_type
class Accused:
    """What has come of the accusation, but for who has won the game."""

    vampire_found: bool
    sympathy_tokens: int
    last_visible: int
    token_discarded: bool = True


@result_type
class Investigated(Accused):
    """What has come of the accusation."""

    game_winner: Side | None


@result_type
class WinnerNotStated(Accused):
    """An accusation after which no text says who has won."""

    not_stated: str


def investigate(state: Investigate, trace: Trace) -> Ruling:
    """Whether the accusation may be made, and what comes of it."""
    track_faults(state.track, trace)
    if state.accuser == "vampire" and state.target == "vampire" and not state.accuses_self:
        trace.fault("VW-3.17", "one-vampire-card")
    if state.accuses_self and state.accuser != state.target:
        trace.fault("VW-2.10", "two-cards-for-one-player")
    trace.require_possible()
    if state.accuser == "vampire":
        trace.bar("VW-6.14", "holds-the-vampire-card")
    if not state.has_token:
        trace.bar("VW-6.14", "token-spent")
    if state.accuses_self:
        trace.bar("VW-6.14", "not-another-player")
    if state.vampire_public:
        trace.bar("VW-6.19", "vampire-is-public")
    trace.require_legal()
    trace.cite("VW-6.14", "may-investigate", card=state.accuser)
    found = state.target == "vampire"
    tokens, last_visible, winner = trace.parts(lambda: _after_accusation(state, found, trace), 3)
    return trace.judged(
        Investigated(vampire_found=found, sympathy_tokens=tokens, last_visible=last_visible, game_winner=winner)
    )


def _after_accusation(state: Investigate, found: bool, trace: Trace) -> tuple[int, int, Side | None]:
    """The tokens on the track, the last visible space, and who has won."""
    if found:
        trace.cite("VW-6.15", "vampire-found")
        track = _find_out(state.track, trace)
    else:
        trace.cite("VW-6.15", "stays-hidden", card=state.target)
        track = _accuse_falsely(state.track, trace)
    trace.cite("VW-6.18", "token-discarded")
    tokens, last_visible = track.sympathy_tokens, track.last_visible
    with winner_open(
        lambda not_stated: WinnerNotStated(
            vampire_found=found, sympathy_tokens=tokens, last_visible=last_visible, not_stated=not_stated
        )
    ):
        winner = game_winner(track, None, trace)
    return tokens, last_visible, winner


def _find_out(track: Track, trace: Trace) -> Track:
    tokens, lost = track.sympathy_tokens, half_lost(track.sympathy_tokens, trace)
    track = track.with_sympathy(-lost)
    if lost > track.sympathy_tokens:
        trace.cite("VW-6.16", "keeps-half", tokens=tokens, lost=lost, left=track.sympathy_tokens)
    else:
        trace.cite("VW-6.16", "loses-half", tokens=tokens, lost=lost, left=track.sympathy_tokens)
    return track


def _accuse_falsely(track: Track, trace: Trace) -> Track:
    tokens, half = track.sympathy_tokens, track.sympathy_tokens // 2
    track = track.with_sympathy(half)
    added = track.sympathy_tokens - tokens
    if added < half:
        trace.cite("VW-6.17", "covers-the-track", tokens=tokens, half=half, added=added)
    else:
        trace.cite("VW-6.17", "gains-half", tokens=tokens, added=added, left=track.sympathy_tokens)
    return track


@state_type
class Awaken:
    """A player about to awaken another."""

    actor: Standing
    """Who the player is."""
    same_city: bool
    """Whether both are in the same city."""
    target: Literal["human", "infected", "public-vampire"]
    """The other player: their Faction card, or that they are a Public Vampire already."""


@result_type
class Awakened:
    """What has come of the attempt."""

    awakened: bool
    """Whether the other player joins the vampires."""
    sympathy_change: int = 0


def awaken(state: Awaken, trace: Trace) -> Ruling:
    """Whether the attempt may be made, and whether it succeeds."""
    if state.actor == "hidden-vampire" and state.target == "public-vampire":
        trace.fault("VW-6.20", "nobody-could-awaken")
    trace.require_possible()
    if state.actor != "public-vampire":
        trace.bar("VW-6.20", "not-a-public-vampire", standing=state.actor)
    if not state.same_city:
        trace.bar("VW-6.20", "not-in-same-city")
    if state.target == "public-vampire":
        trace.bar("VW-6.20", "already-a-vampire")
    trace.require_legal()
    trace.cite("VW-6.20", "may-awaken")
    return trace.judged(Awakened(awakened=try_to_awaken(state.target == "infected", trace)))


def try_to_awaken(infected: bool, trace: Trace) -> bool:
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
        results=(Investigated, WinnerNotStated),
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
        results=(Awakened,),
        example=Awaken(actor="public-vampire", same_city=True, target="infected"),
        summary={"it": "Se un giocatore viene risvegliato", "en": "Whether a player is awakened"},
    ),
)
