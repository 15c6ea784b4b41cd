"""`arbitro` in a terminal: what it prints where, how it ends, what it does not load."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from service.llm.local import LocalLLM
from tests.service.conftest import SETTINGS

if TYPE_CHECKING:
    from tests.service.conftest import Arbitro

BUILDING = ("torch", "transformers", "sentence_transformers", "sklearn", "scipy", "bm25s", "onnx")
HEAVY = ("torch", "faiss", "numpy", "fastapi", "uvicorn", "index", "sentence_transformers", "llama_cpp")
SET_UP = '{"players": 4}'


def test_a_ruling_comes_first_then_numbered_steps_then_flips(warm_arbitro: "Arbitro") -> None:
    said = warm_arbitro("adjudicate", "vwars.set-up", "-", "--flips", stdin="players: 3")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0].startswith("Resolved")
    steps = [line for line in lines if line.lstrip()[:1].isdigit()]
    assert steps[0].lstrip().startswith("1. ")
    assert steps[0].endswith("[VW-2.1]")
    assert lines.index("Would change with") > lines.index(steps[-1])
    assert lines[-1] == "  · Number of players: 3 → 2: illegal"


def test_what_hangs_on_the_number_itself_is_not_asked_for_twice(warm_arbitro: "Arbitro") -> None:
    state = '{"kills": [{"kind": "commoner"}], "monster_type": "Banshee"}'
    said = warm_arbitro("adjudicate", "village-attacks.kill-rewards", "--lang", "en", stdin=state)
    assert said.out.count("How high was Village Morale before the kills?") == 1
    assert "  2 or more: the exact number counts" in said.out.splitlines()


def test_a_refusal_carries_every_reason_and_marks_them(warm_arbitro: "Arbitro") -> None:
    state = '{"standing": "human", "hand": 0, "region": "other", "human_troops": 6, "vampire_troops": 0}'
    said = warm_arbitro("adjudicate", "vwars.deploy-troop", "--lang", "en", stdin=state)
    steps = [line for line in said.out.splitlines() if line[:1].isdigit()]
    assert said.out.startswith("Illegal")
    assert ["✗" in step for step in steps] == [False, True, True, True]
    ruling = warm_arbitro("adjudicate", "vwars.deploy-troop", "--json", stdin=state).json
    assert [step["bars"] for step in ruling["steps"]] == [False, True, True, True]


def test_the_language_is_the_terminals_unless_another_is_given(arbitro: "Arbitro") -> None:
    italian = {"LC_ALL": "it_IT.UTF-8"}
    assert arbitro("adjudicate", "vwars.set-up", stdin=SET_UP, env=italian).out.startswith("Risolto")
    assert arbitro("adjudicate", "vwars.set-up", "--lang", "en", stdin=SET_UP, env=italian).out.startswith("Resolved")


def test_what_a_conflict_changes_is_shown(warm_arbitro: "Arbitro", tmp_path: Path) -> None:
    state = tmp_path / "storm.yaml"
    state.write_text(
        "city: {vampire_control: false, human_troops: 0, vampire_troops: 3, region_martial_law: false}\n"
        "cards: [red 5, red 2, white 1, white 1]\n"
        "track: {sympathy_tokens: 7, victory_marker: 5}\n"
        "rally: {martial_law_tokens: 0, vampire: public}\n",
        encoding="utf-8",
    )
    said = warm_arbitro("adjudicate", "vwars.riot", str(state))
    rests = " ".join(said.out.partition("Rests on")[2].split())
    assert "VW-C01. Followed: The city and the Victory marker go the attacker's way" in rests
    assert "Otherwise: Besides the change of city, attacking vampires lose one Sympathy token" in rests
    assert "Then: Sympathy tokens 6" in rests
    turned = warm_arbitro("adjudicate", "vwars.riot", str(state), "--reading", "VW-C01=it-summary", "--json")
    assert ("VW-C01", "it-summary") in {(rest["conflict"], rest["taken"]) for rest in turned.json["rests_on"]}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty: write the state as JSON or YAML"),
        (b"  \n", "is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0", "is not text"),
        (b"\xff\xfe", "is not text"),
        (b"players: 3\n" * 5_000_000, "holds more than 1 MB"),
        (b'{"players": 3, "players": 4}', "the key 'players' is written twice"),
        (b'{"players": ', "not JSON: expecting value (line 1, column 13)"),
        (b"players: [3", "not YAML: "),
        (b"a: &x 1\nplayers: *x", "uses the YAML alias *x"),
        (b"no: 1", "the key 'no' is read as False (line 1): put it in quotes"),
        (b"[" * 100_000, "nested too deeply"),
        (b"- " * 5_000, "nested too deeply"),
        (b'{"a": ' * 200 + b"1" + b"}" * 200, "nested too deeply"),
        (b"[" + b"1, " * 20_000 + b"1]", "holds more than 10,000 values"),
        (b"- 1\n" * 20_001, "holds more than 10,000 values"),
        (b'{"a": ' + b'{"k": 1, ' + b", ".join(b'"k%d": 1' % n for n in range(60_000)) + b', "k": 2}}', "'k' is"),
        (b"just words", 'must be a set of named fields (players), not "just words"'),
        (b"players: three", 'players: must be a whole number, not "three"'),
        (b"player: 3", 'player: unknown field; did you mean "players"?'),
    ],
)
def test_a_file_that_holds_no_state(warm_arbitro: "Arbitro", tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "state"
    file.write_bytes(content)
    said = warm_arbitro("adjudicate", "vwars.set-up", str(file))
    assert (said.code, said.out) == (2, "")
    assert all(line.startswith("arbitro: ") for line in said.err.splitlines())
    assert message in said.err


def test_each_problem_of_a_state_has_its_line_and_of_thousands_ten_are_listed(warm_arbitro: "Arbitro") -> None:
    two = warm_arbitro("adjudicate", "vwars.city-draw", stdin="{player: 3, cities: Rome}")
    assert (two.code, two.out) == (2, "")
    assert two.err.splitlines() == [
        'arbitro: cities: must be a list, not "Rome"',
        'arbitro: player: unknown field; did you mean "players"?',
    ]
    many = warm_arbitro("adjudicate", "vwars.set-up", stdin=json.dumps({f"player{n}": n for n in range(1_900)}))
    assert len(many.err.splitlines()) == 11
    assert many.err.splitlines()[-1] == "arbitro: and 1,890 more"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["adjudicate"], "name a procedure"),
        (["adjudicate", "vwars.riots"], 'did you mean "vwars.riot"?'),
        (["adjudicate", "vwars.riot", "/no/such/file"], "there is no file /no/such/file"),
        (["adjudicate", "vwars.riot", "."], ". is a folder"),
        (["adjudicate", "vwars.riot", "--reading", "VW-C01"], "write ID=R"),
        (["adjudicate", "vwars.riot", "--jsonl"], "leave GAME.PROCEDURE out"),
        (["procedures", "chess"], "unknown game 'chess': there is vwars"),
        (["rule", "VW-99.9"], "there is no rule VW-99.9"),
        (["search", " "], "write some words"),
        (["search", "?!"], "has no words"),
        (["search", "riot \udcff"], "a character that is no text, U+DCFF"),
        (["search", "riot", "--game", "chess"], "unknown game 'chess'"),
        (["ask", ""], "write a question"),
        (["serve", "--port", "70000"], "is no port"),
        (["ask"], "write a question"),
        (["search"], "write some words"),
        (["index", "status", "--hom"], "unrecognized arguments"),
        (["adjudicate", "vwars.riot", "-", "more"], "unrecognized arguments: more"),
        (["adjudicat"], "invalid choice: 'adjudicat'"),
        ([], "required: COMMAND"),
    ],
)
def test_wrong_use_is_one_sentence_and_code_two(warm_arbitro: "Arbitro", arguments: list[str], message: str) -> None:
    said = warm_arbitro(*arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err.count("\n") == 1
    assert message in said.err


def test_a_bad_setting_is_bad_input(warm_arbitro: "Arbitro") -> None:
    said = warm_arbitro("ask", "how many players?", env={"ARBITRO_THREADS": "many"})
    assert said.code == 2
    assert "ARBITRO_THREADS='many'" in said.err


def test_a_home_that_cannot_be_is_no_traceback(warm_arbitro: "Arbitro") -> None:
    under_a_file = {"ARBITRO_HOME": f"{__file__}/home"}
    for arguments, message in ((("index", "status"), "there is no index in"), (("index", "build"), "cannot be built")):
        said = warm_arbitro(*arguments, env=under_a_file)
        assert said.code == 1
        assert message in said.err.splitlines()[-1]
        assert "Traceback" not in said.err


@pytest.mark.parametrize("content", [None, b"PK", b"GGUF" + b"x" * 5_000])
def test_a_broken_model_leaves_the_word_to_the_rules(
    warm_arbitro: "Arbitro", service: object, tmp_path: Path, content: bytes | None
) -> None:
    broken = tmp_path / "broken.gguf"
    if content:
        broken.write_bytes(content)
    question = "V-Wars: truth and lies over what one looked at"
    said, plain = warm_arbitro("ask", question, env={"ARBITRO_LLM": str(broken)}), warm_arbitro("ask", question)
    assert (said.code, said.out) == (0, plain.out)
    assert plain.err == ""
    if LocalLLM("", threads=1).status().state != "absent":
        assert said.err.startswith("arbitro: the local LLM is off, so answers come in the rules' own words: ")
        assert said.err.count("\n") == 1
        assert "broken.gguf" in said.err


@pytest.mark.parametrize(
    ("command", "code", "err"),
    [
        ("procedures >/dev/full", 1, "arbitro: the output: No space left on device\n"),
        ("procedures >&-", 0, ""),
        ("adjudicate vwars.riot <&-", 2, "arbitro: standard input is empty: write the state as JSON or YAML\n"),
        ("adjudicate --jsonl <&-", 0, ""),
    ],
)
def test_streams_that_are_closed_or_full(command: str, code: int, err: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m service {command}"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, "", err)


def test_letters_that_the_terminal_has_not(arbitro: "Arbitro") -> None:
    plain = {"PYTHONIOENCODING": "ascii"}
    assert "arriva a 6 o pi?" in " ".join(arbitro("rule", "VW-8.2", "--lang", "it", env=plain).out.split())
    escaped = arbitro("rule", "VW-8.2", "--json", env=plain)
    assert escaped.out.isascii()
    assert escaped.json == arbitro("rule", "VW-8.2", "--json").json


def test_errors_as_json_for_those_who_asked_for_json(warm_arbitro: "Arbitro") -> None:
    said = warm_arbitro("adjudicate", "vwars.set-up", "--json", stdin="players: many")
    assert said.code == 2
    assert said.json["error"] == "bad-input"
    assert said.json["problems"][0]["path"] == "players"
    assert said.err.startswith("arbitro: players: must be a whole number")


def test_a_line_in_a_line_out_and_no_line_ends_it(warm_arbitro: "Arbitro") -> None:
    lines = [
        '{"id": 1, "procedure": "vwars.set-up", "state": {"players": 3}}',
        "",
        "not json",
        '{"id": "two", "procedure": "vwars.set-u", "state": {}}',
        "[1]",
        '{"id": null, "procedure": "vwars.set-up", "stat": {}}',
        '{"id": {"a": 1}, "procedure": "vwars.set-up", "state": {"players": 9}, "lang": "it", "flips": true}',
        '{"id": 7, "procedure": "vwars.city-draw", "state": {"players": 3, "cities": '
        '["a", "b", "c", "d", "e", "f", "g"]}}',
        '{"id": 8, "procedure": "vwars.set-up", "state": {"players": 3}, "x": "' + "y" * 1_100_000 + '"}',
        '{"id": "\\ud800", "procedure": "vwars.set-up", "state": {"players": 3}}',
        '{"id": 1e400, "procedure": "vwars.set-up", "state": {"players": 3}}',
        b"\xff".decode(errors="surrogateescape"),
        '{"id": 9, "procedure": "vwars.set-up", "state": {"players": 5}}',
    ]
    said = warm_arbitro("adjudicate", "--jsonl", stdin="\n".join(lines).encode(errors="surrogateescape"))
    assert (said.code, said.err) == (1, "")
    assert [line["id"] for line in said.lines] == [1, None, "two", None, None, {"a": 1}, 7, None, None, None, None, 9]
    outcome = [line.get("error") or line["verdict"] for line in said.lines]
    bad = "bad-input"
    assert outcome == ["resolved", bad, bad, bad, bad, "illegal", "illegal-state", bad, bad, bad, bad, "resolved"]
    assert said.lines[1]["problems"][0]["problem"].startswith("line 3: not JSON")
    assert said.lines[5]["flips"]
    reported = [line["problems"][0]["problem"] for line in said.lines[8:11]]
    assert reported == [
        "line 10: holds a character that is no text, U+D800",
        "line 11: 1e400 is no number of a game",
        "line 12: not text: write it in UTF-8",
    ]


def test_lines_that_were_all_answered_end_well(arbitro: "Arbitro") -> None:
    line = '{"id": 1, "procedure": "vwars.set-up", "state": {"players": 3}}'
    assert arbitro("adjudicate", "--jsonl", stdin=f"{line}\n\n{line}\n").code == 0
    assert arbitro("adjudicate", "--jsonl", stdin=f"{line}\nnot json\n{line}\n").code == 1


def test_a_line_with_thousands_of_mistakes_is_answered_shortly(warm_arbitro: "Arbitro") -> None:
    flood = {f"VW-X{n}": "a" for n in range(9_000)}
    line = json.dumps({"id": 1, "procedure": "vwars.set-up", "state": {"players": 3}, "readings": flood})
    said = warm_arbitro("adjudicate", "--jsonl", stdin=line)
    assert said.lines[0]["problems"] == [{"path": "readings", "problem": "must have at most 100 entries, not 9,000"}]


def test_options_stand_before_after_and_among_what_is_asked(warm_arbitro: "Arbitro", service: object) -> None:
    orders = (
        ["adjudicate", "vwars.set-up", "--lang", "it", "-"],
        ["adjudicate", "--lang", "it", "vwars.set-up", "-"],
        ["adjudicate", "vwars.set-up", "-", "--lang", "it"],
    )
    said = [warm_arbitro(*order, stdin=SET_UP) for order in orders]
    assert [each.code for each in said] == [0, 0, 0]
    assert len({each.out for each in said}) == 1
    assert said[0].out.startswith("Risolto")
    words = warm_arbitro("search", "quante", "--limit", "1", "truppe", "--json", "in", "città").json
    assert words["query"] == "quante truppe in città"
    assert len(words["hits"]) == 1
    assert (
        warm_arbitro("ask", "posso", "attaccare", "--json", "due", "volte").json["question"]
        == "posso attaccare due volte"
    )
    assert warm_arbitro("search", "--json", "--", "--riot").json["query"] == "--riot"


def test_the_version(arbitro: "Arbitro") -> None:
    said = arbitro("--version")
    assert (said.code, said.err) == (0, "")
    assert re.fullmatch(r"arbitro \d+(\.\d+)+\n", said.out)


@pytest.mark.parametrize("columns", [12, 20, 29])
def test_a_narrow_terminal_breaks_no_word(warm_arbitro: "Arbitro", columns: int) -> None:
    for arguments in (
        ["rule", "VW-8.2", "--lang", "it"],
        ["procedures", "vwars.riot"],
        ["adjudicate", "vwars.riot", "evals/vwars/example.yaml", "--lang", "en"],
    ):
        wide = warm_arbitro(*arguments, env={"COLUMNS": "100"}).out
        narrow = warm_arbitro(*arguments, env={"COLUMNS": str(columns)}).out
        assert narrow.split() == wide.split()
        assert len(narrow.splitlines()) > len(wide.splitlines())


def test_why_an_index_is_built_again_is_said_in_full(warm_arbitro: "Arbitro", tmp_path: Path) -> None:
    (tmp_path / "index").mkdir()
    (tmp_path / "index" / "manifest.json").write_text("{", encoding="utf-8")
    no_model = {"ARBITRO_HOME": str(tmp_path), "ARBITRO_EMBEDDINGS": "/no/such/model"}
    said = warm_arbitro("search", "riot", env=no_model).err.splitlines()[0]
    assert "cannot be read (" in said
    assert said.count("(") == said.count(")")
    assert said.endswith("; building it")


def test_a_full_disk_is_said_to_be_full(arbitro: "Arbitro", full_disk: dict[str, str]) -> None:
    done = arbitro("index", "build", env=full_disk)
    home = Path(full_disk["ARBITRO_HOME"])
    assert done.code == 1
    assert done.err.splitlines()[-1] == (
        f"arbitro: the index cannot be built: No space left on device: {home}; "
        "free some 130 MB there, or set ARBITRO_HOME to a folder elsewhere"
    )
    assert not (home / "index.new").exists()


def test_procedures_with_schema_and_example(warm_arbitro: "Arbitro") -> None:
    listed = warm_arbitro("procedures", "vwars")
    assert listed.out.splitlines()[0].startswith("vwars.")
    described = warm_arbitro("procedures", "--json").json
    assert {"id", "game", "summary", "schema", "example"} == set(described[0])
    one = next(found for found in described if found["id"] == "vwars.riot")
    ruling = warm_arbitro("adjudicate", "vwars.riot", "--json", stdin=json.dumps(one["example"]))
    assert ruling.json["procedure"] == "vwars.riot"


def test_the_example_that_is_shown_can_be_sent_back(warm_arbitro: "Arbitro") -> None:
    shown = warm_arbitro("procedures", "vwars.riot").out
    example = shown.partition("<<'EOF'\n")[2].partition("\nEOF")[0]
    assert warm_arbitro("adjudicate", "vwars.riot", stdin=example).code == 0


def test_a_rule_with_its_relations(warm_arbitro: "Arbitro") -> None:
    said = warm_arbitro("rule", "vw-8.2", "--lang", "it")
    assert said.out.startswith("VW-8.2  ")
    assert "Fonte: " in said.out
    conflict = warm_arbitro("rule", "VW-C01", "--json").json
    assert conflict["kind"] == "conflict"
    assert set(conflict["readings"]) == {"en-rulebook", "it-summary"}
    assert 'did you mean "VW-8.2' in warm_arbitro("rule", "VW-8.22").err


def test_search_and_ask_find_rules(arbitro: "Arbitro", warm_arbitro: "Arbitro", service: object) -> None:
    hits = warm_arbitro("search", "quante truppe in una città?", "--limit", "3", "--json").json
    assert hits["language"] == "it"
    assert len(hits["hits"]) == 3
    assert hits["hits"][0]["score"] >= hits["hits"][1]["score"]
    answer = warm_arbitro("ask", "How many players can play?", "--json").json
    assert answer["language"] == "en"
    assert answer["citations"] or answer["abstained"]
    lines = ['{"id": 1, "question": "Quante carte ho in mano?"}', '{"id": 2, "question": ""}', '{"id": 3, "q": ""}']
    said = arbitro("ask", "--jsonl", stdin="\n".join(lines))
    assert [line["id"] for line in said.lines] == [1, 2, 3]
    assert said.lines[0]["language"] == "it"
    assert [line["error"] for line in said.lines[1:]] == ["bad-input"] * 2
    assert said.code == 1


def test_the_index_says_what_it_was_built_from(warm_arbitro: "Arbitro", service: object, tmp_path: Path) -> None:
    built = warm_arbitro("index", "status", "--json").json
    assert built["current"] is True
    none = warm_arbitro("index", "status", env={"ARBITRO_HOME": str(tmp_path)})
    assert none.code == 1
    assert "arbitro index build" in none.err


def test_a_reader_that_stops_early_is_no_error() -> None:
    command = f"{sys.executable} -m service procedures --json | head -n 1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[\n", "")


def imported(commands: list[list[str]], libraries: Sequence[str], stdin: str = "") -> list[tuple[str, list[str]]]:
    """What each of these commands writes, one after the other in a process, and which libraries are imported then."""
    program = (
        "import contextlib, io, json, sys; from service.cli.main import main\n"
        "for command in json.loads(sys.argv[1]):\n"
        "    out = sys.stdout = io.TextIOWrapper(io.BytesIO(), 'utf-8')\n"
        "    with contextlib.suppress(SystemExit): main(command)\n"
        "    out.flush()\n"
        "    said = out.buffer.getvalue().decode()\n"
        f"    print(json.dumps([said, [one for one in {libraries!r} if one in sys.modules]]), file=sys.__stdout__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, json.dumps(commands)],
        input=stdin,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **SETTINGS},
    )
    assert done.stderr == ""
    return [(out, found) for out, found in map(json.loads, done.stdout.splitlines())]


def test_nothing_heavy_is_imported() -> None:
    commands = [["adjudicate", "vwars.set-up", "--json"], ["procedures"], ["rule", "VW-8.2"], ["--help"]]
    said = imported(commands, HEAVY, stdin=SET_UP)
    assert len(said) == len(commands)
    assert all(out for out, _ in said)
    assert [found for _, found in said] == [[]] * len(commands)


def test_a_question_imports_nothing_that_only_building_needs() -> None:
    questions = [
        "How many actions do I have?",
        "Quante azioni ho?",
        "3 umani e 2 vampiri in una citta umana, arrivano 2 vampiri: chi vince la rivolta?",
        "can my doomtrooper attack twice with 3 actions left?",
    ]
    said = imported([["ask", question] for question in questions], BUILDING)
    assert len(said) == len(questions)
    assert all(out for out, _ in said)
    assert [found for _, found in said] == [[]] * len(questions)
