"""Cards that may lie on the table only so often: Relics, Warzones, Alliances, Fortifications.

A Relic is one in the whole game; a Warzone once in each of a player's Areas; an Alliance one a player
and not one that another has; a Fortification one copy, which Cities and Citadels need not share.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.doomtrooper.cards.targets import FOR_ANYONE, Printed, reaches
from adjudicator.doomtrooper.cards.texts import CardText, lifted, paid, permitted
from adjudicator.doomtrooper.conflicts import FORTIFICATION_COPIES
from adjudicator.doomtrooper.state import STRICT, Area, Count, Warrior, warrior_faults
from adjudicator.doomtrooper.tables import (
    ALLIANCE_COPIES,
    ALLIANCES,
    FORTIFICATION_ACTIONS,
    RELIC_ACTIONS,
    RELIC_COPIES,
    WARZONE_ACTIONS,
    WARZONE_COPIES,
)
from adjudicator.doomtrooper.tables import FORTIFICATION_COPIES as ONE_FORTIFICATION
from adjudicator.kernel import Procedure, Ruling, Trace

Site: TypeAlias = Literal["squad", "array", "outpost", "outside", "warrior"]
"""Where a Fortification goes: an Area, outside the Areas, or on a warrior."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relic:
    """A Relic and the warrior it is to go to."""

    __pydantic_config__ = STRICT
    kind: Literal["relic"]
    """That it is a Relic."""
    printed: Printed = FOR_ANYONE
    """What its card says about whom it is for."""
    warrior: Warrior
    """Who is to have it."""
    copies_in_play: Count
    """Copies of it in play, whoever's."""
    copies_discarded: Count = 0
    """Copies of it discarded earlier in the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Warzone:
    """A Warzone and the Area it is to go to."""

    __pydantic_config__ = STRICT
    kind: Literal["warzone"]
    """That it is a Warzone."""
    goes_to: tuple[Area, ...]
    """The Areas its card allows."""
    area: Area
    """The Area wanted."""
    own_area: bool
    """Whether that Area is the player's own."""
    copies_in_area: Count
    """Copies of it already in that Area."""
    copies_elsewhere: Count = 0
    """Copies of it in play in other Areas."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alliance:
    """An Alliance about to be played."""

    __pydantic_config__ = STRICT
    kind: Literal["alliance"]
    """That it is an Alliance."""
    own_in_play: Count
    """Alliances the player has in play."""
    copies_with_others: Count
    """Copies of this one that other players have introduced."""
    own_turn: bool
    """Whether it is the player's Turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UniqueCard:
    """A Relic, a Warzone or an Alliance about to be put into play."""

    __pydantic_config__ = STRICT
    card: Relic | Warzone | Alliance
    """The card."""
    actions_left: Count
    """Actions the player has left."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


def unique_card(state: UniqueCard, trace: Trace) -> Ruling:
    """Whether it may be put into play, and the Actions left."""
    if isinstance(state.card, Relic):
        warrior_faults(state.card.warrior, trace)
        trace.require_possible()
    legal = permitted(state.cards, trace)
    match state.card:
        case Relic():
            legal &= _relic(state.card, state.cards, trace)
            cost = RELIC_ACTIONS
        case Warzone():
            legal &= _warzone(state.card, state.cards, trace)
            cost = WARZONE_ACTIONS
        case Alliance():
            legal &= _alliance(state.card, state.cards, trace)
            cost = 0
    left = paid(state.actions_left, cost, state.cards, trace)
    if left is None or not legal:
        return trace.ruling("illegal")
    return trace.ruling("legal", actions_left=left)


def _relic(card: Relic, cards: tuple[CardText, ...], trace: Trace) -> bool:
    legal = True
    if not reaches(card.printed, card.warrior, trace):
        trace.cite("DT-4.42", "not-for-him")
        legal = lifted("restriction", cards, trace)
    elif not card.printed.names_nobody:
        trace.cite("DT-4.42", "for-him")
    if card.copies_in_play >= RELIC_COPIES:
        trace.cite("DT-4.43", "copy-in-play", copies=card.copies_in_play)
        legal &= lifted("one-of-a-kind", cards, trace)
    elif card.copies_discarded:
        trace.cite("DT-4.44", "discarded-ones-do-not-count", copies=card.copies_discarded)
    else:
        trace.cite("DT-4.43", "none-in-play")
    if legal:
        trace.cite("DT-4.40", "no-collector-needed")
        trace.cite("DT-4.41", "relic-costs", actions=RELIC_ACTIONS)
    return legal


def _warzone(card: Warzone, cards: tuple[CardText, ...], trace: Trace) -> bool:
    legal = True
    if not card.own_area:
        trace.cite("DT-4.47", "not-in-anothers-area", area=card.area)
        legal &= lifted("area", cards, trace)
    if card.area not in card.goes_to:
        trace.cite("DT-4.57", "not-for-that-area", area=card.area, goes_to=list(card.goes_to))
        legal &= lifted("area", cards, trace)
    if card.copies_in_area >= WARZONE_COPIES:
        trace.cite("DT-4.48", "copy-in-that-area", copies=card.copies_in_area)
        legal &= lifted("one-copy", cards, trace)
    elif card.copies_elsewhere:
        trace.cite("DT-4.48", "others-do-not-matter", copies=card.copies_elsewhere)
    if legal:
        trace.cite("DT-4.46", "no-strategist-needed")
        trace.cite("DT-4.47", "warzone-costs", actions=WARZONE_ACTIONS)
    return legal


def _alliance(card: Alliance, cards: tuple[CardText, ...], trace: Trace) -> bool:
    legal = True
    trace.cite("DT-4.59", "any-time-and-free", own_turn=card.own_turn)
    if card.own_in_play >= ALLIANCES:
        trace.cite("DT-4.60", "has-an-alliance")
        legal &= lifted("one-of-a-kind", cards, trace)
    if card.copies_with_others >= ALLIANCE_COPIES:
        trace.cite("DT-4.62", "another-has-it")
        legal &= lifted("one-copy", cards, trace)
    return legal


@dataclass(frozen=True, slots=True, kw_only=True)
class Fortification:
    """A Fortification about to be built."""

    __pydantic_config__ = STRICT
    kind: Literal["city", "citadel", "other"] = "other"
    """What it is."""
    goes_to: tuple[Site, ...]
    """Where its card says that it may be built."""
    site: Site
    """Where the player wants it; `warrior` is on a warrior."""
    warrior_area: Area | None = None
    """For one assigned to a warrior: the Area he is in."""
    own_site: bool = True
    """Whether the Area or the warrior is the player's own."""
    own_copies: Count
    """Copies of it the player has in play."""
    others_copies: Count
    """Copies of it that other players have in play."""
    several_allowed: bool = False
    """Whether its text allows several copies."""
    actions_left: Count
    """Actions left in this Turn."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


def fortification(state: Fortification, trace: Trace) -> Ruling:
    """Whether it may be built there, and the Actions left."""
    legal = permitted(state.cards, trace)
    if not state.own_site:
        trace.cite("DT-6.54", "not-in-anothers-area")
        legal &= lifted("area", state.cards, trace)
    if not _site_allowed(state, trace):
        legal &= lifted("area", state.cards, trace)
    if not _copy_allowed(state, trace):
        legal &= lifted("one-copy", state.cards, trace)
    left = paid(state.actions_left, FORTIFICATION_ACTIONS, state.cards, trace)
    if left is None or not legal:
        return trace.ruling("illegal")
    trace.cite("DT-6.54", "built", site=state.site, actions=state.actions_left - left)
    return trace.ruling("legal", site=state.site, actions_left=left)


def _site_allowed(state: Fortification, trace: Trace) -> bool:
    if state.site in state.goes_to:
        if state.site == "warrior" and state.warrior_area == "outpost":
            trace.cite("DT-4.29", "on-a-warrior-in-outpost")
        return True
    if state.site == "outpost" and "outside" in state.goes_to:
        trace.cite("DT-4.27", "outside-is-not-outpost")
    elif state.site == "outpost":
        trace.cite("DT-4.26", "not-in-an-outpost", goes_to=list(state.goes_to))
    elif state.goes_to == ("outpost",):
        trace.cite("DT-4.28", "only-in-an-outpost", site=state.site)
    else:
        trace.cite("DT-6.54", "not-there", site=state.site, goes_to=list(state.goes_to))
    return False


def _copy_allowed(state: Fortification, trace: Trace) -> bool:
    if state.several_allowed:
        if state.own_copies + state.others_copies:
            trace.cite("DT-6.56", "its-text-allows-more")
        return True
    if state.own_copies >= ONE_FORTIFICATION:
        trace.cite("DT-6.56", "own-copy-in-play", copies=state.own_copies)
        return False
    if state.others_copies == 0:
        return True
    if trace.reading(FORTIFICATION_COPIES) == "one-in-the-game":
        trace.cite("DT-6.56", "anothers-copy-in-play", copies=state.others_copies)
        return False
    if state.kind == "other":
        trace.cite("DT-6.56", "one-for-each-player", copies=state.others_copies)
    else:
        trace.cite("DT-4.25", "both-may-have-it", kind=state.kind)
    return True


PROCEDURES = (
    Procedure(
        name="unique-card",
        state=UniqueCard,
        decide=unique_card,
        example=UniqueCard(
            card=Warzone(kind="warzone", goes_to=("squad",), area="squad", own_area=True, copies_in_area=1),
            actions_left=2,
        ),
        summary={
            "it": "Se una Reliquia, una Warzone o un'Alleanza può entrare in gioco",
            "en": "Whether a Relic, a Warzone or an Alliance may come into play",
        },
    ),
    Procedure(
        name="fortification",
        state=Fortification,
        decide=fortification,
        example=Fortification(
            kind="city", goes_to=("squad",), site="squad", own_copies=0, others_copies=1, actions_left=1
        ),
        summary={
            "it": "Se una Fortificazione può essere costruita",
            "en": "Whether a Fortification may be built",
        },
    ),
)
