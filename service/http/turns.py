"""Work in threads, so much of it at once: what is more waits for its turn, and not for ever.

Python runs one thread at a time, and each further one that works makes the event loop wait for its own. A thread cannot
be stopped: it keeps its place until it ends, also when nobody waits for it any more.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

MOST_WAITING = 256
SECONDS_TO_ANSWER = 60.0
"""From the request to its answer: the wait for a turn, and the work."""

Result = TypeVar("Result")


class Busy(Exception):  # noqa: N818  # it says what is the matter
    """There is too much to do: ask again later."""


class Turns:
    """Threads that take what is submitted in turn."""

    def __init__(self, name: str, at_once: int, more_seconds: float = 0) -> None:
        """`more_seconds`: how much longer than usual the work may take."""
        self.seconds = SECONDS_TO_ANSWER + more_seconds
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix=name)
        self._most = at_once + MOST_WAITING
        self._unfinished = 0

    def submit(self, work: Callable[[], Result]) -> Future[Result]:
        """Begins the work when it is its turn; raises Busy where too much waits already. To be called on the loop."""
        if self._unfinished >= self._most:
            raise Busy(f"{self._unfinished} requests are being answered or wait for it: ask again in a few seconds")
        self._unfinished += 1
        loop = asyncio.get_running_loop()

        def ended(_: Future[Result]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._end)

        submitted = self._threads.submit(copy_context().run, work)
        submitted.add_done_callback(ended)
        return submitted

    async def run(self, work: Callable[[], Result]) -> Result:
        """What the work returns or raises; raises Busy where that is not there in time."""
        try:
            async with asyncio.timeout(self.seconds):
                return await asyncio.wrap_future(self.submit(work))  # work that has not begun is then given up
        except TimeoutError as error:
            raise self.too_late() from error

    def too_late(self) -> Busy:
        """Why there is no answer when its time is over."""
        return Busy(f"this was not answered within {self.seconds:.0f} seconds: ask for less, or again in a few seconds")

    def _end(self) -> None:
        self._unfinished -= 1
