"""The signs by which a reading of a question is judged: how surely each part of it was read, and whether the ruling on
it is what the question would have led one to expect.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from corpus import Language
from index import Index
from index.answers import kind_of_answer
from index.tagging import Mention
from index.tellings import Telling
from index.tokens import tokens
from service import schema
from service.positions.asked import answer_of, with_branches

LEAST = 1e-4
"""The least share that is told from none."""


class Signs(NamedTuple):
    """Of one reading, before it is ruled on; shares as their natural logarithms."""

    procedure: float
    """The share of the procedure."""
    lead: float
    """What it has on the next one."""
    telling: float
    """The chance of the way in which its words are taken, among all ways."""
    facts: float
    """The shares of the words that tell facts, added."""
    least_fact: float
    """The least of them, from 0 to 1."""
    words: float
    """The shares of all words, added: those that tell nothing count as well."""
    least_word: float
    """The least of them, from 0 to 1."""
    covered: float
    """The share of the words with matter that tell facts."""
    numbers_unread: float
    """How many numbers tell nothing."""


class Agreement(NamedTuple):
    """Of a ruling with what the question itself was taken to be; shares as their natural logarithms."""

    answer: float
    """The share that this kind of answer has."""
    rules: float
    """The share that the rules which the ruling cites have of all that may decide."""
    spoken_for: float
    """What the written questions with its yes or no have together, over those with the opposite; 0 where it has
    neither.
    """
    result_lead: float
    """What the readings that come to it have on those that come to another."""
    depends: float
    """Whether a fact is asked for."""
    impossible: float
    """Whether there is no ruling, since no such position can be."""


def signs(
    question: str,
    language: Language,
    *,
    shares: Sequence[float],
    telling: Telling,
) -> Signs:
    """`shares` are the procedure's own, and that of the best other."""
    share, next_share = shares
    mentions = telling.mentions
    return Signs(
        procedure=log_share(share),
        lead=log_share(share) - log_share(next_share),
        telling=log_share(telling.chance),
        facts=sum(log_share(mention.share) for mention in mentions),
        least_fact=min((mention.share for mention in mentions), default=0.0),
        words=sum(map(log_share, telling.shares)),
        least_word=min(telling.shares, default=0.0),
        covered=covered(mentions, question, language),
        numbers_unread=float(_numbers_unread(mentions, question, language)),
    )


def agreement(
    index: Index,
    question: str,
    game: str,
    language: Language,
    *,
    wants: str | None,
    ruling: schema.Ruling | None,
    shares: tuple[float, float],
    spoken: Mapping[str, float],
) -> Agreement:
    """Of a ruling that is to answer the question, or of none on what cannot be. `shares` are those of the readings that
    come to it, and of those that come to the likeliest other; `spoken` has what the written questions with a yes have
    together, and those with a no.
    """
    share, next_share = shares
    result_lead = log_share(share) - log_share(next_share)
    answers = index.phrases.answers(question, language)
    rules = index.phrases.rules(question, game, language)
    answer = cited = spoken_for = 0.0
    if ruling is not None and answers and rules:
        kind = kind_of_answer(answer_of(wants, ruling))
        answer = log_share(answers[kind])
        cited = log_share(sum(rules.get(rule, 0.0) for rule in set(rules_cited(ruling))))
        if kind in spoken:
            spoken_for = sum(log_share(share) * (1 if side == kind else -1) for side, share in spoken.items())
    return Agreement(
        answer=answer,
        rules=cited,
        spoken_for=spoken_for,
        result_lead=result_lead,
        depends=float(ruling is not None and ruling.verdict == "depends"),
        impossible=float(ruling is None),
    )


def rules_cited(ruling: schema.Ruling) -> Iterator[str]:
    """By its steps and by those of every branch."""
    return (step.rule for part in with_branches(ruling) for step in part.steps)


def log_share(share: float) -> float:
    """Its natural logarithm; none counts as the least."""
    return math.log(max(share, LEAST))


def covered(mentions: Sequence[Mention], question: str, language: Language) -> float:
    """The share of the words with matter that tell facts."""
    matter = [token for token in tokens(question, language) if not token.is_little]
    inside = [token for token in matter if any(one.start <= token.start < one.end for one in mentions)]
    return len(inside) / len(matter) if matter else 0.0


def _numbers_unread(mentions: Sequence[Mention], question: str, language: Language) -> int:
    return sum(
        token.number is not None and not any(one.start <= token.start < one.end for one in mentions)
        for token in tokens(question, language)
    )
