"""How a riot is fought: the Region deck card by card.

White cards fight for the humans, red for the vampires. While the other side has troops in the city a
card spends itself on them and is turned facedown; after that it stays face-up, and its side's strength
is its troops plus its face-up cards. The first side at six wins on the spot; a deck used up with
neither side at six lets the riot sputter out.
"""

from dataclasses import dataclass, field, replace

from adjudicator.kernel import Procedure, Ruling, Stopped, Trace, result_type, state_type
from adjudicator.vwars.conflicts import GRACE_PROTECTS, ROLE_BONUSES, STRENGTH_AFTER_REMOVAL
from adjudicator.vwars.state import Card, Count, Side, VampireRole, enemy, player_card_faults, read_card, troop_faults
from adjudicator.vwars.tables import MASSACRE_STRENGTH, WINNING_STRENGTH


@result_type
class Fought:
    """What is left on the table when a riot has been fought, or as far as its cards are known."""

    winner: Side | None
    """Nobody where it sputtered out, where it goes on or where nothing says who won."""
    strength: int
    """The winner's combat strength, 0 without one."""
    massacre: bool
    human_troops: int
    vampire_troops: int
    face_up: tuple[Card, ...]
    face_down: int
    unrevealed: int
    """Cards of the deck not turned over."""
    goes_on: bool | None = None
    """True where nobody has won and the next card has to be revealed."""
    not_stated: str | None = None
    """What no text says, where the cards ran out with a side at six that no card left face-up has let win."""


@dataclass(slots=True)
class _Table:
    """The troops and the cards while a riot is being fought."""

    troops: dict[Side, int]
    strengths: dict[Side, int] = field(default_factory=lambda: {"human": 0, "vampire": 0})
    """Of the face-up cards."""
    face_up: list[Card] = field(default_factory=list)
    face_down: int = 0

    def left(self, winner: Side | None, strength: int, unrevealed: int) -> Fought:
        """What is left of it."""
        return Fought(
            winner=winner,
            strength=strength,
            massacre=strength >= MASSACRE_STRENGTH,
            human_troops=self.troops["human"],
            vampire_troops=self.troops["vampire"],
            face_up=tuple(self.face_up),
            face_down=self.face_down,
            unrevealed=unrevealed,
        )


def fight(
    human_troops: int,
    vampire_troops: int,
    cards: tuple[Card, ...],
    roles: tuple[VampireRole, ...],
    trace: Trace,
    unseen: int = 0,
) -> Fought:
    """The riot from the first card to the last that is needed; `unseen` cards lie under those given.

    Stops with a `Fought` where nothing says who has won.
    """
    table = _Table({"human": human_troops, "vampire": vampire_troops})
    deck = len(cards) + unseen
    trace.cite("VW-8.8", "one-by-one", cards=deck)
    for revealed, card in enumerate(cards, 1):
        side, _ = read_card(card)
        trace.cite("VW-8.9", "counts-for", card=card, side=side)
        play = _spend if table.troops[enemy(side)] else _leave_face_up
        strength, won = play(card, table, roles, trace)
        if won:
            trace.cite("VW-8.2", "reaches-six", side=side, strength=strength)
            trace.cite("VW-8.14", "ends-at-once", unrevealed=deck - revealed)
            return table.left(side, strength, deck - revealed)
        if revealed < deck:
            trace.cite("VW-8.14", "next-card", side=side, strength=strength)
    after = table.left(None, 0, unseen)
    if unseen:
        trace.cite("VW-8.14", "goes-on", left=unseen)
        return replace(after, goes_on=True)
    human, vampire = (table.troops[side] + table.strengths[side] for side in table.troops)
    if human >= WINNING_STRENGTH or vampire >= WINNING_STRENGTH:
        trace.cite("VW-8.15", "somebody-at-six", human=human, vampire=vampire)
        raise Stopped("undecided", replace(after, not_stated="cards-used-up-at-six"))
    trace.cite("VW-8.15", "sputters-out")
    return after


def _spend(card: Card, table: _Table, roles: tuple[VampireRole, ...], trace: Trace) -> tuple[int, bool]:
    """Its side's strength after the card has removed troops, and whether that wins."""
    side, _ = read_card(card)
    enemies = table.troops[enemy(side)] = remove_troops(card, table.troops[enemy(side)], roles, trace)
    table.face_down += 1
    strength = table.troops[side] + table.strengths[side]
    if strength < WINNING_STRENGTH:
        return strength, False
    if not enemies and trace.reading(STRENGTH_AFTER_REMOVAL) == "check-at-once":
        return strength, True
    trace.cite("VW-8.11", "not-checked", side=side, strength=strength, enemies=enemies)
    return strength, False


def _leave_face_up(card: Card, table: _Table, roles: tuple[VampireRole, ...], trace: Trace) -> tuple[int, bool]:
    """Its side's strength with the card, and whether that wins."""
    side, number = read_card(card)
    table.face_up.append(card)
    table.strengths[side] += number
    troops, cards = table.troops[side], table.strengths[side]
    trace.cite("VW-8.13", "stays-face-up", card=card, side=side)
    trace.cite("VW-8.3", "adds-up", side=side, troops=troops, cards=cards, strength=troops + cards)
    return troops + cards, troops + cards >= WINNING_STRENGTH


def remove_troops(card: Card, present: int, roles: tuple[VampireRole, ...], trace: Trace) -> int:
    """How many of the enemy troops present the card leaves."""
    side, number = read_card(card)
    against = enemy(side)
    if "grace" in roles and against == "vampire":
        if trace.reading(ROLE_BONUSES) == "en-rulebook":
            trace.cite("VW-12.10", "on-the-card")
            trace.silence("role-card")
        if trace.reading(GRACE_PROTECTS) == "riots-too":
            trace.cite("VW-12.10", "protected-in-riots", card=card)
            trace.cite("VW-8.11", "turned-facedown", card=card)
            return present
        trace.cite("VW-12.10", "not-in-riots")
    removed = min(number, present)
    trace.cite("VW-8.10", "removes-troops", card=card, side=against, removed=removed, left=present - removed)
    if number > present:
        trace.cite("VW-8.12", "excess-wasted", card=card, wasted=number - present)
    trace.cite("VW-8.11", "turned-facedown", card=card)
    return present - removed


@state_type
class RiotCard:
    """One card turned over in a riot."""

    card: Card
    """The card."""
    human_troops: Count
    """Human troops in the city."""
    vampire_troops: Count
    """Vampire troops in the city."""


@result_type
class CardPlayed:
    """What the card has done, and the troops after it."""

    removed: int
    """Troops it removed."""
    wasted: int
    """How much of its number was more than there were troops to remove."""
    face_up: bool
    """Whether it stays face-up."""
    human_troops: int
    vampire_troops: int


def riot_card(state: RiotCard, trace: Trace) -> Ruling:
    """What that card does: troops removed, strength wasted, face-up or facedown."""
    troop_faults(state.human_troops, state.vampire_troops, trace)
    trace.require_possible()
    side, number = read_card(state.card)
    troops: dict[Side, int] = {"human": state.human_troops, "vampire": state.vampire_troops}
    present = troops[enemy(side)]
    trace.cite("VW-8.9", "counts-for", card=state.card, side=side)
    if present:
        troops[enemy(side)] = remove_troops(state.card, present, (), trace)
    else:
        trace.cite("VW-8.13", "stays-face-up", card=state.card, side=side)
    return trace.resolved(
        CardPlayed(
            removed=min(number, present),
            wasted=max(0, number - present) if present else 0,
            face_up=not present,
            human_troops=troops["human"],
            vampire_troops=troops["vampire"],
        )
    )


@state_type
class RiotResolution:
    """A riot to be fought, or one being fought."""

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
    troop_faults(state.human_troops, state.vampire_troops, trace)
    trace.require_possible()
    return trace.resolved(fight(state.human_troops, state.vampire_troops, state.cards, (), trace, state.more_cards))


PROCEDURES = (
    Procedure(
        name="riot-card",
        state=RiotCard,
        decide=riot_card,
        results=(CardPlayed,),
        example=RiotCard(card="red 4", human_troops=3, vampire_troops=1),
        summary={"it": "Che cosa fa una carta della rivolta", "en": "What one card of a riot does"},
    ),
    Procedure(
        name="riot-resolution",
        state=RiotResolution,
        decide=riot_resolution,
        results=(Fought,),
        example=RiotResolution(human_troops=2, vampire_troops=1, cards=("red 2", "white 3", "red 5", "white 1")),
        summary={
            "it": "Chi vince il combattimento di una rivolta, carta per carta",
            "en": "Who wins the fight of a riot, card by card",
        },
    ),
)
