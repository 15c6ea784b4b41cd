"""What a question wants to hear of a ruling: yes or no, a number, or that it depends."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

from corpus import Language, load_facts, load_says
from corpus.loader import WORDS
from corpus.phrasebook import EXPLAINED
from service import schema
from service.positions.outcome_words import is_open, known_part, outcome_words, value_words

Wanted: TypeAlias = Any
"""True and False for yes and no, a value of the outcome, or one of the words below."""
DEPENDS = "depends"
CHOICE = "choice"
UNKNOWN = "unknown"
UNDECIDED = "undecided"
ILLEGAL = "illegal"
"""What a question wants that asks whether something is not allowed."""

_WORDS: Mapping[Any, Mapping[Language, str]] = {
    True: {"it": "Sì", "en": "Yes"},
    False: {"it": "No", "en": "No"},
    None: {"it": "Nessuno", "en": "None"},
    DEPENDS: {"it": "Dipende", "en": "It depends"},
    CHOICE: {"it": "A scelta di chi gioca", "en": "A player chooses"},
    UNKNOWN: {"it": "Le regole non lo dicono", "en": "The rules do not say"},
}

RulingOrBranch = TypeVar("RulingOrBranch", schema.Ruling, schema.Branch)

COMPARED = re.compile(r"([\w.]+?)(!?=)(.*)\Z")
"""What a question wants that names a value as well: `winner=human`, `dead!=[]`."""
_OF_VERDICT: dict[str, Wanted] = {"legal": True, ILLEGAL: False, "resolved": EXPLAINED}
_NOT_SAID = object()


def word_for(answer: bool, language: Language) -> str:
    """The yes or the no that an answer begins with."""
    return _WORDS[answer][language]


def asks_the_verdict(wants: str | None) -> bool:
    """Whether a question wants to know if something is allowed, and no key of the outcome."""
    return wants is None or wants in _OF_VERDICT


def part_wanted(wants: str | None) -> str | None:
    """The key of the outcome in which what a question wants stands; None where it wants the verdict."""
    key = _key(wants)
    return key and key.partition(".")[0]


def _key(wants: str | None) -> str | None:
    """The same with its keys inside that one: `points.red`."""
    if wants is None or asks_the_verdict(wants):
        return None
    compared = COMPARED.match(wants)
    return compared[1] if compared else wants


def with_number_asked(wants: str | None, named: Collection[int], denies: bool) -> str | None:
    """What a question wants, with the number that it names and no fact tells in place of the number in the question it
    was taken for; the part of the outcome alone, where it names none. That it is not so is only asked by who `denies`.
    """
    compared = COMPARED.match(wants) if wants else None
    if compared is None or not compared[3].isdigit() or compared[3] == "0":
        return wants
    key, sign, number = compared[1], compared[2] if denies else "=", int(compared[3])
    if number not in named and len(named) > 1:
        return wants
    if not named:
        return key
    return f"{key}{sign}{number if number in named else next(iter(named))}"


def answer_to(wants: str | None, verdict: str, outcome: Mapping[str, Any], *, allowed: bool | None = None) -> Wanted:
    """The answer to a question that wants this: the verdict, a key of the outcome, `key=value`, or all there is.

    What is allowed or not whatever the rest is may still depend on it in what comes of it. Where the rules leave
    something open, a key that they do not leave open is answered all the same.
    """
    if verdict == UNDECIDED and asks_the_verdict(wants):
        return UNKNOWN
    if wants is None:
        return _OF_VERDICT.get(verdict, verdict)
    if wants in _OF_VERDICT:  # what nothing bars is allowed, whatever else comes of it
        if verdict == DEPENDS:
            return DEPENDS if allowed is None else allowed == (wants != ILLEGAL)
        return (verdict == ILLEGAL) == (wants == ILLEGAL)
    compared = COMPARED.match(wants)
    found = _at(outcome, compared[1] if compared else wants)
    if found is _NOT_SAID:
        if verdict in (DEPENDS, CHOICE):
            return verdict
        if verdict == UNDECIDED:
            return UNKNOWN
        if verdict == ILLEGAL:
            return False
        found = None  # what is none is left out of an outcome
    is_mapping = compared is not None and compared[3] == "{}"  # else it is a number without bounds
    if is_open(found) or (found == {} and verdict == DEPENDS and not is_mapping):
        return DEPENDS
    if compared:
        return (_plain(found) == compared[3]) == (compared[2] == "=")
    return found


def answer_of(wants: str | None, ruled: schema.Ruling | schema.Branch) -> Wanted:
    """The answer that a ruling gives; where it depends and every branch gives the same answer, that one."""
    answer = answer_to(wants, ruled.verdict, ruled.outcome, allowed=ruled.allowed)
    if answer != DEPENDS or ruled.hangs_on is None or not ruled.hangs_on.branches:
        return answer
    first, *others = (answer_of(wants, branch) for branch in ruled.hangs_on.branches)
    alike = first != EXPLAINED and all(other == first and type(other) is type(first) for other in others)
    return first if alike else DEPENDS


def only_repeats(wants: str | None, ruled: schema.Ruling) -> bool:
    """Whether what it asks for is what the question wants to know: "who began? north → north"."""
    branches = (ruled.hangs_on and ruled.hangs_on.branches) or []
    answers = [(branch.values, answer_of(wants, branch)) for branch in branches]
    return bool(answers) and all(isinstance(answer, str) and values == [answer] for values, answer in answers)


def is_answered(wants: str | None, ruled: schema.Ruling) -> bool:
    """Whether what holds in any case answers the question, though something else depends on what nobody told."""
    if ruled.verdict != DEPENDS:
        return False
    if wants is None:  # whether it is allowed, and all that comes of it
        return _is_same_but_for_the_end(ruled)
    return bool(answer_to(wants, DEPENDS, ruled.outcome, allowed=ruled.allowed) != DEPENDS)


def _is_same_but_for_the_end(ruled: schema.Ruling) -> bool:
    """Whether all that is asked for only tells how many there are then of something, and what comes afterwards."""
    afterwards = load_facts(ruled.procedure.partition(".")[0]).afterwards
    if afterwards is None:
        return False
    parts = list(with_branches(ruled))
    asked = {part.hangs_on.field.partition(".")[0] for part in parts if part.hangs_on}
    known = {key for key, value in ruled.outcome.items() if not is_open(value)} - {*afterwards.results}
    told = {key for part in parts if part.hangs_on is None for key in part.outcome}
    return (
        len(known) > 0
        and all(fact in afterwards.facts for fact in asked)
        and all(part.verdict in (DEPENDS, "resolved") for part in parts)
        and all(key in known or is_open(ruled.outcome.get(key)) for key in told - {*afterwards.results})
    )


def as_asked(ruling: schema.Ruling, wants: str | None) -> schema.Ruling:
    """The ruling as far as it is asked for: where what holds in any case answers the question, it hangs on nothing."""
    if not is_answered(wants, ruling):
        return ruling
    verdict: schema.RulingVerdict = "resolved"
    if wants in _OF_VERDICT:
        verdict = "legal" if ruling.allowed else "illegal"
    elif len(known := {part.verdict for part in with_branches(ruling)} - {DEPENDS, UNDECIDED}) == 1:
        (verdict,) = known
    return ruling.model_copy(update={"verdict": verdict, "hangs_on": None, "allowed": None, "decided_by": None})


def resting_as_asked(ruling: schema.Ruling, wants: str | None) -> schema.Ruling:
    """The ruling without the conflicts that change other things, and nothing of the key of the outcome that is asked
    for.
    """
    key = _key(wants)
    if key is None or is_open(found := _at(ruling.outcome, key)) or found is _NOT_SAID:
        return ruling
    decide = [rest for rest in ruling.rests_on if _at(rest.other_outcome, key) != found]
    return ruling.model_copy(update={"rests_on": decide})


def with_branches(ruled: schema.Ruling | schema.Branch) -> Iterator[schema.Ruling | schema.Branch]:
    """Itself, and each branch of what it hangs on with its own."""
    yield ruled
    for branch in (ruled.hangs_on.branches if ruled.hangs_on else None) or ():
        yield from with_branches(branch)


def pruned(ruled: RulingOrBranch, wants: str | None) -> RulingOrBranch:
    """What a ruling depends on, without the facts that change nothing of what is wanted. Where none is left the whole
    tree stays: the answer is the same throughout, and it shows why.
    """
    if ruled.hangs_on is None or not ruled.hangs_on.branches:
        return ruled
    branches = [pruned(branch, wants) for branch in ruled.hangs_on.branches]
    first, *others = (_result(branch, wants) for branch in branches)
    if all(other == first for other in others):
        below = branches[0].hangs_on
        return ruled.model_copy(update={"hangs_on": below}) if below else ruled
    return ruled.model_copy(update={"hangs_on": ruled.hangs_on.model_copy(update={"branches": branches})})


def _result(branch: schema.Branch, wants: str | None) -> str:
    """The same for branches that come to the same of what is wanted, by the same questions."""
    if branch.hangs_on is None:
        answer = answer_to(wants, branch.verdict, branch.outcome, allowed=branch.allowed)
        return repr((branch.verdict, branch.outcome) if answer == EXPLAINED else answer)
    below = [(each.values, _result(each, wants)) for each in branch.hangs_on.branches or ()]
    return repr((branch.hangs_on.field, below))


def short_answer(
    wants: str | None, ruled: schema.Ruling | schema.Branch, game: str, language: Language
) -> schema.ShortAnswer:
    """The answer that a ruling gives, in words."""
    answer = answer_of(wants, ruled)
    says = _in_words(answer, ruled, game, language)
    if wants in load_facts(game).figures and isinstance(answer, str) and _verdict(answer) == "value":
        figure = load_says(game)[WORDS][wants][language]
        says = f"{figure[:1].upper()}{figure[1:]} {says[:1].lower()}{says[1:]}"
    return schema.ShortAnswer(verdict=_verdict(answer), says=says)


def with_answers(ruling: schema.Ruling, wants: str | None, game: str, language: Language) -> schema.Ruling:
    """The ruling as far as it is asked for, with the answer that it gives, and each of its branches."""
    return _with_answers(as_asked(ruling, wants), wants, game, language)


def _with_answers(ruled: RulingOrBranch, wants: str | None, game: str, language: Language) -> RulingOrBranch:
    update: dict[str, Any] = {"answer": short_answer(wants, ruled, game, language)}
    if ruled.hangs_on and ruled.hangs_on.branches:
        branches = [_with_answers(branch, wants, game, language) for branch in ruled.hangs_on.branches]
        update["hangs_on"] = ruled.hangs_on.model_copy(update={"branches": branches})
    return ruled.model_copy(update=update)


def _verdict(answer: Wanted) -> schema.AnswerVerdict:
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if answer in (EXPLAINED, CHOICE):
        return "explained"
    if answer in (DEPENDS, UNKNOWN):
        return "depends" if answer == DEPENDS else "unknown"
    return "value"


def _in_words(answer: Wanted, ruled: schema.Ruling | schema.Branch, game: str, language: Language) -> str:
    if answer == EXPLAINED:
        return outcome_in_words(_known(ruled, game, language) or ruled.outcome_says)
    if answer is None or isinstance(answer, bool | str):
        known = _WORDS.get(answer)
        if known:
            return known[language]
    is_name = answer in [line.says for line in ruled.outcome_says]  # the ruling, which knows the names, says it so
    text = answer if is_name else value_words(answer, load_says(game), language)
    return text[:1].upper() + text[1:]


def _known(ruled: schema.Ruling | schema.Branch, game: str, language: Language) -> list[schema.OutcomeLine]:
    """What comes of a position and is known, without what else there may be beside it."""
    labels = outcome_words(known_part(ruled.outcome), load_says(game), language)
    return [line for line in ruled.outcome_says if line.label in labels]


def outcome_in_words(lines: Iterable[schema.OutcomeLine]) -> str:
    """What comes of a position, one after the other; nothing where nothing does."""
    return "; ".join(f"{line.label} {line.says}" for line in lines)


def _at(outcome: Any, key: str) -> Any:
    for step in key.split("."):
        if not isinstance(outcome, Mapping) or step not in outcome:
            return _NOT_SAID
        outcome = outcome[step]
    return outcome


def _plain(found: Any) -> str:
    return "null" if found is None else str(found).lower() if isinstance(found, bool) else str(found)
