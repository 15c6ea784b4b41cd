"""A question and its answer on the page."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from evals.cases import positions
from tests.page.conftest import DESKTOP, PHONE, OpenPage
from tests.service.conftest import CHECKOUT, Service, serving

QUESTION = "Can a city hold 7 troops?"
BY_EDITION = "We stormed a human city with strength 9, do we lose a sympathy token for that?"
BARRED = "May a public vampire enter a city under Martial Law?"
TOLD_IN_PART = "Can I move to a city under Martial Law?"
TWO_POSITIONS = "Can a public vampire enter a city under martial law, and can a human?"
FOREIGN = "What is the weather in Rome?"
OF_TWO_MINDS = "Does Martial Law remove troops?"
"""The two editions answer it differently."""
TWO_GAMES = "who goes first?"
NARROW = (320, 700)
SECONDS_TO_ANSWER = 30
"""The first question about a game loads what it is looked up in."""
EXAMPLES = json.loads((CHECKOUT / "service" / "page" / "examples.json").read_text(encoding="utf-8"))


def ask(page: Page, question: str) -> None:
    page.locator("#question").fill(question)
    page.locator("#send").click()


def until_answered(page: Page) -> None:
    expect(page.locator("#answer .slip").first).to_be_visible(timeout=SECONDS_TO_ANSWER * 1000)
    expect(page.locator("#state")).to_be_hidden(timeout=SECONDS_TO_ANSWER * 1000)


def asked(page: Page) -> int:
    script = "performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/v1/ask')).length"
    return int(page.evaluate(script))


def word(page: Page) -> str:
    return page.locator("#answer .slip .word").first.inner_text()


def choose(page: Page, selector: str, value: str) -> None:
    page.locator(selector).select_option(value)


def test_a_question_gets_its_answer_with_the_rules_to_tap(service: Service, open_page: OpenPage) -> None:
    page = open_page()
    ask(page, OF_TWO_MINDS)
    until_answered(page)
    answer = service("/v1/ask", {"question": OF_TWO_MINDS}).json
    for sentence in answer["sentences"]:
        expect(page.locator("#answer")).to_contain_text(sentence["text"])
    open_ids = {conflict["id"] for conflict in answer["conflicts"]}
    cards = page.locator("#answer .card:not(.conflict)")
    assert [card.get_attribute("id") for card in cards.all()] == [
        citation["rule"] for citation in answer["citations"] if citation["rule"] not in open_ids
    ]
    first = cards.first
    assert first.get_attribute("open") is not None
    first.locator("summary").click()
    assert first.get_attribute("open") is None
    page.locator(".slip a.id").first.click()
    assert first.get_attribute("open") is not None
    expect(first).to_contain_text(answer["citations"][0]["text"])
    assert page.locator("#question").input_value() == OF_TWO_MINDS


def examples() -> Iterator[Any]:
    for game, by_language in EXAMPLES.items():
        assert by_language.keys() == {"it", "en"}
        for language, questions in by_language.items():
            assert len(questions) >= 3
            for question in questions:
                yield pytest.param(None if game == "any" else game, language, question, id=f"{game}: {question}")


@pytest.mark.parametrize(("game", "language", "question"), [*examples()])
def test_every_example_gets_a_definite_answer(service: Service, game: str | None, language: str, question: str) -> None:
    answer = service("/v1/ask", {"question": question, **({"game": game} if game else {})}).json
    assert answer["language"] == language
    assert answer["game"] == (game or answer["game"]) is not None
    assert not answer["abstained"]
    assert answer["verdict"] in ("yes", "no", "value") or (
        answer["verdict"] == "explained" and answer["confidence"] > 0.5
    )


def test_the_examples_are_those_of_the_game_and_a_tap_asks_one(service: Service, open_page: OpenPage) -> None:
    page = open_page()
    shown = page.locator(".examples button")
    expect(shown).to_have_text(EXAMPLES["any"]["en"])
    choose(page, "#game", "doomtrooper")
    expect(shown).to_have_text(EXAMPLES["doomtrooper"]["en"])
    shown.first.click()
    until_answered(page)
    assert page.locator("#question").input_value() == EXAMPLES["doomtrooper"]["en"][0]
    assert word(page) == "No"


def test_the_word_stands_large_and_the_reason_does_not_repeat_it(open_page: OpenPage) -> None:
    page = open_page()
    ask(page, BARRED)
    until_answered(page)
    assert word(page) == "No"
    expect(page.locator("#heard")).to_have_text(re.compile(r"^No\. The city is under Martial Law"))
    assert page.locator("#answer .why").inner_text().startswith("The city is under Martial Law")
    size = "(element) => parseFloat(getComputedStyle(element).fontSize)"
    largest = page.locator("#answer .word").evaluate(size)
    assert all(largest >= 1.5 * one.evaluate(size) for one in page.locator("#answer p:not(.word)").all())
    ask(page, "Five players: how many vampires are there?")
    expect(page.locator("#answer .word")).to_have_text("1")


def test_a_fact_that_was_understood_is_tapped_and_changed_and_the_ruling_follows(open_page: OpenPage) -> None:
    page = open_page()
    ask(page, BARRED)
    until_answered(page)
    chips = page.locator(".chip")
    expect(chips).to_have_text(["The player's side: Public Vampire", "Martial Law in the city to enter: yes"])
    chips.nth(1).click()
    page.locator(".asks").get_by_role("button", name="no", exact=True).click()
    expect(chips.nth(1)).to_have_text("Martial Law in the city to enter: no")
    expect(page.locator("#answer .word")).not_to_have_text("No")
    page.reload()
    expect(chips.nth(1)).to_have_text("Martial Law in the city to enter: no")
    chips.nth(1).click()
    page.get_by_role("button", name="Not known").click()
    expect(chips).to_have_text([re.compile("The player's side"), re.compile("Same city: no.*taken as usual")])


def test_each_position_of_a_question_gets_its_slip(service: Service, open_page: OpenPage) -> None:
    page = open_page()
    ask(page, TWO_POSITIONS)
    until_answered(page)
    assert word(page) == "No"
    besides = page.locator(".besides")
    expect(besides.locator("h2")).to_have_text("«can a human?»")
    expect(besides.locator(".word")).to_have_text("It depends")
    expect(besides).to_contain_text("The player's side: humans")
    expect(besides.locator("li")).to_have_text(["The player's own or adjacent → Yes", "Another → No"])
    besides.get_by_role("link", name="Open as a position").click()
    expect(page.locator(".ruled .word")).to_have_text("It depends")
    page.locator("#asked").get_by_role("button", name="The player's own").click()
    expect(page.locator(".ruled .word")).to_have_text("Yes")


def test_a_number_is_changed_with_a_stepper(service: Service, open_page: OpenPage) -> None:
    page = open_page()
    ask(page, "Five players: how many vampires are there?")
    until_answered(page)
    page.locator(".chip").first.click()
    less = page.get_by_role("button", name="One less")
    for players in (4, 3):
        less.click()
        expect(page.locator(".chip").first).to_have_text(f"Number of players: {players}")
        body = {"state": {"players": players}, "wants": "faction_deck.vampire", "lang": "en"}
        ruling = service("/v1/adjudicate/vwars.set-up", body).json
        expect(page.locator("#answer .word")).to_have_text(ruling["answer"]["says"])
    page.locator(".stepper input").fill("0")
    page.locator(".stepper input").press("Enter")
    expect(less).to_be_disabled()


def test_a_change_to_what_cannot_be_is_explained_and_the_ruling_stays(open_page: OpenPage) -> None:
    page = open_page()
    ask(page, "Five players: how many vampires are there?")
    until_answered(page)
    page.locator(".chip").first.click()
    page.locator(".stepper input").fill("2000")
    page.locator(".stepper input").press("Enter")
    expect(page.locator(".fault")).to_contain_text("does not fit here")
    assert word(page) == "1"


def test_a_deciding_fact_is_asked_one_at_a_time_with_what_each_answer_leads_to(open_page: OpenPage) -> None:
    page = open_page()
    ask(page, TOLD_IN_PART)
    until_answered(page)
    assert word(page) == "It depends"
    question = page.locator(".asks legend")
    expect(question).to_have_count(1)
    expect(question).to_contain_text("Which region")
    options = page.locator(".options button")
    expect(options).to_have_text(["The player's own → It depends", "Adjacent → It depends", "Another → No"])
    options.nth(1).click()
    expect(question).to_contain_text("Is the player human")
    expect(options.filter(has_text="Public Vampire")).to_contain_text("→ No")
    options.filter(has_text="Infected").click()
    expect(page.locator("#answer .word")).to_have_text("Yes")
    expect(question).to_have_count(0)
    expect(page.locator(".chip").filter(has_text="Infected")).to_be_visible()


def test_a_position_that_is_only_likely_is_ruled_on_when_it_is_confirmed(service: Service, open_page: OpenPage) -> None:
    questions = (
        {"question": case.question, "game": "vwars", "lang": "en"} for case in positions("vwars") if case.lang == "en"
    )
    answers = (service("/v1/ask", asked).json for asked in questions)
    answer = next(one for one in answers if "perhaps" in one and one["perhaps"]["ruling"]["answer"]["verdict"] == "no")
    page = open_page("/?game=vwars")
    ask(page, answer["question"])
    until_answered(page)
    box = page.locator(".perhaps")
    facts = [fact["says"] for fact in answer["perhaps"]["understood"]]
    expect(box.locator("li")).to_have_text(facts)
    expect(box.locator("p")).to_have_text("Then: No")
    expect(page.get_by_text("If this is the position")).to_have_count(0)
    expect(page.locator(".chip")).to_have_count(0)
    expect(box.get_by_role("link")).to_have_attribute(
        "href", re.compile(f"^/position/{answer['position']['procedure']}")
    )
    box.get_by_role("button").click()
    expect(box).to_have_count(0)
    assert word(page) == "No"
    for fact in facts:
        expect(page.locator(".chip").filter(has_text=fact)).to_be_visible()


def test_a_bound_of_a_number_takes_one_within_and_leaves_it_to_be_changed(open_page: OpenPage) -> None:
    page = open_page("/?game=doomtrooper")
    expect(page.locator("#game")).to_have_value("doomtrooper")
    ask(page, "posso mettere in Copertura il mio guerriero con l'ultima azione?")
    until_answered(page)
    page.locator(".options button").filter(has_text="1 o più").click()
    expect(page.locator(".stepper input")).to_have_value("1")
    page.get_by_role("button", name="One more").click()
    expect(page.locator(".stepper input")).to_have_value("2")
    expect(page.locator(".chip[aria-expanded=true]")).to_contain_text("2")


def test_no_answer_looks_different_from_an_answer_and_each_kind_from_the_other(open_page: OpenPage) -> None:
    page = open_page()
    kinds = {
        FOREIGN: ("foreign", "Not about these games"),
        "Doomtrooper: coin flip for the first Turn, is that written?": ("silent", "The rules do not say"),
        "V-Wars: how do I store the tokens?": ("unsure", "Not sure: these are the nearest rules"),
        BARRED: ("no", "No"),
    }
    looks = set()
    for question, (kind, said) in kinds.items():
        ask(page, question)
        expect(page.locator("#answer .word")).to_have_text(said)
        assert page.locator("#answer .slip").get_attribute("data-kind") == kind
        style = "(slip) => { const s = getComputedStyle(slip); return [s.borderLeftStyle, s.borderLeftColor].join() }"
        looks.add(page.locator("#answer .slip").evaluate(style))
    assert len(looks) == len(kinds)


def test_a_question_about_no_game_shows_no_rules(open_page: OpenPage) -> None:
    page = open_page(f"/?q={FOREIGN}")
    until_answered(page)
    assert word(page) == "Not about these games"
    expect(page.locator("#answer .card")).to_have_count(0)


def test_where_two_games_are_possible_a_tap_says_which(open_page: OpenPage) -> None:
    page = open_page()
    ask(page, TWO_GAMES)
    until_answered(page)
    assert word(page) == "It depends on the game"
    expect(page.locator(".options button")).to_have_text(["V-Wars", "Victory & Honor"])
    page.locator(".options button").first.click()
    expect(page.locator("#game")).to_have_value("vwars")
    expect(page.locator("#answer .slip")).not_to_contain_text("It depends on the game")
    until_answered(page)
    expect(page.locator("#answer .options")).to_have_count(0)
    ids = [card.get_attribute("id") for card in page.locator("#answer .card").all()]
    assert ids
    assert all(id and id.startswith("VW-") for id in ids)


def test_what_the_texts_leave_open_is_said_in_the_language_of_the_answer(service: Service, open_page: OpenPage) -> None:
    question = "Simpatia azzerata ma i vampiri hanno ancora 6 città: vinciamo noi umani?"
    answer = service("/v1/ask", {"question": question}).json
    gap = next(conflict["id"] for conflict in answer["conflicts"] if not conflict["readings"])
    about = service(f"/v1/rules/{gap}").json
    page = open_page()
    ask(page, question)
    until_answered(page)
    assert word(page) == "Sì"
    assert page.locator("#answer .slip").get_attribute("lang") == "it"
    expect(page.get_by_role("heading", name="Here the texts are silent")).to_be_visible()
    card = page.locator(f"#{gap}")
    expect(card.locator("summary")).to_contain_text(about["title"]["it"])
    card.locator("summary").click()
    expect(card).to_contain_text(about["text"]["it"])


def test_a_conflict_gives_each_reading_and_marks_the_one_in_use(service: Service, open_page: OpenPage) -> None:
    page = open_page()
    ask(page, QUESTION)
    until_answered(page)
    open_conflicts = service("/v1/ask", {"question": QUESTION}).json["conflicts"]
    for conflict in (one for one in open_conflicts if one["readings"]):
        card = page.locator(f"#{conflict['id']}")
        expect(card.locator(".readings > li")).to_have_count(len(conflict["readings"]))
        expect(card.locator(".readings > li[aria-current]")).to_contain_text(conflict["readings"][conflict["taken"]])
        if card.get_attribute("open") is None:
            card.locator("summary").click()
        expect(card.locator(".readings > li[aria-current]")).to_contain_text("reading in use")


def test_a_ruling_can_be_made_by_the_other_reading(open_page: OpenPage) -> None:
    page = open_page("/?game=village-attacks")
    expect(page.locator("#game")).to_have_value("village-attacks")
    ask(page, "spawn card: 3 hunters of the golem arrive, 3 are in play already. How many are veterans?")
    until_answered(page)
    assert word(page) == "1"
    card = page.locator(".conflict")
    if card.get_attribute("open") is None:
        card.locator("summary").click()
    page.get_by_role("button", name="Rule by this reading").click()
    expect(page.locator("#answer .slip .word")).to_have_text("0")


def test_where_no_game_was_chosen_the_answer_names_its_own(open_page: OpenPage) -> None:
    page = open_page("/?q=how+many+actions+does+a+doomtrooper+player+get%3F")
    until_answered(page)
    expect(page.locator("#about")).to_have_text("Doomtrooper")
    choose(page, "#game", "doomtrooper")
    page.locator("#send").click()
    until_answered(page)
    expect(page.locator("#about")).to_have_count(0)


def test_citations_stand_apart(service: Service, open_page: OpenPage) -> None:
    cites = service("/v1/ask", {"question": BY_EDITION, "game": "vwars"}).json["sentences"][0]["cites"]
    assert len(cites) > 1
    page = open_page(f"/?game=vwars&q={BY_EDITION}")
    until_answered(page)
    assert page.locator("#answer .why").inner_text().split()[-len(cites) :] == cites


def test_a_question_in_the_address_is_asked_about_the_game_that_is_remembered(open_page: OpenPage) -> None:
    page = open_page()
    choose(page, "#game", "doomtrooper")
    page.goto("/?q=How+many+players%3F")
    until_answered(page)
    assert page.locator("#game").input_value() == "doomtrooper"
    ids = [card.get_attribute("id") or "" for card in page.locator("#answer .card").all()]
    assert ids
    assert all(id.startswith("DT-") for id in ids)


def test_the_game_of_a_link_goes_before_the_one_remembered(open_page: OpenPage) -> None:
    page = open_page()
    choose(page, "#game", "doomtrooper")
    page.goto("/?q=How+many+players%3F&game=vwars")
    until_answered(page)
    assert page.locator("#game").input_value() == "vwars"
    assert (page.locator("#answer .card").first.get_attribute("id") or "").startswith("VW-")
    page.goto("/?game=village-attacks")
    expect(page.locator("#game")).to_have_value("village-attacks")
    page.goto("/?game=chess")
    expect(page.locator("#game")).to_have_value("village-attacks")
    page.goto("/?game=")
    expect(page.locator("#game")).to_have_value("")


def test_a_reload_loses_nothing_and_asks_nothing_again(open_page: OpenPage) -> None:
    page = open_page()
    choose(page, "#game", "vwars")
    ask(page, QUESTION)
    until_answered(page)
    page.wait_for_load_state("networkidle")  # what the conflicts are about is looked up
    answer = page.locator("#answer").inner_text()
    page.reload()
    until_answered(page)
    page.wait_for_load_state("networkidle")
    assert page.locator("#answer").inner_text() == answer
    assert page.locator("#question").input_value() == QUESTION
    assert page.locator("#game").input_value() == "vwars"
    assert asked(page) == 0
    page.locator("#question").press_sequentially(" And eight?")
    page.locator("#further").fill("and for humans")
    page.reload()
    until_answered(page)
    assert page.locator("#question").input_value() == f"{QUESTION} And eight?"
    assert page.locator("#further").input_value() == "and for humans"
    page.wait_for_load_state("networkidle")
    assert page.locator("#answer").inner_text() == answer
    choose(page, "#game", "doomtrooper")
    page.reload()
    expect(page.locator("#game")).to_have_value("doomtrooper")


def test_a_follow_up_changes_the_last_position_and_earlier_answers_stay_folded(open_page: OpenPage) -> None:
    page = open_page()
    ask(page, BARRED)
    until_answered(page)
    page.locator("#further").fill("and if I am human?")
    with page.expect_request("**/v1/ask") as sent:
        page.get_by_role("button", name="Follow up").click()
    previous = sent.value.post_data_json["previous"]
    assert previous["question"] == BARRED
    assert previous["game"] == "vwars"
    assert previous["position"]["state"] == {"standing": "public-vampire", "martial_law": True}
    expect(page.locator(".chip").filter(has_text="The player's side")).to_contain_text("human")
    expect(page.locator("#answer")).to_contain_text(f"Following up: {BARRED}")
    earlier = page.locator("#earlier details")
    expect(earlier.locator("summary")).to_have_text(re.compile(rf"{re.escape(BARRED)}\s+No"))
    page.reload()
    until_answered(page)
    assert asked(page) == 0
    page.locator("#send").click()
    expect(page.locator(".chip").filter(has_text="The player's side")).to_contain_text("human")
    expect(page.locator("#answer")).to_contain_text(f"Following up: {BARRED}")
    earlier.locator("summary").click()
    earlier.get_by_role("button", name="Back to this one").click()
    assert word(page) == "No"
    assert page.locator("#question").input_value() == BARRED
    page.get_by_role("button", name="Clear them all").click()
    expect(page.locator("#earlier")).to_have_count(0)


def test_the_thread_is_bounded(open_page: OpenPage) -> None:
    page = open_page()
    ask(page, BARRED)
    until_answered(page)
    page.evaluate(
        "const [one] = JSON.parse(localStorage.thread);"
        "const many = Array.from({ length: 40 }, (_, at) => ({ ...one, question: `Question ${at}` }));"
        "localStorage.thread = JSON.stringify(many)"
    )
    ask(page, QUESTION)
    until_answered(page)
    kept = page.evaluate("JSON.parse(localStorage.thread).map((one) => one.question)")
    assert len(kept) == 20
    assert kept[-1] == QUESTION


def test_errors_speak_the_language_of_the_page(open_page: OpenPage) -> None:
    page = open_page(language="it")
    ask(page, "?!")
    expect(page.locator(".fault")).to_have_text(re.compile("^Questa domanda non si può leggere"))


def test_a_refused_question_is_explained_and_kept(open_page: OpenPage) -> None:
    page = open_page()
    ask(page, "?!")
    expect(page.locator(".fault")).to_contain_text("put it in words")
    assert page.locator("#question").input_value() == "?!"


def test_a_service_that_is_gone_is_explained_and_the_question_kept(open_page: OpenPage) -> None:
    page = open_page()
    page.route("**/v1/ask", lambda route: route.abort())
    ask(page, QUESTION)
    expect(page.locator(".fault")).to_contain_text("The service does not answer")
    assert page.locator("#question").input_value() == QUESTION


@pytest.mark.parametrize(
    ("status", "language", "says"),
    [
        (429, "it", "Troppe richieste in poco tempo"),
        (429, "en", "Too many requests in a short time"),
        (503, "it", "Il servizio non può rispondere adesso"),
        (503, "en", "The service cannot answer just now"),
    ],
)
def test_who_asks_too_much_is_told_so_in_their_language(
    open_page: OpenPage, status: int, language: str, says: str
) -> None:
    page = open_page(language=language)
    refusal = {"status": status, "title": "", "detail": "in English", "type": "about:blank", "instance": "/v1/ask"}
    page.route(
        "**/v1/ask",
        lambda route: route.fulfill(status=status, content_type="application/problem+json", body=json.dumps(refusal)),
    )
    ask(page, QUESTION)
    expect(page.locator(".fault")).to_contain_text(says)
    assert page.locator("#question").input_value() == QUESTION


def test_an_answer_that_breaks_off_is_explained_and_the_question_kept(open_page: OpenPage) -> None:
    page = open_page()

    def break_off(route: Route) -> None:
        route.fulfill(content_type="text/event-stream", body='event: rules\ndata: {"rules": []}\n\n')

    page.route("**/v1/ask", break_off)
    ask(page, QUESTION)
    expect(page.locator(".fault")).to_have_text("The answer broke off. Try again.")
    assert page.locator("#question").input_value() == QUESTION


def test_a_source_is_named_by_its_book(service: Service, open_page: OpenPage) -> None:
    page = open_page("/?q=How+many+actions+do+I+get%3F&game=doomtrooper")
    until_answered(page)
    (title,) = {
        edition["title"]
        for game in service("/v1/games").json
        if game["id"] == "doomtrooper"
        for edition in game["editions"].values()
    }
    expect(page.locator("#answer .source").first).to_contain_text(title)


def test_the_edition_is_asked_only_where_a_game_has_several_and_is_followed(open_page: OpenPage) -> None:
    page = open_page()
    expect(page.locator("#game option")).to_have_count(5)
    expect(page.locator("#edition")).to_have_count(0)
    choose(page, "#game", "vwars")
    choose(page, "#edition", "it-summary")
    ask(page, BY_EDITION)
    expect(page.locator("#answer .word")).to_have_text("Yes")
    choose(page, "#edition", "en-rulebook")
    page.locator("#send").click()
    expect(page.locator("#answer .word")).to_have_text("No")
    choose(page, "#game", "doomtrooper")
    expect(page.locator("#edition")).to_have_count(0)
    choose(page, "#game", "vwars")
    expect(page.locator("#edition")).to_have_value("en-rulebook")


def test_the_rules_are_there_before_the_prose(open_page: OpenPage) -> None:
    page = open_page()
    page.wait_for_load_state("networkidle")  # a question can be sent before what shows its answer has come
    page.evaluate(
        "window.seen = [];"
        "const holds = (node, kind) => node.matches?.(kind) || node.querySelector?.(kind);"
        "new MutationObserver((changes) => {"
        "  for (const { addedNodes } of changes) for (const node of addedNodes)"
        "    for (const kind of ['.card', '.slip']) if (holds(node, kind)) window.seen.push(kind);"
        "}).observe(document.body, { childList: true, subtree: true })"
    )
    ask(page, QUESTION)
    until_answered(page)
    assert page.evaluate("[...new Set(window.seen)]") == [".card", ".slip"]


def test_it_speaks_the_language_of_the_browser_and_can_be_switched(open_page: OpenPage) -> None:
    page = open_page(language="it")
    send, html = page.locator("#send"), page.locator("html")
    expect(html).to_have_attribute("lang", "it")
    expect(send).to_have_text("Chiedi")
    page.get_by_role("button", name="English").click()
    expect(send).to_have_text("Ask")
    page.reload()
    expect(send).to_have_text("Ask")
    expect(html).to_have_attribute("lang", "en")


@pytest.mark.parametrize("size", [PHONE, NARROW, DESKTOP], ids=["phone", "narrow", "desktop"])
@pytest.mark.parametrize("question", [TOLD_IN_PART, QUESTION, FOREIGN])
def test_it_fits_and_everything_can_be_touched(open_page: OpenPage, size: tuple[int, int], question: str) -> None:
    page = open_page(f"/?q={question}&game=", size=size)
    until_answered(page)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    for control in page.locator("button:visible, select:visible, textarea:visible, summary:visible, nav a").all():
        assert (control.bounding_box() or {"height": 0})["height"] >= 48, control.inner_text()
    for control in page.locator("select, textarea").all():
        assert control.evaluate("(field) => parseFloat(getComputedStyle(field).fontSize)") >= 16


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("address", ["/", f"/?q={TOLD_IN_PART}&game=vwars", f"/?q={QUESTION}", f"/?q={FOREIGN}"])
def test_nothing_bars_anyone(open_page: OpenPage, address: str, dark: bool) -> None:
    page = open_page(address, dark=dark)
    if "q=" in address:
        until_answered(page)
    expect(page.locator("#game option")).to_have_count(5)
    if page.locator(".chip").count():
        page.locator(".chip").first.click()
        expect(page.locator(".asks legend").first).to_be_visible()
    grave = [one for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")]
    assert not grave, [(one["id"], [node["html"] for node in one["nodes"]]) for one in grave]


def test_it_works_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page()
    page.locator("#question").focus()
    page.keyboard.type(TOLD_IN_PART)
    page.keyboard.press("Enter")
    until_answered(page)
    expect(page.locator(".options button").first).to_be_visible()  # what they are called comes after the answer
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("Boolean(document.activeElement.closest('.options'))"):
            break
    expect(page.locator(".options button:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".asks legend")).to_contain_text("Is the player human")


def test_while_the_index_is_built_the_page_says_how_far_it_is_and_the_question_waits(
    open_page: OpenPage, tmp_path: Path
) -> None:
    with serving(ready=False, ARBITRO_LLM="none", ARBITRO_HOME=str(tmp_path / "empty")) as fresh:
        page = open_page(fresh.url, language="it")
        indexing = re.compile(r"Preparo l’indice .*: \d+ testi su \d{4}")
        expect(page.locator(".progress")).to_have_text(indexing, timeout=60_000)
        ask(page, QUESTION)
        expect(page.locator("#state")).to_contain_text("La domanda aspetta")
        page.get_by_role("button", name="English").click()
        expect(page.locator(".progress")).to_contain_text("Preparing the index of the rules")
        expect(page.locator("#state")).to_contain_text("Your question waits")
        expect(page.locator(".fault")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Compiling the writing model; you can ask already: file 26 of 140."),
        ("it", "Compilo il modello di scrittura, intanto si può già chiedere: file 26 di 140."),
    ],
)
def test_the_page_says_how_far_the_llm_is_and_nothing_when_it_is_there(
    open_page: OpenPage, language: str, said: str
) -> None:
    page = open_page(language=language)
    expect(page.locator("#question")).to_be_visible()
    expect(page.locator(".progress")).to_have_count(0)
    script = "(llm) => import('/page/core/readiness.js').then(({ progress }) => progress({ status: 'ready', llm }))"
    assert page.evaluate(script, {"state": "installing", "done": 26, "of": 140}) == said
    assert page.evaluate(script, {"state": "idle"}) == ""


def test_what_is_said_is_text_and_never_markup(open_page: OpenPage) -> None:
    page = open_page("/?q=%3Cimg+src%3Dx+onerror%3D%22document.title%3D1%22%3E+how+many+troops%3F")
    until_answered(page)
    assert page.evaluate("document.images.length") == 0
    assert page.title().startswith("<img src=x")


def test_the_description_of_the_api_opens(open_page: OpenPage) -> None:
    page = open_page("/docs")
    expect(page.locator("details").nth(8)).to_be_visible()
    expect(page.locator("#operations")).to_contain_text("POST /v1/ask")
