"""What those who run the service for others need: its log, its headers, its names, its workers."""

import gzip
import json
import os
import re
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.service.conftest import Service, serving
from tests.service.test_http import problem
from tests.service.test_table import Table, listening

if TYPE_CHECKING:
    from tests.service.conftest import HttpReply

KEY = "the-key-of-all"
SECRET = "Sfogliatelle"
QUESTION = {"question": f"Quante truppe può avere una città, {SECRET}?"}
SITE = "https://club.example.org"


def log_after(table: Table) -> str:
    """The log, once what was asked is in it."""
    table.here("/healthz?last")
    for _ in range(100):
        if "/healthz" in (log := table.err.read_text()):
            return log
        time.sleep(0.05)
    return log


def test_each_request_is_a_json_line_without_what_was_asked(tmp_path: Path) -> None:
    with listening(tmp_path, ARBITRO_LOG="json", ARBITRO_LOG_REQUESTS="all") as table:
        asked = [
            table.here("/v1/ask", QUESTION),
            table.here(f"/v1/search?q={SECRET}"),
            table.here("/v1/dispute", {"a": SECRET, "b": f"non {SECRET}"}),
            table.here("/v1/rules/VW-99.9"),
        ]
        log = log_after(table)
    lines = {line["request"]: line for line in map(json.loads, log.splitlines()) if "request" in line}
    for reply in asked:
        line = lines[reply.headers["X-Request-ID"]]
        assert (line["status"], line["bytes"], line["level"]) == (reply.status, len(reply.body), "INFO")
        assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", line["time"])
        assert line["milliseconds"] > 0
    assert lines[asked[0].headers["X-Request-ID"]]["path"] == "/v1/ask"
    assert SECRET not in log


def test_the_questions_are_logged_where_that_is_wanted(tmp_path: Path) -> None:
    with listening(tmp_path, ARBITRO_LOG_REQUESTS="questions") as table:
        table.here("/v1/ask", QUESTION)
        table.here(f"/v1/search?q={SECRET}")
        log = log_after(table)
    (asked,) = (line for line in log.splitlines() if " POST '/v1/ask': 200, " in line)
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z INFO service.http.request_log: POST ", asked)
    assert repr(QUESTION["question"]) in asked
    assert f" ms, '{SECRET}'\n" in log


def test_nothing_is_logged_of_what_goes_well(tmp_path: Path) -> None:
    with listening(tmp_path) as table:
        table.here("/v1/games")
        table.here("/v1/ask", {"question": ""})
    assert table.err.read_text() == ""


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/page/app.js", 200),
        ("/v1/games", 200),
        ("/healthz", 200),
        ("/metrics", 200),
        ("/nothing", 404),
        ("/v1/search", 422),
    ],
)
def test_every_answer_tells_browsers_to_be_careful(service: Service, path: str, status: int) -> None:
    reply = service(path)
    assert reply.status == status
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    assert reply.headers["X-Frame-Options"] == "DENY"
    assert reply.headers["Referrer-Policy"] == "no-referrer"
    assert reply.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert re.fullmatch("[0-9a-f]{32}", reply.headers["X-Request-ID"])
    assert "Strict-Transport-Security" not in reply.headers
    if reply.type.startswith("application/"):
        assert "default-src 'none'" in reply.headers["Content-Security-Policy"]


def test_over_a_secure_line_it_is_to_stay_secure(service: Service) -> None:
    secure = service("/v1/games", headers={"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"})
    assert secure.headers["Strict-Transport-Security"] == "max-age=31536000"


@pytest.fixture(scope="module")
def site() -> Iterator[Service]:
    """The service behind a proxy, under a name, with a page of another site that may use it."""
    settings = {"ARBITRO_HOSTS": "rules.example.org", "ARBITRO_KEY": KEY, "ARBITRO_ORIGINS": SITE}
    with serving(ready=False, ARBITRO_LLM="none", **settings) as running:
        yield running


def test_a_name_is_answered_under_only_where_it_was_set(service: Service, site: Service) -> None:
    named = {"Host": "Rules.Example.org:443"}
    assert "ARBITRO_HOSTS" in problem(service("/v1/games", headers=named), 421)["detail"]
    problem(site("/v1/games", headers={"Host": "other.example.org"}), 421)
    assert site("/v1/games").status == 200


def test_who_comes_under_the_name_needs_the_key_also_through_this_machine(site: Service) -> None:
    named = {"Host": "rules.example.org"}
    problem(site("/v1/games", headers=named), 401)
    assert site("/v1/games", headers=named | {"Authorization": f"Bearer {KEY}"}).status == 200
    secure = site(f"/?key={KEY}", headers=named | {"X-Forwarded-Proto": "https"})
    assert secure.headers["Set-Cookie"].endswith("; Secure")


def test_the_pages_of_another_site_may_use_it_where_that_was_set(service: Service, site: Service) -> None:
    preflight = {
        "Origin": SITE,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
    }
    allowed = site("/v1/ask", method="OPTIONS", headers=preflight)
    assert allowed.status == 200
    assert allowed.headers["Access-Control-Allow-Origin"] == SITE
    assert "Authorization" in allowed.headers["Access-Control-Allow-Headers"]
    assert site("/v1/games", headers={"Origin": SITE}).headers["Access-Control-Allow-Origin"] == SITE
    assert site("/v1/games").headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    for reply in (
        site("/v1/games", headers={"Origin": "https://other.example.org"}),
        service("/v1/games", headers={"Origin": SITE}),
        service("/v1/ask", method="OPTIONS", headers=preflight),
    ):
        assert "Access-Control-Allow-Origin" not in reply.headers


DOCUMENTS = ["/v1/games", "/v1/rules/VW-8.2", "/v1/rules/VW-C01", "/v1/procedures", "/v1/procedures/vwars.riot"]
DOCUMENTS += ["/v1/procedures?game=vwars&brief=true", "/v1/games/vwars/rules", "/v1/games/vwars/words"]


@pytest.mark.parametrize("path", DOCUMENTS)
def test_what_a_client_has_is_not_sent_again(service: Service, path: str) -> None:
    whole = service(path)
    tag = whole.headers["ETag"]
    assert whole.headers["Cache-Control"] == "no-cache"
    for known in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*"):
        again = service(path, headers={"If-None-Match": known})
        assert (again.status, again.body, again.headers["ETag"]) == (304, b"", tag)
    other = service(path, headers={"If-None-Match": '"other"', "Accept-Encoding": "gzip"})
    body = gzip.decompress(other.body) if other.headers["Content-Encoding"] == "gzip" else other.body
    assert (other.status, body, other.headers["ETag"]) == (200, whole.body, tag)
    assert "Accept-Encoding" in other.headers["Vary"]


def test_documents_that_differ_have_other_tags(service: Service) -> None:
    assert len({service(path).headers["ETag"] for path in DOCUMENTS[:6]}) == 6


def children(process: int) -> list[int]:
    """The processes that a process has started and that load models."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            said, command = status.read_text(), (status.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if f"\nPPid:\t{process}\n" in said and b"spawn_main" in command:
            found.append(int(status.parent.name))
    return sorted(found)


def parent_of_workers() -> int:
    """The process with several workers that this one has started last."""
    started = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return max(int(one) for one in started if b"--workers" in Path(f"/proc/{one}/cmdline").read_bytes())


ASKED: list[tuple[str, object]] = [
    ("/v1/ask", {"question": "Quante truppe può avere una città?"}),
    ("/v1/ask", {"question": "can a public vampire enter a city under martial law?"}),
    ("/v1/search?q=riot", None),
    ("/v1/adjudicate/vwars.set-up", {"state": {"players": 3}}),
    ("/v1/rules/VW-8.2", None),
]


def without_times(reply: "HttpReply") -> Any:
    document = reply.json
    return {**document, "timings_ms": 0} if "timings_ms" in document else document


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with listening(tmp_path_factory.mktemp("workers"), "--workers", "2") as table:
        for _ in range(600):
            replies = [table.here("/readyz") for _ in range(8)]  # each on a connection of its own
            if {reply.status for reply in replies} == {200} and len(children(parent_of_workers())) == 2:
                break
            time.sleep(0.2)
        yield table


def test_several_workers_give_the_same_answers(service: Service, workers: Table) -> None:
    with ThreadPoolExecutor(8) as many:
        for path, body in ASKED:
            expected = without_times(service(path, body))
            assert all(without_times(one) == expected for one in many.map(workers.here, [path] * 16, [body] * 16))


def test_several_workers_count_together(workers: Table) -> None:
    def counted() -> int:
        text = workers.here("/metrics").body.decode()
        (count,) = re.findall(
            r'^arbitro_requests_total{method="GET",route="/v1/games",status="200"} ([\d.]+)', text, re.M
        )
        return int(float(count))

    workers.here("/v1/games")
    time.sleep(1)  # a request is counted when it has been answered: whoever asked may be ahead of that
    before = counted()
    with ThreadPoolExecutor(8) as many:
        list(many.map(lambda _: workers.here("/v1/games"), range(40)))
    for _ in range(100):
        if counted() >= before + 40:
            break
        time.sleep(0.1)
    assert counted() == before + 40


def test_a_worker_that_dies_is_replaced(workers: Table) -> None:
    parent = parent_of_workers()
    victim, other = children(parent)
    os.kill(victim, signal.SIGKILL)
    for _ in range(600):
        now = children(parent)
        if len(now) == 2 and victim not in now:
            break
        time.sleep(0.1)
    assert other in now
    for path, body in ASKED[3:]:
        assert {workers.here(path, body).status for _ in range(10)} == {200}


def test_workers_stop_when_all_is_answered(workers: Table) -> None:
    """The last of these tests: nothing is asked of them any more."""
    parent = parent_of_workers()
    address = urlsplit(workers.here.url)
    body = json.dumps({"state": {}, "flips": True}).encode()
    with socket.create_connection((str(address.hostname), address.port), timeout=30) as asking:
        head = f"Host: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
        asking.sendall(f"POST /v1/adjudicate/doomtrooper.combat HTTP/1.1\r\n{head}".encode() + body)
        time.sleep(0.2)
        os.kill(parent, signal.SIGTERM)
        said = b""
        while part := asking.recv(65_536):
            said += part
    assert said.startswith(b"HTTP/1.1 200 ")
    for _ in range(300):
        if not Path(f"/proc/{parent}/cmdline").read_bytes():  # it has ended and waits to be looked at
            break
        time.sleep(0.1)
    assert children(parent) == []


def test_on_a_full_disk_the_page_is_there_and_says_what_is_wrong(full_disk: dict[str, str]) -> None:
    with serving(ready=False, ARBITRO_LLM="none", **full_disk) as full:
        for _ in range(600):
            if (ready := problem(full("/readyz"), 503))["stage"] == "failed":
                break
            time.sleep(0.2)
        assert "No space left on device" in ready["detail"]
        assert "ARBITRO_HOME" in ready["detail"]
        assert full("/").status == full("/v1/rules/VW-8.2").status == 200
        assert full("/v1/adjudicate/vwars.set-up", {"state": {"players": 3}}).status == 200
        assert problem(full("/v1/ask", QUESTION), 503)["detail"] == ready["detail"]


def test_a_service_that_built_its_index_keeps_nothing_of_what_built_it(
    tmp_path: Path, reading_at_once: dict[str, str]
) -> None:
    with serving(ARBITRO_LLM="none", ARBITRO_HOME=str(tmp_path / "home"), **reading_at_once) as fresh:
        assert fresh("/v1/search?q=riot&lang=en").status == 200
        libraries = Path(f"/proc/{fresh.pid}/maps").read_text()
    assert "onnxruntime" in libraries
    assert "libtorch" not in libraries
