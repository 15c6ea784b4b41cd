"""Finding: in either language, by meaning and by words, within a game, in an order that does not vary."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from corpus import load_corpus
from index import Embedder, Index, build, open_index


def test_an_italian_question_finds_the_rule(index: Index) -> None:
    assert index.search("quante carte posso tenere in mano?", language="it", game="harbour")[0].rule == "HB-1.3"


def test_an_english_question_finds_the_rule(index: Index) -> None:
    assert index.search("how many cards can I hold?", language="en", game="harbour")[0].rule == "HB-1.3"


def test_a_conflict_is_found_like_a_rule(index: Index) -> None:
    assert index.search("si può navigare nella nebbia?", language="it")[0].rule == "HB-C1"


def test_a_synonym_finds_what_is_written_with_the_term(index: Index) -> None:
    by_words = {hit.rule: hit.lexical for hit in index.search("banchina", language="it")}
    assert by_words["HB-1.1"] > 0
    assert by_words["HB-1.3"] == 0


def test_a_term_reaches_the_other_language(index: Index) -> None:
    rows = index.compare("pier", language="en")
    assert any(
        words > 0 and passage.language == "it" for words, passage in zip(rows.words, rows.scope.passages, strict=True)
    )


def test_a_hit_brings_the_rules_that_except_it(index: Index) -> None:
    hits = {hit.rule: hit for hit in index.search("may I come into port?", language="en")}
    assert hits["HB-1.1"].brings == ("HB-1.2",)
    assert hits["HB-1.2"].brings == ()


def test_a_hit_shows_the_question_nearest_to_the_one_asked(index: Index) -> None:
    hit = index.search("how many cards do I keep?", language="en", game="harbour")[0]
    (nearest, cosine), *others = hit.asks
    assert cosine > max(other for _, other in others)
    assert (nearest.text, nearest.answer, nearest.language) == ("how many cards do I keep?", "Yes.", "en")
    assert cosine == pytest.approx(1, abs=1e-4)
    assert hit.dense == pytest.approx(1, abs=1e-4)
    assert hit.passage == nearest


def test_a_game_is_searched_alone(index: Index) -> None:
    assert [hit.rule for hit in index.search("quante carte?", language="it", game="castle")] == ["CS-1.1"]
    harbour = index.search("quante carte?", language="it", game="harbour", limit=100)
    assert {hit.rule for hit in harbour} == {"HB-1.1", "HB-1.2", "HB-1.3", "HB-C1"}
    assert {hit.game for hit in index.search("quante carte?", language="it")} == {"harbour", "castle"}


def test_an_unknown_game_is_named(index: Index) -> None:
    with pytest.raises(ValueError, match=r"'chess'.*castle, harbour"):
        index.search("quante carte?", language="it", game="chess")


def test_a_game_without_rules_gives_no_hits(
    tmp_path: Path, embedder: Embedder, games: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("empty") / "corpus"
    shutil.copytree(games, home)
    (home / "castle" / "rules" / "01-deal.yaml").write_text("[]\n")
    corpus = load_corpus(home)
    build(tmp_path, embedder, corpus)
    assert open_index(tmp_path, embedder, corpus).search("carte", language="it", game="castle") == []


def test_many_can_ask_at_once(index: Index) -> None:
    questions = ["quante carte?", "c'è posto al molo?", "the corsair throws me out, and then?", "fog"] * 25
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda question: index.search(question, language="it"), questions))
    for question, hits in zip(questions[:4], together, strict=False):
        assert [hit.rule for hit in hits] == [hit.rule for hit in index.search(question, language="it")]


def test_scores_lie_between_0_and_1_and_fall(index: Index) -> None:
    scores = [hit.score for hit in index.search("quante carte tengo?", language="it")]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


@pytest.mark.parametrize("question", ["", "?!", "zzzz qqqq", "x " * 2000])
def test_any_text_can_be_asked(index: Index, question: str) -> None:
    assert len(index.search(question, language="en")) == 5


def test_the_order_does_not_vary(index: Index) -> None:
    first = index.search("può il pirata attraccare?", language="it")
    assert all(index.search("può il pirata attraccare?", language="it") == first for _ in range(3))


def test_equals_stand_in_the_order_of_their_ids(index: Index) -> None:
    hits = index.search("", language="en")
    assert hits == sorted(hits, key=lambda hit: (-hit.score, hit.rule))


def test_limit_is_kept(index: Index) -> None:
    assert len(index.search("carte", language="it", limit=2)) == 2
