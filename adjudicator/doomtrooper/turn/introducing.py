"""Putting warriors into play, openly or in Cover, and the price when a covered one is revealed.

Openly: one Action, the Value in Destiny Points, and the Area of his own kind. In Cover: three Actions
and nothing paid, facedown outside the Areas. Once he is revealed the Value falls due; who cannot pay
loses the warrior, all Destiny Points, and what is still missing in Promotion Points.
"""

from dataclasses import dataclass
from typing import Literal

from adjudicator.doomtrooper.cards.texts import CardText, lifted, paid, permitted
from adjudicator.doomtrooper.conflicts import ONLY_WARRIOR_INTO_COVER, REVEALED_BY_ATTACK, TRIBES_TOGETHER
from adjudicator.doomtrooper.state import CORPORATIONS, STRICT, TRIBES, Affiliation, Area, Count, Kind
from adjudicator.doomtrooper.tables import COVER_ACTIONS, INTRODUCE_ACTIONS, INTRODUCE_IN_COVER_ACTIONS
from adjudicator.kernel import Procedure, Ruling, Silence, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class IntroduceWarrior:
    """A player about to put a warrior from hand into play."""

    __pydantic_config__ = STRICT
    affiliation: Affiliation
    """The affiliation on his card."""
    kinds: tuple[Kind, ...] = ()
    """What else he is."""
    homeless: bool = False
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


def introduce_warrior(state: IntroduceWarrior, trace: Trace) -> Ruling:
    """Whether he may be introduced there, and what it costs."""
    legal = permitted(state.cards, trace)
    if not _area_is_his(state, trace):
        legal &= lifted("area", state.cards, trace)
    if state.area == "outpost" and not tribes_agree((state.affiliation,), state.own_outpost, trace):
        legal &= lifted("tribes-together", state.cards, trace)
    if state.value > state.destiny:
        trace.cite("DT-6.17", "too-little-destiny", value=state.value, destiny=state.destiny)
        legal = False
    left = paid(state.actions_left, INTRODUCE_ACTIONS, state.cards, trace)
    if left is None or not legal:
        return trace.ruling("illegal")
    if state.homeless and state.affiliation not in TRIBES and state.area == "outpost":
        raise Silence("area-without-affiliations")
    trace.cite("DT-6.16", "introduced", area=state.area, actions=state.actions_left - left)
    trace.cite("DT-6.17", "value-paid", value=state.value, left=state.destiny - state.value)
    return trace.ruling("legal", area=state.area, destiny=state.destiny - state.value, actions_left=left)


def _area_is_his(state: IntroduceWarrior, trace: Trace) -> bool:
    if state.homeless and state.affiliation not in TRIBES:
        if state.area == "own-area":
            trace.cite("DT-17.12", "into-his-own")
            return True
        trace.cite("DT-17.11", "no-squad-no-array")
        return state.area == "outpost"
    if state.affiliation in TRIBES:
        if state.area == "outpost":
            trace.cite("DT-2.7", "tribe-into-outpost", tribe=state.affiliation)
            return True
        trace.cite("DT-2.7", "tribe-elsewhere", tribe=state.affiliation, area=state.area)
        return False
    mercenary = "mercenary" in state.kinds
    if mercenary:
        trace.cite("DT-13.1", "counts-as-doomtrooper")
    elif state.affiliation not in CORPORATIONS and state.affiliation != "dark-legion":
        trace.cite("DT-2.4", "is-a-doomtrooper", affiliation=state.affiliation)
    dark = state.affiliation == "dark-legion" and not mercenary
    if state.area == "outpost":
        trace.cite("DT-2.9", "not-straight-into-outpost", home="array" if dark else "squad")
        return False
    if dark:
        if state.area == "array":
            trace.cite("DT-2.6", "into-the-array")
            return True
        trace.cite("DT-2.6", "only-into-the-array")
        return False
    if state.area == "squad":
        trace.cite("DT-2.3", "into-the-squad")
        return True
    trace.cite("DT-2.3", "only-into-the-squad")
    return False


def tribes_agree(coming: tuple[Affiliation, ...], there: tuple[Affiliation, ...], trace: Trace) -> bool:
    """Whether one with these affiliations may stand in an Outpost where those are."""
    tribe = next((own for own in coming if own in TRIBES), None)
    other = next((own for own in there if own in TRIBES and own != tribe), None)
    if tribe is None or other is None:
        return True
    if trace.reading(TRIBES_TOGETHER) == "no-restriction":
        trace.cite("DT-17.10", "tribes-together", tribe=tribe, other=other)
        return True
    trace.cite("DT-6.18", "another-tribe-there", tribe=tribe, other=other)
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class IntroduceInCover:
    """A player about to put a warrior from hand facedown into play."""

    __pydantic_config__ = STRICT
    actions_left: Count
    """Actions left in this Turn."""
    own_uncovered: Count
    """The player's own warriors in play who are not in Cover."""
    considered_vehicle: bool = False
    """Whether he is considered a Vehicle."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


def introduce_in_cover(state: IntroduceInCover, trace: Trace) -> Ruling:
    """Whether he may be introduced in Cover, and the Actions left."""
    legal = permitted(state.cards, trace)
    if state.considered_vehicle:
        trace.cite("DT-16.14", "vehicle-takes-no-cover")
        legal &= lifted("vehicle", state.cards, trace)
    if state.own_uncovered == 0:
        if trace.reading(ONLY_WARRIOR_INTO_COVER) == "allowed":
            trace.cite("DT-6.27", "not-said-of-introducing")
        else:
            trace.cite("DT-6.27", "nobody-left-uncovered")
            legal &= lifted("last-uncovered", state.cards, trace)
    left = paid(state.actions_left, INTRODUCE_IN_COVER_ACTIONS, state.cards, trace)
    if left is None or not legal:
        return trace.ruling("illegal")
    trace.cite("DT-6.37", "introduced-in-cover", actions=state.actions_left - left)
    if left == 0:
        trace.cite("DT-6.38", "turn-used-up")
    else:
        trace.cite("DT-6.38", "actions-from-cards", left=left)
    trace.cite("DT-6.39", "placed-outside-areas")
    trace.cite("DT-6.40", "nothing-paid-yet")
    return trace.ruling("legal", actions_left=left, destiny_paid=0, place="outside-the-areas")


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealCovered:
    """A warrior introduced in Cover and not yet paid, about to be revealed."""

    __pydantic_config__ = STRICT
    value: Count
    """His V."""
    destiny: Count
    """His player's Destiny Points."""
    promotion: Count
    """His player's Promotion Points."""
    by: Literal["own-action", "attack", "card"]
    """Whether his player brings him out, an enemy attacks him, or a card reveals him."""
    actions_left: Count | None = None
    """Actions his player has left, where he brings him out himself."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


def reveal_covered(state: RevealCovered, trace: Trace) -> Ruling:
    """Whether he stays in play, and the points and Actions after."""
    owed = 0
    left = state.actions_left
    if state.by == "own-action":
        if not permitted(state.cards, trace):
            return trace.ruling("illegal")
        if left is None:
            trace.cite("DT-6.41", "asks-actions-left")
            return trace.ruling("undecided", missing=["actions_left"])
        left = paid(left, COVER_ACTIONS, state.cards, trace)
        if left is None:
            return trace.ruling("illegal")
        trace.cite("DT-6.41", "value-and-action-due", value=state.value)
    elif trace.reading(REVEALED_BY_ATTACK) == "value-only":
        trace.cite("DT-6.41", "only-value-due", value=state.value, by=state.by)
    else:
        trace.cite("DT-6.41", "action-owed-too", value=state.value, by=state.by)
        owed = COVER_ACTIONS
    missing = state.value - state.destiny
    after = {"actions_owed": owed} if left is None else {"actions_left": left, "actions_owed": owed}
    if missing <= 0:
        trace.cite("DT-6.17", "value-paid", value=state.value, left=-missing)
        return trace.ruling("resolved", stays=True, destiny=-missing, promotion=state.promotion, **after)
    promotion = _shortage(missing, state.promotion, trace)
    if state.by == "attack":
        trace.cite("DT-6.42", "attack-left-open")
        return trace.ruling(
            "undecided",
            not_stated="attack-on-a-discarded-warrior",
            stays=False,
            destiny=0,
            promotion=promotion,
            **after,
        )
    return trace.ruling("resolved", stays=False, destiny=0, promotion=promotion, **after)


def _shortage(missing: int, promotion: int, trace: Trace) -> int:
    """The Promotion Points left when so many Destiny Points are missing."""
    trace.cite("DT-6.42", "discarded-unpaid", missing=missing)
    if missing > promotion:
        trace.cite("DT-6.43", "all-promotion-lost", promotion=promotion)
        return 0
    trace.cite("DT-6.42", "rest-from-promotion", missing=missing, left=promotion - missing)
    return promotion - missing


PROCEDURES = (
    Procedure(
        name="introduce-warrior",
        state=IntroduceWarrior,
        decide=introduce_warrior,
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
        example=RevealCovered(value=8, destiny=5, promotion=10, by="own-action", actions_left=1),
        summary={
            "it": "Che cosa si paga quando si rivela un guerriero introdotto in Copertura",
            "en": "What is paid when a warrior introduced in Cover is revealed",
        },
    ),
)
