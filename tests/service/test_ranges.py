"""Numbers told by their bounds: in a state, and in a question in both languages."""

from typing import Any

import pytest

from corpus import Language
from corpus.phrasebook import places_of, state_of
from service.positions.bounds import bounded
from service.positions.rulings import BadInput, adjudicate

# At each number of the text: a deck has 60 cards or more and 5 warriors or more; who holds more than 7 cards discards
# down to 7; a monster with as much damage as health is killed; a seventh troop of a side has no place in a city.
DECIDED = [
    ("doomtrooper.deck-size", {"deck": {"at_least": 60}, "warriors": {"at_least": 5}}, "legal"),
    ("doomtrooper.deck-size", {"deck": {"at_least": 59}, "warriors": {"at_least": 5}}, "depends"),
    ("doomtrooper.deck-size", {"deck": {"at_most": 59}, "warriors": {"at_least": 5}}, "illegal"),
    ("doomtrooper.deck-size", {"deck": 60, "warriors": {"at_least": 4, "at_most": 5}}, "depends"),
    ("doomtrooper.deck-size", {"deck": 60, "warriors": {"at_most": 4}}, "illegal"),
    ("village-attacks.monster-death", {"health": {"at_most": 3}, "damage": 3}, "resolved"),
    ("village-attacks.monster-death", {"health": {"at_most": 4}, "damage": 3}, "depends"),
    ("village-attacks.monster-death", {"health": 4, "damage": {"at_most": 3}}, "resolved"),
    ("vwars.deploy-troop", {"standing": "human", "region": "own", "hand": 1, "human_troops": {"at_most": 5}}, "legal"),
    (
        "vwars.deploy-troop",
        {"standing": "human", "region": "own", "hand": 1, "human_troops": {"at_most": 6}},
        "depends",
    ),
    ("vwars.deploy-troop", {"standing": "human", "region": "own", "hand": {"at_most": 0}}, "illegal"),
]


@pytest.mark.parametrize(("procedure", "state", "verdict"), DECIDED)
def test_the_ruling_is_definite_where_it_holds_for_the_whole_range(
    procedure: str, state: dict[str, Any], verdict: str
) -> None:
    assert adjudicate(procedure, state).verdict == verdict


def test_what_depends_on_a_range_asks_only_within_it() -> None:
    asked = adjudicate("doomtrooper.deck-size", {"deck": {"at_least": 58, "at_most": 63}, "warriors": 5}).hangs_on
    assert asked
    assert asked.field == "deck"
    assert [branch.values for branch in asked.branches or ()] == [
        [{"at_least": 58, "at_most": 59}],
        [{"at_least": 60, "at_most": 63}],
    ]


def test_each_answer_to_a_question_is_a_fact_that_can_be_told() -> None:
    state = {"standing": "human", "region": "own", "hand": 1}
    asked = adjudicate("vwars.deploy-troop", state).hangs_on
    assert asked
    assert len(asked.branches or ()) == 2
    for branch in asked.branches or ():
        (value,) = branch.values
        assert adjudicate("vwars.deploy-troop", {**state, asked.field: value}).verdict == branch.verdict


def test_a_number_out_of_a_few_may_be_told_by_its_bounds() -> None:
    """A card that brings one commoner at the first rank and three at the others."""
    card = {"kind": "commoner", "numbers": [1, 3, 3]}
    later = adjudicate("village-attacks.spawn-card", {"rank": {"at_least": 2}, "card": card})
    assert (later.verdict, later.outcome["appear"]) == ("resolved", 3)
    sooner = adjudicate("village-attacks.spawn-card", {"rank": {"at_most": 2}, "card": card})
    assert sooner.hangs_on
    assert [branch.values for branch in sooner.hangs_on.branches or ()] == [[1], [2]]


@pytest.mark.parametrize(
    ("state", "path", "problem"),
    [
        ({"hand": {"at_least": 3, "at_most": 1}}, "hand", "a range is written"),
        ({"hand": {"at_least": "2"}}, "hand", "a range is written"),
        ({"hand": {"at_most": None}}, "hand", "a range is written"),
        ({"hand": {"at_least": True}}, "hand", "a range is written"),
        ({"hand": {"at_most": -1}}, "hand", "must be at least 0, not -1"),
        ({"hand": {"at_least": 5_000}}, "hand.at_least", "must lie between"),
        ({"standing": {"at_least": 1}}, "standing", "must be"),
        ({"hnd": {"at_least": 1}}, "hnd", 'unknown field; did you mean "hand"?'),
        ({"hand": {"at_least": 1, "most": 2}}, "hand", "must be a whole number"),
    ],
)
def test_a_range_that_is_none_says_what_to_write(state: Any, path: str, problem: str) -> None:
    with pytest.raises(BadInput) as refused:
        adjudicate("vwars.deploy-troop", state)
    assert [one["path"] for one in refused.value.problems] == [path]
    assert refused.value.problems[0]["problem"].startswith(problem)


def test_a_range_is_one_fact_of_a_state() -> None:
    state = {"hand": {"at_least": 2}, "track": {"sympathy_tokens": {"at_least": 1, "at_most": 4}}}
    facts = dict(places_of(state))
    assert facts == {"hand": {"at_least": 2}, "track.sympathy_tokens": {"at_least": 1, "at_most": 4}}
    assert state_of(facts) == state


SAID: list[tuple[Language, str, str, dict[str, int] | None]] = [
    ("en", "with at least two troops", "at least two", {"at_least": 2}),
    ("en", "more than 5 there", "more than 5", {"at_least": 6}),
    ("en", "fewer than six cards", "fewer than six", {"at_most": 5}),
    ("en", "can i draw up to 6", "up to 6", {"at_most": 6}),
    ("en", "two cards at least, and 3 actions", "two cards at least", {"at_least": 2}),
    ("en", "4 troops or more", "4 troops or more", {"at_least": 4}),
    ("en", "6+ strength", "6+", {"at_least": 6}),
    ("en", "holding >=3", ">=3", {"at_least": 3}),
    ("en", "holding >3", ">3", {"at_least": 4}),
    ("en", "2 or 3 left", "2 or 3", {"at_least": 2, "at_most": 3}),
    ("en", "between 2 and 5 of them", "between 2 and 5", {"at_least": 2, "at_most": 5}),
    ("en", "no more than 2", "no more than 2", {"at_most": 2}),
    ("en", "i don't have more than two", "don't have more than two", {"at_most": 2}),
    ("en", "there arent fewer than three", "arent fewer than three", {"at_least": 3}),
    ("en", "can't i have more than 2", "more than 2", {"at_least": 3}),
    ("it", "almeno 6 segnalini", "almeno 6", {"at_least": 6}),
    ("it", "con più di un'azione", "più di un", {"at_least": 2}),
    ("it", "piu di due", "piu di due", {"at_least": 3}),
    ("it", "meno di quattro", "meno di quattro", {"at_most": 3}),
    ("it", "e fino a tre?", "fino a tre", {"at_most": 3}),
    ("it", "al massimo 3 truppe", "al massimo 3", {"at_most": 3}),
    ("it", "due truppe o più", "due truppe o più", {"at_least": 2}),
    ("it", "tra 2 e 5 carte", "tra 2 e 5", {"at_least": 2, "at_most": 5}),
    ("it", "una o due truppe", "una o due", {"at_least": 1, "at_most": 2}),
    ("it", "non più di due", "non più di due", {"at_most": 2}),
    ("it", "non ho più di due truppe", "non ho più di due", {"at_most": 2}),
    ("it", "non ne ho meno di 3", "non ne ho meno di 3", {"at_least": 3}),
    ("it", "non posso avere più di due carte?", "più di due", {"at_least": 3}),
    ("it", "non attacco se ho più di due carte", "più di due", {"at_least": 3}),
    ("it", "ne perdiamo 4 o 5?", "4 o 5", None),
    ("en", "2 or 5 of them", "2 or 5", None),
]


@pytest.mark.parametrize(("language", "question", "words", "told"), SAID)
def test_the_words_of_a_bound_and_what_they_tell(
    language: Language, question: str, words: str, told: dict[str, int] | None
) -> None:
    (found,) = bounded(question, language)
    assert (question[found.start : found.end], found.told) == (words, told)


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "i have two troops and 3 cards"),
        ("en", "do you need more than 8"),
        ("en", "the marker has crept up to 9"),
        ("en", "we play up to 120"),
        ("en", "6 + 2 strength"),
        ("en", "he is under the bridge over there"),
        ("it", "serve almeno 6?"),
        ("it", "a fine turno pesco fino a 6"),
        ("it", "non ho più due truppe"),
    ],
)
def test_a_number_that_has_no_bounds(language: Language, question: str) -> None:
    assert bounded(question, language) == ()
