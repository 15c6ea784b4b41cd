"""Rulebooks of the user's own on Milvus: found as on a shelf in this process."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from corpus import Language
from index import Elsewhere, Index
from index.books import Book, BookPassage, Place, change_books, load_books, open_books

LAMPS = (
    "A keeper without oil must leave the tower at once.",
    "Each keeper lights one lantern in the evening.",
    "The harbour master counts the lanterns that are lit.",
    "A storm puts out every lantern that nobody guards.",
)
LUMI = (
    "Chi resta senza olio lascia la torre.",
    "Ogni guardiano accende una lanterna la sera.",
)
QUESTIONS: list[tuple[str, Language, str | None]] = [
    ("what if a keeper runs out of oil?", "en", None),
    ("which lanterns does a storm put out", "en", "lanterns"),
    ("senza olio che faccio?", "it", None),
    ("lantern", "it", "lanterns"),
    ("oil", "en", "chess"),
    ("xyzzy", "en", None),
]


def book(id: str, texts: Sequence[str], language: Language = "en", game: str = "lanterns") -> Book:
    passages = tuple(
        BookPassage(text=text, section="Evening / Oil" if "oil" in text else "", page=at + 1, lines=f"{at + 3}")
        for at, text in enumerate(texts)
    )
    return Book(id=id, file=f"{id}.txt", game=game, language=language, digest="d", pages=9, passages=passages)


def put(place: Place, index: Index, *books: Book) -> list[int]:
    """Which numbers of texts the model was given."""
    read: list[int] = []
    names = {one.id for one in books}
    change_books(
        place,
        index,
        lambda before: [*(one for one in before if one.id not in names), *books],
        lambda _, of: read.append(of),
    )
    return read


@pytest.fixture(scope="module")
def uri(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("milvus") / "books.db")


@pytest.fixture(scope="module")
def both(uri: str, index: Index, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Elsewhere]:
    here, there = tmp_path_factory.mktemp("here"), Elsewhere(uri=uri, tenant="anna")
    assert load_books(there).books == ()
    for place in (here, there):
        put(place, index, book("lamps", LAMPS))
        put(place, index, book("lumi", LUMI, "it"), book("rooks", ["A rook moves along its row."], game="chess"))
    return here, there


@pytest.mark.parametrize(("question", "language", "game"), QUESTIONS)
def test_the_same_question_finds_the_same_passages_there(
    both: tuple[Path, Elsewhere], index: Index, question: str, language: Language, game: str | None
) -> None:
    vector = index.vector(question, language)
    here, there = (load_books(place).search(question, vector, language, game, limit=5) for place in both)
    assert [(hit.id, hit.passage, hit.book.file) for hit in there] == [
        (hit.id, hit.passage, hit.book.file) for hit in here
    ]
    for one, other in zip(here, there, strict=True):
        assert (other.score, other.dense, other.lexical) == pytest.approx((one.score, one.dense, one.lexical), abs=1e-5)


def test_the_shelf_and_each_passage_are_there(both: tuple[Path, Elsewhere]) -> None:
    here, there = map(load_books, both)
    assert there.books == here.books
    assert there.games == here.games
    assert there.find("lamps#4") == here.find("lamps#4") is not None
    assert there.find("lamps#5") is there.find("nothing#1") is None


def test_a_new_version_takes_the_place_of_the_old_and_a_tenant_sees_nothing_of_another(
    uri: str, both: tuple[Path, Elsewhere], index: Index
) -> None:
    bruno = Elsewhere(uri=uri, tenant="bruno")
    assert load_books(bruno).books == ()
    put(bruno, index, book("lamps", LAMPS), book("lumi", LUMI, "it"))
    assert put(bruno, index, book("lamps", LAMPS)) == []
    assert put(bruno, index, book("lamps", ["A keeper without oil may stay."]))[-1] == 1
    books = load_books(bruno)
    assert [one.id for one in books.books] == ["lumi", "lamps"]
    question = "may a keeper without oil stay?"
    hits = books.search(question, index.vector(question, "en"), "en")
    assert [hit.id for hit in hits if hit.book.id == "lamps"] == ["lamps#1"]
    change_books(bruno, index, lambda before: [one for one in before if one.id != "lamps"])
    assert [one.id for one in load_books(bruno).books] == ["lumi"]
    assert [one.id for one in load_books(both[1]).books] == ["lamps", "lumi", "rooks"]


def test_books_read_by_another_model_are_read_again(uri: str, index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    carla = Elsewhere(uri=uri, tenant="carla")
    put(carla, index, book("lamps", LAMPS))
    monkeypatch.setattr(type(index), "space", "another model")
    assert load_books(carla).space != index.space
    assert open_books(carla, index).space == index.space
    assert list(load_books(carla).books[0].passages) == list(book("lamps", LAMPS).passages)


def test_a_reader_that_found_the_books_before_they_changed_still_has_whole_passages(uri: str, index: Index) -> None:
    dora = Elsewhere(uri=uri, tenant="dora")
    put(dora, index, book("lamps", LAMPS))
    before = load_books(dora)
    put(dora, index, book("lumi", LUMI, "it"))
    assert before.find("lamps#1") == (replace(before.books[0]), book("lamps", LAMPS).passages[0])
