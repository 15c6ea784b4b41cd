"""A bar of the manual and the cards that may lift it."""

from adjudicator import Trace
from adjudicator.doomtrooper.cards.texts import CardText, bar_by_cards, pay, unless_lifted

LIFTS = (CardText(card="Pass", words="twice", lifts="area"),)


def said(trace: Trace) -> list[tuple[str, bool]]:
    return [(step.branch, step.bars) for step in trace.steps]


def test_what_no_card_lifts_bars() -> None:
    trace = Trace()
    unless_lifted("vehicle", LIFTS, trace).bar("X-1.1", "no-vehicle")
    assert trace.barred
    assert said(trace) == [("no-vehicle", True)]


def test_what_a_card_lifts_is_said_with_the_card_and_bars_nothing() -> None:
    trace = Trace()
    trace.cite("X-1.1", "before")
    manual = unless_lifted("area", LIFTS, trace)
    assert said(trace) == [("before", False)]
    manual.bar("X-1.1", "not-there", place="here")
    manual.bar("X-1.2", "nor-there")
    trace.cite("X-1.1", "after")
    assert not trace.barred
    assert said(trace) == [(branch, False) for branch in ("before", "not-there", "nor-there", "card-lifts", "after")]
    assert trace.steps[1].rule == "X-1.1"
    assert trace.steps[1].facts == {"place": "here"}
    assert trace.steps[3].facts == {"card": "Pass", "words": "twice", "bar": "area"}


def test_a_silent_trace_is_not_barred_by_what_a_card_lifts() -> None:
    quiet = Trace().silent()
    unless_lifted("area", LIFTS, quiet).bar("X-1.1", "not-there")
    assert not quiet.barred
    unless_lifted("vehicle", LIFTS, quiet).bar("X-1.1", "no-vehicle")
    assert quiet.barred


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
