"""`python -m tests.page.pictures`: draws again the pictures of the README and the icons of the page."""

import base64
import json
import shutil
import zlib
from pathlib import Path

import yaml
from playwright.sync_api import Browser, Page, expect, sync_playwright

from service.http.page import PAGES
from tests.page.conftest import FLAGS, PHONE
from tests.service.conftest import CHECKOUT, serving

PICTURES = CHECKOUT / "pictures"
ICONS = {"icon-192.png": 192, "icon-512.png": 512, "icon-full.png": 512}
"""Their sides; the full one has no round corners, as systems cut their own."""
SECONDS_TO_ANSWER = 60_000


def main() -> None:
    """The icons from their drawing, then the screens of a running service."""
    with sync_playwright() as playwright, serving(ARBITRO_LLM="none") as service:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name, side in ICONS.items():
            _icon(browser, PAGES / name, side)
        PICTURES.mkdir(exist_ok=True)
        width, height = PHONE
        for dark in (False, True):
            context = browser.new_context(
                base_url=service.url,
                locale="en-GB",
                viewport={"width": width, "height": height},
                device_scale_factor=2,
                color_scheme="dark" if dark else "light",
                reduced_motion="reduce",
            )
            page = context.new_page()
            (_of_a_rule if dark else _of_a_ruling)(page)
            context.close()
        browser.close()


def _of_a_ruling(page: Page) -> None:
    page.goto("/?q=May a public vampire enter a city under Martial Law?&game=vwars")
    expect(page.locator("#answer .slip")).to_be_visible(timeout=SECONDS_TO_ANSWER)
    expect(page.locator("#state")).to_be_hidden(timeout=SECONDS_TO_ANSWER)
    _save(page, "ask.webp")
    state = yaml.safe_load((CHECKOUT / "evals" / "vwars" / "example.yaml").read_text(encoding="utf-8"))
    packed = zlib.compress(json.dumps({"state": state}).encode(), wbits=-15)
    page.goto(f"/position/vwars.riot#s={base64.urlsafe_b64encode(packed).decode().rstrip('=')}")
    expect(page.locator(".ruled .word").first).to_contain_text("vampires", timeout=SECONDS_TO_ANSWER)
    _save(page, "position.webp")


def _of_a_rule(page: Page) -> None:
    page.goto("/rules/DT-6.23?game=doomtrooper")
    expect(page.locator(".one-rule")).to_be_visible()
    _save(page, "rule.webp")


def _save(page: Page, name: str) -> None:
    """As WebP, a third of what PNG takes."""
    page.mouse.move(0, 0)
    taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": 80})
    (PICTURES / name).write_bytes(base64.b64decode(taken["data"]))


def _icon(browser: Browser, path: Path, side: int) -> None:
    drawing = (PAGES / "icon.svg").read_text(encoding="utf-8")
    if path.stem.endswith("full"):
        drawing = drawing.replace(' rx="14"', "")
    page = browser.new_page(viewport={"width": side, "height": side})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: 100vw }}</style>{drawing}")
    page.screenshot(path=path, omit_background=True)
    page.close()


if __name__ == "__main__":
    main()
