"""The page without its service: what was opened can be read, and an answer says that it needs the service."""

import json
import re
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from corpus import load_game
from service.http.page import PAGES
from tests.page.conftest import OpenPage
from tests.service.conftest import CHECKOUT, Service, serving
from tests.service.test_table import listening, local_addresses

STORES = "caches.keys()"
TEXT_KEPT = "(address) => caches.match(address, { ignoreVary: true }).then((one) => one.text())"
CHANGED = "style/rules.css"
EARLIER = "/* as it was */"
IS_KEPT = "(address) => caches.match(address, { ignoreVary: true }).then(Boolean)"


def shell(service: Service) -> Any:
    first = service("/worker.js").body.decode().partition("\n")[0]
    return json.loads(first.removeprefix("const SHELL = ").removesuffix(";"))


def until_kept(page: Page) -> None:
    """Until the worker has its files and answers for the page."""
    page.evaluate(
        """() => new Promise((kept) => {
          const { serviceWorker } = navigator;
          if (serviceWorker.controller) kept();
          else serviceWorker.addEventListener("controllerchange", () => kept(), { once: true });
        })"""
    )


def test_the_worker_keeps_every_file_of_the_page(service: Service, open_page: OpenPage) -> None:
    page = open_page(kept=True)
    until_kept(page)
    needed = {"/", *re.findall(r'"(/page/[^"]+)"', service("/").body.decode())}
    modules = {f"/page/{path.relative_to(PAGES).as_posix()}" for path in PAGES.rglob("*.js")}
    assert len(modules) > 60
    for address in needed | modules - {"/page/offline/worker.js"}:
        assert page.evaluate(IS_KEPT, address), address
    assert page.evaluate(STORES) == [f"arbitro {shell(service)['digest']}"]


def test_the_digest_is_of_the_files(service: Service) -> None:
    reply = service("/worker.js")
    assert reply.type == "text/javascript"
    assert reply.headers["Content-Security-Policy"] == "default-src 'none'; connect-src 'self'"
    for address in shell(service)["files"]:
        assert service(address).status == 200


def test_rules_that_were_opened_are_read_without_the_service(open_page: OpenPage) -> None:
    page = open_page("/", kept=True, language="it")
    until_kept(page)
    page.goto("/rules?game=victory-honor")
    expect(page.locator(".chapters")).to_be_visible()
    page.context.set_offline(True)
    page.goto("/rules/VH-5.3")
    expect(page.locator(".law")).to_have_text(load_game("victory-honor").rules["VH-5.3"].text.it)
    expect(page.locator(".progress")).to_contain_text("Il servizio non si raggiunge")
    page.goto("/rules?game=victory-honor")
    page.locator("#sought").fill("artiglieria")
    expect(page.locator(".results .rule").first).to_be_visible()
    page.goto("/rules?game=doomtrooper")
    expect(page.locator(".fault")).to_contain_text("Il servizio non risponde")
    page.context.set_offline(False)
    expect(page.locator(".progress")).to_have_count(0)


def test_a_position_that_was_opened_can_be_told_and_says_that_a_ruling_needs_the_service(open_page: OpenPage) -> None:
    page = open_page("/", kept=True)
    until_kept(page)
    page.goto("/position/vwars.move")
    expect(page.locator(".ruled .word")).to_have_text("It depends")
    page.context.set_offline(True)
    page.goto("/position/vwars.move")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".facts .fact").first).to_be_visible()
    expect(page.locator(".ruled")).to_contain_text("The service does not answer")
    expect(page.locator(".progress")).to_contain_text("an answer needs the service")


def test_a_question_says_that_its_answer_needs_the_service_and_is_kept(open_page: OpenPage) -> None:
    page = open_page("/", kept=True)
    until_kept(page)
    page.context.set_offline(True)
    page.goto("/")
    page.locator("#question").fill("Can a city hold 7 troops?")
    page.locator("#send").click()
    expect(page.locator(".fault")).to_contain_text("The service does not answer")
    expect(page.locator(".progress")).to_contain_text("an answer needs the service")
    assert page.locator("#question").input_value() == "Can a city hold 7 troops?"


def test_a_new_version_replaces_the_old_page_and_keeps_what_was_opened(
    open_page: OpenPage, service: Service, tmp_path: Path
) -> None:
    shutil.copytree(PAGES, tmp_path / "page")
    with (tmp_path / "page" / CHANGED).open("a", encoding="utf-8") as style:
        style.write(EARLIER)
    patch = f"import pathlib, service.http.page as page; page.PAGES = pathlib.Path({str(tmp_path / 'page')!r})"
    with serving(ready=False, first=patch, ARBITRO_LLM="none") as older:
        page = open_page(older.url, kept=True)
        until_kept(page)
        page.goto(f"{older.url}/rules?game=victory-honor")
        expect(page.locator(".chapters")).to_be_visible()
        assert EARLIER in page.evaluate(TEXT_KEPT, f"/page/{CHANGED}")
        before = shell(older)
    port = urlsplit(older.url).port
    with serving(ready=False, port=port, ARBITRO_LLM="none") as newer:
        now = shell(newer)
        assert now["files"] == before["files"]
        assert now["digest"] != before["digest"]
        page.goto(f"{newer.url}/")
        page.evaluate("navigator.serviceWorker.ready.then((one) => one.update())")
        for _ in range(100):
            if page.evaluate(STORES) == [f"arbitro {now['digest']}"]:
                break
            page.wait_for_timeout(100)
        assert page.evaluate(STORES) == [f"arbitro {now['digest']}"]
        assert EARLIER not in page.evaluate(TEXT_KEPT, f"/page/{CHANGED}")
    page.goto(f"{newer.url}/rules/VH-5.3")
    expect(page.locator(".law")).to_be_visible()
    assert not page.evaluate(IS_KEPT, "/v1/games/doomtrooper/rules")


def test_it_can_be_installed(open_page: OpenPage, service: Service) -> None:
    page = open_page("/", kept=True)
    until_kept(page)
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["url"] == f"{service.url}/page/arbitro.webmanifest"
    assert manifest["errors"] == []
    assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )
    for icon in json.loads(manifest["data"])["icons"]:
        path = CHECKOUT / "service" / icon["src"].lstrip("/")
        assert service(icon["src"]).body == path.read_bytes()


@pytest.mark.skipif(not local_addresses(), reason="this machine is on no network")
def test_over_plain_http_the_page_works_without_and_the_key_leaves_the_address(
    open_page: OpenPage, tmp_path: Path
) -> None:
    with listening(tmp_path, "--table") as table:
        page = open_page(table.link + "&game=vwars", kept=True)
        expect(page.locator("#question")).to_be_visible()
        assert page.url == f"{table.there.url}/?game=vwars"
        assert page.evaluate("'serviceWorker' in navigator") is False
        page.goto(f"{table.there.url}/rules/VW-6.4")
        expect(page.locator(".law")).to_be_visible()


@pytest.mark.skipif(not local_addresses(), reason="this machine is on no network")
def test_whoever_lacks_the_key_is_told_in_plain_words(open_page: OpenPage, tmp_path: Path) -> None:
    with listening(tmp_path, "--table") as table:
        page = open_page(table.link)
        page.locator("#question").fill("Can a city hold 7 troops?")
        page.context.clear_cookies()
        page.locator("#send").click()
        expect(page.locator(".fault")).to_contain_text("You need the link with the key")
        page.get_by_role("link", name="Rules").click()
        expect(page.locator(".fault")).to_contain_text("did not load")
