"""The kinds of answers that questions get."""

import re
from typing import Any, Literal, TypeAlias, get_args

Answer: TypeAlias = Literal["yes", "no", "value", "explained", "depends", "unknown"]
"""What kind of answer a question gets."""
ANSWERS: tuple[Answer, ...] = get_args(Answer)


_RULES_ON_IT = re.compile(r"(?:(?P<yes>sì|yes)|no)\b", re.IGNORECASE)


def ruled(answer: str) -> Answer:
    """Of an answer in words, by its first one."""
    found = _RULES_ON_IT.match(answer)
    return "explained" if found is None else "yes" if found["yes"] else "no"


def kind_of_answer(answer: Any) -> Answer:
    """Of an answer as the phrasebook has it and as an engine gives it."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if answer in ("depends", "unknown", "explained"):
        found: Answer = answer
        return found
    return "depends" if answer == "choice" else "value"
