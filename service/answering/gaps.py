"""Whether a question is about a gap, a conflict without readings: then no rule settles it.

Three heads of the tuned model were taught what the lines about gaps ask for: which question it is, which rule or
conflict decides, and which procedure, rule or conflict. Of each the share that the gaps have is a sign.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from corpus import Game
from index import Hit, Index
from service.answering.calibration import GAP, UNSETTLED
from service.answering.chance import chance, log_odds
from service.answering.similarity import Query


class Gap(NamedTuple):
    """The signs that a gap is asked about: the shares that all gaps have together, as logarithms of their odds."""

    asks: float
    """Among the written questions."""
    rules: float
    """Among what may decide."""
    kinds: float
    """Among the procedures and what decides where there is none."""


def gap_asked_about(query: Query, game: Game, index: Index) -> Hit | None:
    """The likeliest gap that was retrieved, where the question is about one surely enough."""
    near = [hit for hit in query.hits if is_gap(game, hit.rule)]
    if not near or chance(GAP, signs(query, game, index)._asdict()) < UNSETTLED:
        return None
    likely = defaultdict(float, index.phrases.rules(query.question, game.id, query.language))
    for target, _, share in index.phrases.asks(query.question, game.id, query.language):
        likely[target] += share
    return max(near, key=lambda hit: likely[hit.rule])


def signs(query: Query, game: Game, index: Index) -> Gap:
    """What the tuned model makes of the question."""
    question, language = query.question, query.language
    vector = index.vector(question, language)

    def odds(shares: Iterable[tuple[str, float]]) -> float:
        return log_odds(sum(share for target, share in shares if is_gap(game, target)))

    return Gap(
        asks=odds((target, share) for target, _, share in index.phrases.asks(question, game.id, language)),
        rules=odds(index.phrases.rules(question, game.id, language).items()),
        kinds=odds(index.phrases.kinds(question, vector, game.id, language)),
    )


def is_gap(game: Game, target: str) -> bool:
    """Whether it is a conflict that leaves the matter open."""
    return target in game.conflicts and not game.conflicts[target].readings
