"""What comes of a question that is read as a position in several ways: those that come to the same count together."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from corpus import Game
from index import Index
from service import schema
from service.answering.chance import log_odds
from service.answering.confidence import PositionVerdict, read_right
from service.answering.similarity import Query
from service.answering.wording import asks_which
from service.answering.yes_or_no import together, voices
from service.positions.asked import answer_of, is_answered, only_repeats, part_wanted, pruned
from service.positions.interpretation import Interpretation, interpretations
from service.positions.notation import spelt_out
from service.positions.places import Fact, is_name, state_told
from service.positions.possible import is_said
from service.positions.rulings import EDITION, BadInput, ImpossibleState, adjudicate
from service.positions.signs import Agreement, agreement
from service.positions.too_much import told_less
from service.positions.usual import usual_facts, with_assumed

MOST_NAMES = 8
"""So many figures of a position may go without a name."""
LEAST_CHANCE = 0.01
"""What is less likely than this to be read right, or to be read wrong, counts as that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """What comes of one reading."""

    read: Interpretation
    """With the names that nobody says."""
    ruling: schema.Ruling | None
    """None where no such position can exist."""
    impossible: ImpossibleState | None = None
    """Why it cannot."""
    as_read: str | None = None
    """The question as it was read, where that is not as it stands."""

    @property
    def verdict(self) -> PositionVerdict:
        """The engine's; `answered` where it depends and what is wanted does not."""
        if self.ruling is None:
            return "impossible"
        return "answered" if is_answered(self.read.wants, self.ruling) else self.ruling.verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What comes of a question, and how far that is to be trusted."""

    ruled: Ruled
    """The likeliest of the readings that come to it."""
    agreement: Agreement

    @property
    def chance(self) -> float:
        """From 0 to 1, that the question was read right."""
        signs = self.ruled.read.signs
        return read_right(signs, self.agreement) if signs else 0.0


def results(reads: Iterable[Interpretation], query: Query, game: Game, index: Index) -> list[Result]:
    """What a question's readings come to, the surest first: as it stands, and with words for the letters in it. Then
    none counts that only says again what a letter tells.
    """
    found = _as_it_stands(reads, query, game, index)
    spelt = spelt_out(query.question, game.id, query.language)
    if spelt is None:
        return found
    found = [one for one in found if not _is_told(one.ruled, query)]
    reads = interpretations(index, spelt.text, game.id, query.language)
    for one in _as_it_stands(reads, replace(query, question=spelt.text), game, index):
        said = replace(one.ruled.read, facts=spelt.as_said(one.ruled.read.facts))
        found.append(replace(one, ruled=replace(one.ruled, read=said, as_read=spelt.text)))
    return sorted(found, key=lambda one: -one.chance)


def _as_it_stands(reads: Iterable[Interpretation], query: Query, game: Game, index: Index) -> list[Result]:
    """What a question's readings come to, the surest first; nothing of those that the question itself shows to be
    wrong, or that are no state.
    """
    reads = list(reads)
    whole = sum(read.share for read in reads)
    shares: dict[str, float] = defaultdict(float)
    likeliest: dict[str, Ruled] = {}
    for one in _ruled(reads, query):
        result = repr(result_of(one, wants=True))
        shares[result] += one.read.share / whole
        likeliest.setdefault(result, one)
    spoken = together(voices(query, game, index)) if likeliest else {}
    found = []
    for result, one in likeliest.items():
        next_share = max((share for other, share in shares.items() if other != result), default=0.0)
        agreed = agreement(
            index,
            query.question,
            game.id,
            query.language,
            wants=one.read.wants,
            ruling=one.ruling,
            shares=(shares[result], next_share),
            spoken=spoken,
        )
        found.append(Result(ruled=one, agreement=agreed))
    return sorted(found, key=lambda one: -one.chance)


def of_yes(found: Iterable[Result]) -> float:
    """How likely a ruling with a yes is right over one with a no, each against its being wrong, as a logarithm."""
    best = {True: 0.0, False: 0.0}
    for one in found:
        answer = one.ruled.ruling and answer_of(one.ruled.read.wants, one.ruled.ruling)
        if isinstance(answer, bool):
            best[answer] = max(best[answer], one.chance)
    return log_odds(best[True], LEAST_CHANCE) - log_odds(best[False], LEAST_CHANCE)


def result_of(ruled: Ruled, *, wants: bool = False) -> object:
    """The same for rulings that come to the same, or depend on the same fact; with what is wanted, if that counts."""
    ruling = ruled.ruling
    if ruling is None:
        return ruled.read.procedure, "impossible"
    result = ruling.procedure, ruling.verdict, ruling.outcome, ruling.hangs_on and ruling.hangs_on.field
    return (*result, answer_of(ruled.read.wants, ruling)) if wants else result


def _ruled(reads: Iterable[Interpretation], query: Query) -> Iterator[Ruled]:
    known: dict[str, Ruled | None] = {}
    about: dict[tuple[str, str], Ruled | None] = {}
    for read in reads:
        if not is_said(read.facts, read.procedure, query.question, read.nearest.language):
            continue
        position = repr((read.procedure, [(fact.place, fact.value) for fact in read.facts]))
        if position not in known:
            whole = replace(read, wants=None)  # it stands for all that the readings of this position want
            known[position] = _possible(ruled_on(whole, query), query)
        found, wanted = known[position], part_wanted(read.wants)
        if found and wanted and _is_at_a_loss(found, read.wants):
            if (position, wanted) not in about:
                about[position, wanted] = ruled_on(replace(found.read, wants=read.wants), query)
            found = about[position, wanted]
        if found:
            ruling = found.ruling and pruned(found.ruling, read.wants)
            if ruling and only_repeats(read.wants, ruling):
                continue
            meant = replace(found.read, wants=read.wants, share=read.share, signs=read.signs)
            yield replace(found, read=meant, ruling=ruling)


def _is_at_a_loss(ruled: Ruled, wants: str | None) -> bool:
    """Whether it asks for a fact and cannot tell what of what is wanted hangs on it."""
    ruling = ruled.ruling
    if ruling is None or ruling.hangs_on is None or ruling.hangs_on.branches is not None:
        return False
    return not is_answered(wants, ruling)


def _is_told(ruled: Ruled, query: Query) -> bool:
    """Whether it only says again a number that the question tells, which does not ask how many."""
    answer = ruled.ruling and answer_of(ruled.read.wants, ruled.ruling)
    is_number = isinstance(answer, int) and not isinstance(answer, bool)
    told = (fact.value for fact in ruled.read.facts if fact.words)
    return is_number and answer in told and not asks_which(query.question, query.language)


def _possible(ruled: Ruled | None, query: Query) -> Ruled | None:
    """Without what a position that cannot be is read to tell too much, if that one can."""
    if ruled is None or ruled.ruling is not None:
        return ruled
    near = ruled.read.nearest
    tried = [ruled.read.facts]
    for facts in told_less(ruled.read.facts, near.game, near.language):
        if facts in tried:
            continue
        tried.append(facts)
        again = ruled_on(replace(ruled.read, facts=facts), query)
        if again and again.ruling:
            return again
    return ruled


def ruled_on(read: Interpretation, query: Query) -> Ruled | None:
    """The ruling on a position that was read; None where it is no state.

    A name only tells one figure from another: a ruling does not wait for it. Nor does it for what is usually so and is
    then named.
    """
    if not read.is_whole:
        return None
    readings = {EDITION: query.edition} if query.edition else {}
    usual = usual_facts(read.procedure)
    taken: tuple[Fact, ...] = ()
    for _ in range(MOST_NAMES + len(usual)):
        try:
            state = state_told((*read.facts, *taken))
            ruling = adjudicate(
                read.procedure, state, readings=readings, language=query.answer_language, wants=read.wants
            )
        except ImpossibleState as impossible:
            return Ruled(read=read, ruling=None, impossible=impossible)
        except BadInput:  # what was read fits together in no state
            return None
        asked = ruling.hangs_on
        if asked is None:
            break
        if asked.field in usual:
            taken = (*taken, usual.pop(asked.field))
            continue
        name = next(filter(is_name, (asked.field, *_unstated(ruling.outcome))), None)
        if asked.branches is not None or name is None:
            break
        read = read.with_name(name)
    return Ruled(read=read, ruling=with_assumed(ruling, taken, query.answer_language))


def _unstated(outcome: Any) -> Iterator[str]:
    """The places of the texts that an outcome repeats and nobody told."""
    match outcome:
        case {"not_stated": str(place)}:
            yield place
        case Mapping():
            for inner in outcome.values():
                yield from _unstated(inner)
        case list():
            for inner in outcome:
                yield from _unstated(inner)
