"""A whole combat: from the announcement to the points, the discards and the state of the game.

The steps of the book in order: whether the attack is legal, the final values, who is wounded or killed,
what goes to the discards and which played cards elsewhere, what each player earns, and whether that ends
the game.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Literal

from adjudicator.doomtrooper.combat.arms import WeaponOptions
from adjudicator.doomtrooper.combat.effects import ROLES, Role
from adjudicator.doomtrooper.combat.fight import EXAMPLE, fight_faults, final_values, granted
from adjudicator.doomtrooper.combat.fighters import Fight
from adjudicator.doomtrooper.combat.legality import Attack, Occasion, bar_attack
from adjudicator.doomtrooper.combat.resolution import Kill, Order, Resolved, Spoils, Striker, resolve, spoils
from adjudicator.doomtrooper.combat.values import BothValues
from adjudicator.doomtrooper.conflicts import PLAYED_IN_A_FIGHT
from adjudicator.doomtrooper.state import Count, Status
from adjudicator.doomtrooper.tables import TARGET
from adjudicator.doomtrooper.victory import Score, Standings, game_state, standings_faults
from adjudicator.kernel import (
    NotStated,
    Procedure,
    Ruling,
    Stopped,
    Trace,
    Verdict,
    fault_check,
    result_type,
    state_type,
)

_ATTACKING = Score(player="attacker", points=0)
_DEFENDING = Score(player="defender", points=0)


@state_type
class Combat:
    """An Attack, from its announcement on, with every choice made."""

    fight: Fight
    """The two warriors, the tactic, and all that changes their values."""
    occasion: Occasion
    """The Turn it is made in, and the cards that allow or forbid it."""
    revealed: Literal["paid", "discarded"]
    """For a defender introduced in Cover and never revealed: what came of paying his Value."""
    attacking_player: Score = _ATTACKING
    """The attacking player before the fight."""
    defending_player: Score = _DEFENDING
    """The defending player before the fight."""
    target: Count = TARGET
    """The Promotion Points that win."""


@result_type
class Earned:
    """What each player gains by the fight."""

    attacker: Spoils
    defender: Spoils

    def of(self, role: Role) -> Spoils:
        """One of the two."""
        return self.attacker if role == "attacker" else self.defender


@result_type
class Discarded:
    """The cards that go to the discards."""

    attacker: tuple[str, ...]
    """Where he was killed: he and all that he carried."""
    defender: tuple[str, ...]
    """As with the attacker."""
    played: tuple[str, ...]
    """Of the cards played in the fight."""


@result_type
class Fought:
    """A fight to its end, with no word on the game."""

    attacker: Status
    defender: Status
    order: Order
    """Who struck first."""
    earned: Earned
    discarded: Discarded
    eliminated: tuple[str, ...] | None = None
    """Played cards that leave the game."""
    stays_assigned: tuple[str, ...] | None = None
    """Played cards that stay with a fighter."""
    values: BothValues


@result_type
class Ended(Fought):
    """The fight and the state of the game after it."""

    game: Literal["won", "drawn", "goes-on"]
    winner: str | None
    points: Mapping[str, int]
    """Each player's Promotion Points after the fight."""


@result_type
class BonusOpen(Fought):
    """The fight, and a player who may add the bonus for a Battle."""

    player: str
    options: tuple[str, ...]


@result_type
class PointsNotStated(Fought):
    """The fight, where the text does not give the number of Destiny Points."""

    not_stated: Literal["destiny-points"] = "destiny-points"


@result_type
class OrderNotStated(NotStated):
    """The final values, where the text does not say who strikes first."""

    values: BothValues


def combat(state: Combat, trace: Trace) -> Ruling:
    """What the whole combat comes to."""
    fight = state.fight
    _faults(state, trace)
    trace.require_possible()
    attack = Attack(
        attacker=fight.attacker.warrior,
        defender=fight.defender.warrior,
        tactic=fight.tactic,
        occasion=state.occasion,
    )
    bar_attack(attack, trace)
    trace.require_legal()
    _require_revealed(state, trace)
    fight = granted(fight, trace)
    values = final_values(fight, trace)
    resolved = _resolve(fight, values, trace)
    lost = {role: _lost_by(role, fight, resolved, trace) for role in ROLES}
    played, eliminated, assigned = _played_cards(fight, resolved, trace)
    earned = _earned(state, values, resolved, trace)
    verdict, kind = _ending(state, earned, resolved, trace)
    return trace.closed(
        verdict,
        kind(
            attacker=resolved.attacker,
            defender=resolved.defender,
            order=resolved.order,
            earned=earned,
            discarded=Discarded(**lost, played=played),
            eliminated=eliminated or None,
            stays_assigned=assigned or None,
            values=values,
        ),
    )


@fault_check
def _faults(state: Combat, trace: Trace) -> None:
    fight_faults(state.fight, trace)
    if state.occasion.own_turn == 0:
        trace.fault("DT-6.15", "turns-count-from-one")
    standings = Standings(scores=(state.attacking_player, state.defending_player), target=state.target)
    standings_faults(standings, trace)
    for score in standings.scores:
        if score.points >= state.target:
            trace.fault("DT-1.5", "already-won", player=score.player, points=score.points)
    if state.attacking_player.player == state.defending_player.player:
        trace.fault("DT-6.80", "one-name-for-two-players", player=state.attacking_player.player)


def _require_revealed(state: Combat, trace: Trace) -> None:
    if state.fight.defender.warrior.unpaid and state.revealed == "discarded":
        trace.cite("DT-6.39", "discarded-when-revealed")
        trace.silence("attack-on-a-discarded-warrior")


def _resolve(fight: Fight, values: BothValues, trace: Trace) -> Resolved:
    strikers = {role: _striker(fight, role, values) for role in ROLES}
    try:
        return resolve(strikers["attacker"], strikers["defender"], trace)
    except Stopped as stopped:
        raise Stopped(stopped.verdict, OrderNotStated(not_stated=stopped.result.not_stated, values=values)) from stopped


def _striker(fight: Fight, role: Role, values: BothValues) -> Striker:
    fighter, final = fight.fighter(role), values.of(role)
    return Striker(
        attack=final.attack,
        defence=final.defence,
        wounded=fighter.wounded,
        strikes_first=fighter.strikes_first,
        fates=tuple(fate for fate in fight.fates if fate.on == role),
    )


def _lost_by(role: Role, fight: Fight, resolved: Resolved, trace: Trace) -> tuple[str, ...]:
    """The cards that leave the table with a fighter who was killed: all that he carried."""
    fighter = fight.fighter(role)
    if resolved.status(role) == "killed":
        trace.cite("DT-6.50", "killed-with-his-cards", fighter=role, cards=fighter.cards)
        return tuple(fighter.cards)
    if role == "defender" and fighter.warrior.covered:
        trace.cite("DT-6.96", "stays-in-cover")
    return ()


def _played_cards(fight: Fight, resolved: Resolved, trace: Trace) -> tuple[tuple[str, ...], ...]:
    """Of the cards played in the fight those discarded, those eliminated and those that stay assigned."""
    played = {modifier.card: modifier for modifier in fight.modifiers if modifier.played}
    with_icon = [card for card, modifier in played.items() if modifier.icon in ("+", "x")]
    if with_icon and trace.reading(PLAYED_IN_A_FIGHT) == "all-discarded":
        trace.cite("DT-6.110", "whatever-the-icon", cards=with_icon)
        with_icon = []
    eliminated = [card for card in with_icon if played[card].icon == "x"]
    assigned = {card: played[card].on for card in with_icon if played[card].icon == "+"}
    lost = [card for card, role in assigned.items() if resolved.status(role) == "killed"]
    gone = [card for card in played if card not in with_icon]
    if gone:
        trace.cite("DT-6.110", "played-cards-discarded", cards=gone)
    if eliminated:
        trace.cite("DT-4.90", "eliminated-after-the-fight", cards=eliminated)
    if assigned:
        trace.cite("DT-4.86", "stay-assigned-after-the-fight", cards=list(assigned))
    if lost:
        trace.cite("DT-4.87", "lost-with-the-killed", cards=lost)
    return (*gone, *lost), tuple(eliminated), tuple(card for card in assigned if card not in lost)


def _earned(state: Combat, values: BothValues, resolved: Resolved, trace: Trace) -> Earned:
    """What each role's player gains by the other's death."""
    earned = {role: _spoils(state, role, other, values, resolved, trace) for role, other in (ROLES, ROLES[::-1])}
    if resolved.attacker == resolved.defender == "killed" and not state.occasion.same_player:
        trace.cite("DT-6.112", "both-earn")
    return Earned(**earned)


def _spoils(state: Combat, role: Role, other: Role, values: BothValues, resolved: Resolved, trace: Trace) -> Spoils:
    if resolved.status(other) != "killed":
        return Spoils()
    value = values.of(other).value
    trace.cite("DT-6.111", "killed-enemy", fighter=other, value=value)
    kill = Kill(
        value=value,
        own_warrior=state.occasion.same_player,
        killer=state.fight.fighter(role).warrior,
        last_of_battle=state.fight.fighter(other).last_on_battle,
    )
    return spoils(kill, trace)


def _ending(state: Combat, earned: Earned, resolved: Resolved, trace: Trace) -> tuple[Verdict, Callable[..., Fought]]:
    """The verdict, and the kind of result that says what the points make of the game."""
    if None in (earned.attacker.destiny, earned.defender.destiny):
        return "undecided", PointsNotStated
    try:
        game = game_state(_standings(state, earned, resolved), trace)
    except Stopped as stopped:  # a player has a bonus to take or leave
        return stopped.verdict, partial(BonusOpen, player=stopped.result.player, options=stopped.result.options)
    return "resolved", partial(Ended, game=game.game, winner=game.winner, points=game.points)


def _standings(state: Combat, earned: Earned, resolved: Resolved) -> Standings:
    """The scores after the fight; whose fighter stands on a Battle has one, and it is over with its last defender."""
    scores = []
    for role in ROLES:
        before = state.attacking_player if role == "attacker" else state.defending_player
        fighter = state.fight.fighter(role)
        lost = resolved.status(role) == "killed" and fighter.last_on_battle
        scores.append(
            replace(
                before,
                points=before.points + earned.of(role).promotion,
                battle_in_play=(fighter.on_battle or before.battle_in_play) and not lost,
            )
        )
    return Standings(scores=tuple(scores), target=state.target)


PROCEDURES = (
    Procedure(
        name="combat",
        state=Combat,
        decide=combat,
        results=(Ended, BonusOpen, PointsNotStated, OrderNotStated, WeaponOptions),
        example=Combat(
            fight=EXAMPLE,
            occasion=Occasion(own_turn=3, actions_left=1),
            revealed="paid",
            attacking_player=Score(player="Anna", points=30),
            defending_player=Score(player="Bruno", points=12),
        ),
        summary={
            "it": "Un combattimento intero: legalità, valori, ferite, punti, scarti, fine della partita",
            "en": "A whole combat: legality, values, wounds, points, discards, end of the game",
        },
    ),
)
