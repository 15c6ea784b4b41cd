"""Yes or no where nobody wrote the answer to the very question: which way the rule's own questions point.

A rule is asked in several ways, some that it answers with yes and some with no. Which of them the tuned model rather
takes the question for, and what answer it expects whatever the rule, give the chance of each.
"""

import math
from typing import Literal, NamedTuple

from corpus import Rule
from index import Index
from index.answers import ruled
from service.answering.calibration import POLAR, SAID, YES
from service.answering.chance import chance
from service.answering.similarity import Query
from service.answering.wording import asks_how_many, asks_which, judges_claim, negated, offers_alternatives

LEAST = 1e-4
"""Added to shares: what nobody asked may be asked all the same."""


class YesOrNo(NamedTuple):
    """The signs that it is yes; turned round, they are those of a no."""

    asks: float
    """How much more often the tuned model takes the question for one that the rule answers with yes: a logarithm."""
    answer: float
    """How much likelier it expects yes for an answer, whatever the rule: a logarithm."""


def yes_or_no(query: Query, rule: Rule, index: Index) -> Literal["yes", "no"] | None:
    """The likelier one, if it is likely enough; None where neither is an answer to the question."""
    if not is_polar(query, index):
        return None
    yes = chance(YES, signs_of(query, rule, index)._asdict())
    return "yes" if yes >= SAID else "no" if 1 - yes >= SAID else None


def is_polar(query: Query, index: Index) -> bool:
    """Whether the question wants to hear yes or no: by its words, and as the tuned model takes it."""
    question, language = query.question, query.language
    if asks_which(question, language) or asks_how_many(question) or offers_alternatives(question):
        return False
    if judges_claim(question) or negated(question, language):
        return False  # whose claim it is, the rule does not know; and what is denied, both words may confirm
    expected = index.phrases.answers(question, language)
    return bool(expected) and expected["yes"] + expected["no"] >= POLAR


def signs_of(query: Query, rule: Rule, index: Index) -> YesOrNo:
    """By this rule, of the game that the question is about."""
    ranked = index.phrases.asks(query.question, query.best.game, query.language)
    shares = {number: share for target, number, share in ranked if target == rule.id}
    answers = [ruled(ask.a) for ask in rule.asks[query.language]]
    yes, no = (
        LEAST + sum(shares.get(number, 0.0) for number, answer in enumerate(answers) if answer == wanted)
        for wanted in ("yes", "no")
    )
    expected = index.phrases.answers(query.question, query.language)
    return YesOrNo(
        asks=math.log(yes / no),
        answer=math.log((expected["yes"] + LEAST) / (expected["no"] + LEAST)),
    )
