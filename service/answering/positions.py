"""Questions that hold a position, put to the engines: as they stand, or as they change the last one.

A position that was not read surely enough is not ruled on. It is given back as far as it was read, to be filled in.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from corpus import Corpus, Language
from corpus.phrasebook import places_of
from index import Index
from service import schema
from service.answering import replies
from service.answering.computed import computed, impossible, perhaps, position
from service.answering.confidence import is_clear, is_likely, may_be_clear
from service.answering.llm_reading import LLMReader
from service.answering.replies import Reply
from service.answering.similarity import Query, is_foreign
from service.answering.wording import judges_claim
from service.positions.interpretation import (
    Interpretation,
    changed,
    facts_told,
    follow_up,
    has_name_unsaid,
    interpretations,
    is_name,
    miscounts,
    tells_only_facts,
)
from service.positions.rulings import EDITION, BadInput, ImpossibleState, adjudicate
from service.positions.signs import BEST, Agreement, agreement
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
    perhaps: schema.Perhaps | None = None
    """What comes of it, where it is likely to be what is meant and not sure."""


def ruling_on(
    query: Query,
    index: Index,
    corpus: Corpus,
    llm: LLMReader | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Read:
    """The ruling on a question by the first of its interpretations that is sure enough.

    An LLM that comes to the same ruling makes one surer. Where it comes to another, what the two read alike is ruled
    on, so that a fact on which they differ is asked for where it decides. Raises Cancelled.
    """
    if is_foreign(query):
        return Read()
    game = corpus.games[query.best.game]
    reads = interpretations(index, query.question, game.id, query.language)
    other = llm.read(query.question, query.language, reads, index, cancelled) if llm else None
    try:
        found = _ruled(reads, query, index, other)
    except _Impossible as none:
        return Read(reply=impossible(none.read, none.faults, game, query.answer_language))
    if found:
        takes_sides = not judges_claim(query.question)
        return Read(reply=computed(*found, game, query.answer_language, takes_sides=takes_sides))
    if likely := _likely(reads, query, index):
        return Read(position=position(likely[0]), perhaps=perhaps(*likely, game, query.answer_language))
    return Read(position=next((position(read) for read in reads if read.facts and read.is_whole), None))


def rulings_apart(query: Query, pieces: Sequence[str], index: Index, corpus: Corpus) -> Reply | None:
    """The rulings on several positions in one question; None unless each of its pieces holds a position of its own.

    A piece that only changes the position before it ("and a human?") is ruled on with all that was told there. One that
    adds to it and changes nothing belongs to it: they are one position.
    """
    if is_foreign(query):
        return None
    game = corpus.games[query.best.game]
    found: list[tuple[Interpretation, schema.Ruling]] = []
    for piece in pieces:
        one = replace(query, question=f"{piece.rstrip(' ?')}?")
        reads = interpretations(index, one.question, game.id, query.language)
        try:
            own = _ruled(reads, one, index)
            ruled = _ruled_after(found[-1][0], own, reads, one, index) if found else own
        except (_Impossible, ImpossibleState):
            return None
        if ruled is None:
            return None
        found.append(ruled)
    rulings = [computed(*each, game, query.answer_language) for each in found]
    return replies.apart(rulings, pieces, query.answer_language)


def _ruled_after(
    last: Interpretation,
    own: tuple[Interpretation, schema.Ruling] | None,
    reads: Sequence[Interpretation],
    query: Query,
    index: Index,
) -> tuple[Interpretation, schema.Ruling] | None:
    """The ruling on what is asked after a position: on one of another kind, or on the last one changed."""
    if own and own[0].procedure != last.procedure:
        return own if any(fact.words for fact in own[0].facts) else None
    read = changed(index, query.question, last, query.best.game, query.language)
    told = {fact.place: fact.value for fact in last.facts}
    if read is None or all(told.get(fact.place, fact.value) == fact.value for fact in read.facts):
        return None
    same = any(one.procedure == last.procedure for one in reads[:1])
    if not same and not tells_only_facts(index, query.question, query.best.game, query.language, last.procedure):
        return None
    return ruling_of(replace(read, wants=own[0].wants) if own else read, query.answer_language, query.edition)


def is_half(read: Read, query: Query, whole: str, index: Index) -> bool:
    """Whether the whole text from which a question was taken tells its position more than the question does."""
    if read.reply is None or read.reply.position is None or whole == query.question:
        return False
    position = read.reply.position
    told = facts_told(index, whole, query.best.game, query.language, position.procedure)
    return not told.keys() <= dict(places_of(position.state)).keys()


def is_mixed(read: Read, pieces: Sequence[str], query: Query, index: Index) -> bool:
    """Whether two pieces of a question tell a fact of its position differently: then it is no one position."""
    if read.reply is None or read.reply.position is None or len(pieces) < 2:
        return False
    procedure = read.reply.position.procedure
    told: dict[str, object] = {}
    return any(
        told.setdefault(fact.place, fact.value) != fact.value
        for piece in pieces
        for fact in facts_told(index, piece, query.best.game, query.language, procedure).values()
        if "[" not in fact.place  # of a list, each piece may tell another entry
    )


class _Impossible(Exception):  # noqa: N818  # it says what is the matter
    """A position that was read surely enough, and that cannot exist."""

    def __init__(self, read: Interpretation, faults: Sequence[schema.Step]) -> None:
        super().__init__(read.procedure)
        self.read = read
        self.faults = faults


def _ruled(
    reads: Iterable[Interpretation], query: Query, index: Index, other: Interpretation | None = None
) -> tuple[Interpretation, schema.Ruling] | None:
    """The first that is read surely enough, with the ruling on it; raises _Impossible.

    `other` is how somebody else reads the question.
    """
    for read in reads:
        theirs = other if other and other.procedure == read.procedure else None
        if read.signs is None or _is_misread(read, query):
            continue
        if not may_be_clear(read.signs, is_confirmed=theirs is not None):
            continue
        try:
            found = ruling_of(read, query.answer_language, query.edition)
        except ImpossibleState as state:
            if is_clear(read.signs, BEST, "impossible"):
                raise _Impossible(read, state.faults) from state
            continue
        is_confirmed = bool(found and theirs and _result_of(theirs, query) == _result(found[1]))
        if found and _is_clear(*found, query, index, is_confirmed=is_confirmed):
            if theirs is None or is_confirmed or _result_of(_both(read, theirs), query) in (None, _result(found[1])):
                return found
            return _on_what_is_alike(read, theirs, query)
    return None


def _is_misread(read: Interpretation, query: Query) -> bool:
    """Whether the question itself shows that it does not say this."""
    return has_name_unsaid(read, query.question) or miscounts(read)


def _likely(reads: Iterable[Interpretation], query: Query, index: Index) -> tuple[Interpretation, schema.Ruling] | None:
    """The first that is likely to be what is meant, though no more than that, with the ruling on it."""
    for read in reads:
        if read.signs is None or not read.facts or _is_misread(read, query):
            continue
        try:
            found = ruling_of(read, query.answer_language, query.edition)
        except ImpossibleState:
            continue
        if found and is_likely(read.signs, _agreed(*found, query, index), found[1].verdict):
            return found
    return None


def _result_of(read: Interpretation, query: Query) -> object:
    """What comes of a position; None where it is none that can exist."""
    try:
        found = ruling_of(read, query.answer_language, query.edition)
    except ImpossibleState:
        return None
    return _result(found[1]) if found else None


def _result(ruling: schema.Ruling) -> object:
    """The same for rulings that come to the same, or depend on the same fact."""
    return ruling.verdict, ruling.outcome, ruling.hangs_on and ruling.hangs_on.field


def _both(read: Interpretation, other: Interpretation) -> Interpretation:
    """With what the other one tells besides and instead: who leaves a fact out does not deny it."""
    return replace(read, facts=tuple({fact.place: fact for fact in (*read.facts, *other.facts)}.values()))


def _on_what_is_alike(
    read: Interpretation, other: Interpretation, query: Query
) -> tuple[Interpretation, schema.Ruling] | None:
    """The ruling without the facts that the two read differently: they are asked for where they decide."""
    theirs = {fact.place: fact.value for fact in other.facts}
    alike = tuple(fact for fact in read.facts if theirs.get(fact.place, fact.value) == fact.value)
    common = replace(read, facts=alike)
    try:
        return ruling_of(common, query.answer_language, query.edition)
    except ImpossibleState:
        return None


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


def _is_clear(read: Interpretation, ruling: schema.Ruling, query: Query, index: Index, *, is_confirmed: bool) -> bool:
    agreed = _agreed(read, ruling, query, index)
    return read.signs is not None and is_clear(read.signs, agreed, ruling.verdict, is_confirmed=is_confirmed)


def _agreed(read: Interpretation, ruling: schema.Ruling, query: Query, index: Index) -> Agreement:
    return agreement(index, query.question, query.best.game, query.language, wants=read.wants, ruling=ruling)


def ruling_of(
    read: Interpretation, language: Language, edition: str | None = None
) -> tuple[Interpretation, schema.Ruling] | None:
    """The ruling on a position that was read, with the names that nobody says; None where it is no state. Raises
    ImpossibleState.

    A name only tells one figure from another: a ruling does not wait for it.
    """
    if not read.is_whole:
        return None
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
