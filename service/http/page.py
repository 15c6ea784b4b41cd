"""The web page: one shell at every address that is a screen's, and its modules, styles and pictures beside it.

It may run and show what this service serves, and talk to it, and nothing else.
"""

import base64
import hashlib
import json
import mimetypes
import re
from functools import cache, partial
from pathlib import Path

from fastapi import APIRouter, FastAPI, Response
from fastapi.responses import HTMLResponse
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PAGES = Path(__file__).resolve().parents[1] / "page"
SCREENS = {
    "/": "ask",
    "/position": "position",
    "/position/{procedure}": "position",
    "/dispute": "dispute",
    "/rules": "rules",
    "/rules/{id}": "rules",
}
"""The addresses at which the page's script finds a screen to show, each with the screen's module."""

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_WORKER_POLICY = "default-src 'none'; connect-src 'self'"
_WORKER = "offline/worker.js"
_SHELL_KINDS = (".css", ".js", ".json", ".png", ".svg", ".webmanifest")
_IMPORTED = re.compile(r'^(?:import|export) [^;]*?"(\.[^"]+)";', re.MULTILINE)
"""What a module needs before it can run; it says so in lines of their own."""
_NO_SNIFFING = {"X-Content-Type-Options": "nosniff"}

mimetypes.add_type("text/javascript", ".js")  # some systems say otherwise, and then no browser runs it
mimetypes.add_type("application/manifest+json", ".webmanifest")


class PageFiles(StaticFiles):
    """Files that a browser asks after each time, and does not load again unless they have changed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or that it is as it was."""
        response = await super().get_response(path, scope)
        response.headers.update({"Cache-Control": "no-cache", **_NO_SNIFFING})
        return response


def add_page(service: FastAPI) -> None:
    """Puts the page into the service."""
    pages = APIRouter(include_in_schema=False)
    for address, screen in SCREENS.items():
        pages.add_api_route(address, partial(_shell, screen))
    pages.add_api_route("/docs", _docs)
    pages.add_api_route("/worker.js", _worker)
    service.include_router(pages)
    service.mount("/page", PageFiles(directory=PAGES))


async def _shell(screen: str) -> Response:
    return HTMLResponse(_with_preloads(screen), headers={"Content-Security-Policy": _POLICY, **_NO_SNIFFING})


@cache
def _with_preloads(screen: str) -> str:
    """The shell that names all that a screen needs, or a browser would find out one import after the other."""
    needed = dict.fromkeys(_modules(PAGES / "app.js") + _modules(PAGES / "screens" / f"{screen}.js"))
    links = (f'<link rel="modulepreload" href="/page/{path.relative_to(PAGES).as_posix()}">\n' for path in needed)
    return _read("index.html").replace("</head>", f"{''.join(links)}</head>")


def _modules(*paths: Path) -> list[Path]:
    """These modules and all that they import, those of one level after those of the one above."""
    known = dict.fromkeys(paths)
    while paths:
        imported = [
            (path.parent / name).resolve() for path in paths for name in _IMPORTED.findall(path.read_text("utf-8"))
        ]
        paths = tuple(path for path in dict.fromkeys(imported) if path not in known)
        known |= dict.fromkeys(paths)
    return list(known)


async def _docs() -> Response:
    html = _read("docs.html")
    return HTMLResponse(html, headers={"Content-Security-Policy": _policy_with_its_own(html), **_NO_SNIFFING})


async def _worker() -> Response:
    """Stands above the page, or it could not keep it: a worker has what is below its own address."""
    headers = {"Content-Security-Policy": _WORKER_POLICY, "Cache-Control": "no-cache", **_NO_SNIFFING}
    return Response(_worker_with_its_shell(), headers=headers, media_type="text/javascript")


@cache
def _worker_with_its_shell() -> str:
    """The worker after a line that says what the page is made of; it is another one as soon as any of that is."""
    paths = sorted(path for path in PAGES.rglob("*") if path.suffix in _SHELL_KINDS and path.name != "jsconfig.json")
    shell = {f"/page/{path.relative_to(PAGES).as_posix()}": path for path in paths if path != PAGES / _WORKER}
    total = hashlib.sha256()
    for address, path in {"/": PAGES / "index.html", **shell}.items():
        total.update(address.encode() + b"\0" + path.read_bytes() + b"\0")
    listed = {"digest": total.hexdigest()[:12], "files": ["/", *shell]}
    return f"const SHELL = {json.dumps(listed)};\n{_read(_WORKER)}"


@cache
def _read(name: str) -> str:
    return (PAGES / name).read_text(encoding="utf-8")


@cache
def _policy_with_its_own(html: str) -> str:
    """Allows the script and the style that stand in this page itself."""
    policy = _POLICY
    for kind in ("script", "style"):
        for inline in re.findall(rf"<{kind}>(.*?)</{kind}>", html, re.DOTALL):
            digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
            policy = policy.replace(f"{kind}-src 'self'", f"{kind}-src 'self' 'sha256-{digest}'")
    return policy
