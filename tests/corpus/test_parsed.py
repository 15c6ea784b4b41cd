"""What was read is kept, and is what would be read; whatever is wrong with it, it is read again."""

import shutil
import subprocess
import sys
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
