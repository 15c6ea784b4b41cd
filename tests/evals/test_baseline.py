"""When a change counts as worse than the baseline."""

from dataclasses import replace
from pathlib import Path

import pytest

from evals import baseline
from evals.baseline import Figures, Measurement

TEST = "answered right"


def measured(passed: dict[str, bool], figures: Figures | None = None, corpus: str = "c") -> Measurement:
    return Measurement(corpus=corpus, embeddings="e", llm="l", figures=figures or {}, passed={TEST: passed})


def questions(right: int, wrong: int, game: str = "vwars", start: int = 0) -> dict[str, bool]:
    return {f"{game} q-{start + at}": at < right for at in range(right + wrong)}


def changed(lost: int, won: int) -> tuple[Measurement, Measurement]:
    before = questions(50 + lost, 50 + won)
    ids = list(before)
    after = {**before, **dict.fromkeys(ids[:lost], False), **dict.fromkeys(ids[-won:] if won else [], True)}
    return measured(after), measured(before)


@pytest.mark.parametrize(
    ("lost", "won", "worse"),
    [(0, 0, False), (5, 0, False), (6, 0, True), (8, 1, True), (7, 1, False), (20, 15, False), (30, 13, True)],
)
def test_a_change_is_worse_where_it_loses_more_than_chance_would(lost: int, won: int, worse: bool) -> None:
    found = list(baseline.regressions(*changed(lost, won)))
    assert bool(found) == worse
    if worse:
        assert len(found) == 2  # of the game, and of all games
        assert f"{lost} questions lost, {won} won" in found[0]
        assert "q-0" in found[0]


def test_a_game_that_got_worse_is_not_hidden_by_another_that_got_better() -> None:
    ours, theirs = questions(60, 40), questions(40, 60, "doomtrooper")
    after = {
        id: right and not id.endswith(("q-1", "q-2", "q-3", "q-4", "q-5", "q-6", "q-7")) for id, right in ours.items()
    }
    (found,) = baseline.regressions(measured({**after, **dict.fromkeys(theirs, True)}), measured({**ours, **theirs}))
    assert "vwars: 7 questions lost, 0 won" in found


def test_another_corpus_cannot_be_compared() -> None:
    (found,) = baseline.regressions(measured(questions(1, 1)), measured(questions(1, 1), corpus="other"))
    assert "cannot be compared" in found
    assert "corpus other there, c here" in found


def test_a_figure_below_its_floor_is_worse_without_any_baseline() -> None:
    figures = {"answers": {"vwars it": {"right": 0.1, "gold cited": 0.9}}}
    (found,) = baseline.regressions(measured({}, figures), None)
    assert found == "answers vwars it right: 0.100 is under the floor of 0.2"


def test_what_is_held_out_of_the_phrasebook_is_compared_by_its_figures() -> None:
    def of(right: float, wrong: float = 0.2) -> Measurement:
        figures = {"questions": 300, "right": right, "wrong": wrong, "words": 1 - right - wrong}
        return measured(questions(1, 1), {"held out": {"vwars it": figures}})

    assert not list(baseline.regressions(of(0.501), of(0.52)))
    (found,) = baseline.regressions(of(0.499), of(0.52))
    assert "held out vwars it right" in found
    assert not list(baseline.regressions(of(0.52, wrong=0.1), of(0.52)))
    (found,) = baseline.regressions(of(0.52, wrong=0.23), of(0.52))
    assert "held out vwars it wrong" in found


def test_a_baseline_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    written = replace(measured(questions(2, 1)), figures={"rulings": {"vwars all": {"right": 1.0}}})
    baseline.write(written, file)
    assert baseline.read(file) == written
    assert baseline.read(tmp_path / "none.json") is None
