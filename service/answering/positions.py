"""Questions that hold a position, put to the engines: as they stand, or as they change the last one.

A position that was not read surely enough is not ruled on. It is given back as far as it was read, to be filled in.
"""

from dataclasses import dataclass

from corpus import Corpus, Language
from index import Index
from service import schema
from service.answering.computed import computed, impossible, position
from service.answering.confidence import is_clear, may_be_clear
from service.answering.replies import Reply
from service.answering.similarity import Query, is_foreign
from service.positions.interpretation import Interpretation, follow_up, interpretations, is_name
from service.positions.rulings import EDITION, BadInput, ImpossibleState, adjudicate
from service.positions.signs import BEST, agreement
from service.requests import Previous

MOST_NAMES = 8
"""So many figures of a position may go without a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What came of reading a question as a position."""

    reply: Reply | None = None
    """The engine's, if it was read surely enough."""
    position: schema.PositionRead | None = None
    """As far as it was read."""


def ruling_on(query: Query, index: Index, corpus: Corpus) -> Read:
    """The ruling on a question by the first of its interpretations that is sure enough."""
    if is_foreign(query):
        return Read()
    game = corpus.games[query.best.game]
    reads = interpretations(index, query.question, game.id, query.language)
    for read in reads:
        if read.signs is None or not may_be_clear(read.signs):
            continue
        try:
            found = ruling_of(read, query.answer_language, query.edition)
        except ImpossibleState as state:
            if is_clear(read.signs, BEST, "impossible"):
                return Read(reply=impossible(read, state.faults, game, query.answer_language))
            continue
        if found and _is_clear(*found, query, index):
            return Read(reply=computed(*found, game, query.answer_language))
    return Read(position=next((position(read) for read in reads if read.facts and read.is_whole), None))


def follow_up_on(previous: Previous, query: Query, game: str | None, index: Index, corpus: Corpus) -> Read | None:
    """The ruling on the last position with what is told now; None where that is none of it."""
    if game is None or previous.position is None or not previous.position.procedure.startswith(f"{game}."):
        return None
    read = follow_up(index, query.question, previous.position, game, query.language)
    if read is None:
        return None
    try:
        found = ruling_of(read, query.answer_language, query.edition)
    except ImpossibleState as state:
        return Read(reply=impossible(read, state.faults, corpus.games[game], query.answer_language))
    return Read(reply=computed(*found, corpus.games[game], query.answer_language)) if found else None


def _is_clear(read: Interpretation, ruling: schema.Ruling, query: Query, index: Index) -> bool:
    agreed = agreement(index, query.question, query.best.game, query.language, wants=read.wants, ruling=ruling)
    return read.signs is not None and is_clear(read.signs, agreed, ruling.verdict)


def ruling_of(
    read: Interpretation, language: Language, edition: str | None = None
) -> tuple[Interpretation, schema.Ruling] | None:
    """The ruling on a position that was read, with the names that nobody says; None where it is no state. Raises
    ImpossibleState.

    A name only tells one figure from another: a ruling does not wait for it.
    """
    readings = {EDITION: edition} if edition else {}
    for _ in range(MOST_NAMES):
        try:
            ruling = adjudicate(read.procedure, read.state, readings=readings, language=language)
        except BadInput:  # what was read fits together in no state
            return None
        asked = ruling.hangs_on
        if asked is None or asked.branches is not None or not is_name(asked.field):
            break
        read = read.with_name(asked.field)
    return read, ruling
