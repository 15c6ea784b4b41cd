"""Runs a question in a thread for a client that may leave at any moment."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import Literal, TypeAlias

from starlette.requests import Request

from service import operations
from service.answering.referee import Referee
from service.http.turns import Turns
from service.llm.local import Cancelled
from service.requests import Question
from service.schema import Event

End: TypeAlias = Literal["answered", "given up", "refused or failed"]

PING_SECONDS = 15.0


class ClientLeft(Exception):  # noqa: N818  # nothing went wrong
    """Nobody waits for the answer any more."""


async def events(
    referee: Referee, question: Question, request: Request, turns: Turns, count_end: Callable[[End], None]
) -> AsyncGenerator[Event | None]:
    """The events of an answer; None each time that nothing has happened for a while.

    Raises what the referee raises, ClientLeft as soon as the client is gone, and Busy where there is no turn for it or
    it takes too long: the thread then stops, also in the middle of a sentence. `count_end` is called with how the
    thread's work ended.
    """
    loop = asyncio.get_running_loop()
    arrived: asyncio.Queue[Event | Exception | None] = asyncio.Queue()
    left = threading.Event()

    def deliver(what: Event | Exception | None) -> None:
        with suppress(RuntimeError):  # the loop has ended with the service
            loop.call_soon_threadsafe(arrived.put_nowait, what)

    def work() -> None:
        try:
            if left.is_set():
                raise Cancelled
            for event in operations.events(question, referee, left.is_set):
                deliver(event)
            count_end("answered")
            deliver(None)
        except Exception as error:  # it is raised again where it is waited for
            count_end("given up" if isinstance(error, Cancelled) else "refused or failed")
            deliver(error)

    async def watch() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        arrived.put_nowait(ClientLeft())

    turns.submit(work)
    watching = asyncio.create_task(watch())
    ends = loop.time() + turns.seconds
    try:
        while True:
            try:
                what = await asyncio.wait_for(arrived.get(), min(PING_SECONDS, max(0, ends - loop.time())))
            except TimeoutError:
                if loop.time() >= ends:
                    raise turns.too_late() from None
                yield None
                continue
            if what is None:
                return
            if isinstance(what, Exception):
                raise what
            yield what
    finally:
        left.set()
        watching.cancel()
