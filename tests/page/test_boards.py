"""Positions told on boards made by hand: the pieces are tapped, and what the ruling says is seen on them."""

import json
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import PHONE, OpenPage
from tests.service.conftest import Service

BOARDS = (
    "vwars.riot",
    "doomtrooper.combat",
    "victory-honor.resolve-position",
    "victory-honor.legal-plays",
    "village-attacks.monster-attack",
    "village-attacks.villager-attack",
    "village-attacks.villagers-phase",
)
NARROW = (320, 640)
BEYOND_THE_MARGIN = """() => {
  const { left, right } = document.querySelector("main").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(".told *")].map((one) => [one, one.getBoundingClientRect()]);
  const beyond = ({ width, left: from, right: to }) => width && (to > right + 5 || from < left - 16);
  return boxes.filter(([, box]) => beyond(box)).map(([one]) => one.outerHTML.slice(0, 80));
}"""

OpenBoard: TypeAlias = Callable[..., Page]


@pytest.fixture
def open_board(open_page: OpenPage) -> OpenBoard:
    def start(procedure: str, **browser: Any) -> Page:
        page = open_page(f"/position/{procedure}", **browser)
        expect(page.locator(".board")).to_be_visible(timeout=20_000)
        return page

    return start


def tap(page: Page, *names: str) -> None:
    """Taps buttons of the board by name, or of the sheet that lies over it."""
    for name in names:
        sheet = page.locator("dialog[open]")  # one that is closed stays for a moment
        scope = sheet if sheet.count() else page.locator(".board")
        scope.get_by_role("button", name=name, exact=True).first.click()


def show_example(page: Page) -> None:
    page.locator("#example").click()
    require_ruled(page)


def told(page: Page) -> Any:
    """The whole state, as it is handed on."""
    if not page.locator("#json").count():
        page.locator("#copy-json").click()
    return json.loads(page.locator("#json").input_value())


def require_ruled(page: Page) -> None:
    expect(page.locator('.ruled[aria-busy="false"]')).to_be_visible(timeout=20_000)


def camp(page: Page, side: str) -> Locator:
    return page.locator(f'.camp[data-side="{side}"]')


TRACK = (*["Put one Sympathy token on"] * 7, *["Victory marker one space on"] * 5)


def test_a_riot_is_told_with_troops_as_counters_and_cards_turned_one_by_one(open_board: OpenBoard) -> None:
    page = open_board("vwars.riot")
    tap(page, "Humans", *["Add one Human troop"] * 3, "Remove one Human troop", "Remove one Vampire troop")
    tap(page, "Turn red 4", "Turn white 2", "Turn white 1", "Take back white 1, the last one")
    tap(page, "Put one Sympathy token on", "Victory marker one space on")
    assert told(page) == {
        "city": {"vampire_control": False, "human_troops": 2, "vampire_troops": 0},
        "cards": ["red 4", "white 2"],
        "track": {"sympathy_tokens": 1, "victory_marker": 1},
    }


def test_a_card_of_a_riot_removes_enemy_troops_and_lies_facedown(open_board: OpenBoard) -> None:
    """The rulebook's example: Vampire strength 4 against 3 human troops."""
    page = open_board("vwars.riot")
    tap(page, "Humans", *["Add one Human troop"] * 3, "Remove one Vampire troop", "Turn red 4")
    expect(camp(page, "human")).to_contain_text("0 left")
    expect(page.locator(".cards li")).to_contain_text("removes 3")
    expect(page.locator(".cards .player-card")).to_have_attribute("data-down", "")


def test_a_riot_is_won_at_six_and_the_cards_after_it_are_not_turned(open_board: OpenBoard) -> None:
    page = open_board("vwars.riot")
    tap(page, *TRACK, "Humans", "Remove one Human troop", "Add one Vampire troop", "Turn red 5", "Turn white 6")
    expect(camp(page, "vampire").locator(".strength")).to_have_text("Strength 6 wins")
    expect(camp(page, "vampire")).to_contain_text("1 troops + 5 from cards")
    expect(page.locator(".cards li").nth(1)).to_contain_text("not turned")


def test_who_wins_a_riot_is_said_before_the_track_is_told(open_board: OpenBoard) -> None:
    page = open_board("vwars.riot")
    tap(page, "Humans", "Remove one Human troop", "Add one Vampire troop")
    expect(page.locator(".slip .word")).to_have_text("It depends")
    tap(page, "Turn red 5")
    expect(page.locator(".slip .word")).to_have_text(["vampires", "vampires"])
    expect(page.locator("#asked legend")).to_contain_text("Victory marker")


def test_a_strength_of_eight_is_a_massacre(open_board: OpenBoard) -> None:
    page = open_board("vwars.riot")
    tap(page, *TRACK, "Humans", "Remove one Human troop", *["Add one Vampire troop"] * 2, "Turn red 6")
    expect(camp(page, "vampire").locator(".strength")).to_have_text("Strength 8 wins · Massacre")


def test_a_riot_that_moves_the_track_shows_it_as_it_will_stand(open_board: OpenBoard) -> None:
    """The attacker wins without a Massacre: the city, one step of the marker, one Sympathy token."""
    page = open_board("vwars.riot")
    show_example(page)
    tap(page, "Take back white 1, the last one", "Turn red 1")
    expect(page.locator(".riot .result").last).to_have_text("After: Sympathy 8, Victory marker 6, last visible space 8")


def test_a_number_beyond_the_tray_can_be_turned_too(open_board: OpenBoard) -> None:
    page = open_board("vwars.riot")
    tap(page, "Another number…")
    page.locator("dialog input").fill("9")
    page.locator("dialog").get_by_role("button", name="red").click()
    assert told(page) == {"cards": ["red 9"]}


def test_two_warriors_are_told_face_to_face(open_board: OpenBoard) -> None:
    page = open_board("doomtrooper.combat")
    tap(page, "Close combat", "Attacker: C plus one", "Attacker: C plus one", "Attacker: C less one")
    attacker, defender = page.locator(".warrior").all()
    defender.get_by_label("Defender", exact=True).fill("Necromutant")
    page.keyboard.press("Tab")
    defender.get_by_label("Affiliation", exact=True).select_option("dark-legion")
    defender.get_by_label("Area", exact=True).select_option("array")
    defender.get_by_role("button", name="In Cover").click()
    attacker.get_by_role("button", name="Already wounded").click()
    assert told(page) == {
        "fight": {
            "tactic": "C",
            "attacker": {"card": "Attacker", "values": {"C": 1}, "wounded": True},
            "defender": {
                "card": "Necromutant",
                "warrior": {"affiliation": "dark-legion", "area": "array", "covered": True},
            },
        }
    }


def test_a_name_that_is_being_typed_stays_when_a_ruling_comes(open_board: OpenBoard) -> None:
    page = open_board("doomtrooper.combat")
    require_ruled(page)
    tap(page, "Attacker: V plus one")
    name = page.locator(".board").get_by_role("textbox", name="Defender")
    name.press_sequentially("Necro")
    expect(page.locator('.ruled[aria-busy="true"]')).to_have_count(0, timeout=20_000)
    expect(name).to_have_value("Necro")


def test_a_weapon_and_a_card_played_are_told_on_a_sheet(open_board: OpenBoard) -> None:
    page = open_board("doomtrooper.combat")
    tap(page, "Shooting", "+ Card assigned")
    sheet = page.locator("dialog")
    sheet.get_by_label("Name of the card").fill("Carbine")
    tap(page, "S plus one", "S plus one", "Done")
    page.locator(".warrior").nth(1).get_by_role("button", name="+ Card played").click()
    sheet.get_by_label("Name of the card").fill("Ambush")
    tap(page, "A (defence)", "Done")
    assert told(page) == {
        "fight": {
            "tactic": "S",
            "attacker": {
                "card": "Attacker",
                "weapons": [{"special_for": [], "card": "Carbine", "bonus": {"S": 2}, "use": "firearm"}],
                "uses": ["Carbine"],
            },
            "modifiers": [{"card": "Ambush", "words": "Ambush", "on": "defender", "value": "A", "amount": 1}],
        }
    }
    tap(page, "Change Carbine, +2 S", "Take the card away")
    assert told(page)["fight"]["attacker"] == {"card": "Attacker", "weapons": [], "uses": []}


def test_the_totals_of_a_combat_say_what_they_are_made_up_of(open_board: OpenBoard) -> None:
    page = open_board("doomtrooper.combat")
    show_example(page)
    defence = page.locator(".warrior").nth(1).locator(".totals ul").nth(1)
    expect(defence.locator("li")).to_have_text(["Necromutant +3", "Necro Armour +1", "Cover +3"])
    expect(page.locator(".warrior .total")).to_have_text(["7", "3", "3", "7"])
    expect(page.locator(".warrior .status")).to_have_text(["wounded", "killed"])
    page.locator(".warrior").nth(1).get_by_role("button", name="In Cover").click()
    expect(defence.locator("li")).to_have_text(["Necromutant +3", "Necro Armour +1"])


def lay(page: Page, seat: str, colour: str, card: str) -> None:
    tap(page, f"{seat}: lay a card", colour, card)


def test_a_position_is_told_card_by_card_around_the_table(open_board: OpenBoard) -> None:
    page = open_board("victory-honor.resolve-position")
    tap(page, "in pairs")
    lay(page, "North, left flank", "red", "red 5")
    lay(page, "East", "black", "black 2")
    lay(page, "West", "red", "red general of one star")
    lay(page, "South", "red", "red 7, cavalry")
    tap(page, "No artillery fires here")
    state = {
        "position": "left",
        "mode": "partners",
        "cards": [
            {"seat": "north", "card": "red 5", "face": "up"},
            {"seat": "east", "card": "black 2", "face": "down"},
            {"seat": "west", "card": "red G1", "face": "up"},
            {"seat": "south", "card": "red 7", "face": "up"},
        ],
        "opened": "red",
        "guns": [],
    }
    assert told(page) == state
    page.locator(".board").get_by_role("group", name="Trump colour").get_by_role("button", name="yellow").click()
    expect(page.locator(".middle")).to_contain_text("South wins")
    expect(page.locator(".middle")).to_contain_text("flanking")
    tap(page, "North: red 5, face up, played no. 1", "It was the last one")
    assert [laid["seat"] for laid in told(page)["cards"]] == ["east", "west", "south", "north"]
    expect(page.locator(".middle")).to_contain_text("West wins")


def test_an_artillery_that_fires_takes_the_card_it_hits(open_board: OpenBoard) -> None:
    """On a right flank it fires at the left flank of the player to its right: South's at East's, whose card is hit."""
    page = open_board("victory-honor.resolve-position")
    show_example(page)
    tap(page, "East: black 2, face down, played no. 2", "red", "red 2", "East: red 2, face up, played no. 2")
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    assert told(page)["guns"] == [{"seat": "south", "artillery": "blue 4", "captured": False}]
    expect(page.get_by_role("button", name="East: red 2, face up, played no. 2, bombarded")).to_be_visible()
    expect(page.get_by_text("South bombards")).to_be_visible()
    tap(page, "South, right flank: blue 4, artillery", "Take the card away")
    assert told(page)["guns"] == []
    expect(page.get_by_text("South bombards")).to_have_count(0)


def test_a_turn_is_told_by_the_places_covered_and_the_hand(open_board: OpenBoard) -> None:
    page = open_board("victory-honor.legal-plays")
    tap(page, "South", "No card is played yet: the phase begins", "North, left flank: empty", "left flank: ?", "red")
    tap(page, "Pick the cards in hand", "red 3", "yellow", "yellow 7, cavalry", "Done")
    every = ["left", "centre", "right"]
    assert told(page) == {
        "seat": "south",
        "empty": {"north": ["centre", "right"], "east": every, "south": every, "west": every},
        "opened": {"left": "red"},
        "hand": ["red 3", "yellow 7"],
    }


def test_the_cards_that_may_be_played_are_shown_by_position(open_board: OpenBoard, service: Service) -> None:
    page = open_board("victory-honor.legal-plays")
    show_example(page)
    open_with = page.locator(".board > section", has_text="may be played").locator(".hand .unseen")
    expect(open_with).to_have_text(
        ["black 6", "black 1, scout", "yellow general of 2 stars", "yellow 7, cavalry", "yellow 2"]
    )
    expect(page.locator("[data-open]")).to_have_attribute("aria-label", "West, left flank: empty")


def test_a_castle_is_built_from_its_heart_and_peopled(open_board: OpenBoard) -> None:
    page = open_board("village-attacks.villager-attack")
    tap(page, "Put down the Castle Heart", "Change the zone Castle Heart", "+ Zone next to it")
    tap(page, "Add a figure: Zone 2")
    page.locator("dialog").get_by_label("Which monster").fill("Banshee")
    tap(page, "Put the monster there", "The monster's health: one more", "Damage tokens: one more", "Close")
    tap(page, "Add a figure: Zone 2", "hunter", "Banshee", "Close")
    assert told(page) == {
        "zones": [
            {"name": "heart", "neighbours": ["Zone 2"], "distance": 0},
            {"name": "Zone 2", "neighbours": ["heart"], "distance": 1},
        ],
        "monsters": [{"name": "Banshee", "type": "Banshee", "zone": "Zone 2", "health": 1, "damage": 1}],
        "attacker": {"name": "hunter", "kind": "hunter", "zone": "Zone 2", "card": None, "type": "Banshee"},
    }


def test_who_is_attacked_is_seen_on_the_figure(open_board: OpenBoard) -> None:
    """A hunter attacks its nemesis first, for 2; without one in reach the Castle Heart, for 1."""
    page = open_board("village-attacks.villager-attack")
    show_example(page)
    target = page.locator(".piece[data-target]")
    expect(target).to_have_text("Vampire 0 damage of 7 attacked: 2")
    page.locator('.piece[data-kind="hunter"]').click()
    page.locator("dialog").get_by_label("Another type").fill("Lich")
    tap(page, "Close")
    expect(target).to_have_count(0)
    expect(page.locator(".zone[data-heart]")).to_contain_text("attacked: 1")


def test_a_zone_taken_away_or_renamed_is_so_for_all_that_name_it(open_board: OpenBoard) -> None:
    page = open_board("village-attacks.villagers-phase")
    show_example(page)
    tap(page, "Change the zone hall")
    page.locator("dialog").get_by_label("Name").fill("court")
    tap(page, "Close", "Change the zone gate", "Take the zone away")
    state = told(page)
    assert [(zone["name"], zone["neighbours"]) for zone in state["zones"]] == [
        ("heart", ["court"]),
        ("court", ["heart"]),
    ]
    assert [(figure["name"], figure["zone"]) for figure in state["villagers"] + state["monsters"]] == [
        ("hunter", "court"),
        ("Banshee", "court"),
    ]


def test_the_villagers_phase_shows_where_everyone_goes(open_board: OpenBoard) -> None:
    page = open_board("village-attacks.villagers-phase")
    show_example(page)
    hunter = page.locator('.piece[data-kind="hunter"]')
    expect(hunter).to_contain_text("activates no. 1")
    expect(hunter).to_contain_text("goes to: Castle Heart")
    expect(page.locator(".zone[data-heart]")).to_contain_text("attacked: 1")


def test_figures_named_by_what_they_are_are_so_in_each_language(open_board: OpenBoard) -> None:
    page = open_board("village-attacks.villagers-phase", language="it")
    show_example(page)
    expect(page.locator('.piece[data-kind="hunter"] strong')).to_have_text("cacciatore")
    expect(page.locator(".piece.new strong").first).to_have_text("nuovo popolano 1")
    expect(page.locator(".attacks li")).to_have_text("Cacciatore → Cuore del Castello: danni 1")


def test_a_monster_attacks_with_a_die(open_board: OpenBoard) -> None:
    """Melee is for the same zone; commoners stand before hunters."""
    page = open_board("village-attacks.monster-attack")
    page.locator(".board").get_by_label("Monster that attacks").fill("Lich")
    tap(page, "Melee", "Zones to the target: one less", "Add: commoner", "Add: hunter")
    page.locator(".board").get_by_role("group", name="Target").get_by_role("button", name="commoner").click()
    assert told(page) == {
        "monster": "Lich",
        "result": "melee",
        "distance": 0,
        "villagers": [
            {"name": "commoner", "kind": "commoner", "zone": "zone", "type": None, "card": None},
            {"name": "hunter", "kind": "hunter", "zone": "zone", "card": None},
        ],
        "target": "commoner",
    }
    expect(page.locator(".piece[data-target]")).to_contain_text("1 damage")


@pytest.mark.parametrize("procedure", BOARDS)
def test_the_example_is_drawn_and_stays_as_it_is(procedure: str, service: Service, open_board: OpenBoard) -> None:
    page = open_board(procedure, size=NARROW)
    assert told(page) == {}
    show_example(page)
    assert told(page) == service(f"/v1/procedures/{procedure}").json["example"]


@pytest.mark.parametrize("procedure", BOARDS)
@pytest.mark.parametrize("size", [NARROW, PHONE])
def test_boards_fit_the_screen_and_their_buttons_a_finger(
    procedure: str, size: tuple[int, int], open_board: OpenBoard
) -> None:
    page = open_board(procedure, size=size)
    for state in ("#clear", "#example"):
        page.locator(state).click()
        require_ruled(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert page.evaluate(BEYOND_THE_MARGIN) == []
        boxes = [button.bounding_box() for button in page.locator(".board button:visible").all()]
        assert boxes
        assert min(min(box["width"], box["height"]) for box in boxes if box) >= 47.5


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("procedure", BOARDS)
def test_axe_finds_nothing_serious_on_boards(procedure: str, dark: bool, open_board: OpenBoard) -> None:
    page = open_board(procedure, dark=dark)
    require_nothing_serious(page)
    show_example(page)
    for fold in page.locator(".board summary").all():
        fold.click()
    require_nothing_serious(page)


@pytest.mark.parametrize(
    ("procedure", "opener"),
    [
        ("doomtrooper.combat", "+ Card assigned"),
        ("doomtrooper.combat", "+ Card played"),
        ("victory-honor.resolve-position", "North: red 5, face up, played no. 1"),
        ("victory-honor.legal-plays", "Pick the cards in hand"),
        ("village-attacks.villager-attack", "Vampire 0 damage of 7 attacked: 2"),
        ("village-attacks.villager-attack", "Change the zone hall"),
        ("village-attacks.villager-attack", "Add a figure: hall"),
    ],
)
def test_a_sheet_opens_and_closes_by_keyboard_and_gives_the_focus_back(
    procedure: str, opener: str, open_board: OpenBoard
) -> None:
    page = open_board(procedure)
    show_example(page)
    button = page.locator(".board").get_by_role("button", name=opener, exact=True).first
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_be_visible()
    require_nothing_serious(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(button).to_be_focused()


def test_a_counter_works_by_keyboard_and_says_what_it_counts(open_board: OpenBoard) -> None:
    page = open_board("vwars.riot")
    page.get_by_role("button", name="Add one Human troop").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert told(page)["city"] == {"human_troops": 2}
    expect(page.get_by_label("Human troops: 2")).to_be_visible()


def test_what_was_told_on_the_board_can_be_taken_back(open_board: OpenBoard) -> None:
    page = open_board("vwars.riot")
    tap(page, "Turn red 4", "Turn red 2")
    page.locator("#undo").click()
    assert told(page) == {"cards": ["red 4"]}


@pytest.mark.parametrize("procedure", BOARDS)
def test_boards_speak_italian(procedure: str, open_board: OpenBoard) -> None:
    """No id of a value and no English word of the page stands on an Italian board."""
    page = open_board(procedure, language="it")
    show_example(page)
    names = page.locator(".board :is(button, select, input, [role=group])").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label') ?? one.textContent)"
    )
    words = {word for name in names for word in name.lower().split()}
    english = {
        "the",
        "of",
        "card",
        "left",
        "right",
        "centre",
        "add",
        "remove",
        "troop",
        "zone:",
        "not",
        "human",
        "with",
    }
    assert not words & english


def require_nothing_serious(page: Page) -> None:
    violations = Axe().run(page).response["violations"]
    found = [(each["id"], each["nodes"][0]["html"]) for each in violations if each["impact"] in ("serious", "critical")]
    assert not found
