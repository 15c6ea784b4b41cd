"""What is said of a ruling that an engine made: the answer first, then the steps that decide it, then the others."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from corpus import Game, Language, load_says
from corpus.phrasebook import is_range
from corpus.schema import Says
from service import schema
from service.answering.replies import Reply, other_readings, rule_beyond, within
from service.answering.wording import numbers
from service.positions.asked import outcome_in_words, short_answer, with_answers
from service.positions.interpretation import Interpretation, Json
from service.positions.outcome_words import value_words
from service.positions.partial_states import RulingWriter, place_in
from service.positions.places import Fact, entry_of, is_name
from service.positions.rulings import ImpossibleState, find
from service.positions.usual import otherwise
from service.schema import Missing, PossibleAnswer, Sentence, UnderstoodFact

MOST_STEPS = 6
"""More of them are in the ruling itself."""
NEAREST = 4
"""So many times as likely is the rule that the nearest question stands under: of the development questions and those
from outside 148 of 175 have a rule that decides first, and 145 without.
"""
MOST_BRANCHES = 6
MOST_RULES = 3
"""So many are named for which a fact is asked."""
MOST_ANSWERS = 12
MOST_BESIDES = 3
"""So many numbers that come of a position are told beside its steps."""
MOST_ASSUMED = 5
"""So many facts that were taken as usual are named; of more, all but one of these and how many they are."""

LEAST_SCENERY = 3
"""So many entries of a list of which a question tells the same as a whole, and none by words, are scenery."""

_CANNOT_BE: Mapping[Language, str] = {
    "it": "Questa posizione non può esistere",
    "en": "This position cannot exist",
}
_IF: Mapping[Language, str] = {"it": "Se la posizione è questa", "en": "If this is the position"}
_AT_LEAST: Mapping[Language, str] = {"it": "almeno", "en": "at least"}
_EXACTLY: Mapping[Language, str] = {"it": "conta il numero esatto.", "en": "the exact number counts."}
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
    answer = _said_of(read, ruling, game, language, takes_sides=takes_sides)
    sentences = [*_reasons(read, ruling, rules, answer.says, language)]
    if ruling.hangs_on:
        sentences += _tree(read, ruling.hangs_on, ruling, language)
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
        missing=tuple(_missing(ruling.hangs_on)),
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
    every = [(turned, says) for turned in sorted(facts, key=lambda turned: not turned) for says in facts[turned]]
    shown = every if len(every) <= MOST_ASSUMED else every[: MOST_ASSUMED - 1]
    for turned, group in groupby(shown, key=lambda one: one[0]):
        said = [says for _, says in group]
        if len(shown) < len(every) and turned == shown[-1][0]:
            said.append(_AND_MORE[language].format(len(every) - len(shown)))
        yield f"{_ASSUMED[language]}{turned}: {'; '.join(said)}."


def _assumed(
    read: Interpretation, ruling: schema.Ruling, edition: str | None, language: Language
) -> Iterator[tuple[schema.Assumed, str]]:
    """Each fact that was taken as usual, with the answer that there would be if it were not so: nothing where it is the
    same, or there is none, or beyond the first few, since each is ruled on anew.
    """
    is_definite = ruling.answer is not None and ruling.answer.is_definite
    for at, one in enumerate(ruling.assumed or ()):
        is_tried = is_definite and at < MOST_ASSUMED
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


def understood(read: Interpretation, language: Language) -> Iterator[UnderstoodFact]:
    """The facts read from a question, in words; entries that the same words count are told once: "3 × Melee"."""
    named = find(read.procedure)
    counted = Counter(map(_counted, read.facts))
    writer = RulingWriter(named.game.id, language, named.procedure.state)
    says = load_says(named.game.id)
    scenery = _scenery(read.facts)
    for fact in read.facts:
        times = counted.pop(_counted(fact), 0)
        place = place_in(named.procedure.state, fact.place)
        stands_in = not fact.words and (is_name(fact.place) or (place is not None and place.hint is str))
        if not times or stands_in:  # a name that nobody said, such as that of the zone one is in
            continue
        if not fact.words and (entry := entry_of(fact.place)) and entry.rest and entry.listed in scenery:
            continue
        label = writer.label(place) if place else fact.place
        value = _told_words(fact.value, says, language)
        yield UnderstoodFact(
            field=fact.place,
            value=fact.value,
            says=f"{label}: {value}" if times == 1 else f"{label}: {times} × {value}",
            words=fact.words,
        )
    for listed, names in scenery.items():
        place = place_in(named.procedure.state, listed)
        label = writer.label(place) if place else listed
        yield UnderstoodFact(field=listed, value=names, says=f"{label}: {value_words(names, says, language)}", words="")


def _scenery(facts: Sequence[Fact]) -> dict[str, list[Json]]:
    """By each list of which nobody told the entries, as the zones of a map that the question does not draw: their names
    are all that is said of it.
    """
    in_lists = [(fact, entry) for fact in facts if (entry := entry_of(fact.place)) and entry.rest]
    untold = Counter((entry.listed, entry.rest) for fact, entry in in_lists if not (fact.words or is_name(fact.place)))
    lists = {listed for (listed, _), times in untold.items() if times >= LEAST_SCENERY}
    return {
        listed: [fact.value for fact, entry in in_lists if entry.listed == listed and is_name(fact.place)]
        for listed in sorted(lists)
    }


def _counted(fact: Fact) -> tuple[str, str, int, str]:
    """The same for entries of a list that the same words tell."""
    place = fact.place.rpartition("[")[0] if fact.place.endswith("]") else fact.place
    return place, repr(fact.value), fact.start, fact.words


def _told_words(value: Json, says: Says, language: Language) -> str:
    """A fact as somebody would tell it."""
    if is_range(value) and "at_most" not in value:
        return f"{_AT_LEAST[language]} {value['at_least']}"
    return value_words(value, says, language)


def position(read: Interpretation) -> schema.PositionRead:
    """The position as it was read."""
    return schema.PositionRead(procedure=read.procedure, state=read.state, wants=read.wants)


def _reasons(
    read: Interpretation, ruling: schema.Ruling, rules: Mapping[str, float], lead: str, language: Language
) -> Iterator[Sentence]:
    """The answer in a word, with the step that decides it, then of the others the one it follows and those whose rules
    are likeliest to be asked about.
    """
    step = deciding(ruling.steps, read.nearest.rule, rules)
    if step is None:  # nothing is the same whatever the rest is
        known = outcome_in_words(ruling.outcome_says)
        yield Sentence(text=f"{lead or known[:1].upper() + known[1:]}.", cites=[read.nearest.rule])
        return
    yield Sentence(text=f"{lead}: {within(step.says, language)}" if lead else step.says, cites=[step.rule])
    at = next(number for number, other in enumerate(ruling.steps) if other is step)
    once = {other.says: (number, other) for number, other in enumerate(ruling.steps)}
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


def deciding(steps: Sequence[schema.Step], nearest: str, rules: Mapping[str, float]) -> schema.Step | None:
    """Of what speaks against it, or else of all steps, the last one by the rule that decides most likely: `rules` has
    how likely each does, and `nearest` is the one that the nearest question stands under.
    """

    def likelihood(step: schema.Step) -> tuple[float, bool]:
        is_nearest = step.rule == nearest
        return rules.get(step.rule, 0.0) * (NEAREST if is_nearest else 1), is_nearest

    steps = [step for step in steps if step.bars] or steps
    return max(reversed(steps), key=likelihood, default=None)


def _tree(read: Interpretation, asked: schema.HangsOn, ruling: schema.Ruling, language: Language) -> Iterator[Sentence]:
    """The question that decides, and what each answer to it leads to."""
    cites = (ruling.decided_by or [step.rule for step in ruling.steps[-1:]] or [read.nearest.rule])[:MOST_RULES]
    yield Sentence(text=asked.question, cites=cites)
    for branch in (asked.branches or ())[:MOST_BRANCHES]:
        lead = short_answer(read.wants, branch, read.nearest.game, language).says
        step = next((step for step in branch.steps if step.bars), branch.steps[-1] if branch.steps else None)
        inside = branch.hangs_on
        asks = "" if inside is None else _EXACTLY[language] if inside.field == asked.field else inside.question
        why = f": {within(step.says, language)}" if step else f": {asks}" if asks else "."
        text = f"{branch.says[:1].upper()}{branch.says[1:]} → {lead[:1].lower()}{lead[1:]}{why}"
        yield Sentence(text=text, cites=[step.rule] if step else cites)


def _missing(asked: schema.HangsOn | None) -> Iterator[Missing]:
    """The fact to ask for first."""
    if asked is None:
        return
    answers = [
        PossibleAnswer(
            value=branch.values[0] if len(branch.values) == 1 else branch.values,
            says=branch.says,
            verdict=branch.verdict,
        )
        for branch in (asked.branches or ())[:MOST_ANSWERS]
    ]
    yield Missing(field=asked.field, question=asked.question, answers=answers)
