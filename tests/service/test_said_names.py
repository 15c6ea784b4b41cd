"""Names of the question's own for those that the model learnt."""

from typing import Any

from service.positions.places import Fact
from service.positions.said_names import as_said

PROCEDURE = "village-attacks.activation-order"


def named(question: str, *facts: tuple[str, Any, str]) -> dict[str, Any]:
    """The facts by their places; each is told where its words begin, if it has any."""
    told = (Fact(place, value, words, question.index(words) if words else -1) for place, value, words in facts)
    return {fact.place: fact.value for fact in as_said(told, PROCEDURE, question, "it")}


def test_a_zone_is_called_as_the_question_calls_it() -> None:
    found = named(
        "gino sta in cucina e teo nella torre vecchia",
        ("villagers[0].name", "gino", "gino"),
        ("villagers[0].zone", "hall", "in cucina"),
        ("villagers[1].zone", "yard", "nella torre vecchia"),
    )
    assert found == {
        "villagers[0].name": "gino", "villagers[0].zone": "cucina", "villagers[1].zone": "torre vecchia",
    }  # fmt: skip


def test_what_goes_with_it_has_its_name_too() -> None:
    found = named(
        "gino sta in cucina",
        ("villagers[0].zone", "hall", "in cucina"),
        ("zones[0].name", "hall", ""),
        ("zones[1].neighbours", ["hall", "heart"], ""),
    )
    assert found["zones[0].name"] == "cucina"
    assert found["zones[1].neighbours"] == ["cucina", "heart"]


def test_words_that_name_somebody_name_whoever_else_they_tell() -> None:
    found = named("il golem paga", ("monsters[0].name", "golem", "golem"), ("payer", "Ogre", "golem"))
    assert found == {"monsters[0].name": "golem", "payer": "golem"}


def test_what_has_no_name_stays_the_same_one_without_its_words() -> None:
    question = "con me un popolano e l'eroina"
    told = [
        Fact("villagers[0].kind", "commoner", "un popolano", 7),
        Fact("villagers[0].zone", "hall", "un popolano", 7),
        Fact("villagers[1].kind", "hero", "l'eroina", 21),
        Fact("villagers[1].zone", "hall", "l'eroina", 21),
    ]
    _, first, _, second = as_said(told, PROCEDURE, question, "it")
    assert first.value == second.value != "hall"
    assert first.words == second.words == ""


def test_many_words_are_no_name() -> None:
    (fact,) = as_said(
        [Fact("villagers[0].zone", "hall", "quella grande stanza buia laggiù", 6)],
        PROCEDURE, "è in quella grande stanza buia laggiù", "it",
    )  # fmt: skip
    assert fact.value == "hall"
