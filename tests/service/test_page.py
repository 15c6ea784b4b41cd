"""The page in a real browser, at the size of a phone."""

import json
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.service.conftest import serving

if TYPE_CHECKING:
    from tests.service.conftest import Service

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
QUESTION = "Can a city hold 7 troops?"
MISSING = [name for name in ("chromium", "chromedriver") if not shutil.which(name)]

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs {' and '.join(MISSING)}: apt-get install chromium-driver")


class Browser:
    """Chromium, driven over the WebDriver protocol."""

    def __init__(self, driver: str, profile: Path, language: str) -> None:
        flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            f"--user-data-dir={profile}",
            f"--accept-lang={language}",
            "--window-size=500,900",
        ]
        options = {"binary": shutil.which("chromium"), "args": flags}
        wanted = {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}}
        self._session = f"{driver}/session/{_call(f'{driver}/session', wanted)['sessionId']}"

    def open(self, url: str) -> None:
        _call(f"{self._session}/url", {"url": url})

    def run(self, script: str) -> Any:
        """What a script returns."""
        return _call(f"{self._session}/execute/sync", {"script": script, "args": []})

    def text(self, selector: str) -> str:
        return str(self.run(f"return document.querySelector({selector!r}).innerText"))

    def type(self, selector: str, keys: str) -> None:
        _call(f"{self._session}/element/{self._find(selector)}/value", {"text": keys})

    def tap(self, selector: str) -> None:
        _call(f"{self._session}/element/{self._find(selector)}/click", {})

    def until(self, condition: str, seconds: float = 30) -> None:
        """Waits until a script's condition holds."""
        end = time.monotonic() + seconds
        while not self.run(f"return Boolean({condition})"):
            assert time.monotonic() < end, f"{condition} did not come true; the page says {self.text('body')!r}"
            time.sleep(0.05)

    def forget(self) -> None:
        """Leaves the page, which then knows nothing of this visit."""
        self.run("localStorage.clear(); sessionStorage.clear()")
        self.open("about:blank")

    def close(self) -> None:
        _call(self._session, method="DELETE")

    def _find(self, selector: str) -> str:
        return str(_call(f"{self._session}/element", {"using": "css selector", "value": selector})[ELEMENT])


def _call(url: str, body: object = None, method: str | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, method=method), timeout=60) as got:
            return json.loads(got.read())["value"]
    except urllib.error.HTTPError as fault:
        with fault:
            raise AssertionError(fault.read().decode()) from None


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path_factory.mktemp("driver") / "log"
    running = subprocess.Popen(["chromedriver", f"--port={port}", f"--log-path={log}"], stdout=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                _call(f"http://127.0.0.1:{port}/status")
                break
            except OSError:
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait(timeout=20)


@pytest.fixture(scope="session")
def browsers(driver: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Browser]]:
    """A browser for each language, started when it is first wanted."""
    opened: dict[str, Browser] = {}

    def of(language: str) -> Browser:
        if language not in opened:
            opened[language] = Browser(driver, tmp_path_factory.mktemp("profile"), language)
        return opened[language]

    yield of
    for each in opened.values():
        each.close()


@pytest.fixture
def browser(browsers: Callable[[str], Browser]) -> Iterator[Callable[[str], Browser]]:
    """A browser whose user reads this language and has not been here before."""
    used: list[Browser] = []

    def start(language: str = "en") -> Browser:
        used.append(browsers(language))
        return used[-1]

    yield start
    for each in used:
        each.forget()


def test_a_question_gets_its_answer_with_the_rules_to_tap(service: "Service", browser: Callable[..., Browser]) -> None:
    page = browser()
    page.open(service.url)
    page.type("#question", QUESTION)
    page.tap("#send")
    page.until("document.querySelector('#answer a.cite') && !document.querySelector('#state').textContent")
    answer = service("/v1/ask", {"question": QUESTION}).json
    shown = page.text("#answer")
    assert all(sentence["text"] in shown for sentence in answer["sentences"])
    ids = page.run("return [...document.querySelectorAll('#rules details')].map((rule) => rule.id)")
    assert ids == [citation["rule"] for citation in answer["citations"]]
    last = answer["citations"][-1]
    page.run(f"document.getElementById({last['rule']!r}).open = false")
    page.tap(f"[id='{last['rule']}'] summary")
    assert last["text"] in page.text(f"[id='{last['rule']}']")
    assert page.run("return document.querySelector('#question').value") == QUESTION


def test_what_the_texts_leave_open_is_said_in_the_language_of_the_answer(
    service: "Service", browser: Callable[..., Browser]
) -> None:
    asked = "Simpatia azzerata ma i vampiri hanno ancora 6 città: vinciamo noi umani?"
    answer = service("/v1/ask", {"question": asked}).json
    gap = next(conflict["id"] for conflict in answer["conflicts"] if not conflict["readings"])
    about = service(f"/v1/rules/{gap}").json
    page = browser("en")
    page.open(service.url)
    page.type("#question", asked)
    page.tap("#send")
    page.until(f"document.querySelector('#conflicts').innerText.includes({about['text']['it']!r})")
    assert page.text("#ruling") == "Sì"
    assert page.run("return document.querySelector('#result').lang") == "it"
    shown = page.text("#conflicts")
    assert "Here the texts are silent" in shown
    assert about["title"]["it"] in shown
    assert page.run("return [...document.querySelectorAll('#conflicts ul')].every((list) => list.children.length)")


def test_where_no_game_was_chosen_the_answer_names_its_own(service: "Service", browser: Callable[..., Browser]) -> None:
    page = browser()
    page.open(service.url + "/?q=how+many+actions+does+a+doomtrooper+player+get%3F")
    page.until("document.querySelector('#answer').innerText && !document.querySelector('#state').textContent")
    assert page.text("#about") == "Doomtrooper"
    page.run("document.querySelector('#game').value = 'doomtrooper'")
    page.tap("#send")
    page.until("document.querySelector('#answer').innerText && !document.querySelector('#state').textContent")
    assert page.text("#about") == ""


def test_citations_stand_apart(service: "Service", browser: Callable[..., Browser]) -> None:
    page = browser()
    page.open(service.url)
    page.run("say({ text: 'So it is.', cites: ['VW-8.1', 'VW-8.2'] })")
    assert page.text("#answer") == "So it is. VW-8.1 VW-8.2"


def test_a_question_about_no_game_is_not_said_to_be_left_open(
    service: "Service", browser: Callable[..., Browser]
) -> None:
    page = browser()
    page.open(service.url + "/?q=What+is+the+weather+in+Rome%3F")
    page.until("document.querySelector('#answer').innerText && !document.querySelector('#state').textContent")
    assert page.text("#ruling") == ""


def test_a_question_in_the_address_is_asked_about_the_game_that_is_shown(
    service: "Service", browser: Callable[..., Browser]
) -> None:
    page = browser()
    page.open(service.url)
    page.run("localStorage.setItem('game', 'doomtrooper')")
    page.open(service.url + "/?q=How+many+players%3F")
    page.until("document.querySelector('#answer').innerText && !document.querySelector('#state').textContent")
    assert page.run("return document.querySelector('#game').value") == "doomtrooper"
    shown = page.run("return [...document.querySelectorAll('#rules details')].map((rule) => rule.id)")
    assert shown
    assert all(id.startswith("DT-") for id in shown)


ANSWERED = "document.querySelector('#answer').innerText && !document.querySelector('#state').textContent"


def test_the_game_of_a_link_goes_before_the_one_remembered(service: "Service", browser: Callable[..., Browser]) -> None:
    page = browser()
    page.open(service.url)
    page.run("localStorage.setItem('game', 'doomtrooper')")
    page.open(service.url + "/?q=How+many+players%3F&game=vwars")
    page.until(ANSWERED)
    assert page.run("return document.querySelector('#game').value") == "vwars"
    shown = page.run("return [...document.querySelectorAll('#rules details')].map((rule) => rule.id)")
    assert shown
    assert all(id.startswith("VW-") for id in shown)
    page.open(service.url + "/?game=village-attacks")
    page.until("document.querySelector('#game').value === 'village-attacks'")
    page.open(service.url + "/?game=chess")
    page.until("document.querySelector('#game').value === 'doomtrooper'")


def test_a_reload_loses_nothing_and_asks_nothing_again(service: "Service", browser: Callable[..., Browser]) -> None:
    page = browser()
    page.open(service.url)
    page.until("document.querySelector('#game').options.length > 1")
    page.run("const game = document.querySelector('#game'); game.value = 'vwars'")
    page.type("#question", QUESTION)
    page.tap("#send")
    page.until(ANSWERED)
    answer = page.text("#answer")
    address = page.run("return location.href")
    page.run("performance.clearResourceTimings()")
    page.open(address)
    page.until(ANSWERED)
    assert page.text("#answer") == answer
    assert page.run("return document.querySelector('#question').value") == QUESTION
    assert page.run("return document.querySelector('#game').value") == "vwars"
    asked = "performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/v1/ask')).length"
    assert page.run(f"return {asked}") == 0
    page.type("#question", " And eight?")
    page.open(address)
    page.until("document.querySelector('#question').value.endsWith(' And eight?')")
    assert page.text("#answer") == answer


def test_errors_speak_the_language_of_the_page(service: "Service", browser: Callable[..., Browser]) -> None:
    page = browser("it-IT")
    page.open(service.url)
    page.type("#question", "?!")
    page.tap("#send")
    page.until("!document.querySelector('#fault').hidden")
    assert page.text("#fault").startswith("Questa domanda non si può leggere")


def test_a_question_about_no_game_shows_no_rules(service: "Service", browser: Callable[..., Browser]) -> None:
    page = browser()
    page.open(service.url + "/?q=What+is+the+weather+in+Rome%3F")
    page.until(ANSWERED)
    assert page.text("#rules") == ""


def test_a_conflict_stands_once_and_is_closed_where_the_answer_has_stated_it(
    service: "Service", browser: Callable[..., Browser]
) -> None:
    page = browser()
    page.open(service.url)
    page.until("Object.keys(books).length")
    citation = {"title": "t", "text": "x", "source": {"document": "en-rulebook", "section": "4"}}
    answer = {
        "game": "vwars",
        "language": "en",
        "verdict": "depends",
        "sentences": [{"text": "It depends.", "cites": ["VW-C01"]}],
        "citations": [{**citation, "rule": "VW-C01"}, {**citation, "rule": "VW-9.5"}],
        "missing": [],
        "conflicts": [
            {"id": "VW-C01", "readings": {"a": "one", "b": "two"}, "taken": "a"},
            {"id": "VW-C42", "readings": {}, "taken": None},
        ],
    }
    page.run(f"conclude({json.dumps(answer)})")
    ids = page.run("return [...document.querySelectorAll('details')].map((one) => [one.id, one.open])")
    assert ids == [["VW-9.5", True], ["VW-C01", False], ["VW-C42", True]]
    page.tap("#answer a.cite")
    assert page.run("return document.getElementById('VW-C01').open")


def test_a_source_is_named_by_its_book(service: "Service", browser: Callable[..., Browser]) -> None:
    page = browser()
    page.open(service.url + "/?q=How+many+actions+do+I+get%3F&game=doomtrooper")
    page.until(ANSWERED)
    (title,) = {
        edition["title"]
        for game in service("/v1/games").json
        if game["id"] == "doomtrooper"
        for edition in game["editions"].values()
    }
    assert title in page.run("return document.querySelector('#rules .source').textContent")


def test_the_edition_is_asked_only_where_a_game_has_several_and_is_followed(
    service: "Service", browser: Callable[..., Browser]
) -> None:
    page = browser("en")
    page.open(service.url)
    page.until("document.querySelectorAll('#game option').length === 5")
    assert page.run("return document.querySelector('#editions').hidden")
    choose = "const s = document.querySelector({!r}); s.value = {!r}; s.dispatchEvent(new Event('change'))"
    page.run(choose.format("#game", "vwars"))
    assert not page.run("return document.querySelector('#editions').hidden")
    page.run(choose.format("#edition", "it-summary"))
    page.type("#question", "We stormed a human city with strength 9, do we lose a sympathy token for that?")
    page.tap("#send")
    page.until("document.querySelector('#ruling').innerText === 'Yes'")
    page.run(choose.format("#edition", "en-rulebook"))
    page.tap("#send")
    page.until("document.querySelector('#ruling').innerText === 'No'")
    page.run(choose.format("#game", "doomtrooper"))
    assert page.run("return document.querySelector('#editions').hidden")
    page.run(choose.format("#game", "vwars"))
    assert page.run("return document.querySelector('#edition').value") == "en-rulebook"


def test_the_rules_are_there_before_the_prose(service: "Service", browser: Callable[..., Browser]) -> None:
    page = browser()
    page.open(service.url)
    page.run(
        "window.seen = [];"
        "for (const [name, hear] of Object.entries(heard)) heard[name] = (data) => {"
        "  hear(data);"
        "  const rules = document.querySelectorAll('#rules details').length > 0;"
        "  window.seen.push([name, rules, document.querySelector('#answer').innerText !== '']);"
        "};"
    )
    page.type("#question", QUESTION)
    page.tap("#send")
    page.until("window.seen.length && window.seen.at(-1)[0] === 'answer'")
    seen = page.run("return window.seen")
    assert seen[:3] == [["rules", True, False], ["ruling", True, False], ["sentence", True, True]]


def test_it_speaks_the_language_of_the_browser_and_can_be_switched(
    service: "Service", browser: Callable[..., Browser]
) -> None:
    page = browser("it-IT")
    page.open(service.url)
    assert page.run("return document.documentElement.lang") == "it"
    assert page.text("#send") == "Chiedi"
    page.tap("#switch")
    assert page.text("#send") == "Ask"
    page.open(service.url)
    assert page.text("#send") == "Ask"


def test_it_fits_a_phone(service: "Service", browser: Callable[..., Browser]) -> None:
    page = browser()
    page.open(service.url + "/?q=Can+a+city+hold+7+troops%3F")
    page.until("document.querySelector('#answer a.cite')")
    assert page.run("return document.documentElement.scrollWidth <= window.innerWidth")
    for selector in ("#send", "#switch", "#game", "#question", "summary"):
        assert page.run(f"return document.querySelector({selector!r}).getBoundingClientRect().height") >= 48
    for selector in ("#game", "#question"):
        size = page.run(f"return getComputedStyle(document.querySelector({selector!r})).fontSize")
        assert float(size.removesuffix("px")) >= 16


def test_a_refused_question_is_explained_and_kept(service: "Service", browser: Callable[..., Browser]) -> None:
    page = browser()
    page.open(service.url)
    page.type("#question", "?!")
    page.tap("#send")
    page.until("!document.querySelector('#fault').hidden")
    assert "has no words" in page.text("#fault")
    assert page.run("return document.querySelector('#question').value") == "?!"


def test_a_service_that_is_gone_is_explained_and_the_question_kept(
    service: "Service", browser: Callable[..., Browser]
) -> None:
    page = browser()
    page.open(service.url)
    page.run("window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))")
    page.type("#question", QUESTION)
    page.tap("#send")
    page.until("!document.querySelector('#fault').hidden")
    assert "your question is still here" in page.text("#fault")
    assert page.run("return document.querySelector('#question').value") == QUESTION


def test_while_the_index_is_built_the_page_says_how_far_it_is_and_the_question_waits(
    browser: Callable[..., Browser], tmp_path: Path
) -> None:
    with serving(ready=False, ARBITRO_LLM="none", ARBITRO_HOME=str(tmp_path / "empty")) as fresh:
        page = browser("it-IT")
        page.open(fresh.url)
        page.until(r"/Preparo l.indice .*: \d+ testi su \d{4}/.test(at('progress').innerText)")
        page.type("#question", QUESTION)
        page.tap("#send")
        page.until("at('state').innerText.includes('La domanda aspetta')")
        page.tap("#switch")
        page.until("at('progress').innerText.startsWith('Preparing the index of the rules')")
        assert page.run("return at('fault').hidden")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Compiling the writing model; you can ask already: file 26 of 140."),
        ("it", "Compilo il modello di scrittura, intanto si può già chiedere: file 26 di 140."),
    ],
)
def test_the_page_says_how_far_the_llm_is_and_nothing_when_it_is_there(
    service: "Service", browser: Callable[..., Browser], language: str, said: str
) -> None:
    page = browser(language)
    page.open(service.url)
    assert page.text("#progress") == ""
    page.run("progressing({ status: 'ready', llm: { state: 'installing', done: 26, of: 140 } })")
    assert page.text("#progress") == said
    page.run("progressing({ status: 'ready', llm: { state: 'idle' } })")
    assert page.run("return at('progress').hidden")


def test_what_is_said_is_text_and_never_markup(service: "Service", browser: Callable[..., Browser]) -> None:
    page = browser()
    page.open(service.url + "/?q=%3Cimg+src%3Dx+onerror%3D%22document.title%3D1%22%3E+how+many+troops%3F")
    page.until("document.querySelector('#answer').innerText && !document.querySelector('#state').textContent")
    assert page.run("return document.images.length") == 0
    assert page.run("return document.title") == "Arbitro"


def test_the_description_of_the_api_opens(service: "Service", browser: Callable[..., Browser]) -> None:
    page = browser()
    page.open(service.url + "/docs")
    page.until("document.querySelectorAll('details').length >= 9")
    assert "POST /v1/ask" in page.text("#operations")
