"""A position on the page: told a fact at a time, ruled on at once, taken back, kept, and handed on."""

import json
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Route, expect

from adjudicator import GAMES
from tests.page.conftest import DESKTOP, OpenPage
from tests.service.conftest import Service

HEADLINES = ("vwars.riot", "doomtrooper.combat", "victory-honor.resolve-position", "village-attacks.monster-attack")
NARROW = (320, 640)
MOST_QUESTIONS = 20
SECONDS_TO_RULE = 30
RULED = '.ruled[aria-busy="false"]'


def ruled(page: Page) -> Page:
    """The page, once the ruling on what was told has come."""
    expect(page.locator(RULED)).to_be_visible(timeout=SECONDS_TO_RULE * 1000)
    return page


def told(page: Page, procedure: str) -> Any:
    """What the page keeps of a position."""
    return page.evaluate("id => JSON.parse(sessionStorage.getItem(`position ${id}`)).told", procedure)


def fact(page: Page, path: str) -> Locator:
    return page.locator(f'[id="fact:{path}"]')


def tell_bit_by_bit(asked: Locator) -> None:
    """Tells anything of the fact that is asked for, where no button has it whole."""
    field = asked.locator("input")
    if field.count():
        field.first.fill("3")
        field.first.press("Tab")
    else:
        asked.locator("button").first.click()
    asked.locator("button.strong").click()


def require_shown(page: Page, ruling: Any) -> None:
    """The page says what the ruling says: each step with its rule, each figure, each conflict it rests on."""
    steps = page.locator(".details .steps > li > div")
    assert steps.all_inner_texts() == [f"{step['says']} {step['rule']}" for step in ruling["steps"]]
    figures = page.locator("#outcome .figures > *")
    assert figures.all_text_contents() == [
        text
        for figure in ruling["outcome_says"]
        for text in (figure["label"], figure["says"].replace("; ", ""))  # each entry has a line of its own
    ]
    conflicts = page.locator(".details .conflict .id").all_text_contents()
    assert conflicts == [each["conflict"] for each in ruling["rests_on"]]
    asked = page.locator("#asked legend")
    assert asked.count() == ("hangs_on" in ruling)
    if "hangs_on" in ruling:
        expect(asked).to_contain_text(ruling["hangs_on"]["question"])


@pytest.mark.slow
def test_every_procedure_opens_as_a_form_and_its_example_gets_the_very_ruling(
    service: Service, open_page: OpenPage
) -> None:
    page = open_page("/position", size=NARROW)
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    procedures = service("/v1/procedures").json
    assert len(procedures) > 150
    for procedure in procedures:
        page.evaluate("at => import('/page/core/router.js').then(({ go }) => go(at))", f"/position/{procedure['id']}")
        expect(page.locator("h1")).to_have_text(procedure["summary"]["en"])
        page.locator("#example").click()
        ruled(page)
        assert told(page, procedure["id"])["state"] == procedure["example"]
        asked = {"state": procedure["example"], "lang": "en"}
        require_shown(page, service(f"/v1/adjudicate/{procedure['id']}", asked).json)
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0], procedure["id"]
    assert not errors


def test_the_list_has_the_games_procedures_the_headline_ones_first(service: Service, open_page: OpenPage) -> None:
    page = open_page("/position")
    expect(page.locator(".headline a")).to_have_count(len(HEADLINES))
    assert [link.get_attribute("href") for link in page.locator(".headline a").all()] == [
        f"/position/{id}" for id in HEADLINES
    ]
    page.locator("#game").select_option("victory-honor")
    of_game = service("/v1/procedures?game=victory-honor&brief=true").json
    expect(page.locator("main li a")).to_have_count(len(of_game))
    page.locator("main li a").first.click()
    expect(page).to_have_url(f"{service.url}/position/victory-honor.resolve-position")


@pytest.mark.parametrize(("language", "words"), [("en", "RIOT"), ("it", "RIVOLTA")])
def test_search_finds_by_words_in_the_readers_language(
    service: Service, open_page: OpenPage, language: str, words: str
) -> None:
    page = open_page("/position", language=language)
    page.locator("#sought").fill(words)
    found = page.locator("main li a:visible")
    summaries = [each["summary"][language] for each in service("/v1/procedures?brief=true").json]
    wanted = [one for one in summaries if words.lower() in one.lower()]
    expect(found).to_have_count(len(wanted))
    assert sorted(found.all_text_contents()) == sorted(wanted)
    page.locator("#sought").fill("qwertz")
    expect(found).to_have_count(0)


@pytest.mark.parametrize(
    "procedure",
    [
        "vwars.move",
        "vwars.vampire-victory",
        "vwars.law",
        "doomtrooper.complete-mission",
        "doomtrooper.response",
        "doomtrooper.unique-card",
        "victory-honor.round-starter",
        "victory-honor.next-leader",
        "village-attacks.return-from-death",
        "village-attacks.villager-condition",
        "village-attacks.minion-damage",
    ],
)
@pytest.mark.parametrize("choice", ["first", "last"])
def test_answering_what_is_asked_leads_to_a_ruling(
    service: Service, open_page: OpenPage, procedure: str, choice: str
) -> None:
    page = ruled(open_page(f"/position/{procedure}"))
    for _ in range(MOST_QUESTIONS):
        if not page.locator("#asked").count():
            break
        field = page.evaluate("() => document.querySelector('.fact.asked')?.id")
        assert field, "what is asked for is marked in the form"
        options = page.locator("#asked .options button")
        if options.count():
            (options.first if choice == "first" else options.last).click()
        else:
            tell_bit_by_bit(page.locator("#asked"))
        ruled(page)
    else:
        pytest.fail("it goes on asking")
    expect(page.locator(".slip")).not_to_have_attribute("data-kind", "depends")
    ruling = service(f"/v1/adjudicate/{procedure}", {"state": told(page, procedure)["state"], "lang": "en"}).json
    assert ruling["verdict"] != "depends"
    require_shown(page, ruling)


def test_an_answer_says_what_it_leads_to(open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.move"))
    option = page.locator("#asked .options button", has_text="Another")
    expect(option).to_contain_text("→ No")
    option.click()
    expect(page.locator(".slip .word")).to_have_text("No")
    expect(page.locator(".slip")).to_have_attribute("data-kind", "no")


def test_a_number_that_stands_for_many_is_told_as_such(open_page: OpenPage) -> None:
    page = ruled(open_page("/position/doomtrooper.unique-card"))
    page.locator("#asked .options button", has_text="Alliance").click()
    page.locator("#asked .options button", has_text="1 or more").click()
    number = fact(page, "card.own_in_play")
    expect(number.locator(".note")).to_have_text("told as: 1 or more")
    number.get_by_role("button", name="One more").click()
    expect(number.locator(".note")).to_have_text("")


def test_no_game_is_listed_before_its_name_is_there(open_page: OpenPage) -> None:
    page = open_page("/dispute")
    held: list[Route] = []
    page.route("**/v1/games", lambda route: held.append(route))
    with page.expect_response("**/v1/procedures?brief=true"):
        page.goto("/position")
    page.wait_for_timeout(500)  # all but the games has come, and would have been shown
    expect(page.locator("details.card")).to_have_count(0)
    for route in held:
        route.continue_()
    names = page.locator("details.card > summary")
    expect(names).to_have_count(len(GAMES))
    assert all(names.all_inner_texts())


def test_a_list_stays_asked_for_until_it_is_told(open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.election"))
    asked = page.locator("#asked")
    for colour, rank in (("red", "2"), ("white", "3")):
        asked.get_by_role("button", name=colour, exact=True).click()
        asked.get_by_role("button", name=rank, exact=True).click()
    assert told(page, "vwars.election")["state"] == {"cards": ["red 2", "white 3"]}
    asked.get_by_role("button", name="Done").click()
    expect(asked).to_have_count(0)
    expect(page.locator(".slip .word")).to_have_text("humans")


def test_what_is_taken_as_usual_is_shown_and_can_be_changed(open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.move"))
    for answer in ("The player's own", "No"):
        page.locator("#asked .options button", has_text=answer).click()
        ruled(page)
    expect(page.locator(".slip .word")).to_have_text("Yes")
    page.locator(".chip.assumed", has_text="Same city").click()
    usual = fact(page, "same_city")
    expect(usual.locator(".note")).to_contain_text("taken as usual: no")
    usual.get_by_role("button", name="yes").click()
    expect(page.locator(".slip .word")).to_have_text("No")


def test_an_impossible_position_says_all_its_faults(service: Service, open_page: OpenPage) -> None:
    page = ruled(open_page("/position/victory-honor.new-deal", language="it"))
    for _ in range(2):
        asked = page.locator("#asked")
        asked.get_by_role("button", name="rosso", exact=True).click()
        asked.get_by_role("button", name="1", exact=True).click()
        if asked.get_by_role("button", name="rosso", exact=True).get_attribute("aria-pressed") == "true":
            asked.get_by_role("button", name="rosso", exact=True).click()
    ruled(page)
    state = told(page, "victory-honor.new-deal")["state"]
    assert state == {"hand": ["red 1", "red 1"]}
    refused = service("/v1/adjudicate/victory-honor.new-deal", {"state": state, "lang": "it"}).json
    assert len(refused["faults"]) == 2
    expect(page.locator(".slip .word")).to_have_text("Questa posizione non può esistere")
    for fault in refused["faults"]:
        expect(page.locator("#behind")).to_contain_text(f"{fault['says']} {fault['rule']}")


def test_a_number_out_of_bounds_is_said_beside_it(open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.deploy-troop"))
    number = fact(page, "human_troops").locator("input")
    number.fill("-3")
    number.press("Tab")
    expect(fact(page, "human_troops").locator("strong")).to_have_text("at least 0")
    expect(page.locator(".slip")).to_contain_text("Something needs correcting")
    fact(page, "human_troops").get_by_role("button", name="Not told").click()
    expect(page.locator(".slip .word")).to_have_text("It depends")


def test_the_last_request_wins(service: Service, open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.move"))
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/v1/adjudicate/**", hold_the_first)
    with page.expect_request("**/v1/adjudicate/**"):
        fact(page, "destination").get_by_role("button", name="another").click()
    fact(page, "destination").get_by_role("button", name="adjacent").click()
    ruled(page)
    expect(page.locator(".slip .word")).to_have_text("It depends")
    assert told(page, "vwars.move")["state"] == {"destination": "adjacent"}


def test_changes_are_taken_back_one_by_one(open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.move"))
    expect(page.locator("#undo")).to_be_disabled()
    fact(page, "destination").get_by_role("button", name="another").click()
    page.locator("#example").click()
    page.locator("#clear").click()
    assert told(page, "vwars.move")["state"] == {}
    page.locator("#undo").click()
    assert len(told(page, "vwars.move")["state"]) > 1
    page.locator("#undo").click()
    assert told(page, "vwars.move")["state"] == {"destination": "other"}
    expect(ruled(page).locator(".slip .word")).to_have_text("No")
    page.locator("#undo").click()
    assert told(page, "vwars.move")["state"] == {}
    expect(page.locator("#undo")).to_be_disabled()


def test_a_reload_loses_nothing(open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.move"))
    fact(page, "destination").get_by_role("button", name="another").click()
    expect(ruled(page).locator(".slip .word")).to_have_text("No")
    page.reload()
    expect(ruled(page).locator(".slip .word")).to_have_text("No")
    page.locator("#undo").click()
    expect(page.locator(".slip .word")).to_have_text("It depends")


def test_a_link_gives_the_same_position_and_ruling(service: Service, open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.riot"))
    page.locator("#edition").select_option("it-summary")
    page.locator("#example").click()
    ruled(page).locator("#share").click()
    link = page.locator("#link").input_value()
    steps = page.locator(".details .steps").inner_text()
    other = ruled(open_page(link))
    assert other.locator(".details .steps").inner_text() == steps
    assert other.locator("#edition").input_value() == "it-summary"
    assert not other.locator(".notice").count()
    assert len(link) < 700


def test_a_link_from_before_the_texts_changed_says_so(open_page: OpenPage) -> None:
    page = open_page("/position")
    address = page.evaluate(
        """() => import('/page/core/share.js').then(({ positionAddress }) =>
            positionAddress('vwars.move', { state: { destination: 'other' }, corpus: '000000000000' }))"""
    )
    page = ruled(open_page(address))
    expect(page.locator(".notice")).to_contain_text("have changed since")
    expect(page.locator(".slip .word")).to_have_text("No")


def test_a_link_with_facts_that_do_not_exist_says_which(open_page: OpenPage) -> None:
    page = open_page("/position")
    address = page.evaluate(
        """() => import('/page/core/share.js').then(({ positionAddress }) =>
            positionAddress('vwars.move', { state: { speed: 3 } }))"""
    )
    page = ruled(open_page(address, language="it"))
    expect(page.locator("header .fault")).to_contain_text("speed campo sconosciuto; i campi qui sono")


@pytest.mark.parametrize("broken", ["/position/vwars.move#s=xyz", "/position/vwars.nothing"])
def test_a_broken_address_is_told_apart(open_page: OpenPage, broken: str) -> None:
    page = open_page(broken)
    expect(page.locator(".notice, .fault")).to_be_visible()


def test_another_reading_rules_otherwise_and_back(service: Service, open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.riot"))
    page.locator("#example").click()
    ruled(page)
    example = service("/v1/procedures/vwars.riot").json["example"]
    before = service("/v1/adjudicate/vwars.riot", {"state": example, "lang": "en"}).json
    rests = before["rests_on"][0]
    page.locator(".conflict button").click()
    ruled(page)
    readings = {rests["conflict"]: rests["other_reading"]}
    after = service("/v1/adjudicate/vwars.riot", {"state": example, "lang": "en", "readings": readings}).json
    assert after["outcome"] == rests["other_outcome"]
    require_shown(page, after)
    page.locator(".conflict button").click()
    require_shown(ruled(page), before)


def test_what_would_flip_the_ruling_is_told_by_what_it_alters(service: Service, open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.riot"))
    page.locator("#example").click()
    ruled(page).locator("#flip").click()
    expect(page.locator(".flips > li").first).to_be_visible(timeout=30_000)
    state = service("/v1/procedures/vwars.riot").json["example"]
    ruling = service("/v1/adjudicate/vwars.riot", {"state": state, "lang": "en", "flips": True}).json
    flip = ruling["flips"][0]
    altered = [line["label"] for line in flip["outcome_says"] if line not in ruling["outcome_says"]]
    assert 0 < len(altered) < len(flip["outcome_says"])
    assert page.locator(".flips > li").first.locator("dt").all_inner_texts() == altered


def test_what_would_flip_the_ruling_can_be_tried(service: Service, open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.deploy-troop"))
    page.locator("#example").click()
    ruled(page).locator("#flip").click()
    expect(page.locator(".flips > li").first).to_be_visible()
    state = told(page, "vwars.deploy-troop")["state"]
    asked = {"state": state, "lang": "en", "flips": True}
    flips = service("/v1/adjudicate/vwars.deploy-troop", asked).json["flips"]
    assert page.locator(".flips > li > p:first-child").all_inner_texts() == [flip["change"]["says"] for flip in flips]
    page.locator(".flips button").first.click()
    ruled(page)
    change = flips[0]["change"]
    assert told(page, "vwars.deploy-troop")["state"] == {**state, change["field"]: change["to"]}


@pytest.mark.parametrize("press", ["click", "Enter"])
def test_a_leaf_of_the_tree_tells_all_that_leads_to_it(open_page: OpenPage, press: str) -> None:
    page = ruled(open_page("/position/vwars.move"))
    leaves = page.locator(".tree .leaf")
    assert leaves.count() > 3
    leaf = leaves.filter(has_text="No").first
    leaf.click() if press == "click" else leaf.press(press)
    expect(ruled(page).locator(".slip .word")).to_have_text("No")
    assert told(page, "vwars.move")["state"] == {
        "destination": "own",
        "martial_law": True,
        "standing": "public-vampire",
    }


def test_a_question_in_the_tree_names_its_part_and_leaves_out_the_answers_listed(open_page: OpenPage) -> None:
    page = open_page()
    script = "(says) => import('/page/parts/tree.js').then(({ shortened }) => shortened(says))"
    for says, short in (
        ("Attacker: what is the warrior's affiliation?", "Attacker: what is the warrior's affiliation?"),
        ("Which region is it in: their own or another?", "Which region is it in?"),
        ("Difensore: in quale Area è: Squadra o Avamposto?", "Difensore: in quale Area è?"),
    ):
        assert page.evaluate(script, says) == short


def test_the_tree_is_also_told_in_words(open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.move"))
    page.get_by_text("The same in words").click()
    assert page.locator(".branches strong").all_inner_texts() == page.locator(".tree .leaf text").all_text_contents()


def test_the_rule_of_a_step_opens_in_its_place(service: Service, open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.move"))
    page.locator("#example").click()
    step = ruled(page).locator(".steps > li").first
    step.locator("button").click()
    rule = service(f"/v1/rules/{step.locator('button').inner_text()}").json
    expect(step.locator(".rule-text")).to_contain_text(rule["text"]["en"])
    step.locator("button").click()
    expect(step.locator(".rule-text")).to_have_count(0)


def test_the_language_changes_the_ruling_too(service: Service, open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.move"))
    page.locator("#example").click()
    ruled(page).get_by_role("button", name="Italiano").click()
    expect(page.locator(".slip .word")).to_have_text("No")
    asked = {"state": told(page, "vwars.move")["state"], "lang": "it"}
    ruling = service("/v1/adjudicate/vwars.move", asked).json
    expect(page.locator(".details .steps")).to_contain_text(ruling["steps"][0]["says"])


def test_the_position_is_there_as_json(open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.move"))
    page.locator("#example").click()
    page.locator("#copy-json").click()
    assert json.loads(page.locator("#json").input_value()) == told(page, "vwars.move")["state"]


def test_choosing_another_game_leads_to_its_positions(service: Service, open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.move"))
    page.locator("#game").select_option("doomtrooper")
    expect(page).to_have_url(f"{service.url}/position")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("address", ["/position", *(f"/position/{id}" for id in HEADLINES), "/position/vwars.move"])
def test_axe_finds_nothing_serious(open_page: OpenPage, address: str, dark: bool) -> None:
    page = open_page(address, dark=dark)
    states = 1
    if address != "/position":
        ruled(page)
        states = 2
    for state in range(states):
        if state:
            page.locator("#example").click()
            ruled(page)
        found = [
            (each["id"], each["nodes"][0]["html"])
            for each in Axe().run(page).response["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        assert not found


def test_all_of_it_works_by_keyboard(open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.move", size=DESKTOP))
    page.locator("#share").focus()
    page.keyboard.press("Tab")  # the first answer of the question
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(ruled(page).locator(".slip .word")).to_have_text("No")


def test_the_shell_names_what_its_screen_needs_before_it_can_show_anything(service: Service) -> None:
    riot = service("/position/vwars.riot").body.decode()
    for needed in (
        "/page/boards/riot.js",
        "/page/style/boards.css",
        "/v1/procedures/vwars.riot",
        "/v1/games/vwars/words",
    ):
        assert f'href="{needed}"' in riot
    assert 'href="/v1/games/vwars/rules"' in service("/rules/vw-6.4").body.decode()
    assert "/v1/" not in service("/position/riot%22%3E%3Cb%3E").body.decode()
    assert "<b>" not in service("/position/riot%22%3E%3Cb%3E").body.decode()
