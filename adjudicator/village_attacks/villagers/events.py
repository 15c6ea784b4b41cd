"""The head of the villagers' phase: the Trap card, the Village Event dial, the Event card."""

from dataclasses import dataclass
from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace
from adjudicator.village_attacks.conflicts import DIAL_COUNT, PERSISTENT_EVENT
from adjudicator.village_attacks.faults import monster_faults
from adjudicator.village_attacks.state import STRICT, Count, Monster


def draw_trap(space: bool, trace: Trace) -> bool:
    """Whether the Trap card drawn is laid open on the summary board."""
    if space:
        trace.cite("VA-2.1", "laid-open")
    else:
        trace.cite("VA-2.1", "no-space")
    return space


def advanced(dial: int, monsters: tuple[Monster, ...], trace: Trace) -> int:
    """Where the Village Event dial stands after the step."""
    on_map = [monster for monster in monsters if monster.zone is not None]
    playing = sum(monster.role == "playing" for monster in on_map)
    count = playing
    if playing != len(on_map) and trace.reading(DIAL_COUNT) == "all-monsters":
        count = len(on_map)
    trace.cite("VA-2.2", "advances", monsters=count, dial=dial + count)
    return dial + count


def reached(before: int, after: int, values: tuple[int, ...], trace: Trace) -> bool:
    """Whether the dial has reached or passed a value that calls for a Village Event card."""
    passed = sorted({value for value in values if before < value <= after})
    if not passed:
        trace.cite("VA-2.3", "no-value-reached", dial=after)
        return False
    trace.cite("VA-2.3", "card-drawn", value=passed[-1])
    if len(passed) > 1:
        trace.cite("VA-2.3", "several-values", values=[str(value) for value in passed])
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class TrapCardDraw:
    """The draw of a Trap card in the villagers' phase."""

    __pydantic_config__ = STRICT
    space: bool | None
    """Whether the summary board has a place left for it."""


def trap_card_draw(state: TrapCardDraw, trace: Trace) -> Ruling:
    """What becomes of the card."""
    if state.space is None:
        trace.cite("VA-2.1", "asks-space")
        return trace.ruling("undecided", missing=["space"])
    if draw_trap(state.space, trace):
        return trace.ruling("resolved", laid_open=True)
    return trace.ruling("undecided", not_stated="trap-card-without-a-place", laid_open=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDial:
    """The Village Event dial about to advance."""

    __pydantic_config__ = STRICT
    dial: Count
    """Where it stands."""
    values: tuple[Count, ...]
    """The values of the scenario at which a card is drawn."""
    monsters: tuple[Monster, ...]
    """The monsters, those on their boards too."""


def event_dial(state: EventDial, trace: Trace) -> Ruling:
    """Where the dial stands after, and whether a card is drawn."""
    for monster in state.monsters:
        monster_faults(monster, trace)
    trace.require_possible()
    dial = advanced(state.dial, state.monsters, trace)
    several = len({value for value in state.values if state.dial < value <= dial}) > 1
    draws = reached(state.dial, dial, state.values, trace)
    if several:
        return trace.ruling("undecided", not_stated="several-event-values-at-once", dial=dial, draws=True)
    return trace.ruling("resolved", dial=dial, draws=draws)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCardEffect:
    """A Village Event card just drawn, and the one lying there."""

    __pydantic_config__ = STRICT
    drawn: Literal["single", "persistent"]
    """Which sort of effect the new card has."""
    lying: Literal["none", "persistent"]
    """Whether a card with a persistent effect is still in force."""


def event_card_effect(state: EventCardEffect, trace: Trace) -> Ruling:
    """What is resolved, and which effect goes on."""
    if state.drawn == "single":
        trace.cite("VA-2.4", "once")
    else:
        trace.cite("VA-2.5", "goes-on")
    ends = state.lying == "persistent"
    if ends and state.drawn == "single" and trace.reading(PERSISTENT_EVENT) == "persistent-card":
        trace.cite("VA-2.5", "outlasts-a-single-effect")
        ends = False
    elif ends:
        trace.cite("VA-2.5", "ended-by-new-card")
    return trace.ruling(
        "resolved",
        resolved_at_once=True,
        goes_on=state.drawn == "persistent",
        old_effect_ends=ends,
    )


PROCEDURES = (
    Procedure(
        name="trap-card-draw",
        state=TrapCardDraw,
        decide=trap_card_draw,
        example=TrapCardDraw(space=True),
        summary={"it": "Dove finisce la carta Trappola pescata", "en": "Where the Trap card drawn goes"},
    ),
    Procedure(
        name="event-dial",
        state=EventDial,
        decide=event_dial,
        example=EventDial(
            dial=4,
            values=(6, 12),
            monsters=(
                Monster(name="Banshee", type="Banshee", zone="hall", health=6),
                Monster(name="Vampire", type="Vampire", zone="heart", health=7),
            ),
        ),
        summary={
            "it": "Dove arriva il Quadrante Evento, e se si pesca una carta",
            "en": "Where the Village Event dial gets to, and whether a card is drawn",
        },
    ),
    Procedure(
        name="event-card-effect",
        state=EventCardEffect,
        decide=event_card_effect,
        example=EventCardEffect(drawn="single", lying="persistent"),
        summary={
            "it": "Quanto dura l'effetto di una carta Evento del Villaggio",
            "en": "How long the effect of a Village Event card lasts",
        },
    ),
)
