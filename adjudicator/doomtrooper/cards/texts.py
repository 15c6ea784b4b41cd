"""What a card says against the manual, with its words, and the Actions that a player pays.

The rules know no card by name. Where a card allows what the manual bars, makes something free, or
forbids what the manual allows, it enters as data and the ruling shows that it rests on that card.
What the manual bars is barred with `unless_lifted(…).bar(…)`: where one of the cards lifts that, the
rule is cited with the card, and bars nothing.
"""

from dataclasses import replace
from typing import Literal, TypeAlias

from adjudicator.kernel import Fact, Trace, result_type, state_type

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


@state_type
class CardText:
    """A card that bears on what a player wants to do."""

    card: str
    """Its name."""
    words: str
    """The words printed on it that say so."""
    lifts: Bar | None = None
    """The bar it lifts; a card that lifts none forbids the action."""


class _Lifted(Trace):
    """A trace on which nothing is barred: a card lifts it, which is said after the rules that would bar."""

    __slots__ = ("_card", "_lifts", "_said")

    def __init__(self, trace: Trace, card: CardText, lifts: Bar) -> None:
        self._card, self._lifts, self._said = card, lifts, -1
        self._readings, self._steps = trace._readings, trace._steps
        self._faults, self._rests_on = trace._faults, trace._rests_on
        self.barred = trace.barred

    def bar(self, rule: str, branch: str, **facts: Fact) -> None:
        """Record that the rule would bar it, and once the card that lifts that."""
        if self._said < 0:
            self._said = len(self._steps)
            self.cite("DT-4.2", "card-lifts", card=self._card.card, words=self._card.words, bar=self._lifts)
        self._steps.insert(self._said, replace(self._steps[self._said], rule=rule, branch=branch, facts=facts))
        self._said += 1


def unless_lifted(bar: Bar, cards: tuple[CardText, ...], trace: Trace) -> Trace:
    """The trace to bar on what such a card may lift: it bars there only where none of the cards does."""
    for card in cards:
        if card.lifts == bar:
            return _Lifted(trace, card, bar) if trace.is_read else trace.silent()
    return trace


def lifted(bar: Bar, cards: tuple[CardText, ...], trace: Trace) -> bool:
    """Whether one of the cards lifts this bar."""
    for card in cards:
        if card.lifts == bar:
            trace.cite("DT-4.2", "card-lifts", card=card.card, words=card.words, bar=bar)
            return True
    return False


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
    if cost and lifted("action-cost", cards, trace):
        cost = 0
    if left < cost:
        trace.bar("DT-3.2", "too-few-actions", left=left, cost=cost)
    return left - cost
