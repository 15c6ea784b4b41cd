"""Questions, disputes and searches over HTTP."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event
from starlette.concurrency import run_in_threadpool

from corpus import Language
from service import operations, schema
from service.answering.questions import LONGEST, BadQuestion
from service.answering.referee import Referee
from service.http.bodies import read_json
from service.http.description import EVENTS, STREAM, links, problem_responses, request_body
from service.http.metrics import Metrics
from service.http.problem_details import problem_of
from service.http.request_log import note_question
from service.http.streaming import ClientLeft, events
from service.http.turns import Turns
from service.operations import Resources
from service.positions.rulings import BadInput
from service.requests import Disputed, Question, Sought, read

ANSWERS_AT_ONCE = 8
SEARCHES_AT_ONCE = 4


def router(resources: Resources, metrics: Metrics, more_seconds: float) -> APIRouter:
    """The routes; `more_seconds`: how much longer than usual an answer may take."""
    routes = APIRouter()
    answers = Turns("ask", ANSWERS_AT_ONCE, more_seconds=more_seconds)
    searches = Turns("search", SEARCHES_AT_ONCE)

    @routes.get(
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

    @routes.post(
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
        question = read(Question, await read_json(request))
        note_question(request.scope, question.question)
        referee = await run_in_threadpool(resources.referee)
        if STREAM in request.headers.get("accept", ""):
            return await _stream(referee, question, request, answers, metrics)
        async with aclosing(events(referee, question, request, answers, metrics.count_question)) as stream:
            async for event in stream:
                if isinstance(event, schema.Answered):
                    _count_answer(event.answer, metrics)
                    return JSONResponse(event.answer.model_dump())
        raise AssertionError("a stream ends with its answer")

    @routes.post(
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
        asked = read(Disputed, await read_json(request))
        note_question(request.scope, f"{asked.position} | {asked.a} | {asked.b}")
        await run_in_threadpool(resources.referee)
        settled = await answers.run(partial(operations.dispute, asked, resources))
        return JSONResponse(settled.model_dump())

    return routes


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
