"""Whoever builds the index, switches its model or adds a rulebook may be killed at any moment.

What was there before is there still, or the new one is.
"""

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

CHILDREN = """
import os, random, select, signal, time


def begun(work):
    child = os.fork()
    if not child:
        try:
            work()
        finally:
            os._exit(0)
    return child


class Killer:
    def __init__(self, seed):
        self.chance, self.seconds = random.Random(seed), 0.0

    def let_end(self, work):
        began = time.monotonic()
        os.waitpid(begun(work), 0)
        self.seconds = time.monotonic() - began

    def kill(self, work):
        began, child = time.monotonic(), begun(work)
        ended = os.pidfd_open(child)
        if select.select([ended], [], [], self.chance.uniform(0, 1.2 * self.seconds))[0]:
            self.seconds = time.monotonic() - began
        os.close(ended)
        os.kill(child, signal.SIGKILL)
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])


"""
"""Work in a child that is killed at some moment of the time that it takes: the time that the last one took which came
to its end, for a machine may be busy now and idle then.
"""

KILLS = """
import json, shutil, sys
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
killer = Killer(7)


def work(digest):
    return lambda: build(home, embedder, corpora[digest])


first, second = corpora
build(home, embedder, corpora[first])
killer.let_end(work(second))
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
    after = killer.chance.choice([digest for digest in corpora if digest != before])
    found["killed" if killer.kill(work(after)) else "ended"] += 1
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


def killed(times: int, home: Path, *about: Path | str, script: str = KILLS) -> dict[str, Any]:
    """How so many changes that were killed ended; the script looks that each left what is whole."""
    done = subprocess.run(
        [sys.executable, "-c", CHILDREN + script, home, str(times), *about],
        env={**os.environ, "TOKENIZERS_PARALLELISM": "false", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300 + 10 * times,
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


PUT = """
import json, sys
from pathlib import Path
from threading import RLock
from tqdm import tqdm
from corpus import load_corpus
from index import Embedder, StaleIndex, build, open_index, status
from index.books import Book, BookPassage, change_books, load_books, open_books

tqdm.set_lock(RLock())
home, kills, what, corpus = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], load_corpus(Path(sys.argv[4]))
embedders = [Embedder(threads=1), Embedder(threads=1, passage_prefix="passage: ")]
killer = Killer(11)


def book(id, says):
    texts = [f"{says} when lamp {n} is lit and the wind turns {n} times." for n in range(60)]
    passages = tuple(BookPassage(text=text, section="", page=None, lines=str(n)) for n, text in enumerate(texts))
    return Book(id=id, file=f"{id}.txt", game="lamps", language="en", digest=says, pages=None, passages=passages)


def add(version):
    new = book("new", f"A keeper draws {version} cards")
    return lambda: change_books(home, index, lambda books: [*(one for one in books if one.id != "new"), new])


def switch(version):
    return lambda: build(home, embedders[version % 2], corpus)


work = {"add": add, "switch": switch}[what]
build(home, embedders[0], corpus)
index = open_index(home, embedders[0], corpus)
change_books(home, index, lambda books: [book("kept", "A guard sleeps")])
killer.let_end(work(1))
found = {"killed": 0, "ended": 0, "old": 0, "new": 0}


def version_there():
    if what == "switch":
        return int(bool(status(home)["passage_prefix"]))
    kept, new = load_books(home).books
    assert (kept, new.id, len(new.passages)) == (book("kept", "A guard sleeps"), "new", 60)
    return int(new.digest.split()[3])


for turn in range(2, kills + 2):
    before = version_there()
    after = (before + 1) % 2 if what == "switch" else turn
    found["killed" if killer.kill(work(after)) else "ended"] += 1
    now = version_there()
    assert now in (before, after), (before, now, after)
    found["new" if now == after else "old"] += 1
    if what == "switch":
        opened = open_index(home, embedders[now], corpus)
        assert opened.search("how many cards do I keep?", language="en", game="harbour")[0].rule == "HB-1.3"
        try:
            open_index(home, embedders[1 - now], corpus)
            raise AssertionError("an index of one model is searched with another")
        except StaleIndex:
            pass
    else:
        question = f"how many cards does a keeper draw when lamp 7 is lit?"
        hits = open_books(home, index).search(question, index.vector(question, "en"), "en", "lamps", 3)
        assert f"draws {now} cards" in hits[0].passage.text, hits
killer.let_end(work(kills + 2))
print(json.dumps(found | {"left": sorted(path.name for path in home.iterdir())}))
"""


@pytest.mark.parametrize("what", ["add", "switch"])
@pytest.mark.parametrize("times", [5, pytest.param(100, marks=pytest.mark.slow)])
def test_killed_at_any_moment_the_shelf_and_the_index_of_another_model_are_whole(
    tmp_path: Path, corpora: tuple[Path, Path], what: str, times: int
) -> None:
    found = killed(times, tmp_path, what, corpora[0], script=PUT)
    print(found)
    assert found["killed"] + found["ended"] == times
    assert found["killed"] >= times / 5
    assert found["left"] == ["index", "index.lock", "rulebooks", "rulebooks.lock"]


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
