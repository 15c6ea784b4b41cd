"""Rules and questions that were added since the model was taught gain rows; what it knew it knows."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from corpus import load_corpus
from index.reader import HOME, Reader

GAME, NEW = "vwars", "VW-6.2"
RULES = load_corpus().games[GAME].rules


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped model as if it had not been taught one rule and its questions."""
    folder = tmp_path_factory.mktemp("model")
    shutil.copytree(HOME, folder, dirs_exist_ok=True)
    names = json.loads((folder / "heads.json").read_text(encoding="utf-8"))
    for members in ("kinds", "rules", "asks"):
        rows = names[members][GAME]
        names[members][GAME] = {name: row for name, row in rows.items() if name.split()[0] != NEW}
    (folder / "heads.json").write_text(json.dumps(names), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def added(without: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That model with rows for what it lacks, of one game whose other rules have few lines."""
    from index.tuning.lessons import lessons
    from index.tuning.rows import add_rows

    folder = tmp_path_factory.mktemp("added")
    shutil.copytree(without, folder, dirs_exist_ok=True)
    corpus = load_corpus()
    every = lessons(replace(corpus, games={GAME: corpus.games[GAME]}))
    some = [one for one in every if one.phrase.rule == NEW] + [one for one in every if one.phrase.rule != NEW][::40]
    assert add_rows(some, without, folder) > 1
    return folder


def right(folder: Path, *, new: bool) -> float:
    """The share of the written questions of the new rule, or of some others, whose rule comes first."""
    reader = Reader.open(folder)
    assert reader is not None
    asks = [(rule.id, ask.q) for rule in RULES.values() for ask in rule.asks["en"] if (rule.id == NEW) == new][
        :: 1 if new else 9
    ]
    first = [max(shares := reader.rules(question, GAME, "en"), key=lambda id: shares[id]) for _, question in asks]
    return sum(id == rule for id, (rule, _) in zip(first, asks, strict=True)) / len(asks)


def test_an_added_rule_is_known_by_its_rows_and_the_others_stay_known(without: Path, added: Path) -> None:
    assert right(without, new=True) == 0
    assert right(added, new=True) > 0.7
    assert right(added, new=False) > right(without, new=False) - 0.05 > 0.8


def test_a_model_that_lacks_nothing_gains_nothing(tmp_path: Path) -> None:
    from index.tuning.lessons import lessons
    from index.tuning.rows import add_rows

    corpus = load_corpus()
    every = lessons(replace(corpus, games={GAME: corpus.games[GAME]}))
    assert add_rows([one for one in every if one.phrase.rule == NEW], HOME, tmp_path) == 0
    assert not list(tmp_path.iterdir())
