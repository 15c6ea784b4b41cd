"""One battle by the cards alone, whoever played them: which card wins, and whether a cavalry flanks."""

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.kernel import Json, Procedure, Ruling, Trace, fault_check, result_type, state_type
from adjudicator.victory_honor.cards import CENTRE, LEFT, NUMBER, SEATS, Card, Colour, cards_in, mask_of
from adjudicator.victory_honor.play.battles import (
    CAVALRIES,
    Battle,
    Charge,
    Charging,
    Won,
    WonBy,
    cite_values,
    resolve_battle,
    what_stops,
)
from adjudicator.victory_honor.rulings.position import Flanked
from adjudicator.victory_honor.state import Face, colour_of, twice_faults, whole_colour


@state_type
class CardsPlayed:
    """The cards that lie in one position of the boards, or those of them that are named."""

    cards: tuple[Card, ...]
    """In the order they were played, the trumps anywhere: the first one of another colour opened the position, as the
    trump colour is opened nowhere.
    """
    trump: Colour | None
    """The trump colour; none if a position was never opened."""
    in_centre: bool
    """Whether the position is the centre; it counts where a cavalry is the last card."""
    bombarded: Card | None = None
    """Which of the cards an artillery hits, if any."""
    trump_set_when_last: bool = True
    """Whether the trump colour was already set when the last card was played."""
    all_trumps: bool = False
    """Whether all that are named are trumps: then the opening card is not among them."""
    mine: Card | None = None
    """Which of the cards is the player's own, if one is."""


@result_type
class CardWins:
    """Which card wins, and what its player takes."""

    by: WonBy
    winning_card: Card | None
    """None in a total defeat."""
    captured: list[Card]
    """What the winner takes."""
    lost: list[Card]
    """What nobody takes."""
    mine: bool | None = None
    """Whether the player's own card wins, where one is."""


def battle_winner(state: CardsPlayed, trace: Trace) -> Ruling:
    """Which of the cards wins the position."""
    if not 1 <= len(state.cards) <= len(SEATS):
        trace.fault("VH-2.4", "not-one-to-four", cards=len(state.cards))
    trace.require_possible()
    _colour_faults(state, trace)
    trace.require_possible()
    opener = _opener(state)
    led = None if opener is None else colour_of(opener)
    up = [card for card in state.cards if colour_of(card) == led]
    down = [card for card in state.cards if colour_of(card) != led]
    trump = state.trump if down else None
    _faults(state, led, trace)
    trace.require_possible()
    hit = mask_of((state.bombarded,)) if state.bombarded else 0
    laid = [mask_of((card,)) for card in state.cards] + [0] * (len(SEATS) - len(state.cards))
    last = state.cards[-1]
    charges = len(state.cards) > 1 and last in up and CAVALRIES >> NUMBER[last] & 1
    battle = Battle(
        position=CENTRE if charges and state.in_centre else LEFT,
        laid=(laid[0], laid[1], laid[2], laid[3]),
        face_up=mask_of(up),
        face_down=mask_of(down),
        opening=mask_of((opener,) if opener else ()),
        last=mask_of((last,)) if charges else 0,
        trump=whole_colour(trump),
        trump_was_set=state.trump_set_when_last if charges and down else True,
    )
    won = resolve_battle(battle, hit, trace.silent())
    _cite(battle, won, hit, trace)
    winner = cards_in(won.card)[0] if won.card else None
    return trace.resolved(
        CardWins(
            by=won.by,
            winning_card=winner,
            captured=cards_in(won.captured),
            lost=cards_in(won.lost),
            mine=None if state.mine is None else state.mine == winner,
        )
    )


def _opener(state: CardsPlayed) -> Card | None:
    """The opening card; None where all that are named are trumps."""
    if state.all_trumps:
        return None
    if len(_colours(state)) == 1:
        return state.cards[0]
    return next((card for card in state.cards if colour_of(card) != state.trump), None)


def _colours(state: CardsPlayed) -> list[str]:
    return list(dict.fromkeys(map(colour_of, state.cards)))


@fault_check
def _colour_faults(state: CardsPlayed, trace: Trace) -> None:
    """Trumps are of the trump colour, which is opened nowhere."""
    colours = _colours(state)
    if state.all_trumps and colours != [state.trump]:
        trace.fault("VH-8.1", "not-all-trumps", cards=list(state.cards))
    elif state.all_trumps and len(state.cards) == len(SEATS):
        trace.fault("VH-8.1", "trump-was-opened", colour=colours[0])
    elif not state.all_trumps and colours == [state.trump]:
        trace.fault("VH-8.1", "opener-not-named", colour=colours[0])


@fault_check
def _faults(state: CardsPlayed, led: str | None, trace: Trace) -> None:
    twice_faults(state.cards, trace)
    for card in (state.bombarded, state.mine):
        if card and card not in state.cards:
            trace.fault("VH-2.4", "not-among-them", card=card)
    if state.bombarded and colour_of(state.bombarded) != led:
        trace.fault("VH-9.8", "hit-face-down", card=state.bombarded)


def _all_trumps(told: Mapping[str, Json]) -> Mapping[str, Json]:
    """Cards of one colour are all trumps where that colour is told to be trump."""
    cards, trump = told.get("cards"), told.get("trump")
    if not (isinstance(cards, list) and cards and isinstance(trump, str)):
        return {}
    return {"all_trumps": True} if all(str(card).startswith(f"{trump} ") for card in cards) else {}


def _cite(battle: Battle, won: Won, hit: int, trace: Trace) -> None:
    """Cite why this card wins."""
    if hit:
        trace.cite("VH-10.2", "removed-first", cards=cards_in(hit))
    if battle.last and won.by != "total-defeat":
        charge_succeeds(Charging(battle, hit), trace, is_hit=bool(battle.last & hit))
    name = cards_in(won.card)[0] if won.card else ""
    match won.by:
        case "flanking":
            trace.cite("VH-10.3", "cavalry-wins", card=name)
            trace.cite("VH-9.2", "takes-the-rest", cards=cards_in(won.captured))
        case "trump":
            trace.cite("VH-10.4", "highest-trump-wins", card=name)
        case "highest-card":
            cite_values(battle, won.card, trace)
            trace.cite("VH-10.5", "highest-card-wins", card=name)
        case "total-defeat":
            if battle.opening & hit and battle.face_up & ~hit:
                trace.cite("VH-7.13", "without-the-opener")
            else:
                trace.cite("VH-7.13", "nobody-wins")
            trace.cite("VH-7.16", "lost-to-all", cards=cards_in(won.lost))


@state_type
class CavalryPlayed:
    """A cavalry, and what decides whether it flanks."""

    in_centre: bool
    """Whether it lies in a centre and not on a flank."""
    last: bool
    """Whether it is the last card played in that position of all boards."""
    face: Face = "up"
    """How it lies."""
    is_trump: bool = False
    """Whether it is of the trump colour."""
    meets_trump: bool
    """Whether a trump lies in that position at the end of the phase."""
    trump_was_set: bool = True
    """Whether the trump colour was already set when it was played."""
    bombarded: bool
    """Whether an artillery hits it."""


def cavalry(state: CavalryPlayed, trace: Trace) -> Ruling:
    """Whether the cavalry flanks its position."""
    if state.is_trump:
        trace.cite("VH-8.5", "trump-cavalry")
        return trace.resolved(Flanked(flanks=False))
    if state.face == "down":
        trace.cite("VH-7.3", "sacrificed-cavalry")
        return trace.resolved(Flanked(flanks=False))
    is_hit = trace.besides(lambda: bool(state.bombarded))
    if not state.in_centre and not state.last:
        if is_hit:
            trace.cite("VH-9.1", "neither-last-nor-left")
        else:
            trace.cite("VH-9.1", "cavalry-is-not-last")
        return trace.resolved(Flanked(flanks=False))
    unhit = replace(state, bombarded=False)
    stopped_anyway = what_stops(unhit, trace) in ("centre", "trump")
    return trace.resolved(Flanked(flanks=charge_succeeds(unhit if stopped_anyway else state, trace, is_hit=is_hit)))


def charge_succeeds(charge: Charge, trace: Trace, *, is_hit: bool | None) -> bool:
    """Whether a cavalry that lies face up and last in its position flanks it; `is_hit` only words why it does not."""
    match what_stops(charge, trace):
        case "centre":
            if is_hit:
                trace.cite("VH-9.5", "not-even-a-seven")
            else:
                trace.cite("VH-9.5", "only-a-seven")
            return False
        case "artillery":
            trace.cite("VH-9.4", "hit-by-artillery")
            return False
        case "trump":
            trace.cite("VH-9.3", "met-by-a-trump")
            return False
        case "no-trump-yet":
            trace.cite("VH-9.1", "before-the-trump")
        case "nothing":
            trace.cite("VH-9.1", "last-and-no-trump")
    return True


PROCEDURES: tuple[Procedure[CardsPlayed] | Procedure[CavalryPlayed], ...] = (
    Procedure(
        name="battle-winner",
        state=CardsPlayed,
        decide=battle_winner,
        results=(CardWins,),
        example=CardsPlayed(cards=("red 5", "red G1", "yellow 3", "black G2"), trump="yellow", in_centre=True),
        summary={"it": "Quale carta vince in una posizione", "en": "Which card wins in a position"},
        implied=_all_trumps,
    ),
    Procedure(
        name="cavalry",
        state=CavalryPlayed,
        decide=cavalry,
        results=(Flanked,),
        example=CavalryPlayed(in_centre=False, last=True, meets_trump=False, bombarded=False),
        summary={"it": "Se una cavalleria fiancheggia", "en": "Whether a cavalry flanks"},
    ),
)
