"""House rules, errata and card texts: what is said beside the official answer, and what is refused."""

import json
import time
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from corpus import load_says
from service.house import BadHouseFile, House
from tests.service.conftest import serving

if TYPE_CHECKING:
    from tests.service.conftest import Arbitro, Service

CLUB = """\
game: vwars
rules:
- id: HOUSE-3
  overrides: [VW-6.4]
  allowed: true
  text: {en: Known vampires walk in., it: I vampiri noti entrano.}
  asks:
  - q: Can a public vampire enter a city under martial law?
    a: Yes, at our table he can.
- id: ERRATA-1
  overrides: [VW-C01]
  reading: it-summary
  text: A massacre swings sympathy.
  source: The publisher's page
- id: HOUSE-9
  text: Whoever spills a drink on the board loses the next action.
"""
BARRED = {"standing": "public-vampire", "destination": "own", "martial_law": True}
STORM = {
    "city": {"vampire_control": False, "human_troops": 0, "vampire_troops": 3, "region_martial_law": False},
    "cards": ["red 5", "red 2", "white 1", "white 1"],
    "track": {"sympathy_tokens": 7, "victory_marker": 5},
    "rally": {"martial_law_tokens": 0, "vampire": "public"},
}


@pytest.fixture
def club(tmp_path: Path) -> dict[str, str]:
    """The environment of a table with house rules."""
    file = tmp_path / "club.yaml"
    file.write_text(CLUB, encoding="utf-8")
    return {"ARBITRO_HOUSE_RULES": str(file)}


def ruled(arbitro: "Arbitro", procedure: str, state: object, env: dict[str, str], *options: str) -> Any:
    said = arbitro("adjudicate", procedure, "--json", *options, stdin=json.dumps(state), env=env)
    assert said.code == 0, said.err
    return said.json


def entries(*written: str, game: str = "vwars") -> str:
    return f"game: {game}\nrules:\n" + "".join(f"- {{{one}}}\n" for one in written)


def test_a_ruling_says_both_and_the_official_one_stays(warm_arbitro: "Arbitro", club: dict[str, str]) -> None:
    plain = ruled(warm_arbitro, "vwars.move", BARRED, {})
    here = ruled(warm_arbitro, "vwars.move", BARRED, club)
    yours = here.pop("yours")
    assert here == plain
    assert (plain["verdict"], yours["verdict"]) == ("illegal", "legal")
    assert yours["says"] == "official: no; yours: yes, HOUSE-3"
    assert [(rule["id"], rule["overrides"], rule["text"]) for rule in yours["rules"]] == [
        ("HOUSE-3", ["VW-6.4"], "Known vampires walk in.")
    ]
    assert not any(step["bars"] for step in yours["ruling"]["steps"])


def test_the_terminal_shows_both_in_the_language_of_the_table(warm_arbitro: "Arbitro", club: dict[str, str]) -> None:
    said = warm_arbitro("adjudicate", "vwars.move", "--lang", "it", stdin=json.dumps(BARRED), env=club).out
    assert said.startswith("Non permesso\n\nUfficiale: no; da voi: sì, HOUSE-3\n  · I vampiri noti entrano. [HOUSE-3]")


def test_what_they_do_not_touch_stays_as_it_is(warm_arbitro: "Arbitro", club: dict[str, str]) -> None:
    assert "yours" not in ruled(warm_arbitro, "vwars.set-up", {"players": 3}, club)
    human = {**BARRED, "standing": "human"}
    assert ruled(warm_arbitro, "vwars.move", human, club)["verdict"] == "legal"


def test_another_rule_that_bars_still_bars(warm_arbitro: "Arbitro", club: dict[str, str]) -> None:
    far = ruled(warm_arbitro, "vwars.move", {**BARRED, "destination": "other"}, club)
    assert far["yours"]["verdict"] == "illegal"
    barring = [step["rule"] for step in far["yours"]["ruling"]["steps"] if step["bars"]]
    assert barring == ["VW-6.2"]


KINDS = ("CARD", "HOUSE", "ERRATA")
SUBSETS: list[tuple[str, ...]] = list(chain.from_iterable(combinations(KINDS, size) for size in (1, 2, 3)))


@pytest.mark.parametrize("present", SUBSETS, ids="-".join)
def test_card_text_goes_before_house_rules_before_errata_before_the_book(
    warm_arbitro: "Arbitro", tmp_path: Path, present: Sequence[str]
) -> None:
    """Whoever is first decides, whatever those behind say, and it says whom it goes before."""
    for first_allows in (True, False):
        file = tmp_path / "table.yaml"
        first = min(present, key=KINDS.index)
        file.write_text(
            entries(
                *(
                    f"id: {kind}-1, overrides: [VW-6.4], text: The {kind}., "
                    f"allowed: {str((kind == first) == first_allows).lower()}"
                    for kind in reversed(present)
                )
            ),
            encoding="utf-8",
        )
        yours = ruled(warm_arbitro, "vwars.move", BARRED, {"ARBITRO_HOUSE_RULES": str(file)})["yours"]
        assert yours["verdict"] == ("legal" if first_allows else "illegal")
        assert yours["says"] == f"official: no; yours: {'yes' if first_allows else 'no'}, {first}-1"
        assert [rule["id"] for rule in yours["rules"]] == [f"{kind}-1" for kind in KINDS if kind in present]
        assert yours["rules"][0]["gives_way_to"] == []
        assert all(rule["gives_way_to"][0] == f"{first}-1" for rule in yours["rules"][1:])


def test_a_conflict_is_read_as_the_errata_say_unless_the_request_says_otherwise(
    warm_arbitro: "Arbitro", club: dict[str, str]
) -> None:
    """By the Italian summary a massacre costs attacking vampires a Sympathy token; by the rulebook nothing."""
    storm = ruled(warm_arbitro, "vwars.riot", STORM, club)
    assert storm["outcome"]["sympathy_tokens"] == 7
    assert storm["yours"]["ruling"]["outcome"]["sympathy_tokens"] == 6
    assert "yours: Sympathy tokens 6" in storm["yours"]["says"]
    assert storm["yours"]["rules"][0]["source"] == "The publisher's page"
    chosen = ruled(warm_arbitro, "vwars.riot", STORM, club, "--reading", "VW-C01=en-rulebook")
    assert "yours" not in chosen


def test_words_that_no_engine_can_apply_are_left_to_the_table(warm_arbitro: "Arbitro", tmp_path: Path) -> None:
    file = tmp_path / "h.yaml"
    file.write_text(entries("id: HOUSE-1, overrides: [VW-6.4], text: Roll a die."), encoding="utf-8")
    yours = ruled(warm_arbitro, "vwars.move", BARRED, {"ARBITRO_HOUSE_RULES": str(file)})["yours"]
    assert yours["verdict"] is None
    assert "ruling" not in yours
    assert yours["says"] == "official: no; yours: for the table to say, by HOUSE-1"


def test_one_branch_of_a_rule_can_be_allowed_and_the_others_still_bar(warm_arbitro: "Arbitro", tmp_path: Path) -> None:
    file = tmp_path / "h.yaml"
    (barring,) = (step["branch"] for step in ruled(warm_arbitro, "vwars.move", BARRED, {})["steps"] if step["bars"])
    others = [branch for branch in load_says("vwars")["VW-6.4"] if branch != barring]
    assert others
    verdicts = []
    for branches in ([barring], others):
        file.write_text(
            entries(f"id: HOUSE-1, overrides: [VW-6.4], allowed: true, text: So., branches: {json.dumps(branches)}"),
            encoding="utf-8",
        )
        here = ruled(warm_arbitro, "vwars.move", BARRED, {"ARBITRO_HOUSE_RULES": str(file)})
        verdicts.append(here.get("yours", here)["verdict"])
    assert verdicts == ["legal", "illegal"]


def test_of_a_state_told_in_part_each_has_its_own_question(warm_arbitro: "Arbitro", club: dict[str, str]) -> None:
    part = ruled(warm_arbitro, "vwars.move", {"standing": "public-vampire", "destination": "own"}, club)
    assert (part["verdict"], part["hangs_on"]["field"]) == ("depends", "martial_law")
    assert part["yours"]["verdict"] == "legal"


def test_an_answer_says_both(warm_arbitro: "Arbitro", club: dict[str, str]) -> None:
    question = "can a public vampire enter a city under martial law?"
    answer = warm_arbitro("ask", question, "--game", "vwars", "--json", env=club).json
    assert answer["verdict"] == "no"
    assert (answer["yours"]["verdict"], answer["yours"]["says"]) == ("yes", "official: no; yours: yes, HOUSE-3")
    shown = warm_arbitro("ask", question, "--game", "vwars", env=club).out
    assert "Official: no; yours: yes, HOUSE-3" in shown
    in_italian = "un vampiro pubblico può entrare in una città adiacente sotto legge marziale?"
    italian = warm_arbitro("ask", in_italian, "--game", "vwars", "--json", env=club).json
    assert italian["yours"]["rules"][0]["text"] == "I vampiri noti entrano."
    assert italian["yours"]["says"].startswith("ufficiale: no; da voi: ")


def test_every_position_of_a_question_says_both(warm_arbitro: "Arbitro", club: dict[str, str]) -> None:
    question = "may a human enter a city under martial law? and a public vampire?"
    answer = warm_arbitro("ask", question, "--game", "vwars", "--json", env=club).json
    (second,) = answer["also"]
    assert second["verdict"] == "no"
    # Let in by the house rule, the vampire still has to be near enough, which nobody told.
    assert second["ruling"]["yours"]["says"] == "official: no; yours: it depends, HOUSE-3"
    shown = warm_arbitro("ask", question, "--game", "vwars", env=club).out
    assert "«and a public vampire?»\nOfficial: no; yours: it depends, HOUSE-3" in shown


def test_a_rule_that_only_the_table_has_is_found_by_a_question_and_does_not_come_into_others(
    warm_arbitro: "Arbitro", club: dict[str, str]
) -> None:
    for question in ("someone spilled a drink, lose an action?", "somebody spilled a drink on the board"):
        spilled = warm_arbitro("ask", question, "--game", "vwars", "--json", env=club).json
        assert [rule["id"] for rule in spilled["yours"]["rules"]] == ["HOUSE-9"]
        assert all("HOUSE-9" not in sentence["cites"] for sentence in spilled["sentences"])
    for question in ("how many cards do I draw?", "quante truppe in una città?", "can a human deploy a troop?"):
        assert "yours" not in warm_arbitro("ask", question, "--game", "vwars", "--json", env=club).json


def test_a_rule_says_what_goes_before_it(warm_arbitro: "Arbitro", club: dict[str, str]) -> None:
    (yours,) = warm_arbitro("rule", "VW-6.4", "--json", env=club).json["yours"]
    assert (yours["id"], yours["kind"]) == ("HOUSE-3", "house")
    assert "[HOUSE-3]" in warm_arbitro("rule", "VW-6.4", env=club).out
    assert "A massacre swings" in warm_arbitro("rule", "VW-C01", env=club).out
    own = warm_arbitro("rule", "errata-1", "--json", env=club).json
    assert (own["game"], own["kind"], own["overrides"]) == ("vwars", "errata", ["VW-C01"])
    assert warm_arbitro("rule", "HOUSE-33", env=club).err.endswith(
        'there is no rule HOUSE-33; did you mean "HOUSE-3"?\n'
    )


FAULTS: dict[str, tuple[str, str]] = {
    "an alias of itself": ("&a [*a, *a]\n", "line 1: uses the YAML alias *a: write the value out"),
    "many levels": ("- " * 50_000, "line 1: nested too deeply"),
    "not yaml": ("game: vwars\nrules: [\n", "line 3: not YAML"),
    "a key twice": ("game: vwars\nrules: []\ngame: vwars\n", "line 3: not YAML: key 'game' is written twice"),
    "no such game": ("game: chess\nrules: []\n", "line 1: unknown game 'chess': there is vwars"),
    "a key misspelt": (
        "game: vwars\nrules:\n- id: HOUSE-1\n  text: a\n  override: [VW-6.4]\n",
        "line 5: rules[0].over",
    ),
    "no text": ("game: vwars\nrules:\n- id: HOUSE-1\n", "line 3: rules[0].text: missing"),
    "yes that YAML takes for true": (
        "game: vwars\nrules:\n- id: HOUSE-1\n  text: a\n  asks:\n  - q: May I?\n    a: yes\n",
        "line 7: rules[0].asks[0].a: must be text, not true",
    ),
    "no such rule": (
        "game: vwars\nrules:\n- id: HOUSE-1\n  text: a\n  overrides:\n  - VW-6.4\n  - VW-6.44\n",
        "line 7: HOUSE-1: there is no rule 'VW-6.44' in vwars; did you mean",
    ),
    "a rule of another game": (entries("id: HOUSE-1, text: a, overrides: [DT-6.14]"), "line 3: HOUSE-1: there is no"),
    "no such id": (entries("id: HAUS-1, text: a"), "line 3: 'HAUS-1' is no id of yours: write HOUSE-1"),
    "an id without a number": (entries("id: HOUSE-0, text: a"), "line 3: 'HOUSE-0' is no id"),
    "an id twice": (entries("id: HOUSE-1, text: a", "id: HOUSE-1, text: b"), "line 4: HOUSE-1 is defined twice"),
    "two of a kind over one rule": (
        entries("id: HOUSE-1, text: a, overrides: [VW-6.4]", "id: HOUSE-2, text: b, overrides: [VW-6.4]"),
        "line 4: HOUSE-2 and HOUSE-1 both go before VW-6.4",
    ),
    "no such reading": (
        entries("id: HOUSE-1, text: a, overrides: [VW-C01], reading: it-sumary"),
        "line 3: HOUSE-1: unknown reading 'it-sumary': there is en-rulebook, it-summary; did you mean \"it-summary\"",
    ),
    "a reading of a rule": (entries("id: HOUSE-1, text: a, overrides: [VW-6.4], reading: b"), "line 3: HOUSE-1: a rea"),
    "allowed what": (entries("id: HOUSE-1, text: a, allowed: true"), "line 3: HOUSE-1: it says of which rules"),
    "no such branch": (
        entries("id: HOUSE-1, text: a, overrides: [VW-6.4], branches: [x]"),
        "line 3: HOUSE-1: no rule in `overrides` has the branch 'x': there is ",
    ),
    "an empty text": (entries("id: HOUSE-1, text: ' '"), "line 3: HOUSE-1: the text is empty"),
    "a list": ("- id: HOUSE-1\n", "line 1: must be a set of named fields (game, rules)"),
    "no text at all": ("\0", "is not text"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_file_gets_one_sentence_with_its_line_and_nothing_is_lost(tmp_path: Path, fault: str) -> None:
    written, says = FAULTS[fault]
    house, source = House(tmp_path / "house"), tmp_path / "new.yaml"
    source.write_text(CLUB, encoding="utf-8")
    house.add(str(source))
    before = house.entries()
    source.write_text(written, encoding="utf-8")
    with pytest.raises(BadHouseFile) as refused:
        house.add(str(source))
    assert says in str(refused.value)
    assert source.name in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    assert House(tmp_path / "house").entries() == before
    assert [path.name for path in house.path.iterdir()] == ["new.yaml"]


def test_the_same_id_in_two_files_is_refused_by_name(tmp_path: Path) -> None:
    house = House(tmp_path / "house")
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_text(entries("id: HOUSE-1, text: a"), encoding="utf-8")
    house.add(str(tmp_path / "one.yaml"))
    with pytest.raises(BadHouseFile, match=r"two\.yaml, line 3: HOUSE-1 is defined in one\.yaml too"):
        house.add(str(tmp_path / "two.yaml"))


def test_files_are_added_listed_and_removed(warm_arbitro: "Arbitro", tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text(CLUB, encoding="utf-8")
    home = {"ARBITRO_HOME": str(tmp_path / "home")}
    assert warm_arbitro("house", "list", env=home).out == "No house rules.\n"
    added = warm_arbitro("house", "add", str(tmp_path / "club.yaml"), env=home)
    assert (added.code, added.err) == (0, "club.yaml: HOUSE-3, ERRATA-1, HOUSE-9: in force\n")
    assert ruled(warm_arbitro, "vwars.move", BARRED, home)["yours"]["verdict"] == "legal"
    (listed,) = warm_arbitro("house", "list", "--json", env=home).json
    assert (listed["file"], listed["game"]) == ("club.yaml", "vwars")
    assert [one["id"] for one in listed["rules"]] == ["HOUSE-3", "ERRATA-1", "HOUSE-9"]
    unknown = warm_arbitro("house", "remove", "pub", env=home)
    assert (unknown.code, unknown.err) == (2, "arbitro: there are no house rules 'pub': there is club.yaml\n")
    assert warm_arbitro("house", "remove", "club", env=home).code == 0
    assert "yours" not in ruled(warm_arbitro, "vwars.move", BARRED, home)


def test_a_file_that_is_not_there_or_faulty_stops_a_command_with_the_reason(
    warm_arbitro: "Arbitro", tmp_path: Path
) -> None:
    file = tmp_path / "h.yaml"
    missing = warm_arbitro("house", "list", env={"ARBITRO_HOUSE_RULES": str(file)})
    assert (missing.code, missing.err.count("\n")) == (2, 1)
    assert "does not exist" in missing.err
    file.write_text("game: vwars\nrules: 4\n", encoding="utf-8")
    for command in (["ask", "how many troops?"], ["adjudicate", "vwars.set-up"], ["rule", "VW-6.4"]):
        said = warm_arbitro(*command, stdin='{"players": 3}', env={"ARBITRO_HOUSE_RULES": str(file)})
        assert (said.code, said.out) == (2, "")
        assert said.err == f"arbitro: {file}, line 2: rules: must be a list, not 4\n"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple["Service", Path]]:
    """A service with house rules in one file."""
    file = tmp_path_factory.mktemp("house") / "club.yaml"
    file.write_text(CLUB, encoding="utf-8")
    with serving(ARBITRO_LLM="none", ARBITRO_HOUSE_RULES=str(file)) as running:
        yield running, file


def test_over_http_they_are_read_again_when_they_change_and_a_faulty_change_costs_nothing(
    table: tuple["Service", Path],
) -> None:
    service, file = table

    def yours() -> Any:
        return service("/v1/adjudicate/vwars.move", {"state": BARRED}).json.get("yours", {}).get("verdict")

    assert yours() == "legal"
    file.write_text("game: vwars\nrules: 4\n", encoding="utf-8")
    assert yours() == "legal"
    time.sleep(0.02)  # so that the time of the file is another one
    file.write_text(entries("id: HOUSE-3, overrides: [VW-6.4], allowed: false, text: No."), encoding="utf-8")
    assert yours() == "illegal"
    file.write_text(CLUB, encoding="utf-8")
    assert yours() == "legal"


def test_over_http_a_question_and_a_rule_say_them_and_the_openapi_describes_them(
    table: tuple["Service", Path],
) -> None:
    service, _ = table
    asked = service("/v1/ask", {"question": "can a public vampire enter a city under martial law?", "game": "vwars"})
    assert asked.json["yours"]["says"] == "official: no; yours: yes, HOUSE-3"
    assert service("/v1/rules/HOUSE-3").json["overrides"] == ["VW-6.4"]
    shapes = service("/openapi.json").json["components"]["schemas"]
    described = shapes["Yours"]["properties"]
    assert all(described[field].get("description") for field in ("verdict", "says", "rules"))
    assert "yours" in shapes["Answer"]["properties"]
