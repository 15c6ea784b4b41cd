"""The end of a phase: left flanks, then right flanks, then centres; then who leads the next one."""

from dataclasses import dataclass

from adjudicator.kernel import Trace
from adjudicator.victory_honor.cards import CENTRE, LEFT, NOBODY, POSITIONS, RIGHT, SEATS, cards_in, colour_or_none
from adjudicator.victory_honor.conflicts import CAPTURED_GUN
from adjudicator.victory_honor.play.artillery import Shot, duel_of, shots, takes_all
from adjudicator.victory_honor.play.battles import Won, battles, resolve_battle, without
from adjudicator.victory_honor.play.round import FACE_DOWN, PHASES, Round, card_of, place_of

IN_ORDER = (LEFT, RIGHT, CENTRE)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseEnd:
    """What a phase comes to."""

    trump: int
    """The whole trump colour; 0 if a position was never opened."""
    left: Won
    centre: Won
    right: Won
    captured: tuple[int, int, int, int]
    """What each seat takes in this phase, bombarded cards included."""
    lost: int
    shots: tuple[Shot, ...]
    """The hits that counted."""


def phase_end(state: Round, trace: Trace) -> PhaseEnd:
    """The three battles of a phase that is over."""
    if trace.is_read:
        trace.cite("VH-10.1", "battles-in-order", positions=[POSITIONS[position] for position in IN_ORDER])
        _cite_trump(state, trace)
    fields = battles(state.plays, state.trump)
    fired = shots(state.plays, state.partners, trace)
    duel = duel_of(fired)
    swept = bool(duel) and takes_all(duel, trace)
    captured, lost = [0, 0, 0, 0], 0
    won: dict[int, Won] = {}
    counted = []
    for position in IN_ORDER:
        hit = 0
        for shot in fired:
            if shot.aimed_position == position and not (position == RIGHT and _silenced(shot, fired, captured, trace)):
                hit |= shot.hit
                captured[shot.gunner] |= shot.hit
                counted.append(shot)
        field = fields[position]
        if swept:
            one, other = duel
            captured[one] |= field.laid[other] & ~hit
            captured[other] |= field.laid[one] & ~hit
            field = without(field, (field.laid[one] | field.laid[other]) & ~hit)
        result = won[position] = resolve_battle(field, hit, trace)
        lost |= result.lost
        if result.winner != NOBODY:
            captured[result.winner] |= result.captured
    north, east, south, west = captured
    return PhaseEnd(
        trump=state.trump,
        left=won[LEFT],
        centre=won[CENTRE],
        right=won[RIGHT],
        captured=(north, east, south, west),
        lost=lost,
        shots=tuple(counted),
    )


def _cite_trump(state: Round, trace: Trace) -> None:
    """Cite the trump colour of the phase, and which sacrifices it turned into trumps."""
    if not state.trump:
        unopened = [name for name, colour in zip(POSITIONS, state.opened, strict=True) if not colour]
        trace.cite("VH-8.1", "never-set", unopened=[*unopened])
        return
    trace.cite("VH-8.1", "fourth-colour", colour=colour_or_none(state.trump) or "")
    opened, turned = set(), 0
    for play in state.plays:
        if not play & FACE_DOWN:
            opened.add(place_of(play) % len(POSITIONS))
        elif len(opened) < len(POSITIONS):
            turned |= 1 << card_of(play) & state.trump
    if turned:
        trace.cite("VH-8.2", "become-trumps", cards=cards_in(turned))


def _silenced(shot: Shot, fired: list[Shot], captured: list[int], trace: Trace) -> bool:
    """Whether this gun, on a left flank, is out of action because somebody else has captured it there."""
    if any(other.hit == shot.gun and other.gun == shot.hit for other in fired):
        return False
    if not any(mine & shot.gun for seat, mine in enumerate(captured) if seat != shot.gunner):
        return False
    if trace.reading(CAPTURED_GUN) == "stands":
        return False
    trace.cite("VH-10.1", "gun-already-captured", seat=SEATS[shot.gunner])
    return True


def resolve_phase(state: Round, trace: Trace) -> Round:
    """The round after the battles of a finished phase: spoils taken, boards cleared, the next leader to move."""
    end = phase_end(state, trace)
    return settled(state, end, next_leader(end.centre.winner, trace) if state.phase < PHASES else NOBODY)


def settled(state: Round, end: PhaseEnd, leader: int) -> Round:
    """The round with this end of its phase carried out, and `leader` to open the next phase."""
    north, east, south, west = (mine | taken for mine, taken in zip(state.captured, end.captured, strict=True))
    return Round(
        partners=state.partners,
        phase=state.phase + 1,
        turn=leader,
        hands=state.hands,
        previous=state.previous,
        captured=(north, east, south, west),
        lost=state.lost | end.lost,
    )


def next_leader(centre_winner: int, trace: Trace) -> int:
    """Who leads the next phase of the round; NOBODY where no rule says."""
    if centre_winner == NOBODY:
        trace.cite("VH-6.11", "nobody-won-the-centre")
        return NOBODY
    if trace.is_read:
        trace.cite("VH-6.11", "centre-winner-leads", leader=SEATS[centre_winner])
    return centre_winner
