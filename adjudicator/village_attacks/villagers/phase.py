"""The whole villagers' phase of a round, from the Trap card to the last villager that appears.

In the order of the book: the Trap card, the Event dial, every villager's attack and move, the Troll,
the traps, the Spawn cards. It stops at the first thing that a coin, a player or a card has to say, and
says what has happened up to there.
"""

from collections.abc import Callable
from typing import Literal, TypeAlias, TypeVar

from adjudicator.kernel import NotStated, Procedure, Ruling, Stopped, Trace, fault_check, result_type, state_type
from adjudicator.village_attacks.conflicts import ATTACK_AND_MOVE
from adjudicator.village_attacks.example import HUNTER, MILLER, THREE_ROOMS
from adjudicator.village_attacks.faults import leftover_faults, standing_faults
from adjudicator.village_attacks.position import Attack, Choice, Move, Position
from adjudicator.village_attacks.spawning.arrivals import Arrivals, Newcomer, appear
from adjudicator.village_attacks.spawning.entries import Rank, SpawnCard, Supply, card_faults, yunfakh_faults
from adjudicator.village_attacks.state import About, Count, Decision, Monster, Time, Troll, Villager, Zone
from adjudicator.village_attacks.villagers.activation import activate, make_attacks
from adjudicator.village_attacks.villagers.events import advanced, draw_trap, reached
from adjudicator.village_attacks.villagers.order import activation_groups, level, names_of
from adjudicator.village_attacks.villagers.traps import spring_all
from adjudicator.village_attacks.villagers.troll import activate_troll
from adjudicator.village_attacks.villagers.walking import walk

PhaseStep: TypeAlias = Literal["trap-card", "event", "attack-and-move", "troll", "traps", "spawn", "done"]
Kind = TypeVar("Kind")


@state_type
class VillagersPhase:
    """The table when the villagers' phase begins."""

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
    """The Troll with its die, where it is on the map."""
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


@result_type
class Phase:
    """What has happened in the phase, up to where it stands."""

    step: PhaseStep
    """How far it has come."""
    trap_card_laid_open: bool | None = None
    """Whether the Trap card drawn has a place, once it is drawn."""
    dial: int | None = None
    """Where the Village Event dial stands, once it has advanced."""
    order: tuple[str, ...]
    """The villagers in the order in which they activate, once they do."""
    appeared: tuple[Newcomer, ...]
    """The villagers that have appeared."""
    cards_left: int
    """Spawn cards not turned over."""
    attacks: tuple[Attack, ...]
    """Every attack made, the Troll's too."""
    moves: tuple[Move, ...]
    """Every step made, those of figures shoved too."""
    dead: tuple[str, ...]
    zones: dict[str, str | None]
    """Where each figure stands; none for a dead monster."""
    damage: dict[str, int]
    """The Damage tokens on each monster."""
    experience: dict[str, int]
    """Experience gained by each monster that has gained any."""
    heart: int
    """Health of the Castle Heart."""
    morale: int
    """Village Morale."""
    decisions_left: int
    """Decisions that were given and not needed so far."""
    troll: str | None
    """Where the Troll stands; none where it is not on the map."""
    sprung: tuple[str, ...]
    """The zones whose traps have sprung."""
    stunned: tuple[str, ...]
    """The figures that lie on their side."""
    burning: tuple[str, ...]
    """The villagers on fire."""


@result_type
class PhaseAtChoice(Phase):
    """The phase up to what a coin or the players have to decide."""

    about: About | Literal["order"]
    """What is open."""
    who: str
    """The figure or zone it is open for."""
    options: tuple[str, ...]
    """What it may fall on."""
    groups: tuple[tuple[str, ...], ...] | None = None
    """Where the order is open: all villagers in their order, those that stand equal in one group."""


@result_type
class PhaseAtSilence(Phase):
    """The phase up to what no rule says."""

    not_stated: str


class _Progress:
    """How far the phase has come, besides what its position shows."""

    __slots__ = ("arrivals", "dial", "groups", "order", "step", "trap_card_laid_open")

    def __init__(self, arrivals: Arrivals) -> None:
        self.step: PhaseStep = "trap-card"
        self.trap_card_laid_open: bool | None = None
        self.dial: int | None = None
        self.groups: tuple[tuple[str, ...], ...] | None = None
        self.order: tuple[str, ...] = ()
        self.arrivals = arrivals


def villagers_phase(state: VillagersPhase, trace: Trace) -> Ruling:
    """Everything that happens in the phase, step by step."""
    _faults(state, trace)
    trace.require_possible()
    position = Position(
        state.zones,
        state.villagers,
        state.monsters,
        state.decisions,
        heart=state.heart,
        morale=state.morale,
        time=state.time,
        troll=None if state.troll is None else state.troll.zone,
    )
    arrivals = Arrivals(
        cards=state.spawn_cards,
        rank=state.rank,
        with_yunfakh=state.with_yunfakh,
        supply=state.supply,
        before=state.villagers,
    )
    progress = _Progress(arrivals)
    try:
        _play(state, position, progress, trace)
    except Stopped as stopped:
        raise _with_phase(stopped, position, progress) from None
    return trace.resolved(_phase(Phase, position, progress))


def _play(state: VillagersPhase, position: Position, progress: _Progress, trace: Trace) -> None:
    """The phase in its order; `progress` is kept for where it stops."""
    _stop_where_over(state, trace)
    progress.trap_card_laid_open = draw_trap(state.trap_space, trace)
    progress.step = "event"
    _event(state, progress, trace)
    progress.step = "attack-and-move"
    _villagers_act(state, position, progress, trace)
    progress.step = "troll"
    activate_troll(position, state.troll, trace)
    progress.step = "traps"
    spring_all(position, trace)
    progress.step = "spawn"
    appear(position, progress.arrivals, trace)
    progress.step = "done"


@fault_check
def _faults(state: VillagersPhase, trace: Trace) -> None:
    troll_at = None if state.troll is None else state.troll.zone
    standing_faults(state.zones, state.villagers, state.monsters, troll_at, trace)
    leftover_faults(state.monsters, trace)
    for card in state.spawn_cards:
        card_faults(card, trace)
    if any(card.kind == "hunter" for card in state.spawn_cards):
        yunfakh = sum(villager.kind == "yunfakh" for villager in state.villagers)
        yunfakh_faults(yunfakh, state.with_yunfakh, trace)


def _stop_where_over(state: VillagersPhase, trace: Trace) -> None:
    if not state.heart:
        trace.cite("VA-1.39", "heart-at-zero")
        trace.silence("victory-and-defeat")
    if not state.morale:
        trace.cite("VA-1.13", "morale-at-zero")
        trace.silence("victory-and-defeat")


def _event(state: VillagersPhase, progress: _Progress, trace: Trace) -> None:
    progress.dial = advanced(state.dial, state.monsters, trace)
    if reached(state.dial, progress.dial, state.event_values, trace):
        if not state.event_resolved:
            trace.cite("VA-2.3", "to-be-resolved")
            trace.silence("village-event-card")
        trace.cite("VA-2.3", "card-resolved")


def _villagers_act(state: VillagersPhase, position: Position, progress: _Progress, trace: Trace) -> None:
    groups = activation_groups(position, trace)
    for names in level(groups):
        if not state.level_as_listed:
            trace.cite("VA-2.11", "asks-order", villagers=names)
            progress.groups = names_of(groups)
            trace.choice(Choice(about="order", who="villagers", options=tuple(names)))
        trace.cite("VA-2.11", "coin-order", villagers=names)
    progress.order = order = tuple(villager.name for group in groups for villager in group)
    crowded = any(zone.room is not None or zone.trap is not None for zone in state.zones)
    if crowded and trace.reading(ATTACK_AND_MOVE) == "all-attack-first":
        trace.cite("VA-2.6", "all-attack-first")
        acting = [(name, can) for name in order if (can := make_attacks(position, name, trace)) is not None]
        for name, can in acting:
            if name in position.villagers:
                walk(position, name, can.move, trace)
        return
    for name in order:
        activate(position, name, trace)


def _with_phase(stopped: Stopped, position: Position, progress: _Progress) -> Stopped:
    """The stop with all that has happened up to it."""
    match stopped.result:
        case Choice(about=about, who=who, options=options):
            open_ = {"about": about, "who": who, "options": options, "groups": progress.groups}
            return Stopped(stopped.verdict, _phase(PhaseAtChoice, position, progress, **open_))
        case NotStated(not_stated=not_stated):
            return Stopped(stopped.verdict, _phase(PhaseAtSilence, position, progress, not_stated=not_stated))
    return stopped


def _phase(kind: Callable[..., Kind], position: Position, progress: _Progress, **stop: object) -> Kind:
    """The phase as far as it has come, and what stops it there."""
    arrivals = progress.arrivals
    return kind(
        step=progress.step,
        trap_card_laid_open=progress.trap_card_laid_open,
        dial=progress.dial,
        order=progress.order,
        appeared=tuple(arrivals.appeared),
        cards_left=len(arrivals.cards) - arrivals.turned_over,
        attacks=tuple(position.attacks),
        moves=tuple(position.moves),
        dead=tuple(position.dead),
        zones=position.standing,
        damage=position.damage,
        experience=position.experience,
        heart=position.heart,
        morale=position.morale,
        decisions_left=position.decisions_left,
        troll=position.troll,
        sprung=position.sprung,
        stunned=position.stunned,
        burning=position.burning,
        **stop,
    )


PROCEDURES = (
    Procedure(
        name="villagers-phase",
        state=VillagersPhase,
        decide=villagers_phase,
        results=(Phase, PhaseAtChoice, PhaseAtSilence),
        example=VillagersPhase(
            zones=THREE_ROOMS,
            villagers=(MILLER, HUNTER),
            monsters=(Monster(name="Banshee", type="Banshee", zone="hall", health=6),),
            heart=8,
            morale=10,
            dial=0,
            spawn_cards=(SpawnCard(kind="commoner", numbers=(2, 3, 4), type=None, health=1),),
        ),
        summary={
            "it": "Tutta la fase degli abitanti del villaggio: ordine, attacchi, movimenti, Troll, trappole, comparsa",
            "en": "The whole villagers' phase: order, attacks, moves, the Troll, traps, who appears",
        },
    ),
)
