"""How much one may ask, and how often: what is over a limit is refused with a problem that says so."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from service.http import turns
from service.http.turns import Busy, Turns
from tests.service.conftest import run_apart, serving
from tests.service.test_http import problem

if TYPE_CHECKING:
    from tests.service.conftest import HttpReply, Service

RIOT = {"question": "Scoppia una rivolta con 8 truppe?"}
LARGE = {
    "a question": ("/v1/ask", {"question": "word " * 401}),
    "a game": ("/v1/ask", {**RIOT, "game": "g" * 200_000}),
    "an edition": ("/v1/ask", {**RIOT, "edition": "e" * 200_000}),
    "the question before": ("/v1/ask", {"question": "e se?", "previous": {"question": "word " * 40_000}}),
    "a claim": ("/v1/dispute", {"a": "a " * 100_000, "b": "no"}),
    "a position": ("/v1/dispute", {"a": "yes", "b": "no", "position": "8 red " * 40_000}),
    "what is wanted": ("/v1/adjudicate/vwars.set-up", {"state": {"players": 3}, "wants": "w" * 200_000}),
    "a reading": ("/v1/adjudicate/vwars.set-up", {"state": {"players": 3}, "readings": {"VW-C01": "r" * 200_000}}),
    "a conflict": ("/v1/adjudicate/vwars.set-up", {"state": {"players": 3}, "readings": {"c" * 200_000: "r"}}),
    "a text": ("/v1/adjudicate/vwars.city-draw", {"state": {"players": 3, "cities": ["c" * 200_000]}}),
    "many values": ("/v1/adjudicate/vwars.city-draw", {"state": {"players": 3, "cities": ["c"] * 3_000}}),
}


@pytest.mark.parametrize(("path", "body"), LARGE.values(), ids=LARGE)
def test_what_is_too_large_is_refused_at_once_and_not_repeated(service: "Service", path: str, body: object) -> None:
    service(path, RIOT)  # what is loaded by the first question takes its time
    began = time.monotonic()
    reply = service(path, body)
    assert time.monotonic() - began < 1.5
    document = problem(reply, 422)
    assert document["error"] == "bad-input"
    assert len(reply.body) < 3_000


def test_of_thousands_of_faults_the_first_are_named_and_the_others_counted(service: "Service") -> None:
    reply = service("/v1/adjudicate/victory-honor.reserve", {"state": {"hand": ["blue G1"] * 1_900, "captured": []}})
    document = problem(reply, 422)
    assert document["error"] == "illegal-state"
    assert len(document["faults"]) == 50
    assert document["more_faults"] > 100
    assert document["detail"].endswith(f"… + {document['more_faults']:,}")
    assert len(reply.body) < 60_000


def test_what_is_wrong_with_a_claim_is_said_of_the_claim(service: "Service") -> None:
    for claims, field, says in (
        ({"a": "", "b": "he may attack"}, "a", "the claim is empty; say what is so in a sentence"),
        ({"a": "he may attack", "b": "?!"}, "b", "the claim '?!' has no words"),
        ({"a": "he may attack", "b": "x" * 1_500, "position": "y" * 1_500}, "b", "with its position has 3,001 char"),
    ):
        refused = service("/v1/dispute", claims)
        assert refused.status == 422
        (problem,) = refused.json["problems"]
        assert problem["path"] == field
        assert says in problem["problem"]


@pytest.mark.parametrize("path", ["/v1/rules/" + "V" * 20_000, "/v1/procedures/" + "p" * 20_000, "/" + "n" * 20_000])
def test_a_long_address_is_not_repeated(service: "Service", path: str) -> None:
    reply = service(path)
    assert len(problem(reply, 404)["instance"]) == 500
    assert len(reply.body) < 1_500


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 40_000,
        b"nothing of the kind\r\n\r\n",
        b"\x16\x03\x01\x02\r\n\r\n",
    ],
    ids=["a long head", "no HTTP", "TLS"],
)
def test_what_is_no_request_is_a_problem_too(service: "Service", sent: bytes) -> None:
    address = urlsplit(service.url)
    with socket.create_connection((str(address.hostname), address.port), timeout=20) as connection:
        connection.sendall(sent)
        said = b""
        while part := connection.recv(65_536):
            said += part
    head, _, body = said.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"application/problem+json" in head
    assert json.loads(body)["status"] == 400


def stopped_by(work: threading.Event) -> str:
    work.wait(20)
    return "done"


def test_so_much_at_once_so_much_in_the_queue_and_the_rest_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST_WAITING", 3)
    may_end = threading.Event()

    async def ask() -> list[Any]:
        two = Turns("test", 2)
        asked = [asyncio.create_task(two.run(lambda: stopped_by(may_end))) for _ in range(8)]
        await asyncio.sleep(0.1)
        may_end.set()
        first = await asyncio.gather(*asked, return_exceptions=True)
        return [*first, await two.run(lambda: "after")]

    *first, after = run_apart(ask())
    assert first[:5] == ["done"] * 5
    assert all(isinstance(one, Busy) for one in first[5:])
    assert after == "after"


def test_what_takes_too_long_is_told_and_keeps_its_place_until_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "SECONDS_TO_ANSWER", 0.2)
    may_end = threading.Event()

    async def ask() -> str:
        one = Turns("test", 1)
        with pytest.raises(Busy, match=r"not answered within"):
            await one.run(lambda: stopped_by(may_end))
        with pytest.raises(Busy, match=r"not answered within"):  # its turn does not come
            await one.run(lambda: "never begun")
        may_end.set()
        await asyncio.sleep(0.05)
        return await one.run(lambda: "after")

    assert run_apart(ask()) == "after"


FLIPS = {"state": {}, "flips": True}
NARROW = """
from service.http import turns
turns.MOST_WAITING = 2
from service.http import asking, ruling
ruling.RULINGS_AT_ONCE = asking.ANSWERS_AT_ONCE = 1
"""


@pytest.fixture(scope="module")
def narrow() -> Iterator["Service"]:
    """A service that answers one at a time and lets two wait."""
    with serving(first=NARROW, ARBITRO_LLM="none") as running:
        yield running


def busy(replies: list["HttpReply"]) -> int:
    """How many were refused for now, all others having been answered."""
    refused = [reply for reply in replies if reply.status != 200]
    for reply in refused:
        assert "ask again in a few seconds" in problem(reply, 503)["detail"]
        assert reply.headers["Retry-After"] == "2"
    return len(refused)


@pytest.mark.parametrize("headers", [{}, {"Accept": "text/event-stream"}], ids=["whole", "stream"])
def test_a_full_queue_refuses_questions_for_now(narrow: "Service", headers: dict[str, str]) -> None:
    with ThreadPoolExecutor(16) as many:
        ask = [many.submit(narrow, "/v1/ask", RIOT, headers=headers) for _ in range(16)]
        assert narrow("/healthz").status == 200
        assert 0 < busy([one.result() for one in ask]) < 16
    assert narrow("/v1/ask", RIOT, headers=headers).status == 200


def test_a_full_queue_refuses_rulings_for_now(narrow: "Service") -> None:
    with ThreadPoolExecutor(16) as many:
        ask = [many.submit(narrow, "/v1/adjudicate/doomtrooper.combat", FLIPS) for _ in range(16)]
        assert 0 < busy([one.result() for one in ask]) < 16


def client(address: str) -> dict[str, str]:
    """As a proxy on this machine hands on the request of a client at this address."""
    return {"X-Forwarded-For": address}


@pytest.fixture(scope="module")
def counting() -> Iterator["Service"]:
    """A service that answers each of the others five times a minute."""
    with serving(ready=False, ARBITRO_LLM="none", ARBITRO_RATE="5", ARBITRO_KEY="the-key-of-all") as running:
        yield running


KEY = {"Authorization": "Bearer the-key-of-all"}


def test_who_asks_too_often_is_told_when_to_ask_again(counting: "Service") -> None:
    one, another = client("203.0.113.7") | KEY, client("203.0.113.8") | KEY
    assert [counting("/v1/games", headers=one).status for _ in range(5)] == [200] * 5
    refused = counting("/v1/games", headers=one)
    assert "more than 5 requests in a minute" in problem(refused, 429)["detail"]
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert refused.headers["X-Content-Type-Options"] == "nosniff"
    assert counting("/v1/games", headers=another).status == 200
    assert {counting("/v1/games").status for _ in range(10)} == {200}


def test_a_network_of_ipv6_counts_as_one_client(counting: "Service") -> None:
    statuses = [counting("/v1/games", headers=client(f"2001:db8:1:2::{n}") | KEY).status for n in range(1, 8)]
    assert statuses == [200] * 5 + [429] * 2
    assert counting("/v1/games", headers=client("2001:db8:1:3::1") | KEY).status == 200


def test_files_of_the_page_do_not_count_and_wrong_keys_do(counting: "Service") -> None:
    reader, guesser = client("203.0.113.9"), client("203.0.113.10")
    assert {counting("/page/app.js", headers=reader | KEY).status for _ in range(12)} == {200}
    statuses = [counting(f"/?key=guess-{n}", headers=guesser).status for n in range(7)]
    assert statuses == [401] * 5 + [429] * 2
    assert counting("/", headers=guesser | KEY).status == 429
