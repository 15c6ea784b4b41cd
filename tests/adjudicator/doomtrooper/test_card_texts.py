"""A bar of the manual and the cards that may lift it."""

from typing import Any

import pytest

from adjudicator import GAMES, Trace
from adjudicator.doomtrooper.assigned.equipment import AssignEquipment
from adjudicator.doomtrooper.cards.targets import CardTarget, Printed
from adjudicator.doomtrooper.cards.texts import CardText, bar_by_cards, card_lifts, pay
from adjudicator.doomtrooper.state import Warrior
from adjudicator.doomtrooper.turn.outposts import OutpostTransfer

LIFTS = (CardText(card="Pass", words="twice", lifts="area"),)


def said(trace: Trace) -> list[tuple[str, bool]]:
    return [(step.branch, step.bars) for step in trace.steps]


def test_what_no_card_lifts_bars() -> None:
    trace = Trace()
    trace.bar("X-1.1", "no-vehicle", lifted=card_lifts("vehicle", LIFTS, trace))
    assert trace.barred
    assert said(trace) == [("no-vehicle", True)]


def test_what_a_card_lifts_is_said_with_the_card_and_bars_nothing() -> None:
    trace = Trace()
    trace.bar("X-1.1", "not-there", lifted=card_lifts("area", LIFTS, trace), place="here")
    assert not trace.barred
    assert said(trace) == [("card-lifts", False), ("not-there", False)]
    assert trace.steps[0].facts == {"card": "Pass", "words": "twice", "bar": "area"}
    assert trace.steps[1].facts == {"place": "here"}


def test_a_silent_trace_is_not_barred_by_what_a_card_lifts() -> None:
    quiet = Trace().silent()
    quiet.bar("X-1.1", "not-there", lifted=card_lifts("area", LIFTS, quiet))
    assert not quiet.barred
    quiet.bar("X-1.1", "no-vehicle", lifted=card_lifts("vehicle", LIFTS, quiet))
    assert quiet.barred


@pytest.mark.parametrize(
    ("ask", "barred"),
    [
        (
            CardTarget(
                printed=Printed(affiliation="capitol", who="dark-legion", kind="ninja"),
                target=Warrior(affiliation="bauhaus", area="squad"),
                cards=(CardText(card="Pass", words="anyone", lifts="restriction"),),
            ),
            {"of-another-affiliation", "not-dark-legion", "not-one-of-them"},
        ),
        (
            AssignEquipment(
                warrior=Warrior(affiliation="bauhaus", area="squad"),
                kind="armour",
                printed=Printed(icon="capitol", kind="ninja"),
                actions_left=1,
                cards=(CardText(card="Pass", words="anyone", lifts="restriction"),),
            ),
            {"of-another-affiliation", "not-one-of-them"},
        ),
        (
            OutpostTransfer(
                warrior=Warrior(affiliation="templars", area="outpost"),
                to="array",
                transfers=1,
                others_there=0,
                actions_left=2,
                cards=(CardText(card="Pass", words="moves again", lifts="transfer"),),
            ),
            {"tribe-stays", "moved-already"},
        ),
    ],
)
def test_a_card_that_lifts_several_bars_is_said_once(ask: Any, barred: set[str]) -> None:
    decide = next(each for each in GAMES["doomtrooper"].procedures.values() if each.state is type(ask))
    steps = decide.rule(ask).steps
    assert barred <= {step.branch for step in steps}
    assert not any(step.bars for step in steps)
    assert [step.branch for step in steps].count("card-lifts") == 1


def test_every_card_that_forbids_bars() -> None:
    trace = Trace()
    bar_by_cards((*LIFTS, CardText(card="One", words="no"), CardText(card="Two", words="never")), trace)
    assert [step.facts["card"] for step in trace.steps if step.bars] == ["One", "Two"]


def test_actions_are_paid_unless_a_card_makes_them_free() -> None:
    trace = Trace()
    assert pay(2, 1, LIFTS, trace) == 1
    assert pay(0, 1, (CardText(card="Free", words="at no cost", lifts="action-cost"),), trace) == 0
    assert not trace.barred
    pay(0, 1, (), trace)
    assert said(trace)[-1] == ("too-few-actions", True)
