"""The pieces that several procedures of V-Wars are asked about, as players would write them down."""

import dataclasses
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias, TypedDict

from adjudicator.kernel import Trace, fault_check, state_type
from adjudicator.vwars.conflicts import MARKER_PAST_LAST_VISIBLE, MARTIAL_LAW_EFFECTS, TROOP_CAP
from adjudicator.vwars.tables import EVENT_CARDS, EVENT_SLOTS, PLAYER_CARDS, SYMPATHY_TOKENS, VAMPIRES
from adjudicator.vwars.tables import TROOP_CAP as CAP
from adjudicator.written import Written

Count: TypeAlias = Annotated[int, Written(ge=0)]
Card: TypeAlias = Annotated[str, Written(pattern="^(red|white) [1-9][0-9]?$", words="red or white, and 1 to 99")]
"""A Player card by its colour and number: "red 4", "white 2"."""

Side: TypeAlias = Literal["human", "vampire"]
FactionCard: TypeAlias = Literal["human", "infected", "vampire"]
Standing: TypeAlias = Literal["human", "infected", "hidden-vampire", "public-vampire"]
"""Who a player is: by their Faction card, and for a vampire whether it has been turned over."""
Role: TypeAlias = Literal["brad", "miku", "lucius", "rati", "grace", "ronald", "emily", "joao"]
VampireRole: TypeAlias = Literal["brad", "grace", "ronald"]
"""The roles whose vampire side can change a riot in their region."""
Region: TypeAlias = Literal["own", "adjacent", "other"]
"""A region as seen by a player: the one they are in, one next to it, any other."""


def enemy(side: Side) -> Side:
    """The other side."""
    return "human" if side == "vampire" else "vampire"


def shown_side(standing: Standing) -> Side:
    """The side a player is seen to be on: hidden vampires and infected pass for human."""
    return "vampire" if standing == "public-vampire" else "human"


def true_side(standing: Standing) -> Side:
    """The side a player really works for."""
    return "vampire" if standing in ("hidden-vampire", "public-vampire") else "human"


def read_card(card: Card) -> tuple[Side, int]:
    """The side a card counts for and its number."""
    colour, number = card.split()
    return ("human" if colour == "white" else "vampire"), int(number)


@state_type
class Track:
    """The Vampire Victory track."""

    sympathy_tokens: Count
    """Sympathy tokens on the track; they cover its highest numbers."""
    victory_marker: Count
    """The number the Victory marker stands on: how many cities the vampires control."""

    @property
    def last_visible(self) -> int:
        """The highest number that no token covers."""
        return SYMPATHY_TOKENS - self.sympathy_tokens

    def with_sympathy(self, change: int) -> "Track":
        """Tokens put on (positive) or taken off, within the sixteen there are."""
        tokens = min(SYMPATHY_TOKENS, max(0, self.sympathy_tokens + change))
        return dataclasses.replace(self, sympathy_tokens=tokens)

    def with_cities(self, change: int) -> "Track":
        """The Victory marker moved by so many cities won or lost."""
        return dataclasses.replace(self, victory_marker=self.victory_marker + change)


class Pieces(TypedDict):
    """The track as many results state it."""

    victory_marker: int
    sympathy_tokens: int
    last_visible: int


def pieces(track: Track) -> Pieces:
    """The track as a result states it, to be its fields."""
    return {
        "victory_marker": track.victory_marker,
        "sympathy_tokens": track.sympathy_tokens,
        "last_visible": track.last_visible,
    }


@fault_check
def piece_faults(track: Track, trace: Trace) -> None:
    """Record what keeps these pieces from lying on any Vampire Victory track."""
    if track.victory_marker > SYMPATHY_TOKENS:
        trace.fault("VW-10.4", "off-the-track", marker=track.victory_marker, last=SYMPATHY_TOKENS)
    if track.sympathy_tokens > SYMPATHY_TOKENS:
        trace.fault("VW-2.14", "too-many-tokens", tokens=track.sympathy_tokens)


@fault_check
def track_faults(track: Track, trace: Trace) -> None:
    """Record what keeps this track from standing in a game that is still going on."""
    piece_faults(track, trace)
    if track.sympathy_tokens > SYMPATHY_TOKENS:
        return
    if track.sympathy_tokens == 0:
        trace.fault("VW-10.2", "already-won")
    if track.victory_marker == 0:  # with no city there is nothing that could have met the tokens
        return
    if track.victory_marker >= track.last_visible and (
        track.victory_marker == track.last_visible or trace.reading(MARKER_PAST_LAST_VISIBLE) == "wins"
    ):
        trace.fault("VW-10.3", "already-won", marker=track.victory_marker, last=track.last_visible)


@fault_check
def uncounted_city_faults(controller: Side, track: Track, trace: Trace) -> None:
    """Record a city that the vampires hold and the Victory marker does not count."""
    if controller == "vampire" and track.victory_marker == 0:
        trace.fault("VW-10.4", "city-not-counted")


@state_type
class City:
    """A city on the board."""

    vampire_control: bool
    """Whether a Vampire Control marker lies on it."""
    human_troops: Count
    """Human troops in it, in units."""
    vampire_troops: Count
    """Vampire troops in it, in units."""
    martial_law: bool = False
    """Whether it is under Martial Law."""
    region_martial_law: bool
    """Whether any city of its region has a Martial Law token."""

    @property
    def controller(self) -> Side:
        return "vampire" if self.vampire_control else "human"


@fault_check
def city_faults(city: City, trace: Trace) -> None:
    """Record what keeps this city from standing on a board."""
    if city.martial_law and not city.region_martial_law:
        trace.fault("VW-9.14", "token-not-in-region")
    troop_faults(city.human_troops, city.vampire_troops, trace)
    martial_law_faults(city.martial_law, city.vampire_troops, trace, vampire_control=city.vampire_control)


@fault_check
def martial_law_faults(martial_law: bool, vampire_troops: int, trace: Trace, *, vampire_control: bool = False) -> None:
    """Record a city under Martial Law that holds what could not have got there or stayed."""
    if martial_law and (vampire_troops or vampire_control) and trace.reading(MARTIAL_LAW_EFFECTS) == "it-summary":
        if vampire_troops:
            trace.fault("VW-9.18", "vampires-inside-here", troops=vampire_troops)
        if vampire_control:
            trace.fault("VW-9.17", "nobody-took-it-here")


@fault_check
def troop_faults(human: int, vampire: int, trace: Trace) -> None:
    """Record a city in which a side has more troops than it may."""
    if (human > CAP or vampire > CAP) and trace.reading(TROOP_CAP) == "it-summary":
        trace.fault("VW-6.7", "over-six-here", human=human, vampire=vampire)


@fault_check
def event_deck_faults(cards: int, trace: Trace) -> None:
    """Record an Event deck larger than set-up leaves it."""
    if cards > EVENT_CARDS - EVENT_SLOTS:
        trace.fault("VW-2.5", "too-many-events", cards=cards)


@fault_check
def player_card_faults(cards: int, trace: Trace) -> None:
    """Record more Player cards in some places than the game has in all."""
    if cards > PLAYER_CARDS:
        trace.fault("VW-2.7", "cards-do-not-add-up", cards=cards)


@fault_check
def role_faults(roles: Sequence[Role], trace: Trace) -> None:
    """Record each role that is there more than once."""
    for role, count in Counter(roles).items():
        if count > 1:
            trace.fault("VW-2.4", "role-taken-twice", role=role)


@fault_check
def vampire_faults(player: Standing, others: int, trace: Trace, named: Standing | None = None) -> None:
    """Record Public Vampires that the Faction deck or a hidden Vampire card rules out.

    `others` are those besides the player; a second player who is named and public is one of them.
    """
    if player == named == "hidden-vampire":
        trace.fault("VW-3.17", "one-vampire-card")
    if "hidden-vampire" in (player, named) and (others or "public-vampire" in (player, named)):
        trace.fault("VW-6.20", "nobody-could-awaken")
    if others + (player != "human") + (named in ("infected", "hidden-vampire")) > VAMPIRES:
        trace.fault("VW-3.17", "too-many-vampires", others=others)
