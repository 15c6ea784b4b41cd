"""How the service holds under load: `python -m evals.load [CHECKOUT]`.

1, 8, 32 and 200 clients, each on a connection of its own, ask one after the other: a search, a question, a ruling.
Every request is answered, refused for now, or lost; nothing may be lost. Another checkout is asked the same in the same
run, in turn with this one, so that both see the same machine.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from statistics import quantiles
from typing import TypeAlias

from evals import cases
from service.settings import CHECKOUT

KINDS = ("search", "ask", "adjudicate")
CLIENTS = (1, 8, 32, 200)
SECONDS_TO_START = 300
SECONDS_TO_ANSWER = 120

Request: TypeAlias = bytes


@dataclass(slots=True)
class Measured:
    """What came of the requests of one kind from so many clients at once."""

    milliseconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    lost: int = 0
    seconds: float = 0.0

    @property
    def line(self) -> str:
        """The figures of those that were answered."""
        answered = self.statuses[200]
        p50, p95, p99 = (quantiles(self.milliseconds or [0.0], n=100)[at - 1] for at in (50, 95, 99))
        refused = sum(self.statuses.values()) - answered
        return (
            f"p50 {p50:7.0f}  p95 {p95:7.0f}  p99 {p99:7.0f} ms  {answered / self.seconds:6.1f}/s"
            f"  answered {answered}, refused {refused}, lost {self.lost}"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the figures; 1 if anything was lost."""
    parser = argparse.ArgumentParser(prog="python -m evals.load", description="How the service holds under load.")
    parser.add_argument("checkout", nargs="?", type=Path, help="another checkout of this program to ask as well")
    parser.add_argument("--requests", type=int, default=400, help="of each kind, for each number of clients")
    parser.add_argument("--workers", type=int, default=1, help="of this checkout's service")
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=KINDS, help="what is asked")
    parser.add_argument("--clients", type=int, nargs="+", default=CLIENTS, help="so many at once")
    options = parser.parse_args(arguments)
    lost = 0
    with ExitStack() as running:
        workers = ("--workers", str(options.workers)) if options.workers > 1 else ()
        ports = {"here": running.enter_context(_served(CHECKOUT, workers))}
        if options.checkout:
            ports[options.checkout.name] = running.enter_context(_served(options.checkout.absolute(), ()))
        kinds = {kind: asked for kind, asked in _requests().items() if kind in options.kinds}
        for port in ports.values():
            asyncio.run(_measure(port, 1, [each[0] for each in kinds.values()]))  # what is loaded by the first
        for kind, asked in kinds.items():
            for clients in options.clients:
                for name, port in ports.items():
                    measured = asyncio.run(_measure(port, clients, list(islice(cycle(asked), options.requests))))
                    lost += measured.lost
                    print(f"  {kind:<11}{clients:>4} clients  {name:<12}{measured.line}", flush=True)
    return 1 if lost else 0


def _requests() -> dict[str, list[Request]]:
    """Some of each kind, as they stand on the wire: the test questions, and positions told in part and whole."""
    questions = [case for game in cases.games() for case in cases.questions(game, "test")][::7]
    whole = json.loads((cases.HOME / "village-attacks/bench/villagers-phase.json").read_text(encoding="utf-8"))
    states: tuple[tuple[str, object], ...] = (
        ("doomtrooper.combat", {}),
        ("vwars.move", {}),
        ("village-attacks.villagers-phase", whole),
    )
    asked = (
        [_get(f"/v1/search?q={urllib.parse.quote(case.question)}&lang={case.lang}") for case in questions],
        [_post("/v1/ask", {"question": case.question}) for case in questions],
        [_post(f"/v1/adjudicate/{id}", {"state": state}) for id, state in states],
    )
    return dict(zip(KINDS, asked, strict=True))


def _get(path: str) -> Request:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def _post(path: str, body: object) -> Request:
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(data)}"
    return f"{head}\r\n\r\n".encode() + data


async def _measure(port: int, clients: int, asked: list[Request]) -> Measured:
    """These requests, from so many clients at once."""
    measured = Measured()
    queue = iter(asked)
    began = time.perf_counter()
    await asyncio.gather(*(_client(port, queue, measured) for _ in range(clients)))
    measured.seconds = time.perf_counter() - began
    return measured


async def _client(port: int, queue: Iterator[Request], measured: Measured) -> None:
    connection = None
    for request in queue:
        began = time.perf_counter()
        try:
            async with asyncio.timeout(SECONDS_TO_ANSWER):
                connection = connection or await asyncio.open_connection("127.0.0.1", port, limit=2**24)
                status = await _answered(*connection, request)
        except (OSError, EOFError, TimeoutError, ValueError):
            measured.lost += 1
            connection = None
            continue
        measured.statuses[status] += 1
        if status == 200:
            measured.milliseconds.append((time.perf_counter() - began) * 1000)
    if connection:
        connection[1].close()


async def _answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: Request) -> int:
    """The status of the answer, once it is there whole."""
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    if not (length := re.search(rb"(?i)content-length: (\d+)", head)):
        raise ValueError("an answer of unknown length")
    await reader.readexactly(int(length[1]))
    return int(head.split(b" ", 2)[1])


@contextmanager
def _served(checkout: Path, options: Sequence[str]) -> Iterator[int]:
    """The port of the service of a checkout, when it is ready; without an LLM, whose drafts are no load of its own."""
    environment = {**os.environ, "ARBITRO_LLM": "none", "PYTHONPATH": str(checkout)}
    environment.pop("ARBITRO_HOME", None)  # each has its own index
    command = [sys.executable, "-m", "service", "serve", "--port", "0", *options]
    with subprocess.Popen(command, cwd=checkout, env=environment, stdout=subprocess.PIPE, text=True) as serving:
        assert serving.stdout is not None
        try:
            said = serving.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:(\d+)", said)
            if not address:
                raise RuntimeError(f"{checkout} does not serve: {said!r}")
            _wait_until_ready(address[0])
            yield int(address[1])
        finally:
            serving.terminate()


def _wait_until_ready(url: str) -> None:
    ends = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            urllib.request.urlopen(f"{url}/readyz", timeout=5).close()
            return
        except OSError:
            if time.monotonic() > ends:
                raise
            time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
