"""Says what is wrong with something written by hand: where, what stands there, what to write instead.

Pydantic finds the errors; the words here are for people at a table. What a field means comes from
the JSON schema of its shape, and what a well-written value looks like from an example.
"""

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from pydantic import TypeAdapter, ValidationError

from adjudicator import Json
from adjudicator.written import WORDS
from corpus import Language

Schema: TypeAlias = Mapping[str, Any]
ErrorDetails: TypeAlias = Mapping[str, Any]
"""One error as pydantic lists it: `loc`, `type`, `input`, `msg` and for some types `ctx`."""
Place: TypeAlias = Sequence[str | int]

MOST_PROBLEMS = 10
"""Whoever made thousands of mistakes made one; the first problems say which."""
_SHOWN = 60
_LONGEST_GUESSED = 60
_UNKNOWN = ("unexpected_keyword_argument", "extra_forbidden")
_FIELDS_WANTED = ("dataclass_type", "model_type", "model_attributes_type")
_WANTED: Mapping[str, Mapping[Language, str]] = {
    "int_type": {"it": "dev'essere un numero intero", "en": "must be a whole number"},
    "int_from_float": {"it": "dev'essere un numero intero", "en": "must be a whole number"},
    "int_parsing": {"it": "dev'essere un numero intero", "en": "must be a whole number"},
    "float_type": {"it": "dev'essere un numero", "en": "must be a number"},
    "string_type": {"it": "dev'essere un testo", "en": "must be text"},
    "bool_type": {"it": "dev'essere true o false", "en": "must be true or false"},
    "tuple_type": {"it": "dev'essere un elenco", "en": "must be a list"},
    "list_type": {"it": "dev'essere un elenco", "en": "must be a list"},
    "dict_type": {"it": "dev'essere un insieme di valori con un nome", "en": "must be a set of named values"},
    "mapping_type": {"it": "dev'essere un insieme di valori con un nome", "en": "must be a set of named values"},
    "too_long": {"it": "può avere al massimo {max_length} voci", "en": "must have at most {max_length} entries"},
    "greater_than_equal": {"it": "dev'essere almeno {ge}", "en": "must be at least {ge}"},
    "less_than_equal": {"it": "dev'essere al massimo {le}", "en": "must be at most {le}"},
    "literal_error": {"it": "dev'essere {expected}", "en": "must be {expected}"},
    "string_too_long": {
        "it": "può avere al massimo {max_length} caratteri",
        "en": "must have at most {max_length} characters",
    },
    "string_too_short": {
        "it": "deve avere {min_length} o più caratteri",
        "en": "must have {min_length} or more characters",
    },
}
_SAYS: Mapping[str, Mapping[Language, str]] = {
    "more": {"it": "e altri {count}", "en": "and {count:,} more"},
    "guess": {"it": "; intendevi {word}?", "en": "; did you mean {word}?"},
    "unknown": {"it": "campo sconosciuto", "en": "unknown field"},
    "fields": {"it": "; i campi qui sono {fields}", "en": "; the fields here are {fields}"},
    "missing": {"it": "manca", "en": "missing"},
    "unreadable": {"it": "non è JSON che si possa leggere: {error}", "en": "not JSON that can be read: {error}"},
    "not": {"it": "{wanted}, non {shown}", "en": "{wanted}, not {shown}"},
    "written": {"it": "va scritto come {model}", "en": "must be written like {model}"},
    "named": {
        "it": "dev'essere un insieme di campi con un nome ({fields})",
        "en": "must be a set of named fields ({fields})",
    },
}


def problems_of(error: ValidationError, shape: TypeAdapter[Any], example: Json = None) -> list[dict[str, str]]:
    """The errors as `{"path", "problem"}`, the first of many; `example` is a well-written value of the same shape."""
    return explain_errors(error.errors(include_url=False), shape.json_schema(), example)


def explain_errors(
    errors: Sequence[ErrorDetails], schema: Schema, example: Json = None, language: Language = "en"
) -> list[dict[str, str]]:
    """The same for errors as pydantic lists them, with the JSON schema of what was wanted."""
    first = [_explain(error, schema, example, language) for error in errors[: MOST_PROBLEMS + 1]]
    return shortened([{"path": path, "problem": problem} for path, problem in first], len(errors), language)


def shortened(
    problems: Sequence[dict[str, str]], of: int | None = None, language: Language = "en"
) -> list[dict[str, str]]:
    """The first problems and how many more there are, `of` so many; a short list stays as it is."""
    of = len(problems) if of is None else of
    if of <= MOST_PROBLEMS + 1:
        return list(problems)
    return [*problems[:MOST_PROBLEMS], {"path": "", "problem": _say("more", language, count=of - MOST_PROBLEMS)}]


def suggestion(word: str, known: Iterable[str], language: Language = "en") -> str:
    """A hint to the nearest known word, to be appended to a sentence; empty when none is near."""
    if len(word) > _LONGEST_GUESSED:
        return ""
    close = difflib.get_close_matches(word, list(known), n=1)
    return _say("guess", language, word=_shown(close[0])) if close else ""


def path_of(place: Place) -> str:
    """A place as one word: `cities[0].troops`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{_clipped(part)}" for part in place).removeprefix(".")


def _explain(error: ErrorDetails, schema: Schema, example: Json, language: Language) -> tuple[str, str]:
    loc, kind, value = error["loc"], error["type"], error["input"]
    if kind in _UNKNOWN:
        *inside, name = loc
        place, nodes = _walk(schema, inside)
        fields = [field for node in nodes for field in node.get("properties", {})]
        absent = [field for field in fields if not isinstance(value, dict) or field not in value]
        hint = suggestion(str(name), absent, language) or _say("fields", language, fields=", ".join(fields))
        return path_of([*place, name]), _say("unknown", language) + hint
    place, nodes = _walk(schema, loc)
    if kind == "missing":
        return path_of(place), _say("missing", language) + (_meaning(nodes) if language == "en" else "")
    if kind == "json_invalid":
        return "", _say("unreadable", language, error=error["ctx"]["error"])
    wanted = _wanted(error, nodes, example, language)
    if kind == "literal_error":
        known = [word for node in nodes for word in node.get("enum", [node.get("const")]) if isinstance(word, str)]
        hint = suggestion(value, known, language) if isinstance(value, str) else ""
        return path_of(place), _say("not", language, wanted=wanted, shown=_shown(value)) + hint
    shown = f"{len(value):,}" if kind in ("too_long", "string_too_long") else _shown(value)
    return path_of(place), _say("not", language, wanted=wanted, shown=shown)


def _wanted(error: ErrorDetails, nodes: Sequence[Schema], example: Json, language: Language) -> str:
    context = error.get("ctx", {})
    if error["type"] == "string_pattern_mismatch":
        model = next((text for text in _texts(example) if re.search(context["pattern"], text)), None)
        bounds = next((f" ({node[WORDS]})" for node in nodes if WORDS in node), "") if language == "en" else ""
        return _say("written", language, model=_shown(model) if model else context["pattern"]) + bounds
    if error["type"] in _FIELDS_WANTED:
        fields = dict.fromkeys(field for node in nodes for field in node.get("properties", {}))
        return _say("named", language, fields=", ".join(fields))
    if error["type"] == "literal_error" and language == "it":
        context = {"expected": context["expected"].replace(" or ", " o ")}
    if error["type"] in _WANTED:
        return _WANTED[error["type"]][language].format(**context)
    message: str = error["msg"].replace("Input should", "must")
    return message[:1].lower() + message[1:]


def _say(name: str, language: Language, **facts: object) -> str:
    return _SAYS[name][language].format(**facts)


def _walk(schema: Schema, loc: Place) -> tuple[list[str | int], list[Schema]]:
    """The place in the data and the schemas that describe it.

    Pydantic puts the names of a union's members among the steps; they are no part of the place.
    """
    definitions = schema.get("$defs", {})
    place: list[str | int] = []
    nodes = [schema]
    for step in loc:
        members = [member for node in nodes for member in _members(node, definitions)]
        inside = [child for member in members if (child := _child(member, step)) is not None]
        if inside:
            place.append(step)
            nodes = inside
        else:
            nodes = [member for member in members if member.get("title") == step] or members
    return place, [node for outer in nodes for node in _members(outer, definitions)]


def _members(node: Schema, definitions: Mapping[str, Schema]) -> Iterator[Schema]:
    if "$ref" in node:
        target = definitions[node["$ref"].rsplit("/", 1)[-1]]
        described = {"description": node["description"]} if "description" in node else {}
        yield from _members({**target, **described}, definitions)
    elif "anyOf" in node or "oneOf" in node:
        described = {"description": node["description"]} if "description" in node else {}
        for member in node.get("anyOf", node.get("oneOf")):
            yield from _members({**member, **described}, definitions)
    else:
        yield node


def _child(node: Schema, step: str | int) -> Schema | None:
    child: Schema | None
    if isinstance(step, int):
        fixed = node.get("prefixItems", ())
        child = fixed[step] if step < len(fixed) else node.get("items")
    else:
        child = node.get("properties", {}).get(step, node.get("additionalProperties"))
    return child if isinstance(child, Mapping) else None


def _meaning(nodes: Sequence[Schema]) -> str:
    described = next((node["description"] for node in nodes if "description" in node), "")
    first, _, _ = described.partition("\n")
    return f": {first[:1].lower()}{first[1:].rstrip('.')}" if first else ""


def _texts(value: Json) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for item in value:
                yield from _texts(item)
        case dict():
            for item in value.values():
                yield from _texts(item)


def _shown(value: object) -> str:
    return _clipped(json.dumps(value, ensure_ascii=False, default=str).encode(errors="backslashreplace").decode())


def _clipped(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
