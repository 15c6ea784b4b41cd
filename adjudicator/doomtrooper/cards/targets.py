"""Whom a card may be played on, and what it means to be considered something else.

A card names an affiliation or a kind of warrior in its words, sometimes an Area; what it does not name
it does not restrict. Its icon tells its origin, and ties only Equipment to warriors. Tribes are no
Doomtroopers. To be considered something is to have its name, not its abilities.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from adjudicator.doomtrooper.cards.texts import CardText, lifted, permitted
from adjudicator.doomtrooper.conflicts import OUTSIDE_THE_AREAS, TRIBES_AND_DOOMTROOPERS
from adjudicator.doomtrooper.state import CORPORATIONS, STRICT, Affiliation, Area, Kind, Warrior, warrior_faults
from adjudicator.kernel import Procedure, Ruling, Trace

Who: TypeAlias = Literal["any-warrior", "doomtroopers", "dark-legion", "tribes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """What is printed on a card about whom it is for."""

    __pydantic_config__ = STRICT
    icon: Affiliation | None = None
    """Its affiliation icon, where it has one."""
    affiliation: Affiliation | None = None
    """An affiliation its words name."""
    who: Who = "any-warrior"
    """The warriors its words name; any, where they name none."""
    kind: Kind | None = None
    """A kind of warrior its words name, such as Mortificators."""
    areas: tuple[Area, ...] = ()
    """The Areas its words name; none where they name none."""

    @property
    def names_nobody(self) -> bool:
        """Whether its words leave it to anyone; an icon is no word."""
        return replace(self, icon=None) == Printed()


FOR_ANYONE = Printed()
"""A card without an icon and without a word about whom it is for."""


def is_doomtrooper(warrior: Warrior, trace: Trace) -> bool:
    """Whether he counts as a Doomtrooper."""
    if warrior.unattached_mercenary or (warrior.counts_as("mercenary") and not warrior.in_tribe):
        trace.cite("DT-13.1", "counts-as-doomtrooper")
        return True
    if any(affiliation != "dark-legion" for affiliation in warrior.affiliations) and not warrior.in_tribe:
        trace.cite("DT-2.4", "is-a-doomtrooper", affiliation=warrior.affiliations[0])
        return True
    if not warrior.in_tribe:
        trace.cite("DT-2.4", "dark-legion-is-none")
        return False
    if trace.reading(TRIBES_AND_DOOMTROOPERS) == "doomtroopers":
        trace.cite("DT-2.4", "tribe-counts-as-one")
        return True
    trace.cite("DT-4.84", "tribe-is-none", tribe=warrior.affiliations[0])
    return False


def reaches(printed: Printed, warrior: Warrior, trace: Trace) -> bool:
    """Whether the words of the card let it reach this warrior where he stands."""
    reached = _named(printed, warrior, trace)
    if printed.areas:
        reached &= _stands_in(printed.areas, warrior, trace)
    return reached


def equips(printed: Printed, warrior: Warrior, trace: Trace) -> bool:
    """Whether icon and words of a piece of Equipment let it go to this warrior where he stands."""
    if printed.icon is None or printed.icon == "generic":
        return reaches(printed, warrior, trace)
    return _is_of(printed.icon, warrior, trace) & reaches(replace(printed, icon=None), warrior, trace)


def _named(printed: Printed, warrior: Warrior, trace: Trace) -> bool:
    _cite_icon(printed.icon, warrior, trace)
    reached = printed.affiliation is None or _is_of(printed.affiliation, warrior, trace)
    reached &= _by_words(printed.who, warrior, trace)
    return reached & _by_kind(printed.kind, warrior, trace)


def _cite_icon(icon: Affiliation | None, warrior: Warrior, trace: Trace) -> None:
    if icon is None:
        return
    if icon != "generic":
        trace.cite("DT-4.80", "only-its-origin", affiliation=icon)
    elif any(own in CORPORATIONS or own == "dark-legion" for own in warrior.affiliations):
        trace.cite("DT-4.83", "generic-icon", affiliation=warrior.affiliations[0])


def _is_of(affiliation: Affiliation, warrior: Warrior, trace: Trace) -> bool:
    if affiliation in warrior.affiliations:
        trace.cite("DT-4.82", "of-its-affiliation", affiliation=affiliation)
        return True
    trace.cite("DT-4.82", "of-another-affiliation", affiliation=affiliation, warrior=warrior.affiliations[0])
    return False


def _by_words(who: Who, warrior: Warrior, trace: Trace) -> bool:
    if who == "doomtroopers":
        return is_doomtrooper(warrior, trace)
    if who == "dark-legion" and "dark-legion" not in warrior.affiliations:
        trace.cite("DT-4.82", "not-dark-legion", warrior=warrior.affiliations[0])
        return False
    if who == "tribes" and not warrior.in_tribe:
        trace.cite("DT-4.82", "not-of-a-tribe", warrior=warrior.affiliations[0])
        return False
    return True


def _by_kind(kind: Kind | None, warrior: Warrior, trace: Trace) -> bool:
    if kind is None or kind in warrior.kinds:
        return True
    if kind in warrior.considered:
        trace.cite("DT-11.1", "considered-one-of-them", kind=kind)
        return True
    trace.cite("DT-11.1", "not-one-of-them", kind=kind)
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTarget:
    """A card about to be played on a warrior, or to act on another card in play."""

    __pydantic_config__ = STRICT
    printed: Printed
    """What the card says about whom it is for."""
    target: Warrior | None = None
    """The warrior it is played on."""
    on_cards_in_play: Area | None = None
    """For a card that acts on other cards in play: the Area of the one it acts on."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


def card_target(state: CardTarget, trace: Trace) -> Ruling:
    """Whether the card may be played there, with every reason against it."""
    legal = permitted(state.cards, trace)
    if state.target is None:
        if state.on_cards_in_play is None:
            trace.cite("DT-17.18", "asks-target")
            return trace.ruling("undecided", missing=["target"])
        legal &= _area_named(state.printed.areas, state.on_cards_in_play, trace)
        trace.cite("DT-17.18", "cards-in-play", area=state.on_cards_in_play)
        return trace.ruling("legal" if legal else "illegal")
    warrior_faults(state.target, trace)
    trace.require_possible()
    if not _named(state.printed, state.target, trace):
        legal &= lifted("restriction", state.cards, trace)
    if not _stands_in(state.printed.areas, state.target, trace):
        legal &= lifted("area", state.cards, trace)
    return trace.ruling("legal" if legal else "illegal")


def _stands_in(areas: tuple[Area, ...], warrior: Warrior, trace: Trace) -> bool:
    if areas and warrior.unpaid and trace.reading(OUTSIDE_THE_AREAS) == "any-attacker":
        trace.cite("DT-6.39", "in-no-named-area", areas=list(areas))
        return False
    return _area_named(areas, warrior.place, trace)


def _area_named(areas: tuple[Area, ...], area: Area | Literal["own-area"], trace: Trace) -> bool:
    if not areas:
        trace.cite("DT-17.17", "every-area", area=area)
        return True
    if area in areas:
        trace.cite("DT-17.16", "in-a-named-area", area=area)
        return True
    trace.cite("DT-17.16", "outside-named-areas", area=area, areas=list(areas))
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsideredAs:
    """A card that says of itself that it is considered something else."""

    __pydantic_config__ = STRICT
    card: str
    """Its name."""
    considered: tuple[str, ...]
    """What its text says it is considered, besides what it is."""
    kind: str
    """The kind the question is about."""
    wanted: Literal["effect", "ability"]
    """Whether a card that affects that kind is to affect it, or it is to use an ability of that kind."""
    given_by: str | None = None
    """Another card that gives it that very ability."""
    written: bool = False
    """Whether the ability is written on the card itself."""


def considered_as(state: ConsideredAs, trace: Trace) -> Ruling:
    """Whether the card has that name, and whether the ability comes with it."""
    counts = state.kind in state.considered
    if counts:
        trace.cite("DT-11.1", "counts-as-it-too", card=state.card, kind=state.kind)
    else:
        trace.cite("DT-11.1", "not-considered-that", card=state.card, kind=state.kind)
    if state.wanted == "effect":
        return trace.ruling("resolved", counts=counts, affected=counts)
    if state.written:
        trace.cite("DT-11.3", "written-on-it", card=state.card)
    elif state.given_by is not None:
        trace.cite("DT-11.3", "given-by-a-card", card=state.card, by=state.given_by)
    else:
        trace.cite("DT-11.2", "in-name-only", card=state.card, kind=state.kind)
        return trace.ruling("resolved", counts=counts, ability=False)
    return trace.ruling("resolved", counts=counts, ability=True)


PROCEDURES = (
    Procedure(
        name="card-target",
        state=CardTarget,
        decide=card_target,
        example=CardTarget(
            printed=Printed(who="doomtroopers", areas=("squad",)),
            target=Warrior(affiliation="imperial", area="outpost"),
        ),
        summary={
            "it": "Se una carta può essere giocata su un guerriero o su una carta in gioco",
            "en": "Whether a card may be played on a warrior or on a card in play",
        },
    ),
    Procedure(
        name="considered-as",
        state=ConsideredAs,
        decide=considered_as,
        example=ConsideredAs(card="Mitch Hunter", considered=("infantry",), kind="infantry", wanted="ability"),
        summary={
            "it": "Che cosa comporta essere considerati un'altra carta",
            "en": "What being considered another card brings",
        },
    ),
)
