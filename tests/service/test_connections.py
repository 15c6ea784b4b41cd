"""What clients may take of the service, on real sockets: a small app behind the server that `arbitro serve` runs."""

import asyncio
import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from service.http import server
from tests.service.conftest import CHECKOUT, run_apart

APP = """
import asyncio, sys, time
from contextlib import asynccontextmanager
from fastapi import FastAPI, Request, Response
from fastapi.sse import EventSourceResponse
from service.http import bodies, connections, server
from service.http.problem_details import register_problem_details
from service.http.shutdown import GracefulShutdown
from service.settings import Settings

connections.SECONDS_TO_ASK = bodies.SECONDS_TO_SEND = 1
connections.SECONDS_TO_READ = 2
connections.SECONDS_TO_FINISH = 1

@asynccontextmanager
async def lifespan(_):
    yield {connections.OUT_OF_TIME: asyncio.Event()}

app = FastAPI(lifespan=lifespan)
register_problem_details(app)
app.add_middleware(GracefulShutdown)

@app.get("/quick")
async def quick() -> str:
    return "done"

@app.get("/slow")
def slow(seconds: float) -> str:
    time.sleep(seconds)
    return "done"

@app.get("/large")
async def large() -> Response:
    return Response(b"x" * 30_000_000)

@app.post("/read")
async def read(request: Request) -> int:
    return len(await bodies._read_body(request))

@app.get("/fails")
async def fails(q: str) -> None:
    raise RuntimeError("it broke")

@app.get("/breaks-off")
async def breaks_off() -> Response:
    async def lines():
        yield b"event: rules\\ndata: {}\\n\\n"
        raise RuntimeError("it broke off")
    return EventSourceResponse(lines())

@app.get("/stream")
async def stream() -> Response:
    async def lines():
        yield b"event: rules\\ndata: {}\\n\\n"
        await asyncio.sleep(60)
    return EventSourceResponse(lines())

server.serve(lambda: app, server.bind_socket("127.0.0.1", 0), Settings(), "")
"""


class Running:
    """The app in a process of its own."""

    def __init__(self, process: "subprocess.Popen[str]", port: int, log: Path) -> None:
        self.process, self.port, self.log = process, port, log

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def ask(self, path: str) -> socket.socket:
        """A connection on which this has been asked."""
        connection = self.connect()
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
        return connection

    def get(self, path: str) -> bytes:
        with self.ask(path) as connection:
            return connection.recv(65_536)

    @property
    def open_files(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


@contextmanager
def running(log: Path, files: int | None = None) -> Iterator[Running]:
    limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))) if files else None
    with log.open("w") as written:
        process = subprocess.Popen(
            [sys.executable, "-c", APP],
            stdout=subprocess.PIPE,
            stderr=written,
            cwd=CHECKOUT,
            text=True,
            preexec_fn=limit,
        )
    assert process.stdout is not None
    with process.stdout as out:
        try:
            port = re.search(r"127\.0\.0\.1:(\d+)", said := out.readline())
            assert port, said + log.read_text()
            app = Running(process, int(port[1]), log)
            assert app.get("/quick").startswith(b"HTTP/1.1 200")  # from here on it has opened what it needs
            yield app
        finally:
            process.kill()
            process.wait(timeout=20)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "log") as app:
        yield app


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The app for tests that leave it as it was and do not read its log."""
    with running(tmp_path_factory.mktemp("lasting") / "log") as app:
        yield app


def rest_of(connection: socket.socket) -> bytes:
    """What still comes until the other side ends it."""
    received = b""
    try:
        while data := connection.recv(65_536):
            received += data
    except ConnectionResetError:
        pass
    return received


def test_what_is_written_to_a_connection_is_sent_at_once() -> None:
    async def delays() -> int:
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def note(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            option = writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            accepted.set_result(option)
            writer.close()

        bound = server.bind_socket("127.0.0.1", 0)
        async with await asyncio.start_server(note, sock=bound):
            _, writer = await asyncio.open_connection(*bound.getsockname())
            writer.close()
            return await asyncio.wait_for(accepted, 10)

    assert run_apart(delays()) != 0


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET /quick HTTP/1.1\r\nHost: h", b"GET /quick HTTP/1.1\r\nHost: h\r\n\r\nGET /quick HTTP/1.1\r\nHos"],
)
def test_a_client_that_never_finishes_its_request_is_left(lasting: Running, sent: bytes) -> None:
    with lasting.connect() as silent:
        silent.sendall(sent)
        began = time.monotonic()
        rest_of(silent)
        assert time.monotonic() - began < 10


def test_a_request_a_letter_at_a_time_is_left(lasting: Running) -> None:
    with lasting.connect() as slow:
        began = time.monotonic()
        try:
            for letter in b"GET /quick HTTP/1.1\r\nX-Long: " + b"x" * 100:
                slow.sendall(bytes([letter]))
                time.sleep(0.1)
        except OSError:
            pass
        assert time.monotonic() - began < 10


def test_a_body_that_does_not_come_is_refused_as_late(lasting: Running) -> None:
    with lasting.connect() as slow:
        slow.sendall(b"POST /read HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nx")
        said = rest_of(slow)
    assert said.startswith(b"HTTP/1.1 408 ")
    assert b"application/problem+json" in said
    assert b"did not come within" in said


def test_a_client_that_reads_nothing_is_left(service: Running) -> None:
    time.sleep(0.5)
    alone = service.open_files
    with service.ask("/large") as deaf:
        deaf.recv(1)
        assert service.open_files > alone
        for _ in range(300):
            if service.open_files == alone:
                return
            time.sleep(0.1)
    pytest.fail("the connection is still held")


def test_an_upload_that_breaks_off_is_no_failure(service: Running) -> None:
    for _ in range(5):
        with service.connect() as broken:
            broken.sendall(b"POST /read HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\nx")
            time.sleep(0.1)
    assert service.get("/quick").startswith(b"HTTP/1.1 200")
    assert service.log.read_text() == ""


def test_idle_connections_make_room_for_those_who_ask(tmp_path: Path) -> None:
    with running(tmp_path / "log", files=256) as app, ExitStack() as held:
        for _ in range(400):
            try:
                held.enter_context(app.connect())
            except OSError:
                break
            assert app.open_files < 256
        assert app.get("/quick").startswith(b"HTTP/1.1 200")
        assert app.log.stat().st_size < 20_000


def test_without_a_file_to_open_little_is_logged_and_the_service_comes_back(tmp_path: Path) -> None:
    with running(tmp_path / "log") as app:
        files = resource.prlimit(app.process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(app.process.pid, resource.RLIMIT_NOFILE, (app.open_files, files[1]))
        with ExitStack() as held:
            for _ in range(50):
                held.enter_context(app.connect())
            time.sleep(2.5)
        assert app.log.stat().st_size < 20_000
        resource.prlimit(app.process.pid, resource.RLIMIT_NOFILE, files)
        time.sleep(1.5)
        assert app.get("/quick").startswith(b"HTTP/1.1 200")


def test_lines_of_the_log_have_the_time_and_no_question(service: Running) -> None:
    assert service.get("/fails?q=secret").startswith(b"HTTP/1.1 500")
    service.get("/breaks-off?q=secret")
    for _ in range(100):
        if "uvicorn.error" in (log := service.log.read_text()):
            break
        time.sleep(0.1)
    at = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
    assert re.match(rf"{at} ERROR service.http.problem_details: /fails failed\n", log)
    assert re.search(rf"^{at} ERROR uvicorn.error: ", log, re.M)
    assert log.count("RuntimeError: it broke\n") == log.count("RuntimeError: it broke off\n") == 1
    assert "secret" not in log


def test_an_answer_that_is_nearly_there_is_finished_before_the_end(service: Running) -> None:
    with service.ask("/slow?seconds=0.7") as waiting:
        time.sleep(0.3)
        service.process.send_signal(signal.SIGTERM)
        assert rest_of(waiting).endswith(b'"done"')


def test_who_waits_in_vain_is_notified_that_the_service_stops(service: Running) -> None:
    with service.ask("/slow?seconds=60") as waiting, service.ask("/stream") as streaming:
        assert b"event: rules" in streaming.recv(65_536) or b"event: rules" in streaming.recv(65_536)
        began = time.monotonic()
        service.process.send_signal(signal.SIGTERM)
        head, _, body = rest_of(waiting).partition(b"\r\n\r\n")
        rest = rest_of(streaming)
    assert time.monotonic() - began < 15
    assert head.startswith(b"HTTP/1.1 503 ")
    assert b"application/problem+json" in head
    assert "was stopped before this was answered" in json.loads(body)["detail"]
    assert b"event: error" in rest
    assert b'"status": 503' in rest
    service.process.wait(timeout=10)
