"""A round as the rules run on it: the four hands, the phase on the boards, the spoils.

Everything is a number: sets of cards are bits, as are the twelve places (`boards.py`), a play is
one integer. `turn.py` and `record.py` hold what players write down, and turn it into this and back.
Where the text says "open" this says which of three things it means: a position of a player is EMPTY
when no card of theirs lies there; a position of all four is UNOPENED until somebody plays an opening
card in it, and OPENED with a colour from then on.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.victory_honor.cards import DECK, NOWHERE
from adjudicator.victory_honor.play.boards import PLACES, Covered

FACE_DOWN = 1 << 10
PHASES = 3


def played(seat: int, position: int, card: int, face_down: bool) -> int:
    """A card on the boards as one integer: the card, its place above it, its face above that."""
    return card | (3 * seat + position) << 6 | (FACE_DOWN if face_down else 0)


def card_of(play: int) -> int:
    """The card of a play."""
    return play & 63


def place_of(play: int) -> int:
    """The place of a play: three times the seat, plus the position."""
    return play >> 6 & 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round between two plays."""

    partners: bool
    """Whether opposite seats are allies."""
    phase: int
    """The phase going on, 1 to 3; 4 when the round is over and only the reserves are left."""
    turn: int
    """Whose turn it is; NOBODY when no rule names who leads the phase, or when the phase is over."""
    hands: tuple[int, int, int, int]
    plays: tuple[int, ...] = ()
    """The cards of this phase in the order they were played."""
    opened: Sequence[int] = (0, 0, 0)
    """The whole colour opened in each position; 0 where it is unopened."""
    covered: Covered = 0
    """The places with a card."""
    previous: int = NOWHERE
    """The position of the last card; at the start of a phase, of the last one of the phase before."""
    order: int = NOWHERE
    """The position an opponent's scout compels the player to move to play in."""
    suggestion: int = NOWHERE
    """The position an ally's scout suggests to the player to move."""
    filling: tuple[int, ...] = ()
    """Once the regular order has ended: who plays each of the remaining cards of the phase."""
    captured: tuple[int, int, int, int] = (0, 0, 0, 0)
    """What each has captured in the phases before."""
    lost: int = 0
    """Cards of total defeats: nobody's."""

    @property
    def trump(self) -> int:
        """The whole trump colour; 0 while it is not set."""
        left, centre, right = self.opened
        return DECK & ~(left | centre | right) if left and centre and right else 0

    @property
    def on_boards(self) -> int:
        """The cards played in this phase."""
        mask = 0
        for play in self.plays:
            mask |= 1 << (play & 63)
        return mask

    @property
    def phase_over(self) -> bool:
        """Whether every place is covered."""
        return len(self.plays) == PLACES
