"""From opening the page to the ruling on a told situation takes few taps."""

from collections.abc import Callable
from typing import TypeAlias

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import OpenPage

Told: TypeAlias = Callable[[Page], None]
COUNT = (
    "addEventListener('click', () => sessionStorage.setItem('taps', Number(sessionStorage.getItem('taps')) + 1), true)"
)
SECONDS_TO_ANSWER = 30_000


def press(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name, exact=True).first.click()


def a_move_to_a_city_under_martial_law(page: Page) -> None:
    """A hidden vampire next to a city under Martial Law: asked, and what decides is answered by tapping."""
    page.locator("#question").click()
    page.locator("#question").fill("Can I move to a city under Martial Law?")
    page.locator("#send").click()
    slip = page.locator("#answer .slip .word").first
    expect(slip).to_have_text("It depends", timeout=SECONDS_TO_ANSWER)
    answers = page.locator("#answer .asks")
    answers.get_by_role("button", name="The player's own").first.click()
    answers.get_by_role("button", name="Hidden vampire").click(timeout=SECONDS_TO_ANSWER)
    expect(slip).to_have_text("Yes", timeout=SECONDS_TO_ANSWER)


def a_riot_stormed(page: Page) -> None:
    """One Human troop and three Vampire troops; a red 1 takes the human, a red 3 brings the vampires to 6. Whether the
    game is over is seen on the track: 5 cities theirs, 7 tokens on it."""
    page.get_by_role("link", name="Position").click()
    page.locator("a[href='/position/vwars.riot']").click()
    for name in ("Humans", "Add one Human troop", *["Add one Vampire troop"] * 3, "Turn red 1", "Turn red 3"):
        press(page, name)
        expect(page.locator('.ruled[aria-busy="false"]')).to_be_visible()  # what is tapped next stands still
    for asked, number in (("Victory marker", "5"), ("Sympathy tokens", "7")):
        expect(page.locator("#asked legend")).to_contain_text(asked, timeout=SECONDS_TO_ANSWER)
        written = page.locator("#asked input")
        written.click()
        written.fill(number)
        written.press("Enter")
        press(page, "Done")
    expect(page.locator(".ruled .word").first).to_have_text("vampires", timeout=SECONDS_TO_ANSWER)


def a_quarrel_of_two(page: Page) -> None:
    """Whether a public vampire may enter a city under Martial Law: each says otherwise."""
    page.get_by_role("link", name="Dispute").click()
    for side, claim in (("#a", "can"), ("#b", "can not")):
        page.locator(side).click()
        page.locator(side).fill(f"a public vampire {claim} enter a city under martial law")
    press(page, "Who is right?")
    expect(page.locator(".slip .word").first).to_have_text("B is right", timeout=SECONDS_TO_ANSWER)


def a_rule_looked_up(page: Page) -> None:
    """What Cover is good for, in the rules of Doomtrooper."""
    page.get_by_role("link", name="Rules").click()
    page.get_by_role("link", name="Doomtrooper").click()
    page.locator("#sought").click()
    page.locator("#sought").fill("cover +3")
    page.locator(".results a").first.click()
    expect(page.locator(".law")).to_be_visible()


@pytest.mark.parametrize(
    ("situation", "most"),
    [(a_move_to_a_city_under_martial_law, 4), (a_riot_stormed, 13), (a_quarrel_of_two, 4), (a_rule_looked_up, 4)],
)
def test_a_told_situation_is_ruled_on_in_few_taps(open_page: OpenPage, situation: Told, most: int) -> None:
    page = open_page("/")
    page.evaluate(f"() => {{ {COUNT} }}")
    situation(page)
    taps = int(page.evaluate("sessionStorage.getItem('taps')"))
    assert 0 < taps <= most
