"""The questions about a phase in general: the trump, the line of fire, who leads next."""

from typing import Literal, TypeAlias

from adjudicator.kernel import Procedure, Ruling, Stopped, Trace, fault_check, result_type, state_type
from adjudicator.victory_honor.cards import (
    DECK,
    NOBODY,
    NUMBER,
    POSITIONS,
    SEATS,
    Card,
    Colour,
    Mode,
    Position,
    Seat,
    cards_in,
    colour_or_none,
    mask_of,
    position_number,
    seat_number,
    seats_in_pairs,
)
from adjudicator.victory_honor.conflicts import LEADER_OF_NEXT_ROUND, OPENING_AFTER_SACRIFICE
from adjudicator.victory_honor.play.artillery import (
    GUNS,
    aims_at,
    aims_at_an_ally,
    cite_duel,
    cite_line_of_fire,
    shot_of,
    takes_all,
)
from adjudicator.victory_honor.play.boards import PLACES
from adjudicator.victory_honor.play.phases import next_leader
from adjudicator.victory_honor.play.round import PHASES, played
from adjudicator.victory_honor.state import (
    Face,
    Opened,
    Suits,
    all_of,
    colour_of,
    opened_faults,
    twice_faults,
)


@state_type
class TrumpStatus:
    """What is opened, and what lies face down."""

    opened: Opened
    """Which colours are opened, and where."""
    face_down: tuple[Card, ...] = ()
    """The cards that lie face down."""


@result_type
class FaceDownCards:
    """The trump colour, and what the face-down cards are by it."""

    trump: Colour | None
    """The trump colour; none while a position is unopened."""
    trumps: list[Card]
    defeated: list[Card]
    """Those that are sacrifices."""
    may_become_trumps: list[Card] | None = None
    """Of those, the ones that may still become trumps, while the trump colour is not set."""


def trump_status(state: TrumpStatus, trace: Trace) -> Ruling:
    """Whether the trump colour is set, and what the face-down cards are."""
    opened = [colour for colour in state.opened if colour]
    later = [card for card in state.face_down if colour_of(card) not in opened]
    _trump_faults(state, opened, later, trace)
    trace.require_possible()
    down = mask_of(state.face_down)
    if len(opened) < len(POSITIONS):
        return _not_set_yet(state.opened, down, cards_in(mask_of(later)), trace)
    left, centre, right = Suits(state.opened)
    trump = DECK & ~(left | centre | right)
    trumps, defeated = cards_in(down & trump), cards_in(down & ~trump)
    trace.cite("VH-8.1", "fourth-colour", colour=colour_or_none(trump) or "")
    if trumps:
        trace.cite("VH-8.2", "become-trumps", cards=[*trumps])
    if defeated:
        trace.cite("VH-7.11", "stay-defeated", cards=[*defeated])
    return trace.resolved(FaceDownCards(trump=colour_or_none(trump), trumps=trumps, defeated=defeated))


@fault_check
def _trump_faults(state: TrumpStatus, opened: list[Colour], later: list[Card], trace: Trace) -> None:
    opened_faults(state.opened, trace)
    twice_faults(state.face_down, trace)
    for position, colour in zip(POSITIONS, state.opened, strict=True):
        if colour and all_of(colour, state.face_down):
            trace.fault("VH-6.1", "opened-by-no-card", position=position)
    if state.face_down and not opened:
        trace.fault("VH-7.5", "nothing-opened-yet", cards=len(state.face_down))
    if len(state.face_down) > PLACES - len(opened):
        trace.fault("VH-2.4", "too-many-face-down", cards=len(state.face_down), most=PLACES - len(opened))
    _unopened_colour_faults(len(later), len(opened), trace)


def _not_set_yet(opened: Opened, down: int, hopeful: list[Card], trace: Trace) -> Ruling:
    unopened = [name for name, colour in zip(POSITIONS, opened, strict=True) if not colour]
    trace.cite("VH-8.1", "not-set-yet", unopened=[*unopened])
    if hopeful:
        trace.cite("VH-7.8", "may-become-trumps", cards=[*hopeful])
        trace.cite("VH-7.11", "defeated-until-then", cards=[*hopeful])
    hopeless = cards_in(down & ~mask_of(hopeful))
    if hopeless:
        trace.cite("VH-7.11", "never-a-trump", cards=[*hopeless])
    return trace.resolved(FaceDownCards(trump=None, trumps=[], defeated=cards_in(down), may_become_trumps=hopeful))


@fault_check
def _unopened_colour_faults(cards: int, opened: int, trace: Trace) -> None:
    """Record more sacrifices of unopened colours than find room beside the opening cards, where alone they can lie."""
    most = (len(SEATS) - 1) * opened
    if opened in (0, len(POSITIONS)) or cards <= most:
        return
    if trace.reading(OPENING_AFTER_SACRIFICE) == "still-unopened":
        trace.fault("VH-7.6", "no-room-beside-the-openings", cards=cards, most=most)


@state_type
class Target:
    """The card in the line of fire."""

    card: Card
    """The card."""
    face: Face
    """How it lies."""


@state_type
class Bombardment:
    """An artillery card on somebody's board."""

    mode: Mode
    """Whether opposite seats are allies."""
    seat: Seat = "north"
    """Who played the artillery; north where it is whoever tells of it."""
    position: Position
    """Where on their own board."""
    artillery: Card
    """The artillery."""
    face: Face = "up"
    """How it lies."""
    target: Target
    """What lies in its line of fire at the end of the phase."""
    trump: Colour | None = None
    """The trump colour, where it is set."""


@result_type
class Fired:
    """Where an artillery fires and what comes of it."""

    hit: bool
    captured_by: Seat | None
    """Who takes the card it hits."""
    mutual: bool
    """Whether the card it hits is an artillery that hits it in turn."""
    at: Seat
    """Whose board it fires at."""
    at_position: Position
    exchanged: Literal["all-cards", "artilleries"] | None = None
    """What two who hit each other take."""


def bombardment(state: Bombardment, trace: Trace) -> Ruling:
    """Where the artillery fires, whether it hits, and who takes what."""
    _gun_faults(state, trace)
    _gun_is_target_faults(state, trace)
    trace.require_possible()
    place = 3 * seat_number(state.seat) + position_number(state.position)
    if state.face == "up" and state.position != "centre":  # of a centre, whether it fires is a matter of reading
        cite_line_of_fire(place, trace)
        hit, captured_by, mutual, exchanged = trace.parts(lambda: _shot(state, place, trace), 4)
    else:
        hit, captured_by, mutual, exchanged = _shot(state, place, trace)
    aim = aims_at(place)
    return trace.resolved(
        Fired(
            hit=hit,
            captured_by=captured_by,
            mutual=mutual,
            at=SEATS[aim // 3],
            at_position=POSITIONS[aim % 3],
            exchanged=exchanged,
        )
    )


_Shot: TypeAlias = tuple[bool, Seat | None, bool, Literal["all-cards", "artilleries"] | None]
"""Whether it hits, who takes the card, whether it is hit in turn, and what the two then take."""
_MISSED: _Shot = (False, None, False, None)


def _shot(state: Bombardment, place: int, trace: Trace) -> _Shot:
    if state.face == "down":
        if colour_of(state.artillery) == state.trump:
            trace.cite("VH-8.5", "no-manoeuvre", card=state.artillery)
        else:
            trace.cite("VH-7.3", "no-manoeuvre", card=state.artillery)
        return _MISSED
    partners = seats_in_pairs(state.mode)
    if aims_at_an_ally(place, partners, trace):
        return _MISSED
    facing = state.target
    _facing_faults(state.artillery, facing, state.position, state.trump, trace)
    trace.require_possible()
    if facing.face == "down":
        if state.trump and colour_of(facing.card) == state.trump:
            trace.cite("VH-8.6", "no-effect-on-trumps", card=facing.card)
        trace.cite("VH-9.8", "face-down-is-not-hit", card=facing.card)
        return _MISSED
    (seat, position), aim = divmod(place, 3), aims_at(place)
    fired = played(seat, position, NUMBER[state.artillery], False)
    aimed_at = played(aim // 3, aim % 3, NUMBER[facing.card], False)
    shot = shot_of(fired, aimed_at, partners, trace, aimed=state.position != "centre")
    if not shot:
        return _MISSED
    duel = (seat, aim // 3) if shot.hit & GUNS else ()
    cite_duel(duel, trace)
    exchanged: Literal["all-cards", "artilleries"] | None = None
    if duel:
        exchanged = "all-cards" if takes_all(duel, trace) else "artilleries"
    trace.cite("VH-10.2", "captured-by-the-gunner", seat=SEATS[seat])
    return True, SEATS[seat], bool(duel), exchanged


@fault_check
def _gun_faults(state: Bombardment, trace: Trace) -> None:
    """Record a card that is no artillery, and one of the trump colour that lies face up."""
    if not GUNS >> NUMBER[state.artillery] & 1:
        trace.fault("VH-9.6", "not-an-artillery", card=state.artillery)
    if state.face == "up" and colour_of(state.artillery) == state.trump:
        trace.fault("VH-8.4", "trump-face-up")


@fault_check
def _gun_is_target_faults(state: Bombardment, trace: Trace) -> None:
    """Record an artillery that would lie in its own line of fire, however either card lies."""
    twice_faults((state.artillery, state.target.card), trace)


@fault_check
def _facing_faults(artillery: Card, facing: Target, position: Position, trump: Colour | None, trace: Trace) -> None:
    """Record what cannot lie opposite this face-up artillery: both centres are of one regiment, two flanks never."""
    colour = colour_of(artillery)
    if facing.face == "up":
        if colour_of(facing.card) == trump:
            trace.fault("VH-8.4", "trump-face-up")
        if position != "centre" and colour_of(facing.card) == colour:
            trace.fault("VH-6.4", "opened-twice", colour=colour)
        if position == "centre" and colour_of(facing.card) != colour:
            trace.fault("VH-6.5", "second-regiment", card=facing.card, position=position)
    elif position == "centre" and colour_of(facing.card) == colour:
        trace.fault("VH-6.2", "own-colour-face-down", card=facing.card, position=position)


@state_type
class CentreWon:
    """The end of a phase, when the centre is decided."""

    phase: Literal[1, 2, 3]
    """Which phase of the round has ended."""
    centre_winner: Seat | None
    """Who won the centre; nobody in a total defeat."""
    opener: Seat
    """Who opened this round; it counts after the third phase."""


@result_type
class Leads:
    """What comes next, and who plays its first card."""

    leads: Seat
    next: Literal["phase", "round"]


@result_type
class NobodyLeads:
    """No rule says who plays the first card of what comes next."""

    not_stated: str
    next: Literal["phase", "round"]


def leader(state: CentreWon, trace: Trace) -> Ruling:
    """Who plays the first card of what comes next."""
    if state.phase == PHASES:
        trace.cite("VH-1.1", "three-phases")
        return trace.resolved(Leads(leads=SEATS[_opener_of_next_round(state, trace)], next="round"))
    leads = next_leader(_winner(state), trace)
    if leads == NOBODY:
        raise Stopped("undecided", NobodyLeads(not_stated="leader", next="phase"))
    return trace.resolved(Leads(leads=SEATS[leads], next="phase"))


def _winner(state: CentreWon) -> int:
    """Who won the centre; NOBODY in a total defeat."""
    return NOBODY if state.centre_winner is None else seat_number(state.centre_winner)


def _opener_of_next_round(state: CentreWon, trace: Trace) -> int:
    winner = _winner(state)
    if winner != NOBODY and trace.reading(LEADER_OF_NEXT_ROUND) == "centre-winner":
        trace.cite("VH-6.11", "leads-the-next-round", leader=SEATS[winner])
        return winner
    opens = (seat_number(state.opener) + 1) % len(SEATS)
    trace.cite("VH-3.7", "next-clockwise", opens=SEATS[opens])
    return opens


PROCEDURES = (
    Procedure(
        name="trump-status",
        state=TrumpStatus,
        decide=trump_status,
        results=(FaceDownCards,),
        example=TrumpStatus(opened=Opened(left="red", centre="blue", right="black"), face_down=("yellow 3", "red 2")),
        summary={"it": "Se la briscola è stabilita e di che colore", "en": "Whether trump is set, and its colour"},
    ),
    Procedure(
        name="bombardment",
        state=Bombardment,
        decide=bombardment,
        results=(Fired,),
        example=Bombardment(
            mode="partners",
            seat="north",
            position="left",
            artillery="red 4",
            target=Target(card="blue G3", face="up"),
        ),
        summary={"it": "Dove spara un'artiglieria e se colpisce", "en": "Where an artillery fires and whether it hits"},
    ),
    Procedure(
        name="next-leader",
        state=CentreWon,
        decide=leader,
        results=(Leads, NobodyLeads),
        example=CentreWon(phase=1, centre_winner="east", opener="north"),
        summary={"it": "Chi apre la fase o il round seguente", "en": "Who leads the next phase or round"},
    ),
)
