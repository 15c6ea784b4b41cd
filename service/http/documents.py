"""JSON that is the same until the texts change: made and compressed once, and sent again only to who has another."""

import gzip
import hashlib
import json
from dataclasses import dataclass
from typing import Any

from fastapi import Request, Response
from starlette.datastructures import Headers

NOT_MODIFIED: dict[int | str, dict[str, Any]] = {304: {"description": "What the client has is what there is"}}
_WORTH_COMPRESSING = 2_000


@dataclass(frozen=True, slots=True)
class Document:
    """The bytes of a JSON answer, as they are and compressed, and the tag that names them."""

    body: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, value: Any, tag: str = "") -> "Document":
        """The document of a value; its tag is a digest of it unless told."""
        body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
        packed = gzip.compress(body, 6, mtime=0) if len(body) >= _WORTH_COMPRESSING else b""
        digest = tag or hashlib.sha256(body).hexdigest()[:16]
        return cls(body, packed, f'W/"{digest}"')  # weak: the same whether it is compressed or not

    def response(self, request: Request) -> Response:
        """The document, or that the client has it already."""
        headers = {"ETag": self.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if has(self.tag, request.headers):
            return Response(status_code=304, headers=headers)
        if self.packed and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.packed, headers=headers, media_type="application/json")
        return Response(self.body, headers=headers, media_type="application/json")


def has(tag: str, headers: Headers) -> bool:
    """Whether a client says that it has what bears this tag."""
    named = {one.strip().removeprefix("W/") for one in headers.get("if-none-match", "").split(",")}
    return bool(named & {"*", tag.removeprefix("W/")})
