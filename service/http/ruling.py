"""What can be ruled on, and rulings, over HTTP."""

from dataclasses import replace
from functools import cache, partial
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from service import operations, schema
from service.http.bodies import read_json
from service.http.description import ID_OF_FIRST, links, problem_responses, request_body
from service.http.documents import NOT_MODIFIED, Document
from service.http.metrics import Metrics
from service.http.parameters import preferred_language
from service.http.turns import Turns
from service.operations import Resources
from service.positions import rulings
from service.requests import AskedPosition, Case, read

RULINGS_AT_ONCE = 4


def router(resources: Resources, metrics: Metrics) -> APIRouter:
    """The routes."""
    routes = APIRouter()
    ruled = Turns("rule", RULINGS_AT_ONCE)

    @routes.get(
        "/v1/procedures",
        response_model=list[schema.Described] | list[schema.ProcedureCard],
        responses={
            200: links(procedure=("procedure", ID_OF_FIRST)),
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

    @routes.get(
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

    @routes.post(
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
        position = read(AskedPosition, await read_json(request))
        asked = Case(procedure=id, **position.model_dump(exclude_unset=True))
        heard = replace(resources, language=preferred_language(request))
        ruling = await ruled.run(partial(operations.adjudicate, asked, heard))
        metrics.rulings.labels(id, ruling.verdict).inc()
        return JSONResponse(ruling.model_dump())

    return routes


@cache
def _described(game: str | None, brief: bool) -> Document:
    named = rulings.procedures(game)
    return Document.of([procedure.card() if brief else procedure.document() for procedure in named])
