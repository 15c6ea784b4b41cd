"""The phrasebook's format: what a line tells, and what is refused."""

from pathlib import Path

import pytest

from corpus import CorpusError, load_corpus
from corpus.phrasebook import Phrase, load_phrasebook, places_of, read_chapter, state_of

RULE = "VW-6.4"


@pytest.fixture
def chapter(tmp_path: Path) -> Path:
    return tmp_path / "06-actions.yaml"


def read(chapter: Path, text: str) -> tuple[list[Phrase], list[str]]:
    chapter.write_text(text, encoding="utf-8")
    return read_chapter(chapter, "vwars")


def phrase(chapter: Path, line: str, *, language: str = "it", given: str = "{}") -> Phrase:
    text = f"{RULE}:\n- procedure: move\n  given: {given}\n  answer: no\n  {language}: |\n    {line}\n"
    (found,), problems = read(chapter, text)
    assert not problems
    return found


def test_marked_words_tell_facts_and_leave_the_sentence_as_it_was_said(chapter: Path) -> None:
    found = phrase(chapter, "[quello smascherato](standing=public-vampire) va [sotto marziale](martial_law=true)?")
    assert found.text == "quello smascherato va sotto marziale?"
    assert found.state == {"standing": "public-vampire", "martial_law": True}
    assert [(mark.start, mark.words) for mark in found.marks] == [(0, "quello smascherato"), (22, "sotto marziale")]
    assert (found.procedure, found.answer, found.held_out) == ("vwars.move", False, False)


@pytest.mark.parametrize(
    ("words", "language", "value"),
    [
        ("[3 truppe](troops)", "it", 3),
        ("[tre truppe](troops)", "it", 3),
        ("[una truppa](troops)", "it", 1),
        ("[a dozen? no, twelve cubes](troops)", "en", 12),
        ("[Ada](name)", "en", "Ada"),
        ('[rosso 2, bianco 3](cards=["red 2", "white 3"])', "it", ["red 2", "white 3"]),
        ("[nessuno](partner=null)", "it", None),
    ],
)
def test_without_a_value_the_number_in_the_words_or_the_words_are_told(
    chapter: Path, words: str, language: str, value: object
) -> None:
    assert list(phrase(chapter, words, language=language).state.values()) == [value]


def test_what_a_group_tells_as_a_whole_stands_beside_the_marks(chapter: Path) -> None:
    found = phrase(chapter, "[5](track.victory_marker) e poi?", given="{track: {sympathy_tokens: 7}, standing: human}")
    assert found.state == {"track": {"sympathy_tokens": 7, "victory_marker": 5}, "standing": "human"}


def test_several_facts_on_the_same_words(chapter: Path) -> None:
    found = phrase(chapter, "[un umano con tre carte](standing=human; hand=3) ci va?")
    assert found.state == {"standing": "human", "hand": 3}


def test_a_line_or_a_rule_can_be_held_out(chapter: Path) -> None:
    found, _ = read(chapter, f"{RULE}:\n- it: |\n    una\n    ~ due\n")
    assert [(one.text, one.held_out) for one in found] == [("una", False), ("due", True)]
    found, _ = read(chapter, f"held_out: [{RULE}]\n{RULE}:\n- it: |\n    una\n")
    assert [one.held_out for one in found] == [True]


def test_sentences_stand_under_what_is_left_open_too(chapter: Path) -> None:
    (found,), problems = read(chapter, "VW-C01:\n- ask: 2\n  it: |\n    e la simpatia?\n")
    assert not problems
    assert (found.rule, found.ask) == ("VW-C01", 1)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("VW-99.9:\n- it: |\n    che si fa?\n", "VW-99.9 is no rule"),
        (f"{RULE}:\n- procedure: move\n  it: |\n    posso?\n", "goes with the `answer`"),
        (f"{RULE}:\n- ask: 9\n  it: |\n    posso?\n", "questions 1 to"),
        (f"{RULE}:\n- ask: 1\n  answer: no\n  it: |\n    posso?\n", "go with a procedure"),
        (f"{RULE}:\n- procedure: move\n  maybe_position: true\n  answer: no\n  it: |\n    posso?\n", "goes with `ask`"),
        (f"{RULE}:\n- ask: 1\n", "no sentence"),
        (f"{RULE}:\n- procedure: move\n  answer: no\n  it: |\n    [posso](Standing 1=x)\n", "is no place of a fact"),
        (f"{RULE}:\n- procedure: move\n  answer: no\n  it: |\n    [posso o no\n", "a bracket that is no mark"),
        (f"{RULE}:\n- procedure: move\n  answer: no\n  it: |\n    [2 o 3](troops)\n", "more than one number"),
        (f"{RULE}:\n- procedure: move\n  answer: no\n  it: |\n    [due](cards[1]=2)\n", "without holes"),
        (f"{RULE}:\n- it: |\n    [due](troops)\n", "there is none"),
        (f"{RULE}:\n- procedur: move\n", "procedur"),
        (f"{RULE}: [\n", "cannot be read"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(chapter: Path, text: str, problem: str) -> None:
    _, problems = read(chapter, text)
    assert any(problem in one and one.startswith("06-actions.yaml") for one in problems), problems


def test_a_sentence_that_stands_twice_is_refused(tmp_path: Path) -> None:
    home = tmp_path / "corpus"
    folder = home / "vwars" / "phrasebook"
    folder.mkdir(parents=True)
    for name in ("game.yaml", "chapters.yaml", "terms.yaml", "conflicts.yaml", "rules"):
        source = Path(__file__).parents[2] / "corpus" / "vwars" / name
        (home / "vwars" / name).symlink_to(source)
    (folder / "06-actions.yaml").write_text(f"{RULE}:\n- it: |\n    posso?\n- it: |\n    Posso?\n", encoding="utf-8")
    with pytest.raises(CorpusError, match="stands under VW-6\\.4 already"):
        load_phrasebook("vwars", home)


def test_a_state_and_its_places_are_two_ways_to_write_the_same() -> None:
    state = {"city": {"troops": 3}, "cards": ["red 2"], "players": [{"name": "Ada"}, {"name": "Bo", "points": 4}]}
    places = dict(places_of(state))
    assert places == {
        "city.troops": 3,
        "cards": ["red 2"],
        "players[0].name": "Ada",
        "players[1].name": "Bo",
        "players[1].points": 4,
    }
    assert state_of(places) == state
    with pytest.raises(ValueError, match="without holes"):
        state_of({"players[1].name": "Bo"})


def test_the_phrasebooks_hold_sentences_of_every_game_in_both_languages_a_fifth_held_out() -> None:
    games = [id for id, game in load_corpus().games.items() if not game.card.draft]
    assert len(games) >= 4
    for game in games:
        phrases = load_phrasebook(game)
        assert len(phrases) > 2_000
        assert {one.language for one in phrases} == {"it", "en"}
        assert 0.15 < sum(one.held_out for one in phrases) / len(phrases) < 0.25
