"""Sabotage, and the No Warrior rule that it replaced.

A player who has no warrior able to fight cannot be attacked; for one Action an own warrior sabotages him
instead, and half that warrior's Value, rounded up, is the prize. Losing the game for want of a warrior
comes back only where a draw deck runs out during a Sabotage.
"""

from dataclasses import dataclass
from typing import Literal

from adjudicator.doomtrooper.combat.effects import Ban
from adjudicator.doomtrooper.combat.spoils import gained
from adjudicator.doomtrooper.conflicts import NO_WARRIOR_RULE, SABOTEUR_UNFIT, WHOSE_DECK
from adjudicator.doomtrooper.state import STRICT, Count, Warrior, warrior_faults
from adjudicator.doomtrooper.tables import NO_WARRIOR_TURNS
from adjudicator.kernel import Json, Procedure, Ruling, Silence, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Sabotage:
    """A player about to sabotage an opponent."""

    __pydantic_config__ = STRICT
    saboteur: Warrior
    """The warrior sent."""
    value: int
    """His V as modified now."""
    opponents_warriors: tuple[Warrior, ...] | None = None
    """The warriors the opponent has in play; empty for none."""
    own_turn: bool = True
    """Whether it is the player's own Turn."""
    actions_left: Count
    """Actions the player has left."""
    attack_action: bool = False
    """Whether the player wants to use an Attack Action for it."""
    done_this_turn: bool = False
    """Whether the player has sabotaged this opponent since the own Draw phase."""
    everyone_had_a_turn: bool = True
    """Whether every player has had at least one Turn."""
    prevented_by: Ban | None = None
    """A card that the opponent plays to prevent it."""
    promotion: Count | None = None
    """How many points of the prize are taken as Promotion Points; the rest is Destiny Points."""
    destiny: Count | None = None
    """How many are taken as Destiny Points, where that is what is told; the rest is Promotion Points."""
    deck_ran_out: bool = False
    """Whether a draw deck runs out during it."""
    whose_deck: Literal["opponents", "own"] | None = None
    """Whose deck that is: the sabotaged opponent's or the player's own."""


def sabotage(state: Sabotage, trace: Trace) -> Ruling:
    """Whether the Sabotage is legal, whether it succeeds, and the prize."""
    for warrior in (state.saboteur, *(state.opponents_warriors or ())):
        warrior_faults(warrior, trace)
    trace.require_possible()
    reasons = _bars(state, trace)
    if reasons:
        return trace.ruling("illegal", reasons=reasons)
    if state.opponents_warriors is None:
        trace.cite("DT-10.2", "asks-opponents-warriors")
        return trace.ruling("undecided", missing=["opponents_warriors"])
    if state.saboteur.unpaid:
        trace.cite("DT-6.39", "saboteur-not-revealed")
        raise Silence("unrevealed-saboteur")
    if state.deck_ran_out and state.whose_deck is None:
        trace.cite("DT-10.9", "asks-whose-deck")
        return trace.ruling("undecided", missing=["whose_deck"])
    after: dict[str, Json] = {"no_warrior_rule": state.deck_ran_out and _brings_rule_back(state, trace)}
    if state.prevented_by is not None:
        trace.cite("DT-4.2", "card-forbids", card=state.prevented_by.card, words=state.prevented_by.words)
        trace.cite("DT-10.4", "prevented", card=state.prevented_by.card)
        return trace.ruling("resolved", succeeds=False, promotion=0, destiny=0, **after)
    trace.cite("DT-10.4", "succeeds")
    prize = -(-gained(state.value, trace) // 2)  # half, rounded up
    trace.cite("DT-10.5", "half-the-value", value=state.value, prize=prize)
    mercenary = state.saboteur.unattached_mercenary
    if mercenary:
        trace.cite("DT-13.3", "prize-in-destiny", prize=prize)
    most = 0 if mercenary else max(0, prize)
    if (wrong := _wrong_halves(state, prize, trace)) is not None:
        return wrong
    promotion = prize - state.destiny if state.promotion is None and state.destiny is not None else state.promotion
    if promotion is None:
        if most:
            trace.cite("DT-10.6", "chooses-points", prize=prize)
            options: list[Json] = [{"promotion": taken, "destiny": prize - taken} for taken in range(most + 1)]
            return trace.ruling("choice", succeeds=True, prize=prize, options=options, **after)
        promotion = 0
    if promotion > most:
        trace.cite("DT-10.6", "more-than-there-is", wanted=promotion, most=most)
        return trace.ruling("illegal", reasons=["too-many-promotion-points"])
    trace.cite("DT-10.6", "points-taken", promotion=promotion, destiny=prize - promotion)
    return trace.ruling("resolved", succeeds=True, promotion=promotion, destiny=prize - promotion, **after)


def _wrong_halves(state: Sabotage, prize: int, trace: Trace) -> Ruling | None:
    """The refusal of Destiny Points that are more than the prize, or that do not make it up with the rest."""
    if state.destiny is None:
        return None
    if state.destiny > max(0, prize):
        trace.cite("DT-10.6", "more-destiny-than-there-is", wanted=state.destiny, most=max(0, prize))
        return trace.ruling("illegal", reasons=["too-many-destiny-points"])
    if state.promotion is not None and state.promotion + state.destiny != prize:
        trace.cite("DT-10.6", "not-the-prize", promotion=state.promotion, destiny=state.destiny, prize=prize)
        return trace.ruling("illegal", reasons=["not-the-prize"])
    return None


def _bars(state: Sabotage, trace: Trace) -> list[Json]:
    reasons: list[Json] = []
    able = sum(not warrior.never_fights for warrior in state.opponents_warriors or ())
    if able:
        trace.cite("DT-10.2", "opponent-can-fight", warriors=able)
        reasons.append("opponent-can-fight")
    elif state.opponents_warriors is not None:
        trace.cite("DT-10.2", "nobody-to-fight")
    if state.attack_action:
        trace.cite("DT-10.11", "not-by-attack-action")
        reasons.append("attack-action")
    if state.actions_left == 0:
        trace.cite("DT-10.2", "no-action-left")
        reasons.append("no-action-left")
    if state.done_this_turn:
        trace.cite("DT-10.3", "once-a-turn")
        reasons.append("already-sabotaged")
    if not state.everyone_had_a_turn:
        trace.cite("DT-10.7", "too-early")
        reasons.append("too-early")
    if not state.own_turn:
        trace.cite("DT-10.8", "opponents-turn")
        reasons.append("opponents-turn")
    if state.saboteur.covered or state.saboteur.never_fights:
        if trace.reading(SABOTEUR_UNFIT) == "barred":
            trace.cite("DT-10.2", "saboteur-unfit")
            reasons.append("saboteur-unfit")
        else:
            trace.cite("DT-10.4", "any-own-warrior")
    return reasons


def _brings_rule_back(state: Sabotage, trace: Trace) -> bool:
    """Whether the deck that ran out is the one that the rule speaks of."""
    meant = "opponents" if trace.reading(WHOSE_DECK) == "opponents-deck" else "own"
    if state.whose_deck != meant:
        trace.cite("DT-10.9", "not-that-deck", meant=meant)
        return False
    trace.cite("DT-10.9", "no-warrior-rule-too")
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class NoWarrior:
    """A player who began a Turn with no warrior able to fight."""

    __pydantic_config__ = STRICT
    turn: Count
    """Which Turn since then this is; the one that began so is 1."""
    turn_over: bool
    """Whether it has ended."""
    warriors: tuple[Warrior, ...] = ()
    """The warriors the player has in play now."""
    barred_from_enemies: bool = False
    """Whether restrictions keep all of them from attacking the enemies there are."""
    deck_ran_out_in_sabotage: bool = False
    """Whether the rule came back because a draw deck ran out during a Sabotage."""


def no_warrior_rule(state: NoWarrior, trace: Trace) -> Ruling:
    """Whether the player has lost, and how many Turns are left."""
    if not 1 <= state.turn <= NO_WARRIOR_TURNS:
        trace.fault("DT-7.8", "no-such-turn", turn=state.turn)
    for warrior in state.warriors:
        warrior_faults(warrior, trace)
    trace.require_possible()
    if state.deck_ran_out_in_sabotage:
        trace.cite("DT-10.9", "no-warrior-rule-too")
    elif trace.reading(NO_WARRIOR_RULE) == "replaced":
        trace.cite("DT-10.1", "replaced")
        return trace.ruling("resolved", in_force=False, loses=False)
    if any(not warrior.never_fights for warrior in state.warriors):
        trace.cite("DT-7.9", "warrior-in-time", turn=state.turn)
        if state.barred_from_enemies:
            trace.cite("DT-7.10", "counts-though-barred")
        return trace.ruling("resolved", in_force=True, loses=False)
    if state.warriors:
        trace.cite("DT-7.11", "does-not-save")
    left = NO_WARRIOR_TURNS - state.turn + (not state.turn_over)
    if left == 0:
        trace.cite("DT-7.8", "turns-are-over")
        return trace.ruling("resolved", in_force=True, loses=True, turns_left=0)
    trace.cite("DT-7.8", "turns-left", left=left)
    return trace.ruling("resolved", in_force=True, loses=False, turns_left=left)


_SABOTEUR = Warrior(affiliation="capitol", area="squad")

PROCEDURES = (
    Procedure(
        name="sabotage",
        state=Sabotage,
        decide=sabotage,
        example=Sabotage(saboteur=_SABOTEUR, value=7, opponents_warriors=(), actions_left=1, promotion=4),
        summary={
            "it": "Se un sabotaggio è permesso e quanti punti dà",
            "en": "Whether a Sabotage is allowed and how many points it gives",
        },
    ),
    Procedure(
        name="no-warrior-rule",
        state=NoWarrior,
        decide=no_warrior_rule,
        example=NoWarrior(turn=3, turn_over=False, deck_ran_out_in_sabotage=True),
        summary={
            "it": "Se chi non ha guerrieri in grado di combattere ha perso",
            "en": "Whether a player without a warrior able to fight has lost",
        },
    ),
)
