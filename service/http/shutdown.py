"""The end of the service: what is being answered is finished, or whoever waits for it is notified."""

import asyncio
import json

from fastapi.responses import JSONResponse
from fastapi.sse import format_sse_event
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.http.connections import OUT_OF_TIME
from service.http.problem_details import MEDIA_TYPE, problem

STOPPED = "the service was stopped before this was answered: ask again when it is back"


class GracefulShutdown:
    """Answers for an app that has not answered when it is time to stop: a problem, or a stream's error event.

    The app's state has the event that says so.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        streams: bool | None = None
        replaced = False

        async def noted(message: Message) -> None:
            nonlocal streams
            if replaced:
                return
            if message["type"] == "http.response.start":
                streams = (b"content-type", b"text/event-stream") in {
                    (name, value.partition(b";")[0]) for name, value in message["headers"]
                }
            await send(message)

        answering = asyncio.ensure_future(self._app(scope, receive, noted))
        late = asyncio.ensure_future(scope["state"][OUT_OF_TIME].wait())
        try:
            await asyncio.wait({answering, late}, return_when=asyncio.FIRST_COMPLETED)
            if not answering.done() and streams is not False:
                replaced = True
                document = problem(503, STOPPED, scope["path"])
                if streams:
                    event = format_sse_event(event="error", data_str=json.dumps(document))
                    await send({"type": "http.response.body", "body": event})
                else:
                    await JSONResponse(document, 503, media_type=MEDIA_TYPE)(scope, receive, send)
                return
            await answering
        finally:
            late.cancel()
            answering.cancel()
            answering.add_done_callback(_nobody_asks)


def _nobody_asks(answering: "asyncio.Future[None]") -> None:
    """How it ended has been raised already, or no longer matters."""
    if not answering.cancelled():
        answering.exception()
