"""Maps drawn in words: which places lie beside which, and what is left of the question."""

from itertools import pairwise

import pytest

from corpus import Language
from service.positions.maps import map_told
from service.positions.places import Fact, state_told

ROWS: list[tuple[Language, str, list[str], str]] = [
    (
        "en",
        "map goes heart, hall, gate in a row. a hunter at the gate",
        ["heart", "hall", "gate"],
        ". a hunter at the gate",
    ),
    ("en", "just two zones, hall and heart, touching: who moves", ["hall", "heart"], ": who moves"),
    ("en", "a hunter. heart and crypt next to it, who moves", ["heart", "crypt"], "a hunter. , who moves"),
    ("it", "zone in fila: cuore, cucina, cortile. chi si muove?", ["heart", "cucina", "cortile"], ". chi si muove?"),
    ("it", "in fila cuore cucina cortile e non c'è altro", ["heart", "cucina", "cortile"], "e non c'è altro"),
    ("it", "solo cuore e cripta, attaccate. chi attacca?", ["heart", "cripta"], ". chi attacca?"),
]


@pytest.mark.parametrize(("language", "question", "names", "rest"), ROWS)
def test_places_in_a_row_are_a_map(language: Language, question: str, names: list[str], rest: str) -> None:
    told = map_told(question, "village-attacks", language)
    assert told is not None
    zones = state_told(told.facts)["zones"]
    assert [zone["name"] for zone in zones] == names
    assert all(zone["distance"] == abs(names.index("heart") - at) for at, zone in enumerate(zones))
    for before, after in pairwise(zones):
        assert after["name"] in before["neighbours"]
        assert before["name"] in after["neighbours"]
    assert sum(len(zone["neighbours"]) for zone in zones) == 2 * (len(zones) - 1)
    assert " ".join(told.rest.split()) == rest
    assert len(told.rest) == len(question)


@pytest.mark.parametrize(
    "question",
    [
        "a hunter and a hero next to it, who goes first?",
        "hall, crypt, gate in a row",
        "heart, heart in a row",
        "two hunters in the heart",
    ],
)
def test_what_has_no_heart_or_one_place_twice_is_no_map(question: str) -> None:
    assert map_told(question, "village-attacks", "en") is None


def test_no_other_game_has_places_in_a_row() -> None:
    assert map_told("heart, hall, gate in a row", "vwars", "en") is None


def test_what_is_told_of_a_place_stays_told_of_it_and_the_usual_map_goes() -> None:
    told = map_told("heart, hall, gate in a row", "village-attacks", "en")
    assert told is not None
    before = [
        Fact("villagers[0].zone", "gate", "at the gate", 30),
        Fact("zones[0].name", "gate", "the gate", 40),
        Fact("zones[0].spawn", True, "spawn", 50),
        Fact("zones[0].neighbours", ["yard"], ""),
        Fact("zones[1].name", "yard", ""),
        Fact("zones[1].spawn", True, ""),
    ]
    state = state_told(told.beside(before))
    assert state["villagers"] == [{"zone": "gate"}]
    assert [zone["name"] for zone in state["zones"]] == ["heart", "hall", "gate"]
    assert [zone.get("spawn") for zone in state["zones"]] == [None, None, True]
    assert state["zones"][2]["neighbours"] == ["hall"]
