"""The service as people run it: a process of its own, real models, real HTTP."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pytest

CHECKOUT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "service")
SECONDS_TO_START = 600
"""The first start builds the index."""


@dataclass(frozen=True)
class Said:
    """What a command wrote, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Arbitro: TypeAlias = Callable[..., Said]


@pytest.fixture(scope="session")
def arbitro() -> Arbitro:
    """Runs one command of `arbitro` to its end."""

    def run(*arguments: str, stdin: str | bytes = b"", env: Mapping[str, str] | None = None) -> Said:
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            cwd=CHECKOUT,
            env={**os.environ, "LC_ALL": "C.UTF-8", "ARBITRO_LLM": "none", **(env or {})},
            timeout=SECONDS_TO_START,
            check=False,
        )
        return Said(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@dataclass(frozen=True)
class Reply:
    """An HTTP response."""

    status: int
    type: str
    body: bytes
    headers: Mapping[str, str]

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Service:
    """A running `arbitro serve`."""

    url: str

    def __call__(
        self, path: str, body: object = None, *, method: str | None = None, headers: Mapping[str, str] | None = None
    ) -> Reply:
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        asked = urllib.request.Request(self.url + path, data, dict(headers or {}), method=method)
        try:
            with urllib.request.urlopen(asked, timeout=60) as got:
                return Reply(got.status, got.headers.get_content_type(), got.read(), got.headers)
        except urllib.error.HTTPError as fault:
            with fault:
                return Reply(fault.code, fault.headers.get_content_type(), fault.read(), fault.headers)


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """The service without an LLM; its index is built if it has to be."""
    with serving(ARBITRO_LLM="none") as running:
        yield running


@contextmanager
def serving(*, ready: bool = True, **environment: str) -> Iterator[Service]:
    """`arbitro serve` on a free port, ready to answer unless told that this is not waited for."""
    running = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        cwd=CHECKOUT,
        env={**os.environ, **environment},
        text=True,
    )
    assert running.stdout is not None
    with running.stdout as out:
        try:
            address = re.search(r"http://\S+", said := out.readline())
            assert address, f"the service did not start: {said!r}"
            service = Service(address[0])
            for _ in range(SECONDS_TO_START * 5 if ready else 0):
                if service("/readyz").status == 200:
                    break
                time.sleep(0.2)
            yield service
        finally:
            running.terminate()
            running.wait(timeout=20)
