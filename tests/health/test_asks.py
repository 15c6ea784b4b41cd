"""One question has one ruling: what the rules and the conflicts over them answer does not contradict itself."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from corpus import LANGUAGES, Ask, Language, load_corpus
from service.answering.wording import asks_permission, content, negated, numbers, ruling_word
from tests.health.sizes import enough

ALIKE = 0.75
"""Two questions that share this part of their words, count the same and deny alike, are one."""


def asks_of(game: str, language: Language) -> list[tuple[str, Ask]]:
    """Every question of a game with its answer by the default reading."""
    rules, conflicts = load_corpus().games[game].rules.values(), load_corpus().games[game].conflicts.values()
    return [
        *((rule.id, ask) for rule in rules for ask in rule.asks[language]),
        *((conflict.id, ask) for conflict in conflicts for ask in conflict.answered()[language]),
    ]


def contradictions(asks: Sequence[tuple[str, Ask]], language: Language) -> Iterator[str]:
    """Questions that are one and are answered yes here and no there."""
    ruled = [
        (id, ask, frozenset(content(ask.q, language)))
        for id, ask in asks
        if ruling_word(ask.a, language) in ("yes", "no")
    ]
    for (one, a, words), (other, b, others) in combinations(ruled, 2):
        alike = len(words & others) >= ALIKE * len(words | others)
        if alike and ruling_word(a.a, language) != ruling_word(b.a, language) and _comparable(a.q, b.q, language):
            yield f"{one} {a.q!r}: {a.a!r}, but {other} {b.q!r}: {b.a!r}"


def _comparable(a: str, b: str, language: Language) -> bool:
    return (
        numbers(a, language) == numbers(b, language)
        and negated(a, language) == negated(b, language)
        and {asks_permission(a), asks_permission(b)} != {True, False}
    )


def undecided_openings(game: str, language: Language) -> Iterator[str]:
    """Answers to conflicts that do not begin with the ruling."""
    for conflict in load_corpus().games[game].conflicts.values():
        for ask in conflict.answered()[language]:
            if conflict.readings and ask.a.lower().startswith(("it depends", "depends", "dipende")):
                yield f"{conflict.id} {ask.q!r}: {ask.a!r}"


def sides_named(asks: Sequence[tuple[str, Ask]]) -> Iterator[str]:
    """Questions who of two it is, answered with one of them: whoever asks it from the other side gets the opposite."""
    for id, ask in asks:
        if _WHICH_OF_US.search(ask.q) and _A_SIDE.match(ask.a):
            yield f"{id} {ask.q!r}: {ask.a!r}"


_WHICH_OF_US = re.compile(r"\b(who|whose|chi|I say|io dico|lui dice|he says)\b", re.IGNORECASE)
_A_SIDE = re.compile(
    r"(tu|lui|lei|voi|te|a te|a lui|vinci|hai ragione|ha ragione|il tuo|la tua|il suo|la sua"
    r"|you|he|she|yours|his|hers|you win|your)\b(?! opponent)",
    re.IGNORECASE,
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", load_corpus().games)
def test_who_is_right_hangs_on_who_said_it(game: str, language: Language) -> None:
    assert not list(sides_named(asks_of(game, language)))


def test_an_answer_that_names_a_side_is_seen() -> None:
    quarrel = "he says two Actions, I say three, who's right?"
    assert list(sides_named([("DT-3.2", Ask(q=quarrel, a="You are, it is three."))]))
    assert not list(sides_named([("DT-3.2", Ask(q=quarrel, a="Three each."))]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", load_corpus().games)
def test_no_question_is_answered_in_two_ways(game: str, language: Language) -> None:
    asks = asks_of(game, language)
    assert enough(game, len(asks), 500)
    assert not list(contradictions(asks, language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", load_corpus().games)
def test_where_the_texts_differ_the_ruling_comes_first(game: str, language: Language) -> None:
    assert not list(undecided_openings(game, language))


def test_a_contradiction_is_seen() -> None:
    asks = [
        ("HB-1.1", Ask(q="May a ship leave port at night?", a="Yes, at any hour.")),
        ("HB-C01", Ask(q="May the ship leave port at night?", a="No, not by night.")),
        ("HB-1.2", Ask(q="May a ship leave port at night with 2 crew?", a="No, it needs three.")),
    ]
    (seen,) = contradictions(asks, "en")
    assert "HB-1.1" in seen
    assert "HB-C01" in seen
