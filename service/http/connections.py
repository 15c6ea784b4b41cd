"""What one client may take of the service: so many connections, and so long to say what it wants.

uvicorn ends a connection that has been idle after an answer. What it leaves to others is done here: a client that
connects and says nothing, that sends its request a letter at a time, or that does not read its answer; and more
connections than there are files to open.
"""

import asyncio
import json
import resource
import socket
from math import inf

from uvicorn.protocols.http.h11_impl import H11Protocol

OUT_OF_TIME = "out_of_time"
"""In the app's state, the event that those who still wait are to be told that the service stops."""
SECONDS_TO_ASK = 10
"""From the connection, or the first letter of a further request, to the end of the request's head."""
SECONDS_TO_READ = 30
"""How long a client may take no more of an answer that waits for it."""
SECONDS_TO_FINISH = 5
"""After that those who still wait are notified that the service stops."""
LARGEST_HEAD = 32_768
"""Bytes of a request before its body; the longest question in an address takes two thirds."""
MOST_CONNECTIONS = 512
ACCEPTED_AT_ONCE = 16
"""Connections accepted before the first of them is looked at: they too are open files."""
WAITING_TO_BE_ACCEPTED = 512
_OTHER_FILES = 64


def most_connections() -> int:
    """How many connections there may be, with the files that this process may open."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(1, min(MOST_CONNECTIONS, files - _OTHER_FILES - 4 * ACCEPTED_AT_ONCE))


def set_options(listening: socket.socket) -> None:
    """What every accepted connection takes over from the socket that listens."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SECONDS_TO_READ * 1000)


class Connection(H11Protocol):
    """One connection, closed when its client takes too long; one too many takes the place of the one idle longest."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._wait()
        if len(self.connections) > most_connections():
            waiting = [one for one in self.connections if isinstance(one, Connection) and one._deadline]
            min(waiting, key=Connection._idle_until)._leave()

    def data_received(self, data: bytes) -> None:
        """Wait no longer once a request has come; what comes after an answer may be a request again."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._wait_no_more()
        elif self._deadline is None:
            self._wait()

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP is refused with a problem document too."""
        detail = f"this is no HTTP request with at most {LARGEST_HEAD:,} bytes before its body"
        document = {"type": "about:blank", "title": "Bad Request", "status": 400, "detail": detail, "instance": ""}
        body = json.dumps(document).encode()
        kind = f"Content-Type: application/problem+json\r\nContent-Length: {len(body)}\r\n"
        head = f"HTTP/1.1 400 Bad Request\r\n{kind}"
        self.transport.write(f"{head}Connection: close\r\n\r\n".encode() + body)
        self.transport.close()

    def shutdown(self) -> None:
        """The service stops: what is being answered may be finished, for a while."""
        super().shutdown()
        self.loop.call_later(SECONDS_TO_FINISH, self.app_state[OUT_OF_TIME].set)

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(SECONDS_TO_ASK, self._leave)

    def _idle_until(self) -> float:
        return self._deadline.when() if self._deadline else inf

    def _leave(self) -> None:
        self._wait_no_more()
        self.transport.abort()

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
