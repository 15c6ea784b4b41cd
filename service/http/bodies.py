"""Reads what a client sends: JSON, whole, in time, and no more of it than there is room for."""

import asyncio
from typing import Any

from fastapi import Request
from starlette.exceptions import HTTPException

from service.http.problem_details import MOST_BYTES
from service.positions.reading import parse_json
from service.positions.rulings import BadInput

MOST_BYTES_READ = 32_000_000
SECONDS_TO_SEND = 20


async def read_json(request: Request) -> Any:
    """The body of a request; raises BadInput, or HTTPException where it is too large or comes too slowly."""
    body = await _read_body(request)
    try:
        return parse_json(body)
    except ValueError as error:
        raise BadInput({"path": "", "problem": str(error)}) from error


async def _read_body(request: Request) -> bytes:
    """The body. One that is too large is read on for a while, or its sender would never see the answer."""
    body = bytearray()
    size = 0
    try:
        async with asyncio.timeout(SECONDS_TO_SEND):
            async for chunk in request.stream():
                size += len(chunk)
                if size <= MOST_BYTES:
                    body += chunk
                elif size > MOST_BYTES_READ:
                    break
    except TimeoutError as error:
        late = f"the body did not come within {SECONDS_TO_SEND} seconds: send it again"
        raise HTTPException(408, late, {"Connection": "close"}) from error
    if size > MOST_BYTES:
        raise HTTPException(413)
    return bytes(body)
