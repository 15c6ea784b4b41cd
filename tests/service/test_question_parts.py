"""Two things asked at once are two questions; one question put at length stays one."""

import pytest

from corpus import Language
from service.answering.question_parts import questions_in


@pytest.mark.parametrize(
    ("language", "question", "asked"),
    [
        ("it", "quante carte si pescano e si può passare?", ("quante carte si pescano", "si può passare?")),
        ("it", "È ferito. Può attaccare? E quanto vale?", ("È ferito. Può attaccare?", "È ferito. E quanto vale?")),
        ("it", "siamo in 3, quante ne do, a chi tocca", ("siamo in 3 quante ne do", "siamo in 3 a chi tocca")),
        ("en", "do i have to use them all and can i repeat one", ("do i have to use them all", "can i repeat one")),
        ("it", "quante copie, e guerrieri almeno quanti?", ("quante copie", "guerrieri almeno quanti?")),
        ("it", "da soli: quante ne do e a chi vanno", ("da soli: quante ne do", "da soli: a chi vanno")),
        ("en", "can we swing, and after that do i swing again", ("can we swing", "do i swing again")),
        ("en", "over. who picks and do they all go back", ("over. who picks", "over. do they all go back")),
    ],
)  # fmt: skip
def test_two_questions_are_two_each_with_the_situation(
    language: Language, question: str, asked: tuple[str, ...]
) -> None:
    assert questions_in(question, language) == asked


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("it", "quante carte ho in mano all'inizio?"),
        ("it", "ho due vampiri e tre umani in città, chi vince?"),
        ("it", "posso attaccare, vero?"),
        ("en", "do they win on the spot or do we keep flipping"),
        ("it", "ho visto chi ha la carta. posso dirlo?"),
        ("it", "posso dirlo? lui sa chi ha la carta"),
        ("en", "I moved and fought. Now what?"),
        ("en", "can I move? how far? and who is next? and what of the cards? is it my turn?"),
        ("en", ""),
    ],
)
def test_one_question_stays_one(language: Language, question: str) -> None:
    assert questions_in(question, language) == (question,)


def test_nothing_that_was_said_gets_lost() -> None:
    said = "we lost, two dead. who picks the card, and do the others stay? thanks a lot"
    together = " ".join(questions_in(said, "en"))
    assert set(said.replace(",", "").split()) - set(together.replace(",", "").split()) <= {"and"}
