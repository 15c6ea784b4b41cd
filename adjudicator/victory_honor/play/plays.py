"""Which cards may be played where, and how: open, follow, trump, sacrifice, or sacrifice the opening.

In a position that is opened the colour is followed; who cannot, puts any card face down, which is a
trump if it is of the trump colour. In an unopened position a colour that is not opened yet opens it.
Only when no position leaves anything else may a card be put face down in an unopened one.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.kernel import Trace
from adjudicator.victory_honor.cards import (
    CENTRE,
    COLOURS,
    LEFT,
    NOWHERE,
    POSITIONS,
    RIGHT,
    SCOUTS,
    SEATS,
    SUITS,
    cards_in,
)
from adjudicator.victory_honor.conflicts import FOLLOWING, OPENING_AFTER_SACRIFICE, OPENING_SACRIFICE_AGAINST_BAN
from adjudicator.victory_honor.play.boards import empty_positions, lies_in
from adjudicator.victory_honor.play.order import Bar, leading_on, where_to_play
from adjudicator.victory_honor.play.round import Round

Way: TypeAlias = Literal["none", "open", "follow", "face-down", "opening-sacrifice"]
Choice: TypeAlias = tuple[int, Way]
Choices: TypeAlias = tuple[Choice, Choice, Choice]
NOTHING: Choice = (0, "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plays:
    """What the player to move may play."""

    choices: Choices
    """For each position the cards, and the way they would be played."""
    bars: tuple[Bar, ...]
    """What may not be played, and why; only where the trace is read."""

    def allows(self, position: int, card: int) -> bool:
        """Whether this card may be played there."""
        return bool(self.choices[position][0] >> card & 1)


def legal_plays(state: Round, trace: Trace) -> Plays:
    """Everything the player to move may play; the regular order must not have ended with them."""
    bars: list[Bar] = []
    where = where_to_play(state, trace, bars)
    left = choice_in(state, LEFT, trace, bars) if where & 1 else NOTHING
    centre = choice_in(state, CENTRE, trace, bars) if where & 2 else NOTHING
    right = choice_in(state, RIGHT, trace, bars) if where & 4 else NOTHING
    if not (left[0] or centre[0] or right[0]):
        left, centre, right = _sacrifice_the_opening(state, where, trace, bars)
        return Plays(choices=(left, centre, right), bars=tuple(bars))
    if "face-down" in (left[1], centre[1], right[1]):
        left, centre, right = _follow_elsewhere(state, (left, centre, right), trace, bars)
    if state.hands[state.turn] & SCOUTS:
        left, centre, right = _scouts_end_nothing(state, (left, centre, right), trace, bars)
    if trace.is_read:
        _cite_voluntary(state, (left, centre, right), trace)
        _bar_opening_sacrifice(state, where, (left, centre, right), trace, bars)
    return Plays(choices=(left, centre, right), bars=tuple(bars))


def plays_there(state: Round, position: int, trace: Trace) -> Plays:
    """What may be played in this one position, as far as the hand is known."""
    bars: list[Bar] = []
    choices = [NOTHING, NOTHING, NOTHING]
    where, hand = where_to_play(state, trace, bars), state.hands[state.turn]
    if where >> position & 1:
        choices[position] = choice_in(state, position, trace, bars)
        if not choices[position][0] and any(state.opened[p] for p in range(3) if where >> p & 1):
            trace.cite("VH-6.4", "colour-already-opened", position=POSITIONS[position], cards=cards_in(hand))
            bars.append(Bar(position=position, cards=hand, rule="VH-6.4"))
    left, centre, right = choices
    return Plays(choices=(left, centre, right), bars=tuple(bars))


def settled_by(state: Round, trace: Trace) -> int:
    """The positions, as bits, where these cards of a hand may or may not be played whatever else the player holds."""
    where = onward = where_to_play(state, trace, [])
    if state.hands[state.turn] & SCOUTS and not state.filling and state.order == NOWHERE:
        onward = leading_on(state.covered, state.turn, where)
    found = {position: choice_in(state, position, trace, []) for position in range(3) if where >> position & 1}
    ways = {way for _, way in found.values()}
    playable = any(
        cards if onward >> position & 1 else cards & ~SCOUTS
        for position, (cards, way) in found.items()
        if way != "face-down"
    )
    settled = 0
    for position in range(3):
        match found[position][1] if position in found else "barred":
            case "follow" | "open":
                is_settled = playable
            case "face-down":
                is_settled = False  # whoever cannot follow with these cards may hold more to follow with
            case "none":
                is_settled = bool(state.hands[state.turn]) and not ways.isdisjoint({"follow", "face-down"})
            case _:
                is_settled = playable or barred_for_any_hand(state, position, trace)
        settled |= is_settled << position
    return settled


def settled_plays(state: Round, settled: int, trace: Trace) -> Plays:
    """What of these cards of a hand may be played in the positions where that is settled."""
    found = [NOTHING, NOTHING, NOTHING]
    where, hand = where_to_play(state, trace, []), state.hands[state.turn]
    for position in range(3):
        if where & settled & 1 << position:
            found[position] = choice_in(state, position, trace, [])
            if not found[position][0]:
                trace.cite("VH-6.4", "colour-already-opened", position=POSITIONS[position], cards=cards_in(hand))
    left, centre, right = found
    return Plays(choices=(left, centre, right), bars=())


def barred_for_any_hand(state: Round, position: int, trace: Trace) -> bool:
    """Whether nobody in this turn may play there, whatever they hold besides these cards of the hand."""
    where, empty = where_to_play(state, trace.silent(), []), empty_positions(state.covered, state.turn)
    if where >> position & 1:
        return False
    if not empty >> position & 1 or state.order != NOWHERE:
        return True
    if any(state.opened[p] or choice_in(state, p, trace.silent(), [])[0] for p in range(3) if where >> p & 1):
        return True  # something may be played where the turn allows it, so nobody has to sacrifice an opening
    return trace.reading(OPENING_SACRIFICE_AGAINST_BAN) == "ban-first"


def choice_in(state: Round, position: int, trace: Trace, bars: list[Bar]) -> Choice:
    """What the hand of the player to move lets them play in this position, and how, as if it were the only one."""
    hand = state.hands[state.turn]
    colour = state.opened[position]
    if colour:
        following = hand & colour
        if following:
            if trace.is_read:
                _bar_all_but_following(state, position, following, trace, bars)
            return following, "follow"
        if trace.is_read:
            _cite_nothing_to_follow(state, position, trace)
        return hand, "face-down"
    if lies_in(state.covered, position) and trace.reading(OPENING_AFTER_SACRIFICE) == "closed":
        trace.cite("VH-6.1", "closed-by-a-sacrifice", position=POSITIONS[position])
        return hand, "face-down"
    left, centre, right = state.opened
    opening = hand & ~(left | centre | right)
    if not opening:
        return NOTHING
    if trace.is_read:
        _bar_all_but_opening(state, position, opening, trace, bars)
    return opening, "open"


def _bar_all_but_following(state: Round, position: int, following: int, trace: Trace, bars: list[Bar]) -> None:
    colour = COLOURS[SUITS.index(state.opened[position])]
    trace.cite("VH-6.2", "must-follow", position=POSITIONS[position], colour=colour, cards=cards_in(following))
    others = state.hands[state.turn] & ~following
    if not others:
        return
    if trumps := others & state.trump:
        trace.cite("VH-8.3", "no-trump-when-following", position=POSITIONS[position], cards=cards_in(trumps))
        bars.append(Bar(position=position, cards=trumps, rule="VH-8.3"))
    bars.append(Bar(position=position, cards=others, rule="VH-6.2"))


def _cite_nothing_to_follow(state: Round, position: int, trace: Trace) -> None:
    hand, field = state.hands[state.turn], POSITIONS[position]
    colour = COLOURS[SUITS.index(state.opened[position])]
    trumps = hand & state.trump
    if trumps:
        trace.cite("VH-7.4", "trump-instead", position=field, cards=cards_in(trumps))
        if hand & ~trumps:
            trace.cite("VH-7.1", "other-than-a-trump", position=field)
    elif hand:
        trace.cite("VH-7.1", "cannot-follow", position=field, colour=colour)


def _bar_all_but_opening(state: Round, position: int, opening: int, trace: Trace, bars: list[Bar]) -> None:
    field = POSITIONS[position]
    trace.cite("VH-6.3", "may-open", position=field, cards=cards_in(opening))
    opened = state.hands[state.turn] & ~opening
    if opened:
        trace.cite("VH-6.4", "colour-already-opened", position=field, cards=cards_in(opened))
        bars.append(Bar(position=position, cards=opened, rule="VH-6.4"))


def _follow_elsewhere(state: Round, choices: Choices, trace: Trace, bars: list[Bar]) -> Choices:
    """Where the duty to follow reaches across positions, no sacrifice while another position can be followed."""
    if not any(way == "follow" for _, way in choices):
        return choices
    left, centre, right = (_unless_following(state, p, choice, trace, bars) for p, choice in enumerate(choices))
    return left, centre, right


def _unless_following(state: Round, position: int, choice: Choice, trace: Trace, bars: list[Bar]) -> Choice:
    cards, way = choice
    sacrifices = cards & ~state.trump
    if way != "face-down" or not sacrifices or trace.reading(FOLLOWING) == "in-the-position":
        return choice
    trace.cite("VH-7.10", "follow-elsewhere", position=POSITIONS[position])
    bars.append(Bar(position=position, cards=sacrifices, rule="VH-7.10"))
    return cards & state.trump, way


def _scouts_end_nothing(state: Round, choices: Choices, trace: Trace, bars: list[Bar]) -> Choices:
    """Where passing the turn on is only advised, a scout still may not be what ends the regular order."""
    if state.filling or state.order != NOWHERE:
        return choices
    at_work = sum(1 << p for p, (cards, way) in enumerate(choices) if cards & SCOUTS and way in ("open", "follow"))
    onward = leading_on(state.covered, state.turn, at_work)
    if onward == at_work:
        return choices
    found = list(choices)
    for position, (cards, way) in enumerate(choices):
        scouts = cards & SCOUTS if (at_work & ~onward) >> position & 1 else 0
        if scouts and (cards != scouts or any(others for p, (others, _) in enumerate(found) if p != position)):
            trace.cite("VH-9.16", "scout-may-not-end-the-order", position=POSITIONS[position])
            bars.append(Bar(position=position, cards=scouts, rule="VH-9.16"))
            found[position] = (cards & ~scouts, way)
    left, centre, right = found
    return left, centre, right


def _cite_voluntary(state: Round, choices: Choices, trace: Trace) -> None:
    """Where a sacrifice is a way round opening a new colour in another of these positions."""
    if any(way == "open" for _, way in choices):
        for position, (cards, way) in enumerate(choices):
            if cards and way == "face-down" and state.opened[position]:
                trace.cite("VH-7.9", "voluntary", position=POSITIONS[position])


def _bar_opening_sacrifice(state: Round, where: int, choices: Choices, trace: Trace, bars: list[Bar]) -> None:
    hand = state.hands[state.turn]
    for position, (_, way) in enumerate(choices):
        if where >> position & 1 and way == "none":
            trace.cite("VH-6.4", "colour-already-opened", position=POSITIONS[position], cards=cards_in(hand))
            trace.cite("VH-7.5", "other-possibilities", position=POSITIONS[position])
            bars.extend(Bar(position=position, cards=hand, rule=rule) for rule in ("VH-6.4", "VH-7.5"))


def _sacrifice_the_opening(state: Round, where: int, trace: Trace, bars: list[Bar]) -> Choices:
    """Nothing in these positions but unopened ones that this hand cannot open."""
    hand, seat = state.hands[state.turn], SEATS[state.turn]
    if state.order != NOWHERE:
        trace.cite("VH-7.7", "forced-by-scout", seat=seat, position=POSITIONS[state.order])
    elif not state.filling and (behind := empty_positions(state.covered, state.turn) & ~where):
        possible = any(choice_in(state, p, trace.silent(), [])[0] for p in range(3) if behind >> p & 1)
        if possible and trace.reading(OPENING_SACRIFICE_AGAINST_BAN) == "sacrifice-last":
            trace.cite("VH-7.5", "rather-where-barred", seat=seat)
            bars[:] = [bar for bar in bars if not behind >> bar.position & 1]
            bars.extend(Bar(position=p, cards=hand, rule="VH-7.5") for p in range(3) if where >> p & 1)
            left, centre, right = (choice_in(state, p, trace, bars) if behind >> p & 1 else NOTHING for p in range(3))
            _bar_opening_sacrifice(state, behind, (left, centre, right), trace, bars)
            return left, centre, right
        if possible:
            trace.cite("VH-7.5", "only-barred-positions-left", seat=seat)
    found = [NOTHING, NOTHING, NOTHING]
    for position in range(3):
        if where >> position & 1:
            found[position] = (hand, "opening-sacrifice")
            trace.cite("VH-7.6", "opening-sacrifice", seat=seat, position=POSITIONS[position])
    left, centre, right = found
    return left, centre, right
