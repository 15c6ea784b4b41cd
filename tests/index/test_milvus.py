"""The index on Milvus: Milvus Lite runs the client's code as a server does."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from corpus import Corpus, Language, load_corpus
from index import Elsewhere, Embedder, Index, StaleIndex, Unreachable, build, open_index, publish
from tests.index.conftest import WriteGames

QUESTIONS: list[tuple[str, Language]] = [
    ("when must a ship pay the harbour toll?", "en"),
    ("quando una nave paga il pedaggio?", "it"),
    ("who may enter the castle at night", "en"),
    ("xyzzy", "en"),
]


PUBLISH = """
import sys
from pathlib import Path
from corpus import load_corpus
from index import Elsewhere, publish
home, games, uri = sys.argv[1:]
print(publish(Path(home), load_corpus(Path(games)), Elsewhere(uri=uri, tenant="anna")))
"""


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Elsewhere:
    return Elsewhere(uri=str(tmp_path_factory.mktemp("milvus") / "shelf.db"), tenant="anna")


@pytest.fixture(scope="module")
def there(where: Elsewhere, built: Path, embedder: Embedder, corpus: Corpus) -> Index:
    assert publish(built, corpus, where) > 0
    return open_index(built, embedder, corpus, where)


@pytest.mark.parametrize(("question", "language"), QUESTIONS)
@pytest.mark.parametrize("game", [None, "harbour", "castle"])
def test_the_same_question_finds_the_same_there(
    index: Index, there: Index, question: str, language: Language, game: str | None
) -> None:
    here = index.search(question, language=language, game=game)
    found = there.search(question, language=language, game=game)
    assert [hit.rule for hit in found] == [hit.rule for hit in here]
    np.testing.assert_allclose([hit.score for hit in found], [hit.score for hit in here], atol=1e-5)
    np.testing.assert_allclose([hit.lexical for hit in found], [hit.lexical for hit in here], atol=1e-4)


def test_what_is_there_is_not_sent_again(there: Index, where: Elsewhere, built: Path, corpus: Corpus) -> None:
    assert publish(built, corpus, where) == 0


def test_only_what_changed_is_sent_and_the_old_is_taken_away(
    there: Index,
    where: Elsewhere,
    embedder: Embedder,
    write_games: WriteGames,
    harbour_rules: list[dict[str, object]],
    tmp_path: Path,
    built: Path,
    corpus: Corpus,
) -> None:
    other = replace(where, tenant="bruno")
    whole = publish(built, corpus, other)
    fewer = load_corpus(write_games(harbour_rules[:-1]))
    build(tmp_path, embedder, fewer)
    assert 0 < publish(tmp_path, fewer, other) < whole
    question = "when must a ship pay the harbour toll?"
    assert open_index(tmp_path, embedder, fewer, other).search(question, language="en")
    with pytest.raises(StaleIndex, match="build it again"):
        open_index(built, embedder, corpus, other)


def test_another_process_finds_what_was_put_there(tmp_path: Path, built: Path, corpus: Corpus) -> None:
    told = [sys.executable, "-c", PUBLISH, str(built), str(corpus.home), str(tmp_path / "shelf.db")]
    first, second = (subprocess.run(told, capture_output=True, text=True, check=True).stdout for _ in range(2))
    assert int(first) > 0 == int(second)


def test_a_tenant_sees_nothing_of_another(there: Index, where: Elsewhere, built: Path, corpus: Corpus) -> None:
    with pytest.raises(StaleIndex, match="for carla"):
        open_index(built, Embedder(), corpus, replace(where, tenant="carla"))


def test_a_server_that_does_not_answer_is_one_clear_error(built: Path, corpus: Corpus) -> None:
    nobody = Elsewhere(uri="http://127.0.0.1:9", tenant="anna")
    with pytest.raises(Unreachable, match=r"Milvus at http://127\.0\.0\.1:9 cannot be used.*start it"):
        publish(built, corpus, nobody)
