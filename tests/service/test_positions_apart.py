"""Several positions in one question: each ruled on apart, with all that was told of it."""

import json

import pytest

from corpus import Language
from service.answering.question_parts import pieces_in
from service.answering.referee import Referee
from service.schema import Answer


@pytest.mark.parametrize(
    ("language", "question", "pieces"),
    [
        ("en", "can a vampire enter, and can a human?", ("can a vampire enter", "can a human?")),
        ("en", "can a vampire enter and if human?", ("can a vampire enter", "if human?")),
        ("en", "can a vampire enter? and a human?", ("can a vampire enter?", "and a human?")),
        ("en", "over. who picks and do they all go back", ("over. who picks", "do they all go back")),
        ("it", "può entrare un vampiro, e un umano?", ("può entrare un vampiro", "un umano?")),
        ("it", "può entrare un vampiro e se è umano?", ("può entrare un vampiro", "se è umano?")),
        ("it", "ho due vampiri e tre umani, chi vince?", ("ho due vampiri e tre umani, chi vince?",)),
        ("en", "i have a vampire and two humans there", ("i have a vampire and two humans there",)),
    ],
)
def test_the_pieces_of_a_question(language: Language, question: str, pieces: tuple[str, ...]) -> None:
    assert pieces_in(question, language) == pieces


# A Public Vampire may not enter a city under Martial Law; a human, or a vampire still hidden, may if it is near enough.
CHANGED: list[tuple[Language, str, str, str]] = [
    ("en", "can a public vampire enter a city under martial law, and can a human?", "human", "can a human?"),
    ("en", "can a public vampire enter a city under martial law and if human?", "human", "if human?"),
    ("en", "can a public vampire move into a city under martial law? and a human?", "human", "and a human?"),
    ("it", "un vampiro rivelato può entrare in una città sotto legge marziale, e un umano?", "human", "un umano?"),
    (
        "it",
        "sono un vampiro rivelato. posso entrare in una città sotto legge marziale? e se fossi ancora nascosto?",
        "hidden-vampire",
        "e se fossi ancora nascosto?",
    ),
]


@pytest.mark.parametrize(("language", "question", "standing", "asked"), CHANGED)
def test_what_only_changes_a_position_is_ruled_on_with_all_that_was_told(
    referee: Referee, language: Language, question: str, standing: str, asked: str
) -> None:
    answer = referee.ask(question, game="vwars", language=language)
    assert answer.ruling is not None
    assert answer.ruling.verdict == "illegal"
    assert answer.position is not None
    assert answer.position.state == {"standing": "public-vampire", "martial_law": True}
    (other,) = answer.also or []
    assert other.question == asked
    assert other.position is not None
    assert other.position.state == {"standing": standing, "martial_law": True}
    assert other.ruling.verdict == "depends"
    assert other.ruling.hangs_on is not None
    assert other.ruling.hangs_on.field == "destination"
    assert {fact.field for fact in other.understood} == {"standing", "martial_law"}
    assert asked in answer.answer
    assert answer.sentences[0].text.startswith("No")
    check_evidence(answer)


def test_both_rulings_are_told_with_their_rules(referee: Referee) -> None:
    """Seven tokens leave 9 as the last visible space of the track: a marker on 8 is one short, one on 9 has won."""
    question = "the victory marker is on 8 and there are 7 sympathy tokens, did the vampires win? and on 9?"
    answer = referee.ask(question, game="vwars", language="en")
    assert answer.ruling is not None
    (other,) = answer.also or []
    assert (answer.ruling.outcome["game_winner"], other.ruling.outcome["game_winner"]) == (None, "vampire")
    assert (answer.verdict, other.verdict) == ("explained", "yes")
    assert [text for text in ("No:", '"and on 9?" Yes:') if text not in answer.answer] == []
    check_evidence(answer)
    assert "also" in json.loads(answer.model_dump_json())


def test_positions_of_two_kinds_are_ruled_on_each_by_its_own_procedure(referee: Referee) -> None:
    answer = referee.ask(
        "im a public vampire, can i enter a city under martial law? "
        "and did the vampires win with 7 sympathy tokens and the victory marker on 9?"
    )
    assert answer.ruling is not None
    (other,) = answer.also or []
    assert (answer.ruling.procedure, answer.ruling.verdict) == ("vwars.move", "illegal")
    assert (other.ruling.procedure, other.verdict) == ("vwars.vampire-victory", "yes")
    check_evidence(answer)


def check_evidence(answer: Answer) -> None:
    cited = {rule for sentence in answer.sentences for rule in sentence.cites}
    assert cited <= {citation.rule for citation in answer.citations}
    for ruling in (answer.ruling, *(other.ruling for other in answer.also or [])):
        assert ruling is not None
        assert not ruling.steps or cited & {step.rule for step in ruling.steps}


@pytest.mark.parametrize(
    "question",
    [
        "can i enter a city if im a public vampire and is it under martial law?",
        "im a public vampire, can i enter a city, and if it is under martial law?",
        "sono un vampiro rivelato, posso entrare in una città, e se è sotto legge marziale?",
    ],
)
def test_a_fact_that_is_told_after_and_changes_none_belongs_to_the_one_position(
    referee: Referee, question: str
) -> None:
    answer = referee.ask(question, game="vwars")
    assert answer.also is None
    assert answer.position is not None
    assert answer.position.state == {"standing": "public-vampire", "martial_law": True}
    assert answer.ruling is None or answer.ruling.verdict == "illegal"


def test_one_position_is_ruled_on_as_ever(referee: Referee) -> None:
    answer = referee.ask("im a public vampire and the city is under martial law, can i move in?", game="vwars")
    assert answer.ruling is not None
    assert "also" not in json.loads(answer.model_dump_json())


def test_who_is_named_at_the_end_belongs_to_those_named_before(referee: Referee) -> None:
    question = "whos first to get hit, all in the hall: ada the hero, bob the hunter, and tim whos just a commoner"
    answer = referee.ask(question, game="village-attacks", language="en")
    assert not answer.also
    assert answer.ruling
    assert answer.ruling.outcome["targets"] == ["tim"]


def test_what_would_come_of_a_part_is_not_said_beside_the_ruling_on_the_whole(referee: Referee) -> None:
    question = "attacco finale 9, il mio ha difesa 7 ed era già ferito. muore?"
    answer = referee.ask(question, game="doomtrooper", language="it")
    assert answer.ruling is not None
    assert answer.ruling.outcome["defender"] == "killed"
    assert answer.answer.startswith("Sì: ")
    assert "Se la posizione è questa" not in answer.answer
    assert answer.perhaps is None
