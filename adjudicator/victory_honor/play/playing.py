"""Playing a card: what it becomes on the board, whether it sets the trump, and whose turn it makes it."""

from dataclasses import dataclass

from adjudicator.kernel import Trace
from adjudicator.victory_honor.cards import (
    ARTILLERY,
    CARDS,
    CAVALRY,
    COLOURS,
    DECK,
    NOBODY,
    NOWHERE,
    POSITIONS,
    SCOUT,
    SCOUTS,
    SEATS,
    SUITS,
    Card,
    Position,
)
from adjudicator.victory_honor.conflicts import OPENING_AFTER_SACRIFICE
from adjudicator.victory_honor.play.boards import Covered, are_full, is_full, lies_in, with_card
from adjudicator.victory_honor.play.order import (
    BarringRule,
    filling_order,
    leading_on,
    points_to,
    rules_against,
    where_to_play,
)
from adjudicator.victory_honor.play.plays import Plays, legal_plays
from adjudicator.victory_honor.play.round import Round, played
from adjudicator.victory_honor.play.scouts import allied, bar_naming, nameable

MANOEUVRES = {SCOUT: "scout", ARTILLERY: "artillery", CAVALRY: "cavalry"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A card about to be played."""

    position: int
    card: int
    named: int = NOWHERE
    """The position its scout orders or suggests."""


def play(state: Round, action: Action, trace: Trace) -> Round | None:
    """The round after this card; None for an illegal play, whose bars are in the trace."""
    if not allowed(state, action, legal_plays(state, trace), trace):
        return None
    return advance(state, action.position, action.card, action.named, trace)


def allowed(state: Round, action: Action, plays: Plays, trace: Trace) -> bool:
    """Whether this is one of the plays, and its scout may name what it names; every rule against it bars."""
    if not state.hands[state.turn] >> action.card & 1:
        trace.bar("VH-5.1", "card-not-held", seat=SEATS[state.turn], card=CARDS[action.card])
        return False
    if not plays.allows(action.position, action.card):
        for rule in rules_against(plays.bars, action.position, action.card):
            _bar_card(rule, CARDS[action.card], POSITIONS[action.position], trace)
        return False
    return action.named == NOWHERE or _may_name(state, action, trace)


def _bar_card(rule: BarringRule, card: Card, position: Position, trace: Trace) -> None:
    """Bar this card from this position by this rule."""
    match rule:
        case "VH-5.1":
            trace.bar("VH-5.1", "position-is-covered", position=position)
        case "VH-5.2":
            trace.bar("VH-5.2", "not-in-the-same-field", card=card, position=position)
        case "VH-5.5":
            trace.bar("VH-5.5", "not-towards-a-full-board", card=card, position=position)
        case "VH-6.2":
            trace.bar("VH-6.2", "does-not-follow", card=card, position=position)
        case "VH-6.4":
            trace.bar("VH-6.4", "cannot-open", card=card, position=position)
        case "VH-7.5":
            trace.bar("VH-7.5", "no-opening-sacrifice", card=card, position=position)
        case "VH-7.10":
            trace.bar("VH-7.10", "no-sacrifice", card=card, position=position)
        case "VH-8.3":
            trace.bar("VH-8.3", "trump-has-to-wait", card=card, position=position)
        case "VH-9.15":
            trace.bar("VH-9.15", "not-where-ordered", card=card, position=position)
        case "VH-9.16":
            trace.bar("VH-9.16", "would-end-the-regular-order", card=card, position=position)


def _may_name(state: Round, action: Action, trace: Trace) -> bool:
    """Whether this card is a scout at work and may name this position; the rule against it bars."""
    if not 1 << action.card & SCOUTS:
        trace.bar("VH-9.15", "not-a-scout", card=CARDS[action.card])
    elif 1 << action.card & state.trump:
        trace.bar("VH-8.5", "trump-scout-orders-nothing", card=CARDS[action.card])
    elif faced_down(state, action.position, action.card, trace):
        trace.bar("VH-7.3", "sacrificed-scout-orders-nothing", card=CARDS[action.card])
    elif nameable(state, action.position, trace) >> action.named & 1:
        return True
    else:
        bar_naming(state, action.position, action.named, trace)
    return False


def faced_down(state: Round, position: int, card: int, trace: Trace) -> bool:
    """Whether this card, played here, lies face down."""
    colour = state.opened[position]
    if colour:
        return not colour >> card & 1
    if lies_in(state.covered, position) and trace.reading(OPENING_AFTER_SACRIFICE) == "closed":
        return True
    left, centre, right = state.opened
    return bool((left | centre | right) >> card & 1)


def advance(state: Round, position: int, card: int, named: int, trace: Trace) -> Round:
    """The round after a play that is known to be legal."""
    seat = state.turn
    down = faced_down(state, position, card, trace)
    if trace.is_read:
        _cite_laid(state, position, card, down, trace)
    opened = state.opened
    if not down and not opened[position]:
        left, centre, right = (SUITS[card // 10] if p == position else opened[p] for p in range(3))
        opened = (left, centre, right)
        if trace.is_read:
            _cite_trump(opened, trace)
    hands = list(state.hands)
    hands[seat] ^= 1 << card
    north, east, south, west = hands
    covered = with_card(state.covered, 3 * seat + position)
    plays = (*state.plays, played(seat, position, card, down))
    following, filling = _next(state, position, covered, trace)
    ally = named != NOWHERE and allied(state.partners, seat, following)
    after = Round(
        partners=state.partners,
        phase=state.phase,
        turn=following,
        hands=(north, east, south, west),
        plays=plays,
        opened=opened,
        covered=covered,
        previous=position,
        order=NOWHERE if ally else named,
        suggestion=named if ally else NOWHERE,
        filling=filling,
        captured=state.captured,
        lost=state.lost,
    )
    if filling or following == NOBODY or not _order_ends(after, trace):
        return after
    return _filled(after, filling_order(covered, following, trace))


def _next(state: Round, position: int, covered: Covered, trace: Trace) -> tuple[int, tuple[int, ...]]:
    """Whose turn a card in this position makes it, and the filling order if the regular order has ended."""
    if are_full(covered, state.turn):
        return NOBODY, ()
    if state.filling:
        return state.filling[1], state.filling[1:]
    following = points_to(state.turn, position, trace)
    if not is_full(covered, following):
        return following, ()
    if trace.is_read:
        trace.cite("VH-5.6", "led-to-a-full-board", following=SEATS[following])
    filling = filling_order(covered, following, trace)
    return filling[0], filling


def _order_ends(state: Round, trace: Trace) -> bool:
    """Whether the regular order ends with the player to move, who has an empty position."""
    onward = leading_on(state.covered, state.turn)
    if onward & ~(1 << state.previous) or (onward and state.order != NOWHERE):
        return False
    if state.order != NOWHERE:
        return True
    return not where_to_play(state, trace, [])


def _filled(state: Round, filling: tuple[int, ...]) -> Round:
    return Round(
        partners=state.partners,
        phase=state.phase,
        turn=state.turn,
        hands=state.hands,
        plays=state.plays,
        opened=state.opened,
        covered=state.covered,
        previous=state.previous,
        order=state.order,
        suggestion=state.suggestion,
        filling=filling,
        captured=state.captured,
        lost=state.lost,
    )


def _cite_laid(state: Round, position: int, card: int, down: bool, trace: Trace) -> None:
    name, field, colour = CARDS[card], POSITIONS[position], COLOURS[card // 10]
    if not down:
        if state.opened[position]:
            trace.cite("VH-6.2", "follows", card=name, position=field)
        else:
            trace.cite("VH-6.1", "opens", card=name, position=field, colour=colour)
        return
    if state.trump >> card & 1:
        trace.cite("VH-8.4", "trump-face-down", card=name, position=field)
        if card % 10 in MANOEUVRES:
            trace.cite("VH-8.5", "no-manoeuvre", card=name)
        return
    trace.cite("VH-7.2", "face-down", card=name, position=field)
    if card % 10 in MANOEUVRES:
        trace.cite("VH-7.3", "no-manoeuvre", card=name)
    left, centre, right = state.opened
    if not (left | centre | right) >> card & 1:
        trace.cite("VH-7.8", "may-become-trump", card=name)


def _cite_trump(opened: tuple[int, int, int], trace: Trace) -> None:
    left, centre, right = opened
    if not (left and centre and right):
        return
    colour = COLOURS[SUITS.index(DECK & ~(left | centre | right))]
    trace.cite("VH-8.1", "fourth-colour", colour=colour)
