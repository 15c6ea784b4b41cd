"""The whole villagers' phase of a round, from the Trap card to the last villager that appears.

In the order of the book: the Trap card, the Event dial, every villager's attack and move, the Troll,
the traps, the Spawn cards. It stops at the first thing that a coin, a player or a card has to say, and
tells what has happened up to there.
"""

from dataclasses import dataclass

from adjudicator.kernel import Json, Procedure, Ruling, Trace
from adjudicator.village_attacks.conflicts import ATTACK_AND_MOVE
from adjudicator.village_attacks.example import THREE_ROOMS
from adjudicator.village_attacks.faults import figure_faults, leftover_faults, map_faults, troll_faults, type_faults
from adjudicator.village_attacks.position import Open, Position, asks_missing, not_stated
from adjudicator.village_attacks.state import (
    STRICT,
    Count,
    Decision,
    Monster,
    Time,
    Troll,
    Villager,
    Zone,
)
from adjudicator.village_attacks.villagers.activation import activate, attacks
from adjudicator.village_attacks.villagers.arrivals import AtHand, appear
from adjudicator.village_attacks.villagers.events import advanced, draw_trap, reached
from adjudicator.village_attacks.villagers.order import activation_groups, level
from adjudicator.village_attacks.villagers.spawning import Rank, SpawnCard, Supply, card_faults, yunfakh_faults
from adjudicator.village_attacks.villagers.traps import all_spring
from adjudicator.village_attacks.villagers.troll import activate_troll
from adjudicator.village_attacks.villagers.walking import walk


@dataclass(frozen=True, slots=True, kw_only=True)
class VillagersPhase:
    """The table when the villagers' phase begins."""

    __pydantic_config__ = STRICT
    zones: tuple[Zone, ...]
    """The map."""
    villagers: tuple[Villager, ...]
    """The villagers on it."""
    monsters: tuple[Monster, ...]
    """The monsters, those on their boards too."""
    heart: Count
    """Health of the Castle Heart."""
    morale: Count
    """Village Morale."""
    dial: Count
    """Where the Village Event dial stands."""
    event_values: tuple[Count, ...] = ()
    """The values of the scenario at which a Village Event card is drawn."""
    event_resolved: bool = False
    """Whether the Event card drawn in this phase has been resolved: what it did is then in this state."""
    trap_space: bool = True
    """Whether the summary board has a place for the new Trap card."""
    time: Time = "none"
    """Day, night, or neither where the mode is not played."""
    level_as_listed: bool = False
    """Whether villagers that are level in the order are listed as the coin said."""
    troll: Troll | None = None
    """The Troll, where it is on the map."""
    rank: Rank = 1
    """The rank of the village."""
    spawn_cards: tuple[SpawnCard, ...] = ()
    """The Spawn cards in the order they are turned over, for the Spawn tokens in the order of the zones."""
    with_yunfakh: bool = False
    """Whether Yunfakh Hunters are played with."""
    supply: Supply | None = None
    """Figures that are not on the map, where a kind may be used up."""
    decisions: tuple[Decision, ...] = ()
    """What coins and players decided."""


def villagers_phase(state: VillagersPhase, trace: Trace) -> Ruling:
    """Everything that happens in the phase, step by step."""
    _faults(state, trace)
    position = Position(
        state.zones,
        state.villagers,
        state.monsters,
        state.decisions,
        heart=state.heart,
        morale=state.morale,
        time=state.time,
        troll=state.troll,
    )
    told: dict[str, Json] = {"step": "trap-card", "order": [], "appeared": [], "cards_left": len(state.spawn_cards)}
    try:
        _played_on(state, trace)
        told["trap_card_laid_open"] = draw_trap(state.trap_space, trace)
        told["step"] = "event"
        told["dial"] = _event(state, trace)
        told["step"] = "attack-and-move"
        _villagers_act(state, position, told, trace)
        told["step"] = "troll"
        activate_troll(position, state.troll, trace)
        told["step"] = "traps"
        all_spring(position, trace)
        told["step"] = "spawn"
        at_hand = AtHand(state.spawn_cards, state.rank, state.with_yunfakh, state.supply, state.villagers)
        appear(position, at_hand, told, trace)
    except Open as question:
        return trace.ruling(question.verdict, **question.outcome, **told, **_after(position))
    told["step"] = "done"
    return trace.ruling("resolved", **told, **_after(position))


def _faults(state: VillagersPhase, trace: Trace) -> None:
    map_faults(state.zones, trace)
    figure_faults(state.zones, state.villagers, state.monsters, trace, state.troll)
    type_faults(state.villagers, trace)
    troll_faults(state.troll, state.zones, trace)
    leftover_faults(state.monsters, trace)
    for card in state.spawn_cards:
        card_faults(card, trace)
    if any(card.kind == "hunter" for card in state.spawn_cards):
        yunfakh = sum(villager.kind == "yunfakh" for villager in state.villagers)
        yunfakh_faults(yunfakh, state.with_yunfakh, trace)
    trace.require_possible()


def _played_on(state: VillagersPhase, trace: Trace) -> None:
    if not state.heart:
        trace.cite("VA-1.39", "heart-at-zero")
        not_stated("victory-and-defeat")
    if not state.morale:
        trace.cite("VA-1.13", "morale-at-zero")
        not_stated("victory-and-defeat")


def _event(state: VillagersPhase, trace: Trace) -> int:
    dial = advanced(state.dial, state.monsters, trace)
    if reached(state.dial, dial, state.event_values, trace):
        if not state.event_resolved:
            trace.cite("VA-2.3", "asks-resolution")
            asks_missing("event_resolved")
        trace.cite("VA-2.3", "card-resolved")
    return dial


def _villagers_act(state: VillagersPhase, position: Position, told: dict[str, Json], trace: Trace) -> None:
    groups = activation_groups(position, trace)
    for names in level(groups):
        if not state.level_as_listed:
            trace.cite("VA-2.11", "asks-order", villagers=names)
            told["groups"] = [[villager.name for villager in group] for group in groups]
            raise Open("choice", about="order", who="villagers", options=list(names))
        trace.cite("VA-2.11", "coin-order", villagers=names)
    order = [villager.name for group in groups for villager in group]
    told["order"] = list(order)
    crowded = any(zone.room is not None or zone.trap is not None for zone in state.zones)
    if crowded and trace.reading(ATTACK_AND_MOVE) == "all-attack-first":
        trace.cite("VA-2.6", "all-attack-first")
        acting = [(name, can) for name in order if (can := attacks(position, name, trace)) is not None]
        for name, can in acting:
            if name in position.villagers:
                walk(position, name, can.move, trace)
        return
    for name in order:
        activate(position, name, trace)


def _after(position: Position) -> dict[str, Json]:
    return {
        **position.outcome(),
        "troll": position.troll,
        "sprung": position.sprung,
        "stunned": position.stunned,
        "burning": position.burning,
    }


PROCEDURES = (
    Procedure(
        name="villagers-phase",
        state=VillagersPhase,
        decide=villagers_phase,
        example=VillagersPhase(
            zones=THREE_ROOMS,
            villagers=(
                Villager(name="miller", kind="commoner", zone="hall"),
                Villager(name="hunter", kind="hunter", zone="gate", type="Banshee"),
            ),
            monsters=(Monster(name="Banshee", type="Banshee", zone="hall", health=6),),
            heart=8,
            morale=10,
            dial=0,
            spawn_cards=(SpawnCard(kind="commoner", numbers=(2, 3, 4)),),
        ),
        summary={
            "it": "Tutta la fase degli abitanti del villaggio: ordine, attacchi, movimenti, Troll, trappole, comparsa",
            "en": "The whole villagers' phase: order, attacks, moves, the Troll, traps, who appears",
        },
    ),
)
