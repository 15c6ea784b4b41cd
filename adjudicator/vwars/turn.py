"""A player's turn: the five steps in order, the revelation that may open it, and how many actions it has."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from adjudicator.kernel import Procedure, Ruling, Silence, Trace
from adjudicator.vwars.conflicts import HALF_ROUNDED_DOWN, REVELATION_TURN, ROLE_BONUSES
from adjudicator.vwars.state import (
    STRICT,
    Count,
    FactionCard,
    Role,
    Standing,
    Track,
    track_faults,
    track_missing,
    vampire_faults,
)
from adjudicator.vwars.tables import ACTIONS, LUCIUS_ACTIONS, STEPS
from adjudicator.vwars.victory import game_winner

TurnStep: TypeAlias = Literal["revelation", "actions", "event", "riot", "new-cards"]
OPTIONAL = ("revelation", "actions")  # a turn may reveal nothing and use none of its actions


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOrder:
    """A turn that is going on."""

    __pydantic_config__ = STRICT
    done: tuple[TurnStep, ...]
    """The steps of the turn already taken, in the order they were taken."""
    wanted: TurnStep | Literal["end-of-turn"]
    """What the player wants to do next."""


def turn_order(state: TurnOrder, trace: Trace) -> Ruling:
    """Whether the wanted step may come now."""
    places = [STEPS.index(step) for step in state.done]
    for before, after in pairwise((-1, *places)):
        if after <= before:
            trace.fault("VW-5.1", "steps-out-of-order", step=STEPS[after], before=STEPS[before])
        for left_out in STEPS[before + 1 : after]:
            if left_out not in OPTIONAL:
                trace.fault("VW-5.1", "step-left-out", step=STEPS[after], left_out=left_out)
    trace.require_possible()
    open_steps = STEPS[places[-1] + 1 if places else 0 :]
    if state.wanted == "end-of-turn":
        skipped = [step for step in open_steps if step not in OPTIONAL]
    elif state.wanted in open_steps:
        skipped = [step for step in open_steps[: open_steps.index(state.wanted)] if step not in OPTIONAL]
    else:
        trace.cite("VW-5.1", "step-is-past", step=state.wanted)
        return trace.ruling("illegal", next=open_steps[0] if open_steps else "end-of-turn")
    passed = [step for step in _until(state.wanted, open_steps) if step in OPTIONAL]
    if skipped:
        trace.cite("VW-5.1", "step-skipped", step=state.wanted, skipped=list(skipped))
        return trace.ruling("illegal", next=skipped[0])
    if state.wanted == "end-of-turn":
        trace.cite("VW-5.2", "passes-left")
        return trace.ruling("legal", next="player-to-the-left")
    trace.cite("VW-5.1", "step-in-order", step=state.wanted)
    if not passed:
        return trace.ruling("legal", next=state.wanted)
    trace.cite("VW-5.1", "given-up", passed=list(passed))
    return trace.ruling("legal", next=state.wanted, given_up=list(passed))


def _until(wanted: str, steps: tuple[str, ...]) -> tuple[str, ...]:
    """The steps that come before the wanted one."""
    return steps[: steps.index(wanted)] if wanted in steps else steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Revelation:
    """A player who wants to turn their Faction card over."""

    __pydantic_config__ = STRICT
    card: FactionCard
    """Their Faction card."""
    public: bool = False
    """Whether it is face-up already."""
    turn: Literal["own", "another-player"]
    """Whose turn it is."""
    step: TurnStep
    """The step that turn has reached."""
    track: Track | None = None
    """The Vampire Victory track before; needed where the player may reveal."""


def revelation(state: Revelation, trace: Trace) -> Ruling:
    """Whether the player may, and what it costs the vampires."""
    if state.track is not None:
        track_faults(state.track, trace)
    if state.public and state.card == "human":
        trace.fault("VW-6.22", "human-is-never-public")
    trace.require_possible()
    legal = True
    if state.card != "vampire":
        trace.cite("VW-5.3", "not-the-vampire-card", card=state.card)
        legal = False
    if state.public:
        trace.cite("VW-5.3", "already-public")
        legal = False
    if state.step != "revelation":
        trace.cite("VW-5.1", "revelation-comes-first", step=state.step)
        legal = False
    if state.turn == "another-player":
        if trace.reading(REVELATION_TURN) == "own-turn":
            trace.cite("VW-5.3", "not-on-another-turn")
            legal = False
        elif legal:
            trace.cite("VW-5.3", "on-any-turn")
    if not legal:
        return trace.ruling("illegal")
    trace.cite("VW-5.3", "may-reveal")
    if state.track is None:
        return track_missing(trace)
    lost = half_lost(state.track.sympathy_tokens, trace)
    track = state.track.with_sympathy(-lost)
    if lost > track.sympathy_tokens:
        trace.cite("VW-5.4", "keeps-half", tokens=state.track.sympathy_tokens, lost=lost, left=track.sympathy_tokens)
    else:
        trace.cite("VW-5.4", "loses-half", tokens=state.track.sympathy_tokens, lost=lost, left=track.sympathy_tokens)
    trace.cite("VW-5.5", "goes-public")
    winner = game_winner(track, None, trace)
    return trace.ruling(
        "legal",
        sympathy_lost=lost,
        sympathy_tokens=track.sympathy_tokens,
        last_visible=track.last_visible,
        public_vampire=True,
        game_winner=winner,
    )


def half_lost(tokens: int, trace: Trace) -> int:
    """How many tokens half of them, rounded down, takes off the track."""
    if tokens % 2 and trace.reading(HALF_ROUNDED_DOWN) == "number-kept":
        return tokens - tokens // 2
    return tokens // 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionCount:
    """A player in the middle of their actions."""

    __pydantic_config__ = STRICT
    standing: Standing
    """Who the player is."""
    taken: Count
    """Actions already taken this turn."""
    role: Role | None = None
    """Their role; needed of a Public Vampire."""
    other_public_vampires: Count | None = None
    """How many other players are Public Vampires, where it matters."""


def action_count(state: ActionCount, trace: Trace) -> Ruling:
    """Whether one more action may be taken, and how many are left."""
    vampire_faults(state.standing, state.other_public_vampires or 0, trace)
    trace.require_possible()
    allowed: int | None = ACTIONS
    if state.standing == "public-vampire" and state.role is None:
        if state.taken < ACTIONS:
            return _at_least(ACTIONS, state.taken, trace)
        trace.cite("VW-12.6", "asks-role")
        return trace.ruling("undecided", missing=["role"])
    if state.standing == "public-vampire" and state.role == "lucius":
        if trace.reading(ROLE_BONUSES) == "en-rulebook":
            trace.cite("VW-12.6", "on-the-card")
            raise Silence("role-card")
        if state.other_public_vampires is None and state.taken < LUCIUS_ACTIONS:
            return _at_least(LUCIUS_ACTIONS, state.taken, trace)
        allowed = lucius_actions(state.other_public_vampires, trace)
    if allowed is None:
        return trace.ruling("undecided", missing=["other_public_vampires"])
    left = allowed - state.taken
    if left < 0:
        trace.fault("VW-6.1", "too-many-taken", taken=state.taken, allowed=allowed)
        trace.require_possible()
    if left == 0:
        trace.cite("VW-6.1", "none-left", allowed=allowed)
        return trace.ruling("illegal", allowed=allowed, left=0)
    trace.cite("VW-6.1", "some-left", allowed=allowed, left=left)
    return trace.ruling("legal", allowed=allowed, left=left)


def _at_least(actions: int, taken: int, trace: Trace) -> Ruling:
    """One more action may be taken, though how many there are in all is not known."""
    trace.cite("VW-6.1", "at-least", actions=actions, left=actions - taken)
    return trace.ruling("legal", at_least_left=actions - taken)


def lucius_actions(other_public_vampires: int | None, trace: Trace) -> int | None:
    """The actions of Lucius as a Public Vampire, or None where the number of the others is not known."""
    if other_public_vampires is None:
        trace.cite("VW-12.6", "asks-other-vampires")
        return None
    allowed = LUCIUS_ACTIONS + other_public_vampires
    trace.cite("VW-12.6", "more-actions", others=other_public_vampires, allowed=allowed)
    return allowed


PROCEDURES = (
    Procedure(
        name="turn-order",
        state=TurnOrder,
        decide=turn_order,
        example=TurnOrder(done=("actions",), wanted="riot"),
        summary={"it": "Se un passo del turno può venire adesso", "en": "Whether a step of the turn may come now"},
    ),
    Procedure(
        name="revelation",
        state=Revelation,
        decide=revelation,
        example=Revelation(
            card="vampire",
            public=False,
            turn="own",
            step="revelation",
            track=Track(sympathy_tokens=7, victory_marker=4),
        ),
        summary={
            "it": "Se il vampiro può rivelarsi e quanta simpatia perde",
            "en": "Whether the vampire may reveal, and the sympathy it costs",
        },
    ),
    Procedure(
        name="action-count",
        state=ActionCount,
        decide=action_count,
        example=ActionCount(standing="human", taken=3),
        summary={"it": "Quante azioni restano", "en": "How many actions are left"},
    ),
)
