"""What is said of a ruling that an engine made: the answer first, then the steps that decide it, then the others."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from corpus import Game, Language
from index.marks import kind_of
from service import schema
from service.answering.branches import missing, tree
from service.answering.replies import Reply, other_readings, rule_beyond, within
from service.answering.understood import understood
from service.answering.wording import numbers
from service.positions.asked import answer_of, outcome_in_words, resting_as_asked, short_answer, with_answers
from service.positions.interpretation import Interpretation, Json
from service.positions.outcome_words import is_known
from service.positions.rulings import ImpossibleState
from service.positions.usual import otherwise
from service.schema import Sentence

MOST_STEPS = 6
"""More of them are in the ruling itself."""
NEAREST = 4
"""So many times as likely is the rule that the nearest question stands under: of the development questions and those
from outside 148 of 175 have a rule that decides first, and 145 without.
"""
SAYS_IT = 4
"""So many times as likely is a step that comes to the number which is the answer."""
NAMES_IT = 50
"""The same of a name: a number may be told of something else."""
MOST_RULES = 3
"""So many are named for which a fact is asked."""
MOST_BESIDES = 4
"""So many numbers that come of a position are told beside its steps."""
MOST_ASSUMED = 5
"""So many facts that were taken as usual are named; of more, all but one of these and how many they are."""

_ENTRY = re.compile(r"(.*? no?\. )(\d+)(.*)\Z")

_CANNOT_BE: Mapping[Language, str] = {
    "it": "Questa posizione non può esistere",
    "en": "This position cannot exist",
}
_IF: Mapping[Language, str] = {"it": "Se la posizione è questa", "en": "If this is the position"}
_ALSO: Mapping[Language, str] = {"it": "Inoltre", "en": "Also"}
_ASSUMED: Mapping[Language, str] = {"it": "Dato per consueto", "en": "Taken as usual"}
_OTHERWISE: Mapping[Language, str] = {"it": "altrimenti", "en": "otherwise"}
_AND_MORE: Mapping[Language, str] = {"it": "e altri {} come di consueto", "en": "and {} more as they usually are"}


def computed(
    read: Interpretation,
    ruling: schema.Ruling,
    game: Game,
    language: Language,
    *,
    rules: Mapping[str, float],
    edition: str | None = None,
    takes_sides: bool = True,
) -> Reply:
    """The reply to a question that was read as a position and ruled on: the ruling, the steps, and what the rule that
    decides says beyond them. `rules` has how likely each rule decides the question.

    Who is right hangs on what was claimed: where that is asked the matter is stated, with no yes or no.
    """
    ruling = with_answers(ruling, read.wants, game.id, language)
    if takes_sides:
        ruling = resting_as_asked(ruling, read.wants)
    answer = _said_of(read, ruling, game, language, takes_sides=takes_sides)
    sentences = [*_reasons(read, ruling, rules, answer.says, language)]
    if ruling.hangs_on:
        cites = ruling.decided_by or [step.rule for step in ruling.steps[-1:]] or [read.nearest.rule]
        sentences += tree(read, ruling.hangs_on, cites[:MOST_RULES], language)
    elif not (ruling.rests_on and ruling.steps):  # without a step the rule's own words are all the reason there is
        sentences += rule_beyond(sentences, game, edition, language)
    sentences += _besides(ruling, sentences, language)
    sentences += [Sentence(text=text, cites=sentences[0].cites) for text in _taken(read, ruling, edition, language)]
    sentences += _by_other_readings(ruling.rests_on, game, language)
    return Reply(
        way="computed",
        verdict=answer.verdict,
        abstained=answer.verdict == "unknown",
        game=game,
        sentences=tuple(sentences),
        beside=game.exceptions(sentences[0].cites[0]),
        missing=(missing(ruling.hangs_on),) if ruling.hangs_on else (),
        conflicts=tuple(game.conflicts[rest.conflict] for rest in ruling.rests_on),
        ruling=ruling,
        understood=tuple(understood(read, language)),
        position=position(read),
    )


def _said_of(
    read: Interpretation, ruling: schema.Ruling, game: Game, language: Language, *, takes_sides: bool
) -> schema.ShortAnswer:
    """The answer in a word; no yes or no where none is to be said."""
    answer = short_answer(read.wants, ruling, game.id, language)
    if takes_sides or answer.verdict not in ("yes", "no"):
        return answer
    return answer.model_copy(update={"verdict": "explained", "says": ""})


def _taken(read: Interpretation, ruling: schema.Ruling, edition: str | None, language: Language) -> Iterator[str]:
    """What was taken as usual: first what would change the answer if it were not so, with that answer; of more than one
    can read at a glance how many more there are. The ruling has all.
    """
    facts: dict[str, list[str]] = defaultdict(list)
    for one, other in _assumed(read, ruling, edition, language):
        facts[f" ({_OTHERWISE[language]} {other[:1].lower()}{other[1:]})" if other else ""].append(one.says)
    together = {turned: list(_together(group)) for turned, group in facts.items()}
    every = [(turned, says) for turned in sorted(together, key=lambda turned: not turned) for says in together[turned]]
    shown = every if len(every) <= MOST_ASSUMED else every[: MOST_ASSUMED - 1]
    for turned, group in groupby(shown, key=lambda one: one[0]):
        said = [says for _, says in group]
        if len(shown) < len(every) and turned == shown[-1][0]:
            said.append(_AND_MORE[language].format(len(every) - len(shown)))
        yield f"{_ASSUMED[language]}{turned}: {'; '.join(said)}."


def _together(facts: Iterable[str]) -> Iterator[str]:
    """Facts in words, those of entries of a list as one where only the number tells them apart: "Monsters no. 1, 2, 3,
    Stunned: no".
    """
    entries: dict[tuple[str, str], list[str]] = defaultdict(list)
    for fact in facts:
        entry = _ENTRY.match(fact)
        before, number, after = entry.groups() if entry else (fact, "", "")
        entries[before, after].append(number)
    for (before, after), numbered in entries.items():
        yield f"{before}{', '.join(numbered)}{after}"


def _assumed(
    read: Interpretation, ruling: schema.Ruling, edition: str | None, language: Language
) -> Iterator[tuple[schema.Assumed, str]]:
    """Each fact that was taken as usual, with the answer that there would be if it were not so: nothing where it is the
    same, or there is none, or beyond the first few, since each is ruled on anew; and where another of its kind is told
    to be otherwise, "and a stunned one", since then these are told not to be.
    """
    is_definite = ruling.answer is not None and ruling.answer.is_definite
    told = {(kind_of(fact.place), repr(fact.value)) for fact in read.facts if fact.words}
    for at, one in enumerate(ruling.assumed or ()):
        kind = kind_of(one.field)
        is_set_apart = any(place == kind and value != repr(one.value) for place, value in told)
        is_tried = is_definite and at < MOST_ASSUMED and not is_set_apart
        other = otherwise(read.facts, read.wants, ruling, at, edition, language) if is_tried else None
        yield one, other.says if other else ""


def perhaps(
    read: Interpretation,
    ruling: schema.Ruling,
    game: Game,
    language: Language,
    *,
    rules: Mapping[str, float],
    takes_sides: bool = True,
) -> tuple[schema.Perhaps, Sentence]:
    """What comes of a position that was not read surely enough to be ruled on, and the sentence that says so."""
    ruling = with_answers(ruling, read.wants, game.id, language)
    facts = list(understood(read, language))
    answer = _said_of(read, ruling, game, language, takes_sides=takes_sides)
    first, *_ = _reasons(read, ruling, rules, answer.says, language)
    asked = f" {ruling.hangs_on.question}" if ruling.hangs_on else ""
    told = "; ".join(fact.says for fact in facts)
    sentence = Sentence(text=f"{_IF[language]} ({told}): {within(first.text, language)}{asked}", cites=first.cites)
    return schema.Perhaps(understood=facts, ruling=ruling, says=sentence.text), sentence


def impossible(read: Interpretation, state: ImpossibleState, game: Game, language: Language) -> Reply:
    """The reply to a question that was read as a position that cannot exist: every fault, and the readings of the texts
    by which it can.
    """
    first, *others = (Sentence(text=fault.says, cites=[fault.rule]) for fault in state.faults)
    first = first.model_copy(update={"text": f"{_CANNOT_BE[language]}: {within(first.text, language)}"})
    others += _by_other_readings(state.rests_on, game, language)
    return Reply(
        way="computed",
        verdict="explained",
        game=game,
        sentences=(first, *others),
        conflicts=tuple(game.conflicts[rest.conflict] for rest in state.rests_on),
        understood=tuple(understood(read, language)),
        position=position(read),
    )


def _by_other_readings(rests_on: Iterable[schema.RestsOn], game: Game, language: Language) -> Iterator[Sentence]:
    """What each conflict that it rests on gives by the reading that is not followed."""
    for rest in rests_on:
        yield from other_readings(game.conflicts[rest.conflict], rest.taken, [rest.other_reading], game, language)


def position(read: Interpretation) -> schema.PositionRead:
    """The position as it was read."""
    return schema.PositionRead(procedure=read.procedure, state=read.state, wants=read.wants)


def _reasons(
    read: Interpretation, ruling: schema.Ruling, rules: Mapping[str, float], lead: str, language: Language
) -> Iterator[Sentence]:
    """The answer in a word, with the step that decides it, then of the others the one it follows and those whose rules
    are likeliest to be asked about.
    """
    step = deciding(ruling.steps, read.nearest.rule, rules, answer_of(read.wants, ruling) if lead else None)
    if step is None:  # nothing is the same whatever the rest is
        known = outcome_in_words(ruling.outcome_says)
        yield Sentence(text=f"{lead or known[:1].upper() + known[1:]}.", cites=[read.nearest.rule])
        return
    yield Sentence(text=f"{lead}: {within(step.says, language)}" if lead else step.says, cites=[step.rule])
    at = next(number for number, other in enumerate(ruling.steps) if other is step)
    is_settled = ruling.answer is not None and ruling.answer.is_definite  # then what is not known does not bear on it
    told = [(number, other) for number, other in enumerate(ruling.steps) if is_known(other.facts) or not is_settled]
    once = {other.says: (number, other) for number, other in told}
    others = [one for says, one in once.items() if says != step.says]
    others.sort(key=lambda one: (not one[1].bars, one[0] != at - 1, -rules.get(one[1].rule, 0.0), abs(one[0] - at)))
    for _, other in sorted(others[: MOST_STEPS - 1], key=lambda one: (not one[1].bars, one[0])):
        yield Sentence(text=other.says, cites=[other.rule])


def _besides(ruling: schema.Ruling, said: Sequence[Sentence], language: Language) -> Iterator[Sentence]:
    """The numbers that come of the position and that no sentence has: who asks "where does it go and what have I left"
    wants to hear both.
    """
    text = " ".join(one.text for one in said)
    known = {0, *numbers(text, language)}
    lines = [line for line in ruling.outcome_says if line.says.isdecimal() and int(line.says) not in known]
    if lines and not ruling.hangs_on:
        yield Sentence(text=f"{_ALSO[language]}: {outcome_in_words(lines[:MOST_BESIDES])}.", cites=said[0].cites)


def deciding(
    steps: Sequence[schema.Step], nearest: str, rules: Mapping[str, float], answer: Json = None
) -> schema.Step | None:
    """Of what speaks against it, or else of all steps, the last one by the rule that decides most likely: `rules` has
    how likely each does, `nearest` is the one that the nearest question stands under, and `answer` what is wanted of
    the outcome.
    """
    is_value = isinstance(answer, int | str) and not isinstance(answer, bool)
    said = NAMES_IT if isinstance(answer, str) else SAYS_IT

    def likelihood(step: schema.Step) -> tuple[float, bool]:
        is_nearest = step.rule == nearest
        says_it = is_value and answer in step.facts.values()
        return rules.get(step.rule, 0.0) * (NEAREST if is_nearest else 1) * (said if says_it else 1), is_nearest

    steps = [step for step in steps if step.bars] or steps
    return max(reversed(steps), key=likelihood, default=None)
