"""Who is let in: this machine freely, another one with the key that stands in the link it was given.

The key comes in the link's query once, then in a cookie, or as a bearer token. A request is answered only under a
name of this machine, or a page from elsewhere could have its own name lead here and read what this service says.
"""

import secrets
from collections.abc import Collection
from urllib.parse import urlsplit

from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from corpus import Language
from service.http.addresses import KEY_PARAMETER, as_address, is_loopback
from service.http.parameters import preferred_language
from service.http.problem_details import MEDIA_TYPE, problem

COOKIE = "arbitro_key"
SECONDS_TO_KEEP = 30 * 24 * 3600

_LACKS_KEY = "this table lets in who has its key: open the link or scan the QR code that `arbitro serve --table` shows"
_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Arbitro</title>
<style>body {{ font: 1.25rem/1.5 system-ui, sans-serif; max-width: 30rem; margin: 3rem auto; padding: 0 1rem }}</style>
<h1>{title}</h1>
<p>{text}</p>
<p><a href="">{again}</a></p>
"""
_SAYS: dict[Language, dict[str, str]] = {
    "it": {
        "title": "Qui serve la chiave del tavolo",
        "text": "Inquadra il codice QR che chi ospita la partita ha sullo schermo, o fatti mandare il suo link intero: "
        "la chiave è lì dentro. A ogni avvio può cambiare.",
        "again": "Ero già dentro: riprova",
    },
    "en": {
        "title": "The key of the table is needed here",
        "text": "Scan the QR code on the screen of whoever hosts the game, or have them send you the whole link: the "
        "key is in it. It may change with each start.",
        "again": "I was in already: try again",
    },
}


class Access:
    """Refuses what does not come under a name of this machine, and what comes from another one without the key."""

    def __init__(self, app: ASGIApp, key: str, hosts: Collection[str] = ()) -> None:
        """With no key all are let in: the service is then to listen on this machine alone.

        `hosts` are the names under which a proxy hands requests on; whoever comes under one needs the key.
        """
        self._app = app
        self._key = key
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        in_link = request.query_params.getlist(KEY_PARAMETER)
        host = _host(request)
        if not (host in self._hosts or _is_ours(host, request)):
            await _misdirected(request)(scope, receive, send)
            return
        if self._key:
            _hide_key(scope)
        is_here = host not in self._hosts and is_loopback(request.client.host if request.client else "")
        if not self._key or is_here:
            await self._app(scope, receive, send)
        elif self._is_key(*in_link):
            await self._app(scope, receive, self._with_cookie(send, scope["scheme"] == "https"))
        elif self._is_key(request.cookies.get(COOKIE, ""), _bearer(request)):
            await self._app(scope, receive, send)
        else:
            await _unauthorized(request)(scope, receive, send)

    def _is_key(self, *given: str) -> bool:
        return any(secrets.compare_digest(one.encode(), self._key.encode()) for one in given)

    def _with_cookie(self, send: Send, is_secure: bool) -> Send:
        cookie = f"{COOKIE}={self._key}; Path=/; Max-Age={SECONDS_TO_KEEP}; HttpOnly; SameSite=Strict"
        cookie += "; Secure" * is_secure

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("Set-Cookie", cookie)
            await send(message)

        return sent


def _host(request: Request) -> str:
    """The name or the address that the request is for, in small letters; empty where there is none."""
    try:
        return urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def _is_ours(host: str, request: Request) -> bool:
    """Whether the host asked for is this machine by a loopback name, or the very address that was reached."""
    reached = request.scope.get("server") or ("",)
    return is_loopback(host) or ((address := as_address(host)) is not None and address == as_address(reached[0]))


def _hide_key(scope: Scope) -> None:
    """Takes the key out of the address: it is no parameter of any route, and is to be kept nowhere."""
    kept = (each for each in scope["query_string"].split(b"&") if each.partition(b"=")[0] != KEY_PARAMETER.encode())
    scope["query_string"] = b"&".join(kept)


def _bearer(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _misdirected(request: Request) -> Response:
    detail = (
        "this service answers under localhost, an address of this machine or a name in ARBITRO_HOSTS only: "
        "open it by one of them"
    )
    return JSONResponse(problem(421, detail, request.url.path), 421, media_type=MEDIA_TYPE)


def _unauthorized(request: Request) -> Response:
    headers = {"WWW-Authenticate": "Bearer", "Cache-Control": "no-store", "Vary": "Accept, Accept-Language"}
    if "text/html" not in request.headers.get("accept", ""):
        return JSONResponse(problem(401, _LACKS_KEY, request.url.path), 401, headers, MEDIA_TYPE)
    language = preferred_language(request)
    page = _PAGE.format(language=language, **_SAYS[language])
    policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
    return HTMLResponse(page, 401, headers | {"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff"})
