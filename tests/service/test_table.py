"""The service on the local network: who is let in, and how they come by the key. Another machine is this one by its
address on the network."""

import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from service.http.addresses import is_loopback, local_addresses
from tests.service.conftest import CHECKOUT, COMMAND, SETTINGS, Service
from tests.service.test_http import problem
from tests.service.test_qr import read, shown

if TYPE_CHECKING:
    from tests.service.conftest import Arbitro

on_a_network = pytest.mark.skipif(not local_addresses(), reason="this machine is on no network")
KEY = "a-key.of_ones~own"
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@dataclass(frozen=True)
class Table:
    """A running `arbitro serve`, as this machine and as another one reach it."""

    here: Service
    there: Service
    out: Path
    err: Path

    @property
    def link(self) -> str:
        (link,) = re.findall(r"^The others at the table: (http://\S+)$", self.out.read_text("utf-8"), re.M)
        return str(link)

    @property
    def key(self) -> str:
        return self.link.partition("?key=")[2]


@contextmanager
def listening(folder: Path, *options: str, **environment: str) -> Iterator[Table]:
    """`arbitro serve` with these options; its index need not be there."""
    out, err = folder / "out", folder / "err"
    with out.open("wb") as to_out, err.open("wb") as to_err:
        running = subprocess.Popen(
            [*COMMAND, "serve", "--port", "0", *options],
            stdout=to_out,
            stderr=to_err,
            cwd=CHECKOUT,
            env={**os.environ, **SETTINGS, "PYTHONIOENCODING": "utf-8", **environment},
        )
    try:
        for _ in range(600):
            if address := re.search(r"^Arbitro is at (http://\S+:(\d+)) .*\n.+\n", out.read_text("utf-8")):
                break
            assert running.poll() is None, err.read_text("utf-8")
            time.sleep(0.1)
        assert address
        there = f"http://{local_addresses()[0]}:{address[2]}"
        yield Table(Service(address[1], running.pid), Service(there, running.pid), out, err)
    finally:
        running.terminate()
        running.wait(timeout=20)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with listening(tmp_path_factory.mktemp("table"), "--table", ARBITRO_RATE="0") as running:
        yield running


@on_a_network
def test_the_terminal_shows_the_link_and_its_code(table: Table) -> None:
    assert urlsplit(table.here.url).hostname == "127.0.0.1"
    assert table.link == f"{table.there.url}/?key={table.key}"
    assert len(table.key) > 20
    code = [line for line in table.out.read_text("utf-8").splitlines() if re.fullmatch("[ █▀▄]+", line)]
    assert read(shown("\n".join(code))) == table.link


@on_a_network
def test_this_machine_needs_no_key(table: Table) -> None:
    for path in ("/", "/v1/games", "/healthz", "/v1/games?key=another"):
        assert table.here(path).status == 200
        assert "Set-Cookie" not in table.here(path).headers


@on_a_network
@pytest.mark.parametrize("path", ["/", "/docs", "/openapi.json", "/v1/games", "/healthz", "/metrics", "/nothing"])
@pytest.mark.parametrize(
    "credentials",
    [
        {},
        {"Cookie": "arbitro_key=another"},
        {"Authorization": "Bearer another"},
        {"Authorization": "Bearer"},
        {"Authorization": "Basic YTpi"},
        {"X-Forwarded-For": "127.0.0.1", "Forwarded": "for=127.0.0.1"},
        {"Host": "localhost"},
    ],
    ids=str,
)
def test_another_machine_is_let_in_nowhere_without_the_key(
    table: Table, path: str, credentials: dict[str, str]
) -> None:
    for asked in (path, f"{path}?key=another", f"{path}?key=", f"{path}?key=%FF"):
        reply = table.there(asked, headers=credentials)
        assert "open the link or scan the QR code" in problem(reply, 401)["detail"]
        assert reply.headers["WWW-Authenticate"] == "Bearer"
        assert reply.headers["Cache-Control"] == "no-store"
        assert "Set-Cookie" not in reply.headers


@on_a_network
def test_no_ruling_is_made_for_one_without_the_key(table: Table) -> None:
    problem(table.there("/v1/adjudicate/vwars.set-up", {"state": {"players": 3}}), 401)
    assert table.there("/v1/games", method="HEAD").status == 401


@on_a_network
@pytest.mark.parametrize(("language", "says"), [("it-IT,en;q=0.5", "chiave"), ("en", "key"), ("de", "key")])
def test_a_browser_without_the_key_is_told_in_a_page(table: Table, language: str, says: str) -> None:
    reply = table.there("/", headers={**BROWSER, "Accept-Language": language})
    assert (reply.status, reply.type) == (401, "text/html")
    text = reply.body.decode()
    assert f'<html lang="{language[:2] if says == "chiave" else "en"}">' in text
    assert says in text
    assert "default-src 'none'" in reply.headers["Content-Security-Policy"]


@on_a_network
def test_the_link_lets_in_and_leaves_a_cookie_that_does(table: Table) -> None:
    first = table.there(f"/?key={table.key}", headers=BROWSER)
    assert (first.status, first.type) == (200, "text/html")
    cookie, *rules = first.headers["Set-Cookie"].split("; ")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(rules)
    for path in ("/", "/v1/games", "/v1/games?key=another"):
        again = table.there(path, headers={"Cookie": f"theme=dark; {cookie}"})
        assert again.status == 200
        assert "Set-Cookie" not in again.headers
    bearer = table.there("/v1/games", headers={"Authorization": f"bearer {table.key}"})
    assert (bearer.status, bearer.json) == (200, table.here("/v1/games").json)


@on_a_network
def test_the_key_is_no_parameter_of_a_route(table: Table) -> None:
    found = table.there(f"/v1/procedures?game=vwars&key={table.key}&brief=true")
    assert found.body == table.here("/v1/procedures?game=vwars&brief=true").body
    document = problem(table.there(f"/v1/games?key={table.key}&colour=red"), 422)
    assert [one["path"] for one in document["problems"]] == ["colour"]


@on_a_network
@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "localhost.evil.example", "192.0.2.77", "[", ""])
def test_under_a_strange_name_nothing_is_answered(table: Table, host: str) -> None:
    for service in (table.here, table.there):
        reply = service(f"/v1/games?key={table.key}", headers={"Host": host})
        assert "an address of this machine" in problem(reply, 421)["detail"]


@on_a_network
@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:1", "[::1]:8000"])
def test_loopback_has_several_names(table: Table, host: str) -> None:
    assert table.here("/v1/games", headers={"Host": host}).status == 200


@on_a_network
def test_the_key_is_in_no_log(table: Table) -> None:
    address = urlsplit(table.there.url)
    with socket.create_connection((str(address.hostname), address.port), timeout=10) as broken:
        broken.sendall(f"GET /?key={table.key} HTTP/nine\r\n\r\n".encode())
        assert broken.recv(1000).startswith(b"HTTP/1.1 400")
    table.there(f"/nothing?key={table.key}")
    log = table.err.read_text("utf-8")
    assert "Invalid HTTP request" in log
    assert table.key not in log + table.here("/metrics").body.decode()


@on_a_network
def test_a_key_of_ones_own_is_kept(tmp_path: Path, table: Table) -> None:
    with listening(tmp_path, "--table", ARBITRO_KEY=KEY) as running:
        assert running.key == KEY != table.key
        assert running.there(f"/v1/games?key={KEY}").status == 200
        problem(running.there(f"/v1/games?key={table.key}"), 401)


@on_a_network
def test_every_address_needs_the_key_however_it_is_listened_on(tmp_path: Path) -> None:
    with listening(tmp_path, "--host", "0.0.0.0", ARBITRO_KEY=KEY) as running:
        assert KEY not in running.out.read_text("utf-8")
        problem(running.there("/v1/games"), 401)
        assert running.there(f"/v1/games?key={KEY}").status == 200


@on_a_network
def test_by_default_nothing_listens_beyond_this_machine(tmp_path: Path) -> None:
    with listening(tmp_path) as running:
        assert running.out.read_text("utf-8").splitlines()[1].endswith("arbitro serve --table")
        assert running.here("/healthz").status == 200
        problem(running.here("/healthz", headers={"Host": "evil.example"}), 421)
        address = urlsplit(running.there.url)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((str(address.hostname), address.port), timeout=10)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", *local_addresses()[:1]])
def test_without_a_key_nobody_else_is_let_in(arbitro: "Arbitro", host: str) -> None:
    said = arbitro("serve", "--host", host, "--port", "0")
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert "`arbitro serve --table`" in said.err


def test_a_table_on_this_machine_alone_is_none(arbitro: "Arbitro") -> None:
    said = arbitro("serve", "--table", "--host", "localhost", "--port", "0")
    assert (said.code, said.out) == (2, "")
    assert "leave --host out" in said.err


def test_the_addresses_are_this_machines_own() -> None:
    for address in local_addresses():
        assert not is_loopback(address)
        with socket.socket() as own:
            own.bind((address, 0))


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("localhost", True),
        ("192.168.1.20", False),
        ("::ffff:192.168.1.20", False),
        ("0.0.0.0", False),
        ("localhost.example", False),
        ("", False),
    ],
)
def test_what_never_leaves_this_machine(host: str, is_own: bool) -> None:
    assert is_loopback(host) == is_own
