"""The rules to read: by chapter, by search, each at its own address, on paper."""

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from corpus import load_game
from tests.page.conftest import DESKTOP, PHONE, OpenPage
from tests.service.conftest import Service

NARROW = (320, 700)


def find(page: Page, words: str) -> list[str]:
    """The ids of what is found."""
    page.locator("#sought").fill(words)
    expect(page.locator(".chapters")).to_have_count(0)
    return page.locator(".results .id").all_inner_texts()


def texts(game: str) -> list[Any]:
    whole = load_game(game)
    return [*whole.rules.values(), *whole.conflicts.values()]


def test_a_game_is_chosen_first_and_its_chapters_follow_the_book(open_page: OpenPage) -> None:
    page = open_page("/rules")
    expect(page.locator(".shelf a")).to_have_count(4)
    page.get_by_role("link", name="Village Attacks").click()
    chapters = load_game("village-attacks").chapters
    names = [chapter.title.en for chapter in chapters]
    expect(page.locator(".chapter h2")).to_have_text(
        [*names, "Where the texts disagree or are silent", "Glossary"], use_inner_text=True
    )
    assert page.locator("#game").input_value() == "village-attacks"
    page.locator("#game").select_option("vwars")
    expect(page.locator(".chapter h2").first).to_have_text(load_game("vwars").chapters[0].title.en)


def test_a_wrong_address_shows_the_page_which_says_so(open_page: OpenPage, service: Service) -> None:
    expect(open_page("/rulse").get_by_role("main")).to_have_text("There is no such page.")
    typed = service("/rulse", headers={"Accept": "text/html,*/*"})
    assert (typed.status, typed.type) == (404, "text/html")
    assert service("/v1/rulse", headers={"Accept": "text/html,*/*"}).type == "application/problem+json"


def test_a_chapter_opens_with_its_rules_exceptions_and_questions(open_page: OpenPage) -> None:
    page = open_page("/rules?game=vwars", language="it")
    game = load_game("vwars")
    chapter = next(one for one in game.chapters if one.id == "06-actions")
    page.locator("[id='06-actions'] summary h2").click()
    rules = page.locator("[id='06-actions'] .rule")
    expect(rules).to_have_count(len(chapter.rules))
    moved = rules.filter(has=page.locator("h3 a[href='/rules/VW-6.2']"))
    expect(moved).to_contain_text(game.rules["VW-6.2"].text.it)
    expect(moved.locator(".exceptions a")).to_have_text(f"VW-6.4 {game.rules['VW-6.4'].title.it}")
    moved.get_by_text("Domande al tavolo").click()
    for asked in game.rules["VW-6.2"].asks.it:
        expect(moved).to_contain_text(asked.q)
        expect(moved).to_contain_text(asked.a)


def test_whoever_comes_back_from_a_rule_finds_the_chapter_as_it_was_left(open_page: OpenPage) -> None:
    page = open_page("/rules?game=doomtrooper")
    page.locator("[id='06-d-combat'] summary h2").click()
    link = page.locator("[id='06-d-combat'] .rule h3 a").nth(30)
    link.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    link.click()
    expect(page.locator(".one-rule")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    page.go_back()
    expect(page.locator("[id='06-d-combat'] .rule h3 a").nth(30)).to_be_in_viewport()
    assert abs(page.evaluate("scrollY") - before) < 5


def test_search_finds_as_one_types_with_accents_folded(open_page: OpenPage) -> None:
    page = open_page("/rules?game=vwars", language="it")
    game = load_game("vwars")
    accented = find(page, "città sotto legge marziale")
    assert "VW-6.4" in accented
    assert find(page, "CITTA sotto legge marziale") == accented
    assert find(page, "vw-8.2")[0] == "VW-8.2"
    page.locator("#sought").fill("traditore")
    expect(page.locator(".glossary dt")).to_have_text(game.terms["hidden-vampire"].name.it)
    asked = game.rules["VW-1.1"].asks.it[0].q
    assert "VW-1.1" in find(page, asked)
    expect(page.locator(".results")).to_contain_text(f"«{asked}»")
    page.reload()
    assert page.locator("#sought").input_value() == asked


def test_a_term_is_found_by_its_name_in_the_other_language(open_page: OpenPage) -> None:
    page = open_page("/rules?game=doomtrooper", language="it")
    page.locator("#sought").fill("cover")
    expect(page.locator(".glossary dt")).to_have_text("Copertura")


def test_each_word_narrows_and_no_result_leads_to_a_question(open_page: OpenPage) -> None:
    page = open_page("/rules?game=victory-honor")
    one = set(find(page, "artillery"))
    two = set(find(page, "artillery general"))
    assert two
    assert two < one
    assert find(page, "xylophone") == []
    expect(page.get_by_role("link", name="Ask it")).to_have_attribute("href", "/?q=xylophone&game=victory-honor")


@pytest.mark.parametrize("game", ["vwars", "doomtrooper", "victory-honor", "village-attacks"])
def test_every_rule_and_conflict_is_found_by_its_number(open_page: OpenPage, game: str) -> None:
    page = open_page(f"/rules?game={game}")
    ids = [text.id for text in texts(game)]
    assert len(ids) > 150
    for id in ids[:: len(ids) // 12]:
        assert find(page, id)[0] == id


def test_a_rule_stands_at_its_own_address_with_what_it_leads_to(service: Service, open_page: OpenPage) -> None:
    page = open_page("/rules/vw-6.19")
    rule = load_game("vwars").rules["VW-6.19"]
    expect(page.locator("h1")).to_have_text(rule.title.en)
    expect(page.locator(".law")).to_have_text(rule.text.en)
    assert page.title().startswith("VW-6.19 ")
    assert rule.overrides == ("VW-6.14",)
    page.locator(".related", has_text="Goes before").get_by_role("link").click()
    expect(page.locator(".related", has_text="Gives way to").get_by_role("link")).to_contain_text("VW-6.19")
    assert page.url == f"{service.url}/rules/VW-6.14"
    page.locator(".back").click()
    expect(page.locator("[id='06-actions']")).to_have_attribute("open", "")


def test_an_exception_and_its_rule_lead_to_each_other(open_page: OpenPage) -> None:
    page = open_page("/rules/VW-6.4")
    page.locator(".related", has_text="An exception to").get_by_role("link", name="VW-6.2 ").click()
    expect(page.locator(".related", has_text="Its exceptions")).to_contain_text("VW-6.4")


def test_a_conflict_gives_its_readings_the_one_in_use_and_its_rules(open_page: OpenPage) -> None:
    conflict = load_game("vwars").conflicts["VW-C01"]
    page = open_page("/rules/VW-C01", language="it")
    expect(page.locator(".kind")).to_have_text("Le edizioni non concordano")
    in_use = page.locator(".readings [aria-current]")
    expect(in_use).to_contain_text(conflict.readings["en-rulebook"].it)
    for rule in conflict.rules:
        expect(page.locator(f".related a[href='/rules/{rule}']")).to_be_visible()
    page.goto("/?game=vwars&edition=it-summary")
    expect(page.locator("#edition")).to_have_value("it-summary")
    page.goto("/rules/VW-C01")
    expect(in_use).to_contain_text(conflict.readings["it-summary"].it)


def test_a_gap_says_what_would_settle_it(open_page: OpenPage) -> None:
    missing = load_game("vwars").conflicts["VW-C30"].missing
    assert missing
    page = open_page("/rules/VW-C30")
    expect(page.locator(".kind")).to_have_text("The text is silent")
    expect(page.locator(".one-rule")).to_contain_text(missing.en)


@pytest.mark.parametrize("address", ["/rules/VW-99.9", "/rules/nothing", "/rules/%3Cb%3E"])
def test_a_rule_that_there_is_not_is_said(open_page: OpenPage, address: str) -> None:
    page = open_page(address, language="it")
    expect(page.locator(".fault")).to_contain_text("Non c’è una regola")
    page.get_by_role("link", name="Tutte le regole").click()
    expect(page.locator(".shelf")).to_be_visible()


def test_a_card_of_an_answer_leads_to_all_about_its_rule(open_page: OpenPage) -> None:
    page = open_page("/?q=May a public vampire enter a city under Martial Law?")
    card = page.locator("#answer .card[open]").first
    card.get_by_role("link", name="Exceptions, questions, see also").click(timeout=30_000)
    expect(page.locator(".one-rule h1")).to_be_visible()


@pytest.mark.parametrize("language", ["it", "en"])
def test_all_the_rules_of_a_game_stand_on_paper(open_page: OpenPage, language: str, tmp_path: Path) -> None:
    page = open_page("/rules?game=victory-honor", language=language)
    game = load_game("victory-honor")
    expect(page.locator(".chapters")).to_be_visible()
    page.locator("#sought").fill("xylophone")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for rule in [*game.rules.values()][::10]:
        expect(page.get_by_text(rule.text["it" if language == "it" else "en"], exact=True)).to_be_visible()
    for gone in ("#sought", ".top", ".tabs", "#print"):
        expect(page.locator(gone)).to_be_hidden()
    expect(page.locator("h1")).to_contain_text("Victory & Honor")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".chapters")).to_have_count(0)
    pdf = page.pdf(path=tmp_path / "rules.pdf")
    assert pdf.count(b"/Type /Page\n") > 5


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [NARROW, PHONE, DESKTOP])
@pytest.mark.parametrize(
    "address", ["/rules", "/rules?game=vwars#06-actions", "/rules?game=vwars#open", "/rules/VW-6.14", "/rules/VW-C01"]
)
def test_it_fits_and_bars_nobody(open_page: OpenPage, address: str, size: tuple[int, int], dark: bool) -> None:
    page = open_page(address, size=size, dark=dark)
    expect(page.locator("main h1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    grave = [one["id"] for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")]
    assert not grave


def test_it_works_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("/rules?game=vwars")
    page.locator("#sought").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".chapter .rule").first).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".one-rule h1")).to_be_visible()
