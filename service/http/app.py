"""The web page and the HTTP API.

Answers and rulings are made in threads, never on the event loop.
"""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import replace
from functools import cache, partial
from importlib.metadata import version
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from corpus import Corpus, Language
from service import operations, rulebook, schema
from service.answering.questions import LONGEST, BadQuestion
from service.answering.referee import Referee
from service.house import House
from service.http import browsing, sharing
from service.http.access import Access
from service.http.connections import OUT_OF_TIME
from service.http.description import (
    EVENTS,
    STREAM,
    describe,
    links,
    operation_id,
    problem_responses,
    request_body,
)
from service.http.documents import NOT_MODIFIED, Document
from service.http.headers import SecurityHeaders
from service.http.metrics import Metrics, RequestMetrics
from service.http.page import add_page
from service.http.parameters import preferred_language, require_known
from service.http.problem_details import (
    MEDIA_TYPE,
    MOST_BYTES,
    problem,
    problem_of,
    register_problem_details,
)
from service.http.rate import RateLimit
from service.http.request_log import HEADER, RequestLog, note_question
from service.http.shutdown import GracefulShutdown
from service.http.startup import NotReady, Startup
from service.http.streaming import ClientLeft, events
from service.http.turns import Turns
from service.llm.local import LocalLLM
from service.operations import Resources
from service.positions import rulings
from service.positions.reading import parse_json
from service.positions.rulings import BadInput
from service.requests import AskedPosition, Case, Disputed, Question, RuleId, Sought, read
from service.settings import Settings

AboutAnything = rulebook.AboutRule | rulebook.AboutConflict | rulebook.AboutYours | rulebook.AboutPassage

MOST_BYTES_READ = 32_000_000
SECONDS_TO_SEND = 20
ANSWERS_AT_ONCE = 8
SEARCHES_AT_ONCE = 4
RULINGS_AT_ONCE = 4


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
    metrics = Metrics(llm)
    resources = Resources(
        referee=startup.referee,
        index=lambda: startup.referee().index,
        house=lambda: house,
        shelf=lambda: startup.referee().shelf,
        corpus=lambda: corpus,
    )
    answers = Turns("ask", ANSWERS_AT_ONCE, more_seconds=settings.llm_reads)
    searches = Turns("search", SEARCHES_AT_ONCE)
    ruled = Turns("rule", RULINGS_AT_ONCE)

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

    id_of_first = {"parameters": {"id": "$response.body#/0/id"}}

    @service.get(
        "/v1/games",
        response_model=list[schema.GameCard],
        responses={
            200: links(rules=("rules", id_of_first), words=("words", id_of_first)),
            **NOT_MODIFIED,
            **problem_responses(422),
        },
    )
    def games(request: Request) -> Response:
        """The games, with what there is of each."""
        return Document.of(rulebook.games(corpus)).response(request)

    service.include_router(browsing.router(corpus))
    service.include_router(sharing.router)

    @service.get(
        "/v1/rules/{id}",
        response_model=None,
        responses={
            200: {"model": AboutAnything},
            **NOT_MODIFIED,
            **problem_responses(404, 422),
        },
    )
    def rule(id: Annotated[str, Path(examples=["VW-8.2", "VW-C01"])], request: Request) -> Response:
        """A rule or a conflict in both languages with its relations, or a house rule or erratum of this service's."""
        return Document.of(operations.rule(RuleId(id=id), resources)).response(request)

    @service.get(
        "/v1/search",
        response_model=schema.Search,
        responses={
            200: links(rule=("rule", {"parameters": {"id": "$response.body#/hits/0/rule"}})),
            **problem_responses(422, 503),
        },
    )
    async def search(
        request: Request,
        q: Annotated[
            str,
            Query(min_length=1, max_length=LONGEST, description="The words to look for", examples=["how many troops"]),
        ],
        game: Annotated[str | None, Query(description="Only this game", examples=["vwars"])] = None,
        lang: Annotated[Language | None, Query(description="Their language; detected where it is not given")] = None,
        limit: Annotated[int, Query(ge=1, le=50)] = 10,
    ) -> Response:
        """The rules and conflicts nearest to some words, best first."""
        note_question(request.scope, q)
        asked = Sought(words=q, game=game, lang=lang, limit=limit)
        try:
            found = await searches.run(partial(operations.search, asked, resources))
        except BadQuestion as error:
            raise BadInput({"path": "q", "problem": str(error)}) from error
        return JSONResponse(found.model_dump())

    @service.post(
        "/v1/ask",
        response_model=schema.Answer,
        openapi_extra=request_body(
            Question,
            italian={"question": "Quante truppe può avere una città?"},
            position={"question": "can a public vampire enter a city under martial law?", "game": "vwars"},
        ),
        responses={
            200: {"content": {STREAM: EVENTS}},
            **problem_responses(408, 413, 422, 503),
        },
    )
    async def ask(request: Request) -> Response:
        """A cited answer; as Server-Sent Events (rules, ruling, sentence…, answer) to a client that accepts them."""
        question = read(Question, await _read_json(request))
        note_question(request.scope, question.question)
        referee = await run_in_threadpool(startup.referee)
        if STREAM in request.headers.get("accept", ""):
            return await _stream(referee, question, request, answers, metrics)
        async with aclosing(events(referee, question, request, answers, metrics.count_question)) as stream:
            async for event in stream:
                if isinstance(event, schema.Answered):
                    _count_answer(event.answer, metrics)
                    return JSONResponse(event.answer.model_dump())
        raise AssertionError("a stream ends with its answer")

    @service.post(
        "/v1/dispute",
        response_model=schema.Dispute,
        openapi_extra=request_body(
            Disputed,
            claims={
                "a": "a public vampire can enter a city under martial law",
                "b": "a public vampire can not enter a city under martial law",
                "game": "vwars",
            },
        ),
        responses=problem_responses(408, 413, 422, 503),
    )
    async def dispute(request: Request) -> Response:
        """Which of two claims the ruling bears out."""
        asked = read(Disputed, await _read_json(request))
        note_question(request.scope, f"{asked.position} | {asked.a} | {asked.b}")
        await run_in_threadpool(startup.referee)
        settled = await answers.run(partial(operations.dispute, asked, resources))
        return JSONResponse(settled.model_dump())

    @service.get(
        "/v1/procedures",
        response_model=list[schema.Described] | list[schema.ProcedureCard],
        responses={
            200: links(procedure=("procedure", id_of_first)),
            **NOT_MODIFIED,
            **problem_responses(422),
        },
    )
    def procedures(
        request: Request,
        game: Annotated[str | None, Query(description="Only this game's", examples=["vwars"])] = None,
        brief: Annotated[bool, Query(description="What each decides, and no more")] = False,
    ) -> Response:
        """What can be ruled on: the JSON schema of each state and an example."""
        rulings.procedures(game)
        return _described(game, brief).response(request)

    @service.get(
        "/v1/procedures/{id}",
        response_model=schema.Described,
        responses={
            200: links(
                ruling=(
                    "adjudicate",
                    {
                        "parameters": {"id": "$response.body#/id"},
                        "requestBody": {"state": "$response.body#/example"},
                    },
                )
            ),
            **NOT_MODIFIED,
            **problem_responses(404, 422),
        },
    )
    def procedure(id: Annotated[str, Path(examples=["vwars.riot"])], request: Request) -> Response:
        """One procedure."""
        return Document.of(rulings.find(id).document()).response(request)

    @service.post(
        "/v1/adjudicate/{id}",
        response_model=schema.Ruling,
        openapi_extra=request_body(
            AskedPosition, whole={"state": {"players": 3}, "lang": "it"}, part={"state": {}, "lang": "en"}
        ),
        responses=problem_responses(404, 408, 413, 422, 503),
    )
    async def adjudicate(id: Annotated[str, Path(examples=["vwars.set-up"])], request: Request) -> Response:
        """A ruling on a state, step by step."""
        rulings.find(id)
        position = read(AskedPosition, await _read_json(request))
        asked = Case(procedure=id, **position.model_dump(exclude_unset=True))
        heard = replace(resources, language=preferred_language(request))
        ruling = await ruled.run(partial(operations.adjudicate, asked, heard))
        metrics.rulings.labels(id, ruling.verdict).inc()
        return JSONResponse(ruling.model_dump())

    @service.get("/healthz", response_model=schema.Health)
    async def healthz() -> dict[str, str]:
        """That the service runs."""
        return {"status": "ok"}

    @service.get("/readyz", response_model=schema.Readiness, responses=problem_responses(503))
    async def readyz(request: Request) -> Response:
        """Whether questions are answered, from which index, and where the local LLM stands, which is not needed."""
        llm_status = llm.status().document() if llm else {"state": "none"}
        try:
            startup.require_ready()
        except NotReady as error:
            document = problem(503, str(error), request.url.path, **error.progress, llm=llm_status)
            return JSONResponse(document, 503, {"Retry-After": "2"}, MEDIA_TYPE)
        return JSONResponse({"status": "ready", "index": startup.index, "llm": llm_status})

    @service.get("/metrics", include_in_schema=False)
    async def prometheus() -> Response:
        return Response(generate_latest(metrics.collected()), media_type=CONTENT_TYPE_LATEST)

    return service


@cache
def _described(game: str | None, brief: bool) -> Document:
    named = rulings.procedures(game)
    return Document.of([procedure.card() if brief else procedure.document() for procedure in named])


async def _stream(referee: Referee, question: Question, request: Request, answers: Turns, metrics: Metrics) -> Response:
    stream = events(referee, question, request, answers, metrics.count_question)
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
