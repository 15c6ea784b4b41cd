"""The page as people use it: a real service, a real browser, at the size of a phone."""

import shutil
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.service.conftest import Service, service

__all__ = ["service"]

PHONE = (390, 844)
DESKTOP = (1280, 800)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]

OpenPage: TypeAlias = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium."""
    binary = shutil.which("chromium")
    if not binary:
        pytest.skip("needs chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=binary, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, service: Service) -> Iterator[OpenPage]:
    """Opens an address of the page in a browser that was never here; an error in its console fails the test.

    Without `kept` no worker stands between the page and its service.
    """
    opened: list[BrowserContext] = []
    errors: list[str] = []

    def start(
        address: str = "/",
        *,
        language: str = "en",
        size: tuple[int, int] = PHONE,
        dark: bool = False,
        kept: bool = False,
    ) -> Page:
        width, height = size
        context = chromium.new_context(
            base_url=service.url,
            locale={"en": "en-GB", "it": "it-IT"}[language],
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            service_workers="allow" if kept else "block",
        )
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        return page

    yield start
    for context in opened:
        context.close()
    assert not errors, errors
