"""Personalities: never two copies of one in play, and what a covered copy does to the next.

A covered copy that is not paid yet is shown and paid when another player introduces the same one; that
player takes the card and the points back and loses no Action. Among covered copies the first revealed
is the true one.
"""

from dataclasses import dataclass
from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, lifted, permitted
from adjudicator.doomtrooper.conflicts import TWO_PERSONALITIES
from adjudicator.doomtrooper.state import STRICT, Count
from adjudicator.doomtrooper.tables import INTRODUCE_IN_COVER_ACTIONS, PERSONALITY_COPIES
from adjudicator.kernel import Procedure, Ruling, Silence, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """A copy of the same Personality in play."""

    __pydantic_config__ = STRICT
    own: bool
    """Whether it is the acting player's."""
    standing: Literal["uncovered", "covered-and-paid", "covered-and-unpaid"]
    """How it lies there; `covered-and-unpaid` was introduced in Cover and never revealed."""
    owner_destiny: Count | None = None
    """Its owner's Destiny Points, where they may have to pay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Personality:
    """A Personality about to be introduced or revealed."""

    __pydantic_config__ = STRICT
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


def personality(state: Personality, trace: Trace) -> Ruling:
    """Whether it comes into play or stays there, and what goes back to whom."""
    if sum(copy.standing != "covered-and-unpaid" for copy in state.copies) > PERSONALITY_COPIES:
        trace.fault("DT-8.2", "two-known-copies")
    trace.require_possible()
    if state.act == "reveal":
        return _reveal(state, trace)
    legal = permitted(state.cards, trace)
    if state.other_personalities and trace.reading(TWO_PERSONALITIES) == "any-two":
        trace.cite("DT-8.2", "another-personality", others=state.other_personalities)
        legal &= lifted("one-of-a-kind", state.cards, trace)
    known = next((copy for copy in state.copies if copy.own or copy.standing != "covered-and-unpaid"), None)
    if known is not None:
        trace.cite("DT-8.2", "copy-in-play", own=known.own)
        legal &= lifted("one-of-a-kind", state.cards, trace)
    if not legal:
        return trace.ruling("illegal")
    hidden = [
        place for place, copy in enumerate(state.copies) if not copy.own and copy.standing == "covered-and-unpaid"
    ]
    if hidden and state.act == "introduce":
        return _announced(hidden, state, trace)
    if state.fell_before:
        trace.cite("DT-8.3", "comes-again")
    trace.cite("DT-8.2", "no-copy-known")
    return trace.ruling("legal", stays=True)


def _announced(hidden: list[int], state: Personality, trace: Trace) -> Ruling:
    """The copy that lay in Cover is the true one, once it is paid."""
    if len(hidden) > 1:
        trace.cite("DT-8.8", "who-announces", copies=len(hidden))
        raise Silence("which-covered-copy-is-announced")
    value, destiny = state.value, state.copies[hidden[0]].owner_destiny
    if destiny is None:
        trace.cite("DT-8.4", "asks-owner-destiny", value=value)
        return trace.ruling("undecided", missing=[f"copies.{hidden[0]}.owner_destiny"])
    if destiny < value:
        trace.cite("DT-8.4", "owner-cannot-pay", value=value, destiny=destiny)
        raise Silence("covered-personality-not-paid")
    trace.cite("DT-8.4", "shown-and-paid", value=value, left=destiny - value)
    trace.cite("DT-8.5", "still-in-cover")
    trace.cite("DT-8.6", "back-to-hand", returned=value)
    trace.cite("DT-8.7", "action-not-lost")
    return trace.ruling("resolved", stays=False, destiny_returned=value, actions_lost=0, owner_destiny=destiny - value)


def _reveal(state: Personality, trace: Trace) -> Ruling:
    if any(copy.standing != "covered-and-unpaid" for copy in state.copies):
        trace.cite("DT-8.8", "another-was-first")
        trace.cite("DT-8.9", "three-actions-lost", actions=INTRODUCE_IN_COVER_ACTIONS)
        return trace.ruling("resolved", stays=False, destiny_returned=0, actions_lost=INTRODUCE_IN_COVER_ACTIONS)
    trace.cite("DT-8.8", "first-is-the-true-one")
    if state.copies:
        trace.cite("DT-8.8", "others-back-to-hand", copies=len(state.copies))
        trace.cite("DT-8.9", "three-actions-lost", actions=INTRODUCE_IN_COVER_ACTIONS)
    return trace.ruling("resolved", stays=True, others_return=len(state.copies), value_due=state.value)


PROCEDURES = (
    Procedure(
        name="personality",
        state=Personality,
        decide=personality,
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
