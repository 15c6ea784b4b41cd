"""The games, and what there is to read of each: its rules, and the words that make forms of its procedures."""

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, TypeAlias

from fastapi import APIRouter, Path, Request, Response

from corpus import Corpus, Game, game_digest
from service import operations, rulebook, schema
from service.http.description import ID_OF_FIRST, links, problem_responses
from service.http.documents import NOT_MODIFIED, Document
from service.http.problem_details import NotFound
from service.operations import Resources
from service.positions.mistakes import suggestion
from service.requests import RuleId

GameId: TypeAlias = Annotated[str, Path(examples=["vwars"])]
AboutAnything: TypeAlias = rulebook.AboutRule | rulebook.AboutConflict | rulebook.AboutYours | rulebook.AboutPassage
Describe: TypeAlias = Callable[[Game, Corpus], dict[str, Any]]


def router(corpus: Corpus, resources: Resources) -> APIRouter:
    """The routes over the texts."""
    responses = {**NOT_MODIFIED, **problem_responses(404, 422)}
    routes = APIRouter()

    @cache
    def document(describe: Describe, id: str) -> Document:
        return Document.of(describe(corpus.games[id], corpus), game_digest(id, corpus.home))

    def unless_known(describe: Describe, id: str, request: Request) -> Response:
        """What is said of a game, or that the client has it already."""
        if id not in corpus.games:
            known = ", ".join(corpus.games)
            raise NotFound(f"there is no game {id!r:.40}: there is {known}{suggestion(id, corpus.games)}")
        return document(describe, id).response(request)

    @routes.get(
        "/v1/games",
        response_model=list[schema.GameCard],
        responses={
            200: links(rules=("rules", ID_OF_FIRST), words=("words", ID_OF_FIRST)),
            **NOT_MODIFIED,
            **problem_responses(422),
        },
    )
    def games(request: Request) -> Response:
        """The games, with what there is of each."""
        return Document.of(rulebook.games(corpus)).response(request)

    @routes.get("/v1/games/{id}/rules", response_model=schema.WholeGame, responses=responses)
    def rules(id: GameId, request: Request) -> Response:
        """All of a game for reading: its rules by chapter, its conflicts, its terms."""
        return unless_known(rulebook.whole_game, id, request)

    @routes.get("/v1/games/{id}/words", response_model=schema.Words, responses=responses)
    def words(id: GameId, request: Request) -> Response:
        """What the fields and values of a game are called."""
        return unless_known(rulebook.words, id, request)

    @routes.get(
        "/v1/rules/{id}",
        response_model=None,
        responses={200: {"model": AboutAnything}, **responses},
    )
    def rule(id: Annotated[str, Path(examples=["VW-8.2", "VW-C01"])], request: Request) -> Response:
        """A rule or a conflict in both languages with its relations, or a house rule or erratum of this service's."""
        return Document.of(operations.rule(RuleId(id=id), resources)).response(request)

    return routes
