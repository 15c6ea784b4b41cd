"""What holds at every table that legal play can reach."""

import random
from collections import Counter
from dataclasses import fields, replace

from hypothesis import given, settings
from hypothesis import strategies as st
from side_by_side import engine_legal

from adjudicator import GAMES, Silent, Trace
from adjudicator.partial import rule_in_part
from adjudicator.parts import Part
from adjudicator.verdicts import Settled
from adjudicator.victory_honor.cards import (
    CARDS,
    DECK,
    NOBODY,
    NOWHERE,
    NUMBER,
    POSITIONS,
    SEATS,
    cards_in,
    numbers_in,
    seat_or_none,
)
from adjudicator.victory_honor.play.boards import empty_positions
from adjudicator.victory_honor.play.deal import exchange
from adjudicator.victory_honor.play.invariants import broken
from adjudicator.victory_honor.play.phases import phase_end, resolve_phase
from adjudicator.victory_honor.play.playing import Action, advance, faced_down, play
from adjudicator.victory_honor.play.plays import legal_plays
from adjudicator.victory_honor.play.round import FACE_DOWN, Round, card_of, place_of
from adjudicator.victory_honor.play.scoring import points, score
from adjudicator.victory_honor.rulings.play_card import PlayCard
from adjudicator.victory_honor.rulings.turn import ScoutOrder, Turn, hand_is_whole
from adjudicator.victory_honor.state import Empty, Opened

GAME = GAMES["victory-honor"]
COLOURS = ("red", "blue", "black", "yellow")

deals = st.permutations(range(40)).map(
    lambda deck: tuple(sum(1 << c for c in deck[at : at + 10]) for at in (0, 10, 20, 30))
)
some_readings = st.fixed_dictionaries(
    {}, optional={id: st.sampled_from(conflict.readings) for id, conflict in GAME.conflicts.items()}
)
choices = st.lists(st.integers(min_value=0, max_value=10_000), min_size=36, max_size=36)
starts = st.builds(
    lambda hands, turn, partners: Round(partners=partners, phase=1, turn=turn, hands=hands),
    deals,
    st.integers(min_value=0, max_value=3),
    st.booleans(),
)


def states(state, choices, readings):
    """Every table of a round played by these choices, the finished phases included."""
    trace = Silent(readings)
    for choice in choices:
        yield state
        legal = sorted(engine_legal(state, trace), key=str)
        field, card, named, _ = legal[choice % len(legal)]
        named_number = NOWHERE if named is None else POSITIONS.index(named)
        state = advance(state, POSITIONS.index(field), NUMBER[card], named_number, trace)
        if state.phase_over:
            yield state
            state = resolve_phase(state, trace)
            if state.turn == NOBODY and state.phase <= 3:
                state = Round(
                    partners=state.partners,
                    phase=state.phase,
                    turn=choice % 4,
                    hands=state.hands,
                    previous=state.previous,
                    captured=state.captured,
                    lost=state.lost,
                )
    yield state


@given(starts, choices, some_readings)
def test_every_reached_table_keeps_the_promises(start, choices, readings):
    for state in states(start, choices, readings):
        assert list(broken(state)) == []


@given(starts, choices, some_readings)
def test_forty_cards_are_accounted_for_at_the_end(start, choices, readings):
    *_, last = states(start, choices, readings)
    assert last.phase == 4
    assert sum((*last.captured, *last.hands, last.lost)) == DECK
    assert all(hand.bit_count() == 1 for hand in last.hands)
    if readings.get("VH-C20") != "with-generals":
        assert max(score(last, Silent(readings))) <= 99
        assert points(DECK, Silent(readings)) == 108


@settings(max_examples=25)
@given(starts, choices, some_readings)
def test_a_trace_changes_nothing(start, choices, readings):
    for state in states(start, choices, readings):
        if state.phase_over:
            assert phase_end(state, Silent(readings)) == phase_end(state, Trace(readings))
            continue
        if state.turn == NOBODY:
            continue
        told, silent = legal_plays(state, Trace(readings)), legal_plays(state, Silent(readings))
        assert told.choices == silent.choices


@settings(max_examples=25)
@given(starts, choices, some_readings)
def test_every_card_and_position_is_either_allowed_or_barred_by_a_rule(start, choices, readings):
    for state in states(start, choices, readings):
        if state.phase_over or state.turn == NOBODY:
            continue
        plays = legal_plays(state, Trace(readings))
        assert any(cards for cards, _ in plays.choices)
        for position in range(3):
            for card in numbers_in(state.hands[state.turn]):
                barred = [bar.rule for bar in plays.bars if bar.position == position and bar.cards >> card & 1]
                assert bool(barred) != plays.allows(position, card), (position, CARDS[card], barred)
                after = play(state, Action(position=position, card=card), Silent(readings))
                assert (after is not None) == plays.allows(position, card)


@given(starts, choices)
def test_what_follows_from_the_text(start, choices):
    for state in states(start, choices, {}):
        if not state.phase_over:
            continue
        opened: dict[int, str] = {}
        for played in state.plays:
            card, position = CARDS[card_of(played)], place_of(played) % 3
            if not played & FACE_DOWN:
                assert opened.setdefault(position, card.split()[0]) == card.split()[0]
            elif position not in opened:
                assert card.split()[0] in opened.values(), "an opening sacrifice is of a colour opened elsewhere"
        assert len(set(opened.values())) == len(opened)
        assert bool(state.trump) == (len(opened) == 3)
        hit = [shot.aimed_position for shot in phase_end(state, Silent()).shots]
        assert len(set(hit)) == len(hit), "at most one card is bombarded in a position"
        mutual = [s for s in phase_end(state, Silent()).shots if s.position == 1]
        assert not (state.partners and mutual)


@settings(max_examples=25)
@given(starts, choices, some_readings)
def test_the_question_about_a_turn_is_the_same_game(start, choices, readings):
    procedure = GAME.procedures["legal-plays"]
    for state in states(start, choices, readings):
        if state.phase_over or state.turn == NOBODY:
            continue
        if state.filling and (state.order != NOWHERE or state.suggestion != NOWHERE):
            continue  # who played the scout cannot be told from the position, and does not matter
        outcome = procedure.rule(asked(state), readings).outcome
        ours = {
            (position, card, "down" if way in ("trump", "sacrifice", "opening-sacrifice") else "up")
            for position in POSITIONS
            for way, cards in outcome[position].items()
            for card in cards
        }
        assert ours == {(f, c, face) for f, c, _, face in engine_legal(state, Silent(readings))}
        assert outcome["ended"] == bool(state.filling)


def asked(state):
    """The turn as the player to move would write it down."""
    left = [tuple(p for n, p in enumerate(POSITIONS) if empty_positions(state.covered, s) >> n & 1) for s in range(4)]
    named = max(state.order, state.suggestion)
    scout = None
    if named != NOWHERE:
        by = next(s for s in range(4) if (s + state.previous + 1) % 4 == state.turn)
        scout = ScoutOrder(by=seat_or_none(by), position=POSITIONS[named])
    colours = [COLOURS[(suit.bit_length() - 1) // 10] if suit else None for suit in state.opened]
    return Turn(
        mode="partners" if state.partners else "solo",
        seat=SEATS[state.turn],
        empty=Empty(north=left[0], east=left[1], south=left[2], west=left[3]),
        opened=Opened(left=colours[0], centre=colours[1], right=colours[2]),
        hand=tuple(cards_in(state.hands[state.turn])),
        rest_of_hand=(),
        previous=None if state.previous == NOWHERE else POSITIONS[state.previous],
        scout=scout,
        filling_up=bool(state.filling),
    )


def dealt(dice):
    """A round about to begin, its cards dealt by these dice."""
    deck = [*range(40)]
    dice.shuffle(deck)
    hands = tuple(sum(1 << card for card in deck[at : at + 10]) for at in (0, 10, 20, 30))
    return Round(partners=dice.random() < 0.5, phase=1, turn=dice.randrange(4), hands=hands)


def named_in_part(turn, card, dice):
    """The same turn with only some of the hand named."""
    named = dice.choice((turn.hand, tuple(held for held in turn.hand if held == card or dice.random() < 0.4), ()))
    if named != turn.hand and hand_is_whole(replace(turn, hand=named), Silent()):
        named = ()  # nobody can tell these from the hand of another phase
    return replace(turn, hand=named, rest_of_hand=tuple(held for held in turn.hand if held not in named))


def absent_facts(turn, dice):
    """Some of what a table may leave out."""
    leads = all(len(empty) == 3 for empty in turn.empty)
    return {
        *(["rest_of_hand"] if turn.rest_of_hand else []),
        *(["previous"] if not leads and dice.random() < 0.5 else []),
        *(["opened"] if dice.random() < 0.5 else []),
    }


def without(turn, absent):
    """The turn without these facts."""
    return Part(Turn, {each.name: getattr(turn, each.name) for each in fields(turn) if each.name not in absent})


def in_part(name, part, readings):
    """What is said of a state told in part."""
    return rule_in_part(GAME.procedures[name], part, readings, runs=40).result


def test_a_turn_told_in_part_is_asked_about_or_ruled_on_like_the_whole():
    dice, ruled = random.Random(40), Counter()
    for _ in range(6):
        readings = {
            id: dice.choice(conflict.readings) for id, conflict in GAME.conflicts.items() if dice.random() < 0.3
        }
        for state in states(dealt(dice), [dice.randrange(10_000) for _ in range(36)], readings):
            if state.turn == NOBODY or state.phase_over:
                continue
            turn = asked(state)
            card, position = dice.choice(turn.hand), dice.choice(POSITIONS)
            full = GAME.procedures["play-card"].rule(PlayCard(turn=turn, card=card, position=position), readings)
            named = named_in_part(turn, card, dice)
            absent = absent_facts(named, dice)
            less = without(named, absent)
            part = in_part("play-card", Part(PlayCard, {"turn": less, "card": card, "position": position}), readings)
            ruled[part.verdict if isinstance(part, Settled) else "asks"] += bool(absent)
            if isinstance(part, Settled):
                assert part.verdict == full.verdict
                if part.verdict == "legal":
                    assert part.outcome == full.outcome
                else:
                    barring = {step.rule for step in part.steps if step.bars}
                    assert barring
                    assert barring | {*part.outcome.get("barred_by", ())} <= {*full.outcome["barred_by"]}
            part = in_part("where-to-play", less, readings)
            if isinstance(part, Settled):
                assert part.outcome == GAME.procedures["where-to-play"].rule(turn, readings).outcome
    assert min(ruled[kind] for kind in ("legal", "illegal", "asks")) > 10, ruled


@given(deals, st.randoms(use_true_random=False))
def test_the_pass_leaves_ten_cards_and_moves_twelve(hands, dice):
    laid = tuple(tuple(dice.sample(list(numbers_in(hand)), 3)) for hand in hands)
    after = exchange(hands, laid)
    assert sum(after) == DECK
    assert all(hand.bit_count() == 10 for hand in after)
    for seat, cards in enumerate(laid):
        for receiver, card in zip(((seat + 1) % 4, (seat + 2) % 4, (seat + 3) % 4), cards, strict=True):
            assert after[receiver] >> card & 1


def test_faces_follow_from_the_table():
    state = Round(partners=True, phase=1, turn=0, hands=(0b11, 0, 0, 0), opened=(0x3FF, 0, 0), covered=0b1000)
    assert not faced_down(state, 0, 0, Silent())
    assert faced_down(state, 0, 10, Silent())
    assert faced_down(state, 1, 0, Silent())
    assert not faced_down(state, 1, 10, Silent())
