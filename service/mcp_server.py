"""The referee as tools for assistants: a Model Context Protocol server over standard input and output.

The tools are the operations that the command line and HTTP have, each with its request as the schema of its arguments.
"""

import json
import logging
import re
from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import version
from typing import Any

import anyio
import mcp_types as types
from anyio.to_thread import run_sync
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from corpus import CorpusError, game_ids
from index import ModelError, Unreachable
from service.answering.questions import BadQuestion
from service.http.startup import NotReady
from service.operations import OPERATIONS, Operation, Resources
from service.positions.mistakes import suggestion
from service.positions.rulings import BadInput, ImpossibleState

INSTRUCTIONS = (
    "A referee for the rules of {games}. Do not rule from memory: `ask` takes a question in a player's words, Italian "
    "or English; `adjudicate` computes the ruling on a state, of which any part will do, even {{}}, and says in "
    "`hangs_on` which fact to ask the players for next and what each answer leads to. `procedures` lists what can be "
    "ruled on, and with `of: game.procedure` what its state is made of. Cite the ids of the rules that an answer rests "
    "on; where it says that the rules are silent or contradict each other, say so too."
)

_ID = re.compile(r'"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")')

log = logging.getLogger(__name__)


def serve(resources: Resources) -> None:
    """Serves until the assistant closes standard input."""
    anyio.run(_serve, _server(resources))


async def _serve(server: Server[Any]) -> None:
    """Answers also what cannot be read, such as a state of hundreds of levels: its sender would wait for ever."""
    async with stdio_server() as (received, sent):
        read_later, readable = anyio.create_memory_object_stream[SessionMessage | Exception](0)

        async def read() -> None:
            async with read_later:
                async for message in received:
                    if isinstance(message, Exception):
                        await sent.send(SessionMessage(_unreadable(message)))
                    else:
                        await read_later.send(message)

        async with anyio.create_task_group() as reading:
            reading.start_soon(read)
            await server.run(readable, sent, server.create_initialization_options())
            reading.cancel_scope.cancel()


def _unreadable(error: Exception) -> types.JSONRPCError:
    """What the sender of a line is told; the id of its request is looked for before what makes it unreadable."""
    line = str(error.errors()[0]["input"]) if isinstance(error, ValidationError) else ""
    found = _ID.search(line.partition('"params"')[0])
    problem = "this line cannot be read: send JSON-RPC in UTF-8, of at most 100 levels"
    told = types.ErrorData(code=types.PARSE_ERROR, message=problem)
    return types.JSONRPCError(jsonrpc="2.0", id=json.loads(found[1]) if found else None, error=told)


def _server(resources: Resources) -> Server[Any]:
    tools = [_tool(operation) for operation in OPERATIONS.values()]

    async def list_tools(_: object, __: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(_: object, asked: types.CallToolRequestParams) -> types.CallToolResult:
        operation = OPERATIONS.get(asked.name)
        if operation is None:
            known = ", ".join(OPERATIONS)
            problem = f"unknown tool {asked.name!r:.40}: there is {known}{suggestion(asked.name, OPERATIONS)}"
            raise MCPError(types.INVALID_PARAMS, problem)
        said = partial(operation.document, asked.arguments or {}, resources)
        return await run_sync(_result, said, abandon_on_cancel=True)

    return Server(
        "arbitro",
        version=version("arbitro"),
        title="Arbitro",
        instructions=INSTRUCTIONS.format(games=", ".join(game_ids())),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _tool(operation: Operation[Any]) -> types.Tool:
    summary = f"{operation.summary[:1].upper()}{operation.summary[1:]}."
    return types.Tool(
        name=operation.name,
        description=f"{summary} {operation.request.__doc__}",
        input_schema=operation.request.model_json_schema(),
        annotations=types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False),
    )


def _result(said: Callable[[], Any]) -> types.CallToolResult:
    """What an operation says, or the sentence that speaks against it, which the assistant can act on."""
    try:
        return _content(said(), is_error=False)
    except (BadInput, ImpossibleState) as error:
        return _content(error.document(), is_error=True, sentence=str(error))
    except BadQuestion as error:
        document = BadInput({"path": error.field, "problem": str(error)}).document()
        return _content(document, is_error=True, sentence=str(error))
    except NotReady as error:
        return _content({"error": "not-ready", **error.progress}, is_error=True, sentence=str(error))
    except (ModelError, Unreachable, CorpusError) as error:
        return _content({"error": "failed"}, is_error=True, sentence=str(error))
    except Exception:
        log.exception("a tool failed")
        sentence = "this could not be done; the log of the server says why"
        return _content({"error": "failed"}, is_error=True, sentence=sentence)


def _content(document: Any, *, is_error: bool, sentence: str = "") -> types.CallToolResult:
    """As structured content, which older clients want to be an object, and as text for those that read no other."""
    structured: Mapping[str, Any] = {"procedures": document} if isinstance(document, list) else document
    text = sentence or json.dumps(structured, ensure_ascii=False)
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text)], structured_content=structured, is_error=is_error
    )
