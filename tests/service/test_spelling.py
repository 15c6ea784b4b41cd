"""Chat is read as what it means, and real words are left alone."""

import pytest
from spellchecker import SpellChecker

from corpus import Language
from service.answering.spelling import Speller, _in_dictionary

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


@pytest.mark.parametrize(
    ("language", "written", "meant", "words"),
    [
        ("it", "il vampiro rivelto entra in citta?", "rivelato entra", "rivelto entra"),
        ("it", "xke nn entra il vampiro", "entra il", "entra il"),
        ("it", "xke nn entra", "non", "nn"),
        ("en", "my warrier attcks u", "attacks you", "attcks u"),
        ("en", "weve got a trol, weve a warrier", "have got a troll", "weve got a trol"),
        ("en", "can the trol be killed", "not there", "not there"),
    ],
)
def test_what_was_meant_is_found_as_it_was_written(language: Language, written: str, meant: str, words: str) -> None:
    assert Speller(language, TEXTS[language]).as_written(meant, written) == words


def test_a_word_that_the_rules_hardly_use_is_nothing_to_slip_from() -> None:
    assert Speller("en", ("The gargoyle sleeps.",)).corrected("gargoile") == "gargoile"
    assert Speller("en", ("The gargoyle sleeps.",) * 3).corrected("gargoile") == "gargoyle"


def test_of_several_words_as_near_the_commoner_is_meant() -> None:
    assert Speller("en", ("marqer " * 3, "marxer " * 5)).corrected("marzer") == "marxer"


def test_the_words_of_a_dictionary_are_those_that_pyspellchecker_has() -> None:
    has = {*SpellChecker(language="it").word_frequency, *SpellChecker(language="en").word_frequency}
    assert all(_in_dictionary(word) for word in sorted(has)[::997])
    unknown = ("azzioni", "rivelto", "perché”", '": 5', "", "vampir", "doomtrooper", "a\nb")
    assert [word for word in unknown if _in_dictionary(word)] == [word for word in unknown if word in has]
