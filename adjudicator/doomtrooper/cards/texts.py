"""What a card says against the manual, with its words, and the Actions that a player pays.

The rules know no card by name. Where a card allows what the manual bars, makes something free, or
forbids what the manual allows, it enters as data and the ruling shows that it rests on that card.
Where one of the cards lifts what the manual bars, the card is cited, then the rule, which bars nothing.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from adjudicator.kernel import Trace, result_type, state_type

Bar: TypeAlias = Literal[
    "action-cost",
    "area",
    "attack-last",
    "caster",
    "discard",
    "elimination",
    "first-turn",
    "just-uncovered",
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


@state_type
class CardText:
    """A card that bears on what a player wants to do."""

    card: str
    """Its name."""
    words: str
    """The words printed on it that say so."""
    lifts: Bar | None = None
    """The bar it lifts; a card that lifts none forbids the action."""


def card_lifts(bar: Bar, cards: tuple[CardText, ...], trace: Trace) -> bool:
    """Whether one of the cards lets the player do what the manual bars."""
    card = exception_to(bar, cards)
    if card is None:
        return False
    trace.cite("DT-4.2", "card-lifts", card=card.card, words=card.words, bar=bar)
    return True


def exception_to(bar: Bar, cards: tuple[CardText, ...]) -> CardText | None:
    """The first of the cards that lifts what the manual bars."""
    return next((card for card in cards if card.lifts == bar), None)


def beyond_copies(most: int, held: Iterable[str], cards: tuple[CardText, ...]) -> Iterator[tuple[str, int]]:
    """Each card of which one warrior holds more copies than so many, with how many; none where a card lifts that."""
    if exception_to("one-copy", cards) is None:
        yield from ((card, copies) for card, copies in Counter(held).items() if copies > most)


def bar_by_cards(cards: tuple[CardText, ...], trace: Trace) -> None:
    """Bar what any of the cards forbids."""
    for card in cards:
        if card.lifts is None:
            trace.bar("DT-4.2", "card-forbids", card=card.card, words=card.words)


@result_type
class ActionsLeft:
    """It is done, and so many Actions are left."""

    actions_left: int


def pay(left: int, cost: int, cards: tuple[CardText, ...], trace: Trace) -> int:
    """The Actions left once these are paid; barred where there are too few."""
    if cost and card_lifts("action-cost", cards, trace):
        cost = 0
    if left < cost:
        trace.bar("DT-3.2", "too-few-actions", left=left, cost=cost)
    return left - cost
