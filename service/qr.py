"""QR codes: as SVG for a page, and in the letters of a terminal."""

import io

import segno

MOST_LETTERS = 2_000
DARK, LIGHT = "#000", "#fff"


class TooMuch(ValueError):  # noqa: N818  # it says what is the matter
    """A text that no QR code can hold."""


def svg(text: str) -> bytes:
    """The QR code of a text, dark on light, in its quiet zone; raises TooMuch."""
    drawn = io.BytesIO()
    _code(text).save(drawn, kind="svg", dark=DARK, light=LIGHT, omitsize=True, svgclass=None, lineclass=None, nl=False)
    return drawn.getvalue()


def terminal(text: str, *, colours: bool, blocks: bool = True) -> str:
    """The QR code of a text as lines; raises TooMuch.

    It is dark on light in a dark terminal, and with `colours` in any. Without `blocks`, for a terminal that lacks such
    letters, it is drawn in reversed spaces.
    """
    drawn = io.StringIO()
    _code(text).terminal(drawn, compact=blocks)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"\033[97;40m{line}\033[0m" if colours and blocks else line for line in lines)


def _code(text: str) -> segno.QRCode:
    """As small as it can be: it is read off a screen, which has no stains."""
    try:
        return segno.make_qr(text, error="l")
    except segno.DataOverflowError as error:
        raise TooMuch(f"the text is {len(text.encode())} bytes, and a QR code holds 2,953: shorten it") from error
