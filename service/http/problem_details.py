"""What goes wrong over HTTP, as RFC 9457 problem details."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from index import ModelError, Unreachable
from service.answering.questions import BadQuestion
from service.http.startup import NotReady
from service.http.streaming import ClientLeft
from service.http.turns import Busy
from service.llm.local import Cancelled
from service.positions.mistakes import explain_errors
from service.positions.rulings import BadInput, ImpossibleState, Unknown

MEDIA_TYPE = "application/problem+json"
CLIENT_LEFT = 499
MOST_BYTES = 256_000
"""Of a body: a question with the answer that it follows up has a third of that."""
TOO_LARGE = f"the body is over {MOST_BYTES // 1000} kB: no question and no state is that large"
_LONGEST_INSTANCE = 500

log = logging.getLogger(__name__)


class NotFound(Exception):  # noqa: N818  # it says what is the matter
    """There is no such thing: what was asked for, and what comes near."""


def problem(status: int, detail: str, instance: str, **more: Any) -> dict[str, Any]:
    """The document that describes a problem; `more` are members of its own."""
    title = HTTPStatus(status).phrase
    instance = instance[:_LONGEST_INSTANCE]
    return {"type": "about:blank", "title": title, "status": status, "detail": detail, "instance": instance, **more}


def problem_of(error: Exception, instance: str) -> dict[str, Any]:
    """What an error of the house looks like to a client; of one that was not foreseen, no inner detail."""
    match error:
        case NotFound():
            return problem(404, str(error), instance)
        case Unknown():
            return problem(404, str(error), instance, **error.document())
        case BadInput() | ImpossibleState():
            return problem(422, str(error), instance, **error.document())
        case BadQuestion():
            problems = [{"path": error.field, "problem": str(error)}]
            return problem(422, str(error), instance, error="bad-input", problems=problems)
        case NotReady():
            return problem(503, str(error), instance, **error.progress)
        case Busy():
            return problem(503, str(error), instance)
        case ModelError() | Unreachable():
            log.error("%s failed: %s", instance, error)
            return problem(503, str(error), instance)
        case _:
            log.error("%s failed", instance, exc_info=error)
            return problem(500, "this could not be done; the log of the service says why", instance)


class _Failures:
    """Answers for an app that fails: what was not foreseen is a problem document too, logged once."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def noted(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except Exception as error:
            if has_begun or scope["type"] != "http":
                raise
            await _response(problem_of(error, scope["path"]))(scope, receive, send)


def register_problem_details(app: FastAPI) -> None:
    """Makes every error of this app a problem document; to be called before any other middleware is added."""

    async def ours(request: Request, error: Exception) -> Response:
        wait = {"Retry-After": "2"} if isinstance(error, NotReady | Busy) else None
        return _response(problem_of(error, request.url.path), wait)

    async def left(request: Request, error: Exception) -> Response:
        return Response(status_code=CLIENT_LEFT)

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        path = request.url.path
        detail = {
            404: f"there is nothing at {path:.60}: /docs lists what there is",
            405: f"{path:.60} does not take {request.method}: it takes {(error.headers or {}).get('Allow', 'others')}",
            413: TOO_LARGE,
        }.get(error.status_code, str(error.detail))
        return _response(problem(error.status_code, detail, path), error.headers)

    async def query(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        errors = [{**each, "loc": each["loc"][1:]} for each in error.errors()]
        problems = explain_errors(errors, {"properties": {each["loc"][0]: {} for each in errors if each["loc"]}})
        return _response(problem_of(BadInput(*problems), request.url.path))

    app.add_middleware(_Failures)
    for kind in (NotFound, BadInput, ImpossibleState, BadQuestion, NotReady, Busy, ModelError, Unreachable):
        app.add_exception_handler(kind, ours)
    for gone in (ClientLeft, ClientDisconnect, Cancelled):
        app.add_exception_handler(gone, left)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(RequestValidationError, query)


def _response(document: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse(document, document["status"], headers, MEDIA_TYPE)
