"""The web page and the HTTP API.

Answers and rulings are made in threads, never on the event loop.
"""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import replace
from typing import Annotated, Any

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from fastapi import Depends, FastAPI, Query, Request, Response
from fastapi.responses import JSONResponse
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from corpus import Corpus, Language
from service import operations, rulebook, schema
from service.answering.questions import BadQuestion
from service.answering.referee import Referee
from service.house import House
from service.http import browsing, sharing
from service.http.access import Access
from service.http.metrics import DraftMetrics, Metrics, RequestMetrics
from service.http.page import add_page
from service.http.parameters import preferred_language, require_known
from service.http.problem_details import (
    MEDIA_TYPE,
    problem,
    problem_of,
    problem_responses,
    register_problem_details,
)
from service.http.shutdown import GracefulShutdown
from service.http.startup import NotReady, Startup
from service.http.streaming import ClientLeft, events
from service.llm.local import LocalLLM
from service.operations import Resources
from service.positions import rulings
from service.positions.reading import parse_json
from service.positions.rulings import BadInput
from service.requests import AskedPosition, Case, Disputed, Listed, Question, RequestShape, RuleId, Words, read

AboutAnything = rulebook.AboutRule | rulebook.AboutConflict | rulebook.AboutYours | rulebook.AboutPassage

MOST_BYTES = 1_000_000
MOST_BYTES_READ = 32_000_000
SECONDS_TO_SEND = 20
RULINGS_AT_ONCE = 4
"""Rulings take turns on one processor anyway, and each that runs makes the event loop wait for its own."""
STREAM = "text/event-stream"
EVENTS = {
    "type": "string",
    "description": "Events `rules`, `ruling`, `sentence` (each checked, none taken back) and, last, `answer` with the "
    "whole answer; or `error` with a problem. The data of each is JSON.",
}


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


def create_app(startup: Startup, corpus: Corpus, llm: LocalLLM | None, house: House, key: str = "") -> FastAPI:
    """The service over these games; the referee is opened from its start on.

    Another machine than this one needs the `key`; without one the service is to listen on this machine alone.
    """
    metrics = Metrics()
    if llm:
        metrics.registry.register(DraftMetrics(llm))

    resources = Resources(
        referee=startup.referee,
        index=lambda: startup.referee().index,
        house=lambda: house,
        shelf=lambda: startup.referee().shelf,
        corpus=lambda: corpus,
    )
    ruling_slots = CapacityLimiter(RULINGS_AT_ONCE)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        startup.start()
        threading.Thread(target=_describe_when_ready, args=[startup], name="describe", daemon=True).start()
        yield
        startup.stop()

    service = FastAPI(
        title="Arbitro",
        summary="Cited answers and computed rulings for board and card games",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        dependencies=[Depends(require_known)],
    )
    service.state.out_of_time = asyncio.Event()
    service.add_middleware(GZipMiddleware, minimum_size=2_000, compresslevel=5)  # streams are left as they are
    service.add_middleware(GracefulShutdown, out_of_time=service.state.out_of_time)
    service.add_middleware(Access, key=key)
    service.add_middleware(RequestMetrics, metrics=metrics)
    service.add_middleware(HeadAsGet)
    register_problem_details(service)
    add_page(service)

    @service.get("/v1/games", response_model=list[schema.GameCard], responses=problem_responses(422))
    def games() -> list[dict[str, Any]]:
        """The games, with what there is of each."""
        return rulebook.games(corpus)

    service.include_router(browsing.router(corpus))
    service.include_router(sharing.router)

    @service.get(
        "/v1/rules/{id}",
        response_model=None,
        responses={
            200: {"model": AboutAnything},
            **problem_responses(404, 422),
        },
    )
    def rule(id: str) -> dict[str, Any]:
        """A rule or a conflict in both languages with its relations, or a house rule or erratum of this service's."""
        return operations.rule(RuleId(id=id), resources)

    @service.get("/v1/search", response_model=schema.Search, responses=problem_responses(422, 503))
    def search(
        q: Annotated[str, Query(min_length=1, max_length=2000, description="The words to look for")],
        game: Annotated[str | None, Query(description="Only this game")] = None,
        lang: Annotated[Language | None, Query(description="Their language; detected where it is not given")] = None,
        limit: Annotated[int, Query(ge=1, le=50)] = 10,
    ) -> schema.Search:
        """The rules and conflicts nearest to some words, best first."""
        try:
            return operations.search(Words(words=q, game=game, lang=lang, limit=limit), resources)
        except BadQuestion as error:
            raise BadInput({"path": "q", "problem": str(error)}) from error

    @service.post(
        "/v1/ask",
        response_model=schema.Answer,
        openapi_extra=_request_body(Question),
        responses={200: {"content": {STREAM: {"schema": EVENTS}}}, **problem_responses(408, 413, 422, 503)},
    )
    async def ask(request: Request) -> Response:
        """A cited answer; as Server-Sent Events (rules, ruling, sentence…, answer) to a client that accepts them."""
        question = read(Question, await _read_json(request))
        referee = await run_in_threadpool(startup.referee)
        if STREAM in request.headers.get("accept", ""):
            return await _stream(referee, question, request, metrics)
        async with aclosing(events(referee, question, request, metrics.count_question)) as stream:
            async for event in stream:
                if isinstance(event, schema.Answered):
                    _count_answer(event.answer, metrics)
                    return JSONResponse(event.answer.model_dump())
        raise AssertionError("a stream ends with its answer")

    @service.post(
        "/v1/dispute",
        response_model=schema.Dispute,
        openapi_extra=_request_body(Disputed),
        responses=problem_responses(408, 413, 422, 503),
    )
    async def dispute(request: Request) -> Response:
        """Which of two claims the ruling bears out."""
        asked = read(Disputed, await _read_json(request))
        settled = await run_in_threadpool(operations.dispute, asked, resources)
        return JSONResponse(settled.model_dump())

    @service.get(
        "/v1/procedures",
        response_model=list[schema.Described] | list[schema.ProcedureCard],
        responses=problem_responses(422),
    )
    def procedures(
        game: Annotated[str | None, Query(description="Only this game's")] = None,
        brief: Annotated[bool, Query(description="What each decides, and no more")] = False,
    ) -> Response:
        """What can be ruled on: the JSON schema of each state and an example."""
        return JSONResponse(operations.procedures(Listed(of=game, schemas=not brief), resources))

    @service.get("/v1/procedures/{id}", response_model=schema.Described, responses=problem_responses(404, 422))
    def procedure(id: str) -> Response:
        """One procedure."""
        return JSONResponse(rulings.find(id).document())

    @service.post(
        "/v1/adjudicate/{id}",
        response_model=schema.Ruling,
        openapi_extra=_request_body(AskedPosition),
        responses=problem_responses(404, 408, 413, 422, 503),
    )
    async def adjudicate(id: str, request: Request) -> Response:
        """A ruling on a state, step by step."""
        rulings.find(id)
        position = read(AskedPosition, await _read_json(request))
        asked = Case(procedure=id, **position.model_dump(exclude_unset=True))
        heard = replace(resources, language=preferred_language(request))
        ruled = await run_sync(operations.adjudicate, asked, heard, limiter=ruling_slots)
        metrics.rulings.labels(id, ruled.verdict).inc()
        return JSONResponse(ruled.model_dump())

    @service.get("/healthz")
    async def healthz() -> dict[str, str]:
        """That the service runs."""
        return {"status": "ok"}

    @service.get("/readyz", responses=problem_responses(503))
    async def readyz(request: Request) -> Response:
        """Whether questions are answered, and where the local LLM stands, without which they are answered too."""
        llm_status = llm.status().document() if llm else {"state": "none"}
        try:
            startup.require_ready()
        except NotReady as error:
            document = problem(503, str(error), request.url.path, **error.progress, llm=llm_status)
            return JSONResponse(document, 503, {"Retry-After": "2"}, MEDIA_TYPE)
        return JSONResponse({"status": "ready", "llm": llm_status})

    @service.get("/metrics", include_in_schema=False)
    async def prometheus() -> Response:
        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)

    return service


async def _stream(referee: Referee, question: Question, request: Request, metrics: Metrics) -> Response:
    stream = events(referee, question, request, metrics.count_question)
    first = await anext(stream)  # what is wrong with a question is reported before the stream begins

    async def lines() -> AsyncIterator[bytes]:
        try:
            yield _sse_event(first)
            async for event in stream:
                yield _sse_event(event)
                if isinstance(event, schema.Answered):
                    _count_answer(event.answer, metrics)
        except ClientLeft:
            return
        except Exception as error:
            details = JSONResponse(problem_of(error, request.url.path))
            yield format_sse_event(event="error", data_str=bytes(details.body).decode())
        finally:
            await stream.aclose()

    return EventSourceResponse(lines(), headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})


def _sse_event(event: schema.Event | None) -> bytes:
    match event:
        case None:
            return KEEPALIVE_COMMENT
        case schema.Said():
            data = event.sentence.model_dump_json()
        case schema.Answered():
            data = event.answer.model_dump_json()
        case _:
            data = event.model_dump_json(exclude={"event"})
    return format_sse_event(event=event.event, data_str=data)


def _count_answer(answer: schema.Answer, metrics: Metrics) -> None:
    metrics.answers.labels(answer.verdict, str(answer.abstained).lower(), answer.model).inc()


async def _read_json(request: Request) -> Any:
    body = await _read_body(request)
    try:
        return parse_json(body)
    except ValueError as error:
        raise BadInput({"path": "", "problem": str(error)}) from error


async def _read_body(request: Request) -> bytes:
    """The body. One that is too large is read on for a while, or its sender would never see the answer."""
    body = bytearray()
    size = 0
    try:
        async with asyncio.timeout(SECONDS_TO_SEND):
            async for chunk in request.stream():
                size += len(chunk)
                if size <= MOST_BYTES:
                    body += chunk
                elif size > MOST_BYTES_READ:
                    break
    except TimeoutError as error:
        late = f"the body did not come within {SECONDS_TO_SEND} seconds: send it again"
        raise HTTPException(408, late, {"Connection": "close"}) from error
    if size > MOST_BYTES:
        raise HTTPException(413)
    return bytes(body)


def _request_body(shape: type[RequestShape]) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": shape.model_json_schema()}}}}
