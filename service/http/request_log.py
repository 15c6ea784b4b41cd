"""A line of the log for each request: what was asked, how it ended, how long it took; never what the question said.

Each request has an id: it stands in the answer's headers and in every line that is logged on its behalf.
"""

import logging
import time
from contextvars import ContextVar
from uuid import uuid4

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.settings import RequestsLogged

HEADER = "X-Request-ID"
_LONGEST_PATH = 200

log = logging.getLogger(__name__)
_request: ContextVar[str] = ContextVar("request", default="")


class WithRequest(logging.Filter):
    """Gives each line the id of the request that it is about."""

    def filter(self, record: logging.LogRecord) -> bool:
        """All lines pass."""
        if request := _request.get():
            record.request = request
        return True


def note_question(scope: Scope, question: str) -> None:
    """Keeps what was asked for the line of this request."""
    scope["arbitro.question"] = question


class RequestLog:
    """Logs what passes through an app."""

    def __init__(self, app: ASGIApp, logged: RequestsLogged) -> None:
        self._app = app
        self._logged = logged

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        id = uuid4().hex
        _request.set(id)  # each request runs in a context of its own
        status, size, began = 500, 0, time.perf_counter()

        async def noted(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = id
            else:
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            if self._logged != "none":
                about: dict[str, object] = {
                    "method": scope["method"],
                    "path": scope["path"][:_LONGEST_PATH],
                    "status": status,
                    "bytes": size,
                    "milliseconds": round((time.perf_counter() - began) * 1000, 1),
                }
                said = "%(method)s %(path)r: %(status)d, %(bytes)d bytes, %(milliseconds).1f ms"
                if self._logged == "questions" and "arbitro.question" in scope:
                    about["question"] = scope["arbitro.question"]
                    said += ", %(question)r"
                log.info(said, about, extra=about)
