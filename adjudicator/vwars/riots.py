"""How a riot is fought: who defends, whether it breaks out, and the Region deck card by card.

White cards fight for the humans, red for the vampires. While the other side has troops in the city a
card spends itself on them and is turned facedown; after that it stays face-up, and its side's strength
is its troops plus its face-up cards. The first side at six wins on the spot; a deck used up with
neither side at six lets the riot sputter out.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.kernel import Json, Procedure, Ruling, Silence, Trace
from adjudicator.vwars.conflicts import (
    CONTROL,
    GRACE_PROTECTS,
    MARTIAL_LAW_EFFECTS,
    ROLE_BONUSES,
    RONALD_CAP,
    STRENGTH_AFTER_REMOVAL,
)
from adjudicator.vwars.state import (
    STRICT,
    Card,
    City,
    Count,
    Side,
    city_faults,
    enemy,
    martial_law_faults,
    player_card_faults,
    read_card,
    troop_faults,
)
from adjudicator.vwars.tables import MASSACRE_STRENGTH, RONALD_TROOPS, TROOP_CAP, WINNING_STRENGTH

VampireRole: TypeAlias = Literal["brad", "grace", "ronald"]
"""The roles whose vampire side can change a riot in their region."""
CARDS_USED_UP_AT_SIX = "cards-used-up-at-six"
"""What no text says: who wins when the cards run out with a side at six."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """Who defends a city and who attacks it."""

    defender: Side
    attacker: Side


def sides(city: City, trace: Trace) -> Sides:
    """Defender and attacker of a riot there."""
    defender = city.controller
    if not city.vampire_control:
        trace.cite("VW-8.5", "no-marker")
    elif not city.human_troops and not city.vampire_troops and trace.reading(CONTROL) == "troops":
        trace.cite("VW-3.11", "no-troops")
        defender = "human"
    else:
        trace.cite("VW-8.5", "has-a-marker")
    trace.cite("VW-8.4", "sides", defender=defender, attacker=enemy(defender))
    return Sides(defender=defender, attacker=enemy(defender))


def fighting_is_over(martial_law: bool, trace: Trace) -> bool:
    """Whether Martial Law, where the city is under it, has put an end to riots there."""
    if not martial_law:
        return False
    if trace.reading(MARTIAL_LAW_EFFECTS) == "it-summary":
        trace.cite("VW-9.17", "no-more-riots")
        return True
    trace.cite("VW-9.17", "no-ban-stated")
    return False


def cite_outbreak(human_troops: int | None, vampire_troops: int | None, trace: Trace) -> None:
    """Cite what lets the riot break out, whatever troops are there."""
    if human_troops is None or vampire_troops is None:
        trace.cite("VW-8.1", "whatever-troops")
    elif not human_troops and not vampire_troops:
        trace.cite("VW-8.1", "needs-no-troops")
    elif max(human_troops, vampire_troops) >= TROOP_CAP:
        trace.cite("VW-8.6", "even-with-six", human=human_troops, vampire=vampire_troops)
    else:
        trace.cite("VW-8.1", "breaks-out", human=human_troops, vampire=vampire_troops)


def reinforced(city: City, roles: tuple[VampireRole, ...], trace: Trace) -> City:
    """The city after General Ronald, where he is among the vampires in the region, has sent his troops."""
    if "ronald" not in roles:
        return city
    if trace.reading(ROLE_BONUSES) == "en-rulebook":
        trace.cite("VW-12.12", "on-the-card")
        raise Silence("role-card")
    troops = city.vampire_troops + RONALD_TROOPS
    if troops > TROOP_CAP and trace.reading(RONALD_CAP) == "cap-applies":
        troops = max(TROOP_CAP, city.vampire_troops)
        trace.cite("VW-12.12", "up-to-six", placed=troops - city.vampire_troops, troops=troops)
    else:
        trace.cite("VW-12.12", "two-more", troops=troops)
    return city.with_troops("vampire", troops)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight:
    """What is left on the table when a riot has been fought."""

    winner: Side | None
    """Nobody where it sputtered out or nothing says who won."""
    strength: int
    """The winner's combat strength, 0 without one."""
    city: City
    """The city with the troops left in it."""
    face_up: tuple[Card, ...]
    face_down: int
    unrevealed: int
    """Cards of the deck never turned over."""
    unsettled: bool = False
    """Whether the cards ran out with a side at six that no card left face-up has let win."""

    @property
    def massacre(self) -> bool:
        return self.strength >= MASSACRE_STRENGTH


def fight(city: City, cards: tuple[Card, ...], roles: tuple[VampireRole, ...], trace: Trace, unseen: int = 0) -> Fight:
    """The riot from the first card to the last that is needed; `unseen` cards lie under those given."""
    face_up: list[Card] = []
    strengths: dict[Side, int] = {"human": 0, "vampire": 0}  # of the face-up cards
    face_down = 0
    deck = len(cards) + unseen
    trace.cite("VW-8.8", "one-by-one", cards=deck)
    for revealed, card in enumerate(cards, 1):
        side, number = read_card(card)
        trace.cite("VW-8.9", "counts-for", card=card, side=side)
        if city.troops(enemy(side)):
            city = _troops_removed(city, card, roles, trace)
            face_down += 1
            strength = city.troops(side) + strengths[side]
            reached = strength >= WINNING_STRENGTH and not city.troops(enemy(side))
            won = reached and trace.reading(STRENGTH_AFTER_REMOVAL) == "check-at-once"
            if strength >= WINNING_STRENGTH and not won:
                trace.cite("VW-8.11", "not-checked", side=side, strength=strength, enemies=city.troops(enemy(side)))
        else:
            face_up.append(card)
            strengths[side] += number
            troops = city.troops(side)
            strength = troops + strengths[side]
            trace.cite("VW-8.13", "stays-face-up", card=card, side=side)
            trace.cite("VW-8.3", "adds-up", side=side, troops=troops, cards=strengths[side], strength=strength)
            won = strength >= WINNING_STRENGTH
        if won:
            trace.cite("VW-8.2", "reaches-six", side=side, strength=strength)
            trace.cite("VW-8.14", "ends-at-once", unrevealed=deck - revealed)
            return Fight(
                winner=side,
                strength=strength,
                city=city,
                face_up=tuple(face_up),
                face_down=face_down,
                unrevealed=deck - revealed,
            )
        if revealed < deck:
            trace.cite("VW-8.14", "next-card", side=side, strength=strength)
    unsettled = not unseen and not _sputters_out(city, strengths, trace)
    return Fight(
        winner=None,
        strength=0,
        city=city,
        face_up=tuple(face_up),
        face_down=face_down,
        unrevealed=unseen,
        unsettled=unsettled,
    )


def _sputters_out(city: City, strengths: dict[Side, int], trace: Trace) -> bool:
    """Whether the riot whose cards are used up may end without effect: only if neither side is at six."""
    human, vampire = (city.troops(side) + strengths[side] for side in ("human", "vampire"))
    if max(human, vampire) >= WINNING_STRENGTH:
        trace.cite("VW-8.15", "somebody-at-six", human=human, vampire=vampire)
        return False
    trace.cite("VW-8.15", "sputters-out")
    return True


def _troops_removed(city: City, card: Card, roles: tuple[VampireRole, ...], trace: Trace) -> City:
    side, number = read_card(card)
    against = enemy(side)
    present = city.troops(against)
    if "grace" in roles and against == "vampire":
        if trace.reading(ROLE_BONUSES) == "en-rulebook":
            trace.cite("VW-12.10", "on-the-card")
            raise Silence("role-card")
        if trace.reading(GRACE_PROTECTS) == "riots-too":
            trace.cite("VW-12.10", "protected-in-riots", card=card)
            trace.cite("VW-8.11", "turned-facedown", card=card)
            return city
        trace.cite("VW-12.10", "not-in-riots")
    removed = min(number, present)
    trace.cite("VW-8.10", "removes-troops", card=card, side=against, removed=removed, left=present - removed)
    if number > present:
        trace.cite("VW-8.12", "excess-wasted", card=card, wasted=number - present)
    trace.cite("VW-8.11", "turned-facedown", card=card)
    return city.with_troops(against, present - removed)


@dataclass(frozen=True, slots=True, kw_only=True)
class RiotSides:
    """A city in which a riot is about to break out."""

    __pydantic_config__ = STRICT
    city: City
    """The city."""


def riot_sides(state: RiotSides, trace: Trace) -> Ruling:
    """Who defends and who attacks."""
    city_faults(state.city, trace)
    trace.require_possible()
    found = sides(state.city, trace)
    return trace.ruling("resolved", defender=found.defender, attacker=found.attacker)


@dataclass(frozen=True, slots=True, kw_only=True)
class RiotCity:
    """A city that a riot falls on. Neither its marker nor its troops can keep the riot from it."""

    __pydantic_config__ = STRICT
    martial_law: bool = False
    """Whether it is under Martial Law."""
    region_martial_law: bool | None = None
    """Whether any city of its region has a Martial Law token."""
    vampire_control: bool | None = None
    """Whether a Vampire Control marker lies on it."""
    human_troops: Count | None = None
    """Human troops in it, in units."""
    vampire_troops: Count | None = None
    """Vampire troops in it, in units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RiotHappens:
    """The city that the riot of the turn falls on."""

    __pydantic_config__ = STRICT
    city: RiotCity
    """The city."""


def riot_happens(state: RiotHappens, trace: Trace) -> Ruling:
    """Whether the riot takes place."""
    martial_law_faults(state.city.martial_law, state.city.region_martial_law, trace)
    troop_faults(state.city.human_troops or 0, state.city.vampire_troops or 0, trace)
    trace.require_possible()
    if fighting_is_over(state.city.martial_law, trace):
        return trace.ruling("resolved", happens=False)
    cite_outbreak(state.city.human_troops, state.city.vampire_troops, trace)
    return trace.ruling("resolved", happens=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class RiotCard:
    """One card turned over in a riot."""

    __pydantic_config__ = STRICT
    card: Card
    """The card."""
    human_troops: Count
    """Human troops in the city."""
    vampire_troops: Count
    """Vampire troops in the city."""


def riot_card(state: RiotCard, trace: Trace) -> Ruling:
    """What that card does: troops removed, strength wasted, face-up or facedown."""
    side, number = read_card(state.card)
    city = City(vampire_control=False, human_troops=state.human_troops, vampire_troops=state.vampire_troops)
    city_faults(city, trace)
    trace.require_possible()
    trace.cite("VW-8.9", "counts-for", card=state.card, side=side)
    present = city.troops(enemy(side))
    if present:
        city = _troops_removed(city, state.card, (), trace)
    else:
        trace.cite("VW-8.13", "stays-face-up", card=state.card, side=side)
    return trace.ruling(
        "resolved",
        removed=min(number, present),
        wasted=max(0, number - present) if present else 0,
        face_up=not present,
        human_troops=city.human_troops,
        vampire_troops=city.vampire_troops,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RiotResolution:
    """A riot to be fought, or one being fought."""

    __pydantic_config__ = STRICT
    human_troops: Count
    """Human troops in the city."""
    vampire_troops: Count
    """Vampire troops in the city."""
    cards: tuple[Card, ...]
    """The cards in the order they are revealed, the one from the Now slot among them."""
    more_cards: Count = 0
    """Cards of the deck that nobody has seen yet."""


def riot_resolution(state: RiotResolution, trace: Trace) -> Ruling:
    """Who wins the fight, at what strength, and what is left."""
    if not state.cards and not state.more_cards:
        trace.fault("VW-8.7", "no-riot-card")
    player_card_faults(len(state.cards) + state.more_cards, trace)
    city = City(vampire_control=False, human_troops=state.human_troops, vampire_troops=state.vampire_troops)
    city_faults(city, trace)
    trace.require_possible()
    fought = fight(city, state.cards, (), trace, state.more_cards)
    if fought.winner is None and state.more_cards:
        trace.cite("VW-8.14", "asks-next-card", left=state.more_cards)
        return trace.ruling("undecided", missing=["cards"], **fight_outcome(fought))
    if fought.unsettled:
        return trace.ruling("undecided", not_stated=CARDS_USED_UP_AT_SIX, **fight_outcome(fought))
    return trace.ruling("resolved", **fight_outcome(fought))


def fight_outcome(fought: Fight) -> dict[str, Json]:
    """The fight as an outcome states it."""
    return {
        "winner": fought.winner,
        "strength": fought.strength,
        "massacre": fought.massacre,
        "human_troops": fought.city.human_troops,
        "vampire_troops": fought.city.vampire_troops,
        "face_up": list(fought.face_up),
        "face_down": fought.face_down,
        "unrevealed": fought.unrevealed,
    }


_CITY = City(vampire_control=False, human_troops=3, vampire_troops=1)

PROCEDURES = (
    Procedure(
        name="riot-sides",
        state=RiotSides,
        decide=riot_sides,
        example=RiotSides(city=_CITY),
        summary={"it": "Chi difende e chi attacca in una rivolta", "en": "Who defends and who attacks in a riot"},
    ),
    Procedure(
        name="riot-happens",
        state=RiotHappens,
        decide=riot_happens,
        example=RiotHappens(city=RiotCity(human_troops=3, vampire_troops=1)),
        summary={"it": "Se la rivolta ha luogo", "en": "Whether the riot takes place"},
    ),
    Procedure(
        name="riot-card",
        state=RiotCard,
        decide=riot_card,
        example=RiotCard(card="red 4", human_troops=3, vampire_troops=1),
        summary={"it": "Che cosa fa una carta della rivolta", "en": "What one card of a riot does"},
    ),
    Procedure(
        name="riot-resolution",
        state=RiotResolution,
        decide=riot_resolution,
        example=RiotResolution(human_troops=2, vampire_troops=1, cards=("red 2", "white 3", "red 5", "white 1")),
        summary={
            "it": "Chi vince il combattimento di una rivolta, carta per carta",
            "en": "Who wins the fight of a riot, card by card",
        },
    ),
)
