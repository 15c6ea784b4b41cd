"""How often one client may ask in a minute. This machine may ask as often as it likes."""

import time
from functools import partial
from ipaddress import IPv6Address, ip_network
from math import ceil

from fastapi.responses import JSONResponse
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.http.addresses import as_address, is_loopback
from service.http.problem_details import MEDIA_TYPE, problem

_NETWORK_OF_ONE = 64
"""Whoever has an IPv6 address has all of the network that these bits name."""


class RateLimit:
    """Refuses a client who has asked too often; the page's own files do not count, and wrong keys do."""

    def __init__(self, app: ASGIApp, a_minute: int) -> None:
        """With 0 there is no limit."""
        self._app = app
        self._limit = RateLimitItemPerMinute(a_minute) if a_minute else None
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = (scope.get("client") or ("",))[0]
        if scope["type"] != "http" or self._limit is None or is_loopback(client):
            await self._app(scope, receive, send)
            return
        who = _who(client)
        may = self._limiter.hit if scope["path"].startswith("/v1/") else self._limiter.test
        if may(self._limit, who):
            await self._app(scope, receive, partial(self._noting, who, send))
        else:
            await self._refusal(Request(scope), self._limit, who)(scope, receive, send)

    async def _noting(self, who: str, send: Send, message: Message) -> None:
        if self._limit and message["type"] == "http.response.start" and message["status"] == 401:
            self._limiter.hit(self._limit, who)
        await send(message)

    def _refusal(self, request: Request, limit: RateLimitItemPerMinute, who: str) -> JSONResponse:
        seconds = max(1, ceil(self._limiter.get_window_stats(limit, who).reset_time - time.time()))
        detail = f"more than {limit.amount} requests in a minute: ask again in {seconds} seconds"
        headers = {"Retry-After": str(seconds)}
        return JSONResponse(problem(429, detail, request.url.path), 429, headers, MEDIA_TYPE)


def _who(client: str) -> str:
    address = as_address(client)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, _NETWORK_OF_ONE), strict=False))
    return client
