"""That the API's own description is true: for a client generated from it, and for requests generated from it."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.service.test_http import FLOODS, STREAM, problem, sse_events

if TYPE_CHECKING:
    from tests.service.conftest import Service

TOOLS = Path(sys.executable).parent
DESCRIPTION = "http://localhost/openapi.json"


@pytest.fixture(scope="module")
def api(service: "Service") -> Any:
    return service("/openapi.json").json


def faults(api: Any, schema: Mapping[str, Any], value: Any) -> list[str]:
    """What a value has that its schema in this description does not."""
    registry: Registry[Any] = Registry().with_resource(DESCRIPTION, DRAFT202012.create_resource(api))
    within = json.loads(json.dumps(schema).replace('"#/', f'"{DESCRIPTION}#/'))
    return [error.message for error in Draft202012Validator(within, registry=registry).iter_errors(value)]


def examples(described: Mapping[str, Any]) -> list[Any]:
    """The example bodies of an operation; one of nothing where it takes none."""
    content = described.get("requestBody", {}).get("content", {}).get("application/json", {})
    return [example["value"] for example in content.get("examples", {}).values()] or [None]


def requests(api: Any) -> Iterator[tuple[str, str, Any, Mapping[str, Any]]]:
    """Each operation with its own examples: method, path, body and what it is said to answer."""
    for path, operations in api["paths"].items():
        for method, described in operations.items():
            taken = {one["name"]: one for one in described.get("parameters", [])}
            given = {name: one["schema"].get("examples", [None])[0] for name, one in taken.items()}
            asked = "&".join(f"{n}={v}" for n, v in given.items() if v is not None and taken[n]["in"] == "query")
            for body in examples(described):
                yield method, f"{path.format(**given)}?{asked}".replace(" ", "%20"), body, described["responses"]


def test_every_example_is_answered_as_described(service: "Service", api: Any) -> None:
    asked = list(requests(api))
    assert len(asked) >= 15
    for method, path, body, responses in asked:
        reply = service(path, body, method=method.upper())
        assert reply.status == 200, (path, reply.body)
        described = responses["200"]["content"][reply.type]
        value = reply.json if reply.type == "application/json" else reply.body.decode()
        assert not faults(api, described["schema"], value), path


def test_a_body_may_be_said_to_be_wrong_by_its_description(api: Any) -> None:
    """What checks the rest here finds what is wrong."""
    assert faults(api, {"$ref": "#/components/schemas/Question"}, {"question": "a", "gam": "vwars"})
    assert faults(api, {"$ref": "#/components/schemas/Question"}, {"question": "a" * 2_001})
    assert not faults(api, {"$ref": "#/components/schemas/Question"}, {"question": "a", "game": "vwars"})


@pytest.mark.parametrize(
    "question",
    ["Quante truppe può avere una città?", "can a public vampire enter a city under martial law?", "what is 2+2?"],
)
def test_every_event_is_as_described(service: "Service", api: Any, question: str) -> None:
    content = api["paths"]["/v1/ask"]["post"]["responses"]["200"]["content"]["text/event-stream"]
    shapes = {
        one["properties"]["event"]["const"]: one["properties"]["data"]["contentSchema"]
        for one in content["x-itemSchema"]["oneOf"]
    }
    events = sse_events(service("/v1/ask", {"question": question}, headers=STREAM).body)
    assert {"rules", "ruling", "answer"} <= {name for name, _ in events}
    for name, data in events:
        assert not faults(api, shapes[name], data), name


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/v1/rules/VW-99.9", None, 404),
        ("GET", "/v1/search", None, 422),
        ("POST", "/v1/ask", {"question": "?"}, 422),
        ("POST", "/v1/ask", b"x" * 300_000, 413),
        ("POST", "/v1/adjudicate/vwars.set-up", FLOODS["conflicts"].encode(), 422),
        (
            "POST",
            "/v1/adjudicate/victory-honor.reserve",
            {"state": {"hand": ["blue G1"] * 100, "captured": ["blue 6"]}},
            422,
        ),
        ("POST", "/v1/adjudicate/vwars.none", {"state": {}}, 404),
    ],
)
def test_every_problem_is_as_described(
    service: "Service", api: Any, method: str, path: str, body: object, status: int
) -> None:
    document = problem(service(path, body, method=method), status)
    template = "/v1/rules/{id}" if "rules" in path else "/v1/adjudicate/{id}" if "adjudicate" in path else path
    described = api["paths"][template][method.lower()]["responses"][str(status)]["content"]
    assert not faults(api, described["application/problem+json"]["schema"], document)


@pytest.fixture(scope="module")
def client(api: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """A client that was generated from the description alone."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "openapi.json").write_text(json.dumps(api))
    command = [TOOLS / "openapi-python-client", "generate", "--path", "openapi.json", "--meta", "none"]
    done = subprocess.run(
        [*command, "--output-path", "arbitro_client"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    omitted = re.findall(r"parsing (\S+ \S+) within", done.stdout + done.stderr)
    assert omitted in ([], ["GET /v1/qr"]), done.stdout  # it has no word for a picture
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        import arbitro_client.api.default  # type: ignore[import-not-found]

        yield arbitro_client


def told(state: dict[str, object]) -> object:
    """A state as the generated client sends it."""
    from arbitro_client import models

    return models.AskedPosition(state=models.AskedPositionState.from_dict(state))


def test_a_generated_client_asks_and_understands(service: "Service", client: ModuleType) -> None:
    from arbitro_client import models  # type: ignore[import-not-found]
    from arbitro_client.api.default import (  # type: ignore[import-not-found]
        adjudicate,
        ask,
        dispute,
        games,
        procedure,
        readyz,
        rule,
        rules,
        search,
        words,
    )

    here = client.Client(base_url=service.url)
    assert games.sync(client=here)[0].id == service("/v1/games").json[0]["id"]
    answer = ask.sync(client=here, body=models.Question(question="Quante truppe può avere una città?", game="vwars"))
    assert isinstance(answer, models.Answer)
    assert answer.citations[0].source.section
    asked = models.Question(question="can a public vampire enter a city under martial law?", game="vwars")
    ruled = ask.sync(client=here, body=asked)
    assert ruled.ruling.verdict == "illegal"
    assert ruled.to_dict() | {"timings_ms": 0} == service("/v1/ask", asked.to_dict()).json | {"timings_ms": 0}
    described = procedure.sync("vwars.riot", client=here)
    ruling = adjudicate.sync("vwars.riot", client=here, body=told(described.example))
    assert ruling.steps[0].rule.startswith("VW-")
    part = adjudicate.sync("vwars.move", client=here, body=told({}))
    assert part.hangs_on.branches[0].says
    claims = models.Disputed(a="a city holds three troops", b="a city does not hold three troops", game="vwars")
    assert len(dispute.sync(client=here, body=claims).claims) == 2
    assert rule.sync("VW-8.2", client=here).kind == "rule"
    assert rule.sync("VW-C01", client=here).kind == "conflict"
    assert search.sync(client=here, q="riot", limit=3).hits[0].rule
    assert rules.sync("vwars", client=here).chapters
    assert words.sync("vwars", client=here).fields.to_dict()
    assert readyz.sync(client=here).status == "ready"


def test_a_generated_client_understands_problems(service: "Service", client: ModuleType) -> None:
    from arbitro_client import models
    from arbitro_client.api.default import adjudicate, ask, rule

    here = client.Client(base_url=service.url)
    missing = rule.sync("VW-99.9", client=here)
    assert isinstance(missing, models.Problem)
    assert (missing.status, missing.instance) == (404, "/v1/rules/VW-99.9")
    empty = ask.sync(client=here, body=models.Question(question=""))
    assert empty.problems[0].to_dict()["path"] == "question"
    state = {"hand": ["blue G1"] * 100, "captured": ["blue 6"]}
    impossible = adjudicate.sync("victory-honor.reserve", client=here, body=told(state))
    assert impossible.faults[0].to_dict()["rule"].startswith("VH-")


def attacked(service: "Service", folder: Path, *options: str) -> int:
    """How many requests were made of the description, stateful ones among them; none was answered otherwise."""
    done = subprocess.run(
        [
            TOOLS / "schemathesis",
            "run",
            f"{service.url}/openapi.json",
            "--exclude-checks=positive_data_acceptance",  # no schema says what makes a question or a state
            "--suppress-health-check=all",
            "--request-timeout=60",  # a busy machine is no fault of the description
            "--warnings=off",
            "--no-color",
            *options,
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-8_000:]
    (generated,) = re.findall(r"^  (\d+) generated, \1 passed$", done.stdout, re.M)
    return int(generated)


def test_generated_requests_are_answered_as_described(service: "Service", tmp_path: Path) -> None:
    assert attacked(service, tmp_path, "--max-examples=3", "--seed=1") > 300


@pytest.mark.slow
def test_thousands_of_generated_requests_are_answered_as_described(service: "Service", tmp_path: Path) -> None:
    # By one worker: two, that parse at once, break in Python before 3.11.8 (`service.syntax_trees`).
    assert attacked(service, tmp_path, "--max-examples=200") > 3_000
    assert service("/readyz").status == 200
