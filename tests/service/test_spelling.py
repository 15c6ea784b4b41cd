"""Chat is read as what it means, and real words are left alone."""

import pytest

from corpus import Language
from service.answering.spelling import Speller

TEXTS: dict[Language, tuple[str, ...]] = {
    "it": ("Il vampiro rivelato entra nella città. " * 3, "Le azioni del turno: quante azioni ha il giocatore? " * 3),
    "en": ("The troll attacks at range. " * 3, "A warrior attacks a warrior in the Outpost. " * 3),
}


@pytest.mark.parametrize(
    ("language", "written", "meant"),
    [
        ("it", "il vampiro rivelto entra in citta?", "il vampiro rivelato entra in città?"),
        ("it", "quante azzioni ho", "quante azioni ho"),
        ("it", "xke nn entra", "perché non entra"),
        ("en", "can the trol be killed", "can the troll be killed"),
        ("en", "my warrier attcks u", "my warrior attacks you"),
    ],
)
def test_slips_and_abbreviations_are_read_as_what_they_mean(language: Language, written: str, meant: str) -> None:
    assert Speller(language, TEXTS[language]).corrected(written) == meant


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("it", "la chiesa, la fame, la pizza e il sergente"),  # words of the language, near to words of the rules
        ("it", "il troll del Warrior"),  # English names inside Italian
        ("en", "the west hole, chuck the story"),
        ("en", "3 of 7, ok? A-12"),
        ("en", "xyzzyq"),  # near to nothing
        ("en", ""),
    ],
)
def test_what_is_no_slip_stays_as_it_was_written(language: Language, written: str) -> None:
    assert Speller(language, TEXTS[language]).corrected(written) == written


def test_a_word_that_the_rules_hardly_use_is_nothing_to_slip_from() -> None:
    assert Speller("en", ("The gargoyle sleeps.",)).corrected("gargoile") == "gargoile"
    assert Speller("en", ("The gargoyle sleeps.",) * 3).corrected("gargoile") == "gargoyle"


def test_of_several_words_as_near_the_commoner_is_meant() -> None:
    assert Speller("en", ("marqer " * 3, "marxer " * 5)).corrected("marzer") == "marxer"
