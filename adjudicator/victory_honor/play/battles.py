"""The battle of one position: artillery first, then cavalry, then trump, then the highest card.

What lies in a position is captured whole by whoever wins it, save the cards that artillery has removed.
Where nobody can win, everything there is lost.
"""

from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeAlias

from adjudicator.kernel import Trace
from adjudicator.victory_honor.cards import CARDS, CAVALRY, CENTRE, NOBODY, POSITIONS, SEATS, cards_in
from adjudicator.victory_honor.conflicts import (
    CAPTURE_OF_THE_WINNER,
    HIGHEST_AFTER_BOMBARDMENT,
    OPENER_BOMBARDED,
    SACRIFICED_IN_WON_BATTLE,
    TRUMP_AFTER_CAVALRY,
)
from adjudicator.victory_honor.play.round import FACE_DOWN

CAVALRIES = sum(1 << 10 * colour + CAVALRY for colour in range(4))

WonBy: TypeAlias = Literal["flanking", "trump", "highest-card", "total-defeat"]


class Charge(Protocol):
    """A cavalry that is the last card of a position, face up."""

    @property
    def in_centre(self) -> bool: ...
    @property
    def bombarded(self) -> bool: ...
    @property
    def meets_trump(self) -> bool:
        """Whether a trump lies in the position at the end of the phase."""
        ...

    @property
    def trump_was_set(self) -> bool:
        """Whether the trump colour was set when the cavalry was played."""
        ...


def what_stops(charge: Charge, trace: Trace) -> Literal["centre", "artillery", "trump", "nothing", "no-trump-yet"]:
    """What keeps this cavalry from flanking; `no-trump-yet` where a trump lies there and comes too late."""
    if charge.in_centre:
        return "centre"
    if charge.bombarded:
        return "artillery"
    if not charge.meets_trump:
        return "nothing"
    if not charge.trump_was_set and trace.reading(TRUMP_AFTER_CAVALRY) == "when-played":
        return "no-trump-yet"
    return "trump"


@dataclass(frozen=True, slots=True, kw_only=True)
class Battle:
    """The four cards of one position when the phase is over."""

    position: int
    laid: tuple[int, int, int, int]
    """The card of each seat, as a set of one."""
    face_up: int
    face_down: int
    opening: int
    """The opening card, as a set of one; 0 if nobody opened here."""
    last: int
    """The card played last here, as a set of one."""
    trump: int
    """The whole trump colour; 0 if none was set."""
    trump_was_set: bool
    """Whether the trump colour was set as soon as the last card here was played."""

    def owner(self, card: int) -> int:
        """Who played this card, given as a set of one."""
        return self.laid.index(card)


@dataclass(frozen=True, slots=True)
class Charging:
    """The cavalry played last in a battle."""

    battle: Battle
    hit: int

    @property
    def in_centre(self) -> bool:
        return self.battle.position == CENTRE

    @property
    def bombarded(self) -> bool:
        return bool(self.battle.last & self.hit)

    @property
    def meets_trump(self) -> bool:
        return bool(self.battle.face_down & self.battle.trump)

    @property
    def trump_was_set(self) -> bool:
        return self.battle.trump_was_set


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """How a battle ends."""

    winner: int
    """NOBODY in a total defeat."""
    by: WonBy
    card: int
    """The card that wins, as a set of one; 0 in a total defeat."""
    captured: int
    """What the winner takes."""
    lost: int
    """What nobody takes."""


def battles(plays: tuple[int, ...], trump: int) -> tuple[Battle, Battle, Battle]:
    """The battles of the three positions, from the plays of the phase in order."""
    up, down, opening, last, was_set = [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [False] * 3
    laid = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    for play in plays:
        card = 1 << (play & 63)
        place = play >> 6 & 15
        position = place % 3
        laid[position][place // 3] = last[position] = card
        if play & FACE_DOWN:
            down[position] |= card
        else:
            up[position] |= card
            if not opening[position]:
                opening[position] = card
        was_set[position] = bool(opening[0] and opening[1] and opening[2])
    left, centre, right = (
        Battle(
            position=position,
            laid=(laid[position][0], laid[position][1], laid[position][2], laid[position][3]),
            face_up=up[position],
            face_down=down[position],
            opening=opening[position],
            last=last[position],
            trump=trump,
            trump_was_set=was_set[position],
        )
        for position in range(3)
    )
    return left, centre, right


def without(battle: Battle, cards: int) -> Battle:
    """The same battle once these cards have been taken away."""
    return replace(battle, face_up=battle.face_up & ~cards, face_down=battle.face_down & ~cards)


def resolve_battle(battle: Battle, hit: int, trace: Trace) -> Won:
    """Who wins the cards that artillery has left in this position."""
    if trace.is_read:
        _cite_cards(battle, hit, trace)
    trumps = battle.face_down & battle.trump
    if battle.last & CAVALRIES & battle.face_up and flanks(battle, hit, trace):
        winner = battle.owner(battle.last)
        trace.cite("VH-10.3", "flanking-wins", winner=SEATS[winner])
        return _taken(battle, hit, battle.last, "flanking", trace)
    if trumps:
        highest = 1 << trumps.bit_length() - 1
        winner = battle.owner(highest)
        if trace.is_read:
            field = POSITIONS[battle.position]
            trace.cite("VH-10.4", "highest-trump", winner=SEATS[winner], card=_name(highest), position=field)
        if _own_card_only(trace):
            trace.cite("VH-10.4", "takes-back-one-card", winner=SEATS[winner], card=_name(highest))
            return _taken_back(battle, hit, highest, "trump", trace)
        return _taken(battle, hit, highest, "trump", trace)
    left = battle.face_up & ~hit
    if left and not (hit and _nobody_wins(battle, hit, trace)):
        highest = 1 << left.bit_length() - 1
        winner = battle.owner(highest)
        if trace.is_read:
            _cite_highest(battle, highest, winner, trace)
        if _own_card_only(trace):
            trace.cite("VH-10.5", "takes-back-one-card", winner=SEATS[winner], card=_name(highest))
            return _taken_back(battle, hit, highest, "highest-card", trace)
        return _taken(battle, hit, highest, "highest-card", trace)
    return _total_defeat(battle, hit, trace)


def flanks(battle: Battle, hit: int, trace: Trace) -> bool:
    """Whether the cavalry, face up and last in this position, flanks it."""
    cavalry, field = _name(battle.last), POSITIONS[battle.position]
    match what_stops(Charging(battle, hit), trace):
        case "centre":
            trace.cite("VH-9.5", "not-in-the-centre", card=cavalry)
            return False
        case "artillery":
            trace.cite("VH-9.4", "cavalry-bombarded", card=cavalry, position=field)
            return False
        case "trump":
            trace.cite("VH-9.3", "stopped-by-trump", card=cavalry, position=field)
            return False
        case "no-trump-yet":
            trace.cite("VH-9.1", "no-trump-yet", card=cavalry, position=field)
        case "nothing":
            if battle.opening & hit and trace.reading(OPENER_BOMBARDED) == "total-defeat":
                trace.cite("VH-7.13", "without-the-opener")
                return False
            trace.cite("VH-9.1", "flanks", card=cavalry, position=field)
    return True


def _cite_cards(battle: Battle, hit: int, trace: Trace) -> None:
    field = POSITIONS[battle.position]
    if hit:
        trace.cite("VH-10.2", "removed", position=field, cards=cards_in(hit))
    sacrificed = battle.face_down & ~battle.trump
    if sacrificed:
        trace.cite("VH-7.11", "defeated", position=field, cards=cards_in(sacrificed))
    trumps = battle.face_down & battle.trump
    if trumps:
        trace.cite("VH-8.1", "trumps-here", position=field, cards=cards_in(trumps))


def _nobody_wins(battle: Battle, hit: int, trace: Trace) -> bool:
    """Whether what artillery removed here keeps the highest card left from winning."""
    field = POSITIONS[battle.position]
    if battle.opening & hit and trace.reading(OPENER_BOMBARDED) == "total-defeat":
        return True
    if trace.reading(HIGHEST_AFTER_BOMBARDMENT) == "nobody":
        trace.cite("VH-10.5", "not-where-bombarded", position=field)
        return True
    return False


def _cite_highest(battle: Battle, highest: int, winner: int, trace: Trace) -> None:
    field = POSITIONS[battle.position]
    cite_values(battle, highest, trace)
    trace.cite("VH-10.5", "highest-of-the-opened-colour", winner=SEATS[winner], card=_name(highest), position=field)


def cite_values(battle: Battle, highest: int, trace: Trace) -> None:
    """Cite that this card is the highest, and which higher ones are defeated."""
    trace.cite("VH-2.3", "highest", card=_name(highest))
    value = highest.bit_length() % 10 or 10
    beaten = [card for card in range(40) if battle.face_down >> card & 1 and card % 10 + 1 > value]
    if beaten:
        trace.cite("VH-7.12", "value-does-not-count", cards=[CARDS[card] for card in beaten])


def _total_defeat(battle: Battle, hit: int, trace: Trace) -> Won:
    field = POSITIONS[battle.position]
    everything = (battle.face_up | battle.face_down) & ~hit
    if battle.opening & hit:
        trace.cite("VH-7.14", "opener-removed", card=_name(battle.opening), position=field)
        trace.cite("VH-7.13", "total-defeat", position=field)
    elif not battle.opening:
        trace.cite("VH-7.15", "never-opened", position=field)
        trace.cite("VH-7.13", "total-defeat", position=field)
    if trace.is_read:
        trace.cite("VH-7.16", "lost", position=field, cards=cards_in(everything))
    return Won(winner=NOBODY, by="total-defeat", card=0, captured=0, lost=everything)


def _taken(battle: Battle, hit: int, card: int, by: WonBy, trace: Trace) -> Won:
    winner = battle.owner(card)
    everything = (battle.face_up | battle.face_down) & ~hit
    sacrificed = battle.face_down & ~battle.trump
    lost = 0
    if sacrificed and trace.reading(SACRIFICED_IN_WON_BATTLE) == "lost":
        lost = sacrificed
        if trace.is_read:
            trace.cite("VH-7.16", "lost-in-a-won-battle", cards=cards_in(lost))
    captured = everything & ~lost
    if by == "flanking" and trace.is_read:
        trace.cite("VH-9.2", "captures-the-rest", winner=SEATS[winner], cards=cards_in(captured))
    return Won(winner=winner, by=by, card=card, captured=captured, lost=lost)


def _own_card_only(trace: Trace) -> bool:
    """Whether winning by trump or by value brings no more than the winning card."""
    return trace.reading(CAPTURE_OF_THE_WINNER) == "own-card-only"


def _taken_back(battle: Battle, hit: int, card: int, by: WonBy, trace: Trace) -> Won:
    lost = (battle.face_up | battle.face_down) & ~hit & ~card
    trace.cite("VH-7.16", "left-to-nobody", position=POSITIONS[battle.position], cards=cards_in(lost))
    return Won(winner=battle.owner(card), by=by, card=card, captured=card, lost=lost)


def _name(card: int) -> str:
    return CARDS[card.bit_length() - 1]
