"""The first word of an answer, and what is left without it."""

import pytest

from index.answers import ruled, without_ruling


@pytest.mark.parametrize(
    ("answer", "kind", "rest"),
    [
        ("Sì, ma solo nel proprio turno.", "yes", "ma solo nel proprio turno."),
        ("No: you hold too few.", "no", "you hold too few."),
        ("no", "no", ""),
        ("Tre, in ogni proprio turno.", "explained", "Tre, in ogni proprio turno."),
        ("Lo possono, così si, si gioca.", "explained", "Lo possono, così si, si gioca."),
        ("Nobody; say no, or yes.", "explained", "Nobody; say no, or yes."),
    ],
)
def test_only_the_first_word_of_an_answer_rules(answer: str, kind: str, rest: str) -> None:
    assert ruled(answer) == kind
    assert without_ruling(answer) == rest
