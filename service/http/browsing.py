"""What a page keeps of a game: its rules to read, and the words that make forms of its procedures."""

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, TypeAlias

from fastapi import APIRouter, Path, Request, Response

from corpus import Corpus, Game, game_digest
from service import rulebook, schema
from service.http.description import problem_responses
from service.http.documents import NOT_MODIFIED, Document
from service.http.problem_details import NotFound
from service.positions.mistakes import suggestion

GameId: TypeAlias = Annotated[str, Path(examples=["vwars"])]
Describe: TypeAlias = Callable[[Game, Corpus], dict[str, Any]]


def router(corpus: Corpus) -> APIRouter:
    """The routes over the texts of each game."""
    responses = {**NOT_MODIFIED, **problem_responses(404, 422)}
    routes = APIRouter(prefix="/v1/games", responses=responses)

    @cache
    def document(describe: Describe, id: str) -> Document:
        return Document.of(describe(corpus.games[id], corpus), game_digest(id, corpus.home))

    def unless_known(describe: Describe, id: str, request: Request) -> Response:
        """What is said of a game, or that the client has it already."""
        if id not in corpus.games:
            known = ", ".join(corpus.games)
            raise NotFound(f"there is no game {id!r:.40}: there is {known}{suggestion(id, corpus.games)}")
        return document(describe, id).response(request)

    @routes.get("/{id}/rules", response_model=schema.WholeGame)
    def rules(id: GameId, request: Request) -> Response:
        """All of a game for reading: its rules by chapter, its conflicts, its terms."""
        return unless_known(rulebook.whole_game, id, request)

    @routes.get("/{id}/words", response_model=schema.Words)
    def words(id: GameId, request: Request) -> Response:
        """What the fields and values of a game are called."""
        return unless_known(rulebook.words, id, request)

    return routes
