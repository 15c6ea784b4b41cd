"""What cards do to a fight, written down as data with the words printed on them.

The rules know no card by name: a card enters as a permission, a ban, an exemption, a grant, a modifier or
another fate, and the ruling shows which card it rests on.
"""

from typing import Literal, TypeAlias, get_args

from adjudicator.doomtrooper.conflicts import GIFTS, PLAIN_IMMUNITY
from adjudicator.doomtrooper.state import Immunity, Power, Stat, Status
from adjudicator.kernel import Trace, state_type

AffiliationBan: TypeAlias = Literal[
    "same-corporation", "brotherhood-target", "brotherhood-attacks", "mortificator-target"
]
Bar: TypeAlias = Literal[
    "first-turn",
    "no-action-left",
    "already-attacked",
    "never-fights",
    "covered",
    "just-uncovered",
    "own-warrior",
    AffiliationBan,
    "areas",
    "aircraft",
]
"""A reason that bars an attack and that a card may lift."""
FightBar: TypeAlias = Literal[
    "other-tactic",
    "warzone-of-attacker",
    "warzone-before-tactic",
    "warzone-elsewhere",
    "warzone-for-another-area",
    "warzone-on-battle",
    "vehicle-bans-weapons",
    "weapon-not-usable",
    "too-many-weapons",
]
"""A reason why something cannot be used in a fight and that a card may lift."""
Role: TypeAlias = Literal["attacker", "defender"]
ROLES: tuple[Role, ...] = get_args(Role)
AFFILIATION_BANS: tuple[AffiliationBan, ...] = get_args(AffiliationBan)


@state_type
class Permission:
    """A card that lets a warrior do what the manual bars."""

    card: str
    """Its name."""
    words: str
    """The words printed on it that say so."""
    lifts: Bar | Literal["affiliation"]
    """The bar it lifts; `affiliation` lifts all that come from affiliations."""
    by_changing_fighter: bool = False
    """Whether it does so by changing the attacker or the defender of a fight."""


@state_type
class Ban:
    """A card that forbids the attack."""

    card: str
    """Its name."""
    words: str
    """The words printed on it that say so."""


@state_type
class Modifier:
    """A card, or an ability, that changes a fighter's value in this fight."""

    card: str
    """Its name."""
    words: str
    """The words printed on it that say so."""
    on: Role
    """Whose value it changes."""
    value: Stat | Literal["attack"]
    """What it changes; `attack` is C or S, whichever the tactic is."""
    amount: int = 0
    """By how much, or to what; left out where the card doubles or halves."""
    sets: bool = False
    """Whether the value becomes `amount` instead of changing by it."""
    base: Literal["doubled", "halved"] | None = None
    """What the card makes of the base value, which is the printed one as an Animal has changed it."""
    power: Power | None = None
    """The Art or the Dark Symmetry, where it is of one."""
    played: bool = True
    """Whether it was played in this fight; otherwise it was assigned before, or is an ability."""
    icon: Literal["+", "-", "x"] | None = None
    """For a card played in this fight: its postplay icon; without one it is discarded."""


@state_type
class Exemption:
    """A card that lets a fighter use in a fight what the manual bars."""

    card: str
    """Its name."""
    words: str
    """The words printed on it that say so."""
    on: Role
    """The fighter it lets."""
    lifts: FightBar
    """What it lifts."""


@state_type
class Grant:
    """A card that gives a fighter an ability the rules know, or takes it."""

    card: str
    """Its name."""
    words: str
    """The words printed on it that say so."""
    on: Role
    """The fighter who gets or loses it."""
    gives: Literal["strikes-first", "always-strikes-first", "never-strikes-first"] | Immunity
    """An immunity, or whether he strikes first; `always` even against another who does."""


@state_type
class Fate:
    """A card that changes what a hit does to a fighter."""

    card: str
    """Its name."""
    words: str
    """The words printed on it that say so."""
    on: Role
    """The fighter who was hit."""
    instead_of: Literal["wounded", "killed"]
    """What the hit would make of him."""
    becomes: Status
    """What it makes of him instead."""


def card_lifts(bar: FightBar, exemptions: tuple[Exemption, ...], trace: Trace) -> bool:
    """Whether one of these cards, all of one fighter, lets him do what the manual bars."""
    for exemption in exemptions:
        if exemption.lifts == bar:
            trace.cite("DT-4.2", "card-lifts", card=exemption.card, words=exemption.words, bar=bar)
            return True
    return False


def immune_to(power: Power, immunities: tuple[Immunity, ...], trace: Trace) -> bool:
    """Whether the power has no effect on a warrior with these immunities."""
    if not immunities:
        return False
    if power == "art":
        immune = "art" in immunities
        if immune:
            trace.cite("DT-14.2", "immune-to-the-art")
        return immune
    if "dark-symmetry-cards" in immunities:
        trace.cite("DT-6.63", "cards-cover-every-gift", power=power)
        return True
    plain = "dark-symmetry" in immunities
    if power == "dark-gift":
        if plain or "dark-symmetry-gifts" in immunities:
            trace.cite("DT-14.2", "immune-to-gifts")
            return True
        return False
    if plain and trace.reading(PLAIN_IMMUNITY) == "cards":
        trace.cite("DT-6.63", "plain-immunity-means-cards")
        return True
    if plain or "dark-symmetry-gifts" in immunities:
        if trace.reading(GIFTS) == "all-are-gifts":
            trace.cite("DT-6.58", "apostles-gift-is-a-gift")
            return True
        trace.cite("DT-6.64", "apostles-gift-still-works")
    return False
