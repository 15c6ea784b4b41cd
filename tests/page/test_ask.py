"""A question and its answer on the page."""

from playwright.sync_api import expect

from tests.page.conftest import OpenPage
from tests.service.conftest import Service

QUESTION = "Can a city hold 7 troops?"


def test_a_question_gets_its_answer_with_the_rules_to_tap(service: Service, open_page: OpenPage) -> None:
    page = open_page()
    page.locator("#question").fill(QUESTION)
    page.locator("#send").click()
    expect(page.locator(".slip")).to_be_visible()
    answer = service("/v1/ask", {"question": QUESTION}).json
    for sentence in answer["sentences"]:
        expect(page.locator(".slip")).to_contain_text(sentence["text"])
    ids = [card.get_attribute("id") for card in page.locator(".card").all()]
    assert ids == [citation["rule"] for citation in answer["citations"]]
