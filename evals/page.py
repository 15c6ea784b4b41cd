"""How heavy the page is, and how soon it can be used on a slow phone."""

import gzip
import json
import re
import shutil
from collections.abc import Iterator, Mapping
from statistics import median
from typing import TYPE_CHECKING

from service.http.page import PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
SLOW_NETWORK: Mapping[str, float | bool] = {
    "offline": False,
    "latency": 40,
    "downloadThroughput": 1_250_000,
    "uploadThroughput": 625_000,
}
"""A phone on the network of a house or on 4G: 10 Mbit/s, each request 40 ms."""
SLOWER_BY = 4
"""Than this machine's processor, as a phone of the middle range."""
RUNS = 5
_WATCH = """(selector) => new MutationObserver((_, observer) => {
  if (!document.querySelector(selector)) return;
  window.usableAfter = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true })"""
USABLE = {"/": "#question", "/position/vwars.riot": ".ruled .word", "/rules?game=vwars": "#sought"}
"""By its address, what can be used once it is there."""


def figures(url: str) -> Iterator[tuple[str, str]]:
    """Each figure by its name, of a running service; none where there is no Chromium or nothing to drive it."""
    binary = shutil.which("chromium")
    if not binary:
        return
    from playwright.sync_api import sync_playwright

    everything = sum(len(gzip.compress(path.read_bytes(), 5)) for path in PAGES.rglob("*") if path.is_file())
    yield "page, all its files", f"{everything / 1000:.0f} kB gz"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=binary, args=list(FLAGS))
        for address, selector in USABLE.items():
            loads = [_load(browser, url, address, selector) for _ in range(RUNS)]
            seconds, sizes = zip(*loads, strict=True)
            yield f"page {address}, before rules and words", f"{median(sizes) / 1000:.0f} kB"
            yield f"page {address}, usable on a slow phone", f"{median(seconds):.2f} s"
        browser.close()


def _load(browser: "Browser", url: str, address: str, selector: str) -> tuple[float, float]:
    """Seconds until it can be used, and the bytes that came, without what the API says."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", dict(SLOW_NETWORK))
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_BY})
    sizes: dict[str, float] = {}
    names: dict[str, str] = {}
    devtools.on("Network.responseReceived", lambda event: names.update({event["requestId"]: event["response"]["url"]}))
    devtools.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.add_init_script(f"({_WATCH})({json.dumps(selector)})")
    page.goto(url + address, wait_until="networkidle")
    page.locator(selector).first.wait_for()
    seconds = page.evaluate("window.usableAfter") / 1000
    context.close()
    return seconds, sum(size for id, size in sizes.items() if not re.search(r"/v1/|/readyz", names.get(id, "")))
