"""Where told facts stand: those of one mention belong to one entry of a list."""

from dataclasses import replace

import pytest

from index.tagging import Mention
from service.positions.places import placed


def places(*mentions: tuple[tuple[str, object], ...]) -> dict[str, object]:
    """What is told, mention by mention; each with the same share."""
    told = [Mention(facts=facts, start=0, end=1, share=0.9) for facts in mentions]
    return {place: fact.value for place, fact in placed(told, "…", "en").items()}


def test_entries_follow_one_another() -> None:
    assert places((("hand[]", "red 2"),), (("hand[]", "red 5"),)) == {"hand[0]": "red 2", "hand[1]": "red 5"}


def test_a_fact_that_an_entry_has_already_begins_the_next() -> None:
    assert places(
        (("cards[].seat", "east"),), (("cards[].card", "red 2"),), (("cards[].seat", "west"),),
        (("cards[].card", "red 3"),),
    ) == {
        "cards[0].seat": "east", "cards[0].card": "red 2", "cards[1].seat": "west", "cards[1].card": "red 3",
    }  # fmt: skip


def test_the_facts_of_one_mention_are_of_one_entry() -> None:
    first = (("cards[].card", "red 2"), ("cards[].face", "up"), ("cards[].seat", "north"))
    second = (("cards[].card", "red 5"), ("cards[].face", "up"), ("cards[].seat", "east"))
    found = places(first, second)
    assert [found[f"cards[1].{part}"] for part in ("card", "face", "seat")] == ["red 5", "up", "east"]
    assert len(found) == 6


def test_what_was_said_beforehand_is_said_of_the_first() -> None:
    """ "All face up: the 2 …": the mention says the same of its card again."""
    first = (("cards[].card", "red 2"), ("cards[].face", "up"))
    assert places((("cards[].face", "up"),), first) == {"cards[0].face": "up", "cards[0].card": "red 2"}


@pytest.mark.parametrize(
    ("question", "entries"),
    [("magic, magic", 2), ("my magic on the slot", 1), ("one magic and another magic", 2)],
)
def test_a_value_told_again_in_quite_other_words_is_the_same_one(question: str, entries: int) -> None:
    first, second = question[: len(question) // 2], question[len(question) // 2 :]
    told = [
        Mention(facts=(("reserve[]", "magic"),), start=question.index(words), end=len(first + second), share=0.9)
        for words in (first, second)
    ]
    told[0] = replace(told[0], end=len(first))
    assert len(placed(told, question, "en")) == entries


def test_two_alike_are_two() -> None:
    one = (("kills[].kind", "hero"),)
    assert places(one, one) == {"kills[0].kind": "hero", "kills[1].kind": "hero"}


def test_what_is_said_of_all_is_said_of_each_wherever_it_stands() -> None:
    cards = [(("cards[].card", f"red {number}"),) for number in (2, 5)]
    both = (("cards[].face", "up"), ("cards[].face", "up"))
    expected = {f"cards[{at}].{part}" for at in (0, 1) for part in ("card", "face")}
    assert set(places(both, *cards)) == expected
    assert set(places(*cards, both)) == expected


@pytest.mark.parametrize(
    ("question", "of_all"),
    [
        ("the 2, then the 5, all of them face up", True),
        ("all face up: the 2, then the 5", True),
        ("the 2, then the 5, all face up", True),
        ("the 2, then the 5 face up", False),
        ("that is all, the 2, then the 5 face up", False),
    ],
)
def test_what_is_said_of_all_is_said_of_each_though_it_is_said_once(question: str, of_all: bool) -> None:
    told = [
        Mention(facts=((place, value),), start=at, end=at + len(words), share=0.9)
        for words, place, value in (
            ("the 2", "cards[].card", "red 2"),
            ("the 5", "cards[].card", "red 5"),
            ("face up", "cards[].face", "up"),
        )
        for at in [question.index(words)]
    ]
    found = placed(sorted(told, key=lambda one: one.start), question, "en")
    faces = {place for place in found if place.endswith("face")}
    assert faces == ({"cards[0].face", "cards[1].face"} if of_all else {"cards[1].face"})


@pytest.mark.parametrize(("after", "faces"), [("", ["up", "up"]), (", and the 7 face down", ["up", "up", "down"])])
def test_all_without_a_number_counts_no_entries_and_is_surer_than_a_guess(after: str, faces: list[str]) -> None:
    question = f"the 2, the 5, all face up{after}"
    told = [
        Mention(facts=(("cards[].card", f"red {number}"), *face), start=at, end=at + 5, share=share)
        for number, face, share in (
            (2, (), 0.9),
            (5, (("cards[].face", "down"),), 0.6),
            (7, (("cards[].face", "down"),), 0.9),
        )
        if (at := question.find(f"the {number}")) >= 0
    ]
    at = question.index("all face up")
    every = Mention(facts=(("cards[].face", "up"),) * 3, start=at, end=at + len("all face up"), share=0.9)
    found = placed(sorted([*told, every], key=lambda one: one.start), question, "en")
    assert [found[f"cards[{number}].face"].value for number in range(len(faces))] == faces
    assert len(found) == 2 * len(faces)


def test_entries_that_all_counts_are_entries() -> None:
    question = "one hero and all three commoners"
    told = [
        Mention(facts=(("kills[].kind", "hero"),), start=0, end=8, share=0.9),
        Mention(facts=(("kills[].kind", "commoner"),) * 3, start=13, end=len(question), share=0.9),
    ]
    assert [fact.value for fact in placed(told, question, "en").values()] == ["hero", *["commoner"] * 3]


def test_numbers_of_a_list_have_no_bounds() -> None:
    question = "the card says 2, 3 or 4"
    told = [
        Mention(facts=(("card.numbers[]", number),), start=at, end=at + 1, share=0.9)
        for number in (2, 3, 4)
        for at in [question.index(str(number))]
    ]
    assert [fact.value for fact in placed(told, question, "en").values()] == [2, 3, 4]


def test_a_name_leads_back_to_the_entry_that_bears_it() -> None:
    found = places(
        (("villagers[].name", "Gino"), ("villagers[].kind", "hunter")),
        (("villagers[].name", "Ada"), ("villagers[].kind", "hero")),
        (("villagers[].name", "gino"),),
        (("villagers[].stunned", True),),
    )
    assert found["villagers[0].stunned"] is True
    assert "villagers[2].name" not in found


def test_a_name_is_spelt_as_it_was_the_first_time() -> None:
    assert places((("players[]", "Ada"),), (("last", "ADA"),))["last"] == "Ada"


def test_a_list_inside_a_list_stands_in_the_entry_at_hand() -> None:
    found = places((("monsters[].name", "Lich"),), (("monsters[].board.reserve[]", "magic"),))
    assert found["monsters[0].board.reserve[0]"] == "magic"


def read(question: str, *told: tuple[str, tuple[tuple[str, object], ...]]) -> dict[str, object]:
    """What is told of a question by these of its words, one after the other."""
    end = 0
    mentions = []
    for words, facts in told:
        start = question.index(words, end)
        end = start + len(words)
        mentions.append(Mention(facts=facts, start=start, end=end, share=0.9))
    return {place: fact.value for place, fact in placed(mentions, question, "en").items()}


def test_what_is_told_of_several_one_after_the_other_is_told_of_them_in_turn() -> None:
    scores = [("9", (("rounds[].north", 9),)), ("11", (("rounds[].north", 11),)), ("6", (("rounds[].south", 6),)),
              ("8", (("rounds[].south", 8),))]  # fmt: skip
    assert read("north 9 11, south 6 8", *scores) == {
        "rounds[0].north": 9, "rounds[1].north": 11, "rounds[0].south": 6, "rounds[1].south": 8,
    }  # fmt: skip
    found = read(
        "Jo and Kim both crossed it, 38 and 35", ("Jo", (("scores[].player", "Jo"),)),
        ("Kim", (("scores[].player", "Kim"),)), ("38", (("scores[].points", 38),)), ("35", (("scores[].points", 35),)),
    )  # fmt: skip
    assert (found["scores[0].points"], found["scores[1].points"]) == (38, 35)


@pytest.mark.parametrize("question", ["then I meditate twice", "then twice meditate"])
def test_what_is_counted_right_beside_it_is_told_once(question: str) -> None:
    single = ("meditate", (("plan[].kind", "meditate"),))
    counted = ("twice", (("plan[].kind", "meditate"),) * 2)
    in_order = sorted((single, counted), key=lambda one: question.index(one[0]))
    assert len(read(question, *in_order)) == 2


@pytest.mark.parametrize(
    ("question", "figures"),
    [("Ada the hero", 1), ("Ada, who is just some hero", 1), ("Ada and a hero", 2), ("Ada sits there with a hero", 2)],
)
def test_who_was_named_just_before_is_what_is_said_then(question: str, figures: int) -> None:
    stand_in = (("villagers[].kind", "hero"), ("villagers[].name", "hero"))
    found = read(question, ("Ada", (("villagers[].name", "Ada"),)), ("hero", stand_in))
    assert found["villagers[0].name"] == "Ada"
    assert found[f"villagers[{figures - 1}].kind"] == "hero"
    assert len([place for place in found if place.endswith("name")]) == figures


def test_of_two_for_one_place_the_surer_stays() -> None:
    told = [
        Mention(facts=(("trump", "red"),), start=0, end=1, share=0.5),
        Mention(facts=(("trump", "blue"),), start=0, end=1, share=0.9),
    ]
    assert placed(told, "…", "en")["trump"].value == "blue"


def test_what_only_one_entry_has_leads_back_to_it() -> None:
    """ "I 6, left 4 … the 4 sits opposite": a card that there is once, and a seat."""
    found = places(
        (("cards[].card", "red 6"), ("cards[].seat", "north")),
        (("cards[].card", "red 4"), ("cards[].seat", "east")),
        (("cards[].card", "red 6"),),
        (("cards[].seat", "east"), ("cards[].face", "up")),
    )
    assert found == {
        "cards[0].card": "red 6", "cards[0].seat": "north", "cards[1].card": "red 4", "cards[1].seat": "east",
        "cards[1].face": "up",
    }  # fmt: skip


def test_another_card_of_the_same_seat_is_another_one() -> None:
    found = places(
        (("laid[].card", "red 6"), ("laid[].seat", "north")), (("laid[].card", "red 5"), ("laid[].seat", "north"))
    )
    assert found["laid[1].card"] == "red 5"


def test_what_a_card_is_said_to_be_twice_is_said_of_no_other() -> None:
    found = places((("cards[].card", "red 6"), ("cards[].face", "down")), (("cards[].face", "down"),))
    assert found == {"cards[0].card": "red 6", "cards[0].face": "down"}


def test_a_zone_said_again_is_no_further_figure() -> None:
    figure = (("villagers[].kind", "hunter"),)
    hall, gate = ((("villagers[].zone", zone),) for zone in ("hall", "gate"))
    assert places(figure, hall, hall) == {"villagers[0].kind": "hunter", "villagers[0].zone": "hall"}
    assert places(figure, hall, gate)["villagers[1].zone"] == "gate"
    assert places(figure, hall, hall, figure)["villagers[1].zone"] == "hall"
