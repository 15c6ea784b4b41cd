"""The pieces that several procedures of Village Attacks are asked about, as players would write them down.

The map, the printed health of figures, the slots of a monster's board and the words on cards stand in
no rule: whoever asks gives them as the table shows them.
"""

from typing import Annotated, Final, Literal, TypeAlias

from adjudicator.kernel import state_type
from adjudicator.written import Written

Count: TypeAlias = Annotated[int, Written(ge=0)]
Slots: TypeAlias = Annotated[int, Written(ge=1)]
"""Slots of a kind printed on a monster's board."""
Face: TypeAlias = Literal["melee", "ranged", "magic", "villager", "defence", "vengeance"]
"""A die's result; `villager` is the Villager Activation."""
DieKind: TypeAlias = Literal["normal", "day", "night"]
Time: TypeAlias = Literal["none", "day", "night"]
"""What the Day/Night token shows; `none` where the mode is not played."""
Kind: TypeAlias = Literal["commoner", "hunter", "yunfakh", "hero"]
Role: TypeAlias = Literal["playing", "summoned", "minion"]
Condition: TypeAlias = Literal["broken", "silenced", "slowed", "burning", "stunned"]
Coin: TypeAlias = Literal["heads", "tails"]

EVERY_TYPE: Final = "every"
"""The type of a Veteran Hunter."""
HEART: Final = "castle-heart"
"""The Castle Heart as a target."""


@state_type
class Trap:
    """A trap lying in a zone, with what its card says."""

    name: str
    """What the card is called."""
    damage: Count
    """Damage to each villager it catches, 0 where it does none."""
    affects: tuple[Kind, ...] = ("commoner", "hunter", "yunfakh", "hero")
    """The kinds of villagers it affects."""
    hits: Count | None = None
    """How many of them at most; all of them when absent."""
    stuns: bool = False
    """Whether those are Stunned."""
    burns: bool = False
    """Whether those are set on fire."""


@state_type
class Zone:
    """A zone of the map."""

    name: str
    """What players call it."""
    neighbours: tuple[str, ...]
    """The zones adjacent to it."""
    distance: Count
    """Zones to the Castle Heart by the shortest path; 0 is the Castle Heart itself."""
    spawn: bool = False
    """Whether villagers appear here: it has a Spawn token."""
    room: Count | None = None
    """How many figures fit into it; absent where there is room for all."""
    unlucky: bool = False
    """Whether the zone is Unlucky."""
    dark: bool = False
    """Whether the zone is in Darkness."""
    trap: Trap | None = None
    """The trap in it, if any."""


@state_type
class HeroCard:
    """The printed values of a hero."""

    move: Count
    """Zones it moves."""
    attacks: Count
    """Attacks it makes."""
    range: Count
    """Zones its attacks reach; 0 is its own zone."""
    damage: Count
    """Damage of an attack."""
    nemesis_damage: Count | None = None
    """Damage to a monster of its own type, where the card names another."""


@state_type
class Villager:
    """A villager on the map."""

    name: str
    """Its name or mark among the others."""
    kind: Kind
    """Commoner, Hunter, Yunfakh Hunter or Hero."""
    zone: str
    """Where it stands."""
    type: str | None
    """The monster type on its ring or card; `every` for a Veteran, none for a commoner."""
    health: Count
    """Damage it can still take."""
    stunned: bool = False
    """Whether it lies on its side."""
    burning: bool = False
    """Whether it burns."""
    card: HeroCard | None
    """What a hero's card says; nobody else has one."""


@state_type
class SpecialDie:
    """The Day or Night die on a monster's board: one of the results named there."""

    result: Face
    """What it shows."""
    place: Literal["rolled", "defence", "movement", "reserve"]
    """Whether it is rolled and not used yet, or on which slots it lies."""


@state_type
class Board:
    """A monster's board: its slots, the dice on them and the condition tokens."""

    defence_slots: Slots
    """Defence slots printed on it."""
    movement_slots: Slots
    """Movement slots printed on it."""
    reserve_slots: Slots
    """Reserve slots printed on it."""
    dice: tuple[Face, ...] = ()
    """Results rolled and not used yet."""
    defence: tuple[Face, ...] = ()
    """Results on the Defence slots."""
    movement: tuple[Face, ...] = ()
    """Results on the Movement slots."""
    reserve: tuple[Face, ...] = ()
    """Results on the Reserve slots."""
    special: SpecialDie | None = None
    """Which of these results is the Day or Night die's, where one is."""
    broken: Count = 0
    """Broken tokens on the Defence slots."""
    slowed: Count = 0
    """Slowed tokens on the Movement slots."""
    silenced: Count = 0
    """Silenced tokens on the Reserve slots."""
    burning: Count = 0
    """Burning tokens."""


@state_type
class Monster:
    """A monster, a summoned monster or a minion."""

    name: str
    """What it is called."""
    type: str
    """Its monster type."""
    zone: str | None
    """Where it stands; absent for a dead one."""
    health: Count
    """Its printed health."""
    damage: Count = 0
    """Damage tokens on it."""
    role: Role = "playing"
    """Whether a player plays it, it was summoned, or it is a minion."""
    controller: str | None = None
    """For a minion, the monster it belongs to."""
    stunned: bool = False
    """Whether it lies on its side."""
    board: Board | None = None
    """Its board; none where nothing lies on it."""


@state_type
class Troll:
    """The Troll on the map."""

    zone: str
    """Where it stands."""
    die: Face
    """The die thrown for it."""


Cause: TypeAlias = Literal["attack", "capacity", "vengeance", "summoned", "trap", "burning", "troll"]
"""What kills a villager: an attack or Capacity of the monster, its Vengeance, a summoned monster, and so on."""
About: TypeAlias = Literal[
    "target",
    "unlucky",
    "path",
    "shoved",
    "shove-path",
    "defence",
    "minion",
    "troll-coin",
    "stunned",
    "trap",
    "activates",
    "die",
]


@state_type
class Decision:
    """What a coin or a player said when the rules left something open."""

    about: About
    """What was open."""
    who: str
    """The figure or zone it was open for; `villager-activation` for the zone of a Villager Activation."""
    pick: str
    """What it fell on, as the options were named; heads or tails where the sides have a meaning."""
