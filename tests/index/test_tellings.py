"""How the words of a question are taken together."""

import pytest

from index.marks import Tag, Told
from index.tagging import Word
from index.tellings import Telling, tellings
from index.tokens import GAP, tokens

ATTACK: Tag = (Told("attack", GAP),)
ARMOUR: Tag = (Told("armour", GAP),)
HURT: Tag = (Told("wounded", "true"),)
SOUND: Tag = (Told("wounded", "false"),)
CARD: Tag = (Told("cards[]", f'"red {GAP}"'),)
NOTHING: Tag = ()


def words(question: str, **may_tell: dict[Tag, float]) -> tuple[Word, ...]:
    """What each word may tell; those that are not named tell nothing."""
    nothing = {NOTHING: 1.0}
    return tuple(
        Word(
            token,
            sorted(may_tell.get(f"_{question[token.start : token.end]}", nothing).items(), key=lambda one: -one[1]),
        )
        for token in tokens(question, "en")
    )


def facts(telling: Telling) -> dict[str, object]:
    return {place: value for mention in telling.mentions for place, value in mention.facts}


def test_two_numbers_do_not_tell_one_fact_where_the_second_may_tell_another() -> None:
    question = "8 against his 6"
    read = words(question, _8={ATTACK: 0.9, NOTHING: 0.1}, _6={ATTACK: 0.5, ARMOUR: 0.4, NOTHING: 0.1})
    best, second = tellings(question, read, limit=2)
    assert facts(best) == {"attack": 8, "armour": 6}
    assert best.chance > second.chance


def test_the_surer_number_keeps_the_fact_that_two_may_tell() -> None:
    question = "8 against his 6"
    read = words(question, _8={ATTACK: 0.6, ARMOUR: 0.4}, _6={ATTACK: 0.9, ARMOUR: 0.1})
    assert facts(tellings(question, read)[0]) == {"attack": 6, "armour": 8}


def test_one_fact_is_not_told_both_ways() -> None:
    question = "hurt, no, healthy"
    read = words(question, _hurt={HURT: 0.9, NOTHING: 0.1}, _healthy={SOUND: 0.8, NOTHING: 0.2})
    best, *others = tellings(question, read, limit=9)
    assert facts(best) == {"wounded": True}
    assert all(len(facts(one)) <= 1 for one in others)


def test_the_same_word_again_tells_another_entry() -> None:
    magic: Tag = (Told("results[]", '"magic"'),)
    melee: Tag = (Told("results[]", '"melee"'),)
    question = "magic magic melee, and magic dice"
    read = words(question, _magic={magic: 1.0}, _melee={melee: 1.0}, _dice={magic: 1.0})
    (best,) = tellings(question, read)
    assert [value for mention in best.mentions for _, value in mention.facts] == ["magic", "magic", "melee", "magic"]


def test_the_same_fact_may_be_told_twice() -> None:
    question = "hurt, already wounded"
    read = words(question, _hurt={HURT: 0.9, NOTHING: 0.1}, _wounded={HURT: 0.9, NOTHING: 0.1})
    (best,) = tellings(question, read)
    assert [mention.facts for mention in best.mentions] == [(("wounded", True),), (("wounded", True),)]


@pytest.mark.parametrize(("question", "copies"), [("hidden, unpaid", 1), ("hidden unpaid, hidden unpaid", 2)])
def test_words_that_tell_several_facts_at_once_tell_them_once(question: str, copies: int) -> None:
    copy: Tag = (Told("copies[].covered", "true"), Told("copies[].paid", "false"))
    told = {f"_{word}": {copy: 1.0} for word in ("hidden", "unpaid")}
    (telling,) = tellings(question, words(question, **told))
    assert len(telling.mentions) == copies


def test_in_two_or_three_both_numbers_tell_it() -> None:
    question = "2 or 3 attack"
    read = words(question, _2={ATTACK: 0.9}, _3={ATTACK: 0.9}, _attack={ATTACK: 0.9})
    apart, together = tellings(question, read)[0], tellings(question, read, several=[(0, 6)])[0]
    assert [mention.facts for mention in together.mentions] == [(("attack", 2),), (("attack", 3),)]
    assert len(apart.mentions) == 1


def test_an_entry_of_a_list_stands_beside_the_others() -> None:
    question = "red 3, red 5"
    read = words(question, _red={CARD: 0.9}, _3={CARD: 0.9}, _5={CARD: 0.9})
    assert [mention.facts for mention in tellings(question, read)[0].mentions] == [
        (("cards[]", "red 3"),),
        (("cards[]", "red 5"),),
    ]


def test_ways_that_come_to_the_same_facts_count_together() -> None:
    question = "the attack of 7"
    read = words(
        question, _attack={ATTACK: 0.5, NOTHING: 0.5}, _of={ATTACK: 0.4, NOTHING: 0.6}, _7={ATTACK: 0.7, ARMOUR: 0.3}
    )
    best, second, *_ = tellings(question, read, limit=9)
    assert (facts(best), facts(second)) == ({"attack": 7}, {"armour": 7})
    assert (best.chance, second.chance) == (pytest.approx(0.7, abs=0.01), pytest.approx(0.3, abs=0.01))


def test_words_without_their_number_tell_no_number() -> None:
    question = "some attack"
    assert facts(tellings(question, words(question, _attack={ATTACK: 0.9}))[0]) == {}


def test_none_of_what_is_counted_tells_no_entry() -> None:
    dice: Tag = (Told(f"results[{GAP}]", '"melee"'),)
    (none,) = tellings("0 melee", words("0 melee", _0={dice: 1.0}, _melee={dice: 1.0}))
    assert none.mentions == ()


def test_of_no_words_there_is_one_telling_and_it_tells_nothing() -> None:
    assert tellings("", ()) == [Telling((), (), 1.0)]
