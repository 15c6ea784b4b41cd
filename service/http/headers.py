"""What every answer says to a browser: to guess nothing, to tell nobody where it comes from, to be framed nowhere."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # an address may hold the key of the table
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_POLICY_OF_DATA = "default-src 'none'; frame-ancestors 'none'"
_A_YEAR = "max-age=31536000"


class SecurityHeaders:
    """Adds them to whatever does not say otherwise itself."""

    def __init__(self, app: ASGIApp, is_shared: bool) -> None:
        """`is_shared`: other sites' pages may read what this service says."""
        self._app = app
        self._headers = {**_ALWAYS, "Cross-Origin-Resource-Policy": "cross-origin" if is_shared else "same-origin"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if headers.get("content-type", "").startswith("application/"):
                    headers.setdefault("Content-Security-Policy", _POLICY_OF_DATA)
                if scope["scheme"] == "https":  # a proxy that keeps the line secure says so
                    headers.setdefault("Strict-Transport-Security", _A_YEAR)
            await send(message)

        await self._app(scope, receive, guarded)
