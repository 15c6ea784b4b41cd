"""Dialogues measured: each turn is put to the referee with its answer to the turn before, as a client sends it back.

A turn is right as a question is; wrong where an engine ruled on what was not meant, or a yes was said for a no.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from corpus import LANGUAGES
from evals.cases import DialogueCase, Turn
from evals.questions import failures_of
from service.answering.referee import Referee
from service.requests import Previous
from service.schema import Answer

Grade: TypeAlias = Literal["right", "wrong", "not answered"]
GRADES: tuple[Grade, ...] = ("right", "wrong", "not answered")


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedTurn:
    """An answer to a turn, and what is wrong with it: nothing, when it is right."""

    id: str
    """Of the dialogue, with the number of the turn from 1: `d-en-01.2`."""
    turn: Turn
    answer: Answer
    failures: tuple[str, ...]

    @property
    def grade(self) -> Grade:
        """Wrong where it misleads, not where it only does not say enough."""
        if not self.failures:
            return "right"
        is_opposite = {self.answer.verdict, self.turn.verdict} == {"yes", "no"}
        return "wrong" if is_opposite or self.answer.ruling else "not answered"


def judged_dialogues(referee: Referee, cases: Iterable[DialogueCase], game: str) -> tuple[JudgedTurn, ...]:
    """Each turn of each dialogue, and the answer judged."""
    return tuple(turn for case in cases for turn in judged_dialogue(referee, case, game))


def judged_dialogue(referee: Referee, case: DialogueCase, game: str) -> Iterator[JudgedTurn]:
    """The turns of a dialogue, one after the other."""
    previous: Previous | None = None
    for number, turn in enumerate(case.turns, 1):
        answer = referee.ask(turn.question, game=game, language=case.lang, previous=previous)
        previous = Previous.model_validate_json(answer.model_dump_json(by_alias=True))
        yield JudgedTurn(id=f"{case.id}.{number}", turn=turn, answer=answer, failures=tuple(failures_of(turn, answer)))


def dialogue_figures(results: Sequence[JudgedTurn]) -> dict[str, dict[str, float]]:
    """The share of each grade, of first questions and of those that follow them up, per language."""
    figures: dict[str, dict[str, float]] = {}
    for language in LANGUAGES:
        own = [each for each in results if each.answer.language == language]
        for group, is_first in (("first", True), ("later", False)):
            grades = Counter(each.grade for each in own if (each.turn.kind == "first") == is_first)
            if total := grades.total():
                shares: dict[str, float] = {grade: grades[grade] / total for grade in GRADES}
                figures[f"{language} {group}"] = {"questions": total} | shares
    return figures
