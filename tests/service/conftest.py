"""The service as people run it: a process of its own, real models, real HTTP."""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import pytest

if TYPE_CHECKING:
    from corpus import Corpus
    from index import Index
    from service.answering.referee import Referee

CHECKOUT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "service")
SECONDS_TO_START = 600
"""The first start builds the index."""


@dataclass(frozen=True)
class CommandOutput:
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


Arbitro: TypeAlias = Callable[..., CommandOutput]
Result = TypeVar("Result")


def run_apart(work: Coroutine[Any, Any, Result]) -> Result:
    """What comes of it, in a thread of its own: the browser of other tests has a loop running in this one."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, work).result()


SETTINGS = {"LC_ALL": "C.UTF-8", "ARBITRO_LLM": "none"}


@pytest.fixture(scope="session")
def arbitro() -> Arbitro:
    """Runs one command of `arbitro` to its end, in a process of its own."""

    def run(*arguments: str, stdin: str | bytes = b"", env: Mapping[str, str] | None = None) -> CommandOutput:
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            cwd=CHECKOUT,
            env={**os.environ, **SETTINGS, **(env or {})},
            timeout=SECONDS_TO_START,
            check=False,
        )
        return CommandOutput(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


ONE_AFTER_ANOTHER = """
import json, os, sys, traceback
from service.cli.main import main

asked, answers, plain = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w"), dict(os.environ)
for line in asked:
    command = json.loads(line)
    os.environ.clear()
    os.environ.update(plain | command["env"])
    for stream, file in enumerate(command["files"]):
        opened = os.open(file, os.O_RDONLY if stream == 0 else os.O_WRONLY)
        os.dup2(opened, stream)
        os.close(opened)
    sys.stdin, sys.stdout, sys.stderr = open(0, closefd=False), open(1, "w", closefd=False), open(2, "w", closefd=False)
    try:
        code = main(command["arguments"])
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    print(json.dumps(code), file=answers, flush=True)
"""


@pytest.fixture(scope="session")
def warm_arbitro(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arbitro]:
    """Runs commands of `arbitro` in one process after the other: what they import is loaded once."""
    files = [tmp_path_factory.mktemp("streams") / name for name in ("stdin", "stdout", "stderr")]
    with subprocess.Popen(
        [sys.executable, "-c", ONE_AFTER_ANOTHER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=CHECKOUT,
        env={**os.environ, **SETTINGS},
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        commands, codes = process.stdin, process.stdout

        def run(*arguments: str, stdin: str | bytes = b"", env: Mapping[str, str] | None = None) -> CommandOutput:
            for file, holds in zip(files, (stdin.encode() if isinstance(stdin, str) else stdin, b"", b""), strict=True):
                file.write_bytes(holds)
            asked = {"arguments": arguments, "env": dict(env or {}), "files": [str(file) for file in files]}
            print(json.dumps(asked), file=commands, flush=True)
            code = json.loads(codes.readline())
            return CommandOutput(code, *(file.read_bytes().decode() for file in files[1:]))

        yield run
        commands.close()


@pytest.fixture(scope="session")
def corpus() -> "Corpus":
    from corpus import load_corpus

    return load_corpus()


@pytest.fixture(scope="session")
def index(corpus: "Corpus") -> "Index":
    """The one in the checkout, which a build brings up to date with the vectors it already has."""
    from index import Embedder, MissingIndex, StaleIndex, build, open_index
    from service.settings import Settings

    home, embedder = Settings().home, Embedder()
    try:
        return open_index(home, embedder, corpus)
    except (MissingIndex, StaleIndex):
        build(home, embedder, corpus)
        return open_index(home, embedder, corpus)


@pytest.fixture(scope="session")
def referee(index: "Index", corpus: "Corpus") -> "Referee":
    """Who answers in this process, without an LLM."""
    from service.answering.referee import Referee

    return Referee(index, corpus)


@dataclass(frozen=True)
class HttpReply:
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
    pid: int

    def __call__(
        self, path: str, body: object = None, *, method: str | None = None, headers: Mapping[str, str] | None = None
    ) -> HttpReply:
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, dict(headers or {}), method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as got:
                return HttpReply(got.status, got.headers.get_content_type(), got.read(), got.headers)
        except urllib.error.HTTPError as error:
            with error:
                return HttpReply(error.code, error.headers.get_content_type(), error.read(), error.headers)


@pytest.fixture
def reading_at_once(tmp_path: Path) -> dict[str, str]:
    """The environment of processes in which the vector of a text, the same for all, takes no time."""
    first = tmp_path / "first"
    first.mkdir()
    (first / "sitecustomize.py").write_text(  # which every Python runs before all else
        "import numpy; from index import Embedder\n"
        "Embedder.passages = lambda self, texts, progress: numpy.ones((len(texts), 384), numpy.float32)"
    )
    return {"PYTHONPATH": str(first)}


@pytest.fixture
def full_disk(tmp_path: Path, reading_at_once: dict[str, str]) -> Iterator[dict[str, str]]:
    """The environment of a home on a disk without room for an index."""
    small = tmp_path / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", small], check=False).returncode:
        pytest.skip("needs the right to mount a small disk")
    try:
        yield {"ARBITRO_HOME": str(small), **reading_at_once}
    finally:
        subprocess.run(["umount", small], check=True)


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """The service without an LLM; its index is built if it has to be."""
    with serving(ARBITRO_LLM="none") as running:
        yield running


@contextmanager
def serving(*, ready: bool = True, first: str = "", port: int = 0, **environment: str) -> Iterator[Service]:
    """`arbitro serve`, on a free port unless one is named, ready to answer unless `ready` is False.

    `first` is a program that the process runs before it serves.
    """
    program = ("-c", f"{first}\nfrom service.cli.main import main\nmain()") if first else COMMAND[1:]
    running = subprocess.Popen(
        [sys.executable, *program, "serve", "--port", str(port)],
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
            service = Service(address[0], running.pid)
            for _ in range(SECONDS_TO_START * 5 if ready else 0):
                if service("/readyz").status == 200:
                    break
                time.sleep(0.2)
            yield service
        finally:
            running.terminate()
            running.wait(timeout=20)
