"""The web page and the HTTP API, put together; what stands at each address is in the modules beside this one.

Answers and rulings are made in threads, never on the event loop.
"""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from typing import Any

from fastapi import Depends, FastAPI
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from corpus import Corpus
from service.house import House
from service.http import asking, browsing, health, ruling, sharing
from service.http.access import Access
from service.http.connections import OUT_OF_TIME
from service.http.description import describe, operation_id
from service.http.headers import SecurityHeaders
from service.http.metrics import Metrics, RequestMetrics
from service.http.page import add_page
from service.http.parameters import require_known
from service.http.problem_details import register_problem_details
from service.http.rate import RateLimit
from service.http.request_log import HEADER, RequestLog
from service.http.shutdown import GracefulShutdown
from service.http.startup import NotReady, Startup
from service.llm.local import LocalLLM
from service.operations import Resources
from service.positions import rulings
from service.settings import Settings
from service.syntax_trees import parse_one_at_a_time


class HeadAsGet:
    """Answers HEAD as it would GET; the server leaves the body out."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app({**scope, "method": "GET"} if scope.get("method") == "HEAD" else scope, receive, send)


def _describe_when_ready(startup: Startup) -> None:
    """Who asks a question is served before who reads what can be ruled on."""
    with suppress(NotReady):
        startup.referee()
    rulings.describe()


def create_app(
    startup: Startup, corpus: Corpus, llm: LocalLLM | None, house: House, settings: Settings, key: str = ""
) -> FastAPI:
    """The service over these games; the referee is opened from its start on.

    Another machine than this one needs the `key`; without one the service is to listen on this machine alone.
    """
    parse_one_at_a_time()
    metrics = Metrics(llm)
    resources = Resources(
        referee=startup.referee,
        index=lambda: startup.referee().index,
        house=lambda: house,
        shelf=lambda: startup.referee().shelf,
        corpus=lambda: corpus,
    )

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, Any]]:
        startup.start()
        threading.Thread(target=_describe_when_ready, args=[startup], name="describe", daemon=True).start()
        yield {OUT_OF_TIME: asyncio.Event()}
        startup.stop()

    service = FastAPI(
        title="Arbitro",
        summary="Cited answers and computed rulings for board and card games",
        version=version("arbitro"),
        generate_unique_id_function=operation_id,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        dependencies=[Depends(require_known)],
    )
    describe(service, has_key=bool(key))
    register_problem_details(service)
    service.add_middleware(GZipMiddleware, minimum_size=2_000, compresslevel=5)  # streams are left as they are
    service.add_middleware(GracefulShutdown)
    service.add_middleware(Access, key=key, hosts=settings.hosts)
    service.add_middleware(RateLimit, a_minute=settings.rate)
    if settings.origins:
        service.add_middleware(
            CORSMiddleware,
            allow_origins=settings.origins,
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type"],
            expose_headers=["ETag", "Retry-After", HEADER],
        )
    service.add_middleware(SecurityHeaders, is_shared=bool(settings.origins))
    service.add_middleware(RequestMetrics, metrics=metrics)
    service.add_middleware(RequestLog, logged=settings.log_requests)
    service.add_middleware(HeadAsGet)
    add_page(service, corpus)
    service.include_router(browsing.router(corpus, resources))
    service.include_router(sharing.router)
    service.include_router(asking.router(resources, metrics, more_seconds=settings.llm_reads))
    service.include_router(ruling.router(resources, metrics))
    service.include_router(health.router(startup, llm, metrics))
    return service
