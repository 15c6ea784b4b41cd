"""Whoever builds the index may be killed at any moment: what was there before is there still, or the new one is."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from corpus import load_corpus
from index import Embedder, build, status

Rules = list[dict[str, Any]]
WriteGames = Callable[[Rules], Path]

KILLS = """
import json, os, random, shutil, signal, sys, time
from pathlib import Path
from threading import RLock
from tqdm import tqdm
from corpus import load_corpus
from index import Embedder, MissingIndex, build, open_index, status

tqdm.set_lock(RLock())  # its own is shared by all processes, and would stay locked by one that is killed
home, kills = Path(sys.argv[1]), int(sys.argv[2])
corpora = {corpus.digest: corpus for corpus in map(load_corpus, map(Path, sys.argv[3:]))}
says = dict(zip(corpora, ("six", "seven")))
embedder = Embedder(threads=1)
chance = random.Random(7)


def begun(digest):
    child = os.fork()
    if not child:
        try:
            build(home, embedder, corpora[digest])
        finally:
            os._exit(0)
    return child


first, second = corpora
build(home, embedder, corpora[first])
began = time.monotonic()
os.waitpid(begun(second), 0)
seconds = time.monotonic() - began
assert status(home)["corpus"] == second
found = {"killed": 0, "ended": 0, "old": 0, "new": 0, "none": 0}
for turn in range(kills):
    anew = turn % 4 == 3
    if anew:
        for kept in home.iterdir():  # the index, or what a killed exchange left of it to go on with
            shutil.rmtree(kept, ignore_errors=True)
        before = None
    else:
        before = status(home)["corpus"]
    after = chance.choice([digest for digest in corpora if digest != before])
    child = begun(after)
    time.sleep(chance.uniform(0, 1.2 * seconds))
    os.kill(child, signal.SIGKILL)
    _, how = os.waitpid(child, 0)
    if os.WIFSIGNALED(how):
        found["killed"] += 1
    else:
        found["ended"] += 1
    try:
        now = status(home)["corpus"]
    except MissingIndex:
        assert anew, "the index is gone"
        found["none"] += 1
        build(home, embedder, corpora[after])
        now = after
    else:
        found["new" if now == after else "old"] += 1
    assert now in (before, after), "an index of something else"
    index = open_index(home, embedder, corpora[now])
    hit = index.search(f"at the end of a turn you keep {says[now]} cards", language="en", game="harbour")[0]
    assert hit.rule == "HB-1.3" and says[now] in hit.passage.text, hit
build(home, embedder, corpora[now])
print(json.dumps(found | {"left": sorted(path.name for path in home.iterdir())}))
"""


def killed(times: int, home: Path, *corpora: Path) -> dict[str, Any]:
    """How so many builds that were killed ended, of these two corpora in turn; each left an index that is whole."""
    done = subprocess.run(
        [sys.executable, "-c", KILLS, home, str(times), *corpora],
        env={**os.environ, "TOKENIZERS_PARALLELISM": "false", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60 + 10 * times,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture
def corpora(write_games: WriteGames, harbour_rules: Rules) -> tuple[Path, Path]:
    """Two that differ in a number."""
    changed = deepcopy(harbour_rules)
    changed[2]["text"]["en"] = "At the end of a turn you keep seven cards at most."
    return write_games(harbour_rules), write_games(changed)


@pytest.mark.parametrize("times", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_killed_at_any_moment_the_index_is_whole(tmp_path: Path, corpora: tuple[Path, Path], times: int) -> None:
    found = killed(times, tmp_path, *corpora)
    print(found)
    assert found["killed"] + found["ended"] == times
    assert found["killed"] >= times / 5
    assert found["left"] == ["index", "index.lock"]


LIMITED = """
import resource, signal, sys
from pathlib import Path
from corpus import load_corpus
from index import Embedder, build

embedder = Embedder()
embedder.query("x")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, 5_000))
try:
    build(Path(sys.argv[1]), embedder, load_corpus(Path(sys.argv[2])))
except OSError as error:
    print(error.strerror)
"""


def test_where_no_more_may_be_written_the_old_index_stays(
    tmp_path: Path, embedder: Embedder, corpora: tuple[Path, Path]
) -> None:
    build(tmp_path, embedder, load_corpus(corpora[0]))
    before = status(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, tmp_path, corpora[1]], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "File too large\n"), done.stderr
    assert status(tmp_path) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index", "index.lock"]
