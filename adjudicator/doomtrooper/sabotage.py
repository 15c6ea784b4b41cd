"""Sabotage, and the No Warrior rule that it replaced.

A player who has no warrior able to fight cannot be attacked; for one Action an own warrior sabotages him
instead, and half that warrior's Value, rounded up, is the prize. The old rule, by which a player without
a warrior loses, comes back only where a draw deck runs out during a Sabotage.
"""

from typing import Literal

from adjudicator.doomtrooper.combat.effects import Ban
from adjudicator.doomtrooper.combat.resolution import gained
from adjudicator.doomtrooper.conflicts import NO_WARRIOR_RULE, SABOTEUR_UNFIT, WHOSE_DECK
from adjudicator.doomtrooper.state import Count, Warrior, warrior_faults
from adjudicator.doomtrooper.tables import NO_WARRIOR_TURNS
from adjudicator.kernel import Procedure, Ruling, Trace, result_type, state_type


@state_type
class Sabotage:
    """A player about to sabotage an opponent."""

    saboteur: Warrior
    """The warrior sent."""
    value: int
    """His V as modified now."""
    opponents_warriors: tuple[Warrior, ...]
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
    """How many points of the prize are taken as Promotion Points, once that is chosen; the rest is Destiny Points."""
    destiny: Count | None = None
    """How many are taken as Destiny Points, where the choice is made so; the rest is Promotion Points."""
    deck_ran_out: bool = False
    """Whether a draw deck runs out during it."""
    whose_deck: Literal["opponents", "own"]
    """Whose deck that is: the sabotaged opponent's or the player's own."""


@result_type
class Sabotaged:
    """What comes of a Sabotage."""

    no_warrior_rule: bool
    """Whether the rule is back by which a player without a warrior loses."""
    succeeds: bool
    promotion: int
    """Promotion Points earned."""
    destiny: int
    """Destiny Points earned."""


@result_type
class Halves:
    """One way to take the prize."""

    promotion: int
    destiny: int


@result_type
class PrizeOpen:
    """A Sabotage that succeeded, where the player has still to choose the points."""

    no_warrior_rule: bool
    """Whether the rule is back by which a player without a warrior loses."""
    succeeds: bool = True
    prize: int
    """The points there are to share out."""
    options: tuple[Halves, ...]


def sabotage(state: Sabotage, trace: Trace) -> Ruling:
    """Whether the Sabotage is legal, whether it succeeds, and the prize."""
    _bar_sabotage(state, trace)
    trace.require_legal()
    if state.saboteur.unpaid:
        trace.cite("DT-6.39", "saboteur-not-revealed")
        trace.silence("unrevealed-saboteur")
    rule_back = state.deck_ran_out and _brings_rule_back(state, trace)
    card = state.prevented_by
    if card is not None:
        trace.cite("DT-4.2", "card-forbids", card=card.card, words=card.words)
        trace.cite("DT-10.4", "prevented", card=card.card)
        return trace.resolved(Sabotaged(no_warrior_rule=rule_back, succeeds=False, promotion=0, destiny=0))
    trace.cite("DT-10.4", "succeeds")
    promotion, destiny = trace.parts(lambda: _prize(state, rule_back, trace), 2)
    return trace.resolved(Sabotaged(no_warrior_rule=rule_back, succeeds=True, promotion=promotion, destiny=destiny))


def _prize(state: Sabotage, rule_back: bool, trace: Trace) -> tuple[int, int]:
    """The Promotion Points and the Destiny Points of a Sabotage that succeeded."""
    prize = -(-gained(state.value, trace) // 2)  # half, rounded up
    trace.cite("DT-10.5", "half-the-value", value=state.value, prize=prize)
    mercenary = state.saboteur.unattached_mercenary
    if mercenary:
        trace.cite("DT-13.3", "prize-in-destiny", prize=prize)
    most = 0 if mercenary else max(0, prize)
    promotion = _promotion_points(state, prize, trace)
    if promotion is None and most:
        trace.cite("DT-10.6", "chooses-points", prize=prize)
        options = tuple(Halves(promotion=taken, destiny=prize - taken) for taken in range(most + 1))
        trace.choice(PrizeOpen(no_warrior_rule=rule_back, prize=prize, options=options))
    promotion = promotion or 0
    if promotion > most:
        trace.bar("DT-10.6", "more-than-there-is", wanted=promotion, most=most)
    trace.require_legal()
    destiny = prize - promotion
    trace.cite("DT-10.6", "points-taken", promotion=promotion, destiny=destiny)
    return promotion, destiny


def _bar_sabotage(state: Sabotage, trace: Trace) -> None:
    if state.actions_left == 0:
        trace.bar("DT-10.2", "no-action-left")
    else:
        trace.cite("DT-10.2", "takes-an-action")
    if state.attack_action:
        trace.bar("DT-10.11", "not-by-attack-action")
    if state.done_this_turn:
        trace.bar("DT-10.3", "once-a-turn")
    if not state.everyone_had_a_turn:
        trace.bar("DT-10.7", "too-early")
    if not state.own_turn:
        trace.bar("DT-10.8", "opponents-turn")
    if state.saboteur.covered or state.saboteur.never_fights:
        if trace.reading(SABOTEUR_UNFIT) == "barred":
            trace.bar("DT-10.2", "saboteur-unfit")
        elif not trace.barred:
            trace.cite("DT-10.4", "any-own-warrior")
    _bar_for_opponents_warriors(state, trace)


def _bar_for_opponents_warriors(state: Sabotage, trace: Trace) -> None:
    """Looked at last: whoever knows of another bar need not list them."""
    for warrior in (state.saboteur, *state.opponents_warriors):
        warrior_faults(warrior, trace)
    trace.require_possible()
    if able := [warrior for warrior in state.opponents_warriors if not warrior.never_fights]:
        trace.bar("DT-10.2", "opponent-can-fight", warriors=len(able))
    else:
        trace.cite("DT-10.2", "nobody-to-fight")


def _brings_rule_back(state: Sabotage, trace: Trace) -> bool:
    """Whether the deck that ran out is the one that the rule speaks of."""
    meant = "opponents" if trace.reading(WHOSE_DECK) == "opponents-deck" else "own"
    if state.whose_deck != meant:
        trace.cite("DT-10.9", "not-that-deck", meant=meant)
        return False
    trace.cite("DT-10.9", "no-warrior-rule-too")
    return True


def _promotion_points(state: Sabotage, prize: int, trace: Trace) -> int | None:
    """The part of the prize taken as Promotion Points, or none while nothing is chosen; bars what is no part of it."""
    if state.destiny is None:
        return state.promotion
    most = max(0, prize)
    if state.destiny > most:
        trace.bar("DT-10.6", "more-destiny-than-there-is", wanted=state.destiny, most=most)
    elif state.promotion is not None and state.promotion + state.destiny != prize:
        trace.bar("DT-10.6", "not-the-prize", promotion=state.promotion, destiny=state.destiny, prize=prize)
    return prize - state.destiny if state.promotion is None else state.promotion


@state_type
class NoWarrior:
    """A player who began a Turn with no warrior able to fight."""

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


@result_type
class Standing:
    """What the rule makes of the player."""

    in_force: bool
    """Whether the rule holds at all."""
    loses: bool
    turns_left: int | None = None
    """Turns left to find a warrior able to fight, where there is none."""


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
        return trace.resolved(Standing(in_force=False, loses=False))
    if any(not warrior.never_fights for warrior in state.warriors):
        trace.cite("DT-7.9", "warrior-in-time", turn=state.turn)
        if state.barred_from_enemies:
            trace.cite("DT-7.10", "counts-though-barred")
        return trace.resolved(Standing(in_force=True, loses=False))
    if state.warriors:
        trace.cite("DT-7.11", "does-not-save")
    left = NO_WARRIOR_TURNS - state.turn + (not state.turn_over)
    if left == 0:
        trace.cite("DT-7.8", "turns-are-over")
    else:
        trace.cite("DT-7.8", "turns-left", left=left)
    return trace.resolved(Standing(in_force=True, loses=left == 0, turns_left=left))


_SABOTEUR = Warrior(affiliation="capitol", area="squad")

PROCEDURES = (
    Procedure(
        name="sabotage",
        state=Sabotage,
        decide=sabotage,
        results=(Sabotaged, PrizeOpen),
        example=Sabotage(
            saboteur=_SABOTEUR, value=7, opponents_warriors=(), actions_left=1, whose_deck="own", promotion=4
        ),
        summary={
            "it": "Se un sabotaggio è permesso e quanti punti dà",
            "en": "Whether a Sabotage is allowed and how many points it gives",
        },
    ),
    Procedure(
        name="no-warrior-rule",
        state=NoWarrior,
        decide=no_warrior_rule,
        results=(Standing,),
        example=NoWarrior(turn=3, turn_over=False, deck_ran_out_in_sabotage=True),
        summary={
            "it": "Se chi non ha guerrieri in grado di combattere ha perso",
            "en": "Whether a player without a warrior able to fight has lost",
        },
    ),
)
