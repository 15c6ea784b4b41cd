"""Which entry of a list words beside it single out: "my 7" is one's own card, "his 6 got bombarded" the one that is
hit.
"""

import re
from collections.abc import Collection, Iterator, Mapping

from corpus import Language, load_facts
from corpus.schema import SingledOut
from index.tokens import Token, tokens
from service.positions.partial_states import place_in
from service.positions.places import Fact, entry_of
from service.positions.rulings import find

FAR = 3
"""Words between such a word and what it singles out, at most."""


def singled_out(facts: Mapping[str, Fact], procedure: str, question: str, language: Language) -> Iterator[Fact]:
    """The facts that only say which entry of a list it is, where nothing else tells them and the words beside the
    entries agree on one.
    """
    words = tokens(question, language)
    for one in load_facts(procedure.partition(".")[0]).singled_out:
        if one.place in facts or place_in(find(procedure).procedure.state, one.place) is None:
            continue
        entries = [fact for fact in facts.values() if fact.words and _is_entry(fact, one.of)]
        meant = {
            id(fact): fact
            for cue in _cues(words, question, one, language)
            if (fact := _beside(cue, entries, words, one))
        }
        if len(meant) == 1:
            ((_, fact),) = meant.items()
            yield Fact(one.place, fact.value, fact.words, fact.start)


def _is_entry(fact: Fact, listed: str) -> bool:
    entry = entry_of(fact.place)
    return entry is not None and (entry.listed, entry.rest) == (listed, "")


def _cues(words: Collection[Token], question: str, one: SingledOut, language: Language) -> Iterator[Token]:
    """The words that single out, but for those that are denied."""
    before: Token | None = None
    for token in words:
        is_denied = before is not None and before.denies
        if not is_denied and re.match(one.words[language], question[token.start : token.end], re.IGNORECASE):
            yield token
        before = token


def _beside(cue: Token, entries: Collection[Fact], words: Collection[Token], one: SingledOut) -> Fact | None:
    """The entry that the word stands before, or else right after; the other way round where it follows."""
    ends = {id(fact): fact.start + len(fact.words) for fact in entries}
    after = min((fact for fact in entries if ends[id(fact)] > cue.end), key=lambda fact: fact.start, default=None)
    before = max((fact for fact in entries if fact.start < cue.start), key=lambda fact: fact.start, default=None)
    for fact, far in zip((before, after) if one.follows else (after, before), (FAR, 0), strict=True):
        if fact is not None and _between(cue, fact, words) <= far:
            return fact
    return None


def _between(cue: Token, fact: Fact, words: Collection[Token]) -> int:
    start, end = sorted([(cue.start, cue.end), (fact.start, fact.start + len(fact.words))])
    return sum(start[1] <= token.start < end[0] for token in words)
