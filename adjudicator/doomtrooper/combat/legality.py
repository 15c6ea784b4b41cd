"""Whether an attack may be made: every reason against it, and every card that lifts one.

The Turn first (an Attack is the last Action, once, never in the first Turn), then the two warriors
(Cover, owners), their affiliations, the Areas they stand in, and the Vehicles they sit in. A card lifts
a bar after it was named, so that the ruling shows both.
"""

from dataclasses import dataclass

from adjudicator.doomtrooper.combat.affiliations import affiliation_bars
from adjudicator.doomtrooper.combat.effects import Ban, Bar, Permission
from adjudicator.doomtrooper.conflicts import OUTSIDE_THE_AREAS, OWN_WARRIORS, WAR_ACROSS_AREAS
from adjudicator.doomtrooper.state import STRICT, Count, Tactic, Vehicle, Warrior, warrior_faults
from adjudicator.kernel import Procedure, Ruling, Silence, Trace

BY_AFFILIATION = ("same-corporation", "brotherhood-target", "brotherhood-attacks", "mortificator-target")


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """The Turn an Attack is made in, and the cards that allow or forbid it."""

    __pydantic_config__ = STRICT
    own_turn: Count
    """Which of the attacking player's own Turns this is; the first is 1."""
    actions_left: Count
    """Actions left in it."""
    attacks_done: Count = 0
    """Attacks already made in it."""
    same_player: bool = False
    """Whether one player controls both warriors."""
    just_uncovered: bool = False
    """Whether the attacker left Cover in this Turn."""
    just_introduced: bool = False
    """Whether the attacker came into play in this Turn."""
    corporate_war: bool = False
    """Whether the attacking player has declared a Corporate War."""
    permissions: tuple[Permission, ...] = ()
    """Cards that lift a bar."""
    bans: tuple[Ban, ...] = ()
    """Cards that forbid this attack."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """An Attack about to be announced."""

    __pydantic_config__ = STRICT
    attacker: Warrior
    """The warrior who attacks."""
    defender: Warrior | None
    """The warrior attacked; none when the opposing player is."""
    tactic: Tactic | None = None
    """Close combat or shooting, where it is known."""
    occasion: Occasion
    """When it is made, and under which cards."""


class Bars:
    """The reasons against an attack found so far, less those that cards lift."""

    __slots__ = ("_permissions", "_trace", "reasons")

    def __init__(self, permissions: tuple[Permission, ...], trace: Trace) -> None:
        self._permissions = permissions
        self._trace = trace
        self.reasons: list[str] = []

    def add(self, bar: Bar) -> None:
        """Bar the attack, unless a card lifts this."""
        permission = self._lifting(bar)
        if permission is None:
            self.reasons.append(bar)
            return
        card, words, trace = permission.card, permission.words, self._trace
        if bar == "same-corporation":
            trace.cite("DT-7.2", "card-allows", card=card)
        elif bar == "brotherhood-target":
            trace.cite("DT-7.3", "card-allows", card=card)
        elif bar == "already-attacked":
            trace.cite("DT-6.77", "attack-again", card=card)
        trace.cite("DT-4.2", "card-lifts", card=card, words=words, bar=bar)

    def _lifting(self, bar: Bar) -> Permission | None:
        trace = self._trace
        for permission in self._permissions:
            if permission.lifts == bar or (permission.lifts == "affiliation" and bar in BY_AFFILIATION):
                if bar == "areas" and permission.by_changing_fighter:
                    trace.cite("DT-17.14", "no-card-changes-that", card=permission.card)
                elif bar != "own-warrior" or trace.reading(OWN_WARRIORS) == "card-may-allow":
                    return permission
        return None


def attack_bars(state: Attack, trace: Trace) -> list[str]:
    """Every reason against the attack, in the order of the book; none where it is legal."""
    bars = Bars(state.occasion.permissions, trace)
    _turn(state, bars, trace)
    _attacker(state, bars, trace)
    if state.defender is None:
        trace.cite("DT-6.88", "never-a-player")
        trace.cite("DT-10.10", "means-sabotage")
        bars.reasons.append("not-a-warrior")
    else:
        _defender(state, state.defender, bars, trace)
        affiliation_bars(state.attacker, state.defender, state.occasion.corporate_war, bars.add, trace)
        _areas(state, state.defender, bars, trace)
        _vehicles(state, state.defender, bars, trace)
    for ban in state.occasion.bans:
        trace.cite("DT-4.2", "card-forbids", card=ban.card, words=ban.words)
        bars.reasons.append("card-forbids")
    if state.defender is not None and state.defender.unpaid and _by_affiliation_only(bars.reasons):
        trace.cite("DT-6.39", "not-known-when-attacked")
        raise Silence("attack-on-an-unknown-comrade")
    if not bars.reasons and any(fighter.in_own_area for fighter in _fighters(state)):
        trace.cite("DT-17.12", "attacks-there-not-said")
        raise Silence("area-without-affiliations")
    return bars.reasons


def _by_affiliation_only(reasons: list[str]) -> bool:
    """Whether all that bars the attack is whom the defender turns out to belong to."""
    return bool(reasons) and all(reason in BY_AFFILIATION for reason in reasons)


def _turn(state: Attack, bars: Bars, trace: Trace) -> None:
    if state.occasion.own_turn == 1:
        trace.cite("DT-6.15", "first-turn")
        bars.add("first-turn")
    if state.occasion.actions_left == 0:
        trace.cite("DT-6.12", "no-action-left")
        bars.add("no-action-left")
    if state.occasion.attacks_done:
        trace.cite("DT-6.12", "already-attacked", attacks=state.occasion.attacks_done)
        bars.add("already-attacked")
    else:
        trace.cite("DT-6.12", "once-a-turn")


def _attacker(state: Attack, bars: Bars, trace: Trace) -> None:
    if state.attacker.never_fights:
        trace.cite("DT-7.11", "attacker-never-fights")
        bars.add("never-fights")
    if state.attacker.covered:
        trace.cite("DT-6.29", "attacker-covered")
        bars.add("covered")
    if state.occasion.just_uncovered:
        trace.cite("DT-6.36", "just-uncovered")
        bars.add("just-uncovered")
    if state.occasion.just_introduced and state.occasion.own_turn > 1:
        trace.cite("DT-6.19", "just-introduced")


def _defender(state: Attack, defender: Warrior, bars: Bars, trace: Trace) -> None:
    if state.occasion.same_player:
        trace.cite("DT-6.87", "own-warrior")
        bars.add("own-warrior")
    else:
        trace.cite("DT-6.80", "enemy-warrior")
    if defender.never_fights:
        trace.cite("DT-7.11", "defender-never-fights")
        bars.add("never-fights")
    if defender.covered:
        trace.cite("DT-6.30", "covered-may-be-attacked")


def _areas(state: Attack, defender: Warrior, bars: Bars, trace: Trace) -> None:
    here, there = state.attacker.area == "outpost", defender.area == "outpost"
    if here == there:
        if here:
            trace.cite("DT-7.7", "both-in-outposts")
        return
    if there and state.attacker.in_own_area:
        return
    if defender.unpaid and trace.reading(OUTSIDE_THE_AREAS) == "any-attacker":
        trace.cite("DT-6.39", "in-no-area")
        return
    if there:
        trace.cite("DT-7.6", "enemy-in-outpost", area=state.attacker.area)
    elif defender.in_own_area:
        trace.cite("DT-7.7", "enemy-in-his-own-area")
    else:
        trace.cite("DT-7.7", "enemy-outside-outposts", area=defender.area)
    if state.occasion.corporate_war and trace.reading(WAR_ACROSS_AREAS) == "areas-too":
        trace.cite("DT-18.9", "across-areas")
        return
    bars.add("areas")


def _vehicles(state: Attack, defender: Warrior, bars: Bars, trace: Trace) -> None:
    """Close combat neither out of an aircraft or a submarine nor into one; shooting goes anywhere."""
    if state.tactic != "C":
        return
    if kind := state.attacker.sealed_in:
        trace.cite("DT-16.16", "attacker-sealed-in", kind=kind)
        if state.attacker.counts_as_vehicle:
            trace.cite("DT-16.19", "never-gets-out", kind=kind)
        else:
            trace.cite("DT-16.17", "gets-out-first", kind=kind)
    elif state.attacker.inside_vehicle:
        trace.cite("DT-16.18", "fights-from-inside")
    if kind := defender.sealed_in:
        trace.cite("DT-16.16", "defender-sealed-in", kind=kind)
    if state.attacker.sealed_in or defender.sealed_in:
        bars.add("aircraft")


def attack_faults(state: Attack, trace: Trace) -> None:
    """Record what keeps this attack from coming up at a table."""
    if state.occasion.own_turn == 0:
        trace.fault("DT-6.15", "turns-count-from-one")
    warrior_faults(state.attacker, trace)
    if state.defender is not None:
        warrior_faults(state.defender, trace)


def attack_legality(state: Attack, trace: Trace) -> Ruling:
    """Whether the attack is legal, and all that bars it."""
    attack_faults(state, trace)
    trace.require_possible()
    reasons = attack_bars(state, trace)
    if reasons:
        return trace.ruling("illegal", reasons=list(reasons))
    if state.tactic is None and needs_tactic(state):
        trace.cite("DT-16.16", "asks-tactic")
        return trace.ruling("undecided", missing=["tactic"])
    return trace.ruling("legal", reasons=[])


def _fighters(state: Attack) -> tuple[Warrior, ...]:
    """The attacker, and the defender where there is one."""
    return (state.attacker,) if state.defender is None else (state.attacker, state.defender)


def needs_tactic(state: Attack) -> bool:
    """Whether the attack is barred with one tactic only, an aircraft or a submarine being in it."""
    lifted = any(permission.lifts == "aircraft" for permission in state.occasion.permissions)
    return not lifted and any(fighter.sealed_in for fighter in _fighters(state))


_EXAMPLE = Attack(
    attacker=Warrior(affiliation="bauhaus", area="squad"),
    defender=Warrior(
        affiliation="dark-legion",
        area="array",
        vehicle=Vehicle(card="Necroflyer", kind="aircraft", inside=True),
    ),
    tactic="S",
    occasion=Occasion(own_turn=2, actions_left=1),
)

PROCEDURES = (
    Procedure(
        name="attack-legality",
        state=Attack,
        decide=attack_legality,
        example=_EXAMPLE,
        summary={
            "it": "Se un attacco è permesso, con tutti i motivi che lo vietano",
            "en": "Whether an attack is allowed, with every reason that bars it",
        },
    ),
)
