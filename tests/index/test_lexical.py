"""What BM25 gives is read without its library, and is the same."""

from pathlib import Path

import numpy as np
import pytest
from bm25s import BM25  # type: ignore[import-untyped]

from corpus import Corpus
from index.glossary import Glossary
from index.lexical import Table, save
from index.passages import passages_in
from index.words import words


@pytest.mark.parametrize("question", ["how many cards do I keep?", "cards cards fog", "one ship", "none of these wxyz"])
def test_a_table_scores_as_the_library_does(corpus: Corpus, tmp_path: Path, question: str) -> None:
    game = corpus.games["castle"]
    none = Glossary(())
    save(tuple(passages_in(game)), {"castle": none}, tmp_path)
    table = Table.load(tmp_path, ("castle", "en"))
    library = BM25()
    texts = [passage.whole for passage in passages_in(game) if passage.language == "en"]
    library.index([[word for text in texts for word in words(text, "en")]], show_progress=False)
    asked = words(question, "en")
    known = [word for word in asked if word in library.vocab_dict]
    wanted = library.get_scores(known) if known else np.zeros(1, np.float32)
    np.testing.assert_array_equal(table.scores(asked), wanted)
