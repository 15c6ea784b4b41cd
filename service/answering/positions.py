"""Questions that hold a position, put to the engines: as they stand, or as they change the last one.

A position that was not read surely enough is not ruled on. It is given back as far as it was read, to be filled in.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from corpus import Conflict, Corpus, Game
from corpus.phrasebook import places_of
from index import Index
from index.answers import kind_of_answer
from service import schema
from service.answering import replies
from service.answering.calibration import HARDLY_SIDED, SIDED, SURELY_WANTED
from service.answering.computed import computed, impossible, perhaps, position
from service.answering.confidence import is_clear, is_likely
from service.answering.llm_reading import LLMReader
from service.answering.replies import Reply
from service.answering.results import Result, Ruled, of_yes, result_of, results, ruled_on
from service.answering.similarity import Query, is_foreign
from service.answering.wording import judges_claim, limits
from service.positions.asked import answer_of, asks_the_verdict, with_branches
from service.positions.changes import SURE_CHANGE, changed
from service.positions.interpretation import (
    Interpretation,
    facts_told,
    interpretations,
    tells_only_facts,
)
from service.positions.places import is_name
from service.positions.rulings import adjudicate
from service.positions.sides import Side, opposite, side_asked

_NAME = re.compile(r"\b[A-Z]\w+")
"""In what is wanted, `next=Ugo`: everything else is written small there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What came of reading a question as a position."""

    reply: Reply | None = None
    """The engine's, if it was read surely enough."""
    position: schema.PositionRead | None = None
    """As far as it was read."""
    perhaps: schema.Perhaps | None = None
    """What comes of it, where it is likely to be what is meant and not sure."""
    conditional: schema.Sentence | None = None
    """What says that."""
    of_yes: float = 0.0
    """How likely a ruling with a yes is right over one with a no, each against its being wrong, as a logarithm."""


def ruling_on(
    query: Query,
    index: Index,
    corpus: Corpus,
    llm: LLMReader | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Read:
    """The ruling that a question comes to most surely, if that is sure enough.

    An LLM that comes to the same ruling makes one surer. Where it comes to another, what the two read alike is ruled
    on, so that a fact on which they differ is asked for where it decides. Raises Cancelled.
    """
    if is_foreign(query):
        return Read()
    game = corpus.games[query.best.game]
    reads = interpretations(index, query.question, game.id, query.language)
    other = llm.read(query.question, query.language, reads, index, cancelled) if llm else None
    found = results(reads, query, game, index)
    if ruled := clear(found, query, other):
        says_neither = judges_claim(query.question) or _asks_if_no_more(ruled, query)
        takes_sides = not says_neither and _is_expected(ruled, query, index)
        return Read(reply=reply_to(ruled, game, query, index, takes_sides=takes_sides), of_yes=of_yes(found))
    if likely := _likely(found):
        read, side = _as_worded(likely[0], query)
        shown, conditional = perhaps(
            read,
            likely[1],
            game,
            query.answer_language,
            rules=index.phrases.rules(query.question, game.id, query.language),
            takes_sides=side != "unclear" and not _is_of_another(read),
        )
        return Read(position=position(read), perhaps=shown, conditional=conditional, of_yes=of_yes(found))
    as_read = next((position(read) for read in reads if read.facts and read.is_whole), None)
    return Read(position=as_read, of_yes=of_yes(found))


def _as_worded(read: Interpretation, query: Query) -> tuple[Interpretation, Side]:
    """With what is wanted as the question's words ask for it, and whether they do it the other way round."""
    side = side_asked(read.wants, query.question, query.best.game, query.language, _spans_told(read))
    return (replace(read, wants=opposite(read.wants)) if read.wants and side == "opposite" else read), side


def _spans_told(read: Interpretation) -> list[tuple[int, int]]:
    """Where the words that tell its facts begin and end."""
    return [(fact.start, fact.start + len(fact.words)) for fact in read.facts if fact.words]


def _is_expected(ruled: Ruled, query: Query, index: Index) -> bool:
    """Whether the yes or no to what is wanted of the outcome is not quite unlike what the question's own words lead one
    to expect: it may have been asked the other way round, as whether something may be done never is.
    """
    wants = ruled.read.wants
    answer = ruled.ruling and answer_of(wants, ruled.ruling)
    if asks_the_verdict(wants) or not isinstance(answer, bool):
        return True
    if _as_worded(ruled.read, query)[1] == "opposite" or (wants and wants.endswith("=0")):  # that is told by the words
        return True
    shares = index.phrases.answers(ruled.as_read or query.question, query.language)
    if not shares:
        return True
    same, other = (shares[kind_of_answer(side)] for side in (answer, not answer))
    enough = HARDLY_SIDED if ruled.read.wants_share >= SURELY_WANTED else SIDED
    return same >= enough * (same + other)


def _asks_if_no_more(ruled: Ruled, query: Query) -> bool:
    """Whether it asks if it is that alone, "do I draw only one?": that it may be done is no yes to it."""
    wants, ruling = ruled.read.wants, ruled.ruling
    if ruling is None or not asks_the_verdict(wants) or answer_of(wants, ruling) is not True:
        return False
    told = _spans_told(ruled.read)
    return any(not any(start <= place < end for start, end in told) for place in limits(query.question))


def _is_of_another(read: Interpretation) -> bool:
    """Whether the question may ask it of somebody else of those who are named."""
    told = {fact.place: fact.value.casefold() for fact in read.facts if isinstance(fact.value, str)}
    of_whom = {name.casefold() for name in _NAME.findall(read.wants or "")}
    others = {name for place, name in told.items() if is_name(place)} - of_whom
    return bool(of_whom) and (bool(others) or not of_whom <= {*told.values()})


def reply_to(ruled: Ruled, game: Game, query: Query, index: Index, *, takes_sides: bool = True) -> Reply:
    """What is said of what came of a reading, to the question as it is worded."""
    if ruled.ruling is None:
        assert ruled.impossible is not None
        return impossible(ruled.read, ruled.impossible, game, query.answer_language)
    read, side = _as_worded(ruled.read, query)
    return computed(
        read,
        ruled.ruling,
        game,
        query.answer_language,
        rules=index.phrases.rules(query.question, game.id, query.language),
        edition=query.edition,
        takes_sides=takes_sides and side != "unclear" and not _is_of_another(read),
    )


def rulings_apart(query: Query, pieces: Sequence[str], index: Index, corpus: Corpus) -> Reply | None:
    """The rulings on several positions in one question; None unless each of its pieces holds a position of its own.

    A piece that only changes the position before it ("and a human?") is ruled on with all that was told there. One that
    adds to it and changes nothing belongs to it: they are one position.
    """
    if is_foreign(query):
        return None
    game = corpus.games[query.best.game]
    found: list[Ruled] = []
    for piece in pieces:
        one = replace(query, question=f"{piece.rstrip(' ?')}?")
        reads = interpretations(index, one.question, game.id, query.language)
        own = clear(results(reads, one, game, index), one)
        ruled = ruled_after(found[-1].read, own, reads, one, index) if found else own
        if ruled is None or ruled.ruling is None:
            return None
        found.append(ruled)
    each = [replace(query, question=piece) for piece in pieces]
    said = [reply_to(ruled, game, one, index) for ruled, one in zip(found, each, strict=True)]
    return replies.apart(said, pieces, query.answer_language)


def ruled_after(
    last: Interpretation,
    own: Ruled | None,
    reads: Sequence[Interpretation],
    query: Query,
    index: Index,
    *,
    may_add: bool = False,
    only_changes: bool = False,
) -> Ruled | None:
    """The ruling on what is asked after a position: on one of another kind, or on the last one changed, or where it
    `may_add` to it with what is told besides. What is known to ask for nothing else, as "and if …?", `only_changes` it.
    """
    tells_only = tells_only_facts(index, query.question, query.best.game, query.language, last.procedure)
    if own and own.read.procedure != last.procedure:
        if not tells_only:
            return own if any(fact.words for fact in own.read.facts) else None
        own = None  # "if human?" says too little to be about another matter
    read = changed(index, query.question, last, query.best.game, query.language, only_changes=only_changes)
    if read is None:
        return None
    told = {fact.place: fact.value for fact in last.facts}
    if not may_add:
        if all(told.get(fact.place, fact.value) == fact.value for fact in read.facts):
            return None
        if any("[" in fact.place and is_name(fact.place) and told.get(fact.place) != fact.value for fact in read.facts):
            return None  # "…, and Tim who's just a commoner" names one more of them
    tells_only = tells_only or only_changes
    if not tells_only and all(one.procedure != last.procedure for one in reads[:1]):
        return None
    return ruled_on(replace(read, wants=_wanted_now(last, own, reads, tells_only=tells_only)), query)


def _wanted_now(
    last: Interpretation, own: Ruled | None, reads: Sequence[Interpretation], *, tells_only: bool
) -> str | None:
    """What is wanted of a position that was changed: what is asked with the change, or else what was asked before."""
    if tells_only:
        return last.wants
    if own:
        return own.read.wants
    first = next(iter(reads), None)
    is_sure = first is not None and first.procedure == last.procedure and first.wants_share >= SURELY_WANTED
    return first.wants if first and is_sure else last.wants


def is_half(read: Read, query: Query, whole: str, index: Index) -> bool:
    """Whether the whole text from which a question was taken tells its position more than the question does."""
    if read.reply is None or read.reply.position is None or whole == query.question:
        return False
    position = read.reply.position
    told = facts_told(index, whole, query.best.game, query.language, position.procedure)
    return not told.keys() <= dict(places_of(position.state)).keys()


def is_told_elsewhere(read: Read, others: Iterable[Read]) -> bool:
    """Whether a position that is likely what is meant is part of one that is ruled on beside it: what would come of a
    part may be the opposite of what comes of the whole.
    """
    if read.position is None or read.perhaps is None:
        return False
    part = read.position
    ruled = (other.reply.position for other in others if other.reply and other.reply.position)
    wholes = [dict(places_of(whole.state)) for whole in ruled if whole.procedure == part.procedure]
    return any(all(whole.get(place) == value for place, value in places_of(part.state)) for whole in wholes)


def is_mixed(read: Read, pieces: Sequence[str], query: Query, index: Index) -> bool:
    """Whether two pieces of a question tell a fact of its position differently: then it is no one position."""
    if read.reply is None or read.reply.position is None or len(pieces) < 2:
        return False
    procedure = read.reply.position.procedure
    told: dict[str, object] = {}
    return any(
        told.setdefault(fact.place, fact.value) != fact.value
        for piece in pieces
        for fact in facts_told(index, piece, query.best.game, query.language, procedure, SURE_CHANGE).values()
        if "[" not in fact.place  # of a list, each piece may tell another entry
    )


def is_out_of_place(gap: Conflict, read: Read) -> bool:
    """Whether the position that is likely meant has no room for a gap: where nothing is told the engine comes to it,
    and with what is told it does not.
    """
    ruling = read.reply.ruling if read.reply else read.perhaps.ruling if read.perhaps else None
    if ruling is None or _comes_to(gap, ruling):
        return False
    return _comes_to(gap, adjudicate(ruling.procedure, {}))


def _comes_to(gap: Conflict, ruling: schema.Ruling) -> bool:
    """Whether some answer to what it hangs on is undecided by a rule that the gap is about."""
    undecided = (part for part in with_branches(ruling) if part.verdict == "undecided")
    return any(step.rule in gap.rules for part in undecided for step in part.steps)


def clear(found: Iterable[Result], query: Query, other: Interpretation | None = None) -> Ruled | None:
    """The surest that is sure enough; `other` is how somebody else reads the question."""
    for one in found:
        ruled = one.ruled
        theirs = ruled_on(other, query) if other and other.procedure == ruled.read.procedure else None
        is_confirmed = bool(theirs and theirs.ruling and result_of(theirs) == result_of(ruled))
        if not is_clear(one.chance, ruled.verdict, is_confirmed=is_confirmed):
            continue
        if ruled.ruling is None or theirs is None or is_confirmed:
            return ruled
        both = ruled_on(_both(ruled.read, theirs.read), query)
        if both is None or both.ruling is None or result_of(both) == result_of(ruled):
            return ruled
        alike = ruled_on(_alike(ruled.read, theirs.read), query)
        return alike if alike and alike.ruling else None
    return None


def _likely(found: Iterable[Result]) -> tuple[Interpretation, schema.Ruling] | None:
    """The surest that is likely to be what is meant, though no more than that, with the ruling on it."""
    for one in found:
        ruled = one.ruled
        if ruled.ruling and ruled.read.facts and is_likely(one.chance):
            return ruled.read, ruled.ruling
    return None


def _both(read: Interpretation, other: Interpretation) -> Interpretation:
    """With what the other one tells besides and instead: who leaves a fact out does not deny it."""
    return replace(read, facts=tuple({fact.place: fact for fact in (*read.facts, *other.facts)}.values()))


def _alike(read: Interpretation, other: Interpretation) -> Interpretation:
    """Without the facts that the two read differently: they are asked for where they decide."""
    theirs = {fact.place: fact.value for fact in other.facts}
    return replace(read, facts=tuple(fact for fact in read.facts if theirs.get(fact.place, fact.value) == fact.value))
