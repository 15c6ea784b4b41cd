"""QR codes, read as a phone would read them."""

import re
from typing import TYPE_CHECKING
from urllib.parse import quote
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
import pytest
import zxingcpp

from service import qr
from tests.service.test_http import problem

if TYPE_CHECKING:
    from tests.service.conftest import Service

QUIET = 4
"""Light modules around a code, by the standard."""
LINK = "http://192.168.1.20:8000/?key=Zm9vYmFy_-QUJD#/vwars/riot?cards=red+4"
Picture = npt.NDArray[np.uint8]


def read(picture: Picture) -> str:
    """The text of the one code in a picture, of one pixel a module."""
    (found,) = zxingcpp.read_barcodes(np.kron(picture, np.full((4, 4), 1, np.uint8)))
    return str(found.text)


def drawn(svg: bytes) -> Picture:
    """The picture in an SVG of segno: a light ground, and the dark modules in one path of strokes a module high."""
    root = ElementTree.fromstring(svg)
    width, height = map(int, root.attrib["viewBox"].split()[2:])
    ground, dark = root
    assert (ground.attrib["fill"], ground.attrib["d"]) == ("#fff", f"M0 0h{width}v{height}h-{width}z")
    assert dark.attrib["stroke"] == "#000"
    picture = np.full((height, width), 255, np.uint8)
    x, y = 0, 0.0
    for command, by, down in re.findall(r"([Mmh])(-?\d+)(?: ?(-?[\d.]+))?", dark.attrib["d"]):
        match command:
            case "M":
                x, y = int(by), float(down)
            case "m":
                x, y = x + int(by), y + float(down)
            case "h":
                picture[int(y), x : x + int(by)] = 0
                x += int(by)
    return picture


def shown(lines: str) -> Picture:
    """The picture that half blocks make in a terminal of light letters on a dark ground."""
    halves = {" ": (0, 0), "▀": (255, 0), "▄": (0, 255), "█": (255, 255)}
    return np.array(
        [[halves[letter][half] for letter in line] for line in lines.splitlines() for half in (0, 1)], np.uint8
    )


@pytest.mark.parametrize("text", [LINK, "7", "perché no?", "€", "x" * 2_000])
def test_a_code_holds_its_text_in_a_quiet_zone(service: "Service", text: str) -> None:
    reply = service(f"/v1/qr?text={quote(text, safe='')}")
    assert (reply.status, reply.type) == (200, "image/svg+xml")
    assert "immutable" in reply.headers["Cache-Control"]
    picture = drawn(reply.body)
    assert read(picture) == text
    dark = np.argwhere(picture == 0)
    assert dark.min() == QUIET
    assert dark.max() == len(picture) - 1 - QUIET


@pytest.mark.parametrize(
    ("text", "says"), [("", "text: "), ("x" * 2_001, "text: "), ("€" * 2_000, "6000 bytes, and a QR code holds 2,953")]
)
def test_a_text_that_no_code_holds(service: "Service", text: str, says: str) -> None:
    document = problem(service(f"/v1/qr?text={quote(text)}"), 422)
    assert says in document["detail"]
    assert document["problems"][0]["path"] == "text"


def test_a_terminal_shows_the_same_code() -> None:
    plain = qr.terminal(LINK, colours=False, blocks=True)
    assert read(shown(plain)) == LINK
    coloured = qr.terminal(LINK, colours=True, blocks=True)
    assert coloured.splitlines() == [f"\033[97;40m{line}\033[0m" for line in plain.splitlines()]


def test_a_terminal_without_such_letters_shows_it_in_colours() -> None:
    lines = qr.terminal(LINK, colours=True, blocks=False)
    assert lines.isascii()
    picture = np.array(
        [
            [255 if colour == "7" else 0 for colour, spaces in re.findall(r"\033\[(7|49)m( +)", line) for _ in spaces]
            for line in lines.splitlines()
        ],
        np.uint8,
    )
    assert read(picture[:, ::2]) == LINK
