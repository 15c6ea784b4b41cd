"""Opens a port and serves on it until stopped."""

import errno
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import uvicorn
from starlette.types import ASGIApp
from uvicorn.supervisors import Multiprocess

from service import logs
from service.http import connections
from service.http.addresses import EVERYWHERE, url
from service.settings import Settings

SECONDS_WITHOUT_A_SIGN = 15
"""A worker that gives none for so long is replaced."""
SECONDS_TO_NOTIFY = 2
"""Those who wait in vain are notified; then nobody is waited for."""


class _Server(uvicorn.Server):
    """Says that it is there as soon as it can be stopped: a signal before that might be lost."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn does."""
        with super().capture_signals():
            self._announce()
            yield


class PortTaken(OSError):  # noqa: N818  # it says what is the matter
    """The service cannot listen there: why, and what to type instead."""


def bind_socket(host: str, port: int) -> socket.socket:
    """A socket bound to this address, not yet listening; raises PortTaken."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (socket.gaierror, UnicodeError) as error:
        raise PortTaken(f"{host} is no address of this machine: leave --host out, or write --table instead") from error
    bound = socket.socket(family, kind, protocol)  # without its number asyncio would not send at once what it has
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        connections.set_options(bound)
        bound.bind(address)
    except OSError as error:
        bound.close()
        raise PortTaken(_why(error, host, port)) from error
    return bound


def serve(
    app: Callable[[], ASGIApp], bound: socket.socket, settings: Settings, invitation: str, workers: int = 1
) -> None:
    """Serves what `app` makes until it is interrupted, and says where it is and who may come; raises PortTaken.

    Of several `workers` each is a process that makes its own; `app` has to find its way there, as pickle has it.
    """
    config = uvicorn.Config(
        app,
        factory=True,
        workers=workers,
        http=connections.Connection,
        ws="none",
        backlog=connections.ACCEPTED_AT_ONCE,
        callback_notify=partial(_let_many_wait, bound),
        h11_max_incomplete_event_size=connections.LARGEST_HEAD,
        log_config=logs.configuration(settings.log),
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=connections.SECONDS_TO_FINISH + SECONDS_TO_NOTIFY,
        timeout_worker_healthcheck=SECONDS_WITHOUT_A_SIGN,
        server_header=False,
    )
    host, port = bound.getsockname()[:2]
    try:
        bound.listen(connections.WAITING_TO_BE_ACCEPTED)
    except OSError as error:  # another that was bound at the same time has begun to listen first
        raise PortTaken(_why(error, host, port)) from error
    at = f"Arbitro is at {url(EVERYWHERE.get(host, host), port)} (Ctrl-C stops it)\n{invitation}"
    announce = partial(print, at, flush=True)
    if workers == 1:
        _Server(config, announce).run(sockets=[bound])
    else:
        several = Multiprocess(config, sockets=[bound])  # from here on it can be stopped
        announce()
        several.run()


async def _let_many_wait(listening: socket.socket) -> None:
    """asyncio lets no more connections wait than it accepts at once; this is called as soon as it has begun."""
    listening.listen(connections.WAITING_TO_BE_ACCEPTED)


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use: stop what runs there, or take another: arbitro serve --port {port % 65535 + 1}"
    if error.errno == errno.EACCES:
        return f"port {port} needs rights that this user has not: take one from 1024 on: arbitro serve --port 8000"
    return f"cannot listen on {host}:{port}: {error.strerror}: leave --host out for this machine only"
