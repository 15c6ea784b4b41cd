"""The HTTP API, over HTTP."""

import gzip
import http.client
import json
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from pydantic import TypeAdapter

from corpus import load_corpus
from service.llm.local import PATIENCE_SECONDS, LocalLLM
from service.rulebook import AboutConflict, AboutRule
from tests.service.conftest import CHECKOUT, COMMAND, serving

if TYPE_CHECKING:
    from tests.service.conftest import Arbitro, HttpReply, Service

STREAM = {"Accept": "text/event-stream"}
QUESTION = {"question": "Quante truppe può avere una città?"}


def problem(reply: "HttpReply", status: int) -> Any:
    """The document of a problem, which must be one."""
    assert (reply.status, reply.type) == (status, "application/problem+json")
    document = reply.json
    assert {"type", "title", "status", "detail", "instance"} <= document.keys()
    assert document["status"] == status
    return document


def sse_events(stream: bytes) -> list[tuple[str, Any]]:
    """The events of a stream."""
    events = []
    for block in stream.decode().strip().split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines())
        events.append((lines["event"], json.loads(lines["data"])))
    return events


def test_it_lives_and_gets_ready(service: "Service") -> None:
    assert service("/healthz").json == {"status": "ok"}
    ready = service("/readyz").json
    assert (ready["status"], ready["llm"]) == ("ready", {"state": "none"})
    assert ready["index"]["corpus"] == load_corpus().digest
    assert ready["index"]["passages"] > 1000


def test_while_the_index_is_built_the_page_is_there_and_questions_hear_how_far_it_is(tmp_path: Path) -> None:
    with serving(ready=False, ARBITRO_LLM="none", ARBITRO_HOME=str(tmp_path / "empty")) as fresh:
        for _ in range(600):
            ready = problem(fresh("/readyz"), 503)
            if ready["stage"] == "indexing":
                break
            assert ready["stage"] == "loading"
            time.sleep(0.1)
        assert ready["of"] > 1000
        assert ready["llm"] == {"state": "none"}
        assert fresh("/").status == fresh("/v1/games").status == fresh("/v1/rules/VW-8.2").status == 200
        for reply in (
            fresh("/v1/ask", QUESTION),
            fresh("/v1/ask", QUESTION, headers=STREAM),
            fresh("/v1/search?q=quante%20truppe"),
        ):
            not_ready = problem(reply, 503)
            assert re.search(r"the index is being built.*: \d+ of \d+ texts are done", not_ready["detail"])
            assert not_ready["stage"] == "indexing"
            assert reply.headers["Retry-After"] == "2"


def test_why_an_index_cannot_be_built_is_said_to_those_who_ask(tmp_path: Path) -> None:
    home = str(tmp_path / "empty")
    with serving(ready=False, ARBITRO_LLM="none", ARBITRO_HOME=home, ARBITRO_EMBEDDINGS="/no") as bad:
        for _ in range(600):
            if (ready := problem(bad("/readyz"), 503))["stage"] == "failed":
                break
            time.sleep(0.1)
        assert "embedding model '/no' cannot be loaded" in ready["detail"]
        assert problem(bad("/v1/ask", QUESTION), 503)["detail"] == ready["detail"]


def test_games_rules_and_conflicts(service: "Service") -> None:
    games = service("/v1/games").json
    assert "vwars" in [game["id"] for game in games]
    rule = service("/v1/rules/VW-8.2").json
    assert (rule["kind"], rule["game"]) == ("rule", "vwars")
    assert set(rule["title"]) == set(rule["text"]) == {"it", "en"}
    assert service("/v1/rules/vw-8.2").json == rule
    assert service("/v1/rules/VW-C01").json["kind"] == "conflict"


def test_search(service: "Service") -> None:
    found = service("/v1/search?q=quante%20truppe&game=vwars&limit=3").json
    assert found["language"] == "it"
    assert [hit["game"] for hit in found["hits"]] == ["vwars"] * 3


def test_an_answer(service: "Service") -> None:
    answer = service("/v1/ask", QUESTION).json
    assert answer["question"] == QUESTION["question"]
    assert answer["language"] == "it"
    assert answer["abstained"] or answer["citations"]
    cited = {cite for sentence in answer["sentences"] for cite in sentence["cites"]}
    assert cited <= {citation["rule"] for citation in answer["citations"]} | {c["id"] for c in answer["conflicts"]}
    assert service("/v1/ask", {**QUESTION, "lang": "en"}).json["language"] == "en"


def test_a_streamed_answer_brings_the_rules_first_and_the_same_answer_last(service: "Service") -> None:
    reply = service("/v1/ask", QUESTION, headers=STREAM)
    assert (reply.status, reply.type) == (200, "text/event-stream")
    assert reply.headers["Cache-Control"] == "no-cache"
    events = sse_events(reply.body)
    names = [name for name, _ in events]
    assert names[:2] == ["rules", "ruling"]
    assert names[-1] == "answer"
    assert set(names[2:-1]) <= {"sentence"}
    answer = events[-1][1]
    assert [data for name, data in events if name == "sentence"] == answer["sentences"]
    whole = service("/v1/ask", QUESTION).json
    assert {**whole, "timings_ms": 0} == {**answer, "timings_ms": 0}


@pytest.mark.parametrize("headers", [{}, STREAM])
@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"question": ""}, "question"),
        ({"question": " \n"}, "question"),
        ({"question": "?!"}, "question"),
        ({"question": "a " * 1500}, "question"),
        ({"question": "a\u0000b"}, "question"),
        ({"question": 7}, "question"),
        ({}, "question"),
        ({**QUESTION, "game": "chess"}, "game"),
        ({**QUESTION, "lang": "de"}, "lang"),
        ({**QUESTION, "gam": "vwars"}, "gam"),
        ([], ""),
        (b"", ""),
        (b'{"question": ', ""),
        (b"\xff\xfe", ""),
        (b'{"question": "a", "question": "b"}', ""),
        (b"[" * 200_000, ""),
        (b'{"question": "a", "\\ud800": 1}', ""),
    ],
)
def test_a_question_that_is_none(service: "Service", headers: dict[str, str], body: object, path: str) -> None:
    document = problem(service("/v1/ask", body, headers=headers), 422)
    assert document["error"] == "bad-input"
    assert document["problems"][0]["path"] == path


def test_procedures(service: "Service") -> None:
    listed = service("/v1/procedures?game=vwars").json
    one = service("/v1/procedures/vwars.riot").json
    assert one in listed
    ruling = service("/v1/adjudicate/vwars.riot", {"state": one["example"]}).json
    assert ruling["procedure"] == "vwars.riot"
    assert ruling["flips"] == []


def test_procedures_in_brief(service: "Service") -> None:
    whole = service("/v1/procedures?game=vwars")
    brief = service("/v1/procedures?game=vwars&brief=true")
    assert brief.json == [{key: one[key] for key in ("id", "game", "summary")} for one in whole.json]
    assert len(brief.body) < len(whole.body) / 5
    assert service("/v1/procedures?game=vwars&brief=false").body == whole.body
    document = problem(service("/v1/procedures?brief=perhaps"), 422)
    assert document["problems"][0]["path"] == "brief"


def test_many_may_be_the_first_to_ask_for_the_procedures() -> None:
    with serving(ready=False, ARBITRO_LLM="none") as fresh, ThreadPoolExecutor(16) as many:
        assert {reply.status for reply in many.map(fresh, ["/v1/procedures"] * 32)} == {200}


def test_a_ruling_with_all_that_can_be_asked_of_it(service: "Service") -> None:
    body = {"state": {"players": 3}, "lang": "it", "flips": True, "readings": {"edition": "it-summary"}}
    ruling = service("/v1/adjudicate/vwars.set-up", body).json
    assert ruling["verdict"] == "resolved"
    change = {"field": "players", "from": 3, "to": 2, "says": "Numero di giocatori: 3 → 2"}
    assert ruling["flips"][0]["change"] == change
    english = service("/v1/adjudicate/vwars.set-up", {"state": {"players": 3}}).json
    assert ruling["steps"][0]["says"] != english["steps"][0]["says"]
    italian = service("/v1/adjudicate/vwars.set-up", {"state": {"players": 3}}, headers={"Accept-Language": "it-IT"})
    assert ruling["steps"] == italian.json["steps"]


def test_a_ruling_and_its_branches_answer_what_was_asked_of_them(service: "Service") -> None:
    asked = {"state": {"destination": "own", "martial_law": True}, "wants": None, "lang": "en"}
    ruling = service("/v1/adjudicate/vwars.move", asked).json
    assert ruling["answer"] == {"verdict": "depends", "says": "It depends"}
    branches = {value: branch["answer"] for branch in ruling["hangs_on"]["branches"] for value in branch["values"]}
    assert branches["public-vampire"] == {"verdict": "no", "says": "No"}
    assert branches["human"] == {"verdict": "yes", "says": "Yes"}
    del asked["wants"]
    assert "answer" not in service("/v1/adjudicate/vwars.move", asked).json


MASSACRE = {
    "controller": "human",
    "winner": "vampire",
    "strength": 8,
    "track": {"sympathy_tokens": 7, "victory_marker": 5},
}


def in_words(outcome: list[dict[str, str]]) -> dict[str, str]:
    assert all(set(line) == {"label", "says"} for line in outcome)
    return {line["label"]: line["says"] for line in outcome}


def test_a_ruling_says_its_outcome_in_words(service: "Service") -> None:
    italian, english = (
        service("/v1/adjudicate/vwars.riot-outcome", {"state": MASSACRE, "lang": lang}).json for lang in ("it", "en")
    )
    assert italian["outcome"] == english["outcome"]
    assert [len(ruling["outcome_says"]) for ruling in (italian, english)] == [len(english["outcome"])] * 2
    assert in_words(english["outcome_says"]).items() >= {
        ("control of the city", "vampires"),
        ("Massacre", "yes"),
        ("Sympathy tokens", "7"),
        ("winner of the game", "none"),
    }
    assert in_words(italian["outcome_says"]).items() >= {
        ("controllo della città", "vampiri"),
        ("massacro", "sì"),
        ("segnalini simpatia", "7"),
        ("vince la partita", "nessuno"),
    }


def test_what_a_ruling_rests_on_is_told_in_words(service: "Service") -> None:
    ruling = service("/v1/adjudicate/vwars.riot-outcome", {"state": MASSACRE, "lang": "it"}).json
    (rest,) = (rest for rest in ruling["rests_on"] if rest["conflict"] == "VW-C01")
    conflict = service("/v1/rules/VW-C01").json
    assert (rest["taken"], rest["other_reading"]) == ("en-rulebook", "it-summary")
    assert rest["about"] == conflict["title"]["it"]
    assert rest["taken_says"] == conflict["readings"]["en-rulebook"]["it"]
    assert rest["other_reading_says"] == conflict["readings"]["it-summary"]["it"]
    assert ("segnalini simpatia", "6") in in_words(rest["other_outcome_says"]).items()


def test_what_would_change_a_ruling_is_told_in_words(service: "Service") -> None:
    """The smallest change of a massacre by 8 is a win by 7, which is none."""
    body = {"state": MASSACRE, "lang": "it", "flips": True}
    flips = service("/v1/adjudicate/vwars.riot-outcome", body).json["flips"]
    (flip,) = (flip for flip in flips if flip["change"]["field"] == "strength")
    assert flip["change"]["says"].endswith(": 8 → 7")
    assert flip["change"]["says"].lower().startswith("forza")
    assert in_words(flip["outcome_says"])["massacro"] == "no"


def test_a_change_inside_a_state_says_what_it_is_a_part_of(service: "Service") -> None:
    state = service("/v1/procedures/vwars.riot").json["example"]
    flips = service("/v1/adjudicate/vwars.riot", {"state": state, "lang": "it", "flips": True}).json["flips"]
    says = {flip["change"]["field"]: flip["change"]["says"] for flip in flips}
    assert says["cards[2]"] == "Mazzo Regione con la carta rivolta n. 3: rosso 5 → rosso 6"


def test_each_answer_to_a_deciding_question_says_what_it_leads_to(service: "Service") -> None:
    cover = {"state": {"wanted": "take-cover", "others_uncovered": 2}, "lang": "it"}
    barred, allowed = service("/v1/adjudicate/doomtrooper.cover", cover).json["hangs_on"]["branches"]
    assert (barred["verdict"], barred["outcome_says"]) == ("illegal", [])
    assert in_words(allowed["outcome_says"])["in Copertura"] == "sì"
    assert in_words(allowed["outcome_says"])["Azioni che restano"] == "0 o più"


def test_states_that_cannot_be_ruled_on(service: "Service") -> None:
    malformed = problem(service("/v1/adjudicate/vwars.set-up", {"state": {"player": 3}}), 422)
    assert [found["path"] for found in malformed["problems"]] == ["player"]
    cities = ["a", "b", "c", "d", "e", "f", "g"]
    impossible = problem(service("/v1/adjudicate/vwars.city-draw", {"state": {"players": 3, "cities": cities}}), 422)
    assert impossible["error"] == "illegal-state"
    assert impossible["faults"][0]["rule"] == "VW-3.9"
    stateless = problem(service("/v1/adjudicate/vwars.set-up", {}), 422)
    assert stateless["problems"][0]["path"] == "state"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b'{"state": {"players": 3}, "readings": {"\\ud800": "x"}}', "a character that is no text, U+D800"),
        (b'{"state": {"players": 1e400}}', "1e400 is no number of a game"),
        (b'{"state": {"players": NaN}}', "NaN is no number of a game"),
        (b'{"state": {"players": ' + b"9" * 5_000 + b"}}", "9999 is no number of a game"),
        (b'{"state": {"players": 1001}}', "players: must lie between -1,000 and 1,000"),
        ('{"state": {"players": 3}}'.encode("utf-16"), "not text: write it in UTF-8"),
    ],
)
def test_what_no_answer_could_be_written_with(service: "Service", body: bytes, says: str) -> None:
    assert says in problem(service("/v1/adjudicate/vwars.set-up", body), 422)["detail"]


@pytest.mark.parametrize(
    ("path", "body", "method", "status", "says"),
    [
        ("/nothing", None, "GET", 404, "there is nothing at /nothing"),
        ("/v1/rules/VW-8.22", None, "GET", 404, 'did you mean "VW-8.2'),
        ("/v1/procedures/vwars.riots", None, "GET", 404, 'did you mean "vwars.riot"?'),
        ("/v1/adjudicate/vwars.riots", {}, "POST", 404, "unknown procedure"),
        ("/v1/ask", None, "GET", 405, "/v1/ask does not take GET: it takes POST"),
        ("/v1/games", {}, "DELETE", 405, "it takes GET"),
        ("/v1/ask", b"x" * 256_001, "POST", 413, "the body is over 256 kB"),
        ("/v1/adjudicate/vwars.riot", b"x" * 20_000_000, "POST", 413, "the body is over 256 kB"),
        ("/v1/search", None, "GET", 422, "q: missing"),
        ("/v1/search?q=a&limit=many", None, "GET", 422, 'limit: must be a whole number, not "many"'),
        ("/v1/search?q=a&limit=0", None, "GET", 422, "limit: must be at least 1"),
        ("/v1/search?q=a&lang=de", None, "GET", 422, "lang: must be 'it' or 'en'"),
        ("/v1/search?q=a&game=chess", None, "GET", 422, "unknown game 'chess': there is "),
        ("/v1/search?q=%3F%21", None, "GET", 422, "q: the question '?!' has no words"),
        ("/v1/search?q=a%00", None, "GET", 422, "q: the question has a character that is no text, U+0000"),
        ("/v1/procedures?game=chess", None, "GET", 422, "unknown game 'chess'"),
        ("/v1/search?q=a&gmae=vwars", None, "GET", 422, 'gmae: unknown; did you mean "game"?'),
        ("/v1/games?colour=red", None, "GET", 422, "colour: unknown; it takes none"),
        ("/v1/adjudicate/vwars.set-up?lang=it", {}, "POST", 422, "lang: unknown; it takes none"),
    ],
)
def test_every_error_is_a_problem_document(
    service: "Service", path: str, body: object, method: str, status: int, says: str
) -> None:
    document = problem(service(path, body, method=method), status)
    assert says in document["detail"]
    assert document["instance"] == path.partition("?")[0]


@pytest.mark.parametrize("path", ["/", "/docs", "/healthz", "/metrics", "/v1/games", "/v1/rules/VW-8.2"])
def test_head_is_get_without_the_body(service: "Service", path: str) -> None:
    head = service(path, method="HEAD")
    assert (head.status, head.type, head.body) == (200, service(path).type, b"")


FLOODS = {
    "readings": json.dumps({"state": {"players": 3}, "readings": {f"VW-X{n}": "a" for n in range(14_000)}}),
    "fewer readings": json.dumps({"state": {"players": 3}, "readings": {f"VW-X{n}": "a" for n in range(1_100)}}),
    "conflicts": json.dumps({"state": {"players": 3}, "readings": {f"VW-X{n}": "a" for n in range(100)}}),
    "fields": json.dumps({"state": {f"p{n}": n for n in range(16_000)}}),
    "fewer fields": json.dumps({"state": {f"player{n}": n for n in range(9_000)}}),
    "a long field": json.dumps({"state": {"players" * 36_000: 3}}),
    "a long word": json.dumps({"state": {"players": 3}, "lang": "it" * 120_000}),
    "numbers": json.dumps({"state": {"players": 3, "cities": [9_999] * 9_000}}),
    "text full of numbers": json.dumps({"state": {"players": "1 " * 120_000}}),
    "levels": '{"state": ' + '{"a": ' * 900 + "1" + "}" * 901,
    "the same key": '{"state": {' + ", ".join(f'"k{n}": 1' for n in range(16_000)) + ', "k15999": 2}}',
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_thousands_of_mistakes_are_answered_quickly_and_shortly(service: "Service", flood: str) -> None:
    service("/v1/adjudicate/vwars.set-up", {"state": {}})
    began = time.monotonic()
    reply = service("/v1/adjudicate/vwars.set-up", flood.encode())
    assert time.monotonic() - began < 2
    document = problem(reply, 422)
    assert len(document["problems"]) <= 11
    assert len(reply.body) < 20_000


def test_it_lives_while_many_ask_the_impossible(service: "Service") -> None:
    flood = FLOODS["conflicts"].encode()
    with ThreadPoolExecutor(45) as many:
        asked = [many.submit(service, "/v1/adjudicate/vwars.set-up", flood) for _ in range(45)]
        waits = []
        while not all(one.done() for one in asked):
            began = time.monotonic()
            assert service("/healthz").status == 200
            waits.append(time.monotonic() - began)
        assert {one.result().status for one in asked} == {422}
    assert max(waits) < 3


def test_what_is_large_is_compressed_for_those_who_can_read_it(service: "Service") -> None:
    plain = service("/v1/procedures")
    packed = service("/v1/procedures", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.body) < len(plain.body) / 5
    assert gzip.decompress(packed.body) == plain.body
    for page in ("/page/style/base.css", "/docs"):
        assert gzip.decompress(service(page, headers={"Accept-Encoding": "gzip"}).body) == service(page).body
    stream = service("/v1/ask", QUESTION, headers={**STREAM, "Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in stream.headers


def test_an_example_is_as_short_as_one_would_write_it(service: "Service") -> None:
    for described in service("/v1/procedures").json:
        for name, field in described["schema"]["properties"].items():
            if "default" in field:
                assert described["example"].get(name, "another") != field["default"], described["id"]


def test_the_largest_body_that_is_taken(service: "Service") -> None:
    body = json.dumps({"state": {"players": 3}}).encode()
    assert service("/v1/adjudicate/vwars.set-up", body + b" " * (256_000 - len(body))).status == 200


def test_a_client_that_leaves_harms_nobody(service: "Service") -> None:
    address = urlsplit(service.url)
    for headers in ({}, STREAM):
        for _ in range(20):
            connection = http.client.HTTPConnection(str(address.hostname), address.port)
            connection.request("POST", "/v1/ask", json.dumps(QUESTION), headers)
            connection.close()
    assert service("/v1/ask", QUESTION).status == 200


@pytest.fixture(scope="module")
def writing() -> Iterator["Service"]:
    """The service with the packaged LLM."""
    if LocalLLM("", threads=1).status().state == "absent":
        pytest.skip("needs the packaged LLM: make llm")
    with serving(ARBITRO_LLM="packaged") as running:
        yield running


def questions_by_end(service: "Service") -> dict[str, int]:
    """How many questions ended how."""
    counted = re.findall(r'^arbitro_asked_total{end="([^"]+)"} (\d+)', service("/metrics").body.decode(), re.M)
    return {end: int(count) for end, count in counted}


def test_what_is_written_for_a_client_that_left_is_given_up(writing: "Service") -> None:
    """One model, one queue: were drafts for nobody finished, the next question would wait for all of them."""
    for _ in range(60):  # while the model is loaded, nothing is written for anybody
        writing("/v1/ask", UNWRITTEN)
        if writing("/readyz").json["llm"]["state"] == "ready":
            break
    assert drafts(writing), "no draft is written for this question: choose another"
    address = urlsplit(writing.url)
    before = questions_by_end(writing)
    for asked in range(1, 6):
        connection = http.client.HTTPConnection(str(address.hostname), address.port)
        connection.request("POST", "/v1/ask", json.dumps(UNWRITTEN), STREAM)
        connection.getresponse().readline()  # the evidence is sent before the draft is begun
        connection.close()
        for _ in range(600):
            ends = {end: count - before.get(end, 0) for end, count in questions_by_end(writing).items()}
            if sum(ends.values()) == asked:
                break
            time.sleep(0.1)
    assert ends["given up"] == 5, ends


def test_what_is_counted(service: "Service") -> None:
    service("/v1/ask", QUESTION)
    service("/v1/adjudicate/vwars.set-up", {"state": {"players": 3}})
    service("/no/such/path/at/all")
    counted = service("/metrics").body.decode()
    assert 'arbitro_requests_total{method="POST",route="/v1/ask",status="200"}' in counted
    assert 'arbitro_rulings_total{procedure="vwars.set-up",verdict="resolved"}' in counted
    assert "arbitro_answers_total{" in counted
    assert 'route="none",status="404"' in counted
    assert "/no/such/path" not in counted


def test_the_description_names_every_route(service: "Service") -> None:
    api = service("/openapi.json").json
    assert set(api["paths"]) == {
        "/v1/games",
        "/v1/games/{id}/rules",
        "/v1/games/{id}/words",
        "/v1/qr",
        "/v1/rules/{id}",
        "/v1/search",
        "/v1/ask",
        "/v1/dispute",
        "/v1/procedures",
        "/v1/procedures/{id}",
        "/v1/adjudicate/{id}",
        "/healthz",
        "/readyz",
    }
    ask = api["paths"]["/v1/ask"]["post"]
    assert "requestBody" in ask
    assert set(ask["responses"]["200"]["content"]) == {"application/json", "text/event-stream"}


def test_the_description_says_what_is_answered_and_what_goes_wrong(service: "Service") -> None:
    api = service("/openapi.json").json
    said = {
        f"{method} {path}": described["responses"]
        for path, methods in api["paths"].items()
        for method, described in methods.items()
    }
    for route, responses in said.items():
        assert "HTTPValidationError" not in json.dumps(responses)
        for status in responses.keys() - {"200", "304"}:
            (shape,) = responses[status]["content"].values()
            assert shape["schema"] == {"$ref": "#/components/schemas/Problem"}, route
    required = {"type", "title", "status", "detail", "instance"}
    assert required <= set(api["components"]["schemas"]["Problem"]["required"])
    assert {"404", "422"} <= said["get /v1/rules/{id}"].keys()
    assert {"404", "413", "422", "503"} <= said["post /v1/adjudicate/{id}"].keys()
    assert {"413", "422", "503"} <= said["post /v1/ask"].keys()
    for route in said.keys() - {"get /healthz", "get /readyz", "get /v1/qr"}:
        assert "$ref" in json.dumps(said[route]["200"]["content"]["application/json"]["schema"]), route


def test_rules_and_conflicts_are_what_the_description_says(service: "Service") -> None:
    shape: TypeAdapter[AboutRule | AboutConflict] = TypeAdapter(AboutRule | AboutConflict)
    for id in ("VW-8.2", "VW-C01", "DT-6.14", "VH-3.7", "VA-C01"):
        shape.validate_json(service(f"/v1/rules/{id}").body)


@pytest.mark.parametrize("path", ["/", "/docs"])
def test_pages_ask_nothing_of_other_servers(service: "Service", path: str) -> None:
    page = service(path)
    assert (page.status, page.type) == (200, "text/html")
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'self'" in policy
    text = page.body.decode()
    assert "http://" not in text
    assert "https://" not in text
    assert "innerHTML" not in text


def test_a_port_in_use_is_one_clear_error(arbitro: "Arbitro", service: "Service") -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = arbitro("serve", "--port", str(port))
    assert (said.code, said.out) == (1, "")
    assert said.err == (
        f"arbitro: port {port} is in use: stop what runs there, or take another: arbitro serve --port {port + 1}\n"
    )


def test_an_address_of_another_machine_is_one_clear_error(arbitro: "Arbitro") -> None:
    said = arbitro("serve", "--host", "192.0.2.1", "--port", "0")
    assert said.code == 1
    assert said.err.startswith("arbitro: cannot listen on 192.0.2.1:0")


def test_a_name_that_is_no_address_is_one_clear_error(arbitro: "Arbitro") -> None:
    said = arbitro("serve", "--host", "a" * 80, "--port", "0")
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert "is no address of this machine" in said.err


def test_of_two_that_start_at_once_on_a_port_one_serves(service: "Service") -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*COMMAND, "serve", "--port", str(port)]
    both = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=CHECKOUT) for _ in "12"]
    try:
        for _ in range(1200):
            if ended := [each for each in both if each.poll() is not None]:
                break
            time.sleep(0.1)
        (loser,) = ended
        assert loser.stderr is not None
        assert loser.stderr.read().decode().startswith(f"arbitro: port {port} is in use: ")
        assert loser.returncode == 1
    finally:
        for each in both:
            each.terminate()
            each.communicate(timeout=20)


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    if LocalLLM("", threads=1).status().state == "absent":
        pytest.skip("needs the packaged LLM: make llm")
    file = tmp_path / "broken.gguf"
    file.write_bytes(b"GGUF" + b"x" * 5_000)
    return file


UNWRITTEN = {"question": "V-Wars: truth and lies over what one looked at", "game": "vwars"}


def drafts(service: "Service") -> dict[str, int]:
    """How many drafts ended how, of those that were asked for."""
    counted = re.findall(r'^arbitro_drafts_total{end="([^"]+)"} (\d+)', service("/metrics").body.decode(), re.M)
    return {end: int(count) for end, count in counted if int(count)}


def test_with_a_broken_model_the_rules_speak(service: "Service", broken: Path) -> None:
    plain = service("/v1/ask", UNWRITTEN).json
    with serving(ARBITRO_LLM=str(broken)) as running:
        assert running("/readyz").json["llm"] == {"state": "idle"}
        answer = running("/v1/ask", UNWRITTEN).json
        assert {**answer, "timings_ms": 0} == {**plain, "timings_ms": 0}
        ready = running("/readyz")
        assert ready.status == 200
        assert ready.json["llm"]["state"] == "off"
        assert "broken.gguf is broken or of an unknown kind" in ready.json["llm"]["why"]
        assert drafts(running) == {"off": 1}


def test_an_llm_that_dies_again_and_again_costs_drafts_and_no_answers(service: "Service", tmp_path: Path) -> None:
    from tests.service.tiny_model import write_random_model

    write_random_model(tmp_path / "nan.gguf", seed=1, weight=float("nan"))
    plain = service("/v1/ask", UNWRITTEN).json["answer"]
    soon = "from service.llm import supervisor; supervisor.PAUSES = (0.5, 0.5)"
    with serving(first=soon, ARBITRO_LLM=str(tmp_path / "nan.gguf")) as running:
        for _ in range(300):
            assert running("/v1/ask", UNWRITTEN).json["answer"] == plain
            status = running("/readyz").json["llm"]
            if status["state"] == "off":
                break
            time.sleep(0.2)
        assert "third time in a row" in status["why"]
        assert set(drafts(running)) <= {"died", "late", "off", "starting"}
        assert "arbitro_llm_restarts_total 2.0" in running("/metrics").body.decode()


def test_eight_who_get_drafts_do_not_hold_up_one_who_gets_none(writing: "Service") -> None:
    def seconds(question: dict[str, str]) -> float:
        began = time.monotonic()
        assert writing("/v1/ask", question).status == 200
        return time.monotonic() - began

    with ThreadPoolExecutor(8) as many:
        seconds(UNWRITTEN)
        alone = seconds(QUESTION)
        eight = many.map(lambda number: seconds({"question": f"{UNWRITTEN['question']} {number}"}), range(8))
        time.sleep(0.3)
        italian = [seconds(QUESTION) for _ in range(3)]
        english = list(eight)
        print(f"alone {alone:.2f}, beside eight {italian}, the eight {english}, {drafts(writing)}")
        assert min(italian) < PATIENCE_SECONDS / 2 + 5 * alone
        assert sum(took >= PATIENCE_SECONDS for took in english) <= 3


def test_it_stops_on_a_signal(service: "Service") -> None:
    running = subprocess.Popen([*COMMAND, "serve", "--port", "0"], stdout=subprocess.PIPE, cwd=CHECKOUT)
    assert running.stdout is not None
    with running.stdout as out:
        assert out.readline().startswith(b"Arbitro is at http://127.0.0.1:")
        running.send_signal(2)
        assert running.wait(timeout=30) == 0
