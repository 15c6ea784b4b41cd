"""`arbitro mcp`, met by the SDK's own client over standard input and output."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from anyio.from_thread import start_blocking_portal
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError

from service.cli.commands import COMMANDS
from service.operations import OPERATIONS
from service.summaries import SUMMARIES
from tests.service.conftest import CHECKOUT, COMMAND, SETTINGS, run_apart

if TYPE_CHECKING:
    from mcp_types import CallToolResult

    from tests.service.conftest import Arbitro, Service

Visit: TypeAlias = Callable[[Client], Awaitable[Any]]
Visited: TypeAlias = Callable[[Visit], Any]
Called: TypeAlias = Callable[[str, dict[str, object]], "CallToolResult"]
QUESTION = "How many actions do I have in a turn?"


def server(**environment: str) -> StdioServerParameters:
    return StdioServerParameters(
        command=COMMAND[0],
        args=[*COMMAND[1:], "mcp"],
        cwd=CHECKOUT,
        env={**os.environ, **SETTINGS, **environment},
    )


def met(visit: Visit, **environment: str) -> Any:
    """What a visit of the SDK's client to a server of its own comes to."""

    async def meet() -> Any:
        async with Client(stdio_client(server(**environment))) as client:
            return await visit(client)

    return run_apart(meet())


@pytest.fixture(scope="module")
def visited() -> Iterator[Visited]:
    """What visits to one server come to, one after the other."""
    with start_blocking_portal() as apart, apart.wrap_async_context_manager(Client(stdio_client(server()))) as client:
        yield lambda visit: apart.call(visit, client)


@pytest.fixture
def called(visited: Visited) -> Called:
    """What a tool of that server answers."""
    return lambda tool, arguments: visited(lambda client: client.call_tool(tool, arguments))


def sentence(result: "CallToolResult") -> str:
    (content,) = result.content
    assert content.type == "text"
    return content.text


def test_each_operation_is_a_tool_a_command_and_a_route(service: "Service", visited: Visited) -> None:
    tools = visited(lambda client: client.list_tools()).tools
    assert {tool.name for tool in tools} == OPERATIONS.keys() == SUMMARIES.keys()
    assert OPERATIONS.keys() <= COMMANDS
    routes = service("/openapi.json").json["paths"]
    for tool in tools:
        assert any(f"/{tool.name}" in path.replace("rules/", "rule/") for path in routes), tool.name
        assert tool.description.lower().startswith(SUMMARIES[tool.name].lower())
        assert tool.input_schema["type"] == "object"
        assert all(field.get("description") or field.get("anyOf") for field in tool.input_schema["properties"].values())


def test_an_answer_and_a_search_are_those_of_the_command_line(warm_arbitro: "Arbitro", visited: Visited) -> None:
    async def visit(client: Client) -> tuple[Any, Any]:
        asked, found = await asyncio.gather(
            client.call_tool("ask", {"question": QUESTION, "game": "vwars"}),
            client.call_tool("search", {"words": "quante truppe", "limit": 3}),
        )
        return asked, found

    asked, found = visited(visit)
    answer = warm_arbitro("ask", QUESTION, "--game", "vwars", "--json").json
    for one in (answer, asked.structured_content):
        assert one.pop("timings_ms")
    assert asked.structured_content == answer
    assert found.structured_content == warm_arbitro("search", "quante", "truppe", "--limit", "3", "--json").json


def test_a_state_told_in_part_is_answered_with_what_to_ask_next_until_it_is_ruled_on(visited: Visited) -> None:
    async def visit(client: Client) -> list[Any]:
        state: dict[str, object] = {"standing": "public-vampire"}
        ruled = []
        for _ in range(3):
            result = await client.call_tool("adjudicate", {"procedure": "vwars.move", "state": state})
            ruled.append(result.structured_content)
            asks = ruled[-1].get("hangs_on")
            if asks is None:
                break
            state[asks["field"]] = asks["branches"][0]["values"][0]
        return ruled

    first, *_, last = visited(visit)
    assert (first["verdict"], first["hangs_on"]["field"]) == ("depends", "destination")
    assert first["hangs_on"]["question"].endswith("?")
    assert last["verdict"] == "illegal"
    assert "VW-6.4" in {step["rule"] for step in last["steps"]}


def test_a_procedure_is_listed_in_a_line_and_told_whole_when_it_is_named(
    warm_arbitro: "Arbitro", called: Called
) -> None:
    cards = called("procedures", {"of": "village-attacks"}).structured_content["procedures"]
    assert len(cards) > 10
    assert all(set(card) == {"id", "game", "summary"} for card in cards)
    (whole,) = called("procedures", {"of": "vwars.move"}).structured_content["procedures"]
    assert [whole] == warm_arbitro("procedures", "vwars.move", "--json").json
    ruled = called("adjudicate", {"procedure": "vwars.move", "state": whole["example"]}).structured_content
    assert ruled["verdict"] in ("legal", "illegal")


def test_the_text_says_what_the_structure_does(called: Called) -> None:
    result = called("rule", {"id": "vw-6.4"})
    assert json.loads(sentence(result)) == result.structured_content
    assert result.structured_content["id"] == "VW-6.4"


WRONG: list[tuple[str, dict[str, object], list[str] | None]] = [
    ("rule", {"id": "VW-99.9"}, ["rule", "VW-99.9"]),
    ("ask", {"question": "  "}, None),
    ("ask", {"question": "how many?", "game": "chess"}, ["ask", "how many?", "--game", "chess"]),
    ("search", {"words": "troops", "limit": 0}, ["search", "troops", "--limit", "0"]),
    ("adjudicate", {"procedure": "vwars.mov", "state": {}}, ["adjudicate", "vwars.mov"]),
    ("adjudicate", {"procedure": "vwars.set-up", "state": {"players": "many"}}, None),
    ("procedures", {"of": "chess"}, ["procedures", "chess"]),
    ("rule", {}, None),
    ("rule", {"rule": "VW-6.4"}, None),
]
"""Tool, arguments, and the command that asks the same where a command can be so wrong."""


def test_what_is_wrong_is_said_in_the_words_of_the_command_line(warm_arbitro: "Arbitro", visited: Visited) -> None:
    async def visit(client: Client) -> list[Any]:
        return [await client.call_tool(tool, arguments) for tool, arguments, _ in WRONG]

    for result, (_, _, command) in zip(visited(visit), WRONG, strict=True):
        assert result.is_error
        assert result.structured_content["error"] == "bad-input"
        assert len(sentence(result).splitlines()) == 1
        if command:
            assert warm_arbitro(*command, stdin="{}").err.strip() == f"arbitro: {sentence(result)}"


def test_a_state_that_cannot_be_says_every_fault(called: Called) -> None:
    state = {"players": 3, "cities": ["a", "b", "c", "d", "e", "f", "g"]}
    result = called("adjudicate", {"procedure": "vwars.city-draw", "state": state})
    assert result.is_error
    assert result.structured_content["error"] == "illegal-state"
    assert "VW-3.9" in {fault["rule"] for fault in result.structured_content["faults"]}
    assert all(fault["says"] in sentence(result) for fault in result.structured_content["faults"])


def test_a_line_that_cannot_be_read_is_answered_and_not_waited_for(visited: Visited) -> None:
    deep: dict[str, object] = {}
    for _ in range(250):
        deep = {"a": deep}

    async def visit(client: Client) -> str:
        with pytest.raises(MCPError, match="cannot be read: send JSON-RPC in UTF-8, of at most 100 levels"):
            await asyncio.wait_for(client.call_tool("adjudicate", {"procedure": "vwars.move", "state": deep}), 30)
        return sentence(await client.call_tool("rule", {"id": "VW-8.2"}))

    assert "VW-8.2" in visited(visit)


def test_a_tool_that_is_not_there_is_named_with_those_that_are(visited: Visited) -> None:
    async def visit(client: Client) -> str:
        with pytest.raises(MCPError) as error:
            await client.call_tool("asks", {})
        return error.value.message

    assert visited(visit).startswith("unknown tool 'asks': there is ask, ")


def test_while_the_index_is_built_a_question_says_how_far_it_is_and_a_ruling_is_made(tmp_path: Path) -> None:
    async def visit(client: Client) -> tuple[Any, Any]:
        async def ask_until_it_builds() -> Any:
            while not (asked := await client.call_tool("ask", {"question": QUESTION})).is_error:
                await asyncio.sleep(0.1)
            return asked

        asked = await asyncio.wait_for(ask_until_it_builds(), 120)
        return asked, await client.call_tool("adjudicate", {"procedure": "vwars.set-up", "state": {"players": 3}})

    asked, ruled = met(visit, ARBITRO_HOME=str(tmp_path))
    assert asked.structured_content["error"] == "not-ready"
    assert asked.structured_content["of"] > 1000
    assert "the index is being built" in sentence(asked)
    assert ruled.structured_content["verdict"] == "resolved"


def test_what_it_is_good_for_is_said_at_the_start(visited: Visited) -> None:
    async def visit(client: Client) -> Any:
        return client.instructions, client.server_info

    instructions, info = visited(visit)
    assert "village-attacks" in instructions
    assert info.name == "arbitro"


def test_it_starts_without_the_libraries_that_only_answers_need() -> None:
    """And a client that only says hello and leaves ends it."""
    program = (
        "import sys; from service.cli.main import main; main(['mcp'])\n"
        "print([name for name in ('torch', 'faiss', 'onnxruntime', 'llama_cpp', 'sentence_transformers', 'sklearn')"
        " if name in sys.modules], file=sys.stderr)"
    )
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(hello) + "\n",
        capture_output=True,
        text=True,
        check=True,
        cwd=CHECKOUT,
        env={**os.environ, **SETTINGS},
        timeout=60,
    )
    assert json.loads(done.stdout)["result"]["serverInfo"]["name"] == "arbitro"
    assert done.stderr.splitlines()[-1] == "[]"
