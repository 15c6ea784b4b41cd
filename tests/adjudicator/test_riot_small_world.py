"""A small world of riots, exhausted: the engine and the naive riot agree on every one of them."""

from collections.abc import Iterable, Iterator
from itertools import product

import pytest
from naive_riot import naive_riot

from adjudicator import GAMES

RIOT = GAMES["vwars"].procedures["riot"]
Riot = RIOT.state
City, Track, RallyFacts = type(RIOT.example.city), type(RIOT.example.track), type(RIOT.example.rally)

CARDS = tuple(product(("red", "white"), (1, 3, 6)))
TROOPS = range(7)
EDITIONS = ("en-rulebook", "it-summary")
QUIET_TRACK = (7, 5)
TRACKS = (QUIET_TRACK, (8, 7), (2, 1))
"""Tokens and marker: the game far from its end, the vampires one space short, the humans two tokens short."""


def decks(longest: int) -> Iterator[tuple[tuple[str, int], ...]]:
    """Every sequence of one to `longest` cards."""
    for length in range(1, longest + 1):
        yield from product(CARDS, repeat=length)


def small_world(
    *, longest: int, tracks: Iterable[tuple[int, int]], law: Iterable[tuple[bool, int]]
) -> Iterator[dict[str, object]]:
    """Every riot with up to six troops a side; `law`: whether the region has Martial Law, and tokens on the board."""
    worlds = product((False, True), TROOPS, TROOPS, tuple(decks(longest)), tracks, law)
    for vampire_control, human_troops, vampire_troops, cards, track, (region_martial_law, tokens) in worlds:
        yield {
            "vampire_control": vampire_control,
            "human_troops": human_troops,
            "vampire_troops": vampire_troops,
            "cards": cards,
            "sympathy_tokens": track[0],
            "victory_marker": track[1],
            "region_martial_law": region_martial_law,
            "martial_law_tokens": tokens,
        }


def engine_riot(riot: dict, edition: str) -> dict[str, object]:
    """The engine's outcome of the same riot, the defending vampires taking the two tokens."""
    state = Riot(
        city=City(
            vampire_control=riot["vampire_control"],
            human_troops=riot["human_troops"],
            vampire_troops=riot["vampire_troops"],
            region_martial_law=riot["region_martial_law"],
        ),
        cards=tuple(f"{colour} {number}" for colour, number in riot["cards"]),
        track=Track(sympathy_tokens=riot["sympathy_tokens"], victory_marker=riot["victory_marker"]),
        rally=RallyFacts(
            martial_law_tokens=riot["martial_law_tokens"],
            vampire="hidden",
            choice="sympathy" if riot["vampire_control"] else None,
            awakened="human",
            awakened_in_same_city=False,
        ),
    )
    ruling = RIOT.rule(state, {"VW-C01": edition})
    # A riot without a rally leaves the Martial Law tokens alone and does not mention them.
    return {"verdict": ruling.verdict, "martial_law_tokens": riot["martial_law_tokens"], **ruling.outcome}


def disagreements(riots: Iterable[dict], edition: str, naive_edition: str) -> tuple[int, list[str]]:
    """How many riots were fought, and those on which the two implementations differ."""
    fought = 0
    found = []
    for riot in riots:
        fought += 1
        naive = naive_riot(riot, italian_massacre=naive_edition == "it-summary")
        engine = engine_riot(riot, edition)
        different = {key: (value, engine[key]) for key, value in naive.items() if engine[key] != value}
        if different:
            found.append(f"{riot}: naive and engine {different}")
    return fought, found


@pytest.mark.parametrize("edition", EDITIONS)
def test_engine_and_naive_riot_agree_on_short_decks(edition: str) -> None:
    riots = small_world(longest=2, tracks=TRACKS, law=((False, 2),))
    fought, found = disagreements(riots, edition, edition)
    assert not found, "\n".join(found[:10])
    assert fought == 2 * 7 * 7 * (6 + 36) * 3


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("track", TRACKS)
def test_engine_and_naive_riot_agree_on_the_whole_small_world(track: tuple[int, int], edition: str) -> None:
    riots = small_world(longest=3, tracks=(track,), law=((False, 5), (True, 5)))
    fought, found = disagreements(riots, edition, edition)
    assert not found, "\n".join(found[:10])
    assert fought == 2 * 7 * 7 * (6 + 36 + 216) * 2


def test_two_editions_would_not_agree() -> None:
    riots = small_world(longest=2, tracks=(QUIET_TRACK,), law=((False, 2),))
    _, found = disagreements(riots, "en-rulebook", "it-summary")
    assert found, "the comparison must notice the sympathy that only the Italian summary moves"
