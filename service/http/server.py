"""Opens a port and serves on it until stopped."""

import asyncio
import errno
import socket

import uvicorn
from fastapi import FastAPI

from service import logs
from service.http import connections
from service.http.addresses import EVERYWHERE, url

SECONDS_TO_FINISH = 5
SECONDS_TO_NOTIFY = 2
"""Those who wait in vain are notified; then nobody is waited for."""


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


def serve(app: FastAPI, bound: socket.socket, invitation: str) -> None:
    """Runs the app on this socket until it is interrupted, and says where it is and who may come; raises PortTaken."""
    config = uvicorn.Config(
        app,
        http=connections.Connection,
        ws="none",
        backlog=connections.ACCEPTED_AT_ONCE,
        log_config=logs.CONFIG,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=SECONDS_TO_FINISH + SECONDS_TO_NOTIFY,
        server_header=False,
    )
    host, port = bound.getsockname()[:2]
    try:
        bound.listen()
    except OSError as error:  # another that was bound at the same time has begun to listen first
        raise PortTaken(_why(error, host, port)) from error
    print(f"Arbitro is at {url(EVERYWHERE.get(host, host), port)} (Ctrl-C stops it)\n{invitation}", flush=True)
    _Server(config, app.state.out_of_time).run(sockets=[bound])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, out_of_time: asyncio.Event) -> None:
        super().__init__(config)
        self._out_of_time = out_of_time

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():  # asyncio lets no more wait than it accepts at once
            listening.listen(connections.WAITING_TO_BE_ACCEPTED)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(SECONDS_TO_FINISH, self._out_of_time.set)
        await super().shutdown(sockets)


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use: stop what runs there, or take another: arbitro serve --port {port % 65535 + 1}"
    if error.errno == errno.EACCES:
        return f"port {port} needs rights that this user has not: take one from 1024 on: arbitro serve --port 8000"
    return f"cannot listen on {host}:{port}: {error.strerror}: leave --host out for this machine only"
