"""What a command line says, as the requests want it."""

import argparse
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from service.cli.exit_codes import Failed, WrongUse
from service.cli.output import print_json

if TYPE_CHECKING:
    from corpus import Language

Object: TypeAlias = dict[str, Any]


def with_defaults(asked: Object, options: argparse.Namespace) -> Object:
    """What is asked, with what the command line says of all that is asked."""
    defaults = {"game": options.game, "lang": options.lang, "edition": options.edition}
    return {**asked, **{key: value for key, value in defaults.items() if value and not asked.get(key)}}


def readings_of(given: Iterable[str], edition: str | None = None) -> dict[str, str]:
    """conflict -> reading, from `ID=R`; and the edition whose readings to take throughout."""
    readings = {"edition": edition} if edition else {}
    for pair in given:
        id, equals, reading = pair.partition("=")
        if not (id and equals and reading):
            raise WrongUse(f"--reading {pair!r} names no reading: write ID=R, such as VW-C01=it-summary")
        readings[id] = reading
    return readings


def language_of(options: argparse.Namespace) -> "Language":
    """The language asked for, else that of the terminal, else English."""
    if options.lang:
        return cast("Language", options.lang)
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "it" if locale.lower().startswith("it") else "en"


@contextmanager
def reporting(*, as_json: bool = False) -> Iterator[None]:
    """What speaks against a request is said in the terminal; as JSON on standard output too, where that is wanted."""
    from corpus import CorpusError
    from service.answering.questions import BadQuestion
    from service.house import BadHouseFile
    from service.positions.rulings import BadInput, ImpossibleState

    try:
        yield
    except (BadQuestion, BadHouseFile) as error:
        raise WrongUse(str(error)) from error
    except (BadInput, ImpossibleState) as error:
        if as_json:
            print_json(error.document())
        raise WrongUse(*error.lines) from error
    except CorpusError as error:
        raise Failed(str(error)) from error
    except ValueError as error:
        from index import Unreachable  # slow to load, and there already where it was raised

        if isinstance(error, Unreachable):
            raise Failed(str(error)) from error
        raise
