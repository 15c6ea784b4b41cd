"""The states that `make bench` takes the time of are states, and are ruled on."""

from adjudicator import GAMES
from evals.bench import crowded_states


def test_every_crowded_state_is_valid_and_possible() -> None:
    states = [kept for game in GAMES.values() for kept in crowded_states(game)]
    assert states
    for procedure, state in states:
        assert procedure.rule(state).steps
