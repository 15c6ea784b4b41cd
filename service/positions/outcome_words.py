"""Puts what comes of a position into words: the names and values of an outcome, flat."""

from collections.abc import Mapping
from typing import Any

from adjudicator import Json
from corpus import Language
from corpus.schema import Says
from service.positions.phrasing import interval_words, translated

_OPEN = {"at_least", "at_most", "not_stated"}
"""With these keys an outcome says of a number or a text how far it is known."""
_PLAIN: Mapping[str, Mapping[Language, str]] = {
    "true": {"it": "sì", "en": "yes"},
    "false": {"it": "no", "en": "no"},
    "none": {"it": "nessuno", "en": "none"},
}


def outcome_words(outcome: Mapping[str, Any], says: Says, language: Language) -> dict[str, str]:
    """An outcome as names and values, flat, in the game's words."""
    facts: dict[str, str] = {}
    for key, value in outcome.items():
        name = translated(key, says, language).replace("_", " ")
        if isinstance(value, dict) and not (value and value.keys() <= _OPEN):
            facts |= {f"{name}, {inner}": text for inner, text in outcome_words(value, says, language).items()}
        else:
            facts[name] = value_words(value, says, language)
    return facts


def is_open(value: Json) -> bool:
    """Whether it is bounds, one of several, or what nobody stated: not known exactly."""
    return isinstance(value, dict) and bool(value.keys() & {*_OPEN, "one_of"})


def is_known(value: Json) -> bool:
    """Whether all of it is known exactly."""
    if isinstance(value, dict):
        return not is_open(value) and all(map(is_known, value.values()))
    return not isinstance(value, list) or all(map(is_known, value))


def known_part(outcome: Mapping[str, Any]) -> dict[str, Any]:
    """An outcome without what is not known exactly."""
    known = {}
    for key, value in outcome.items():
        if isinstance(value, dict) and not is_known(value):
            value = {} if is_open(value) else known_part(value)
            if not value:
                continue
        known[key] = value
    return known


def value_words(value: Json, says: Says, language: Language) -> str:
    """One value of an outcome, or of a state."""
    match value:
        case None:
            return _PLAIN["none"][language]
        case bool():
            return _PLAIN[str(value).lower()][language]
        case []:
            return "–"
        case list():
            apart = "; " if any(isinstance(item, dict) for item in value) else ", "
            return apart.join(value_words(item, says, language) for item in value)
        case dict() if value and value.keys() <= _OPEN:
            return _open_value(value, language)
        case dict():
            words = outcome_words(value, says, language)  # a villager that is called so is named once
            return ", ".join(text if text == name else f"{name} {text}" for name, text in words.items())
        case str():
            return translated(value, says, language)
        case _:
            return str(value)


def _open_value(value: Mapping[str, Any], language: Language) -> str:
    """A number between its bounds, or a text that nobody stated."""
    return "…" if "not_stated" in value else interval_words(value.get("at_least"), value.get("at_most"), language)
