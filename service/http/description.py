"""What `/openapi.json` says beyond what FastAPI reads from the routes: bodies, events, problems, examples, links.

A link says how the answer to one request leads to the next: whoever generates requests from the description follows it.
"""

from http import HTTPStatus
from typing import Any, TypeAlias

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from service import schema
from service.http.problem_details import MEDIA_TYPE
from service.requests import AskedPosition, Disputed, Question, RequestShape

STREAM = "text/event-stream"
_REFERENCES = "#/components/schemas/{model}"
_ASKED: tuple[type[RequestShape], ...] = (Question, Disputed, AskedPosition)
_EVENTS: dict[str, type[BaseModel]] = {
    "rules": schema.RulesFound,
    "ruling": schema.Ruled,
    "sentence": schema.Sentence,
    "answer": schema.Answer,
    "error": schema.Problem,
}
_SAID = (*_EVENTS.values(), schema.Problem)
_ANYWHERE = (400, 401, 421, 429)
"""What any route answers: to what is no HTTP, without the key, under another name, too often."""

Object: TypeAlias = dict[str, Any]

EVENTS: Object = {
    "description": "Events `rules`, `ruling`, `sentence` (each checked, none taken back) and, last, `answer` with the "
    "whole answer; or `error` with a problem. The data of each is JSON.",
    "schema": {"type": "string"},
    "x-itemSchema": {
        "oneOf": [
            {
                "type": "object",
                "required": ["event", "data"],
                "properties": {
                    "event": {"const": name},
                    "data": {
                        "type": "string",
                        "contentMediaType": "application/json",
                        "contentSchema": {"$ref": _REFERENCES.format(model=shape.__name__)},
                    },
                },
            }
            for name, shape in _EVENTS.items()
        ]
    },
}
"""Each event as OpenAPI 3.2 describes one; this description is of 3.1, which has no word for it."""


ID_OF_FIRST: Object = {"parameters": {"id": "$response.body#/0/id"}}
"""In a link: the id of the first of those that are listed."""


def request_body(shape: type[RequestShape], **examples: Object) -> Object:
    """What a route that reads its body itself says of it."""
    named = {name: {"value": value} for name, value in examples.items()}
    content = {"schema": {"$ref": _REFERENCES.format(model=shape.__name__)}, "examples": named}
    return {"requestBody": {"required": True, "content": {"application/json": content}}}


def problem_responses(*statuses: int) -> dict[int | str, Object]:
    """What a route answers when it does not do what was asked."""
    content = {MEDIA_TYPE: {"schema": {"$ref": _REFERENCES.format(model="Problem")}}}
    waits = {"Retry-After": {"description": "Seconds", "schema": {"type": "string"}}}
    return {
        status: {
            "description": HTTPStatus(status).phrase,
            "content": content,
            **({"headers": waits} if status in (429, 503) else {}),
        }
        for status in statuses
    }


def links(**leads: tuple[str, Object]) -> Object:
    """Where an answer leads: the operation, and its parameters or body as they stand in the answer."""
    return {"links": {name: {"operationId": operation, **how} for name, (operation, how) in leads.items()}}


def describe(service: FastAPI, has_key: bool) -> None:
    """Makes the description of this service whole."""

    def whole() -> Object:
        if service.openapi_schema is None:
            described = get_openapi(
                title=service.title,
                version=service.version,
                summary=service.summary,
                description=service.description,
                routes=service.routes,
            )
            _complete(described, has_key)
            service.openapi_schema = described
        return service.openapi_schema

    service.openapi = whole  # type: ignore[method-assign]


def operation_id(route: APIRoute) -> str:
    """The name of a route's function: what a generated client calls it."""
    return route.name


def _complete(described: Object, has_key: bool) -> None:
    components = described.setdefault("components", {})
    shapes = [*((shape, "validation") for shape in _ASKED), *((shape, "serialization") for shape in _SAID)]
    _, definitions = models_json_schema(shapes, ref_template=_REFERENCES)  # type: ignore[arg-type]
    components["schemas"] = components.get("schemas", {}) | definitions["$defs"]
    anywhere = {str(status): said for status, said in problem_responses(*_ANYWHERE).items()}
    for operations in described["paths"].values():
        for operation in operations.values():
            operation["responses"] = dict(sorted({**anywhere, **operation["responses"]}.items()))
    if has_key:
        components["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
        described["security"] = [{"key": []}, {}]  # this machine needs none
