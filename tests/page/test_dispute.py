"""Two claims on the page: who is right, and the step that decides."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.page.conftest import DESKTOP, PHONE, OpenPage
from tests.service.conftest import CHECKOUT, Service

A = "a public vampire can enter a city under martial law"
B = "a public vampire can not enter a city under martial law"
TOLD = f"/dispute?a={A}&b={B}&game=vwars"
SECONDS_TO_ANSWER = 30
EXAMPLES = json.loads((CHECKOUT / "service" / "page" / "disputes.json").read_text(encoding="utf-8"))


def settle(page: Page, a: str, b: str, position: str = "") -> None:
    for side, says in (("a", a), ("b", b), ("position", position)):
        page.locator(f"#{side}").fill(says)
    page.get_by_role("button", name="Who is right?").click()


def until_settled(page: Page, word: str) -> None:
    expect(page.locator(".slip .word").first).to_have_text(word, timeout=SECONDS_TO_ANSWER * 1000)


def test_the_ruling_says_who_is_right_and_shows_the_step_that_decides(service: Service, open_page: OpenPage) -> None:
    page = open_page("/dispute?game=vwars")
    expect(page.locator("#game")).to_have_value("vwars")
    settle(page, A, B)
    until_settled(page, "B is right")
    settled = service("/v1/dispute", {"a": A, "b": B, "game": "vwars"}).json
    assert [claim["borne_out"] for claim in settled["claims"]] == [False, True]
    expect(page.locator(".claims li strong")).to_have_text(["is wrong", "is right"])
    expect(page.locator(".deciding")).to_contain_text(settled["step"]["says"])
    expect(page.locator(".deciding a.id")).to_have_text(settled["step"]["rule"])
    expect(page.locator(".slip .word").nth(1)).to_have_text("No")
    ids = [card.get_attribute("id") for card in page.locator(".card").all()]
    assert ids == [citation["rule"] for citation in settled["answer"]["citations"]]


def examples() -> Iterator[Any]:
    for game, by_language in EXAMPLES.items():
        for language, claims in by_language.items():
            yield pytest.param(game, language, *claims, id=f"{game}: {claims[0]}")


def test_each_game_has_an_example_in_both_languages(service: Service) -> None:
    assert {one["id"] for one in service("/v1/games").json} == EXAMPLES.keys()
    assert all(by_language.keys() == {"it", "en"} for by_language in EXAMPLES.values())


@pytest.mark.parametrize(("game", "language", "a", "b"), [*examples()])
def test_every_example_is_settled(service: Service, game: str, language: str, a: str, b: str) -> None:
    settled = service("/v1/dispute", {"a": a, "b": b, "game": game}).json
    assert settled["answer"]["language"] == language
    assert settled["answer"]["game"] == game
    first, second = (claim["borne_out"] for claim in settled["claims"])
    assert first is not second
    if game == next(iter(EXAMPLES)):  # shown where no game is chosen
        assert service("/v1/dispute", {"a": a, "b": b}).json["claims"] == settled["claims"]


def test_an_example_is_tapped_and_settled(open_page: OpenPage) -> None:
    page = open_page("/dispute?game=village-attacks")
    expect(page.locator("#game")).to_have_value("village-attacks")
    example = page.locator(".examples button")
    a, b = EXAMPLES["village-attacks"]["en"]
    expect(example).to_contain_text(a)
    example.click()
    expect(page.locator("#b")).to_have_value(b)
    until_settled(page, "B is right")
    expect(example).to_have_count(0)


def test_the_sides_may_be_the_other_way_round(open_page: OpenPage) -> None:
    page = open_page(f"/dispute?a={B}&b={A}&game=vwars")
    until_settled(page, "A is right")


def test_what_the_ruling_does_not_tell_is_not_pretended(open_page: OpenPage) -> None:
    page = open_page("/dispute?game=vwars")
    expect(page.locator("#game")).to_have_value("vwars")
    settle(page, "the weather is fine", "it rains in Rome")
    until_settled(page, "It cannot be told")
    expect(page.locator(".claims li strong")).to_have_text(["cannot be told", "cannot be told"])
    expect(page.locator(".deciding")).to_have_count(0)


def test_the_position_is_told_beside_the_claims(open_page: OpenPage) -> None:
    page = open_page("/dispute?game=vwars")
    expect(page.locator("#game")).to_have_value("vwars")
    with page.expect_request("**/v1/dispute") as sent:
        settle(page, "I can go there", "you can not go there", "a public vampire and a city under martial law,")
    assert sent.value.post_data_json["position"] == "a public vampire and a city under martial law,"


def test_a_reload_loses_nothing_and_settles_nothing_again(open_page: OpenPage) -> None:
    page = open_page(TOLD)
    until_settled(page, "B is right")
    page.locator("#position").fill("in Lima")
    page.reload()
    until_settled(page, "B is right")
    assert page.locator("#a").input_value() == A
    assert page.locator("#position").input_value() == "in Lima"
    script = "performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/v1/dispute')).length"
    assert page.evaluate(script) == 0


def test_a_side_that_says_nothing_is_asked_for(open_page: OpenPage) -> None:
    page = open_page("/dispute")
    settle(page, A, "")
    expect(page.locator(".fault")).to_have_text("Write what each of the two says.")
    expect(page.locator("#b")).to_be_focused()


def test_a_service_that_is_gone_is_explained_and_nothing_lost(open_page: OpenPage) -> None:
    page = open_page("/dispute", language="it")
    page.route("**/v1/dispute", lambda route: route.abort())
    page.locator("#a").fill(A)
    page.locator("#b").fill(B)
    page.get_by_role("button", name="Chi ha ragione?").click()
    expect(page.locator(".fault")).to_contain_text("Il servizio non risponde")
    assert page.locator("#a").input_value() == A


def test_the_link_of_a_dispute_settles_it_again(service: Service, open_page: OpenPage) -> None:
    page = open_page(TOLD)
    until_settled(page, "B is right")
    page.get_by_role("button", name="Share", exact=True).click()
    address = page.locator(".sheet #link").input_value()
    (corpus,) = {one["corpus"] for one in service("/v1/games").json if one["id"] == "vwars"}
    assert f"corpus={corpus}" in address
    other = open_page(address)
    until_settled(other, "B is right")
    expect(other.locator(".notice")).to_have_count(0)
    stale = open_page(address.replace(corpus, "0" * len(corpus)))
    until_settled(stale, "B is right")
    expect(stale.locator(".notice")).to_contain_text("have changed since")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, (320, 700), DESKTOP], ids=["phone", "narrow", "desktop"])
def test_it_fits_and_bars_nobody(open_page: OpenPage, size: tuple[int, int], dark: bool) -> None:
    page = open_page(TOLD, size=size, dark=dark)
    until_settled(page, "B is right")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    grave = [one for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")]
    assert not grave, [(one["id"], [node["html"] for node in one["nodes"]]) for one in grave]
