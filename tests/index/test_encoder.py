"""The space of the tuned model, read without PyTorch."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from index.encoder import Encoder
from index.reader import Reader
from index.space import Space

TWINS = (
    ("quante carte tengo a fine turno?", "how many cards do I keep at the end of my turn?"),
    ("un vampiro rivelato può entrare in città sotto legge marziale?", "can a public vampire enter under martial law?"),
    ("è già ferito e lo colpiscono ancora, muore?", "hes wounded already and gets hit again, dead?"),
    ("chi vince se nessuno arriva a sei?", "who wins if nobody reaches six?"),
)


@pytest.fixture(scope="module")
def space() -> Space:
    found = Space.open()
    assert found is not None
    return found


def test_a_question_lies_next_to_its_twin_in_the_other_language(space: Space) -> None:
    italian, english = (space.vectors(texts, threads=2) for texts in zip(*TWINS, strict=True))
    assert ((italian @ english.T).argmax(axis=1) == np.arange(len(TWINS))).all()


def test_a_text_lies_where_the_reader_puts_it_whatever_it_is_read_beside(space: Space) -> None:
    reader = Reader.open()
    assert reader is not None
    questions = [question for twins in TWINS for question in twins]
    together = space.vectors(questions, threads=2)
    assert np.linalg.norm(together, axis=1) == pytest.approx(1, abs=1e-5)
    for question, vector in zip(questions, together, strict=True):
        assert vector == pytest.approx(space.vectors([question], threads=1)[0], abs=1e-6)
        assert vector == pytest.approx(reader.vector(question), abs=1e-6)


def test_it_reads_without_pytorch() -> None:
    code = (
        "import sys; from index import Embedder;"
        "Embedder().query('how many?'); assert not {'torch', 'sentence_transformers', 'sklearn'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_where_there_is_no_model_there_is_no_space(tmp_path: Path) -> None:
    assert Encoder.open(tmp_path, 8) is None
    assert Space.open(tmp_path) is None
