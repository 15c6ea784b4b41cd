"""Whom a card may be played on, and what it means to be considered something else.

A card names an affiliation or a kind of warrior in its words, sometimes an Area; what it does not name
it does not restrict. Its icon shows its origin, and ties only Equipment to warriors. Tribes are no
Doomtroopers. To be considered something is to have its name, not its abilities.
"""

from dataclasses import replace
from typing import Literal, TypeAlias

from adjudicator.doomtrooper.cards.texts import CardText, bar_by_cards, card_lifts
from adjudicator.doomtrooper.conflicts import OUTSIDE_THE_AREAS, TRIBES_AND_DOOMTROOPERS
from adjudicator.doomtrooper.state import CORPORATIONS, Affiliation, Area, Kind, Warrior, warrior_faults
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type

Who: TypeAlias = Literal["any-warrior", "doomtroopers", "dark-legion", "tribes"]


@state_type
class Printed:
    """What is printed on a card about whom it is for."""

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


def reaches(printed: Printed, warrior: Warrior, trace: Trace) -> bool:
    """Whether the words of the card let it reach this warrior where he stands."""
    asked = trace.silent()
    bar_by_words(printed, warrior, False, asked)
    return not asked.barred


def bar_by_words(printed: Printed, warrior: Warrior, lifted: bool, trace: Trace) -> None:
    """Bar the card where its words do not let it reach this warrior where he stands."""
    _bar_by_names(printed, warrior, lifted, trace)
    if printed.areas:
        _bar_by_place(printed.areas, warrior, lifted, trace)


def bar_by_icon_and_words(printed: Printed, warrior: Warrior, lifted: bool, trace: Trace) -> None:
    """Bar a piece of Equipment that does not go to this warrior where he stands."""
    if printed.icon is not None and printed.icon != "generic":
        _bar_by_affiliation(printed.icon, warrior, lifted, trace)
        printed = replace(printed, icon=None)
    bar_by_words(printed, warrior, lifted, trace)


def _bar_by_names(printed: Printed, warrior: Warrior, lifted: bool, trace: Trace) -> None:
    _cite_icon(printed.icon, warrior, trace)
    if printed.affiliation is not None:
        _bar_by_affiliation(printed.affiliation, warrior, lifted, trace)
    if printed.who == "doomtroopers":
        _bar_unless_doomtrooper(warrior, lifted, trace)
    elif printed.who == "dark-legion" and "dark-legion" not in warrior.affiliations:
        trace.bar("DT-4.82", "not-dark-legion", lifted=lifted, warrior=warrior.affiliations[0])
    elif printed.who == "tribes" and not warrior.in_tribe:
        trace.bar("DT-4.82", "not-of-a-tribe", lifted=lifted, warrior=warrior.affiliations[0])
    if printed.kind is None or printed.kind in warrior.kinds:
        return
    if printed.kind in warrior.considered:
        trace.cite("DT-11.1", "considered-one-of-them", kind=printed.kind)
    else:
        trace.bar("DT-11.1", "not-one-of-them", lifted=lifted, kind=printed.kind)


def _cite_icon(icon: Affiliation | None, warrior: Warrior, trace: Trace) -> None:
    if icon is None:
        return
    if icon != "generic":
        trace.cite("DT-4.80", "only-its-origin", affiliation=icon)
    elif any(own in CORPORATIONS or own == "dark-legion" for own in warrior.affiliations):
        trace.cite("DT-4.83", "generic-icon", affiliation=warrior.affiliations[0])


def _bar_by_affiliation(affiliation: Affiliation, warrior: Warrior, lifted: bool, trace: Trace) -> None:
    if affiliation in warrior.affiliations:
        trace.cite("DT-4.82", "of-its-affiliation", affiliation=affiliation)
    else:
        own = warrior.affiliations[0]
        trace.bar("DT-4.82", "of-another-affiliation", lifted=lifted, affiliation=affiliation, warrior=own)


def _bar_unless_doomtrooper(warrior: Warrior, lifted: bool, trace: Trace) -> None:
    if warrior.unattached_mercenary or (warrior.counts_as("mercenary") and not warrior.in_tribe):
        trace.cite("DT-13.1", "counts-as-doomtrooper")
    elif any(affiliation != "dark-legion" for affiliation in warrior.affiliations) and not warrior.in_tribe:
        trace.cite("DT-2.4", "is-a-doomtrooper", affiliation=warrior.affiliations[0])
    elif not warrior.in_tribe:
        trace.bar("DT-2.4", "dark-legion-is-none", lifted=lifted)
    elif trace.reading(TRIBES_AND_DOOMTROOPERS) == "doomtroopers":
        trace.cite("DT-2.4", "tribe-counts-as-one")
    else:
        trace.bar("DT-4.84", "tribe-is-none", lifted=lifted, tribe=warrior.affiliations[0])


@state_type
class CardTarget:
    """A card about to be played on a warrior, or to act on another card in play."""

    printed: Printed
    """What the card says about whom it is for."""
    target: Warrior
    """The warrior it is played on."""
    on_cards_in_play: Area | None = None
    """The Area of the card it acts on, where it acts on another card in play and on no warrior."""
    cards: tuple[CardText, ...] = ()
    """Cards that allow or forbid it."""


def card_target(state: CardTarget, trace: Trace) -> Ruling:
    """Whether the card may be played there, with everything against it."""
    bar_by_cards(state.cards, trace)
    if state.on_cards_in_play is not None:
        _bar_by_area(state.printed.areas, state.on_cards_in_play, False, trace)
        trace.cite("DT-17.18", "cards-in-play", area=state.on_cards_in_play)
        return trace.judged()
    warrior_faults(state.target, trace)
    trace.require_possible()
    printed, target, cards = state.printed, state.target, state.cards
    restricted = bool(cards) and not reaches(replace(printed, areas=()), target, trace)
    _bar_by_names(printed, target, restricted and card_lifts("restriction", cards, trace), trace)
    elsewhere = bool(cards) and not reaches(Printed(areas=printed.areas), target, trace)
    _bar_by_place(printed.areas, target, elsewhere and card_lifts("area", cards, trace), trace)
    return trace.judged()


def _bar_by_place(areas: tuple[Area, ...], warrior: Warrior, lifted: bool, trace: Trace) -> None:
    if areas and warrior.unpaid and trace.reading(OUTSIDE_THE_AREAS) == "any-attacker":
        trace.bar("DT-6.39", "in-no-named-area", lifted=lifted, areas=list(areas))
    else:
        _bar_by_area(areas, warrior.place, lifted, trace)


def _bar_by_area(areas: tuple[Area, ...], area: Area | Literal["own-area"], lifted: bool, trace: Trace) -> None:
    if not areas:
        trace.cite("DT-17.17", "every-area", area=area)
    elif area in areas:
        trace.cite("DT-17.16", "in-a-named-area", area=area)
    else:
        trace.bar("DT-17.16", "outside-named-areas", lifted=lifted, area=area, areas=list(areas))


@state_type
class ConsideredAs:
    """A card that says of itself that it is considered something else."""

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


@result_type
class Considered:
    """What being considered that brings."""

    counts: bool
    """Whether it counts as that kind."""
    affected: bool | None = None
    """Whether a card that affects that kind affects it, where that is asked."""
    ability: bool | None = None
    """Whether it has the ability, where that is asked."""


def considered_as(state: ConsideredAs, trace: Trace) -> Ruling:
    """Whether the card has that name, and whether the ability comes with it."""
    counts = state.kind in state.considered
    if counts:
        trace.cite("DT-11.1", "counts-as-it-too", card=state.card, kind=state.kind)
    else:
        trace.cite("DT-11.1", "not-considered-that", card=state.card, kind=state.kind)
    if state.wanted == "effect":
        return trace.resolved(Considered(counts=counts, affected=counts))
    if state.written:
        trace.cite("DT-11.3", "written-on-it", card=state.card)
    elif state.given_by is not None:
        trace.cite("DT-11.3", "given-by-a-card", card=state.card, by=state.given_by)
    else:
        trace.cite("DT-11.2", "in-name-only", card=state.card, kind=state.kind)
        return trace.resolved(Considered(counts=counts, ability=False))
    return trace.resolved(Considered(counts=counts, ability=True))


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
        results=(Considered,),
        example=ConsideredAs(card="Mitch Hunter", considered=("infantry",), kind="infantry", wanted="ability"),
        summary={
            "it": "Che cosa comporta essere considerati un'altra carta",
            "en": "What being considered another card brings",
        },
    ),
)
