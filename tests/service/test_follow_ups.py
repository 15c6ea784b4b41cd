"""Questions that follow up an answer: what they change, answer, want besides, or ask the reason of."""

import pytest

from corpus import Language
from evals.cases import dialogues, games
from service.answering.openings import asks_why, changes_only
from service.answering.questions import BadQuestion
from service.answering.referee import Referee
from service.positions.changes import merged
from service.positions.places import Fact
from service.requests import Previous
from service.schema import Answer


def _said(answer: Answer) -> Previous:
    """An answer as a client sends it back."""
    return Previous.model_validate_json(answer.model_dump_json())


def _turns(referee: Referee, game: str, *questions: str) -> list[Answer]:
    answers: list[Answer] = []
    for question in questions:
        previous = _said(answers[-1]) if answers else None
        answers.append(referee.ask(question, game=game, previous=previous))
    return answers


CHANGED = [
    # as many cities as there are players
    (
        "vwars",
        ("siamo in 4, quante città hanno i vampiri all'inizio?", "e in cinque giocatori?"),
        {"vampire_cities": 5},
    ),
    # generals are worth their stars; with all three of a colour each other card of it is worth 3
    (
        "victory-honor",
        (
            "mi sono preso i generali neri da 3 e da 2 stelle e tre fanterie nere, quanti punti?",
            "e se avessi anche quello da una stella?",
            "no, le fanterie sono QUATTRO non tre",
        ),
        {"points": 6 + 4 * 3},
    ),
    # half the value, rounded up
    (
        "doomtrooper",
        (
            "l'avversario non ha guerrieri e lo saboto con uno che vale 8. quanti punti faccio?",
            "no, ho detto NOVE non otto",
        ),
        {"prize": 5},
    ),
    # the dial goes on by one for each monster: 5 and 3 are 8, short of 9
    (
        "village-attacks",
        (
            "siamo 4 mostri, il quadrante eventi è a 5 e il valore da raggiungere è 9. si pesca l'evento?",
            "e se siamo in 3?",
        ),
        {"draws": False},
    ),
    (
        "village-attacks",
        ("my monster has 3 health left and there are 3 villagers in my zone. can i move?", "and with 2 villagers?"),
        {"shoves": False},
    ),
]


@pytest.mark.parametrize(("game", "questions", "outcome"), CHANGED)
def test_a_follow_up_changes_what_was_told_and_is_ruled_on(
    referee: Referee, game: str, questions: tuple[str, ...], outcome: dict[str, object]
) -> None:
    *_, last = _turns(referee, game, *questions)
    assert last.ruling is not None
    assert {key: last.ruling.outcome.get(key) for key in outcome} == outcome


def test_a_bare_number_answers_what_was_asked_in_the_language_of_the_question(referee: Referee) -> None:
    asked, answered, corrected = _turns(
        referee,
        "vwars",
        "il vampiro si rivela all'inizio del turno, quanti segnalini simpatia restano?",
        "9",
        "no scusa, dieci",
    )
    assert [one.field for one in asked.missing] == ["track.sympathy_tokens"]
    # half of them, rounded down, leave the track
    assert answered.ruling is not None
    assert answered.ruling.outcome["sympathy_tokens"] == 9 - 4
    assert answered.language == "it"
    assert corrected.ruling is not None
    assert corrected.ruling.outcome["sympathy_tokens"] == 10 - 5


def test_a_bare_number_is_no_question_by_itself(referee: Referee) -> None:
    with pytest.raises(BadQuestion, match="no words"):
        referee.ask("9", game="vwars")


WHY: list[tuple[Language, str, bool]] = [
    ("en", "why?", True),
    ("en", "are you sure?", True),
    ("en", "where is that written?", True),
    ("en", "says who", True),
    ("en", "why can't he move then, he has 4 health?", False),
    ("it", "perché?", True),
    ("it", "ma sei sicuro?", True),
    ("it", "dove sta scritto?", True),
    ("it", "perché non può entrare in città?", False),
]


@pytest.mark.parametrize(("language", "text", "only"), WHY)
def test_who_only_asks_for_the_reason_is_told_from_who_asks_something(
    language: Language, text: str, only: bool
) -> None:
    assert asks_why(text, language) is only


@pytest.mark.parametrize("why", ["sei sicuro?", "perché?", "dove sta scritto?"])
def test_the_reason_is_the_steps_of_the_last_ruling_and_its_rules(referee: Referee, why: str) -> None:
    first, reason, again = _turns(
        referee,
        "doomtrooper",
        "saboto con un guerriero di valore 7 e l'avversario non ha guerrieri, quanti punti?",
        why,
        "e con un valore di 9?",
    )
    assert first.ruling is not None
    assert reason.verdict == "explained"
    assert {step.says for step in first.ruling.steps} <= {sentence.text for sentence in reason.sentences}
    assert {step.rule for step in first.ruling.steps} <= {citation.rule for citation in reason.citations}
    assert again.ruling is not None  # the position is still there
    assert again.ruling.outcome["prize"] == 5


def test_the_reason_of_an_answer_in_words_is_its_rules(referee: Referee) -> None:
    first, reason = _turns(referee, "vwars", "a che serve la carta di riferimento?", "dove sta scritto?")
    assert first.ruling is None
    assert reason.citations[0].rule == first.citations[0].rule
    assert reason.citations[0].title in reason.answer


def test_a_reason_without_an_answer_before_it_is_a_question_like_any_other(referee: Referee) -> None:
    assert referee.ask("are you sure?", game="vwars").ruling is None


@pytest.mark.parametrize("said", ["grazie mille", "che arbitro sei, fai schifo", "ok thanks"])
def test_thanks_and_insults_are_not_ruled_on(referee: Referee, said: str) -> None:
    first, second = _turns(
        referee,
        "doomtrooper",
        "saboto con un guerriero di valore 7 e l'avversario non ha guerrieri, quanti punti?",
        said,
    )
    assert first.ruling is not None
    assert second.ruling is None
    assert second.abstained


def test_a_position_that_was_not_read_surely_is_not_gone_on_from(referee: Referee) -> None:
    question = "my guy hits his guy, he is hidden"
    unsure = Previous.model_validate(
        {
            "question": question,
            "game": "vwars",
            "position": {"procedure": "vwars.move", "state": {"martial_law": True}, "wants": None},
            "ruling": None,
        }
    )
    sure = unsure.model_copy(update={"ruling": {}})
    assert not unsure.is_ruled
    assert sure.is_ruled
    assert referee.ask("and if i am a public vampire?", game="vwars", previous=unsure).ruling is None
    ruled = referee.ask("and if i am a public vampire?", game="vwars", previous=sure).ruling
    assert ruled is not None
    assert ruled.verdict == "illegal"


def test_a_client_that_does_not_say_whether_it_was_ruled_on_is_gone_on_from() -> None:
    position = {"procedure": "vwars.move", "state": {}, "wants": None}
    assert Previous.model_validate({"question": "can i move", "position": position}).is_ruled
    assert not Previous.model_validate({"question": "can i move"}).is_ruled


CHANGES: list[tuple[Language, str, bool]] = [
    ("en", "and if he was wounded?", True),
    ("en", "no wait, three of them", True),
    ("en", "what about five players?", True),
    ("en", "can he attack now?", False),
    ("it", "e se fosse ferito?", True),
    ("it", "e con cinque?", True),
    ("it", "no, sono tre", True),
    ("it", "quanto costa?", False),
]


@pytest.mark.parametrize(("language", "text", "only"), CHANGES)
def test_what_only_changes_a_position_is_told_from_a_question(language: Language, text: str, only: bool) -> None:
    assert changes_only(text, language) is only


LISTS: list[tuple[str, list[int], dict[str, int], list[int] | None]] = [
    ("and also the one star general?", [3], {"generals[0]": 1}, [3, 1]),
    ("and if the second was a one?", [3, 2], {"generals[0]": 1}, [3, 1]),
    ("and if the third was a one?", [3, 2], {"generals[0]": 1}, None),  # there is no third
    ("no, only the one star", [3, 2], {"generals[0]": 1}, [1]),
    ("and with the one star?", [3], {"generals[0]": 1}, [1]),
    ("and with the one star?", [3, 2], {"generals[0]": 1}, None),  # which of the two it stands for is not said
    ("and with the one and the two star?", [3, 2], {"generals[0]": 1, "generals[1]": 2}, [1, 2]),
    ("and with the one star?", [], {"generals[0]": 1}, [1]),
]


@pytest.mark.parametrize(("question", "before", "now", "after"), LISTS)
def test_entries_of_a_list_are_added_or_changed_as_it_is_said_and_else_not(
    question: str, before: list[int], now: dict[str, int], after: list[int] | None
) -> None:
    told = {place: Fact(place, value, "one") for place, value in now.items()}
    found = merged((Fact("generals", before, ""), Fact("colour", "red", "")), told, question, "en")
    if after is None:
        assert found is None
        return
    assert found is not None
    places = {fact.place: fact.value for fact in found}
    assert places.pop("colour") == "red"
    assert [places[place] for place in sorted(places)] == after


@pytest.mark.parametrize("game", games())
def test_the_evals_have_dialogues_of_each_game_in_both_languages(game: str) -> None:
    for split in ("dev", "test"):
        assert {case.lang for case in dialogues(game, split)} == {"it", "en"}
