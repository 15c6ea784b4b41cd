"""What a question wants to hear of a ruling: yes or no, a number, or that it depends."""

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from corpus.phrasebook import EXPLAINED
from service import schema

Wanted: TypeAlias = Any
"""True and False for yes and no, a value of the outcome, or one of the words below."""
DEPENDS = "depends"
CHOICE = "choice"
UNKNOWN = "unknown"

_COMPARED = re.compile(r"([\w.]+?)(!?=)(.*)\Z")
_OF_VERDICT: dict[str, Wanted] = {"legal": True, "illegal": False, "resolved": EXPLAINED}
_NOT_SAID = object()


def answer_to(wants: str | None, verdict: str, outcome: Mapping[str, Any]) -> Wanted:
    """The answer to a question that wants this: the verdict, a key of the outcome, `key=value`, or all there is."""
    if verdict == "undecided":
        return UNKNOWN
    if wants is None:
        return _OF_VERDICT.get(verdict, verdict)
    if wants in _OF_VERDICT:
        return DEPENDS if verdict == "depends" else verdict == wants
    compared = _COMPARED.match(wants)
    found = _at(outcome, compared[1] if compared else wants)
    if found is _NOT_SAID:
        if verdict in ("depends", "choice"):
            return verdict
        if verdict == "illegal":
            return False
        found = None  # what is none is left out of an outcome
    if _is_open(found):
        return DEPENDS
    if compared:
        return (_plain(found) == compared[3]) == (compared[2] == "=")
    return found


def answer_of(wants: str | None, ruled: schema.Ruling | schema.Branch) -> Wanted:
    """The answer that a ruling gives; where it depends and every branch gives the same answer, that one."""
    answer = answer_to(wants, ruled.verdict, ruled.outcome)
    if answer != DEPENDS or ruled.hangs_on is None or not ruled.hangs_on.branches:
        return answer
    first, *others = (answer_of(wants, branch) for branch in ruled.hangs_on.branches)
    alike = first != EXPLAINED and all(other == first and type(other) is type(first) for other in others)
    return first if alike else DEPENDS


def _at(outcome: Any, key: str) -> Any:
    for step in key.split("."):
        if not isinstance(outcome, Mapping) or step not in outcome:
            return _NOT_SAID
        outcome = outcome[step]
    return outcome


def _is_open(found: Any) -> bool:
    """Whether it is bounds, or one of several: not known exactly."""
    return isinstance(found, dict) and bool(found.keys() & {"at_least", "at_most", "one_of", "not_stated"})


def _plain(found: Any) -> str:
    return "null" if found is None else str(found).lower() if isinstance(found, bool) else str(found)
