"""Villagers appear: a card for each Spawn token, those it brings one by one, others activating in their place."""

from collections import Counter
from dataclasses import dataclass, field

from adjudicator.kernel import Trace, result_type
from adjudicator.village_attacks.conflicts import WHAT_TYPE_MEANS, YUNFAKH_FOR_HUNTERS
from adjudicator.village_attacks.position import Choice, Position, alike, category, has_type
from adjudicator.village_attacks.spawning.entries import (
    Entry,
    HeroDrawn,
    Rank,
    SpawnCard,
    Standing,
    Supply,
    counted,
    draws_again,
    entry,
    number_at,
)
from adjudicator.village_attacks.state import Kind, Villager
from adjudicator.village_attacks.villagers.activation import activate
from adjudicator.village_attacks.villagers.shoving import Pusher, make_room


@result_type
class Newcomer:
    """A villager that has appeared."""

    name: str
    kind: Kind
    type: str | None
    """Its monster type; none for a commoner."""
    zone: str


@dataclass(slots=True, kw_only=True)
class Arrivals:
    """The step as far as it has come."""

    cards: tuple[SpawnCard, ...]
    """The Spawn cards in the order they are turned over."""
    rank: Rank
    with_yunfakh: bool
    supply: Supply | None
    """Figures that were not on the map before the phase."""
    before: tuple[Villager, ...]
    """The villagers that were."""
    turned_over: int = 0
    appeared: list[Newcomer] = field(default_factory=list)


def appear(position: Position, arrivals: Arrivals, trace: Trace) -> None:
    """The villagers of every Spawn token come in."""
    for zone in position.zones.values():
        again = zone.spawn
        while again:
            if arrivals.turned_over == len(arrivals.cards):
                trace.cite("VA-2.30", "next-card", zone=zone.name)
                trace.silence("next-spawn-card")
            card = arrivals.cards[arrivals.turned_over]
            arrivals.turned_over += 1
            trace.cite("VA-2.30", "a-card-for-the-zone", zone=zone.name)
            again, enters = draws_again(card, arrivals.rank, trace)
            if enters:
                found = _brings(position, arrivals, card, trace)
                _enter(position, card, zone.name, found, arrivals.appeared, trace)
                _activate_instead(position, card, zone.name, found, trace)


def _brings(position: Position, arrivals: Arrivals, card: SpawnCard, trace: Trace) -> Entry:
    number = number_at(card, arrivals.rank, trace)
    standing = counted(position.villagers.values(), card.type) if card.kind == "hunter" else Standing()
    supply = arrivals.supply and _off_the_map(arrivals.supply, arrivals.before, position)
    return entry(card.kind, number, card.type, standing, supply, arrivals.with_yunfakh, trace)


def _off_the_map(supply: Supply, before: tuple[Villager, ...], position: Position) -> Supply:
    """The figures off the map now: those of the killed are, those of the ones that have appeared are not."""
    back = Counter(villager.kind for villager in before)
    back.subtract(villager.kind for villager in position.villagers.values())
    return Supply(
        commoners=supply.commoners + back["commoner"],
        hunters=supply.hunters + back["hunter"],
        yunfakh=supply.yunfakh + back["yunfakh"],
        heroes=supply.heroes + back["hero"],
    )


def _enter(
    position: Position, card: SpawnCard, zone: str, found: Entry, appeared: list[Newcomer], trace: Trace
) -> None:
    for number, (kind, type_) in enumerate(found.entering):
        hero: HeroDrawn | None = None
        if kind == "hero":
            hero = _hero(card, number, zone, trace)
            namesake = position.villagers.get(hero.name)
            if namesake is not None and namesake.kind == "hero":
                trace.fault("VA-2.40", "hero-in-deck", hero=hero.name)
                trace.require_possible()
            trace.cite("VA-2.39", "top-card-enters", hero=hero.name)
        name = _name(position, kind, hero)
        own = type_ if hero is None else hero.type
        if position.full(zone):
            make_room(position, zone, Pusher(name, kind, own), "heart", trace)
        position.first_zones[name] = zone
        position.villagers[name] = Villager(
            name=name,
            kind=kind,
            zone=zone,
            type=own,
            health=card.health if hero is None else hero.health,
            card=None if hero is None else hero.card,
        )
        appeared.append(Newcomer(name=name, kind=kind, type=own, zone=zone))


def _hero(card: SpawnCard, number: int, zone: str, trace: Trace) -> HeroDrawn:
    """The hero on one of the Hero cards drawn for the Spawn card."""
    if number >= len(card.heroes):
        trace.cite("VA-2.39", "next-hero-card", zone=zone)
        trace.silence("next-hero-card")
    return card.heroes[number]


def _name(position: Position, kind: Kind, hero: HeroDrawn | None) -> str:
    """A name that no figure has yet."""
    taken = {*position.villagers, *position.monsters}
    if hero is not None and hero.name not in taken:
        return hero.name
    number = 1
    while f"new {kind} {number}" in taken:
        number += 1
    return f"new {kind} {number}"


def _activate_instead(position: Position, card: SpawnCard, zone: str, found: Entry, trace: Trace) -> None:
    """Where figures are used up some that are there activate, each once as long as there are others."""
    kind, _ = found.of
    done: set[str] = set()
    for number in range(found.activations):
        able = _stand_ins(position, card, zone, found, number, trace)
        candidates = [villager for villager in able if villager.name not in done] or able
        if not candidates:
            trace.cite("VA-2.34", "nobody-there", kind=kind)
            return
        options = [villager.name for villager in candidates]
        name = options[0] if alike(candidates) else position.pick("activates", zone, options)
        if name is None:
            trace.cite("VA-2.34", "asks-who", kind=kind, options=options)
            trace.choice(Choice(about="activates", who=zone, options=tuple(options)))
        trace.cite("VA-2.34", "activates", villager=name)
        done.add(name)
        activate(position, name, trace)


def _stand_ins(
    position: Position, card: SpawnCard, zone: str, found: Entry, number: int, trace: Trace
) -> list[Villager]:
    """Those that may activate in the place of one that cannot enter."""
    kind, type_ = found.of
    villagers = list(position.villagers.values())
    own = [villager for villager in villagers if villager.kind == kind and type_ in (None, villager.type)]
    if kind == "commoner":
        return own
    line = category(kind)
    able = [villager for villager in villagers if category(villager.kind) == line and type_ in (None, villager.type)]
    if able != own and trace.reading(YUNFAKH_FOR_HUNTERS) == "own-kind":
        able = own
    drawn = card.heroes[len(found.entering) + number :]
    missed = found.absent[number] if kind != "hero" else drawn[0].type if drawn else None
    typed = [villager for villager in villagers if has_type(villager, missed)]
    if (missed and typed == able) or trace.reading(WHAT_TYPE_MEANS) == "category":
        if able != own:
            trace.cite("VA-2.34", "yunfakh-are-hunters")
        return able
    if missed is None:
        missed = _hero(card, len(found.entering) + number, zone, trace).type
    trace.cite("VA-2.34", "of-the-monster-type", type=missed)
    return typed
