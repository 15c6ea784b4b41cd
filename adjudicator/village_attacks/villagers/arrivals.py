"""Villagers appear: a card for each Spawn token, those it brings one by one, others activating for want of figures."""

from collections import Counter
from dataclasses import dataclass

from adjudicator.kernel import Json, Trace
from adjudicator.village_attacks.conflicts import WHAT_TYPE_MEANS
from adjudicator.village_attacks.position import Position, alike, ask, asks_missing, same_type
from adjudicator.village_attacks.state import Kind, Villager
from adjudicator.village_attacks.villagers.activation import activate
from adjudicator.village_attacks.villagers.spawning import (
    Entry,
    HeroDrawn,
    Rank,
    SpawnCard,
    Supply,
    counted,
    draws_again,
    entry,
    number_at,
)
from adjudicator.village_attacks.villagers.walking import Pusher, make_room


@dataclass(frozen=True, slots=True)
class AtHand:
    """What the step needs besides the map and its figures."""

    cards: tuple[SpawnCard, ...]
    """The Spawn cards in the order they are turned over."""
    rank: Rank
    with_yunfakh: bool
    supply: Supply | None
    """Figures that were not on the map before the phase."""
    before: tuple[Villager, ...]
    """The villagers that were."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A Spawn card turned over for a zone."""

    card: SpawnCard
    field: str
    """Where the state tells of it, so that what it lacks can be asked for there."""
    zone: str


def appear(position: Position, at_hand: AtHand, told: dict[str, Json], trace: Trace) -> None:
    """The villagers of every Spawn token come in; `told` gets who has come and how many cards are left."""
    appeared: list[Json] = []
    told["appeared"] = appeared
    turned_over = 0
    for zone in position.zones.values():
        again = zone.spawn
        while again:
            if turned_over == len(at_hand.cards):
                trace.cite("VA-2.30", "asks-card", zone=zone.name)
                asks_missing("spawn_cards")
            turned = Turned(at_hand.cards[turned_over], f"spawn_cards[{turned_over}]", zone.name)
            turned_over += 1
            told["cards_left"] = len(at_hand.cards) - turned_over
            trace.cite("VA-2.30", "a-card-for-the-zone", zone=zone.name)
            again, enters = draws_again(turned.card, at_hand.rank, trace)
            if enters:
                found = _brings(position, at_hand, turned, trace)
                _enter(position, turned, found, appeared, trace)
                _activate_instead(position, turned, found, trace)


def _brings(position: Position, at_hand: AtHand, turned: Turned, trace: Trace) -> Entry:
    card = turned.card
    number = number_at(card, at_hand.rank, trace)
    standing = counted(position.villagers.values())
    supply = at_hand.supply and _off_the_map(at_hand.supply, at_hand.before, position)
    return entry(card.kind, number, card.type, standing, supply, at_hand.with_yunfakh, trace, f"{turned.field}.type")


def _off_the_map(supply: Supply, before: tuple[Villager, ...], position: Position) -> Supply:
    """The figures at hand now: those of the killed are, those of the ones that have appeared are not."""
    back = Counter(villager.kind for villager in before)
    back.subtract(villager.kind for villager in position.villagers.values())
    return Supply(
        commoners=supply.commoners + back["commoner"],
        hunters=supply.hunters + back["hunter"],
        yunfakh=supply.yunfakh + back["yunfakh"],
        heroes=supply.heroes + back["hero"],
    )


def _enter(position: Position, turned: Turned, found: Entry, appeared: list[Json], trace: Trace) -> None:
    card, zone = turned.card, turned.zone
    for number, (kind, type_) in enumerate(found.entering):
        hero: HeroDrawn | None = None
        if kind == "hero":
            hero = _hero(turned, number, trace)
            namesake = position.villagers.get(hero.name)
            if namesake is not None and namesake.kind == "hero":
                trace.fault("VA-2.40", "hero-in-deck", hero=hero.name)
                trace.require_possible()
            trace.cite("VA-2.39", "top-card-enters", hero=hero.name)
        name = _name(position, kind, hero)
        own = type_ if hero is None else hero.type
        if position.full(zone):
            make_room(position, zone, Pusher(name, kind, own), "heart", trace)
        position.fields[name] = turned.field if hero is None else f"{turned.field}.heroes[{number}]"
        position.first_zones[name] = zone
        position.villagers[name] = Villager(
            name=name,
            kind=kind,
            zone=zone,
            type=own,
            health=card.health if hero is None else hero.health,
            card=None if hero is None else hero.card,
        )
        appeared.append({"name": name, "kind": kind, "type": own, "zone": zone})


def _hero(turned: Turned, number: int, trace: Trace) -> HeroDrawn:
    """The hero on one of the Hero cards drawn for the Spawn card."""
    if number >= len(turned.card.heroes):
        trace.cite("VA-2.39", "asks-hero", zone=turned.zone)
        asks_missing(f"{turned.field}.heroes")
    return turned.card.heroes[number]


def _name(position: Position, kind: Kind, hero: HeroDrawn | None) -> str:
    """A name that no figure has yet."""
    taken = {*position.villagers, *position.monsters}
    if hero is not None and hero.name not in taken:
        return hero.name
    number = 1
    while f"new {kind} {number}" in taken:
        number += 1
    return f"new {kind} {number}"


def _activate_instead(position: Position, turned: Turned, found: Entry, trace: Trace) -> None:
    """For want of figures some that are there activate, each once as long as there are others."""
    kind, _ = found.of
    done: set[str] = set()
    for number in range(found.activations):
        able = _stand_ins(position, turned, found, number, trace)
        candidates = [villager for villager in able if villager.name not in done] or able
        if not candidates:
            trace.cite("VA-2.34", "nobody-there", kind=kind)
            return
        options = [villager.name for villager in candidates]
        name = options[0] if alike(candidates) else position.pick("activates", turned.zone, options)
        if name is None:
            trace.cite("VA-2.34", "asks-who", kind=kind, options=options)
            ask("activates", turned.zone, options)
        trace.cite("VA-2.34", "activates", villager=name)
        done.add(name)
        activate(position, name, trace)


def _stand_ins(position: Position, turned: Turned, found: Entry, number: int, trace: Trace) -> list[Villager]:
    """Those that may activate in the place of one that cannot enter."""
    kind, type_ = found.of
    villagers = list(position.villagers.values())
    able = [villager for villager in villagers if villager.kind == kind and type_ in (None, villager.type)]
    if kind == "commoner":
        return able
    drawn = turned.card.heroes[len(found.entering) + number :]
    missed = found.absent[number] if kind != "hero" else drawn[0].type if drawn else None
    typed = [villager for villager in villagers if same_type(villager.type, missed)]
    if (missed and typed == able) or trace.reading(WHAT_TYPE_MEANS) == "category":
        return able
    if missed is None:
        missed = _hero(turned, len(found.entering) + number, trace).type
    trace.cite("VA-2.34", "of-the-monster-type", type=missed)
    return typed
