"""Putting warriors into play, openly or in Cover, and the price when a covered one is revealed.

Openly: one Action, the Value in Destiny Points, and the Area of his own kind. In Cover: three Actions
and nothing paid, facedown outside the Areas. Once he is revealed the Value falls due; who cannot pay
loses the warrior, all Destiny Points, and what is still missing in Promotion Points.
"""

from dataclasses import replace
from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, bar_by_cards, card_lifts, pay
from adjudicator.doomtrooper.conflicts import ONLY_WARRIOR_INTO_COVER, REVEALED_BY_ATTACK, TRIBES_TOGETHER
from adjudicator.doomtrooper.state import CORPORATIONS, TRIBES, Affiliation, Area, Count, Kind
from adjudicator.doomtrooper.tables import COVER_ACTIONS, INTRODUCE_ACTIONS, INTRODUCE_IN_COVER_ACTIONS
from adjudicator.kernel import Procedure, Ruling, Stopped, Trace, result_type, state_type


@state_type
class IntroduceWarrior:
    """A player about to put a warrior from hand into play."""

    affiliation: Affiliation
    """The affiliation on his card."""
    kinds: tuple[Kind, ...] = ()
    """What else he is."""
    no_squad_no_array: bool = False
    """Whether his card says that he "cannot be introduced in a Squad or array"."""
    value: Count
    """His V: the price in Destiny Points."""
    area: Area | Literal["own-area"]
    """The player's own Area he is to go into; `own-area` is that of one whom neither Squad nor array takes."""
    destiny: Count
    """The player's Destiny Points."""
    actions_left: Count
    """Actions left in this Turn."""
    own_outpost: tuple[Affiliation, ...] = ()
    """Affiliations of the warriors in the player's own Outpost."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


@result_type
class IntroducedOpenly:
    """The warrior is in play."""

    area: Area | Literal["own-area"]
    """Where."""
    destiny: int
    """Destiny Points left."""
    actions_left: int


def introduce_warrior(state: IntroduceWarrior, trace: Trace) -> Ruling:
    """Whether he may be introduced there, and what it costs."""
    bar_by_cards(state.cards, trace)
    _bar_by_area(state, trace)
    if state.area == "outpost":
        bar_by_tribes((state.affiliation,), state.own_outpost, state.cards, trace)
    if state.value > state.destiny:
        trace.bar("DT-6.17", "too-little-destiny", value=state.value, destiny=state.destiny)
    left = pay(state.actions_left, INTRODUCE_ACTIONS, state.cards, trace)
    trace.require_legal()
    if state.no_squad_no_array and state.affiliation not in TRIBES and state.area == "outpost":
        trace.silence("area-without-affiliations")
    trace.cite("DT-6.16", "introduced", area=state.area, actions=state.actions_left - left)
    trace.cite("DT-6.17", "value-paid", value=state.value, left=state.destiny - state.value)
    return trace.judged(IntroducedOpenly(area=state.area, destiny=state.destiny - state.value, actions_left=left))


def _bar_by_area(state: IntroduceWarrior, trace: Trace) -> None:
    area, tribe = state.area, state.affiliation in TRIBES
    if state.no_squad_no_array and not tribe:
        if area == "own-area":
            trace.cite("DT-17.12", "into-his-own")
        elif area == "outpost":
            trace.cite("DT-17.11", "no-squad-no-array")
        else:
            trace.bar("DT-17.11", "no-squad-no-array", lifted=card_lifts("area", state.cards, trace))
    elif tribe and area == "outpost":
        trace.cite("DT-2.7", "tribe-into-outpost", tribe=state.affiliation)
    elif tribe:
        lifted = card_lifts("area", state.cards, trace)
        trace.bar("DT-2.7", "tribe-elsewhere", lifted=lifted, tribe=state.affiliation, area=area)
    else:
        _bar_by_camp(state, trace)


def _bar_by_camp(state: IntroduceWarrior, trace: Trace) -> None:
    """Bar what is not the Squad for a Doomtrooper, or not the array for the Dark Legion."""
    mercenary = "mercenary" in state.kinds
    if mercenary:
        trace.cite("DT-13.1", "counts-as-doomtrooper")
    elif state.affiliation not in CORPORATIONS and state.affiliation != "dark-legion":
        trace.cite("DT-2.4", "is-a-doomtrooper", affiliation=state.affiliation)
    dark = state.affiliation == "dark-legion" and not mercenary
    if state.area == "outpost":
        lifted = card_lifts("area", state.cards, trace)
        trace.bar("DT-2.9", "not-straight-into-outpost", lifted=lifted, home="array" if dark else "squad")
    elif dark and state.area == "array":
        trace.cite("DT-2.6", "into-the-array")
    elif dark:
        trace.bar("DT-2.6", "only-into-the-array", lifted=card_lifts("area", state.cards, trace))
    elif state.area == "squad":
        trace.cite("DT-2.3", "into-the-squad")
    else:
        trace.bar("DT-2.3", "only-into-the-squad", lifted=card_lifts("area", state.cards, trace))


def bar_by_tribes(
    coming: tuple[Affiliation, ...], there: tuple[Affiliation, ...], cards: tuple[CardText, ...], trace: Trace
) -> None:
    """Bar one with these affiliations from an Outpost where those are of another Tribe."""
    tribe = next((own for own in coming if own in TRIBES), None)
    other = next((own for own in there if own in TRIBES and own != tribe), None)
    if tribe is None or other is None:
        return
    if trace.reading(TRIBES_TOGETHER) == "never-together":
        lifted = card_lifts("tribes-together", cards, trace)
        trace.bar("DT-6.18", "another-tribe-there", lifted=lifted, tribe=tribe, other=other)
    elif not trace.barred:
        trace.cite("DT-17.10", "tribes-together", tribe=tribe, other=other)


@state_type
class IntroduceInCover:
    """A player about to put a warrior from hand facedown into play."""

    actions_left: Count
    """Actions left in this Turn."""
    own_uncovered: Count
    """The player's own warriors in play who are not in Cover."""
    considered_vehicle: bool = False
    """Whether he is considered a Vehicle."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


@result_type
class IntroducedCovered:
    """The warrior is in play, facedown."""

    actions_left: int
    destiny_paid: Literal[0] = 0
    place: Literal["outside-the-areas"] = "outside-the-areas"


def introduce_in_cover(state: IntroduceInCover, trace: Trace) -> Ruling:
    """Whether he may be introduced in Cover, and the Actions left."""
    bar_by_cards(state.cards, trace)
    if state.considered_vehicle:
        trace.bar("DT-16.14", "vehicle-takes-no-cover", lifted=card_lifts("vehicle", state.cards, trace))
    if state.own_uncovered == 0:
        if trace.reading(ONLY_WARRIOR_INTO_COVER) == "barred":
            trace.bar("DT-6.27", "nobody-left-uncovered", lifted=card_lifts("last-uncovered", state.cards, trace))
        elif not trace.barred:
            trace.cite("DT-6.27", "not-said-of-introducing")
    left = pay(state.actions_left, INTRODUCE_IN_COVER_ACTIONS, state.cards, trace)
    trace.require_legal()
    trace.cite("DT-6.37", "introduced-in-cover", actions=state.actions_left - left)
    if left == 0:
        trace.cite("DT-6.38", "turn-used-up")
    else:
        trace.cite("DT-6.38", "actions-from-cards", left=left)
    trace.cite("DT-6.39", "placed-outside-areas")
    trace.cite("DT-6.40", "nothing-paid-yet")
    return trace.judged(IntroducedCovered(actions_left=left))


@state_type
class RevealCovered:
    """A warrior introduced in Cover and not yet paid, about to be revealed."""

    value: Count
    """His V."""
    destiny: Count
    """His player's Destiny Points."""
    promotion: Count
    """His player's Promotion Points."""
    by: Literal["own-action", "attack", "card"]
    """Whether his player brings him out, an enemy attacks him, or a card reveals him."""
    actions_left: Count
    """Actions his player has left."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


@result_type
class Revealed:
    """What came of revealing him."""

    stays: bool
    """Whether he stays in play."""
    destiny: int
    """Destiny Points left."""
    promotion: int
    """Promotion Points left."""
    actions_left: int | None = None
    """Actions left, where his player brought him out."""
    actions_owed: int
    """Actions that his player still has to pay."""
    not_stated: Literal["attack-on-a-discarded-warrior"] | None = None
    """What no rule says: whether the attack that revealed one who is discarded was made."""


def reveal_covered(state: RevealCovered, trace: Trace) -> Ruling:
    """Whether he stays in play, and the points and Actions after."""
    owed, left = 0, None
    if state.by == "own-action":
        bar_by_cards(state.cards, trace)
        left = pay(state.actions_left, COVER_ACTIONS, state.cards, trace)
        trace.require_legal()
        trace.cite("DT-6.41", "value-and-action-due", value=state.value)
    elif trace.reading(REVEALED_BY_ATTACK) == "value-only":
        trace.cite("DT-6.41", "only-value-due", value=state.value, by=state.by)
    else:
        trace.cite("DT-6.41", "action-owed-too", value=state.value, by=state.by)
        owed = COVER_ACTIONS
    lacking = state.value - state.destiny
    after = Revealed(
        stays=lacking <= 0,
        destiny=max(0, -lacking),
        promotion=state.promotion,
        actions_left=left,
        actions_owed=owed,
    )
    if lacking <= 0:
        trace.cite("DT-6.17", "value-paid", value=state.value, left=-lacking)
        return trace.resolved(after)
    after = replace(after, promotion=_shortage(lacking, state.promotion, trace))
    if state.by == "attack":
        trace.cite("DT-6.42", "attack-left-open")
        raise Stopped("undecided", replace(after, not_stated="attack-on-a-discarded-warrior"))
    return trace.resolved(after)


def _shortage(lacking: int, promotion: int, trace: Trace) -> int:
    """The Promotion Points left when so many Destiny Points lack."""
    trace.cite("DT-6.42", "discarded-unpaid", missing=lacking)
    if lacking > promotion:
        trace.cite("DT-6.43", "all-promotion-lost", promotion=promotion)
        return 0
    trace.cite("DT-6.42", "rest-from-promotion", missing=lacking, left=promotion - lacking)
    return promotion - lacking


PROCEDURES = (
    Procedure(
        name="introduce-warrior",
        state=IntroduceWarrior,
        decide=introduce_warrior,
        results=(IntroducedOpenly,),
        example=IntroduceWarrior(affiliation="bauhaus", value=4, area="squad", destiny=5, actions_left=3),
        summary={
            "it": "Se un guerriero può essere introdotto in un'Area, e quanto costa",
            "en": "Whether a warrior may be introduced into an Area, and what it costs",
        },
    ),
    Procedure(
        name="introduce-in-cover",
        state=IntroduceInCover,
        decide=introduce_in_cover,
        results=(IntroducedCovered,),
        example=IntroduceInCover(actions_left=3, own_uncovered=1),
        summary={
            "it": "Se un guerriero può essere introdotto in Copertura",
            "en": "Whether a warrior may be introduced in Cover",
        },
    ),
    Procedure(
        name="reveal-covered",
        state=RevealCovered,
        decide=reveal_covered,
        results=(Revealed,),
        example=RevealCovered(value=8, destiny=5, promotion=10, by="own-action", actions_left=1),
        summary={
            "it": "Che cosa si paga quando si rivela un guerriero introdotto in Copertura",
            "en": "What is paid when a warrior introduced in Cover is revealed",
        },
    ),
)
