"""The head of the villagers' phase: the Trap card, the Village Event dial, the Event card."""

from typing import Literal

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.village_attacks.conflicts import DIAL_COUNT, PERSISTENT_EVENT
from adjudicator.village_attacks.faults import monster_faults
from adjudicator.village_attacks.state import Count, Monster


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


def reached(before: int, after: int, values: tuple[int, ...], trace: Trace) -> list[int]:
    """The values calling for a Village Event card that the dial has reached or passed."""
    passed = sorted({value for value in values if before < value <= after})
    if not passed:
        trace.cite("VA-2.3", "no-value-reached", dial=after)
        return []
    trace.cite("VA-2.3", "card-drawn", value=passed[-1])
    if len(passed) > 1:
        trace.cite("VA-2.3", "several-values", values=[str(value) for value in passed])
    return passed


@state_type
class TrapCardDraw:
    """The draw of a Trap card in the villagers' phase."""

    space: bool
    """Whether the summary board has a place left for it."""


@result_type
class TrapCardLaid:
    """The Trap card lies on the summary board."""

    laid_open: Literal[True] = True


@result_type
class TrapCardWithoutPlace:
    """The Trap card has no place to be laid open."""

    not_stated: Literal["trap-card-without-a-place"] = "trap-card-without-a-place"
    laid_open: Literal[False] = False


def trap_card_draw(state: TrapCardDraw, trace: Trace) -> Ruling:
    """What becomes of the card."""
    if not draw_trap(state.space, trace):
        return trace.closed("undecided", TrapCardWithoutPlace())
    return trace.resolved(TrapCardLaid())


@state_type
class EventDial:
    """The Village Event dial about to advance."""

    dial: Count
    """Where it stands."""
    values: tuple[Count, ...]
    """The values of the scenario at which a card is drawn."""
    monsters: tuple[Monster, ...]
    """The monsters, those on their boards too."""


@result_type
class DialAdvanced:
    """Where the Village Event dial stands after."""

    dial: int
    draws: bool
    """Whether a Village Event card is drawn."""


@result_type
class DialPastSeveral(DialAdvanced):
    """The same, where several values are reached at once."""

    not_stated: Literal["several-event-values-at-once"] = "several-event-values-at-once"


def event_dial(state: EventDial, trace: Trace) -> Ruling:
    """Where the dial stands after, and whether a card is drawn."""
    for monster in state.monsters:
        monster_faults(monster, trace)
    trace.require_possible()
    dial = advanced(state.dial, state.monsters, trace)
    values = reached(state.dial, dial, state.values, trace)
    if len(values) > 1:
        return trace.closed("undecided", DialPastSeveral(dial=dial, draws=True))
    return trace.resolved(DialAdvanced(dial=dial, draws=bool(values)))


@state_type
class EventCardEffect:
    """A Village Event card just drawn, and the one lying there."""

    drawn: Literal["single", "persistent"]
    """Which sort of effect the new card has."""
    lying: Literal["none", "persistent"]
    """Whether a card with a persistent effect is still in force."""


@result_type
class EventEffect:
    """What a Village Event card does."""

    resolved_at_once: Literal[True] = True
    goes_on: bool
    """Whether its effect lasts until another card is drawn."""
    old_effect_ends: bool


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
    return trace.resolved(EventEffect(goes_on=state.drawn == "persistent", old_effect_ends=ends))


PROCEDURES = (
    Procedure(
        name="trap-card-draw",
        state=TrapCardDraw,
        decide=trap_card_draw,
        results=(TrapCardLaid, TrapCardWithoutPlace),
        example=TrapCardDraw(space=True),
        summary={"it": "Dove finisce la carta Trappola pescata", "en": "Where the Trap card drawn goes"},
    ),
    Procedure(
        name="event-dial",
        state=EventDial,
        decide=event_dial,
        results=(DialAdvanced, DialPastSeveral),
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
        results=(EventEffect,),
        example=EventCardEffect(drawn="single", lying="persistent"),
        summary={
            "it": "Quanto dura l'effetto di una carta Evento del Villaggio",
            "en": "How long the effect of a Village Event card lasts",
        },
    ),
)
