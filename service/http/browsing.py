"""What a page keeps of a game: its rules to read, and the words that make forms of its procedures."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from corpus import Corpus, Game, game_digest
from service import rulebook, schema
from service.http.problem_details import NotFound, problem_responses
from service.positions.mistakes import suggestion

Describe: TypeAlias = Callable[[Game, Corpus], dict[str, Any]]


def router(corpus: Corpus) -> APIRouter:
    """The routes over the texts of each game."""
    responses = {304: {"description": "What the client has is what there is"}, **problem_responses(404, 422)}
    routes = APIRouter(prefix="/v1/games", responses=responses)

    @cache
    def body(describe: Describe, id: str) -> bytes:
        return bytes(JSONResponse(describe(corpus.games[id], corpus)).body)

    def unless_known(describe: Describe, id: str, request: Request) -> Response:
        """What is said of a game, or that the client has it already."""
        if id not in corpus.games:
            known = ", ".join(corpus.games)
            raise NotFound(f"there is no game {id!r:.40}: there is {known}{suggestion(id, corpus.games)}")
        tag = f'W/"{game_digest(id, corpus.home)}"'  # weak: the same whether it is compressed or not
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        has = {one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")}
        if has & {"*", tag.removeprefix("W/")}:
            return Response(status_code=304, headers=headers)
        return Response(body(describe, id), headers=headers, media_type="application/json")

    @routes.get("/{id}/rules", response_model=schema.WholeGame)
    def rules(id: str, request: Request) -> Response:
        """All of a game for reading: its rules by chapter, its conflicts, its terms."""
        return unless_known(rulebook.whole_game, id, request)

    @routes.get("/{id}/words", response_model=schema.Words)
    def words(id: str, request: Request) -> Response:
        """What the fields and values of a game are called."""
        return unless_known(rulebook.words, id, request)

    return routes
