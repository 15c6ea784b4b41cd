"""The kinds of answers that questions get."""

import re
from typing import Any, Literal, TypeAlias, get_args

from corpus import Conflict, Game
from corpus.phrasebook import Phrase

Answer: TypeAlias = Literal["yes", "no", "value", "explained", "depends", "unknown"]
"""What kind of answer a question gets."""
ANSWERS: tuple[Answer, ...] = get_args(Answer)

_LEAD = re.compile(r"\s*(yes|no|sì|si)(?:\s*[,.:;!–—]\s*|\s*$)", re.IGNORECASE)


def ruled(answer: str) -> Literal["yes", "no", "explained"]:
    """Of an answer in words, by its first one."""
    found = _LEAD.match(answer)
    return "explained" if found is None else "no" if found[1].lower() == "no" else "yes"


def left_open(conflict: Conflict) -> Literal["depends", "unknown"]:
    """What a question gets that a conflict is about."""
    return "depends" if conflict.readings else "unknown"


def without_ruling(answer: str) -> str:
    """An answer in words after its leading yes or no."""
    found = _LEAD.match(answer)
    return answer[found.end() :] if found else answer


def kind_of_answer(answer: Any) -> Answer:
    """Of an answer as the phrasebook has it and as an engine gives it."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if answer in ("depends", "unknown", "explained"):
        found: Answer = answer
        return found
    return "depends" if answer == "choice" else "value"


def answer_to(phrase: Phrase, game: Game) -> Answer | None:
    """The kind of answer that a phrase gets; None where it is not known."""
    if phrase.procedure:
        return kind_of_answer(phrase.answer)
    if phrase.rule in game.conflicts:
        return left_open(game.conflicts[phrase.rule])
    return None if phrase.ask is None else ruled(game.rules[phrase.rule].asks[phrase.language][phrase.ask].a)
