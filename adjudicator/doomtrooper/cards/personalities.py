"""Personalities: never two copies of one in play, and what a covered copy does to the next.

A covered copy that is not paid yet is shown and paid when another player introduces the same one; that
player takes the card and the points back and loses no Action. Among covered copies the first revealed
is the true one.
"""

from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, bar_by_cards, card_lifts
from adjudicator.doomtrooper.conflicts import TWO_PERSONALITIES
from adjudicator.doomtrooper.state import Count
from adjudicator.doomtrooper.tables import INTRODUCE_IN_COVER_ACTIONS, PERSONALITY_COPIES
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class Copy:
    """A copy of the same Personality in play."""

    own: bool
    """Whether it is the acting player's."""
    standing: Literal["uncovered", "covered-and-paid", "covered-and-unpaid"]
    """How it lies there; `covered-and-unpaid` was introduced in Cover and never revealed."""
    owner_destiny: Count
    """Its owner's Destiny Points."""


@state_type
class Personality:
    """A Personality about to be introduced or revealed."""

    act: Literal["introduce", "introduce-in-cover", "reveal"]
    """What its player does."""
    value: Count
    """Its V."""
    copies: tuple[Copy, ...] = ()
    """Other copies of it in play."""
    other_personalities: Count = 0
    """Personalities in play that are somebody else."""
    fell_before: bool = False
    """Whether a copy of it was killed or discarded earlier in the game."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


@result_type
class Introduced:
    """Whether the card comes into play, and what goes back to whom."""

    stays: bool
    """Whether it comes into play or stays there."""
    destiny_returned: int | None = None
    """Destiny Points that its player has back."""
    actions_lost: int | None = None
    """Actions that its player loses."""
    owner_destiny: int | None = None
    """Destiny Points left to the owner of the copy that is paid now."""
    others_return: int | None = None
    """Other copies that go back to hand."""
    value_due: int | None = None
    """What its player has to pay now."""


def personality(state: Personality, trace: Trace) -> Ruling:
    """Whether it comes into play or stays there, and what goes back to whom."""
    if sum(copy.standing != "covered-and-unpaid" for copy in state.copies) > PERSONALITY_COPIES:
        trace.fault("DT-8.2", "two-known-copies")
    trace.require_possible()
    if state.act == "reveal":
        return _reveal(state, trace)
    bar_by_cards(state.cards, trace)
    if state.other_personalities and trace.reading(TWO_PERSONALITIES) == "any-two":
        others = state.other_personalities
        lifted = card_lifts("one-of-a-kind", state.cards, trace)
        trace.bar("DT-8.2", "another-personality", lifted=lifted, others=others)
    known = next((copy for copy in state.copies if copy.own or copy.standing != "covered-and-unpaid"), None)
    if known is not None:
        trace.bar("DT-8.2", "copy-in-play", lifted=card_lifts("one-of-a-kind", state.cards, trace), own=known.own)
    trace.require_legal()
    hidden = [copy for copy in state.copies if not copy.own and copy.standing == "covered-and-unpaid"]
    if hidden and state.act == "introduce":
        return _announce(hidden, state, trace)
    if state.fell_before:
        trace.cite("DT-8.3", "comes-again")
    trace.cite("DT-8.2", "no-copy-known")
    return trace.judged(Introduced(stays=True))


def _announce(hidden: list[Copy], state: Personality, trace: Trace) -> Ruling:
    """The copy that lay in Cover is the true one, once it is paid."""
    if len(hidden) > 1:
        trace.cite("DT-8.8", "who-announces", copies=len(hidden))
        trace.silence("which-covered-copy-is-announced")
    value, destiny = state.value, hidden[0].owner_destiny
    if destiny < value:
        trace.cite("DT-8.4", "owner-cannot-pay", value=value, destiny=destiny)
        trace.silence("covered-personality-not-paid")
    trace.cite("DT-8.4", "shown-and-paid", value=value, left=destiny - value)
    trace.cite("DT-8.5", "still-in-cover")
    trace.cite("DT-8.6", "back-to-hand", returned=value)
    trace.cite("DT-8.7", "action-not-lost")
    left = destiny - value
    return trace.resolved(Introduced(stays=False, destiny_returned=value, actions_lost=0, owner_destiny=left))


def _reveal(state: Personality, trace: Trace) -> Ruling:
    if any(copy.standing != "covered-and-unpaid" for copy in state.copies):
        trace.cite("DT-8.8", "another-was-first")
        trace.cite("DT-8.9", "three-actions-lost", actions=INTRODUCE_IN_COVER_ACTIONS)
        return trace.resolved(Introduced(stays=False, destiny_returned=0, actions_lost=INTRODUCE_IN_COVER_ACTIONS))
    trace.cite("DT-8.8", "first-is-the-true-one")
    if state.copies:
        trace.cite("DT-8.8", "others-back-to-hand", copies=len(state.copies))
        trace.cite("DT-8.9", "three-actions-lost", actions=INTRODUCE_IN_COVER_ACTIONS)
    return trace.resolved(Introduced(stays=True, others_return=len(state.copies), value_due=state.value))


PROCEDURES = (
    Procedure(
        name="personality",
        state=Personality,
        decide=personality,
        results=(Introduced,),
        example=Personality(
            act="introduce",
            value=9,
            copies=(Copy(own=False, standing="covered-and-unpaid", owner_destiny=12),),
        ),
        summary={
            "it": "Se una Personalità può entrare in gioco quando ce n'è un'altra copia",
            "en": "Whether a Personality may come into play when there is another copy",
        },
    ),
)
