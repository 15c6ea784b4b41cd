"""The line of fire: which face-up artillery hits which face-up card.

A left flank fires at the right flank of the player on the left, a right flank at the left flank of the
player on the right, a centre at the centre opposite, where an ally sits in a game of pairs.
"""

from dataclasses import dataclass

from adjudicator.kernel import Trace
from adjudicator.victory_honor.cards import ARTILLERY, CARDS, CENTRE, FACING, LEFT, POSITIONS, SEATS
from adjudicator.victory_honor.conflicts import CENTRE_ARTILLERY, MUTUAL_BOMBARDMENT
from adjudicator.victory_honor.play.round import FACE_DOWN, card_of, place_of

GUNS = sum(1 << 10 * colour + ARTILLERY for colour in range(4))


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """An artillery card and the card it bombards."""

    gunner: int
    position: int
    """Of the artillery."""
    gun: int
    """The artillery, as a set of one."""
    hit: int
    """The card it bombards, as a set of one."""

    @property
    def aimed_position(self) -> int:
        return 2 - self.position


def aims_at(place: int) -> int:
    """The place in the line of fire of an artillery in this place."""
    seat, position = divmod(place, 3)
    return 3 * FACING[seat][position] + 2 - position


def shots(plays: tuple[int, ...], partners: bool, trace: Trace) -> list[Shot]:
    """Every hit of the phase."""
    guns = [play for play in plays if not play & FACE_DOWN and GUNS >> (play & 63) & 1]
    if not guns:
        return []
    board = {play >> 6 & 15: play for play in plays}
    found = [shot for gun in guns if (shot := shot_of(gun, board[aims_at(place_of(gun))], partners, trace))]
    if trace.is_read:
        cite_duel(duel_of(found), trace)
    return found


def duel_of(found: list[Shot]) -> tuple[int, ...]:
    """The two seats whose artilleries hit each other, the one on a left flank first; nobody if none do."""
    if len(found) > 1:
        for one in found:
            for other in found:
                if one.hit == other.gun and other.hit == one.gun and one.position < other.position:
                    return one.gunner, other.gunner
    return ()


def cite_duel(duel: tuple[int, ...], trace: Trace) -> None:
    """Cite that these two, if they are two, hit each other's artilleries."""
    if duel:
        trace.cite("VH-9.13", "each-takes-the-other", seats=[SEATS[seat] for seat in duel])


def takes_all(duel: tuple[int, ...], trace: Trace) -> bool:
    """Whether these two take more of each other than the artilleries."""
    if trace.reading(MUTUAL_BOMBARDMENT) == "the-artillery":
        return False
    trace.cite("VH-9.13", "each-takes-all-cards", seats=[SEATS[seat] for seat in duel])
    return True


def aims_at_an_ally(place: int, partners: bool, trace: Trace) -> bool:
    """Whether a face-up artillery in this place is ignored because an ally sits in its line of fire."""
    seat, position = divmod(place, 3)
    if not partners or position != CENTRE:
        return False
    trace.cite("VH-9.11", "ignored-with-partners", seat=SEATS[seat])
    trace.cite("VH-9.12", "ally-is-spared", seat=SEATS[seat])
    return True


def shot_of(gun: int, aimed_at: int, partners: bool, trace: Trace, *, aimed: bool = False) -> Shot | None:
    """What a face-up artillery does to the card in its line of fire, if anything; `aimed` says that this line has been
    cited.
    """
    seat, position = divmod(place_of(gun), 3)
    if aims_at_an_ally(place_of(gun), partners, trace):
        return None
    if aimed_at & FACE_DOWN:
        if trace.is_read:
            trace.cite("VH-9.8", "face-down-is-not-hit", card=CARDS[card_of(aimed_at)])
        return None
    if position == CENTRE and trace.reading(CENTRE_ARTILLERY) == "never":
        trace.cite("VH-9.6", "no-line-of-fire-in-the-centre", seat=SEATS[seat])
        return None
    if trace.is_read:
        if not aimed:
            cite_line_of_fire(place_of(gun), trace)
        artillery, card = CARDS[card_of(gun)], CARDS[card_of(aimed_at)]
        trace.cite("VH-9.7", "bombards", artillery=artillery, card=card, position=POSITIONS[2 - position])
        trace.cite("VH-9.14", "stays-until-the-end", card=card)
    return Shot(gunner=seat, position=position, gun=1 << card_of(gun), hit=1 << card_of(aimed_at))


def cite_line_of_fire(place: int, trace: Trace) -> None:
    """Cite whose board a face-up artillery in this place fires at."""
    seat, position = divmod(place, 3)
    victim = SEATS[aims_at(place) // 3]
    if position == CENTRE:
        trace.cite("VH-9.6", "centre-at-centre", seat=SEATS[seat], victim=victim)
    elif position == LEFT:
        trace.cite("VH-9.10", "left-flank-at-right-flank", seat=SEATS[seat], victim=victim)
    else:
        trace.cite("VH-9.9", "right-flank-at-left-flank", seat=SEATS[seat], victim=victim)
