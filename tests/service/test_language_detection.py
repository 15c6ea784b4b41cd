"""Italian from English, on questions as short as players put them."""

import subprocess
import sys

import pytest

from evals import cases
from service.answering.language_detection import detected_language

ITALIAN = """
posso spostarmi?|quante truppe max|place a card da solo?|riot now slot cosa succede|legge marziale|chi vince|è vero?|
investigate in due?|il vampiro può rivelarsi?|rally, cosa prendo?|6 truppe bastano?|massacro a 8?|e se pareggiamo|
martial law: i vampiri entrano?|public vampire in città con legge marziale?|perche no|quanti sympathy token tolgo
"""
ENGLISH = """
can I move?|troop cap?|massacre sympathy?|Martial Law riot?|investigate twice?|no event = game over?|who wins|
how many cards|is 8 a massacre|rally, what do we get|vampires at 6 troops, over?|a city with 6 troops|
come on, no troops?|what if it's a tie|CAN I MOVE TWICE|do I reveal now
"""


def phrases(text: str) -> list[str]:
    return [phrase.strip() for phrase in text.split("|")]


@pytest.mark.parametrize("question", phrases(ITALIAN))
def test_italian(question: str) -> None:
    assert detected_language(question) == "it"


@pytest.mark.parametrize("question", phrases(ENGLISH))
def test_english(question: str) -> None:
    assert detected_language(question) == "en"


def test_every_question_of_the_development_set() -> None:
    questions = [case for game in cases.games() for case in cases.questions(game, "dev")]
    assert len(questions) > 30
    assert [case.id for case in questions if detected_language(case.question) != case.lang] == []


def test_the_statistical_model_is_not_loaded_for_a_plain_question() -> None:
    asks = (
        "import sys; from service.answering.language_detection import detected_language;"
        " detected_language('posso muovermi?'); print('py3langid' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", asks], check=True, capture_output=True, text=True).stdout == "False\n"
