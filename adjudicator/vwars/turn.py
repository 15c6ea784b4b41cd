"""A player's turn: the five steps in order, the revelation that may open it, and how many actions it has."""

from itertools import pairwise
from typing import Literal, TypeAlias, get_args

from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type
from adjudicator.vwars.conflicts import REVELATION_TURN, ROLE_BONUSES
from adjudicator.vwars.state import Count, FactionCard, Role, Side, Standing, Track, track_faults, vampire_faults
from adjudicator.vwars.tables import ACTIONS, LUCIUS_ACTIONS
from adjudicator.vwars.victory import game_winner, half_lost

TurnStep: TypeAlias = Literal["revelation", "actions", "event", "riot", "new-cards"]
STEPS: tuple[TurnStep, ...] = get_args(TurnStep)  # VW-5.1
OPTIONAL: tuple[TurnStep, ...] = ("revelation", "actions")  # a turn may reveal nothing and use none of its actions


@state_type
class TurnOrder:
    """A turn that is going on."""

    done: tuple[TurnStep, ...]
    """The steps of the turn already taken, in the order they were taken."""
    wanted: TurnStep | Literal["end-of-turn"]
    """What the player wants to do next."""


@result_type
class NextStep:
    """What comes next in the turn."""

    next: TurnStep | Literal["end-of-turn", "player-to-the-left"]
    """What may come now or, where what is wanted may not, what has to come first."""
    given_up: tuple[TurnStep, ...] | None = None
    """Steps passed over unused, where there are any."""


def turn_order(state: TurnOrder, trace: Trace) -> Ruling:
    """Whether the wanted step may come now."""
    trace.cite("VW-5.1", "order", steps=list(STEPS))
    places = [STEPS.index(step) for step in state.done]
    for before, after in pairwise((-1, *places)):
        if after <= before:
            trace.fault("VW-5.1", "steps-out-of-order", step=STEPS[after], before=STEPS[before])
        for left_out in STEPS[before + 1 : after]:
            if left_out not in OPTIONAL:
                trace.fault("VW-5.1", "step-left-out", step=STEPS[after], left_out=left_out)
    trace.require_possible()
    open_steps = STEPS[places[-1] + 1 if places else 0 :]
    if state.wanted != "end-of-turn" and state.wanted not in open_steps:
        trace.bar("VW-5.1", "step-is-past", step=state.wanted)
        return trace.judged(NextStep(next=open_steps[0] if open_steps else "end-of-turn"))
    passed = open_steps if state.wanted == "end-of-turn" else open_steps[: open_steps.index(state.wanted)]
    skipped = [step for step in passed if step not in OPTIONAL]
    if skipped:
        trace.bar("VW-5.1", "step-skipped", step=state.wanted, skipped=list(skipped))
        return trace.judged(NextStep(next=skipped[0]))
    if state.wanted == "end-of-turn":
        trace.cite("VW-5.2", "passes-left")
        return trace.judged(NextStep(next="player-to-the-left"))
    trace.cite("VW-5.1", "step-in-order", step=state.wanted)
    if passed:
        trace.cite("VW-5.1", "given-up", passed=list(passed))
    return trace.judged(NextStep(next=state.wanted, given_up=passed or None))


@state_type
class Revelation:
    """A player who wants to turn their Faction card over."""

    card: FactionCard
    """Their Faction card."""
    public: bool = False
    """Whether it is face-up already."""
    turn: Literal["own", "another-player"]
    """Whose turn it is."""
    step: TurnStep
    """The step that turn has reached."""
    track: Track
    """The Vampire Victory track before."""


@result_type
class Revealed:
    """The track after the revelation."""

    sympathy_lost: int
    sympathy_tokens: int
    last_visible: int
    public_vampire: bool = True
    game_winner: Side | None


def revelation(state: Revelation, trace: Trace) -> Ruling:
    """Whether the player may, and what it costs the vampires."""
    track_faults(state.track, trace)
    if state.public and state.card == "human":
        trace.fault("VW-6.22", "human-is-never-public")
    trace.require_possible()
    if state.card != "vampire":
        trace.bar("VW-5.3", "not-the-vampire-card", card=state.card)
    if state.public:
        trace.bar("VW-5.3", "already-public")
    if state.step != "revelation":
        trace.bar("VW-5.1", "revelation-comes-first", step=state.step)
    if state.turn == "another-player":
        if trace.reading(REVELATION_TURN) == "own-turn":
            trace.bar("VW-5.3", "not-on-another-turn")
        elif not trace.barred:
            trace.cite("VW-5.3", "on-any-turn")
    trace.require_legal()
    trace.cite("VW-5.3", "may-reveal")
    lost, tokens, last_visible, winner = trace.parts(lambda: _cost(state.track, trace), 4)
    return trace.judged(
        Revealed(sympathy_lost=lost, sympathy_tokens=tokens, last_visible=last_visible, game_winner=winner)
    )


def _cost(before: Track, trace: Trace) -> tuple[int, int, int, Side | None]:
    """The tokens lost and left, the last visible space, and who has won."""
    lost = half_lost(before.sympathy_tokens, trace)
    track = before.with_sympathy(-lost)
    if lost > track.sympathy_tokens:
        trace.cite("VW-5.4", "keeps-half", tokens=before.sympathy_tokens, lost=lost, left=track.sympathy_tokens)
    else:
        trace.cite("VW-5.4", "loses-half", tokens=before.sympathy_tokens, lost=lost, left=track.sympathy_tokens)
    trace.cite("VW-5.5", "goes-public")
    return lost, track.sympathy_tokens, track.last_visible, game_winner(track, None, trace)


@state_type
class ActionCount:
    """A player in the middle of their actions."""

    standing: Standing
    """Who the player is."""
    taken: Count
    """Actions already taken this turn."""
    role: Role
    """Their role."""
    other_public_vampires: Count
    """How many other players are Public Vampires."""


@result_type
class ActionsLeft:
    """The actions of the turn."""

    allowed: int
    """How many there are in all."""
    left: int


def action_count(state: ActionCount, trace: Trace) -> Ruling:
    """Whether one more action may be taken, and how many are left."""
    vampire_faults(state.standing, state.other_public_vampires, trace)
    trace.require_possible()
    allowed = ACTIONS
    if state.standing == "public-vampire" and state.role == "lucius":
        if trace.reading(ROLE_BONUSES) == "en-rulebook":
            trace.cite("VW-12.6", "on-the-card")
            trace.silence("role-card")
        allowed = lucius_actions(state.other_public_vampires, trace)
    left = allowed - state.taken
    if left < 0:
        trace.fault("VW-6.1", "too-many-taken", taken=state.taken, allowed=allowed)
        trace.require_possible()
    if left == 0:
        trace.bar("VW-6.1", "none-left", allowed=allowed)
    else:
        trace.cite("VW-6.1", "some-left", allowed=allowed, left=left)
    return trace.judged(ActionsLeft(allowed=allowed, left=left))


def lucius_actions(other_public_vampires: int, trace: Trace) -> int:
    """The actions of Lucius as a Public Vampire."""
    allowed = LUCIUS_ACTIONS + other_public_vampires
    trace.cite("VW-12.6", "more-actions", others=other_public_vampires, allowed=allowed)
    return allowed


PROCEDURES = (
    Procedure(
        name="turn-order",
        state=TurnOrder,
        decide=turn_order,
        results=(NextStep,),
        example=TurnOrder(done=("actions",), wanted="riot"),
        summary={"it": "Se un passo del turno può venire adesso", "en": "Whether a step of the turn may come now"},
    ),
    Procedure(
        name="revelation",
        state=Revelation,
        decide=revelation,
        results=(Revealed,),
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
        results=(ActionsLeft,),
        example=ActionCount(standing="human", taken=3, role="brad", other_public_vampires=0),
        summary={"it": "Quante azioni restano", "en": "How many actions are left"},
    ),
)
