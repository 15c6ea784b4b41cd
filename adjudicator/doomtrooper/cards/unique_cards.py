"""Cards that may lie on the table only so often: Relics, Warzones, Alliances, Fortifications.

A Relic is one in the whole game; a Warzone once in each of a player's Areas; an Alliance one a player
and not one that another has; a Fortification one copy, which Cities and Citadels need not share.
"""

from typing import Literal, TypeAlias

from adjudicator.doomtrooper.cards.targets import FOR_ANYONE, Printed, bar_by_words, reaches
from adjudicator.doomtrooper.cards.texts import ActionsLeft, CardText, bar_by_cards, card_lifts, pay
from adjudicator.doomtrooper.conflicts import FORTIFICATION_COPIES
from adjudicator.doomtrooper.state import Area, Count, Warrior, warrior_faults
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
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type

Site: TypeAlias = Literal["squad", "array", "outpost", "outside", "warrior"]
"""Where a Fortification goes: an Area, outside the Areas, or on a warrior."""


@state_type
class Relic:
    """A Relic and the warrior it is to go to."""

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


@state_type
class Warzone:
    """A Warzone and the Area it is to go to."""

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


@state_type
class Alliance:
    """An Alliance about to be played."""

    kind: Literal["alliance"]
    """That it is an Alliance."""
    own_in_play: Count
    """Alliances the player has in play."""
    copies_with_others: Count
    """Copies of this one that other players have introduced."""
    own_turn: bool
    """Whether it is the player's Turn."""


@state_type
class UniqueCard:
    """A Relic, a Warzone or an Alliance about to be put into play."""

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
    bar_by_cards(state.cards, trace)
    match state.card:
        case Relic():
            _bar_relic(state.card, state.cards, trace)
            cost = RELIC_ACTIONS
        case Warzone():
            _bar_warzone(state.card, state.cards, trace)
            cost = WARZONE_ACTIONS
        case Alliance():
            _bar_alliance(state.card, state.cards, trace)
            cost = 0
    left = pay(state.actions_left, cost, state.cards, trace)
    trace.require_legal()
    return trace.judged(ActionsLeft(actions_left=left))


def _bar_relic(card: Relic, cards: tuple[CardText, ...], trace: Trace) -> None:
    reached = reaches(card.printed, card.warrior, trace)
    lifted = not reached and card_lifts("restriction", cards, trace)
    bar_by_words(card.printed, card.warrior, lifted, trace)
    if not reached:
        trace.bar("DT-4.42", "not-for-him", lifted=lifted)
    elif not card.printed.names_nobody and not trace.barred:
        trace.cite("DT-4.42", "for-him")
    if card.copies_in_play >= RELIC_COPIES:
        lifted = card_lifts("one-of-a-kind", cards, trace)
        trace.bar("DT-4.43", "copy-in-play", lifted=lifted, copies=card.copies_in_play)
    elif not trace.barred:
        if card.copies_discarded:
            trace.cite("DT-4.44", "discarded-ones-do-not-count", copies=card.copies_discarded)
        else:
            trace.cite("DT-4.43", "none-in-play")
    if not trace.barred:
        trace.cite("DT-4.40", "no-collector-needed")
        trace.cite("DT-4.41", "relic-costs", actions=RELIC_ACTIONS)


def _bar_warzone(card: Warzone, cards: tuple[CardText, ...], trace: Trace) -> None:
    with trace.apart():
        _bar_by_area(card, cards, trace)
    if card.copies_in_area >= WARZONE_COPIES:
        lifted = card_lifts("one-copy", cards, trace)
        trace.bar("DT-4.48", "copy-in-that-area", lifted=lifted, copies=card.copies_in_area)
    elif card.copies_elsewhere and not trace.barred:
        trace.cite("DT-4.48", "others-do-not-matter", copies=card.copies_elsewhere)
    if not trace.barred:
        trace.cite("DT-4.46", "no-strategist-needed")
        trace.cite("DT-4.47", "warzone-costs", actions=WARZONE_ACTIONS)


def _bar_by_area(card: Warzone, cards: tuple[CardText, ...], trace: Trace) -> None:
    lifted = not card.own_area and card_lifts("area", cards, trace)
    if not card.own_area:
        trace.bar("DT-4.47", "not-in-anothers-area", lifted=lifted, area=card.area)
    if card.area not in card.goes_to:
        lifted = lifted or card_lifts("area", cards, trace)
        trace.bar("DT-4.57", "not-for-that-area", lifted=lifted, area=card.area, goes_to=list(card.goes_to))


def _bar_alliance(card: Alliance, cards: tuple[CardText, ...], trace: Trace) -> None:
    trace.cite("DT-4.59", "any-time-and-free", own_turn=card.own_turn)
    if card.own_in_play >= ALLIANCES:
        trace.bar("DT-4.60", "has-an-alliance", lifted=card_lifts("one-of-a-kind", cards, trace))
    if card.copies_with_others >= ALLIANCE_COPIES:
        trace.bar("DT-4.62", "another-has-it", lifted=card_lifts("one-copy", cards, trace))


@state_type
class Fortification:
    """A Fortification about to be built."""

    kind: Literal["city", "citadel", "other"] = "other"
    """What it is."""
    goes_to: tuple[Site, ...]
    """Where its card says that it may be built."""
    site: Site
    """Where the player wants it; `warrior` is on a warrior."""
    warrior_area: Area
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


@result_type
class Built:
    """The Fortification is in play."""

    site: Site
    """Where."""
    actions_left: int


def fortification(state: Fortification, trace: Trace) -> Ruling:
    """Whether it may be built there, and the Actions left."""
    bar_by_cards(state.cards, trace)
    with trace.apart():
        _bar_by_site(state, trace)
    _bar_by_copies(state, trace)
    left = pay(state.actions_left, FORTIFICATION_ACTIONS, state.cards, trace)
    trace.require_legal()
    trace.cite("DT-6.54", "built", site=state.site, actions=state.actions_left - left)
    return trace.judged(Built(site=state.site, actions_left=left))


def _bar_by_site(state: Fortification, trace: Trace) -> None:
    lifted = not state.own_site and card_lifts("area", state.cards, trace)
    if not state.own_site:
        trace.bar("DT-6.54", "not-in-anothers-area", lifted=lifted)
    if state.site in state.goes_to:
        if state.site == "warrior" and state.warrior_area == "outpost" and not trace.barred:
            trace.cite("DT-4.29", "on-a-warrior-in-outpost")
        return
    lifted = lifted or card_lifts("area", state.cards, trace)
    if state.site == "outpost" and "outside" in state.goes_to:
        trace.bar("DT-4.27", "outside-is-not-outpost", lifted=lifted)
    elif state.site == "outpost":
        trace.bar("DT-4.26", "not-in-an-outpost", lifted=lifted, goes_to=list(state.goes_to))
    elif state.goes_to == ("outpost",):
        trace.bar("DT-4.28", "only-in-an-outpost", lifted=lifted, site=state.site)
    else:
        trace.bar("DT-6.54", "not-there", lifted=lifted, site=state.site, goes_to=list(state.goes_to))


def _bar_by_copies(state: Fortification, trace: Trace) -> None:
    own, others = state.own_copies, state.others_copies
    if state.several_allowed:
        if own + others and not trace.barred:
            trace.cite("DT-6.56", "its-text-allows-more")
    elif own >= ONE_FORTIFICATION:
        lifted = card_lifts("one-copy", state.cards, trace)
        trace.bar("DT-6.56", "own-copy-in-play", lifted=lifted, copies=own)
    elif others:
        if trace.reading(FORTIFICATION_COPIES) == "one-in-the-game":
            lifted = card_lifts("one-copy", state.cards, trace)
            trace.bar("DT-6.56", "anothers-copy-in-play", lifted=lifted, copies=others)
        elif state.kind == "other" and not trace.barred:
            trace.cite("DT-6.56", "one-for-each-player", copies=others)
        elif not trace.barred:
            trace.cite("DT-4.25", "both-may-have-it", kind=state.kind)


PROCEDURES = (
    Procedure(
        name="unique-card",
        state=UniqueCard,
        decide=unique_card,
        results=(ActionsLeft,),
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
        results=(Built,),
        example=Fortification(
            kind="city",
            goes_to=("squad",),
            site="squad",
            warrior_area="squad",
            own_copies=0,
            others_copies=1,
            actions_left=1,
        ),
        summary={
            "it": "Se una Fortificazione può essere costruita",
            "en": "Whether a Fortification may be built",
        },
    ),
)
