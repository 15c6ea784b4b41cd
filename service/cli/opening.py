"""Opens what commands work with. Imports stand inside the functions: each command waits for what it uses alone."""

import argparse
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from service.cli.arguments import language_of
from service.cli.exit_codes import Failed, WrongUse

if TYPE_CHECKING:
    from corpus import Corpus
    from index import Embedder, Index
    from index.embedder import Progress
    from service.answering.referee import Referee
    from service.books import Shelf
    from service.house import House
    from service.llm.local import LocalLLM
    from service.operations import Resources
    from service.settings import Settings

Opened = TypeVar("Opened")


def keep_parsed_corpus() -> None:
    """What a command reads of the corpus is read faster the next time."""
    from corpus.parsed import keep_in
    from service.settings import BadSetting, settings

    with suppress(BadSetting):  # the commands that need the settings will say so
        keep_in(settings().home / "corpus")


def open_resources(options: argparse.Namespace, referee: "Referee | None" = None) -> "Resources":
    """What the operations of a command work with; a referee that is open already is used."""
    from service.operations import Resources

    index = cache(lambda: ensure_index(load_settings()))
    return Resources(
        referee=lambda: referee or ensure_referee(load_settings()),
        index=index,
        house=open_house,
        shelf=lambda: open_shelf(load_settings(), index),
        corpus=load_whole_corpus,
        language=language_of(options),
        in_time=False,
    )


def load_settings() -> "Settings":
    """Those of the environment."""
    from service.settings import BadSetting, settings

    try:
        return settings()
    except BadSetting as error:
        raise WrongUse(str(error)) from error


def load_whole_corpus() -> "Corpus":
    """All games."""
    from corpus import CorpusError, load_corpus

    try:
        return load_corpus()
    except CorpusError as error:
        raise Failed(str(error)) from error


def open_house() -> "House":
    """The house rules; what is wrong with them is said at once."""
    from service.house import BadHouseFile, House

    house = House(load_settings().house_rules)
    try:
        house.files()
    except BadHouseFile as error:
        raise WrongUse(str(error)) from error
    return house


def open_shelf(settings: "Settings", index: "Callable[[], Index]") -> "Shelf":
    """The rulebooks that were added."""
    from service.books import Shelf

    return Shelf(settings.elsewhere or settings.home, index)


def ensure_referee(
    settings: "Settings", llm: "LocalLLM | None" = None, progress: "Progress" = lambda done, of: None
) -> "Referee":
    """Who answers questions; where there is no index, or one of other texts, it is built first."""
    from service.answering.questions import UnknownEdition
    from service.answering.referee import open_referee

    open_house()
    try:
        return _with_index(lambda: open_referee(settings, llm), progress)
    except UnknownEdition as error:
        raise WrongUse(f"ARBITRO_EDITION: {error}") from error


def ensure_index(settings: "Settings") -> "Index":
    """What rules are found with, built first where it is missing or of other texts."""
    from index import open_index

    return _with_index(
        lambda: open_index(settings.home, embedder_of(settings), load_whole_corpus(), settings.elsewhere)
    )


def _with_index(attempt: Callable[[], Opened], progress: "Progress" = lambda done, of: None) -> Opened:
    """What an attempt opens; the index is built where the attempt finds none, or none of this corpus and model."""
    from index import MissingIndex, ModelError, StaleIndex, Unreachable
    from service.cli.building import build_index

    try:
        return attempt()
    except (MissingIndex, StaleIndex) as reason:
        print(f"arbitro: {str(reason).rpartition(': build')[0]}; building it", file=sys.stderr)
        build_index(progress)
        return attempt()
    except (ModelError, Unreachable) as error:
        raise Failed(str(error)) from error


def embedder_of(settings: "Settings") -> "Embedder":
    """The model of these settings, loaded when the first text comes."""
    from index import Embedder

    return Embedder(
        model=settings.embeddings,
        query_prefix=settings.query_prefix,
        passage_prefix=settings.passage_prefix,
        threads=settings.threads,
    )
