"""Sharing a ruling: links that reproduce it, and the sheet with the code and the picture."""

import base64
import json
import struct
import zlib
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.page.conftest import OpenPage
from tests.page.test_ask import BARRED, ask, choose, until_answered, word
from tests.service.conftest import Service

STATE = {"standing": "public-vampire", "destination": "adjacent", "martial_law": True, "note": "è — «ß» 🧛"}


def in_share(page: Page, call: str, value: object) -> Any:
    return page.evaluate(f"(value) => import('/page/core/share.js').then((share) => share.{call})", value)


def unpacked(address: str) -> Any:
    packed = urlsplit(address).fragment.removeprefix("s=")
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15))


def shared(page: Page) -> str:
    page.get_by_role("button", name="Share", exact=True).click()
    return page.locator(".sheet #link").input_value()


def digest(service: Service, game: str) -> str:
    return next(str(one["corpus"]) for one in service("/v1/games").json if one["id"] == game)


def test_a_position_comes_out_of_its_address_as_it_went_in(open_page: OpenPage) -> None:
    page = open_page()
    for position in (
        {"state": STATE, "edition": "it-summary", "readings": {"VW-C01": "it-summary"}, "corpus": "0123456789ab"},
        {"state": {}},
        {"state": {"hand": [{"card": f"blue {number}"} for number in range(400)]}},
    ):
        address = in_share(page, "positionAddress('vwars.move', value)", position)
        assert urlsplit(address).path == "/position/vwars.move"
        assert unpacked(address) == position
        assert in_share(page, "decodePosition(value)", urlsplit(address).fragment) == position


@pytest.mark.parametrize(
    "hash",
    [
        "",
        "s=",
        "s=not%base64",
        "s=" + base64.urlsafe_b64encode(b"not packed").decode(),
        "s=" + base64.urlsafe_b64encode(zlib.compress(b'{"no": "state"}', wbits=-15)).decode(),
        "s=" + base64.urlsafe_b64encode(zlib.compress(b'{"state": "' + b"x" * 2_000_000 + b'"}', wbits=-15)).decode(),
    ],
    ids=["nothing", "empty", "no base64", "no deflate", "no position", "a flood"],
)
def test_an_address_that_holds_no_position_is_read_as_none(open_page: OpenPage, hash: str) -> None:
    assert in_share(open_page(), "decodePosition(value)", hash) is None


def test_a_link_reproduces_the_question_its_game_and_edition(service: Service, open_page: OpenPage) -> None:
    page = open_page()
    choose(page, "#game", "vwars")
    choose(page, "#edition", "it-summary")
    ask(page, "We stormed a human city with strength 9, do we lose a sympathy token for that?")
    until_answered(page)
    assert word(page) == "Yes"
    address = shared(page)
    query = {name: value for name, (value,) in parse_qs(urlsplit(address).query).items()}
    assert query["game"] == "vwars"
    assert query["edition"] == "it-summary"
    assert query["corpus"] == digest(service, "vwars")
    other = open_page(address)
    until_answered(other)
    assert word(other) == "Yes"
    assert other.locator("#edition").input_value() == "it-summary"
    expect(other.locator(".notice")).to_have_count(0)


def test_a_link_asked_about_all_games_is_asked_so_again(open_page: OpenPage) -> None:
    page = open_page()
    ask(page, "who goes first?")
    until_answered(page)
    address = shared(page)
    other = open_page()
    choose(other, "#game", "vwars")
    other.goto(address)
    until_answered(other)
    assert other.locator("#game").input_value() == ""
    assert word(other) == "It depends on the game"


def test_a_link_says_so_where_the_texts_have_changed_since(service: Service, open_page: OpenPage) -> None:
    now = digest(service, "vwars")
    page = open_page(f"/?q={BARRED}&game=vwars&edition=&corpus={'0' * len(now)}")
    until_answered(page)
    expect(page.locator(".notice")).to_contain_text("have changed since")
    page.goto(f"/?q={BARRED}&game=vwars&edition=&corpus={now}")
    until_answered(page)
    expect(page.locator(".notice")).to_have_count(0)


def test_what_was_changed_is_shared_as_a_position(service: Service, open_page: OpenPage) -> None:
    page = open_page()
    ask(page, BARRED)
    until_answered(page)
    page.locator(".chip").nth(1).click()
    page.locator(".asks").get_by_role("button", name="no", exact=True).click()
    expect(page.locator(".chip").nth(1)).to_contain_text(": no")
    address = shared(page)
    assert urlsplit(address).path == "/position/vwars.move"
    assert unpacked(address) == {
        "state": {"standing": "public-vampire", "martial_law": False},
        "corpus": digest(service, "vwars"),
    }


def test_the_link_is_copied(open_page: OpenPage) -> None:
    page = open_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ask(page, BARRED)
    until_answered(page)
    address = shared(page)
    page.locator("#copy").click()
    expect(page.locator(".sheet [role=status]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == address
    page.evaluate("navigator.clipboard.writeText('')")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not here')) }")
    page.locator("#copy").click()
    page.wait_for_timeout(100)
    assert page.evaluate("navigator.clipboard.readText()") == address


def test_the_sheet_shows_a_code_and_a_picture_to_save(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page()
    ask(page, BARRED)
    until_answered(page)
    shared(page)
    for selector, alt in ((".code img", "QR code"), (".picture", "No The city is under Martial Law")):
        picture = page.locator(f".sheet {selector}")
        expect(picture).to_be_visible()
        assert alt in (picture.get_attribute("alt") or "")
        expect(picture).not_to_have_js_property("naturalWidth", 0)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the picture").click()
    saved.value.save_as(tmp_path / "slip.png")
    png = (tmp_path / "slip.png").read_bytes()
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    assert width == 1080
    assert height > 400
    grave = [one["id"] for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")]
    assert not grave
    page.keyboard.press("Escape")
    expect(page.locator(".sheet")).to_be_hidden()


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("one two three", ["one two", "three"]),
        ("Unterseebootskommandant", ["Untersee", "bootskom", "mandant"]),
        ("a b c d e f g h i j k l m n o p", ["a b c d", "e f g h", "i j k l…"]),
    ],
)
def test_the_words_of_the_picture_fit(open_page: OpenPage, text: str, lines: list[str]) -> None:
    wrap = "(text) => import('/page/core/card.js').then(({ wrap }) => wrap(text, 8, 3, (line) => line.length))"
    assert open_page().evaluate(wrap, text) == lines


def test_whoever_shares_from_this_machine_alone_is_told_how_others_reach_it(open_page: OpenPage) -> None:
    page = open_page("/rules/VW-6.4")
    shared(page)
    expect(page.locator(".sheet .code")).to_contain_text("arbitro serve --table")
