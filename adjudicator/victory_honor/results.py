"""Kinds of results that several questions share: the plays open to a player, and what bars the others."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from adjudicator.kernel import Trace, result_type
from adjudicator.victory_honor.cards import POSITIONS, Card, Position, Seat, cards_in
from adjudicator.victory_honor.play.order import Bar
from adjudicator.victory_honor.play.plays import Plays, Way
from adjudicator.victory_honor.play.round import Round

PlayedAs: TypeAlias = Literal["open", "follow", "trump", "sacrifice", "opening-sacrifice"]
Ways: TypeAlias = Mapping[PlayedAs, list[Card]]
"""The cards that may be played in a position, by the way in which they would be played."""


@result_type
class BarredCards:
    """Cards that may not be played in a position."""

    position: Position
    rule: str
    """The rule that bars them."""
    cards: list[Card]


@result_type
class Refused:
    """What is not allowed."""

    barred_by: list[str]
    """The rules against it."""


@result_type
class Instead:
    """What would have been legal; nothing where nobody was to play."""

    seat: Seat | None = None
    """Who was to play."""
    left: Ways | None = None
    centre: Ways | None = None
    right: Ways | None = None


def ways(state: Round, plays: Plays) -> tuple[Ways, Ways, Ways]:
    """For each position what may be played, by the way in which it would be played."""
    left, centre, right = (_ways_in(state, cards, way) for cards, way in plays.choices)
    return left, centre, right


def _ways_in(state: Round, cards: int, way: Way) -> Ways:
    found: dict[PlayedAs, int] = {}
    match way:
        case "open" | "follow" | "opening-sacrifice":
            found = {way: cards}
        case "face-down":
            found = {"trump": cards & state.trump, "sacrifice": cards & ~state.trump}
    return {name: cards_in(some) for name, some in found.items() if some}


def barred(bars: tuple[Bar, ...]) -> list[BarredCards]:
    """Every card and position that is not allowed, with the rule that bars it."""
    return [
        BarredCards(position=POSITIONS[bar.position], rule=bar.rule, cards=cards_in(bar.cards))
        for bar in sorted(bars, key=lambda bar: (bar.position, bar.rule))
        if bar.cards
    ]


def barring_rules(trace: Trace) -> list[str]:
    """The rules that bar what is asked so far."""
    return [*dict.fromkeys(step.rule for step in trace.steps if step.bars)]
