"""Random games of Victory & Honor beside random games of other trick-taking games, in one run on one core.

OpenSpiel's hearts (C++) and RLCard's bridge (Python) are measured where they are installed:
`pip install -e '.[bench]'`. A game is one deal there and four rounds here, so plays are the fairer measure.
"""

import random
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from service.cli.simulate import ROUNDS, simulate

SECONDS = 5.0


def rates() -> Iterator[tuple[str, str]]:
    """Each game with the games and plays a second of it."""
    done = 0

    def rounds() -> int:
        nonlocal done
        done += 1
        return simulate(1, done, checked=False).plays

    yield f"victory-honor, {ROUNDS} rounds", _rate(rounds)
    if find_spec("pyspiel"):
        yield "OpenSpiel hearts, one deal", _rate(_hearts())
    if find_spec("rlcard"):
        yield "RLCard bridge, one deal", _rate(_bridge())


def _rate(game: Callable[[], int]) -> str:
    began, games, plays = time.perf_counter(), 0, 0
    while (spent := time.perf_counter() - began) < SECONDS:
        plays += game()
        games += 1
    return f"{games / spent:,.0f} games a second, {plays / spent:,.0f} plays a second"


def _hearts() -> Callable[[], int]:
    import pyspiel  # type: ignore[import-not-found]

    hearts = pyspiel.load_game("hearts")

    def play() -> int:
        state, plays = hearts.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                plays += 1
        return plays

    return play


def _bridge() -> Callable[[], int]:
    import rlcard  # type: ignore[import-not-found]
    from rlcard.agents import RandomAgent  # type: ignore[import-not-found]

    bridge = rlcard.make("bridge")
    bridge.set_agents([RandomAgent(bridge.num_actions) for _ in range(bridge.num_players)])

    def play() -> int:
        seats, _ = bridge.run(is_training=False)
        return sum(len(seat) // 2 for seat in seats)

    return play
