"""What holds of every riot, whatever the cards: tried on random ones."""

import dataclasses
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import GAMES, Ruling

GAME = GAMES["vwars"]
RIOT = GAME.procedures["riot"]
FIGHT = GAME.procedures["riot-resolution"]
City, Track, RallyFacts = type(RIOT.example.city), type(RIOT.example.track), type(RIOT.example.rally)

many = settings(max_examples=300, deadline=None)  # a busy machine is no fault of a riot

SIDES = {"human": "white", "vampire": "red"}
CARDS = st.builds("{} {}".format, st.sampled_from(tuple(SIDES.values())), st.integers(1, 9))
TROOPS = st.integers(0, 6)  # more of a side no city holds
CHECKS = st.sampled_from(GAME.conflicts["VW-C17"].readings).map(lambda reading: {"VW-C17": reading})
READINGS = st.fixed_dictionaries(
    {}, optional={id: st.sampled_from(conflict.readings) for id, conflict in GAME.conflicts.items()}
)

fights = st.builds(
    FIGHT.state, human_troops=TROOPS, vampire_troops=TROOPS, cards=st.lists(CARDS, min_size=1, max_size=8).map(tuple)
)


@st.composite
def riots(draw: st.DrawFn) -> Any:
    """A riot in a game that nobody has won yet, with nothing left to ask but the defender's choice."""
    tokens = draw(st.integers(1, 14))
    vampire_control = draw(st.booleans())
    region_martial_law = draw(st.booleans())
    return RIOT.state(
        city=City(
            vampire_control=vampire_control,
            human_troops=draw(TROOPS),
            vampire_troops=draw(TROOPS),
            region_martial_law=region_martial_law,
        ),
        cards=draw(st.lists(CARDS, min_size=1, max_size=8).map(tuple)),
        track=Track(sympathy_tokens=tokens, victory_marker=draw(st.integers(1, 15 - tokens))),
        rally=RallyFacts(
            martial_law_tokens=draw(st.integers(1, 5)),
            vampire=draw(st.sampled_from(("hidden", "public"))),
            choice=draw(st.sampled_from((None, "martial-law", "sympathy", "reveal", "awaken"))),
            awakened=draw(st.sampled_from(("human", "infected"))),
            awakened_in_same_city=draw(st.booleans()),
        ),
    )


def other(side: str) -> str:
    return "vampire" if side == "human" else "human"


def strength_of(side: str, fought: Ruling) -> int:
    """Troops left plus face-up cards, added up from the outcome alone."""
    face_up = (card.split() for card in fought.outcome["face_up"])
    return fought.outcome[f"{side}_troops"] + sum(int(number) for colour, number in face_up if colour == SIDES[side])


@given(fights, CHECKS)
@many
def test_troops_are_only_ever_removed(state: Any, readings: dict[str, str]) -> None:
    fought = FIGHT.rule(state, readings).outcome
    assert 0 <= fought["human_troops"] <= state.human_troops
    assert 0 <= fought["vampire_troops"] <= state.vampire_troops


@given(fights, CHECKS)
@many
def test_every_card_is_somewhere(state: Any, readings: dict[str, str]) -> None:
    fought = FIGHT.rule(state, readings).outcome
    assert len(fought["face_up"]) + fought["face_down"] + fought["unrevealed"] == len(state.cards)


@given(fights)
@many
def test_only_the_winner_is_at_six_and_the_loser_has_no_troops(state: Any) -> None:
    fought = FIGHT.rule(state)
    winner = fought.outcome["winner"]
    if winner is None:
        assert fought.outcome["unrevealed"] == 0
        assert fought.outcome["strength"] == 0
        return
    assert strength_of(winner, fought) == fought.outcome["strength"] >= 6
    assert strength_of(other(winner), fought) < 6
    assert fought.outcome[f"{other(winner)}_troops"] == 0
    assert fought.outcome["massacre"] == (fought.outcome["strength"] >= 8)


@given(fights, CHECKS)
@many
def test_cards_nobody_turned_over_do_not_matter(state: Any, readings: dict[str, str]) -> None:
    fought = FIGHT.rule(state, readings).outcome
    seen = dataclasses.replace(state, cards=state.cards[: len(state.cards) - fought["unrevealed"]])
    assert FIGHT.rule(seen, readings).outcome == {**fought, "unrevealed": 0}


# More troops can only keep own troops alive longer: own cards meet the same enemies as before, while enemy
# cards that would have stayed face-up are spent. So no step comes out worse for the side that has them.
@given(fights, CHECKS, st.sampled_from(tuple(SIDES)))
@many
def test_one_more_troop_never_loses_a_riot(state: Any, readings: dict[str, str], side: str) -> None:
    stronger = dataclasses.replace(state, **{f"{side}_troops": getattr(state, f"{side}_troops") + 1})
    readings = {**readings, "VW-C04": "en-rulebook"}  # the only reading with room for a seventh
    before, after = FIGHT.rule(state, readings).outcome["winner"], FIGHT.rule(stronger, readings).outcome["winner"]
    assert after == side if before == side else after != other(side) or before == other(side)


# A weaker card removes no more troops and adds no more strength, and everything after it follows from that.
@given(fights, CHECKS, st.data())
@many
def test_a_weaker_card_never_wins_a_riot(state: Any, readings: dict[str, str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(state.cards) - 1), label="place")
    colour, number = state.cards[place].split()
    weaker_card = f"{colour} {data.draw(st.integers(1, int(number)), label='number')}"
    weaker = dataclasses.replace(state, cards=(*state.cards[:place], weaker_card, *state.cards[place + 1 :]))
    side = "human" if colour == "white" else "vampire"
    before, after = FIGHT.rule(state, readings).outcome["winner"], FIGHT.rule(weaker, readings).outcome["winner"]
    assert after != side or before == side
    assert after == other(side) or before != other(side)


@given(riots(), READINGS)
@many
def test_the_victory_marker_follows_the_city(state: Any, readings: dict[str, str]) -> None:
    outcome = RIOT.rule(state, readings).outcome
    gained = (outcome["controller"] == "vampire") - (outcome["defender"] == "vampire")
    if state.city.vampire_control and outcome["defender"] == "human":
        gained = 0  # its Control marker never left, so the city is counted already
    assert outcome["victory_marker"] == state.track.victory_marker + gained


@given(riots(), READINGS)
@many
def test_only_the_winner_of_the_fight_takes_a_city(state: Any, readings: dict[str, str]) -> None:
    outcome = RIOT.rule(state, readings).outcome
    assert outcome["controller"] in (outcome["defender"], outcome["winner"])


@given(riots(), READINGS)
@many
def test_sympathy_moves_by_two_at_most_and_stays_on_the_track(state: Any, readings: dict[str, str]) -> None:
    outcome = RIOT.rule(state, readings).outcome
    assert abs(outcome["sympathy_tokens"] - state.track.sympathy_tokens) <= 2
    assert 0 <= outcome["sympathy_tokens"] <= 16
    assert outcome["last_visible"] == 16 - outcome["sympathy_tokens"]


@given(riots())
@many
def test_a_riot_nobody_won_changes_nothing_but_troops(state: Any) -> None:
    ruling = RIOT.rule(state)
    outcome = ruling.outcome
    if outcome["winner"] is None:
        assert outcome["controller"] == outcome["defender"]
        assert outcome["sympathy_tokens"] == state.track.sympathy_tokens
        assert outcome["victory_marker"] == state.track.victory_marker
        if ruling.verdict == "resolved":  # with a side at six nothing says how the riot ends
            assert outcome["game_winner"] is None
            assert outcome["region_deck"] == len(state.cards)


@given(riots())
@many
def test_a_side_wins_the_game_only_on_its_own_condition(state: Any) -> None:
    ruling = RIOT.rule(state)
    if ruling.verdict != "resolved":
        return
    outcome = ruling.outcome
    met = outcome["victory_marker"] >= outcome["last_visible"]
    lawful = outcome.get("martial_law_tokens", 0) == 6 or outcome["sympathy_tokens"] == 0
    assert outcome["game_winner"] == ("vampire" if met else "human" if lawful else None)
