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

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from corpus import Corpus
from service.positions import rulings

PAGES = Path(__file__).resolve().parents[1] / "page"
SCREENS = {
    "/": ("ask",),
    "/position": ("position", "positions"),
    "/position/{procedure}": ("position",),
    "/dispute": ("dispute",),
    "/rules": ("rules",),
    "/rules/{id}": ("rules",),
}
"""The addresses at which the page's script finds a screen to show, each with the modules that show it."""

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
_STYLE = re.compile(r'loadStyle\("(\w+)"\)')
_BOARD = r'"{procedure}": \(\) => import\("(\.[^"]+)"\)'
_BOARDS = PAGES / "boards" / "index.js"
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


def add_page(service: FastAPI, corpus: Corpus) -> None:
    """Puts the page into the service, whose problems have their handlers already."""
    pages = APIRouter(include_in_schema=False)
    for address, modules in SCREENS.items():
        pages.add_api_route(address, partial(_shell, corpus, modules))
    pages.add_api_route("/docs", _docs)
    pages.add_api_route("/worker.js", _worker)
    service.include_router(pages)
    service.mount("/page", PageFiles(directory=PAGES))
    problem = service.exception_handlers[HTTPException]

    async def lost(request: Request, error: Exception) -> Response:
        """Who followed a wrong link is shown the page, which says so; a program gets its problem."""
        if _shows_pages(request) and not request.url.path.startswith("/v1/"):
            return await _shell(corpus, (), request, status=404)
        found: Response = await problem(request, error)  # type: ignore[misc]  # this one is awaited
        return found

    service.add_exception_handler(404, lost)


def _shows_pages(request: Request) -> bool:
    return request.method == "GET" and "text/html" in request.headers.get("Accept", "")


async def _shell(corpus: Corpus, modules: tuple[str, ...], request: Request, status: int = 200) -> Response:
    procedure = request.path_params.get("procedure", "")
    known = procedure in {each.id for each in rulings.procedures()}
    game = corpus.game_of(request.path_params.get("id", "").upper()) or corpus.games.get(
        request.query_params.get("game", "")
    )
    html = _with_preloads(modules, procedure if known else "", game.id if game else "")
    return HTMLResponse(html, status, headers={"Content-Security-Policy": _POLICY, **_NO_SNIFFING})


@cache
def _with_preloads(modules: tuple[str, ...], procedure: str, game: str) -> str:
    """The shell that names all that these modules need, or a browser would find out one import after the other."""
    board = re.search(_BOARD.format(procedure=re.escape(procedure)), _BOARDS.read_text("utf-8"))
    boards = [(_BOARDS.parent / board[1]).resolve()] if board else []
    needed = _imported(PAGES / "app.js", *(PAGES / "screens" / f"{each}.js" for each in modules), *boards)
    styles = dict.fromkeys(style for path in needed for style in _STYLE.findall(path.read_text("utf-8")))
    asked = _asked_first(modules[-1], procedure, game) if modules else ()
    links = [
        *(f'<link rel="stylesheet" href="/page/style/{style}.css">' for style in styles),
        *(f'<link rel="modulepreload" href="/page/{path.relative_to(PAGES).as_posix()}">' for path in needed),
        *(f'<link rel="preload" as="fetch" crossorigin href="{path}">' for path in asked),
    ]
    return _read("index.html").replace("</head>", "\n".join([*links, "</head>"]))


def _asked_first(screen: str, procedure: str, game: str) -> tuple[str, ...]:
    """What a screen asks the API for before it can show anything."""
    if procedure:
        game = procedure.partition(".")[0]
        return "/v1/games", f"/v1/procedures/{procedure}", f"/v1/games/{game}/words"
    match screen:
        case "positions":
            return "/v1/games", "/v1/procedures?brief=true"
        case "rules" if game:
            return "/v1/games", f"/v1/games/{game}/rules"
        case _:
            return ()


def _imported(*paths: Path) -> list[Path]:
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
