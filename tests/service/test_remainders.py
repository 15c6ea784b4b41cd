"""A whole and the part of it that is not meant: what is left."""

import pytest

from corpus import Language
from service.positions.places import Fact
from service.positions.remainders import remainders


def told(question: str, whole: str, part: str, numbers: tuple[int, int]) -> dict[str, Fact]:
    standing, stunned = numbers
    return {
        "standing_here": Fact("standing_here", standing, whole, question.index(whole)),
        "stunned_here": Fact("stunned_here", stunned, part, question.index(part)),
    }


@pytest.mark.parametrize(
    ("language", "question", "whole", "part", "numbers", "left"),
    [
        ("it", "qui sono in 5, ma due sono storditi", "5", "due sono storditi", (5, 2), 3),
        ("it", "tre villici di cui uno steso", "tre villici", "uno steso", (3, 1), 2),
        ("en", "5 villagers in here but two of them are stunned", "5 villagers", "two of them", (5, 2), 3),
        ("en", "two here, though both stunned", "two", "both stunned", (2, 2), 0),
        ("en", "3 peasants in my zone, one of em knocked down", "3 peasants", "one", (3, 1), 2),
        ("en", "four in there, 2 stunned", "four", "2", (4, 2), 2),
        ("it", "3 popolani con me, uno è steso", "3 popolani", "uno", (3, 1), 2),
    ],
)
def test_of_a_whole_the_other_part_is_left(
    language: Language, question: str, whole: str, part: str, numbers: tuple[int, int], left: int
) -> None:
    (fact,) = remainders(told(question, whole, part, numbers), "village-attacks", question, language)
    assert (fact.place, fact.value) == ("standing_here", left)
    assert question[fact.start :].startswith(fact.words)
    assert fact.words.endswith(part)


@pytest.mark.parametrize(
    ("language", "question", "whole", "part", "numbers"),
    [
        ("it", "due in piedi ma tre stesi", "due", "tre stesi", (2, 3)),
        ("it", "tre in piedi, però due storditi", "tre", "due storditi", (3, 2)),
        ("it", "tre villici e due storditi", "tre villici", "due storditi", (3, 2)),
        ("it", "tre in piedi, due stesi", "tre", "due stesi", (3, 2)),
        ("en", "two commoners, one hunter stunned", "two commoners", "one hunter stunned", (2, 1)),
        ("en", "four are up but two stunned", "four", "two stunned", (4, 2)),
        ("en", "two villagers but three of them stunned", "two villagers", "three of them", (2, 3)),
        ("en", "three villagers but none stunned", "three villagers", "none stunned", (3, 0)),
    ],
)
def test_what_is_told_of_those_that_are_left_stays_so(
    language: Language, question: str, whole: str, part: str, numbers: tuple[int, int]
) -> None:
    assert not list(remainders(told(question, whole, part, numbers), "village-attacks", question, language))
