"""A whole combat: from the announcement to the points, the discards and the state of the game.

The steps of the book in order: whether the attack is legal, the final values, who is wounded or killed,
what goes to the discards and which played cards elsewhere, what each player earns, and whether that ends
the game.
"""

from dataclasses import dataclass, replace
from typing import Literal

from adjudicator.doomtrooper.combat.effects import Role
from adjudicator.doomtrooper.combat.fight import EXAMPLE, Fight, fight_faults, final_values, granted, side
from adjudicator.doomtrooper.combat.fighters import Fighter
from adjudicator.doomtrooper.combat.legality import Attack, Occasion, attack_bars
from adjudicator.doomtrooper.combat.resolution import Resolved, Striker, resolve
from adjudicator.doomtrooper.combat.spoils import Kill, Spoils, spoils
from adjudicator.doomtrooper.combat.values import Tally
from adjudicator.doomtrooper.conflicts import PLAYED_IN_A_FIGHT
from adjudicator.doomtrooper.state import STRICT, Count
from adjudicator.doomtrooper.tables import TARGET
from adjudicator.doomtrooper.victory import Score, Standings, outcome_of, standings_faults
from adjudicator.kernel import Json, Procedure, Ruling, Trace

ROLES: tuple[Role, Role] = ("attacker", "defender")
_ATTACKING = Score(player="attacker", points=0)
_DEFENDING = Score(player="defender", points=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Combat:
    """An Attack, from its announcement on, with every choice made."""

    __pydantic_config__ = STRICT
    fight: Fight
    """The two warriors, the tactic, and all that changes their values."""
    occasion: Occasion
    """The Turn it is made in, and the cards that allow or forbid it."""
    revealed: Literal["paid", "discarded"] | None = None
    """For a defender introduced in Cover and never revealed: what came of paying his Value."""
    attacking_player: Score = _ATTACKING
    """The attacking player before the fight."""
    defending_player: Score = _DEFENDING
    """The defending player before the fight."""
    target: Count = TARGET
    """The Promotion Points that win."""


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
    if reasons := attack_bars(attack, trace):
        return trace.ruling("illegal", reasons=list(reasons))
    if (stopped := _revealing(state, trace)) is not None:
        return stopped
    fight = granted(fight, trace)
    found = final_values(fight, trace)
    if isinstance(found, Ruling):
        return found
    values: dict[str, Json] = {role: side(found[role]) for role in ROLES}
    strikers = {role: _striker(fight, role, found[role]) for role in ROLES}
    resolved = resolve(strikers["attacker"], strikers["defender"], trace)
    if resolved is None:
        return trace.ruling("undecided", not_stated="both-strike-first-above-all", values=values)
    discarded = _discards(fight, resolved, trace)
    elsewhere = _played_cards(fight, resolved, discarded, trace)
    earned = _earned(state, found, resolved, trace)
    outcome: dict[str, Json] = {
        "attacker": resolved.statuses["attacker"],
        "defender": resolved.statuses["defender"],
        "order": resolved.order,
        "earned": {role: {"promotion": gain.promotion, "destiny": gain.destiny} for role, gain in earned.items()},
        "discarded": discarded,
        **elsewhere,
    }
    if any(gain.destiny is None for gain in earned.values()):
        return trace.ruling("undecided", not_stated="destiny-points", **outcome, values=values)
    verdict, game = outcome_of(_standings(state, earned, resolved), trace)
    return trace.ruling(verdict, **outcome, **game, values=values)


def _faults(state: Combat, trace: Trace) -> None:
    if state.occasion.own_turn == 0:
        trace.fault("DT-6.15", "turns-count-from-one")
    fight_faults(state.fight, trace)
    standings = Standings(scores=(state.attacking_player, state.defending_player), target=state.target)
    standings_faults(standings, trace)
    for score in standings.scores:
        if score.points >= state.target:
            trace.fault("DT-1.5", "already-won", player=score.player, points=score.points)
    if state.attacking_player.player == state.defending_player.player:
        trace.fault("DT-6.80", "one-name-for-two-players", player=state.attacking_player.player)


def _fighter(fight: Fight, role: Role) -> Fighter:
    return fight.attacker if role == "attacker" else fight.defender


def _striker(fight: Fight, role: Role, tally: Tally) -> Striker:
    fighter = _fighter(fight, role)
    return Striker(
        attack=tally.totals["attack"],
        defence=tally.totals["defence"],
        wounded=fighter.wounded,
        strikes_first=fighter.strikes_first,
        fates=tuple(fate for fate in fight.fates if fate.on == role),
    )


def _revealing(state: Combat, trace: Trace) -> Ruling | None:
    """The ruling that stops a fight against one introduced in Cover and not paid for."""
    if not state.fight.defender.warrior.unpaid or state.revealed == "paid":
        return None
    if state.revealed is None:
        trace.cite("DT-6.39", "asks-revealed")
        return trace.ruling("undecided", missing=["revealed"])
    trace.cite("DT-6.39", "discarded-when-revealed")
    return trace.ruling("undecided", not_stated="attack-on-a-discarded-warrior")


def _discards(fight: Fight, resolved: Resolved, trace: Trace) -> dict[str, Json]:
    """The cards that leave the table with the killed: all that they carried."""
    discarded: dict[str, Json] = {}
    for role in ROLES:
        fighter = _fighter(fight, role)
        if resolved.statuses[role] == "killed":
            trace.cite("DT-6.50", "killed-with-his-cards", fighter=role, cards=fighter.cards)
            discarded[role] = list(fighter.cards)
        else:
            discarded[role] = []
            if role == "defender" and fighter.warrior.covered:
                trace.cite("DT-6.96", "stays-in-cover")
    return discarded


def _played_cards(fight: Fight, resolved: Resolved, discarded: dict[str, Json], trace: Trace) -> dict[str, Json]:
    """Put the cards played in the fight to the discards, and say which go elsewhere by their postplay icon."""
    played = {modifier.card: modifier for modifier in fight.modifiers if modifier.played}
    with_icon = [card for card, modifier in played.items() if modifier.icon in ("+", "x")]
    if with_icon and trace.reading(PLAYED_IN_A_FIGHT) == "all-discarded":
        trace.cite("DT-6.110", "whatever-the-icon", cards=with_icon)
        with_icon = []
    eliminated = [card for card in with_icon if played[card].icon == "x"]
    assigned = {card: played[card].on for card in with_icon if played[card].icon == "+"}
    lost = [card for card, role in assigned.items() if resolved.statuses[role] == "killed"]
    gone = [card for card in played if card not in with_icon]
    if gone:
        trace.cite("DT-6.110", "played-cards-discarded", cards=gone)
    if eliminated:
        trace.cite("DT-4.90", "eliminated-after-the-fight", cards=eliminated)
    if assigned:
        trace.cite("DT-4.86", "stay-assigned-after-the-fight", cards=list(assigned))
    if lost:
        trace.cite("DT-4.87", "lost-with-the-killed", cards=lost)
    discarded["played"] = [*gone, *lost]
    kept = [card for card in assigned if card not in lost]
    elsewhere: dict[str, Json] = {"eliminated": list(eliminated)} if eliminated else {}
    return elsewhere | ({"stays_assigned": list(kept)} if kept else {})


def _earned(state: Combat, found: dict[Role, Tally], resolved: Resolved, trace: Trace) -> dict[Role, Spoils]:
    """What each role's player gains by the other's death."""
    earned: dict[Role, Spoils] = {}
    for role, other in (ROLES, ROLES[::-1]):
        killed = _fighter(state.fight, other)
        if resolved.statuses[other] != "killed":
            earned[role] = Spoils()
            continue
        trace.cite("DT-6.111", "killed-enemy", fighter=other, value=found[other].totals["value"])
        kill = Kill(
            value=found[other].totals["value"],
            own_warrior=state.occasion.same_player,
            killer=_fighter(state.fight, role).warrior,
            last_of_battle=killed.last_on_battle,
        )
        earned[role] = spoils(kill, trace)
    if all(resolved.statuses[role] == "killed" for role in ROLES) and not state.occasion.same_player:
        trace.cite("DT-6.112", "both-earn")
    return earned


def _standings(state: Combat, earned: dict[Role, Spoils], resolved: Resolved) -> Standings:
    """The scores after the fight; a Battle is over with its last defender."""
    scores = []
    for role in ROLES:
        before = state.attacking_player if role == "attacker" else state.defending_player
        lost = resolved.statuses[role] == "killed" and _fighter(state.fight, role).last_on_battle
        scores.append(
            replace(
                before,
                points=before.points + earned[role].promotion,
                battle_in_play=before.battle_in_play and not lost,
            )
        )
    return Standings(scores=tuple(scores), target=state.target)


PROCEDURES = (
    Procedure(
        name="combat",
        state=Combat,
        decide=combat,
        example=Combat(
            fight=EXAMPLE,
            occasion=Occasion(own_turn=3, actions_left=1),
            attacking_player=Score(player="Anna", points=30),
            defending_player=Score(player="Bruno", points=12),
        ),
        summary={
            "it": "Un combattimento intero: legalità, valori, ferite, punti, scarti, fine della partita",
            "en": "A whole combat: legality, values, wounds, points, discards, end of the game",
        },
    ),
)
