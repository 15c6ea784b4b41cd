"""The map and figures that the procedures' example states share."""

from adjudicator.village_attacks.state import HeroCard, Villager, Zone

THREE_ROOMS = (
    Zone(name="heart", neighbours=("hall",), distance=0),
    Zone(name="hall", neighbours=("heart", "gate"), distance=1),
    Zone(name="gate", neighbours=("hall",), distance=2, spawn=True),
)
FULL_HALL = (
    Zone(name="heart", neighbours=("hall",), distance=0),
    Zone(name="hall", neighbours=("heart", "gate"), distance=1, room=2),
    Zone(name="gate", neighbours=("hall",), distance=2, spawn=True),
)
MILLER = Villager(name="miller", kind="commoner", zone="gate", type=None, health=1, card=None)
HUNTER = Villager(name="hunter", kind="hunter", zone="hall", type="Vampire", health=2, card=None)
ADA = Villager(
    name="Ada",
    kind="hero",
    zone="hall",
    type="Banshee",
    health=3,
    card=HeroCard(move=1, attacks=1, range=1, damage=2),
)
CROWD = (
    Villager(name="carter", kind="commoner", zone="hall", type=None, health=1, card=None),
    HUNTER,
    Villager(name="smith", kind="commoner", zone="gate", type=None, health=1, card=None),
)
