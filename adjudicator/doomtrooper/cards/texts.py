"""What a card says against the manual, with its words, and the Actions that a player pays.

The rules know no card by name. Where a card allows what the manual bars, makes something free, or
forbids what the manual allows, it enters as data and the ruling shows that it rests on that card.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.doomtrooper.state import STRICT
from adjudicator.kernel import Trace

Bar: TypeAlias = Literal[
    "action-cost",
    "area",
    "attack-last",
    "caster",
    "discard",
    "elimination",
    "first-turn",
    "last-uncovered",
    "looking",
    "one-copy",
    "one-of-a-kind",
    "reassigning",
    "restriction",
    "transfer",
    "tribes-together",
    "vehicle",
]
"""What the manual bars and a card may lift; `action-cost` is the Actions to be paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardText:
    """A card that bears on what a player wants to do."""

    __pydantic_config__ = STRICT
    card: str
    """Its name."""
    words: str
    """The words printed on it that say so."""
    lifts: Bar | None = None
    """The bar it lifts; a card that lifts none forbids the action."""


def lifted(bar: Bar, cards: tuple[CardText, ...], trace: Trace) -> bool:
    """Whether one of the cards lifts this bar."""
    for card in cards:
        if card.lifts == bar:
            trace.cite("DT-4.2", "card-lifts", card=card.card, words=card.words, bar=bar)
            return True
    return False


def permitted(cards: tuple[CardText, ...], trace: Trace) -> bool:
    """Whether none of the cards forbids the action."""
    bans = [card for card in cards if card.lifts is None]
    for card in bans:
        trace.cite("DT-4.2", "card-forbids", card=card.card, words=card.words)
    return not bans


def paid(left: int, cost: int, cards: tuple[CardText, ...], trace: Trace) -> int | None:
    """The Actions left once these are paid, or None where there are too few."""
    if cost and lifted("action-cost", cards, trace):
        cost = 0
    if left < cost:
        trace.cite("DT-3.2", "too-few-actions", left=left, cost=cost)
        return None
    return left - cost
