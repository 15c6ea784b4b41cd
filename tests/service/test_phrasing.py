"""Steps in words."""

import pytest

from adjudicator import Fact, Step
from adjudicator.as_known import OneOf, Unstated
from corpus import Language
from corpus.schema import Bilingual, Says
from service.positions.phrasing import SaysError, facts_named, say

WORDS = {"red": Bilingual(it="rosso", en="red"), "human-control": Bilingual(it="in mano umana", en="human control")}


UNNAMED = {
    "monster": Bilingual(it="il mostro", en="the monster"),
    "trap": Bilingual(it="la trappola", en="the trap"),
    "animal": Bilingual(it="l'Animale", en="the Animal"),
}


ARTICLED = {
    "commoner": Bilingual(it="il popolano", en="the commoner"),
    "hero": Bilingual(it="l'eroe", en="the hero"),
    "yunfakh": Bilingual(it="lo Yunfakh", en="the Yunfakh"),
}


def said(sentence: str, language: Language = "it", **facts: Fact) -> str:
    says: Says = {
        "_words": WORDS,
        "_articled": ARTICLED,
        "_unnamed": UNNAMED,
        "X-1.1": {"any": Bilingual(it=sentence, en=sentence)},
    }
    return say(Step(rule="X-1.1", branch="any", facts=facts), says, language)


@pytest.mark.parametrize(
    ("troops", "words"), [(0, "0 truppe"), (1, "1 truppa"), (2, "2 truppe"), (-1, "-1 truppe"), (100, "100 truppe")]
)
def test_a_number_takes_the_right_form(troops: int, words: str) -> None:
    assert said("Toglie {troops:truppa|truppe}.", troops=troops) == f"Toglie {words}."


@pytest.mark.parametrize(
    ("value", "words"), [("human", "Gli umani"), ("vampire", "I vampiri"), (True, "Sì"), (False, "No"), (None, "Chi?")]
)
def test_a_value_selects_its_words(value: Fact, words: str) -> None:
    sentence = "{side:human=gli umani|vampire=i vampiri|true=sì|false=no|none=chi?}"
    assert said(sentence, side=value) == words


def test_a_number_can_select_too_and_other_is_for_all_the_rest() -> None:
    assert [said("{n:0=nessuna|1=una|other=molte}", n=n) for n in range(3)] == ["Nessuna", "Una", "Molte"]


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("{monster} muore.", "Il mostro muore."),
        ("La Riserva di {monster} e di «{monster}».", "La Riserva del mostro e del mostro."),
        ("Passa a {trap}, non da {monster}.", "Passa alla trappola, non dal mostro."),
        ("Passa a {trap:the}.", "Passa alla trappola."),
        ("La trappola {trap} colpisce.", "La trappola colpisce."),
        ("Il suo Animale, «{animal}», resta.", "Il suo Animale resta."),
        ("Un Animale, {animal}: basta.", "Un Animale: basta."),
        ("{zone} di {monster}", "… del mostro"),
        ("Scartato con le sue carte ({zone}).", "Scartato con le sue carte."),
        ("La carta cambia la A: «{zone}».", "La carta cambia la A."),
    ],
)
def test_what_nobody_named_is_called_what_it_is(sentence: str, words: str) -> None:
    untold = Unstated(("name",))
    assert said(sentence, monster=untold, trap=untold, animal=untold, zone=untold) == words


@pytest.mark.parametrize(
    ("sentence", "name", "words"),
    [
        ("{who:the} brucia.", "commoner", "Il popolano brucia."),
        ("La carta di {who:the}.", "hero", "La carta dell'eroe."),
        ("Niente impedisce a {who:the} di agire.", "yunfakh", "Niente impedisce allo Yunfakh di agire."),
        ("La carta di {who:the}.", "Zita", "La carta di Zita."),
        ("{who:the} brucia.", OneOf(("hero", "Zita")), "L'eroe o Zita brucia."),
        ("Con la A la difesa sale.", "hero", "Con la A la difesa sale."),
    ],
)
def test_a_word_that_stands_for_a_name_has_its_article(sentence: str, name: Fact, words: str) -> None:
    assert said(sentence, who=name) == words


def test_a_name_that_was_told_stays_a_name() -> None:
    assert said("La trappola {trap} di {monster}.", trap="Palude", monster="Mirna") == "La trappola Palude di Mirna."


def test_one_is_not_yes() -> None:
    with pytest.raises(SaysError, match="nothing for 1"):
        said("{n:true=sì|false=no}", n=1)


@pytest.mark.parametrize(
    ("value", "it", "en"),
    [
        (4, "4", "4"),
        ("red 4", "Rosso 4", "Red 4"),
        ("human-control", "In mano umana", "Human control"),
        ("Paris", "Paris", "Paris"),
        (["red 4", "Lima"], "Rosso 4, Lima", "Red 4, Lima"),
        (True, "Sì", "Yes"),
        (False, "No", "No"),
        (None, "Nessuno", "None"),
    ],
)
def test_a_plain_fact_in_the_words_of_the_game(value: Fact, it: str, en: str) -> None:
    assert said("{card}", card=value) == it
    assert said("{card}", "en", card=value) == en


def test_several_facts_and_the_first_letter() -> None:
    sentence = "{side:human=gli umani|vampire=i vampiri} tolgono {lost:truppa|truppe} con {card}."
    assert said(sentence, side="vampire", lost=1, card="red 4") == "I vampiri tolgono 1 truppa con rosso 4."
    assert facts_named(sentence) == {"side", "lost", "card"}


@pytest.mark.parametrize(
    ("sentence", "facts", "message"),
    [
        ("{troops}", {"troop": 1}, r"\{troops\} names no fact of the step; its facts are: troop"),
        ("{side:human=u}", {"side": "ghost"}, r"has nothing for 'ghost'"),
        ("{side:uno|due}", {"side": "human"}, r"has nothing for 'human'"),
        ("{n:uno|due}", {"n": True}, r"has nothing for True"),
        ("a { b", {}, "a brace that is no placeholder"),
        ("{n:{n}|due}", {"n": 1}, "a brace that is no placeholder"),
    ],
)
def test_a_sentence_that_does_not_fit_says_so(sentence: str, facts: dict[str, Fact], message: str) -> None:
    with pytest.raises(SaysError, match=message):
        said(sentence, **facts)


def test_a_branch_without_a_sentence_says_so() -> None:
    with pytest.raises(SaysError, match=r"X-1\.1 any has no sentence: write one in says\.yaml"):
        say(Step(rule="X-1.1", branch="any", facts={}), {}, "it")
