"""The map that the procedures' example states share."""

from adjudicator.village_attacks.state import Zone

THREE_ROOMS = (
    Zone(name="heart", neighbours=("hall",), distance=0),
    Zone(name="hall", neighbours=("heart", "gate"), distance=1),
    Zone(name="gate", neighbours=("hall",), distance=2, spawn=True),
)
