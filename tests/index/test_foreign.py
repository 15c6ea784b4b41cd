"""What is about none of the games: its lines, and the row that the model tells it by."""

from pathlib import Path

import numpy as np
import pytest

from corpus import CorpusError, Language
from corpus.foreign import FILE, load_foreign
from index.reader import FOREIGN, Reader
from index.tuning.foreign import _fitted, _told_apart


def test_there_are_hundreds_of_foreign_lines_in_each_language() -> None:
    for lines in load_foreign().values():
        assert len(lines) >= 500


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('it: ["ciao"]\n', "en: expects a list of lines"),
        ('it: ["ciao", ""]\nen: ["hi"]\n', "it: expects a list of lines, none of them empty"),
        ('it: ["ciao"]\nen: ["hi", "hi"]\n', "en: written twice: 'hi'"),
    ],
)
def test_foreign_lines_that_lack_or_stand_twice_are_refused(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError, match=problem):
        load_foreign(tmp_path)


TOLD: list[tuple[Language, str, str]] = [
    ("en", "lol my cat just knocked the board over", "can a public vampire enter a city under martial law?"),
    ("en", "who is driving us home after this", "how many cards do i draw at the end of my turn?"),
    ("it", "ragazzi ordiniamo una pizza?", "quante truppe può avere una città?"),
    ("it", "che ore sono, devo prendere il treno", "il mio guerriero ferito può attaccare?"),
]


@pytest.mark.parametrize(("language", "foreign", "ours"), TOLD)
def test_the_model_tells_talk_from_questions_about_the_games(language: Language, foreign: str, ours: str) -> None:
    reader = Reader.open()
    assert reader is not None
    assert reader.foreign(foreign, language) > reader.foreign(ours, language)


def test_a_row_is_fitted_that_tells_two_kinds_apart() -> None:
    chance = np.random.default_rng(0)
    is_foreign = np.arange(200) % 4 == 0
    read = chance.normal(size=(200, 8)).astype(np.float32)
    read[is_foreign, 0] += 3
    row, bias = _fitted(read, is_foreign)
    scores = read @ row + bias
    assert row.shape == (8,)
    assert int(np.argmax(np.abs(row))) == 0
    assert _told_apart(scores[is_foreign], scores[~is_foreign]) > 0.95
    assert _told_apart(scores[~is_foreign], scores[is_foreign]) < 0.05


def test_the_shipped_model_has_the_row() -> None:
    from index.reader import HOME

    stored = np.load(HOME / "heads.npz")
    assert stored[FOREIGN].shape == (1, stored["rule"].shape[1])
