"""The forms made from schemas: every kind of control tells its value, shows it, and takes it back."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.page.conftest import OpenPage
from tests.page.test_position import fact, ruled, told

Act = Callable[[Locator], None]


def press(*names: str) -> Act:
    def act(control: Locator) -> None:
        for name in names:
            control.get_by_role("button", name=name, exact=True).first.click()

    return act


def write(text: str) -> Act:
    def act(control: Locator) -> None:
        for line in text.split("\n"):
            field = control.locator("input").first
            field.fill(line)
            field.press("Tab")

    return act


def choose(label: str) -> Act:
    return lambda control: control.locator("select").first.select_option(label) and None


def both(*acts: Act) -> Act:
    def act(control: Locator) -> None:
        for each in acts:
            each(control)

    return act


KINDS = [
    pytest.param("vwars.move", "martial_law", press("yes"), True, id="yes-or-no"),
    pytest.param("vwars.move", "standing", press("hidden vampire"), "hidden-vampire", id="choice-of-few"),
    pytest.param("vwars.role-bonus", "role", choose("Rati C."), "rati", id="choice-of-many"),
    pytest.param("vwars.place-card", "partner", press("none"), None, id="choice-or-nothing"),
    pytest.param("doomtrooper.combat", "attacking_player.takes_bonus", press("no"), False, id="yes-or-no-or-nothing"),
    pytest.param("vwars.deploy-troop", "human_troops", press("One more: Human troops"), 1, id="number-counted"),
    pytest.param("vwars.deploy-troop", "human_troops", write("12"), 12, id="number-written"),
    pytest.param(
        "vwars.deploy-troop",
        "human_troops",
        both(write("2"), choose("at least"), press("One more: Human troops, at least")),
        {"at_least": 3},
        id="number-bounded",
    ),
    pytest.param(
        "vwars.deploy-troop",
        "human_troops",
        both(write("2"), choose("from … to …"), press("One more: Human troops, at most")),
        {"at_least": 2, "at_most": 3},
        id="number-bounded-twice",
    ),
    pytest.param(
        "vwars.deploy-troop",
        "human_troops",
        both(write("2"), choose("at most"), choose("exactly")),
        2,
        id="number-exact-again",
    ),
    pytest.param("doomtrooper.sabotage", "promotion", write("4"), 4, id="number-or-nothing-a-number"),
    pytest.param("doomtrooper.sabotage", "promotion", press("none"), None, id="number-or-nothing-nothing"),
    pytest.param("village-attacks.monster-attack", "target", write("miller"), "miller", id="name"),
    pytest.param("vwars.law", "active_law", write("Curfew"), "Curfew", id="name-or-nothing-a-name"),
    pytest.param("vwars.law", "active_law", press("none"), None, id="name-or-nothing-nothing"),
    pytest.param("victory-honor.play-card", "card", press("blue", "2-star general"), "blue G2", id="card"),
    pytest.param("vwars.riot-card", "card", press("white", "3"), "white 3", id="card-with-a-number"),
    pytest.param("vwars.riot-card", "card", both(press("red"), write("12")), "red 12", id="card-with-a-large-number"),
    pytest.param("victory-honor.score-player", "reserve", press("none"), None, id="card-or-nothing-nothing"),
    pytest.param("victory-honor.score-player", "reserve", press("red", "1"), "red 1", id="card-or-nothing-a-card"),
    pytest.param(
        "vwars.election",
        "cards",
        press("red", "2", "3", "red", "white", "1"),
        ["red 2", "red 3", "white 1"],
        id="cards",
    ),
    pytest.param("vwars.turn-order", "done", press("+ actions", "+ event"), ["actions", "event"], id="list-of-few"),
    pytest.param("vwars.city-draw", "cities", write("Rome\nParis"), ["Rome", "Paris"], id="list-of-names"),
    pytest.param("vwars.city-draw", "cities", press("none"), [], id="empty-list"),
    pytest.param("doomtrooper.weapon-choice", "fighter.uses", press("there is none"), None, id="list-or-nothing"),
    pytest.param(
        "vwars.table",
        "region_decks",
        both(write("4"), press("Add"), write("7"), press("Add")),
        [4, 7],
        id="list-of-numbers",
    ),
    pytest.param(
        "vwars.table", "seats", both(press("+ Add"), choose("Rati C.")), [{"role": "rati"}], id="list-of-objects"
    ),
    pytest.param("doomtrooper.unique-card", "card", press("Warzone"), {"kind": "warzone"}, id="one-of-several-objects"),
    pytest.param("vwars.riot", "city", press("yes"), {"vampire_control": True}, id="object"),
    pytest.param(
        "doomtrooper.attack-legality", "attacker.vehicle", press("there is one"), {}, id="object-or-nothing-one"
    ),
    pytest.param("doomtrooper.attack-legality", "attacker.vehicle", press("none"), None, id="object-or-nothing-none"),
]


def at(state: Any, path: str) -> Any:
    for step in path.split("."):
        state = state[step]
    return state


def form(page: Page) -> Page:
    """The form, where a board made by hand stands in its place, with everything in it unfolded."""
    plain = ruled(page).get_by_role("button", name="Form", exact=True)
    if plain.count():
        plain.click()
    page.evaluate("() => { for (const one of document.querySelectorAll('.told details')) one.open = true; }")
    return page


@pytest.mark.parametrize(("procedure", "path", "act", "value"), KINDS)
def test_a_control_tells_its_value_and_shows_it_after_a_reload(
    open_page: OpenPage, procedure: str, path: str, act: Act, value: object
) -> None:
    page = form(open_page(f"/position/{procedure}"))
    act(fact(page, path))
    assert at(told(page, procedure)["state"], path) == value
    before = shown(page, path)
    page.reload()
    form(page)
    assert shown(page, path) == before
    page.locator("#clear").click()
    assert shown(page, path) != before


def shown(page: Page, path: str) -> list[str]:
    """What a control shows as told: what is pressed, what is written, and the entries of a list."""
    shows: list[str] = fact(page, path).evaluate(
        """fact => [
            ...[...fact.querySelectorAll("[aria-pressed=true]:not(.adder .card-picker *)")]
                .map((one) => one.textContent.trim()),
            ...[...fact.querySelectorAll("input, select")].map((one) => one.value).filter(Boolean),
            ...[...fact.querySelectorAll(".entry")]
                .map((one) => one.querySelector(".says, summary").textContent.trim()),
        ]"""
    )
    return shows


def test_what_is_pressed_again_is_told_no_more(open_page: OpenPage) -> None:
    page = form(open_page("/position/vwars.riot"))
    press("yes", "yes")(fact(page, "city.vampire_control"))
    assert told(page, "vwars.riot")["state"] == {}


def test_entries_of_a_list_are_moved_and_taken_out(open_page: OpenPage) -> None:
    page = ruled(open_page("/position/vwars.city-draw"))
    cities = fact(page, "cities")
    write("Rome\nParis\nLima")(cities)
    press("Move up: Lima", "Take out: Rome")(cities)
    assert told(page, "vwars.city-draw")["state"] == {"cities": ["Lima", "Paris"]}
    press("Take out: Lima", "Take out: Paris")(cities)
    assert told(page, "vwars.city-draw")["state"] == {}


@pytest.mark.parametrize(
    ("procedure", "path", "first", "second", "value"),
    [
        ("vwars.city-draw", "cities", "Rome", "Paris", ["Rome", "Paris"]),
        ("vwars.deploy-troop", "human_troops", "2", "12", 12),
    ],
    ids=["name", "number"],
)
def test_what_is_being_written_outlives_the_ruling_on_what_was_told_before(
    open_page: OpenPage, procedure: str, path: str, first: str, second: str, value: object
) -> None:
    page = ruled(open_page(f"/position/{procedure}"))
    held: list[Route] = []
    page.route(f"**/v1/adjudicate/{procedure}**", lambda route: held.append(route))
    write(first)(fact(page, path))
    while not held:
        page.wait_for_timeout(10)
    field = fact(page, path).locator("input").first
    field.fill(second)
    for route in held:
        route.continue_()
    page.unroute(f"**/v1/adjudicate/{procedure}**")
    ruled(page)
    expect(field).to_have_value(second)
    field.press("Tab")
    assert at(told(page, procedure)["state"], path) == value


def test_names_that_were_given_are_offered(open_page: OpenPage) -> None:
    page = form(open_page("/position/village-attacks.monster-attack"))
    page.locator("#example").click()
    offered = fact(page, "target").locator("option").evaluate_all("all => all.map((one) => one.value)")
    assert {"miller", "Ada"} <= set(offered)


def test_labels_and_values_are_in_the_readers_language(service: Any, open_page: OpenPage) -> None:
    words = service("/v1/games/vwars/words").json
    page = ruled(open_page("/position/vwars.move", language="it"))
    expect(fact(page, "martial_law").locator(".label")).to_have_text(words["fields"]["Move.martial_law"]["label"]["it"])
    pressed = fact(page, "standing").locator("button").all_inner_texts()
    assert pressed == [
        words["words"][value]["it"] for value in ("human", "infected", "hidden-vampire", "public-vampire")
    ]


@pytest.mark.parametrize(
    ("pattern", "first", "last", "size"),
    [
        ("^(red|blue|black|yellow) (G[123]|[1-7])$", ["red", "G1"], ["yellow", "7"], [4, 10]),
        ("^(red|white) [1-9][0-9]?$", ["red", "1"], ["white", "99"], [2, 99]),
    ],
)
def test_a_pattern_of_cards_is_spelled_out(
    open_page: OpenPage, pattern: str, first: list[str], last: list[str], size: list[int]
) -> None:
    places = open_page("/position").evaluate(
        "pattern => import('/page/parts/form/schema.js').then(({ placesOf }) => placesOf(pattern))", pattern
    )
    assert [place[0] for place in places] == first
    assert [place[-1] for place in places] == last
    assert [len(place) for place in places] == size


def test_a_text_of_no_such_pattern_is_written(open_page: OpenPage) -> None:
    places = open_page("/position").evaluate(
        "() => import('/page/parts/form/schema.js').then(({ placesOf }) => placesOf('^[A-Z].*$') ?? null)"
    )
    assert places is None
