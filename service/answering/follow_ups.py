"""A question that follows up an answer: it changes the position that was ruled on, answers what was asked about it,
wants to hear something else of it, or the reason.

What changes no position is a question like any other, looked up beside the one before.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from corpus import Corpus, Game, Language
from corpus.phrasebook import state_of
from index import Index
from index.tokens import tokens
from service.answering import replies
from service.answering.openings import asks_why, changes_only, follows_up
from service.answering.positions import Read, clear, reply_to, ruled_after, ruling_on
from service.answering.replies import Reply
from service.answering.results import Ruled, results, ruled_on
from service.answering.similarity import Query, is_foreign, is_plainly_foreign
from service.answering.wording import content, numbers
from service.positions.changes import last_read
from service.positions.interpretation import Interpretation, facts_told, interpretations
from service.positions.places import Fact
from service.positions.rulings import is_part_of_a_state
from service.requests import Previous
from service.schema import Sentence

MOST_REASONS = 3
"""So many rules are read out as the reason of an answer."""
SHORT = 4
"""An answer to what was asked back has so many words at most."""
LIKELY_WANTED = 0.6
"""From this share on that it wants this of the last position,"""
LIKELY_MEANT = 0.2
"""and from this share on that its procedure decides, a question that tells nothing new is one about it."""

_AGREES: Mapping[Language, re.Pattern[str]] = {
    "it": re.compile(r"(?:sì|si|certo|esatto|già|ok|sisi|sì sì)\b"),
    "en": re.compile(r"(?:yes|yep|yeah|yup|sure|correct|right|ok|aye)\b"),
}
_DENIES: Mapping[Language, re.Pattern[str]] = {
    "it": re.compile(r"(?:no|nessuno|mai)\b"),
    "en": re.compile(r"(?:no|nope|nah|none)\b"),
}


def follow_up_on(previous: Previous, query: Query, game: str | None, index: Index, corpus: Corpus) -> Read | None:
    """What is said of the last answer in the light of what is told or asked now; None where that is none of it."""
    if game is None:
        return None
    if asks_why(query.question, query.language):
        reason = _reason(previous, query, corpus.games[game], index)
        return Read(reply=reason) if reason else None
    last = _last(previous, query, game, index)
    ruled = last and _ruled(previous, last, query, corpus.games[game], index)
    return Read(reply=reply_to(ruled, corpus.games[game], query, index)) if ruled else None


def told_together(previous: Previous, both: Query, index: Index, corpus: Corpus) -> Read | None:
    """The ruling on a position that is told by the last question, which was none, and this one together; None where
    this one tells nothing of it.
    """
    if previous.is_ruled:
        return None
    read = ruling_on(both, index, corpus)
    told_now = (fact for fact in read.reply.understood if fact.words) if read.reply else ()
    return read if any(fact.words not in previous.began_with for fact in told_now) else None


def _last(previous: Previous, query: Query, game: str, index: Index) -> Interpretation | None:
    """The position that was ruled on; one that was not read surely is none to go on from."""
    position = previous.position
    if position is None or not previous.is_ruled or not position.procedure.startswith(f"{game}."):
        return None
    return last_read(index, position, query.question, game, query.language)


def _ruled(previous: Previous, last: Interpretation, query: Query, game: Game, index: Index) -> Ruled | None:
    answer = _answer(previous, last, query, game, index)
    if answer is not None:
        return ruled_on(replace(last, facts=(*last.facts, answer)), query)
    only_changes = changes_only(query.question, query.language)
    if is_plainly_foreign(query) or (is_foreign(query) and not only_changes):
        return None
    reads = interpretations(index, query.question, game.id, query.language)
    own = clear(results(reads, query, game, index), query)
    return ruled_after(last, own, reads, query, index, may_add=True, only_changes=only_changes) or _asked_besides(
        last, query, game, index
    )


def _asked_besides(last: Interpretation, query: Query, game: Game, index: Index) -> Ruled | None:
    """The ruling on the last position with something else wanted of it."""
    question, language = query.question, query.language
    if not follows_up(question, language) or facts_told(index, question, game.id, language, last.procedure):
        return None
    vector = index.vector(question, language)
    kinds = dict(index.phrases.kinds(question, vector, game.id, language))
    wants, share = index.phrases.wants(question, vector, game.id, language, last.procedure)[0]
    if wants == last.wants or share < LIKELY_WANTED or kinds.get(last.procedure, 0.0) < LIKELY_MEANT:
        return None
    return ruled_on(replace(last, wants=wants), query)


def _answer(previous: Previous, last: Interpretation, query: Query, game: Game, index: Index) -> Fact | None:
    """The fact that was asked for, where this answers it: by a yes, a no or a number alone, or in a few words by one
    that only tells something of another place.
    """
    asked = next((one.field for one in previous.missing), None)
    words = query.question.split()
    if asked is None or len(words) > SHORT:
        return None
    fits = [value for value in _values(query, game, index, last) if _fits(last, asked, value)]
    return Fact(asked, fits[0], query.question, 0) if len(fits) == 1 else None


def _values(query: Query, game: Game, index: Index, last: Interpretation) -> Sequence[object]:
    """What a short answer may tell."""
    question, language = query.question.lower(), query.language
    for said, value in ((_AGREES, True), (_DENIES, False)):
        opening = said[language].match(question)
        if opening and not content(question[opening.end() :], language):
            return [value]
    if changes_only(question, language):
        return []
    if told := numbers(question, language):
        besides = " ".join(question[one.start : one.end] for one in tokens(question, language) if one.number is None)
        return sorted(told) if not content(besides, language) else []
    facts = facts_told(index, query.question, game.id, language, last.procedure)
    return [fact.value for fact in facts.values()]


def _fits(last: Interpretation, asked: str, value: object) -> bool:
    told = {fact.place: fact.value for fact in last.facts}
    try:
        return is_part_of_a_state(last.procedure, state_of(told | {asked: value}))
    except ValueError:
        return False


def _reason(previous: Previous, query: Query, game: Game, index: Index) -> Reply | None:
    """The steps of the last ruling, and the rules that the last answer went by, as they stand."""
    last = _last(previous, query, game.id, index)
    ruled = last and ruled_on(last, query)
    ruling = ruled.ruling if ruled else None
    steps = ruling.steps if ruling else []
    said = tuple(Sentence(text=step.says, cites=[step.rule]) for step in steps)
    rules = dict.fromkeys([*(step.rule for step in steps), *(cited.rule for cited in previous.citations)])
    known = [game.rules[id] for id in rules if id in game.rules][:MOST_REASONS]
    language = query.answer_language
    read_out = tuple(
        Sentence(text=f"{rule.title[language]}: {replies.within(rule.text[language], language)}", cites=[rule.id])
        for rule in known
    )
    if not said and not read_out:
        return None
    return Reply(
        way="written",
        verdict="explained",
        game=game,
        sentences=(*said, *read_out),
        ruling=ruling,
        position=previous.position,
    )
