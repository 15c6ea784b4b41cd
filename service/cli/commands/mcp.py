"""`arbitro mcp`."""

import argparse
from typing import TYPE_CHECKING

from index import status
from service import mcp_server
from service.cli.exit_codes import DONE
from service.cli.opening import ensure_referee, load_settings, load_whole_corpus, open_house, open_shelf
from service.http.startup import Startup
from service.operations import Resources

if TYPE_CHECKING:
    from service.answering.referee import Referee


def run(options: argparse.Namespace) -> int:
    """Serves an assistant; the models are loaded when the first question needs them."""
    settings = load_settings()
    startup = Startup(lambda progress: ensure_referee(settings, progress=progress), lambda: status(settings.home))

    def referee() -> "Referee":
        startup.start()
        return startup.referee()

    house = open_house()
    mcp_server.serve(
        Resources(
            referee=referee,
            index=lambda: referee().index,
            house=lambda: house,
            shelf=lambda: open_shelf(settings, lambda: referee().index),
            corpus=load_whole_corpus,
        )
    )
    return DONE
