"""The questions about a phase in general: the trump, the line of fire, who leads next."""

from dataclasses import dataclass
from typing import Literal

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.victory_honor.play.artillery import GUNS, aims_at, aims_at_an_ally, shot_of, takes_all, told_duel
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
from adjudicator.victory_honor.play.phases import next_leader
from adjudicator.victory_honor.play.round import PHASES, PLACES, played
from adjudicator.victory_honor.rulings.setup import opener_of_next_round
from adjudicator.victory_honor.state import (
    STRICT,
    Face,
    Openers,
    all_of,
    opener_faults,
    suits,
    twice_faults,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrumpStatus:
    """What is opened, and what lies face down."""

    __pydantic_config__ = STRICT
    openers: Openers
    """Which colours are opened, and where."""
    face_down: tuple[Card, ...] = ()
    """The cards that lie face down."""


def trump_status(state: TrumpStatus, trace: Trace) -> Ruling:
    """Whether the trump colour is set, and what the face-down cards are."""
    opener_faults(state.openers, trace)
    twice_faults(state.face_down, trace)
    for position, colour in zip(POSITIONS, state.openers, strict=True):
        if colour and all_of(colour, state.face_down):
            trace.fault("VH-6.1", "opened-by-no-card", position=position)
    opened = [colour for colour in state.openers if colour]
    if state.face_down and not opened:
        trace.fault("VH-7.5", "nothing-opened-yet", cards=len(state.face_down))
    if len(state.face_down) > PLACES - len(opened):
        trace.fault("VH-2.4", "too-many-face-down", cards=len(state.face_down), most=PLACES - len(opened))
    later = [card for card in state.face_down if card.split()[0] not in opened]
    _unopened_colour_faults(len(later), len(opened), trace)
    trace.require_possible()
    down = mask_of(state.face_down)
    if len(opened) < len(POSITIONS):
        unopened = [name for name, colour in zip(POSITIONS, state.openers, strict=True) if not colour]
        trace.cite("VH-8.1", "not-set-yet", unopened=[*unopened])
        hopeful = cards_in(mask_of(later))
        if hopeful:
            trace.cite("VH-7.8", "may-become-trumps", cards=hopeful)
            trace.cite("VH-7.11", "defeated-until-then", cards=hopeful)
        hopeless = cards_in(down & ~mask_of(later))
        if hopeless:
            trace.cite("VH-7.11", "never-a-trump", cards=hopeless)
        return trace.ruling("resolved", trump=None, trumps=[], defeated=[*cards_in(down)], may_become_trumps=[*hopeful])
    left, centre, right = suits(state.openers)
    trump = DECK & ~(left | centre | right)
    trace.cite("VH-8.1", "fourth-colour", colour=colour_or_none(trump) or "")
    if down & trump:
        trace.cite("VH-8.2", "become-trumps", cards=cards_in(down & trump))
    if down & ~trump:
        trace.cite("VH-7.11", "stay-defeated", cards=cards_in(down & ~trump))
    return trace.ruling(
        "resolved",
        trump=colour_or_none(trump),
        trumps=[*cards_in(down & trump)],
        defeated=[*cards_in(down & ~trump)],
    )


def _unopened_colour_faults(cards: int, opened: int, trace: Trace) -> None:
    """Record more sacrifices of unopened colours than find room beside the opening cards, where alone they can lie."""
    most = (len(SEATS) - 1) * opened
    if opened in (0, len(POSITIONS)) or cards <= most:
        return
    if trace.reading(OPENING_AFTER_SACRIFICE) == "still-unopened":
        trace.fault("VH-7.6", "no-room-beside-the-openings", cards=cards, most=most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The card in the line of fire."""

    __pydantic_config__ = STRICT
    card: Card
    """The card."""
    face: Face
    """How it lies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bombardment:
    """An artillery card on somebody's board."""

    __pydantic_config__ = STRICT
    mode: Mode
    """Whether opposite seats are allies."""
    seat: Seat
    """Who played the artillery."""
    position: Position
    """Where on their own board."""
    artillery: Card
    """The artillery."""
    face: Face = "up"
    """How it lies."""
    target: Target | None = None
    """What lies in its line of fire at the end of the phase."""
    trump: Colour | None = None
    """The trump colour, where it is set."""


def bombardment(state: Bombardment, trace: Trace) -> Ruling:
    """Where the artillery fires, whether it hits, and who takes what."""
    gun = NUMBER[state.artillery]
    _bombardment_faults(state, trace)
    trace.require_possible()
    seat, position = seat_number(state.seat), position_number(state.position)
    aim = aims_at(3 * seat + position)
    fires: dict[str, Json] = {"at": SEATS[aim // 3], "at_position": POSITIONS[aim % 3]}
    if state.face == "down":
        if state.artillery.split()[0] == state.trump:
            trace.cite("VH-8.5", "no-manoeuvre", card=state.artillery)
        else:
            trace.cite("VH-7.3", "no-manoeuvre", card=state.artillery)
        return trace.ruling("resolved", hit=False, captured_by=None, mutual=False, **fires)
    partners = seats_in_pairs(state.mode)
    fired = played(seat, position, gun, False)
    if aims_at_an_ally(fired, partners, trace):
        return trace.ruling("resolved", hit=False, captured_by=None, mutual=False, **fires)
    if not state.target:
        trace.cite("VH-9.7", "asks-target", victim=SEATS[aim // 3], position=POSITIONS[aim % 3])
        return trace.ruling("undecided", missing=["target"], **fires)
    if state.target.face == "down" and state.target.card.split()[0] == state.trump:
        trace.cite("VH-8.6", "no-effect-on-trumps", card=state.target.card)
    target = played(aim // 3, aim % 3, NUMBER[state.target.card], state.target.face == "down")
    shot = shot_of(fired, target, partners, trace)
    mutual = bool(shot and shot.hit & GUNS)
    duel = (seat, aim // 3) if mutual else ()
    told_duel(duel, trace)
    if duel:
        fires["exchanged"] = "all-cards" if takes_all(duel, trace) else "artilleries"
    captured_by = SEATS[seat] if shot else None
    if shot:
        trace.cite("VH-10.2", "captured-by-the-gunner", seat=SEATS[seat])
    return trace.ruling("resolved", hit=shot is not None, captured_by=captured_by, mutual=mutual, **fires)


def _bombardment_faults(state: Bombardment, trace: Trace) -> None:
    if not GUNS >> NUMBER[state.artillery] & 1:
        trace.fault("VH-9.6", "not-an-artillery", card=state.artillery)
    target = state.target
    if target and target.card == state.artillery:
        trace.fault("VH-2.1", "card-twice", card=state.artillery)
    face_up = [state.artillery] if state.face == "up" else []
    if target and target.face == "up":
        face_up.append(target.card)
    if any(card.split()[0] == state.trump for card in face_up):
        trace.fault("VH-8.4", "trump-face-up")
    if target and state.face == "up":
        _facing_faults(state.artillery, target, state.position, trace)


def _facing_faults(artillery: Card, target: Target, position: Position, trace: Trace) -> None:
    """Record what cannot lie opposite this face-up artillery: both centres are of one regiment, two flanks never."""
    colour = artillery.split()[0]
    same = target.card.split()[0] == colour
    if position != "centre":
        if same and target.face == "up":
            trace.fault("VH-6.4", "opened-twice", colour=colour)
    elif same and target.face == "down":
        trace.fault("VH-6.2", "own-colour-face-down", card=target.card, position=position)
    elif not same and target.face == "up":
        trace.fault("VH-6.5", "second-regiment", card=target.card, position=position)


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreWon:
    """The end of a phase, when the centre is decided."""

    __pydantic_config__ = STRICT
    phase: Literal[1, 2, 3]
    """Which phase of the round has ended."""
    centre_winner: Seat | None
    """Who won the centre; nobody in a total defeat."""
    opener: Seat | None = None
    """Who opened this round; it counts after the third phase."""


def leader(state: CentreWon, trace: Trace) -> Ruling:
    """Who plays the first card of what comes next."""
    winner = NOBODY if state.centre_winner is None else seat_number(state.centre_winner)
    if state.phase == PHASES:
        trace.cite("VH-1.1", "three-phases")
        if state.opener is None:
            if winner == NOBODY or trace.reading(LEADER_OF_NEXT_ROUND) == "rotation":
                trace.cite("VH-3.7", "asks-opener")
                return trace.ruling("undecided", missing=["opener"], next="round")
            trace.cite("VH-6.11", "leads-the-next-round", leader=SEATS[winner])
            return trace.ruling("resolved", leads=SEATS[winner], next="round")
        after = None if state.centre_winner is None else winner
        opens = opener_of_next_round(seat_number(state.opener), after, trace)
        return trace.ruling("resolved", leads=SEATS[opens], next="round")
    leads = next_leader(winner, trace)
    if state.centre_winner is None:
        return trace.ruling("undecided", not_stated="leader", next="phase")
    return trace.ruling("resolved", leads=SEATS[leads], next="phase")


PROCEDURES = (
    Procedure(
        name="trump-status",
        state=TrumpStatus,
        decide=trump_status,
        example=TrumpStatus(openers=Openers(left="red", centre="blue", right="black"), face_down=("yellow 3", "red 2")),
        summary={"it": "Se la briscola è stabilita e di che colore", "en": "Whether trump is set, and its colour"},
    ),
    Procedure(
        name="bombardment",
        state=Bombardment,
        decide=bombardment,
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
        example=CentreWon(phase=1, centre_winner="east", opener="north"),
        summary={"it": "Chi apre la fase o il round seguente", "en": "Who leads the next phase or round"},
    ),
)
