"""Drafts held against the rules they cite: what a careless or a misled model writes is refused."""

import pytest

from corpus import Language
from service.answering.draft_check import objections
from service.answering.drafting import DraftSentence, Evidence
from service.answering.wording import negated, numbers, ruling_word

EN = {
    one.alias: one
    for one in (
        Evidence(
            alias="R1",
            rule="VW-6.7",
            title="Six troops at most",
            text="A city holds at most six troops of each faction. A seventh troop is not placed.",
            answers=("No, a city holds at most six troops of each faction.",),
            nearest="No, a city holds at most six troops of each faction.",
        ),
        Evidence(
            alias="R2",
            rule="VW-6.13",
            title="Which troop is removed",
            text="Humans remove a Vampire troop. Public Vampires remove a Human troop.",
        ),
        Evidence(
            alias="R3",
            rule="VW-6.4",
            title="Martial Law",
            text="A Public Vampire cannot enter a city under Martial Law.",
            answers=("Yes, a hidden vampire may walk in.",),
        ),
        Evidence(
            alias="R4", rule="VW-9.10", title="Rally", text="The humans remove two Sympathy tokens from the track."
        ),
    )
}
IT = {
    "R1": Evidence(
        alias="R1",
        rule="VW-6.7",
        title="Al massimo sei truppe",
        text="Una città contiene al massimo sei truppe di ogni fazione. La settima truppa non viene posizionata.",
        nearest="No, una città contiene al massimo sei truppe di ogni fazione.",
    )
}


def reasons(text: str, *cites: str, question: str = "How does this work?") -> str:
    return "; ".join(objections(DraftSentence(text, cites), EN, question, "en"))


@pytest.mark.parametrize(
    ("text", "cites"),
    [
        ("A city holds at most six troops of each faction.", ["R1"]),
        ("A city can hold at most 6 troops of each faction.", ["R1"]),
        ("No, a city holds at most six troops of each faction.", ["R1"]),
        ("Public Vampires cannot enter a city under Martial Law.", ["R3"]),
        ("The humans remove two Sympathy tokens.", ["R4", "R1"]),
    ],
)
def test_what_a_cited_rule_says_passes(text: str, cites: list[str]) -> None:
    assert reasons(text, *cites) == ""


@pytest.mark.parametrize(
    ("text", "cites", "reason"),
    [
        ("A city holds at most six troops of each faction.", [], "cites nothing"),
        ("A city holds at most six troops of each faction.", ["R99"], "R99, which was not retrieved"),
        ("A city holds at most six troops of each faction.", ["R1", "R12"], "R12, which was not retrieved"),
        ("A city holds at most six troops of each faction.", ["VH-3.7"], "VH-3.7, which was not retrieved"),
        ("A city holds at most six troops of each faction.", ["R3"], "do not speak of"),
        ("A city holds at most eight troops of each faction.", ["R1"], "has the number 8"),
        ("The humans remove 12 Sympathy tokens.", ["R4"], "has the number 12"),
        ("The humans remove a Sympathy token from the track.", ["R4"], "counts 1"),
        ("Public Vampires can enter a city under Martial Law.", ["R3"], "denies what a cited rule affirms"),
        ("A city never holds at most six troops of each faction.", ["R1"], "denies what a cited rule affirms"),
        ("Vampires remove Human troops and Humans Vampires.", ["R2"], "no sentence of the cited rules says it"),
        ("The dragon eats the castle at midnight.", ["R1"], "do not speak of"),
        ("A Public Vampire cannot be placed in a city under Martial Law.", ["R3"], "do not speak of place"),
        ("Yes, a city holds at most six troops of each faction.", ["R1"], "rules 'yes'"),
        ("Yes, a Public Vampire cannot enter a city under Martial Law.", ["R3"], "rules 'yes'"),
        ("Una città contiene al massimo sei truppe di ogni fazione.", ["R1"], "not in the language asked for, en"),
        ("It is.", ["R1"], "it says nothing"),
        ("A city holds at most six tr\N{REPLACEMENT CHARACTER}ops.", ["R1"], "torn characters"),
    ],
)
def test_what_no_cited_rule_says_is_refused(text: str, cites: list[str], reason: str) -> None:
    assert reason in reasons(text, *cites)


def test_a_number_of_the_question_may_be_repeated() -> None:
    assert "number 7" in reasons("A troop of 7 is not placed.", "R1")
    assert "number" not in reasons("A troop of 7 is not placed.", "R1", question="May I place a troop of 7?")


def test_a_sentence_that_only_repeats_the_question_is_refused() -> None:
    asked = "What is the order of stuff in a turn, do troops come after the fight?"
    assert "no sentence" in reasons("The order of stuff in a turn is troops after the fight.", "R1", question=asked)


def test_italian_is_held_to_the_same() -> None:
    def italian(text: str) -> str:
        return "; ".join(objections(DraftSentence(text, ("R1",)), IT, "Quante truppe ci stanno?", "it"))

    assert italian("Una città contiene al massimo 6 truppe di ogni fazione.") == ""
    assert "number 7" in italian("Una città contiene al massimo sette truppe di ogni fazione.")
    assert "denies" in italian("Una città non contiene al massimo sei truppe di ogni fazione.")
    assert "rules 'yes'" in italian("Sì, una città contiene al massimo sei truppe di ogni fazione.")
    assert "language" in italian("A city holds at most six troops of each faction.")


@pytest.mark.parametrize(
    ("text", "language", "ruling"),
    [
        ("Yes, you may.", "en", "yes"),
        ("No: never.", "en", "no"),
        ("None of them.", "en", "explained"),
        ("No troop is placed.", "en", "explained"),
        ("Six Player cards.", "en", "value"),
        ("3, which is half of 7.", "en", "value"),
        ("The defender.", "en", "explained"),
        ("Sì, puoi.", "it", "yes"),
        ("No, mai.", "it", "no"),
        ("Nove.", "it", "value"),
        ("Si scarta.", "it", "explained"),
        ("Nessuno.", "it", "explained"),
    ],
)
def test_the_ruling_is_the_first_word(text: str, language: Language, ruling: str) -> None:
    assert ruling_word(text, language) == ruling


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("six troops and 12 cards", "en", {6, 12}),
        ("one troop, not the one who", "en", {1}),
        ("if no one wins", "en", set()),
        ("sei truppe", "it", {6}),
        ("se sei un vampiro", "it", set()),
        ("due o tre", "it", {2, 3}),
        ("un segnalino", "it", set()),
    ],
)
def test_numbers_in_digits_and_in_words(text: str, language: Language, found: set[int]) -> None:
    assert numbers(text, language) == found


def test_the_leading_no_denies_nothing_by_itself() -> None:
    assert not negated("No, a city holds six.", "en")
    assert negated("You can't move.", "en")
    assert negated("You cannot move.", "en")
    assert negated("Non puoi.", "it")
