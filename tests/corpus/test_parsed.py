"""What was read is kept, and is what would be read; whatever is wrong with it, it is read again."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus import CorpusError, game_ids, load_facts, load_game, load_says, loader
from corpus.parsed import keep_in

LOADERS = (load_game, load_facts, load_says)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    keep_in(tmp_path / "kept")
    yield tmp_path / "kept"
    keep_in(None)
    forget()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A corpus to change."""
    shutil.copytree(loader.HOME / "vwars", tmp_path / "corpus" / "vwars")
    return tmp_path / "corpus"


def forget() -> None:
    """As a new process would."""
    for load in LOADERS:
        load.cache_clear()


def without_yaml(code: str, folder: Path) -> None:
    """Runs it where nothing can be read but what is kept."""
    program = (
        "import sys; sys.modules['yaml'] = None; from pathlib import Path; from corpus import *\n"
        f"from corpus.parsed import keep_in; keep_in(Path({str(folder)!r})); {code}"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_what_is_kept_is_what_was_read(folder: Path) -> None:
    forget()
    for game in game_ids():
        read = [load(game) for load in LOADERS]
        forget()
        assert [load(game) for load in LOADERS] == read
    assert {path.name for path in folder.iterdir()} >= {"vwars.json", "vwars-facts.json", "vwars-says.json"}
    assert len(list(folder.iterdir())) == 3 * len(game_ids())


def test_what_is_kept_is_read_without_yaml(folder: Path) -> None:
    forget()
    for load in LOADERS:
        load("vwars")
    without_yaml("assert load_game('vwars').rules; load_facts('vwars'); load_says('vwars')", folder)


@pytest.mark.parametrize("name", ["terms.yaml", "chapters.yaml", "rules/08-riots.yaml"])
def test_a_changed_word_is_read(folder: Path, home: Path, name: str) -> None:
    before = load_game("vwars", home)
    file = home / "vwars" / name
    file.write_text(file.read_text(encoding="utf-8").replace(" in ", " inside "), encoding="utf-8")
    forget()
    assert load_game("vwars", home) != before


def test_what_is_wrong_is_still_said(folder: Path, home: Path) -> None:
    load_game("vwars", home)
    with (home / "vwars" / "terms.yaml").open("a", encoding="utf-8") as file:
        file.write("- id: [\n")
    forget()
    with pytest.raises(CorpusError, match=r"terms\.yaml: cannot be read"):
        load_game("vwars", home)


@pytest.mark.parametrize("content", [b"", b"half", b"{}", "torn", "altered"])
def test_what_is_damaged_is_written_anew(folder: Path, home: Path, content: bytes | str) -> None:
    read = load_game("vwars", home)
    kept = folder / "vwars.json"
    whole = kept.read_bytes()
    torn, altered = whole[: len(whole) // 2], whole.replace(b"city", b"town", 1)
    assert altered != whole
    kept.write_bytes({"torn": torn, "altered": altered}[content] if isinstance(content, str) else content)
    forget()
    assert load_game("vwars", home) == read
    assert kept.read_bytes() == whole
    assert [path.name for path in folder.iterdir()] == ["vwars.json"]


def test_where_nothing_can_be_written_all_is_read(home: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keep_in(tmp_path / "file" / "kept")
    try:
        assert load_game("vwars", home).rules
    finally:
        keep_in(None)
        forget()


KILLS = """
import os, random, signal, sys, time
from pathlib import Path
from corpus import load_game
from corpus.parsed import keep_in

home, folder, kills = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
card = home / "vwars" / "game.yaml"
written, chance, died = card.read_text(), random.Random(7), 0
for turn in range(kills):
    card.write_text(f"{written}\\n# {turn}\\n")  # so that it is read again
    keep_in(None)
    load_game.cache_clear()
    expected = load_game("vwars", home)
    keep_in(folder)
    load_game.cache_clear()
    child = os.fork()
    if not child:
        load_game("vwars", home)
        os._exit(0)
    time.sleep(chance.uniform(0, 0.4))
    os.kill(child, signal.SIGKILL)
    died += os.WIFSIGNALED(os.waitpid(child, 0)[1])
    assert load_game("vwars", home) == expected
print(died)
"""


@pytest.mark.parametrize("times", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_killed_at_any_moment_what_is_kept_is_right(home: Path, tmp_path: Path, times: int) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    command = [sys.executable, "-c", KILLS, home, kept, str(times)]
    died = int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert died >= times / 5


def test_what_a_killed_writer_left_is_cleared_away(folder: Path) -> None:
    folder.mkdir()
    left, going_on = folder / "vwars.json.1.2", folder / "vwars.json.3.4"
    for file in (left, going_on):
        file.write_bytes(b"half")
    hour_ago = time.time() - 3600
    os.utime(left, (hour_ago, hour_ago))
    forget()
    load_game("vwars")
    assert {path.name for path in folder.iterdir()} == {"vwars.json", going_on.name}
