"""The questions about one position at the end of a phase: whether a cavalry flanks it, and who wins it."""

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.kernel import Procedure, Ruling, Trace, fault_check, result_type, state_type
from adjudicator.victory_honor.cards import (
    CENTRE,
    NUMBER,
    POSITIONS,
    SEATS,
    Card,
    Colour,
    Mode,
    Position,
    Seat,
    cards_in,
    position_number,
    seat_number,
    seat_or_none,
    seats_in_pairs,
)
from adjudicator.victory_honor.conflicts import CAPTURED_GUN, OPENING_AFTER_SACRIFICE, TRUMP_AFTER_CAVALRY
from adjudicator.victory_honor.play.artillery import GUNS, Shot, aims_at, cite_duel, shot_of, takes_all
from adjudicator.victory_honor.play.battles import CAVALRIES, Battle, WonBy, battles, flanks, resolve_battle, without
from adjudicator.victory_honor.play.round import place_of, played
from adjudicator.victory_honor.state import LaidCard, colour_of, twice_faults, whole_colour


@state_type
class Gun:
    """A face-up artillery on the flank that faces this one."""

    seat: Seat
    """Who played it."""
    artillery: Card
    """The card."""
    captured: bool
    """Whether somebody else has captured it on the left flanks, which are resolved before the right ones."""


@state_type
class PositionEnd:
    """The four cards of one position at the end of a phase."""

    mode: Mode
    """Whether opposite seats are allies."""
    position: Position
    """Which position of the four boards."""
    cards: tuple[LaidCard, ...]
    """In the order they were played."""
    opened: Colour | None
    """The colour opened here; none if only sacrifices lie here."""
    trump: Colour | None
    """The trump colour of the phase; none if a position was never opened."""
    guns: tuple[Gun, ...]
    """Face-up artillery on the flanks that fire at this one, one at most; in the centre it is among the cards."""
    trump_set_when_last: bool
    """Whether the trump colour was already set when the last card here was played."""
    duellists: tuple[Seat, ...] = ()
    """For a centre: the two neighbours whose artilleries bombard each other on the flanks, if any do."""


def require_position(state: PositionEnd, trace: Trace) -> None:
    """Stop at everything that keeps these from being the four cards of a finished position."""
    _position_faults(state, trace)
    trace.require_possible()
    if not state.trump and state.trump_set_when_last:
        trace.fault("VH-8.1", "set-without-a-colour")
        trace.require_possible()


@fault_check
def _position_faults(state: PositionEnd, trace: Trace) -> None:
    twice_faults([laid.card for laid in state.cards], trace)
    if len({laid.seat for laid in state.cards}) != len(SEATS) or len(state.cards) != len(SEATS):
        trace.fault("VH-2.4", "not-one-card-a-seat", cards=len(state.cards))
    for laid in state.cards:
        of_opened = colour_of(laid.card) == state.opened
        if laid.face == "up" and not of_opened:
            trace.fault("VH-6.5", "second-regiment", card=laid.card, position=state.position)
        if laid.face == "down" and of_opened:
            trace.fault("VH-6.2", "own-colour-face-down", card=laid.card, position=state.position)
    if state.opened and not _is_shown(state):
        trace.fault("VH-6.1", "opened-by-no-card", position=state.position)
    if state.trump and state.trump == state.opened:
        trace.fault("VH-8.1", "trump-was-opened", colour=state.trump)
    if state.trump and not state.opened:
        trace.fault("VH-8.1", "trump-without-three-openings", colour=state.trump)
    _before_the_opening_faults(state, trace)
    _never_opened_faults(state, trace)
    _duel_faults(state, trace)


def _is_shown(state: PositionEnd) -> bool:
    """Whether any card here lies face up."""
    return any(laid.face == "up" for laid in state.cards)


@fault_check
def _before_the_opening_faults(state: PositionEnd, trace: Trace) -> None:
    """Record what lies here from before the opening card and cannot have been sacrificed then."""
    for laid in state.cards:
        if laid.face == "up":
            return
        if colour_of(laid.card) == state.trump:
            trace.fault("VH-7.6", "trump-before-the-opening", card=laid.card, position=state.position)


@fault_check
def _never_opened_faults(state: PositionEnd, trace: Trace) -> None:
    """Record more colours than the two other positions can have opened, where nobody ever opened this one."""
    colours = {colour_of(laid.card) for laid in state.cards}
    if state.opened or len(colours) < len(POSITIONS):
        return
    if trace.reading(OPENING_AFTER_SACRIFICE) == "still-unopened":
        trace.fault("VH-7.6", "more-colours-than-opened", colours=len(colours), position=state.position)


@fault_check
def _gun_faults(state: PositionEnd, trace: Trace) -> None:
    """Record guns that cannot fire at this flank."""
    twice_faults((*(laid.card for laid in state.cards), *(gun.artillery for gun in state.guns)), trace)
    for gun in state.guns:
        if not GUNS >> NUMBER[gun.artillery] & 1:
            trace.fault("VH-9.6", "not-an-artillery", card=gun.artillery)
        if colour_of(gun.artillery) == state.trump:
            trace.fault("VH-8.4", "trump-face-up")
        if colour_of(gun.artillery) == state.opened:
            trace.fault("VH-6.4", "opened-twice", colour=colour_of(gun.artillery))
    if len(state.guns) > 1:
        trace.fault("VH-6.5", "guns-of-two-regiments", cards=[gun.artillery for gun in state.guns])


@fault_check
def _duel_faults(state: PositionEnd, trace: Trace) -> None:
    if not state.duellists:
        return
    if state.position != "centre":
        trace.fault("VH-9.13", "seen-on-the-flanks", position=state.position)
    if len(state.duellists) != 2 or sum(map(seat_number, state.duellists)) % 2 == 0:
        trace.fault("VH-9.13", "not-two-neighbours", seats=[*state.duellists])


def _plays(state: PositionEnd) -> tuple[int, ...]:
    position = position_number(state.position)
    return tuple(
        played(seat_number(laid.seat), position, NUMBER[laid.card], laid.face == "down") for laid in state.cards
    )


def _battle(state: PositionEnd, hit: int) -> Battle:
    """The battle; when the trump was set is read only for a cavalry that a trump could stop."""
    found = battles(_plays(state), whole_colour(state.trump))[position_number(state.position)]
    charges = state.position != "centre" and found.last & CAVALRIES & found.face_up & ~hit
    is_late = charges and found.face_down & found.trump and not state.trump_set_when_last
    return replace(found, trump_was_set=not is_late)


def _shots(state: PositionEnd, trace: Trace) -> list[Shot]:
    """The hits here, where any card can be hit."""
    if not _is_shown(state):
        return []
    plays, position = _plays(state), position_number(state.position)
    board = {place_of(play): play for play in plays}
    if position == CENTRE:
        guns = [(laid.seat, laid.card) for laid in state.cards if laid.face == "up" and GUNS >> NUMBER[laid.card] & 1]
    else:
        trace.cite("VH-10.2", "artillery-first", position=state.position)
        _gun_faults(state, trace)
        trace.require_possible()
        guns = [(gun.seat, gun.artillery) for gun in state.guns]
    fired = [played(seat_number(seat), 2 - position, NUMBER[card], False) for seat, card in guns]
    partners = seats_in_pairs(state.mode)
    found = (shot_of(gun, board[aims_at(place_of(gun))], partners, trace) for gun in fired)
    return [shot for shot in found if shot]


def _is_silenced(state: PositionEnd, shot: Shot, trace: Trace) -> bool:
    """Whether this gun, on a left flank, is out of action because somebody else has captured it there."""
    if state.position != "right" or shot.hit & GUNS or trace.reading(CAPTURED_GUN) == "stands":
        return False  # an artillery that is hit hits back, and each takes the other
    if not any(gun.captured for gun in state.guns):
        return False
    trace.cite("VH-10.1", "gun-already-captured", seat=SEATS[shot.gunner])
    return True


@result_type
class PositionWon:
    """Who wins a position, and where each card goes."""

    winner: Seat | None
    """Nobody in a total defeat."""
    by: WonBy
    winning_card: Card | None
    captured: list[Card]
    """What the winner takes."""
    lost: list[Card]
    """What nobody takes."""
    bombarded: Mapping[Seat, list[Card]]
    """What each gunner has hit and takes."""
    exchanged: Mapping[Seat, list[Card]] | None = None
    """What two who bombard each other take besides, where they take all."""


def resolve_position(state: PositionEnd, trace: Trace) -> Ruling:
    """Who wins the position and how, and where each card goes."""
    require_position(state, trace)
    fired = [shot for shot in _shots(state, trace) if not _is_silenced(state, shot, trace)]
    hit = sum(shot.hit for shot in fired)
    for shot in fired:
        trace.cite("VH-10.2", "captured-by-the-gunner", seat=SEATS[shot.gunner])
    battle, exchanged = _after_the_duel(state, fired, hit, trace)
    won = resolve_battle(battle, hit, trace)
    return trace.resolved(
        PositionWon(
            winner=seat_or_none(won.winner),
            by=won.by,
            winning_card=cards_in(won.card)[0] if won.card else None,
            captured=cards_in(won.captured),
            lost=cards_in(won.lost),
            bombarded={SEATS[shot.gunner]: cards_in(shot.hit) for shot in fired},
            exchanged=exchanged or None,
        )
    )


def _after_the_duel(
    state: PositionEnd, fired: list[Shot], hit: int, trace: Trace
) -> tuple[Battle, dict[Seat, list[Card]]]:
    """What is left to fight over here, and what two who bombard each other take besides the artilleries."""
    battle = _battle(state, hit)
    duel = tuple(map(seat_number, state.duellists))
    if state.position != "centre":
        duel = next(((shot.gunner, battle.owner(shot.hit)) for shot in fired if shot.hit & GUNS), ())
        cite_duel(duel, trace)
    if not duel or not takes_all(duel, trace):
        return battle, {}
    one, other = duel
    lying = {one: battle.laid[other] & ~hit, other: battle.laid[one] & ~hit}
    exchanged = {SEATS[taker]: cards_in(card) for taker, card in lying.items() if card}
    return without(battle, lying[one] | lying[other]), exchanged


@result_type
class Flanked:
    """Whether a cavalry flanks a position."""

    flanks: bool


def flanking(state: PositionEnd, trace: Trace) -> Ruling:
    """Whether a cavalry flanks this position."""
    require_position(state, trace)
    last = state.cards[-1]
    if not CAVALRIES >> NUMBER[last.card] & 1:
        trace.cite("VH-9.1", "last-is-no-cavalry", card=last.card)
        return trace.resolved(Flanked(flanks=False))
    if last.face == "down":
        if colour_of(last.card) == state.trump:
            trace.cite("VH-8.5", "no-manoeuvre", card=last.card)
        else:
            trace.cite("VH-7.3", "no-manoeuvre", card=last.card)
        return trace.resolved(Flanked(flanks=False))
    if _is_stopped_under_any_fire(state, trace):
        return trace.resolved(Flanked(flanks=flanks(_battle(state, 0), 0, trace)))
    fired = _shots(state, trace)
    if any(shot.hit >> NUMBER[last.card] & 1 and _is_silenced(state, shot, trace) for shot in fired):
        fired = []
    hit = sum(shot.hit for shot in fired)
    battle, _ = _after_the_duel(state, fired, hit, trace)
    still_there = bool(battle.last & (battle.face_up | hit))
    return trace.resolved(Flanked(flanks=still_there and flanks(battle, hit, trace)))


def _is_stopped_under_any_fire(state: PositionEnd, trace: Trace) -> bool:
    """Whether the cavalry fails whichever artillery fires here: in a centre, or where a trump stops it."""
    if state.position == "centre":
        return True
    if not any(colour_of(laid.card) == state.trump for laid in state.cards):
        return False
    return trace.reading(TRUMP_AFTER_CAVALRY) == "at-phase-end"


_END = PositionEnd(
    mode="partners",
    position="left",
    cards=(
        LaidCard(seat="north", card="red 5", face="up"),
        LaidCard(seat="east", card="black 2", face="down"),
        LaidCard(seat="west", card="red G1", face="up"),
        LaidCard(seat="south", card="red 7", face="up"),
    ),
    opened="red",
    trump="yellow",
    guns=(Gun(seat="south", artillery="blue 4", captured=False),),
    trump_set_when_last=True,
)

PROCEDURES = (
    Procedure(
        name="flanking",
        state=PositionEnd,
        decide=flanking,
        results=(Flanked,),
        example=_END,
        summary={"it": "Se la cavalleria fiancheggia la posizione", "en": "Whether the cavalry flanks the position"},
    ),
    Procedure(
        name="resolve-position",
        state=PositionEnd,
        decide=resolve_position,
        results=(PositionWon,),
        example=_END,
        summary={"it": "Chi vince una posizione e che cosa cattura", "en": "Who wins a position and what they capture"},
    ),
)
