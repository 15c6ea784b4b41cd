"""`arbitro serve`."""

import argparse
import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from service.cli import table
from service.cli.exit_codes import DONE, Failed, WrongUse
from service.cli.opening import ensure_referee, load_settings, load_whole_corpus, open_house
from service.cli.output import print_if_off
from service.http import server

if TYPE_CHECKING:
    from fastapi import FastAPI

    from service.llm.installation import Installation

_ARENA_MAX = -8
"""In glibc's malloc.h, the number of stores (M_ARENA_MAX)."""


def run(options: argparse.Namespace) -> int:
    """Runs the service until it is stopped."""
    settings = load_settings()
    if options.workers > 1 and options.install_llm:
        raise WrongUse("--install-llm is for one worker: run `python -m service.llm.install` first, or leave one out")
    try:
        bound = server.bind_socket(options.host or ("0.0.0.0" if options.table else "127.0.0.1"), options.port)
        key = table.key_for(bound, settings.key, is_table=options.table)
        invitation = table.invitation(bound, key) if options.table else table.HINT

        with suppress(KeyboardInterrupt), _common_metrics(options.workers):
            app = partial(_application, key, options.install_llm)
            server.serve(app, bound, settings, invitation, options.workers)
    except server.PortTaken as error:
        raise Failed(str(error)) from error
    return DONE


def _application(key: str, install_llm: bool) -> "FastAPI":
    """The service of these settings; a process that only watches workers imports nothing of it."""
    from index import status
    from service.http.app import create_app
    from service.http.startup import Startup
    from service.llm.install import is_installed
    from service.llm.local import open_llm

    _share_memory_among_threads()
    settings = load_settings()
    llm = open_llm(settings.llm, threads=settings.threads)
    installation = _installation() if install_llm and llm and not is_installed() else None
    if llm:
        llm.installation = installation
        print_if_off(llm)
    startup = Startup(
        lambda progress: ensure_referee(settings, llm, progress), lambda: status(settings.home), installation
    )
    return create_app(startup, load_whole_corpus(), llm, open_house(), settings, key)


@contextmanager
def _common_metrics(workers: int) -> Iterator[None]:
    """Where several workers keep what they count, for as long as they do."""
    from service.http.metrics import FOLDER

    if workers == 1:
        yield
        return
    with TemporaryDirectory(prefix="arbitro-metrics-") as folder:
        os.environ[FOLDER] = folder
        yield


def _share_memory_among_threads() -> None:
    """glibc would give each thread that answers a store of its own, and keep in each what was ever needed there."""
    with suppress(AttributeError, OSError):  # of another libc
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 2)


def _installation() -> "Installation":
    """What installs the local LLM behind the service, with a line in the terminal on how far it is."""
    from service.llm.installation import Installation

    def show(line: str) -> None:
        is_step = line.startswith("file ")
        if sys.stderr.isatty():
            print(f"\r  {line}" if is_step else f"\r{line}", end="" if is_step else "\n", file=sys.stderr, flush=True)
        elif not is_step:
            print(line, file=sys.stderr, flush=True)

    return Installation(show)
