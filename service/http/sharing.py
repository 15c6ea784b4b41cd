"""What hands a question or a position on: QR codes of links."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from service import qr
from service.http.description import problem_responses
from service.positions.rulings import BadInput

SVG = "image/svg+xml"
HEADERS = {
    "Cache-Control": "max-age=31536000, immutable",  # a text has one code for ever
    "Content-Security-Policy": "default-src 'none'",
    "X-Content-Type-Options": "nosniff",
}

router = APIRouter()


@router.get(
    "/v1/qr",
    response_class=Response,
    responses={200: {"content": {SVG: {"schema": {"type": "string"}}}}, **problem_responses(422)},
)
def qr_code(
    text: Annotated[
        str,
        Query(min_length=1, max_length=qr.MOST_LETTERS, description="Such as a link", examples=["riot"]),
    ],
) -> Response:
    """A QR code as SVG, black on white with its quiet zone; as large as it is drawn."""
    try:
        return Response(qr.svg(text), headers=HEADERS, media_type=SVG)
    except qr.TooMuch as error:
        raise BadInput({"path": "text", "problem": str(error)}) from error
