"""Questions measured: whether the deciding rules are found, and whether the answer says what is right.

Finding is measured with trec_eval's own code. An answer is right when it carries every point of the
case, no wrong one, and cites a deciding rule; where the rules do not settle the question, when it
abstains. Wanting an answer and getting an abstention is counted as its own kind of failure.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import TypeVar

from evals.cases import Asked, QuestionCase
from index import Index
from service.answering.referee import Referee
from service.schema import Answer

DEPTH = 10
"""How many rules are looked at; the deepest cut-off that is reported."""
FIGURES = {
    "recall@1": "recall_1",
    "recall@5": "recall_5",
    "success@1": "success_1",
    "success@5": "success_5",
    "mrr": "recip_rank",
}
"""What is reported, and what trec_eval calls it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved:
    """How one question fared in retrieval."""

    case: QuestionCase
    rank: int | None
    """The place of the first deciding rule among the first ten, from 1."""
    figures: Mapping[str, float]
    """Recall and success at 1 and 5, reciprocal rank: recall counts every deciding rule, success any of them."""


def retrieval_results(cases: Iterable[QuestionCase], rankings: Mapping[str, Sequence[str]]) -> tuple[Retrieved, ...]:
    """Each question with gold rules against the ids found for it, best first, by question id."""
    from pytrec_eval import RelevanceEvaluator

    asked = [case for case in cases if case.gold]
    wanted = {case.id: dict.fromkeys(case.gold, 1) for case in asked}
    runs = {case.id: {rule: -float(place) for place, rule in enumerate(rankings[case.id])} for case in asked}
    measured = RelevanceEvaluator(wanted, {"recall.1,5", "success.1,5", "recip_rank"}).evaluate(runs)
    return tuple(
        Retrieved(
            case=case,
            rank=next((place for place, rule in enumerate(rankings[case.id], 1) if rule in case.gold), None),
            figures={name: measured[case.id][trec] for name, trec in FIGURES.items()},
        )
        for case in asked
    )


def rankings(index: Index, cases: Iterable[QuestionCase], game: str | None) -> dict[str, list[str]]:
    """The ids that the index finds for each question."""
    return {
        case.id: [hit.rule for hit in index.search(case.question, language=case.lang, game=game, limit=DEPTH)]
        for case in cases
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedAnswer:
    """An answer, and what is wrong with it: nothing, when it is right."""

    case: QuestionCase
    answer: Answer
    failures: tuple[str, ...]

    @property
    def opposite(self) -> bool:
        """Whether it says yes for no or no for yes: the worst that a referee can do."""
        return {self.answer.verdict, self.case.verdict} == {"yes", "no"}

    @property
    def cites_gold(self) -> bool:
        """Whether a deciding rule or conflict is among those shown."""
        return bool(shown(self.answer) & {*self.case.gold})


Measured = TypeVar("Measured", Retrieved, JudgedAnswer)


def judged_answers(referee: Referee, cases: Iterable[QuestionCase], game: str | None) -> tuple[JudgedAnswer, ...]:
    """Each question asked and its answer judged."""
    return tuple(judged_answer(case, referee.ask(case.question, game=game, language=case.lang)) for case in cases)


def judged_answer(case: QuestionCase, answer: Answer) -> JudgedAnswer:
    """The answer held against what the case expects."""
    return JudgedAnswer(case=case, answer=answer, failures=tuple(failures_of(case, answer)))


def failures_of(case: Asked, answer: Answer) -> list[str]:
    """What is wrong with an answer to it."""
    failures: list[str] = []
    if answer.abstained != case.abstain:
        failures.append("abstained, and the rules decide it" if answer.abstained else "answered, and should abstain")
    if not answer.abstained and not answer.citations:
        failures.append("cites nothing")
    if case.gold and not shown(answer) & {*case.gold}:
        failures.append(f"cites none of {', '.join(case.gold)}")
    if not case.abstain:
        if answer.verdict != case.verdict and {answer.verdict, case.verdict} & {"yes", "no"}:
            failures.append(f"verdict is {answer.verdict}, expected {case.verdict}")
        failures += (
            f"does not say {' or '.join(group)}" for group in case.must_say if not _says_any(answer.answer, group)
        )
    failures += (f"says {wrong!r}" for wrong in case.must_not_say if _says_any(answer.answer, (wrong,)))
    return failures


def shown(answer: Answer) -> set[str]:
    """Every rule and conflict that an answer shows."""
    return {citation.rule for citation in answer.citations} | {conflict.id for conflict in answer.conflicts}


def _says_any(answer: str, group: Iterable[str]) -> bool:
    """Whether one of the group begins a word of the answer; a number must be the whole number."""
    return any(
        re.search(rf"(?<!\w){re.escape(each.lower())}" + (r"(?!\d)" if each[-1].isdigit() else ""), answer.lower())
        for each in group
    )


def retrieval_figures(results: Sequence[Retrieved]) -> dict[str, dict[str, float]]:
    """The mean of each figure, per language and per kind of question."""
    return {
        group: {
            "questions": len(members),
            **{name: mean(each.figures[name] for each in members) for name in FIGURES},
        }
        for group, members in _grouped(results).items()
    }


def answer_figures(results: Sequence[JudgedAnswer]) -> dict[str, dict[str, float]]:
    """The share of right answers per language and kind, and abstention measured both ways."""
    figures: dict[str, dict[str, float]] = {}
    for group, members in _grouped(results).items():
        abstained = [each for each in members if each.answer.abstained]
        unsettled = [each for each in members if each.case.abstain]
        rightly = [each for each in abstained if each.case.abstain]
        decided = [each for each in members if each.case.gold]
        figures[group] = {
            "questions": len(members),
            "right": mean(not each.failures for each in members),
            "opposite": mean(each.opposite for each in members),
        }
        if decided:
            figures[group]["gold cited"] = mean(each.cites_gold for each in decided)
        if abstained:
            figures[group]["abstention precision"] = len(rightly) / len(abstained)
        if unsettled:
            figures[group]["abstention recall"] = len(rightly) / len(unsettled)
    return figures


def _grouped(results: Sequence[Measured]) -> dict[str, list[Measured]]:
    groups: dict[str, list[Measured]] = {}
    for each in results:
        for group in (each.case.lang, each.case.kind):
            groups.setdefault(group, []).append(each)
    return groups
